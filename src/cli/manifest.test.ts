import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { PhotonError } from '../model/errors.ts';
import { type AnyRecord, type Kind, kinds } from '../model/kinds.ts';
import { schemaOf } from '../model/schema.ts';
import { allKinds, documentKind, isOperatorKind } from './kind.ts';
import { type Manifest, parseManifests, type ReadOptions } from './manifest.ts';
import { documentOf, renderData } from './records.ts';

const read = (text: string, options: Partial<ReadOptions> = {}): Manifest[] =>
  parseManifests([{ file: 'f.yaml', text }], { clusterId: 'demo', ...options });

/** Every line of the refusal, without the count. */
function refused(text: string, options: Partial<ReadOptions> = {}): string[] {
  try {
    read(text, options);
  } catch (thrown) {
    assert.ok(thrown instanceof PhotonError, String(thrown));
    assert.equal(thrown.exitCode, 2);
    return thrown
      .explain()
      .split('\n')
      .map((line) => line.trim());
  }
  return assert.fail(`accepted: ${text.slice(0, 300)}`);
}

const service = 'kind: Service\nname: a\nprotocol: http\nports: { http: 80 }\n';

test('YAML and JSON, one document or many, as stream or list', () => {
  const json = JSON.stringify({ kind: 'Service', name: 'a', protocol: 'http', ports: { http: 80 } });
  const pretty = JSON.stringify(JSON.parse(json), null, '\t');
  assert.deepEqual(
    [service, json, pretty].flatMap((text) => read(text).map(({ name }) => name)),
    ['service/a', 'service/a', 'service/a'],
  );
  const many = read(`# nothing\n---\n${service}---\n---\n${service.replace('name: a', 'name: b')}...\n`);
  assert.deepEqual(
    many.map(({ name, where }) => [name, where]),
    [
      ['service/a', 'f.yaml:3'],
      ['service/b', 'f.yaml:9'],
    ],
  );
  assert.equal(read(`[${json}, ${json.replace('"a"', '"b"')}]`).length, 2);
  assert.deepEqual(read(json)[0]?.record, { name: 'a', protocol: 'http', ports: { http: 80 } });
});

test('problems tell file, line, document, path, what was found, what is allowed and the nearest name', () => {
  assert.deepEqual(refused(`${service}---\nkind: Service\nname: b\nprotocol: htp\nports:\n  http: 80\nreplica: 3\n`), [
    '2 problems; nothing was written',
    'f.yaml:8: document 2, service/b: $.protocol must be one of http, grpc, tcp; found "htp"; did you mean http?',
    'f.yaml:11: document 2, service/b: $.replica is no field of Service; did you mean replicas?',
  ]);
  assert.match(
    refused(service.replace('{ http: 80 }', '{ http: "80" }'))[1] ?? '',
    /^f\.yaml:4: service\/a: \$\.ports\.http must be a whole number; found the text "80"/,
  );
  assert.match(
    refused(`${service}routes:\n  - host: a\n  - path: /x\n`)[1] ?? '',
    /^f\.yaml:7: service\/a: \$\.routes\[1\]\.host is missing/,
  );
  assert.match(refused('kind: Servise\nname: a\n')[1] ?? '', /^f\.yaml:1: \$\.kind "Servise" is no kind of record; did you mean/);
  assert.match(refused('name: a\n')[1] ?? '', /\$\.kind is missing/);
  assert.match(refused('kind: 3\n')[1] ?? '', /\$\.kind must be a text; found 3/);
  assert.match(refused('a: [1\n')[1] ?? '', /^f\.yaml:2:1: is neither YAML nor JSON/);
  assert.match(refused('a: 1\na: 2\n')[1] ?? '', /^f\.yaml:2:1: is neither YAML nor JSON: Map keys must be unique/);
  assert.match(refused('just text')[1] ?? '', /\$ must be an object/);
  assert.match(refused('')[0] ?? '', /f\.yaml: holds no document/);
  assert.match(refused(`${service}---\n${service}`)[1] ?? '', /f\.yaml:6: service\/a is already defined at f\.yaml:1/);
});

test('whatever the text, it is read or refused in words', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'kind: Service\n',
      'name: a\n',
      '---\n',
      '- ',
      '{',
      '}',
      '[',
      ']',
      ': ',
      '\n',
      '  ',
      '"',
      "'",
      '&a ',
      '*a ',
      '!!binary ',
      '<<: ',
      '? ',
      '|\n',
      '# ',
      '%YAML 1.1\n',
      '\t',
      '\u0000',
      '0x',
      'null',
      '~',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      try {
        read(pieces.join(''));
      } catch (thrown) {
        assert.ok(thrown instanceof PhotonError, String(thrown));
        assert.equal(thrown.exitCode, 2);
      }
    }),
    { numRuns: 3000 },
  );
});

