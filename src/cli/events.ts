// Events as ctl reads them: which are about a record, and in which order they are told.
import { parseEntry } from '../model/entry.ts';
import type { Entry } from '../model/entry.ts';
import { PhotonError } from '../model/errors.ts';
import type { Event } from '../model/generated.ts';
import { prefixOf } from '../model/keys.ts';
import type { Kind } from '../model/kinds.ts';
import { parseTimestamp } from '../model/time.ts';
import { eventId, type EventKind } from '../plan/event.ts';
import type { Context } from './context.ts';
import { kindOf, parseIds } from './kind.ts';
import type { Found } from './records.ts';

const eventKinds: readonly EventKind[] = ['cluster', 'node', 'service', 'instance', 'job-run', 'policy'];

/** What events are asked about. */
export interface EventSubject {
  kind: EventKind;
  id: string;
}

/** The subject of a record, or undefined where nothing is ever told of its kind. */
export function subjectOfRecord(clusterId: string, kind: Kind, ids: readonly string[]): EventSubject | undefined {
  const found = eventKinds.find((one) => one === kind);
  return found && { kind: found, id: found === 'cluster' ? clusterId : eventId(found, ids) };
}

/** `KIND/ID` as people write it: `service/web`, `node/node-1`, `instance/web-0-k3f9x2`, `job-run/backup/nightly`, `cluster`. */
export function parseSubject(clusterId: string, text: string): EventSubject {
  const [name = '', ...rest] = text.split('/');
  const kind = kindOf(name, '--for');
  const subject = subjectOfRecord(clusterId, kind, rest.length > 0 ? parseIds(kind, rest.join('/')) : []);
  if (subject && subject.id !== '' && (kind !== 'job-run' || rest.length === 2)) return subject;
  throw new PhotonError('invalid_argument', `${JSON.stringify(text)} is nothing that events are about`, {
    where: '--for',
    expected: `KIND/ID with a kind of ${eventKinds.join(', ')}; a run of a job is job-run/SERVICE/RUN`,
  });
}

/** Whether an event is about it: a service's are also those of its instances. */
export function isAbout(event: Event, subject: EventSubject | undefined): boolean {
  if (!subject) return true;
  return (event.kind === subject.kind && event.id === subject.id) || (subject.kind === 'service' && event.service === subject.id);
}

/** Events about a subject, newest last. */
export async function readEvents({ store, clusterId }: Context, subject: EventSubject | undefined): Promise<Found[]> {
  const { kvs } = await store.list(prefixOf(clusterId, 'event'));
  const events = kvs.flatMap((kv) => {
    const parsed = parseEntry(clusterId, kv);
    return parsed?.ok && parsed.kind === 'event' && isAbout(parsed.entry.record, subject) ? [parsed] : [];
  });
  return events.sort((a, b) => byTime(a.entry, b.entry));
}

/** By the writers' clocks; what is of one moment in the order of its writing. */
export function byTime(a: Entry<Event>, b: Entry<Event>): number {
  return (parseTimestamp(a.record.last_at) ?? 0) - (parseTimestamp(b.record.last_at) ?? 0) || a.modRevision - b.modRevision;
}
