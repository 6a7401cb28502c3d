// One service of the node as it is served now: its inbound ports, its control port, its fixed upstream ports, its identity.
// Guarantees: a change touches only what changed; no open connection is lost by it; a port that can't be listened on is told as a
// problem and tried again; a certificate that can't be loaded leaves the former in use.
import { createServer, type Server, type Socket } from 'node:net';
import type { Clock, Log, Random } from '../src/loop/ports.ts';
import { asPhotonError } from '../src/model/errors.ts';
import { admits, type Caller, type ModeSettings, type PolicyRule } from '../src/plan/policy.ts';
import { Calls } from './calls.ts';
import { type Address, formatAddress, type IdentityFiles, type ServiceConfig } from './config.ts';
import type { Discovery } from './discovery.ts';
import { type Identity, type IdentityText, loadIdentity, readIdentity } from './identity.ts';
import { Inbound } from './inbound.ts';
import type { Limits } from './limits.ts';
import { closeServer, drained, listen } from './listen.ts';
import type { MeshMetrics } from './metrics.ts';
import { Outbound } from './outbound.ts';
import { resetStream } from './splice.ts';

export interface ServicePorts {
  discovery: Discovery;
  settings: Omit<ModeSettings, 'config'>;
  clock: Clock;
  random: Random;
  limits: Limits;
  log: Log;
  metrics: MeshMetrics;
}

interface Listener {
  stop: (drainMs: number) => Promise<void>;
}

const retryMs = 1000;

