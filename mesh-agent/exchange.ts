// One HTTP/1 request passed on and its answer brought back, both as streams.
// Guarantees: 1xx answers, trailers, upgrades, HEAD and `Expect: 100-continue` pass; an answer that was cut off reaches the client
// cut off, in whatever framing; nothing is buffered beyond the streams' own limits; a client that goes away ends the request.
// `unsent` says that no byte of the request left, `unanswered` that no byte of an answer came: the caller decides what is tried again.
// The caller owes: a checked request whose response nobody else writes to, and agents that hand out connected streams.
import { type Agent, type ClientRequest, type IncomingMessage, request, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorHeader } from '../src/client/failures.ts';
import { hasBody, passFields, passTrailers, peerHeader, responseHead, serviceHeader, tokensOf } from './http-head.ts';
import { resetStream, splice, type SpliceOptions } from './splice.ts';

export interface ExchangeOptions {
  req: IncomingMessage;
  /** Absent for an upgrade: then `socket` and `head` are given. */
  res: ServerResponse;
  upgrade?: { socket: Duplex; head: Buffer } | undefined;
  agent: Agent;
  path: string;
  /** Request fields as they are to be sent, hop-by-hop ones removed. */
  fields: readonly string[];
  /** Names that a response may not bring. */
  dropFromResponse: readonly string[];
  /** Says of an answer's failure code that nothing has reached the app: it is not the client's to see, the caller tries elsewhere. */
  unsentBy?: ((code: string) => Error | undefined) | undefined;
  /** Whether the client's connection is to be closed after the answer. */
  closeAfter: () => boolean;
  /** From the end of connecting to the head of the answer. */
  headTimeoutMs: number;
  splice: SpliceOptions;
}

export type ExchangeResult =
  | { end: 'answered'; status: number; headMs: number; code: string | undefined }
  | { end: 'unsent'; error: Error }
  | { end: 'unanswered'; error: Error; reused: boolean; timedOut: boolean }
  /** The answer had begun; the client has seen it break. */
  | { end: 'cut'; by: 'client' | 'upstream'; headMs: number | undefined };

export function exchange(options: ExchangeOptions): Promise<ExchangeResult> {
  return new Promise((resolve) => new Exchange(options, resolve).start());
}

class Exchange {
  readonly #options: ExchangeOptions;
  readonly #resolve: (result: ExchangeResult) => void;
  #up!: ClientRequest;
  #sentAt: number | undefined;
  #headMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timedOut = false;
  #upstreamError: Error | undefined;
  #done = false;

  constructor(options: ExchangeOptions, resolve: (result: ExchangeResult) => void) {
    this.#options = options;
    this.#resolve = resolve;
  }

