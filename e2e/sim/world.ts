// The simulated cluster: machines, a store, and the real controllers and agents over them.
// Guarantees: everything that happens depends on the seed alone (keys and certificates are random, and nothing that is
// recorded depends on their bytes). A program that ends is started again after a while, as a supervisor does.
import { configOf } from '../../agent/testbed.ts';
import { type Agent, createAgent } from '../../agent/agent.ts';
import { Gate, Life } from '../../agent/simulated/gate.ts';
import { SimulatedFiles } from '../../agent/simulated/files.ts';
import { SimulatedHost } from '../../agent/simulated/host.ts';
import { SimulatedAuthority } from '../../agent/simulated/signer.ts';
import { type Controller, createController } from '../../controller/controller.ts';
import { SimulatedClock } from '../../src/loop/clock.ts';
import { silentLog } from '../../src/loop/log.ts';
import type { Files, Random } from '../../src/loop/ports.ts';
import { seededRandom } from '../../src/loop/random.ts';
import { hashText } from '../../src/plan/cluster/fleet.ts';
import { type MemoryClient, MemoryStore } from '../../src/store/memory.ts';
import { mortalClock, mortalStore, type Skew } from './mortal.ts';
import { Trace } from './trace.ts';

export const clusterId = 'sim';

/** A node with its engine and disk. Two nodes of one machine share its identity, and are rebooted together. */
export class SimulatedNode {
  readonly id: string;
  readonly machine: string;
  readonly ip: string;
  readonly appAddr: string;
  readonly roles: string[];
  readonly host: SimulatedHost;
  /** One client for the life of the node: a partition outlasts its agents. */
  readonly client: MemoryClient;
  readonly skew: Skew = { ms: 0, setAtMs: 0 };
  run: { agent: Agent; life: Life } | undefined;
  /** The machine is off: nothing starts its agent. */
  off = false;
  /** As its agent finds it: another one when the machine is installed anew. */
  machineId: string;
  /** When each run of its agent began, monotonic ms. */
  readonly agentStarts: number[] = [];

  constructor(world: World, { id, machine, at, roles }: { id: string; machine: string; at: number; roles: string[] }) {
    this.id = id;
    this.machine = machine;
    this.machineId = machine;
    this.ip = `10.0.0.${at}`;
    this.appAddr = `127.0.0.${10 + at}`;
    this.roles = roles;
    this.host = new SimulatedHost({ clock: world.clock, random: seededRandom(world.seed * 1009 + at) });
    this.host.caddy.process = 'caddy';
    for (const image of ['example/app:1', 'example/app:2']) this.host.docker.images.add(image);
    this.client = world.store.client(id);
  }
}

export interface SimulatedController {
  name: string;
  client: MemoryClient;
  skew: Skew;
  files: SimulatedFiles;
  run: { controller: Controller | undefined; life: Life } | undefined;
  /** Nothing starts it. */
  off: boolean;
  /** How often it was started. */
  starts: number;
}

const layout = [
  { id: 'node-1', machine: 'machine-a', roles: ['worker'] },
  { id: 'node-2', machine: 'machine-a', roles: ['worker'] },
  { id: 'node-3', machine: 'machine-b', roles: ['worker'] },
  { id: 'node-4', machine: 'machine-c', roles: ['worker'] },
  { id: 'node-5', machine: 'machine-d', roles: ['worker', 'ingress'] },
];

export class World {
  readonly seed: number;
  readonly clock = new SimulatedClock();
  readonly store = new MemoryStore(this.clock);
  /** The operator's connection; it has no faults. */
  readonly hand = this.store.client('operator');
  /** Chance of the present step: each has its own, so that one that is left out changes no other. */
  random: Random;
  readonly trace = new Trace(this.clock);
  readonly nodes: readonly SimulatedNode[];
  readonly controllers: readonly SimulatedController[];
  /** The store is out of space for everybody but the operator, who makes room for what they write. */
  full = false;
  readonly authority = new SimulatedAuthority(clusterId, this.clock.now());