test('one bad document of fifty refuses all', () => {
  const documents = Array.from({ length: 50 }, (_, at) => service.replace('name: a', `name: s${at}`).replace('80', at === 37 ? '0' : '80'));
  assert.deepEqual(refused(documents.join('---\n')).length, 2);
});

test('what unfolds without end is refused', () => {
  const bomb = Array.from(
    { length: 12 },
    (_, at) =>
      `a${at}: &a${at} [${
        at === 0
          ? '1'
          : Array(9)
              .fill(`*a${at - 1}`)
              .join(', ')
      }]`,
  ).join('\n');
  assert.match(refused(`kind: Service\n${bomb}`)[1] ?? '', /Excessive alias count/);
  assert.match(refused(`${service}metadata: { x: "${'x'.repeat(1_500_000)}" }`)[1] ?? '', /too large for the store.*1\.4 MiB/);
});

test('the id of the command line and of the key must agree with the record', () => {
  assert.match(
    refused(service, { expected: { kind: 'service', ids: ['b'] } })[1] ?? '',
    /\$\.name must agree with the record's key: "b"; found "a"/,
  );
  assert.match(refused(service, { expected: { kind: 'node' } })[1] ?? '', /the command line says node/);
  assert.match(
    refused('kind: ClusterMeta\ncluster_id: other\nenvironment: dev\ncreated_at: 2026-12-01T00:00:00Z\n')[1] ?? '',
    /\$\.cluster_id must agree/,
  );
  assert.match(refused(`${service}mod_revision: x\n`)[1] ?? '', /\$\.mod_revision must be a revision of the store/);
  assert.equal(read(`${service}mod_revision: 5\n`)[0]?.readAt, 5);
});

function example(kind: Kind): AnyRecord {
  return structuredClone(schemaOf(kind).examples?.[0]) as AnyRecord;
}

for (const kind of allKinds) {
  test(`${kind}: what get prints is what put takes`, () => {
    const record = example(kind);
    const subject = 'subject' in record ? record.subject.split('/') : [];
    const entry = { key: '', modRevision: 9, createRevision: 3, lease: '0', record, unknown: [] };
    if (kind === 'node-certificate') Object.assign(record, { subject: 'spiffe://photoncloud/demo/node/node-1' });
    const ids = kinds[kind].path
      .split('/')
      .filter((part) => part.startsWith('{'))
      .map((part) => {
        const field = part.slice(1, -1);
        const own = (record as unknown as Record<string, unknown>)[field];
        return typeof own === 'string' ? own : kind === 'node-certificate' ? 'node-1' : (subject.at(-1) ?? 'x');
      });
    for (const format of ['json', 'yaml'] as const) {
      const text = renderData(format, documentOf(kind, entry));
      const [manifest] = read(text, { expected: { kind, ids }, anyKind: true });
      assert.deepEqual([manifest?.record, manifest?.kind, manifest?.ids, manifest?.readAt], [record, kind, ids, 9]);
    }
  });

  test(`${kind}: apply ${isOperatorKind(kind) ? 'takes it, and refuses every kind of fault with a path' : "refuses it: it is not the operator's"}`, () => {
    const document: Record<string, unknown> = { kind: documentKind(kind), ...(example(kind) as unknown as Record<string, unknown>) };
    if (kind === 'event') document['kind'] = 'Event';
    if (!isOperatorKind(kind)) {
      assert.match(refused(stringify(document))[1] ?? '', /is written by the|is no kind|--force/);
      return;
    }
    assert.equal(read(stringify(document)).length, 1);
    const [field = ''] = schemaOf(kind).required ?? [];
    const { [field]: _missing, ...rest } = document;
    assert.match(refused(stringify(rest))[1] ?? '', new RegExp(`\\$\\.${field} is missing`));
    assert.match(refused(stringify({ ...document, [field]: [1] }))[1] ?? '', new RegExp(`\\$\\.${field} must be`));
    assert.match(
      refused(stringify({ ...document, [`${field}s`]: 1 }))[1] ?? '',
      new RegExp(`\\$\\.${field}s is no field.*did you mean ${field}`),
    );
    assert.match(refused(stringify({ ...document, [field]: 'x'.repeat(300) }))[1] ?? '', /must have at most|must agree/);
  });
}
