// Many guarded writes in few transactions.
// Guarantees: a group is written whole or not at all, and only while every one of its keys is as expected and the fence holds. One stale group
// never sinks another. A transaction whose answer was lost is sent again as it was: its guards let it happen once only, and what then stands
// at its keys tells whether it had happened (another's write of the very same is then taken for our own).
// Groups are written in no particular order, except that two groups that share a key keep theirs.
import type { Guard, KeyValue, Operation, Store, TransactionResult } from '../loop/ports.ts';
import { asPhotonError, PhotonError } from '../model/errors.ts';
import { guardBytes, limits, operationBytes } from './limits.ts';

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
  writes: readonly Write[];
  /** What else must hold; keys that are only compared. */
  guards?: readonly Guard[];
}

export type Outcome =
  | { status: 'done'; revision: number }
  /** What stands at the group's keys now. */
  | { status: 'conflict'; current: Map<string, KeyValue | undefined> }
  /** The fence does not hold: whoever set it no longer leads, or lost its session. */
  | { status: 'fenced' }
  | { status: 'failed'; error: PhotonError };

/** Below the store's own limit, for the estimate and what etcd adds to a request. */
const batchBytes = 1_500_000;
const inFlight = 6;
/** How often one batch is sent while answers get lost, or while others keep changing its keys. */
const attempts = 8;

interface Pending {
  at: number;
  group: WriteGroup;
  bytes: number;
}

/** One outcome a group, in the groups' order. Never rejects. */
export async function commit(store: Store, groups: readonly WriteGroup[], options: { fence?: readonly Guard[] } = {}): Promise<Outcome[]> {
  const fence = options.fence ?? [];
  const outcomes: Outcome[] = Array.from({ length: groups.length });
  let waiting: Pending[] = [];
  for (const [at, group] of groups.entries()) {
    const error = refuse(group, fence);
    if (error) outcomes[at] = { status: 'failed', error };
    else waiting.push({ at, group, bytes: bytesOf(group) });
  }
  while (waiting.length > 0) {
    const { batches, later } = pack(waiting, fence);
    waiting = later;
    const queue = batches.values();
    await Promise.all(
      Array.from({ length: Math.min(inFlight, batches.length) }, async () => {
        for (const batch of queue) await new Batch(store, batch, fence, outcomes).send();
      }),
    );
  }
  return outcomes;
}

function bytesOf(group: WriteGroup): number {
  let bytes = 0;
  for (const write of group.writes) bytes += guardBytes(guardOf(write)) + operationBytes(operationOf(write));
  for (const guard of group.guards ?? []) bytes += guardBytes(guard);
  return bytes;
}

/** Why a group can't be written at all. */
function refuse(group: WriteGroup, fence: readonly Guard[]): PhotonError | undefined {
  const where = group.writes[0]?.key ?? '';
  const most = limits.guards - fence.length - (group.guards?.length ?? 0);
  if (group.writes.length > most) {
    return new PhotonError('too_large', `${group.writes.length} writes that belong together are more than the store takes`, {
      where,
      expected: `at most ${most}`,
    });
  }
  const bytes = bytesOf(group);
  if (bytes > batchBytes) {
    return new PhotonError('too_large', `${bytes} bytes that belong together are more than the store takes`, {
      where,
      expected: `at most ${batchBytes} bytes`,
    });
  }
  if (new Set(group.writes.map((write) => write.key)).size !== group.writes.length) {
    return new PhotonError('invalid_argument', 'one group writes a key twice', { where, expected: 'each key at most once' });
  }
  return undefined;
}

/** Fills transactions. A group that shares a key with one that is under way waits for it. */
function pack(waiting: readonly Pending[], fence: readonly Guard[]): { batches: Pending[][]; later: Pending[] } {
  const batches: Pending[][] = [];
  const later: Pending[] = [];
  const used = new Set<string>();
  const room = limits.guards - fence.length;
  let batch: Pending[] = [];
  let writes = 0;
  let bytes = 0;
  for (const pending of waiting) {
    const keys = pending.group.writes.map((write) => write.key);
    const size = keys.length + (pending.group.guards?.length ?? 0);
    const shared = keys.some((key) => used.has(key));
    for (const key of keys) used.add(key);
    if (shared) {
      later.push(pending);
      continue;
    }
    if (writes + size > room || bytes + pending.bytes > batchBytes) {
      batches.push(batch);
      batch = [];
      writes = 0;
      bytes = 0;
    }
    batch.push(pending);
    writes += size;
    bytes += pending.bytes;
  }
  batches.push(batch);
  return { batches: batches.filter((batch) => batch.length > 0), later };
}

