// Which revision a service is to run, and how far its rollout is.
// Guarantees: a rollout begins when the revision changes or a failed one is edited; its deadline always fires, a pause apart,
// which has none; a revision that missed it gets no new instances while a former one is known, and with auto_rollback that one
// returns. While a rollout is paused nothing is replaced for it, and what is missing is made from the former revision.
import { updateOf } from '../../model/defaults.ts';
import type { Entry } from '../../model/entry.ts';
import type { Service, ServiceRevision, ServiceStatus } from '../../model/generated.ts';
import { parseTimestamp, timestamp } from '../../model/time.ts';
import { type InstanceSpec, specOf } from './assignments.ts';

export type RolloutState = NonNullable<ServiceStatus['rollout']>;

export interface RolloutDecision {
  rollout: RolloutState;
  /** Revision that the service asks for. */
  revision: string;
  /** What new instances are made from. */
  target: InstanceSpec;
  /** Whether an instance of a revision is to be replaced; a paused one keeps its instances, one that failed without rollback those that are ready. */
  isOutdated(revision: string | undefined, ready: boolean): boolean;
  /** When the deadline fires, by the wall clock. */
  deadlineMs: number | undefined;
}

export interface RolloutInput {
  service: Entry<Service>;
  revision: string;
  status: Entry<ServiceStatus> | undefined;
  revisions: ReadonlyMap<string, Entry<ServiceRevision>> | undefined;
  nowMs: number;
  /** Whether every slot has an available instance of the revision and nothing else is left to replace. */
  isComplete: boolean;
}

export function decideRollout(input: RolloutInput): RolloutDecision {
  const rollout = advance(input, stateBefore(input));
  const { service, revision, revisions } = input;
  const spec = specOf(service.record);
  if (!spec) throw new TypeError(`service ${service.record.name} has no run`);
  const wanted: InstanceSpec = { service: service.record, revision, spec, imageDigest: revisions?.get(revision)?.record.image_digest };
  const former = rollout.from_revision === undefined ? undefined : revisions?.get(rollout.from_revision)?.record;
  const standsStill = rollout.state === 'failed' || rollout.state === 'rolled_back' || rollout.state === 'paused';
  const target: InstanceSpec =
    standsStill && former
      ? { service: service.record, revision: former.revision, spec: former.spec, imageDigest: former.image_digest }
      : wanted;
  const isOutdated = (of: string | undefined, ready: boolean): boolean => {
    if (of === target.revision) return false;
    return !(of === revision && (rollout.state === 'paused' || (rollout.state === 'failed' && ready)));
  };
  const deadline = rollout.state === 'progressing' && rollout.deadline !== undefined ? parseTimestamp(rollout.deadline) : undefined;
  return { rollout, revision, target, isOutdated, deadlineMs: deadline };
}

/** The rollout that stands: the recorded one, or a new one where the service asks for something else. */
function stateBefore({ service, revision, revisions, status, nowMs }: RolloutInput): RolloutState {
  const recorded = status?.record.rollout;
  const { deadline_s, paused } = updateOf(service.record);
  const deadline = timestamp(nowMs + 1000 * deadline_s);
  // Without a former revision there is nothing to keep: a pause then holds nothing up.
  const holds = (from: string | undefined): boolean => paused && from !== undefined && (revisions?.has(from) ?? false);
  const begin = (from: string | undefined): RolloutState => {
    const former = from === revision ? undefined : from;
    const common = { revision, ...(former !== undefined && { from_revision: former }), since: timestamp(nowMs) };
    return holds(former) ? { state: 'paused', ...common } : { state: 'progressing', ...common, deadline };
  };
  if (!recorded) return begin(status?.record.revision);
  if (recorded.revision !== revision) return begin(recorded.state === 'complete' ? recorded.revision : recorded.from_revision);
  const stopped = recorded.state === 'failed' || recorded.state === 'rolled_back';
  const edited = service.modRevision > (status?.record.observed_mod_revision ?? 0);
  if (stopped && edited) return begin(recorded.from_revision);
  if (recorded.state === 'progressing' && holds(recorded.from_revision)) {
    const { deadline: _deadline, ...rest } = recorded;
    return { ...rest, state: 'paused' };
  }
  // The time that it stood still is not held against it.
  if (recorded.state === 'paused' && !holds(recorded.from_revision)) return { ...recorded, state: 'progressing', deadline };
  return recorded;
}

function advance(input: RolloutInput, rollout: RolloutState): RolloutState {
  const { isComplete, nowMs, service, revisions } = input;
  const { from_revision: from } = rollout;
  if (isComplete && rollout.state !== 'complete' && rollout.state !== 'rolled_back') {
    const { deadline: _deadline, message: _message, ...rest } = rollout;
    return { ...rest, state: 'complete' };
  }
  if (rollout.state !== 'progressing') return rollout;
  const deadline = rollout.deadline === undefined ? undefined : parseTimestamp(rollout.deadline);
  if (deadline === undefined || nowMs < deadline) return rollout;
  const update = updateOf(service.record);
  const late = `revision ${rollout.revision} was not ready within ${update.deadline_s} s`;
  if (update.auto_rollback && from !== undefined && revisions?.has(from)) {
    return { ...rollout, state: 'rolled_back', message: `${late}; revision ${from} returns` };
  }
  const kept = from === undefined ? 'its instances are kept' : `what is ready of revision ${from} is kept`;
  return { ...rollout, state: 'failed', message: `${late}; ${kept}` };
}
