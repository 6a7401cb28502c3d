// The agent: observe, plan, apply, report, over the ports it is given. The simulation and the benchmarks run this very code.
// Guarantees: nothing is done on the node before the own session is held, the store being away in the same boot excepted;
// another living agent of this node id ends this one; stopping leaves lease, containers, sidecar and Caddy as they are.
import type { Registry } from 'prom-client';
import { type ActionOutcome, createExecutor, type Executor } from '../src/loop/executor.ts';
import { createRunner, type Pass, type Runner } from '../src/loop/runner.ts';
import type { PhotonError } from '../src/model/errors.ts';
import { asPhotonError } from '../src/model/errors.ts';
import { keyOf, prefixOf } from '../src/model/keys.ts';
import type { KeyValue } from '../src/loop/ports.ts';
import { backoffFor } from '../src/plan/backoff.ts';
import { planAgainInMs, planNode } from '../src/plan/node/node.ts';
import { eventsOfInstance, eventsOfLook, eventsOfNode, eventsOfOutcome, lookOf, type NodeLook } from '../src/plan/node/events.ts';
import { workOf } from '../src/plan/node/instance.ts';
import type { ConditionView } from '../src/plan/node/report.ts';
import type { NodeAction, NodePlan, NodeSnapshot } from '../src/plan/node/snapshot.ts';
import { createEventRecorder, type EventRecorder } from '../src/store/events.ts';
import { type Mirror, openMirror } from '../src/store/mirror.ts';
import { type ApplyContext, createHandlers } from './apply.ts';
import { AwayTime } from './away.ts';
import { type AgentConfig, pathsOf } from './config.ts';
import { type Desired, DesiredState } from './desired.ts';
import { Hooks } from './hooks.ts';
import { openSession, type Session } from './liveness.ts';
import { agentUid } from './memory.ts';
import { type AgentMetrics, createAgentMetrics } from './metrics.ts';
import { type EngineWarnings, Observer } from './observe.ts';
import type { AgentPorts } from './ports.ts';
import { TaskOutputs } from './outputs.ts';
import { Probes } from './probes.ts';
import { Reporter } from './report.ts';
import { MeshStore } from './sidecar.ts';
import { SnapshotMaker } from './snapshot.ts';

export interface Agent {
  /** Resolves when the agent is at work; the store need not answer for that. */
  start(): Promise<void>;
  /** Resolves with what ended it by itself: another agent holds this node id. */
  readonly ended: Promise<PhotonError>;
  /** No new work; what is under way gets graceMs, then is aborted. */
  stop(graceMs: number): Promise<void>;
  /** Why a restart would help, or undefined. */
  unhealthy(): string | undefined;
  /** Why it does not do its work, or undefined. */
  unready(): string | undefined;
  /** The last plan, for tests and `why`. */
  lastPlan(): NodePlan | undefined;
}

const concurrency = 16;
const noPassForMs = 180_000;
const warningsEveryMs = 60_000;

/** `registry` gets the agent's numbers. */
export function createAgent(ports: AgentPorts, config: AgentConfig, registry?: Registry): Agent {
  return new NodeAgent(ports, config, registry);
}

class NodeAgent implements Agent {
  readonly ended: Promise<PhotonError>;
  readonly #ports: AgentPorts;
  readonly #config: AgentConfig;
  readonly #context: ApplyContext;
  readonly #observer: Observer;
  readonly #desired: DesiredState;
  readonly #reporter: Reporter;
  readonly #probes: Probes;
  readonly #away: AwayTime;
  readonly #snapshots: SnapshotMaker;
  readonly #executor: Executor<NodeAction>;
  readonly #metrics: AgentMetrics | undefined;
  readonly #events: EventRecorder;
  readonly #subscriptions: { cancel(): void }[] = [];
  #runner: Runner | undefined;
  #mirror: Mirror | undefined;
  #session: Session | undefined;
  #everHeld = false;
  /** The meta record of the store that is obeyed now. */
  #meta: KeyValue | undefined;
  #uid = '';
  #look: NodeLook | undefined;
  #eventsTtlS = 0;
  #plan: NodePlan | undefined;
  #notObeyed: string | undefined = 'it has not looked yet';
  #warnings: { value: EngineWarnings | undefined; atMs: number } | undefined;
  #diskFull: string | undefined;
  #end: (error: PhotonError) => void = () => undefined;
  #startedAtMs = 0;

