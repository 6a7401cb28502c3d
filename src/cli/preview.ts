// What a controller would do if changes were written: the planner of the running controller, over what stands in the store.
// Guarantees: nothing is written. The planner emits what it would do at once and next, as far as no agent has to act in between.
import { cronSchedules } from '../loop/cron.ts';
import type { KeyValue } from '../loop/ports.ts';
import { encodeRecord, parseEntry } from '../model/entry.ts';
import { clusterPrefix } from '../model/keys.ts';
import type { ClusterAction } from '../plan/cluster/actions.ts';
import { planCluster } from '../plan/cluster/cluster.ts';
import type { Blocked } from '../plan/plan.ts';
import { type ClusterTables, emptyMemory, emptyTables, putParsed, removeKey } from '../plan/cluster/snapshot.ts';
import type { Context } from './context.ts';
import type { Change } from './write.ts';

export interface Preview {
  /** Because of the changes. */
  actions: ClusterAction[];
  blocked: Blocked[];
  /** How many actions are due without the changes as well. */
  dueAnyway: number;
  /** Whether more follows, once agents have done their part. */
  rollout: boolean;
}

/** A rollout that waits for its instances: under way, not stuck. */
const rolloutReason = 'rollout_deadline';
/** Nothing but time is waited for. */
const timers: ReadonlySet<string> = new Set([rolloutReason, 'job_timer', 'schedule']);

/** Passes after which the controller is taken to be done; each takes what the former wrote as written. */
const maxPasses = 8;

export async function previewChanges(context: Context, changes: readonly Change[]): Promise<Preview> {
  const { kvs, revision } = await context.store.list(clusterPrefix(context.clusterId));
  const without = passes(context, new Draft(context.clusterId, kvs), revision);
  const draft = new Draft(context.clusterId, kvs);
  for (const { manifest, record, verdict } of changes) {
    if (verdict !== 'unchanged') draft.put(manifest.key, encodeRecord(record), revision + 1);
  }
  const withChanges = passes(context, draft, revision + 1);
  const dueActions = new Set(without.actions.map(nameOfAction));
  const waiting = new Set(without.blocked.map(nameOfBlocked));
  const fresh = withChanges.actions.filter((action) => !dueActions.has(nameOfAction(action)));
  return {
    // A status is written again in later passes: once is enough to tell.
    actions: [...new Map(fresh.map((action) => [nameOfAction(action), action])).values()],
    blocked: withChanges.blocked.filter((one) => !waiting.has(nameOfBlocked(one)) && !timers.has(one.reason)),
    rollout: withChanges.blocked.some((one) => one.reason === rolloutReason),
    dueAnyway: withChanges.actions.filter((action) => dueActions.has(nameOfAction(action))).length,
  };
}

function nameOfAction(action: ClusterAction): string {
  return `${action.kind} ${action.key} ${action.reason}`;
}

function nameOfBlocked(blocked: Blocked): string {
  return `${blocked.key} ${blocked.reason} ${blocked.message}`;
}

/** The records of a cluster with changes that nobody wrote. */
class Draft {
  readonly tables: ClusterTables;
  readonly #createRevisions = new Map<string, number>();

  constructor(clusterId: string, kvs: readonly KeyValue[]) {
    this.tables = emptyTables(clusterId);
    for (const kv of kvs) {
      this.#createRevisions.set(kv.key, kv.createRevision);
      const parsed = parseEntry(clusterId, kv);
      if (parsed) putParsed(this.tables, parsed);
    }
  }

  put(key: string, value: string, revision: number): void {
    const createRevision = this.#createRevisions.get(key) ?? revision;
    this.#createRevisions.set(key, createRevision);
    const parsed = parseEntry(this.tables.clusterId, { key, value, createRevision, modRevision: revision, lease: '0' });
    if (parsed) putParsed(this.tables, parsed);
  }

  remove(key: string): void {
    this.#createRevisions.delete(key);
    removeKey(this.tables, key);
  }
}

/** Plans until nothing is left to do, taking each pass's writes as written. Changes the draft. */
function passes({ clock }: Context, draft: Draft, revision: number): { actions: ClusterAction[]; blocked: Blocked[] } {
  const actions: ClusterAction[] = [];
  let blocked: Blocked[] = [];
  for (let pass = 0; pass < maxPasses; pass++) {
    const at = revision + pass;
    const plan = planCluster({
      revision: at,
      nowMs: clock.now(),
      monotonicMs: clock.monotonic(),
      nonce: 'preview',
      newUid: 'preview0',
      schedules: cronSchedules,
      tables: draft.tables,
      memory: emptyMemory(),
    });
    blocked = plan.blocked;
    actions.push(...plan.actions);
    const writes = plan.actions.flatMap((action) => action.writes);
    if (writes.length === 0) break;
    for (const { key, record } of writes) {
      if (record) draft.put(key, encodeRecord(record), at + 1);
      else draft.remove(key);
    }
  }
  return { actions, blocked };
}
