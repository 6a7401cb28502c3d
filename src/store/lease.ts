// Holds a lease: takes the former one up again, keeps it alive, grants a new one when it is lost.
// Guarantees: onHeld is called with each lease before anything else is said of it, onLost once for each that was held; the id is on disk
// before onHeld. A store that does not answer is no loss: only the store's own word is.
// The caller owes: after onLost, to put its keys again under the lease of the next onHeld; a close().
import type { Clock, Files, Log, Random, Store } from '../loop/ports.ts';
import { jittered } from '../loop/random.ts';
import { asPhotonError } from '../model/errors.ts';

export interface LeaseOptions {
  ttlS: number;
  clock: Clock;
  random: Random;
  log: Log;
  /** Where the id is kept over restarts; absent: nowhere. */
  kept?: { files: Files; path: string };
  /** A lease is held: bind keys to it. Called again with each new lease. */
  onHeld?: (lease: string, resumed: boolean) => void;
  /** It is gone, and all keys bound to it; a new one follows. */
  onLost?: (lease: string) => void;
}

export interface LeaseHolder {
  /** The lease, or undefined while there is none. */
  current(): string | undefined;
  /** Monotonic time until which the lease lives even if the store hears nothing more of us; -Infinity without a lease. */
  aliveUntil(): number;
  /** Stops keeping it alive; revokes it only when asked. */
  close(options: { revoke: boolean }): Promise<void>;
}

const keepAliveShare = 1 / 3;
const retryMs = { first: 200, most: 2_000 };

export function holdLease(store: Store, options: LeaseOptions): LeaseHolder {
  return new Holder(store, options);
}

class Holder implements LeaseHolder {
  readonly #store: Store;
  readonly #options: LeaseOptions;
  readonly #closed = new AbortController();
  #current: string | undefined;
  #aliveUntil = Number.NEGATIVE_INFINITY;

  constructor(store: Store, options: LeaseOptions) {
    this.#store = store;
    this.#options = options;
    this.#run().catch((thrown: unknown) => {
      const error = asPhotonError(thrown);
      if (!this.#closed.signal.aborted) options.log.error({ code: error.code }, `the lease is kept no longer: ${error.explain()}`);
    });
  }

  current(): string | undefined {
    return this.#current;
  }

  aliveUntil(): number {
    return this.#aliveUntil;
  }

  async close({ revoke }: { revoke: boolean }): Promise<void> {
    // A call that is under way is not waited for: the store may be away. What it answers changes nothing any more.
    this.#closed.abort();
    const lease = this.#current;
    this.#current = undefined;
    this.#aliveUntil = Number.NEGATIVE_INFINITY;
    if (!revoke || lease === undefined) return;
    await this.#attempt('revoke the lease', () => this.#store.leaseRevoke(lease));
    await this.#attempt('forget the lease', async () => this.#options.kept?.files.remove(this.#options.kept.path));
  }

  async #run(): Promise<never> {
    let lease = await this.#resume();
    let resumed = lease !== undefined;
    for (;;) {
      if (lease === undefined) {
        lease = await this.#grant();
        resumed = false;
      }
      const held = lease;
      this.#current = held;
      this.#call(() => this.#options.onHeld?.(held, resumed));
      await this.#keepAlive(held);
      this.#current = undefined;
      this.#aliveUntil = Number.NEGATIVE_INFINITY;
      this.#options.log.warn({ lease: held }, 'the lease is lost');
      this.#call(() => this.#options.onLost?.(held));
      lease = undefined;
    }
  }

  /** The lease kept on disk, where it still lives. */
  async #resume(): Promise<string | undefined> {
    const { kept } = this.#options;
    if (!kept) return undefined;
    const text = (await this.#attempt('read the lease', () => kept.files.read(kept.path)))?.trim();
    if (text === undefined || !/^[1-9]\d{0,19}$/.test(text)) return undefined;
    return (await this.#renew(text)) ? text : undefined;
  }

  async #grant(): Promise<string> {
    const { clock, ttlS, kept } = this.#options;
    const { value: lease, sentAt } = await this.#insist('grant a lease', async () => ({
      sentAt: clock.monotonic(),
      value: await this.#store.leaseGrant(ttlS),
    }));
    // A lease of which nobody hears would keep nothing alive; it expires by itself.
    this.#closed.signal.throwIfAborted();
    this.#aliveUntil = sentAt + ttlS * 1000;
    if (kept) await this.#attempt('keep the lease on disk', () => kept.files.write(kept.path, `${lease}\n`, 0o600));
    return lease;
  }

  /** Resolves when the store says that the lease is gone. */
  async #keepAlive(lease: string): Promise<void> {
    const { clock, random, ttlS } = this.#options;
    do await clock.sleep(jittered(random, ttlS * 1000 * keepAliveShare, 0.1), this.#closed.signal);
    while (await this.#renew(lease));
  }

  async #renew(lease: string): Promise<boolean> {
    const { clock } = this.#options;
    const { leftS, sentAt } = await this.#insist('keep the lease alive', async () => ({
      sentAt: clock.monotonic(),
      leftS: await this.#store.leaseKeepAlive(lease),
    }));
    this.#closed.signal.throwIfAborted();
    if (leftS <= 0) return false;
    this.#aliveUntil = sentAt + leftS * 1000;
    return true;
  }

  /** Tries until the store answers. */
  async #insist<T>(what: string, call: () => Promise<T>): Promise<T> {
    const { clock, random, log } = this.#options;
    for (let pauseMs = retryMs.first; ; pauseMs = Math.min(retryMs.most, pauseMs * 2)) {
      this.#closed.signal.throwIfAborted();
      try {
        return await call();
      } catch (thrown) {
        const error = asPhotonError(thrown);
        log.warn({ code: error.code }, `can't ${what}: ${error.explain()}`);
        await clock.sleep(jittered(random, pauseMs, 0.3), this.#closed.signal);
      }
    }
  }

  /** Runs what may fail without harm. */
  async #attempt<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (thrown) {
      const error = asPhotonError(thrown);
      this.#options.log.warn({ code: error.code }, `can't ${what}: ${error.explain()}`);
      return undefined;
    }
  }

  #call(callback: () => void): void {
    try {
      callback();
    } catch (thrown) {
      this.#options.log.error({ err: thrown }, 'a handler of the lease failed');
    }
  }
}
