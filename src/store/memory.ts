// A store in memory for the simulation: one server, many clients, each with its own faults.
// Guarantees: passes the conformance suite that etcd passes; what happens depends on the clock and the calls alone.
// Without a delay calls are answered in the same turn of the event loop, so that a clock needs not move for them.
import type { Clock, Guard, KeyValue, Operation, Store, TransactionResult, WatchHandlers } from '../loop/ports.ts';
import { PhotonError } from '../model/errors.ts';
import { type MemoryImage, MemoryServer } from './memory-server.ts';

export type { MemoryImage } from './memory-server.ts';

/** Deadlines and pauses as the real client has them. */
const readMs = { attempt: 5_000, total: 10_000, pause: 500 };
const transactionMs = 10_000;
const signOfLifeMs = 5_000;
const silenceMs = 15_000;
/** As many revisions as etcd sends at once to a watch that lags. */
const batchRevisions = 1_000;

/** none: reached. refused: fails at once. silent: nothing arrives and nothing is refused. */
export type Partition = 'none' | 'refused' | 'silent';

/** What goes wrong between one client and the server. Counts go down as they are used up. */
export interface Faults {
  /** Each way. */
  delayMs: number;
  /** Transactions that are made, and whose answer is lost. */
  lostAnswers: number;
  /** Transactions that are lost on their way. */
  lostRequests: number;
  /** Transactions that arrive twice; the second's answer counts. */
  duplicates: number;
}

export class MemoryStore {
  readonly #clock: Clock;
  readonly #server: MemoryServer;
  readonly #watches = new Set<MemoryWatch>();
  #ticking = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#server = new MemoryServer(clock, () => {
      for (const watch of this.#watches) watch.poke();
    });
  }

  get revision(): number {
    return this.#server.revision;
  }

  /** `name` shows in its errors. */
  client(name: string): MemoryClient {
    return new MemoryClient(name, this.#clock, this.#server, {
      add: (watch) => {
        this.#watches.add(watch);
        this.#tickLater();
      },
      delete: (watch) => this.#watches.delete(watch),
    });
  }

  /** While full it refuses puts and leases; reads, deletes and watches go on. */
  setFull(full: boolean): void {
    this.#server.full = full;
  }

  image(): MemoryImage {
    return this.#server.image();
  }

  /** The server comes back with other data: an older image, or none. Watches are cut. */
  restore(image?: MemoryImage): void {
    this.#server.restore(image);
    for (const watch of this.#watches) watch.cut('the store was restarted');
  }

  /** One timer for all watches, and none without a watch: an idle simulation has few. */
  #tickLater(): void {
    if (this.#ticking || this.#watches.size === 0) return;
    this.#ticking = true;
    this.#clock.after(signOfLifeMs, () => {
      this.#ticking = false;
      for (const watch of this.#watches) watch.tick();
      this.#tickLater();
    });
  }
}

interface Watches {
  add(watch: MemoryWatch): void;
  delete(watch: MemoryWatch): void;
}

/** Reaches the server, or does not. */
class Link {
  readonly name: string;
  readonly clock: Clock;
  readonly faults: Faults = { delayMs: 0, lostAnswers: 0, lostRequests: 0, duplicates: 0 };
  partition: Partition = 'none';
  closed = false;

  constructor(name: string, clock: Clock) {
    this.name = name;
    this.clock = clock;
  }

  /** One way between client and server. Throws where it does not arrive. */
  async travel(what: string, deadlineMs: number): Promise<void> {
    this.checkOpen();
    if (this.faults.delayMs > 0) await this.clock.sleep(this.faults.delayMs);
    this.checkOpen();
    if (this.partition === 'refused') throw new PhotonError('store_unreachable', `${what}: ${this.name} can't reach the simulated store`);
    if (this.partition === 'silent') await this.#wait(what, deadlineMs);
  }

  checkOpen(): void {
    if (this.closed) throw new PhotonError('aborted', 'the connection to the simulated store was closed');
  }

  async #wait(what: string, deadlineMs: number): Promise<never> {
    await this.clock.sleep(deadlineMs);
    throw new PhotonError('store_timeout', `${what}: the simulated store did not answer ${this.name} in time`);
  }
}

export class MemoryClient implements Store {
  readonly #link: Link;
  readonly #server: MemoryServer;
  readonly #all: Watches;
  readonly #watches = new Set<MemoryWatch>();

  constructor(name: string, clock: Clock, server: MemoryServer, all: Watches) {
    this.#link = new Link(name, clock);
    this.#server = server;
    this.#all = all;
  }

  get faults(): Faults {
    return this.#link.faults;
  }

