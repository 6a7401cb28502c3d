// /healthz, /readyz and /metrics of a program, over plain HTTP.
// Guarantees: answers from memory only; a GET that is none of the three is 404, another method 405; connections that
// dawdle are closed. /healthz fails only where a restart would help, /readyz where the program does not do its work.
// The caller owes: listen on an address that may be read by whoever reaches it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { PhotonError } from '../model/errors.ts';
import { startListening } from './listen.ts';
import type { Log } from './ports.ts';

export interface ServeOptions {
  /** `host:port`, `[v6]:port` or `:port` for all addresses. */
  listen: string;
  registry: Registry;
  log: Log;
  /** What is wrong, in words; undefined where nothing is. */
  unhealthy: () => string | undefined;
  unready: () => string | undefined;
}

export interface HealthServer {
  /** Where it listens; the port is the one the kernel gave where 0 was asked for. */
  address: { host: string; port: number };
  close(): Promise<void>;
}

/** A registry with the default process metrics. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Host and port of `host:port`, `[v6]:port` or `:port`. */
export function parseListen(listen: string): { host: string; port: number } {
  const at = listen.lastIndexOf(':');
  const host = listen.slice(0, at).replace(/^\[|\]$/g, '');
  const port = Number(listen.slice(at + 1));
  if (at < 0 || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new PhotonError('invalid_argument', `can't listen on '${listen}'`, { expected: 'host:port, such as 127.0.0.1:9101' });
  }
  return { host: host === '' ? '::' : host, port };
}

export async function serveHealth(options: ServeOptions): Promise<HealthServer> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 5000 }, (request, response) => {
    const answer = (status: number, body: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const verdict = (problem: string | undefined): void => answer(problem === undefined ? 200 : 503, `${problem ?? 'ok'}\n`);
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'only GET\n');
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/healthz') return verdict(options.unhealthy());
    if (path === '/readyz') return verdict(options.unready());
    if (path !== '/metrics') return answer(404, 'known: /healthz /readyz /metrics\n');
    options.registry.metrics().then(
      (body) => answer(200, body, options.registry.contentType),
      (thrown: unknown) => {
        options.log.error({ err: thrown }, 'metrics could not be collected');
        answer(500, 'metrics could not be collected\n');
      },
    );
  });
  await startListening(server, parseListen(options.listen), {
    where: options.listen,
    next: 'Free the port or configure another [health] listen',
  });
  const { address, port } = server.address() as AddressInfo;
  options.log.info({ address, port }, 'serving health and metrics');
  return { address: { host: address, port }, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
