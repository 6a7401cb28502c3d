// What one plan works with: the snapshot, what was made of it, and the decisions so far.
// Guarantees: the fleet is worked out at most once, and only when something has to be placed or allocated.
import type { Timings } from '../../model/defaults.ts';
import { timingsOf } from '../../model/defaults.ts';
import type { Entry } from '../../model/entry.ts';
import { keyOf } from '../../model/keys.ts';
import type { AnyRecord, Kind } from '../../model/kinds.ts';
import type { ClusterAction, ClusterActionKind, RecordWrite } from './actions.ts';
import { buildFleet, type Fleet } from './fleet.ts';
import { indexInvalid, type InvalidIndex } from './invalid.ts';
import { type NodeView, type NodeViews, viewNodes } from './nodes.ts';
import type { Blocked } from '../plan.ts';
import type { Quiet } from './quiet.ts';
import type { ClusterSnapshot } from './snapshot.ts';

export interface PlanContext {
  snapshot: ClusterSnapshot;
  timings: Timings;
  invalid: InvalidIndex;
  nodes: NodeViews;
  fleet(): Fleet;
  /** What needs no look, where the plan has a former one. */
  quiet: Quiet | undefined;
  actions: ClusterAction[];
  blocked: Blocked[];
  /** Key of a record of this cluster. */
  key(kind: Kind, ...ids: string[]): string;
}

export function createContext(snapshot: ClusterSnapshot, quiet?: Quiet): PlanContext {
  const timings = timingsOf(snapshot.tables.meta?.record);
  const invalid = indexInvalid(snapshot.tables.invalid);
  const nodes = viewNodes(snapshot, invalid, timings);
  let fleet: Fleet | undefined;
  const context: PlanContext = {
    snapshot,
    timings,
    invalid,
    nodes,
    fleet: () => (fleet ??= quiet ? quiet.fleet.take(snapshot, nodes) : buildFleet(snapshot, nodes)),
    quiet,
    actions: [],
    blocked: [],
    key: (kind, ...ids) => keyOf(snapshot.tables.clusterId, kind, ...ids),
  };
  quiet?.begin(context);
  return context;
}

export function act(
  context: PlanContext,
  kind: ClusterActionKind,
  key: string,
  reason: string,
  writes: RecordWrite[],
  guards: ClusterAction['guards'] = [],
): void {
  context.actions.push({ kind, key, reason, writes, guards });
}

/** Replaces what stands at an entry's key. */
export function replace<R extends AnyRecord>(entry: Entry<R>, record: R): RecordWrite {
  return { key: entry.key, record, expect: entry.modRevision };
}

export function remove(entry: Entry<AnyRecord>): RecordWrite {
  return { key: entry.key, expect: entry.modRevision };
}

/** The guard of whatever rests on a node being away: its liveness is absent. */
export function absent(context: PlanContext, node: NodeView): ClusterAction['guards'] {
  return [{ key: context.key('liveness', node.id), modRevision: 0 }];
}