export class MeshService {
  readonly #ports: ServicePorts;
  readonly #log: Log;
  readonly #calls: Calls;
  readonly #outbound: Outbound;
  readonly #inbound = new Map<string, Inbound>();
  readonly #listeners = new Map<string, Listener>();
  readonly #portProblems = new Map<string, string>();
  readonly #subscription: { cancel(): void };
  readonly #stopping = new Set<Promise<void>>();
  #config: ServiceConfig;
  #identity: Identity | undefined;
  #identityProblem: string | undefined;
  /** Digest of the files that were judged last. */
  #judgedIdentity: string | undefined;
  #unpin: (() => void) | undefined;
  #retry: { cancel(): void } | undefined;
  #listening: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(config: ServiceConfig, ports: ServicePorts) {
    this.#config = config;
    this.#ports = ports;
    this.#log = ports.log.child({ service: config.name });
    const { cluster_id: clusterId, environment } = config.cluster;
    const settings = (): ModeSettings => ({ ...ports.settings, config: this.#config.mode });
    const shared = { ...ports, service: config.name, clusterId, log: this.#log };
    this.#calls = new Calls({ ...shared, environment, identity: () => this.#identity, settings });
    this.#outbound = new Outbound({ ...shared, calls: this.#calls });
    this.#subscription = ports.discovery.onChange((service) => this.#discovered(service));
  }

  get config(): ServiceConfig {
    return this.#config;
  }

  get fingerprintSha256(): string {
    return this.#identity?.fingerprintSha256 ?? '';
  }

  problems(): string[] {
    return [...(this.#identityProblem === undefined ? [] : [this.#identityProblem]), ...this.#portProblems.values()];
  }

  /** Open inbound connections of an instance, or of all. */
  inboundOf(instance: string | undefined): Inbound[] {
    return [...this.#inbound].flatMap(([id, inbound]) => (instance === undefined || id === instance ? [inbound] : []));
  }

  outbound(): { local: number; calls: ReturnType<Calls['live']> } {
    return { local: this.#outbound.open, calls: this.#calls.live() };
  }

  /** Takes a configuration into use; the cluster and the protocol are the same as before. */
  async apply(config: ServiceConfig): Promise<void> {
    this.#config = config;
    this.#outbound.allow(
      config.allow,
      config.instances.map(({ app }) => app.host),
    );
    await this.loadIdentity();
    if (config.instances.length > 0) this.#unpin ??= this.#ports.discovery.pin(config.name);
    await this.#listenInTurn();
    this.#calls.changed();
    this.#judgeAgain();
  }

  /** Reads key, certificate and bundle again; answers whether they changed. */
  async loadIdentity(): Promise<boolean> {
    const { identity: files, name, cluster } = this.#config;
    if (!files) return false;
    try {
      const text = await this.#readIdentity(files);
      if (!text) return false;
      const identity = loadIdentity(files, text, { clusterId: cluster.cluster_id, service: name, now: this.#ports.clock.now() });
      this.#identityProblem = undefined;
      if (identity.version === this.#identity?.version) return false;
      this.#identity = identity;
    } catch (thrown) {
      this.#identityProblem = asPhotonError(thrown).explain();
      this.#log.error(
        { err: thrown },
        this.#identity ? 'the new certificate can not be used; the former stays in use' : 'there is no usable certificate',
      );
      return false;
    }
    this.#ports.metrics.certificateExpiry.set({ service: name }, this.#identity.notAfter / 1000);
    this.#log.info(
      { fingerprint: this.#identity.fingerprintSha256, spiffe_id: this.#identity.spiffeId },
      'certificate in use for new handshakes',
    );
    for (const inbound of this.#inbound.values()) inbound.setIdentity(this.#identity);
    this.#calls.changed();
    return true;
  }

  /** Undefined where the files are as they were judged before: a certificate costs native memory each time that it is loaded. */
  async #readIdentity(files: IdentityFiles): Promise<IdentityText | undefined> {
    const judged = this.#judgedIdentity;
    // After a file that could not be read, what was judged before is judged anew.
    this.#judgedIdentity = undefined;
    const text = await readIdentity(files);
    this.#judgedIdentity = text.digest;
    return text.digest === judged ? undefined : text;
  }

  /** Takes no more, lets what is open finish up to drainMs, then cuts it off. */
  async close(drainMs: number): Promise<void> {
    this.#closed = true;
    this.#retry?.cancel();
    this.#unpin?.();
    const stopped = [...this.#listeners.values()].map(({ stop }) => stop(drainMs));
    this.#listeners.clear();
    const deadline = setTimeout(() => this.#calls.abort(), drainMs);
    await this.#listening;
    await Promise.all([...stopped, ...this.#stopping]);
    clearTimeout(deadline);
    this.#subscription.cancel();
    this.#outbound.close();
    this.#calls.close();
  }

  #discovered(service: string | undefined): void {
    this.#calls.changed();
    if (service === undefined || service === this.#config.name) this.#judgeAgain();
  }

  #judgeAgain(): void {
    for (const inbound of this.#inbound.values()) inbound.judgeAgain();
  }

  /** Until policies and revocations are known nobody is let in: they could forbid it. */
  #judge(caller: Caller): { admitted: boolean; rule: PolicyRule } {
    const { discovery, settings } = this.#ports;
    const { name, cluster, mode } = this.#config;
    if (!discovery.isKnown) return { admitted: false, rule: { from: 'service_unknown' } };
    const own = discovery.target(name);
    const query = {
      environment: cluster.environment,
      policies: discovery.policies(),
      target: name,
      targetService: own ? own.record : ('unknown' as const),
      settings: { ...settings, config: mode },
    };
    return admits(query, caller);
  }

  #listenInTurn(): Promise<void> {
    this.#listening = this.#listening.then(() => this.#listen());
    return this.#listening;
  }

  /** Brings what is listened on into line with the configuration. */
  async #listen(): Promise<void> {
    const { control, upstreams, instances } = this.#config;
    const wanted = new Map<string, () => Promise<Listener>>();
    for (const one of instances) wanted.set(`inbound ${one.id} ${formatAddress(one.bind)}`, () => this.#listenInbound(one.id));
    if (control)
      wanted.set(`control ${formatAddress(control)}`, () => this.#listenLocal(control, (socket) => this.#outbound.control(socket)));
    for (const { service, bind } of upstreams) {
      const take = (socket: Socket): void => void this.#outbound.upstream(socket, service);
      wanted.set(`upstream ${service} ${formatAddress(bind)}`, () => this.#listenLocal(bind, take));
    }
    for (const [key, { stop }] of this.#listeners) {
      if (wanted.has(key)) continue;
      this.#listeners.delete(key);
      const stopped = stop(this.#ports.limits.drainMs).finally(() => this.#stopping.delete(stopped));
      this.#stopping.add(stopped);
    }
    this.#portProblems.clear();
    const failed = (key: string) => (thrown: unknown) => {
      this.#portProblems.set(key, `${key}: ${asPhotonError(thrown).explain()}`);
      this.#log.error({ err: thrown, listener: key }, 'can not listen; trying again');
    };
    for (const one of instances) {
      await this.#inbound
        .get(one.id)
        ?.update(one)
        .catch(failed(`inbound ${one.id} ${formatAddress(one.bind)}`));
    }
    for (const [key, start] of wanted) {
      if (this.#listeners.has(key) || this.#closed) continue;
      try {
        this.#listeners.set(key, await start());
        this.#log.info({ listener: key }, 'listening');
      } catch (thrown) {
        failed(key)(thrown);
      }
    }
    this.#retry?.cancel();
    if (this.#portProblems.size > 0 && !this.#closed) this.#retry = this.#ports.clock.after(retryMs, () => void this.#listenInTurn());
  }

  async #listenInbound(id: string): Promise<Listener> {
    const { clock, discovery, limits, metrics } = this.#ports;
    const { name, protocol, cluster, instances } = this.#config;
    const instance = instances.find((one) => one.id === id);
    if (!instance) return { stop: () => Promise.resolve() };
    const inbound = new Inbound({
      service: name,
      protocol,
      clusterId: cluster.cluster_id,
      instance,
      identity: this.#identity,
      judge: (caller) => this.#judge(caller),
      revoked: () => discovery.revoked(),
      now: () => clock.now(),
      limits,
      log: this.#log,
      metrics,
    });
    await inbound.listen();
    this.#inbound.set(id, inbound);
    return {
      stop: async (drainMs) => {
        await inbound.close(drainMs);
        if (this.#inbound.get(id) === inbound) this.#inbound.delete(id);
      },
    };
  }

  async #listenLocal(address: Address, take: (socket: Socket) => void): Promise<Listener> {
    const open = new Set<Socket>();
    const server: Server = createServer(
      { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 },
      (socket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
        take(socket);
      },
    );
    server.maxConnections = this.#ports.limits.maxInbound;
    await listen(server, address);
    return {
      stop: async (drainMs) => {
        await drained(closeServer(server), drainMs, {
          // Idle connections on the ports that stay are left alone.
          closeIdle: () => (this.#closed ? this.#outbound.closeIdle() : undefined),
          abort: () => {
            for (const socket of open) resetStream(socket);
          },
        });
      },
    };
  }
}
