// Several watches over one connection to a real etcd: the end of one is nobody else's.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type RunningEtcd, startEtcd } from '../../e2e/harness/etcd.ts';
import { startFaultyProxy } from '../../e2e/harness/faulty-proxy.ts';
import type { Store, WatchHandlers } from '../loop/ports.ts';
import { openEtcd } from './etcd.ts';
import { until } from './testing.ts';

let etcd: RunningEtcd;

before(async () => {
  etcd = await startEtcd();
});
after(() => etcd?.stop());

interface Heard {
  keys: string[];
  ends: Parameters<WatchHandlers['onEnd']>[0][];
  /** Whether etcd has said that the watch stands. */
  stands: boolean;
  cancel(): void;
}

async function watch(store: Store, prefix: string): Promise<Heard> {
  const { revision } = await store.get(`${prefix}x`);
  const heard: Heard = { keys: [], ends: [], stands: false, cancel: () => handle.cancel() };
  const handle = store.watch(prefix, revision + 1, {
    onEvents: (events) => {
      heard.stands = true;
      heard.keys.push(...events.map(({ key }) => key));
    },
    onEnd: (end) => void heard.ends.push(end),
  });
  return heard;
}

async function standing(store: Store, prefix: string): Promise<Heard> {
  const heard = await watch(store, prefix);
  await until(() => heard.stands, 10_000, `the watch of ${prefix} to stand`);
  return heard;
}

/** At an address of its own: stores that reach etcd at the same one share its connection, and keep it open for each other. */
async function withStore(use: (store: Store) => Promise<void>): Promise<void> {
  const proxy = await startFaultyProxy(etcd.endpoints[0] ?? '');
  const store = openEtcd({ endpoints: [proxy.endpoint] });
  try {
    await use(store);
  } finally {
    await store.close();
    await proxy.close();
  }
}

const put = (store: Store, key: string) => store.transact([], [{ type: 'put', key, value: '1' }]);
/** A channel that is closed drops its streams at its next keepalive, ten seconds after its last sign of life. */
const droppedAfterMs = 12_000;

// Most of the time is waiting: they wait together.
describe('a watch that is cancelled', { concurrency: true }, () => {
  const cases: [what: string, cancel: (store: Store) => Promise<void>][] = [
    [
      'while it stands',
      async (store) => {
        const other = await standing(store, 'other/');
        other.cancel();
        assert.deepEqual(other.ends, [], 'who cancels is not told of an end');
      },
    ],
    [
      'before its stream is open',
      async (store) => {
        const other = await watch(store, 'other/');
        other.cancel();
        assert.equal(other.stands, false);
      },
    ],
  ];
  for (const [what, cancel] of cases) {
    test(`${what} leaves the others their stream`, () =>
      withStore(async (store) => {
        const kept = await standing(store, `kept/${what}/`);
        await cancel(store);
        await new Promise((resolve) => setTimeout(resolve, droppedAfterMs));
        assert.deepEqual(kept.ends, []);
        await put(store, `kept/${what}/1`);
        await until(() => kept.keys.length === 1, 10_000, 'the event on the same stream');
        assert.deepEqual([kept.keys, kept.ends], [[`kept/${what}/1`], []]);
      }));
  }

  test('hears nothing any more', () =>
    withStore(async (store) => {
      const [heard, witness] = [await standing(store, 'late/'), await standing(store, 'late/')];
      heard.cancel();
      await put(store, 'late/1');
      await until(() => witness.keys.length === 1, 10_000, 'the other watch to hear of it');
      assert.deepEqual([heard.keys, heard.ends], [[], []]);
    }));
});
