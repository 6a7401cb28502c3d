import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PhotonError } from '../model/errors.ts';
import { SimulatedClock } from './clock.ts';
import { type ActionOutcome, createExecutor, type ExecutorOptions } from './executor.ts';
import { silentLog } from './log.ts';
import { seededRandom } from './random.ts';

type Test = { kind: 'work'; key: string; reason: string; name: string } | { kind: 'fail'; key: string; reason: string; name: string };

function setUp(more: Partial<ExecutorOptions<Test>> = {}) {
  const clock = new SimulatedClock();
  const trace: string[] = [];
  const outcomes: ActionOutcome<Test>[] = [];
  const free: string[] = [];
  const executor = createExecutor<Test>({
    clock,
    random: seededRandom(7),
    log: silentLog,
    concurrency: 2,
    handlers: {
      work: async ({ name }, signal) => {
        trace.push(`+${name}`);
        await clock.sleep(100, signal);
        trace.push(`-${name}`);
      },
      fail: async () => {
        throw new PhotonError('image_missing', 'no such image');
      },
    },
    onOutcome: (outcome) => outcomes.push(outcome),
    onFree: (key) => free.push(key),
    ...more,
  });
  return { clock, trace, outcomes, free, executor };
}

const work = (key: string, name: string): Test => ({ kind: 'work', key, reason: '', name });
const fail = (key: string, name = 'f'): Test => ({ kind: 'fail', key, reason: '', name });

test('one at a time within a key, in order; keys beside each other up to the limit', async () => {
  const { clock, trace, executor, free } = setUp();
  executor.submit([work('a', 'a1'), work('b', 'b1'), work('a', 'a2'), work('c', 'c1')]);
  assert.deepEqual([...executor.busy()].sort(), ['a', 'b', 'c']);
  await clock.advance(1000);
  assert.deepEqual(trace.slice(0, 2), ['+a1', '+b1']);
  assert.ok(trace.indexOf('-a1') < trace.indexOf('+a2'));
  assert.ok(trace.indexOf('-b1') < trace.indexOf('+c1'));
  assert.deepEqual(free.sort(), ['a', 'b', 'c']);
  assert.equal(executor.busy().size, 0);
});

test('a busy key takes nothing more', async () => {
  const { clock, trace, executor } = setUp();
  assert.equal(executor.submit([work('a', 'a1')]), 1);
  assert.equal(executor.submit([work('a', 'again'), work('b', 'b1')]), 1);
  await clock.advance(1000);
  assert.deepEqual(trace, ['+a1', '+b1', '-a1', '-b1']);
});

test('a failure ends its own key only, and holds it back for a growing while', async () => {
  const { clock, trace, executor, outcomes } = setUp();
  executor.submit([fail('a'), work('a', 'never'), work('b', 'b1')]);
  await clock.advance(200);
  assert.deepEqual(trace, ['+b1', '-b1']);
  const first = executor.backoffs().get('a');
  assert.equal(first?.failures, 1);
  assert.equal(first?.error.code, 'image_missing');
  assert.equal(executor.submit([work('a', 'early')]), 0);
  await clock.advance(executor.nextRetryInMs() ?? 0);
  assert.equal(executor.submit([fail('a')]), 1);
  await clock.advance(0);
  assert.equal(executor.backoffs().get('a')?.failures, 2);
  assert.ok((executor.backoffs().get('a')?.remainingMs ?? 0) >= 500, 'the second pause is at least half of the doubled step');
  assert.deepEqual(
    outcomes.map((outcome) => outcome.ok),
    [false, true, false],
  );
});

test('a success forgives', async () => {
  const { clock, executor } = setUp();
  executor.submit([fail('a')]);
  await clock.advance(1000);
  executor.submit([work('a', 'a1')]);
  await clock.advance(1000);
  assert.equal(executor.backoffs().size, 0);
  assert.equal(executor.nextRetryInMs(), undefined);
});

test('forget lets a key be tried at once', async () => {
  const { clock, executor } = setUp();
  executor.submit([fail('a')]);
  await clock.advance(0);
  assert.equal(executor.submit([work('a', 'a1')]), 0);
  executor.forget('a');
  assert.equal(executor.submit([work('a', 'a1')]), 1);
  await clock.advance(1000);
});

test('the rule of the failure is the one asked for', async () => {
  const { clock, executor } = setUp({ ruleFor: () => ({ firstMs: 60_000, capMs: 60_000, factor: 1, forgetAfterMs: 1000 }) });
  executor.submit([fail('a')]);
  await clock.advance(0);
  const remainingMs = executor.backoffs().get('a')?.remainingMs ?? 0;
  assert.ok(remainingMs >= 30_000 && remainingMs <= 60_000);
});

test('stop lets what is under way end within its grace, and begins nothing', async () => {
  const { clock, trace, executor } = setUp();
  executor.submit([work('a', 'a1'), work('a', 'a2'), work('b', 'b1'), work('c', 'c1')]);
  await clock.advance(10);
  const stopped = executor.stop(1000);
  await clock.advance(2000);
  await stopped;
  assert.deepEqual(trace.sort(), ['+a1', '+b1', '-a1', '-b1']);
  assert.equal(executor.submit([work('d', 'd1')]), 0);
});

test('stop aborts what does not end within its grace', async () => {
  const { clock, trace, executor } = setUp();
  executor.submit([work('a', 'a1')]);
  await clock.advance(10);
  const stopped = executor.stop(20);
  await clock.advance(20);
  await stopped;
  assert.deepEqual(trace, ['+a1']);
});
