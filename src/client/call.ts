// callService: how an application calls another service through its mesh agent.
// Guarantees: the answer's head arrives as soon as it is there, its body is a stream; a body that is cut off fails while it is read, never
// ends cleanly; whatever goes wrong before the head is a PhotonError whose code says what (mesh_*, timeout, aborted). An HTTP error of the
// called service itself is an answer, not an error. Connections are kept and shared within the process.
// The caller owes: read the answer's body, or `discard()` it.
import { Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { PhotonError } from '../model/errors.ts';
import { errorHeader, meshFailureOf } from './failures.ts';

export interface CallOptions {
  /** GET by default, POST with a body. */
  method?: string;
  headers?: Record<string, string | string[]>;
  /** Text and bytes are sent with their length; a stream is sent as it comes. */
  body?: string | Uint8Array | Readable | AsyncIterable<Uint8Array>;
  /** Until the head of the answer; 30 s by default, 0 for none. The body may take longer. */
  timeoutMs?: number;
  /** Ends the call, also while the body is read. */
  signal?: AbortSignal;
  /** Where the mesh agent is; the environment's PHOTONCLOUD_MESH by default. */
  mesh?: string;
}

export interface CallAnswer {
  status: number;
  /** Lower-case names; set-cookie is always a list. */
  headers: IncomingMessage['headers'];
  /** Raw bytes. */
  body: Readable;
  text(): Promise<string>;
  json(): Promise<unknown>;
  bytes(): Promise<Buffer>;
  /** Ends the call without reading the rest. */
  discard(): void;
}

const defaultTimeoutMs = 30_000;
const agent = new Agent({ keepAlive: true, maxFreeSockets: 32 });
const serviceName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Calls `path` (with its query) of a service. Throws PhotonError invalid_argument, mesh_*, timeout or aborted. */
export async function callService(name: string, path: string, options: CallOptions = {}): Promise<CallAnswer> {
  const mesh = meshUrl(options.mesh ?? process.env['PHOTONCLOUD_MESH']);
  if (!serviceName.test(name))
    throw new PhotonError('invalid_argument', `${JSON.stringify(name)} is no service name`, { expected: 'a name such as creditservice' });
  if (!path.startsWith('/') || /[\s#]/.test(path))
    throw new PhotonError('invalid_argument', `${JSON.stringify(path)} is no path`, { expected: 'a path such as /v1/accounts?limit=10' });
  if (options.signal?.aborted)
    throw new PhotonError('aborted', 'the call was ended by its caller', { where: `${name}${path}`, cause: options.signal.reason });
  const answer = await send(mesh, name, path, options);
  const code = answer.headers[errorHeader];
  if (typeof code !== 'string') return answerOf(answer);
  const message = await textOf(answer).catch(() => '');
  throw new PhotonError(meshFailureOf(code)?.error ?? 'mesh_upstream_failed', message.trim() || `the mesh answered ${code}`, {
    where: `${name}${path}`,
  });
}

function meshUrl(mesh: string | undefined): URL {
  if (mesh === undefined || mesh === '') {
    throw new PhotonError('invalid_argument', 'the address of the mesh agent is not known', {
      expected: 'PHOTONCLOUD_MESH in the environment, such as http://127.0.0.1:20003',
    });
  }
  const url = URL.parse(mesh);
  if (url?.protocol !== 'http:')
    throw new PhotonError('invalid_argument', `PHOTONCLOUD_MESH is ${JSON.stringify(mesh)}`, { expected: 'an http:// URL' });
  return url;
}

function send(mesh: URL, name: string, path: string, options: CallOptions): Promise<IncomingMessage> {
  const { body, signal, timeoutMs = defaultTimeoutMs } = options;
  return new Promise((resolve, reject) => {
    const where = `${name}${path}`;
    const req = request({
      agent,
      host: mesh.hostname.replace(/^\[|\]$/g, ''),
      port: mesh.port || 80,
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      path,
      headers: { ...options.headers, host: name, 'x-photoncloud-service': name, ...lengthOf(body) },
    });
    let timedOut = false;
    const timer =
      timeoutMs > 0 &&
      setTimeout(() => {
        timedOut = true;
        req.destroy();
      }, timeoutMs);
    const abort = (): void => void req.destroy();
    signal?.addEventListener('abort', abort, { once: true });
    req.on('error', (cause) => {
      clearTimeout(timer || undefined);
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(new PhotonError('aborted', 'the call was ended by its caller', { where, cause: signal.reason }));
      else if (timedOut) reject(new PhotonError('timeout', `no answer within ${timeoutMs} ms`, { where }));
      else reject(new PhotonError('mesh_upstream_failed', `the call failed: ${cause.message}`, { where, cause }));
    });
    req.on('response', (answer) => {
      clearTimeout(timer || undefined);
      answer.once('close', () => signal?.removeEventListener('abort', abort));
      resolve(answer);
    });
    sendBody(req, body);
  });
}

function lengthOf(body: CallOptions['body']): Record<string, string> {
  if (typeof body === 'string') return { 'content-length': String(Buffer.byteLength(body)) };
  return body instanceof Uint8Array ? { 'content-length': String(body.byteLength) } : {};
}

function sendBody(req: ReturnType<typeof request>, body: CallOptions['body']): void {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    req.end(body);
    return;
  }
  const source = body instanceof Readable ? body : Readable.from(body);
  // A source that fails must not look like one that has ended.
  source.once('error', (error) => req.destroy(error));
  req.once('close', () => source.destroy());
  source.pipe(req);
}

function answerOf(answer: IncomingMessage): CallAnswer {
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: answer,
    text: () => textOf(answer),
    json: async () => JSON.parse(await textOf(answer)) as unknown,
    bytes: () => bytesOf(answer),
    discard: () => void answer.destroy(),
  };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  return (await bytesOf(answer)).toString('utf8');
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of answer) chunks.push(chunk as Buffer);
  } catch (cause) {
    throw new PhotonError('mesh_upstream_failed', 'the answer was cut off', { cause });
  }
  return Buffer.concat(chunks);
}
