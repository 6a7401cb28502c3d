// Which service a request on the control port is for.
// Guarantees: only names of this cluster are taken: `creditservice`, `creditservice.mesh`, `creditservice.{cluster}.mesh`.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { CallFailure } from './failure.ts';
import { serviceHeader } from './http-head.ts';

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Service of a host name, or undefined where it names none of this cluster. */
export function serviceOfHost(host: string, clusterId: string): string | undefined {
  const name = host.toLowerCase().replace(/\.$/, '');
  for (const suffix of [`.${clusterId}.mesh`, '.mesh', '']) {
    const service = name.endsWith(suffix) ? name.slice(0, name.length - suffix.length) : '';
    if (label.test(service)) return service;
  }
  return undefined;
}

export interface Destination {
  service: string;
  /** In origin form. */
  path: string;
  /** Host field to send. */
  host: string;
}

/** Reads the absolute form, the header, or Host, in this order. Throws CallFailure bad_request or unknown_service. */
export function destinationOf(req: IncomingMessage, clusterId: string): Destination {
  const target = req.url ?? '/';
  const named = req.headers[serviceHeader];
  if (Array.isArray(named)) throw new CallFailure('bad_request', `${serviceHeader} comes more than once`);
  const absolute = target.startsWith('/') || target === '*' ? undefined : parseAbsolute(target);
  const host = absolute?.host ?? req.headers.host ?? '';
  const path = absolute?.path ?? target;
  const service = serviceOfHost(named ?? hostnameOf(host), clusterId);
  if (service === undefined) {
    const found = named ?? (hostnameOf(host) || 'no host');
    throw new CallFailure(
      'unknown_service',
      `${JSON.stringify(found)} names no service; expected a name such as creditservice or creditservice.mesh`,
    );
  }
  // A host that is only the way here means nothing to the app.
  const local = host === '' || isIP(hostnameOf(host)) > 0 || hostnameOf(host) === 'localhost';
  return { service, path, host: local ? service : host };
}

function parseAbsolute(target: string): { host: string; path: string } {
  const found = /^http:\/\/([^/?#@\s]+)([/?][^#\s]*)?$/i.exec(target);
  if (!found?.[1]) throw new CallFailure('bad_request', 'the request target is neither a path nor an http:// URL without user information');
  const rest = found[2] ?? '/';
  return { host: found[1], path: rest.startsWith('?') ? `/${rest}` : rest };
}

/** Without port and brackets. */
export function hostnameOf(host: string): string {
  return host.replace(/:[0-9]*$/, '').replace(/^\[|\]$/g, '');
}

/** Service of `CONNECT name:port`; the port is the caller's affair, a service has one. Throws CallFailure. */
export function connectTarget(authority: string, clusterId: string): string {
  const found = /^([^:\s]+):([0-9]{1,5})$/.exec(authority);
  const service = found?.[1] === undefined ? undefined : serviceOfHost(found[1], clusterId);
  if (!found) throw new CallFailure('bad_request', 'CONNECT takes name:port, such as creditservice:80');
  if (service === undefined) throw new CallFailure('unknown_service', `${JSON.stringify(found[1])} names no service`);
  return service;
}