  constructor(seed: number) {
    this.seed = seed;
    this.random = this.#randomOf('start', 0);
    this.nodes = layout.map((one, index) => new SimulatedNode(this, { ...one, at: index + 1 }));
    this.controllers = ['controller-1', 'controller-2'].map((name) => ({
      name,
      client: this.store.client(name),
      skew: { ms: 0, setAtMs: 0 },
      files: new SimulatedFiles(),
      run: undefined,
      off: false,
      starts: 0,
    }));
  }

  node(id: string): SimulatedNode {
    const found = this.nodes.find((node) => node.id === id);
    if (!found) throw new TypeError(`no node ${id}`);
    return found;
  }

  beginStep(step: number): void {
    this.random = this.#randomOf('step', step);
  }

  setFull(full: boolean): void {
    this.full = full;
    this.store.setFull(full);
  }

  startAgent(node: SimulatedNode): void {
    if (node.run || node.off) return;
    const { host } = node;
    const config = configOf(node.id, { cluster: { cluster_id: clusterId, endpoints: ['http://127.0.0.1:2379'] } });
    const ports = host.ports({ clusterId, nodeId: node.id, dataDir: config.data_dir });
    const { life } = ports;
    const agent = createAgent(
      {
        ...ports,
        store: mortalStore(node.client, life),
        clock: mortalClock(this.clock, life, node.skew),
        random: this.#randomOf(node.id, node.agentStarts.length),
        log: silentLog,
        facts: { machineId: node.machineId, bootId: host.bootId, hostname: node.id, cpuMillicores: 4000, memoryBytes: 2 ** 32 },
        version: 'sim',
        signer: this.authority.signer(host, life),
        environment: {},
      },
      config,
    );
    node.run = { agent, life };
    node.agentStarts.push(this.clock.monotonic());
    this.trace.add(`agent of ${node.id} starts`);
    life.onEnd(() => {
      node.run = undefined;
      this.trace.add(`agent of ${node.id} ends`);
      this.clock.after(this.#restartMs(node.id, node.agentStarts.length), () => this.startAgent(node));
    });
    agent.start().catch((thrown: unknown) => {
      this.trace.add(`agent of ${node.id} can't start: ${String(thrown)}`);
      life.end();
    });
    void agent.ended.then((error) => {
      this.trace.add(`agent of ${node.id} ends by itself: ${error.code}`);
      life.end();
    });
  }

  startController(one: SimulatedController): void {
    if (one.run || one.off) return;
    const life = new Life();
    const clock = mortalClock(this.clock, life, one.skew);
    const random = this.#randomOf(one.name, one.starts++);
    const files: Files = one.files.port(new Gate(clock, random), life);
    const run: NonNullable<SimulatedController['run']> = { controller: undefined, life };
    one.run = run;
    this.trace.add(`${one.name} starts`);
    life.onEnd(() => {
      one.run = undefined;
      this.trace.add(`${one.name} ends`);
      this.clock.after(this.#restartMs(one.name, one.starts), () => this.startController(one));
    });
    createController(
      { store: mortalStore(one.client, life), clock, random, log: silentLog, files },
      { clusterId, name: one.name, identityFile: '/state/identity.json' },
    ).then(
      (controller) => {
        run.controller = controller;
      },
      (thrown: unknown) => {
        this.trace.add(`${one.name} can't start: ${String(thrown)}`);
        life.end();
      },
    );
  }

  startAll(): void {
    for (const controller of this.controllers) {
      controller.off = false;
      this.startController(controller);
    }
    for (const node of this.nodes) {
      node.off = false;
      this.startAgent(node);
    }
  }

  /** Ends every program, so that no timer of one is left. */
  close(): void {
    for (const one of [...this.controllers, ...this.nodes]) {
      one.off = true;
      one.run?.life.end();
    }
  }

  /** Each run of a program, and each step, draws from its own source. */
  #randomOf(what: string, count: number): Random {
    return seededRandom(hashText(`${this.seed}/${what}/${count}`));
  }

  /** A supervisor starts what ended again. */
  #restartMs(name: string, starts: number): number {
    return 1000 + 9000 * this.#randomOf(`restart of ${name}`, starts).next();
  }
}
