// A managed service: its instances are brought to the number, revision and places that its record asks for.
// Guarantees, after every single action of a plan, whatever the others come to: never fewer than
// replicas − max_unavailable available through what we stop, never more than replicas + max_surge through what we start
// (instances that are being drained count; those on failed nodes do not).
import { appAddrOf, meshModeOf, replicasOf, updateOf } from '../../model/defaults.ts';
import { revisionOf } from '../../model/digest.ts';
import type { Entry } from '../../model/entry.ts';
import type { Assignment, Service, ServiceInstance, ServiceRevision } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import { type InstanceSpec, managedAssignment, type OwnPorts, specOf, takePorts, withLocalPorts } from './assignments.ts';
import { act, type PlanContext } from './context.ts';
import { holdAssignment, type NodeUse, releaseAssignment } from './fleet.ts';
import { adopt, needsAdoption } from './adopt.ts';
import { dependencyWait } from './dependencies.ts';
import {
  deleteOrphan,
  drain,
  erase,
  erasure,
  exists,
  fateOf,
  finishRemovals,
  hasReason,
  type InstanceView,
  keepOrphan,
  newInstanceId,
  partsOf,
  type ServiceParts,
} from './instances.ts';
import { lacksDriver, Placer } from './placement.ts';
import { keepUpToDate } from './refresh.ts';
import { recordRevisions } from './revisions.ts';
import { decideRollout, type RolloutDecision } from './rollout.ts';
import { bestOf, chooseSlots, type Occupant, type Slot, type Standing, standInOf } from './slots.ts';
import type { ServiceReport } from './status.ts';
import type { Driver } from '../unit.ts';

interface Work {
  context: PlanContext;
  entry: Entry<Service>;
  service: Service;
  parts: ServiceParts;
  decision: RolloutDecision;
  replicas: number;
  update: ReturnType<typeof updateOf>;
  /** Instances that may still be made. */
  surge: number;
  /** Ready instances that may still be stopped, and those of them that are available. */
  spareReady: number;
  spare: number;
  placer: Placer | undefined;
  /** Why nothing may be started yet; looked for once, when something is to be. */
  wait: { text: string | undefined } | undefined;
  /** Instances that are gone whose place the next one takes in one transaction, or waits to take. */
  succeeded: Set<InstanceView>;
  report: ServiceReport;
}

const revisions = new WeakMap<Entry<Service>, string>();

/** Digest of the service's revision, worked out once an entry. */
function revisionOfEntry(entry: Entry<Service>): string {
  let revision = revisions.get(entry);
  if (revision === undefined) {
    revision = revisionOf(entry.record) ?? '';
    revisions.set(entry, revision);
  }
  return revision;
}

export function planManaged(context: PlanContext, entry: Entry<Service>): ServiceReport {
  const work = begin(context, entry);
  const { parts, report } = work;
  for (const view of parts.instances) {
    if (!view.removing && !view.gone && !view.frozen && needsAdoption(view)) adopt(context, work, view);
  }
  const fates = Map.groupBy(parts.orphans, (orphan) => fateOf(context, orphan));
  const kept = parts.orphans.filter((orphan) => orphan.record.desired === 'running' && fateOf(context, orphan) !== 'delete');
  const choice = chooseSlots(parts, kept, work.replicas, (view) => standingOf(work, view));
  for (const slot of choice.surplus) for (const { view } of slot.occupants) stop(work, view, 'there are more instances than replicas');
  for (const slot of choice.kept) settleSlot(work, slot);
  for (const number of choice.missing) start(work, number, 'a replica is missing');
  for (const orphan of fates.get('delete') ?? []) deleteOrphan(context, orphan);
  for (const orphan of fates.get('restore') ?? []) keepOrphan(context, orphan);
  finishRemovals(context, parts, (view) => work.succeeded.has(view));
  keepUpToDate(context, entry, parts, work.decision);
  recordRevisions(work);
  for (const { message, reason, retryAt } of report.blocked)
    context.blocked.push({ key: entry.key, reason, message, ...(retryAt !== undefined && { retryAt }) });
  return report;
}

