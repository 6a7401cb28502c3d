// Where a service's own app (or the local Caddy) asks for other services: the control port and the fixed upstream ports.
// Guarantees: only peers from loopback, the configured subnets and the app's own addresses are served; every failure is told with its
// status and code; fields that only the mesh may set never leave from here.
// A fixed port of a target that speaks HTTP balances each request; every other connection is passed on whole.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '../src/loop/ports.ts';
import type { Calls, HttpCall } from './calls.ts';
import { detect } from './detect.ts';
import { answerFailure, answerFailureRaw, asCallFailure, CallFailure } from './failure.ts';
import { passFields, peerHeader, serviceHeader } from './http-head.ts';
import { HttpFront } from './http-server.ts';
import type { Limits } from './limits.ts';
import type { MeshMetrics } from './metrics.ts';
import { connectTarget, destinationOf } from './names.ts';
import { resetStream, splice } from './splice.ts';

export interface OutboundOptions {
  service: string;
  clusterId: string;
  calls: Calls;
  limits: Limits;
  log: Log;
  metrics: MeshMetrics;
}

export class Outbound {
  readonly #options: OutboundOptions;
  readonly #front: HttpFront;
  readonly #fixed = new WeakMap<Duplex, string>();
  readonly #open = new Set<Socket>();
  #allowed = allowList([], []);

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#front = new HttpFront(
      {
        request: (req, res) => this.#request(req, res),
        upgrade: (req, socket, head) => this.#upgrade(req, socket, head),
        connect: (req, socket, head) => this.#connect(req, socket, head),
      },
      options.limits,
      options.limits.localKeepAliveMs,
    );
  }

  /** Who may use the ports: subnets in CIDR and single addresses, besides loopback. */
  allow(subnets: readonly string[], addresses: readonly string[]): void {
    this.#allowed = allowList(subnets, addresses);
  }

  /** A connection on the control port. */
  control(socket: Socket): void {
    if (!this.#admit(socket, true)) return;
    this.#front.take(socket);
  }

  /** A connection on the fixed port of a service. */
  async upstream(socket: Socket, service: string): Promise<void> {
    if (!this.#admit(socket, false)) return;
    const { calls, limits } = this.#options;
    try {
      const target = await calls.find(service);
      if (target.protocol === 'http') {
        const spoken = await detect(socket, limits.requestHeadMs);
        if (spoken === 'closed') return void socket.destroy();
        if (spoken === 'http1' || spoken === 'silent') {
          this.#fixed.set(socket, service);
          return this.#front.take(socket);
        }
      }
      await this.#pass(socket, service);
    } catch (thrown) {
      this.#count(service, asCallFailure(thrown));
      resetStream(socket);
    }
  }

  /** Connections of local peers that are open. */
  get open(): number {
    return this.#open.size;
  }

  closeIdle(): void {
    this.#front.closeIdle();
  }

  close(): void {
    this.#front.close();
  }

  #admit(socket: Socket, http: boolean): boolean {
    socket.on('error', () => undefined);
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=[0-9.]+$)/i, '');
    if (address !== '' && this.#allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
      return true;
    }
    if (address === '') {
      // Gone before it was looked at.
      socket.destroy();
      return false;
    }
    const failure = new CallFailure('peer_refused', `${address} may not call as ${this.#options.service}`);
    this.#options.metrics.refusals.inc({ service: this.#options.service, reason: 'control_peer' });
    this.#options.log.warn({ remote: address, reason: 'control_peer' }, failure.message);
    if (http) {
      answerFailureRaw(socket, failure, 'Forbidden');
      socket.destroySoon();
    } else resetStream(socket);
    return false;
  }

  async #request(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let service = this.#fixed.get(req.socket);
    try {
      const { call, target } = this.#callOf(req, res, undefined);
      service = target;
      await this.#options.calls.request(target, call);
    } catch (thrown) {
      const failure = asCallFailure(thrown);
      this.#count(service ?? '', failure);
      answerFailure(res, failure);
    }
  }

  async #upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    try {
      const { call, target } = this.#callOf(req, undefined, { socket, head });
      await this.#options.calls.request(target, call);
    } catch (thrown) {
      const failure = asCallFailure(thrown);
      this.#count('', failure);
      answerFailureRaw(socket, failure);
    }
  }

  #callOf(req: IncomingMessage, res: ServerResponse | undefined, upgrade: HttpCall['upgrade']): { call: HttpCall; target: string } {
    const fixed = this.#fixed.get(req.socket);
    const destination = fixed === undefined ? destinationOf(req, this.#options.clusterId) : undefined;
    const rules = {
      drop: [peerHeader, serviceHeader, ...(destination ? ['host'] : [])],
      add: destination ? ['host', destination.host] : [],
    };
    const fields = passFields(req.rawHeaders, req.headers.connection ?? req.headers['proxy-connection']?.toString(), rules);
    return { call: { req, res, upgrade, path: destination?.path ?? req.url ?? '/', fields }, target: destination?.service ?? fixed ?? '' };
  }

  async #connect(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    let service = '';
    try {
      if (this.#fixed.has(socket)) throw new CallFailure('bad_request', 'CONNECT is not spoken on a fixed port');
      service = connectTarget(req.url ?? '', this.#options.clusterId);
      if (head.length > 0) socket.unshift(head);
      await this.#pass(socket, service, 'HTTP/1.1 200 Connection established\r\n\r\n');
    } catch (thrown) {
      const failure = asCallFailure(thrown);
      this.#count(service, failure);
      answerFailureRaw(socket, failure);
    }
  }

  /** Throws CallFailure before anything was said to the local peer. */
  async #pass(socket: Duplex, target: string, greeting?: string): Promise<void> {
    const { calls, limits, metrics, service } = this.#options;
    const { stream, finish } = await calls.open(target);
    if (greeting !== undefined && socket.writable) socket.write(greeting);
    await splice(socket, stream, {
      idleMs: limits.idleMs,
      halfClosedIdleMs: limits.halfClosedIdleMs,
      onBytes: (direction, bytes) => metrics.bytes.inc({ service, side: 'outbound', direction }, bytes),
    });
    finish();
  }

  #count(target: string, failure: CallFailure): void {
    const { metrics, log, service } = this.#options;
    // A name that does not exist is the app's invention: it must not become a label.
    const label = failure.code === 'unknown_service' || failure.code === 'bad_request' ? '' : target;
    metrics.requests.inc({ service, target: label, code: failure.code });
    log.info({ target, code: failure.code }, `a call failed: ${failure.message}`);
  }
}

function allowList(subnets: readonly string[], addresses: readonly string[]): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  for (const subnet of subnets) {
    const [network = '', prefix = '0'] = subnet.split('/');
    list.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  for (const address of addresses) list.addAddress(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  return list;
}
