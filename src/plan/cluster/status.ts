// What the operator is told about each service.
// Guarantees: nothing is written that did not change; `since` is kept while a condition or a blocked slot stays.
import type { Entry, InvalidRecord } from '../../model/entry.ts';
import type { Condition, ServiceStatus } from '../../model/generated.ts';
import { parseTimestamp, timestamp } from '../../model/time.ts';
import { act, type PlanContext } from './context.ts';
import { sameJson } from '../equal.ts';

export type ReportedCondition = Omit<Condition, 'since'>;

export interface ServiceReport {
  revision: string | undefined;
  desired: number;
  ready: number;
  updated: number;
  rollout: ServiceStatus['rollout'] | undefined;
  imageDigest: string | undefined;
  /** `retryAt`: wall clock, ms. */
  blocked: { slot?: number; reason: string; message: string; retryAt?: number }[];
  conditions: ReportedCondition[];
  /** When the next run of a job begins by itself. */
  nextRunAt?: string;
}

export function reportStatus(context: PlanContext, name: string, observed: number, report: ServiceReport): void {
  const key = context.key('service-status', name);
  const before = context.snapshot.tables.statuses.get(name);
  const since = timestamp(context.snapshot.nowMs);
  const status: ServiceStatus = {
    ...unknownFieldsOf(before),
    observed_mod_revision: observed,
    ...(report.revision !== undefined && { revision: report.revision }),
    desired: report.desired,
    ready: report.ready,
    updated: report.updated,
    blocked: report.blocked.slice(0, 200).map(({ retryAt, ...entry }) => {
      const same = before?.record.blocked.find((other) => other.slot === entry.slot && other.reason === entry.reason);
      const retry = retryAt === undefined ? {} : { retry_at: steadyTime(same?.retry_at, retryAt) };
      return { ...entry, message: short(entry.message), since: same?.since ?? since, ...retry };
    }),
    conditions: keepSince(before?.record.conditions ?? [], report.conditions, since).slice(0, 64),
    ...(report.rollout && { rollout: report.rollout }),
    ...(report.imageDigest !== undefined && { image_digest: report.imageDigest }),
    ...(report.nextRunAt !== undefined && { next_run_at: report.nextRunAt }),
  };
  if (before && sameJson(before.record, status)) return;
  const broken = context.snapshot.tables.invalid.get(key);
  const expect = before?.modRevision ?? broken?.modRevision ?? 0;
  act(context, 'status_write', key, before ? 'it changed' : 'it has none yet', [{ key, record: status, expect }]);
}

/** Two clocks that are read one after the other are never quite the same distance apart: that is no change. */
const steadyMs = 2000;

function steadyTime(before: string | undefined, ms: number): string {
  const beforeMs = before === undefined ? undefined : parseTimestamp(before);
  return before !== undefined && beforeMs !== undefined && Math.abs(beforeMs - ms) < steadyMs ? before : timestamp(ms);
}

const ownFields: ReadonlySet<string> = new Set([
  'observed_mod_revision',
  'revision',
  'desired',
  'ready',
  'updated',
  'blocked',
  'conditions',
  'rollout',
  'image_digest',
  'next_run_at',
]);

/** What another version wrote into a status stays. */
function unknownFieldsOf(before: Entry<ServiceStatus> | undefined): Partial<ServiceStatus> {
  if (!before || before.unknown.length === 0) return {};
  return Object.fromEntries(Object.entries(before.record).filter(([name]) => !ownFields.has(name)));
}

/** Conditions with the time since when each holds. */
export function keepSince(before: readonly Condition[], now: readonly ReportedCondition[], since: string): Condition[] {
  return now.map((condition) => {
    const same = before.find(
      (other) =>
        other.type === condition.type && other.reason === condition.reason && other.key === condition.key && other.path === condition.path,
    );
    return { ...condition, message: short(condition.message), since: same?.since ?? since };
  });
}

function short(message: string): string {
  return message.length > 1000 ? `${message.slice(0, 999)}…` : message;
}

/** A broken record, for the status of whoever is concerned. */
export function invalidCondition(broken: InvalidRecord, consequence: string): ReportedCondition {
  const [problem] = broken.problems;
  const place = problem ? `${problem.path} ${problem.message}` : 'it is not what its key says';
  return {
    type: 'invalid_record',
    reason: 'invalid_record',
    message: `${broken.key}: ${place}; ${consequence}`,
    key: broken.key,
    ...(problem && { path: problem.path.slice(0, 512) }),
  };
}

export function unknownFieldConditions(entry: Entry<unknown>): ReportedCondition[] {
  return entry.unknown.map(({ path, nearest }) => ({
    type: 'unknown_field',
    reason: 'unknown_field',
    message: `${path} is no field of this record and does nothing${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    key: entry.key,
    path: path.slice(0, 512),
  }));
}

/** Conditions that concern a service whatever it asks for: broken parts, nodes in doubt. */
export function sharedConditions(context: PlanContext, name: string): ReportedCondition[] {
  const { invalid } = context;
  const conditions: ReportedCondition[] = [];
  const parts = invalid.partsOf.get(name);
  if (parts) {
    for (const broken of parts) {
      if (broken.kind !== 'service-status') conditions.push(invalidCondition(broken, 'what it holds is left as it is'));
    }
  }
  if (invalid.nodes.size > 0) conditions.push(...brokenNodeConditions(context, name));
  const massLoss = massLossCondition(context);
  if (massLoss) conditions.push(massLoss);
  return conditions;
}

function brokenNodeConditions({ invalid, snapshot }: PlanContext, name: string): ReportedCondition[] {
  const nodes = new Set<string>();
  for (const { record } of snapshot.tables.instances.get(name)?.values() ?? []) nodes.add(record.node_id);
  const broken = [...invalid.nodes].filter(([id]) => nodes.has(id));
  return broken.map(([, record]) => invalidCondition(record, 'instances on the node are left as they are'));
}

export function massLossCondition(context: PlanContext): ReportedCondition | undefined {
  if (!context.nodes.massLoss) return undefined;
  return {
    type: 'mass_loss',
    reason: 'mass_loss',
    message: `${context.nodes.lostCount} nodes lost their agents at once: nothing is marked or moved. Where they are really dead, set their state to failed`,
  };
}
