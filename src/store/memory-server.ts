// The simulated store's server: keys with their history, leases on a clock, compaction. All calls are synchronous.
// Guarantees: revisions, create and mod revisions, versions and events as etcd counts them; one revision a transaction that changes anything.
// The same calls at the same times give the same answers.
import type { Clock, Guard, KeyValue, Operation, Timer, TransactionResult, WatchEvent } from '../loop/ports.ts';
import { PhotonError } from '../model/errors.ts';
import { KeyMap } from './key-map.ts';
import { checkTransaction, covers } from './limits.ts';

/** etcd grants none shorter. */
const leastTtlS = 2;

interface Lease {
  ttlS: number;
  expiresAt: number;
  timer: Timer;
  keys: Set<string>;
}

interface Revision {
  revision: number;
  events: readonly WatchEvent[];
}

/** The whole state of a server without its leases: what a backup holds. */
export interface MemoryImage {
  revision: number;
  kvs: readonly KeyValue[];
}

export class MemoryServer {
  readonly #clock: Clock;
  readonly #onRevision: () => void;
  #map = new KeyMap();
  /** Versions of each key by ascending revision; undefined: deleted then. */
  #history = new Map<string, { revision: number; kv: KeyValue | undefined }[]>();
  #log: Revision[] = [];
  readonly #leases = new Map<string, Lease>();
  #revision = 1;
  #compacted = 0;
  #granted = 0;
  /** Out of space: refuses puts and leases. */
  full = false;

  constructor(clock: Clock, onRevision: () => void) {
    this.#clock = clock;
    this.#onRevision = onRevision;
  }

  get revision(): number {
    return this.#revision;
  }

  get compacted(): number {
    return this.#compacted;
  }

  get(key: string): KeyValue | undefined {
    return this.#map.get(key);
  }

