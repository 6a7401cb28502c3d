// A program that can be killed: the clock and the store as one run of it sees them. What its machine takes for the time of day may be
// wrong; time that passes is right.
// Guarantees: from the end of its life on no timer of the run fires, no call is answered and no event arrives; a transaction
// that was already on its way still reaches the store, as one does that a killed process had sent.
import type { Life } from '../../agent/simulated/gate.ts';
import type { Clock, Store, Timer } from '../../src/loop/ports.ts';
import { PhotonError } from '../../src/model/errors.ts';

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** As many timers of one run at one instant are a loop that waits for time and does not let it pass. */
const mostAtOnce = 20_000;

/** By how much a machine's time of day is ahead. */
export interface Skew {
  ms: number;
  /** When that changed last, monotonic ms. */
  setAtMs: number;
}

export function mortalClock(clock: Clock, life: Life, skew: Skew): Clock {
  const timers = new Set<Timer>();
  let fired = { atMs: -1, times: 0 };
  const count = (): void => {
    const atMs = clock.monotonic();
    if (fired.atMs === atMs) fired.times++;
    else fired = { atMs, times: 1 };
    if (fired.times > mostAtOnce) throw new Error(`${fired.times} timers of one program fired at ${atMs} ms: it loops`);
  };
  life.onEnd(() => {
    for (const timer of timers) timer.cancel();
    timers.clear();
  });
  const after = (delayMs: number, run: () => void): Timer => {
    if (!life.alive) return { cancel: () => undefined };
    const timer = clock.after(delayMs, () => {
      timers.delete(timer);
      count();
      run();
    });
    timers.add(timer);
    return {
      cancel: () => {
        timers.delete(timer);
        timer.cancel();
      },
    };
  };
  const sleep = (delayMs: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const fail = (): void => reject(new PhotonError('aborted', 'stopped while waiting', { cause: signal?.reason }));
      if (signal?.aborted) return fail();
      const aborted = (): void => {
        timer.cancel();
        fail();
      };
      const timer = after(delayMs, () => {
        signal?.removeEventListener('abort', aborted);
        resolve();
      });
      signal?.addEventListener('abort', aborted, { once: true });
    });
  return { now: () => clock.now() + skew.ms, monotonic: () => clock.monotonic(), after, sleep };
}

export function mortalStore(store: Store, life: Life): Store {
  const watches = new Set<{ cancel(): void }>();
  life.onEnd(() => {
    for (const watch of watches) watch.cancel();
  });
  const answer = async <T>(call: () => Promise<T>): Promise<T> => {
    if (!life.alive) return never();
    try {
      const result = await call();
      return life.alive ? result : await never<T>();
    } catch (thrown) {
      if (life.alive) throw thrown;
      return never();
    }
  };
  return {
    get: (key) => answer(() => store.get(key)),
    list: (prefix, options) => answer(() => store.list(prefix, options)),
    transact: (guards, operations) => answer(() => store.transact(guards, operations)),
    watch: (prefix, fromRevision, handlers) => {
      if (!life.alive) return { cancel: () => undefined };
      const watch = store.watch(prefix, fromRevision, handlers);
      watches.add(watch);
      return {
        cancel: () => {
          watches.delete(watch);
          watch.cancel();
        },
      };
    },
    leaseGrant: (ttlS) => answer(() => store.leaseGrant(ttlS)),
    leaseKeepAlive: (lease) => answer(() => store.leaseKeepAlive(lease)),
    leaseTimeToLive: (lease) => answer(() => store.leaseTimeToLive(lease)),
    leaseRevoke: (lease) => answer(() => store.leaseRevoke(lease)),
    compact: (revision) => answer(() => store.compact(revision)),
    close: () => answer(() => store.close()),
  };
}
