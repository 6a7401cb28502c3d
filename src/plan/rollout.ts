// Which revision a service is to run, and how far its rollout is.
// Guarantees: a rollout begins when the revision changes or a failed one is edited; its deadline always fires; a
// revision that missed it gets no new instances while a former one is known, and with auto_rollback that one returns.
import { updateOf } from '../model/defaults.ts';
import type { Entry } from '../model/entry.ts';
import type { Service, ServiceRevision, ServiceStatus } from '../model/generated.ts';
import { parseTimestamp, timestamp } from '../model/time.ts';
import { type InstanceSpec, specOf } from './assignments.ts';

export type RolloutState = NonNullable<ServiceStatus['rollout']>;

export interface RolloutDecision {
  rollout: RolloutState;
  /** Revision that the service asks for. */
  revision: string;
  /** What new instances are made from. */
  target: InstanceSpec;
  /** Whether an instance of a revision is to be replaced; a revision that failed without rollback keeps what is ready. */
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
  const stopped = rollout.state === 'failed' || rollout.state === 'rolled_back';
  const target: InstanceSpec =
    stopped && former
      ? { service: service.record, revision: former.revision, spec: former.spec, imageDigest: former.image_digest }
      : wanted;
  const isOutdated = (of: string | undefined, ready: boolean): boolean => {
    if (of === target.revision) return false;
    return !(rollout.state === 'failed' && of === revision && ready);
  };
  const deadline = rollout.state === 'progressing' && rollout.deadline !== undefined ? parseTimestamp(rollout.deadline) : undefined;
  return { rollout, revision, target, isOutdated, deadlineMs: deadline };
}

/** The rollout that stands: the recorded one, or a new one where the service asks for something else. */
function stateBefore({ service, revision, status, nowMs }: RolloutInput): RolloutState {
  const recorded = status?.record.rollout;
  const begin = (from: string | undefined): RolloutState => ({
    state: 'progressing',
    revision,
    ...(from !== undefined && from !== revision && { from_revision: from }),
    since: timestamp(nowMs),
    deadline: timestamp(nowMs + 1000 * updateOf(service.record).deadline_s),
  });
  if (!recorded) return begin(status?.record.revision);
  if (recorded.revision !== revision) return begin(recorded.state === 'complete' ? recorded.revision : recorded.from_revision);
  const stopped = recorded.state === 'failed' || recorded.state === 'rolled_back';
  const edited = service.modRevision > (status?.record.observed_mod_revision ?? 0);
  return stopped && edited ? begin(recorded.from_revision) : recorded;
}

function advance(input: RolloutInput, rollout: RolloutState): RolloutState {
  const { isComplete, nowMs, service, revisions } = input;
  const { from_revision: from } = rollout;
  if (isComplete && (rollout.state === 'progressing' || rollout.state === 'failed')) {
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
