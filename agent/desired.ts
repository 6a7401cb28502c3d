// What is wanted of this node, and whether the store that says so is to be obeyed.
// Guarantees: only a live, complete mirror of our own store changes what is wanted; otherwise the last that was wanted
// stands, over restarts within the same boot too. A record that can't be read is kept as it was last.
import { parseEntry, type ParsedEntry } from '../src/model/entry.ts';
import { appAddrOf, timingsOf } from '../src/model/defaults.ts';
import type { Assignment, ClusterMeta, IngressTable, Node } from '../src/model/generated.ts';
import { keyOf, prefixOf } from '../src/model/keys.ts';
import type { Clock, Files, KeyValue, Log } from '../src/loop/ports.ts';
import type { Work } from '../src/plan/node/instance.ts';
import { type Wanted, wantedAfter, type WantedView, withBegun, withoutGone } from '../src/plan/node/memory.ts';
import type { ConditionView } from '../src/plan/node/report.ts';
import type { Obedience } from '../src/plan/node/snapshot.ts';
import type { Driver } from '../src/plan/unit.ts';
import { adviceOn, judgeStore, type StoreMemory } from '../src/plan/obey.ts';
import type { Mirror } from '../src/store/mirror.ts';
import type { AgentPaths } from './config.ts';
import { readKnownStore, readWanted, writeKnownStore, writeWanted } from './memory.ts';

export interface DesiredOptions {
  clusterId: string;
  nodeId: string;
  /** Environment of the agent's configuration, where it names one. */
  environment: string | undefined;
  /** Drivers that this agent runs. */
  drivers: ReadonlySet<Driver>;
  clock: Clock;
  files: Files;
  paths: AgentPaths;
  log: Log;
  bootId: string;
}

export interface Desired {
  obedience: Obedience;
  reason: string | undefined;
  wanted: Wanted;
  /** While the store is obeyed: the own Node record and the cluster's meta. */
  node?: KeyValue;
  meta?: KeyValue;
  leaseS: number;
  heartbeatS: number;
  eventsTtlS: number;
  conditions: ConditionView[];
}

interface Read {
  kv: KeyValue;
  parsed: ParsedEntry | undefined;
}

/** A table that vanished is believed after this; the news that the whole store was emptied may come later. */
const tableGoneAfterMs = 3000;
const keepRevisionEveryMs = 30_000;

export class DesiredState {
  readonly #options: DesiredOptions;
  readonly #parsed = new Map<string, { modRevision: number; parsed: ParsedEntry | undefined }>();
  #store: StoreMemory | undefined;
  /** The cluster's record as it could be read last. */
  #meta: ClusterMeta | undefined;
  #brokenMeta = 0;
  #wanted: Wanted | undefined;
  /** Whether `#wanted` may be acted on: it was wanted in this boot. */
  #ofThisBoot = false;
  #tableSeenAtMs = Number.NEGATIVE_INFINITY;
  #keptWanted = '';
  #keptStore: { memory: StoreMemory; atMs: number } | undefined;
  #refusal: string | undefined;

  constructor(options: DesiredOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const { files, paths, log, bootId } = this.#options;
    const known = await readKnownStore(files, paths, log);
    this.#store = known?.memory;
    this.#meta = known?.meta;
    const kept = await readWanted(files, paths, log, bootId);
    this.#wanted = kept?.wanted;
    this.#ofThisBoot = kept?.sameBoot ?? false;
  }

