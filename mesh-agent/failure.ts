// A call that the mesh agent could not make, with the code that its caller is told.
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorHeader, type MeshFailureCode, meshFailures } from '../src/client/failures.ts';

/** `message` is one line for people; it goes into the answer's body and the log. */
export class CallFailure extends Error {
  readonly code: MeshFailureCode;

  constructor(code: MeshFailureCode, message: string, options?: { cause?: unknown }) {
    super(message.replaceAll(/[\r\n]+/g, ' '), options);
    this.code = code;
  }

  get status(): number {
    return meshFailures[this.code].status;
  }
}

export function asCallFailure(thrown: unknown): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  return new CallFailure('upstream_failed', thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });
}

/** Answers with the failure, and closes where the request's body was not read to its end. */
export function answerFailure(res: ServerResponse, failure: CallFailure): void {
  if (res.headersSent || res.destroyed) {
    res.destroy();
    return;
  }
  const body = `${failure.message}\n`;
  if (!res.req.complete) res.shouldKeepAlive = false;
  res.writeHead(failure.status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    [errorHeader]: failure.code,
  });
  res.end(body);
}

/** The same on a bare connection, which is closed after it. */
export function answerFailureRaw(socket: Duplex, failure: CallFailure, statusText = 'Failed'): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = `${failure.message}\n`;
  socket.end(
    `HTTP/1.1 ${failure.status} ${statusText}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n${errorHeader}: ${failure.code}\r\n\r\n${body}`,
  );
}
