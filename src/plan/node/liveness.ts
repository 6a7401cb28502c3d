// Restarts of instances that are not ready for too long (`health.restart_after_s`). Pure.
// Guarantees: counts from when the instance was last ready, or from the end of its start period where it never was; what is to end,
// or does not run, is not restarted; a restart is counted as a crash is, so that its pauses grow alike.
import { healthOf } from '../../model/defaults.ts';
import { type ProbeState, runKey } from './health.ts';
import type { Work } from './instance.ts';
import { driverOf } from './local.ts';

export interface Restart {
  /** Run of the unit that is ended. */
  unit: string;
  reason: string;
}

/** When the instance is restarted unless it is ready before, monotonic ms; undefined: nothing asks for that. */
export function livenessDueMs({ assignment, unit, memory }: Pick<Work, 'assignment' | 'unit' | 'memory'>): number | undefined {
  const { probe } = memory;
  const health = healthOf({ health: assignment.health, protocol: assignment.protocol ?? 'tcp' });
  const run = unit.known && unit.value?.state === 'running' ? runKey(unit.value) : undefined;
  if (health.restart_after_s === undefined || driverOf(assignment) === undefined || !probe || probe.ready || probe.unit !== run)
    return undefined;
  return unreadyFromMs(probe, health.start_period_s) + 1000 * health.restart_after_s;
}

function unreadyFromMs(probe: ProbeState, startPeriodS: number): number {
  return probe.unreadySinceMs ?? probe.sinceMs + 1000 * startPeriodS;
}

/** The restart that is to be made now, or was begun for this run of the unit and is not over. */
export function restartAfter(work: Pick<Work, 'assignment' | 'unit' | 'memory'>, nowMs: number, busy: boolean): Restart | undefined {
  const { memory, unit: observed, assignment } = work;
  const unit = observed.known ? observed.value : undefined;
  const { restarting } = memory;
  if (!unit) return observed.known ? undefined : restarting;
  const begun = restarting?.unit === runKey(unit) ? restarting : undefined;
  const dueMs = livenessDueMs(work);
  if (dueMs !== undefined && dueMs <= nowMs) {
    const why = memory.probe?.reason === undefined ? '' : `: ${memory.probe.reason}`;
    return begun ?? { unit: runKey(unit), reason: `restarting: not ready for ${assignment.health.restart_after_s} s${why}` };
  }
  // It may have become ready while it is being ended.
  return begun && (busy || unit.state !== 'running') ? begun : undefined;
}
