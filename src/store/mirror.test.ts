import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from '../loop/clock.ts';
import type { Store } from '../loop/ports.ts';
import { seededRandom } from '../loop/random.ts';
import { PhotonError } from '../model/errors.ts';
import { MemoryStore } from './memory.ts';
import { type ChangeSet, type Mirror, openMirror } from './mirror.ts';
import { TestLog } from './testing.ts';

function setUp() {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  const [store, writer] = [server.client('mirror'), server.client('writer')];
  const put = (key: string, value: string) => writer.transact([], [{ type: 'put', key, value }]);
  const remove = (key: string) => writer.transact([], [{ type: 'delete', key }]);
  const log = new TestLog();
  const open = (prefixes: readonly string[], over: Store = store) => openMirror(over, prefixes, { clock, random: seededRandom(1), log });
  return { clock, server, store, writer, put, remove, open, log };
}

function listen(mirror: Mirror): ChangeSet[] {
  const heard: ChangeSet[] = [];
  mirror.onChange((change) => heard.push(change));
  return heard;
}

const valuesOf = (mirror: Mirror, prefix: string) => Object.fromEntries([...mirror.entries(prefix)].map((kv) => [kv.key, kv.value]));
const shown = (change: ChangeSet) =>
  change.changes.map(({ key, before, after }) => `${key} ${before?.value ?? '-'}→${after?.value ?? '-'}`);

test('lists all prefixes at one revision, then follows whole revisions', async () => {
  const { clock, server, store, writer, put, open } = setUp();
  await put('a/1', 'one');
  await put('b', 'bee');
  await put('c/1', 'not asked for');
  const mirror = open(['a/', 'b']);
  const heard = listen(mirror);
  assert.equal(mirror.state(), 'listing');
  assert.equal(mirror.lastContactAt(), Number.NEGATIVE_INFINITY);
  await mirror.ready;
  await clock.advance(0);
  assert.deepEqual([mirror.state(), mirror.revision], ['live', server.revision]);
  assert.deepEqual(valuesOf(mirror, ''), { 'a/1': 'one', b: 'bee' });
  await writer.transact(
    [],
    [
      { type: 'put', key: 'a/2', value: 'two' },
      { type: 'delete', key: 'a/1' },
      { type: 'put', key: 'bb', value: 'not asked for' },
    ],
  );
  await put('b', 'bee 2');
  await clock.advance(0);
  assert.deepEqual(heard.filter((change) => change.changes.length > 0).map(shown), [
    ['a/1 -→one', 'b -→bee'],
    ['a/2 -→two', 'a/1 one→-'],
    ['b bee→bee 2'],
  ]);
  assert.deepEqual(
    heard.filter((change) => change.changes.length > 0).map((change) => change.relisted),
    [true, false, false],
  );
  assert.equal(mirror.get('a/1'), undefined);
  assert.equal(mirror.revision, server.revision);
  mirror.close();
  await store.close();
});

test('refuses prefixes of which one covers the other', () => {
  const { open } = setUp();
  for (const prefixes of [
    ['a/', 'a/b/'],
    ['a/b', 'a/'],
    ['', 'a'],
    ['a', 'a'],
  ]) {
    assert.throws(
      () => open(prefixes),
      (error) => error instanceof PhotonError && error.code === 'invalid_argument',
    );
  }
  open(['a', 'a/', 'ab/']).close();
});

test('waits for a store that is away, and can be closed meanwhile', async () => {
  const { clock, store, put, open } = setUp();
  await put('a/1', 'one');
  store.setPartition('refused');
  const [mirror, closed] = [open(['a/']), open(['a/'])];
  await clock.advance(60_000);
  assert.equal(mirror.state(), 'listing');
  closed.close();
  store.setPartition('none');
  await clock.advance(20_000);
  await assert.rejects(closed.ready, (error) => error instanceof PhotonError && error.code === 'aborted');
  await mirror.ready;
  assert.deepEqual(valuesOf(mirror, 'a/'), { 'a/1': 'one' });
  mirror.close();
});

