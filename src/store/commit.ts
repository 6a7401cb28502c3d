import type { PhotonError } from '../model/errors.ts';
import type { Guard, KeyValue, Store } from '../loop/ports.ts';

export interface Write {
  key: string;
  /** Absent: delete. */
  value?: string;
  /** mod_revision that the key must have; 0: absent. */
  expect: number;
  lease?: string;
}

/** Writes that are made together or not at all. */
export interface WriteGroup {
  writes: Write[];
}

export type Outcome =
  | { status: 'done'; revision: number }
  /** What stands at the group's keys now. */
  | { status: 'conflict'; current: Map<string, KeyValue | undefined> }
  | { status: 'fenced' }
  | { status: 'failed'; error: PhotonError };

export declare function commit(store: Store, groups: readonly WriteGroup[], options?: { fence?: readonly Guard[] }): Promise<Outcome[]>;
