// The store over a real etcd, through a proxy that breaks the connection.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type RunningEtcd, startEtcd } from '../../e2e/harness/etcd.ts';
import { type FaultyProxy, startFaultyProxy } from '../../e2e/harness/faulty-proxy.ts';
import { systemClock } from '../loop/clock.ts';
import type { Operation, Store } from '../loop/ports.ts';
import { seededRandom, systemRandom } from '../loop/random.ts';
import { PhotonError } from '../model/errors.ts';
import { commit } from './commit.ts';
import { openEtcd } from './etcd.ts';
import { type ChangeSet, type Mirror, openMirror } from './mirror.ts';
import { TestLog, until } from './testing.ts';

const code = (expected: string) => (error: unknown) => error instanceof PhotonError && error.code === expected;
const mirrorOf = (store: Store, prefixes: string[]) =>
  openMirror(store, prefixes, { clock: systemClock, random: systemRandom, log: new TestLog() });

/** An etcd, a proxy before it, a store on each. */
async function setUp(args: string[] = []) {
  const etcd = await startEtcd({ args });
  const proxy = await startFaultyProxy(etcd.endpoints[0] ?? '');
  const direct = openEtcd({ endpoints: etcd.endpoints });
  const store = openEtcd({ endpoints: [proxy.endpoint] });
  const close = async (): Promise<void> => {
    await Promise.all([direct.close(), store.close()]);
    await proxy.close();
    await etcd.stop();
  };
  return { etcd, proxy, direct, store, close };
}

/** Writes `count` changes, numbered in their order, five to a transaction, over a few hundred keys. Tells the last revision. */
async function writeChanges(store: Store, count: number, onWritten: (written: number, revision: number) => Promise<void>): Promise<number> {
  const random = seededRandom(7);
  let revision = 0;
  for (let at = 0; at < count; ) {
    const operations = new Map<string, Operation>();
    while (operations.size < 5) {
      const key = `changes/${Math.floor(random.next() * 400)}`;
      if (!operations.has(key)) operations.set(key, { type: 'put', key, value: String(at + operations.size) });
    }
    ({ revision } = await store.transact([], [...operations.values()]));
    at += operations.size;
    await onWritten(at, revision);
  }
  return revision;
}

function numbersOf(heard: readonly ChangeSet[]): number[] {
  return heard.flatMap(({ changes }) => changes.map(({ after }) => Number(after?.value)));
}

