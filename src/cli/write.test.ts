import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEntry } from '../model/entry.ts';
import type { PhotonError } from '../model/errors.ts';
import { keyOf } from '../model/keys.ts';
import { parseManifests } from './manifest.ts';
import { putAs, type TestContext, testContext } from './testing.ts';
import { type Change, describeWritten, exitCodeOf, planChanges, writeChanges, type Written } from './write.ts';

type Fields = Record<string, unknown>;

const nodeKey = keyOf('demo', 'node', 'n1');
const serviceKey = keyOf('demo', 'service', 'a');
const node = { node_id: 'n1', ip: '10.0.0.1', roles: ['worker'], labels: { zone: 'a' } };
const service = { name: 'a', protocol: 'http', ports: { http: 80 }, run: { image: 'x:1' }, replicas: 1 };

function plan(context: TestContext, documents: Fields[], whole = false): Promise<Change[]> {
  const text = documents.map((document) => JSON.stringify(document)).join('\n---\n');
  return planChanges(context, parseManifests([{ file: 'f', text }], { clusterId: 'demo', anyKind: true }), { whole });
}

async function apply(context: TestContext, ...documents: Fields[]): Promise<Written[]> {
  return writeChanges(context, await plan(context, documents));
}

async function standing(context: TestContext, key: string): Promise<Fields | undefined> {
  const { kv } = await context.store.get(key);
  return kv && (JSON.parse(kv.value) as Fields);
}

test('create, update, and nothing is written that does not change', async () => {
  const context = testContext();
  const document = { kind: 'Service', ...service };
  assert.deepEqual((await apply(context, document)).map(describeWritten), ['service/a created']);
  const after = context.memory.revision;
  assert.deepEqual((await apply(context, document)).map(describeWritten), ['service/a unchanged']);
  assert.deepEqual((await apply(context, Object.fromEntries(Object.entries(document).reverse()))).map(describeWritten), [
    'service/a unchanged',
  ]);
  assert.equal(context.memory.revision, after);
  assert.deepEqual((await apply(context, { ...document, replicas: 2 })).map(describeWritten), ['service/a updated']);
  assert.deepEqual(await standing(context, serviceKey), { ...service, replicas: 2 });
});

test("apply keeps what is another's, and says so where the document disagrees", async () => {
  const context = testContext();
  const observed = {
    state: 'active',
    last_heartbeat: '2026-12-01T00:00:00Z',
    machine_id: 'm',
    conditions: [],
    capacity: { cpu_millicores: 5 },
    intent: 'draining',
  };
  await putAs(context, nodeKey, { ...node, ...observed });
  const [change] = await plan(context, [{ kind: 'Node', ...node, roles: [], state: 'failed' }]);
  assert.deepEqual(change?.notes, ["$.state is the controller's and stays as it is"]);
  assert.deepEqual(change?.differences, [{ path: '$.roles', before: ['worker'], after: [] }]);
  assert.equal(exitCodeOf(await writeChanges(context, [change ?? assert.fail()])), 0);
  assert.deepEqual(await standing(context, nodeKey), { ...node, roles: [], ...observed });
});

test('what no operator should have to write may be left out: it is made up at first, and then stays', async () => {
  const context = testContext();
  const key = keyOf('demo', 'cluster');
  const cluster = { kind: 'Cluster', cluster_id: 'demo', environment: 'dev' };
  await apply(context, cluster);
  const made = await standing(context, key);
  assert.match(String(made?.['created_at']), /^\d{4}-\d\d-\d\dT/);
  await context.clock.advance(60_000);
  assert.deepEqual((await apply(context, cluster)).map(describeWritten), ['cluster unchanged']);
  await apply(context, { ...cluster, timings: { lease_s: 20 } });
  assert.deepEqual(await standing(context, key), { ...made, timings: { lease_s: 20 } });
  const instance = { instance_id: 'i', service: 'a', node_id: 'n1', ip: '10.0.0.1', port: 80 };
  await apply(context, { kind: 'Instance', ...instance });
  assert.deepEqual(await standing(context, keyOf('demo', 'instance', 'a', 'i')), { ...instance, state: 'starting' });
  await putAs(context, keyOf('demo', 'instance', 'a', 'i'), { ...instance, state: 'ready' });
  await apply(context, { kind: 'Instance', ...instance, port: 81 });
  assert.deepEqual(await standing(context, keyOf('demo', 'instance', 'a', 'i')), { ...instance, port: 81, state: 'ready' });
  // What is to be written as it is given must be whole.
  await assert.rejects(plan(context, [cluster], true), /\$\.created_at is missing/);
});

