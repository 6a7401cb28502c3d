// What to think of each node: alive, in doubt, lost, failed, unknown.
// Guarantees: a node is lost only when its liveness is absent, was watched to be absent by this leader, and two lease
// times have passed since it took the lead; when too many are lost at once none is, and `massLoss` says so.
// A broken Node or liveness record is unknown: it is never lost.
import { intentOf, nodeStateOf, type Timings } from '../../model/defaults.ts';
import type { Entry } from '../../model/entry.ts';
import type { Node } from '../../model/generated.ts';
import type { InvalidIndex } from './invalid.ts';
import type { ClusterSnapshot, ClusterTables } from './snapshot.ts';

/**
 * alive: its agent holds its lease. new: no agent was ever seen. doubt: absent, but nothing may be concluded yet.
 * lost: its instances are marked, the grace runs. failed: its work goes elsewhere. unknown: its record is broken.
 */
export type NodeHealth = 'alive' | 'new' | 'doubt' | 'lost' | 'failed' | 'unknown';

export interface NodeView {
  id: string;
  /** Absent where the record is missing or broken. */
  entry: Entry<Node> | undefined;
  health: NodeHealth;
  state: NonNullable<Node['state']>;
  intent: NonNullable<Node['intent']>;
  /** Nodes of one machine share its ports. */
  machine: string;
  /** mod_revision of liveness, 0 where absent: decisions that rest on its absence compare it. */
  livenessRevision: number;
  /** When time alone changes what is thought of it, by the monotonic clock: a lost node fails, a doubt is over. */
  changesAtMs?: number;
}

export interface NodeViews {
  get(id: string): NodeView;
  /** Nodes that have a valid record, by id. */
  known: readonly NodeView[];
  massLoss: boolean;
  lostCount: number;
}

export function viewNodes(snapshot: ClusterSnapshot, invalid: InvalidIndex, timings: Timings): NodeViews {
  const views = new Map<string, NodeView>();
  for (const id of [...snapshot.tables.nodes.keys()].sort()) views.set(id, viewNode(snapshot, invalid, timings, id));
  const known = [...views.values()];
  const lost = known.filter((node) => node.health === 'lost');
  const inService = known.filter((node) => node.state === 'active' || node.state === 'draining').length;
  const massLoss = lost.length > Math.max(2, inService / 4);
  for (const node of lost) {
    if (massLoss) {
      node.health = 'doubt';
      delete node.changesAtMs;
    } else if ((node.changesAtMs ?? 0) <= snapshot.monotonicMs) node.health = 'failed';
  }
  const get = (id: string): NodeView => {
    const found = views.get(id);
    if (found) return found;
    const made = viewNode(snapshot, invalid, timings, id);
    views.set(id, made);
    return made;
  };
  return { get, known, massLoss, lostCount: lost.length };
}

function viewNode(snapshot: ClusterSnapshot, invalid: InvalidIndex, timings: Timings, id: string): NodeView {
  const entry = snapshot.tables.nodes.get(id);
  const liveness = snapshot.tables.liveness.get(id);
  const node = entry?.record;
  const { intent, state } = wishOf(node);
  const machine = machineOf(snapshot.tables, id);
  const view: NodeView = { id, entry, health: 'alive', state, intent, machine, livenessRevision: liveness?.modRevision ?? 0 };
  if (invalid.nodes.has(id) || invalid.liveness.has(id)) view.health = 'unknown';
  else if (liveness) view.health = entry ? 'alive' : 'doubt';
  else judgeAbsent(snapshot, invalid, timings, view);
  return view;
}

/** Name of the machine that a node is on; a node that never said is one by itself. */
export function machineOf(tables: ClusterTables, nodeId: string): string {
  return tables.nodes.get(nodeId)?.record.machine_id ?? tables.liveness.get(nodeId)?.record.machine_id ?? `node ${nodeId}`;
}

/** The operator's wish: a `draining` that stands in `state` without our own mark was written by hand. */
function wishOf(node: Node | undefined): Pick<NodeView, 'intent' | 'state'> {
  if (!node) return { intent: 'active', state: 'pending' };
  const state = nodeStateOf(node);
  const ours = (node.conditions ?? []).some((condition) => condition.type === 'draining');
  return { state, intent: state === 'draining' && !ours ? 'draining' : intentOf(node) };
}

function judgeAbsent(snapshot: ClusterSnapshot, invalid: InvalidIndex, timings: Timings, view: NodeView): void {
  const { memory, monotonicMs } = snapshot;
  const settledMs = memory.leaderSinceMs + 2000 * timings.lease_s;
  const served = view.state === 'active' || view.state === 'draining';
  if (view.state === 'failed') view.health = 'failed';
  else if (invalid.meta || monotonicMs < settledMs) {
    view.health = served ? 'doubt' : 'new';
    if (served && !invalid.meta) view.changesAtMs = settledMs;
  } else if (!view.entry) view.health = 'failed';
  else if (!served) view.health = 'new';
  else {
    const sinceMs = Math.max(memory.absentSinceMs.get(view.id) ?? monotonicMs, settledMs, memory.massLossMs ?? Number.NEGATIVE_INFINITY);
    view.health = 'lost';
    view.changesAtMs = sinceMs + 1000 * timings.node_grace_s;
  }
}

/** Whether new work may be placed on a node; else the filter that says no is `active`. */
export function isPlaceable(node: NodeView): boolean {
  if (node.health !== 'alive' || node.intent !== 'active' || !node.entry) return false;
  return !(node.entry.record.conditions ?? []).some((condition) => condition.type === 'disk_full');
}