  start(): void {
    const { req, res, agent, path, fields, upgrade } = this.#options;
    const client = upgrade?.socket ?? res;
    // It may have gone while its target was looked up, and will not say so again.
    if (client.destroyed) return this.#resolve({ end: 'cut', by: 'client', headMs: undefined });
    const up = request({
      agent,
      method: req.method ?? 'GET',
      path,
      headers: [...this.#framed(fields)],
      setHost: false,
      insecureHTTPParser: false,
    });
    this.#up = up;
    up.on('socket', (socket) => this.#connected(socket));
    up.on('information', (info) => this.#information(info));
    up.on('response', (answer) => this.#response(answer));
    up.on('upgrade', (answer, socket, head) => this.#upgraded(answer, socket, head));
    up.on('error', (error) => this.#failed(error));
    client.on('close', this.#clientClosed);
  }

  /** A request without a body that has no length yet would be sent chunked for methods that usually have one. */
  #framed(fields: readonly string[]): readonly string[] {
    const { req, upgrade } = this.#options;
    const out = [...fields];
    if (upgrade) out.push('connection', 'upgrade', 'upgrade', req.headers.upgrade ?? '');
    else if (
      !hasBody(req) &&
      req.headers['content-length'] === undefined &&
      !['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'].includes(req.method ?? '')
    ) {
      out.push('content-length', '0');
    }
    return out;
  }

  #connected(socket: Duplex): void {
    // Cut off between its handshake and now: node:http would wait for ever.
    if (socket.destroyed) {
      this.#up.destroy(new Error('the connection was closed before it was used'));
      return;
    }
    this.#sentAt = performance.now();
    const { req, upgrade, headTimeoutMs } = this.#options;
    // node:http gives a body that ends with the connection as complete, also where the connection failed.
    socket.prependListener('error', this.#socketError);
    this.#timer = setTimeout(() => {
      this.#timedOut = true;
      this.#abandon(new Error(`no answer within ${headTimeoutMs} ms`));
    }, headTimeoutMs);
    this.#up.setTimeout(this.#options.splice.idleMs, () => this.#abandon(new Error('nothing moved for too long')));
    if (upgrade || !hasBody(req)) {
      this.#up.end();
      return;
    }
    this.#up.flushHeaders();
    req.pipe(this.#up, { end: false });
    req.once('end', () => {
      for (const [name, value] of passTrailers(req.rawTrailers, [peerHeader, serviceHeader])) this.#up.addTrailers([[name, value]]);
      this.#up.end();
    });
  }

  #socketError = (error: Error): void => {
    this.#upstreamError = error;
  };

  #information(info: { statusCode: number; statusMessage: string; rawHeaders: string[] }): void {
    const { req, res, upgrade, dropFromResponse } = this.#options;
    if (upgrade || req.httpVersion === '1.0' || res.headersSent) return;
    if (info.statusCode === 100) {
      // Only a client that asked waits for it.
      if (tokensOf(req.headers.expect).includes('100-continue')) res.writeContinue();
      return;
    }
    const fields = passFields(info.rawHeaders, undefined, { drop: dropFromResponse, add: [] });
    res.socket?.write(responseHead(info.statusCode, info.statusMessage, fields), 'latin1');
  }

  #response(answer: IncomingMessage): void {
    const { upgrade, res, unsentBy } = this.#options;
    const code = answer.headers[errorHeader];
    const unsent = typeof code === 'string' ? unsentBy?.(code) : undefined;
    if (unsent) {
      answer.resume();
      this.#finish({ end: 'unsent', error: unsent });
    } else if (upgrade) this.#refusedUpgrade(answer);
    else this.#answer(answer, res);
  }

  #answer(answer: IncomingMessage, res: ServerResponse): void {
    this.#gotHead();
    const { req, closeAfter } = this.#options;
    const status = answer.statusCode ?? 502;
    const fields = this.#responseFields(answer);
    const chunked = answer.headers['transfer-encoding'] !== undefined;
    const bodyless = req.method === 'HEAD' || status === 204 || status === 304;
    const framed = chunked || answer.headers['content-length'] !== undefined || bodyless;
    res.sendDate = false;
    if (!framed || closeAfter() || !req.complete) res.shouldKeepAlive = false;
    if (chunked && !bodyless && req.httpVersion === '1.1') fields.push('transfer-encoding', 'chunked');
    // What ends with its connection is passed on as such: framing it anew would make a cut look like an end.
    else if (!answer.headers['content-length']) res.useChunkedEncodingByDefault = false;
    res.writeHead(status, answer.statusMessage ?? '', fields);
    res.flushHeaders();
    answer.pipe(res, { end: false });
    answer.on('error', () => this.#cut('upstream'));
    answer.on('close', () => {
      if (!answer.complete) this.#cut('upstream');
    });
    answer.on('end', () => {
      if (!answer.complete || this.#upstreamError) return this.#cut('upstream');
      const trailers = passTrailers(answer.rawTrailers, this.#options.dropFromResponse);
      if (trailers.length > 0) res.addTrailers(trailers);
      res.end(() => this.#answered(answer));
    });
  }

  #responseFields(answer: IncomingMessage): string[] {
    const drop = [...this.#options.dropFromResponse, 'transfer-encoding'];
    return passFields(answer.rawHeaders, answer.headers.connection, { drop, add: [] });
  }

  #answered(answer: IncomingMessage): void {
    // A body that the far side did not wait for is not sent any more.
    if (!this.#up.writableFinished) this.#abandon();
    const code = answer.headers[errorHeader];
    this.#finish({
      end: 'answered',
      status: answer.statusCode ?? 502,
      headMs: this.#headMs ?? 0,
      code: typeof code === 'string' ? code : undefined,
    });
  }

  /** The far side answers an upgrade with an ordinary response: it goes out on the bare connection, which is closed after it. */
  #refusedUpgrade(answer: IncomingMessage): void {
    const { req, upgrade } = this.#options;
    if (!upgrade) return;
    const res = new ServerResponse(req);
    res.assignSocket(upgrade.socket as never);
    res.shouldKeepAlive = false;
    res.on('finish', () => upgrade.socket.end());
    this.#answer(answer, res);
  }

  #upgraded(answer: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#gotHead();
    const { upgrade, dropFromResponse } = this.#options;
    if (!upgrade || upgrade.socket.destroyed) {
      socket.destroy();
      this.#finish({ end: 'cut', by: 'client', headMs: this.#headMs });
      return;
    }
    socket.removeListener('error', this.#socketError);
    upgrade.socket.removeListener('close', this.#clientClosed);
    const add = ['connection', 'upgrade', 'upgrade', answer.headers.upgrade ?? ''];
    const fields = passFields(answer.rawHeaders, answer.headers.connection, { drop: dropFromResponse, add });
    upgrade.socket.write(responseHead(answer.statusCode ?? 101, answer.statusMessage ?? 'Switching Protocols', fields), 'latin1');
    if (head.length > 0) socket.unshift(head);
    if (upgrade.head.length > 0) upgrade.socket.unshift(upgrade.head);
    void splice(upgrade.socket, socket, this.#options.splice).then(() =>
      this.#finish({ end: 'answered', status: 101, headMs: this.#headMs ?? 0, code: undefined }),
    );
  }

  #gotHead(): void {
    clearTimeout(this.#timer);
    this.#headMs = performance.now() - (this.#sentAt ?? performance.now());
  }

  #failed(thrown: Error): void {
    const error = this.#upstreamError ?? thrown;
    if (this.#headMs !== undefined) return this.#cut('upstream');
    if (this.#sentAt === undefined) return this.#finish({ end: 'unsent', error });
    this.#finish({ end: 'unanswered', error, reused: this.#up.reusedSocket, timedOut: this.#timedOut });
  }

  #cut(by: 'client' | 'upstream'): void {
    if (this.#done) return;
    const { res, upgrade } = this.#options;
    const client = upgrade?.socket ?? res.socket;
    this.#finish({ end: 'cut', by, headMs: this.#headMs });
    if (client) resetStream(client);
    this.#abandon();
  }

  /** Resets the way to the far side: a mere end there would read as a client that waits for its answer. */
  #abandon(error = new Error('given up')): void {
    this.#upstreamError ??= error;
    const { socket } = this.#up;
    if (socket) resetStream(socket);
    else this.#up.destroy(error);
  }

  #clientClosed = (): void => {
    const { res, upgrade } = this.#options;
    if (this.#done || (!upgrade && res.writableFinished)) return;
    this.#abandon();
    this.#finish({ end: 'cut', by: 'client', headMs: this.#headMs });
  };

  #finish(result: ExchangeResult): void {
    if (this.#done) return;
    this.#done = true;
    clearTimeout(this.#timer);
    const { req, res, upgrade } = this.#options;
    (upgrade?.socket ?? res).removeListener('close', this.#clientClosed);
    this.#up.socket?.removeListener('error', this.#socketError);
    if (result.end !== 'answered') req.unpipe(this.#up);
    this.#resolve(result);
  }
}
