import type { Clock, Files, Log, Random, Store } from '../loop/ports.ts';

export interface LeaseOptions {
  ttlS: number;
  clock: Clock;
  random: Random;
  log: Log;
  /** Where the id is kept over restarts; absent: nowhere. */
  kept?: { files: Files; path: string };
  /** A lease is held: bind keys to it. Called again with each new lease. */
  onHeld?: (lease: string, resumed: boolean) => void;
  /** It is gone, and all keys bound to it; a new one follows. */
  onLost?: (lease: string) => void;
}

export interface LeaseHolder {
  /** The lease, or undefined while there is none. */
  current(): string | undefined;
  /** Monotonic time until which the lease lives even if the store hears nothing more of us. */
  aliveUntil(): number;
  /** Stops keeping it alive; revokes it only when asked. */
  close(options: { revoke: boolean }): Promise<void>;
}

export declare function holdLease(store: Store, options: LeaseOptions): LeaseHolder;
