// A job: its runs begin, go on, end and are forgotten. One run is told in job-run.ts, when runs begin by themselves in schedule.ts.
// Guarantees: an instance of no run that goes on is ended; what an ended run says is kept for as long as the job asks, its
// output with it; a run that can't be read is left as it is, with all that runs for it.
import { jobOf } from '../../model/defaults.ts';
import { revisionOf } from '../../model/digest.ts';
import type { Entry } from '../../model/entry.ts';
import type { JobRun, Service } from '../../model/generated.ts';
import { act, type PlanContext, remove } from './context.ts';
import { drain, endOrphan, erase, finishRemovals, type InstanceView, partsOf } from './instances.ts';
import { advanceRun, hasEnded, type JobWork } from './job-run.ts';
import { planSchedule } from './schedule.ts';
import type { ServiceReport } from './status.ts';

const keptRevisions = 10;
/** Records that one transaction deletes at most. */
const mostAtOnce = 100;

export function planJob(context: PlanContext, entry: Entry<Service>): ServiceReport {
  const service = entry.record;
  const parts = partsOf(context, service.name, 0);
  const runs = runsOf(context, service.name);
  const active = runs.filter(({ record }) => !hasEnded(record));
  const report = emptyReport(revisionOf(service));
  const work: JobWork = {
    context,
    service,
    parts,
    views: new Map(parts.instances.map((view) => [view.id, view])),
    report,
    active,
    owned: new Set(),
    placers: new Map(),
  };
  planSchedule(context, entry, active, report);
  for (const run of active) advanceRun(work, run);
  endOthers(work);
  prune(context, service, runs);
  forgetRevisions(context, service, runs);
  count(work, report);
  for (const { message, reason } of report.blocked) context.blocked.push({ key: entry.key, reason, message });
  return report;
}

function emptyReport(revision: string | undefined): ServiceReport {
  return { revision, desired: 0, ready: 0, updated: 0, rollout: undefined, imageDigest: undefined, blocked: [], conditions: [] };
}

/** The oldest first. */
function runsOf(context: PlanContext, name: string): Entry<JobRun>[] {
  const runs = [...(context.snapshot.tables.jobRuns.get(name)?.values() ?? [])];
  return runs.sort((a, b) => a.createRevision - b.createRevision || (a.key < b.key ? -1 : 1));
}

function count({ active, views }: JobWork, report: ServiceReport): void {
  for (const { record } of active) {
    for (const task of record.tasks ?? []) {
      if (task.state !== 'pending' && task.state !== 'running') continue;
      report.desired++;
      if (task.state === 'running' && views.get(task.instance_id ?? '')?.ready) report.ready++;
    }
  }
  report.updated = report.ready;
}

/** Whether an instance belongs to a run whose record can't be read. */
function isOfBrokenRun(context: PlanContext, service: string, runId: string | undefined): boolean {
  return runId !== undefined && context.snapshot.tables.invalid.has(context.key('job-run', service, runId));
}

/** Ends what no run wants: instances of runs that ended or were deleted, and those of the time when it was no job. */
function endOthers({ context, parts, owned, service }: JobWork): void {
  const left = (view: InstanceView): boolean =>
    owned.has(view.id) ||
    isOfBrokenRun(context, service.name, view.record.job?.run_id) ||
    // Registered by the operator for somebody else's app.
    (view.assignment === undefined && view.record.slot === undefined);
  for (const view of parts.instances) {
    if (view.removing || view.gone || view.frozen || left(view)) continue;
    if (view.dead) erase(context, view, `no run wants it and node ${view.node.id} is failed`);
    else if (view.node.health !== 'doubt' && view.node.health !== 'unknown') drain(context, undefined, view, 'no run wants it');
  }
  for (const orphan of parts.orphans) {
    const { instance_id: id, job, drain_s: drainS = 0 } = orphan.record;
    if (!owned.has(id) && !isOfBrokenRun(context, service.name, job?.run_id)) endOrphan(context, orphan, drainS);
  }
  // Of those that a run looks after only the wish of an operator's hand is passed on: their ends are the run's to note.
  finishRemovals(context, parts, (view) => left(view) && (!owned.has(view.id) || view.gone || view.dead || !view.assignment));
}

