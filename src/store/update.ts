import type { Guard, KeyValue, Store } from '../loop/ports.ts';

export type Decision = { put: string; lease?: string } | { delete: true } | { keep: true };

export interface Updated {
  /** What stands there now; undefined: absent. modRevision etc. are those of the store. */
  kv: KeyValue | undefined;
  revision: number;
  changed: boolean;
}

/** `change` may be called several times and must decide from `current` alone. Throws conflict, fenced, store_*, or what `change` throws. */
export declare function updateRecord(
  store: Store,
  key: string,
  change: (current: KeyValue | undefined) => Decision,
  options?: { fence?: readonly Guard[] },
): Promise<Updated>;
