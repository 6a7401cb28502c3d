// `after`: what has to be there before an instance of a service is started.
// Guarantees: says nothing of what runs already; a service that is missing, broken or not ready are told apart; a cycle, which
// can't ever start, is told as one, with the way round.
import { desiredOf } from '../../model/defaults.ts';
import type { JobRun, Service } from '../../model/generated.ts';
import type { PlanContext } from './context.ts';
import { isReady } from './instances.ts';
import type { ClusterTables } from './snapshot.ts';
import type { ReportedCondition } from './status.ts';

/** Why no instance of the service may be started yet, naming what it waits for; undefined: nothing is in the way. */
export function dependencyWait(context: PlanContext, service: Pick<Service, 'after'>): string | undefined {
  const waits = (service.after ?? []).flatMap((name) => waitFor(context, name) ?? []);
  return waits.length === 0 ? undefined : `waits for ${waits.join('; ')}`;
}

function waitFor(context: PlanContext, name: string): string | undefined {
  const { tables } = context.snapshot;
  const entry = tables.services.get(name);
  const broken = context.invalid.services.has(name);
  if (!entry && !broken) return `${name}: there is no such service`;
  // What a broken record says is unknown; what runs of it and what ran is not.
  if (hasReady(context, name)) return undefined;
  const isJob = entry ? entry.record.kind === 'job' : (tables.jobRuns.get(name)?.size ?? 0) > 0;
  const wait = isJob ? jobWait(tables, name) : `${name}: it has no ready instance`;
  return wait !== undefined && broken ? `${wait}, and its record is broken` : wait;
}

function hasReady(context: PlanContext, name: string): boolean {
  for (const { record } of context.snapshot.tables.instances.get(name)?.values() ?? []) {
    if (record.job === undefined && desiredOf(record) === 'running' && isReady(record, context.nodes.get(record.node_id))) return true;
  }
  return false;
}

function jobWait(tables: ClusterTables, name: string): string | undefined {
  const last = lastRun([...(tables.jobRuns.get(name)?.values() ?? [])].map(({ record }) => record));
  if (!last) return `${name}: the job has not run yet`;
  const { run_id: id, state = 'pending' } = last;
  if (state === 'succeeded') return undefined;
  return state === 'failed' || state === 'stopped'
    ? `${name}: its last run, ${id}, ${state === 'failed' ? 'failed' : 'was stopped'}`
    : `${name}: its run ${id} has not ended yet`;
}

/** The run that was asked for last. */
function lastRun(runs: readonly JobRun[]): JobRun | undefined {
  return [...runs].sort((a, b) =>
    a.created_at === b.created_at ? (a.run_id < b.run_id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1,
  )[0];
}

/** The way from a service round to itself through `after`; undefined where there is none. */
export function cycleOf(name: string, afterOf: (name: string) => readonly string[]): string[] | undefined {
  const from = new Map<string, string>();
  const open = [name];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const next of afterOf(at)) {
      if (next === name) {
        const way = [name];
        for (let step: string | undefined = at; step !== undefined && step !== name; step = from.get(step)) way.unshift(step);
        return [name, ...way];
      }
      if (from.has(next)) continue;
      from.set(next, at);
      open.push(next);
    }
  }
  return undefined;
}

/** Services that may be part of a cycle: those that wait for such ones, and for which such ones wait. */
function suspects(after: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  let left = new Map([...after].map(([name, names]) => [name, names.filter((one) => after.has(one))]));
  for (;;) {
    const waitedFor = new Set([...left.values()].flat());
    const next = new Map<string, string[]>();
    for (const [name, names] of left) if (names.length > 0 && waitedFor.has(name)) next.set(name, names);
    if (next.size === left.size) return next;
    for (const [name, names] of next)
      next.set(
        name,
        names.filter((one) => next.has(one)),
      );
    left = next;
  }
}

const suspectsOf = new WeakMap<PlanContext, Map<string, string[]>>();

/** Told of a service that waits for itself, through others or not: neither it nor they can start. */
export function cycleConditions(context: PlanContext, name: string): ReportedCondition[] {
  let found = suspectsOf.get(context);
  if (!found) {
    const after = new Map<string, readonly string[]>();
    for (const [service, { record }] of context.snapshot.tables.services) if (record.after?.length) after.set(service, record.after);
    found = suspects(after);
    suspectsOf.set(context, found);
  }
  const all = found;
  const way = all.has(name) ? cycleOf(name, (one) => all.get(one) ?? []) : undefined;
  if (!way) return [];
  const message = `${way.join(' waits for ')}: none of them can be started; take one out of $.after`;
  return [{ type: 'dependency_cycle', reason: 'dependency_cycle', message, key: context.key('service', name), path: '$.after' }];
}
