// The controller's HTTPS API: signs certificate requests for agents. Served by every controller, leader or not.
//   POST /v1/certificates  {kind: 'node'|'service', service?, node_id, csr_pem}, Authorization: Bearer TOKEN
//                          → 200 {cert_pem, chain_pem, bundle_pem}; else {code, message, request_id}
//   GET  /v1/health        → 200 {status: 'ok'}
// Guarantees: nobody without the bootstrap token gets more than 401, whatever else is wrong; every refusal is logged with its reason and
// the request's id, never with the token; sizes, times, connections and work under way are bounded, and no input ends the program.
// Who gets what is decided in signing.ts.
import { constants } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, isIP, Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import PQueue from 'p-queue';
import type { Clock, Log, Random, Store, Timer } from '../src/loop/ports.ts';
import { startListening } from '../src/loop/listen.ts';
import { parseListen } from '../src/loop/serve.ts';
import { isUnspecified } from '../src/model/address.ts';
import { asPhotonError, type ErrorCode, PhotonError } from '../src/model/errors.ts';
import type { Authorities } from '../src/pki/authority.ts';
import { issueServerCertificate } from '../src/pki/issue.ts';
import { generateKey } from '../src/pki/keys.ts';
import { BootstrapTokenFile } from '../src/pki/token.ts';
import { renewalAt, type Validity } from '../src/plan/certificates.ts';
import { FailureLimit } from './failures.ts';
import { type CertificateAsk, createSigning, type Signing } from './signing.ts';

const maxBodyBytes = 16_384;
const maxConnections = 2048;
const signingAtOnce = 16;
const signingWaiting = 1024;
const renewalRetryMs = 60_000;

export type ApiOutcome = 'issued' | 'unauthenticated' | 'limited' | 'refused' | 'failed';

export interface ApiOptions {
  store: Store;
  clock: Clock;
  random: Random;
  log: Log;
  clusterId: string;
  authorities: Authorities;
  bootstrapTokenFile: string;
  /** `host:port`; port 0 for any. */
  listen: string;
  /** DNS names and addresses of the server certificate beside the address that it listens on. */
  names?: readonly string[];
  leafLifetimeMs?: number;
  /** Called once for each request for a certificate. */
  onOutcome?: (outcome: ApiOutcome) => void;
  /** From the first byte of a request to its last; 10 s by default. */
  requestTimeoutMs?: number;
}

export interface Api {
  /** Where it listens; the port is the one the kernel gave where 0 was asked for. */
  address: { host: string; port: number };
  /** Stops listening, gives requests under way 5 s, ends the rest. */
  close(): Promise<void>;
}