function begin(context: PlanContext, entry: Entry<Service>): Work {
  const service = entry.record;
  const update = updateOf(service);
  const parts = partsOf(context, service.name, 1000 * update.min_ready_s);
  const replicas = replicasOf(service);
  const revision = revisionOfEntry(entry);
  const running = parts.instances.filter((view) => !view.removing && !view.gone);
  const { tables, nowMs } = context.snapshot;
  const decision = decideRollout({
    service: entry,
    revision,
    status: tables.statuses.get(service.name),
    revisions: tables.revisions.get(service.name),
    nowMs,
    isComplete: isComplete(running, revision, replicas),
  });
  const ready = running.filter((view) => view.ready);
  const available = running.filter((view) => view.available).length;
  const existing = parts.instances.filter(exists).length + parts.orphans.length + parts.broken.length;
  const report: ServiceReport = {
    revision,
    desired: replicas,
    ready: ready.length,
    updated: ready.filter((view) => view.record.revision === revision).length,
    rollout: decision.rollout,
    imageDigest: tables.revisions.get(service.name)?.get(revision)?.record.image_digest,
    blocked: [],
    conditions: [],
  };
  if (decision.rollout.state === 'paused') {
    const { revision: to, from_revision: from } = decision.rollout;
    const message = `the rollout from revision ${from} to ${to} stands still until it is resumed: photoncloud-ctl rollout resume ${service.name}`;
    report.blocked.push({ reason: 'rollout_paused', message });
  }
  waitUntil(context, entry, decision, running, update.min_ready_s);
  return {
    context,
    entry,
    service,
    parts,
    decision,
    replicas,
    update,
    surge: replicas + update.max_surge - existing,
    spareReady: ready.length - (replicas - update.max_unavailable),
    spare: available - (replicas - update.max_unavailable),
    placer: undefined,
    wait: undefined,
    succeeded: new Set(),
    report,
  };
}

function isComplete(running: readonly InstanceView[], revision: string, replicas: number): boolean {
  const slots = new Set<number>();
  for (const view of running) {
    // One that is waited for is brought to the revision when it is back, or has its place taken: a rollout does not wait for that.
    if (view.heldUntilMs !== undefined && view.record.slot !== undefined) slots.add(view.record.slot);
    else if (view.record.revision === revision) {
      if (view.available && view.record.slot !== undefined) slots.add(view.record.slot);
    } else if (!view.dead) return false;
  }
  return slots.size >= replicas;
}

/** Tells when time alone will change something: the deadline of a rollout, an instance that is ready but not long enough. */
function waitUntil(
  context: PlanContext,
  entry: Entry<Service>,
  decision: RolloutDecision,
  running: readonly InstanceView[],
  minReadyS: number,
): void {
  const { nowMs, monotonicMs, memory } = context.snapshot;
  if (decision.deadlineMs !== undefined) {
    context.blocked.push({ key: entry.key, reason: 'rollout_deadline', message: 'a rollout is under way', retryAt: decision.deadlineMs });
  }
  for (const view of running) {
    if (!view.ready || view.available) continue;
    const leftMs = 1000 * minReadyS - (monotonicMs - (memory.readySinceMs.get(view.entry.key) ?? monotonicMs));
    context.blocked.push({
      key: view.entry.key,
      reason: 'min_ready',
      message: `ready, but not for ${minReadyS} s yet`,
      retryAt: nowMs + leftMs,
    });
  }
}

/** Instances whose place nobody but the operator may change. */
function isBound(view: InstanceView): boolean {
  const volumes = view.assignment?.record.run?.volumes ?? [];
  return view.record.pinned === true || volumes.some((volume) => !volume.read_only);
}

