// Keeps events in the store, for a while.
// Guarantees: never in the way of work: `note` neither waits nor throws; what waits is bounded, and what does not fit is
// dropped, counted and told; a key is written at most once in a window, counting what came together; keys are bound to one
// of a few shared leases, so that they go by themselves; nothing is written while nothing happens. Writes are guarded by
// revision and fenced: who was deposed writes none. Times are the writer's.
// The caller owes: codes from closed tables (they are keys), and a close().
import type { Clock, Files, Guard, KeyValue, Log, Store, Timer } from '../loop/ports.ts';
import { encodeRecord, parseEntry } from '../model/entry.ts';
import { asPhotonError, PhotonError } from '../model/errors.ts';
import type { Event } from '../model/generated.ts';
import { keyOf } from '../model/keys.ts';
import { parseTimestamp, timestamp } from '../model/time.ts';
import type { EventNote } from '../plan/event.ts';
import { commit, type Outcome, type WriteGroup } from './commit.ts';

export interface EventOptions {
  store: Store;
  clock: Clock;
  log: Log;
  clusterId: string;
  /** The program, for people. */
  by: string;
  /** Guard of every write; undefined while nothing may be written. */
  fence: () => Guard | undefined;
  /** How long an event is kept after it was last met; up to a quarter more. */
  ttlS: () => number;
  /** Where the lease is kept over restarts; absent: nowhere, and each run that writes takes one. */
  kept?: { files: Files; path: string } | undefined;
  /** Told of what became of events, for metrics. */
  onOutcome?: ((outcome: EventOutcome, count: number) => void) | undefined;
}

export type EventOutcome = 'written' | 'dropped';

export interface EventRecorder {
  note(notes: readonly EventNote[]): void;
  /** Forgets what waits: the caller may not tell it any more. */
  forget(): void;
  /** Writes what waits, as far as that takes no longer than a moment. */
  close(): Promise<void>;
}

/** From an event to its writing: what happens together is written together. */
const gatherMs = 500;
/** Between two writes of one key: growing while it is met again and again, so that what goes round in circles for hours costs little. */
const windowMs = { first: 10_000, most: 300_000 };
/** While nothing may be written, or the store does not take it. */
const retryMs = 5000;
const closeMs = 2000;
const dropToldEveryMs = 60_000;
/** Keys that wait, and keys written at once: two transactions. */
const mostPending = 1000;
const mostAtOnce = 250;
/** Keys of which it is known what stands there; of others the store says so. */
const mostKnown = 2000;
const attempts = 4;

interface Pending {
  note: EventNote;
  count: number;
  firstMs: number;
  lastMs: number;
  /** Monotonic. */
  dueMs: number;
}

interface Known {
  event: Event | undefined;
  modRevision: number;
  /** Monotonic. */
  writtenMs: number;
  windowMs: number;
}

export function createEventRecorder(options: EventOptions): EventRecorder {
  return new Recorder(options);
}

