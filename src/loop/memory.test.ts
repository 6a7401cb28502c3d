import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { SimulatedClock } from './clock.ts';
import { giveMemoryBack } from './memory.ts';

const MiB = 1024 * 1024;

/** A program that is as large and as busy as it is told to be. */
function program(start: { resident: number; load: number; least: number }) {
  const clock = new SimulatedClock(0);
  const state = { ...start, collections: 0, usedMs: 0 };
  const keeper = giveMemoryBack({
    clock,
    resident: () => state.resident * MiB,
    busyMs: () => state.usedMs,
    collect: () => {
      state.collections++;
      state.resident = state.least;
    },
  });
  return {
    state,
    cancel: () => keeper.cancel(),
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        state.usedMs += 1000 * state.load;
        await clock.advance(1000);
      }
    },
  };
}

describe('memory is given back', () => {
  test('once after the start, and once after each growth', async () => {
    const { state, pass, cancel } = program({ resident: 90, load: 0.01, least: 75 });
    await pass(600);
    assert.equal(state.collections, 1);
    for (const growth of [2, 3]) {
      state.resident = 200;
      await pass(600);
      assert.deepEqual([state.collections, state.resident], [growth, 75]);
    }
    cancel();
    state.resident = 200;
    await pass(60);
    assert.equal(state.collections, 3);
  });

  test('never while there is something to do', async () => {
    const { state, pass } = program({ resident: 90, load: 0.05, least: 75 });
    await pass(600);
    assert.equal(state.collections, 0);
    state.load = 0;
    await pass(15);
    assert.equal(state.collections, 1);
  });

  test('not for a little, and not again for what is really needed', async () => {
    const { state, pass } = program({ resident: 90, load: 0, least: 75 });
    await pass(60);
    for (const resident of [80, 85]) {
      state.resident = resident;
      await pass(60);
    }
    assert.equal(state.collections, 1);
    Object.assign(state, { resident: 150, least: 150 });
    await pass(600);
    assert.equal(state.collections, 2);
  });
});

test('what a burst has taken goes back to the system', async () => {
  const script = `
    import { collectAll } from ${JSON.stringify(join(import.meta.dirname, 'memory.ts'))};
    let burst = Array.from({ length: 1_000_000 }, (_, at) => ({ at }));
    const grown = process.memoryUsage.rss();
    burst = undefined;
    collectAll();
    process.stdout.write(JSON.stringify([grown, process.memoryUsage.rss()]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  const [grown = 0, after = 0] = JSON.parse(stdout) as number[];
  assert.ok(after < grown - 30 * MiB, `${grown} → ${after}`);
});
