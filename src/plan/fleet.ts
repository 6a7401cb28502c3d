// What is in use where: ports by machine, resources and instances by node, shared ports by (node, service).
// Guarantees: built once a plan and only when something is placed or allocated; kept up to date while the plan grows,
// so that two decisions of one plan never share a port or a byte.
import { appAddrOf, portRangeOf } from '../model/defaults.ts';
import type { Entry } from '../model/entry.ts';
import type { Assignment, Node, Resources, ServiceInstance } from '../model/generated.ts';
import { keyOf } from '../model/keys.ts';
import { machineOf, type NodeView, type NodeViews } from './nodes.ts';
import { MachinePorts, type PortRange } from './ports.ts';
import type { ClusterSnapshot } from './snapshot.ts';

/** Ports that all instances of a service on one node share. */
export interface SharedPorts {
  control: number | undefined;
  /** Called service → local port. */
  upstreams: Map<string, number>;
}

export interface NodeUse {
  view: NodeView;
  node: Node;
  ports: MachinePorts;
  range: PortRange;
  cpu: number;
  memory: number;
  instances: number;
  /** Instances by service. */
  byService: Map<string, number>;
  /** Shared ports by service. */
  shared: Map<string, SharedPorts>;
  /** A number drawn from the id, for ties. */
  tie: number;
}

export interface Fleet {
  uses: readonly NodeUse[];
  use(nodeId: string): NodeUse | undefined;
  /** How often something was given back, or taken back again, in this plan: while that stands, nodes only fill up. */
  reversals: number;
  /** Counts an instance in, or with sign -1 out. */
  count(nodeId: string, service: string, resources: Resources | undefined, sign: 1 | -1): void;
}

export function buildFleet(snapshot: ClusterSnapshot, nodes: NodeViews): Fleet {
  const machines = new Map<string, MachinePorts>();
  const homeless = new Set<number>();
  const byId = new Map<string, NodeUse>();
  for (const view of nodes.known) {
    const node = view.entry?.record;
    if (node) byId.set(view.id, useOf(snapshot, machines, homeless, view, node));
  }
  const fleet: Fleet = {
    uses: [...byId.values()],
    use: (nodeId) => byId.get(nodeId),
    reversals: 0,
    count: (nodeId, service, resources, sign) => {
      const use = byId.get(nodeId);
      if (use) countIn(use, service, resources, sign);
    },
  };
  for (const row of snapshot.tables.assignments.values()) {
    for (const entry of row.values()) {
      if (byId.has(entry.record.node_id)) addAssignment(fleet, entry);
      else holdUnknown(machines.get(machineOf(snapshot.tables, entry.record.node_id)), homeless, entry.record);
    }
  }
  for (const row of snapshot.tables.instances.values()) for (const entry of row.values()) addInstance(fleet, snapshot, entry);
  return fleet;
}

function useOf(
  snapshot: ClusterSnapshot,
  machines: Map<string, MachinePorts>,
  homeless: ReadonlySet<number>,
  view: NodeView,
  node: Node,
): NodeUse {
  let ports = machines.get(view.machine);
  if (!ports) {
    const avoided = snapshot.memory.avoidedPorts.get(view.machine) ?? new Map<number, number>();
    const stillAvoided = [...avoided].filter(([, untilMs]) => untilMs > snapshot.monotonicMs).map(([port]) => port);
    ports = new MachinePorts(stillAvoided, homeless);
    machines.set(view.machine, ports);
  }
  return {
    view,
    node,
    ports,
    range: portRangeOf(node),
    cpu: 0,
    memory: 0,
    instances: 0,
    byService: new Map(),
    shared: new Map(),
    tie: hashText(view.id),
  };
}

/** Shared ports of a service on a node, to be filled in by whoever allocates one. */
export function sharedPorts(use: NodeUse, service: string): SharedPorts {
  let ports = use.shared.get(service);
  if (!ports) {
    ports = { control: undefined, upstreams: new Map() };
    use.shared.set(service, ports);
  }
  return ports;
}

function countIn(use: NodeUse, service: string, resources: Resources | undefined, sign: 1 | -1): void {
  use.instances += sign;
  use.byService.set(service, (use.byService.get(service) ?? 0) + sign);
  use.cpu += sign * (resources?.cpu_millicores ?? 0);
  use.memory += sign * (resources?.memory_bytes ?? 0);
}

function addAssignment(fleet: Fleet, { record }: Entry<Assignment>): void {
  const use = fleet.use(record.node_id);
  if (!use) return;
  if (record.app) countIn(use, record.service, record.resources, 1);
  holdPorts(use, record, (addr, port) => use.ports.take(addr, port));
  const { control, upstreams } = record.mesh;
  const ports = sharedPorts(use, record.service);
  const addr = appAddrOf(use.node);
  if (control !== undefined && ports.control === undefined) {
    ports.control = control;
    use.ports.take(addr, control);
  }
  for (const { service, bind } of upstreams ?? []) {
    if (ports.upstreams.has(service)) continue;
    ports.upstreams.set(service, bind);
    use.ports.take(addr, bind);
  }
}

/** What runs on a node whose record is broken or missing still has its ports; where nobody says which machine it is on, it may be any. */
function holdUnknown(ports: MachinePorts | undefined, homeless: Set<number>, { app, mesh }: Assignment): void {
  const hold = (addr: string, port: number): void => {
    if (ports) ports.take(addr, port);
    else homeless.add(port);
  };
  const addr = app?.addr ?? '127.0.0.1';
  if (app) hold(addr, app.port);
  if (mesh.bind) hold(mesh.bind.addr, mesh.bind.port);
  if (mesh.control !== undefined) hold(addr, mesh.control);
  for (const { bind } of mesh.upstreams ?? []) hold(addr, bind);
}

/** The ports that an assignment has for itself alone. */
function holdPorts(use: NodeUse, record: Assignment, each: (addr: string, port: number) => void): void {
  if (record.app) each(record.app.addr, record.app.port);
  if (record.mesh.bind) each(use.node.ip, record.mesh.bind.port);
}

/** Gives back what an instance that is gone held for itself. */
export function releaseAssignment(fleet: Fleet, record: Assignment): void {
  const use = fleet.use(record.node_id);
  if (!use) return;
  fleet.reversals++;
  if (record.app) countIn(use, record.service, record.resources, -1);
  holdPorts(use, record, (addr, port) => use.ports.release(addr, port));
}

/** Undoes `releaseAssignment`: until its record is deleted only its successor may have what it held. */
export function holdAssignment(fleet: Fleet, record: Assignment): void {
  const use = fleet.use(record.node_id);
  if (!use) return;
  fleet.reversals++;
  if (record.app) countIn(use, record.service, record.resources, 1);
  holdPorts(use, record, (addr, port) => use.ports.take(addr, port));
}

/** An instance without an assignment (no agent, or not adopted yet) holds its ports all the same. */
function addInstance(fleet: Fleet, snapshot: ClusterSnapshot, { record }: Entry<ServiceInstance>): void {
  const use = fleet.use(record.node_id);
  if (!use) return;
  const key = keyOf(snapshot.tables.clusterId, 'assignment', record.node_id, record.service, record.instance_id);
  if (snapshot.tables.assignments.get(record.service)?.has(key)) return;
  use.ports.take(appAddrOf(use.node), record.port);
  if (record.mesh_port !== undefined) use.ports.take(record.ip, record.mesh_port);
}

/** A well spread 32-bit number of a text (FNV-1a with a final mix): for ties, never for security. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
