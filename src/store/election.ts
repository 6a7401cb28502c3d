import type { Clock, Guard, Log, Random, Store } from '../loop/ports.ts';

export interface Leadership {
  /** Goes into every transaction of the leader. */
  fence: Guard;
  /** create_revision of the leader key: grows with each leader. */
  term: number;
  /** Monotonic. */
  since: number;
}

export interface ElectionOptions {
  /** leaderKey(clusterId). */
  key: string;
  /** Value of the key while we lead: who we are, for people. */
  value: string;
  ttlS: number;
  clock: Clock;
  random: Random;
  log: Log;
  onElected: (leadership: Leadership) => void;
  onDeposed: (reason: string) => void;
}

export interface Election {
  /** Undefined while we do not surely lead. */
  leadership(): Leadership | undefined;
  /** Value of the leader key as last seen. */
  leader(): string | undefined;
  /** Steps down, so that another can take over at once. */
  close(): Promise<void>;
}

export declare function campaign(store: Store, options: ElectionOptions): Election;
