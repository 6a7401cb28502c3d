import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { appAddrOf, healthOf, portRangeOf, resolveRun, timingsOf, updateOf } from './defaults.ts';
import { encodeRecord, parseEntry } from './entry.ts';
import type { Service } from './generated.ts';
import { idFields, keyOf, parseKey } from './keys.ts';
import { type Kind, kinds } from './kinds.ts';
import { describeProblem, type Problem } from './problem.ts';
import { resolveSchema, type Schema, schemaOf } from './schema.ts';
import { maxRecordBytes, validateRecord } from './validate.ts';

const allKinds = Object.keys(kinds) as Kind[];

function example(kind: Kind): Record<string, unknown> {
  return structuredClone(schemaOf(kind).examples?.[0]) as Record<string, unknown>;
}

function refused(kind: Kind, value: unknown): Problem[] {
  const result = validateRecord(kind, value, { unknownFields: 'refuse' });
  if (result.ok) assert.fail(`${kind} was accepted: ${JSON.stringify(value)?.slice(0, 200)}`);
  for (const problem of result.problems) {
    assert.match(problem.path, /^\$/);
    assert.ok(problem.message.length > 0 && problem.rule.length > 0 && problem.found.length > 0);
  }
  return result.problems;
}

function assertAt(problems: Problem[], path: string): void {
  assert.ok(
    problems.some((problem) => problem.path === path),
    `no problem at ${path}: ${problems.map(describeProblem).join('; ')}`,
  );
}

/** Values that break a schema, each with what it breaks. */
function breakers(schema: Schema): unknown[] {
  const found = resolveSchema(schema);
  const out: unknown[] = [null, found.type === 'array' ? {} : []];
  if (found.type !== 'string') out.push('text');
  else out.push(7);
  if (found.minimum !== undefined) out.push(found.minimum - 1);
  if (found.maximum !== undefined && found.maximum < Number.MAX_SAFE_INTEGER) out.push(found.maximum + 1);
  if (found.type === 'integer') out.push(1.5);
  if (found.maxLength !== undefined) out.push('a'.repeat(found.maxLength + 1));
  if (found.enum) out.push('no-such-value');
  if (found.pattern) out.push('\n');
  return out;
}

for (const kind of allKinds) {
  describe(kind, () => {
    const schema = schemaOf(kind);

    test('examples are valid, and stay so through the store', () => {
      assert.ok((schema.examples ?? []).length > 0);
      for (const value of schema.examples ?? []) {
        const result = validateRecord(kind, value, { unknownFields: 'refuse' });
        assert.ok(result.ok, result.ok ? '' : result.problems.map(describeProblem).join('\n'));
        assert.deepEqual(JSON.parse(encodeRecord(result.record)), value);
      }
    });

    test('a missing field is refused', () => {
      for (const field of schema.required ?? []) {
        const value = example(kind);
        delete value[field];
        assertAt(refused(kind, value), `$.${field}`);
      }
    });

    test('a mistyped or out-of-range field is refused', () => {
      for (const [field, inner] of Object.entries(schema.properties ?? {})) {
        for (const bad of breakers(inner)) assertAt(refused(kind, { ...example(kind), [field]: bad }), `$.${field}`);
      }
    });

    test('an unknown field is refused from people, kept from the store', () => {
      const field = Object.keys(schema.properties ?? {}).sort((a, b) => b.length - a.length)[0] ?? '';
      const typo = `${field}x`;
      const value = { ...example(kind), [typo]: 1 };
      const problem = refused(kind, value).find(({ path }) => path === `$.${typo}`);
      assert.equal(problem?.nearest, field);
      const kept = validateRecord(kind, value, { unknownFields: 'keep' });
      assert.ok(kept.ok);
      assert.deepEqual(kept.unknown, [{ path: `$.${typo}`, nearest: field }]);
      assert.deepEqual(kept.record, value);
    });

    test('what is too large for the store is refused with the limit', () => {
      const [problem] = refused(kind, { ...example(kind), padding: 'x'.repeat(maxRecordBytes) });
      assert.equal(problem?.rule, 'too_large');
      assert.match(problem?.message ?? '', /1\.4 MiB/);
    });

    test('what is no object is refused', () => {
      for (const value of [null, [], 'x', 3, true]) assertAt(refused(kind, value), '$');
    });

    test('under its key it is an entry, under another it is invalid', () => {
      const value = example(kind);
      const { ids, other } = idsFor(kind, value);
      const kv = (key: string) => ({ key, value: JSON.stringify(value), createRevision: 3, modRevision: 4, lease: '0' });
      const good = parseEntry('demo', kv(keyOf('demo', kind, ...ids)));
      assert.ok(good?.ok, JSON.stringify(good));
      assert.deepEqual([good.kind, good.entry.modRevision, good.entry.createRevision, good.entry.record], [kind, 4, 3, value]);
      assert.equal(parseEntry('other', kv(keyOf('demo', kind, ...ids))), undefined);
      if (!other) return;
      const bad = parseEntry('demo', kv(keyOf('demo', kind, ...other)));
      assert.ok(bad && !bad.ok, 'an id that disagrees with the key was accepted');
      assert.equal(bad.invalid.kind, kind);
      assert.ok(bad.invalid.problems.every(({ rule }) => rule === 'key'));
    });
  });
}

