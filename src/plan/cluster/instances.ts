// The instances of one service as the planner judges them, and the actions that begin and end their lives.
// Guarantees: nothing here deletes on doubt: an instance goes when its agent says `gone`, or when its node is failed
// and that is compared again in the store; an instance with a broken half is frozen.
import { desiredOf, drainOf } from '../../model/defaults.ts';
import { sha256Hex } from '../../model/digest.ts';
import type { Entry, InvalidRecord } from '../../model/entry.ts';
import type { Assignment, Service, ServiceInstance } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import type { RecordWrite } from './actions.ts';
import { withLocalPorts } from './assignments.ts';
import { absent, act, type PlanContext, remove, replace } from './context.ts';
import { heldUntilMs } from './disconnect.ts';
import type { NodeView } from './nodes.ts';

export interface InstanceView {
  id: string;
  entry: Entry<ServiceInstance>;
  record: ServiceInstance;
  assignment: Entry<Assignment> | undefined;
  node: NodeView;
  /** Its assignment is broken: it is left as it is. */
  frozen: boolean;
  /** The controller or the operator wants it to end. */
  removing: boolean;
  gone: boolean;
  /** Nothing of it runs any more, as far as anyone can know: its node is failed, and its service has waited long enough. */
  dead: boolean;
  /** Its node is failed, and its service waits for it to come back until then (wall clock, ms). */
  heldUntilMs: number | undefined;
  ready: boolean;
  /** Ready for as long as the service asks. */
  available: boolean;
  /** Its record was deleted by hand and written again: another one takes its place. */
  restored: boolean;
  /** So, and its agent has not told yet what became of it. */
  unheard: boolean;
}

/** What stands for one service, broken records included. */
export interface ServiceParts {
  name: string;
  instances: InstanceView[];
  /** Assignments without an instance record. */
  orphans: Entry<Assignment>[];
  /** Instances whose own record is broken. */
  broken: InvalidRecord[];
}

export function partsOf(context: PlanContext, name: string, minReadyMs: number): ServiceParts {
  const { tables } = context.snapshot;
  const invalid = context.invalid.partsOf.get(name) ?? [];
  const row = tables.instances.get(name);
  const assigned = tables.assignments.get(name);
  const instances: InstanceView[] = [];
  const claimed = new Set<string>();
  for (const id of row ? [...row.keys()].sort() : []) {
    const entry = row?.get(id);
    if (!entry) continue;
    const view = viewInstance(context, entry, minReadyMs, invalid);
    if (view.assignment) claimed.add(view.assignment.key);
    instances.push(view);
  }
  const broken = invalid.filter((record) => record.kind === 'instance');
  const orphans: Entry<Assignment>[] = [];
  if (assigned && claimed.size < assigned.size) {
    const unreadable = new Set(broken.map((record) => record.ids['instance_id']));
    for (const key of [...assigned.keys()].sort()) {
      const entry = assigned.get(key);
      if (entry && !claimed.has(key) && !unreadable.has(entry.record.instance_id)) orphans.push(entry);
    }
  }
  return { name, instances, orphans, broken };
}

function viewInstance(
  context: PlanContext,
  entry: Entry<ServiceInstance>,
  minReadyMs: number,
  invalid: readonly InvalidRecord[],
): InstanceView {
  const { record } = entry;
  const { memory, monotonicMs, nowMs, tables } = context.snapshot;
  const key = assignmentKeyOf(context, entry);
  const node = context.nodes.get(record.node_id);
  const heldUntil = heldUntilMs(tables.services.get(record.service)?.record, node, nowMs);
  const dead = node.health === 'failed' && heldUntil === undefined;
  const ready = isReady(record, node);
  const assignment = tables.assignments.get(record.service)?.get(key);
  const restored = assignment?.record.restored_at !== undefined;
  const readyForMs = monotonicMs - (memory.readySinceMs.get(entry.key) ?? monotonicMs);
  return {
    id: record.instance_id,
    entry,
    record,
    assignment,
    node,
    frozen: invalid.some((broken) => broken.key === key),
    removing: desiredOf(record) !== 'running',
    restored,
    unheard: restored && !dead && record.state === 'starting' && record.last_heartbeat === undefined,
    gone: record.state === 'gone',
    dead,
    heldUntilMs: heldUntil,
    ready,
    available: ready && readyForMs >= minReadyMs,
  };
}

/** Whether it serves, as far as anyone can know. */
export function isReady(record: ServiceInstance, node: NodeView): boolean {
  return record.state === 'ready' && node.health !== 'lost' && node.health !== 'failed';
}

