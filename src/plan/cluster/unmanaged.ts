// Services that nobody's `run` describes: unmanaged ones, whose instances an operator registers, broken ones, whose
// instances are left as they are, and removed ones, whose instances end.
// Guarantees: an instance that no agent has is the operator's alone; a broken service ends nothing.
import { drainOf, meshModeOf } from '../../model/defaults.ts';
import type { Entry, InvalidRecord } from '../../model/entry.ts';
import type { Service, ServiceInstance } from '../../model/generated.ts';
import type { AnyRecord } from '../../model/kinds.ts';
import { appAddressOf, unmanagedAssignment, withLocalPorts } from './assignments.ts';
import type { ClusterActionKind } from './actions.ts';
import { act, type PlanContext, remove, replace } from './context.ts';
import { sameJson } from '../equal.ts';
import { drain, endOrphan, erase, fateOf, finishRemovals, type InstanceView, keepOrphan, partsOf, type ServiceParts } from './instances.ts';
import { forgetRuns } from './jobs.ts';
import { keepUpToDate } from './refresh.ts';
import { invalidCondition, type ServiceReport } from './status.ts';

export function planUnmanaged(context: PlanContext, entry: Entry<Service>): ServiceReport {
  const service = entry.record;
  const parts = partsOf(context, service.name, 0);
  for (const view of parts.instances) {
    if (view.removing || view.gone || view.frozen) continue;
    const ours = view.assignment?.record.managed === true;
    if (ours && !view.record.pinned) drain(context, service, view, 'its service has no run any more');
    else if (view.node.health === 'alive') register(context, service, view);
  }
  for (const orphan of parts.orphans) endOrphan(context, orphan, drainOf(service));
  finishRemovals(context, parts, (view) => !view.assignment);
  keepUpToDate(
    context,
    entry,
    { ...parts, instances: parts.instances.filter((view) => view.assignment?.record.managed === false) },
    undefined,
  );
  return { ...countReady(parts), revision: undefined, rollout: undefined, imageDigest: undefined, blocked: [], conditions: [] };
}

function countReady(parts: ServiceParts): Pick<ServiceReport, 'desired' | 'ready' | 'updated'> {
  const running = parts.instances.filter((view) => !view.removing && !view.gone);
  const ready = running.filter((view) => view.ready).length;
  return { desired: running.length, ready, updated: ready };
}

/** Gives a registered instance a sidecar and a probe by the agent of its node. */
function register(context: PlanContext, service: Service, view: InstanceView): void {
  const { record, assignment } = view;
  const mode = meshModeOf(service);
  const node = view.node.entry?.record;
  if (!node) return;
  const addr = appAddressOf({ node }, mode);
  const app = assignment?.record.app;
  const sameApp = app?.addr === addr && app.port === record.port;
  const sameMesh = assignment?.record.mesh.mode === mode && assignment.record.mesh.bind?.port === record.mesh_port;
  if (assignment && !assignment.record.managed && sameApp && sameMesh) return;
  const use = context.fleet().use(view.node.id);
  if (!use) return;
  const meshPort = mode === 'none' ? undefined : (record.mesh_port ?? use.ports.allocate(use.node.ip, use.range));
  if (mode === 'agent' && meshPort === undefined) return;
  const meshed: ServiceInstance = { ...record, ...(meshPort !== undefined && { mesh_port: meshPort }) };
  const next = unmanagedAssignment(use, service, meshed);
  const instance = withLocalPorts(meshed, next);
  const key = context.key('assignment', record.node_id, record.service, record.instance_id);
  const write = assignment ? replace(assignment, next) : { key, record: next, expect: 0 };
  const writes = sameJson(record, instance) ? [write] : [replace(view.entry, instance), write];
  act(context, 'assignment_write', key, 'it was registered on a node with an agent', writes);
}

/** A service whose record is broken: its instances stay as they are, and its status says so. */
export function planBroken(context: PlanContext, name: string, broken: InvalidRecord): ServiceReport {
  const parts = partsOf(context, name, 0);
  for (const orphan of parts.orphans) if (fateOf(context, orphan) === 'restore') keepOrphan(context, orphan);
  // How a task ended is noted by its run, once the service can be read.
  finishRemovals(context, parts, (view) => !view.gone || view.record.job !== undefined);
  const before = context.snapshot.tables.statuses.get(name)?.record;
  const counts = countReady(parts);
  context.blocked.push({ key: broken.key, reason: 'invalid_record', message: 'the service is broken; its instances are left as they are' });
  return {
    ...counts,
    desired: before?.desired ?? counts.desired,
    revision: before?.revision,
    rollout: before?.rollout,
    imageDigest: before?.image_digest,
    blocked: [],
    ...(before?.next_run_at !== undefined && { nextRunAt: before.next_run_at }),
    conditions: [invalidCondition(broken, 'its instances are left as they are until it is mended')],
  };
}

/**
 * A service that is deleted: its routes are taken out first, then its instances end, and last its status, its revisions and
 * what is recorded of its certificates go.
 * An instance without slot and assignment was only registered by an operator and is left to them.
 */
export function planRemoved(context: PlanContext, name: string, isRouted: boolean): void {
  const parts = partsOf(context, name, 0);
  const { tables } = context.snapshot;
  if (isRouted) {
    context.blocked.push({
      key: context.key('service', name),
      reason: 'routed',
      message: 'its routes are taken out before its instances end',
    });
    return;
  }
  for (const view of parts.instances) {
    const ours = view.assignment !== undefined || view.record.slot !== undefined;
    if (view.removing || view.gone || view.frozen || !ours) continue;
    if (view.dead) erase(context, view, `its service is deleted and node ${view.node.id} is failed`);
    else if (view.node.health !== 'doubt' && view.node.health !== 'unknown') drain(context, undefined, view, 'its service is deleted');
  }
  for (const orphan of parts.orphans) endOrphan(context, orphan, orphan.record.drain_s ?? drainOf({}));
  finishRemovals(context, parts, (view) => !view.assignment && view.record.slot === undefined);
  const left = parts.instances.some((view) => view.assignment !== undefined || view.record.slot !== undefined);
  if (left || parts.orphans.length > 0 || (context.invalid.partsOf.get(name) ?? []).length > 0) return;
  forgetRuns(context, name, 'its service is deleted');
  const status = tables.statuses.get(name);
  if (status) act(context, 'status_delete', status.key, 'its service is deleted', [remove(status)]);
  for (const entry of inOrder(tables.revisions.get(name)?.values())) forget(context, 'revision_delete', entry);
  const binding = tables.bindings.get(name);
  for (const entry of inOrder([...(tables.issued.get(name)?.values() ?? []), ...(binding ? [binding] : [])]))
    forget(context, 'certificate_delete', entry);
}

function inOrder(entries: Iterable<Entry<AnyRecord>> | undefined): Entry<AnyRecord>[] {
  return [...(entries ?? [])].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function forget(context: PlanContext, kind: ClusterActionKind, entry: Entry<AnyRecord>): void {
  act(context, kind, entry.key, 'its service is deleted', [remove(entry)]);
}
