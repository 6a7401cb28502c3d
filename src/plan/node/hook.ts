// `pre_stop`: the app is told over HTTP that it is about to be stopped, once it has drained. Pure.
// Guarantees: asked once for a run of a unit, and never of one that does not run; any answer or the end of the time lets the stop follow.
import type { Unit } from '../unit.ts';
import { runKey } from './health.ts';
import type { Work } from './instance.ts';
import type { NodeSnapshot } from './snapshot.ts';

/** A call that is under way, or is over. */
export interface HookCall {
  /** Run of the unit that was called. */
  unit: string;
  over: boolean;
  /** Why it did not succeed. */
  problem?: string;
}

export interface HookTarget {
  addr: string;
  port: number;
  path: string;
  timeoutMs: number;
}

export type HookStep = { do: 'call'; unit: string; target: HookTarget } | { do: 'wait' } | { do: 'nothing' };

const defaultTimeoutS = 10;

/** What is to be done before a unit is stopped. */
export function hookStep(
  { hooks }: Pick<NodeSnapshot, 'hooks'>,
  { name, assignment }: Pick<Work, 'name' | 'assignment'>,
  unit: Unit,
): HookStep {
  const { app, pre_stop: hook } = assignment;
  if (!hook || !app || unit.state !== 'running') return { do: 'nothing' };
  const call = hooks.get(name);
  const run = runKey(unit);
  if (call?.unit === run) return { do: call.over ? 'nothing' : 'wait' };
  const timeoutMs = 1000 * (hook.timeout_s ?? defaultTimeoutS);
  return { do: 'call', unit: run, target: { addr: app.addr, port: app.port, path: hook.path, timeoutMs } };
}

/** What is told of a call that failed, on the instance. */
export function hookProblem({ hooks }: Pick<NodeSnapshot, 'hooks'>, name: string): string | undefined {
  const problem = hooks.get(name)?.problem;
  return problem === undefined ? undefined : `pre_stop_failed: ${problem}; it is stopped all the same`;
}
