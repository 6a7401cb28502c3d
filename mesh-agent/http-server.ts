// A node:http server that never listens: connections are handed to it. Shared by the inbound and the outbound side.
// Guarantees: requests of one connection are handled one after another, so that pipelined answers keep their order and their meaning;
// a request that can't be passed on safely is answered 400 and the connection closed; a dawdling client is closed.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerFailure, answerFailureRaw, CallFailure } from './failure.ts';
import { problemOfRequest, tokensOf } from './http-head.ts';
import type { Limits } from './limits.ts';

export interface HttpHandlers {
  /** Resolves when the answer is finished or the connection gone; never rejects. */
  request(req: IncomingMessage, res: ServerResponse): Promise<void>;
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Absent: CONNECT is refused. */
  connect?: (req: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;
}

interface Turn {
  last: Promise<void>;
  waiting: number;
  /** One was refused: what follows may be part of it and is never read as another. */
  over: boolean;
}

export class HttpFront {
  readonly #server: Server;
  readonly #handlers: HttpHandlers;
  readonly #maxPipelined: number;
  readonly #turns = new WeakMap<Duplex, Turn>();

  constructor(handlers: HttpHandlers, limits: Limits, keepAliveMs: number) {
    this.#handlers = handlers;
    this.#maxPipelined = limits.maxPipelined;
    const server = createServer({
      insecureHTTPParser: false,
      headersTimeout: limits.requestHeadMs,
      // Bodies are bounded by the idle time of the stream, not by a time in all.
      requestTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 1000,
      noDelay: true,
      // An upgrade to h2c would let a client speak past the checks of this proxy (RFC 9113 has dropped it).
      shouldUpgradeCallback: (req: IncomingMessage) => tokensOf(req.headers.upgrade).every((token) => token !== 'h2c'),
    });
    // A client may end its side and wait for the answer.
    Object.assign(server, { httpAllowHalfOpen: true });
    server.on('request', (req, res) => this.#request(req, res));
    server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => this.#request(req, res));
    server.on('upgrade', (req, socket, head) => this.#upgrade(req, socket, head));
    server.on('connect', (req, socket, head) => this.#connect(req, socket, head));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.#clientError(error, socket));
    // Without it node:http does not look after deadlines of connections that it is handed.
    server.emit('listening');
    this.#server = server;
  }

  take(socket: Duplex): void {
    this.#server.emit('connection', socket);
  }

  /** Closes connections that wait for a request. */
  closeIdle(): void {
    this.#server.closeIdleConnections();
  }

  close(): void {
    // It never listened, so it says that it is not running; what it looks after is stopped all the same.
    this.#server.close(() => undefined);
  }

  #request(req: IncomingMessage, res: ServerResponse): void {
    const problem = problemOfRequest(req);
    this.#inTurn(req.socket, problem !== undefined, async () => {
      if (res.destroyed) return;
      if (problem !== undefined) {
        res.shouldKeepAlive = false;
        answerFailure(res, new CallFailure('bad_request', problem));
        res.once('finish', () => req.socket.destroySoon());
        return;
      }
      await this.#handlers.request(req, res);
    });
  }

  #upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined);
    const problem =
      problemOfRequest(req) ??
      ((req.headers['content-length'] ?? req.headers['transfer-encoding']) ? 'an upgrade with a body is not passed on' : undefined);
    this.#inTurn(socket, true, async () => {
      if (problem === undefined) await this.#handlers.upgrade(req, socket, head);
      else answerFailureRaw(socket, new CallFailure('bad_request', problem), 'Bad Request');
    });
  }

  #connect(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined);
    const { connect } = this.#handlers;
    this.#inTurn(socket, true, async () => {
      if (connect) await connect(req, socket, head);
      else answerFailureRaw(socket, new CallFailure('bad_request', 'CONNECT is not spoken here'), 'Bad Request');
    });
  }

  #inTurn(socket: Duplex, last: boolean, run: () => Promise<void>): void {
    let turn = this.#turns.get(socket);
    if (!turn) {
      turn = { last: Promise.resolve(), waiting: 0, over: false };
      this.#turns.set(socket, turn);
    }
    const mine = turn;
    if (mine.over) return;
    mine.over = last;
    if (++mine.waiting > this.#maxPipelined) {
      socket.destroy();
      return;
    }
    mine.last = mine.last.then(run).finally(() => {
      mine.waiting--;
    });
    mine.last.catch(() => socket.destroy());
  }

  #clientError(error: NodeJS.ErrnoException, socket: Duplex): void {
    const busy = (this.#turns.get(socket)?.waiting ?? 0) > 0;
    // In the middle of an answer another one would be taken for a part of it.
    if (busy || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const why =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'the request did not come in time' : `not valid HTTP/1 (${error.code ?? error.message})`;
    answerFailureRaw(socket, new CallFailure('bad_request', why), 'Bad Request');
    (socket as Duplex & { destroySoon?: () => void }).destroySoon?.();
  }
}
