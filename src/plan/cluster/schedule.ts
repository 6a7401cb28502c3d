// When runs of a job begin by themselves.
// Guarantees: each time of a schedule begins at most one run, whatever becomes of controllers: the run's id is made of the
// time, it is created only where none has that id, and `next_run_at` of the status moves on only once the run stands. Of
// several times that were missed the latest alone begins, where it is not too long ago. A schedule that was written, changed or
// resumed counts from then on.
import { scheduleOf } from '../../model/defaults.ts';
import type { Entry } from '../../model/entry.ts';
import type { JobRun, Service } from '../../model/generated.ts';
import { parseTimestamp, timestamp } from '../../model/time.ts';
import type { RecordWrite } from './actions.ts';
import { act, type PlanContext, replace } from './context.ts';
import type { ServiceReport } from './status.ts';

export interface Schedule {
  cron: string;
  time_zone: string;
}

/** Knows clocks and calendars: handed in with the snapshot. */
export interface Schedules {
  /** The first time of the schedule after `afterMs`; undefined: there is none, or it can't be read. */
  nextRun(schedule: Schedule, afterMs: number): number | undefined;
  /** Why a schedule can't be read, with the path of what is wrong. */
  problem(schedule: Schedule): { path: string; message: string } | undefined;
}

/** A run is never on time to the millisecond. */
const leastWindowMs = 10_000;

/** `{job}-{YYYYMMDD}-{HHMM}` in UTC: no two times of a schedule share it, not even where an hour comes twice. */
export function scheduledRunId(service: string, atMs: number): string {
  const tail = `-${timestamp(atMs).replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 13)}`;
  return `${service.slice(0, 63 - tail.length).replace(/-+$/, '')}${tail}`;
}

/** The latest time of the schedule in (fromMs, toMs]; looks back in growing steps, so that it asks seldom. */
function latestWithin(schedules: Schedules, schedule: Schedule, fromMs: number, toMs: number): number | undefined {
  for (let stepMs = 60_000; ; stepMs *= 8) {
    const startMs = Math.max(fromMs, toMs - stepMs);
    let found: number | undefined;
    for (let at = schedules.nextRun(schedule, startMs); at !== undefined && at <= toMs; at = schedules.nextRun(schedule, at)) found = at;
    if (found !== undefined || startMs <= fromMs) return found;
  }
}

/** Begins the run that is due, and tells when the next is. */
export function planSchedule(context: PlanContext, entry: Entry<Service>, active: readonly Entry<JobRun>[], report: ServiceReport): void {
  const schedule = scheduleOf(entry.record);
  if (!schedule || schedule.paused) return;
  const { nowMs, schedules, tables } = context.snapshot;
  const problem = schedules.problem(schedule);
  if (problem) {
    const message = `${problem.path} ${problem.message}; no run begins by itself`;
    report.conditions.push({ type: 'invalid_schedule', reason: 'invalid_schedule', message, key: entry.key, path: problem.path });
    return;
  }
  const waits = (atMs: number): void => {
    report.nextRunAt = timestamp(atMs);
    if (atMs > nowMs) context.blocked.push({ key: entry.key, reason: 'schedule', message: 'its next run is not due yet', retryAt: atMs });
  };
  const { name } = entry.record;
  const status = tables.statuses.get(name)?.record;
  const due = status?.next_run_at === undefined ? undefined : dueTime(schedules, schedule, status.next_run_at, nowMs);
  const runId = due && scheduledRunId(name, due.atMs);
  const key = runId === undefined ? '' : context.key('job-run', name, runId);
  if (due && runId !== undefined && !tables.jobRuns.get(name)?.has(runId) && !tables.invalid.has(key)) {
    // Until the run stands, the time stays the next one.
    waits(due.memoryMs);
    begin(context, entry, { due: due.atMs, untilMs: due.untilMs, runId, key }, active, report);
    return;
  }
  const next = schedules.nextRun(schedule, nowMs);
  if (next !== undefined) waits(next);
}

/** The time that is due, of those from the remembered one on; undefined: none, or it was too long ago. */
function dueTime(
  schedules: Schedules,
  schedule: NonNullable<ReturnType<typeof scheduleOf>>,
  remembered: string,
  nowMs: number,
): { atMs: number; memoryMs: number; untilMs: number } | undefined {
  const memoryMs = parseTimestamp(remembered);
  // One that the schedule does not name any more was of another.
  if (memoryMs === undefined || memoryMs > nowMs || schedules.nextRun(schedule, memoryMs - 1) !== memoryMs) return undefined;
  const windowMs = Math.max(leastWindowMs, 1000 * schedule.start_within_s);
  const atMs = latestWithin(schedules, schedule, Math.max(memoryMs - 1, nowMs - windowMs - 1), nowMs);
  return atMs === undefined ? undefined : { atMs, memoryMs, untilMs: atMs + windowMs };
}

interface Due {
  due: number;
  untilMs: number;
  runId: string;
  key: string;
}

function begin(context: PlanContext, entry: Entry<Service>, due: Due, active: readonly Entry<JobRun>[], report: ServiceReport): void {
  const { nowMs } = context.snapshot;
  const { name } = entry.record;
  const concurrency = scheduleOf(entry.record)?.concurrency;
  const [former] = active;
  if (former && concurrency === 'forbid') {
    const message = `the run of ${timestamp(due.due)} waits for ${former.record.run_id} to end, and is missed after ${timestamp(due.untilMs)} (schedule.concurrency forbid)`;
    report.blocked.push({ reason: 'run_under_way', message });
    context.blocked.push({ key: entry.key, reason: 'run_under_way', message, retryAt: Math.max(due.untilMs, nowMs) + 1 });
    return;
  }
  const run: JobRun = {
    service: name,
    run_id: due.runId,
    trigger: 'schedule',
    scheduled_at: timestamp(due.due),
    created_at: timestamp(nowMs),
    state: 'pending',
  };
  const writes: RecordWrite[] = [{ key: due.key, record: run, expect: 0 }];
  if (concurrency === 'replace') {
    for (const one of active.slice(0, 100)) {
      if (one.record.ending === undefined)
        writes.push(replace(one, { ...one.record, ending: 'replaced', message: `${due.runId} replaces it` }));
    }
  }
  act(context, 'job_schedule', due.key, `its schedule says ${timestamp(due.due)}`, writes);
}
