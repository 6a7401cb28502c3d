// Which store we obey: the one we know, never one that was emptied, rewound or is another cluster's.
// Guarantees: uid, epoch and the highest revision seen outlive the process; a store that shows another uid, or a lower
// revision, is refused until its epoch is raised (an import does that).
import type { Files } from '../src/loop/ports.ts';
import type { ClusterMeta } from '../src/model/generated.ts';
import { PhotonError } from '../src/model/errors.ts';

interface Known {
  cluster_id: string;
  uid?: string;
  epoch: number;
  revision: number;
  /** It was found rewound; that its revision grows again does not make it whole. */
  rewound?: true;
}

export class StoreIdentity {
  readonly #files: Files;
  readonly #path: string | undefined;
  #known: Known;
  #saved: string | undefined;
  #savedAtRevision = 0;

  /** Without a path it is remembered as long as the process lives. */
  constructor(files: Files, clusterId: string, path: string | undefined) {
    this.#files = files;
    this.#path = path;
    this.#known = { cluster_id: clusterId, epoch: 0, revision: 0 };
  }

  /** Reads what an earlier process knew. A file that can't be understood is refused: guessing could obey an emptied store. */
  async load(): Promise<void> {
    if (this.#path === undefined) return;
    const text = await this.#files.read(this.#path);
    if (text === undefined) return;
    const known = parseKnown(text);
    if (!known || known.cluster_id !== this.#known.cluster_id) {
      throw new PhotonError('invalid_config', known ? `is about the cluster ${known.cluster_id}` : 'is not what was written', {
        where: this.#path,
        expected: `what is known of the cluster ${this.#known.cluster_id}`,
        next: 'Give each cluster a state directory of its own, or remove the file to trust the store as it is now',
      });
    }
    this.#known = known;
    this.#saved = text;
    this.#savedAtRevision = known.revision;
  }

  /** Why the store is not obeyed, in words, or undefined where it is. `meta` is undefined where it is missing, 'broken' where it can't be read. */
  refusal(meta: ClusterMeta | 'broken' | undefined, revision: number): string | undefined {
    const known = this.#known;
    if (meta === undefined)
      return known.revision > 0 && known.uid !== undefined
        ? `the store has no meta record, though it had one; restore it with uid ${known.uid}, or apply one with a higher epoch`
        : undefined;
    if (meta === 'broken') return this.#rewound(revision);
    if ((meta.epoch ?? 0) > known.epoch) return undefined;
    if (known.uid !== undefined && meta.uid !== undefined && meta.uid !== known.uid)
      return `the store's uid is ${meta.uid}, ours is ${known.uid}; check the endpoints, or raise meta.epoch to go on with this store`;
    if (known.uid !== undefined && meta.uid === undefined)
      return `the store has lost its uid; put ours, ${known.uid}, back into meta, or raise meta.epoch`;
    return this.#rewound(revision);
  }

  #rewound(revision: number): string | undefined {
    const known = this.#known;
    if (revision < known.revision) known.rewound = true;
    if (!known.rewound) return undefined;
    return `the store was emptied or restored from a backup (it stands at revision ${revision}, we had seen ${known.revision}); raise meta.epoch to go on with it`;
  }

  /** Takes over what an obeyed store shows; answers whether it was rewound on purpose. */
  note(meta: ClusterMeta | 'broken' | undefined, revision: number): boolean {
    if (meta === undefined || meta === 'broken') {
      this.#known.revision = Math.max(this.#known.revision, revision);
      return false;
    }
    const epoch = meta.epoch ?? 0;
    const raised = epoch > this.#known.epoch;
    this.#known = {
      cluster_id: this.#known.cluster_id,
      ...(meta.uid === undefined ? {} : { uid: meta.uid }),
      epoch,
      revision: raised ? revision : Math.max(this.#known.revision, revision),
    };
    return raised;
  }

  /** Keeps it on disk where it has changed in kind, or by `every` revisions. */
  async save(every = 0): Promise<void> {
    if (this.#path === undefined) return;
    const text = `${JSON.stringify(this.#known)}\n`;
    if (text === this.#saved) return;
    const before = this.#saved === undefined ? undefined : parseKnown(this.#saved);
    const sameKind = before?.uid === this.#known.uid && before?.epoch === this.#known.epoch && before?.rewound === this.#known.rewound;
    if (sameKind && this.#known.revision - this.#savedAtRevision < every) return;
    await this.#files.write(this.#path, text, 0o600);
    this.#saved = text;
    this.#savedAtRevision = this.#known.revision;
  }
}

function parseKnown(text: string): Known | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { cluster_id, uid, epoch, revision, rewound } = value as Record<string, unknown>;
  if (typeof cluster_id !== 'string' || !Number.isSafeInteger(epoch) || !Number.isSafeInteger(revision)) return undefined;
  if (uid !== undefined && typeof uid !== 'string') return undefined;
  return {
    cluster_id,
    ...(uid !== undefined && { uid }),
    epoch: Number(epoch),
    revision: Number(revision),
    ...(rewound === true && { rewound }),
  };
}