test("a document put over a broken record keeps what is another's of the record that stood there before", async () => {
  const context = testContext();
  const key = keyOf('demo', 'cluster');
  const meta = { cluster_id: 'demo', environment: 'dev', created_at: '2026-01-01T00:00:00Z', uid: 'abcdefgh', epoch: 2 };
  const cluster = { kind: 'Cluster', cluster_id: 'demo', environment: 'dev' };
  await putAs(context, key, meta);
  await putAs(context, key, 'not JSON');
  const [change] = await plan(context, [cluster]);
  assert.deepEqual(change?.notes, [
    'what stands there now is no valid record and is replaced, with what others had written before it was broken',
  ]);
  await apply(context, cluster);
  assert.deepEqual(await standing(context, key), meta);
  for (const text of ['not JSON', 'nor this']) await putAs(context, key, text);
  await apply(context, cluster);
  assert.deepEqual(await standing(context, key), meta);
  // Made anew, nothing tells what it was.
  await context.store.transact([], [{ type: 'delete', key }]);
  await putAs(context, key, 'not JSON');
  await apply(context, cluster);
  assert.equal((await standing(context, key))?.['uid'], undefined);
});

test('fields of a newer version are kept', async () => {
  const context = testContext();
  await putAs(context, nodeKey, { ...node, from_the_future: { x: 1 } });
  await apply(context, { kind: 'Node', ...node, ip: '10.0.0.2' });
  assert.deepEqual(await standing(context, nodeKey), { ...node, ip: '10.0.0.2', from_the_future: { x: 1 } });
});

test('a hand-written state draining becomes a wish', async () => {
  const context = testContext();
  await putAs(context, nodeKey, { ...node, state: 'active' });
  await apply(context, { kind: 'Node', ...node, state: 'draining' });
  assert.deepEqual(await standing(context, nodeKey), { ...node, state: 'active', intent: 'draining' });
});

test("a heartbeat between reading and writing is no conflict; another operator's change is", async () => {
  const context = testContext();
  await putAs(context, nodeKey, node);
  const heartbeat = await plan(context, [{ kind: 'Node', ...node, roles: [] }]);
  await putAs(context, nodeKey, { ...node, last_heartbeat: '2026-12-01T00:00:00Z' });
  assert.equal(exitCodeOf(await writeChanges(context, heartbeat)), 0);
  assert.deepEqual(await standing(context, nodeKey), { ...node, roles: [], last_heartbeat: '2026-12-01T00:00:00Z' });

  const meanwhile = await plan(context, [{ kind: 'Node', ...node, roles: ['ingress'] }]);
  await putAs(context, nodeKey, { ...node, roles: [], labels: { zone: 'b' } });
  const written = await writeChanges(context, meanwhile);
  assert.equal(exitCodeOf(written), 4);
  assert.match(written.map(describeWritten).join(), /was changed meanwhile \(mod_revision \d+ → \d+\): \$\.labels\.zone: "a" → "b"/);
  assert.deepEqual(await standing(context, nodeKey), { ...node, roles: [], labels: { zone: 'b' } });
});

test('created, deleted or broken meanwhile is a conflict, and stops no other record', async () => {
  const context = testContext();
  await putAs(context, serviceKey, service);
  const documents = [
    { kind: 'Service', ...service, replicas: 5 },
    { kind: 'Service', ...service, name: 'b' },
    { kind: 'Service', ...service, name: 'c' },
  ];
  const changes = await plan(context, documents);
  await context.store.transact([], [{ type: 'delete', key: serviceKey }]);
  await putAs(context, keyOf('demo', 'service', 'b'), { ...service, name: 'b', replicas: 9 });
  const written = await writeChanges(context, changes);
  assert.deepEqual(
    written.map(({ status }) => status),
    ['conflict', 'conflict', 'done'],
  );
  assert.match(
    written.map(describeWritten).join('\n'),
    /service\/a was deleted meanwhile.*\n.*service\/b was created meanwhile: \$\.replicas: 9 → 1/,
  );
  assert.equal((await standing(context, keyOf('demo', 'service', 'b')))?.['replicas'], 9);
  assert.equal(exitCodeOf(written), 4);
});

