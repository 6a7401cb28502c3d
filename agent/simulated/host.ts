// A simulated machine: what runs on it, what listens, what is on its disk. It outlives the agents on it.
// Guarantees: deterministic, given its clock and random source. `ports()` gives one run of an agent everything that it touches;
// several agents may share a machine, as two do that share a Docker engine.
import { PhotonError } from '../../src/model/errors.ts';
import type { CaddyAdmin, Clock, Engine, Files, Prober, ProcessStarter, Random, SidecarAdmin, UnitSpec } from '../../src/loop/ports.ts';
import { createProcessEngine } from '../process-engine.ts';
import { SimulatedCaddy } from './caddy.ts';
import { SimulatedDocker } from './docker.ts';
import { SimulatedFiles } from './files.ts';
import { Gate, Life } from './gate.ts';
import { createSimulatedProber } from './prober.ts';
import { SimulatedProcesses } from './processes.ts';
import { createSimulatedSidecarAdmin, type Served } from './sidecar.ts';

/** How an app behaves once it is started. */
export interface AppBehaviour {
  /** Probes pass from then on. */
  healthyAfterMs?: number;
  /** It ends by itself after that. */
  exitAfterMs?: number;
  exitCode?: number;
  oomKilled?: boolean;
  /** Only SIGKILL ends it. */
  ignoresSignals?: boolean;
}

export interface SimulatedHostOptions {
  clock: Clock;
  random: Random;
  networkPool?: string;
  networkPrefix?: number;
}

/** What one run of an agent touches. */
export interface SimulatedPorts {
  life: Life;
  docker: Engine;
  process: Engine;
  processes: ProcessStarter;
  prober: Prober;
  files: Files;
  caddy: CaddyAdmin;
  sidecar: (socketPath: string) => SidecarAdmin;
}

export class SimulatedHost {
  readonly clock: Clock;
  readonly random: Random;
  readonly gate: Gate;
  readonly docker: SimulatedDocker;
  readonly processes: SimulatedProcesses;
  readonly files = new SimulatedFiles();
  readonly caddy: SimulatedCaddy;
  /** Open inbound connections by `service/instance`. */
  readonly connections = new Map<string, number>();
  /** Instances that fail their probes. */
  readonly unhealthy = new Set<string>();
  /** Every start of a unit, and every unit or process that was asked to stop, in order. */
  readonly starts: { instance: string; atMs: number }[] = [];
  readonly stops: string[] = [];
  /** `instance path` of every call of a hook that reached an app, in order. */
  readonly called: string[] = [];
  /** How an app answers a hook. */
  hook: (instance: string) => { status: number; afterMs: number } = () => ({ status: 200, afterMs: 0 });
  /** Sidecars that do not see their files change, and miss so many times that they are told: what each serves, by its process. */
  deaf: { misses: number; serves: Map<string, Served> } | undefined;
  /** How an app behaves; asked at each start. `process` apps are asked by their instance too. */
  behaviour: (instance: string, spec: UnitSpec | undefined) => AppBehaviour = () => ({});
  bootId: string;
  readonly #foreign = new Set<string>();

  constructor(options: SimulatedHostOptions) {
    this.clock = options.clock;
    this.random = options.random;
    this.gate = new Gate(options.clock, options.random);
    this.bootId = options.random.hex(16);
    this.docker = new SimulatedDocker(this, options.networkPool ?? '10.210.0.0/16', options.networkPrefix ?? 26);
    this.processes = new SimulatedProcesses(this);
    this.caddy = new SimulatedCaddy(this);
  }

  ports(identity: { clusterId: string; nodeId: string; dataDir: string }): SimulatedPorts {
    const life = new Life();
    const processes = this.processes.starter(life);
    const files = this.files.port(this.gate, life);
    return {
      life,
      docker: this.docker.engine(life, identity),
      process: createProcessEngine({ ...identity, starter: processes, files, checkPort: (publish) => this.#checkPort(publish) }),
      processes,
      prober: createSimulatedProber(this, life),
      files,
      caddy: this.caddy.port(life),
      sidecar: (socketPath) => createSimulatedSidecarAdmin(this, life, socketPath),
    };
  }

  /** A process that is not ours listens there, and answers probes. */
  listen(addr: string, port: number): void {
    this.#foreign.add(`${addr}:${port}`);
  }

  unlisten(addr: string, port: number): void {
    this.#foreign.delete(`${addr}:${port}`);
  }

  isForeign(addr: string, port: number): boolean {
    return this.#foreign.has(`${addr}:${port}`);
  }

  /** Who listens there: an instance of ours, something foreign, or nobody. */
  holderOf(addr: string, port: number): { instance?: string } | undefined {
    if (this.isForeign(addr, port)) return {};
    const instance = this.docker.listenerAt(addr, port) ?? this.processes.listenerAt(port);
    return instance === undefined ? undefined : { instance };
  }

  /** The app of an instance ends by itself, whichever driver runs it. */
  crashUnit(instance: string, exitCode: number): void {
    this.docker.crash(instance, exitCode);
    this.processes.crash(`app-${instance}`, exitCode);
  }

  /** Everything that ran is gone, and the boot id is another one. */
  reboot(): void {
    this.bootId = this.random.hex(16);
    this.docker.stopAll();
    this.processes.stopAll();
    this.connections.clear();
  }

  #checkPort({ addr, port }: { addr: string; port: number }): Promise<void> {
    if (!this.holderOf(addr, port)) return Promise.resolve();
    return Promise.reject(new PhotonError('port_taken', `port ${port} on ${addr} is held by another process`));
  }
}
