// One run of a job: its tasks are started, their ends noted, failed ones tried again, until all have ended.
// Guarantees: what became of an attempt is noted in the transaction that deletes its instance, and the next one is made in the
// transaction that counts it: no end is lost or counted twice, and no two attempts of a task run at once. An attempt counts as
// ended when its agent says `gone`, or when its node is failed and that is compared again in the store. Why a run is ended
// early is recorded before anything is stopped for it: no clock decides it twice. An ended run never changes.
import { jobOf, meshModeOf } from '../../model/defaults.ts';
import { revisionOf } from '../../model/digest.ts';
import type { Entry } from '../../model/entry.ts';
import type { Assignment, JobRun, Service, ServiceInstance } from '../../model/generated.ts';
import { parseTimestamp, timestamp } from '../../model/time.ts';
import type { ClusterAction, RecordWrite } from './actions.ts';
import { type InstanceSpec, managedAssignment, specOf, takePorts, withLocalPorts } from './assignments.ts';
import { type BackoffRule, pauseMs } from '../backoff.ts';
import { absent, act, type PlanContext, remove, replace } from './context.ts';
import { dependencyWait } from './dependencies.ts';
import { sameJson } from '../equal.ts';
import { hashText, type NodeUse } from './fleet.ts';
import { drain, erasure, fateOf, hasReason, type InstanceView, keepOrphan, newInstanceId, type ServiceParts } from './instances.ts';
import type { NodeView } from './nodes.ts';
import { Placer } from './placement.ts';
import type { ServiceReport } from './status.ts';

/** All runs of one job, in one plan. */
export interface JobWork {
  context: PlanContext;
  service: Service;
  parts: ServiceParts;
  views: ReadonlyMap<string, InstanceView>;
  report: ServiceReport;
  /** Runs that have not ended, the oldest first. */
  active: readonly Entry<JobRun>[];
  /** Instances that a run looks after. */
  owned: Set<string>;
  placers: Map<string, Placer>;
}

type Task = NonNullable<JobRun['tasks']>[number];

/** What one pass makes of one run: one transaction. */
interface Step {
  work: JobWork;
  entry: Entry<JobRun>;
  run: JobRun;
  tasks: Task[];
  writes: RecordWrite[];
  guards: ClusterAction['guards'];
  /** Instances that may still be made or deleted: a transaction has an end. */
  left: number;
  /** What waits, for people. */
  waits: string[];
}

const mostInstances = 40;
/** A task that ends at once is not started again at once. */
const retryBackoff: BackoffRule = { firstMs: 2000, capMs: 300_000, factor: 2, forgetAfterMs: Number.POSITIVE_INFINITY };
/** What can't be started for this long is a failed attempt: nothing says that it ever can. */
const startPatienceMs = 60_000;
const startFailures = ['process_failed', 'engine_failed', 'port_taken', 'driver_off', 'invalid_record'];

export function hasEnded(run: JobRun): boolean {
  return run.state === 'succeeded' || run.state === 'failed' || run.state === 'stopped';
}

/** Takes a run that has not ended as far as it goes now. */
export function advanceRun(work: JobWork, entry: Entry<JobRun>): void {
  const tasks = (entry.record.tasks ?? []).map((task) => ({ ...task }));
  const step: Step = { work, entry, run: { ...entry.record }, tasks, writes: [], guards: [], left: mostInstances, waits: [] };
  noteEnding(step);
  if (step.run.revision === undefined && step.run.ending === undefined) begin(step);
  for (const task of step.tasks) if (task.state === 'running') look(step, task);
  noteFailure(step);
  if (step.run.ending === undefined) startTasks(step);
  else if (entry.record.ending !== undefined) stopTasks(step);
  conclude(step);
  write(step);
}