// Most of the time is waiting: they wait together.
describe('etcd through faults', { concurrency: 4 }, () => {
  describe('a mirror of etcd through faults', () => {
    test('8,000 changes of 8,000 arrive, once, in order, over cuts, delays, refusals, restarts and compactions', async () => {
      const { etcd, proxy, direct, store, close } = await setUp();
      try {
        const mirror = mirrorOf(store, ['changes/']);
        await mirror.ready;
        const heard: ChangeSet[] = [];
        mirror.onChange((change) => heard.push(change));
        const faults: Record<number, () => Promise<void> | void> = {
          500: () => proxy.cut(),
          1_000: () => {
            proxy.delayMs = 30;
          },
          1_500: () => {
            proxy.delayMs = 0;
            proxy.refuse(true);
          },
          // More than a thousand revisions behind: the server sends them in batches, and is cut in the middle of them.
          4_000: () => {
            proxy.delayMs = 20;
            proxy.refuse(false);
          },
          4_250: () => proxy.cut(),
          4_500: () => proxy.cut(),
          5_000: () => {
            proxy.delayMs = 0;
          },
          5_500: () => etcd.restart(),
          6_000: () => until(() => heard.length > 0 && mirror.state() === 'live', 20_000, 'the mirror live'),
          6_500: () => direct.compact(mirror.revision),
          7_000: () => proxy.cut(),
          7_250: () => proxy.halfOpen(true),
          7_500: () => proxy.halfOpen(false),
        };
        const revision = await writeChanges(direct, 8_000, async (written) => faults[written]?.());
        await until(() => mirror.revision >= revision, 60_000, 'the last change');
        assert.deepEqual(
          numbersOf(heard),
          Array.from({ length: 8_000 }, (_, at) => at),
        );
        // Whole transactions only.
        assert.ok(heard.every(({ changes }) => changes.length % 5 === 0));
        assert.ok(heard.every(({ relisted }) => !relisted));
        const { kvs } = await direct.list('changes/');
        assert.deepEqual([...mirror.entries('changes/')], kvs);
        mirror.close();
      } finally {
        await close();
      }
    });

    test('behind a compaction it lists again and finds deletions; an emptied etcd shows as such', async () => {
      const { etcd, proxy, direct, store, close } = await setUp();
      try {
        await direct.transact(
          [],
          [1, 2, 3].map((at) => ({ type: 'put', key: `k/${at}`, value: 'old' })),
        );
        const mirror = mirrorOf(store, ['k/']);
        await mirror.ready;
        await until(() => mirror.state() === 'live', 10_000, 'the mirror live');
        const heard: ChangeSet[] = [];
        mirror.onChange((change) => change.changes.length > 0 && heard.push(change));
        proxy.refuse(true);
        await until(() => mirror.state() === 'stale', 10_000, 'the mirror stale');
        await direct.transact([], [{ type: 'delete', key: 'k/1' }]);
        const { revision } = await direct.transact([], [{ type: 'put', key: 'k/2', value: 'new' }]);
        await direct.transact([], [{ type: 'put', key: 'z', value: 'z' }]);
        await direct.compact(revision + 1);
        proxy.refuse(false);
        await until(() => heard.length === 1, 20_000, 'the new list');
        assert.deepEqual(heard[0]?.changes.map(({ key, before, after }) => [key, before?.value, after?.value]).toSorted(), [
          ['k/1', 'old', undefined],
          ['k/2', 'old', 'new'],
        ]);
        assert.equal(heard[0]?.relisted, true);
        await etcd.kill();
        await rm(join(etcd.dataDir, 'data'), { recursive: true });
        await etcd.restart();
        await until(() => heard.length === 2, 30_000, 'the empty store');
        assert.deepEqual([...mirror.entries('k/')], []);
        assert.ok(mirror.revision < revision);
        const again = await direct.transact([], [{ type: 'put', key: 'k/9', value: 'again' }]);
        await until(() => mirror.get('k/9')?.modRevision === again.revision, 20_000, 'the first change after it');
        mirror.close();
      } finally {
        await close();
      }
    });
  });

  describe('an etcd that is there and does not answer', { concurrency: true }, () => {
    /** The mirror must notice within 25 s, and be live again soon after. */
    async function noticed(mirror: Mirror, direct: Store, stop: () => void, heal: () => Promise<void> | void): Promise<void> {
      await mirror.ready;
      await until(() => mirror.state() === 'live', 10_000, 'the mirror live');
      const stoppedAt = systemClock.monotonic();
      stop();
      await until(() => mirror.state() === 'stale', 25_000, 'the mirror stale');
      assert.ok(mirror.lastContactAt() <= stoppedAt + 1_000);
      await heal();
      await until(() => mirror.state() === 'live', 20_000, 'the mirror live again');
      const { revision } = await direct.transact([], [{ type: 'put', key: 'k/1', value: 'after' }]);
      await until(() => mirror.get('k/1')?.modRevision === revision, 20_000, 'the change');
      mirror.close();
    }

    test('a stopped process is noticed', async () => {
      const { etcd, direct, store, close } = await setUp();
      try {
        const mirror = mirrorOf(store, ['k/']);
        const failures: unknown[] = [];
        const stop = (): void => {
          etcd.pause();
          store.get('k/1').catch((error: unknown) => failures.push(error));
          store.transact([], [{ type: 'put', key: 'k/2', value: 'x' }]).catch((error: unknown) => failures.push(error));
          store.leaseKeepAlive('7').catch((error: unknown) => failures.push(error));
        };
        await noticed(mirror, direct, stop, async () => {
          await until(() => failures.length === 3, 20_000, 'the failures');
          etcd.resume();
        });
        assert.deepEqual(
          failures.map((error) => error instanceof PhotonError && /^store_(timeout|unreachable)$/.test(error.code)),
          [true, true, true],
        );
      } finally {
        await close();
      }
    });

    test('a half-open connection is noticed', async () => {
      const { proxy, direct, store, close } = await setUp();
      try {
        await noticed(
          mirrorOf(store, ['k/']),
          direct,
          () => proxy.halfOpen(true),
          () => proxy.halfOpen(false),
        );
      } finally {
        await close();
      }
    });

    test('who is not there at all is said after the time of a call, with the endpoint', async () => {
      const etcd = await startEtcd();
      await etcd.kill();
      const store = openEtcd({ endpoints: etcd.endpoints });
      const started = performance.now();
      await assert.rejects(store.get(''), (error) => {
        assert.ok(error instanceof PhotonError && error.code === 'store_unreachable');
        assert.ok(error.explain().includes(etcd.endpoints[0] ?? '?'), error.explain());
        return true;
      });
      assert.ok(performance.now() - started < 12_000);
      await assert.rejects(store.transact([], []), code('store_unreachable'));
      await store.close();
      await etcd.stop();
    });
  });

  describe('one etcd, many keys', { concurrency: 1 }, () => {
    let etcd: RunningEtcd;
    let proxy: FaultyProxy;
    let direct: Store;
    let store: Store;
    let close: () => Promise<void>;
    before(async () => {
      ({ etcd, proxy, direct, store, close } = await setUp());
    });
    after(() => close());

    test('50,000 keys are written in batches, listed at one revision, mirrored', async () => {
      const value = 'x'.repeat(400);
      const groups = Array.from({ length: 50_000 }, (_, at) => ({ writes: [{ key: `many/${at}`, value, expect: 0 }] }));
      const outcomes = await commit(direct, groups);
      assert.ok(outcomes.every((outcome) => outcome.status === 'done'));
      const list = await direct.list('many/');
      assert.equal(new Set(list.kvs.map((kv) => kv.key)).size, 50_000);
      assert.equal((await direct.list('many/', { keysOnly: true, revision: list.revision })).kvs.length, 50_000);
      const mirror = mirrorOf(store, ['many/']);
      await mirror.ready;
      assert.equal([...mirror.entries('many/')].length, 50_000);
      mirror.close();
    });

    test('a list whose revision is compacted meanwhile is begun anew', async () => {
      // 25 pages take at least half a second.
      proxy.delayMs = 20;
      const listing = store.list('many/');
      await new Promise((resolve) => setTimeout(resolve, 200));
      const { revision } = await direct.transact([], [{ type: 'put', key: 'compacted', value: 'x' }]);
      await direct.compact(revision);
      const list = await listing;
      proxy.delayMs = 0;
      assert.equal(list.kvs.length, 50_000);
      assert.ok(list.revision >= revision);
    });

    test('a transaction whose answer is lost fails, and commit finds out that it was made', async () => {
      /** The request goes out on a connection that stands, the answer is kept, then lost. */
      const losing = async <T>(key: string, send: () => Promise<T>): Promise<{ result: Promise<T> }> => {
        await store.get(key);
        proxy.holdAnswers(true);
        const result = send();
        result.catch(() => {});
        await until(async () => (await direct.get(key)).kv !== undefined, 10_000, 'the write');
        proxy.cut();
        proxy.holdAnswers(false);
        return { result };
      };
      const alone = await losing('lost/alone', () => store.transact([], [{ type: 'put', key: 'lost/alone', value: '1' }]));
      await assert.rejects(alone.result, code('store_unreachable'));
      const writes = ['a', 'b'].map((key) => ({ key: `lost/${key}`, value: '1', expect: 0 }));
      const batched = await losing('lost/a', () => commit(store, [{ writes }]));
      const made = (await direct.get('lost/a')).kv;
      assert.deepEqual(await batched.result, [{ status: 'done', revision: made?.modRevision }]);
      assert.equal((await direct.get('lost/a')).kv?.version, 1);
    });

    test('endpoints that are dead are left', async () => {
      proxy.refuse(true);
      const both = openEtcd({ endpoints: [proxy.endpoint, ...etcd.endpoints] });
      assert.ok((await both.list('lost/')).kvs.length > 0);
      assert.equal((await both.transact([], [{ type: 'put', key: 'x', value: 'x' }])).succeeded, true);
      const { revision } = await both.get('x');
      let heard = 0;
      const watch = both.watch('x', revision + 1, { onEvents: (_, upTo) => (heard = upTo), onEnd: (end) => assert.fail(end.message) });
      await until(() => heard === revision, 10_000, 'the watch');
      watch.cancel();
      await both.close();
      proxy.refuse(false);
    });
  });

  test('an etcd out of space refuses writes with what to do, and still reads and deletes', async () => {
    const etcd = await startEtcd({ args: ['--quota-backend-bytes=4194304'] });
    const store = openEtcd({ endpoints: etcd.endpoints });
    try {
      const fill = async (): Promise<void> => {
        for (let at = 0; at < 40; at++) await store.transact([], [{ type: 'put', key: `fill/${at}`, value: 'x'.repeat(500_000) }]);
      };
      await assert.rejects(fill(), (error) => {
        assert.ok(error instanceof PhotonError && error.code === 'store_full', String(error));
        assert.match(error.explain(), /compact.*defrag.*disarm/);
        return true;
      });
      await assert.rejects(store.leaseGrant(10), code('store_full'));
      assert.ok((await store.list('fill/', { keysOnly: true })).kvs.length > 0);
      assert.equal((await store.transact([], [{ type: 'delete', key: 'fill/0' }])).succeeded, true);
    } finally {
      await store.close();
      await etcd.stop();
    }
  });
});