test('stale while the store is away, with its last contact; then exactly what was missed, without a list', async () => {
  const { clock, store, put, remove, open } = setUp();
  await put('a/1', 'one');
  let lists = 0;
  const counting: Store = Object.assign(Object.create(store) as Store, {
    get: store.get.bind(store),
    watch: store.watch.bind(store),
    list: (...args: Parameters<Store['list']>) => {
      lists++;
      return store.list(...args);
    },
  });
  const mirror = open(['a/'], counting);
  await mirror.ready;
  const heard = listen(mirror);
  for (const partition of ['refused', 'silent'] as const) {
    await clock.advance(10_000);
    const cutAt = clock.monotonic();
    store.setPartition(partition);
    await put('a/2', partition);
    await remove('a/1');
    await put('a/1', partition);
    await clock.advance(60_000);
    assert.equal(mirror.state(), 'stale');
    assert.ok(mirror.lastContactAt() <= cutAt);
    assert.notEqual(mirror.get('a/2')?.value, partition);
    store.setPartition('none');
    await clock.until(() => mirror.state() === 'live', 20_000, 'the mirror live again');
    await clock.advance(0);
    assert.ok(mirror.lastContactAt() > cutAt);
    assert.deepEqual(valuesOf(mirror, 'a/'), { 'a/1': partition, 'a/2': partition });
  }
  assert.equal(lists, 1);
  assert.ok(heard.every((change) => !change.relisted));
  mirror.close();
});

test('after a compaction it lists again and tells what differs, deletions included', async () => {
  const { clock, server, store, put, remove, writer, open } = setUp();
  for (const key of ['a/gone', 'a/changed', 'a/same']) await put(key, 'old');
  const mirror = open(['a/', 'b/']);
  await mirror.ready;
  await clock.advance(0);
  const heard = listen(mirror);
  store.setPartition('refused');
  await remove('a/gone');
  await put('a/changed', 'new');
  await put('a/added', 'new');
  await put('z', 'z');
  await writer.compact(server.revision);
  await clock.advance(20_000);
  store.setPartition('none');
  await clock.until(() => mirror.state() === 'live', 60_000, 'the mirror live again');
  const relisted = heard.filter((change) => change.relisted && change.changes.length > 0);
  assert.deepEqual(
    relisted.map((change) => shown(change).toSorted()),
    [['a/added -→new', 'a/changed old→new', 'a/gone old→-']],
  );
  assert.equal(mirror.revision, server.revision);
  await put('a/same', 'newer');
  await clock.advance(0);
  assert.equal(mirror.get('a/same')?.value, 'newer');
  mirror.close();
});

test('a store that was rewound or emptied shows as lower revisions, and its contents', async () => {
  const { clock, server, put, open } = setUp();
  await put('a/1', 'one');
  const image = server.image();
  await put('a/1', 'two');
  await put('a/2', 'two');
  const mirror = open(['a/']);
  await mirror.ready;
  await clock.advance(0);
  const heard = listen(mirror);
  server.restore(image);
  await clock.until(() => mirror.revision === image.revision, 60_000, 'the older revision');
  assert.deepEqual(valuesOf(mirror, 'a/'), { 'a/1': 'one' });
  server.restore();
  await clock.until(() => mirror.revision === 1, 60_000, 'the empty store');
  assert.deepEqual(valuesOf(mirror, 'a/'), {});
  assert.deepEqual(
    heard.filter((change) => change.changes.length > 0).map((change) => [change.relisted, change.revision]),
    [
      [true, image.revision],
      [true, 1],
    ],
  );
  await put('a/3', 'new');
  await clock.until(() => mirror.get('a/3') !== undefined, 60_000, 'the new key');
  mirror.close();
});

test('compares with a whole list from time to time: what no event told is found', async () => {
  const { clock, server, store, put, open } = setUp();
  await put('a/1', 'one');
  await put('a/2', 'two');
  // A watch that swallows deletions, as etcd can at exactly a compacted revision.
  const deaf: Store = Object.assign(Object.create(store) as Store, {
    get: store.get.bind(store),
    list: store.list.bind(store),
    watch: (prefix: string, from: number, handlers: Parameters<Store['watch']>[2]) =>
      store.watch(prefix, from, {
        ...handlers,
        onEvents: (events, revision) =>
          handlers.onEvents(
            events.filter((event) => event.type === 'put'),
            revision,
          ),
      }),
  });
  const mirror = open(['a/'], deaf);
  await mirror.ready;
  await clock.advance(0);
  await server.client('other').transact([], [{ type: 'delete', key: 'a/1' }]);
  await clock.advance(60_000);
  assert.ok(mirror.get('a/1'));
  const heard = listen(mirror);
  await clock.advance(2 * 3_600_000);
  assert.deepEqual(heard.map(shown), [['a/1 one→-']]);
  assert.equal(heard[0]?.relisted, true);
  assert.equal(mirror.state(), 'live');
  mirror.close();
});

