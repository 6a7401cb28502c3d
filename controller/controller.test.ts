// The controller over a store in memory and a clock that is moved by hand: nothing here waits for real time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from '../src/loop/clock.ts';
import { silentLog } from '../src/loop/log.ts';
import type { Files, Store } from '../src/loop/ports.ts';
import { seededRandom } from '../src/loop/random.ts';
import type { ServiceInstance, ServiceStatus } from '../src/model/generated.ts';
import { clusterPrefix, keyOf, leaderKey } from '../src/model/keys.ts';
import { MemoryStore } from '../src/store/memory.ts';
import { type Controller, createController } from './controller.ts';

const clusterId = 'test';
const key = (...args: [Parameters<typeof keyOf>[1], ...string[]]): string => keyOf(clusterId, ...args);

class MemoryFiles implements Files {
  readonly files = new Map<string, string>();
  read(path: string): Promise<string | undefined> {
    return Promise.resolve(this.files.get(path));
  }
  write(path: string, content: string): Promise<void> {
    this.files.set(path, content);
    return Promise.resolve();
  }
  remove(path: string): Promise<void> {
    this.files.delete(path);
    return Promise.resolve();
  }
  list(): Promise<string[]> {
    return Promise.resolve([...this.files.keys()]);
  }
}

class Bed {
  readonly clock = new SimulatedClock();
  readonly server = new MemoryStore(this.clock);
  readonly operator: Store = this.server.client('operator');
  readonly files = new MemoryFiles();
  readonly controllers: Controller[] = [];

  async put(path: string, record: object | string): Promise<void> {
    await this.operator.transact([], [{ type: 'put', key: path, value: typeof record === 'string' ? record : JSON.stringify(record) }]);
  }

  async meta(more: object = {}): Promise<void> {
    await this.put(key('cluster'), { cluster_id: clusterId, environment: 'test', created_at: '2026-01-01T00:00:00.000Z', ...more });
  }

  async nodes(...ids: string[]): Promise<void> {
    for (const [at, id] of ids.entries()) {
      await this.put(key('node', id), { node_id: id, ip: `10.0.0.${at + 1}`, machine_id: `machine-${id}` });
      await this.put(key('liveness', id), {
        session: '0123456789abcdef',
        agent_uid: '0123456789abcdef',
        machine_id: `machine-${id}`,
        boot_id: 'b',
        version: '1',
      });
    }
  }

  async service(name: string, more: object = {}): Promise<void> {
    await this.put(key('service', name), { name, ports: { http: 8080 }, protocol: 'http', run: { image: 'app:1' }, ...more });
  }

  async start(name: string, identityFile?: string): Promise<{ controller: Controller; store: ReturnType<MemoryStore['client']> }> {
    const store = this.server.client(name);
    const random = seededRandom(this.controllers.length + 1);
    const controller = await createController(
      { store, clock: this.clock, random, log: silentLog, files: this.files },
      { clusterId, name, ...(identityFile !== undefined && { identityFile }) },
    );
    this.controllers.push(controller);
    return { controller, store };
  }

  async instances(service: string): Promise<ServiceInstance[]> {
    const { kvs } = await this.operator.list(`${clusterPrefix(clusterId)}instances/${service}/`);
    return kvs.map((kv) => JSON.parse(kv.value) as ServiceInstance);
  }

  async status(service: string): Promise<ServiceStatus | undefined> {
    const { kv } = await this.operator.get(key('service-status', service));
    return kv && (JSON.parse(kv.value) as ServiceStatus);
  }

  async count(service: string, wanted: number): Promise<void> {
    await this.clock.until(async () => (await this.instances(service)).length === wanted, 120_000, `${wanted} instances of ${service}`);
  }

  async close(): Promise<void> {
    const closing = Promise.all(this.controllers.map((controller) => controller.close()));
    await this.clock.advance(60_000);
    await closing;
  }
}

test('a service is placed; an idle cluster is not written to', async () => {
  const bed = new Bed();
  await bed.meta();
  await bed.nodes('a', 'b');
  await bed.start('one');
  await bed.service('web', { replicas: 4 });
  await bed.count('web', 4);
  for (const instance of await bed.instances('web'))
    await bed.put(key('instance', 'web', instance.instance_id), { ...instance, state: 'ready' });
  const meta = await bed.operator.get(key('cluster'));
  assert.match(meta.kv?.value ?? '', /"uid":"[0-9a-f]{32}"/);
  await bed.clock.advance(10_000);
  const { revision } = await bed.operator.get(key('cluster'));
  await bed.clock.advance(600_000);
  assert.equal((await bed.operator.get(key('cluster'))).revision, revision);
  await bed.close();
});

