// Leader election over one key that is bound to the leader's lease.
// Guarantees: at most one holds the key; whoever puts `fence` into its transactions writes only while it does, whatever it believes. A leader
// that has not heard from the store for a lease's time counts itself deposed. When a leader dies another follows within a lease;
// when it closes, at once.
// The caller owes: `fence` in every write; to stop acting at onDeposed; a close().
import type { Clock, Guard, KeyValue, Log, Random, Store, Timer } from '../loop/ports.ts';
import { jittered } from '../loop/random.ts';
import { asPhotonError } from '../model/errors.ts';
import { holdLease, type LeaseHolder } from './lease.ts';

export interface Leadership {
  /** Goes into every transaction of the leader. */
  fence: Guard;
  /** create_revision of the leader key: grows with each new holder. */
  term: number;
  /** Monotonic. */
  since: number;
}

export interface ElectionOptions {
  /** leaderKey(clusterId). */
  key: string;
  /** Value of the key while we lead: who we are, for people. */
  value: string;
  ttlS: number;
  clock: Clock;
  random: Random;
  log: Log;
  onElected: (leadership: Leadership) => void;
  onDeposed: (reason: string) => void;
}

export interface Election {
  /** Undefined while we do not surely lead. */
  leadership(): Leadership | undefined;
  /** Value of the leader key as last seen. */
  leader(): string | undefined;
  /** Steps down (onDeposed is called where we led), so that another can take over at once. */
  close(): Promise<void>;
}

const retryMs = 500;

export function campaign(store: Store, options: ElectionOptions): Election {
  return new Candidate(store, options);
}

class Candidate implements Election {
  readonly #store: Store;
  readonly #options: ElectionOptions;
  readonly #closed = new AbortController();
  readonly #lease: LeaseHolder;
  #leadership: Leadership | undefined;
  #leader: string | undefined;
  #watchdog: Timer | undefined;
  /** Ends the wait that is under way. */
  #wake: () => void = () => {};

  constructor(store: Store, options: ElectionOptions) {
    this.#store = store;
    this.#options = options;
    const { ttlS, clock, random, log } = options;
    this.#lease = holdLease(store, {
      ttlS,
      clock,
      random,
      log,
      onHeld: () => this.#wake(),
      onLost: () => {
        this.#depose('the lease is lost');
        this.#wake();
      },
    });
    this.#run().catch((thrown: unknown) => {
      if (!this.#closed.signal.aborted) log.error({ err: asPhotonError(thrown) }, 'the election ended');
    });
  }

  leadership(): Leadership | undefined {
    return this.#surelyAlive() ? this.#leadership : undefined;
  }

  leader(): string | undefined {
    return this.#leader;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#wake();
    this.#depose('stepped down');
    await this.#lease.close({ revoke: true });
  }

  async #run(): Promise<void> {
    const { clock, random, log } = this.#options;
    while (!this.#closed.signal.aborted) {
      const lease = this.#lease.current();
      if (lease === undefined || !this.#surelyAlive()) {
        await this.#pause(retryMs);
        continue;
      }
      try {
        const { kv, revision } = await this.#take(lease);
        if (this.#closed.signal.aborted) return;
        if (kv.lease === lease) this.#assume(lease, kv);
        else this.#depose('another leads');
        if (await this.#changed(kv, revision)) this.#depose('the leader key was taken away');
      } catch (thrown) {
        const error = asPhotonError(thrown);
        if (this.#closed.signal.aborted) return;
        log.warn({ code: error.code, key: this.#options.key }, `can't take part in the election: ${error.explain()}`);
        await clock.sleep(jittered(random, retryMs, 0.5), this.#closed.signal);
      }
    }
  }

  /** Takes the key where it is free; resolves to what then stands there. An answer that was lost is made good by the next read. */
  async #take(lease: string): Promise<{ kv: KeyValue; revision: number }> {
    const { key, value } = this.#options;
    for (;;) {
      this.#closed.signal.throwIfAborted();
      const { kv, revision } = await this.#store.get(key);
      this.#leader = kv?.value;
      if (kv && kv.lease !== '0') return { kv, revision };
      // A key without a lease is nobody's: it came from a backup or a hand, and would stand for ever.
      const guard: Guard = kv ? { key, modRevision: kv.modRevision } : { key, createRevision: 0 };
      await this.#store.transact([guard], [kv ? { type: 'delete', key } : { type: 'put', key, value, lease }]);
    }
  }

  #assume(lease: string, kv: KeyValue): void {
    const { clock, key, log } = this.#options;
    if (this.#leadership?.term === kv.createRevision || this.#lease.current() !== lease || !this.#surelyAlive()) return;
    this.#depose('the leader key was made anew');
    const leadership: Leadership = { fence: { key, createRevision: kv.createRevision }, term: kv.createRevision, since: clock.monotonic() };
    this.#leadership = leadership;
    this.#guard(leadership);
    log.info({ term: leadership.term }, 'elected');
    this.#call(() => this.#options.onElected(leadership));
  }

  /** Whoever can't reach the store must notice by itself that its time is over. */
  #guard(leadership: Leadership): void {
    if (this.#leadership !== leadership) return;
    const leftMs = this.#lease.aliveUntil() - this.#options.clock.monotonic();
    if (leftMs <= 0) return this.#depose('the store has not answered for the time of a lease');
    // Whole milliseconds: a rest too small to move the clock would be waited for without end.
    this.#watchdog = this.#options.clock.after(Math.ceil(leftMs), () => this.#guard(leadership));
  }

  /** Waits for the key to get another holder or none: true. False when that is to be looked at: after a while, or where the watch ended. */
  #changed(kv: KeyValue, revision: number): Promise<boolean> {
    const { clock, random, key, ttlS } = this.#options;
    return new Promise((resolve) => {
      const finish = (changed: boolean): void => {
        this.#wake = () => {};
        timer.cancel();
        watch.cancel();
        resolve(changed);
      };
      let timer = clock.after(jittered(random, ttlS * 1000, 0.1), () => finish(false));
      this.#wake = () => finish(false);
      const watch = this.#store.watch(key, revision + 1, {
        onEvents: (events) => {
          if (events.some((event) => event.type === 'delete' || event.kv.createRevision !== kv.createRevision)) finish(true);
        },
        onEnd: () => {
          timer.cancel();
          timer = clock.after(jittered(random, retryMs, 0.5), () => finish(false));
        },
      });
    });
  }

  #surelyAlive(): boolean {
    return this.#options.clock.monotonic() < this.#lease.aliveUntil();
  }

  #depose(reason: string): void {
    if (!this.#leadership) return;
    this.#leadership = undefined;
    this.#watchdog?.cancel();
    this.#options.log.warn({ reason }, 'deposed');
    this.#call(() => this.#options.onDeposed(reason));
  }

  #call(callback: () => void): void {
    try {
      callback();
    } catch (thrown) {
      this.#options.log.error({ err: thrown }, 'a handler of the election failed');
    }
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = this.#options.clock.after(ms, resolve);
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
    });
    this.#wake = () => {};
  }
}
