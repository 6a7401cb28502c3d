// Why a run of a job is as it is.
import type { JobRun } from '../../model/generated.ts';
import { blockInstance } from './instance.ts';
import { whyNoNode } from './placement.ts';
import { followPlan, timeText, type Why } from './parts.ts';

export function explainRun(why: Why, service: string, id: string): boolean {
  const { answer, context, plan, tables } = why;
  const run = tables.jobRuns.get(service)?.get(id)?.record;
  if (!run) return false;
  const key = context.key('job-run', service, id);
  const tasks = run.tasks?.length;
  answer.wanted.push(
    run.desired === 'stopped'
      ? 'it is to stop'
      : `to run to its end${tasks === undefined ? '' : `: ${tasks} ${tasks === 1 ? 'task' : 'tasks'}`}`,
  );
  answer.is.push(runLine(run));
  for (const task of run.tasks ?? []) {
    if (task.state === 'succeeded') continue;
    const where = task.node_id === undefined ? '' : ` on ${task.node_id}`;
    const exit = task.exit_code === undefined ? '' : `, exit code ${task.exit_code}`;
    answer.is.push(
      `task ${task.index}: ${task.state ?? 'pending'}${where}, attempt ${task.attempts}${exit}${task.reason === undefined ? '' : `: ${task.reason}`}`,
    );
  }
  if (context.invalid.services.has(service))
    why.block(`service ${service}`, 'invalid_record', 'the record of its job is broken', {
      do: `mend it: photoncloud-ctl edit service ${service}`,
    });
  if (run.state === 'failed')
    why.block(`run ${id}`, 'run_failed', run.message ?? 'it failed', {
      since: run.ended_at,
      do: `see what it printed: photoncloud-ctl job logs ${service}/${id}; then run it again: photoncloud-ctl job run ${service}`,
    });
  for (const task of run.tasks ?? []) {
    const record = task.instance_id === undefined ? undefined : tables.instances.get(service)?.get(task.instance_id)?.record;
    if (record && task.state === 'running') blockInstance(why, record);
  }
  for (const { key: about, message, reason, retryAt } of plan.blocked) {
    if (about !== key) continue;
    const when = timeText(retryAt);
    if (reason === 'job_timer') {
      if (when !== undefined) why.follow(message, when);
      continue;
    }
    // `task 0: no_node: …` says more than that it waits.
    const inner = /^(task \d+): ([a-z][a-z0-9_]*): (.*)$/s.exec(message);
    const record = tables.services.get(service)?.record;
    const nodes = inner?.[2] === 'no_node' && record ? whyNoNode(why, record) : [];
    const text = nodes.length > 0 ? `${inner?.[3]} (${nodes.join('; ')})` : (inner?.[3] ?? message);
    why.block(inner?.[1] ?? `run ${id}`, inner?.[2] ?? reason, text, { retryAt: when });
    if (when !== undefined) why.follow(`it is tried again: ${text}`, when);
  }
  if (run.deadline !== undefined && run.ended_at === undefined) why.follow('it has failed, where it has not ended by then', run.deadline);
  followPlan(why, (one) => one === key);
  return true;
}

/** One line: how far it is. */
export function runLine(run: JobRun): string {
  const tasks = run.tasks ?? [];
  const done = tasks.filter(({ state }) => state === 'succeeded').length;
  const message = run.message === undefined ? '' : `: ${run.message}`;
  return `run ${run.run_id}: ${run.state ?? 'pending'}${tasks.length > 0 ? `, ${done} of ${tasks.length} tasks done` : ''}, asked for ${run.created_at}${message}`;
}
