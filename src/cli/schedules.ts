// What a schedule says, checked as the controller will read it: its schema knows nothing of calendars.
import { scheduleProblem } from '../loop/cron.ts';
import { scheduleOf } from '../model/defaults.ts';
import type { Service } from '../model/generated.ts';
import type { AnyRecord } from '../model/kinds.ts';
import { type Problem, show } from '../model/problem.ts';

/** What is wrong with the schedule of a service, in words for the operator. */
export function scheduleProblems(record: AnyRecord): Problem[] {
  const schedule = scheduleOf(record as Service);
  const problem = schedule && scheduleProblem(schedule);
  if (!problem) return [];
  return [{ path: `$.schedule.${problem.field}`, found: show(schedule[problem.field]), rule: problem.field, message: problem.message }];
}
