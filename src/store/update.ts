// A guarded read-modify-write of one key.
// Guarantees: the write is made only on what `change` was shown; where others were faster it is shown the new state and decides again.
// `change` owes: to decide from `current` alone, as it may be asked several times.
import type { Guard, KeyValue, Store } from '../loop/ports.ts';
import { PhotonError } from '../model/errors.ts';
import { commit } from './commit.ts';

export type Decision = { put: string; lease?: string } | { delete: true } | { keep: true };

export interface Updated {
  /** What stood there when the update was made: what `change` last saw. */
  before: KeyValue | undefined;
  /** Revision of the write, or of the read where nothing was to be written. */
  revision: number;
  changed: boolean;
}

const attempts = 16;

/** Throws `conflict` where others kept changing the key, `fenced` where the fence does not hold, what the store or `change` throws. */
export async function updateRecord(
  store: Store,
  key: string,
  change: (current: KeyValue | undefined) => Decision,
  options: { fence?: readonly Guard[] } = {},
): Promise<Updated> {
  let { kv: before, revision } = await store.get(key);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const decision = change(before);
    if ('keep' in decision || ('delete' in decision && !before)) return { before, revision, changed: false };
    const write = { key, expect: before?.modRevision ?? 0 };
    const [outcome] = await commit(store, [{ writes: ['put' in decision ? putOf(write, decision) : write] }], options);
    switch (outcome?.status) {
      case 'done':
        return { before, revision: outcome.revision, changed: true };
      case 'fenced':
        throw new PhotonError('fenced', 'not written: the writer no longer leads, or lost its session', { where: key });
      case 'failed':
        throw outcome.error;
      case 'conflict':
      case undefined:
        before = outcome?.current.get(key);
        revision = before?.modRevision ?? revision;
    }
  }
  throw new PhotonError('conflict', `others changed the key ${attempts} times while it was to be written`, { where: key });
}

function putOf(write: { key: string; expect: number }, decision: { put: string; lease?: string }): typeof write & { value: string } {
  return { ...write, value: decision.put, ...(decision.lease !== undefined && { lease: decision.lease }) };
}
