// Garbage in each record that the controller reads or writes, of each kind, put there while it runs and before it starts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from '../src/loop/clock.ts';
import { silentLog } from '../src/loop/log.ts';
import type { Files, Store } from '../src/loop/ports.ts';
import { seededRandom } from '../src/loop/random.ts';
import { PhotonError } from '../src/model/errors.ts';
import { garbage } from '../src/model/garbage.ts';
import type { Kind } from '../src/model/kinds.ts';
import { clusterPrefix, keyOf, leaderKey } from '../src/model/keys.ts';
import { MemoryStore } from '../src/store/memory.ts';
import { type Controller, createController } from './controller.ts';

const clusterId = 'test';
const key = (kind: Kind, ...ids: string[]): string => keyOf(clusterId, kind, ...ids);
const noFiles: Files = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  list: () => Promise.resolve([]),
};

class Bed {
  readonly clock = new SimulatedClock();
  readonly server = new MemoryStore(this.clock);
  readonly hand: Store = this.server.client('hand');

  async put(at: string, value: object | string): Promise<void> {
    await this.hand.transact([], [{ type: 'put', key: at, value: typeof value === 'string' ? value : JSON.stringify(value) }]);
  }

  async value(at: string): Promise<string | undefined> {
    return (await this.hand.get(at)).kv?.value;
  }

  start(name: string, files: Files = noFiles): Promise<Controller> {
    const ports = { store: this.server.client(name), clock: this.clock, random: seededRandom(1), log: silentLog, files };
    return createController(ports, { clusterId, name, identityFile: '/state/identity.json' });
  }

  async stop(controller: Controller): Promise<void> {
    const closing = controller.close();
    await this.clock.advance(5000);
    await closing;
  }

  async keys(below: string): Promise<string[]> {
    return (await this.hand.list(`${clusterPrefix(clusterId)}${below}/`)).kvs.map((kv) => kv.key);
  }

  /** Two nodes, of which one serves routes, and a service with a route. */
  async cluster(): Promise<void> {
    await this.put(key('cluster'), { cluster_id: clusterId, environment: 'test', created_at: '2026-01-01T00:00:00Z', uid: 'aaaaaaaa' });
    for (const [at, id] of ['a', 'b'].entries()) {
      const roles = id === 'a' ? ['ingress'] : [];
      await this.put(key('node', id), { node_id: id, ip: `10.0.0.${at + 1}`, machine_id: id, roles });
      await this.put(key('liveness', id), { session: 's', agent_uid: id, machine_id: id, boot_id: 'b', version: '1' });
    }
    await this.service('web', { routes: [{ host: 'web.example' }], replicas: 2 });
  }

  async service(name: string, more: object): Promise<void> {
    await this.put(key('service', name), { name, ports: { http: 8080 }, protocol: 'http', run: { image: 'app:1' }, ...more });
  }

  async until(what: string, condition: () => Promise<boolean>): Promise<void> {
    await this.clock.until(condition, 120_000, what);
  }

  /** The routes, or the text that stands in their place. */
  async routed(): Promise<boolean> {
    const text = (await this.value(key('ingress', 'a'))) ?? '';
    return text.includes('web.example') || Object.values(garbage).includes(text);
  }
}

interface World {
  instance: string;
  assignment: string;
  revision: string;
}

const records: Readonly<Record<string, (world: World) => string>> = {
  meta: () => key('cluster'),
  'node with instances': () => key('node', 'a'),
  liveness: () => key('liveness', 'a'),
  service: () => key('service', 'web'),
  status: () => key('service-status', 'web'),
  instance: ({ instance }) => instance,
  assignment: ({ assignment }) => assignment,
  ingress: () => key('ingress', 'a'),
  revision: ({ revision }) => revision,
  policy: () => key('policy', 'p'),
  'certificate of a service': () => key('service-certificate', 'web'),
  'certificate of a node': () => key('node-certificate', 'a'),
  issued: () => key('issued-certificate', 'web', 'a'),
  revoked: () => key('revoked-certificate', '0'.repeat(64)),
  ca: () => key('ca'),
  event: () => key('event', 'service', 'web', 'odd'),
  leader: () => leaderKey(clusterId),
  'no record at all': () => `${clusterPrefix(clusterId)}nobody/knows/this`,
};

