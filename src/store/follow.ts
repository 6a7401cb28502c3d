// Keeps one prefix of a mirror up: watch, take up again, list again where the history is gone, compare from time to time.
// Guarantees: events of a revision at or below what was listed are never applied again; a comparison never undoes what came by watch meanwhile.
// A store that was restored from a backup and has gone past our revision since has another history under the same numbers. So a watch that is taken
// up again begins with the last event seen, where that is recent: where the store no longer tells it, the prefix is listed again.
import type { Clock, KeyValue, Log, Random, Store, WatchEvent } from '../loop/ports.ts';
import { jittered } from '../loop/random.ts';
import { asPhotonError } from '../model/errors.ts';
import type { KeyMap } from './key-map.ts';
import type { Change, ChangeSet } from './mirror.ts';

/** A watch that does not stand after this is taken as lost: a server may accept it and never say so. */
const openTimeoutMs = 15_000;
const retryMs = { first: 100, most: 5_000 };
const deniedRetryMs = 30_000;
/** etcd can lose deletions at exactly a compacted revision: what is here is compared with a whole list from time to time. */
const compareEveryMs = 3_600_000;
/** An older event may be compacted (15 minutes are kept), and asking for it would cost a list. */
const recentMs = 600_000;

export interface Follower {
  /** Whether its watch stands. */
  readonly live: boolean;
  /** Monotonic time of the last sign of life. */
  readonly contactAt: number;
  close(): void;
}

export interface FollowOptions {
  clock: Clock;
  random: Random;
  log: Log;
  onChange(change: ChangeSet, rewound: boolean): void;
  onState(): void;
}

/** Follows from a list of `revision` that is in the map already. */
export function followPrefix(store: Store, prefix: string, revision: number, map: KeyMap, options: FollowOptions): Follower {
  return new PrefixFollower(store, prefix, revision, map, options);
}

class PrefixFollower implements Follower {
  readonly #store: Store;
  readonly #prefix: string;
  readonly #map: KeyMap;
  readonly #options: FollowOptions;
  readonly #closed = new AbortController();
  /** Everything up to it is in the map. */
  #revision: number;
  #live = false;
  #contactAt: number;
  /** The last event that was applied, and when. */
  #last: { event: WatchEvent; at: number } | undefined;
  /** Keys that events changed while a list is under way; undefined while none is. */
  #touched: Set<string> | undefined;

  constructor(store: Store, prefix: string, revision: number, map: KeyMap, options: FollowOptions) {
    this.#store = store;
    this.#prefix = prefix;
    this.#revision = revision;
    this.#map = map;
    this.#options = options;
    this.#contactAt = options.clock.monotonic();
    this.#run(() => this.#follow(), 'follow');
    this.#run(() => this.#compareForever(), 'compare');
  }

  get live(): boolean {
    return this.#live;
  }

  get contactAt(): number {
    return this.#contactAt;
  }

  close(): void {
    this.#closed.abort();
    this.#live = false;
  }

  /** Both loops end by the abort of a sleep, and by nothing else. */
  #run(loop: () => Promise<never>, what: string): void {
    loop().catch((thrown: unknown) => {
      const error = asPhotonError(thrown);
      if (!this.#closed.signal.aborted) this.#options.log.error({ code: error.code, prefix: this.#prefix, what }, error.explain());
    });
  }

