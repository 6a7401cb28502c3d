import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { PhotonError } from '../model/errors.ts';
import type { ServiceInstance, ServiceStatus } from '../model/generated.ts';
import { kinds } from '../model/kinds.ts';
import { describeDifference, differences, same } from './difference.ts';
import { age, parseDuration } from './duration.ts';
import { allKinds, documentKind, findKind, kindOf, parseIds, parseWholeIds } from './kind.ts';
import { segmentsOf } from './manifest.ts';
import { clusterOf, resolveSettings } from './options.ts';
import { progressOf } from './progress.ts';
import { renderTable, visible } from './table.ts';
import { mergeEdit } from './verbs/edit.ts';

const dir = mkdtempSync(join(tmpdir(), 'photoncloud-cli-'));
after(() => rmSync(dir, { recursive: true }));

test('a kind is found by its name, title and aliases, and a typo gets a hint', () => {
  for (const kind of allKinds) {
    assert.equal(findKind(kind), kind);
    assert.equal(findKind(kind.toUpperCase()), kind);
    assert.equal(findKind(documentKind(kind)), kind, `${kind} does not come back from its own documents`);
    for (const alias of kinds[kind].aliases) assert.equal(findKind(alias), kind);
  }
  assert.equal(findKind('MTLSPolicy'), 'policy');
  assert.equal(findKind('CertificateBinding'), undefined);
  assert.throws(() => kindOf('servise'), /did you mean service/);
});

test('ids are parts of a path, as many as the kind has', () => {
  assert.deepEqual(parseIds('instance', 'credit'), ['credit']);
  assert.deepEqual(parseWholeIds('instance', 'credit/credit-0'), ['credit', 'credit-0']);
  for (const bad of ['a/b/c', '', '/a', 'a/']) assert.throws(() => parseIds('instance', bad), PhotonError);
  assert.throws(
    () => parseWholeIds('instance', 'credit'),
    (error: PhotonError) => /SERVICE\/INSTANCE_ID/.test(error.explain()),
  );
});

test('durations', () => {
  assert.deepEqual(
    ['90s', '2m', '1h30m', '500ms', '15', '1.5s'].map((text) => parseDuration(text, 'x')),
    [90_000, 120_000, 5_400_000, 500, 15_000, 1500],
  );
  for (const bad of ['', 's', '5x', '-1s', '1s 2m', '1e3', '99999d']) assert.throws(() => parseDuration(bad, '--wait'), /is no duration/);
  assert.deepEqual([-5, 0, 119_999, 120_000, 7_200_000, 200_000_000].map(age), ['0s', '0s', '119s', '2m', '2h', '2d']);
});

test('a table is aligned, and a record cannot move the cursor', () => {
  const text = renderTable(
    ['A', 'LONG'],
    [
      [{ text: 'x' }, { text: '' }],
      [{ text: 'yyyy' }, { text: '\u001b[2Jz\n' }],
    ],
    false,
  );
  assert.equal(text, 'A      LONG\nx      -\nyyyy   \\u001b[2Jz\\u000a\n');
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (value) => !/\p{Cc}/u.test(visible(value))));
  const coloured = renderTable(['STATE', 'X'], [[{ text: 'ready', tone: 'good' }, { text: 'y' }]], true);
  assert.ok(coloured.includes('\u001b[32mready\u001b[39m   y'), coloured);
});

test('differences name what changed, and there are none exactly where two values are the same', () => {
  assert.deepEqual(differences({ a: 1, b: [1, 2], c: { d: 1 } }, { a: 2, b: [1, 3], c: { d: 1, 'e f': 2 } }).map(describeDifference), [
    '$.a: 1 → 2',
    '$.b[1]: 2 → 3',
    '$.c["e f"]: 2 added',
  ]);
  assert.deepEqual(differences({ a: [1] }, { a: [1, 2] }).map(describeDifference), ['$.a: [1] → [1,2]']);
  assert.deepEqual(differences({ a: 1 }, {}).map(describeDifference), ['$.a: 1 removed']);
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      assert.equal(differences(a, b).length === 0, same(a, b));
      assert.deepEqual(differences(a, structuredClone(a)), []);
    }),
  );
});

test('segments of JSON paths', () => {
  assert.deepEqual(segmentsOf('$.routes[0].host'), ['routes', 0, 'host']);
  assert.deepEqual(segmentsOf('$.labels["a.b/c"]'), ['labels', 'a.b/c']);
  assert.deepEqual(segmentsOf('$'), []);
});

test('settings: flag before environment before file before default', async () => {
  const file = join(dir, 'config.toml');
  writeFileSync(file, '[cluster]\ncluster_id = "from-file"\nendpoints = ["http://file:1"]\nusername = "u"\n');
  const env = { PHOTONCLOUD_CONFIG: file, HOME: dir };
  assert.deepEqual(await resolveSettings({}, env), {
    cluster_id: 'from-file',
    endpoints: ['http://file:1'],
    username: 'u',
    timeoutMs: 10_000,
  });
  const both = { ...env, PHOTONCLOUD_CLUSTER: 'from-env', PHOTONCLOUD_ENDPOINTS: 'http://a:1, http://b:2/' };
  assert.deepEqual((await resolveSettings({}, both)).endpoints, ['http://a:1', 'http://b:2']);
  assert.equal(clusterOf(await resolveSettings({ cluster: 'from-flag' }, both)), 'from-flag');
  assert.equal(clusterOf(await resolveSettings({}, both)), 'from-env');
  const empty = join(dir, 'empty.toml');
  writeFileSync(empty, '');
  const bare = await resolveSettings({ config: empty, timeout: '3s' }, { HOME: dir });
  assert.deepEqual([bare.endpoints, bare.timeoutMs], [['http://127.0.0.1:2379'], 3000]);
  assert.throws(() => clusterOf(bare), /no cluster is named/);
});

