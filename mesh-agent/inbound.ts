// One instance's mesh port: who may come in, and what becomes of a connection.
// Guarantees: one port tells TLS from plaintext; TLS 1.3 only, never resumed; a caller is let in only after chain, exactly one URI SAN,
// SPIFFE id with cluster, time, revocation and policy, in that order; each refusal is logged with its reason and counted.
// For a service of protocol http, HTTP/1 is read and `x-photoncloud-peer` names the caller; all else is passed on as it is
// (HTTP/2 in the clear too: there the field is neither set nor removed). Connections are judged again when policy or revocations change.
// An instance that drains closes nothing at first: a caller may be sending on a connection that looks idle here. Its callers close their
// idle connections themselves when they learn of it. Then it stops listening, so that one who never learned is refused before it has
// sent anything, and closes what is idle.
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from 'node:tls';
import type { Log } from '../src/loop/ports.ts';
import { asPhotonError } from '../src/model/errors.ts';
import type { Service } from '../src/model/generated.ts';
import { presentedChain, verifyPeer } from '../src/pki/verify.ts';
import { type Caller, describeRule, type PolicyRule } from '../src/plan/policy.ts';
import { formatAddress, type InstanceConfig } from './config.ts';
import { detect, type Spoken } from './detect.ts';
import { openTcp } from './dial.ts';
import type { Identity } from './identity.ts';
import { InboundHttp } from './inbound-http.ts';
import type { Limits } from './limits.ts';
import { closeServer, drained, listen } from './listen.ts';
import type { MeshMetrics } from './metrics.ts';
import { noteCarrier, resetStream, splice } from './splice.ts';

export interface InboundOptions {
  service: string;
  protocol: Service['protocol'];
  clusterId: string;
  instance: InstanceConfig;
  identity: Identity | undefined;
  /** Says why a caller is refused, or the rule that lets it in. */
  judge: (caller: Caller) => { admitted: boolean; rule: PolicyRule };
  revoked: () => ReadonlySet<string>;
  now: () => number;
  limits: Limits;
  log: Log;
  metrics: MeshMetrics;
}

/** An open connection, as the admin socket shows it. */
export interface InboundConnection {
  peer: string | undefined;
  transport: Caller['transport'] | undefined;
  remote: string;
  since: number;
}

interface Connection {
  tcp: Socket;
  /** What the app's bytes go over: the TCP connection, or TLS on it. */
  stream: Duplex;
  remote: string;
  since: number;
  caller: Caller | undefined;
  spiffeId: string | undefined;
  fingerprint: string | undefined;
}

type Judged = { ok: true } | { ok: false; reason: string; message: string };

export class Inbound {
  readonly #options: InboundOptions;
  readonly #connections = new Set<Connection>();
  readonly #shaking = new Map<string, Connection>();
  readonly #byStream = new WeakMap<Duplex, Connection>();
  readonly #server: Server;
  readonly #http: InboundHttp | undefined;
  #instance: InstanceConfig;
  #identity: Identity | undefined;
  #tls: TlsServer | undefined;
  /** Runs while it drains and still takes connections. */
  #closing: NodeJS.Timeout | undefined;
  /** Set once it takes no more; resolves when the last connection is gone. */
  #closed: Promise<void> | undefined;

  constructor(options: InboundOptions) {
    this.#options = options;
    this.#instance = options.instance;
    this.#server = createTcpServer({ allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
    this.#server.maxConnections = options.limits.maxInbound;
    this.#server.on('connection', (socket) => void this.#accept(socket));
    this.#server.on('drop', () => options.metrics.refusals.inc({ service: options.service, reason: 'too_many_connections' }));
    this.#http = options.protocol === 'http' ? this.#createHttp() : undefined;
    this.setIdentity(options.identity);
  }

