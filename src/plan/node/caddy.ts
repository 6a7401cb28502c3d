// Caddy's routes from the ingress table, and the next step towards them. Pure.
// Guarantees: only the server `photoncloud` is ever written; the catch-all 404 is its last route; one write, and only
// when the wanted value differs from the running one; a Caddy that could not be asked gets none.
import { canonicalJson } from '../../model/digest.ts';
import type { IngressTable } from '../../model/generated.ts';
import type { CaddyServer, NodeSnapshot } from './snapshot.ts';
import type { Steps } from './instance.ts';

/** Path of our server in Caddy's configuration. */
export const caddyServerPath = 'apps/http/servers/photoncloud';
const key = 'caddy';

const catchAll = {
  '@id': 'photoncloud-catch-all',
  handle: [{ handler: 'static_response', status_code: 404, body: 'no such route\n' }],
};

/** Paths as Caddy matches them: a prefix ends at a slash. */
function pathMatcher(path: string): { path: string[] } | object {
  if (path === '/') return {};
  return { path: path.endsWith('/') ? [`${path}*`] : [path, `${path}/*`] };
}

/** Our server as the table wants it. Certificates are fetched by Caddy itself where it listens on 443, else never. */
export function wantedServer(table: IngressTable, listen: readonly string[]): CaddyServer {
  const addresses = table.listen.length > 0 ? table.listen : [...listen];
  const routes = table.routes.map((route) => ({
    '@id': `photoncloud-${route.id}`,
    match: [{ host: [route.host], ...pathMatcher(route.path) }],
    handle: [{ handler: 'reverse_proxy', upstreams: [{ dial: route.upstream_addr }] }],
    terminal: true,
  }));
  const secure = addresses.some((address) => address.endsWith(':443'));
  return { listen: addresses, ...(!secure && { automatic_https: { disable: true } }), routes: [...routes, catchAll] };
}

function at(value: unknown, path: string): unknown {
  let found = value;
  for (const part of path.split('/')) {
    if (found === null || typeof found !== 'object') return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return found;
}

/** Revision of the table that Caddy runs, or undefined where it does not run what the table says or can't be asked. */
export function appliedRevision(snapshot: NodeSnapshot): number | undefined {
  const { table, running, listen, mode } = snapshot.caddy;
  if (mode === 'off' || !table || !running.known) return undefined;
  const same = canonicalJson(at(running.value, caddyServerPath)) === canonicalJson(wantedServer(table, listen));
  return same ? table.revision : undefined;
}

/** The next step towards what the table wants of this node's Caddy. */
export function planCaddy(snapshot: NodeSnapshot): Steps {
  const { caddy, obedience } = snapshot;
  const steps: Steps = { actions: [], blocked: [] };
  if (caddy.mode === 'off') {
    if (caddy.table)
      steps.blocked.push({ key, reason: 'caddy_off', message: 'this node is to serve routes, and its agent has caddy.mode = "off"' });
    return steps;
  }
  if (obedience === 'waiting') return steps;
  if (!caddy.table) {
    if (obedience === 'obeyed' && !caddy.tableUnknown) planWithoutTable(snapshot, steps);
    return steps;
  }
  if (caddy.mode === 'managed' && !processRuns(snapshot, steps)) return steps;
  if (!caddy.running.known) {
    steps.blocked.push({ key, reason: 'caddy_unreachable', message: caddy.running.reason });
    return steps;
  }
  const server = wantedServer(caddy.table, caddy.listen);
  const running = at(caddy.running.value, caddyServerPath);
  if (canonicalJson(running) === canonicalJson(server)) return steps;
  const reason = running === undefined ? 'Caddy has none of our routes' : 'the routes have changed';
  steps.actions.push({ kind: 'put_routes', key, server, revision: caddy.table.revision, reason });
  return steps;
}

function processRuns(snapshot: NodeSnapshot, steps: Steps): boolean {
  const { process } = snapshot.caddy;
  if (!process.known) {
    steps.blocked.push({ key, reason: 'processes_unknown', message: process.reason });
    return false;
  }
  if (process.value.state === 'running') return true;
  const remainingMs = (process.value.retryAtMs ?? 0) - snapshot.monotonicMs;
  if (remainingMs > 0) {
    steps.blocked.push({ key, reason: 'crashed', message: 'Caddy ended; it is started again', retryAt: snapshot.nowMs + remainingMs });
  } else
    steps.actions.push({ kind: 'start_caddy', key, reason: process.value.state === 'exited' ? 'it ended' : 'this node serves routes' });
  return false;
}

function planWithoutTable(snapshot: NodeSnapshot, steps: Steps): void {
  const { caddy } = snapshot;
  if (caddy.mode === 'managed') {
    if (caddy.process.known && caddy.process.value.state !== 'absent') {
      steps.actions.push({ kind: 'stop_caddy', key, reason: 'this node serves no routes' });
    }
    return;
  }
  if (caddy.running.known && at(caddy.running.value, caddyServerPath) !== undefined) {
    steps.actions.push({ kind: 'remove_routes', key, reason: 'this node serves no routes' });
  }
}
