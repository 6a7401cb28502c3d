// Where a new instance goes.
// Guarantees: the same request in the same fleet gives the same node. Filters run in this order: active (alive, wanted
// by its operator, disk not full), driver (the agent runs it; one that has not told may), bound (a slot whose data lies on one
// node), roles, constraints, ports, resources, max_per_node; a refusal names each filter and how many nodes it removed.
// Among the nodes left: the least used value of the `spread` label where asked, then the fewest instances of the same service
// (replicas exist to outlive a machine), then best fit (least left over), then the fewest instances, then a hash.
import { parseConstraint, satisfies } from '../../model/constraints.ts';
import { appAddrOf } from '../../model/defaults.ts';
import type { Node, Resources, Service } from '../../model/generated.ts';
import type { Driver } from '../unit.ts';
import { type Fleet, hashText, type NodeUse } from './fleet.ts';
import { Heap } from '../heap.ts';
import { isPlaceable } from './nodes.ts';

const filters = ['active', 'driver', 'bound', 'roles', 'constraints', 'ports', 'resources', 'max_per_node'] as const;
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
  /** Nodes of the instances that this one replaces: while it does, they may hold one more than max_per_node. */
  replaces: readonly string[];
}

/** `lacksPorts`: some node would do, had it the ports. */
export type Placement = { ok: true; use: NodeUse } | { ok: false; message: string; lacksPorts: boolean };

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

/** What is asked of a node for one instance, whichever slot it is for. */
interface Order {
  wants: string;
  /** The fleet's at the time: another number means that nodes may have become better. */
  reversals: number;
  /** Candidates by their spread group, the best first; those that were refused are left out. */
  heaps: Map<Group, Heap<Candidate>>;
}

/** Places the instances of one service; what depends on the service alone is worked out once. */
export class Placer {
  readonly #fleet: Fleet;
  readonly #candidates: Candidate[] = [];
  /** Nodes that no slot's wishes could make fit. */
  readonly #removed: Partial<Record<PlacementFilter, number>> = {};
  readonly #removedBy = new Map<string, PlacementFilter>();
  readonly #seed: number;
  readonly #driver: Driver;
  #order: Order | undefined;
  /** Chosen by the last call: not in its heap until the next, as the caller counts in between. */
  #taken: Candidate | undefined;

  constructor(fleet: Fleet, service: string, placement: NonNullable<Service['placement']>, driver: Driver) {
    this.#fleet = fleet;
    this.#driver = driver;
    this.#seed = hashText(service);
    const constraints = (placement.constraints ?? []).map(parseConstraint).filter((constraint) => constraint !== undefined);
    const roles = placement.roles ?? [];
    const groups = new Map<string, Group>();
    for (const use of fleet.uses) {
      const { node, view } = use;
      const value = placement.spread === undefined ? '' : (node.labels?.[placement.spread] ?? '');
      let group = groups.get(value);
      if (!group) {
        group = { count: 0 };
        groups.set(value, group);
      }
      const same = use.byService.get(service) ?? 0;
      group.count += same;
      if (!isPlaceable(view)) this.#remove(view.id, 'active');
      else if (lacksDriver(node, driver)) this.#remove(view.id, 'driver');
      else if (!roles.every((role) => node.roles?.includes(role))) this.#remove(view.id, 'roles');
      else if (!constraints.every((constraint) => satisfies(node.labels ?? {}, constraint))) this.#remove(view.id, 'constraints');
      else this.#candidates.push({ use, group, same });
    }
  }

  /** The caller counts the instance into the fleet before it asks for the next. */
  place(request: PlacementRequest): Placement {
    const best = request.boundTo === undefined ? (this.#best(request) ?? this.#beside(request)) : this.#bound(request, request.boundTo);
    if (!best) return this.#refused(request);
    best.group.count++;
    best.same++;
    return { ok: true, use: best.use };
  }

  #bound(request: PlacementRequest, node: string): Candidate | undefined {
    // Its place in the order changes with the next count.
    this.#order = undefined;
    return this.#candidates.find((candidate) => candidate.use.view.id === node && this.#refusal(candidate, request) === undefined);
  }

