// Two controllers, as programs, on a real etcd: the one that leads is killed, the other follows.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { type RunningEtcd, startEtcd } from '../e2e/harness/etcd.ts';
import { createScratch, freePort, type Program, type Scratch, startProgram, waitFor } from '../e2e/harness/scratch.ts';
import type { Store } from '../src/loop/ports.ts';
import type { ServiceInstance } from '../src/model/generated.ts';
import { clusterPrefix, keyOf, leaderKey } from '../src/model/keys.ts';
import { openEtcd } from '../src/store/etcd.ts';

const clusterId = 'takeover';
let etcd: RunningEtcd;
let scratch: Scratch;
let store: Store;

before(async () => {
  scratch = await createScratch('takeover');
  etcd = await startEtcd();
  store = openEtcd({ endpoints: etcd.endpoints });
});

after(async () => {
  await store?.close();
  await etcd?.stop();
  await scratch?.close();
});

async function put(key: string, record: object): Promise<void> {
  await store.transact([], [{ type: 'put', key, value: JSON.stringify(record) }]);
}

async function instances(service: string): Promise<ServiceInstance[]> {
  const { kvs } = await store.list(`${clusterPrefix(clusterId)}instances/${service}/`);
  return kvs.map((kv) => JSON.parse(kv.value) as ServiceInstance);
}

async function startController(name: string): Promise<{ program: Program; url: string }> {
  const health = await freePort();
  const cluster = ['--endpoints', etcd.endpoints.join(','), '--cluster', clusterId];
  const program = startProgram(scratch, {
    name,
    command: process.execPath,
    args: [
      join(import.meta.dirname, 'main.ts'),
      ...cluster,
      '--state-dir',
      join(scratch.dir, name),
      '--health-listen',
      `127.0.0.1:${health}`,
    ],
    logFile: join(scratch.dir, `${name}.log`),
  });
  const url = `http://127.0.0.1:${health}`;
  await waitFor(`${name} is ready`, async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok);
  return { program, url };
}

async function leads(url: string): Promise<boolean> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return /^photoncloud_controller_leader 1$/m.test(text);
}

test('the leader is killed: the other takes over within a lease, and what stands stays', { timeout: 120_000 }, async () => {
  await put(keyOf(clusterId, 'cluster'), { cluster_id: clusterId, environment: 'test', created_at: '2026-01-01T00:00:00.000Z' });
  for (const [at, id] of ['a', 'b'].entries()) {
    await put(keyOf(clusterId, 'node', id), { node_id: id, ip: `10.0.0.${at + 1}`, machine_id: `machine-${id}` });
    const liveness = {
      session: '0123456789abcdef',
      agent_uid: '0123456789abcdef',
      machine_id: `machine-${id}`,
      boot_id: 'b',
      version: '1',
    };
    await put(keyOf(clusterId, 'liveness', id), liveness);
  }
  const service = { name: 'web', ports: { http: 8080 }, protocol: 'http', run: { image: 'app:1' }, replicas: 3 };
  await put(keyOf(clusterId, 'service', 'web'), service);
  const one = await startController('one');
  await waitFor('one places', async () => (await instances('web')).length === 3);
  const two = await startController('two');
  assert.equal(await leads(one.url), true);
  assert.equal(await leads(two.url), false);
  const placed = await instances('web');
  one.program.signal('SIGKILL');
  const killedAt = performance.now();
  await waitFor('two leads', () => leads(two.url), 30_000);
  assert.ok(performance.now() - killedAt < 20_000, 'within a lease and its margin');
  assert.deepEqual(await instances('web'), placed);
  await put(keyOf(clusterId, 'service', 'web'), { ...service, replicas: 5 });
  await waitFor('two acts', async () => (await instances('web')).length === 5);
  assert.equal(await two.program.stop(), 0);
  assert.equal((await store.get(leaderKey(clusterId))).kv, undefined, 'it stepped down');
});