  constructor(ports: AgentPorts, config: AgentConfig, registry: Registry | undefined) {
    this.#ports = ports;
    this.#config = config;
    const { clock, random, log, files, store, prober, facts } = ports;
    const paths = pathsOf(config.data_dir);
    const { cluster_id: clusterId, environment } = config.cluster;
    const nodeId = config.node.node_id;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    const mesh = new MeshStore(files, paths, clock);
    const hooks = new Hooks({ prober, files, log, path: paths.hooks, onChange: (name) => this.#runner?.mark(name) });
    this.#away = new AwayTime({ clock, files, log, path: paths.away, bootId: facts.bootId });
    const outputs = new TaskOutputs({ ...ports, clusterId, nodeId, onKept: (name) => this.#runner?.mark(name) });
    this.#context = { ports, config, paths, mesh, hooks, outputs, images: new Map(), created: new Map(), restarts: new Map() };
    this.#observer = new Observer({ ...ports, onLate: () => this.#runner?.mark('late') });
    const drivers = new Set((['docker', 'process'] as const).filter((driver) => ports[driver] !== undefined));
    this.#desired = new DesiredState({ clusterId, nodeId, environment, drivers, clock, files, paths, log, bootId: facts.bootId });
    const { restarts, images } = this.#context;
    this.#metrics = registry && createAgentMetrics(registry);
    this.#events = createEventRecorder({
      store,
      clock,
      log,
      clusterId,
      by: `agent/${nodeId}`,
      // In a store that is not obeyed nothing is written.
      fence: () => (this.#look?.obedience === 'obeyed' ? this.#session?.guard() : undefined),
      ttlS: () => this.#eventsTtlS,
      kept: { files, path: paths.eventsLease },
      onOutcome: (outcome, count) => this.#metrics?.events(outcome, count),
    });
    this.#reporter = new Reporter({
      store,
      clock,
      random,
      log,
      clusterId,
      restarts,
      images,
      onInstance: (before, after) => this.#events.note(eventsOfInstance(before, after)),
      onNode: (before, after) => this.#events.note(eventsOfNode(before, after)),
    });
    this.#probes = new Probes({ clock, random, prober, onChange: (name) => this.#runner?.mark(name) });
    this.#snapshots = new SnapshotMaker({ context: this.#context, observer: this.#observer });
    this.#executor = createExecutor<NodeAction>({
      handlers: createHandlers(this.#context),
      clock,
      random,
      log,
      concurrency,
      ruleFor: (_action, error) => backoffFor(error.code),
      onOutcome: (outcome) => this.#onOutcome(outcome),
      onFree: (key) => this.#runner?.mark(key),
    });
  }

  async start(): Promise<void> {
    const { store, clock, random, log, files, docker, process, processes } = this.#ports;
    const { cluster_id: clusterId } = this.#config.cluster;
    const nodeId = this.#config.node.node_id;
    this.#startedAtMs = clock.monotonic();
    this.#uid = await agentUid(files, this.#context.paths, random, { clusterId, nodeId });
    await this.#desired.load();
    await this.#away.load();
    await this.#context.hooks.load();
    const liveness = keyOf(clusterId, 'liveness', nodeId);
    const prefixes = [
      prefixOf(clusterId, 'assignment', nodeId),
      keyOf(clusterId, 'ingress', nodeId),
      keyOf(clusterId, 'node', nodeId),
      keyOf(clusterId, 'cluster'),
      liveness,
    ];
    const mirror = openMirror(store, prefixes, { clock, random, log });
    this.#mirror = mirror;
    const onPass = (done: { durationMs: number; failed: boolean }): void => this.#metrics?.pass(done);
    const runner = createRunner({ clock, random, log, pass: (pass) => this.#pass(pass, mirror), onPass });
    this.#runner = runner;
    this.#subscriptions.push(
      mirror.onChange((change) => {
        for (const one of change.changes) {
          this.#reporter.noteChange(one.key);
          if (one.key === liveness) this.#session?.seen(one.after, change.revision);
          else runner.mark(one.key);
        }
        if (change.changes.length === 0 || change.relisted) runner.mark();
      }),
      processes.subscribe((name) => runner.mark(`process/${name}`)),
    );
    for (const engine of [docker, process]) {
      if (engine) this.#subscriptions.push(engine.subscribe((instance) => runner.mark(instance ?? engine.driver)));
    }
  }

  async stop(graceMs: number): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#probes.stop();
    this.#context.outputs.stop();
    await this.#runner?.stop();
    await this.#executor.stop(graceMs);
    await this.#reporter.close();
    await this.#events.close();
    await this.#session?.close();
    this.#mirror?.close();
  }

  unhealthy(): string | undefined {
    const sinceMs = this.#ports.clock.monotonic() - (this.#runner?.lastPassAt() ?? this.#startedAtMs);
    return sinceMs > noPassForMs ? `no pass has ended for ${Math.round(sinceMs / 1000)} s` : undefined;
  }

  unready(): string | undefined {
    return this.unhealthy() ?? this.#notObeyed;
  }

  lastPlan(): NodePlan | undefined {
    return this.#plan;
  }

