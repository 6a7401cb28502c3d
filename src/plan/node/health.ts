// Probe results into readiness, and crashes into pauses. Pure.
// Guarantees: within the start period failures do not count; afterwards `unhealthy_after` failures in a row make an
// instance unready and `healthy_after` passes in a row make it ready. A crash is counted once however often it is seen.
import type { ResolvedHealth } from '../../model/defaults.ts';
import type { Unit } from '../unit.ts';
import { afterFailure, crashBackoff } from '../backoff.ts';
import type { InstanceMemory } from './snapshot.ts';

export interface ProbeState {
  /** Unit that was probed; another one starts afresh. */
  unit: string;
  ready: boolean;
  passes: number;
  failures: number;
  /** Probes made of this unit. */
  probes: number;
  /** Since when it is probed, monotonic ms. */
  sinceMs: number;
  /** Why the last one failed. */
  reason?: string;
  /** Since when it is not ready any more; absent where it is, or never was. */
  unreadySinceMs?: number;
}

/** State before the first probe; `ready` where a former agent had found it so. */
export function firstProbeState(unit: string, ready: boolean, nowMs: number): ProbeState {
  return { unit, ready, passes: 0, failures: 0, probes: 0, sinceMs: nowMs };
}

function starting(state: ProbeState, health: ResolvedHealth, nowMs: number): boolean {
  return !state.ready && nowMs - state.sinceMs < health.start_period_s * 1000;
}

/** The state after one more probe. */
export function afterProbe(
  state: ProbeState,
  result: { ok: true } | { ok: false; reason: string },
  health: ResolvedHealth,
  nowMs: number,
): ProbeState {
  const { reason: _former, ...kept } = state;
  const probes = state.probes + 1;
  if (result.ok) {
    const passes = state.passes + 1;
    const ready = state.ready || passes >= health.healthy_after;
    const { unreadySinceMs: _since, ...rest } = kept;
    return { ...(ready ? rest : kept), probes, passes, failures: 0, ready };
  }
  const failures = starting(state, health, nowMs) ? 0 : state.failures + 1;
  const ready = state.ready && failures < health.unhealthy_after;
  const lost = state.ready && !ready ? { unreadySinceMs: nowMs } : {};
  return { ...kept, ...lost, probes, passes: 0, failures, ready, reason: result.reason };
}

/** Pause until the next probe: quick at first within the start period, then a tenth of the interval, then the interval. */
export function probePauseMs(state: ProbeState, health: ResolvedHealth, nowMs: number): number {
  const intervalMs = health.interval_s * 1000;
  if (!starting(state, health, nowMs)) return intervalMs;
  return Math.min(intervalMs / 10, 25 * 2 ** Math.min(state.probes, 20));
}

/** Why a unit that runs no more ended, in words; the first word is the code. */
export function exitReason(unit: Unit): string {
  if (unit.error) return `start_failed: ${unit.error}`;
  if (unit.oomKilled) return 'out_of_memory: killed for using more memory than it may; raise resources.memory_bytes';
  return unit.exitCode === undefined ? 'exited: the exit code is not known' : `exited: with code ${unit.exitCode}`;
}

/** Names one run of a unit: a start makes another. */
export function runKey(unit: Pick<Unit, 'id' | 'startedAt'>): string {
  return `${unit.id}@${unit.startedAt ?? 0}`;
}

/** The crash that a unit shows, counted once: which unit it was and when it had started tells crashes apart. `why`: where we ended it. */
export function afterCrash(
  before: InstanceMemory['crash'],
  unit: Unit,
  nowMs: number,
  chance: number,
  why?: string,
): NonNullable<InstanceMemory['crash']> {
  const seen = runKey(unit);
  if (before?.unit === seen) return before;
  return { ...afterFailure(crashBackoff, before, nowMs, chance), unit: seen, reason: why ?? exitReason(unit) };
}
