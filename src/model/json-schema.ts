// Values checked against JSON Schemas (draft 2020-12), as far as our schemas use them.
// Guarantees: all faults at once, each with the schema that it breaks, named and placed as ajv does (the tests hold the two against each
// other); a keyword that is not known here is an error of the schema, never passed over. Nothing is generated, and a schema costs
// little more than its own text: every program checks records, also the one that has to be small.

/** A JSON Schema as far as this code reads it. */
export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  required?: readonly string[];
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  pattern?: string;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minItems?: number;
  uniqueItems?: boolean;
  maxProperties?: number;
  default?: unknown;
  examples?: readonly unknown[];
  $defs?: Record<string, Schema>;
}

export interface SchemaFault {
  /** JSON pointer to what is wrong; for a missing or an unknown field and for a name, to the object. */
  instancePath: string;
  /** JSON pointer to the keyword within its schema file. */
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
  message: string;
  /** The schema that the keyword stands in. */
  parentSchema: Schema;
  data: unknown;
  /** The fault is in the name of a field, not in its value. */
  propertyName?: string;
}

export interface SchemaOptions {
  /** The schema that a `$ref` names. */
  refer?: (ref: string) => Schema | undefined;
  formats?: Record<string, (text: string) => boolean>;
  /** Absent fields get the `default` of their schema, in place. */
  fillDefaults?: boolean;
}

/** Where a check is, and what it has found. */
interface Walk {
  path: string[];
  propertyName: string | undefined;
  faults: SchemaFault[];
}

type Check = (value: unknown, walk: Walk) => void;
type Fault = (walk: Walk, data: unknown, keyword: string, params: Record<string, unknown>, message: string) => void;

/** What is no rule. */
const annotations = ['$schema', '$id', '$defs', 'title', 'description', 'default', 'examples'];

const types: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: isObject,
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Makes a schema's check. Throws where the schema says something that is not known here. */
export function compileSchema(schema: Schema, options: SchemaOptions = {}): (value: unknown) => SchemaFault[] {
  const check = new Compiler(options).compile(schema, '#');
  return (value) => {
    const walk: Walk = { path: [], propertyName: undefined, faults: [] };
    check(value, walk);
    return walk.faults;
  };
}

class Compiler {
  readonly #options: SchemaOptions;
  readonly #referred = new Map<string, Check>();

  constructor(options: SchemaOptions) {
    this.#options = options;
  }

  compile(schema: Schema, place: string): Check {
    if (schema.$ref !== undefined) return this.#refer(schema.$ref, place);
    const checks = [...this.#presets(schema), ...this.#rules(schema, place, faultOf(schema, place))];
    return (value, walk) => {
      for (const check of checks) check(value, walk);
    };
  }

  #presets({ properties = {} }: Schema): Check[] {
    const presets = Object.entries(properties).filter(([, inner]) => inner.default !== undefined);
    if (this.#options.fillDefaults !== true || presets.length === 0) return [];
    return [
      (value) => {
        if (!isObject(value)) return;
        for (const [name, inner] of presets) if (value[name] === undefined) value[name] = structuredClone(inner.default);
      },
    ];
  }

  #refer(ref: string, place: string): Check {
    const known = this.#referred.get(ref);
    if (known) return known;
    const target = this.#options.refer?.(ref);
    if (!target) throw new Error(`${place} refers to ${ref}, which is not known`);
    // It may refer to itself.
    this.#referred.set(ref, (value, walk) => made(value, walk));
    const made = this.compile(target, ref);
    this.#referred.set(ref, made);
    return made;
  }