  /** Refused cuts watches at once; silent ones are noticed after a while. */
  setPartition(partition: Partition): void {
    this.#link.partition = partition;
    if (partition === 'refused') this.cutWatches();
    for (const watch of this.#watches) watch.poke();
  }

  cutWatches(): void {
    for (const watch of this.#watches) watch.cut('the connection was cut');
  }

  get(key: string): Promise<{ kv: KeyValue | undefined; revision: number }> {
    return this.#read('get', () => ({ kv: this.#server.get(key), revision: this.#server.revision }));
  }

  list(prefix: string, options: { keysOnly?: boolean; revision?: number } = {}): Promise<{ kvs: KeyValue[]; revision: number }> {
    return this.#read('list', () => this.#server.list(prefix, options));
  }

  async transact(guards: readonly Guard[], operations: readonly Operation[]): Promise<TransactionResult> {
    const { faults } = this.#link;
    await this.#link.travel('transaction', transactionMs);
    if (faults.lostRequests > 0) {
      faults.lostRequests--;
      throw new PhotonError('store_unreachable', 'transaction: the request was lost');
    }
    let result = this.#server.transact(guards, operations);
    if (faults.duplicates > 0) {
      faults.duplicates--;
      result = this.#server.transact(guards, operations);
    }
    if (faults.lostAnswers > 0) {
      faults.lostAnswers--;
      throw new PhotonError('store_unreachable', 'transaction: the answer was lost');
    }
    await this.#link.travel('transaction', transactionMs);
    return result;
  }

  watch(prefix: string, fromRevision: number, handlers: WatchHandlers): { cancel(): void } {
    this.#link.checkOpen();
    const watch = new MemoryWatch(this.#link, this.#server, prefix, fromRevision, handlers, () => {
      this.#watches.delete(watch);
      this.#all.delete(watch);
    });
    this.#watches.add(watch);
    this.#all.add(watch);
    watch.poke();
    return watch;
  }

  leaseGrant(ttlS: number): Promise<string> {
    return this.#read('grant a lease', () => this.#server.leaseGrant(ttlS));
  }

  leaseKeepAlive(lease: string): Promise<number> {
    return this.#read('keep a lease alive', () => this.#server.leaseKeepAlive(lease));
  }

  leaseTimeToLive(lease: string): Promise<{ ttlS: number; keys: string[] } | undefined> {
    return this.#read('look at a lease', () => this.#server.leaseTimeToLive(lease));
  }

  leaseRevoke(lease: string): Promise<void> {
    return this.#read('revoke a lease', () => this.#server.leaseRevoke(lease));
  }

  compact(revision: number): Promise<void> {
    return this.#read('compact', () => this.#server.compact(revision));
  }
  async close(): Promise<void> {
    this.#link.closed = true;
    for (const watch of this.#watches) watch.cancel();
  }

  /** What may be done twice is tried again while there is time. */
  async #read<T>(what: string, run: () => T): Promise<T> {
    const { clock } = this.#link;
    const started = clock.monotonic();
    for (;;) {
      try {
        await this.#link.travel(what, readMs.attempt);
        const result = run();
        await this.#link.travel(what, readMs.attempt);
        return result;
      } catch (thrown) {
        const transient = thrown instanceof PhotonError && (thrown.code === 'store_unreachable' || thrown.code === 'store_timeout');
        if (!transient || clock.monotonic() - started + readMs.pause >= readMs.total) throw thrown;
        await clock.sleep(readMs.pause);
      }
    }
  }
}

/** Reads the server's log from where it stands; a poke says that there may be more. */
class MemoryWatch {
  readonly #link: Link;
  readonly #server: MemoryServer;
  readonly #prefix: string;
  readonly #handlers: WatchHandlers;
  readonly #onOver: () => void;
  #next: number;
  #heardAt: number;
  #stood = false;
  #poked = false;
  #over = false;
  #cancelled = false;

  constructor(link: Link, server: MemoryServer, prefix: string, fromRevision: number, handlers: WatchHandlers, onOver: () => void) {
    this.#link = link;
    this.#server = server;
    this.#prefix = prefix;
    this.#next = fromRevision;
    this.#handlers = handlers;
    this.#onOver = onOver;
    this.#heardAt = link.clock.monotonic();
  }

  poke(): void {
    if (this.#poked || this.#over) return;
    this.#poked = true;
    const { delayMs } = this.#link.faults;
    if (delayMs > 0) this.#link.clock.after(delayMs, () => this.#read());
    else queueMicrotask(() => this.#read());
  }

  tick(): void {
    if (this.#link.partition === 'none') {
      if (this.#stood) this.#deliver([], this.#next - 1);
      else this.poke();
    } else if (this.#link.clock.monotonic() - this.#heardAt >= silenceMs) this.cut('no answer from the simulated store');
  }

  cut(message: string): void {
    this.#end({ reason: 'lost', message });
  }

  cancel(): void {
    this.#cancelled = true;
    this.#finish();
  }

  #read(): void {
    this.#poked = false;
    if (this.#over) return;
    if (this.#link.partition === 'refused') return this.cut("the simulated store can't be reached");
    if (this.#link.partition === 'silent') return;
    const { revision, compacted } = this.#server;
    if (this.#next < compacted) {
      return this.#end({ reason: 'compacted', message: `revision ${this.#next} is compacted`, compactRevision: compacted });
    }
    if (this.#next > revision + 1) {
      return this.#end({ reason: 'compacted', message: `the store is at revision ${revision}: it was emptied or restored` });
    }
    const { events, upTo } = this.#server.eventsFrom(this.#next, this.#prefix, batchRevisions);
    const opened = !this.#stood;
    this.#stood = true;
    this.#next = upTo + 1;
    if (events.length > 0 || opened) this.#deliver(events, upTo);
    if (upTo < this.#server.revision) this.poke();
  }

  #deliver(events: ReturnType<MemoryServer['eventsFrom']>['events'], revision: number): void {
    this.#heardAt = this.#link.clock.monotonic();
    this.#handlers.onEvents(events, revision);
  }

  #end(end: Parameters<WatchHandlers['onEnd']>[0]): void {
    if (!this.#finish()) return;
    // Not within the call that caused it.
    queueMicrotask(() => {
      if (!this.#cancelled) this.#handlers.onEnd(end);
    });
  }

  #finish(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#onOver();
    return true;
  }
}