function noteEnding({ work, run }: Step): void {
  const { nowMs } = work.context.snapshot;
  const { deadline_s: deadlineS } = jobOf(work.service);
  // Of a run that waits for others too: each run ends.
  if (run.deadline === undefined && run.revision === undefined && deadlineS !== undefined)
    run.deadline = timestamp(nowMs + 1000 * deadlineS);
  if (run.ending !== undefined) return;
  const deadlineMs = run.deadline === undefined ? undefined : parseTimestamp(run.deadline);
  if (run.desired === 'stopped') run.ending = 'stopped';
  else if (deadlineMs !== undefined && nowMs >= deadlineMs) run.ending = 'deadline';
}

/** Freezes what the run is made from, as soon as nothing is in its way. */
function begin(step: Step): void {
  const { work, run, waits } = step;
  const { context, service, active } = work;
  const replaced = active.find((other) => other.record.ending === 'replaced' && other !== step.entry);
  const wait = replaced ? `waits for ${replaced.record.run_id}, which it replaces, to end` : dependencyWait(context, service);
  const revision = revisionOf(service);
  const spec = specOf(service);
  if (wait !== undefined) waits.push(wait);
  if (wait !== undefined || revision === undefined || !spec) return;
  const known = context.snapshot.tables.revisions.get(service.name);
  const key = context.key('revision', service.name, revision);
  if (!known?.has(revision) && !context.snapshot.tables.invalid.has(key)) {
    const number = 1 + Math.max(0, ...[...(known?.values() ?? [])].map(({ record }) => record.number ?? 0));
    const created_at = timestamp(context.snapshot.nowMs);
    step.writes.push({ key, record: { service: service.name, revision, number, created_at, spec }, expect: 0 });
  }
  run.revision = revision;
  step.tasks = Array.from({ length: jobOf(service).parallelism }, (_, index) => ({ index, state: 'pending', attempts: 0 }));
}

/** Nothing runs there, as far as anyone can know. */
function isAway(node: NodeView): boolean {
  return node.health === 'failed' || (node.health === 'new' && node.livenessRevision === 0);
}

/** What became of the attempt that runs. */
function look(step: Step, task: Task): void {
  const { context, parts, views, owned } = step.work;
  const id = task.instance_id ?? '';
  owned.add(id);
  const node = context.nodes.get(task.node_id ?? '');
  const lost = { reason: `node_lost: node ${node.id} is failed` };
  // A broken half is unknown: nothing is concluded from what the other says.
  if ((context.invalid.partsOf.get(step.run.service) ?? []).some(({ ids }) => ids['instance_id'] === id)) return;
  const view = views.get(id);
  if (view?.gone) return ended(step, task, { ...view.record, toldToEnd: view.removing }, erasure(view));
  if (view && isAway(view.node)) return ended(step, task, lost, erasure(view), absent(context, view.node));
  if (view?.assignment) return lookAtStart(step, task, view);
  const orphan = parts.orphans.find(({ record }) => record.instance_id === id);
  if (orphan && !view) {
    const fate = fateOf(context, orphan);
    if (fate === 'delete') ended(step, task, lost, [remove(orphan)], absent(context, node));
    else if (fate === 'restore') keepOrphan(context, orphan);
  } else if (isAway(node)) ended(step, task, lost, [], absent(context, node));
  else if (node.health === 'alive') writeAgain(step, task, view);
}

/** One that does not come up at all is given up after a while. */
function lookAtStart(step: Step, task: Task, view: InstanceView): void {
  const { record, node } = view;
  if (view.removing) return;
  if (record.state === 'starting' || node.health !== 'alive') {
    const why = node.health === 'alive' ? record.reason : `node ${node.id} can't be reached; until it is failed the task may still run`;
    if (why !== undefined) step.waits.push(`task ${task.index}: ${why}`);
  }
  const sinceMs = parseTimestamp(record.registered_at ?? '') ?? 0;
  if (record.state !== 'starting' || node.health !== 'alive' || !startFailures.some((code) => hasReason(record, code))) return;
  const { nowMs } = step.work.context.snapshot;
  if (nowMs - sinceMs < startPatienceMs) {
    wake(step, sinceMs + startPatienceMs, 'it can not be started yet');
    return;
  }
  if (record.reason !== undefined) task.reason = record.reason;
  drain(step.work.context, undefined, view, 'it can not be started');
}