  #rules(schema: Schema, place: string, fault: Fault): Check[] {
    const known: Record<string, () => Check> = {
      type: () => typeRule(schema.type ?? '', place, fault),
      ...numberRules(schema, fault),
      ...this.#stringRules(schema, place, fault),
      ...this.#arrayRules(schema, place, fault),
      ...this.#objectRules(schema, place, fault),
      enum: () => enumRule(schema.enum ?? [], fault),
      anyOf: () => this.#anyOf(schema.anyOf ?? [], place, fault),
    };
    const unknown = Object.keys(schema).find((keyword) => !annotations.includes(keyword) && !Object.hasOwn(known, keyword));
    if (unknown !== undefined) throw new Error(`${place} says ${unknown}, which is not known`);
    return Object.keys(known).flatMap((keyword) => (Object.hasOwn(schema, keyword) ? (known[keyword]?.() ?? []) : []));
  }

  #stringRules(schema: Schema, place: string, fault: Fault): Record<string, () => Check> {
    const { minLength = 0, maxLength = 0, pattern = '', format = '' } = schema;
    const check = (keyword: string, params: Record<string, unknown>, message: string, fits: (text: string) => boolean): Check => {
      return (value, walk) => {
        if (typeof value === 'string' && !fits(value)) fault(walk, value, keyword, params, message);
      };
    };
    return {
      maxLength: () =>
        check(
          'maxLength',
          { limit: maxLength },
          `must NOT have more than ${maxLength} characters`,
          (text) => text.length <= maxLength || lengthOf(text) <= maxLength,
        ),
      minLength: () =>
        check(
          'minLength',
          { limit: minLength },
          `must NOT have fewer than ${minLength} characters`,
          (text) => text.length >= minLength && lengthOf(text) >= minLength,
        ),
      pattern: () => {
        const expression = new RegExp(pattern, 'u');
        return check('pattern', { pattern }, `must match pattern "${pattern}"`, (text) => expression.test(text));
      },
      format: () => {
        const fits = this.#options.formats?.[format];
        if (!fits) throw new Error(`${place} asks for the format ${format}, which is not known`);
        return check('format', { format }, `must match format "${format}"`, fits);
      },
    };
  }

  #arrayRules(schema: Schema, place: string, fault: Fault): Record<string, () => Check> {
    const { minItems = 0, maxItems = 0, items = {} } = schema;
    return {
      maxItems: () => (value, walk) => {
        if (Array.isArray(value) && value.length > maxItems)
          fault(walk, value, 'maxItems', { limit: maxItems }, `must NOT have more than ${maxItems} items`);
      },
      minItems: () => (value, walk) => {
        if (Array.isArray(value) && value.length < minItems)
          fault(walk, value, 'minItems', { limit: minItems }, `must NOT have fewer than ${minItems} items`);
      },
      uniqueItems: () => (value, walk) => {
        const twice = Array.isArray(value) && schema.uniqueItems === true ? firstTwice(value) : undefined;
        if (twice)
          fault(walk, value, 'uniqueItems', twice, `must NOT have duplicate items (items ## ${twice.j} and ${twice.i} are identical)`);
      },
      items: () => {
        const check = this.compile(items, `${place}/items`);
        return (value, walk) => {
          if (!Array.isArray(value)) return;
          for (let at = 0; at < value.length; at++) within(walk, String(at), check, value[at]);
        };
      },
    };
  }

  #objectRules(schema: Schema, place: string, fault: Fault): Record<string, () => Check> {
    const { maxProperties = 0, required = [], properties = {} } = schema;
    const rule = (check: (value: Record<string, unknown>, walk: Walk) => void): Check => {
      return (value, walk) => {
        if (isObject(value)) check(value, walk);
      };
    };
    return {
      maxProperties: () =>
        rule((value, walk) => {
          if (Object.keys(value).length > maxProperties)
            fault(walk, value, 'maxProperties', { limit: maxProperties }, `must NOT have more than ${maxProperties} properties`);
        }),
      required: () =>
        rule((value, walk) => {
          for (const name of required) {
            if (value[name] === undefined)
              fault(walk, value, 'required', { missingProperty: name }, `must have required property '${name}'`);
          }
        }),
      propertyNames: () => rule(this.#propertyNames(schema.propertyNames ?? {}, place, fault)),
      additionalProperties: () => rule(this.#additional(schema, place, fault)),
      properties: () => rule(this.#properties(properties, place)),
    };
  }

  #properties(properties: Record<string, Schema>, place: string): (value: Record<string, unknown>, walk: Walk) => void {
    const fields = Object.entries(properties).map(([name, inner]) => ({
      name,
      check: this.compile(inner, `${place}/properties/${escaped(name)}`),
    }));
    return (value, walk) => {
      for (const { name, check } of fields) if (value[name] !== undefined) within(walk, name, check, value[name]);
    };
  }

  #additional(schema: Schema, place: string, fault: Fault): (value: Record<string, unknown>, walk: Walk) => void {
    const { properties = {}, additionalProperties: additional = true } = schema;
    const check = typeof additional === 'object' ? this.compile(additional, `${place}/additionalProperties`) : undefined;
    return (value, walk) => {
      if (additional === true) return;
      for (const name of Object.keys(value)) {
        if (Object.hasOwn(properties, name)) continue;
        if (check) within(walk, name, check, value[name]);
        else fault(walk, value, 'additionalProperties', { additionalProperty: name }, 'must NOT have additional properties');
      }
    };
  }

  #propertyNames(names: Schema, place: string, fault: Fault): (value: Record<string, unknown>, walk: Walk) => void {
    const check = this.compile(names, `${place}/propertyNames`);
    return (value, walk) => {
      for (const name of Object.keys(value)) {
        const before = walk.faults.length;
        walk.propertyName = name;
        check(name, walk);
        walk.propertyName = undefined;
        if (walk.faults.length > before) fault(walk, value, 'propertyNames', { propertyName: name }, 'property name must be valid');
      }
    };
  }

  #anyOf(choices: readonly Schema[], place: string, fault: Fault): Check {
    const checks = choices.map((choice, at) => this.compile(choice, `${place}/anyOf/${at}`));
    return (value, walk) => {
      const before = walk.faults.length;
      for (const check of checks) {
        const sofar = walk.faults.length;
        check(value, walk);
        if (walk.faults.length > sofar) continue;
        walk.faults.length = before;
        return;
      }
      fault(walk, value, 'anyOf', {}, 'must match a schema in anyOf');
    };
  }
}