/** One transaction's worth of groups, sent until each has its outcome. */
class Batch {
  readonly #store: Store;
  readonly #fence: readonly Guard[];
  readonly #outcomes: Outcome[];
  #groups: Pending[];
  /** Whether an answer was lost: what looks like a conflict may be our own work. */
  #inDoubt = false;

  constructor(store: Store, groups: Pending[], fence: readonly Guard[], outcomes: Outcome[]) {
    this.#store = store;
    this.#groups = groups;
    this.#fence = fence;
    this.#outcomes = outcomes;
  }

  async send(): Promise<void> {
    for (let attempt = 1; this.#groups.length > 0; attempt++) {
      try {
        this.#settle(await this.#transact());
        if (attempt >= attempts) this.#fail(new PhotonError('conflict', 'others kept changing the same keys'));
      } catch (thrown) {
        const error = asPhotonError(thrown);
        const lost = error.code === 'store_timeout' || error.code === 'store_unreachable';
        if (!lost || attempt >= attempts) return this.#fail(error);
        this.#inDoubt = true;
        const failure = await this.#awaitStore();
        if (failure) return this.#fail(failure);
      }
    }
  }

  #transact(): Promise<TransactionResult> {
    const writes = this.#groups.flatMap(({ group }) => group.writes);
    const guards = new Map<string, Guard>();
    for (const guard of this.#groups.flatMap(({ group }) => group.guards ?? [])) guards.set(JSON.stringify(guard), guard);
    return this.#store.transact([...this.#fence, ...guards.values(), ...writes.map(guardOf)], writes.map(operationOf));
  }

  /** A read waits for the store as long as a call may. */
  async #awaitStore(): Promise<PhotonError | undefined> {
    const key = this.#fence[0]?.key ?? this.#groups[0]?.group.writes[0]?.key ?? '';
    return this.#store.get(key).then(() => undefined, asPhotonError);
  }

  #settle(result: TransactionResult): void {
    if (result.succeeded) return this.#finish(() => ({ status: 'done', revision: result.revision }));
    const { current } = result;
    const fenced = this.#fence.some((guard) => !holds(guard, current.get(guard.key)));
    this.#finish(({ group }) => {
      if (this.#inDoubt && isMade(group, current)) {
        return { status: 'done', revision: revisionOf(group, current, result.revision) };
      }
      if (fenced) return { status: 'fenced' };
      const guards = [...(group.guards ?? []), ...group.writes.map(guardOf)];
      if (guards.every((guard) => holds(guard, current.get(guard.key)))) return undefined;
      return { status: 'conflict', current: new Map(guards.map(({ key }) => [key, current.get(key)])) };
    });
  }

  #fail(error: PhotonError): void {
    this.#finish(() => ({ status: 'failed', error }));
  }

  /** Groups without an outcome stay. */
  #finish(outcomeOf: (pending: Pending) => Outcome | undefined): void {
    this.#groups = this.#groups.filter((pending) => {
      const outcome = outcomeOf(pending);
      if (outcome) this.#outcomes[pending.at] = outcome;
      return !outcome;
    });
  }
}

function guardOf(write: Write): Guard {
  return { key: write.key, modRevision: write.expect };
}

function operationOf({ key, value, lease }: Write): Operation {
  return value === undefined ? { type: 'delete', key } : { type: 'put', key, value, ...(lease !== undefined && { lease }) };
}

function holds(guard: Guard, kv: KeyValue | undefined): boolean {
  if ('modRevision' in guard) return (kv?.modRevision ?? 0) === guard.modRevision;
  if ('createRevision' in guard) return (kv?.createRevision ?? 0) === guard.createRevision;
  return kv?.value === guard.value;
}

/** Whether all keys stand as the group would leave them, written at once. */
function isMade(group: WriteGroup, current: ReadonlyMap<string, KeyValue | undefined>): boolean {
  const revisions = new Set<number>();
  for (const write of group.writes) {
    const kv = current.get(write.key);
    if (write.value === undefined ? kv !== undefined : !isMadeBy(write, kv)) return false;
    if (kv) revisions.add(kv.modRevision);
  }
  return revisions.size <= 1;
}

function isMadeBy(write: Write, kv: KeyValue | undefined): boolean {
  return kv !== undefined && kv.modRevision > write.expect && kv.value === write.value && kv.lease === (write.lease ?? '0');
}

function revisionOf(group: WriteGroup, current: ReadonlyMap<string, KeyValue | undefined>, now: number): number {
  const revisions = group.writes.map((write) => current.get(write.key)?.modRevision ?? 0).filter((revision) => revision > 0);
  return revisions.length > 0 ? Math.max(...revisions) : now;
}
