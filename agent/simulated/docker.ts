// A simulated Docker engine.
import { createHash } from 'node:crypto';
import { PhotonError } from '../../src/model/errors.ts';
import type { Engine, Timer, Unit, UnitNetwork, UnitSpec } from '../../src/loop/ports.ts';
import { networkName } from '../docker-spec.ts';
import { freeSubnets, gatewayOf, parsePool, parseSubnet, type Subnet, subnetText } from '../subnets.ts';
import type { Life } from './gate.ts';
import type { SimulatedHost } from './host.ts';

interface Container {
  spec: UnitSpec;
  unit: Unit;
  timer?: Timer | undefined;
  ignoresSignals: boolean;
  healthyAt: number;
  output: string;
}

interface Identity {
  clusterId: string;
  nodeId: string;
}

interface Subscriber extends Identity {
  life: Life;
  tell: (instance?: string) => void;
}

const killedExitCode = 137;

export class SimulatedDocker {
  /** Whether the engine answers. Containers run on without it. */
  up = true;
  liveRestore = true;
  diskFull = false;
  /** Time that a pull takes. */
  pullMs = 0;
  /** What it would tell its subscribers is lost. */
  muted = false;
  /** Images that no registry has. */
  readonly missingImages = new Set<string>();
  /** Images that are on the machine. */
  readonly images = new Set<string>();
  readonly #host: SimulatedHost;
  readonly #pool: string;
  readonly #prefix: number;
  readonly #containers = new Map<string, Container>();
  readonly #networks = new Map<string, UnitNetwork & Identity>();
  readonly #subscribers = new Set<Subscriber>();
  #pids = 1_000;

  constructor(host: SimulatedHost, pool: string, prefix: number) {
    this.#host = host;
    this.#pool = pool;
    this.#prefix = prefix;
  }

