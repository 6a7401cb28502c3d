// Whether a store is ours to obey: it must be the one that was obeyed before, and not an older state of it. Pure.
// Guarantees: a store of another uid, without the cluster's meta or the own Node, or below the highest revision seen, is
// refused until `meta.epoch` is raised above the one remembered; what can't be read is never taken for absent: a meta record
// that was broken is taken for the one remembered.

/** What is kept on disk about the store that was obeyed last. */
export interface StoreMemory {
  uid?: string;
  epoch: number;
  /** Highest revision seen. */
  revision: number;
}

export interface StoreView {
  revision: number;
  meta: { uid?: string; epoch?: number } | 'absent' | 'invalid';
  /** The own Node's record; the controller, who has none, says `present`. */
  node: 'present' | 'absent' | 'invalid';
}

export type Judgement = { obey: true; memory: StoreMemory } | { obey: false; code: Refusal; message: string };

type Refusal = 'no_meta' | 'no_node' | 'foreign' | 'rewound' | 'invalid';

/** What an operator does about a store that is not obeyed. */
export const adviceOn: Readonly<Record<Refusal, string>> = {
  no_meta: 'Check cluster_id and endpoints; where the record was lost, restore it; a new cluster is made with photoncloud-ctl init',
  no_node: 'Check node_id; apply its Node record with photoncloud-ctl apply',
  foreign: 'Check endpoints; where the store was replaced on purpose, raise meta.epoch',
  rewound: 'Where it was set back on purpose, raise meta.epoch',
  invalid: 'Mend the record, with photoncloud-ctl apply or edit',
};

export function judgeStore(before: StoreMemory | undefined, seen: StoreView): Judgement {
  const { meta, node, revision } = seen;
  if (meta === 'absent') return { obey: false, code: 'no_meta', message: 'the store holds no meta record of this cluster' };
  const known = meta === 'invalid' ? before : meta;
  if (!known) return { obey: false, code: 'invalid', message: "the cluster's meta record can't be read, and no former one is known" };
  const epoch = known.epoch ?? 0;
  const raised = before !== undefined && epoch > before.epoch;
  if (before && !raised) {
    if (before.uid !== undefined && known.uid !== undefined && known.uid !== before.uid) {
      return { obey: false, code: 'foreign', message: `the store is another one: its uid is ${known.uid}, known is ${before.uid}` };
    }
    if (revision < before.revision) {
      return {
        obey: false,
        code: 'rewound',
        message: `the store was set back: it is at revision ${revision}, seen was ${before.revision}`,
      };
    }
  }
  if (node === 'absent') return { obey: false, code: 'no_node', message: 'the store holds no Node record of this node' };
  if (node === 'invalid') return { obey: false, code: 'invalid', message: "this node's Node record can't be read" };
  const uid = known.uid ?? (raised ? undefined : before?.uid);
  return { obey: true, memory: { ...(uid !== undefined && { uid }), epoch: Math.max(epoch, before?.epoch ?? 0), revision } };
}