/** Ids of an example's own key, and of a key that it disagrees with; none where the record carries no id. */
function idsFor(kind: Kind, value: Record<string, unknown>): { ids: string[]; other: string[] | undefined } {
  const subject = typeof value['subject'] === 'string' ? value['subject'] : '';
  const last = subject.slice(subject.lastIndexOf('/') + 1) || 'x';
  const ids = idFields(kind).map((field) =>
    typeof value[field] === 'string' ? value[field] : kind === 'issued-certificate' || kind.endsWith('certificate') ? last : 'x',
  );
  if (kind === 'node-certificate') value['subject'] = `spiffe://photoncloud/demo/node/${ids[0]}`;
  const carried = 'subject' in value || idFields(kind).some((field) => typeof value[field] === 'string');
  return { ids, other: carried && ids.length > 0 ? ids.map((id) => `${id}-other`) : undefined };
}

test('cluster_id must agree with the cluster of the key', () => {
  const value = JSON.stringify({ ...example('cluster'), cluster_id: 'another' });
  const bad = parseEntry('demo', { key: keyOf('demo', 'cluster'), value, createRevision: 1, modRevision: 1, lease: '0' });
  assert.ok(bad && !bad.ok);
  assert.equal(bad.invalid.problems[0]?.path, '$.cluster_id');
});

test('parseEntry never throws, whatever stands in the store', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constant(`${'['.repeat(50_000)}${']'.repeat(50_000)}`),
    fc.constant('{"__proto__":1}'),
    fc.constant(''),
  );
  fc.assert(
    fc.property(fc.constantFrom(...allKinds), texts, (kind, value) => {
      const key = keyOf('demo', kind, ...idFields(kind).map(() => 'x'));
      const parsed = parseEntry('demo', { key, value, createRevision: 1, modRevision: 1, lease: '0' });
      assert.ok(parsed);
      if (!parsed.ok) assert.ok(parsed.invalid.problems.length > 0 && parsed.invalid.problems.length <= 50);
    }),
    { numRuns: 500 },
  );
});

