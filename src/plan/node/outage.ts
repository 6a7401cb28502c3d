// What becomes of an instance while the store is away for long, where its service says so: it is drained and stopped, kept, and
// started again when the store is back and still wants it. Pure.
// Guarantees: nothing of a service that does not ask for it is stopped; nothing is stopped before this run of the agent has tried
// for a while itself, as one that was just started has not had the time; what was stopped is not started again meanwhile.
import type { Assignment } from '../../model/generated.ts';
import { driverOf } from './local.ts';
import type { NodeSnapshot } from './snapshot.ts';

/** stay: it is not started, and what runs is left until the agent has tried to reach the store; stop: it is drained and stopped. */
export type Outage = 'none' | 'stay' | 'stop';

/** An agent that was just started gets this long to reach the store. */
const patienceMs = 10_000;

export function outageOf({ away, obedience }: Pick<NodeSnapshot, 'away' | 'obedience'>, assignment: Assignment): Outage {
  const limitMs = limitOf(assignment);
  if (limitMs === undefined || obedience !== 'frozen' || away.forMs < limitMs) return 'none';
  return away.triedForMs >= Math.min(patienceMs, limitMs) ? 'stop' : 'stay';
}

/** Milliseconds until time alone changes that, or undefined. */
export function outageDueInMs({ away, obedience }: Pick<NodeSnapshot, 'away' | 'obedience'>, assignment: Assignment): number | undefined {
  const limitMs = limitOf(assignment);
  if (limitMs === undefined || obedience !== 'frozen') return undefined;
  const leftMs = Math.max(limitMs - away.forMs, Math.min(patienceMs, limitMs) - away.triedForMs);
  return leftMs > 0 ? leftMs : undefined;
}

function limitOf(assignment: Assignment): number | undefined {
  // What was to end anyway is stopped too: its successor runs already.
  const { stop_after_s: limitS } = assignment;
  return limitS !== undefined && driverOf(assignment) !== undefined ? 1000 * limitS : undefined;
}
