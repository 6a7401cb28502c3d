import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import common from '../../schemas/common.json' with { type: 'json' };
import { isIp } from './address.ts';
import { compileSchema, type Schema, type SchemaFault } from './json-schema.ts';
import { type Kind, kinds } from './kinds.ts';
import { checkSchema, schemaOf } from './schema.ts';
import { parseTimestamp } from './time.ts';

/** ajv's strict mode also judges the schemas themselves. */
function reference(rest: { useDefaults?: boolean } = {}): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, ...rest });
  ajv.addFormat('ip', isIp);
  ajv.addFormat('date-time', (text: string) => parseTimestamp(text) !== undefined);
  return ajv;
}

/** What a fault says, whichever of the two has found it, in one order. */
function told(faults: readonly (SchemaFault | ErrorObject)[]): object[] {
  return faults
    .filter(({ keyword, instancePath }) => keyword !== 'uniqueItems' || !anyWithin(faults, instancePath))
    .map(({ instancePath, keyword, params, message, parentSchema, data, propertyName }) => {
      // Of two equal entries ajv names either first.
      const twice = keyword === 'uniqueItems';
      const said = { params: twice ? [params['i'], params['j']].map(String).sort() : { ...params }, message: twice ? '' : message };
      return { instancePath, keyword, ...said, parentSchema, data, propertyName };
    })
    .map((fault) => ({ fault, order: JSON.stringify([fault.instancePath, fault.keyword, fault.params, fault.propertyName]) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ fault }) => fault);
}

/** An entry of a wrong type is told as such; whether it stands there twice as well, ajv asks by the form of the schema. */
function anyWithin(faults: readonly { instancePath: string }[], list: string): boolean {
  return faults.some(({ instancePath }) => instancePath.startsWith(`${list}/`));
}

function errorsOf(validate: ValidateFunction, value: unknown): ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 1e9, Number.MAX_SAFE_INTEGER, '', 'a', 'A b', '€', '💥'.repeat(63), 'x'.repeat(300)),
  fc.constantFrom<unknown>('10.0.0.1', '::1', '2026-12-01T08:30:00Z', 'running', 'http', 'a/b~c'),
  fc.constantFrom<unknown>([], {}, ['a', 'b', 'a'], [1, '1', 1], { 'a/b~c': 1, '': 'x', UPPER: 'x' }),
  fc.constant({ name: 'a', key: 'b', values: ['c', 'c'] }),
  fc.jsonValue({ maxDepth: 2 }),
);

type Edit = { at: number; to: unknown; how: 'replace' | 'remove' | 'add' };
const edits = fc.array(
  fc.record({ at: fc.nat(400), to: odd, how: fc.constantFrom<Edit['how'][]>('replace', 'replace', 'remove', 'add') }),
  { minLength: 1, maxLength: 4 },
);

/** Changes places somewhere within a value. */
function edited(value: unknown, changes: readonly Edit[]): unknown {
  const root: Record<string, unknown> = { value: structuredClone(value) };
  for (const { at, to, how } of changes) {
    const places = placesIn(root);
    const [holder, key] = places[at % places.length] ?? [root, 'value'];
    if (how === 'add' && typeof holder[key] === 'object' && holder[key] !== null) {
      if (Array.isArray(holder[key])) holder[key].push(structuredClone(to));
      else Object.assign(holder[key], { [`added${at}`]: structuredClone(to) });
    } else if (how === 'remove' && holder !== root && !Array.isArray(holder)) delete holder[key];
    else holder[key] = structuredClone(to);
  }
  return root['value'];
}

function placesIn(holder: object): [Record<string, unknown>, string][] {
  return Object.entries(holder).flatMap(([key, inner]) => [
    [holder as Record<string, unknown>, key] as [Record<string, unknown>, string],
    ...(typeof inner === 'object' && inner !== null ? placesIn(inner as object) : []),
  ]);
}

