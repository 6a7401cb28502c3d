// Health probes, made from outside the app.
// Guarantees: never rejects; an answer comes within the timeout, whatever the far side does; no connection is left open.
import { request as httpRequest } from 'node:http';
import { connect as http2Connect, constants, type ClientHttp2Session } from 'node:http2';
import { connect } from 'node:net';
import type { ProbeTarget, Prober } from '../src/loop/ports.ts';

type Failure = { ok: false; reason: string };
type Answer = { ok: true } | Failure;

const pass: Answer = { ok: true };
const fail = (reason: string): Failure => ({ ok: false, reason });
/** A health answer is a few bytes. */
const longestGrpcAnswer = 1_024;
const servingStatus = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'];

export function createProber(): Prober {
  return {
    probe: (target) => timed(target.timeoutMs, (done) => probes[target.type](target, done)),
    call: (target) => timed(target.timeoutMs, (done) => post(target, done)),
  };
}

/** The answer of what is begun, or that there was none in time; then its connection is ended. */
function timed<A extends { ok: boolean }>(
  timeoutMs: number,
  begin: (done: (answer: A | Failure) => void) => () => void,
): Promise<A | Failure> {
  return new Promise((resolve) => {
    let close: (() => void) | undefined;
    const timer = setTimeout(() => done(fail(`no answer within ${timeoutMs} ms`)), timeoutMs);
    let over = false;
    const done = (answer: A | Failure): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      close?.();
      resolve(answer);
    };
    try {
      close = begin(done);
      if (over) close();
    } catch (error) {
      done(fail((error as Error).message));
    }
  });
}

/** The status is the answer; the body is not read. */
function post({ addr, port, path }: Omit<ProbeTarget, 'type'>, done: (answer: { ok: true; status: number } | Failure) => void): () => void {
  const host = addr.includes(':') ? `[${addr}]` : addr;
  const headers = { host: `${host}:${port}`, 'user-agent': 'photoncloud-agent', connection: 'close', 'content-length': 0 };
  const outgoing = httpRequest({ host: addr, port, path, method: 'POST', agent: false, headers }, (response) => {
    const status = response.statusCode ?? 0;
    response.on('error', () => undefined);
    done(status < 400 ? { ok: true, status } : fail(`it answered ${status}`));
  });
  outgoing.on('error', (error) => done(fail(words(error))));
  outgoing.end();
  return () => outgoing.destroy();
}

/** Each begins a probe, and gives what ends its connection. */
const probes: Record<ProbeTarget['type'], (target: ProbeTarget, done: (answer: Answer) => void) => () => void> = {
  tcp: ({ addr, port }, done) => {
    const socket = connect({ host: addr, port });
    socket.once('connect', () => done(pass));
    socket.on('error', (error) => done(fail(words(error))));
    return () => socket.destroy();
  },

  /** The status is the answer: redirects are not followed, the body is not read. */
  http: ({ addr, port, path }, done) => {
    const host = addr.includes(':') ? `[${addr}]` : addr;
    const headers = { host: `${host}:${port}`, 'user-agent': 'photoncloud-probe', connection: 'close' };
    const outgoing = httpRequest({ host: addr, port, path, method: 'GET', agent: false, headers }, (response) => {
      const status = response.statusCode ?? 0;
      response.on('error', () => undefined);
      done(status >= 200 && status < 400 ? pass : fail(`GET ${path} answered ${status}`));
    });
    outgoing.on('error', (error) => done(fail(words(error))));
    outgoing.end();
    return () => outgoing.destroy();
  },

  grpc: ({ addr, port }, done) => {
    const session = http2Connect(`http://${addr.includes(':') ? `[${addr}]` : addr}:${port}`);
    session.on('error', (error) => done(fail(words(error))));
    session.on('close', () => done(fail('the connection was closed before an answer')));
    checkHealth(session, done);
    return () => session.destroy();
  },
};

/** grpc.health.v1.Health/Check with an empty service name: the health of the server as a whole. */
function checkHealth(session: ClientHttp2Session, done: (answer: Answer) => void): void {
  const stream = session.request({
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_PATH]: '/grpc.health.v1.Health/Check',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  const chunks: Buffer[] = [];
  let length = 0;
  let httpStatus = 0;
  let grpcStatus: string | undefined;
  let grpcMessage = '';
  const takeStatus = (headers: Record<string, string | string[] | number | undefined>): void => {
    if (headers['grpc-status'] === undefined) return;
    grpcStatus = String(headers['grpc-status']);
    grpcMessage = String(headers['grpc-message'] ?? '');
  };
  stream.on('response', (headers) => {
    httpStatus = Number(headers[':status']);
    takeStatus(headers);
  });
  stream.on('trailers', takeStatus);
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > longestGrpcAnswer) done(fail('the answer to a health check is too long'));
    else chunks.push(chunk);
  });
  stream.on('error', (error) => done(fail(words(error))));
  stream.on('end', () => {
    if (httpStatus !== 200) done(fail(`the gRPC health check answered HTTP ${httpStatus}`));
    else if (grpcStatus !== '0') done(fail(`the gRPC health check failed with status ${grpcStatus ?? 'missing'} ${grpcMessage}`.trim()));
    else done(judge(Buffer.concat(chunks)));
  });
  // One message, not compressed, of no bytes.
  stream.end(Buffer.alloc(5));
}

/** HealthCheckResponse has one field: 1, a varint of ServingStatus; left out it is 0. */
function judge(body: Buffer): Answer {
  if (body.length < 5 || body[0] !== 0 || body.readUInt32BE(1) !== body.length - 5) return fail('the answer is not one gRPC message');
  const message = body.subarray(5);
  const status = message.length === 0 ? 0 : message[0] === 0x08 ? message[1] : undefined;
  if (status === 1) return pass;
  return fail(`the app says ${servingStatus[status ?? -1] ?? 'something that is no health status'}`);
}

function words(error: Error): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'connection refused';
  if (code === 'ECONNRESET' || message === 'socket hang up') return 'connection reset before an answer';
  return message || code || 'connection failed';
}
