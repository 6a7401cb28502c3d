// Runs seeds of the simulation: `node e2e/sim/main.ts --seed N [--steps M]` replays one, `--seeds COUNT [--from N]` runs many.
// `--tail LINES` shows more of a failure's trace, `--keep-going` does not end at the first.
import { parseArgs } from 'node:util';
import { defaultSteps, replayOf, simulate, SimulationFailure, tailLines } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    steps: { type: 'string' },
    seeds: { type: 'string' },
    tail: { type: 'string' },
    from: { type: 'string' },
    'keep-going': { type: 'boolean' },
  },
});

function whole(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name}: expected a whole number, found ${text}`);
  process.exit(2);
}

const steps = whole('steps', values.steps, defaultSteps);
const fresh = Math.floor(Math.random() * 2 ** 31);
const first = whole('seed', values.seed, whole('from', values.from, fresh));
const count = values.seed === undefined ? whole('seeds', values.seeds, 1) : 1;
let current = first;
process.on('unhandledRejection', (thrown) => {
  console.error(`seed ${current} left a rejection to nobody; replay: ${replayOf(current, steps)}`);
  console.error(thrown);
  process.exit(1);
});
let failed = 0;
for (let at = 0; at < count; at++) {
  current = first + at;
  const startedMs = performance.now();
  try {
    const result = await simulate({ seed: current, steps, tail: whole('tail', values.tail, tailLines) });
    const simulated = Math.round(result.simulatedMs / 1000);
    const calm = Math.round(result.convergedMs / 1000);
    const real = Math.round(performance.now() - startedMs);
    console.log(
      `seed ${current}: ${result.revisions} revisions in ${simulated} s, converged ${calm} s after the last fault; ${real} ms; ${result.digest.slice(0, 16)}`,
    );
  } catch (thrown) {
    failed++;
    if (thrown instanceof SimulationFailure) console.error(thrown.message);
    else console.error(thrown, `\nreplay: ${replayOf(current, steps)}`);
    if (!values['keep-going']) break;
  }
}
if (count > 1) console.log(`${count} seeds from ${first}: ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
