import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SimulatedClock } from '../loop/clock.ts';
import type { Guard, Operation } from '../loop/ports.ts';
import { PhotonError } from '../model/errors.ts';
import { commit, type Outcome, type Write, type WriteGroup } from './commit.ts';
import { MemoryStore } from './memory.ts';
import { updateRecord } from './update.ts';

function setUp() {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  return { clock, server, store: server.client('writer'), other: server.client('other') };
}
const put = (key: string, value: string, expect = 0): Write => ({ key, value, expect });
const statuses = (outcomes: Outcome[]) => outcomes.map((outcome) => outcome.status);
const puts = (count: number, value = 'x') => Array.from({ length: count }, (_, at): WriteGroup => ({ writes: [put(`k/${at}`, value)] }));

test('packs groups into as few transactions as the limits allow', async () => {
  const { store, server } = setUp();
  const before = server.revision;
  const outcomes = await commit(store, puts(300));
  assert.deepEqual(new Set(statuses(outcomes)), new Set(['done']));
  assert.equal(server.revision - before, 3);
  assert.equal((await store.list('k/')).kvs.length, 300);
});

test('leaves room for the fence, and never splits a group', async () => {
  const { store, server, other } = setUp();
  await other.transact([], [{ type: 'put', key: 'leader', value: 'me' }]);
  const fence: Guard[] = [{ key: 'leader', createRevision: server.revision }];
  const groups = Array.from({ length: 3 }, (_, at) => ({ writes: Array.from({ length: 64 }, (_, n) => put(`g${at}/${n}`, 'x')) }));
  const before = server.revision;
  assert.deepEqual(statuses(await commit(store, groups, { fence })), ['done', 'done', 'done']);
  assert.equal(server.revision - before, 3);
  for (const at of [0, 1, 2]) {
    const revisions = new Set((await store.list(`g${at}/`)).kvs.map((kv) => kv.modRevision));
    assert.equal(revisions.size, 1);
  }
});

test('keeps transactions below the size limit', async () => {
  const { store, server } = setUp();
  const before = server.revision;
  assert.deepEqual(new Set(statuses(await commit(store, puts(8, 'x'.repeat(400_000))))), new Set(['done']));
  assert.equal(server.revision - before, 3);
});

test('refuses what can never be written, and writes the rest', async () => {
  const { store } = setUp();
  const outcomes = await commit(store, [
    { writes: [put('big', 'x'.repeat(1_500_000))] },
    { writes: Array.from({ length: 129 }, (_, at) => put(`many/${at}`, 'x')) },
    { writes: [put('twice', '1'), put('twice', '2')] },
    { writes: [put('fine', '1')] },
    { writes: [] },
  ]);
  assert.deepEqual(statuses(outcomes), ['failed', 'failed', 'failed', 'done', 'done']);
  const codes = outcomes.map((outcome) => (outcome.status === 'failed' ? outcome.error.code : ''));
  assert.deepEqual(codes, ['too_large', 'too_large', 'invalid_argument', '', '']);
  assert.equal((await store.get('fine')).kv?.value, '1');
});

test('one stale group is told what stands there and sinks no other', async () => {
  const { store, other } = setUp();
  const theirs = await other.transact([], [{ type: 'put', key: 'k/3', value: 'theirs' }]);
  const outcomes = await commit(store, [...puts(10), { writes: [put('k/a', '1'), { key: 'k/b', expect: 5 }] }]);
  assert.deepEqual(
    statuses(outcomes),
    'dddcddddddc'.split('').map((letter) => (letter === 'd' ? 'done' : 'conflict')),
  );
  const [stale, mixed] = [outcomes[3], outcomes[10]];
  assert.ok(stale?.status === 'conflict' && mixed?.status === 'conflict');
  assert.equal(stale.current.get('k/3')?.modRevision, theirs.revision);
  assert.deepEqual(
    [...mixed.current],
    [
      ['k/a', undefined],
      ['k/b', undefined],
    ],
  );
  assert.equal((await store.get('k/a')).kv, undefined);
  assert.equal((await store.get('k/3')).kv?.value, 'theirs');
});

test('who is deposed writes nothing', async () => {
  const { store, server } = setUp();
  const outcomes = await commit(store, puts(200), { fence: [{ key: 'leader', createRevision: 7 }] });
  assert.deepEqual(new Set(statuses(outcomes)), new Set(['fenced']));
  assert.equal(server.revision, 1);
});

test('two groups that share a key keep their order', async () => {
  const { store } = setUp();
  const outcomes = await commit(store, [
    { writes: [put('a', '1')] },
    { writes: [put('b', '1'), put('a', '2')] },
    { writes: [put('b', '3')] },
  ]);
  assert.deepEqual(statuses(outcomes), ['done', 'conflict', 'done']);
  assert.equal((await store.get('a')).kv?.value, '1');
});

test('a lost answer is no conflict, and nothing is written twice', async () => {
  const { store } = setUp();
  const doomed = await store.transact([], [{ type: 'put', key: 'doomed', value: 'x' }]);
  store.faults.lostAnswers = 2;
  const groups: WriteGroup[] = [...puts(5), { writes: [{ key: 'doomed', expect: doomed.revision }, put('kept', '1')] }];
  assert.deepEqual(new Set(statuses(await commit(store, groups))), new Set(['done']));
  const { kvs } = await store.list('k/');
  assert.deepEqual(
    kvs.map((kv) => kv.version),
    [1, 1, 1, 1, 1],
  );
  assert.equal((await store.get('doomed')).kv, undefined);
});

