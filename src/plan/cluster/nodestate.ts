// What the controller writes about nodes: their state, the copied intent, its own conditions; and the mark of the lost on
// their instances.
// Guarantees: only fields of the controller's are changed; what rests on a node being away compares its absence again.
import type { Entry } from '../../model/entry.ts';
import type { Node, ServiceInstance } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import { mergeConditions } from '../conditions.ts';
import { absent, act, type PlanContext, replace } from './context.ts';
import { leftOnNodes } from './drain.ts';
import { sameJson } from '../equal.ts';
import { hasReason } from './instances.ts';
import type { NodeView } from './nodes.ts';
import { keepSince, massLossCondition, type ReportedCondition, unknownFieldConditions } from './status.ts';

/** Conditions of a node that the controller writes; all others are the agent's and are kept. */
const controllerConditions: ReadonlySet<string> = new Set(['mass_loss', 'node_lost', 'unknown_field', 'draining']);

export function planNodes(context: PlanContext): void {
  const draining = new Set(context.nodes.known.filter((node) => node.intent === 'draining').map((node) => node.id));
  const left = draining.size > 0 ? leftOnNodes(context.snapshot.tables, draining) : undefined;
  for (const node of context.nodes.known) {
    if (node.entry && !context.quiet?.isNodeSettled(node.id)) {
      const before = context.actions.length;
      planNodeRecord(context, node, node.entry, left?.get(node.id)?.length ?? 0);
      if (context.actions.length === before) context.quiet?.noteNode(node);
    }
    if (node.changesAtMs !== undefined && node.health !== 'failed') waitFor(context, node, node.changesAtMs);
  }
  for (const [id, broken] of context.invalid.nodes) {
    context.blocked.push({
      key: broken.key,
      reason: 'invalid_record',
      message: `node ${id} is unknown: nothing on it is changed until its record is mended`,
    });
  }
  if (context.nodes.known.some((node) => node.health === 'lost' || node.health === 'failed')) markLost(context);
}

function waitFor(context: PlanContext, node: NodeView, changesAtMs: number): void {
  const { monotonicMs, nowMs } = context.snapshot;
  const message =
    node.health === 'lost'
      ? 'the lease of its agent is gone; it counts as failed when the grace is over'
      : 'its agent was not seen yet; a new leader waits before it counts as lost';
  context.blocked.push({
    key: context.key('node', node.id),
    reason: `node_${node.health}`,
    message,
    retryAt: nowMs + changesAtMs - monotonicMs,
  });
}

function planNodeRecord(context: PlanContext, node: NodeView, entry: Entry<Node>, left: number): void {
  const { record } = entry;
  const state = stateOf(node, record);
  const own = ownConditions(context, node, entry, left);
  const before = record.conditions ?? [];
  const mine = keepSince(before, own, timestamp(context.snapshot.nowMs));
  const conditions = mergeConditions(before, mine, (type) => controllerConditions.has(type));
  const next: Node = { ...record };
  if (state !== undefined && state !== record.state) next.state = state;
  if (node.intent === 'draining' && record.intent !== 'draining') next.intent = 'draining';
  if (!sameJson(conditions, before)) next.conditions = conditions;
  if (sameJson(next, record)) return;
  const away = node.health === 'failed' ? absent(context, node) : [];
  act(context, 'node_update', entry.key, reasonOf(node, record, next), [replace(entry, next)], away);
}

function stateOf(node: NodeView, record: Node): Node['state'] {
  if (node.health === 'alive') return node.intent === 'draining' ? 'draining' : 'active';
  if (node.health === 'failed') return 'failed';
  // Together with its mark: a state of draining without one is an operator's hand.
  return record.state === 'draining' && node.intent !== 'draining' ? 'active' : record.state;
}

function reasonOf(node: NodeView, before: Node, after: Node): string {
  if (before.state === after.state)
    return before.intent === after.intent ? 'its conditions changed' : 'its state was set to draining by hand';
  if (after.state === 'failed') return 'its agent did not come back within the grace';
  return node.intent === 'draining' ? 'it is to be drained' : 'its agent is alive';
}

function ownConditions(context: PlanContext, node: NodeView, entry: Entry<Node>, left: number): ReportedCondition[] {
  const conditions = unknownFieldConditions(entry).slice(0, 16);
  const massLoss = massLossCondition(context);
  if (massLoss && node.health === 'doubt' && node.livenessRevision === 0) conditions.push(massLoss);
  if (node.health === 'lost' || node.health === 'failed') {
    conditions.push({ type: 'node_lost', reason: 'liveness_absent', message: `node ${node.id}: its agent's lease is gone` });
  }
  if (node.intent === 'draining') {
    const done = left === 0;
    const message = done
      ? 'nothing is left on it; it may be taken away'
      : `${left} ${left === 1 ? 'instance is' : 'instances are'} left on it`;
    conditions.push({ type: 'draining', reason: done ? 'done' : 'in_progress', message });
  }
  return conditions;
}

/** Marks the instances of lost nodes `unhealthy`, so that callers prefer others. Draining ones stay draining. */
function markLost(context: PlanContext): void {
  for (const entry of onLostNodes(context)) {
    const { record } = entry;
    const node = context.nodes.get(record.node_id);
    const marked = record.state === 'unhealthy' && hasReason(record, 'node_lost');
    if (marked || record.state === 'draining' || record.state === 'gone' || node.livenessRevision !== 0) continue;
    const assigned = context.snapshot.tables.assignments.get(record.service);
    if (!assigned?.has(context.key('assignment', record.node_id, record.service, record.instance_id))) continue;
    const next: ServiceInstance = { ...record, state: 'unhealthy', reason: `node_lost: the agent of node ${node.id} lost its lease` };
    act(context, 'instances_lost', entry.key, `node ${node.id} is ${node.health}`, [replace(entry, next)], absent(context, node));
  }
}

/** In the order of their keys. */
function onLostNodes({ nodes, snapshot }: PlanContext): Entry<ServiceInstance>[] {
  // Also of nodes without a record.
  const stands = new Map<string, boolean>();
  const isLost = (id: string): boolean => {
    let lost = stands.get(id);
    if (lost === undefined) {
      const { health } = nodes.get(id);
      lost = health === 'lost' || health === 'failed';
      stands.set(id, lost);
    }
    return lost;
  };
  const found: Entry<ServiceInstance>[] = [];
  for (const row of snapshot.tables.instances.values())
    for (const entry of row.values()) if (isLost(entry.record.node_id)) found.push(entry);
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}
