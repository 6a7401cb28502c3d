// Runs seeds of the simulation: `node e2e/sim/main.ts --seed N [--steps M] [--only 3,17]` replays one, `--seeds COUNT [--from N]` runs many,
// on all processors. `--tail LINES` shows more of a failure's trace, `--no-shrink` leaves it as it was found, `--keep-going` does
// not end at the first.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { shrink } from './shrink.ts';
import { defaultSteps, replayOf, simulate, SimulationFailure, tailLines } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    steps: { type: 'string' },
    only: { type: 'string' },
    seeds: { type: 'string' },
    tail: { type: 'string' },
    from: { type: 'string' },
    'no-shrink': { type: 'boolean' },
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
const only = values.only?.split(',').map((text) => whole('only', text, 0));
const tail = whole('tail', values.tail, tailLines);

interface Told {
  seed: number;
  failed: boolean;
  text: string;
}

/** Runs one seed; a failure is made small. */
async function tell(seed: number): Promise<Told> {
  const startedMs = performance.now();
  try {
    const result = await simulate({ seed, steps, tail, ...(only && { only }) });
    const simulated = Math.round(result.simulatedMs / 1000);
    const calm = Math.round(result.convergedMs / 1000);
    const real = Math.round(performance.now() - startedMs);
    const text = `seed ${seed}: ${result.revisions} revisions in ${simulated} s, converged ${calm} s after the last fault; ${real} ms; ${result.digest.slice(0, 16)}`;
    return { seed, failed: false, text };
  } catch (thrown) {
    if (!(thrown instanceof SimulationFailure))
      return { seed, failed: true, text: `${String(thrown)}\nreplay: ${replayOf(seed, steps, only)}` };
    if (values['no-shrink'] || only) return { seed, failed: true, text: thrown.message };
    const small = await shrink(thrown);
    return { seed, failed: true, text: `${small.message}\nwhich takes:\n${small.failure.done.map((line) => `  ${line}`).join('\n')}` };
  }
}

function orphaned(seed: number, thrown: unknown): Told {
  return { seed, failed: true, text: `${String(thrown)} was left to nobody\nreplay: ${replayOf(seed, steps, only)}` };
}

/** A worker: is told seeds, tells what became of each. */
function work(): void {
  let current = 0;
  process.on('unhandledRejection', (thrown) => {
    process.exitCode = 1;
    process.send?.(orphaned(current, thrown), () => process.disconnect());
  });
  process.on('message', (seed: number) => {
    current = seed;
    void tell(seed).then((told) => process.send?.(told));
  });
}

async function runMany(first: number, count: number): Promise<void> {
  const startedMs = performance.now();
  let [next, done, failed] = [0, 0, 0];
  const runWorker = (): Promise<void> =>
    new Promise((resolve) => {
      const worker: ChildProcess = fork(import.meta.filename, process.argv.slice(2), { env: { ...process.env, SIM_WORKER: '1' } });
      const give = (): void => {
        if (next < count && (failed === 0 || values['keep-going'])) worker.send(first + next++);
        else worker.disconnect();
      };
      worker.on('message', (told: Told) => {
        done++;
        if (told.failed) failed++;
        console.log(told.text);
        if (worker.connected) give();
      });
      worker.once('exit', () => resolve());
      give();
    });
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), count) }, runWorker));
  const perSecond = Math.round((done * steps * 1000) / (performance.now() - startedMs));
  console.log(`${done} seeds from ${first}: ${failed} failed; ${perSecond} steps a second`);
  process.exitCode = failed > 0 || done < count ? 1 : 0;
}

if (process.env['SIM_WORKER'] !== undefined) {
  setPriority(10);
  work();
} else {
  const fresh = Math.floor(Math.random() * 2 ** 31);
  const count = values.seed === undefined ? whole('seeds', values.seeds, 1) : 1;
  const first = whole('seed', values.seed, whole('from', values.from, fresh));
  if (count > 1) await runMany(first, count);
  else {
    process.on('unhandledRejection', (thrown) => {
      console.log(orphaned(first, thrown).text);
      process.exit(1);
    });
    const { failed, text } = await tell(first);
    console.log(text);
    process.exitCode = failed ? 1 : 0;
  }
}
