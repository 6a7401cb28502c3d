import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from './clock.ts';
import { silentLog } from './log.ts';
import { seededRandom } from './random.ts';
import { createRunner, type Pass, type RunnerOptions } from './runner.ts';

function setUp(pass: RunnerOptions['pass'], more: Partial<RunnerOptions> = {}) {
  const clock = new SimulatedClock();
  const passes: Pass[] = [];
  const runner = createRunner({
    clock,
    random: seededRandom(1),
    log: silentLog,
    pass: (one) => {
      passes.push(one);
      return pass(one);
    },
    ...more,
  });
  return { clock, passes, runner };
}

test('the first pass is a full one; many marks make one more', async () => {
  const { clock, passes, runner } = setUp(async () => undefined);
  await clock.advance(1);
  assert.equal(passes.length, 1);
  assert.equal(passes[0]?.full, true);
  for (const key of ['a', 'b', 'a']) runner.mark(key);
  await clock.advance(10);
  assert.equal(passes.length, 2);
  assert.deepEqual([...(passes[1]?.dirty ?? [])], ['a', 'b']);
  assert.equal(passes[1]?.full, false);
  await runner.stop();
});

test('passes never overlap, and a mark during one makes another', async () => {
  let running = 0;
  let most = 0;
  const { clock, passes, runner } = setUp(async () => {
    most = Math.max(most, ++running);
    await clock.sleep(100);
    running--;
  });
  await clock.advance(50);
  runner.mark('late');
  runner.mark('later');
  await clock.advance(1000);
  assert.equal(most, 1);
  assert.equal(passes.length, 2);
  await runner.idle();
  await runner.stop();
});

test('a full pass runs at least every 30 seconds', async () => {
  const { clock, passes, runner } = setUp(async () => undefined);
  await clock.advance(300_000);
  const full = passes.filter((pass) => pass.full).length;
  assert.ok(full >= 11 && full <= 14, `${full} full passes in 300 s`);
  await runner.stop();
});

test('a pass that fails is tried again with growing pauses, as a full one', async () => {
  let failing = true;
  const outcomes: boolean[] = [];
  const { clock, passes, runner } = setUp(
    async () => {
      if (failing) throw new Error('no');
    },
    { onPass: ({ failed }) => outcomes.push(failed) },
  );
  await clock.advance(10_000);
  const tries = passes.length;
  assert.ok(tries >= 4 && tries <= 8, `${tries} passes in 10 s`);
  assert.ok(passes.every((pass) => pass.full));
  assert.equal(runner.lastPassAt(), undefined);
  failing = false;
  await clock.until(() => runner.lastPassAt() !== undefined, 60_000);
  assert.equal(outcomes.at(-1), false);
  await runner.stop();
});

test('a pass may ask to be called again', async () => {
  const { clock, passes, runner } = setUp(async () => (passes.length < 3 ? { againInMs: 1000 } : undefined));
  await clock.advance(2500);
  assert.equal(passes.length, 3);
  await runner.stop();
});

test('stop waits for the pass under way, and no other follows', async () => {
  let ended = false;
  const { clock, passes, runner } = setUp(async () => {
    await clock.sleep(100);
    ended = true;
  });
  await clock.advance(50);
  const stopped = runner.stop();
  runner.mark('x');
  await clock.advance(100_000);
  await stopped;
  assert.equal(ended, true);
  assert.equal(passes.length, 1);
  assert.equal(clock.pending, 0);
});
