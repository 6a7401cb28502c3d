// Whether what the store says now is obeyed: a store that came back with another uid, without its meta, or at a lower revision than the
// highest seen is not, until an import raises `meta.epoch` (DESIGN §3).
import type { ClusterMeta } from '../src/model/generated.ts';

/** What was seen of the store before, kept on disk. */
export interface StoreMemory {
  uid?: string;
  epoch: number;
  /** Whether meta was ever there. */
  hadMeta: boolean;
  revision: number;
}

export const noMemory: StoreMemory = { epoch: 0, hadMeta: false, revision: 0 };

export type Trust = { obeyed: true; memory: StoreMemory } | { obeyed: false; problem: string };

export function judgeStore(memory: StoreMemory, seen: { meta: ClusterMeta | undefined; revision: number }): Trust {
  const { meta, revision } = seen;
  if (!meta) {
    if (memory.hadMeta)
      return { obeyed: false, problem: 'the store has lost the record of the cluster; the last known state stays in use' };
    return revisionChecked(memory, { ...memory, revision });
  }
  const epoch = meta.epoch ?? 0;
  const next: StoreMemory = { epoch, hadMeta: true, revision, ...(meta.uid === undefined ? {} : { uid: meta.uid }) };
  if (epoch > memory.epoch) return { obeyed: true, memory: next };
  if (memory.uid !== undefined && meta.uid !== memory.uid) {
    return {
      obeyed: false,
      problem: `the store is another one: its uid is ${meta.uid ?? 'missing'}, was ${memory.uid}; the last known state stays in use`,
    };
  }
  return revisionChecked(memory, next);
}

function revisionChecked(memory: StoreMemory, next: StoreMemory): Trust {
  if (next.revision >= memory.revision) return { obeyed: true, memory: next };
  const problem = `the store was set back: it is at revision ${next.revision}, was at ${memory.revision}; the last known state stays in use`;
  return { obeyed: false, problem };
}
