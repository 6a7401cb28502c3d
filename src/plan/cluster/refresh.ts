// Assignments of running instances, kept up to date in place while their revision stays.
// Guarantees: an assignment that was found current is not looked at again until it, its service or its node's address changes.
import { healthOf, meshModeOf } from '../../model/defaults.ts';
import type { Entry } from '../../model/entry.ts';
import type { Assignment, Service } from '../../model/generated.ts';
import { endingOf, type InstanceSpec, managedAssignment, refreshed, specOf, withLocalPorts } from './assignments.ts';
import type { RecordWrite } from './actions.ts';
import { act, type PlanContext, replace } from './context.ts';
import { sameJson } from '../equal.ts';
import type { InstanceView, ServiceParts } from './instances.ts';
import type { RolloutDecision } from './rollout.ts';

interface Checked {
  service: Entry<Service>;
  ip: string;
  appAddr: string | undefined;
  digest: string | undefined;
  avoided: unknown;
}

const current = new WeakMap<Entry<Assignment>, Checked>();

export function keepUpToDate(
  context: PlanContext,
  entry: Entry<Service>,
  parts: ServiceParts,
  decision: RolloutDecision | undefined,
): void {
  for (const view of parts.instances) {
    if (view.removing || view.gone || view.frozen || view.dead || !view.node.entry) continue;
    if (!view.assignment) assignAgain(context, view, decision);
    else refresh(context, entry, view, view.assignment);
  }
}

function refresh(context: PlanContext, entry: Entry<Service>, view: InstanceView, assignment: Entry<Assignment>): void {
  const { record } = assignment;
  const node = view.node.entry?.record;
  if (!node || record.mesh.mode !== meshModeOf(entry.record)) return;
  const digest = record.revision === undefined ? undefined : digestOf(context, entry.record.name, record.revision);
  const avoided = context.snapshot.memory.avoidedPorts.get(view.node.machine);
  const before = current.get(assignment);
  if (
    before?.service === entry &&
    before.ip === node.ip &&
    before.appAddr === node.app_addr &&
    before.digest === digest &&
    before.avoided === avoided
  ) {
    notePorts(context, view, record);
    return;
  }
  const next = wanted(context, entry, view, assignment, digest);
  if (!next || sameJson(next, record)) {
    current.set(assignment, { service: entry, ip: node.ip, appAddr: node.app_addr, digest, avoided });
    notePorts(context, view, record);
    return;
  }
  const reason = `its service asks for it: ${changed(record, next)}`;
  act(context, 'assignment_write', assignment.key, reason, [replace(assignment, next), ...portsWrite(view, next)]);
}

/** What an instance's record has to say anew with its assignment. */
function portsWrite(view: InstanceView, assignment: Assignment): RecordWrite[] {
  const noted = withLocalPorts(view.record, assignment);
  return noted === view.record ? [] : [replace(view.entry, noted)];
}

/** A record that an earlier version or a hand wrote without them. */
function notePorts(context: PlanContext, view: InstanceView, assignment: Assignment): void {
  const writes = portsWrite(view, assignment);
  if (writes.length > 0) act(context, 'instance_ports', view.entry.key, 'its assignment holds them', writes);
}

/** The assignment as it should be; undefined where a look shows that it is, so that nothing has to be built. */
function wanted(
  context: PlanContext,
  entry: Entry<Service>,
  view: InstanceView,
  { record }: Entry<Assignment>,
  digest: string | undefined,
): Assignment | undefined {
  const service = entry.record;
  const running = record.desired === 'running' && record.drain_deadline === undefined;
  const plain = (service.upstreams ?? []).length === 0 && (record.mesh.upstreams ?? []).length === 0;
  const meshed = record.mesh.mode === 'none' || (plain && record.mesh.control !== undefined && record.mesh.bind !== undefined);
  const avoids = (context.snapshot.memory.avoidedPorts.get(view.node.machine)?.size ?? 0) > 0;
  const hasDigest = record.image_digest !== undefined || digest === undefined;
  const protocol = record.protocol ?? service.protocol;
  const health = healthOf({ protocol, ...(service.health && { health: service.health }) });
  const ending = record.managed ? endingOf(service) : {};
  const ends = sameJson({ pre_stop: record.pre_stop, stop_after_s: record.stop_after_s }, ending);
  if (running && meshed && !avoids && hasDigest && ends && record.drain_s === (service.drain_s ?? 30) && sameJson(record.health, health))
    return undefined;
  const use = context.fleet().use(view.node.id);
  if (!use) return undefined;
  const { drain_deadline: _over, ...rest } = record;
  return refreshed(use, service, { ...rest, desired: 'running' }, digest);
}

function changed(before: Assignment, after: Assignment): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Assignment)[];
  return names.filter((name) => !sameJson(before[name], after[name])).join(', ');
}

function digestOf(context: PlanContext, service: string, revision: string): string | undefined {
  return context.snapshot.tables.revisions.get(service)?.get(revision)?.record.image_digest;
}

/** An instance whose assignment was deleted by hand gets it again. */
function assignAgain(context: PlanContext, view: InstanceView, decision: RolloutDecision | undefined): void {
  const { record } = view;
  if (!decision || record.revision === undefined || view.node.health !== 'alive') return;
  const { service } = decision.target;
  const known = context.snapshot.tables.revisions.get(service.name)?.get(record.revision)?.record;
  const spec = known?.spec ?? (record.revision === decision.revision ? specOf(service) : undefined);
  const use = context.fleet().use(view.node.id);
  if (!spec || !use) return;
  const from: InstanceSpec = { service, revision: record.revision, spec, imageDigest: known?.image_digest };
  const assignment = managedAssignment(use, from, record);
  const key = context.key('assignment', record.node_id, record.service, record.instance_id);
  act(context, 'assignment_write', key, 'an instance stands without its assignment', [
    { key, record: assignment, expect: 0 },
    ...portsWrite(view, assignment),
  ]);
}