  async #pass(pass: Pass, mirror: Mirror): Promise<{ againInMs?: number }> {
    const desired = this.#withSession(this.#desired.look(mirror));
    this.#notObeyed = desired.obedience === 'obeyed' ? undefined : `the store is not followed: ${desired.reason ?? 'it was not read yet'}`;
    const away = this.#away.look(desired.obedience === 'obeyed', mirror);
    const probes = this.#probes.states();
    const look = await this.#snapshots.make({ desired, away, full: pass.full, executor: this.#executor, probes });
    const { snapshot } = look;
    const work = workOf(snapshot);
    const plan = planNode(snapshot, work);
    this.#plan = plan;
    this.#eventsTtlS = desired.eventsTtlS;
    this.#events.note(eventsOfLook(this.#look, snapshot, work));
    this.#look = lookOf(this.#look, snapshot, work);
    this.#probes.follow(work);
    this.#context.outputs.follow(work, () => (desired.obedience === 'obeyed' ? this.#session?.guard() : undefined));
    this.#executor.submit(plan.actions);
    this.#metrics?.look(snapshot, plan, work);
    await this.#report(desired, snapshot, plan, work);
    await this.#settle(work, snapshot);
    const due = [planAgainInMs(snapshot, work), this.#executor.nextRetryInMs(), this.#reporter.nodeInMs()].filter((ms) => ms !== undefined);
    return due.length === 0 ? {} : { againInMs: Math.max(10, Math.min(...due)) };
  }

  #onOutcome(outcome: ActionOutcome<NodeAction>): void {
    const { action, ok, durationMs } = outcome;
    this.#metrics?.action(action, ok, durationMs);
    const failures = this.#executor.backoffs().get(action.key)?.failures ?? 1;
    const ended = ok ? outcome : { ok, code: outcome.error.code, message: outcome.error.explain(), failures };
    this.#events.note(eventsOfOutcome(this.#config.node.node_id, action, ended));
  }

  /** Without a session nothing is to be done: somebody else may hold this node. */
  #withSession(desired: Desired): Desired {
    this.#meta = desired.meta;
    if (desired.obedience !== 'obeyed') return desired;
    this.#session ??= this.#beginSession(desired.leaseS);
    if (this.#session.guard()) return desired;
    this.#session.proceed();
    const held = this.#everHeld ? 'frozen' : 'waiting';
    return { ...desired, obedience: held, reason: this.#session.waitsFor() ?? 'its session does not stand' };
  }

  #beginSession(ttlS: number): Session {
    const { store, clock, random, log, files, facts, version } = this.#ports;
    return openSession({
      store,
      clock,
      random,
      log,
      ttlS,
      key: keyOf(this.#config.cluster.cluster_id, 'liveness', this.#config.node.node_id),
      identity: { agent_uid: this.#uid, machine_id: facts.machineId, boot_id: facts.bootId, version },
      kept: { files, path: this.#context.paths.lease },
      ofOurStore: () => this.#meta && { key: this.#meta.key, modRevision: this.#meta.modRevision },
      onChange: () => {
        this.#everHeld ||= this.#session?.guard() !== undefined;
        // While it did not stand, the controller may have written our records.
        this.#reporter.forget();
        this.#runner?.mark();
      },
      onRefused: (error) => {
        log.error({ err: error }, 'another agent holds this node id; this one ends');
        void this.#runner?.stop();
        this.#end(error);
      },
    });
  }

  async #settle(work: ReturnType<typeof workOf>, snapshot: NodeSnapshot): Promise<void> {
    try {
      await this.#desired.settle(work, snapshot.monotonicMs);
      await this.#away.keep(snapshot.assignments.some((assignment) => assignment.stop_after_s !== undefined));
      this.#context.hooks.prune(new Set(work.map((one) => one.name)));
      this.#diskFull = undefined;
    } catch (thrown) {
      const error = asPhotonError(thrown);
      // Work goes on without: what is lost is only knowledge for an outage to come.
      this.#ports.log.warn({ err: error }, 'what is wanted could not be kept on disk');
      this.#diskFull = error.code === 'disk_full' ? error.explain() : undefined;
    }
  }

  async #report(desired: Desired, snapshot: NodeSnapshot, plan: NodePlan, work: ReturnType<typeof workOf>): Promise<void> {
    if (desired.obedience !== 'obeyed' || !desired.node || !this.#session) return;
    const { facts } = this.#ports;
    const conditions = [...desired.conditions, ...(await this.#warningConditions())];
    if (this.#diskFull !== undefined) conditions.push({ type: 'disk_full', reason: 'disk_full', message: this.#diskFull });
    const { machineId, hostname, cpuMillicores, memoryBytes } = facts;
    this.#reporter.offer({
      snapshot,
      plan,
      work,
      node: desired.node,
      facts: { machineId, hostname, cpuMillicores, memoryBytes, conditions },
      heartbeatS: desired.heartbeatS,
      session: this.#session,
    });
  }

  async #warningConditions(): Promise<ConditionView[]> {
    const now = this.#ports.clock.monotonic();
    if (!this.#warnings || now - this.#warnings.atMs >= warningsEveryMs) {
      const value = await this.#observer.engineWarnings();
      this.#warnings = { value: value ?? this.#warnings?.value, atMs: now };
    }
    if (this.#warnings.value?.liveRestore !== false) return [];
    const message =
      'dockerd runs without live-restore: a restart of it restarts every container here. Set "live-restore": true in daemon.json';
    return [{ type: 'live_restore_off', reason: 'live_restore_off', message }];
  }
}
