// What an event says, before anybody has counted or kept it; and what conditions that begin and end say as events.
import type { Event } from '../model/generated.ts';

export type EventKind = Event['kind'];

/** `id` is one segment of a key; see eventId. */
export interface EventNote {
  kind: EventKind;
  id: string;
  /** The service that it concerns as well: its events are this one's too. */
  service?: string;
  /** Code in snake_case. A subject has at most one event of each: codes come from closed tables. */
  reason: string;
  /** For the operator. */
  message: string;
  /** What led to it. */
  cause?: string;
}

/** Id of the subject of an event: the last part of its own, which is unique but for job runs. */
export function eventId(kind: EventKind, ids: readonly string[]): string {
  return kind === 'job-run' ? ids.join('.') : (ids.at(-1) ?? '');
}

/** Text as a code: `no_node` of `no_node: …`. */
export function codeOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : /^([a-z][a-z0-9_]{0,56})(?::|$)/.exec(text)?.[1];
}

/** What a reason says beside its code. */
export function textOf(reason: string): string {
  return codeOf(reason) === undefined ? reason : reason.replace(/^[a-z][a-z0-9_]*:?\s*/, '') || reason;
}

export interface Said {
  type: string;
  message: string;
}

/** Types of condition that began or ended; a type is told once, however many of it there are. */
export function conditionEvents(
  subject: Pick<EventNote, 'kind' | 'id' | 'service'>,
  before: readonly Said[],
  after: readonly Said[],
  isTold: (type: string) => boolean,
): EventNote[] {
  const [was, now] = [firstOf(before), firstOf(after)];
  const begun = [...now].filter(([type]) => !was.has(type) && isTold(type));
  const ended = [...was].filter(([type]) => !now.has(type) && isTold(type));
  return [
    ...begun.map(([type, message]) => ({ ...subject, reason: type, message })),
    ...ended.map(([type]) => ({ ...subject, reason: `${type}_over`.slice(0, 63), message: `${type} is the case no more` })),
  ];
}

/** Type → the first message of it. */
function firstOf(said: readonly Said[]): Map<string, string> {
  const first = new Map<string, string>();
  for (const { type, message } of said) if (!first.has(type)) first.set(type, message);
  return first;
}