test('after a lost answer, what others wrote meanwhile is a conflict', async () => {
  const { store, other } = setUp();
  store.faults.lostRequests = 1;
  const taken = commit(store, [{ writes: [put('a', 'mine')] }, { writes: [put('b', 'mine')] }]);
  await other.transact([], [{ type: 'put', key: 'a', value: 'theirs' }]);
  assert.deepEqual(statuses(await taken), ['conflict', 'done']);
});

test('a store that is away fails the groups, after the time of a call', async () => {
  const { clock, store } = setUp();
  store.setPartition('refused');
  let outcomes: Outcome[] | undefined;
  void commit(store, puts(2)).then((result) => {
    outcomes = result;
  });
  await clock.until(() => outcomes !== undefined, 60_000, 'the outcome');
  assert.deepEqual(
    outcomes?.map((outcome) => outcome.status === 'failed' && outcome.error.code),
    ['store_unreachable', 'store_unreachable'],
  );
});

test('whatever is lost on the way, each outcome says what happened', async () => {
  const fault = fc.constantFrom('none', 'lostAnswers', 'lostRequests');
  const write = fc.record({ key: fc.nat({ max: 11 }), stale: fc.boolean(), remove: fc.boolean() });
  const groups = fc.array(fc.uniqueArray(write, { minLength: 1, maxLength: 4, selector: ({ key }) => key }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(groups, fault, fc.integer({ min: 1, max: 3 }), async (groups, fault, count) => {
      const { store } = setUp();
      const seeds = Array.from({ length: 6 }, (_, at): Operation => ({ type: 'put', key: `k/${at}`, value: 'seed' }));
      const { revision } = await store.transact([], seeds);
      const before = new Map((await store.list('k/')).kvs.map((kv) => [kv.key, kv]));
      if (fault !== 'none') store.faults[fault as 'lostAnswers'] = count;
      const wanted = groups.map((writes, at) => ({
        writes: writes.map(({ key, stale, remove }): Write => {
          const expect = (key < 6 ? revision : 0) + (stale ? 1 : 0);
          return remove ? { key: `k/${key}`, expect } : { key: `k/${key}`, expect, value: `v${at}` };
        }),
      }));
      const outcomes = await commit(store, wanted);
      store.faults.lostAnswers = store.faults.lostRequests = 0;
      const now = new Map((await store.list('k/')).kvs.map((kv) => [kv.key, kv]));
      // What was done stands, in the groups' order; all else is as before.
      const model = new Map([...before].map(([key, kv]) => [key, kv.value]));
      for (const [at, outcome] of outcomes.entries()) {
        assert.notEqual(outcome.status, 'failed');
        if (outcome.status !== 'done') continue;
        for (const { key, value } of wanted[at]?.writes ?? []) {
          if (value === undefined) model.delete(key);
          else model.set(key, value);
        }
      }
      assert.deepEqual(Object.fromEntries([...now].map(([key, kv]) => [key, kv.value])), Object.fromEntries(model));
    }),
    { numRuns: 300 },
  );
});

test('an update is decided again on what others wrote', async () => {
  const { store, other } = setUp();
  await other.transact([], [{ type: 'put', key: 'n', value: '1' }]);
  let asked = 0;
  const counted = await updateRecord(store, 'n', (current) => {
    if (asked++ === 0) void other.transact([], [{ type: 'put', key: 'n', value: '10' }]);
    return { put: String(Number(current?.value ?? 0) + 1) };
  });
  assert.deepEqual([counted.changed, counted.before?.value, asked], [true, '10', 2]);
  assert.equal((await store.get('n')).kv?.value, '11');
});

test('a hundred writers at once lose no update', async () => {
  const { server } = setUp();
  const increment = (at: number) => {
    const client = server.client(String(at));
    const once = (): Promise<unknown> =>
      updateRecord(client, 'n', (current) => ({ put: String(Number(current?.value ?? 0) + 1) })).catch((error: unknown) => {
        if (error instanceof PhotonError && error.code === 'conflict') return once();
        throw error;
      });
    return once();
  };
  await Promise.all(Array.from({ length: 100 }, (_, at) => increment(at)));
  assert.equal((await server.client('reader').get('n')).kv?.value, '100');
});

test('an update that changes nothing writes nothing; deletes; is fenced', async () => {
  const { store, server } = setUp();
  await store.transact([], [{ type: 'put', key: 'a', value: '1' }]);
  const before = server.revision;
  assert.equal((await updateRecord(store, 'a', () => ({ keep: true }))).changed, false);
  assert.equal((await updateRecord(store, 'missing', () => ({ delete: true }))).changed, false);
  assert.equal(server.revision, before);
  const fence: Guard[] = [{ key: 'session', createRevision: 3 }];
  await assert.rejects(
    updateRecord(store, 'a', () => ({ put: '2' }), { fence }),
    (error) => error instanceof PhotonError && error.code === 'fenced',
  );
  assert.equal((await updateRecord(store, 'a', () => ({ delete: true }))).changed, true);
  assert.equal((await store.get('a')).kv, undefined);
});