class Recorder implements EventRecorder {
  readonly #options: EventOptions;
  #pending = new Map<string, Pending>();
  /** In the order of their last write. */
  readonly #known = new Map<string, Known>();
  #lease: { id: string; untilMs: number } | undefined;
  #resumed = false;
  #timer: Timer | undefined;
  #flushing: Promise<void> | undefined;
  #notBeforeMs = 0;
  /** Counts how often all was forgotten: what was being written then is not kept for later either. */
  #forgotten = 0;
  #dropped = 0;
  #dropToldMs = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(options: EventOptions) {
    this.#options = options;
  }

  note(notes: readonly EventNote[]): void {
    if (notes.length === 0 || this.#closed) return;
    const { clock, clusterId } = this.#options;
    const [now, monotonic] = [clock.now(), clock.monotonic()];
    for (const note of notes) {
      const key = keyOf(clusterId, 'event', note.kind, note.id, note.reason);
      const before = this.#pending.get(key);
      if (before) this.#pending.set(key, { ...before, note, count: before.count + 1, lastMs: now });
      else if (this.#pending.size >= mostPending) this.#drop(1, 'too many wait');
      else {
        const known = this.#known.get(key);
        const dueMs = Math.max(monotonic + gatherMs, known ? known.writtenMs + known.windowMs : 0);
        this.#pending.set(key, { note, count: 1, firstMs: now, lastMs: now, dueMs });
      }
    }
    this.#schedule();
  }

  forget(): void {
    this.#forgotten++;
    this.#drop(this.#pending.size, 'they may not be told any more');
    this.#pending.clear();
    this.#known.clear();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#timer?.cancel();
    const { clock } = this.#options;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = clock.after(closeMs, resolve);
    const written = (this.#flushing ?? Promise.resolve()).then(() => this.#flush(true));
    await Promise.race([written, promise]);
    timer.cancel();
  }

  #schedule(): void {
    if (this.#timer || this.#flushing || this.#closed || this.#pending.size === 0) return;
    const { clock } = this.#options;
    let dueMs = Number.POSITIVE_INFINITY;
    for (const pending of this.#pending.values()) dueMs = Math.min(dueMs, pending.dueMs);
    this.#timer = clock.after(Math.max(0, Math.max(dueMs, this.#notBeforeMs) - clock.monotonic()), () => {
      this.#timer = undefined;
      this.#flushing = this.#flush(false).finally(() => {
        this.#flushing = undefined;
        this.#schedule();
      });
    });
  }

  /** Writes what is due. Never rejects. */
  async #flush(all: boolean): Promise<void> {
    if (this.#pending.size === 0) return;
    const fence = this.#options.fence();
    if (!fence) return this.#wait();
    const left = this.#take(all);
    const forgotten = this.#forgotten;
    try {
      const lease = await this.#leaseNow();
      const error = await this.#write(left, lease, fence);
      if (error) throw error;
    } catch (thrown) {
      const error = asPhotonError(thrown);
      if (error.code === 'lease_lost') this.#lease = undefined;
      this.#options.log.debug({ err: error }, 'events could not be written; they are tried again');
    }
    if (left.size === 0) return;
    if (forgotten === this.#forgotten) this.#putBack(left);
    else for (const { count } of left.values()) this.#drop(count, 'they may not be told any more');
    this.#wait();
  }

  #wait(): void {
    this.#notBeforeMs = this.#options.clock.monotonic() + retryMs;
  }

  #take(all: boolean): Map<string, Pending> {
    const now = this.#options.clock.monotonic();
    const taken = new Map<string, Pending>();
    for (const [key, pending] of this.#pending) {
      if (!all && pending.dueMs > now) continue;
      taken.set(key, pending);
      if (taken.size === mostAtOnce) break;
    }
    for (const key of taken.keys()) this.#pending.delete(key);
    return taken;
  }

  /** What came meanwhile is newer and says the same. */
  #putBack(left: ReadonlyMap<string, Pending>): void {
    const newer = this.#pending;
    this.#pending = new Map(left);
    for (const [key, pending] of newer) {
      const before = this.#pending.get(key);
      if (before) this.#pending.set(key, { ...pending, count: pending.count + before.count, firstMs: before.firstMs });
      else if (this.#pending.size < mostPending) this.#pending.set(key, pending);
      else this.#drop(pending.count, 'too many wait');
    }
  }

  /** Takes out of `left` what needs no more; answers what kept the rest from being written. */
  async #write(left: Map<string, Pending>, lease: string, fence: Guard): Promise<PhotonError | undefined> {
    const { store } = this.#options;
    for (let attempt = 0; attempt < attempts && left.size > 0; attempt++) {
      const batch = [...left].map(([key, pending]) => ({ key, pending, event: this.#eventOf(key, pending) }));
      const groups = batch.map(({ key, event }): WriteGroup => {
        return { writes: [{ key, value: encodeRecord(event), expect: this.#known.get(key)?.modRevision ?? 0, lease }] };
      });
      const outcomes = await commit(store, groups, { fence: [fence] });
      let error: PhotonError | undefined;
      for (const [at, { key, pending, event }] of batch.entries()) {
        const outcome = outcomes[at];
        if (outcome && this.#isSettled(key, pending, event, outcome)) left.delete(key);
        if (outcome?.status === 'fenced') error ??= new PhotonError('fenced', 'the writer no longer leads, or lost its session');
        else if (outcome?.status === 'failed') error ??= outcome.error;
      }
      if (error && left.size > 0) return error;
    }
    // Others write it as well, and again and again: theirs says as much.
    for (const { count } of left.values()) this.#drop(count, 'others kept writing them');
    left.clear();
    return undefined;
  }

  /** Whether nothing more is to be done for a key. */
  #isSettled(key: string, { count }: Pending, event: Event, outcome: Outcome): boolean {
    switch (outcome.status) {
      case 'done':
        this.#learn(key, this.#writtenNow(key, event, outcome.revision));
        this.#options.onOutcome?.('written', count);
        return true;
      case 'conflict':
        this.#learn(key, knownOf(this.#options.clusterId, outcome.current.get(key)));
        return false;
      case 'fenced':
        return false;
      case 'failed':
        if (outcome.error.class !== 'invalid') return false;
        // It would be refused for ever.
        this.#options.log.warn({ key, err: outcome.error }, 'an event is not one that can be kept');
        this.#drop(count, 'they were refused');
        return true;
    }
  }

  #writtenNow(key: string, event: Event, modRevision: number): Known {
    const writtenMs = this.#options.clock.monotonic();
    const before = this.#known.get(key);
    const again = before !== undefined && writtenMs - before.writtenMs < 2 * before.windowMs;
    return { event, modRevision, writtenMs, windowMs: again ? Math.min(windowMs.most, 2 * before.windowMs) : windowMs.first };
  }

  #learn(key: string, known: Known): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size <= mostKnown) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  #eventOf(key: string, { note, count, firstMs, lastMs }: Pending): Event {
    const before = this.#known.get(key)?.event;
    // Ids of instances are unique within a service only.
    const same = before && before.service === note.service ? before : undefined;
    const beganMs = parseTimestamp(same?.first_at ?? '') ?? firstMs;
    return {
      kind: note.kind,
      id: note.id,
      ...(note.service !== undefined && { service: note.service }),
      reason: note.reason,
      message: short(note.message, 1000),
      ...(note.cause !== undefined && { cause: short(note.cause, 500) }),
      count: (same?.count ?? 0) + count,
      first_at: timestamp(beganMs),
      // A clock may have been set back since.
      last_at: timestamp(Math.max(beganMs, lastMs)),
      by: short(this.#options.by, 128),
    };
  }

  /** The lease of the moment: one that lives at least as long as an event is kept, else a new one. */
  async #leaseNow(): Promise<string> {
    const { clock, log, kept, store } = this.#options;
    const ttlS = this.#options.ttlS();
    if (!this.#lease && !this.#resumed) {
      this.#resumed = true;
      this.#lease = await this.#resume();
    }
    const now = clock.monotonic();
    if (this.#lease && this.#lease.untilMs - now >= ttlS * 1000) return this.#lease.id;
    const lifeS = Math.ceil(ttlS * 1.25);
    const id = await store.leaseGrant(lifeS);
    this.#lease = { id, untilMs: now + lifeS * 1000 };
    await kept?.files
      .write(kept.path, `${id}\n`, 0o600)
      .catch((error: unknown) => log.debug({ err: error }, "the events' lease is not kept"));
    return id;
  }

  async #resume(): Promise<{ id: string; untilMs: number } | undefined> {
    const { clock, kept, store } = this.#options;
    const id = (await kept?.files.read(kept.path).catch(() => undefined))?.trim();
    if (id === undefined || !/^[1-9]\d{0,19}$/.test(id)) return undefined;
    const left = await store.leaseTimeToLive(id);
    return left && left.ttlS > 0 ? { id, untilMs: clock.monotonic() + left.ttlS * 1000 } : undefined;
  }

  #drop(count: number, why: string): void {
    if (count === 0) return;
    const { clock, log, onOutcome } = this.#options;
    onOutcome?.('dropped', count);
    this.#dropped += count;
    if (clock.monotonic() - this.#dropToldMs < dropToldEveryMs) return;
    this.#dropToldMs = clock.monotonic();
    log.warn({ dropped: this.#dropped }, `events were dropped: ${why}; what they told of happened all the same`);
    this.#dropped = 0;
  }
}

function knownOf(clusterId: string, kv: KeyValue | undefined): Known {
  const parsed = kv && parseEntry(clusterId, kv);
  const event = parsed?.ok && parsed.kind === 'event' ? parsed.entry.record : undefined;
  return { event, modRevision: kv?.modRevision ?? 0, writtenMs: Number.NEGATIVE_INFINITY, windowMs: windowMs.first };
}

function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