  async #follow(): Promise<never> {
    const { clock, random, log } = this.#options;
    let pauseMs = retryMs.first;
    for (;;) {
      const { reason, message, stood } = await this.#watchOnce();
      this.#setLive(false);
      if (!this.#closed.signal.aborted) log.info({ prefix: this.#prefix, reason, revision: this.#revision }, `watch ended: ${message}`);
      if (stood) pauseMs = retryMs.first;
      await clock.sleep(jittered(random, reason === 'denied' ? deniedRetryMs : pauseMs, 0.5), this.#closed.signal);
      pauseMs = Math.min(retryMs.most, pauseMs * 2);
      if (reason !== 'compacted') continue;
      this.#last = undefined;
      while (!(await this.#relist())) {
        await clock.sleep(jittered(random, pauseMs, 0.5), this.#closed.signal);
        pauseMs = Math.min(retryMs.most, pauseMs * 2);
      }
    }
  }

  /** Resolves when the watch has ended; `stood` tells whether it ever did. */
  #watchOnce(): Promise<{ reason: string; message: string; stood: boolean }> {
    const { clock } = this.#options;
    // Until the store has told it again, nothing shows that its history is the one we know.
    let echo = this.#last && clock.monotonic() - this.#last.at < recentMs ? this.#last.event : undefined;
    return new Promise((resolve) => {
      let stood = false;
      const finish = (reason: string, message: string): void => {
        timer.cancel();
        this.#closed.signal.removeEventListener('abort', aborted);
        watch?.cancel();
        resolve({ reason, message, stood });
      };
      const forked = (): void => finish('compacted', 'the store has another history than the one seen before: it was restored');
      const aborted = (): void => finish('closed', 'closed');
      const timer = clock.after(openTimeoutMs, () => (stood ? forked() : finish('lost', `not opened within ${openTimeoutMs} ms`)));
      let watch: { cancel(): void } | undefined;
      this.#closed.signal.addEventListener('abort', aborted, { once: true });
      if (this.#closed.signal.aborted) return aborted();
      try {
        watch = this.#store.watch(this.#prefix, echo ? echo.kv.modRevision : this.#revision + 1, {
          onEvents: (events, revision) => {
            stood = true;
            this.#contactAt = clock.monotonic();
            if (echo && (events.length > 0 || revision >= echo.kv.modRevision)) {
              if (!isEcho(events, echo)) return forked();
              echo = undefined;
            }
            if (echo) return;
            timer.cancel();
            this.#apply(events, revision);
            this.#setLive(true);
          },
          onEnd: ({ reason, message }) => finish(reason, message),
        });
      } catch (thrown) {
        finish('lost', asPhotonError(thrown).message);
      }
    });
  }

  #apply(events: readonly WatchEvent[], revision: number): void {
    const changes: Change[] = [];
    for (const { type, key, kv } of events) {
      if (kv.modRevision <= this.#revision) continue;
      this.#touched?.add(key);
      const before = this.#map.get(key);
      if (type === 'put') this.#map.set(kv);
      else this.#map.delete(key);
      if (type === 'put' || before) changes.push({ key, ...(before && { before }), ...(type === 'put' && { after: kv }) });
    }
    if (revision <= this.#revision) return;
    this.#revision = revision;
    const event = events.at(-1);
    if (event) this.#last = { event, at: this.#options.clock.monotonic() };
    this.#options.onChange({ revision, relisted: false, changes }, false);
  }

  async #compareForever(): Promise<never> {
    const { clock, random } = this.#options;
    for (;;) {
      await clock.sleep(jittered(random, compareEveryMs, 0.2), this.#closed.signal);
      // Without a watch the follower lists by itself where it must.
      if (this.#live) await this.#relist();
    }
  }

  /** Lists and takes over what differs. False where the store did not give the list. */
  async #relist(): Promise<boolean> {
    const touched = new Set<string>();
    const from = this.#revision;
    this.#touched = touched;
    try {
      const list = await this.#store.list(this.#prefix);
      // Another list began since, and knows better.
      if (this.#closed.signal.aborted || this.#touched !== touched) return true;
      this.#takeOver(list, list.revision < from, touched);
      return true;
    } catch (thrown) {
      const error = asPhotonError(thrown);
      this.#options.log.warn({ code: error.code, prefix: this.#prefix }, `can't list the store: ${error.explain()}`);
      return false;
    } finally {
      if (this.#touched === touched) this.#touched = undefined;
    }
  }

  #takeOver(list: { kvs: readonly KeyValue[]; revision: number }, rewound: boolean, touched: ReadonlySet<string>): void {
    const changes: Change[] = [];
    const listed = new Set<string>();
    for (const after of list.kvs) {
      listed.add(after.key);
      const before = this.#map.get(after.key);
      if (touched.has(after.key) || (before && sameVersion(before, after))) continue;
      this.#map.set(after);
      changes.push({ key: after.key, ...(before && { before }), after });
    }
    for (const before of this.#map.below(this.#prefix)) {
      if (listed.has(before.key) || touched.has(before.key)) continue;
      this.#map.delete(before.key);
      changes.push({ key: before.key, before });
    }
    if (rewound) this.#last = undefined;
    // Touched keys stand at a later revision than the list's; events up to the list's are in it.
    this.#revision = rewound ? list.revision : Math.max(this.#revision, list.revision);
    this.#contactAt = this.#options.clock.monotonic();
    this.#options.onChange({ revision: this.#revision, relisted: true, changes }, rewound);
  }

  #setLive(live: boolean): void {
    if (this.#live === live) return;
    this.#live = live;
    if (!this.#closed.signal.aborted) this.#options.onState();
  }
}

function isEcho(events: readonly WatchEvent[], known: WatchEvent): boolean {
  return events.some(
    ({ type, key, kv }) =>
      type === known.type && key === known.key && kv.modRevision === known.kv.modRevision && kv.value === known.kv.value,
  );
}

function sameVersion(left: KeyValue, right: KeyValue): boolean {
  return (
    left.modRevision === right.modRevision &&
    left.createRevision === right.createRevision &&
    left.value === right.value &&
    left.lease === right.lease
  );
}
