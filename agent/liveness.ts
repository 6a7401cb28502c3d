// The session of an agent: its liveness record, bound to its lease, and the guard that each of its writes compares.
// Guarantees: a record of another agent is never overwritten: while it lives this one is refused, naming both. The record
// of a former run of the same agent (same uid, same machine) is taken over. What is nobody's record never ends an agent: it is
// told with its key, and replaced once nobody else can be behind it. A lost lease ends the session; the next begins another.
import type { Clock, Files, Guard, KeyValue, Log, Random, Store } from '../src/loop/ports.ts';
import { asPhotonError, PhotonError } from '../src/model/errors.ts';
import type { Liveness } from '../src/model/generated.ts';
import { show } from '../src/model/problem.ts';
import { type Claimant, claimLiveness, type Holder } from '../src/plan/liveness.ts';
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
  /** A session began, ended, or waits. */
  onChange: () => void;
  /** Another agent holds this node: nothing may be done here any more. */
  onRefused: (error: PhotonError) => void;
}

export interface Session {
  /** Guard of every write, or undefined while there is no session. */
  guard(): Guard | undefined;
  /** A write was fenced: looks whether the session still stands. */
  doubt(): void;
  /** What the mirror shows under the key as of a revision: others that look there must not find anything else for long. */
  seen(kv: KeyValue | undefined, revision: number): void;
  /** Why there is no session yet, in words. */
  waitsFor(): string | undefined;
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
  #wrote: Claimant['wrote'];
  #found: { modRevision: number; atMs: number } | undefined;
  #waitsFor: string | undefined;
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

  seen(kv: KeyValue | undefined, revision: number): void {
    if (this.#modRevision !== undefined && (kv?.modRevision ?? revision) > this.#modRevision) this.doubt();
  }

  waitsFor(): string | undefined {
    return this.#waitsFor;
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
          this.#waitsFor = undefined;
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
        // The next lease begins it anew.
        if (error.code !== 'lease_lost') log.warn({ err: error }, "the session can't begin yet");
      }
      await clock.sleep(retryMs, this.#closed.signal).catch(() => undefined);
    }
  }

  /** mod_revision of the own record, or undefined where it can't be written now. */
  async #establish(lease: string, ours: Guard): Promise<number | undefined> {
    const { store, key, identity, log, ttlS } = this.#options;
    const { kv } = await store.get(key);
    const holder = kv && readHolder(kv);
    const self: Claimant = { session: this.#session, ...identity, lease, leaseMs: ttlS * 1000, wrote: this.#wrote };
    const claim = claimLiveness(self, kv && { ...kv, holder, seenForMs: this.#seenForMs(kv) });
    if (claim.do === 'refuse' && holder) throw this.#refusal(holder, key);
    if (kv && claim.do === 'wait') {
      this.#wait(kv, claim.leftMs);
      return undefined;
    }
    if (kv && claim.do === 'hold') {
      this.#wrote = kv;
      return kv.modRevision;
    }
    const value = JSON.stringify({ session: this.#session, ...identity } satisfies Liveness);
    const result = await store.transact([ours, { key, modRevision: kv?.modRevision ?? 0 }], [{ type: 'put', key, value, lease }]);
    if (!result.succeeded) return undefined;
    if (kv && holder?.agent_uid !== identity.agent_uid)
      log.warn(
        { key, found: show(kv.value), lease: kv.lease },
        "what stood in the place of the liveness record was no living agent's, and is replaced",
      );
    this.#wrote = { createRevision: kv?.createRevision ?? result.revision, version: (kv?.version ?? 0) + 1 };
    return result.revision;
  }

  #seenForMs({ modRevision }: KeyValue): number {
    const nowMs = this.#options.clock.monotonic();
    if (this.#found?.modRevision !== modRevision) this.#found = { modRevision, atMs: nowMs };
    return nowMs - this.#found.atMs;
  }

  /** Says once for each thing that is found there what is waited for. */
  #wait({ key, value, lease, modRevision }: KeyValue, leftMs: number | undefined): void {
    const until =
      leftMs === undefined
        ? `it is bound to the lease ${lease}, which lives: it goes with it, or with etcdctl del ${key}`
        : `it is replaced when it has stood untouched for ${this.#options.ttlS} s: an agent that lives puts its own back before`;
    const text = `under ${key} stands what is no living agent's record (mod_revision ${modRevision}); ${until}`;
    if (text === this.#waitsFor) return;
    this.#waitsFor = text;
    this.#options.log.warn({ key, found: show(value) }, text);
    this.#options.onChange();
  }

  #refusal(other: Holder, where: string): PhotonError {
    const name = (of: Pick<Liveness, 'agent_uid' | 'machine_id'>): string => `agent ${of.agent_uid} on machine ${of.machine_id}`;
    return new PhotonError('identity_taken', `this node id is held by ${name(other)}; this is ${name(this.#options.identity)}`, {
      where,
      expected: 'one living agent for a node id',
      next: 'Give this node another node_id, or stop the other agent; its hold ends with its lease',
    });
  }
}

/** As much of a record as tells whose it is: a later version's counts as one. */
function readHolder(kv: KeyValue): Holder | undefined {
  try {
    const { session, agent_uid, machine_id } = (JSON.parse(kv.value) ?? {}) as Partial<Liveness>;
    return typeof session === 'string' && typeof agent_uid === 'string' && typeof machine_id === 'string'
      ? { session, agent_uid, machine_id }
      : undefined;
  } catch {
    return undefined;
  }
}
