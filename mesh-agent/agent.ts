// The mesh agent of a node: the services of its configuration, each with its ports, over one view of the cluster for all that share a store.
// Guarantees: one broken file, certificate or port never touches another service; a reload answers after it took effect; reloads follow
// one another; a stop lets open streams finish up to a deadline.
import type { Clock, Log, Random, Store } from '../src/loop/ports.ts';
import { PhotonError } from '../src/model/errors.ts';
import type { ModeSettings } from '../src/plan/policy.ts';
import type { AdminAnswers } from './admin.ts';
import type { ClusterConfig, ServiceConfig } from './config.ts';
import { ConfigSource, watchPath } from './config-source.ts';
import { Discovery } from './discovery.ts';
import type { Limits } from './limits.ts';
import type { MeshMetrics } from './metrics.ts';
import { MeshService } from './service.ts';

export interface MeshAgentOptions {
  /** Directory of files, or one file. */
  config: string;
  stateDir: string | undefined;
  settings: Omit<ModeSettings, 'config'>;
  /** Opens the store that a configuration names. */
  openStore: (cluster: ClusterConfig) => Promise<Store>;
  clock: Clock;
  random: Random;
  limits: Limits;
  log: Log;
  metrics: MeshMetrics;
  /** How often files are looked at, besides being watched. */
  lookMs: number;
}

interface Cluster {
  discovery: Discovery;
  store: Store;
}

const settleMs = 50;
const discoveryIdleMs = 600_000;
const maxTargets = 512;

export class MeshAgent implements AdminAnswers {
  readonly #options: MeshAgentOptions;
  readonly #source: ConfigSource;
  readonly #services = new Map<string, MeshService>();
  readonly #clusters = new Map<string, Promise<Cluster>>();
  readonly #ready = new Map<string, Cluster>();
  #problems = new Map<string, string>();
  #reloading: Promise<void> = Promise.resolve();
  #watcher: { cancel(): void } | undefined;
  #timer: { cancel(): void } | undefined;
  #settle: { cancel(): void } | undefined;
  #started = false;
  #stopped = false;

  constructor(options: MeshAgentOptions) {
    this.#options = options;
    this.#source = new ConfigSource(options.config);
  }

