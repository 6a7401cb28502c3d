// What every verb works with: the store, the cluster, where to print and how.
// Guarantees: a store that does not answer within the timeout fails with one error that names the endpoints.
import type { Clock, Random, Store } from '../loop/ports.ts';
import { PhotonError } from '../model/errors.ts';

export type OutputFormat = 'table' | 'wide' | 'json' | 'yaml';

export interface Terminal {
  out: (text: string) => void;
  err: (text: string) => void;
  /** Whether stdout is a terminal: colours, and progress drawn in place. */
  interactive: boolean;
  colour: boolean;
  /** Width of the terminal. */
  columns: number;
}

export interface Context {
  store: Store;
  clusterId: string;
  endpoints: readonly string[];
  output: OutputFormat;
  terminal: Terminal;
  clock: Clock;
  random: Random;
  /** Fires on SIGINT and SIGTERM. */
  signal: AbortSignal;
}

/** The store with a limit on how long each call may take. Watches are not limited: they live as long as they are wanted. */
export function limitStore(store: Store, endpoints: readonly string[], timeoutMs: number, clock: Clock): Store {
  const where = endpoints.join(', ');
  const limited = async <T>(call: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = clock.after(timeoutMs, () => reject(unreachable(where, `did not answer within ${timeoutMs / 1000} s`)));
    try {
      return await Promise.race([call, promise]);
    } catch (thrown) {
      if (thrown instanceof PhotonError && thrown.code.startsWith('store_') && !thrown.where?.includes(where)) {
        throw new PhotonError(thrown.code, thrown.message, {
          where,
          ...(thrown.expected !== undefined && { expected: thrown.expected }),
          next: thrown.next ?? hint,
          cause: thrown,
        });
      }
      throw thrown;
    } finally {
      timer.cancel();
    }
  };
  return {
    get: (key) => limited(store.get(key)),
    list: (prefix, options) => limited(store.list(prefix, options)),
    transact: (guards, operations) => limited(store.transact(guards, operations)),
    watch: (prefix, fromRevision, handlers) => store.watch(prefix, fromRevision, handlers),
    leaseGrant: (ttlS) => limited(store.leaseGrant(ttlS)),
    leaseKeepAlive: (lease) => limited(store.leaseKeepAlive(lease)),
    leaseTimeToLive: (lease) => limited(store.leaseTimeToLive(lease)),
    leaseRevoke: (lease) => limited(store.leaseRevoke(lease)),
    compact: (revision) => limited(store.compact(revision)),
    close: () => store.close(),
  };
}

const hint = 'Check that the store runs and that --endpoints names it';

function unreachable(where: string, message: string): PhotonError {
  return new PhotonError('store_timeout', `the store ${message}`, { where, next: hint });
}