  list(prefix: string, options: { keysOnly?: boolean; revision?: number }): { kvs: KeyValue[]; revision: number } {
    const { revision = this.#revision } = options;
    if (revision > this.#revision) {
      throw new PhotonError('store_foreign', `list: the store is at revision ${this.#revision}, lower than was asked for`, {
        where: prefix,
      });
    }
    if (revision < this.#compacted) {
      throw new PhotonError('store_compacted', `list: revision ${revision} is compacted, the oldest is ${this.#compacted}`, {
        where: prefix,
      });
    }
    const found = revision === this.#revision ? [...this.#map.below(prefix)] : this.#listOld(prefix, revision);
    return { kvs: options.keysOnly ? found.map((kv) => ({ ...kv, value: '' })) : found, revision };
  }

  transact(guards: readonly Guard[], operations: readonly Operation[]): TransactionResult {
    checkTransaction(guards, operations);
    const keys = new Set(guards.map((guard) => guard.key));
    if (!guards.every((guard) => this.#holds(guard))) {
      return { succeeded: false, revision: this.#revision, current: new Map([...keys].map((key) => [key, this.#map.get(key)])) };
    }
    for (const operation of operations) {
      if (operation.type !== 'put') continue;
      this.#checkSpace();
      if (operation.lease !== undefined && operation.lease !== '0' && !this.#leases.has(operation.lease)) {
        throw new PhotonError('lease_lost', 'transaction: the lease has expired or was revoked', { where: operation.key });
      }
    }
    this.#apply(operations);
    return { succeeded: true, revision: this.#revision, current: new Map() };
  }

  /** Events of up to `most` revisions from `fromRevision` on, and the revision up to which they are complete. */
  eventsFrom(fromRevision: number, prefix: string, most: number): { events: WatchEvent[]; upTo: number } {
    const events: WatchEvent[] = [];
    let revisions = 0;
    for (let at = this.#firstLogged(fromRevision); at < this.#log.length; at++) {
      const logged = this.#log[at];
      if (!logged) break;
      const wanted = logged.events.filter((event) => covers(prefix, event.key));
      if (wanted.length === 0) continue;
      if (++revisions > most) return { events, upTo: events.at(-1)?.kv.modRevision ?? fromRevision - 1 };
      events.push(...wanted);
    }
    return { events, upTo: this.#revision };
  }

  leaseGrant(ttlS: number): string {
    this.#checkSpace();
    const id = String(7_000_000_000_000_000_000n + BigInt(++this.#granted));
    const lease: Lease = { ttlS: Math.max(leastTtlS, ttlS), expiresAt: 0, timer: { cancel: () => {} }, keys: new Set() };
    this.#leases.set(id, lease);
    this.#arm(id, lease);
    return id;
  }

  leaseKeepAlive(id: string): number {
    const lease = this.#leases.get(id);
    if (!lease) return 0;
    this.#arm(id, lease);
    return lease.ttlS;
  }

  leaseTimeToLive(id: string): { ttlS: number; keys: string[] } | undefined {
    const lease = this.#leases.get(id);
    if (!lease) return undefined;
    return { ttlS: Math.max(0, Math.floor((lease.expiresAt - this.#clock.monotonic()) / 1000)), keys: [...lease.keys].sort() };
  }

  leaseRevoke(id: string): void {
    const lease = this.#leases.get(id);
    if (!lease) return;
    lease.timer.cancel();
    this.#leases.delete(id);
    this.#apply([...lease.keys].sort().map((key) => ({ type: 'delete', key })));
  }

  compact(revision: number): void {
    if (revision > this.#revision) {
      throw new PhotonError('store_foreign', `compact: the store is at revision ${this.#revision}, lower than was asked for`);
    }
    if (revision <= this.#compacted) return;
    this.#compacted = revision;
    this.#log = this.#log.slice(this.#firstLogged(revision));
    for (const [key, versions] of this.#history) {
      const kept = versions.findLastIndex((version) => version.revision <= revision);
      if (kept > 0) versions.splice(0, kept);
      if (versions.length === 1 && versions[0]?.kv === undefined && (versions[0]?.revision ?? 0) <= revision) this.#history.delete(key);
    }
    this.#onRevision();
  }

  image(): MemoryImage {
    return { revision: this.#revision, kvs: [...this.#map.below('')] };
  }

  /** Becomes what the image holds; leases and the history are gone. Without one: a new, empty store. */
  restore(image: MemoryImage = { revision: 1, kvs: [] }): void {
    for (const lease of this.#leases.values()) lease.timer.cancel();
    this.#leases.clear();
    this.#map = new KeyMap();
    this.#history = new Map();
    this.#log = [];
    this.#revision = image.revision;
    this.#compacted = Math.max(0, image.revision - 1);
    for (const kv of image.kvs) this.#set(Object.freeze({ ...kv, lease: '0' }), kv.modRevision);
  }

  #listOld(prefix: string, revision: number): KeyValue[] {
    const found: KeyValue[] = [];
    for (const [key, versions] of this.#history) {
      const kv = covers(prefix, key) ? versions.findLast((version) => version.revision <= revision)?.kv : undefined;
      if (kv) found.push(kv);
    }
    return found.sort((left, right) => (left.key < right.key ? -1 : 1));
  }

  #holds(guard: Guard): boolean {
    const kv = this.#map.get(guard.key);
    if ('modRevision' in guard) return (kv?.modRevision ?? 0) === guard.modRevision;
    if ('createRevision' in guard) return (kv?.createRevision ?? 0) === guard.createRevision;
    return kv?.value === guard.value;
  }

  #apply(operations: readonly Operation[]): void {
    const effective = operations.filter((operation) => operation.type === 'put' || this.#map.get(operation.key));
    if (effective.length === 0) return;
    const revision = ++this.#revision;
    const events = effective.map((operation): WatchEvent => {
      const { key } = operation;
      const before = this.#map.get(key);
      if (before) this.#leases.get(before.lease)?.keys.delete(key);
      if (operation.type === 'delete') {
        this.#set(undefined, revision, key);
        return { type: 'delete', key, kv: { key, value: '', createRevision: 0, modRevision: revision, version: 0, lease: '0' } };
      }
      const kv: KeyValue = Object.freeze({
        key,
        value: operation.value,
        createRevision: before?.createRevision ?? revision,
        modRevision: revision,
        version: (before?.version ?? 0) + 1,
        lease: operation.lease ?? '0',
      });
      this.#leases.get(kv.lease)?.keys.add(key);
      this.#set(kv, revision);
      return { type: 'put', key, kv };
    });
    this.#log.push({ revision, events });
    this.#onRevision();
  }

  #set(kv: KeyValue | undefined, revision: number, key = kv?.key ?? ''): void {
    if (kv) this.#map.set(kv);
    else this.#map.delete(key);
    const versions = this.#history.get(key);
    if (versions) versions.push({ revision, kv });
    else this.#history.set(key, [{ revision, kv }]);
  }

  #arm(id: string, lease: Lease): void {
    lease.timer.cancel();
    lease.expiresAt = this.#clock.monotonic() + lease.ttlS * 1000;
    lease.timer = this.#clock.after(lease.ttlS * 1000, () => this.leaseRevoke(id));
  }

  #checkSpace(): void {
    if (this.full) throw new PhotonError('store_full', 'the simulated store is out of space and refuses writes');
  }

  #firstLogged(revision: number): number {
    let low = 0;
    let high = this.#log.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#log[middle]?.revision ?? 0) < revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