  /** Next to the instance that it replaces, where only max_per_node speaks against it. */
  #beside(request: PlacementRequest): Candidate | undefined {
    const limit = request.placement.max_per_node;
    if (limit === undefined || request.replaces.length === 0) return undefined;
    this.#order = undefined;
    const relaxed = { ...request, placement: { ...request.placement, max_per_node: limit + 1 } };
    return this.#candidates.find(
      (candidate) => request.replaces.includes(candidate.use.view.id) && this.#refusal(candidate, relaxed) === undefined,
    );
  }

  #best(request: PlacementRequest): Candidate | undefined {
    const { heaps } = this.#orderFor(request);
    for (;;) {
      let first: { candidate: Candidate; heap: Heap<Candidate> } | undefined;
      for (const heap of heaps.values()) {
        const candidate = heap.first();
        if (candidate && (!first || this.#compare(candidate, first.candidate, request.resources) < 0)) first = { candidate, heap };
      }
      if (!first) return undefined;
      first.heap.pop();
      if (this.#refusal(first.candidate, request) !== undefined) continue;
      this.#taken = first.candidate;
      return first.candidate;
    }
  }

  #orderFor(request: PlacementRequest): Order {
    const { resources, hostPort, meshMode, ownPorts, upstreams } = request;
    const wants = JSON.stringify([resources.cpu_millicores, resources.memory_bytes, hostPort, meshMode, ownPorts, upstreams]);
    const { reversals } = this.#fleet;
    if (this.#order?.wants === wants && this.#order.reversals === reversals) {
      if (this.#taken) this.#order.heaps.get(this.#taken.group)?.push(this.#taken);
    } else {
      const heaps = new Map<Group, Heap<Candidate>>();
      for (const [group, members] of Map.groupBy(this.#candidates, (candidate) => candidate.group)) {
        heaps.set(group, new Heap((a, b) => this.#compare(a, b, resources), members));
      }
      this.#order = { wants, reversals, heaps };
    }
    this.#taken = undefined;
    return this.#order;
  }

  #compare(a: Candidate, b: Candidate, wanted: Resources): number {
    return (
      a.group.count - b.group.count ||
      a.same - b.same ||
      leftOver(a.use, wanted) - leftOver(b.use, wanted) ||
      a.use.instances - b.use.instances ||
      tieOf(a.use, this.#seed) - tieOf(b.use, this.#seed)
    );
  }

  /** Which filter removes each node, by node; undefined: it would do. Decides nothing. */
  refusals(request: PlacementRequest): Map<string, PlacementFilter | undefined> {
    const candidates = new Map(this.#candidates.map((candidate) => [candidate.use.view.id, candidate]));
    return new Map(
      this.#fleet.uses.map(({ view: { id } }) => {
        const candidate = candidates.get(id);
        return [id, candidate ? this.#refusal(candidate, request) : this.#removedBy.get(id)];
      }),
    );
  }

  #refused(request: PlacementRequest): Placement {
    const removed = { ...this.#removed };
    for (const candidate of this.#candidates) {
      const filter = this.#refusal(candidate, request);
      if (filter) removed[filter] = (removed[filter] ?? 0) + 1;
    }
    return { ok: false, message: refusalText(removed, this.#fleet.uses.length, this.#driver), lacksPorts: removed.ports !== undefined };
  }

  #remove(node: string, filter: PlacementFilter): void {
    this.#removedBy.set(node, filter);
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

/** By service, not by slot: the order of nodes then stands from one slot to the next. */
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

/** Whether the node's agent says that it does not run a driver. What it has not told is unknown. */
export function lacksDriver(node: Pick<Node, 'drivers'>, driver: Driver): boolean {
  return node.drivers !== undefined && !node.drivers.includes(driver);
}

function refusalText(removed: Partial<Record<PlacementFilter, number>>, total: number, driver: Driver): string {
  if (total === 0) return 'no node fits: the cluster has none';
  const said = (filter: PlacementFilter): string => (filter === 'driver' ? ` (the agent there has ${driver}.enabled = false)` : '');
  const parts = filters.filter((filter) => removed[filter]).map((filter) => `${filter} removed ${removed[filter]}${said(filter)}`);
  return `none of ${total} ${total === 1 ? 'node' : 'nodes'} fits: ${parts.join(', ')}`;
}