  /** Throws PhotonError `invalid_config` where the configuration path can't be read at all. */
  async start(): Promise<void> {
    const { config, clock, log, settings } = this.#options;
    if (settings.forceDisabled) {
      log.warn(
        { condition: 'mtls_force_disabled' },
        'MTLS_FORCE_DISABLED is set: EVERY CALL IS MADE IN THE CLEAR and every caller is let in. For tests only',
      );
    }
    await this.#reload();
    this.#started = true;
    this.#watcher = watchPath(config, () => {
      this.#settle?.cancel();
      this.#settle = clock.after(settleMs, () => this.#reloadQuietly());
    });
    this.#lookAgain();
  }

  async reload(): Promise<object> {
    await this.#reload();
    return this.services();
  }

  services(): object[] {
    const names = new Set([...this.#services.keys(), ...this.#problems.keys()]);
    return [...names].sort().map((service) => {
      const running = this.#services.get(service);
      return {
        service,
        config_digest: running?.config.digest ?? '',
        fingerprint_sha256: running?.fingerprintSha256 ?? '',
        problems: this.problemsOf(service),
      };
    });
  }

  problemsOf(service: string): string[] {
    const problem = this.#problems.get(service);
    const forced = this.#options.settings.forceDisabled ? ['MTLS_FORCE_DISABLED is set: no call is protected'] : [];
    return [...forced, ...(problem === undefined ? [] : [problem]), ...(this.#services.get(service)?.problems() ?? [])];
  }

  connections(service: string | undefined, instance: string | undefined): object | undefined {
    if (service === undefined) return Object.fromEntries([...this.#services].map(([name, one]) => [name, detail(one)]));
    const found = this.#services.get(service);
    if (!found) return undefined;
    const inbound = found.inboundOf(instance);
    if (instance !== undefined && inbound.length === 0) return undefined;
    return { inbound: inbound.reduce((sum, { open }) => sum + open, 0), accepting: inbound.some(({ listening }) => listening) };
  }

  endpoints(service: string): object | undefined {
    for (const { discovery } of this.#ready.values()) {
      const target = discovery.targets().get(service);
      if (target) return target;
    }
    return undefined;
  }

  policies(): object {
    return [...this.#ready.values()].flatMap(({ discovery }) => discovery.policies());
  }

  /** Why not all of the work is done, in words. */
  unready(): string | undefined {
    if (this.#stopped) return 'stopping';
    if (!this.#started) return 'starting';
    const broken = [...new Set([...this.#services.keys(), ...this.#problems.keys()])].flatMap((service) => this.problemsOf(service));
    const unknown = [...this.#ready.values()]
      .filter(({ discovery }) => !discovery.isKnown)
      .map(() => 'the store has not told of policies yet');
    const found = [...broken, ...unknown];
    return found.length === 0 ? undefined : found.join('\n');
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#watcher?.cancel();
    this.#timer?.cancel();
    this.#settle?.cancel();
    await this.#reloading.catch(() => undefined);
    await Promise.all([...this.#services.values()].map((service) => service.close(this.#options.limits.drainMs)));
    this.#services.clear();
    await Promise.all([...this.#clusters.keys()].map((key) => this.#closeCluster(key)));
  }

  #lookAgain(): void {
    this.#timer = this.#options.clock.after(this.#options.lookMs, () => {
      this.#reloadQuietly();
      this.#lookAgain();
    });
  }

  #reloadQuietly(): void {
    this.#reload().catch((thrown: unknown) =>
      this.#options.log.error({ err: thrown }, 'the configuration can not be read; the former stays in force'),
    );
  }

  #reload(): Promise<void> {
    const next = this.#reloading.catch(() => undefined).then(() => (this.#stopped ? undefined : this.#readAndApply()));
    this.#reloading = next;
    return next;
  }

  async #readAndApply(): Promise<void> {
    const { services, problems } = await this.#source.read();
    for (const [service, problem] of problems) {
      if (this.#problems.get(service) !== problem) this.#options.log.error({ service, problem }, 'a configuration file can not be used');
    }
    this.#problems = problems;
    const gone = [...this.#services].filter(([name]) => !services.has(name));
    for (const [name, service] of gone) this.#remove(name, service);
    await Promise.all([...services.values()].map((config) => this.#applyOne(config)));
    await this.#closeUnused();
    for (const name of this.#services.keys()) this.#options.metrics.problems.set({ service: name }, this.problemsOf(name).length);
  }

  async #applyOne(config: ServiceConfig): Promise<void> {
    try {
      const running = this.#services.get(config.name);
      if (running?.config.digest === config.digest) {
        await running.loadIdentity();
        return;
      }
      // What can't be changed in place is made anew.
      if (running && !inPlace(running.config, config)) this.#remove(config.name, running);
      const service = this.#services.get(config.name) ?? (await this.#create(config));
      await service.apply(config);
      this.#options.log.info({ service: config.name, config_digest: config.digest }, 'configuration in force');
    } catch (thrown) {
      this.#problems.set(config.name, thrown instanceof PhotonError ? thrown.explain() : String(thrown));
      this.#options.log.error({ err: thrown, service: config.name }, 'a service can not be served');
    }
  }

  async #create(config: ServiceConfig): Promise<MeshService> {
    const { discovery } = await this.#cluster(config.cluster);
    const service = new MeshService(config, { ...this.#options, discovery });
    this.#services.set(config.name, service);
    return service;
  }

  #remove(name: string, service: MeshService): void {
    this.#services.delete(name);
    this.#options.metrics.certificateExpiry.remove({ service: name });
    this.#options.metrics.problems.remove({ service: name });
    this.#options.log.info({ service: name }, 'no longer served');
    service
      .close(this.#options.limits.drainMs)
      .catch((thrown: unknown) => this.#options.log.error({ err: thrown, service: name }, 'a service did not close'));
  }

  #cluster(cluster: ClusterConfig): Promise<Cluster> {
    const key = clusterKey(cluster);
    const found = this.#clusters.get(key);
    if (found) return found;
    const opened = this.#openCluster(cluster).then((one) => {
      this.#ready.set(key, one);
      return one;
    });
    this.#clusters.set(key, opened);
    opened.catch(() => this.#clusters.delete(key));
    return opened;
  }

  async #openCluster(cluster: ClusterConfig): Promise<Cluster> {
    const { openStore, stateDir, clock, random, log } = this.#options;
    const store = await openStore(cluster);
    const discovery = new Discovery({
      store,
      clusterId: cluster.cluster_id,
      clock,
      random,
      log,
      stateDir,
      idleMs: discoveryIdleMs,
      maxTargets,
    });
    await discovery.open();
    return { discovery, store };
  }

  async #closeUnused(): Promise<void> {
    const used = new Set([...this.#services.values()].map(({ config }) => clusterKey(config.cluster)));
    for (const key of this.#clusters.keys()) if (!used.has(key)) await this.#closeCluster(key);
  }

  async #closeCluster(key: string): Promise<void> {
    const opened = this.#clusters.get(key);
    this.#clusters.delete(key);
    this.#ready.delete(key);
    const cluster = await opened?.catch(() => undefined);
    await cluster?.discovery.close();
    await cluster?.store.close();
  }
}

function detail(service: MeshService): object {
  return { inbound: service.inboundOf(undefined).flatMap((inbound) => inbound.connections()), outbound: service.outbound() };
}

function inPlace(before: ServiceConfig, after: ServiceConfig): boolean {
  return before.protocol === after.protocol && clusterKey(before.cluster) === clusterKey(after.cluster);
}

function clusterKey(cluster: ClusterConfig): string {
  return JSON.stringify(cluster, Object.keys(cluster).sort());
}