/** Counts an attempt as ended. */
function ended(
  step: Step,
  task: Task,
  { exit_code: exitCode, reason, toldToEnd = false }: { exit_code?: number; reason?: string; toldToEnd?: boolean },
  writes: RecordWrite[],
  guards: ClusterAction['guards'] = [],
): void {
  if (step.left-- <= 0) return;
  step.writes.push(...writes);
  for (const guard of guards) if (!step.guards.some(({ key }) => key === guard.key)) step.guards.push(guard);
  const { run, work } = step;
  const told =
    reason ??
    task.reason ??
    (toldToEnd ? 'stopped: it was told to end' : undefined) ??
    (exitCode === undefined ? 'gone: its exit code is not known' : `exited: with code ${exitCode}`);
  delete task.exit_code;
  delete task.reason;
  if (exitCode !== undefined) task.exit_code = exitCode;
  // An app that is told to end may well end with 0, and has not done its work.
  if (exitCode === 0 && !toldToEnd) task.state = 'succeeded';
  else {
    task.reason = told.slice(0, 1000);
    const again = task.attempts <= jobOf(work.service).retries;
    task.state = run.ending === undefined ? (again ? 'pending' : 'failed') : 'stopped';
    if (task.state !== 'pending') return;
    const chance = hashText(`${run.run_id}/${task.index}/${task.attempts}`) / 2 ** 32;
    task.retry_at = timestamp(work.context.snapshot.nowMs + pauseMs(retryBackoff, task.attempts, chance));
  }
}

/** Both its records, or its assignment, were deleted by hand: they are written again, so that its agent ends it and says so. */
function writeAgain(step: Step, task: Task, view: InstanceView | undefined): void {
  const { context, service } = step.work;
  const from = specOfRun(step);
  const use = context.fleet().use(task.node_id ?? '');
  const ports = view ? { app: view.record.port, mesh: view.record.mesh_port } : use && takePorts(use, service, undefined);
  if (!from || !use || !ports || step.left-- <= 0) return;
  const standing = view?.record ?? instanceOf(step, task, use, ports);
  const instance: ServiceInstance = {
    ...standing,
    desired: 'draining',
    reason: 'deleted_by_hand: its records were deleted; it is stopped',
  };
  const assignment: Assignment = { ...assignmentOf(use, from, instance), desired: 'draining' };
  const noted = withLocalPorts(instance, assignment);
  const key = context.key('instance', service.name, instance.instance_id);
  if (!view) step.writes.push({ key, record: noted, expect: 0 });
  else if (!sameJson(noted, view.record)) step.writes.push(replace(view.entry, noted));
  else step.guards.push({ key: view.entry.key, modRevision: view.entry.modRevision });
  step.writes.push({
    key: context.key('assignment', use.view.id, service.name, instance.instance_id),
    record: assignment,
    expect: 0,
  });
  task.reason = 'deleted_by_hand: its records were deleted while it ran';
}

function noteFailure({ run, tasks }: Step): void {
  const failed = tasks.find(({ state }) => state === 'failed');
  if (!failed || run.ending !== undefined) return;
  run.ending = 'task_failed';
  if (failed.exit_code !== undefined) run.exit_code = failed.exit_code;
}

/** The spec that was frozen when the run began. */
function specOfRun({ work, run }: Step): InstanceSpec | undefined {
  const { context, service } = work;
  const { revision = '' } = run;
  const known = context.snapshot.tables.revisions.get(service.name)?.get(revision)?.record;
  const spec = known?.spec ?? (revision === revisionOf(service) ? specOf(service) : undefined);
  return spec && { service, revision, spec, imageDigest: undefined };
}

