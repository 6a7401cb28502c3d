// What the mesh knows of the cluster: policies and revocations always, and each called service from its first use on.
// Guarantees: answers come from memory; nothing of a service is watched longer than it is used; the number of watches is bounded.
// What is not known yet is told as such ('unknown'), so that callers can stay closed.
import { join } from 'node:path';
import type { Clock, Log, Random, Store } from '../src/loop/ports.ts';
import type { MTLSPolicy, Service, ServiceInstance } from '../src/model/generated.ts';
import { keyOf, prefixOf } from '../src/model/keys.ts';
import type { PolicyTarget } from '../src/plan/policy.ts';
import { Records } from './records.ts';
import { noStateFile, type StateFile, stateFile } from './state-file.ts';

export interface Endpoint {
  instanceId: string;
  ip: string;
  /** Of the app itself. */
  port: number;
  meshPort: number | undefined;
}

/** A called service, as far as it is known. */
export interface Target {
  /** Neither store nor file has told of it yet. */
  known: boolean;
  /** There is a Service, or an instance of one. */
  exists: boolean;
  record: PolicyTarget;
  meshMode: 'agent' | 'none';
  protocol: Service['protocol'] | undefined;
  /** Ready ones; where there are none, those whose node was lost. */
  endpoints: Endpoint[];
}

export interface DiscoveryOptions {
  store: Store;
  clusterId: string;
  clock: Clock;
  random: Random;
  log: Log;
  /** Where to keep what is known; nothing is kept without it. */
  stateDir: string | undefined;
  /** A service that nobody calls for this long is no longer watched. */
  idleMs: number;
  maxTargets: number;
}

interface Watched {
  records: Records;
  file: StateFile;
  opened: Promise<void>;
  openedAt: number;
  usedAt: number;
  pinned: number;
  target: Target | undefined;
}

const sweepMs = 5000;
/** How long a first call waits for the store where the file already has an answer. */
const fileAfterMs = 1000;

