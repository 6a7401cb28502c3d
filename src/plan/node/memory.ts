// What an agent remembers from one look to the next: since when instances drain, what crashed, what was last wanted. Pure.
// Guarantees: a drain begins only when an obeyed store asked for it; an assignment that vanished is kept until nothing
// of its instance is left; one whose record broke is kept as it was.
import type { Assignment, IngressTable } from '../../model/generated.ts';
import { sameJson } from '../equal.ts';
import { afterCrash, type ProbeState, runKey } from './health.ts';
import { isEnding, isLeaving, phaseOf, type Work } from './instance.ts';
import { begunAfter, taskEnd } from './job.ts';
import { restartAfter } from './liveness.ts';
import { driverOf } from './local.ts';
import { instanceKey, instanceName, type InstanceMemory, type NodeSnapshot } from './snapshot.ts';
import type { Driver } from '../unit.ts';

/** What was wanted of this node when the store was obeyed last. Kept on disk, for outages. */
export interface Wanted {
  environment: string;
  appAddr: string;
  assignments: Assignment[];
  /** `service/instance` of records that can't be read. */
  broken: string[];
  /** Last assignments of instances whose record is gone or broken. */
  leaving: Assignment[];
  /** `service/instance` of those whose driver has been off ever since they were seen first. */
  untouched?: string[];
  /** `service/instance` of tasks whose unit was seen: none is made for them again. */
  begun?: string[];
  table?: IngressTable;
  /** There is a table that never could be read: what is served stays. */
  tableUnknown?: boolean;
}

export interface WantedView {
  environment: string;
  appAddr: string;
  assignments: Assignment[];
  broken: string[];
  /** `broken`: there is one, and it can't be read. */
  table: IngressTable | undefined | 'broken';
}

/** Takes over what the store says now. `drivers`: those that this agent runs. */
export function wantedAfter(before: Wanted | undefined, seen: WantedView, drivers: ReadonlySet<Driver>): Wanted {
  const now = new Set(seen.assignments.map(instanceName));
  const leaving = new Map<string, Assignment>();
  for (const assignment of [...(before?.leaving ?? []), ...(before?.assignments ?? [])]) {
    const name = instanceName(assignment);
    if (!now.has(name)) leaving.set(name, assignment);
  }
  const table = seen.table === 'broken' ? before?.table : seen.table;
  const known = new Set([...(before?.assignments ?? []), ...(before?.leaving ?? [])].map(instanceName));
  const sinceThen = new Set(before?.untouched);
  const untouched = [...seen.assignments, ...leaving.values()].flatMap((assignment) => {
    const [driver, name] = [driverOf(assignment), instanceName(assignment)];
    return driver && !drivers.has(driver) && (!known.has(name) || sinceThen.has(name)) ? [name] : [];
  });
  return {
    environment: seen.environment,
    appAddr: seen.appAddr,
    assignments: [...seen.assignments].sort((a, b) => (instanceName(a) < instanceName(b) ? -1 : 1)),
    broken: [...seen.broken].sort(),
    leaving: [...leaving.values()].sort((a, b) => (instanceName(a) < instanceName(b) ? -1 : 1)),
    ...(untouched.length > 0 && { untouched: untouched.sort() }),
    ...(before?.begun && { begun: before.begun }),
    ...(table && { table }),
    ...(seen.table === 'broken' && !table && { tableUnknown: true }),
  };
}

/** Forgets those that left and of whom nothing is left. */
export function withoutGone(wanted: Wanted, work: readonly Work[], monotonicMs: number): Wanted {
  const gone = new Set(work.filter((one) => one.origin === 'leaving' && phaseOf(one, monotonicMs) === 'gone').map((one) => one.name));
  return gone.size === 0 ? wanted : { ...wanted, leaving: wanted.leaving.filter((assignment) => !gone.has(instanceName(assignment))) };
}

/** Notes the tasks that have begun; those of which nothing is left are forgotten. */
export function withBegun(wanted: Wanted, work: readonly Work[]): Wanted {
  const { begun: before = [], ...rest } = wanted;
  const begun = begunAfter(before, work);
  if (sameJson(begun, before)) return wanted;
  return begun.length > 0 ? { ...rest, begun } : rest;
}

/** Memory of each instance after this look; instances of whom nothing is left are forgotten. `chance` is asked once for each new crash. */
export function remember(
  snapshot: Pick<NodeSnapshot, 'nowMs' | 'monotonicMs' | 'obedience' | 'busy'>,
  work: readonly Work[],
  probes: ReadonlyMap<string, ProbeState>,
  chance: () => number,
): Map<string, InstanceMemory> {
  const next = new Map<string, InstanceMemory>();
  for (const one of work) {
    const { drainingSinceMs, crash, inbound } = one.memory;
    const memory: InstanceMemory = {};
    const ending = isEnding(one);
    const since = drainingSinceMs ?? (snapshot.obedience === 'obeyed' || one.outage === 'stop' ? snapshot.monotonicMs : undefined);
    if (ending && since !== undefined) memory.drainingSinceMs = since;
    if (ending && inbound !== undefined) memory.inbound = inbound;
    const probe = probes.get(one.name);
    if (probe) memory.probe = probe;
    const probed = { ...one, memory: { ...one.memory, ...(probe && { probe }) } };
    const restarting = ending ? undefined : restartAfter(probed, snapshot.monotonicMs, snapshot.busy.has(instanceKey(one.name)));
    if (restarting) memory.restarting = restarting;
    if (crash) memory.crash = crash;
    const end = taskEnd(one, snapshot.nowMs);
    if (end) memory.taskEnd = end;
    const unit = one.unit.known ? one.unit.value : undefined;
    if (!isLeaving(one) && unit?.state === 'exited' && !end) {
      // What ended at our own wish is no crash.
      if (one.outage !== 'none' || one.memory.halted === runKey(unit)) memory.halted = runKey(unit);
      else memory.crash = afterCrash(crash, unit, snapshot.monotonicMs, chance(), restarting?.reason);
    }
    if (Object.keys(memory).length > 0) next.set(one.name, memory);
  }
  return next;
}