  async listen(): Promise<void> {
    await listen(this.#server, this.#instance.bind);
    this.#closeWhereItDrains();
  }

  /** Whether new connections are taken. */
  get listening(): boolean {
    return this.#server.listening;
  }

  get open(): number {
    return this.#connections.size;
  }

  connections(): InboundConnection[] {
    return [...this.#connections].map(({ spiffeId, caller, remote, since }) => ({
      peer: spiffeId,
      transport: caller?.transport,
      remote,
      since,
    }));
  }

  /** The bind address is the same; all else may have changed. Throws PhotonError where it is to listen again and can't. */
  async update(instance: InstanceConfig): Promise<void> {
    const moved = formatAddress(instance.app) !== formatAddress(this.#instance.app);
    this.#instance = instance;
    if (moved) this.#http?.appChanged();
    this.#closeWhereItDrains();
    if (instance.draining || this.#server.listening) return;
    this.#closed = undefined;
    await this.listen();
  }

  #closeWhereItDrains(): void {
    if (!this.#instance.draining) {
      clearTimeout(this.#closing);
      this.#closing = undefined;
      return;
    }
    this.#closing ??= setTimeout(() => this.#takeNoMore(), this.#options.limits.drainOpenMs);
  }

  #takeNoMore(): void {
    clearTimeout(this.#closing);
    this.#closed ??= closeServer(this.#server);
    this.#http?.closeIdle();
  }

  /** New handshakes show the new certificate; what is open stays. */
  setIdentity(identity: Identity | undefined): void {
    this.#identity = identity;
    if (!identity) return;
    if (this.#tls) this.#tls.setSecureContext(identity.serverOptions);
    else this.#tls = this.#createTls(identity);
  }

  /** Policy, revocations or the service's own record changed. */
  judgeAgain(): void {
    for (const connection of this.#connections) {
      if (!connection.caller) continue;
      const judged = this.#judge(connection);
      if (!judged.ok) this.#refuse(connection, judged.reason, `${judged.message} (the connection was open)`);
    }
  }

  /** Takes no more, lets what is open finish up to drainMs, then cuts it off. */
  async close(drainMs: number): Promise<void> {
    this.#instance = { ...this.#instance, draining: true };
    this.#takeNoMore();
    await drained(this.#closed ?? Promise.resolve(), drainMs, {
      closeIdle: () => this.#http?.closeIdle(),
      abort: () => {
        for (const { stream } of this.#connections) resetStream(stream);
      },
    });
    this.#http?.close();
  }

  #createHttp(): InboundHttp {
    const { limits } = this.#options;
    return new InboundHttp({
      app: () => this.#instance.app,
      peerOf: (socket) => this.#byStream.get(socket)?.spiffeId,
      draining: () => this.#instance.draining,
      limits,
    });
  }

  #createTls(identity: Identity): TlsServer {
    const server = createTlsServer({
      ...identity.serverOptions,
      requestCert: true,
      // Refused below, so that the reason can be told and counted.
      rejectUnauthorized: false,
      allowHalfOpen: true,
      handshakeTimeout: this.#options.limits.handshakeMs,
    });
    server.on('secureConnection', (tls) => this.#secured(tls));
    server.on('tlsClientError', (error, tls) => this.#handshakeFailed(tls, error));
    return server;
  }

  async #accept(tcp: Socket): Promise<void> {
    const { limits } = this.#options;
    const connection: Connection = {
      tcp,
      stream: tcp,
      remote: keyOf(tcp),
      since: this.#options.now(),
      caller: undefined,
      spiffeId: undefined,
      fingerprint: undefined,
    };
    this.#track(connection);
    const spoken = await detect(tcp, limits.detectMs);
    if (spoken === 'closed') tcp.destroy();
    else if (spoken === 'tls') this.#shake(connection);
    else this.#plain(connection, spoken);
  }

  #track(connection: Connection): void {
    const { tcp } = connection;
    const { service, metrics } = this.#options;
    this.#connections.add(connection);
    this.#byStream.set(tcp, connection);
    metrics.inboundOpen.inc({ service });
    tcp.on('error', () => undefined);
    tcp.once('close', () => {
      this.#connections.delete(connection);
      if (this.#shaking.get(connection.remote) === connection) this.#shaking.delete(connection.remote);
      metrics.inboundOpen.dec({ service });
    });
  }

  /** The handshake has a deadline of its own in all: the server's is one for silence only. */
  #shake(connection: Connection): void {
    if (!this.#tls || !this.#identity) return this.#refuse(connection, 'no_identity', 'this service has no valid certificate to show');
    const { tcp, remote } = connection;
    this.#shaking.set(remote, connection);
    const timer = setTimeout(() => {
      if (this.#shaking.get(remote) === connection) this.#refuse(connection, 'handshake_timeout', 'the handshake took too long');
    }, this.#options.limits.handshakeMs);
    tcp.once('close', () => clearTimeout(timer));
    this.#tls.emit('connection', tcp);
  }

  #secured(tls: TLSSocket): void {
    const remote = keyOf(tls);
    const connection = this.#shaking.get(remote);
    this.#shaking.delete(remote);
    if (!connection || connection.tcp.destroyed) {
      tls.destroy();
      return;
    }
    connection.stream = tls;
    noteCarrier(tls, connection.tcp);
    this.#byStream.set(tls, connection);
    tls.on('error', () => undefined);
    // Whoever destroys the TLS stream means the connection.
    tls.once('close', () => connection.tcp.destroy());
    const judged = this.#judgeTls(connection, tls);
    this.#options.metrics.handshakes.inc({ service: this.#options.service, side: 'inbound', result: judged.ok ? 'ok' : 'refused' });
    if (judged.ok) void this.#serve(connection, undefined);
    else this.#refuse(connection, judged.reason, judged.message);
  }

  #handshakeFailed(tls: TLSSocket, error: Error): void {
    const connection = this.#shaking.get(keyOf(tls));
    this.#options.metrics.handshakes.inc({ service: this.#options.service, side: 'inbound', result: 'failed' });
    if (connection) this.#refuse(connection, 'handshake_failed', error.message);
    else tls.destroy();
  }

  #judgeTls(connection: Connection, tls: TLSSocket): Judged {
    if (tls.isSessionReused()) return { ok: false, reason: 'session_resumed', message: 'a resumed session skips the checks' };
    const chain = presentedChain(tls);
    if (chain.length === 0) {
      connection.caller = { transport: 'tls' };
      return this.#judge(connection);
    }
    const verdict = verifyPeer(chain, {
      anchors: this.#identity?.anchors ?? [],
      clusterId: this.#options.clusterId,
      now: this.#options.now(),
      revoked: this.#options.revoked(),
      tls: { authorized: tls.authorized, error: tls.authorizationError === undefined ? undefined : String(tls.authorizationError) },
    });
    if (!verdict.ok) return verdict;
    connection.spiffeId = verdict.spiffeId;
    connection.fingerprint = verdict.fingerprintSha256;
    if (verdict.identity.kind !== 'service') {
      return { ok: false, reason: 'wrong_kind', message: `${verdict.spiffeId} is a node; only services call services` };
    }
    connection.caller = { transport: 'mtls', source: verdict.identity.name };
    return this.#judge(connection);
  }

  #plain(connection: Connection, spoken: Exclude<Spoken, 'tls' | 'closed'>): void {
    connection.caller = { transport: 'plain' };
    const judged = this.#judge(connection);
    if (!judged.ok) return this.#refuse(connection, judged.reason, judged.message);
    if (spoken === 'silent' && this.#options.protocol !== 'tcp') {
      return this.#refuse(connection, 'silent', `nothing came within ${this.#options.limits.detectMs} ms`);
    }
    void this.#serve(connection, spoken);
  }

  /** Revocation, then policy: what may change while a connection lives. */
  #judge({ caller, fingerprint }: Connection): Judged {
    if (!caller) return { ok: false, reason: 'unknown_caller', message: 'nothing is known of the caller' };
    if (fingerprint !== undefined && this.#options.revoked().has(fingerprint)) {
      return { ok: false, reason: 'revoked', message: `the certificate ${fingerprint} is revoked` };
    }
    const { admitted, rule } = this.#options.judge(caller);
    if (admitted) return { ok: true };
    const who = caller.transport === 'mtls' ? caller.source : 'a caller without an identity';
    return {
      ok: false,
      reason: `policy_refuses_${caller.transport}`,
      message: `${describeRule(rule)} does not let ${who} in by ${caller.transport}`,
    };
  }

  #refuse(connection: Connection, reason: string, message: string): void {
    const { service, metrics, log } = this.#options;
    metrics.refusals.inc({ service, reason });
    log.warn({ instance: this.#instance.id, peer: connection.spiffeId, remote: connection.remote, reason }, `refused: ${message}`);
    resetStream(connection.stream);
  }

  async #serve(connection: Connection, spoken: Spoken | undefined): Promise<void> {
    const { limits, metrics, service } = this.#options;
    const { stream, caller } = connection;
    metrics.inboundConnections.inc({ service, transport: caller?.transport ?? 'plain' });
    if (!this.#http) return this.#pass(connection);
    const heard = spoken ?? (await detect(stream, limits.requestHeadMs));
    if (heard === 'h2c') return this.#pass(connection);
    if (heard === 'closed' || heard === 'silent') connection.tcp.destroy();
    else this.#http.take(stream);
  }

  async #pass({ stream, remote }: Connection): Promise<void> {
    const { limits, metrics, service, log } = this.#options;
    let app: Socket;
    try {
      app = await openTcp(this.#instance.app, limits.connectMs);
    } catch (thrown) {
      metrics.refusals.inc({ service, reason: 'app_unreachable' });
      log.warn({ err: asPhotonError(thrown), instance: this.#instance.id, remote }, 'the app can not be reached');
      resetStream(stream);
      return;
    }
    await splice(stream, app, {
      idleMs: limits.idleMs,
      halfClosedIdleMs: limits.halfClosedIdleMs,
      onBytes: (direction, bytes) => metrics.bytes.inc({ service, side: 'inbound', direction }, bytes),
    });
  }
}

/** Names a connection among those that are open on one port. */
function keyOf(socket: Socket | TLSSocket): string {
  return `${socket.localAddress ?? ''}|${socket.remoteAddress ?? ''}:${socket.remotePort ?? ''}`;
}
