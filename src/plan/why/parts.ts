// What the parts of an explanation share: its shape, and what all of them look up.
import type { Entry } from '../../model/entry.ts';
import type { Event } from '../../model/generated.ts';
import { keyOf } from '../../model/keys.ts';
import { parseTimestamp, timestamp } from '../../model/time.ts';
import { clusterActionKinds } from '../cluster/actions.ts';
import type { ClusterPlan } from '../cluster/cluster.ts';
import type { PlanContext } from '../cluster/context.ts';
import type { EventKind } from '../event.ts';
import type { ClusterSnapshot, ClusterTables } from '../cluster/snapshot.ts';

/** `ids` as in the record's key: of an instance service and id, of a run service and run. */
export interface WhySubject {
  kind: 'service' | 'instance' | 'node' | 'job-run';
  ids: readonly string[];
}

export interface Obstacle {
  /** What waits. */
  what: string;
  /** Code in snake_case. */
  reason: string;
  why: string;
  since?: string;
  retry_at?: string;
  /** What an operator can do. */
  do: string;
}

export interface Step {
  what: string;
  /** A timestamp, `now`, or what it waits for. */
  when: string;
}

export interface Explanation {
  kind: WhySubject['kind'];
  id: string;
  wanted: string[];
  is: string[];
  blocked: Obstacle[];
  next: Step[];
  /** Events, newest last. */
  history: Event[];
}

export interface WhyInput {
  snapshot: ClusterSnapshot;
  plan: ClusterPlan;
  /** All that are kept. */
  events: readonly Entry<Event>[];
  /** Who leads, as the store says. */
  leader: string | undefined;
}

/** What the parts of an explanation work with. */
export interface Why extends WhyInput {
  context: PlanContext;
  tables: ClusterTables;
  answer: Omit<Explanation, 'kind' | 'id'>;
  /** An obstacle; its advice is the table's where none is given. */
  block(what: string, reason: string, why: string, more?: { since?: string | undefined; retryAt?: string | undefined; do?: string }): void;
  follow(what: string, when: string): void;
  /** When what the plan wants at once is done. */
  soon: string;
}

/** What the plan does at once about any of the keys, bookkeeping apart. */
export function followPlan(why: Why, concerns: (key: string) => boolean): void {
  const silent = new Set<string>([
    'status_write',
    'revision_record',
    'revision_delete',
    'certificate_delete',
    'instance_ports',
    'cluster_uid',
  ]);
  for (const action of why.plan.actions) {
    if (silent.has(action.kind) || !concerns(action.key)) continue;
    why.follow(`${clusterActionKinds[action.kind]}: ${shortKey(why, action.key)}: ${action.reason}`, why.soon);
  }
}

/** A key without what is the same for all of the cluster. */
export function shortKey({ tables }: Pick<Why, 'tables'>, key: string): string {
  const meta = keyOf(tables.clusterId, 'cluster');
  const prefix = meta.slice(0, meta.lastIndexOf('/') + 1);
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}

export function timeOf(event: Event): number | undefined {
  return parseTimestamp(event.last_at);
}

/** The event of a subject with any of the codes that was met last. */
export function lastEvent(events: readonly Entry<Event>[], kind: EventKind, id: string, ...reasons: string[]): Event | undefined {
  let last: Event | undefined;
  for (const { record } of events) {
    if (record.kind !== kind || record.id !== id || !reasons.includes(record.reason)) continue;
    if (!last || (timeOf(record) ?? 0) > (timeOf(last) ?? 0)) last = record;
  }
  return last;
}

/** Text of a wait's end. */
export function timeText(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : timestamp(ms);
}