/** Forgets ended runs beyond those that are kept, and output that belongs to no run. */
function prune(context: PlanContext, service: Service, runs: readonly Entry<JobRun>[]): void {
  const ended = runs.filter(({ record }) => hasEnded(record));
  const spare = ended.slice(0, Math.max(0, ended.length - jobOf(service).keep));
  for (const run of spare) forgetRun(context, run, 'newer ones are kept');
  for (const [runId, keys] of outputsOf(context, service.name)) {
    if (context.snapshot.tables.jobRuns.get(service.name)?.has(runId) || isOfBrokenRun(context, service.name, runId)) continue;
    for (let at = 0; at < keys.length; at += mostAtOnce)
      act(context, 'job_forget', keys[at]?.key ?? '', 'its run is gone', keys.slice(at, at + mostAtOnce));
  }
}

function outputsOf(context: PlanContext, name: string): Map<string, { key: string; expect: number }[]> {
  const outputs = [...(context.snapshot.tables.jobOutputs.get(name)?.values() ?? [])].sort((a, b) => (a.key < b.key ? -1 : 1));
  const byRun = Map.groupBy(outputs, ({ runId }) => runId);
  return new Map([...byRun].map(([runId, some]) => [runId, some.map(({ key, modRevision }) => ({ key, expect: modRevision }))]));
}

/** Deletes a run with its output; what does not fit goes as output of no run. */
function forgetRun(context: PlanContext, run: Entry<JobRun>, reason: string): void {
  const outputs = outputsOf(context, run.record.service).get(run.record.run_id) ?? [];
  act(context, 'job_forget', run.key, reason, [remove(run), ...outputs.slice(0, mostAtOnce)]);
}

/** Revisions that no run uses, beyond those that are kept. */
function forgetRevisions(context: PlanContext, service: Service, runs: readonly Entry<JobRun>[]): void {
  const known = context.snapshot.tables.revisions.get(service.name);
  if (!known || known.size <= keptRevisions) return;
  const used = new Set([revisionOf(service), ...runs.filter(({ record }) => !hasEnded(record)).map(({ record }) => record.revision)]);
  const idle = [...known.values()].filter(({ record }) => !used.has(record.revision));
  idle.sort((a, b) => (a.record.number ?? 0) - (b.record.number ?? 0) || a.createRevision - b.createRevision || (a.key < b.key ? -1 : 1));
  for (const old of idle.slice(0, known.size - keptRevisions))
    act(context, 'revision_delete', old.key, 'newer ones are kept', [remove(old)]);
}

/** Whether something is left of runs of a service that is no job any more. */
export function hasRuns(context: PlanContext, name: string): boolean {
  const { instances, jobOutputs, jobRuns } = context.snapshot.tables;
  if (jobRuns.has(name) || jobOutputs.has(name)) return true;
  for (const { record } of instances.get(name)?.values() ?? []) if (record.job) return true;
  return false;
}

/** A service that was a job: its runs end before it begins to be a service. */
export function planFormerJob(context: PlanContext, entry: Entry<Service>): ServiceReport {
  const service = entry.record;
  const parts = partsOf(context, service.name, 0);
  const tasks = parts.instances.filter((view) => view.record.job !== undefined);
  for (const view of tasks) {
    if (view.removing || view.gone || view.frozen) continue;
    if (view.dead) erase(context, view, `its service is no job any more and node ${view.node.id} is failed`);
    else if (view.node.health !== 'doubt' && view.node.health !== 'unknown')
      drain(context, undefined, view, 'its service is no job any more');
  }
  const orphans = parts.orphans.filter(({ record }) => record.job !== undefined);
  for (const orphan of orphans) endOrphan(context, orphan, orphan.record.drain_s ?? 0);
  finishRemovals(context, parts, (view) => view.record.job === undefined);
  if (tasks.length + orphans.length === 0) forgetRuns(context, service.name, 'its service is no job any more');
  const report = emptyReport(revisionOf(service));
  const message = 'it was a job: what is left of its runs ends before its instances are started';
  report.blocked.push({ reason: 'former_job', message });
  context.blocked.push({ key: entry.key, reason: 'former_job', message });
  return report;
}

/** Deletes all runs of a job, ended or not, and their output. */
export function forgetRuns(context: PlanContext, name: string, reason: string): void {
  const { jobRuns } = context.snapshot.tables;
  for (const run of runsOf(context, name)) forgetRun(context, run, reason);
  for (const [runId, keys] of outputsOf(context, name)) {
    const rest = jobRuns.get(name)?.has(runId) ? keys.slice(mostAtOnce) : keys;
    for (let at = 0; at < rest.length; at += mostAtOnce)
      act(context, 'job_forget', rest[at]?.key ?? '', reason, rest.slice(at, at + mostAtOnce));
  }
}
