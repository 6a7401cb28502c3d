// job run|list|logs|stop
import { scheduleOf } from '../../model/defaults.ts';
import { encodeRecord, type Entry } from '../../model/entry.ts';
import { exitCodes, PhotonError } from '../../model/errors.ts';
import type { JobRun, Service, ServiceStatus } from '../../model/generated.ts';
import { keyOf } from '../../model/keys.ts';
import { parseTimestamp, timestamp } from '../../model/time.ts';
import { commit } from '../../store/commit.ts';
import type { Mirror } from '../../store/mirror.ts';
import { changeRecord, progressContext, readValid, tellChanged } from '../change.ts';
import { ageOf, stateCell } from '../columns.ts';
import type { Context } from '../context.ts';
import { age } from '../duration.ts';
import { exitCodeOfRun, isOver, runProgress, tasksText } from '../job-progress.ts';
import { runIn, runOf } from '../job-runs.ts';
import { documentOf, entryOf, type Found, idsOfFound, listKind, printable, renderData } from '../records.ts';
import { type Cell, renderTable } from '../table.ts';
import { waitRows } from '../wait.ts';

export interface RunJobOptions {
  detach: boolean;
  /** Wait at most this long; absent: until it has ended. */
  waitMs?: number;
}

/** As long as a timer can be set. */
const forEverMs = 2 ** 31 - 1;

/** Begins a run, waits for its end, and answers its exit code. */
export async function runJob(context: Context, name: string, options: RunJobOptions): Promise<number> {
  const { clock, clusterId, output, random, store, terminal } = context;
  const { record: service } = await readValid(context, 'service', [name]);
  if (service.kind !== 'job') {
    throw new PhotonError('unsupported', 'is a service that runs on; only a job has runs', {
      where: `service/${name}`,
      next: 'Write it with kind: Job to run it to completion',
    });
  }
  const now = timestamp(clock.now());
  const tail = `-${now.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${random.hex(2)}`;
  const runId = `${name.slice(0, 63 - tail.length).replace(/-+$/, '')}${tail}`;
  const run: JobRun = { service: name, run_id: runId, trigger: 'operator', created_at: now, desired: 'running' };
  const key = keyOf(clusterId, 'job-run', name, runId);
  const [outcome] = await commit(store, [{ writes: [{ key, value: encodeRecord(run), expect: 0 }] }]);
  if (outcome?.status === 'failed') throw outcome.error;
  if (outcome?.status !== 'done')
    throw new PhotonError('conflict', `a run of this id stands already`, { where: `job-run/${name}/${runId}` });
  const shown = progressContext(context);
  if (options.detach) {
    tellChanged(context, 'job-run', [name, runId], { changed: true, modRevision: outcome.revision, action: 'created', already: '' });
    return exitCodes.done;
  }
  shown.terminal.out(`job-run/${name}/${runId} created\n`);
  const { code, run: last } = await waitForRun(shown, run, options.waitMs);
  if (!last || !isOver(last.record)) {
    if (last) terminal.err(`the run goes on; end it with: photoncloud-ctl job stop ${runId}\n`);
    return code;
  }
  if (output === 'json' || output === 'yaml') terminal.out(renderData(output, documentOf('job-run', last)));
  else if (last.record.state !== 'succeeded') terminal.err(`what it wrote: photoncloud-ctl job logs ${runId}\n`);
  return exitCodeOfRun(last.record);
}

/** Waits until a run has ended; the run as it stood last, where it stands. */
async function waitForRun(
  context: Context,
  { service, run_id: id }: JobRun,
  waitMs = forEverMs,
): Promise<{ code: number; run: Entry<JobRun> | undefined }> {
  const key = keyOf(context.clusterId, 'job-run', service, id);
  let run: Entry<JobRun> | undefined;
  const judge = (mirror: Mirror) => {
    run = runIn(context.clusterId, mirror, key);
    // One that can't be read is waited for: it is mended, or deleted.
    return run || !mirror.get(key) ? runProgress(run?.record) : { state: 'waiting' as const, text: 'its record can not be read' };
  };
  const code = await waitRows(context, [{ name: id, judge }], [key], waitMs);
  return { code, run };
}

