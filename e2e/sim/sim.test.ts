// Seeds of the simulation: fixed ones, among them those that once found something. `make sim` runs fresh ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulate, type SimulationResult } from './simulation.ts';

const fixed = [3, 18, 24, 27, 28, 59, 317, 327];

const runs = new Map<number, Promise<SimulationResult>>();

/** The first run of a seed, shared by the tests that want it. */
function firstRun(seed: number): Promise<SimulationResult> {
  const run = runs.get(seed) ?? simulate({ seed });
  runs.set(seed, run);
  return run;
}

for (const seed of fixed) {
  test(`seed ${seed}: every law holds, and the cluster converges`, async () => {
    await firstRun(seed);
  });
}

test('the same seed gives the same trace, and another seed another', async () => {
  const [seed = 0, other = 0] = fixed;
  const { digest } = await firstRun(seed);
  assert.equal((await simulate({ seed })).digest, digest);
  assert.notEqual((await firstRun(other)).digest, digest);
});