/** Starts the API. Rejects with `invalid_config` where the token or the CA can't be used, `port_taken` where it can't listen. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { authorities, clusterId, log } = options;
  if (authorities.clusterId !== clusterId) {
    throw new PhotonError('invalid_config', `the CA is of the cluster ${authorities.clusterId}, not ${clusterId}`, {
      next: 'Configure the CA directory of this cluster',
    });
  }
  const signing = createSigning(options);
  const tokens = new BootstrapTokenFile(options.bootstrapTokenFile, options.clock);
  await tokens.matches('');
  // Neither waited for nor fatal: the store may be away, and it is done again before each certificate.
  void signing.publish().catch((error: unknown) => log.warn({ err: error }, 'the CA could not be recorded in the store yet'));
  const handler = new Handler(options, signing, tokens);
  const timeoutMs = options.requestTimeoutMs ?? 10_000;
  const first = serverCredentials(options);
  const server = createServer(
    {
      ...first.credentials,
      minVersion: 'TLSv1.3',
      secureOptions: constants.SSL_OP_NO_TICKET,
      handshakeTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      keepAliveTimeout: 5000,
      connectionsCheckingInterval: 500,
      maxHeaderSize: 8192,
    },
    (request, response) => void handler.handle(request, response),
  );
  server.maxConnections = maxConnections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    handler.dropped(socket, late ? 'request_timeout' : (error.code ?? 'not_http'));
    const status = late ? '408 Request Timeout' : '400 Bad Request';
    if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
    else socket.destroy();
  });
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => handler.dropped(socket, error.code ?? 'tls_failed'));
  // The kernel resets what it can't queue: all nodes may come at once after an outage.
  await startListening(
    server,
    { ...parseListen(options.listen), backlog: maxConnections },
    { where: options.listen, next: 'Free the port or configure another address for the API' },
  );
  const renewal = renewServerCertificate(options, server, first.issued);
  const { address, port } = server.address() as AddressInfo;
  log.info({ address, port }, 'serving the certificate API');
  return { address: { host: address, port }, close: () => close(server, renewal, handler) };
}

// ---------------------------------------------------------------- one request

interface Answer {
  status: number;
  body: object;
}

class Handler {
  readonly #options: ApiOptions;
  readonly #signing: Signing;
  readonly #tokens: BootstrapTokenFile;
  readonly #failures: FailureLimit;
  readonly #queue = new PQueue({ concurrency: signingAtOnce });

  constructor(options: ApiOptions, signing: Signing, tokens: BootstrapTokenFile) {
    this.#options = options;
    this.#signing = signing;
    this.#tokens = tokens;
    this.#failures = new FailureLimit({ clock: options.clock, burst: 20, refillMs: 3000, maxAddresses: 4096 });
  }

  /** Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that goes away in the middle is its own problem; without a listener it would be an uncaught error.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    let answer: Answer;
    try {
      answer = await this.#answer(request);
    } catch (error) {
      this.#options.log.error({ err: error }, 'an API request failed');
      answer = { status: 500, body: { code: 'internal', message: 'failed; see the log of the controller' } };
    }
    const text = `${JSON.stringify(answer.body)}\n`;
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), 'cache-control': 'no-store' };
    // What is left of a refused body is not waited for.
    response.writeHead(answer.status, request.complete ? headers : { ...headers, connection: 'close' }).end(text);
  }

  /** A connection that ended before it was a request. */
  dropped(socket: Duplex, reason: string): void {
    const remote = (socket instanceof Socket && socket.remoteAddress) || 'unknown';
    if (this.#failures.fail(remote) === 'limited') return;
    this.#options.log.warn({ remote, reason }, 'dropped an API connection');
  }

  /** When all that is under way is done. */
  idle(): Promise<void> {
    return this.#queue.onIdle();
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const path = request.url?.split('?')[0];
    if (path === '/v1/health') return request.method === 'GET' ? { status: 200, body: { status: 'ok' } } : unknownRoute;
    if (path !== '/v1/certificates' || request.method !== 'POST') return unknownRoute;
    const requestId = this.#options.random.hex(8);
    const remote = request.socket.remoteAddress ?? 'unknown';
    const log = this.#options.log.child({ request_id: requestId, remote });
    // All of the body is taken in first, so that the time of an answer tells nothing and a client that still writes gets to read it.
    const body = await readBody(request, maxBodyBytes);
    const given = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined || !(await this.#tokens.matches(given))) return this.#unauthenticated(remote, given === undefined, log);
    try {
      const answer = await this.#certificate(body, log);
      this.#options.onOutcome?.('issued');
      return { status: 200, body: answer };
    } catch (thrown) {
      return this.#refusal(asPhotonError(thrown), requestId, log);
    }
  }

  #unauthenticated(remote: string, none: boolean, log: Log): Answer {
    const counted = this.#failures.fail(remote);
    this.#options.onOutcome?.(counted === 'limited' ? 'limited' : 'unauthenticated');
    if (counted === 'limited') return { status: 429, body: { code: 'api_denied', message: 'denied' } };
    const more = counted === 'last' ? '; further failures from this address are answered 429 and not logged for now' : '';
    log.warn({ reason: none ? 'no_token' : 'wrong_token' }, `refused a request for a certificate${more}`);
    return { status: 401, body: { code: 'api_denied', message: 'denied' } };
  }

  async #certificate(body: Buffer | undefined, log: Log): Promise<object> {
    if (!body) throw new PhotonError('too_large', `the request has more than ${maxBodyBytes} bytes`);
    const ask = readAsk(body);
    if (this.#queue.size >= signingWaiting) throw new PhotonError('store_unreachable', `${signingWaiting} requests wait already`);
    const leaf = await this.#queue.add(() => this.#signing.sign(ask));
    log.info(
      { node_id: ask.nodeId, subject: leaf.subject, serial: leaf.serial, fingerprint_sha256: leaf.fingerprintSha256 },
      'issued a certificate',
    );
    const { issuing, root } = this.#options.authorities;
    return { cert_pem: leaf.certPem, chain_pem: issuing.certPem, bundle_pem: root.certPem };
  }

  /** What the asker sent may be told to it; what the store says may not, only that the log has it. */
  #refusal(error: PhotonError, requestId: string, log: Log): Answer {
    const theirs = askersFaults.has(error.code);
    const denied = error.code === 'api_denied';
    this.#options.onOutcome?.(theirs || denied ? 'refused' : 'failed');
    if (theirs || denied) log.warn({ reason: error.code, err: error }, 'refused a request for a certificate');
    else log.error({ reason: error.code, err: error }, 'could not issue a certificate');
    const seeLog = `; the log of the controller says why (request ${requestId})`;
    if (theirs)
      return { status: error.code === 'too_large' ? 413 : 400, body: { code: error.code, message: error.message, request_id: requestId } };
    if (denied) return { status: 403, body: { code: 'api_denied', message: `refused${seeLog}`, request_id: requestId } };
    return { status: 503, body: { code: 'api_unreachable', message: `can't sign now${seeLog}`, request_id: requestId } };
  }
}

