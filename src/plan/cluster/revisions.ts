// The recorded run specs of a service: what a rollback returns to, and what instances of a former revision are made from.
// Guarantees: a revision that something runs or returns to is never forgotten; the first digest of its image stays; the one that
// was asked for last has the highest number.
import type { Entry } from '../../model/entry.ts';
import type { Service, ServiceRevision } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import { specOf } from './assignments.ts';
import { act, type PlanContext, remove, replace } from './context.ts';
import type { ServiceParts } from './instances.ts';
import type { RolloutDecision } from './rollout.ts';

/** Numbers the revision that is asked for, marks one that missed its deadline, records the first digest that its image was resolved to. */
function updateRevision(
  { context, parts }: Recording,
  recorded: Entry<ServiceRevision>,
  { failed, number }: { failed: boolean; number: number },
): void {
  const { failed: wasFailed, ...rest } = recorded.record;
  const resolved = parts.instances.filter(({ record }) => record.revision === rest.revision && record.image_digest !== undefined);
  resolved.sort((a, b) => a.entry.createRevision - b.entry.createRevision || (a.id < b.id ? -1 : 1));
  const digest = rest.image_digest ?? resolved[0]?.record.image_digest;
  const renumbered = number !== rest.number;
  if (!renumbered && (wasFailed ?? false) === failed && digest === rest.image_digest) return;
  const next: ServiceRevision = { ...rest, number, ...(digest !== undefined && { image_digest: digest }), ...(failed && { failed }) };
  let why = failed ? 'it missed its deadline' : 'it is tried again';
  if (renumbered) why = 'the service asks for it again';
  else if (digest !== rest.image_digest) why = 'its image was resolved';
  act(context, 'revision_record', recorded.key, why, [replace(recorded, next)]);
}

const keptRevisions = 10;

export interface Recording {
  context: PlanContext;
  entry: Entry<Service>;
  parts: ServiceParts;
  decision: RolloutDecision;
}

/** Keeps the run spec of the revision, marks a failed one, forgets the oldest that nothing uses. */
export function recordRevisions(recording: Recording): void {
  const { context, decision, entry, parts } = recording;
  const { revision, rollout } = decision;
  const service = entry.record;
  const known = context.snapshot.tables.revisions.get(service.name);
  const key = context.key('revision', service.name, revision);
  const recorded = known?.get(revision);
  const failed = rollout.state === 'failed' || rollout.state === 'rolled_back';
  const spec = specOf(entry.record);
  const others = [...(known?.values() ?? [])].filter((other) => other !== recorded);
  const highest = Math.max(0, ...others.map(({ record }) => record.number ?? 0));
  const numbered = recorded?.record.number !== undefined && recorded.record.number > highest;
  const number = numbered ? (recorded.record.number ?? 0) : highest + 1;
  if (!recorded && spec && !context.snapshot.tables.invalid.has(key)) {
    const record: ServiceRevision = { service: service.name, revision, number, created_at: timestamp(context.snapshot.nowMs), spec };
    act(context, 'revision_record', key, 'the service asks for this revision', [{ key, record, expect: 0 }]);
  } else if (recorded) updateRevision(recording, recorded, { failed, number });
  if (!known || known.size <= keptRevisions) return;
  const used = new Set([revision, rollout.from_revision, ...parts.instances.map((view) => view.record.revision)]);
  const idle = [...known.values()].filter(({ record }) => !used.has(record.revision));
  idle.sort((a, b) => (a.record.number ?? 0) - (b.record.number ?? 0) || a.createRevision - b.createRevision || (a.key < b.key ? -1 : 1));
  for (const old of idle.slice(0, known.size - keptRevisions))
    act(context, 'revision_delete', old.key, 'newer ones are kept', [remove(old)]);
}
