// When a schedule comes round: cron text and time zone, read by the library croner.
// Guarantees: a time of the schedule is a whole minute, strictly after the one it is asked for; the same question has the
// same answer on every machine with the same time zone data. What can't be read is a problem in words, never a throw.
// Daylight saving: a schedule without a wildcard in minute and hour names times of day. One that the clock skips comes at the
// first minute after the gap; one that it repeats comes once, the first time. All others count what passes: times
// that are skipped do not come, hours that are repeated come twice.
import { Cron } from 'croner';
import type { Schedule, Schedules } from '../plan/cluster/schedule.ts';

const nicknames: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
};

/** Patterns are read once: a controller asks again and again. */
const known = new Map<string, Cron | string>();
const mostKnown = 10_000;

export interface ScheduleProblem {
  /** Field of the schedule. */
  field: 'cron' | 'time_zone';
  message: string;
}

/** What is wrong with a schedule, in words without its path; undefined where it is sound. */
export function scheduleProblem({ cron, time_zone: zone }: Schedule): ScheduleProblem | undefined {
  if (!isZone(zone)) {
    return {
      field: 'time_zone',
      message: `must be a time zone of the IANA database, such as UTC or Europe/Berlin; found ${JSON.stringify(zone)}`,
    };
  }
  const read = readCron({ cron, time_zone: zone });
  return typeof read === 'string' ? { field: 'cron', message: read } : undefined;
}

/** The schedules as the planner asks for them. */
export const cronSchedules: Schedules = {
  problem: (schedule) => {
    const problem = scheduleProblem(schedule);
    return problem && { path: `$.schedule.${problem.field}`, message: problem.message };
  },
  nextRun: (schedule, afterMs) => {
    const read = isZone(schedule.time_zone) ? readCron(schedule) : '';
    return typeof read === 'string' ? undefined : read.nextRun(new Date(afterMs))?.getTime();
  },
};

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

function readCron({ cron, time_zone: zone }: Schedule): Cron | string {
  const key = `${zone} ${cron}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const read = parse(cron, zone);
  known.set(key, read);
  return read;
}

function parse(cron: string, zone: string): Cron | string {
  const fields = Object.hasOwn(nicknames, cron) ? nicknames[cron] : cron;
  const expected = `must be five fields (minute, hour, day of month, month, day of week) or one of ${Object.keys(nicknames).join(', ')}; found ${JSON.stringify(cron)}`;
  if (fields === undefined || fields.trim().split(/\s+/).length !== 5) return expected;
  try {
    const read = new Cron(fields, { mode: '5-part', timezone: zone, paused: true, fixedTimeRule: 'no-wildcard' });
    return read.nextRun(new Date(0)) ? read : `never comes: ${JSON.stringify(cron)} names no day that there is`;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message.replace(/^CronPattern: /, '') : String(thrown);
    return `${expected}: ${why}`;
  }
}
