// Runs of jobs as ctl looks them up: by the id of the run alone, or with its job.
import { type Entry, parseEntry } from '../model/entry.ts';
import { PhotonError } from '../model/errors.ts';
import type { JobRun } from '../model/generated.ts';
import type { Mirror } from '../store/mirror.ts';
import type { Context } from './context.ts';
import { parseIds } from './kind.ts';
import { entryOf, findRecords, idsOfFound } from './records.ts';

/** The one run that a name stands for: `RUN` or `JOB/RUN`. */
export async function runOf(context: Context, name: string): Promise<Entry<JobRun>> {
  const ids = parseIds('job-run', name);
  const { found } = await findRecords(context, 'job-run', ids);
  const [one, ...others] = found;
  const entry = one && (entryOf(one) as Entry<JobRun> | undefined);
  if (entry && others.length === 0 && (ids.length > 1 || entry.record.run_id === name)) return entry;
  if (one && !entry)
    throw new PhotonError('invalid_record', 'its record can not be read', { where: `job-run/${idsOfFound(one).join('/')}` });
  throw new PhotonError('invalid_argument', `${JSON.stringify(name)} does not name one run`, {
    expected: `a run: ${found.map((run) => idsOfFound(run).join('/')).join(', ')}`,
  });
}

/** A run as a mirror shows it; undefined where it is gone or can't be read. */
export function runIn(clusterId: string, mirror: Mirror, key: string): Entry<JobRun> | undefined {
  const kv = mirror.get(key);
  const parsed = kv && parseEntry(clusterId, kv);
  return parsed?.ok ? (parsed.entry as Entry<JobRun>) : undefined;
}