function faultOf(parentSchema: Schema, place: string): Fault {
  return ({ path, propertyName, faults }, data, keyword, params, message) => {
    const instancePath = path.map((name) => `/${escaped(name)}`).join('');
    const schemaPath = `${place}/${keyword}`;
    const found = { instancePath, schemaPath, keyword, params, message, parentSchema, data };
    faults.push(propertyName === undefined ? found : { ...found, propertyName });
  };
}

function typeRule(type: string, place: string, fault: Fault): Check {
  const fits = types[type];
  if (!fits) throw new Error(`${place} asks for the type ${type}, which is not known`);
  return (value, walk) => {
    if (!fits(value)) fault(walk, value, 'type', { type }, `must be ${type}`);
  };
}

function numberRules({ minimum = 0, exclusiveMinimum = 0, maximum = 0 }: Schema, fault: Fault): Record<string, () => Check> {
  const rule = (keyword: string, comparison: string, limit: number, fits: (value: number) => boolean) => (): Check => {
    return (value, walk) => {
      if (typeof value === 'number' && Number.isFinite(value) && !fits(value))
        fault(walk, value, keyword, { comparison, limit }, `must be ${comparison} ${limit}`);
    };
  };
  return {
    maximum: rule('maximum', '<=', maximum, (value) => value <= maximum),
    minimum: rule('minimum', '>=', minimum, (value) => value >= minimum),
    exclusiveMinimum: rule('exclusiveMinimum', '>', exclusiveMinimum, (value) => value > exclusiveMinimum),
  };
}

function enumRule(allowedValues: readonly unknown[], fault: Fault): Check {
  return (value, walk) => {
    if (!allowedValues.includes(value)) fault(walk, value, 'enum', { allowedValues }, 'must be equal to one of the allowed values');
  };
}

function within(walk: Walk, name: string, check: Check, value: unknown): void {
  walk.path.push(name);
  check(value, walk);
  walk.path.pop();
}

/** Characters as Unicode counts them. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The last entry that stands there before already. Only texts and numbers are compared: our lists that take nothing twice hold no others. */
function firstTwice(list: readonly unknown[]): { i: number; j: number } | undefined {
  for (let i = list.length - 1; i > 0; i--) {
    const j = typeof list[i] === 'object' ? -1 : list.lastIndexOf(list[i], i - 1);
    if (j >= 0) return { i, j };
  }
  return undefined;
}

/** A name as a part of a JSON pointer. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