describe('records', () => {
  const ajv = reference().addSchema(common);
  for (const kind of Object.keys(kinds) as Kind[]) {
    test(`${kind}: the same faults as ajv finds`, () => {
      const validate = ajv.compile(schemaOf(kind));
      const examples = schemaOf(kind).examples ?? [];
      const values = fc.oneof(
        { weight: 9, arbitrary: fc.tuple(fc.constantFrom(...examples), edits).map(([value, changes]) => edited(value, changes)) },
        { weight: 1, arbitrary: odd },
      );
      fc.assert(
        fc.property(values, (value) => {
          const { faults, unknown } = checkSchema(kind, value);
          assert.deepEqual(told([...faults, ...unknown]), told(errorsOf(validate, value)));
        }),
        { numRuns: 150 },
      );
    });
  }
});

describe('configurations', () => {
  const name: Schema = { type: 'string', pattern: '^[a-z]+$', minLength: 2, maxLength: 4 };
  const schema: Schema = {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'preset'],
    properties: {
      name,
      preset: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
      ratio: { type: 'number', exclusiveMinimum: 0 },
      mode: { enum: ['on', 'off'], default: 'on' },
      section: {
        type: 'object',
        additionalProperties: false,
        default: {},
        properties: { list: { type: 'array', items: name, minItems: 1, uniqueItems: true, default: ['abc'] } },
      },
      either: { anyOf: [name, { type: 'array', minItems: 1, maxItems: 2, items: name }] },
      free: { type: 'object', propertyNames: name, maxProperties: 2, additionalProperties: { type: 'boolean' } },
    },
  };
  const validate = reference({ useDefaults: true }).compile(schema);
  const check = compileSchema(schema, { fillDefaults: true });
  const example = { name: 'abc', preset: 2, ratio: 1, mode: 'off', section: { list: ['ab'] }, either: ['ab'], free: { ab: true } };

  const placesOf = (faults: readonly (SchemaFault | ErrorObject)[]): string[] =>
    faults.flatMap(({ keyword, schemaPath }) => (keyword === 'uniqueItems' ? [] : [schemaPath])).sort();

  test('the same faults as ajv finds, in the same places of the schema, and the same defaults', () => {
    fc.assert(
      fc.property(edits, (changes) => {
        const [mine, other] = [edited(example, changes), edited(example, changes)];
        const [faults, errors] = [check(mine), errorsOf(validate, other)];
        assert.deepEqual(told(faults), told(errors));
        assert.deepEqual(placesOf(faults), placesOf(errors));
        assert.deepEqual(mine, other);
      }),
      { numRuns: 1000 },
    );
  });

  test('a default is a value of its own each time', () => {
    const [a, b]: { name: string; section?: { list: string[] } }[] = [{ name: 'abc' }, { name: 'abc' }];
    assert.deepEqual([check(a), check(b)], [[], []]);
    a?.section?.list.push('more');
    assert.deepEqual(b?.section?.list, ['abc']);
  });
});

test('a schema that says what is not known here is refused, not passed over', () => {
  const refused: [object, RegExp][] = [
    [{ properties: { a: { type: 'string', contains: {} } } }, /#\/properties\/a says contains/],
    [{ items: { type: 'text' } }, /#\/items asks for the type text/],
    [{ type: 'string', format: 'uuid' }, /asks for the format uuid/],
    [{ properties: { 'a/b': { $ref: '#/$defs/c' } } }, /#\/properties\/a~1b refers to #\/\$defs\/c/],
  ];
  for (const [schema, message] of refused) assert.throws(() => compileSchema(schema), { message });
});

test('a schema may refer to itself', () => {
  const tree: Schema = { type: 'object', properties: { children: { type: 'array', items: { $ref: 'tree' } } } };
  const check = compileSchema({ $ref: 'tree' }, { refer: () => tree });
  assert.deepEqual(check({ children: [{ children: [] }] }), []);
  assert.deepEqual(
    check({ children: [{ children: [7] }] }).map(({ instancePath }) => instancePath),
    ['/children/0/children/0'],
  );
});