/** Codes of what is wrong with the request itself; signing.ts gives them to nothing else. */
const askersFaults: ReadonlySet<ErrorCode> = new Set(['invalid_argument', 'too_large', 'certificate_invalid']);

const unknownRoute: Answer = { status: 404, body: { code: 'not_found', message: 'known: POST /v1/certificates, GET /v1/health' } };

/** The body, or undefined where it is longer than the limit or does not end. Never rejects. */
function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limitBytes) return void chunks.push(chunk);
      request.pause();
      resolve(undefined);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('close', () => resolve(undefined));
  });
}

const askFields = new Set(['kind', 'service', 'node_id', 'csr_pem']);

/** Reads the body of a request for a certificate. Throws `invalid_argument`. */
function readAsk(body: Buffer): CertificateAsk {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new PhotonError('invalid_argument', 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PhotonError('invalid_argument', 'the body is not a JSON object');
  const fields = value as Record<string, unknown>;
  if (!Object.keys(fields).every((name) => askFields.has(name)))
    throw new PhotonError('invalid_argument', `the body has unknown fields; known: ${[...askFields].join(', ')}`);
  const { kind, service, node_id: nodeId, csr_pem: csrPem } = fields;
  if (kind !== 'node' && kind !== 'service') throw new PhotonError('invalid_argument', 'kind must be node or service');
  if (typeof nodeId !== 'string' || typeof csrPem !== 'string')
    throw new PhotonError('invalid_argument', 'node_id and csr_pem must be texts');
  if (kind === 'node') {
    if (service !== undefined) throw new PhotonError('invalid_argument', 'service does not belong to a request of kind node');
    return { kind, nodeId, csrPem };
  }
  if (typeof service !== 'string') throw new PhotonError('invalid_argument', 'service must be a text');
  return { kind, service, nodeId, csrPem };
}

// ---------------------------------------------------------------- the listener

/** Key and certificate of the listener, made at each start and renewed in memory: nothing of it is on disk. */
function serverCredentials({ authorities, clock, listen, names }: ApiOptions) {
  const { privateKey, privateKeyPem } = generateKey();
  const all = [...new Set([...ownNames(parseListen(listen).host), ...(names ?? [])])];
  const issued = issueServerCertificate(authorities.issuing, {
    dns: all.filter((name) => isIP(name) === 0),
    ips: all.filter((name) => isIP(name) !== 0),
    publicKey: privateKey,
    now: clock.now(),
  });
  return { credentials: { key: privateKeyPem, cert: issued.certPem + authorities.issuing.certPem }, issued };
}

/** What a listener on this host is called by those who connect to it. */
function ownNames(host: string): string[] {
  if (isIP(host) === 0 || !isUnspecified(host)) return host === '127.0.0.1' || host === '::1' ? [host, 'localhost'] : [host];
  const addresses = Object.values(networkInterfaces()).flatMap((of) => of ?? []);
  return ['localhost', hostname().toLowerCase(), ...addresses.filter(({ scopeid }) => !scopeid).map(({ address }) => address)];
}

function renewServerCertificate(options: ApiOptions, server: Server, first: Validity): { cancel(): void } {
  const { clock, log, random } = options;
  let timer: Timer;
  const arm = (delayMs: number): void => {
    timer = clock.after(Math.max(renewalRetryMs, delayMs), renew);
  };
  const armFor = (certificate: Validity): void => arm(renewalAt(certificate, random.next()) - clock.now());
  const renew = (): void => {
    try {
      const { credentials, issued } = serverCredentials(options);
      server.setSecureContext({ ...credentials, minVersion: 'TLSv1.3', secureOptions: constants.SSL_OP_NO_TICKET });
      log.info({ expires_at: new Date(issued.notAfter).toISOString() }, 'serving the API with a new certificate');
      armFor(issued);
    } catch (error) {
      log.error({ err: error }, "the API's own certificate could not be renewed");
      arm(renewalRetryMs);
    }
  };
  armFor(first);
  return { cancel: () => timer.cancel() };
}

async function close(server: Server, renewal: { cancel(): void }, handler: Handler): Promise<void> {
  renewal.cancel();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const forced = setTimeout(() => server.closeAllConnections(), 5000);
  await Promise.all([closed, handler.idle()]);
  clearTimeout(forced);
}