test('a comparison under way never undoes what came by watch', async () => {
  const { clock, store, put, remove, open } = setUp();
  await put('a/1', 'one');
  await put('a/2', 'two');
  let hold: (() => void) | undefined;
  let lists = 0;
  const slow: Store = Object.assign(Object.create(store) as Store, {
    get: store.get.bind(store),
    watch: store.watch.bind(store),
    list: async (...args: Parameters<Store['list']>) => {
      const list = await store.list(...args);
      if (++lists > 1) {
        await new Promise<void>((resolve) => {
          hold = resolve;
        });
      }
      return list;
    },
  });
  const mirror = open(['a/'], slow);
  await mirror.ready;
  await clock.until(() => hold !== undefined, 2 * 3_600_000, 'the comparison');
  await put('a/1', 'newer');
  await remove('a/2');
  await put('a/3', 'three');
  await put('a/4', 'four');
  await remove('a/4');
  await clock.advance(0);
  const heard = listen(mirror);
  hold?.();
  await clock.advance(0);
  assert.deepEqual(heard.flatMap(shown), []);
  assert.deepEqual(valuesOf(mirror, 'a/'), { 'a/1': 'newer', 'a/3': 'three' });
  mirror.close();
});

test('a handler that throws stops neither the others nor the mirror; a cancelled one hears nothing', async () => {
  const { clock, put, open, log } = setUp();
  const mirror = open(['a/']);
  mirror.onChange(() => assert.fail('of the test'));
  const heard = listen(mirror);
  let late = 0;
  mirror.onChange(() => late++).cancel();
  await mirror.ready;
  await put('a/1', 'one');
  await clock.advance(0);
  assert.deepEqual(heard.at(-1) && shown(heard.at(-1) as ChangeSet), ['a/1 -→one']);
  assert.equal(late, 0);
  assert.ok(log.lines.some((line) => line.level === 'error'));
  mirror.close();
  await put('a/2', 'two');
  await clock.advance(10_000);
  assert.equal(mirror.get('a/2'), undefined);
});

test('whatever is cut, compacted and restored, the mirror ends at what the store holds, by changes that lead there', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { clock, server, store, writer, open } = setUp();
    const random = seededRandom(seed);
    const pick = (below: number) => Math.floor(random.next() * below);
    const mirror = open(['a/', 'b/']);
    const replica = new Map<string, string>();
    mirror.onChange(({ changes }) => {
      for (const { key, before, after } of changes) {
        assert.equal(replica.get(key), before?.value, `seed ${seed}: ${key}`);
        if (after) replica.set(key, after.value);
        else replica.delete(key);
      }
    });
    let image = server.image();
    for (let round = 0; round < 120; round++) {
      const key = `${'abc'[pick(3)]}/${pick(8)}`;
      const twin = `${key.startsWith('a') ? 'a' : 'b'}/twin`;
      if (pick(4) === 0) await writer.transact([], [{ type: 'delete', key }]);
      else
        await writer.transact(
          [],
          [key, twin].map((key) => ({ type: 'put', key, value: `${seed}.${round}` })),
        );
      const fault = pick(16);
      if (fault === 0) store.setPartition('silent');
      else if (fault === 1) store.setPartition('refused');
      else if (fault === 2) store.cutWatches();
      else if (fault === 3) await writer.compact(server.revision - pick(3));
      else if (fault === 4) store.faults.delayMs = pick(500);
      else if (fault === 5) image = server.image();
      else if (fault === 6 && pick(3) === 0) server.restore(image);
      else if (fault < 12) store.setPartition('none');
      await clock.advance(pick(4_000));
    }
    store.setPartition('none');
    store.faults.delayMs = 0;
    const expected = async () => {
      const { kvs } = await writer.list('');
      return Object.fromEntries(kvs.filter((kv) => !kv.key.startsWith('c/')).map((kv) => [kv.key, kv.value]));
    };
    const equal = async () => JSON.stringify(valuesOf(mirror, '')) === JSON.stringify(await expected());
    await clock.until(async () => mirror.state() === 'live' && (await equal()), 120_000, `seed ${seed}: the mirror at the store's state`);
    assert.deepEqual(Object.fromEntries([...replica].toSorted(([left], [right]) => (left < right ? -1 : 1))), await expected());
    mirror.close();
  }
});
