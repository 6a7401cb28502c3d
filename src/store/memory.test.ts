import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from '../loop/clock.ts';
import { PhotonError } from '../model/errors.ts';
import { describeStore } from './conformance.ts';
import { MemoryStore } from './memory.ts';

describeStore('the simulated store', async () => {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  return {
    open: () => server.client('test'),
    until: (condition, limitMs, what) => clock.until(condition, limitMs, what),
    close: async () => {},
  };
});

const code = (expected: string) => (error: unknown) => error instanceof PhotonError && error.code === expected;

test('a refused client fails its transactions at once and its reads after a while; others go on', async () => {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  const [one, two] = [server.client('one'), server.client('two')];
  const ends: string[] = [];
  one.watch('', 1, { onEvents: () => {}, onEnd: (end) => ends.push(end.reason) });
  one.setPartition('refused');
  await assert.rejects(one.transact([], [{ type: 'put', key: 'a', value: '1' }]), code('store_unreachable'));
  assert.equal((await two.get('a')).kv, undefined);
  let failed: unknown;
  const reading = one.get('a').catch((error: unknown) => {
    failed = error;
  });
  await clock.advance(8_000);
  assert.equal(failed, undefined);
  await clock.advance(3_000);
  await reading;
  assert.ok(code('store_unreachable')(failed));
  assert.deepEqual(ends, ['lost']);
  one.setPartition('none');
  assert.equal((await one.get('a')).revision, 1);
});

test('a silent client is noticed by its watches and calls after their time; nothing of the silence is told later', async () => {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  const [one, two] = [server.client('one'), server.client('two')];
  const ends: string[] = [];
  let events = 0;
  one.watch('', 1, { onEvents: (heard) => (events += heard.length), onEnd: (end) => ends.push(end.reason) });
  await clock.advance(0);
  one.setPartition('silent');
  await two.transact([], [{ type: 'put', key: 'a', value: '1' }]);
  let failed: unknown;
  void one.transact([], [{ type: 'put', key: 'b', value: '1' }]).catch((error: unknown) => {
    failed = error;
  });
  await clock.advance(9_000);
  assert.deepEqual([failed, ends, events], [undefined, [], 0]);
  await clock.advance(12_000);
  assert.ok(code('store_timeout')(failed));
  assert.deepEqual([ends, events], [['lost'], 0]);
});

test('a watch that was silent for less than its time catches up', async () => {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  const [one, two] = [server.client('one'), server.client('two')];
  const values: string[] = [];
  one.watch('', 1, { onEvents: (events) => values.push(...events.map((event) => event.kv.value)), onEnd: () => assert.fail('ended') });
  one.setPartition('silent');
  for (const value of ['1', '2', '3']) await two.transact([], [{ type: 'put', key: 'a', value }]);
  await clock.advance(6_000);
  one.setPartition('none');
  await clock.advance(0);
  assert.deepEqual(values, ['1', '2', '3']);
});

test('lost and doubled transactions', async () => {
  const server = new MemoryStore(new SimulatedClock());
  const client = server.client('one');
  client.faults.lostRequests = 1;
  await assert.rejects(client.transact([], [{ type: 'put', key: 'a', value: '1' }]), code('store_unreachable'));
  assert.equal((await client.get('a')).kv, undefined);
  client.faults.lostAnswers = 1;
  await assert.rejects(client.transact([], [{ type: 'put', key: 'a', value: '1' }]), code('store_unreachable'));
  assert.equal((await client.get('a')).kv?.value, '1');
  client.faults.duplicates = 1;
  const doubled = await client.transact([{ key: 'b', modRevision: 0 }], [{ type: 'put', key: 'b', value: '1' }]);
  assert.equal(doubled.succeeded, false);
  assert.equal((await client.get('b')).kv?.version, 1);
});

test('a delay is paid each way, on the clock', async () => {
  const clock = new SimulatedClock();
  const client = new MemoryStore(clock).client('one');
  client.faults.delayMs = 100;
  let answered = false;
  void client.get('a').then(() => {
    answered = true;
  });
  await clock.advance(199);
  assert.equal(answered, false);
  await clock.advance(1);
  assert.equal(answered, true);
});

test('a full store refuses puts and leases, and still deletes', async () => {
  const server = new MemoryStore(new SimulatedClock());
  const client = server.client('one');
  await client.transact([], [{ type: 'put', key: 'a', value: '1' }]);
  server.setFull(true);
  await assert.rejects(client.transact([], [{ type: 'put', key: 'a', value: '2' }]), code('store_full'));
  await assert.rejects(client.leaseGrant(5), code('store_full'));
  assert.equal((await client.transact([], [{ type: 'delete', key: 'a' }])).succeeded, true);
});

test('a restored store is at the image and its revision, without the leases', async () => {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  const client = server.client('one');
  const lease = await client.leaseGrant(5);
  await client.transact([], [{ type: 'put', key: 'a', value: '1', lease }]);
  const image = server.image();
  await client.transact([], [{ type: 'put', key: 'a', value: '2' }]);
  server.restore(image);
  const { kv, revision } = await client.get('a');
  assert.deepEqual([kv?.value, kv?.lease, revision], ['1', '0', image.revision]);
  assert.equal(await client.leaseKeepAlive(lease), 0);
  server.restore();
  assert.deepEqual(await client.list(''), { kvs: [], revision: 1 });
});