const assignmentKeys = new WeakMap<Entry<ServiceInstance>, string>();

/** Key of an instance's assignment, spelled once an entry. */
function assignmentKeyOf(context: PlanContext, entry: Entry<ServiceInstance>): string {
  let key = assignmentKeys.get(entry);
  if (key === undefined) {
    key = context.key('assignment', entry.record.node_id, entry.record.service, entry.record.instance_id);
    assignmentKeys.set(entry, key);
  }
  return key;
}

/** Whether something of the instance may still run. */
export function exists(view: InstanceView): boolean {
  return !view.gone && !view.dead;
}

/** Whether the code in an instance's reason is the given one: `code: text`. */
export function hasReason(record: ServiceInstance, code: string): boolean {
  return record.reason === code || (record.reason?.startsWith(`${code}:`) ?? false);
}

/** An id that no instance of the service has or had: `{service}-{slot}-{6 hex digits}`, cut to a DNS label. */
export function newInstanceId(context: PlanContext, service: string, slot: number, revision: string): string {
  const taken = context.snapshot.tables.instances.get(service);
  for (let attempt = 0; ; attempt++) {
    const digest = sha256Hex(`${context.snapshot.nonce}/${service}/${slot}/${revision}/${attempt}`).slice(0, 6);
    const tail = `-${slot}-${digest}`;
    const id = `${service.slice(0, 63 - tail.length).replace(/-+$/, '')}${tail}`;
    const key = context.key('instance', service, id);
    if (!taken?.has(id) && !context.snapshot.tables.invalid.has(key)) return id;
  }
}

/** Asks an instance to end: it takes no new calls, and its agent stops it when the open ones are done. */
export function drain(context: PlanContext, service: Service | undefined, view: InstanceView, reason: string): void {
  const drainS = service ? drainOf(service) : (view.assignment?.record.drain_s ?? drainOf({}));
  const writes: RecordWrite[] = [replace(view.entry, { ...view.record, desired: 'draining' })];
  if (view.assignment) writes.push(drained(context, view.assignment, drainS));
  act(context, 'instance_drain', view.entry.key, reason, writes);
}

export function drained(context: PlanContext, assignment: Entry<Assignment>, drainS: number): RecordWrite {
  const deadline = timestamp(context.snapshot.nowMs + 1000 * drainS);
  return replace(assignment, { ...assignment.record, desired: 'draining', drain_deadline: deadline, drain_s: drainS });
}

/** Deletes instance and assignment together. Where that rests on its node being away, the absence is compared. */
export function erase(context: PlanContext, view: InstanceView, reason: string): void {
  act(context, 'instance_delete', view.entry.key, reason, erasure(view), view.gone ? [] : absent(context, view.node));
}

/** The writes that delete an instance with its assignment. */
export function erasure(view: InstanceView): RecordWrite[] {
  return view.assignment ? [remove(view.entry), remove(view.assignment)] : [remove(view.entry)];
}

/**
 * Ends what has ended: instances that are gone, and those that are to end on a node that is failed or never had an agent.
 * Instances for which `keep` says so stay (the next one takes their place in one transaction).
 */
export function finishRemovals(context: PlanContext, parts: ServiceParts, keep: (view: InstanceView) => boolean): void {
  for (const view of parts.instances) {
    if (view.frozen || keep(view)) continue;
    const nobody = view.node.health === 'failed' || (view.node.health === 'new' && view.node.livenessRevision === 0);
    if (view.gone) erase(context, view, 'it is gone');
    else if (view.removing && nobody)
      erase(context, view, `it was to end and node ${view.node.id} is ${view.node.health === 'new' ? 'without an agent' : 'failed'}`);
    else if (view.removing && !view.assignment && view.node.health === 'alive') eraseUnassigned(context, view);
    else if (view.removing && view.assignment?.record.desired === 'running') drainBehind(context, view, view.assignment);
  }
}

/** Without an assignment no agent runs it, and none will ever report it gone. */
function eraseUnassigned(context: PlanContext, view: InstanceView): void {
  act(context, 'instance_delete', view.entry.key, 'it was to end and no agent has it', erasure(view));
}

/** The operator set `desired` on the instance by hand: its assignment follows. */
function drainBehind(context: PlanContext, view: InstanceView, assignment: Entry<Assignment>): void {
  const drainS = assignment.record.drain_s ?? drainOf({});
  act(context, 'instance_drain', view.entry.key, 'its desired state was set by hand', [drained(context, assignment, drainS)]);
}

