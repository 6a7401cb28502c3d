import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from '../loop/clock.ts';
import { seededRandom } from '../loop/random.ts';
import { leaderKey } from '../model/keys.ts';
import { commit } from './commit.ts';
import { campaign, type Election } from './election.ts';
import { type MemoryClient, MemoryStore } from './memory.ts';
import { TestLog } from './testing.ts';

const key = leaderKey('demo');
const ttlS = 10;

interface Contender {
  name: string;
  store: MemoryClient;
  election: Election;
  heard: string[];
}

function setUp(count: number) {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  const contenders = Array.from({ length: count }, (_, at): Contender => {
    const name = `c${at}`;
    const store = server.client(name);
    const heard: string[] = [];
    const election = campaign(store, {
      key,
      value: name,
      ttlS,
      clock,
      random: seededRandom(at),
      log: new TestLog(),
      onElected: (leadership) => heard.push(`elected ${leadership.term}`),
      onDeposed: () => heard.push('deposed'),
    });
    return { name, store, election, heard };
  });
  const leaders = () => contenders.filter(({ election }) => election.leadership());
  const theLeader = (): Contender => {
    const [leader, ...more] = leaders();
    assert.ok(leader && more.length === 0, `${leaders().length} leaders`);
    return leader;
  };
  return { clock, server, contenders, leaders, theLeader, close: () => Promise.all(contenders.map(({ election }) => election.close())) };
}

test('one of three leads, for as long as it lives, and all know who', async () => {
  const { clock, contenders, leaders, theLeader, close } = setUp(3);
  await clock.until(() => leaders().length > 0, 5_000, 'a leader');
  const leader = theLeader();
  await clock.advance(600_000);
  assert.equal(theLeader(), leader);
  assert.equal(leader.heard.length, 1);
  for (const { election } of contenders) assert.equal(election.leader(), leader.name);
  await close();
});

test('who closes is followed at once; who is cut off, within a lease', async () => {
  const { clock, leaders, theLeader, contenders, close } = setUp(3);
  await clock.until(() => leaders().length === 1, 5_000, 'a leader');
  const first = theLeader();
  await first.election.close();
  await clock.until(() => leaders().length === 1, 1_000, 'the second leader');
  assert.deepEqual(first.heard.at(-1), 'deposed');
  const second = theLeader();
  const term = second.election.leadership()?.term ?? 0;
  second.store.setPartition('silent');
  const started = clock.monotonic();
  await clock.until(() => contenders.some((one) => one !== second && one.election.leadership()), 60_000, 'the third leader');
  assert.ok(clock.monotonic() - started <= ttlS * 1000 + 1_000);
  // It counted itself deposed by its own clock.
  assert.deepEqual(leaders().length, 1);
  assert.equal(second.heard.at(-1), 'deposed');
  assert.ok((theLeader().election.leadership()?.term ?? 0) > term);
  second.store.setPartition('none');
  await clock.advance(120_000);
  assert.equal(leaders().length, 1);
  await close();
});

test('a deposed leader that does not know it yet writes nothing', async () => {
  const { clock, server, leaders, theLeader, close } = setUp(1);
  await clock.until(() => leaders().length === 1, 5_000, 'a leader');
  const { election, store } = theLeader();
  const first = election.leadership() ?? assert.fail('no leadership');
  const fence = [first.fence];
  assert.equal((await commit(store, [{ writes: [{ key: 'a', value: '1', expect: 0 }] }], { fence }))[0]?.status, 'done');
  await server.client('operator').transact([], [{ type: 'delete', key }]);
  assert.equal((await commit(store, [{ writes: [{ key: 'b', value: '1', expect: 0 }] }], { fence }))[0]?.status, 'fenced');
  // A new term has another fence.
  await clock.until(() => (election.leadership()?.term ?? 0) > first.term, 20_000, 'the new term');
  assert.equal((await commit(store, [{ writes: [{ key: 'b', value: '1', expect: 0 }] }], { fence }))[0]?.status, 'fenced');
  await close();
});

test('a lost answer at the election neither blocks nor elects twice', async () => {
  const clock = new SimulatedClock();
  const server = new MemoryStore(clock);
  const store = server.client('one');
  store.faults.lostAnswers = 1;
  const heard: string[] = [];
  const election = campaign(store, {
    key,
    value: 'one',
    ttlS,
    clock,
    random: seededRandom(1),
    log: new TestLog(),
    onElected: () => heard.push('elected'),
    onDeposed: () => heard.push('deposed'),
  });
  await clock.until(() => election.leadership() !== undefined, 10_000, 'a leader');
  await clock.advance(100_000);
  assert.deepEqual(heard, ['elected']);
  await election.close();
  assert.deepEqual(heard, ['elected', 'deposed']);
  assert.equal((await store.get(key)).kv, undefined);
});

test('cut watches, compaction and a store emptied under them leave one leader', async () => {
  const { clock, server, contenders, leaders, theLeader, close } = setUp(2);
  await clock.until(() => leaders().length === 1, 5_000, 'a leader');
  const before = theLeader();
  const admin = server.client('admin');
  for (let round = 0; round < 20; round++) {
    for (const { store } of contenders) store.cutWatches();
    await admin.transact([], [{ type: 'put', key: 'noise', value: String(round) }]);
    await admin.compact(server.revision);
    await clock.advance(1_000);
  }
  assert.equal(theLeader(), before);
  assert.equal(before.heard.length, 1);
  server.restore();
  await clock.until(() => leaders().length === 1 && theLeader().election.leadership()?.term === server.revision, 60_000, 'a new leader');
  await close();
});

test('never two leaders by their own word, whatever is cut', async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const { clock, contenders, leaders, close } = setUp(3);
    const random = seededRandom(seed);
    for (let round = 0; round < 150; round++) {
      const victim = contenders[Math.floor(random.next() * contenders.length)];
      const fault = Math.floor(random.next() * 5);
      if (fault === 0) victim?.store.setPartition('silent');
      else if (fault === 1) victim?.store.setPartition('refused');
      else if (fault === 2) victim?.store.cutWatches();
      else if (victim) {
        victim.store.setPartition('none');
        victim.store.faults.delayMs = Math.floor(random.next() * 800);
      }
      await clock.advance(Math.floor(random.next() * 4_000));
      assert.ok(leaders().length <= 1, `seed ${seed}, round ${round}`);
    }
    for (const { store } of contenders) {
      store.setPartition('none');
      store.faults.delayMs = 0;
    }
    await clock.until(() => leaders().length === 1, 60_000, 'a leader in the end');
    await close();
  }
});
