// What the controller tells of what it does, over a store in memory and a clock that is moved by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from '../src/loop/clock.ts';
import { silentLog } from '../src/loop/log.ts';
import type { Files, KeyValue } from '../src/loop/ports.ts';
import { seededRandom } from '../src/loop/random.ts';
import type { Event } from '../src/model/generated.ts';
import { clusterPrefix, keyOf, leaderKey } from '../src/model/keys.ts';
import { MemoryStore } from '../src/store/memory.ts';
import { type Controller, createController } from './controller.ts';
import { EventBound } from './event-bound.ts';

const clusterId = 'test';
const key = (...args: [Parameters<typeof keyOf>[1], ...string[]]): string => keyOf(clusterId, ...args);
const noFiles: Files = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  list: () => Promise.resolve([]),
};

class Bed {
  readonly clock = new SimulatedClock();
  readonly server = new MemoryStore(this.clock);
  readonly hand = this.server.client('hand');
  passes = 0;

  async put(path: string, record: object): Promise<void> {
    await this.hand.transact([], [{ type: 'put', key: path, value: JSON.stringify(record) }]);
  }

  async cluster(): Promise<void> {
    await this.put(key('cluster'), { cluster_id: clusterId, environment: 'test', created_at: '2026-01-01T00:00:00.000Z', uid: 'uid00000' });
    await this.put(key('node', 'node-1'), { node_id: 'node-1', ip: '10.0.0.1', machine_id: 'm1' });
    const session = { session: '0123456789abcdef', agent_uid: '0123456789abcdef', machine_id: 'm1', boot_id: 'b', version: '1' };
    await this.put(key('liveness', 'node-1'), session);
    await this.put(key('service', 'web'), { name: 'web', ports: { http: 8080 }, protocol: 'http', run: { image: 'app:1' } });
  }

  start(name: string): Promise<Controller> {
    const ports = { store: this.server.client(name), clock: this.clock, random: seededRandom(1), log: silentLog, files: noFiles };
    return createController(ports, { clusterId, name, observer: { onPass: () => this.passes++ } });
  }

  async events(): Promise<{ kv: KeyValue; event: Event }[]> {
    const { kvs } = await this.hand.list(`${clusterPrefix(clusterId)}events/`);
    return kvs.map((kv) => ({ kv, event: JSON.parse(kv.value) as Event }));
  }
}

test('what a leader does is told, bound to a lease; its events make it plan nothing, and at rest it writes none', async () => {
  const bed = new Bed();
  await bed.cluster();
  const controller = await bed.start('one');
  await bed.clock.advance(3000);
  const told = await bed.events();
  const reasons = told.map(({ event }) => `${event.kind} ${event.reason}`).sort();
  assert.deepEqual(reasons, ['instance placed', 'node active', 'service created', 'service rollout_started']);
  for (const { kv, event } of told) {
    assert.notEqual(kv.lease, '0');
    assert.equal(event.by, 'controller/one');
  }
  const [passes, revision] = [bed.passes, bed.server.revision];
  await bed.clock.advance(20_000);
  assert.equal(bed.server.revision, revision, 'nothing happens, nothing is written');
  await bed.put(key('event', 'node', 'node-1', 'lost'), { kind: 'node', id: 'node-1', reason: 'lost' });
  await bed.clock.advance(1);
  assert.equal(bed.passes, passes, 'an event is nobody’s business');
  await controller.close();
});

test('who is deposed tells nothing more', async () => {
  const bed = new Bed();
  await bed.cluster();
  const controller = await bed.start('one');
  await bed.clock.advance(3000);
  const before = (await bed.events()).length;
  await bed.put(key('service', 'shop'), { name: 'shop', ports: { http: 1 }, protocol: 'http', run: { image: 'a:1' } });
  // It has placed it, and its events wait to be written.
  await bed.clock.advance(300);
  assert.equal((await bed.hand.list(`${clusterPrefix(clusterId)}instances/shop/`)).kvs.length, 1);
  await bed.hand.transact([], [{ type: 'delete', key: leaderKey(clusterId) }]);
  await bed.hand.transact([], [{ type: 'put', key: leaderKey(clusterId), value: 'another' }]);
  await bed.clock.advance(60_000);
  assert.equal((await bed.events()).filter(({ event }) => event.service === 'shop' || event.id === 'shop').length, 0);
  assert.equal((await bed.events()).length, before);
  await controller.close();
});

test('more events than are kept: those that were met longest ago go first, with room to spare, and only by the leader', async () => {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  const hand = server.client('hand');
  const { revision } = await hand.transact([], [{ type: 'put', key: leaderKey(clusterId), value: 'one' }]);
  let leads = false;
  const fence = () => (leads ? { key: leaderKey(clusterId), modRevision: revision } : undefined);
  const bound = new EventBound({ store: server.client('one'), clock, log: silentLog, clusterId, fence, most: 100 });
  hand.watch(clusterPrefix(clusterId), 1, {
    onEvents: (events, at) => {
      const changes = events.map((event) => ({ key: event.key, ...(event.type === 'put' && { after: event.kv }) }));
      bound.apply({ revision: at, relisted: false, changes });
    },
    onEnd: () => undefined,
  });
  const keys = Array.from({ length: 120 }, (_, at) => key('event', 'node', `node-${at}`, 'lost'));
  for (const one of keys) await hand.transact([], [{ type: 'put', key: one, value: '{}' }]);
  // The first is met again: it is not old any more.
  await hand.transact([], [{ type: 'put', key: keys[0] ?? '', value: '{"count":2}' }]);
  const left = async (): Promise<string[]> => (await hand.list(`${clusterPrefix(clusterId)}events/`)).kvs.map((kv) => kv.key);
  await clock.advance(20_000);
  assert.equal((await left()).length, 120, 'who does not lead deletes none');
  leads = true;
  await clock.advance(20_000);
  assert.deepEqual(new Set(await left()), new Set([keys[0], ...keys.slice(31)]));
  const before = server.revision;
  await clock.advance(60_000);
  assert.equal(server.revision, before);
  bound.stop();
});
