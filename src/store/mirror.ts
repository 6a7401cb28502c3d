import type { Clock, KeyValue, Log, Random, Store } from '../loop/ports.ts';

export interface Change {
  key: string;
  before?: KeyValue;
  after?: KeyValue;
}

export interface ChangeSet {
  /** Revision of the store up to which the mirror stands after this. */
  revision: number;
  /** Found by comparing with a new list, not by events. */
  relisted: boolean;
  changes: Change[];
}

export type MirrorState = 'listing' | 'live' | 'stale';

export interface Mirror {
  /** Resolves when the first list is in; waits as long as the store is away, rejects only when closed before. */
  readonly ready: Promise<void>;
  readonly revision: number;
  state(): MirrorState;
  /** Monotonic time at which the store last answered on every watch; -Infinity before the first list. */
  lastContactAt(): number;
  get(key: string): KeyValue | undefined;
  /** In the order of the keys. Not to be held over an await. */
  entries(prefix: string): Iterable<KeyValue>;
  onChange(handler: (change: ChangeSet) => void): { cancel(): void };
  close(): void;
}

/** A prefix ends in a slash, or is one whole key. */
export declare function openMirror(store: Store, prefixes: readonly string[], ports: { clock: Clock; random: Random; log: Log }): Mirror;
