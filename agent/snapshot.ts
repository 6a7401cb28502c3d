// Makes the planner's snapshot of what is desired, what was observed and what is remembered.
// Guarantees: a key that was being worked on when the look began counts as busy, whatever the look found of it.
import type { Executor } from '../src/loop/executor.ts';
import { sha256Hex } from '../src/model/digest.ts';
import type { ObservedProcess } from '../src/loop/ports.ts';
import { afterFailure, type Backoff, processBackoff } from '../src/plan/backoff.ts';
import type { ProbeState } from '../src/plan/node/health.ts';
import { isEnding, workOf } from '../src/plan/node/instance.ts';
import { meshWanted } from '../src/plan/node/local.ts';
import { remember } from '../src/plan/node/memory.ts';
import type {
  CaddySnapshot,
  InstanceMemory,
  KeyWait,
  MeshSnapshot,
  NodeAction,
  NodeSnapshot,
  Observed,
  ProcessView,
} from '../src/plan/node/snapshot.ts';
import type { ApplyContext } from './apply.ts';
import { caddyProcess } from './caddy.ts';
import type { Desired } from './desired.ts';
import type { Machine, Observer } from './observe.ts';
import { adminSocket, sidecarLabels } from './sidecar.ts';

export interface SnapshotRequest {
  desired: Desired;
  away: NodeSnapshot['away'];
  full: boolean;
  executor: Executor<NodeAction>;
  probes: ReadonlyMap<string, ProbeState>;
}

export class SnapshotMaker {
  readonly #context: ApplyContext;
  readonly #observer: Observer;
  #memory = new Map<string, InstanceMemory>();
  /** Processes of ours that ended, counted once each. */
  readonly #ended = new Map<string, Backoff & { seen: string }>();
  #meshPendingSinceMs: number | undefined;
  #caddyPendingSinceMs: number | undefined;

  constructor(options: { context: ApplyContext; observer: Observer }) {
    this.#context = options.context;
    this.#observer = options.observer;
  }