test('settings that are wrong are refused with their place', async () => {
  const env = { HOME: dir };
  const fails = async (flags: object, wanted: RegExp): Promise<void> => {
    await assert.rejects(resolveSettings(flags, env), (error: PhotonError) => {
      assert.match(error.explain(), wanted);
      assert.equal(error.exitCode, 2);
      return true;
    });
  };
  const file = join(dir, 'typo.toml');
  writeFileSync(file, '[cluster]\nendpoint = ["http://a:1"]\n');
  await fails({ config: file }, /typo\.toml.*endpoint.*did you mean endpoints/s);
  await fails({ config: join(dir, 'none.toml') }, /none\.toml/);
  await fails({ endpoints: 'ftp://x' }, /ftp:\/\/x/);
  await fails({ cluster: 'Bad Name' }, /Bad Name/);
  await fails({ certFile: 'a' }, /cert_file and key_file go together/);
  await fails({ timeout: 'soon' }, /is no duration/);
});

const ready: ServiceStatus = {
  observed_mod_revision: 7,
  revision: '0'.repeat(16),
  desired: 2,
  ready: 2,
  updated: 2,
  blocked: [],
  conditions: [],
};
const instance = (part: Partial<ServiceInstance>): ServiceInstance => ({
  instance_id: 'a-0',
  service: 'a',
  node_id: 'n',
  ip: '10.0.0.1',
  port: 1,
  state: 'ready',
  revision: '0'.repeat(16),
  ...part,
});

test('waiting is over only when the controller saw the write, all are ready and updated, and no other is left', () => {
  const judge = (
    status: ServiceStatus | undefined,
    instances: ServiceInstance[] = [],
    service: number | undefined = 7,
    unreadable = 0,
  ): string => progressOf({ service: 'a', modRevision: 7 }, { service, status, instances, unreadable }).state;
  assert.equal(judge(ready, [instance({})]), 'done');
  assert.equal(judge(undefined), 'waiting');
  assert.equal(judge({ ...ready, observed_mod_revision: 6 }), 'waiting');
  assert.equal(judge({ ...ready, ready: 1 }), 'waiting');
  assert.equal(judge({ ...ready, updated: 1 }), 'waiting');
  assert.equal(judge(ready, [instance({ desired: 'draining' })]), 'waiting');
  assert.equal(judge(ready, [instance({ revision: '1'.repeat(16) })]), 'waiting');
  assert.equal(judge(ready, [], 7, 1), 'waiting');
  assert.equal(judge({ ...ready, rollout: { state: 'progressing', revision: '0'.repeat(16), since: '' } }), 'waiting');
  assert.equal(judge({ ...ready, rollout: { state: 'rolled_back', revision: '0'.repeat(16), since: '' } }), 'failed');
  assert.equal(
    progressOf({ service: 'a', modRevision: 7 }, { service: undefined, status: ready, instances: [], unreadable: 0 }).state,
    'failed',
  );
  assert.equal(judge({ ...ready, desired: 0, ready: 0, updated: 0 }), 'done');
  const blocked = { ...ready, ready: 1, blocked: [{ slot: 1, reason: 'no_node_fits', message: 'memory removed 3 of 3 nodes', since: '' }] };
  const { text } = progressOf({ service: 'a', modRevision: 7 }, { service: 7, status: blocked, instances: [], unreadable: 0 });
  assert.equal(text, '1/2 ready, 2 updated: slot 1: no_node_fits: memory removed 3 of 3 nodes');
});

test('an edit is laid over what others wrote meanwhile; the same field twice is a conflict', () => {
  const base = { node_id: 'n', ip: '10.0.0.1', labels: { a: '1' }, hostname: 'h' };
  const edited = { node_id: 'n', ip: '10.0.0.1', labels: { a: '2' } };
  const current = { ...base, last_heartbeat: '2026-12-01T00:00:00Z' };
  assert.deepEqual(mergeEdit('node/n', base, edited, current), {
    node_id: 'n',
    ip: '10.0.0.1',
    labels: { a: '2' },
    last_heartbeat: '2026-12-01T00:00:00Z',
  });
  assert.throws(
    () => mergeEdit('node/n', base, edited, { ...base, labels: { a: '3' } }),
    (error: PhotonError) => error.exitCode === 4 && /\$\.labels\.a: "1" → "3"/.test(error.message),
  );
  assert.deepEqual(mergeEdit('node/n', base, edited, { ...base, labels: { a: '2' } }), {
    node_id: 'n',
    ip: '10.0.0.1',
    labels: { a: '2' },
  });
});
