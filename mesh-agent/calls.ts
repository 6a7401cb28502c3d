// Calls of one service to others: which endpoint, over which connection, and what is tried again.
// Guarantees: the transport is what policy says at the time of the call; a failed connect goes to another endpoint; what may have reached
// the far side is repeated only where it does no harm, within a budget; connections belong to one instance and one identity, and are
// dropped when the instance goes, the identity changes, the policy asks for more, or the far side's certificate is revoked.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock, Log, Random } from '../src/loop/ports.ts';
import type { Environment } from '../src/model/generated.ts';
import { dialOf, type ModeSettings, resolvePolicy, type Transport } from '../src/plan/policy.ts';
import { Balancer } from './balance.ts';
import { type Dialled, dial } from './dial.ts';
import type { Discovery, Endpoint, Target } from './discovery.ts';
import { exchange, type ExchangeOptions, type ExchangeResult } from './exchange.ts';
import { asCallFailure, CallFailure } from './failure.ts';
import { hasBody, isRepeatable } from './http-head.ts';
import type { Identity } from './identity.ts';
import type { Limits } from './limits.ts';
import type { MeshMetrics } from './metrics.ts';
import { Pool } from './pool.ts';
import { resetStream } from './splice.ts';

export interface CallsOptions {
  service: string;
  clusterId: string;
  environment: Environment;
  discovery: Discovery;
  identity: () => Identity | undefined;
  settings: () => ModeSettings;
  clock: Clock;
  random: Random;
  limits: Limits;
  log: Log;
  metrics: MeshMetrics;
}

/** One way to the target: an endpoint and how it is dialled. */
interface Route {
  key: string;
  address: { host: string; port: number };
  transport: Transport;
}

interface Live {
  target: string;
  route: string;
  transport: Transport;
  fingerprint: string | undefined;
}

export interface HttpCall {
  req: IncomingMessage;
  res: ServerResponse | undefined;
  upgrade: { socket: Duplex; head: Buffer } | undefined;
  path: string;
  fields: readonly string[];
}

const strength = { plain: 0, tls: 1, mtls: 2 } as const satisfies Record<Transport, number>;

export class Calls {
  readonly #options: CallsOptions;
  readonly #balancer: Balancer;
  readonly #pools = new Map<string, { pool: Pool; target: string; route: string }>();
  readonly #live = new Map<Duplex, Live>();
  readonly #underWay = new Map<string, number>();
  #budget: number;
  #budgetAt: number;

  constructor(options: CallsOptions) {
    this.#options = options;
    this.#balancer = new Balancer(options.clock, options.random);
    this.#budget = options.limits.retryFloor;
    this.#budgetAt = options.clock.monotonic();
  }

  /** What is known of a target. Throws CallFailure overloaded, discovery_unavailable or unknown_service. */
  async find(target: string): Promise<Target> {
    const { discovery, limits } = this.#options;
    const found = await discovery.targetKnown(target, limits.discoveryMs);
    if (!found) throw new CallFailure('overloaded', 'too many services are watched already');
    if (!discovery.isKnown || !found.known) throw new CallFailure('discovery_unavailable', `the store has not told of ${target} yet`);
    if (!found.exists) throw new CallFailure('unknown_service', `there is no service ${target} in this cluster`);
    return found;
  }