/** Ends a run. */
export async function stopRun(context: Context, name: string, { waitMs }: { waitMs?: number }): Promise<number> {
  const { record: run } = await runOf(context, name);
  const ids = [run.service, run.run_id];
  const settled = await changeRecord(context, 'job-run', ids, (record) => (isOver(record) ? record : { ...record, desired: 'stopped' }));
  tellChanged(context, 'job-run', ids, { ...settled, action: 'stopping', already: 'has ended or is being stopped already' });
  if (waitMs === undefined) return exitCodes.done;
  const { code, run: last } = await waitForRun(progressContext(context), run, waitMs);
  // It has ended, however: that is what was asked for.
  return last && isOver(last.record) ? exitCodes.done : code;
}

/** All jobs, or the runs of one, the newest first. */
export async function listJobs(context: Context, name: string | undefined): Promise<number> {
  if (name === undefined) return listAll(context);
  const { record: service } = await readValid(context, 'service', [name]);
  if (service.kind !== 'job') throw new PhotonError('unsupported', 'is no job', { where: `service/${name}` });
  const found = newestFirst(await listKind(context, 'job-run', [name]));
  const { clock, output, terminal } = context;
  if (output === 'json' || output === 'yaml') {
    terminal.out(renderData(output, found.map(printable)));
    return exitCodes.done;
  }
  const rows = found.map((one): Cell[] => {
    const run = entryOf(one)?.record as JobRun | undefined;
    if (!run) return [{ text: idsOfFound(one).at(-1) ?? '' }, { text: 'INVALID', tone: 'bad' }];
    const tookMs = (parseTimestamp(run.ended_at ?? '') ?? clock.now()) - (parseTimestamp(run.started_at ?? '') ?? Number.NaN);
    return [
      { text: run.run_id },
      stateCell(run.state ?? 'pending'),
      { text: run.tasks ? tasksText(run) : '' },
      { text: String(run.exit_code ?? '') },
      { text: run.trigger },
      { text: ageOf(run.created_at, clock.now()) },
      { text: Number.isNaN(tookMs) ? '' : age(tookMs) },
      { text: run.message ?? '' },
    ];
  });
  terminal.out(renderTable(['RUN', 'STATE', 'TASKS', 'EXIT', 'TRIGGER', 'AGE', 'TOOK', 'MESSAGE'], rows, terminal.colour));
  return exitCodes.done;
}

function newestFirst(found: readonly Found[]): Found[] {
  const created = (one: Found): number => entryOf(one)?.createRevision ?? 0;
  return [...found].sort((a, b) => created(b) - created(a));
}

async function listAll(context: Context): Promise<number> {
  const { clock, output, terminal } = context;
  const [services, statuses, runs] = await Promise.all([
    listKind(context, 'service'),
    listKind(context, 'service-status'),
    listKind(context, 'job-run'),
  ]);
  const jobs = services.flatMap((one) => {
    const record = entryOf(one)?.record as Service | undefined;
    return record?.kind === 'job' ? [record] : [];
  });
  const statusOf = new Map(statuses.map((one) => [idsOfFound(one)[0], entryOf(one)?.record as ServiceStatus | undefined]));
  const rows = jobs.map((job) => {
    const own = newestFirst(runs).flatMap((one) => (idsOfFound(one)[0] === job.name ? [entryOf(one)?.record as JobRun | undefined] : []));
    const known = own.filter((run) => run !== undefined);
    const schedule = scheduleOf(job);
    return { job, schedule, last: known[0], active: known.filter((run) => !isOver(run)).length, next: statusOf.get(job.name)?.next_run_at };
  });
  if (output === 'json' || output === 'yaml') {
    const data = rows.map(({ job, active, last, next }) => ({
      job: job.name,
      ...(job.schedule && { schedule: job.schedule }),
      active,
      ...(last && { last_run: last }),
      ...(next !== undefined && { next_run_at: next }),
    }));
    terminal.out(renderData(output, data));
    return exitCodes.done;
  }
  const cells = rows.map(({ job, schedule, active, last, next }): Cell[] => [
    { text: job.name },
    { text: schedule ? `${schedule.cron} ${schedule.time_zone}${schedule.paused ? ' (paused)' : ''}` : '' },
    { text: String(active) },
    { text: last?.run_id ?? '' },
    last ? stateCell(last.state ?? 'pending') : { text: '' },
    { text: ageOf(last?.created_at, clock.now()) },
    { text: next ?? '' },
  ]);
  terminal.out(renderTable(['JOB', 'SCHEDULE', 'ACTIVE', 'LAST RUN', 'STATE', 'AGE', 'NEXT'], cells, terminal.colour));
  return exitCodes.done;
}
