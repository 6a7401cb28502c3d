// Where a new instance goes.
// Guarantees: the same request in the same fleet gives the same node. Filters run in this order: active (alive, wanted
// by its operator, disk not full), bound (a slot whose data lies on one node), roles, constraints, ports, resources, max_per_node;
// a refusal names each filter and how many nodes it removed.
// Among the nodes left: the least used value of the `spread` label where asked, then the fewest instances of the same service
// (replicas exist to outlive a machine), then best fit (least left over), then the fewest instances, then a hash.
import { parseConstraint, satisfies } from '../model/constraints.ts';
import { appAddrOf } from '../model/defaults.ts';
import type { Resources, Service } from '../model/generated.ts';
import { type Fleet, hashText, type NodeUse } from './fleet.ts';
import { isPlaceable } from './nodes.ts';

const filters = ['active', 'bound', 'roles', 'constraints', 'ports', 'resources', 'max_per_node'] as const;
export type PlacementFilter = (typeof filters)[number];

export interface PlacementRequest {
  service: string;
  slot: number;
  placement: NonNullable<Service['placement']>;
  resources: Resources;
  /** Fixed port on the node's app_addr, or on its ip where there is no sidecar. */
  hostPort: number | undefined;
  meshMode: 'agent' | 'none';
  /** Ports that the instance needs for itself. */
  ownPorts: number;
  /** Called services that want a port allocated, and fixed binds. */
  upstreams: readonly { service: string; bind?: number }[];
  /** The only node that will do. */
  boundTo: string | undefined;
}

export type Placement = { ok: true; use: NodeUse } | { ok: false; message: string };

/** Instances of the service on the nodes with one value of the spread label. */
interface Group {
  count: number;
}

interface Candidate {
  use: NodeUse;
  group: Group;
  /** Instances of the service on the node. */
  same: number;
}

/** Places the instances of one service; what depends on the service alone is worked out once. */
export class Placer {
  readonly #fleet: Fleet;
  readonly #candidates: Candidate[] = [];
  readonly #removed: Partial<Record<PlacementFilter, number>> = {};

  constructor(fleet: Fleet, service: string, placement: NonNullable<Service['placement']>) {
    this.#fleet = fleet;
    const constraints = (placement.constraints ?? []).map(parseConstraint).filter((constraint) => constraint !== undefined);
    const roles = placement.roles ?? [];
    const groups = new Map<string, Group>();
    for (const use of fleet.uses) {
      const { node, view } = use;
      const value = placement.spread === undefined ? '' : (node.labels?.[placement.spread] ?? '');
      const group = groups.get(value) ?? { count: 0 };
      groups.set(value, group);
      const same = use.byService.get(service) ?? 0;
      group.count += same;
      if (!isPlaceable(view)) this.#remove('active');
      else if (!roles.every((role) => node.roles?.includes(role))) this.#remove('roles');
      else if (!constraints.every((constraint) => satisfies(node.labels ?? {}, constraint))) this.#remove('constraints');
      else this.#candidates.push({ use, group, same });
    }
  }

  place(request: PlacementRequest): Placement {
    const seed = hashText(`${request.service}/${request.slot}`);
    let best: Candidate | undefined;
    let left = 0;
    // Whether a node fits is asked only where it would be better than the best so far.
    for (const candidate of this.#candidates) {
      if (best) {
        const spread = candidate.group.count - best.group.count || candidate.same - best.same;
        if (spread > 0 || (spread === 0 && !isBetterFit(candidate, best, left, request.resources, seed))) continue;
      }
      if (this.#refusal(candidate, request) !== undefined) continue;
      best = candidate;
      left = leftOver(candidate.use, request.resources);
    }
    if (!best) return { ok: false, message: this.#refusalText(request) };
    best.group.count++;
    best.same++;
    return { ok: true, use: best.use };
  }

  #refusalText(request: PlacementRequest): string {
    const removed = { ...this.#removed };
    for (const candidate of this.#candidates) {
      const filter = this.#refusal(candidate, request);
      if (filter) removed[filter] = (removed[filter] ?? 0) + 1;
    }
    return refusalText(removed, this.#fleet.uses.length);
  }

  #remove(filter: PlacementFilter): void {
    this.#removed[filter] = (this.#removed[filter] ?? 0) + 1;
  }

  #refusal({ use, same }: Candidate, request: PlacementRequest): PlacementFilter | undefined {
    if (request.boundTo !== undefined && use.view.id !== request.boundTo) return 'bound';
    if (!this.#portsFit(use, request)) return 'ports';
    if (!resourcesFit(use, request.resources)) return 'resources';
    const limit = request.placement.max_per_node;
    if (limit !== undefined && same >= limit) return 'max_per_node';
    return undefined;
  }

  #portsFit(use: NodeUse, request: PlacementRequest): boolean {
    const appAddr = appAddrOf(use.node);
    if (request.hostPort !== undefined && !use.ports.isFree(request.meshMode === 'none' ? use.node.ip : appAddr, request.hostPort))
      return false;
    let wanted = request.ownPorts;
    if (request.meshMode === 'agent') {
      const shared = use.shared.get(request.service);
      if (shared?.control === undefined) wanted++;
      for (const upstream of request.upstreams) {
        if (shared?.upstreams.has(upstream.service)) continue;
        if (upstream.bind === undefined) wanted++;
        else if (!use.ports.isFree(appAddr, upstream.bind)) return false;
      }
    }
    return use.ports.hasFree(use.range, wanted);
  }
}

function isBetterFit(a: Candidate, b: Candidate, leftOfB: number, wanted: Resources, seed: number): boolean {
  const left = leftOver(a.use, wanted) - leftOfB;
  if (left !== 0) return left < 0;
  if (a.use.instances !== b.use.instances) return a.use.instances < b.use.instances;
  return tieOf(a.use, seed) < tieOf(b.use, seed);
}

function tieOf(use: NodeUse, seed: number): number {
  return Math.imul(use.tie ^ seed, 0x9e3779b1) >>> 0;
}

function resourcesFit(use: NodeUse, wanted: Resources): boolean {
  const { cpu_millicores: cpu, memory_bytes: memory } = use.node.capacity ?? {};
  if (cpu !== undefined && wanted.cpu_millicores !== undefined && use.cpu + wanted.cpu_millicores > cpu) return false;
  return !(memory !== undefined && wanted.memory_bytes !== undefined && use.memory + wanted.memory_bytes > memory);
}

/** Share of the node that stays free, 0 to 2; a node of unknown capacity is the worst fit, and without resources all fit alike. */
function leftOver(use: NodeUse, wanted: Resources): number {
  let left = 0;
  const { cpu_millicores: cpu, memory_bytes: memory } = use.node.capacity ?? {};
  if (wanted.cpu_millicores !== undefined) left += cpu ? (cpu - use.cpu - wanted.cpu_millicores) / cpu : 1;
  if (wanted.memory_bytes !== undefined) left += memory ? (memory - use.memory - wanted.memory_bytes) / memory : 1;
  return left;
}

function refusalText(removed: Partial<Record<PlacementFilter, number>>, total: number): string {
  if (total === 0) return 'no node fits: the cluster has none';
  const parts = filters.filter((filter) => removed[filter]).map((filter) => `${filter} removed ${removed[filter]}`);
  return `none of ${total} ${total === 1 ? 'node' : 'nodes'} fits: ${parts.join(', ')}`;
}
