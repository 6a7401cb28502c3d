// Routes: who has which host and path, and what each ingress node serves.
// Guarantees: of two services that claim one host and path the older keeps it and the other is told; routes stand the most
// specific first; a route is published in one transaction with the local port that it leads to, and that port stays until
// no published table names it. A broken service keeps the routes that are published for it: a table that can't be read is
// not written anew while a service can't be read either whose routes it may hold.
import { appAddrOf } from '../../model/defaults.ts';
import { sha256Hex } from '../../model/digest.ts';
import type { Entry } from '../../model/entry.ts';
import type { Assignment, IngressTable, Node, Service } from '../../model/generated.ts';
import { reservedService } from '../../model/rules.ts';
import type { ClusterAction, RecordWrite } from './actions.ts';
import { meshOf } from './assignments.ts';
import { act, type PlanContext, remove } from './context.ts';
import { sameJson } from '../equal.ts';
import type { NodeView } from './nodes.ts';
import type { ReportedCondition } from './status.ts';

const ingressRole = 'ingress';

interface Claim {
  host: string;
  path: string;
  service: string;
  createdRevision: number;
}

export interface IngressPlan {
  /** Conditions of services whose routes others have. */
  conflicts: ReadonlyMap<string, ReportedCondition[]>;
  /** Whether a table that this plan changes still leads to the service. */
  isRouted(service: string): boolean;
}

export function planIngress(context: PlanContext): IngressPlan {
  const conflicts = new Map<string, ReportedCondition[]>();
  const claims = settleClaims(context, conflicts);
  const routed = new Set<string>();
  const serving = new Set<string>();
  const untold = brokenWithoutRoutes(context);
  for (const node of context.nodes.known) {
    const record = node.entry?.record;
    if (!record?.roles?.includes(ingressRole)) continue;
    serving.add(node.id);
    if (node.health !== 'alive') continue;
    for (const service of publish(context, node, record, claims, untold)) routed.add(service);
  }
  withdraw(context, serving);
  return { conflicts, isRouted: (service) => routed.has(service) };
}

/** Host and path → the service that has it, in the order of the table. */
function settleClaims(context: PlanContext, conflicts: Map<string, ReportedCondition[]>): Claim[] {
  const { tables } = context.snapshot;
  const claims = new Map<string, Claim>();
  const all: { claim: Claim; at: number; key: string }[] = [];
  for (const entry of tables.services.values()) {
    for (const [at, route] of (entry.record.routes ?? []).entries()) {
      const claim = { host: route.host, path: route.path ?? '/', service: entry.record.name, createdRevision: entry.createRevision };
      all.push({ claim, at, key: entry.key });
    }
  }
  for (const claim of publishedOfBroken(context)) all.push({ claim, at: 0, key: '' });
  all.sort(
    (a, b) =>
      a.claim.createdRevision - b.claim.createdRevision ||
      (a.claim.service < b.claim.service ? -1 : a.claim.service > b.claim.service ? 1 : a.at - b.at),
  );
  for (const { claim, at, key } of all) {
    const name = `${claim.host} ${claim.path}`;
    const holder = claims.get(name);
    if (!holder) claims.set(name, claim);
    else if (key !== '' && holder.service !== claim.service) {
      const message = `${claim.host}${claim.path} belongs to service ${holder.service}, which is older; take the route out of one of them`;
      const condition = { type: 'route_conflict', reason: 'route_conflict', message, key, path: `$.routes[${at}]` };
      conflicts.set(claim.service, [...(conflicts.get(claim.service) ?? []), condition]);
    }
  }
  return [...claims.values()].sort(bySpecificity);
}

function publishedOfBroken(context: PlanContext): Claim[] {
  if (context.invalid.services.size === 0) return [];
  const found = new Map<string, Claim>();
  for (const { record } of context.snapshot.tables.ingress.values()) {
    for (const { host, path, service, created_revision } of record.routes) {
      if (!context.invalid.services.has(service)) continue;
      const name = `${host} ${path}`;
      const other = found.get(name);
      // Of two tables the one of a node that is away may be old: who came later had the route last.
      if (other && (other.createdRevision - created_revision || compare(other.service, service)) >= 0) continue;
      found.set(name, { host, path, service, createdRevision: created_revision });
    }
  }
  return [...found.values()];
}

/** Broken services of which no table that can be read tells a route: one that can't be read may hold them. */
function brokenWithoutRoutes(context: PlanContext): readonly string[] {
  if (context.invalid.services.size === 0 || context.invalid.ingress.size === 0) return [];
  const told = new Set([...context.snapshot.tables.ingress.values()].flatMap(({ record }) => record.routes.map((route) => route.service)));
  return [...context.invalid.services.keys()].filter((service) => !told.has(service));
}

