// What happens to runs of jobs, as events: that one began, that attempts failed and what becomes of them, how it ended.
// Guarantees: pure; a subject has at most as many events as there are codes here.
import type { JobRun } from '../../model/generated.ts';
import { parseKey } from '../../model/keys.ts';
import type { ClusterAction } from './actions.ts';
import { eventId, type EventNote } from '../event.ts';
import type { ClusterTables } from './snapshot.ts';

const endedAs: Partial<Record<NonNullable<JobRun['state']>, string>> = {
  succeeded: 'run_succeeded',
  failed: 'run_failed',
  stopped: 'run_stopped',
};

/** Events of an action that is about a run; `tables` as it was decided on. */
export function runEvents({ action, tables }: { action: ClusterAction; tables: ClusterTables }): EventNote[] {
  const after = action.writes.find(({ key, record }) => record && parseKey(tables.clusterId, key)?.kind === 'job-run')?.record as
    | JobRun
    | undefined;
  if (!after) return [];
  const before = tables.jobRuns.get(after.service)?.get(after.run_id)?.record;
  const subject = { kind: 'job-run' as const, id: eventId('job-run', [after.service, after.run_id]), service: after.service };
  const notes: EventNote[] = [];
  const add = (reason: string, message: string, cause?: string): void =>
    void notes.push({ ...subject, reason, message, ...(cause !== undefined && { cause }) });
  if (!before) add('scheduled', `it is for ${after.scheduled_at}`, action.reason);
  if (after.started_at !== undefined && before?.started_at === undefined)
    add('run_started', `${after.tasks?.length ?? 0} ${after.tasks?.length === 1 ? 'task' : 'tasks'} of revision ${after.revision}`);
  for (const task of after.tasks ?? []) {
    const was = before?.tasks?.find(({ index }) => index === task.index);
    if (was?.state !== 'running' || (task.state !== 'pending' && task.state !== 'failed')) continue;
    const next = task.retry_at === undefined ? 'it is not tried again' : `it is tried again at ${task.retry_at}`;
    add('attempt_failed', `task ${task.index}, attempt ${task.attempts}, on node ${task.node_id}: ${task.reason}; ${next}`);
  }
  if (after.ending !== undefined && before?.ending === undefined) add('run_ending', after.message ?? after.ending);
  const ended = endedAs[after.state ?? 'pending'];
  if (ended !== undefined && before?.state !== after.state) add(ended, after.message ?? 'every task succeeded');
  return notes;
}