function startTasks(step: Step): void {
  const { work, run, tasks, waits } = step;
  const { context } = work;
  const { nowMs } = context.snapshot;
  if (run.revision === undefined) return;
  const due = tasks.filter((task) => task.state === 'pending' && (parseTimestamp(task.retry_at ?? '') ?? 0) <= nowMs);
  for (const task of tasks) if (task.state === 'pending' && !due.includes(task)) waitToRetry(step, task);
  if (due.length === 0) return;
  const wait = dependencyWait(context, work.service);
  const from = specOfRun(step);
  if (wait !== undefined) waits.push(wait);
  else if (!from) waits.push(`revision ${run.revision}, which it began with, is not recorded any more`);
  else for (const task of due) if (!start(step, task, from)) return;
}

function waitToRetry(step: Step, task: Task): void {
  const atMs = parseTimestamp(task.retry_at ?? '') ?? 0;
  step.waits.push(`task ${task.index}: ${task.reason ?? 'its attempt failed'}; it is tried again at ${task.retry_at}`);
  wake(step, atMs, `task ${task.index} is tried again`);
}

/** Starts a task; false where there is no room for more. */
function start(step: Step, task: Task, from: InstanceSpec): boolean {
  const { context, service, report } = step.work;
  if (step.left <= 0) return false;
  const placed = place(step.work, task.index, from);
  if (typeof placed === 'string') {
    step.waits.push(`task ${task.index}: no_node: ${placed}`);
    report.blocked.push({ slot: task.index, reason: 'no_node', message: `${step.run.run_id}: ${placed}` });
    return false;
  }
  const ports = takePorts(placed, service, from.spec.run.host_port);
  if (!ports) return false;
  step.left--;
  context.fleet().count(placed.view.id, service.name, from.spec.resources, 1);
  task.attempts++;
  const instance = instanceOf(
    step,
    { ...task, instance_id: newInstanceId(context, service.name, task.index, `${step.run.run_id}/${task.attempts}`) },
    placed,
    ports,
  );
  const assignment = assignmentOf(placed, from, instance);
  step.writes.push(
    { key: context.key('instance', service.name, instance.instance_id), record: withLocalPorts(instance, assignment), expect: 0 },
    { key: context.key('assignment', placed.view.id, service.name, instance.instance_id), record: assignment, expect: 0 },
  );
  Object.assign(task, { state: 'running', instance_id: instance.instance_id, node_id: placed.view.id });
  for (const field of ['retry_at', 'reason', 'exit_code'] as const) delete task[field];
  step.work.owned.add(instance.instance_id);
  step.run.started_at ??= timestamp(context.snapshot.nowMs);
  return true;
}

/** A node for a task, or why there is none. */
function place({ context, service, placers }: JobWork, index: number, { revision, spec }: InstanceSpec): NodeUse | string {
  const placement = service.placement ?? {};
  const placer = placers.get(revision) ?? new Placer(context.fleet(), service.name, placement, spec.run.driver ?? 'docker');
  placers.set(revision, placer);
  const meshMode = meshModeOf(service);
  const placed = placer.place({
    service: service.name,
    slot: index,
    placement,
    resources: spec.resources ?? {},
    hostPort: spec.run.host_port,
    meshMode,
    ownPorts: (spec.run.host_port === undefined ? 1 : 0) + (meshMode === 'agent' ? 1 : 0),
    upstreams: service.upstreams ?? [],
    boundTo: undefined,
    replaces: [],
  });
  return placed.ok ? placed.use : placed.message;
}

function instanceOf({ work, run }: Step, task: Task, use: NodeUse, ports: { app: number; mesh: number | undefined }): ServiceInstance {
  const version = work.service.metadata?.['version'];
  return {
    instance_id: task.instance_id ?? '',
    service: run.service,
    node_id: use.view.id,
    ip: use.node.ip,
    port: ports.app,
    ...(ports.mesh !== undefined && { mesh_port: ports.mesh }),
    state: 'starting',
    ...(version !== undefined && { version }),
    registered_at: timestamp(work.context.snapshot.nowMs),
    slot: task.index,
    ...(run.revision !== undefined && { revision: run.revision }),
    desired: 'running',
    job: { run_id: run.run_id, index: task.index, attempt: task.attempts },
  };
}