function standingOf(work: Work, view: InstanceView): Standing {
  const { context, decision, service } = work;
  const { health, intent, entry: node } = view.node;
  if (view.dead) {
    if (!isBound(view) || !node) return 'dead';
    const why = view.record.pinned ? 'pinned' : 'local_volume';
    block(
      work,
      view.record.slot,
      why,
      `${view.id} stays with node ${view.node.id}, which is failed: ${why === 'pinned' ? 'it was written by hand' : 'its volume is there'}; delete the instance to place it elsewhere`,
    );
    return 'current';
  }
  if (view.heldUntilMs !== undefined) {
    hold(work, view, view.heldUntilMs);
    return 'current';
  }
  if (health === 'lost' && view.node.changesAtMs !== undefined) awaitNode(work, view, view.node.changesAtMs);
  if (health === 'doubt' || health === 'lost' || health === 'unknown' || !node) return 'current';
  if (view.restored || decision.isOutdated(view.record.revision, view.ready)) return 'outdated';
  if (!view.assignment && !specFor(work, view.record.revision)) return 'outdated';
  if (view.assignment && !fitsNode(view.assignment.record, view.record, service, node.record)) return 'outdated';
  if (holdsTakenPort(context, view)) return 'moving';
  if (cannotStart(view)) return leaves(work, view, `its agent does not run the driver ${driverOf(view)}`);
  return intent === 'draining' ? leaves(work, view, 'it is to be drained') : 'current';
}

/** Its node may yet come back. */
function awaitNode(work: Work, view: InstanceView, failsAtMs: number): void {
  const { monotonicMs, nowMs } = work.context.snapshot;
  const message = `${view.id} is on node ${view.node.id}, whose agent lost its lease; where it does not come back the node counts as failed`;
  block(work, view.record.slot, 'node_lost', message, nowMs + failsAtMs - monotonicMs);
}

/** Its service waits longer for a lost node than the cluster does. */
function hold(work: Work, view: InstanceView, untilMs: number): void {
  const after = work.service.disconnect?.replace_after_s ?? 0;
  const message = `${view.id} is on node ${view.node.id}, which is lost; another one takes its place when the node was away for ${after} s (disconnect.replace_after_s), or at once where you delete the instance`;
  block(work, view.record.slot, 'node_lost', message, untilMs);
}

/** Why nothing of the service may be started yet; told of the slot that it is asked for. */
function waits(work: Work, slot: number): boolean {
  work.wait ??= { text: dependencyWait(work.context, work.service) };
  if (work.wait.text !== undefined) block(work, slot, 'waiting_for_dependency', work.wait.text);
  return work.wait.text !== undefined;
}

/** Standing of an instance that is to leave its node. */
function leaves(work: Work, view: InstanceView, why: string): Standing {
  if (!isBound(view)) return 'moving';
  block(
    work,
    view.record.slot,
    'bound',
    `${view.id} can't leave node ${view.node.id}, though ${why}: it is pinned or has a local volume; scale its service down or delete it`,
  );
  return 'current';
}

function driverOf(view: InstanceView): Driver {
  return view.assignment?.record.run?.driver ?? 'docker';
}

/** Its agent says that it does not run its driver, and it does not serve. What does is left alone: nobody would look after it elsewhere sooner. */
function cannotStart(view: InstanceView): boolean {
  const node = view.node.entry?.record;
  return !view.ready && view.assignment?.record.run !== undefined && node !== undefined && lacksDriver(node, driverOf(view));
}

/** Whether an instance stands where its node and sidecar mode say now. */
function fitsNode(assignment: Assignment, instance: ServiceInstance, service: Service, node: { ip: string; app_addr?: string }): boolean {
  const mode = meshModeOf(service);
  const addr = mode === 'none' ? node.ip : appAddrOf(node);
  return assignment.mesh.mode === mode && assignment.app?.addr === addr && (instance.ip === node.ip || instance.pinned === true);
}

/** A foreign process holds a port of its own: another one is wanted. A port that is fixed can't be changed. */
function holdsTakenPort(context: PlanContext, view: InstanceView): boolean {
  if (view.ready || !hasReason(view.record, 'port_taken') || view.assignment?.record.run?.host_port !== undefined) return false;
  const avoided = context.snapshot.memory.avoidedPorts.get(view.node.machine);
  const isAvoided = (port: number | undefined): boolean => port !== undefined && (avoided?.get(port) ?? 0) > context.snapshot.monotonicMs;
  return isAvoided(view.record.port) || isAvoided(view.record.mesh_port);
}

