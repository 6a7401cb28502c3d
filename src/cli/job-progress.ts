// How far a run of a job is, in words, and the exit code that its end gives. Pure.
import type { JobRun } from '../model/generated.ts';
import type { Progress } from './progress.ts';

type Task = NonNullable<JobRun['tasks']>[number];

/** Exit codes of ours for runs that ended without one of a task's: as timeout(1) and the shell give them. */
export const runExitCodes = { deadline: 124, unknown: 125, stopped: 130 } as const;

export function isOver(run: JobRun): boolean {
  return run.state === 'succeeded' || run.state === 'failed' || run.state === 'stopped';
}

/** 0 where every task succeeded; the exit code of the task that failed for good; else one of ours. */
export function exitCodeOfRun(run: JobRun): number {
  if (run.state === 'succeeded') return 0;
  if (run.ending === 'deadline') return runExitCodes.deadline;
  if (run.state === 'stopped') return runExitCodes.stopped;
  const { exit_code: code = 0 } = run;
  return code > 0 && code <= 255 ? code : runExitCodes.unknown;
}

export function tasksText({ tasks = [] }: JobRun): string {
  const count = (state: Task['state']): number => tasks.filter((task) => task.state === state).length;
  const parts = [`${count('succeeded')}/${tasks.length} succeeded`];
  for (const state of ['running', 'pending', 'failed', 'stopped'] as const) if (count(state) > 0) parts.push(`${count(state)} ${state}`);
  const attempts = Math.max(0, ...tasks.map((task) => task.attempts));
  return `${parts.join(', ')}${attempts > 1 ? `, ${attempts} attempts` : ''}`;
}

/** How far a run is; undefined: its record is gone. */
export function runProgress(run: JobRun | undefined): Progress {
  if (!run) return { state: 'failed', text: 'was deleted meanwhile' };
  const counts = (run.tasks ?? []).length === 0 ? '' : `: ${tasksText(run)}`;
  const why = run.message === undefined ? '' : `: ${run.message}`;
  if (run.state === 'succeeded') return { state: 'done', text: `succeeded${counts}` };
  if (isOver(run)) return { state: 'failed', text: `${run.state}${counts}${why}` };
  if (run.state === undefined) return { state: 'waiting', text: 'not yet seen by a controller' };
  return { state: 'waiting', text: `${run.ending === undefined ? run.state : 'ending'}${counts}${why}` };
}

/** The part of an output that was not there before; `missed` where something between them is lost. */
export function newOutput(before: string, now: string): { text: string; missed: boolean } {
  if (now.startsWith(before)) return { text: now.slice(before.length), missed: false };
  // The end of what was shown is looked for in what stands there: it is a window that moves on.
  const mark = before.slice(-1024);
  const at = now.lastIndexOf(mark);
  return at < 0 ? { text: now, missed: true } : { text: now.slice(at + mark.length), missed: false };
}