/** Nobody probes a task, and nobody waits for its connections. */
function assignmentOf(use: NodeUse, from: InstanceSpec, instance: ServiceInstance): Assignment {
  const { protocol, ...assignment } = managedAssignment(use, from, instance);
  // One that serves nobody speaks no protocol: nothing is published for it.
  const listens = from.spec.ports[from.spec.protocol] !== undefined;
  return {
    ...assignment,
    ...(listens && protocol !== undefined && { protocol }),
    health: { type: 'none' },
    drain_s: 0,
    ...(instance.job && { job: instance.job }),
  };
}

/** Ends what runs of a run that is being ended. */
function stopTasks({ work, run, tasks }: Step): void {
  for (const task of tasks) {
    const view = task.state === 'running' ? work.views.get(task.instance_id ?? '') : undefined;
    if (!view || view.removing || view.gone || view.frozen || view.node.health === 'doubt' || view.node.health === 'unknown') continue;
    drain(work.context, undefined, view, `${run.run_id} is ended: ${run.ending}`);
  }
}

const endings: Record<NonNullable<JobRun['ending']>, string> = {
  stopped: 'stopped by the operator',
  deadline: 'it had not ended by its deadline',
  task_failed: 'a task failed for good',
  replaced: 'the next run replaces it',
};

function conclude({ work, run, tasks, waits }: Step): void {
  const succeeded = run.revision !== undefined && tasks.every(({ state }) => state === 'succeeded');
  const running = tasks.filter(({ state }) => state === 'running').length;
  if (run.ending !== undefined) {
    for (const task of tasks) {
      if (task.state !== 'pending') continue;
      task.state = 'stopped';
      delete task.retry_at;
    }
  }
  run.message = messageOf(run, tasks, running, waits);
  if (succeeded || (run.ending !== undefined && running === 0)) {
    run.ended_at = timestamp(work.context.snapshot.nowMs);
    if (succeeded) Object.assign(run, { state: 'succeeded', exit_code: 0 });
    else run.state = run.ending === 'stopped' || run.ending === 'replaced' ? 'stopped' : 'failed';
    if (succeeded) delete run.message;
  } else run.state = run.started_at === undefined ? 'pending' : 'running';
  if (run.message === '') delete run.message;
  if (tasks.length > 0) run.tasks = tasks;
}

function messageOf(run: JobRun, tasks: readonly Task[], running: number, waits: readonly string[]): string {
  if (run.ending === undefined) return (waits[0] ?? '').slice(0, 1000);
  const failed = tasks.find(({ state }) => state === 'failed');
  const why =
    run.ending === 'replaced' && run.message !== undefined
      ? run.message.replace(/; waits for .*$/s, '')
      : failed
        ? `task ${failed.index} failed: ${failed.reason}`
        : endings[run.ending];
  return (running > 0 ? `${why}; waits for ${running} ${running === 1 ? 'task' : 'tasks'} to stop` : why).slice(0, 1000);
}

/** Time alone takes the run further then. */
function wake({ work, entry }: Step, atMs: number, message: string): void {
  work.context.blocked.push({ key: entry.key, reason: 'job_timer', message, retryAt: atMs });
}

function write(step: Step): void {
  const { work, entry, run, writes, guards } = step;
  const deadlineMs = run.deadline === undefined ? undefined : parseTimestamp(run.deadline);
  if (deadlineMs !== undefined && run.ending === undefined && !hasEnded(run)) wake(step, deadlineMs, 'its deadline');
  if (step.waits[0] !== undefined) work.context.blocked.push({ key: entry.key, reason: 'job_waits', message: step.waits[0] });
  const changed = !sameJson(run, entry.record);
  if (!changed && writes.length === 0) return;
  const reason = hasEnded(run) ? `it has ${run.state === 'stopped' ? 'been stopped' : run.state}` : 'its tasks go on';
  act(work.context, 'job_advance', entry.key, reason, [...(changed ? [replace(entry, run)] : []), ...writes], guards);
}