  /** What is wanted now. */
  look(mirror: Mirror): Desired {
    const { clusterId, nodeId, environment } = this.#options;
    const live = mirror.state() === 'live';
    const meta = this.#record(mirror, keyOf(clusterId, 'cluster'));
    const node = this.#record(mirror, keyOf(clusterId, 'node', nodeId));
    const reason = live ? this.#judge(mirror.revision, meta, node) : 'it does not answer';
    const record = this.#cluster(meta, reason === undefined && live);
    const timings = timingsOf(record);
    const common = { leaseS: timings.lease_s, heartbeatS: timings.heartbeat_s, eventsTtlS: timings.events_ttl_s };
    if (reason !== undefined || !meta || !record || !node?.parsed?.ok || node.parsed.kind !== 'node') {
      const obedience = this.#ofThisBoot ? 'frozen' : 'waiting';
      const wanted = this.#wanted ?? { environment: environment ?? '', appAddr: '127.0.0.1', assignments: [], broken: [], leaving: [] };
      return { ...common, obedience, reason, wanted, conditions: [] };
    }
    const conditions: ConditionView[] = [];
    const view = this.#view(mirror, record, node.parsed.entry.record, conditions);
    this.#wanted = wantedAfter(this.#wanted, view, this.#options.drivers);
    this.#ofThisBoot = true;
    if (environment !== undefined && environment !== record.environment) {
      const message = `the agent's configuration says ${environment}, the cluster is ${record.environment}; the cluster's counts`;
      conditions.push({ type: 'environment_mismatch', reason: 'environment_mismatch', message });
    }
    return { ...common, obedience: 'obeyed', reason: undefined, wanted: this.#wanted, node: node.kv, meta: meta.kv, conditions };
  }

  /** Forgets those of whom nothing is left, and keeps the rest on disk. */
  async settle(work: readonly Work[], monotonicMs: number): Promise<void> {
    const { files, paths, bootId } = this.#options;
    if (!this.#wanted || !this.#ofThisBoot) return;
    this.#wanted = withBegun(withoutGone(this.#wanted, work, monotonicMs), work);
    const text = JSON.stringify(this.#wanted);
    if (text !== this.#keptWanted) {
      await writeWanted(files, paths, bootId, this.#wanted);
      this.#keptWanted = text;
    }
    const memory = this.#store;
    const kept = this.#keptStore;
    if (!memory || kept?.memory === memory) return;
    const same = kept && kept.memory.uid === memory.uid && kept.memory.epoch === memory.epoch;
    if (same && monotonicMs - kept.atMs < keepRevisionEveryMs) return;
    await writeKnownStore(files, paths, { memory, ...(this.#meta && { meta: this.#meta }) });
    this.#keptStore = { memory, atMs: monotonicMs };
  }

  #record(mirror: Mirror, key: string): Read | undefined {
    const kv = mirror.get(key);
    return kv && { kv, parsed: this.#parse(kv) };
  }

  #parse(kv: KeyValue): ParsedEntry | undefined {
    const known = this.#parsed.get(kv.key);
    if (known?.modRevision === kv.modRevision) return known.parsed;
    const parsed = parseEntry(this.#options.clusterId, kv);
    this.#parsed.set(kv.key, { modRevision: kv.modRevision, parsed });
    return parsed;
  }

  /** The cluster's record; one that was broken by hand is unknown, not absent, and what it said before stands. */
  #cluster(meta: Read | undefined, obeyed: boolean): ClusterMeta | undefined {
    if (!meta) return undefined;
    const { kv, parsed } = meta;
    if (parsed?.ok && parsed.kind === 'cluster') {
      if (obeyed) this.#meta = parsed.entry.record;
      return parsed.entry.record;
    }
    if (parsed && !parsed.ok && kv.modRevision !== this.#brokenMeta) {
      this.#brokenMeta = kv.modRevision;
      const [problem] = parsed.invalid.problems;
      this.#options.log.error(
        { key: kv.key, path: problem?.path, problem: problem?.message },
        `the cluster's record is broken${this.#meta ? '; what it said before stands' : ''}`,
      );
    }
    return this.#meta;
  }

  /** Why the store is not to be obeyed, or undefined where it is. */
  #judge(revision: number, meta: Read | undefined, node: Read | undefined): string | undefined {
    const { log } = this.#options;
    const record = meta?.parsed?.ok && meta.parsed.kind === 'cluster' ? meta.parsed.entry.record : undefined;
    const judgement = judgeStore(this.#store, {
      revision,
      meta: record ?? (meta ? 'invalid' : 'absent'),
      node: node ? (node.parsed?.ok ? 'present' : 'invalid') : 'absent',
    });
    if (judgement.obey) {
      if (this.#refusal !== undefined) log.info({}, 'the store is obeyed again');
      this.#refusal = undefined;
      const { memory } = judgement;
      const same = this.#store?.revision === memory.revision && this.#store.uid === memory.uid && this.#store.epoch === memory.epoch;
      if (!same) this.#store = memory;
      return undefined;
    }
    if (this.#refusal !== judgement.code) {
      log.error(
        { code: judgement.code },
        `the store is not obeyed: ${judgement.message}; nothing is stopped or removed. ${adviceOn[judgement.code]}`,
      );
    }
    this.#refusal = judgement.code;
    return judgement.message;
  }

  #view(mirror: Mirror, meta: ClusterMeta, node: Node, conditions: ConditionView[]): WantedView {
    const { clusterId, nodeId } = this.#options;
    const assignments: Assignment[] = [];
    const broken: string[] = [];
    const prefix = prefixOf(clusterId, 'assignment', nodeId);
    const keys = new Set<string>();
    for (const kv of mirror.entries(prefix)) {
      keys.add(kv.key);
      const parsed = this.#parse(kv);
      if (parsed?.ok && parsed.kind === 'assignment') assignments.push(parsed.entry.record);
      else if (parsed && !parsed.ok) {
        broken.push(kv.key.slice(prefix.length));
        conditions.push(conditionOf('invalid_assignment', parsed));
      }
    }
    for (const key of this.#parsed.keys()) if (key.startsWith(prefix) && !keys.has(key)) this.#parsed.delete(key);
    return { environment: meta.environment, appAddr: appAddrOf(node), assignments, broken, table: this.#table(mirror, conditions) };
  }

  #table(mirror: Mirror, conditions: ConditionView[]): IngressTable | undefined | 'broken' {
    const { clusterId, nodeId, clock } = this.#options;
    const found = this.#record(mirror, keyOf(clusterId, 'ingress', nodeId));
    const now = clock.monotonic();
    if (!found) return now - this.#tableSeenAtMs < tableGoneAfterMs ? 'broken' : undefined;
    this.#tableSeenAtMs = now;
    if (found.parsed?.ok && found.parsed.kind === 'ingress') return found.parsed.entry.record;
    if (found.parsed && !found.parsed.ok) conditions.push(conditionOf('invalid_ingress', found.parsed));
    return 'broken';
  }
}

function conditionOf(type: 'invalid_assignment' | 'invalid_ingress', { invalid }: Extract<ParsedEntry, { ok: false }>): ConditionView {
  const [problem] = invalid.problems;
  const message = problem ? `${problem.path}: ${problem.message}` : 'it can not be read';
  return {
    type,
    reason: 'invalid_record',
    message: `${message}; what it said before stands`,
    key: invalid.key,
    ...(problem && { path: problem.path }),
  };
}
