// The Store port over a real etcd (3.4 or newer).
// Guarantees: those of the port; further, a list is one consistent revision however many keys it has, and no call outlives its deadline.
// The caller owes a close(); watches that it did not cancel are cancelled by it.
import type { Guard, KeyValue, Operation, Store, TransactionResult, WatchHandlers } from '../loop/ports.ts';
import { asPhotonError, PhotonError } from '../model/errors.ts';
import { type CallOptions, EtcdConnection } from './etcd-connection.ts';
import type { StoreOptions } from './options.ts';
import { compareOf, keyValue, rangeRequest, requestOf, revisionNumber } from './etcd-convert.ts';
import { EtcdWatch } from './etcd-watch.ts';
import { checkTransaction } from './limits.ts';

export type { StoreOptions } from './options.ts';

const attemptMs = 5_000;
const totalMs = 10_000;
/** A page is larger than other answers. */
const pageMs = { attemptMs: 15_000, totalMs: 30_000 };
const pageKeys = 2_000;
/** How often a list is begun anew because its revision was compacted meanwhile. */
const listAttempts = 5;
/** A transaction waits for the disks of a majority. */
const transactionMs = 10_000;

/** Opens nothing yet: the first call connects. Throws invalid_config where a file can't be read or an endpoint is none. */
export function openEtcd(options: StoreOptions): Store {
  return new EtcdStore(new EtcdConnection(options));
}

class EtcdStore implements Store {
  readonly #connection: EtcdConnection;
  readonly #watches = new Set<EtcdWatch>();

  constructor(connection: EtcdConnection) {
    this.#connection = connection;
  }

  async get(key: string): Promise<{ kv: KeyValue | undefined; revision: number }> {
    const answer = await this.#connection.call(this.#read('get', key), (client, limit) =>
      client.kv.range({ key: Buffer.from(key) }, limit),
    );
    const [kv] = answer.kvs;
    return { kv: kv && keyValue(kv), revision: revisionNumber(answer.header.revision) };
  }

  async list(prefix: string, options: { keysOnly?: boolean; revision?: number } = {}): Promise<{ kvs: KeyValue[]; revision: number }> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#listOnce(prefix, options);
      } catch (thrown) {
        const error = asPhotonError(thrown);
        if (error.code !== 'store_compacted' || options.revision !== undefined || attempt === listAttempts) throw error;
      }
    }
  }

  async transact(guards: readonly Guard[], operations: readonly Operation[]): Promise<TransactionResult> {
    checkTransaction(guards, operations);
    const keys = [...new Set(guards.map((guard) => guard.key))];
    const request = {
      compare: guards.map(compareOf),
      success: operations.map(requestOf),
      failure: keys.map((key) => ({ request_range: { key: Buffer.from(key) } })),
    };
    const where = operations[0]?.key ?? keys[0] ?? '';
    const answer = await this.#connection.call({ what: 'transaction', where, attemptMs: transactionMs }, (client, limit) =>
      client.kv.txn(request, limit),
    );
    const current = new Map<string, KeyValue | undefined>();
    if (!answer.succeeded) {
      for (const [at, key] of keys.entries()) {
        const kv = answer.responses[at]?.response_range.kvs[0];
        current.set(key, kv && keyValue(kv));
      }
    }
    return { succeeded: answer.succeeded, revision: revisionNumber(answer.header.revision), current };
  }

  watch(prefix: string, fromRevision: number, handlers: WatchHandlers): { cancel(): void } {
    const watch = new EtcdWatch(this.#connection, prefix, fromRevision, handlers, () => this.#watches.delete(watch));
    this.#watches.add(watch);
    return watch;
  }

  async leaseGrant(ttlS: number): Promise<string> {
    const answer = await this.#connection.call(this.#read('grant a lease', ''), (client, limit) =>
      client.leaseClient.leaseGrant({ TTL: ttlS, ID: 0 }, limit),
    );
    return answer.ID;
  }

  leaseKeepAlive(lease: string): Promise<number> {
    return this.#connection.call(this.#read('keep a lease alive', `lease ${lease}`), async (client, limit) => {
      const stream = await client.leaseClient.leaseKeepAlive({ deadline: limit.deadline });
      return new Promise<number>((resolve, reject) => {
        stream.on('error', reject);
        stream.on('end', () => reject(new Error('the stream ended without an answer')));
        stream.on('data', (answer) => {
          resolve(Math.max(0, Number(answer.TTL)));
          stream.end();
        });
        stream.write({ ID: lease });
      });
    });
  }

  async leaseTimeToLive(lease: string): Promise<{ ttlS: number; keys: string[] } | undefined> {
    const answer = await this.#connection.call(this.#read('look at a lease', `lease ${lease}`), (client, limit) =>
      client.leaseClient.leaseTimeToLive({ ID: lease, keys: true }, limit),
    );
    const ttlS = Number(answer.TTL);
    return ttlS < 0 ? undefined : { ttlS, keys: answer.keys.map((key) => key.toString('utf8')) };
  }

  leaseRevoke(lease: string): Promise<void> {
    return this.#connection
      .call(this.#read('revoke a lease', `lease ${lease}`), (client, limit) => client.leaseClient.leaseRevoke({ ID: lease }, limit))
      .then(() => {}, succeedOn('lease_lost'));
  }

  compact(revision: number): Promise<void> {
    return this.#connection
      .call(this.#read('compact', `revision ${revision}`), (client, limit) => client.kv.compact({ revision }, limit))
      .then(() => {}, succeedOn('store_compacted'));
  }
  async close(): Promise<void> {
    for (const watch of this.#watches) watch.cancel();
    this.#connection.close();
  }

  async #listOnce(prefix: string, options: { keysOnly?: boolean; revision?: number }): Promise<{ kvs: KeyValue[]; revision: number }> {
    const { key, range_end } = rangeRequest(prefix);
    const kvs: KeyValue[] = [];
    let revision = options.revision;
    let start = key;
    let limit = pageKeys;
    for (;;) {
      const request = {
        key: start,
        limit,
        keys_only: options.keysOnly ?? false,
        ...(range_end && { range_end }),
        ...(revision && { revision }),
      };
      try {
        const page = await this.#connection.call({ what: 'list', where: prefix, ...pageMs }, (client, call) =>
          client.kv.range(request, call),
        );
        revision ??= revisionNumber(page.header.revision);
        for (const kv of page.kvs) kvs.push(keyValue(kv));
        const last = page.kvs.at(-1);
        if (!page.more || !last) return { kvs, revision };
        start = Buffer.concat([last.key, Buffer.from([0])]);
      } catch (thrown) {
        const error = asPhotonError(thrown);
        if (error.code !== 'too_large' || limit === 1) throw error;
        limit = Math.ceil(limit / 8);
      }
    }
  }

  #read(what: string, where: string): CallOptions {
    return { what, where, attemptMs, totalMs };
  }
}

function succeedOn(code: PhotonError['code']): (thrown: unknown) => void {
  return (thrown) => {
    if (!(thrown instanceof PhotonError) || thrown.code !== code) throw thrown;
  };
}
