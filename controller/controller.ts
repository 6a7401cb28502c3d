// One controller: takes part in the election, watches the cluster, and while it leads makes the planner's decisions true.
// Guarantees: free of process globals: clock, chance, store and files are handed in, so that the simulation and the
// benchmark run this very code. It plans only on a live view that shows its own last write; it writes only while it
// leads; a store that is not the one it knows is not obeyed.
// The caller owes: close().
import type { Clock, Files, Log, Random, Store } from '../src/loop/ports.ts';
import { createRunner, type Pass, type Runner } from '../src/loop/runner.ts';
import type { ClusterMeta } from '../src/model/generated.ts';
import { timingsOf } from '../src/model/defaults.ts';
import { clusterPrefix, keyOf, leaderKey } from '../src/model/keys.ts';
import type { ClusterAction } from '../src/plan/cluster/actions.ts';
import { planCluster } from '../src/plan/cluster/cluster.ts';
import { type ClusterFindings, eventsOfAction, eventsOfFindings, findingsOf } from '../src/plan/cluster/events.ts';
import { Quiet } from '../src/plan/cluster/quiet.ts';
import type { Blocked } from '../src/plan/plan.ts';
import type { Outcome } from '../src/store/commit.ts';
import { campaign, type Election, type Leadership } from '../src/store/election.ts';
import { createEventRecorder, type EventOutcome, type EventRecorder } from '../src/store/events.ts';
import { type Mirror, openMirror } from '../src/store/mirror.ts';
import { Applier } from './apply.ts';
import { startCompaction } from './compaction.ts';
import { EventBound } from './event-bound.ts';
import { StoreIdentity } from './identity.ts';
import { ClusterView } from './observe.ts';

export interface ControllerPorts {
  store: Store;
  clock: Clock;
  random: Random;
  log: Log;
  files: Files;
}

export interface ControllerConfig {
  clusterId: string;
  /** Who we are, for people: stands in the leader key. */
  name: string;
  /** Life of the leader's lease; 15 by default. */
  leaseS?: number;
  /** File that remembers which store we know; without it that is forgotten at the end. */
  identityFile?: string;
  /** Told of what happens, for metrics. */
  observer?: ControllerObserver;
}

export interface ControllerObserver {
  onPass?: (pass: { durationMs: number; planMs: number; actions: number; blocked: readonly Blocked[] }) => void;
  onOutcome?: (action: ClusterAction, status: Outcome['status']) => void;
  onEvents?: (outcome: EventOutcome, count: number) => void;
}

export interface Controller {
  /** Resolves when the cluster was seen for the first time. */
  readonly ready: Promise<void>;
  leads(): boolean;
  /** Who leads, as last seen. */
  leader(): string | undefined;
  /** Why it does not do its work now, in words; undefined where it does. */
  unready(): string | undefined;
  /** Resolves when nothing is left to look at. */
  idle(): Promise<void>;
  /** Finishes the pass under way and steps down. */
  close(): Promise<void>;
  readonly revision: number;
  /** Broken records that are known. */
  readonly invalidCount: number;
}

/** Revisions between two saves of the highest one seen: after a crash a store that lost fewer than these is not noticed. */
const saveEveryRevisions = 500;
const mirrorWaitMs = 100;
const conflictRetryMs = 1000;
const soonestMs = 20;

export async function createController(ports: ControllerPorts, config: ControllerConfig): Promise<Controller> {
  const identity = new StoreIdentity(ports.files, config.clusterId, config.identityFile);
  await identity.load();
  // A directory that can't be written is told now, not when it is needed.
  await identity.save();
  return new ClusterController(ports, config, identity);
}

class ClusterController implements Controller {
  readonly ready: Promise<void>;
  readonly #ports: ControllerPorts;
  readonly #config: ControllerConfig;
  readonly #identity: StoreIdentity;
  readonly #view: ClusterView;
  readonly #mirror: Mirror;
  readonly #applier: Applier;
  readonly #runner: Runner;
  readonly #election: Election;
  readonly #compaction: { stop(): void };
  readonly #events: EventRecorder;
  readonly #eventBound: EventBound;
  readonly #quiet = new Quiet();
  #findings: ClusterFindings | undefined;
  #refused: string | undefined;