test('a record that is nested without end is refused, not crashed on', () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 20_000; depth++) value = [value];
  for (const kind of allKinds) refused(kind, { ...example(kind), deep: value });
  const text = `{"node_id":"x","ip":"10.0.0.1","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const parsed = parseEntry('demo', { key: keyOf('demo', 'node', 'x'), value: text, createRevision: 1, modRevision: 1, lease: '0' });
  assert.ok(parsed && !parsed.ok && parsed.invalid.problems[0]?.rule === 'too_deep');
});

test('20,000 instances are parsed within two seconds of processor time', () => {
  const record = example('instance');
  const before = process.cpuUsage();
  for (let n = 0; n < 20_000; n++) {
    const value = JSON.stringify({ ...record, instance_id: `i${n}` });
    assert.ok(
      parseEntry('demo', {
        key: `photoncloud/clusters/demo/instances/creditservice/i${n}`,
        value,
        createRevision: 1,
        modRevision: 1,
        lease: '0',
      })?.ok,
    );
  }
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 2_000_000, `${(user + system) / 1000} ms`);
});

test('keys of all kinds are read back as they were spelled', () => {
  const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/);
  fc.assert(
    fc.property(fc.constantFrom(...allKinds), label, fc.array(label, { minLength: 3, maxLength: 3 }), (kind, cluster, pool) => {
      const ids = idFields(kind).map((_, at) => pool[at] ?? 'x');
      const parsed = parseKey(cluster, keyOf(cluster, kind, ...ids));
      assert.equal(parsed?.kind, kind);
      assert.deepEqual(Object.values(parsed?.ids ?? {}), ids);
    }),
  );
});

const service: Service = { name: 'a', ports: { http: 80 }, protocol: 'http', run: { image: 'x' } };

test('rules across the fields of a service', () => {
  const cases: [string, Partial<Service>, string][] = [
    ['the port of another protocol', { ports: { grpc: 1 } }, '$.ports'],
    ['the reserved name', { name: 'ingress' }, '$.name'],
    ['docker without an image', { run: {} }, '$.run.image'],
    ['a process without a command', { run: { driver: 'process' } }, '$.run.command'],
    ['a process with an empty command', { run: { driver: 'process', command: [''] } }, '$.run.command'],
    ['a process with an image', { run: { driver: 'process', command: ['/a'], image: 'x' } }, '$.run.image'],
    ['a process with a sandbox', { run: { driver: 'process', command: ['/a'], sandbox: {} } }, '$.run.sandbox'],
    ['a process with volumes', { run: { driver: 'process', command: ['/a'], volumes: [] } }, '$.run.volumes'],
    ['a process with secret files', { run: { driver: 'process', command: ['/a'], secret_files: [] } }, '$.run.secret_files'],
    ['a relative volume', { run: { image: 'x', volumes: [{ source: '../a', target: '/a' }] } }, '$.run.volumes[0].source'],
    [
      'one target twice',
      { run: { image: 'x', volumes: [{ source: 'a', target: '/a' }], secret_files: [{ source: '/b', target: '/a' }] } },
      '$.run.secret_files[0].target',
    ],
    ['a variable of the agent', { run: { image: 'x', env: { PHOTONCLOUD_NODE: 'x' } } }, '$.run.env.PHOTONCLOUD_NODE'],
    ['another PORT', { run: { image: 'x', env: { PORT: '81' } } }, '$.run.env.PORT'],
    ['a hook of an app that does not speak HTTP', { protocol: 'grpc', ports: { grpc: 1 }, pre_stop: { path: '/x' } }, '$.pre_stop'],
    ['a restart without a probe', { health: { type: 'none', restart_after_s: 5 } }, '$.health.restart_after_s'],
    ['waiting for itself', { after: ['b', 'a'] }, '$.after[1]'],
    ['no room in a rollout', { update: { max_surge: 0, max_unavailable: 0 } }, '$.update'],
    ['start-first without surge', { update: { order: 'start-first', max_surge: 0 } }, '$.update.max_surge'],
    ['stop-first with none unavailable', { update: { order: 'stop-first', max_unavailable: 0 } }, '$.update.max_unavailable'],
    [
      'a fixed port with none unavailable',
      { run: { image: 'x', host_port: 1 }, update: { max_unavailable: 0 } },
      '$.update.max_unavailable',
    ],
    ['a deadline before readiness', { update: { min_ready_s: 600 } }, '$.update.min_ready_s'],
    ['a constraint that is none', { placement: { constraints: ['zone==a', 'zone=b'] } }, '$.placement.constraints[1]'],
    ['a relative probe path', { health: { path: 'healthz' } }, '$.health.path'],
    ['a public route to tcp', { protocol: 'tcp', ports: { tcp: 1 }, routes: [{ host: 'a' }] }, '$.routes'],
    ['one route twice', { routes: [{ host: 'a' }, { host: 'a', path: '/' }] }, '$.routes[1]'],
    ['one upstream twice', { upstreams: [{ service: 'b' }, { service: 'b' }] }, '$.upstreams[1]'],
    [
      'one bind twice',
      {
        upstreams: [
          { service: 'b', bind: 1 },
          { service: 'c', bind: 1 },
        ],
      },
      '$.upstreams[1]',
    ],
    ['upstreams without a sidecar', { mesh_mode: 'none', upstreams: [{ service: 'b' }] }, '$.upstreams'],
    ['a version that instances cannot carry', { metadata: { version: 'v'.repeat(129) } }, '$.metadata.version'],
  ];
  for (const [what, part, path] of cases) {
    const problems = refused('service', { ...service, ...part });
    assert.ok(
      problems.some((problem) => problem.path === path),
      `${what}: ${problems.map(describeProblem).join('; ')}`,
    );
  }
  for (const part of [
    { update: { max_surge: 0 } },
    { run: { driver: 'process', command: ['/a'], env_file: '/e', host_port: 5, env: { PORT: '5' } } },
    { run: { image: 'x', env: { PORT: '80' } } },
    { update: { order: 'start-first', max_unavailable: 0 }, run: { image: 'x', host_port: 5 } },
  ]) {
    const result = validateRecord('service', { ...service, ...part }, { unknownFields: 'refuse' });
    assert.ok(result.ok, JSON.stringify(part));
  }
});

test('what only who runs an app can do is refused of an app that somebody else runs', () => {
  const { run: _run, ...unmanaged } = service;
  const cases: [Partial<Service>, string][] = [
    [{ after: ['b'] }, '$.after'],
    [{ disconnect: { replace_after_s: 60 } }, '$.disconnect'],
    [{ pre_stop: { path: '/x' } }, '$.pre_stop'],
    [{ health: { restart_after_s: 5 } }, '$.health.restart_after_s'],
  ];
  assert.ok(validateRecord('service', unmanaged, { unknownFields: 'refuse' }).ok);
  for (const [change, path] of cases) {
    assert.ok(validateRecord('service', { ...service, ...change }, { unknownFields: 'refuse' }).ok, path);
    const result = validateRecord('service', { ...unmanaged, ...change }, { unknownFields: 'refuse' });
    assert.ok(!result.ok);
    assert.deepEqual(
      result.problems.map((problem) => problem.path),
      [path],
    );
  }
});

test('rules across the fields of other kinds', () => {
  assertAt(refused('node', { ...example('node'), port_range: { from: 2, to: 1 } }), '$.port_range');
  assertAt(refused('node', { ...example('node'), ip: '0.0.0.0' }), '$.ip');
  assertAt(refused('node', { ...example('node'), ip: '10.0.0.256' }), '$.ip');
  assertAt(refused('node', { ...example('node'), ip: ':::' }), '$.ip');
  assertAt(refused('node', { ...example('node'), last_heartbeat: '2026-02-31T00:00:00Z' }), '$.last_heartbeat');
  const { run: _run, ...bare } = example('assignment');
  assertAt(refused('assignment', bare), '$.run');
  const table = example('ingress');
  const [route] = table['routes'] as object[];
  assertAt(refused('ingress', { ...table, routes: [route, route] }), '$.routes[1].id');
});

test('labels are kept exactly or refused', () => {
  const labels = { 'a.b/c': 'x y', 'ключ &^': '日本', '': undefined };
  const { '': _empty, ...good } = labels;
  const kept = validateRecord('node', { ...example('node'), labels: good }, { unknownFields: 'refuse' });
  assert.ok(kept.ok);
  assert.deepEqual(JSON.parse(encodeRecord(kept.record)).labels, good);
  assertAt(refused('node', { ...example('node'), labels: { '': 'x' } }), '$.labels[""]');
  assertAt(refused('node', { ...example('node'), labels: { 'a\nb': 'x' } }), '$.labels["a\\nb"]');
  assertAt(refused('node', { ...example('node'), labels: { a: 'x\u0000' } }), '$.labels.a');
});

test('an unknown field that belongs elsewhere names its place', () => {
  const problem = refused('service', { ...service, image: 'y' }).find(({ path }) => path === '$.image');
  assert.equal(problem?.nearest, 'run.image');
});

test('defaults in code are those of the schemas', () => {
  const defaultsIn = (schema: Schema | undefined): Record<string, unknown> => {
    const properties = Object.entries((schema && resolveSchema(schema).properties) ?? {});
    return Object.fromEntries(properties.flatMap(([name, inner]) => (inner.default === undefined ? [] : [[name, inner.default]])));
  };
  const properties = schemaOf('service').properties ?? {};
  const subset = (actual: object, wanted: Record<string, unknown>): void => {
    const picked = Object.fromEntries(Object.keys(wanted).map((name) => [name, (actual as Record<string, unknown>)[name]]));
    assert.ok(Object.keys(wanted).length > 0);
    assert.deepEqual(picked, wanted);
  };
  subset(timingsOf(undefined), defaultsIn(schemaOf('cluster').properties?.['timings']));
  subset(healthOf({ protocol: 'http' }), defaultsIn(properties['health']));
  subset(updateOf({}), defaultsIn(properties['update']));
  subset(resolveRun({}), defaultsIn(properties['run']));
  subset(resolveRun({}).sandbox, defaultsIn(resolveSchema(properties['run'] ?? {}).properties?.['sandbox']));
  assert.deepEqual([portRangeOf({}), appAddrOf({})], [{ from: 20_000, to: 29_999 }, '127.0.0.1']);
});