  /** A connection of its own, for bytes. `finish` tells the balancer that it is over. Throws CallFailure. */
  async open(target: string): Promise<{ stream: Duplex; finish: () => void }> {
    return this.#counted(target, async () => {
      await this.find(target);
      const tried = new Set<string>();
      for (;;) {
        const route = this.#choose(target, tried);
        this.#balancer.begin(route.key);
        const startedAt = this.#options.clock.monotonic();
        try {
          const stream = await this.#connect(target, route);
          const latencyMs = this.#options.clock.monotonic() - startedAt;
          return { stream, finish: () => this.#balancer.end(route.key, { ok: true, latencyMs }) };
        } catch (thrown) {
          this.#balancer.end(route.key, { ok: false });
          this.#another(target, route, tried, asCallFailure(thrown));
        }
      }
    });
  }

  /** One HTTP request. Resolves when its answer is finished or cut off; throws CallFailure where none has begun. */
  request(target: string, call: HttpCall): Promise<ExchangeResult> {
    return this.#counted(target, async () => {
      await this.find(target);
      const tried = new Set<string>();
      let repeated = false;
      for (;;) {
        const route = this.#choose(target, tried);
        const pool = this.#poolOf(target, route);
        this.#balancer.begin(route.key);
        const result = await exchange(this.#exchangeOptions(call, pool));
        this.#learn(target, route, result);
        if (result.end === 'answered' || result.end === 'cut') return result;
        if (result.end === 'unsent') {
          this.#another(target, route, tried, asCallFailure(result.error));
          continue;
        }
        const failure = new CallFailure(
          result.timedOut ? 'timeout' : 'upstream_failed',
          `${target} did not answer: ${result.error.message}`,
        );
        if (repeated || result.timedOut || !isRepeatable(call.req) || !this.#takeRetry(target)) throw failure;
        repeated = true;
        // It died with others that were opened with it: the second try takes a fresh one.
        pool.dropIdle();
        if (!result.reused) tried.add(route.key);
      }
    });
  }

  /** Discovery, policy, revocations or the identity changed. */
  changed(): void {
    const current = new Map<string, Map<string, Route>>();
    const routesOf = (target: string): Map<string, Route> => {
      const found = current.get(target) ?? new Map(this.#routes(target).map((route) => [this.#poolKey(target, route), route]));
      current.set(target, found);
      return found;
    };
    for (const [key, { pool, target }] of this.#pools) {
      if (routesOf(target).has(key)) continue;
      this.#pools.delete(key);
      pool.retire();
    }
    for (const [stream, live] of this.#live) this.#judgeAgain(stream, live);
    const keys = [...this.#options.discovery.targets()].flatMap(([, target]) => target.endpoints.map(keyOfEndpoint));
    this.#balancer.keep(new Set(keys));
  }

  close(): void {
    for (const { pool } of this.#pools.values()) pool.retire();
    this.#pools.clear();
  }

  /** Cuts off what is still open. */
  abort(): void {
    for (const stream of this.#live.keys()) resetStream(stream);
  }

  /** Connections open now, for the admin socket. */
  live(): { target: string; transport: Transport }[] {
    return [...this.#live.values()].map(({ target, transport }) => ({ target, transport }));
  }

  async #counted<T>(target: string, run: () => Promise<T>): Promise<T> {
    const count = this.#underWay.get(target) ?? 0;
    if (count >= this.#options.limits.maxOutbound) throw new CallFailure('overloaded', `${count} calls to ${target} are under way already`);
    this.#underWay.set(target, count + 1);
    this.#earn();
    try {
      return await run();
    } finally {
      const left = (this.#underWay.get(target) ?? 1) - 1;
      if (left > 0) this.#underWay.set(target, left);
      else this.#underWay.delete(target);
    }
  }

  #resolution(target: string, found: Target) {
    const { environment, discovery, service, settings } = this.#options;
    return resolvePolicy({
      environment,
      policies: discovery.policies(),
      source: service,
      target,
      targetService: found.record,
      settings: settings(),
    });
  }

  #routes(target: string): Route[] {
    const found = this.#options.discovery.targets().get(target);
    if (!found) return [];
    const resolution = this.#resolution(target, found);
    return found.endpoints.flatMap((endpoint) => {
      const dialled = dialOf(resolution, { meshMode: found.meshMode, hasMeshPort: endpoint.meshPort !== undefined });
      return 'refused' in dialled ? [] : [routeTo(endpoint, dialled)];
    });
  }

  /** Throws CallFailure where there is nothing to choose from. */
  #choose(target: string, tried: ReadonlySet<string>): Route {
    const found = this.#options.discovery.target(target);
    if (!found || found.endpoints.length === 0) throw new CallFailure('no_endpoint', `no instance of ${target} is ready`);
    const routes = this.#routes(target);
    const [endpoint] = found.endpoints;
    if (routes.length === 0 && endpoint) {
      const why = dialOf(this.#resolution(target, found), { meshMode: found.meshMode, hasMeshPort: endpoint.meshPort !== undefined });
      throw new CallFailure('policy_refused', `${target} can't be called: ${'refused' in why ? why.refused : 'policy has changed'}`);
    }
    const fresh = routes.filter(({ key }) => !tried.has(key));
    const route = this.#balancer.choose(fresh.length > 0 ? fresh : routes, ({ key }) => key);
    if (!route) throw new CallFailure('no_endpoint', `no instance of ${target} is ready`);
    return route;
  }

  /** Goes on to another endpoint, or throws the failure where none is left that was not tried. */
  #another(target: string, route: Route, tried: Set<string>, failure: CallFailure): void {
    tried.add(route.key);
    const left = this.#routes(target).some(({ key }) => !tried.has(key));
    this.#options.log.debug({ target, endpoint: route.key, code: failure.code }, failure.message);
    if (!left || tried.size >= this.#options.limits.maxAttempts) throw failure;
    this.#options.metrics.retries.inc({ service: this.#options.service, target });
  }

  async #connect(target: string, route: Route): Promise<Duplex> {
    const { clusterId, discovery, identity, clock, limits, metrics, service, log } = this.#options;
    let dialled: Dialled;
    try {
      dialled = await dial({
        address: route.address,
        transport: route.transport,
        service: target,
        clusterId,
        identity: identity(),
        revoked: discovery.revoked(),
        now: () => clock.now(),
        connectMs: limits.connectMs,
        handshakeMs: limits.handshakeMs,
      });
    } catch (thrown) {
      const failure = asCallFailure(thrown);
      if (route.transport !== 'plain') metrics.handshakes.inc({ service, side: 'outbound', result: failure.code });
      if (failure.code === 'identity_mismatch') log.error({ target, endpoint: route.key }, failure.message);
      throw failure;
    }
    if (route.transport !== 'plain') metrics.handshakes.inc({ service, side: 'outbound', result: 'ok' });
    const { stream, fingerprintSha256 } = dialled;
    this.#live.set(stream, { target, route: route.key, transport: route.transport, fingerprint: fingerprintSha256 });
    stream.once('close', () => this.#live.delete(stream));
    return stream;
  }

  #judgeAgain(stream: Duplex, { target, route, transport, fingerprint }: Live): void {
    const { discovery, log } = this.#options;
    const revoked = fingerprint !== undefined && discovery.revoked().has(fingerprint);
    const found = discovery.targets().get(target);
    const wanted =
      found &&
      dialOf(this.#resolution(target, found), {
        meshMode: found.meshMode,
        hasMeshPort: transport !== 'plain' || found.endpoints.some((e) => keyOfEndpoint(e) === route && e.meshPort !== undefined),
      });
    const weak = wanted !== undefined && ('refused' in wanted || strength[wanted.transport] > strength[transport]);
    if (!revoked && !weak) return;
    log.warn({ target, endpoint: route, reason: revoked ? 'revoked' : 'policy' }, 'an open connection to another service is closed');
    resetStream(stream);
  }

  #poolKey(target: string, { key, transport, address }: Route): string {
    const identity = transport === 'plain' ? '' : (this.#options.identity()?.version ?? '');
    return `${target}|${key}|${address.port}|${transport}|${identity}`;
  }

  #poolOf(target: string, route: Route): Pool {
    const key = this.#poolKey(target, route);
    const found = this.#pools.get(key);
    if (found) return found.pool;
    const { limits } = this.#options;
    const pool = new Pool({
      connect: () => this.#connect(target, route),
      idleMs: limits.poolIdleMs,
      maxIdle: 64,
      maxOpen: limits.maxOutbound,
    });
    this.#pools.set(key, { pool, target, route: route.key });
    return pool;
  }

  #exchangeOptions({ req, res, upgrade, path, fields }: HttpCall, agent: Pool): ExchangeOptions {
    const { limits } = this.#options;
    return {
      req,
      // An upgrade has no response object: `upgrade` stands for it.
      res: res as ServerResponse,
      upgrade,
      agent,
      path,
      fields,
      dropFromResponse: [],
      unsentBy: hasBody(req) ? undefined : appUnreachable,
      closeAfter: () => false,
      headTimeoutMs: limits.answerHeadMs,
      splice: { idleMs: limits.idleMs, halfClosedIdleMs: limits.halfClosedIdleMs },
    };
  }

  #learn(target: string, { key }: Route, result: ExchangeResult): void {
    const { metrics, service } = this.#options;
    switch (result.end) {
      case 'answered': {
        const failed = result.status >= 500 && result.code !== undefined;
        this.#balancer.end(key, failed ? { ok: false } : { ok: true, latencyMs: result.headMs });
        metrics.requests.inc({ service, target, code: result.code ?? `${Math.floor(result.status / 100)}xx` });
        metrics.requestSeconds.observe({ service, target }, result.headMs / 1000);
        return;
      }
      case 'cut':
        this.#balancer.end(key, result.by === 'upstream' ? { ok: false } : { ok: true, latencyMs: undefined });
        metrics.requests.inc({ service, target, code: `cut_by_${result.by}` });
        return;
      case 'unanswered':
        // A kept connection that was closed meanwhile says nothing about the endpoint.
        this.#balancer.end(key, result.reused && !result.timedOut ? { ok: true, latencyMs: undefined } : { ok: false });
        return;
      case 'unsent':
        this.#balancer.end(key, { ok: false });
    }
  }

  #earn(): void {
    const { limits, clock } = this.#options;
    const now = clock.monotonic();
    const earned = limits.retryShare + (limits.retryFloor * (now - this.#budgetAt)) / 1000;
    this.#budget = Math.min(limits.retryFloor * 10, this.#budget + earned);
    this.#budgetAt = now;
  }

  #takeRetry(target: string): boolean {
    if (this.#budget < 1) return false;
    this.#budget--;
    this.#options.metrics.retries.inc({ service: this.#options.service, target });
    return true;
  }
}

function keyOfEndpoint({ instanceId, ip, port, meshPort }: Endpoint): string {
  return `${instanceId}@${ip}:${meshPort ?? port}`;
}

function routeTo(endpoint: Endpoint, dialled: { transport: Transport; at: 'mesh' | 'app' }): Route {
  const port = dialled.at === 'mesh' ? (endpoint.meshPort ?? endpoint.port) : endpoint.port;
  return { key: keyOfEndpoint(endpoint), address: { host: endpoint.ip, port }, transport: dialled.transport };
}

/** The mesh agent there could not reach its app: another instance may. */
function appUnreachable(code: string): CallFailure | undefined {
  return code === 'app_unreachable' ? new CallFailure(code, "the app of the instance can't be reached by its mesh agent") : undefined;
}
