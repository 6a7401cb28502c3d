// job logs RUN [--task N] [-f]: the end of what the tasks of a run wrote, out of the store.
// Guarantees: what was written is printed as it is, with the number of its task before each line where there are several; what is
// told about it goes to stderr.
import { parseEntry } from '../../model/entry.ts';
import { exitCodes, PhotonError } from '../../model/errors.ts';
import type { JobOutput, JobRun } from '../../model/generated.ts';
import { keyOf, prefixOf } from '../../model/keys.ts';
import { openMirror } from '../../store/mirror.ts';
import type { Context } from '../context.ts';
import { isOver, newOutput } from '../job-progress.ts';
import { runIn, runOf } from '../job-runs.ts';
import { documentOf, listKind, renderData } from '../records.ts';
import { silentLog, tellStale } from '../wait.ts';

export interface LogsOptions {
  task?: number;
  follow: boolean;
}

export async function jobLogs(context: Context, name: string, { task, follow }: LogsOptions): Promise<number> {
  const { record: run } = await runOf(context, name);
  if (task !== undefined && run.tasks && !run.tasks.some(({ index }) => index === task)) {
    throw new PhotonError('invalid_argument', `there is no task ${task}`, {
      where: `job-run/${run.service}/${run.run_id}`,
      expected: `0 to ${run.tasks.length - 1}`,
    });
  }
  const printer = new LogPrinter(context, task);
  if (follow) return followLogs(context, run, printer);
  const found = await listKind(context, 'job-output', [run.service, run.run_id]);
  const entries = found.flatMap((one) => (one.ok && one.kind === 'job-output' ? [one.entry] : []));
  const wanted = entries.filter(({ record }) => task === undefined || record.task === String(task));
  wanted.sort((a, b) => Number(a.record.task) - Number(b.record.task));
  const { output, terminal } = context;
  if (output === 'json' || output === 'yaml')
    terminal.out(
      renderData(
        output,
        wanted.map((entry) => documentOf('job-output', entry)),
      ),
    );
  else if (wanted.length === 0) terminal.err(`nothing was written${isOver(run) ? '' : ' yet'}\n`);
  else for (const { record } of wanted) printer.print(record, (run.tasks ?? []).length > 1);
  return exitCodes.done;
}

/** Prints what is there and what comes, until the run has ended or somebody interrupts. */
async function followLogs(context: Context, run: JobRun, printer: LogPrinter): Promise<number> {
  const { store, clock, random, clusterId, signal } = context;
  const key = keyOf(clusterId, 'job-run', run.service, run.run_id);
  const prefix = prefixOf(clusterId, 'job-output', run.service, run.run_id);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  const mirror = openMirror(store, [key, prefix], { clock, random, log: silentLog });
  let listed = false;
  const look = (): void => {
    if (!listed) return;
    const now = runIn(clusterId, mirror, key)?.record ?? run;
    for (const kv of mirror.entries(prefix)) {
      const parsed = parseEntry(clusterId, kv);
      if (parsed?.ok && parsed.kind === 'job-output') printer.print(parsed.entry.record, (now.tasks ?? []).length > 1);
    }
    // A task has told all that it wrote before its run can end.
    if (isOver(now) || !mirror.get(key)) resolve();
  };
  const changes = mirror.onChange(look);
  const stale = tellStale(context, mirror);
  void mirror.ready.then(
    () => {
      listed = true;
      look();
    },
    () => resolve(),
  );
  await ended;
  stale.cancel();
  changes.cancel();
  mirror.close();
  return exitCodes.done;
}

class LogPrinter {
  readonly #context: Context;
  readonly #task: number | undefined;
  /** Task → what of it was printed. */
  readonly #printed = new Map<string, { instance: string; text: string }>();

  constructor(context: Context, task: number | undefined) {
    this.#context = context;
    this.#task = task;
  }

  print({ task, instance_id: instance, attempt, text, cut }: JobOutput, many: boolean): void {
    if (this.#task !== undefined && task !== String(this.#task)) return;
    const { terminal } = this.#context;
    const before = this.#printed.get(task);
    this.#printed.set(task, { instance, text });
    const again = before !== undefined && before.instance !== instance;
    if (again) terminal.err(`task ${task}: attempt ${attempt ?? '?'}\n`);
    const fresh = before && !again ? newOutput(before.text, text) : { text, missed: cut === true };
    if (fresh.text === '') return;
    if (fresh.missed) terminal.err(`task ${task}: earlier lines are left out\n`);
    const lines = fresh.text.endsWith('\n') ? fresh.text.slice(0, -1) : fresh.text;
    terminal.out(many && this.#task === undefined ? lines.replaceAll(/^/gm, `[${task}] `) : lines);
    terminal.out('\n');
  }
}