export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #base: Records;
  readonly #watched = new Map<string, Watched>();
  readonly #handlers = new Set<(service: string | undefined) => void>();
  readonly #waiting = new Set<() => void>();
  #policies: MTLSPolicy[] = [];
  #revoked = new Set<string>();
  #sweep: { cancel(): void } | undefined;
  #openedAt: number;

  constructor(options: DiscoveryOptions) {
    const { clusterId } = options;
    this.#options = options;
    this.#openedAt = options.clock.monotonic();
    this.#base = new Records({
      ...options,
      file: this.#fileOf('_cluster'),
      prefixes: [prefixOf(clusterId, 'policy'), prefixOf(clusterId, 'revoked-certificate')],
      onChange: () => this.#baseChanged(),
    });
  }

  async open(): Promise<void> {
    await this.#base.open();
    const sweep = (): void => {
      this.#closeIdle();
      this.#sweep = this.#options.clock.after(sweepMs, sweep);
    };
    this.#sweep = this.#options.clock.after(sweepMs, sweep);
  }

  /** Whether policies and revocations are known, be it from the file. Before that nothing may be let in without doubt. */
  get isKnown(): boolean {
    return this.#base.isKnown;
  }

  get isLive(): boolean {
    return this.#base.isLive;
  }

  policies(): readonly MTLSPolicy[] {
    return this.#policies;
  }

  revoked(): ReadonlySet<string> {
    return this.#revoked;
  }

  problems(): string[] {
    return [...new Set([...this.#base.problems(), ...[...this.#watched.values()].flatMap(({ records }) => records.problems())])];
  }

  /** Services that are watched now. */
  targets(): ReadonlyMap<string, Target> {
    return new Map([...this.#watched].map(([service, watched]) => [service, this.#targetOf(service, watched)]));
  }

  /** Called with a service that changed, or undefined where policies or revocations did. */
  onChange(handler: (service: string | undefined) => void): { cancel(): void } {
    this.#handlers.add(handler);
    return { cancel: () => void this.#handlers.delete(handler) };
  }

  /** What is known of a service now; begins to watch it. Undefined where too many are watched already. */
  target(service: string): Target | undefined {
    const watched = this.#watch(service);
    if (!watched) return undefined;
    watched.usedAt = this.#options.clock.monotonic();
    return this.#targetOf(service, watched);
  }

  /** The same, waiting up to waitMs until it is known and policies are; what the file says is good enough only where the store does not answer soon. */
  async targetKnown(service: string, waitMs: number): Promise<Target | undefined> {
    const watched = this.#watch(service);
    if (!watched) return undefined;
    const live = (): boolean => this.isLive && watched.records.isLive;
    const known = (): boolean => this.isKnown && watched.records.isKnown;
    const { clock } = this.#options;
    const sinceMs = clock.monotonic() - Math.max(watched.openedAt, this.#openedAt);
    if (!live() && sinceMs < fileAfterMs) await this.#waitFor(live, Math.min(waitMs, fileAfterMs - sinceMs));
    if (!known()) await this.#waitFor(known, waitMs);
    return this.target(service);
  }

  /** Keeps a service watched until the answer is called: the one that this agent stands before. */
  pin(service: string): () => void {
    const watched = this.#watch(service, true);
    if (!watched) return () => undefined;
    watched.pinned++;
    let held = true;
    return () => {
      if (held) watched.pinned--;
      held = false;
    };
  }

  async close(): Promise<void> {
    this.#sweep?.cancel();
    const all = [...this.#watched.values()];
    this.#watched.clear();
    await Promise.all([this.#base.close(), ...all.map(({ records }) => records.close())]);
  }

  #watch(service: string, always = false): Watched | undefined {
    const found = this.#watched.get(service);
    if (found) return found;
    if (this.#watched.size >= this.#options.maxTargets && !always) {
      this.#closeIdle();
      if (this.#watched.size >= this.#options.maxTargets) return undefined;
    }
    const { clusterId, clock, log } = this.#options;
    const file = this.#fileOf(service);
    const records = new Records({
      ...this.#options,
      file,
      prefixes: [keyOf(clusterId, 'service', service), prefixOf(clusterId, 'instance', service)],
      onChange: () => this.#targetChanged(service),
    });
    const opened = records.open().catch((thrown: unknown) => log.error({ err: thrown, service }, 'a service can not be watched'));
    const watched: Watched = {
      records,
      file,
      opened,
      openedAt: clock.monotonic(),
      usedAt: clock.monotonic(),
      pinned: 0,
      target: undefined,
    };
    this.#watched.set(service, watched);
    return watched;
  }

  #fileOf(name: string): StateFile {
    const { stateDir, clusterId } = this.#options;
    return stateDir === undefined ? noStateFile : stateFile(join(stateDir, clusterId, `${name}.json`));
  }

  /** A service that does not exist is not held: names come from applications. */
  #closeIdle(): void {
    const now = this.#options.clock.monotonic();
    for (const [service, watched] of this.#watched) {
      const { known, exists } = this.#targetOf(service, watched);
      const limitMs = known && !exists ? Math.min(sweepMs, this.#options.idleMs) : this.#options.idleMs;
      if (watched.pinned > 0 || now - watched.usedAt < limitMs) continue;
      this.#watched.delete(service);
      void watched.opened
        .then(() => watched.records.close())
        .then(() => (exists ? undefined : watched.file.remove()))
        .catch((thrown: unknown) => this.#options.log.warn({ err: thrown, service }, 'a watch did not close'));
    }
  }

  #baseChanged(): void {
    const policies: MTLSPolicy[] = [];
    const revoked = new Set<string>();
    for (const { kind, record } of this.#base.all()) {
      if (kind === 'policy') policies.push(record as MTLSPolicy);
      else if (kind === 'revoked-certificate') revoked.add((record as { fingerprint_sha256: string }).fingerprint_sha256);
    }
    this.#policies = policies;
    this.#revoked = revoked;
    this.#tell(undefined);
  }

  #targetChanged(service: string): void {
    const watched = this.#watched.get(service);
    if (!watched) return;
    watched.target = undefined;
    this.#tell(service);
  }

  #tell(service: string | undefined): void {
    for (const wake of this.#waiting) wake();
    for (const handler of this.#handlers) handler(service);
  }

  #targetOf(service: string, watched: Watched): Target {
    watched.target ??= describeTarget(watched.records, keyOf(this.#options.clusterId, 'service', service));
    return watched.target;
  }

  #waitFor(condition: () => boolean, waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        timer.cancel();
        this.#waiting.delete(check);
        resolve();
      };
      const check = (): void => {
        if (condition()) finish();
      };
      const timer = this.#options.clock.after(waitMs, finish);
      this.#waiting.add(check);
    });
  }
}

function describeTarget(records: Records, serviceKey: string): Target {
  const found = records.get(serviceKey)?.record as Service | undefined;
  const broken = records.isBroken(serviceKey);
  const instances = [...records.all()].filter(({ kind }) => kind === 'instance').map(({ record }) => record as ServiceInstance);
  const wanted = instances.filter(({ desired }) => (desired ?? 'running') === 'running');
  const ready = wanted.filter(({ state }) => state === 'ready');
  // The node's agent is out of touch, its apps may well be there: better than none.
  const lost = wanted.filter(({ state, reason }) => state === 'unhealthy' && reason !== undefined && /^node_lost\b/.test(reason));
  return {
    known: records.isKnown,
    exists: found !== undefined || broken || instances.length > 0,
    record: found ?? (broken || !records.isKnown ? 'unknown' : undefined),
    meshMode: found?.mesh_mode ?? 'agent',
    protocol: found?.protocol,
    endpoints: (ready.length > 0 ? ready : lost).map((one) => ({
      instanceId: one.instance_id,
      ip: one.ip,
      port: one.port,
      meshPort: one.mesh_port,
    })),
  };
}