async function worldOf(bed: Bed): Promise<World> {
  await bed.until('web to be placed', async () => (await bed.keys('instances/web')).length === 2);
  await bed.until('its route', () => bed.routed());
  await bed.until('its status', async () => (await bed.value(key('service-status', 'web'))) !== undefined);
  const [instance = ''] = await bed.keys('instances/web');
  const assignments = (await bed.hand.list(`${clusterPrefix(clusterId)}assignments/`)).kvs.map((kv) => kv.key);
  const [revision = ''] = await bed.keys('revisions/web');
  return { instance, assignment: assignments.find((one) => one.includes('/web/')) ?? '', revision };
}

/** The controller leads, and does what has nothing to do with the garbage. */
async function atWork(bed: Bed, controller: Controller, name: string, kind: string): Promise<void> {
  await bed.service(name, { replicas: 1 });
  await bed.until(`${name} to be placed beside ${kind}`, async () => (await bed.keys(`instances/${name}`)).length === 1);
  assert.ok(controller.leads(), kind);
  assert.equal(controller.unready(), undefined, kind);
}

for (const [record, keyIn] of Object.entries(records)) {
  test(`garbage as ${record}: the controller goes on, and what it is about stays`, async () => {
    const bed = new Bed();
    await bed.cluster();
    let controller = await bed.start('first');
    const world = await worldOf(bed);
    const at = keyIn(world);
    for (const [number, [kind, text]] of Object.entries(garbage).entries()) {
      const whole = await bed.value(at);
      const before = await bed.keys('instances/web');
      await bed.put(at, text);
      await atWork(bed, controller, `while-${number}`, kind);
      assert.deepEqual(await bed.keys('instances/web'), before, kind);
      assert.ok(await bed.routed(), kind);
      await bed.stop(controller);
      await bed.put(at, text);
      controller = await bed.start(`after-${number}`);
      await atWork(bed, controller, `after-${number}`, kind);
      assert.deepEqual(await bed.keys('instances/web'), before, kind);
      assert.ok(await bed.routed(), kind);
      if ((await bed.value(at)) === text && record !== 'leader') {
        if (whole === undefined) await bed.hand.transact([], [{ type: 'delete', key: at }]);
        else await bed.put(at, whole);
      }
      await bed.clock.advance(60_000);
      assert.deepEqual(await bed.keys('instances/web'), before, `${kind}, mended`);
    }
    await bed.stop(controller);
  });
}

test('garbage in a service and in the table of its routes at once: the routes stay, whichever is mended first', async () => {
  for (const first of ['service', 'ingress'] as const) {
    const bed = new Bed();
    await bed.cluster();
    const controller = await bed.start('one');
    await worldOf(bed);
    const keys = { service: key('service', 'web'), ingress: key('ingress', 'a') };
    const whole = { service: (await bed.value(keys.service)) ?? '', ingress: (await bed.value(keys.ingress)) ?? '' };
    const both = Object.values(keys).map((at) => ({ type: 'put' as const, key: at, value: 'not JSON' }));
    await bed.hand.transact([], both);
    await atWork(bed, controller, 'beside', first);
    assert.equal(await bed.value(keys.ingress), 'not JSON');
    const second = first === 'service' ? 'ingress' : 'service';
    await bed.put(keys[first], whole[first]);
    await bed.clock.advance(60_000);
    assert.match((await bed.value(keys.ingress)) ?? '', /web\.example/);
    await bed.put(keys[second], whole[second]);
    await bed.clock.advance(60_000);
    assert.match((await bed.value(keys.ingress)) ?? '', /web\.example/);
    await bed.stop(controller);
  }
});

test('a state directory that can not be written is refused at the start, and stops nothing later', async () => {
  const bed = new Bed();
  await bed.cluster();
  let full = true;
  const refusal = new PhotonError('disk_full', 'ENOSPC', { where: '/state/identity.json' });
  const files = { ...noFiles, write: () => (full ? Promise.reject(refusal) : Promise.resolve()) };
  await assert.rejects(bed.start('one', files), refusal);
  full = false;
  const controller = await bed.start('one', files);
  full = true;
  await worldOf(bed);
  await atWork(bed, controller, 'beside', 'a full disk');
  await bed.stop(controller);
});
