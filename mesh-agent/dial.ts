// Connects to one endpoint as policy wants it.
// Guarantees: what is returned is connected, and where TLS is spoken the far side has proved to be the called service of this cluster
// (whole SPIFFE id), is in its time and not revoked. Nothing is ever sent in the clear after a TLS connection failed: one call, one way.
import { connect as connectTcp, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { presentedChain, verifyPeer } from '../src/pki/verify.ts';
import type { Transport } from '../src/plan/policy.ts';
import type { Address } from './config.ts';
import { CallFailure } from './failure.ts';
import type { Identity } from './identity.ts';
import { noteCarrier } from './splice.ts';

export interface DialOptions {
  address: Address;
  transport: Transport;
  /** Service that must answer. */
  service: string;
  clusterId: string;
  identity: Identity | undefined;
  revoked: { has(fingerprint: string): boolean };
  now: () => number;
  connectMs: number;
  handshakeMs: number;
}

export interface Dialled {
  stream: Duplex;
  /** Of the far side, where TLS is spoken. */
  fingerprintSha256: string | undefined;
}

/** Throws CallFailure connect_failed, identity_mismatch or no_identity. */
export async function dial(options: DialOptions): Promise<Dialled> {
  const { transport, identity } = options;
  if (transport !== 'plain' && !identity) {
    throw new CallFailure('no_identity', `calling ${options.service} takes a certificate, and this service has none that is valid`);
  }
  const tcp = await openTcp(options.address, options.connectMs);
  return transport === 'plain' || !identity ? { stream: tcp, fingerprintSha256: undefined } : secure(tcp, identity, options);
}

/** Connects, with a deadline. Throws CallFailure connect_failed. */
export function openTcp({ host, port }: Address, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host, port, allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
    const fail = (cause: Error): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(new CallFailure('connect_failed', `no connection to ${host}:${port}: ${cause.message}`, { cause }));
    };
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeListener('error', fail);
      guard(socket);
      resolve(socket);
    });
  });
}

/** Between two owners an error has nobody to tell; the next owner finds the stream destroyed. */
function guard(stream: Duplex): void {
  stream.on('error', () => undefined);
}

function secure(tcp: Socket, identity: Identity, options: DialOptions): Promise<Dialled> {
  return new Promise((resolve, reject) => {
    const tls = connectTls({
      // It takes half-open from the connection below.
      socket: tcp,
      secureContext: options.transport === 'mtls' ? identity.clientContext : identity.anonymousContext,
      // The far side is judged below, by its SPIFFE id; host names play no part.
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      minVersion: 'TLSv1.3',
    });
    noteCarrier(tls, tcp);
    const fail = (failure: CallFailure): void => {
      clearTimeout(timer);
      guard(tls);
      tls.destroy();
      tcp.destroy();
      reject(failure);
    };
    const { host, port } = options.address;
    const broken = (message: string, cause?: Error): void =>
      fail(new CallFailure('connect_failed', `no TLS with ${host}:${port}: ${message}`, { cause }));
    const timer = setTimeout(() => broken(`no handshake within ${options.handshakeMs} ms`), options.handshakeMs);
    const onError = (error: Error): void => broken(error.message, error);
    const onClose = (): void => broken('closed during the handshake');
    tls.once('error', onError);
    tls.once('close', onClose);
    tls.once('secureConnect', () => {
      clearTimeout(timer);
      tls.removeListener('error', onError);
      tls.removeListener('close', onClose);
      const verdict = judgeServer(tls, identity, options);
      if (!verdict.ok) return fail(new CallFailure('identity_mismatch', `${host}:${port} is not ${options.service}: ${verdict.message}`));
      guard(tls);
      resolve({ stream: tls, fingerprintSha256: verdict.fingerprintSha256 });
    });
  });
}

function judgeServer(tls: TLSSocket, identity: Identity, options: DialOptions): ReturnType<typeof verifyPeer> {
  if (tls.isSessionReused()) return { ok: false, reason: 'tls_unauthorized', message: 'the session was resumed, which skips the checks' };
  return verifyPeer(presentedChain(tls), {
    anchors: identity.anchors,
    clusterId: options.clusterId,
    expect: { kind: 'service', name: options.service },
    now: options.now(),
    revoked: options.revoked,
    tls: { authorized: tls.authorized, error: tls.authorizationError === undefined ? undefined : String(tls.authorizationError) },
  });
}
