// Makes the failure of a seed small: the fewest of its steps that still break the same law (delta debugging).
// Guarantees: what it answers was run and failed; it asks at most so often, and answers the best found by then.
import { simulate, SimulationFailure, type SimulationOptions } from './simulation.ts';

const mostRuns = 80;

/** The fewest steps of `all` for which `fails` holds, as far as so many questions tell. `all` itself fails. */
export async function fewest(
  all: readonly number[],
  fails: (some: readonly number[]) => Promise<boolean>,
  most = mostRuns,
): Promise<number[]> {
  let left = [...all];
  let asked = 0;
  const without = async (chunk: ReadonlySet<number>): Promise<boolean> => {
    const some = left.filter((step) => !chunk.has(step));
    if (asked >= most) return false;
    asked++;
    if (!(await fails(some))) return false;
    left = some;
    return true;
  };
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length; ) {
      if (!(await without(new Set(left.slice(at, at + size))))) at += size;
    }
  }
  return left;
}

/** The law that was broken, without the names of who broke it. */
function lawOf({ failure }: SimulationFailure): string {
  return (failure.what[0] ?? '').replaceAll(/\S*[\d/-]\S*/g, '#');
}

async function failureOf(options: SimulationOptions): Promise<SimulationFailure | undefined> {
  try {
    await simulate(options);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof SimulationFailure) return thrown;
    throw thrown;
  }
}

/** The same law broken by fewer steps. */
export async function shrink(found: SimulationFailure, most = mostRuns): Promise<SimulationFailure> {
  const law = lawOf(found);
  const { options, begun } = found.failure;
  let smallest = found;
  const fails = async (only: readonly number[]): Promise<boolean> => {
    const failure = await failureOf({ ...options, steps: begun, only });
    if (!failure || lawOf(failure) !== law) return false;
    smallest = failure;
    return true;
  };
  const steps = Array.from({ length: begun }, (_, at) => at + 1).filter((step) => options.only?.includes(step) ?? true);
  await fewest(steps, fails, most);
  return smallest;
}