  engine(life: Life, { clusterId, nodeId }: Identity): Engine {
    const identity = { clusterId, nodeId };
    const pass = <T>(call: string, effect: () => T | Promise<T>): Promise<T> =>
      this.#host.gate.pass(life, `engine.${call}`, 'engine_unreachable', () => {
        if (!this.up) throw new PhotonError('engine_unreachable', 'the engine does not answer (simulated)');
        return effect();
      });
    return {
      driver: 'docker',
      info: () => pass('info', () => ({ version: 'simulated', liveRestore: this.liveRestore, warnings: this.#warnings() })),
      list: () => pass('list', () => this.#list(identity)),
      ensureImage: (image, signal) => pass('ensureImage', () => this.#ensureImage(image, signal)),
      create: (spec) => pass('create', () => this.#create(spec, identity)),
      start: (id) => pass('start', () => this.#start(this.#mine(id, identity), id)),
      stop: (id, _signal, timeoutS) =>
        pass('stop', () => {
          const container = this.#mine(id, identity);
          if (container) this.#host.stops.push(container.unit.labels.instance);
          return this.#stop(container, timeoutS);
        }),
      output: (id) => pass('output', () => ({ text: this.#mine(id, identity)?.output ?? '', cut: false })),
      remove: (id) => pass('remove', () => this.#remove(this.#mine(id, identity))),
      ensureNetwork: (service) => pass('ensureNetwork', () => this.#ensureNetwork(service, identity)),
      networks: () => pass('networks', () => this.#networksOf(identity)),
      removeNetwork: (name) => pass('removeNetwork', () => this.#removeNetwork(name, identity)),
      subscribe: (onChange) => {
        const subscriber = { life, ...identity, tell: onChange };
        this.#subscribers.add(subscriber);
        return { cancel: () => void this.#subscribers.delete(subscriber) };
      },
    };
  }

  /** Units of all agents, for the simulation's own checks. */
  units(): Unit[] {
    return [...this.#containers.values()].map(({ unit }) => structuredClone(unit));
  }

  listenerAt(addr: string, port: number): string | undefined {
    for (const { spec, unit } of this.#containers.values()) {
      if (unit.state === 'running' && spec.publish?.addr === addr && spec.publish.port === port) return unit.labels.instance;
    }
    return undefined;
  }

  healthyAt(instance: string): number | undefined {
    return this.#byInstance(instance)?.healthyAt;
  }

  crash(instance: string, exitCode: number): void {
    const container = this.#byInstance(instance);
    if (container?.unit.state === 'running') this.#exited(container, exitCode);
  }

  /** As a reboot does. */
  stopAll(): void {
    for (const container of this.#containers.values()) if (container.unit.state === 'running') this.#exited(container, killedExitCode);
  }

  /** Somebody removes a container behind our back. */
  removeByHand(instance: string): void {
    const container = this.#byInstance(instance);
    if (container) this.#remove(container);
  }

  #byInstance(instance: string): Container | undefined {
    return [...this.#containers.values()].find(({ unit }) => unit.labels.instance === instance);
  }

  #warnings(): string[] {
    return this.liveRestore ? [] : ['live-restore is off: a restart of dockerd stops every container'];
  }

  #list({ clusterId, nodeId }: Identity): Unit[] {
    return this.units()
      .filter(({ labels }) => labels.cluster === clusterId && labels.node === nodeId)
      .sort((a, b) => (a.labels.instance < b.labels.instance ? -1 : 1));
  }

  async #ensureImage(image: string, signal: AbortSignal): Promise<{ digest: string }> {
    if (!this.images.has(image)) {
      if (this.pullMs > 0) await this.#host.clock.sleep(this.pullMs, signal);
      if (this.diskFull) throw new PhotonError('disk_full', `could not pull ${image}: no space left on device`);
      if (this.missingImages.has(image)) throw new PhotonError('image_missing', `could not pull ${image}: manifest unknown`);
      this.images.add(image);
    }
    const digest = createHash('sha256').update(image).digest('hex');
    return { digest: image.includes('@') || image.startsWith('sha256:') ? image : `${image.replace(/:[^/:]*$/, '')}@sha256:${digest}` };
  }

  #create(spec: UnitSpec, { clusterId, nodeId }: Identity): string {
    if (spec.labels.cluster !== clusterId || spec.labels.node !== nodeId) {
      throw new PhotonError('internal', `unit of ${spec.labels.cluster}/${spec.labels.node} given to the engine of ${clusterId}/${nodeId}`);
    }
    const standing = this.#byInstance(spec.labels.instance);
    if (standing) {
      const { cluster, node } = standing.unit.labels;
      if (cluster === spec.labels.cluster && node === spec.labels.node) return standing.unit.id;
      if (cluster === spec.labels.cluster)
        throw new PhotonError('engine_failed', `the name of ${spec.labels.instance} is taken by a container that is not ours`);
    }
    // By its digest an image is known as well as by its name.
    const known = [...this.images].some((image) => image === spec.image || spec.image?.startsWith(`${image.replace(/:[^/:]*$/, '')}@`));
    if (!spec.image || !known)
      throw new PhotonError('image_missing', `could not create ${spec.labels.instance}: no such image ${spec.image ?? ''}`);
    if (this.diskFull) throw new PhotonError('disk_full', `could not create ${spec.labels.instance}: no space left on device`);
    const id = this.#host.random.hex(32);
    const unit: Unit = { id, labels: { ...spec.labels }, state: 'created' };
    this.#containers.set(id, { spec: structuredClone(spec), unit, ignoresSignals: false, healthyAt: 0, output: '' });
    this.#changed(unit);
    return id;
  }

  #mine(id: string, { clusterId, nodeId }: Identity): Container | undefined {
    const found = this.#containers.get(id);
    if (!found) return undefined;
    const { cluster, node } = found.unit.labels;
    if (cluster === clusterId && node === nodeId) return found;
    throw new PhotonError('engine_failed', `container ${id.slice(0, 12)} is not ours and is left alone`);
  }

  #start(container: Container | undefined, id: string): void {
    if (!container) throw new PhotonError('engine_failed', `container ${id.slice(0, 12)} is gone`);
    const { unit, spec } = container;
    if (unit.state === 'running') return;
    if (spec.publish && this.#host.holderOf(spec.publish.addr, spec.publish.port)) {
      unit.error = `Bind for ${spec.publish.addr}:${spec.publish.port} failed: port is already allocated`;
      throw new PhotonError('port_taken', `could not start container ${id.slice(0, 12)}: ${unit.error}`);
    }
    const behaviour = this.#host.behaviour(unit.labels.instance, spec);
    const now = this.#host.clock.now();
    delete unit.exitCode;
    delete unit.endedAt;
    delete unit.oomKilled;
    delete unit.error;
    Object.assign(unit, { state: 'running', startedAt: now, pid: this.#pids++ });
    this.#host.starts.push({ instance: unit.labels.instance, atMs: this.#host.clock.monotonic() });
    container.output += `${unit.labels.instance} starts\n`;
    container.ignoresSignals = behaviour.ignoresSignals ?? false;
    container.healthyAt = now + (behaviour.healthyAfterMs ?? 0);
    if (behaviour.exitAfterMs !== undefined) {
      container.timer = this.#host.clock.after(behaviour.exitAfterMs, () =>
        this.#exited(container, behaviour.exitCode ?? 1, behaviour.oomKilled ?? false),
      );
    }
    this.#changed(unit);
  }

  #exited(container: Container, exitCode: number, oomKilled = false): void {
    container.timer?.cancel();
    container.timer = undefined;
    const { unit } = container;
    if (unit.state !== 'running') return;
    delete unit.pid;
    container.output += `ends with ${exitCode}\n`;
    Object.assign(unit, { state: 'exited', exitCode, oomKilled, endedAt: this.#host.clock.now() });
    this.#changed(unit);
  }

  async #stop(container: Container | undefined, timeoutS: number): Promise<void> {
    if (container?.unit.state !== 'running') return;
    if (container.ignoresSignals) await this.#host.clock.sleep(timeoutS * 1_000);
    this.#exited(container, container.ignoresSignals || timeoutS === 0 ? killedExitCode : 0);
  }

  #remove(container: Container | undefined): void {
    if (!container) return;
    container.timer?.cancel();
    this.#containers.delete(container.unit.id);
    this.#changed(container.unit);
  }

  #ensureNetwork(service: string, identity: Identity): UnitNetwork {
    const name = networkName(identity.clusterId, identity.nodeId, service);
    const standing = this.#networks.get(name);
    if (standing) return described(standing);
    const used = [...this.#networks.values()]
      .map((network) => parseSubnet(network.subnet))
      .filter((subnet): subnet is Subnet => subnet !== undefined);
    const { value: subnet } = freeSubnets(parsePool(this.#pool, this.#prefix), this.#prefix, used, name).next() as { value?: Subnet };
    if (!subnet) throw new PhotonError('engine_failed', `no free subnet of /${this.#prefix} is left for service ${service}`);
    const network = { name, service, subnet: subnetText(subnet), gateway: gatewayOf(subnet) };
    this.#networks.set(name, { ...network, ...identity });
    return network;
  }

  #networksOf({ clusterId, nodeId }: Identity): UnitNetwork[] {
    return [...this.#networks.values()].filter((network) => network.clusterId === clusterId && network.nodeId === nodeId).map(described);
  }

  #removeNetwork(name: string, { clusterId, nodeId }: Identity): void {
    const network = this.#networks.get(name);
    if (network?.clusterId !== clusterId || network.nodeId !== nodeId) return;
    const used = [...this.#containers.values()].some(({ spec, unit }) => spec.network === name && unit.state === 'running');
    if (used) throw new PhotonError('engine_failed', `could not remove network ${name}: network has active endpoints`);
    this.#networks.delete(name);
  }

  #changed({ labels }: Unit): void {
    for (const subscriber of this.#subscribers) {
      const { life, clusterId, nodeId, tell } = subscriber;
      if (this.up && !this.muted && life.alive && labels.cluster === clusterId && labels.node === nodeId) tell(labels.instance);
    }
  }
}

function described({ name, service, subnet, gateway }: UnitNetwork): UnitNetwork {
  return { name, service, subnet, gateway };
}