test('no controller for three lease times while fifty agents live: when one is back nothing moves, and what died meanwhile has its whole grace', async () => {
  const bed = new Bed();
  await bed.meta();
  const nodes = Array.from({ length: 50 }, (_, at) => `node-${at}`);
  await bed.nodes(...nodes);
  const { controller } = await bed.start('one');
  await bed.service('web', { replicas: 50 });
  await bed.count('web', 50);
  for (const instance of await bed.instances('web'))
    await bed.put(key('instance', 'web', instance.instance_id), { ...instance, state: 'ready' });
  await bed.clock.advance(60_000);
  const closing = controller.close();
  await bed.clock.advance(10_000);
  await closing;
  const placed = async (): Promise<string[]> => (await bed.instances('web')).map((one) => `${one.instance_id} on ${one.node_id}`);
  const before = await bed.instances('web');
  await bed.clock.advance(3 * 15_000);
  await bed.operator.transact([], [{ type: 'delete', key: key('liveness', 'node-7') }]);
  const two = await bed.start('two');
  await bed.clock.until(() => two.controller.leads(), 20_000, 'the next controller to lead');
  await bed.clock.advance(2 * 15_000 - 1000);
  assert.deepEqual(await bed.instances('web'), before, 'nothing is marked, moved or made');
  const standing = await placed();
  await bed.count('web', 51);
  for (const instance of await bed.instances('web'))
    if (instance.state === 'starting') await bed.put(key('instance', 'web', instance.instance_id), { ...instance, state: 'ready' });
  await bed.count('web', 50);
  await bed.clock.advance(60_000);
  const after = await placed();
  assert.deepEqual(
    standing.filter((one) => !after.includes(one)),
    standing.filter((one) => one.endsWith(' on node-7')),
    'what stands on the other forty-nine stays',
  );
  await bed.close();
});

test('one of two acts; when it is cut off the other follows within a lease, and nothing is written twice', async () => {
  const bed = new Bed();
  await bed.meta();
  await bed.nodes('a', 'b');
  const one = await bed.start('one');
  await bed.clock.until(() => one.controller.leads());
  const two = await bed.start('two');
  await bed.clock.advance(5_000);
  assert.equal(two.controller.leads(), false);
  one.store.setPartition('silent');
  await bed.clock.until(() => two.controller.leads(), 20_000, 'the other leads');
  assert.equal(one.controller.leads(), false);
  await bed.service('web', { replicas: 3 });
  await bed.count('web', 3);
  one.store.setPartition('none');
  await bed.clock.advance(60_000);
  assert.equal((await bed.instances('web')).length, 3);
  await bed.close();
});

test('a leader that steps down is followed at once', async () => {
  const bed = new Bed();
  await bed.meta();
  const one = await bed.start('one');
  await bed.clock.until(() => one.controller.leads());
  const two = await bed.start('two');
  await bed.clock.advance(1000);
  const closing = one.controller.close();
  await bed.clock.until(() => two.controller.leads(), 3000, 'the other leads');
  await closing;
  assert.equal((await bed.operator.get(leaderKey(clusterId))).kv?.value, 'two');
  await bed.close();
});

test('answers that are lost do not place anything twice', async () => {
  const bed = new Bed();
  await bed.meta();
  await bed.nodes('a', 'b', 'c');
  const one = await bed.start('one');
  await bed.clock.until(() => one.controller.leads());
  one.store.faults.lostAnswers = 3;
  await bed.service('web', { replicas: 5 });
  await bed.count('web', 5);
  await bed.clock.advance(120_000);
  assert.equal((await bed.instances('web')).length, 5);
  await bed.close();
});

test('a service broken by hand keeps its instances over a restart of the controller', async () => {
  const bed = new Bed();
  await bed.meta();
  await bed.nodes('a');
  const one = await bed.start('one');
  await bed.service('web', { replicas: 2 });
  await bed.count('web', 2);
  const before = await bed.instances('web');
  await bed.put(key('service', 'web'), 'not json');
  await bed.clock.advance(60_000);
  const closing = one.controller.close();
  await bed.clock.advance(5000);
  await closing;
  await bed.start('two');
  await bed.clock.advance(120_000);
  assert.deepEqual(await bed.instances('web'), before);
  assert.equal((await bed.status('web'))?.conditions[0]?.type, 'invalid_record');
  await bed.close();
});

