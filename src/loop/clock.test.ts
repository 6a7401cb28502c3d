import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PhotonError } from '../model/errors.ts';
import { SimulatedClock, systemClock } from './clock.ts';

const aborted = (thrown: unknown): boolean => thrown instanceof PhotonError && thrown.code === 'aborted';

test('timers fire in order of their time, then of their making, and what they start runs before the next', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 20 }), async (delays) => {
      const clock = new SimulatedClock(0);
      const fired: { at: number; order: number; now: number }[] = [];
      for (const [order, at] of delays.entries()) clock.after(at, () => fired.push({ at, order, now: clock.monotonic() }));
      await clock.advance(20);
      const wanted = delays.map((at, order) => ({ at, order, now: at })).sort((a, b) => a.at - b.at || a.order - b.order);
      assert.deepEqual(fired, wanted);
    }),
    { numRuns: 30 },
  );
});

test('a timer that a promise of another made fires within the same advance', async () => {
  const clock = new SimulatedClock();
  let done = false;
  const work = clock
    .sleep(100)
    .then(() => clock.sleep(50))
    .then(() => {
      done = true;
    });
  await clock.advance(149);
  assert.equal(done, false);
  await clock.advance(1);
  assert.equal(done, true);
  await work;
});

test('a cancelled timer does not fire, and leaves nothing behind', async () => {
  const clock = new SimulatedClock();
  let fired = 0;
  const timer = clock.after(10, () => fired++);
  timer.cancel();
  await clock.advance(20);
  assert.equal(fired, 0);
  assert.equal(clock.pending, 0);
});

for (const [name, clock] of [
  ['simulated', new SimulatedClock()],
  ['system', systemClock],
] as const) {
  test(`a sleep on the ${name} clock ends with its signal`, async () => {
    const stop = new AbortController();
    const sleeping = clock.sleep(3_600_000, stop.signal);
    stop.abort();
    await assert.rejects(sleeping, aborted);
    await assert.rejects(clock.sleep(1, stop.signal), aborted);
  });
}

test('a jump of the wall clock moves no timer', async () => {
  const clock = new SimulatedClock(1000);
  let fired = false;
  clock.after(100, () => {
    fired = true;
  });
  clock.jumpWall(3_600_000);
  await clock.advance(99);
  assert.equal(fired, false);
  assert.equal(clock.now(), 1000 + 3_600_000 + 99);
});

test('until ends when the condition holds, and says so when it never does', async () => {
  const clock = new SimulatedClock();
  let ticks = 0;
  const tick = (): void => {
    ticks++;
    clock.after(1000, tick);
  };
  tick();
  await clock.until(() => ticks === 5);
  assert.equal(clock.monotonic(), 4000);
  await assert.rejects(
    clock.until(() => false, 5000, 'a miracle'),
    /a miracle did not hold/,
  );
});

test('the system clock takes delays longer than a timer of Node does', () => {
  const timer = systemClock.after(2 ** 40, () => assert.fail('it fired at once'));
  timer.cancel();
});
