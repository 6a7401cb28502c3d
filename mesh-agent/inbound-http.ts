// HTTP/1 towards the app: every request is told who calls, as the handshake showed it, and nobody can claim it otherwise.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorHeader } from '../src/client/failures.ts';
import type { Address } from './config.ts';
import { openTcp } from './dial.ts';
import { exchange, type ExchangeOptions, type ExchangeResult } from './exchange.ts';
import { answerFailure, answerFailureRaw, CallFailure } from './failure.ts';
import { isRepeatable, passFields, peerHeader, serviceHeader } from './http-head.ts';
import { HttpFront } from './http-server.ts';
import type { Limits } from './limits.ts';
import { Pool } from './pool.ts';
import { resetStream } from './splice.ts';

export interface InboundHttpOptions {
  app: () => Address;
  /** SPIFFE id of a connection's caller; undefined where it has none. */
  peerOf: (socket: Duplex) => string | undefined;
  draining: () => boolean;
  limits: Limits;
}

export class InboundHttp {
  readonly #options: InboundHttpOptions;
  readonly #front: HttpFront;
  #pool: Pool;

  constructor(options: InboundHttpOptions) {
    this.#options = options;
    this.#front = new HttpFront(
      {
        request: (req, res) => this.#pass(req, res, req.socket),
        upgrade: (req, socket, head) => this.#pass(req, undefined, socket, head),
      },
      options.limits,
      options.limits.keepAliveMs,
    );
    this.#pool = this.#newPool();
  }

  take(socket: Duplex): void {
    this.#front.take(socket);
  }

  /** The app has moved, or was restarted elsewhere. */
  appChanged(): void {
    this.#pool.retire();
    this.#pool = this.#newPool();
  }

  closeIdle(): void {
    this.#front.closeIdle();
  }

  close(): void {
    this.#front.close();
    this.#pool.retire();
  }

  #newPool(): Pool {
    const { app, limits } = this.#options;
    return new Pool({ connect: () => openTcp(app(), limits.connectMs), idleMs: limits.appIdleMs, maxIdle: 64, maxOpen: limits.maxInbound });
  }

  async #pass(req: IncomingMessage, res: ServerResponse | undefined, socket: Duplex, head?: Buffer): Promise<void> {
    const { peerOf, draining, limits } = this.#options;
    const peer = peerOf(socket);
    const fields = passFields(req.rawHeaders, req.headers.connection, {
      drop: [peerHeader, serviceHeader],
      add: peer === undefined ? [] : [peerHeader, peer],
    });
    if (res && draining()) res.shouldKeepAlive = false;
    const base: Omit<ExchangeOptions, 'agent'> = {
      req,
      res: res as ServerResponse,
      upgrade: res ? undefined : { socket, head: head ?? Buffer.alloc(0) },
      path: req.url ?? '/',
      fields,
      dropFromResponse: [errorHeader],
      closeAfter: draining,
      headTimeoutMs: limits.idleMs,
      splice: { idleMs: limits.idleMs, halfClosedIdleMs: limits.halfClosedIdleMs },
    };
    let result = await exchange({ ...base, agent: this.#pool });
    // An app may close an idle connection just as a request sets out on it.
    if (result.end === 'unanswered' && result.reused && isRepeatable(req)) {
      this.#pool.dropIdle();
      result = await exchange({ ...base, agent: this.#pool });
    }
    this.#tell(result, res, socket);
  }

  #tell(result: ExchangeResult, res: ServerResponse | undefined, socket: Duplex): void {
    if (result.end === 'answered' || result.end === 'cut') return;
    const failure =
      result.end === 'unsent'
        ? new CallFailure('app_unreachable', `the app can't be reached: ${result.error.message}`)
        : new CallFailure(result.timedOut ? 'timeout' : 'upstream_failed', `the app did not answer: ${result.error.message}`);
    if (res) answerFailure(res, failure);
    else if (socket.writable) answerFailureRaw(socket, failure);
    else resetStream(socket);
  }
}