/** Exact hosts before wildcards, longer paths first; then by name. */
function bySpecificity(a: Claim, b: Claim): number {
  const wild = Number(a.host.startsWith('*')) - Number(b.host.startsWith('*'));
  return wild || b.path.length - a.path.length || compare(a.host, b.host) || compare(a.path, b.path);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** How long a route's local port, and what it leads to, wait for the agent to apply the table without it. */
const patienceMs = 10_000;

/** Whether the node's Caddy may still serve a former table. */
function isBehind(context: PlanContext, node: NodeView): boolean {
  const { memory, monotonicMs, nowMs } = context.snapshot;
  const sinceMs = memory.ingressBehindSinceMs.get(node.id);
  if (sinceMs === undefined || monotonicMs - sinceMs >= patienceMs) return false;
  const retryAt = nowMs + patienceMs - (monotonicMs - sinceMs);
  context.blocked.push({
    key: context.key('ingress', node.id),
    reason: 'ingress_behind',
    message: 'its agent has not applied the table yet',
    retryAt,
  });
  return true;
}

/** Brings the table and the mesh-only assignment of an ingress node up to date, in one transaction. Answers what it may still lead to. */
function publish(
  context: PlanContext,
  node: NodeView,
  record: Node,
  claims: readonly Claim[],
  untold: readonly string[],
): ReadonlySet<string> {
  const { tables } = context.snapshot;
  const table = tables.ingress.get(node.id);
  const tableKey = context.key('ingress', node.id);
  const id = `ingress-${sha256Hex(node.id).slice(0, 8)}`;
  const assignmentKey = context.key('assignment', node.id, reservedService, id);
  const before = tables.assignments.get(reservedService)?.get(assignmentKey);
  const leading = new Set((table?.record.routes ?? []).map((route) => route.service));
  if (context.invalid.ingress.has(node.id)) {
    // What the agent serves is what it could read last.
    for (const { service } of before?.record.mesh.upstreams ?? []) leading.add(service);
    if (untold.length > 0) {
      const message = `the routes of node ${node.id} can't be read, nor can the services that may be among them (${untold.join(', ')}): they stay as they are until one of both is mended`;
      context.blocked.push({ key: tableKey, reason: 'invalid_record', message });
      return leading;
    }
  }
  if (isBehind(context, node)) for (const { service } of before?.record.mesh.upstreams ?? []) leading.add(service);
  const called = [...new Set([...claims.map((claim) => claim.service), ...leading])].sort();
  // Once made it stays, also without a route: what is deleted gives its ports back while the sidecar still listens on them.
  const assignment = called.length === 0 && !before ? undefined : meshOnly(context, node, id, called, before);
  const addr = appAddrOf(record);
  const routes = claims.flatMap((claim) => {
    const bind = assignment?.mesh.upstreams?.find((upstream) => upstream.service === claim.service)?.bind;
    return bind === undefined ? [] : [routeOf(tables.clusterId, claim, addr, bind)];
  });
  if (routes.length < claims.length)
    context.blocked.push({
      key: tableKey,
      reason: 'ports',
      message: `node ${node.id} has no free port left for ${claims.length - routes.length} routes`,
    });
  const writes: RecordWrite[] = [];
  if (!table || !sameJson(table.record.routes, routes)) {
    const next: IngressTable = {
      ...table?.record,
      // One that can't be read is followed by another than the agent has applied.
      revision: (table?.record.revision ?? record.ingress_revision ?? 0) + 1,
      listen: table?.record.listen ?? [],
      routes,
    };
    writes.push({ key: tableKey, record: next, expect: table?.modRevision ?? standing(context, tableKey) });
  }
  if (assignment && !sameJson(assignment, before?.record))
    writes.push({ key: assignmentKey, record: assignment, expect: before?.modRevision ?? standing(context, assignmentKey) });
  if (writes.length > 0) act(context, 'ingress_write', tableKey, 'its routes changed', writes);
  return leading;
}

/** mod_revision of what stands broken under a key that only the controller writes: it is written anew. */
function standing(context: PlanContext, key: string): number {
  return context.snapshot.tables.invalid.get(key)?.modRevision ?? 0;
}

function meshOnly(
  context: PlanContext,
  node: NodeView,
  id: string,
  called: readonly string[],
  before: Entry<Assignment> | undefined,
): Assignment | undefined {
  const upstreams = called.map((service) => ({ service }));
  const has = before?.record.mesh.upstreams ?? [];
  const avoided = context.snapshot.memory.avoidedPorts.get(node.machine);
  if (
    before?.record.mesh.control !== undefined &&
    !avoided?.size &&
    sameJson(
      has.map((upstream) => upstream.service),
      called,
    )
  )
    return before.record;
  const use = context.fleet().use(node.id);
  if (!use) return before?.record;
  const from: Pick<Service, 'name' | 'upstreams'> = { name: reservedService, upstreams };
  return {
    ...before?.record,
    instance_id: id,
    service: reservedService,
    node_id: node.id,
    managed: false,
    desired: 'running',
    health: { type: 'none' },
    mesh: meshOf(use, from, undefined),
  };
}

function routeOf(clusterId: string, claim: Claim, addr: string, bind: number): IngressTable['routes'][number] {
  const { host, path, service, createdRevision } = claim;
  return {
    id: `pc-${sha256Hex(`${clusterId} ${host} ${path}`).slice(0, 16)}`,
    host,
    path,
    service,
    upstream_addr: `${addr.includes(':') ? `[${addr}]` : addr}:${bind}`,
    created_revision: createdRevision,
  };
}

/** Takes away the tables and mesh-only assignments of nodes that serve no routes any more; those of broken nodes stay. */
function withdraw(context: PlanContext, serving: ReadonlySet<string>): void {
  const { tables } = context.snapshot;
  const idle = new Map<string, RecordWrite[]>();
  const add = (nodeId: string, write: RecordWrite): void => {
    if (serving.has(nodeId) || context.invalid.nodes.has(nodeId)) return;
    idle.set(nodeId, [...(idle.get(nodeId) ?? []), write]);
  };
  for (const [nodeId, table] of tables.ingress) add(nodeId, remove(table));
  for (const entry of tables.assignments.get(reservedService)?.values() ?? []) add(entry.record.node_id, remove(entry));
  for (const nodeId of [...idle.keys()].sort()) {
    const writes: ClusterAction['writes'] = (idle.get(nodeId) ?? []).sort((a, b) => compare(a.key, b.key));
    act(context, 'ingress_delete', context.key('ingress', nodeId), `node ${nodeId} does not serve routes any more`, writes);
  }
}