  constructor(ports: ControllerPorts, config: ControllerConfig, identity: StoreIdentity) {
    const { clock, log, random, store } = ports;
    this.#ports = ports;
    this.#config = config;
    this.#identity = identity;
    this.#view = new ClusterView(config.clusterId, ports);
    this.#applier = new Applier({ ...ports, onOutcome: (action, status) => config.observer?.onOutcome?.(action, status) });
    const fence = () => (this.#refused === undefined ? this.#election.leadership()?.fence : undefined);
    this.#events = createEventRecorder({
      ...ports,
      clusterId: config.clusterId,
      by: `controller/${config.name}`,
      fence,
      ttlS: () => timingsOf(this.#view.tables.meta?.record).events_ttl_s,
      kept: config.identityFile === undefined ? undefined : { files: ports.files, path: `${config.identityFile}.events-lease` },
      onOutcome: config.observer?.onEvents,
    });
    this.#eventBound = new EventBound({ ...ports, clusterId: config.clusterId, fence });
    this.#runner = createRunner({ clock, random, log, pass: (pass) => this.#pass(pass) });
    // One prefix for all: a transaction over several kinds of record is seen whole.
    this.#mirror = openMirror(store, [clusterPrefix(config.clusterId)], { clock, random, log });
    this.#mirror.onChange((changes) => {
      this.#eventBound.apply(changes);
      if (changes.relisted || changes.changes.length === 0) this.#runner.mark();
      if (this.#view.apply(changes)) this.#runner.mark('records');
    });
    this.ready = this.#mirror.ready;
    this.#election = campaign(store, {
      key: leaderKey(config.clusterId),
      value: config.name,
      ttlS: config.leaseS ?? 15,
      clock,
      random,
      log,
      onElected: () => {
        this.#view.lead();
        this.#runner.mark();
      },
      onDeposed: () => {
        this.#findings = undefined;
        this.#events.forget();
      },
    });
    this.#compaction = startCompaction({ store, clock, random, log, revision: () => this.#mirror.revision, leads: () => this.leads() });
  }

  leads(): boolean {
    return this.#election.leadership() !== undefined;
  }

  leader(): string | undefined {
    return this.#election.leader();
  }

  get revision(): number {
    return this.#mirror.revision;
  }

  get invalidCount(): number {
    return this.#view.tables.invalid.size;
  }

  unready(): string | undefined {
    const state = this.#mirror.state();
    if (state !== 'live') return state === 'listing' ? 'the cluster has not been read yet' : 'the store is away; what is known may be old';
    return this.#refused;
  }

  idle(): Promise<void> {
    return this.#runner.idle();
  }

  async close(): Promise<void> {
    this.#compaction.stop();
    await this.#runner.stop();
    this.#eventBound.stop();
    await this.#events.close();
    await this.#election.close();
    this.#mirror.close();
    await this.#keepIdentity();
  }

  /** Work goes on without: what is lost is only what the next process would know. */
  async #keepIdentity(everyRevisions?: number): Promise<void> {
    try {
      await this.#identity.save(everyRevisions);
    } catch (thrown) {
      this.#ports.log.error({ err: thrown }, 'what is known of the store could not be kept on disk');
    }
  }

  async #pass({ full }: Pass): Promise<{ againInMs?: number } | undefined> {
    if (full) this.#quiet.forget();
    const leadership = this.#election.leadership();
    if (this.#mirror.state() !== 'live') return undefined;
    const obeyed = this.#obeys();
    await this.#keepIdentity(saveEveryRevisions);
    if (!obeyed || !leadership) return undefined;
    if (this.#mirror.revision < this.#applier.writtenRevision) return { againInMs: mirrorWaitMs };
    return this.#act(leadership);
  }

  /** Whether the store is the one we know; says so once where it is not. */
  #obeys(): boolean {
    const { tables } = this.#view;
    const broken = tables.invalid.has(keyOf(tables.clusterId, 'cluster'));
    const meta: ClusterMeta | 'broken' | undefined = broken ? 'broken' : tables.meta?.record;
    const refusal = this.#identity.refusal(meta, this.#mirror.revision);
    if (refusal !== undefined && refusal !== this.#refused)
      this.#ports.log.error({ code: 'store_foreign', reason: refusal }, 'the store is not obeyed');
    if (refusal === undefined && this.#refused !== undefined) this.#ports.log.info({}, 'the store is obeyed again');
    this.#refused = refusal;
    if (refusal !== undefined) return false;
    if (this.#identity.note(meta, this.#mirror.revision)) this.#applier.forget();
    return true;
  }

  async #act(leadership: Leadership): Promise<{ againInMs?: number }> {
    const { clock } = this.#ports;
    const startedMs = clock.monotonic();
    const plan = planCluster(this.#view.snapshot(this.#mirror.revision), this.#quiet);
    const planMs = clock.monotonic() - startedMs;
    if (plan.massLoss) this.#view.noteMassLoss();
    const { tables } = this.#view;
    // The records that an action changes are known now; when it is done they may have changed again.
    const told = new Map(plan.actions.map((action) => [action, eventsOfAction(action, tables)]));
    const findings = findingsOf(tables, plan);
    this.#events.note(eventsOfFindings(tables, this.#findings, findings));
    this.#findings = findings;
    const applied = await this.#applier.apply(plan.actions, leadership.fence);
    this.#events.note(applied.done.flatMap((action) => told.get(action) ?? []));
    this.#config.observer?.onPass?.({
      durationMs: clock.monotonic() - startedMs,
      planMs,
      actions: plan.actions.length,
      blocked: plan.blocked,
    });
    const waits = plan.blocked.flatMap((blocked) => (blocked.retryAt === undefined ? [] : [Math.max(0, blocked.retryAt - clock.now())]));
    const retry = this.#applier.nextRetryInMs();
    if (retry !== undefined) waits.push(retry);
    if (applied.conflicts > 0) waits.push(conflictRetryMs);
    return waits.length === 0 ? {} : { againInMs: Math.max(soonestMs, Math.min(...waits)) };
  }
}