  async make(request: SnapshotRequest): Promise<{ snapshot: NodeSnapshot }> {
    const { desired, away, executor, probes, full } = request;
    const { ports, config } = this.#context;
    const busy = new Set(executor.busy());
    const machine = await this.#observer.look({ caddy: desired.wanted.table !== undefined || config.caddy.mode === 'external' });
    const mesh = await this.#mesh(machine, full);
    const { clock } = ports;
    const base: NodeSnapshot = {
      nowMs: clock.now(),
      monotonicMs: clock.monotonic(),
      clusterId: config.cluster.cluster_id,
      nodeId: config.node.node_id,
      environment: desired.wanted.environment,
      appAddr: desired.wanted.appAddr,
      obedience: desired.obedience,
      obedienceReason: desired.reason,
      away,
      assignments: desired.wanted.assignments,
      broken: new Set(desired.wanted.broken),
      leaving: desired.wanted.leaving,
      untouched: new Set(desired.wanted.untouched),
      engines: { docker: machine.docker, process: machine.process },
      networks: machine.networks,
      images: new Set(this.#context.images.keys()),
      memory: this.#memory,
      begun: new Set(desired.wanted.begun),
      outputs: this.#context.outputs.kept(),
      hooks: this.#context.hooks.calls(),
      mesh,
      caddy: this.#caddy(desired, machine),
      busy,
      waits: waitsOf(executor),
    };
    this.#memory = remember(base, await this.#withConnections(base), probes, () => ports.random.next());
    return { snapshot: { ...base, memory: this.#memory } };
  }

  /** Asks the sidecar for the connections of those that drain. */
  async #withConnections(snapshot: NodeSnapshot): Promise<ReturnType<typeof workOf>> {
    const { config, paths } = this.#context;
    return Promise.all(
      workOf(snapshot).map(async (work) => {
        const { inbound: _former, ...memory } = work.memory;
        if (!isEnding(work) || !meshWanted(snapshot, work.assignment)) return { ...work, memory };
        const { service, instance_id } = work.assignment;
        const inbound = await this.#observer.inbound(adminSocket(config, paths, service), service, instance_id);
        return { ...work, memory: inbound === undefined ? memory : { ...memory, inbound } };
      }),
    );
  }

  async #mesh(machine: Machine, full: boolean): Promise<MeshSnapshot> {
    const { ports, config, paths, mesh } = this.#context;
    const { files, certificates, former } = await mesh.view(full);
    const sidecars = (all: readonly ObservedProcess[]): ObservedProcess[] =>
      all.filter((one) => one.spec.labels?.['role'] === sidecarLabels['role']);
    const processes: Observed<ReadonlyMap<string, ProcessView>> = machine.processes.known
      ? { known: true, value: new Map(sidecars(machine.processes.value).map((one) => [one.name, this.#processView(one)])) }
      : machine.processes;
    const socketOf = new Map([...files.keys()].map((service) => [service, adminSocket(config, paths, service)]));
    const running = processes.known && [...processes.value.values()].some((view) => view.state === 'running');
    const { served, asked } = await this.#observer.served(new Set(running ? socketOf.values() : []));
    const pending = running && [...files].some(([service, text]) => served.get(service)?.configDigest !== sha256Hex(text));
    this.#meshPendingSinceMs = pending ? (this.#meshPendingSinceMs ?? ports.clock.monotonic()) : undefined;
    const { endpoints, ca_file, cert_file, key_file, username, password_file } = config.cluster;
    return {
      enabled: config.mesh.enabled,
      isolation: config.mesh.isolation,
      files,
      certificates,
      formerCertificates: former,
      bundleFile: paths.bundle,
      processes,
      served,
      asked: new Set([...socketOf].filter(([, socket]) => asked.has(socket)).map(([service]) => service)),
      ...(this.#meshPendingSinceMs !== undefined && { pendingSinceMs: this.#meshPendingSinceMs }),
      store: {
        chainfire_endpoint: endpoints,
        ...(ca_file !== undefined && { ca_file }),
        ...(cert_file !== undefined && { cert_file }),
        ...(key_file !== undefined && { key_file }),
        ...(username !== undefined && { username }),
        ...(password_file !== undefined && { password_file }),
      },
    };
  }

  #caddy(desired: Desired, machine: Machine): CaddySnapshot {
    const { ports, config } = this.#context;
    const process: Observed<ProcessView> = machine.processes.known
      ? { known: true, value: this.#namedProcess(machine.processes.value, caddyProcess) }
      : machine.processes;
    const pending = desired.wanted.table !== undefined && config.caddy.mode !== 'off' && !machine.caddy.known;
    this.#caddyPendingSinceMs = pending ? (this.#caddyPendingSinceMs ?? ports.clock.monotonic()) : undefined;
    const pendingSince = this.#caddyPendingSinceMs === undefined ? {} : { pendingSinceMs: this.#caddyPendingSinceMs };
    return {
      ...pendingSince,
      mode: config.caddy.mode,
      listen: config.caddy.listen,
      table: desired.wanted.table,
      tableUnknown: desired.wanted.tableUnknown ?? false,
      running: machine.caddy,
      process,
    };
  }

  #namedProcess(all: readonly ObservedProcess[], name: string): ProcessView {
    const found = all.find((one) => one.name === name);
    return found ? this.#processView(found) : { state: 'absent' };
  }

  #processView(process: ObservedProcess): ProcessView {
    const { clock, random, log } = this.#context.ports;
    const now = clock.monotonic();
    let ended = this.#ended.get(process.name);
    if (process.state === 'running') {
      if (ended && now - ended.failedAt >= processBackoff.forgetAfterMs) this.#ended.delete(process.name);
      return { state: 'running', failures: this.#ended.get(process.name)?.failures ?? 0 };
    }
    const seen = `${process.pid}:${process.startTime}`;
    if (ended?.seen !== seen) {
      ended = { ...afterFailure(processBackoff, ended, now, random.next()), seen };
      this.#ended.set(process.name, ended);
      log.warn(
        { process: process.name, exit_code: process.exitCode, failures: ended.failures },
        'a process of ours ended; its log file says why',
      );
    }
    return { state: 'exited', retryAtMs: ended.retryAt, failures: ended.failures };
  }
}

function waitsOf(executor: Executor<NodeAction>): Map<string, KeyWait> {
  const waits = new Map<string, KeyWait>();
  for (const [key, { remainingMs, error, failures }] of executor.backoffs()) {
    waits.set(key, { remainingMs, code: error.code, message: error.explain(), failures });
  }
  return waits;
}