test('a store that comes back empty, rewound or as another is not obeyed until its epoch is raised', async () => {
  const bed = new Bed();
  await bed.meta({ uid: 'aaaaaaaa' });
  await bed.nodes('a');
  const one = await bed.start('one', '/state');
  await bed.service('web', { replicas: 2 });
  await bed.count('web', 2);
  const image = bed.server.image();
  await bed.service('other', { replicas: 1 });
  await bed.count('other', 1);
  bed.server.restore();
  await bed.clock.until(() => one.controller.unready()?.includes('no meta') ?? false, 120_000, 'the empty store is refused');
  bed.server.restore(image);
  await bed.clock.until(() => one.controller.unready()?.includes('raise meta.epoch') ?? false, 120_000, 'the rewound store is refused');
  const closing = one.controller.close();
  await bed.clock.advance(5000);
  await closing;
  const two = await bed.start('two', '/state');
  await bed.clock.until(() => two.controller.unready()?.includes('raise meta.epoch') ?? false, 120_000, 'also by the next process');
  await bed.service('third', { replicas: 1 });
  await bed.clock.advance(60_000);
  assert.deepEqual(await bed.instances('third'), []);
  await bed.meta({ uid: 'aaaaaaaa', epoch: 1 });
  await bed.count('third', 1);
  assert.equal(two.controller.unready(), undefined);
  // Whoever wrote meta anew by hand is told the uid to put back.
  await bed.meta({ epoch: 1 });
  await bed.clock.until(() => /put ours, aaaaaaaa, back/.test(two.controller.unready() ?? ''), 120_000, 'the lost uid is told');
  await bed.meta({ uid: 'aaaaaaaa', epoch: 1 });
  await bed.clock.until(() => two.controller.unready() === undefined, 120_000, 'the uid is back');
  await bed.close();
});

test('a dead node is given up only after the grace, and by a new leader only after two leases', async () => {
  const bed = new Bed();
  await bed.meta();
  await bed.nodes('a', 'b', 'c');
  const one = await bed.start('one');
  await bed.service('web', { replicas: 3 });
  await bed.count('web', 3);
  await bed.clock.advance(35_000);
  const closing = one.controller.close();
  await bed.clock.advance(5000);
  await closing;
  await bed.operator.transact([], [{ type: 'delete', key: key('liveness', 'a') }]);
  await bed.clock.advance(600_000);
  const two = await bed.start('two');
  await bed.clock.until(() => two.controller.leads());
  await bed.clock.advance(28_000);
  assert.ok(
    (await bed.instances('web')).every((instance) => instance.state === 'starting'),
    'nothing is marked within two leases',
  );
  await bed.clock.advance(4000);
  assert.ok((await bed.instances('web')).some((instance) => instance.reason?.startsWith('node_lost')));
  await bed.clock.until(
    async () => (await bed.instances('web')).filter((instance) => instance.node_id !== 'a').length === 3,
    40_000,
    'its work is elsewhere',
  );
  await bed.close();
});

test('instance records deleted by hand are back as they were at once, from what the controller saw; a next one has the agents tell', async () => {
  const bed = new Bed();
  await bed.meta();
  await bed.nodes('a', 'b');
  const one = await bed.start('one');
  await bed.service('web', { replicas: 2 });
  await bed.count('web', 2);
  for (const instance of await bed.instances('web'))
    await bed.put(key('instance', 'web', instance.instance_id), {
      ...instance,
      state: 'ready',
      last_heartbeat: '2026-01-01T00:00:00.000Z',
    });
  await bed.clock.advance(1000);
  const before = await bed.instances('web');
  const keys = before.map((instance) => key('instance', 'web', instance.instance_id));
  const removeAll = () =>
    bed.operator.transact(
      [],
      keys.map((path) => ({ type: 'delete', key: path })),
    );
  const former = async (): Promise<ServiceInstance[]> =>
    (await bed.instances('web')).filter((i) => keys.includes(key('instance', 'web', i.instance_id)));
  await removeAll();
  await bed.clock.until(async () => (await former()).length === 2, 2000, 'the records to be back');
  assert.deepEqual(await former(), before);

  const closing = one.controller.close();
  await bed.clock.advance(5000);
  await closing;
  await removeAll();
  const two = await bed.start('two');
  await bed.clock.until(async () => (await former()).length === 2, 40_000, 'the records to be back');
  assert.ok(two.controller.leads());
  assert.deepEqual(
    (await former()).map(({ state, desired }) => `${state} ${desired}`),
    ['starting running', 'starting running'],
  );
  await bed.close();
});
