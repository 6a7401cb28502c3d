// A task of a job on this node: its unit is started once, and how it ended is told before anything of it goes. Pure.
// Guarantees: a unit that ended is never started again, nor is another one made in the place of one that vanished; a task is not
// started while the store is not followed, as by then it may run elsewhere; it is `gone` only when its output is kept, or
// can't be.
import type { Assignment, ServiceInstance } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import { exitReason } from './health.ts';
import type { Work } from './instance.ts';
import { meshWanted } from './local.ts';
import type { NodeSnapshot } from './snapshot.ts';
import type { Unit } from '../unit.ts';

/** How a task ended, as it was seen first. */
export interface TaskEnd {
  exitCode?: number;
  endedAtMs: number;
  /** Absent where it succeeded. */
  reason?: string;
}

type Seen = Pick<NodeSnapshot, 'begun' | 'outputs'>;

/** What is remembered of the end of a task; nothing of what is none. */
export function taskEnd({ assignment, unit, memory }: Pick<Work, 'assignment' | 'unit' | 'memory'>, nowMs: number): TaskEnd | undefined {
  if (!assignment.job) return undefined;
  const seen = unit.known ? unit.value : undefined;
  return memory.taskEnd ?? (seen?.state === 'exited' ? endOf(seen, nowMs) : undefined);
}

function endOf(unit: Unit, nowMs: number): TaskEnd {
  const { exitCode, endedAt } = unit;
  return {
    endedAtMs: endedAt ?? nowMs,
    ...(exitCode !== undefined && { exitCode }),
    ...((exitCode !== 0 || unit.oomKilled) && { reason: exitReason(unit) }),
  };
}

/** Whether its unit has been there and is there no more, or has ended: nothing is made or started for it. */
export function isOver({ begun }: Seen, { assignment, name, unit }: Pick<Work, 'assignment' | 'name' | 'unit'>): boolean {
  if (!assignment.job || !unit.known) return false;
  return unit.value ? unit.value.state === 'exited' : begun.has(name);
}

/** Whether what it wrote is still to be kept, while its unit is there. */
export function outputIsDue(
  { outputs }: Seen,
  { assignment, name, origin, unit }: Pick<Work, 'assignment' | 'name' | 'origin' | 'unit'>,
): boolean {
  return assignment.job !== undefined && origin === 'assigned' && unit.known && unit.value?.state === 'exited' && !outputs.has(name);
}

/** Names of tasks whose unit was seen, as far as anything of them is left here. */
export function begunAfter(before: readonly string[], work: readonly Work[]): string[] {
  const known = new Set(before);
  return work
    .filter(({ assignment, name, unit }) => assignment.job !== undefined && (known.has(name) || (unit.known && unit.value !== undefined)))
    .map(({ name }) => name)
    .sort();
}

/** Why a task may not be started yet: once, so all that it needs is there before. */
export function taskGate(snapshot: NodeSnapshot, assignment: Assignment): { reason: string; message: string } | undefined {
  if (!assignment.job) return undefined;
  if (snapshot.obedience !== 'obeyed') return { reason: 'frozen', message: 'the store is not followed: a task is not started until it is' };
  if (!meshWanted(snapshot, assignment) || snapshot.mesh.served.has(assignment.service)) return undefined;
  return { reason: 'sidecar_pending', message: 'waits for its sidecar, so that it can call others from its first moment on' };
}

/** What is to be told of a task that nobody ended and that has ended; undefined: what is told of any instance. */
export function taskVerdict(
  snapshot: Seen,
  work: Work,
  record: ServiceInstance,
): { state: ServiceInstance['state']; reason?: string } | undefined {
  if (!isOver(snapshot, work)) return undefined;
  if (outputIsDue(snapshot, work)) return { state: record.state, ...(record.reason !== undefined && { reason: record.reason }) };
  const { taskEnd: end } = work.memory;
  if (end) return { state: 'gone', ...(end.reason !== undefined && { reason: end.reason }) };
  return { state: 'gone', reason: 'vanished: what ran for it was removed behind the back of its agent; how it ended is not known' };
}

/** Exit code and time for the record of a task that is gone. */
export function endFacts(state: ServiceInstance['state'], end: TaskEnd | undefined): Pick<ServiceInstance, 'exit_code' | 'ended_at'> {
  if (state !== 'gone' || !end) return {};
  return { ended_at: timestamp(end.endedAtMs), ...(end.exitCode !== undefined && { exit_code: end.exitCode }) };
}

/** What tells an app which task it is. */
export function taskEnvironment({ job }: Assignment): Record<string, string> {
  if (!job) return {};
  return { PHOTONCLOUD_RUN: job.run_id, PHOTONCLOUD_TASK: String(job.index), PHOTONCLOUD_ATTEMPT: String(job.attempt) };
}

/** Whether its app listens: a task whose job names no port for its protocol serves nobody. */
export function listens({ job, protocol }: Pick<Assignment, 'job' | 'protocol'>): boolean {
  return !job || protocol !== undefined;
}
