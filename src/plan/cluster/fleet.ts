// What is in use where: ports by machine, resources and instances by node, shared ports by (node, service).
// Guarantees: built once a plan and only when something is placed or allocated; kept up to date while the plan grows,
// so that two decisions of one plan never share a port or a byte.
import { appAddrOf, portRangeOf } from '../../model/defaults.ts';
import type { Assignment, Node, Resources, ServiceInstance } from '../../model/generated.ts';
import { keyOf } from '../../model/keys.ts';
import { machineOf, type NodeView, type NodeViews } from './nodes.ts';
import { MachinePorts, type PortRange } from './ports.ts';
import type { ClusterSnapshot } from './snapshot.ts';

/** Ports that all instances of a service on one node share. */
export interface SharedPorts {
  control: number | undefined;
  /** Called service → local port. */
  upstreams: Map<string, number>;
  /** All that are held for it, each once. */
  held: Set<number>;
}

type LocalPorts = NonNullable<ServiceInstance['local_ports']>;

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
  /** Takes a port of what runs on a node whose record is broken or missing: where nobody says which machine that is, it may be any. */
  const unknownPorts = (nodeId: string, addr: string, port: number): void => {
    const ports = machines.get(machineOf(snapshot.tables, nodeId));
    if (ports) ports.take(addr, port);
    else homeless.add(port);
  };
  const hold = (record: Assignment): void => {
    if (byId.has(record.node_id)) addAssignment(fleet, record);
    else eachPort(record, (addr, port) => unknownPorts(record.node_id, addr, port));
  };
  const fleet: Fleet = {
    uses: [...byId.values()],
    use: (nodeId) => byId.get(nodeId),
    reversals: 0,
    count: (nodeId, service, resources, sign) => {
      const use = byId.get(nodeId);
      if (use) countIn(use, service, resources, sign);
    },
  };
  const { memory, tables } = snapshot;
  for (const row of tables.assignments.values()) for (const { record } of row.values()) hold(record);
  // What a broken record said last still runs.
  for (const record of memory.recall.assignments.values()) hold(record);
  for (const row of tables.instances.values()) for (const { record } of row.values()) addInstance(fleet, snapshot, record, unknownPorts);
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
    ports = { control: undefined, upstreams: new Map(), held: new Set() };
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

function addAssignment(fleet: Fleet, record: Assignment): void {
  const use = fleet.use(record.node_id);
  if (!use) return;
  if (record.app) countIn(use, record.service, record.resources, 1);
  holdPorts(use, record, (addr, port) => use.ports.take(addr, port));
  shareLocal(use, record.service, record.mesh);
}

/** The ports that a service's instances on a node share: all that are named are held, and of several the lowest counts. */
function shareLocal(use: NodeUse, service: string, { control, upstreams }: LocalPorts): void {
  const ports = sharedPorts(use, service);
  const hold = (port: number): void => {
    if (!ports.held.has(port)) use.ports.take(appAddrOf(use.node), port);
    ports.held.add(port);
  };
  if (control !== undefined) {
    hold(control);
    ports.control = Math.min(control, ports.control ?? control);
  }
  for (const { service: called, bind } of upstreams ?? []) {
    hold(bind);
    ports.upstreams.set(called, Math.min(bind, ports.upstreams.get(called) ?? bind));
  }
}

function eachPort({ app, mesh }: Assignment, each: (addr: string, port: number) => void): void {
  const addr = app?.addr ?? '127.0.0.1';
  if (app) each(addr, app.port);
  if (mesh.bind) each(mesh.bind.addr, mesh.bind.port);
  if (mesh.control !== undefined) each(addr, mesh.control);
  for (const { bind } of mesh.upstreams ?? []) each(addr, bind);
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

/** An instance without an assignment that can be read (no agent, not adopted yet, broken) holds its ports all the same. */
function addInstance(
  fleet: Fleet,
  { memory, tables }: ClusterSnapshot,
  record: ServiceInstance,
  unknownPorts: (nodeId: string, addr: string, port: number) => void,
): void {
  const key = keyOf(tables.clusterId, 'assignment', record.node_id, record.service, record.instance_id);
  if (tables.assignments.get(record.service)?.has(key) || memory.recall.assignments.has(key)) return;
  const use = fleet.use(record.node_id);
  const local = record.local_ports ?? {};
  if (use) {
    use.ports.take(appAddrOf(use.node), record.port);
    if (record.mesh_port !== undefined) use.ports.take(record.ip, record.mesh_port);
    shareLocal(use, record.service, local);
    return;
  }
  const ports = [record.port, local.control, ...(local.upstreams ?? []).map(({ bind }) => bind)];
  for (const port of ports) if (port !== undefined) unknownPorts(record.node_id, '127.0.0.1', port);
  if (record.mesh_port !== undefined) unknownPorts(record.node_id, record.ip, record.mesh_port);
}

/** A well spread 32-bit number of a text (FNV-1a with a final mix): for ties, never for security. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
