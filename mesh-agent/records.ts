// The valid records below some keys, as the store last said and as far as the store is to be believed.
// Guarantees: a record that becomes invalid keeps its former content (unknown is not absent), and the problem is told; deletions and new
// lists count only after the record of the cluster was seen beside them, so that an emptied or foreign store takes nothing away;
// what is known is kept on disk and is there again after a restart without the store.
// The caller owes a close().
import type { Clock, Log, Random, Store } from '../src/loop/ports.ts';
import { parseEntry } from '../src/model/entry.ts';
import type { ClusterMeta } from '../src/model/generated.ts';
import { keyOf } from '../src/model/keys.ts';
import type { AnyRecord, Kind } from '../src/model/kinds.ts';
import { type ChangeSet, type Mirror, openMirror } from '../src/store/mirror.ts';
import type { StateFile } from './state-file.ts';
import { judgeStore, noMemory, type StoreMemory } from './store-trust.ts';

export interface KnownRecord {
  kind: Kind;
  ids: Record<string, string>;
  record: AnyRecord;
  /** As it stands in the store, for the file. */
  text: string;
}

export interface RecordsOptions {
  store: Store;
  clusterId: string;
  /** Without the key of the cluster's meta, which is always there. */
  prefixes: readonly string[];
  clock: Clock;
  random: Random;
  log: Log;
  file: StateFile;
  /** Something changed: records, problems, or that they are known at all. */
  onChange: () => void;
}

/** What a state file holds. */
interface Kept {
  memory: StoreMemory;
  records: { key: string; text: string }[];
}

const saveDelayMs = 500;
const checkAgainMs = 1000;

export class Records {
  readonly #options: RecordsOptions;
  readonly #metaKey: string;
  readonly #known = new Map<string, KnownRecord>();
  readonly #broken = new Map<string, string>();
  #mirror: Mirror | undefined;
  #memory = noMemory;
  #source: 'nothing' | 'file' | 'store' = 'nothing';
  #distrust: string | undefined;
  #checking = false;
  #checkWanted = false;
  #saveTimer: { cancel(): void } | undefined;
  #retryTimer: { cancel(): void } | undefined;
  #closed = false;

  constructor(options: RecordsOptions) {
    this.#options = options;
    this.#metaKey = keyOf(options.clusterId, 'cluster');
  }

