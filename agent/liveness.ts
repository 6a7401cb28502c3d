// The session of an agent: its liveness record, bound to its lease, and the guard that each of its writes compares.
// Guarantees: a record of another agent is never overwritten: while it lives this one is refused, naming both. The record
// of a former run of the same agent (same uid, same machine) is taken over. A lost lease ends the session; the next lease
// begins another.
import type { Clock, Files, Guard, KeyValue, Log, Random, Store } from '../src/loop/ports.ts';
import { asPhotonError, PhotonError } from '../src/model/errors.ts';
import type { Liveness } from '../src/model/generated.ts';
import { holdLease, type LeaseHolder } from '../src/store/lease.ts';

export interface SessionOptions {
  store: Store;
  clock: Clock;
  random: Random;
  log: Log;
  /** Key of the liveness record. */
  key: string;
  identity: Omit<Liveness, 'session'>;
  ttlS: number;
  kept: { files: Files; path: string };
  /** Holds only in the store that is obeyed: the meta record as it was judged. Undefined: none is obeyed now. */
  ofOurStore: () => Guard | undefined;
  /** A session began or ended. */
  onChange: () => void;
  /** Another agent holds this node: nothing may be done here any more. */
  onRefused: (error: PhotonError) => void;
}

export interface Session {
  /** Guard of every write, or undefined while there is no session. */
  guard(): Guard | undefined;
  /** A write was fenced: looks whether the session still stands. */
  doubt(): void;
  /** The store is obeyed: a session that had to wait for that may begin. */
  proceed(): void;
  /** Stops; the lease and the record stay, for the next run to take up. */
  close(): Promise<void>;
}

export function openSession(options: SessionOptions): Session {
  return new AgentSession(options);
}

const retryMs = 1000;

class AgentSession implements Session {
  readonly #options: SessionOptions;
  readonly #holder: LeaseHolder;
  readonly #closed = new AbortController();
  readonly #session: string;
  #modRevision: number | undefined;
  #held = false;
  #working: Promise<void> | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#session = options.random.hex(16);
    const { store, clock, random, log, ttlS, kept } = options;
    this.#holder = holdLease(store, {
      ttlS,
      clock,
      random,
      log,
      kept,
      onHeld: () => this.#begin(),
      onLost: () => this.#end(),
    });
  }

  guard(): Guard | undefined {
    return this.#modRevision === undefined ? undefined : { key: this.#options.key, modRevision: this.#modRevision };
  }

  doubt(): void {
    this.#end();
    this.#begin();
  }

  proceed(): void {
    if (this.#modRevision === undefined && !this.#closed.signal.aborted && this.#holder.current() !== undefined) this.#begin();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#holder.close({ revoke: false });
    await this.#working;
  }

  #end(): void {
    if (this.#modRevision === undefined) return;
    this.#modRevision = undefined;
    this.#options.onChange();
  }

  #begin(): void {
    this.#working ??= this.#insist().finally(() => {
      this.#working = undefined;
    });
  }

  async #insist(): Promise<void> {
    const { clock, log, onChange, onRefused } = this.#options;
    while (!this.#closed.signal.aborted && this.#modRevision === undefined) {
      const lease = this.#holder.current();
      // A lost lease is followed by another, which begins this anew.
      const ours = this.#options.ofOurStore();
      if (lease === undefined || ours === undefined) return;
      try {
        this.#modRevision = await this.#establish(lease, ours);
        if (this.#modRevision !== undefined) {
          this.#held = true;
          log.info({ session: this.#session }, 'session begun');
          onChange();
          return;
        }
      } catch (thrown) {
        const error = asPhotonError(thrown);
        if (error.code === 'identity_taken') {
          this.#closed.abort();
          onRefused(error);
          return;
        }
        log.warn({ err: error }, "the session can't begin yet");
      }
      await clock.sleep(retryMs, this.#closed.signal).catch(() => undefined);
    }
  }

  /** mod_revision of the own record, or undefined where somebody was quicker or the store is another one by now. */
  async #establish(lease: string, ours: Guard): Promise<number | undefined> {
    const { store, key, identity } = this.#options;
    const { kv } = await store.get(key);
    const former = kv && readLiveness(kv);
    if (kv && former?.session === this.#session && kv.lease === lease) return kv.modRevision;
    if (kv) this.#refuseUnlessOurs(kv, former);
    const value = JSON.stringify({ session: this.#session, ...identity } satisfies Liveness);
    const result = await store.transact([ours, { key, modRevision: kv?.modRevision ?? 0 }], [{ type: 'put', key, value, lease }]);
    return result.succeeded ? result.revision : undefined;
  }

  #refuseUnlessOurs(kv: KeyValue, former: Liveness | undefined): void {
    const { identity } = this.#options;
    const ours = former?.agent_uid === identity.agent_uid && former.machine_id === identity.machine_id;
    // Once this run has held it, another session can only be a second process over the same data directory.
    const taken = this.#held && former?.session !== this.#session;
    if (!ours || taken) throw this.#refusal(former, kv.key);
  }

  #refusal(former: Liveness | undefined, where: string): PhotonError {
    const { identity } = this.#options;
    const name = (of: Pick<Liveness, 'agent_uid' | 'machine_id'>): string => `agent ${of.agent_uid} on machine ${of.machine_id}`;
    const other = former ? name(former) : 'something that is no liveness record';
    return new PhotonError('identity_taken', `this node id is held by ${other}; this is ${name(identity)}`, {
      where,
      expected: 'one living agent for a node id',
      next: former
        ? 'Give this node another node_id, or stop the other agent; its hold ends with its lease'
        : `If no other agent of this node id runs, remove what stands there: etcdctl del ${where}`,
    });
  }
}

function readLiveness(kv: KeyValue): Liveness | undefined {
  try {
    const value = JSON.parse(kv.value) as Partial<Liveness>;
    return typeof value.session === 'string' && typeof value.agent_uid === 'string' && typeof value.machine_id === 'string'
      ? (value as Liveness)
      : undefined;
  } catch {
    return undefined;
  }
}