/**
 * What is to become of an assignment without an instance: it goes where nothing runs for it any more, its instance is
 * written again where an agent has it, and where that is in doubt it stays.
 */
export function fateOf(context: PlanContext, { record }: Entry<Assignment>): 'delete' | 'restore' | 'stay' {
  const { health } = context.nodes.get(record.node_id);
  if (health === 'doubt' || health === 'unknown') return 'stay';
  const twin = context.snapshot.tables.instances.get(record.service)?.has(record.instance_id) ?? false;
  return health === 'failed' || health === 'new' || twin || !record.managed || !record.app ? 'delete' : 'restore';
}

/** Ends what runs for an assignment without an instance: its service wants none. */
export function endOrphan(context: PlanContext, orphan: Entry<Assignment>, drainS: number): void {
  const fate = fateOf(context, orphan);
  if (fate === 'delete') deleteOrphan(context, orphan);
  else if (fate === 'restore') restoreEnding(context, orphan, drainS);
}

/** Gives an assignment without an instance its instance back: its service still wants it. */
export function keepOrphan(context: PlanContext, orphan: Entry<Assignment>): void {
  if (orphan.record.desired !== 'running') restoreEnding(context, orphan, orphan.record.drain_s ?? drainOf({}));
  else restoreRunning(context, orphan);
}

export function deleteOrphan(context: PlanContext, orphan: Entry<Assignment>): void {
  const node = context.nodes.get(orphan.record.node_id);
  const away = node.health === 'failed' || node.health === 'new';
  const reason = away ? `its instance is deleted and node ${node.id} is away` : 'its instance is deleted';
  act(context, 'assignment_delete', orphan.key, reason, [remove(orphan)], away ? absent(context, node) : []);
}

/** The record of an orphan's instance: as it was where that is remembered, else as far as the assignment tells. */
function formerRecord(context: PlanContext, { record }: Entry<Assignment>): { key: string; instance: ServiceInstance } {
  const { memory, nowMs } = context.snapshot;
  const key = context.key('instance', record.service, record.instance_id);
  const known = memory.recall.instances.get(key);
  if (known?.node_id === record.node_id) {
    // Whoever wrote it by hand has taken it back: what takes its place goes where there is room.
    const { pinned: _pinned, ...instance } = known;
    return { key, instance: withLocalPorts(instance, record) };
  }
  const node = context.nodes.get(record.node_id).entry?.record;
  const instance: ServiceInstance = {
    instance_id: record.instance_id,
    service: record.service,
    node_id: record.node_id,
    ip: record.mesh.bind?.addr ?? node?.ip ?? record.app?.addr ?? '127.0.0.1',
    port: record.app?.port ?? 0,
    ...(record.mesh.bind && { mesh_port: record.mesh.bind.port }),
    state: 'starting',
    ...(record.slot !== undefined && { slot: record.slot }),
    ...(record.revision !== undefined && { revision: record.revision }),
    desired: 'running',
    registered_at: timestamp(nowMs),
    ...(record.job && { job: record.job }),
  };
  return { key, instance: withLocalPorts(instance, record) };
}

/** Writes the record of an instance again, to be drained. */
function restoreEnding(context: PlanContext, orphan: Entry<Assignment>, drainS: number): void {
  const { key, instance } = formerRecord(context, orphan);
  const ending: ServiceInstance = {
    ...instance,
    state: instance.state === 'gone' ? 'gone' : 'draining',
    desired: 'draining',
    reason: 'deleted_by_hand: its record was deleted while its assignment stood; it is drained',
  };
  const writes: RecordWrite[] = [{ key, record: ending, expect: 0 }];
  if (orphan.record.desired === 'running') writes.push(drained(context, orphan, drainS));
  act(context, 'instance_restore', key, 'its record was deleted by hand; it is drained', writes, [
    { key: orphan.key, modRevision: orphan.modRevision },
  ]);
}

/** Writes the record of an instance again, as it was. Its assignment is marked, so that its agent looks at the record and another one follows. */
function restoreRunning(context: PlanContext, orphan: Entry<Assignment>): void {
  const { key, instance } = formerRecord(context, orphan);
  act(context, 'instance_restore', key, 'its record was deleted by hand; it serves until another one takes its place', [
    { key, record: instance, expect: 0 },
    replace(orphan, { ...orphan.record, restored_at: timestamp(context.snapshot.nowMs) }),
  ]);
}