function specFor(work: Work, revision: string | undefined): ServiceRevision['spec'] | undefined {
  if (revision === work.decision.revision) return specOf(work.service);
  return revision === undefined ? undefined : work.context.snapshot.tables.revisions.get(work.service.name)?.get(revision)?.record.spec;
}

function settleSlot(work: Work, slot: Slot): void {
  const best = bestOf(slot.occupants);
  const others = slot.occupants.filter(({ view }) => view !== best);
  if (best) {
    for (const { view, standing } of others) retire(work, view, standing, best);
    return;
  }
  if (slot.unknown) return;
  const unheard = slot.occupants.find(({ view }) => view.unheard);
  if (unheard) {
    const { id, node } = unheard.view;
    block(work, slot.number, 'unheard', `the record of ${id} was deleted by hand; the agent of node ${node.id} has not told yet how it is`);
    return;
  }
  const living = others.filter(({ standing }) => standing !== 'dead');
  const moving = living.some(({ standing }) => standing === 'moving');
  const stopFirst = moving ? work.update.max_surge === 0 : work.update.order === 'stop-first';
  // Nothing gives way to what may not be started.
  if (living.length > 0 && waits(work, slot.number)) return;
  const standIn = standInOf(living);
  for (const { view, standing } of living) {
    // A rollout that another one overtook leaves two: together they would hold the surge that their successor needs.
    if (standIn && view !== standIn) stop(work, view, `${standIn.id} stands in its slot`);
    else if (standing === 'outdated' && (stopFirst || !view.ready)) stop(work, view, replacedBy(work, view));
    // One that can't start serves nobody: it goes first, since the node it is on may be the only one for the next.
    else if (standing === 'moving' && (stopFirst || holdsTakenPort(work.context, view) || cannotStart(view)))
      stop(work, view, movedFrom(view));
  }
  if (stopFirst && living.length > 0) return;
  start(work, slot.number, startReason(work, others));
}

function startReason(work: Work, others: readonly Occupant[]): string {
  const [first] = others;
  if (!first) return 'a replica is missing';
  if (first.standing === 'dead') return `node ${first.view.node.id} is failed`;
  return first.standing === 'moving' ? movedFrom(first.view) : replacedBy(work, first.view);
}

function replacedBy(work: Work, view: InstanceView): string {
  if (view.restored) return 'its record was deleted by hand';
  return `revision ${work.decision.target.revision} takes its place`;
}

function movedFrom(view: InstanceView): string {
  if (cannotStart(view)) return `the agent of node ${view.node.id} does not run the driver ${driverOf(view)}`;
  return view.node.intent === 'draining' ? `node ${view.node.id} is to be drained` : 'a foreign process holds its port';
}

/** Ends an instance whose slot has another one, as soon as that one can stand in for it. */
function retire(work: Work, view: InstanceView, standing: Standing, best: InstanceView): void {
  if (view.frozen || view.unheard) return;
  if (standing === 'dead') {
    if (best.ready) erase(work.context, view, `node ${view.node.id} is failed and ${best.id} stands in`);
    return;
  }
  if (best.available || !view.ready) stop(work, view, `${best.id} stands in its slot`);
}

/** Drains an instance where the service can spare it. */
function stop(work: Work, view: InstanceView, reason: string): void {
  const { health } = view.node;
  if (view.frozen || view.unheard || health === 'doubt' || health === 'unknown') return;
  if (view.dead) {
    erase(work.context, view, `${reason}, and node ${view.node.id} is failed`);
    return;
  }
  if (view.ready) {
    if (work.spareReady <= 0 || (view.available && work.spare <= 0)) return;
    work.spareReady--;
    if (view.available) work.spare--;
  }
  drain(work.context, work.service, view, reason);
}