  /** Reads the file, then begins to watch. Resolves when the file was read. */
  async open(): Promise<void> {
    const { store, prefixes, clock, random, log, file } = this.#options;
    const kept = (await file.read()) as Kept | undefined;
    if (kept && !this.#closed) {
      this.#memory = kept.memory;
      for (const { key, text } of kept.records) this.#take(key, text);
      this.#source = 'file';
    }
    if (this.#closed) return;
    this.#mirror = openMirror(store, [this.#metaKey, ...prefixes], { clock, random, log });
    this.#mirror.ready.catch(() => undefined);
    this.#mirror.onChange((change) => this.#changed(change));
    this.#options.onChange();
  }

  /** Whether anything is known, be it from the file. */
  get isKnown(): boolean {
    return this.#source !== 'nothing';
  }

  get isLive(): boolean {
    return this.#source === 'store' && this.#distrust === undefined && this.#mirror?.state() === 'live';
  }

  all(): Iterable<KnownRecord> {
    return this.#known.values();
  }

  get(key: string): KnownRecord | undefined {
    return this.#known.get(key);
  }

  /** There is something under the key that was never a valid record. */
  isBroken(key: string): boolean {
    return this.#broken.has(key) && !this.#known.has(key);
  }

  problems(): string[] {
    return [...(this.#distrust === undefined ? [] : [this.#distrust]), ...this.#broken.values()];
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#mirror?.close();
    this.#retryTimer?.cancel();
    if (this.#saveTimer) {
      this.#saveTimer.cancel();
      this.#saveTimer = undefined;
      await this.#save();
    }
  }

  #changed(change: ChangeSet): void {
    if (this.#closed) return;
    const harmless =
      !change.relisted && this.#source === 'store' && this.#distrust === undefined && change.changes.every(({ after }) => after);
    if (!harmless) {
      if (change.relisted || change.changes.length > 0) void this.#check();
      return;
    }
    for (const { key, after } of change.changes) if (after) this.#take(key, after.value);
    this.#memory = { ...this.#memory, revision: Math.max(this.#memory.revision, change.revision) };
    if (change.changes.length > 0) this.#told();
  }

  /** Asks the store for the cluster's record before its deletions are believed. */
  async #check(): Promise<void> {
    this.#checkWanted = true;
    if (this.#checking) return;
    this.#checking = true;
    try {
      await this.#mirror?.ready;
      while (this.#checkWanted && !this.#closed) {
        this.#checkWanted = false;
        const { kv, revision } = await this.#options.store.get(this.#metaKey);
        if (!this.#closed) this.#judge(kv, revision);
      }
    } catch (thrown) {
      if (this.#closed) return;
      this.#options.log.debug({ err: thrown }, 'the record of the cluster could not be read; trying again');
      this.#retryTimer = this.#options.clock.after(checkAgainMs, () => void this.#check());
    } finally {
      this.#checking = false;
    }
  }

  #judge(kv: Parameters<typeof parseEntry>[1] | undefined, revision: number): void {
    const parsed = kv && parseEntry(this.#options.clusterId, kv);
    // A meta that was broken by hand is unknown, not absent: what is known of it still holds.
    const former = this.#known.get(this.#metaKey)?.record as ClusterMeta | undefined;
    const meta = parsed ? (parsed.ok ? (parsed.entry.record as ClusterMeta) : former) : undefined;
    const trust = judgeStore(this.#memory, { meta, revision });
    if (!trust.obeyed) {
      if (this.#distrust !== trust.problem) this.#options.log.error({ problem: trust.problem }, 'the store is not obeyed');
      this.#distrust = trust.problem;
      this.#options.onChange();
      return;
    }
    if (this.#distrust !== undefined) this.#options.log.info({}, 'the store is obeyed again');
    this.#distrust = undefined;
    this.#memory = trust.memory;
    this.#source = 'store';
    this.#rebuild();
    this.#told();
  }

  #rebuild(): void {
    const mirror = this.#mirror;
    if (!mirror) return;
    const seen = new Set<string>();
    for (const prefix of [this.#metaKey, ...this.#options.prefixes]) {
      for (const { key, value } of mirror.entries(prefix)) {
        seen.add(key);
        this.#take(key, value);
      }
    }
    for (const key of this.#known.keys()) if (!seen.has(key)) this.#known.delete(key);
    for (const key of this.#broken.keys()) if (!seen.has(key)) this.#broken.delete(key);
  }

  #take(key: string, text: string): void {
    if (this.#known.get(key)?.text === text) {
      // Mended by putting back what it said.
      this.#broken.delete(key);
      return;
    }
    const parsed = parseEntry(this.#options.clusterId, { key, value: text, createRevision: 0, modRevision: 0, lease: '0' });
    if (!parsed) return;
    if (parsed.ok) {
      this.#known.set(key, { kind: parsed.kind, ids: parsed.ids, record: parsed.entry.record, text });
      this.#broken.delete(key);
      return;
    }
    const [problem] = parsed.invalid.problems;
    const message = `${key} is no valid record: ${problem ? `${problem.path} ${problem.message}` : 'unreadable'}`;
    if (this.#broken.get(key) !== message) this.#options.log.warn({ key }, message);
    this.#broken.set(key, message);
  }

  #told(): void {
    this.#saveTimer ??= this.#options.clock.after(saveDelayMs, () => {
      this.#saveTimer = undefined;
      void this.#save();
    });
    this.#options.onChange();
  }

  async #save(): Promise<void> {
    const records = [...this.#known].map(([key, { text }]) => ({ key, text }));
    const kept: Kept = { memory: this.#memory, records };
    try {
      await this.#options.file.write(kept);
    } catch (thrown) {
      this.#options.log.warn({ err: thrown }, 'what is known could not be kept on disk; a restart without the store would not have it');
    }
  }
}
