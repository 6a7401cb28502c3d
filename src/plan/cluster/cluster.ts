// Every decision of the controller: the records of a cluster go in, what to write comes out.
// Guarantees: pure; the same records in any order give the same plan; each action is safe on its own, whatever becomes of
// the others; nothing is deleted, stopped or moved on doubt; nothing is written that does not change.
// The caller owes: a snapshot at one revision, no older than the caller's own last write.
import type { Entry } from '../../model/entry.ts';
import type { Service } from '../../model/generated.ts';
import { reservedService } from '../../model/rules.ts';
import { type ClusterAction, clusterActionKinds } from './actions.ts';
import { act, createContext, type PlanContext, replace } from './context.ts';
import { cycleConditions } from './dependencies.ts';
import { type IngressPlan, planIngress } from './ingress.ts';
import { hasRuns, planFormerJob, planJob } from './jobs.ts';
import { planManaged } from './managed.ts';
import { planNodes } from './nodestate.ts';
import type { Plan } from '../plan.ts';
import type { Quiet } from './quiet.ts';
import type { ClusterSnapshot } from './snapshot.ts';
import { reportStatus, type ServiceReport, sharedConditions, unknownFieldConditions } from './status.ts';
import { planBroken, planRemoved, planUnmanaged } from './unmanaged.ts';

/** A plan, and what its maker has to remember for the next one. */
export interface ClusterPlan extends Plan<ClusterAction> {
  massLoss: boolean;
  /** Nodes whose agents are lost; with mass loss nothing is done about them. */
  lostCount: number;
}

/** With what a former plan of the same tables remembers the plan is the same, and costs less. */
export function planCluster(snapshot: ClusterSnapshot, quiet?: Quiet): ClusterPlan {
  const context = createContext(snapshot, quiet);
  const { meta } = snapshot.tables;
  if (!meta && !context.invalid.meta) {
    const blocked = [
      { key: context.key('cluster'), reason: 'no_meta', message: 'the cluster has no meta record; write it with `photoncloud-ctl init`' },
    ];
    return { actions: [], blocked, massLoss: false, lostCount: 0 };
  }
  if (meta && meta.record.uid === undefined) {
    act(context, 'cluster_uid', meta.key, 'it has none', [replace(meta, { ...meta.record, uid: snapshot.newUid })]);
  }
  const authorities = snapshot.tables.invalid.get(context.key('ca'));
  if (authorities) {
    const message = 'the record of the authorities is broken; the CA that signed before signs on, and no other may until it is mended';
    context.blocked.push({ key: authorities.key, reason: 'invalid_record', message });
  }
  planNodes(context);
  const ingress = planIngress(context);
  for (const name of serviceNames(context)) planService(context, ingress, name);
  context.actions.sort((a, b) => rank[a.kind] - rank[b.kind]);
  return { actions: context.actions, blocked: context.blocked, massLoss: context.nodes.massLoss, lostCount: context.nodes.lostCount };
}

const rank = Object.fromEntries(Object.keys(clusterActionKinds).map((kind, at) => [kind, at])) as Record<ClusterAction['kind'], number>;

function serviceNames(context: PlanContext): string[] {
  const { tables } = context.snapshot;
  const names = new Set<string>(tables.services.keys());
  for (const table of [
    tables.statuses,
    tables.instances,
    tables.assignments,
    tables.revisions,
    tables.jobRuns,
    tables.jobOutputs,
    tables.bindings,
    tables.issued,
    context.invalid.services,
    context.invalid.partsOf,
  ]) {
    for (const name of table.keys()) names.add(name);
  }
  names.delete(reservedService);
  return [...names].sort();
}

function planService(context: PlanContext, ingress: IngressPlan, name: string): void {
  if (context.quiet?.isServiceQuiet(context.snapshot.tables, name) && !ingress.conflicts.has(name)) return;
  const { actions, blocked } = context;
  const before = actions.length + blocked.length;
  const report = planOne(context, ingress, name);
  const told = report === undefined || report.blocked.length > 0 || report.conditions.length > 0;
  if (!told && actions.length + blocked.length === before && isSimple(context, name)) context.quiet?.noteService(context, name);
}

/** Whether its plan rests on its own records and its nodes alone. */
function isSimple(context: PlanContext, name: string): boolean {
  const service = context.snapshot.tables.services.get(name)?.record;
  return service?.run !== undefined && service.kind !== 'job' && !service.after?.length && !hasRuns(context, name);
}

/** Undefined: its record is gone. */
function planOne(context: PlanContext, ingress: IngressPlan, name: string): ServiceReport | undefined {
  const entry = context.snapshot.tables.services.get(name);
  const broken = context.invalid.services.get(name);
  let report: ServiceReport;
  if (entry) report = planByKind(context, entry);
  else if (broken) report = planBroken(context, name, broken);
  else {
    planRemoved(context, name, ingress.isRouted(name));
    return undefined;
  }
  if (entry) report.conditions.push(...unknownFieldConditions(entry), ...cycleConditions(context, name));
  report.conditions.push(...(ingress.conflicts.get(name) ?? []), ...sharedConditions(context, name));
  reportStatus(context, name, entry?.modRevision ?? broken?.modRevision ?? 0, report);
  return report;
}

function planByKind(context: PlanContext, entry: Entry<Service>): ServiceReport {
  const { kind, name, run } = entry.record;
  if (kind === 'job') return planJob(context, entry);
  if (hasRuns(context, name)) return planFormerJob(context, entry);
  return run ? planManaged(context, entry) : planUnmanaged(context, entry);
}