test('the same record written by two at once is no conflict', async () => {
  const context = testContext();
  const changes = await plan(context, [{ kind: 'Service', ...service }]);
  await putAs(context, serviceKey, service);
  assert.deepEqual((await writeChanges(context, changes)).map(describeWritten), ['service/a unchanged']);
});

test('a document that was read before another operator wrote is refused with what changed', async () => {
  const context = testContext();
  const read = await putAs(context, serviceKey, service);
  await putAs(context, serviceKey, { ...service, replicas: 3 });
  await assert.rejects(plan(context, [{ kind: 'Service', ...service, drain_s: 1, mod_revision: read }]), (error: PhotonError) => {
    assert.match(error.explain(), /service\/a has changed since it was read.*\$\.replicas: 1 → 3/);
    return error.exitCode === 4;
  });
  const nodeRead = await putAs(context, nodeKey, node);
  await putAs(context, nodeKey, { ...node, last_heartbeat: '2026-12-01T00:00:00Z' });
  assert.equal(exitCodeOf(await apply(context, { kind: 'Node', ...node, roles: [], mod_revision: nodeRead })), 0);
  await assert.rejects(
    plan(context, [{ kind: 'Service', ...service, name: 'gone', mod_revision: 1 }]),
    (error: PhotonError) => error.exitCode === 4,
  );
  await context.store.compact(context.memory.revision);
  await assert.rejects(plan(context, [{ kind: 'Service', ...service, mod_revision: read }]), (error: PhotonError) => error.exitCode === 4);
});

test('a broken record is repaired, and what is sound of others in it is kept', async () => {
  const context = testContext();
  await putAs(context, nodeKey, { ...node, ip: 7, state: 'active', last_heartbeat: 'yesterday' });
  const [change] = await plan(context, [{ kind: 'Node', ...node }]);
  assert.deepEqual(change?.notes, ['what stands there now is no valid record and is replaced']);
  await writeChanges(context, [change ?? assert.fail()]);
  assert.deepEqual(await standing(context, nodeKey), { ...node, state: 'active' });
  await putAs(context, serviceKey, 'not JSON');
  assert.equal(exitCodeOf(await apply(context, { kind: 'Service', ...service })), 0);
  const { kv } = await context.store.get(serviceKey);
  assert.ok(kv && parseEntry('demo', kv)?.ok);
});

test("an instance's state is the operator's only while no agent looks after it", async () => {
  const context = testContext();
  const instance = { instance_id: 'a-0', service: 'a', node_id: 'n1', ip: '10.0.0.1', port: 80, state: 'ready' };
  await apply(context, { kind: 'ServiceInstance', ...instance });
  await apply(context, { kind: 'ServiceInstance', ...instance, state: 'draining' });
  const key = keyOf('demo', 'instance', 'a', 'a-0');
  assert.equal((await standing(context, key))?.['state'], 'draining');
  await putAs(context, keyOf('demo', 'assignment', 'n1', 'a', 'a-0'), {});
  await apply(context, { kind: 'ServiceInstance', ...instance, state: 'ready' });
  assert.equal((await standing(context, key))?.['state'], 'draining');
});

test('a policy that changes is stamped, one that does not is not', async () => {
  const context = testContext();
  const policy = { policy_id: 'p', environment: 'dev', source_service: '*', target_service: 'a', mtls_required: true, mode: 'strict' };
  const key = keyOf('demo', 'policy', 'p');
  await apply(context, { kind: 'MTLSPolicy', ...policy });
  assert.equal((await standing(context, key))?.['updated_at'], '2026-12-01T00:00:00.000Z');
  await context.clock.advance(60_000);
  const before = context.memory.revision;
  await apply(context, { kind: 'MTLSPolicy', ...policy });
  assert.equal(context.memory.revision, before);
  await apply(context, { kind: 'MTLSPolicy', ...policy, mode: 'permissive' });
  assert.equal((await standing(context, key))?.['updated_at'], '2026-12-01T00:01:00.000Z');
});

test("the cluster's uid can't be changed by accident", async () => {
  const context = testContext();
  const meta = { cluster_id: 'demo', environment: 'dev', created_at: '2026-12-01T00:00:00Z', uid: 'original', epoch: 2 };
  await putAs(context, keyOf('demo', 'cluster'), meta);
  await apply(context, { kind: 'ClusterMeta', ...meta, uid: 'another1', timings: { lease_s: 5 } });
  assert.deepEqual(await standing(context, keyOf('demo', 'cluster')), { ...meta, timings: { lease_s: 5 } });
});
