// Instances that an operator wrote by hand for a managed service: they are taken over as pinned and get a slot.
// Guarantees: an instance whose port another one holds is not taken over, and the service's status says so.
import { meshModeOf } from '../../model/defaults.ts';
import type { ServiceInstance } from '../../model/generated.ts';
import type { RecordWrite } from './actions.ts';
import { appAddressOf, managedAssignment, withLocalPorts } from './assignments.ts';
import { act, type PlanContext, replace } from './context.ts';
import { sameJson } from '../equal.ts';
import type { InstanceView, ServiceParts } from './instances.ts';
import type { RolloutDecision } from './rollout.ts';
import type { ServiceReport } from './status.ts';

export interface Adopting {
  parts: ServiceParts;
  decision: RolloutDecision;
  report: ServiceReport;
}

export function needsAdoption(view: InstanceView): boolean {
  return view.record.slot === undefined || view.record.revision === undefined || view.assignment?.record.managed === false;
}

/** Takes an instance over. Until that is written it is held as it is. */
export function adopt(context: PlanContext, { parts, decision, report }: Adopting, view: InstanceView): void {
  view.frozen = true;
  const { service } = decision.target;
  const use = context.fleet().use(view.node.id);
  if (!use) {
    report.blocked.push({ reason: 'node_unknown', message: `${view.id} stands on node ${view.node.id}, which has no valid record` });
    return;
  }
  const mode = meshModeOf(service);
  if (use.ports.isShared(appAddressOf(use, mode), view.record.port)) {
    report.blocked.push({
      reason: 'port_conflict',
      message: `${view.id} was written with port ${view.record.port}, which another instance on ${view.node.id} has`,
    });
    return;
  }
  const meshPort = mode === 'none' ? undefined : (view.record.mesh_port ?? use.ports.allocate(use.node.ip, use.range));
  const instance: ServiceInstance = {
    ...view.record,
    pinned: true,
    slot: view.record.slot ?? lowestFree(parts),
    revision: decision.target.revision,
    desired: 'running',
    ...(meshPort !== undefined && { mesh_port: meshPort }),
  };
  const assignment = managedAssignment(use, decision.target, instance);
  const key = context.key('assignment', instance.node_id, instance.service, instance.instance_id);
  const writes: RecordWrite[] = [replace(view.entry, withLocalPorts(instance, assignment))];
  if (!view.assignment) writes.push({ key, record: assignment, expect: 0 });
  else if (!sameJson(view.assignment.record, assignment)) writes.push(replace(view.assignment, assignment));
  act(context, 'instance_adopt', view.entry.key, 'it was written by hand and counts towards the replicas', writes);
  view.record = instance;
}

function lowestFree(parts: ServiceParts): number {
  const taken = new Set(parts.instances.map((view) => view.record.slot));
  let slot = 0;
  while (taken.has(slot)) slot++;
  return slot;
}
