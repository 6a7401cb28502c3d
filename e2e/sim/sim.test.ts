// Seeds of the simulation: fixed ones, and fresh ones, which a failure names. `make sim` runs more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fewest, shrink } from './shrink.ts';
import { simulate, SimulationFailure, type SimulationResult } from './simulation.ts';

const fixed = [1, 13];
const fresh = Array.from({ length: 2 }, () => Math.floor(Math.random() * 2 ** 31));

const runs = new Map<number, Promise<SimulationResult>>();

/** The first run of a seed, shared by the tests that want it. */
function firstRun(seed: number): Promise<SimulationResult> {
  const run = runs.get(seed) ?? simulate({ seed });
  runs.set(seed, run);
  return run;
}

for (const seed of [...fixed, ...fresh]) {
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

test('of many steps the few that it takes are found, asked seldom', async () => {
  const all = Array.from({ length: 40 }, (_, at) => at + 1);
  let asked = 0;
  const found = await fewest(all, (some) => {
    asked++;
    return Promise.resolve(some.includes(4) && some.includes(17));
  });
  assert.deepEqual(found, [4, 17]);
  assert.ok(asked <= 80, `${asked} runs`);
  assert.deepEqual(await fewest(all, () => Promise.resolve(false)), all, 'what takes all of them stays');
});

test('a failure is made small: the step alone that breaks a law, and the command that runs it again', async () => {
  const law = ({ world }: { world: { full: boolean } }): string[] => (world.full ? ['the store is full'] : []);
  const found: unknown = await simulate({ seed: 10, steps: 5, law }).catch((thrown: unknown) => thrown);
  assert.ok(found instanceof SimulationFailure, String(found));
  const { message, failure } = await shrink(found);
  assert.equal(failure.done.length, 1, failure.done.join('\n'));
  assert.match(failure.done[0] ?? '', /store full/);
  assert.match(message, new RegExp(`--seed ${failure.options.seed} --steps \\d+ --only \\d+$`));
});
