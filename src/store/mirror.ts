// A mirror: the keys below some prefixes, held in memory and kept up by watches.
// Guarantees: the first list of all prefixes is of one revision. After that each prefix moves by whole revisions, in order, each once, so that
// `get` and `entries` never show a part of a transaction within a prefix. Transactions over several prefixes arrive prefix by prefix:
// who needs them whole opens a mirror over the prefix that they share. A lost watch is taken up at the next revision; only where the history
// is gone (compacted, emptied, restored), and rarely for comparison, is a prefix listed again, and what differs is told, deletions included.
// The caller owes a close(). Handlers must not throw; one that does is logged and the others run.
import type { Clock, KeyValue, Log, Random, Store } from '../loop/ports.ts';
import { asPhotonError, PhotonError } from '../model/errors.ts';
import { jittered } from '../loop/random.ts';
import { KeyMap } from './key-map.ts';
import { covers } from './limits.ts';
import { type Follower, followPrefix } from './follow.ts';

export interface Change {
  key: string;
  before?: KeyValue;
  after?: KeyValue;
}

export interface ChangeSet {
  /** Revision of the store that the changed prefix stands at after this. Lower than before where the store was emptied or restored. */
  revision: number;
  /** Found by comparing with a new list, not by events. */
  relisted: boolean;
  changes: Change[];
}

/** listing: before the first list is in. live: every watch stands. stale: what is here may be old. */
export type MirrorState = 'listing' | 'live' | 'stale';

export interface Mirror {
  /** Resolves when the first list is in; waits as long as the store is away, rejects with `aborted` when closed before. */
  readonly ready: Promise<void>;
  /** Highest revision seen on any prefix; falls only where the store was emptied or restored. */
  readonly revision: number;
  state(): MirrorState;
  /** Monotonic time at which every watch had heard from the store; -Infinity before. */
  lastContactAt(): number;
  get(key: string): KeyValue | undefined;
  /** In the order of the keys. Not to be held over an await. */
  entries(prefix: string): Iterable<KeyValue>;
  /** Called after the map has changed, also for the first list (`relisted`), and at a new state with no changes. */
  onChange(handler: (change: ChangeSet) => void): { cancel(): void };
  close(): void;
}

export interface MirrorPorts {
  clock: Clock;
  random: Random;
  log: Log;
}

/** Each prefix ends in a slash, is one whole key, or is empty (everything); none covers another. */
export function openMirror(store: Store, prefixes: readonly string[], ports: MirrorPorts): Mirror {
  for (const prefix of prefixes) {
    const wider = prefixes.find((other) => other !== prefix && covers(other, prefix));
    if (wider !== undefined || prefixes.indexOf(prefix) !== prefixes.lastIndexOf(prefix)) {
      throw new PhotonError('invalid_argument', `the mirror has this prefix twice (${wider ?? prefix})`, { where: prefix });
    }
  }
  return new StoreMirror(store, prefixes, ports);
}

const listRetryMs = { first: 200, most: 5_000 };

class StoreMirror implements Mirror {
  readonly ready: Promise<void>;
  readonly #ports: MirrorPorts;
  readonly #map = new KeyMap();
  readonly #handlers = new Set<(change: ChangeSet) => void>();
  readonly #closed = new AbortController();
  #followers: readonly Follower[] = [];
  #revision = 0;
  #listed = false;

  constructor(store: Store, prefixes: readonly string[], ports: MirrorPorts) {
    this.#ports = ports;
    this.ready = this.#start(store, prefixes);
    // Whoever does not wait for it learns of the end by having closed it.
    this.ready.catch(() => {});
  }

  get revision(): number {
    return this.#revision;
  }

  state(): MirrorState {
    if (!this.#listed) return 'listing';
    return this.#followers.every((follower) => follower.live) ? 'live' : 'stale';
  }

  lastContactAt(): number {
    if (!this.#listed) return Number.NEGATIVE_INFINITY;
    return Math.min(...this.#followers.map((follower) => follower.contactAt));
  }

  get(key: string): KeyValue | undefined {
    return this.#map.get(key);
  }

  entries(prefix: string): Iterable<KeyValue> {
    return this.#map.below(prefix);
  }

  onChange(handler: (change: ChangeSet) => void): { cancel(): void } {
    // A function of its own, so that one handler given twice is two.
    const own = (change: ChangeSet): void => handler(change);
    this.#handlers.add(own);
    return { cancel: () => this.#handlers.delete(own) };
  }

  close(): void {
    this.#closed.abort();
    for (const follower of this.#followers) follower.close();
    this.#handlers.clear();
  }

  async #start(store: Store, prefixes: readonly string[]): Promise<void> {
    const { revision, kvs } = await this.#firstList(store, prefixes);
    const changes = kvs.map((kv): Change => {
      this.#map.set(kv);
      return { key: kv.key, after: kv };
    });
    this.#revision = revision;
    this.#listed = true;
    this.#followers = prefixes.map((prefix) =>
      followPrefix(store, prefix, revision, this.#map, {
        ...this.#ports,
        onChange: (change, rewound) => {
          this.#revision = rewound ? change.revision : Math.max(this.#revision, change.revision);
          if (change.changes.length > 0) this.#tell(change);
        },
        onState: () => this.#tell({ revision: this.#revision, relisted: false, changes: [] }),
      }),
    );
    this.#tell({ revision, relisted: true, changes });
  }

  /** All prefixes at one revision, tried until it succeeds. */
  async #firstList(store: Store, prefixes: readonly string[]): Promise<{ revision: number; kvs: KeyValue[] }> {
    const { clock, random, log } = this.#ports;
    for (let pauseMs = listRetryMs.first; ; pauseMs = Math.min(listRetryMs.most, pauseMs * 2)) {
      if (this.#closed.signal.aborted) throw new PhotonError('aborted', 'the mirror was closed before it was ready');
      try {
        const kvs: KeyValue[] = [];
        let revision: number | undefined;
        for (const prefix of prefixes) {
          const list = await store.list(prefix, revision === undefined ? {} : { revision });
          revision = list.revision;
          for (const kv of list.kvs) kvs.push(kv);
        }
        if (this.#closed.signal.aborted) continue;
        return { revision: revision ?? 0, kvs };
      } catch (thrown) {
        const error = asPhotonError(thrown);
        log.warn({ code: error.code, prefixes }, `can't list the store yet: ${error.explain()}`);
        await clock.sleep(jittered(random, pauseMs, 0.3), this.#closed.signal);
      }
    }
  }

  #tell(change: ChangeSet): void {
    for (const handler of this.#handlers) {
      try {
        handler(change);
      } catch (thrown) {
        this.#ports.log.error({ err: thrown }, 'a handler of the mirror failed');
      }
    }
  }
}
