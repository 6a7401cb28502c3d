import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from '../loop/clock.ts';
import type { Files } from '../loop/ports.ts';
import { seededRandom } from '../loop/random.ts';
import { holdLease, type LeaseOptions } from './lease.ts';
import { MemoryStore } from './memory.ts';
import { TestLog } from './testing.ts';

class TestFiles implements Files {
  readonly files = new Map<string, string>();
  async read(path: string): Promise<string | undefined> {
    return this.files.get(path);
  }
  async write(path: string, content: string): Promise<void> {
    this.files.set(path, content);
  }
  async remove(path: string): Promise<void> {
    this.files.delete(path);
  }
  async list(): Promise<string[]> {
    return [...this.files.keys()];
  }
}

function setUp() {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  const store = server.client('agent');
  const files = new TestFiles();
  const heard: string[] = [];
  const options: LeaseOptions = {
    ttlS: 15,
    clock,
    random: seededRandom(1),
    log: new TestLog(),
    kept: { files, path: '/data/lease' },
    onHeld: (lease, resumed) => heard.push(`${resumed ? 'resumed' : 'held'} ${lease}`),
    onLost: (lease) => heard.push(`lost ${lease}`),
  };
  return { clock, server, store, files, heard, options };
}

test('keeps a lease alive for hours, and on disk', async () => {
  const { clock, store, files, heard, options } = setUp();
  const holder = holdLease(store, options);
  await clock.advance(4 * 3_600_000);
  const lease = holder.current();
  assert.ok(lease);
  assert.deepEqual(heard, [`held ${lease}`]);
  assert.equal(files.files.get('/data/lease'), `${lease}\n`);
  assert.ok(holder.aliveUntil() - clock.monotonic() > 8_000);
  await holder.close({ revoke: false });
  assert.ok(await store.leaseTimeToLive(lease));
});

test('a restart takes the lease up again; its keys never went', async () => {
  const { clock, store, heard, options } = setUp();
  const first = holdLease(store, options);
  await clock.advance(0);
  const lease = first.current() ?? '';
  const { revision } = await store.transact([], [{ type: 'put', key: 'liveness', value: 'x', lease }]);
  await first.close({ revoke: false });
  await clock.advance(10_000);
  const second = holdLease(store, options);
  await clock.advance(60_000);
  assert.deepEqual(heard, [`held ${lease}`, `resumed ${lease}`]);
  assert.equal((await store.get('liveness')).kv?.modRevision, revision);
  await second.close({ revoke: true });
  assert.equal((await store.get('liveness')).kv, undefined);
});

test('a lease that ended while we were away is replaced, without a loss of what was not held', async () => {
  const { clock, store, files, heard, options } = setUp();
  files.files.set('/data/lease', '123456\n');
  const holder = holdLease(store, options);
  await clock.advance(0);
  assert.deepEqual(heard, [`held ${holder.current()}`]);
  files.files.set('/data/lease', 'rubbish');
  const other = holdLease(store, options);
  await clock.advance(0);
  assert.equal(heard.length, 2);
  await holder.close({ revoke: true });
  await other.close({ revoke: true });
  assert.equal(files.files.size, 0);
});

test('an outage shorter than the lease is nothing; a longer one loses it once and comes back with a new one', async () => {
  const { clock, server, store, heard, options } = setUp();
  const holder = holdLease(store, options);
  await clock.advance(5_500);
  const lease = holder.current();
  store.setPartition('refused');
  await clock.advance(8_000);
  store.setPartition('none');
  await clock.advance(10_000);
  assert.deepEqual(heard, [`held ${lease}`]);
  store.setPartition('silent');
  await clock.advance(60_000);
  // No word from the store: not lost yet as far as anybody can know, but sure no longer.
  assert.deepEqual(heard, [`held ${lease}`]);
  assert.ok(holder.aliveUntil() < clock.monotonic());
  assert.equal(await server.client('other').leaseTimeToLive(lease ?? ''), undefined);
  store.setPartition('none');
  await clock.until(() => heard.length === 3, 30_000, 'the new lease');
  assert.deepEqual(heard, [`held ${lease}`, `lost ${lease}`, `held ${holder.current()}`]);
  assert.notEqual(holder.current(), lease);
  await holder.close({ revoke: true });
});

test('waits for a store that is away or full at the start', async () => {
  const { clock, server, store, heard, options } = setUp();
  store.setPartition('refused');
  server.setFull(true);
  const holder = holdLease(store, options);
  await clock.advance(60_000);
  store.setPartition('none');
  await clock.advance(60_000);
  assert.deepEqual(heard, []);
  server.setFull(false);
  await clock.until(() => heard.length === 1, 10_000, 'the lease');
  await holder.close({ revoke: true });
});

test('a handler that throws ends nothing; a close in the middle of a wait ends at once', async () => {
  const { clock, store, options } = setUp();
  const log = new TestLog();
  const holder = holdLease(store, { ...options, log, onHeld: () => assert.fail('of the test') });
  await clock.advance(60_000);
  assert.ok(holder.current());
  assert.ok(log.lines.some((line) => line.level === 'error'));
  store.setPartition('silent');
  await clock.advance(6_000);
  await holder.close({ revoke: false });
  assert.equal(holder.current(), undefined);
});