/** Starts an instance in a slot where the surge allows it; says why where no node fits. */
function start(work: Work, slot: number, reason: string): void {
  const { context, decision, parts, service, update } = work;
  const before = parts.instances.filter((view) => view.record.slot === slot && (view.removing || view.gone) && !view.frozen);
  const gone = before.filter((view) => view.gone);
  const bound = parts.instances.find((view) => view.record.slot === slot && !view.dead && isBound(view) && view.node.entry);
  if (bound?.gone) work.succeeded.add(bound);
  if (work.surge <= 0 || waits(work, slot)) return;
  if (update.order === 'stop-first' && before.some(exists)) return;
  const held = gone.flatMap((view) => view.assignment ?? []);
  for (const { record } of held) releaseAssignment(context.fleet(), record);
  const use = choosePlace(work, slot, bound?.node.id);
  const ports = use && takePorts(use, service, decision.target.spec.run.host_port);
  for (const { record } of held) holdAssignment(context.fleet(), record);
  if (!use || !ports) return;
  context.fleet().count(use.view.id, service.name, decision.target.spec.resources, 1);
  work.surge--;
  create(work, { use, slot, ports, pinned: bound?.record.pinned ?? false }, gone, reason);
}

function choosePlace(work: Work, slot: number, boundTo: string | undefined): NodeUse | undefined {
  const { context, service, decision, parts } = work;
  const { spec } = decision.target;
  work.placer ??= new Placer(context.fleet(), service.name, service.placement ?? {}, spec.run.driver ?? 'docker');
  const meshMode = meshModeOf(service);
  const hostPort = spec.run.host_port;
  const placed = work.placer.place({
    service: service.name,
    slot,
    placement: service.placement ?? {},
    resources: spec.resources ?? {},
    hostPort,
    meshMode,
    ownPorts: (hostPort === undefined ? 1 : 0) + (meshMode === 'agent' ? 1 : 0),
    upstreams: service.upstreams ?? [],
    boundTo,
    replaces: parts.instances.filter((view) => view.record.slot === slot && exists(view) && !view.removing).map((view) => view.node.id),
  });
  if (placed.ok) return placed.use;
  block(work, slot, 'no_node', placed.message, placed.lacksPorts ? portsFreeAt(context) : undefined);
  return undefined;
}

/** When the first port that is avoided may be given out again: what that changes nobody else would tell. */
function portsFreeAt({ snapshot }: PlanContext): number | undefined {
  const { memory, monotonicMs, nowMs } = snapshot;
  const untilMs = [...memory.avoidedPorts.values()].flatMap((ports) => [...ports.values()]).filter((ms) => ms > monotonicMs);
  return untilMs.length === 0 ? undefined : nowMs + Math.min(...untilMs) - monotonicMs;
}

interface Place {
  use: NodeUse;
  slot: number;
  ports: OwnPorts;
  pinned: boolean;
}

function create(work: Work, { use, slot, ports, pinned }: Place, gone: readonly InstanceView[], reason: string): void {
  const { context, service, decision } = work;
  const from: InstanceSpec = decision.target;
  const version = service.metadata?.['version'];
  const instance: ServiceInstance = {
    instance_id: newInstanceId(context, service.name, slot, from.revision),
    service: service.name,
    node_id: use.view.id,
    ip: use.node.ip,
    port: ports.app,
    ...(ports.mesh !== undefined && { mesh_port: ports.mesh }),
    state: 'starting',
    ...(version !== undefined && { version }),
    registered_at: timestamp(context.snapshot.nowMs),
    slot,
    revision: from.revision,
    desired: 'running',
    ...(pinned && { pinned }),
  };
  const assignment = managedAssignment(use, from, instance);
  const key = context.key('instance', service.name, instance.instance_id);
  const assignmentKey = context.key('assignment', use.view.id, service.name, instance.instance_id);
  for (const view of gone) work.succeeded.add(view);
  act(context, 'instance_create', key, `${reason}; placed on ${use.view.id}`, [
    ...gone.flatMap(erasure),
    { key, record: withLocalPorts(instance, assignment), expect: 0 },
    { key: assignmentKey, record: assignment, expect: 0 },
  ]);
}

function block(work: Work, slot: number | undefined, reason: string, message: string, retryAt?: number): void {
  work.report.blocked.push({ ...(slot !== undefined && { slot }), reason, message, ...(retryAt !== undefined && { retryAt }) });
}
