// What is in use where: ports by machine, resources and instances by node, shared ports by (node, service).
// Guarantees: worked out only when something is placed or allocated; kept up to date while the plan grows, so that two decisions of
// one plan never share a port or a byte. What a plan did to it can be undone, and what one service holds be worked out anew: from one
// plan to the next that costs what has changed (kept-fleet.ts).
import { appAddrOf, portRangeOf } from '../../model/defaults.ts';
import type { Assignment, Node, Resources, ServiceInstance } from '../../model/generated.ts';
import { keyOf } from '../../model/keys.ts';
import { machineOf, type NodeView, type NodeViews } from './nodes.ts';
import { type Journal, MachinePorts, type PortRange } from './ports.ts';
import type { ClusterSnapshot, ClusterTables } from './snapshot.ts';

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
  journal: Journal;
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
  return new Holdings(snapshot, nodes).fleet;
}

/** What the records of one service hold. */
interface Held {
  assignments: Assignment[];
  /** Without an assignment that can be read. */
  instances: ServiceInstance[];
}

/** Everything that is in use, by service: what one holds can be worked out anew without the others. */
export class Holdings {
  readonly fleet: Fleet;
  /** Whether all of it is on nodes whose record says which machine they are. */
  placed = true;
  readonly #uses = new Map<string, NodeUse>();
  readonly #machines = new Map<string, MachinePorts>();
  readonly #homeless = new Set<number>();
  readonly #services = new Map<string, Held>();
  readonly #journal: Journal;

  constructor(snapshot: ClusterSnapshot, nodes: NodeViews, journal: Journal = {}) {
    this.#journal = journal;
    for (const view of nodes.known) {
      const node = view.entry?.record;
      if (node) this.#uses.set(view.id, useOf(snapshot, this.#machines, this.#homeless, view, node, journal));
    }
    this.fleet = {
      uses: [...this.#uses.values()],
      use: (nodeId) => this.#uses.get(nodeId),
      reversals: 0,
      count: (nodeId, service, resources, sign) => {
        const use = this.#uses.get(nodeId);
        if (use) countIn(use, service, resources, sign);
      },
    };
    const { memory, tables } = snapshot;
    const names = new Set([...tables.assignments.keys(), ...tables.instances.keys()]);
    // What a broken record said last still runs.
    for (const { service } of memory.recall.assignments.values()) names.add(service);
    for (const name of names) this.add(snapshot, name);
  }

  /** The caller has dropped what was added of the service before. */
  add({ memory, tables }: ClusterSnapshot, name: string): void {
    const recalled = [...memory.recall.assignments.values()].filter(({ service }) => service === name);
    const standing = [...(tables.assignments.get(name)?.values() ?? [])].map(({ record }) => record);
    const instances = [...(tables.instances.get(name)?.values() ?? [])].map(({ record }) => record);
    const isAssigned = ({ instance_id, node_id, service }: ServiceInstance): boolean => {
      const key = keyOf(tables.clusterId, 'assignment', node_id, service, instance_id);
      return tables.assignments.get(service)?.has(key) === true || memory.recall.assignments.has(key);
    };
    const held: Held = { assignments: [...standing, ...recalled], instances: instances.filter((record) => !isAssigned(record)) };
    for (const record of held.assignments) this.#addAssignment(tables, record);
    for (const record of held.instances) this.#addInstance(tables, record);
    this.#services.set(name, held);
  }

  /** Gives back all that was added of a service. Of one that is not placed that can't be done. */
  drop(name: string): void {
    const held = this.#services.get(name);
    if (!held) return;
    this.#services.delete(name);
    for (const record of held.assignments) {
      const use = this.#uses.get(record.node_id);
      if (!use) continue;
      if (record.app) countIn(use, name, record.resources, -1);
      holdPorts(use, record, (addr, port) => use.ports.release(addr, port));
      dropShared(use, name);
    }
    for (const record of held.instances) {
      const use = this.#uses.get(record.node_id);
      if (!use) continue;
      use.ports.release(appAddrOf(use.node), record.port);
      if (record.mesh_port !== undefined) use.ports.release(record.ip, record.mesh_port);
      dropShared(use, name);
    }
  }

  /** Takes over what is thought of the nodes now; answers false where that changes who holds what. */
  follow(nodes: NodeViews): boolean {
    if (nodes.known.length !== this.#uses.size) return false;
    for (const view of nodes.known) {
      const use = this.#uses.get(view.id);
      const node = view.entry?.record;
      if (!use || !node) return false;
      // Which machine it is its agent's session may tell as well.
      if (use.view.machine !== view.machine || (use.node !== node && !holdsAlike(use, node))) return false;
      use.view = view;
      use.node = node;
    }
    return true;
  }

  #addAssignment(tables: ClusterTables, record: Assignment): void {
    const use = this.#uses.get(record.node_id);
    if (!use) return eachPort(record, (addr, port) => this.#addUnknown(tables, record.node_id, addr, port));
    if (record.app) countIn(use, record.service, record.resources, 1);
    holdPorts(use, record, (addr, port) => use.ports.take(addr, port));
    shareLocal(use, record.service, record.mesh);
  }

  /** An instance without an assignment that can be read (no agent, not adopted yet, broken) holds its ports all the same. */
  #addInstance(tables: ClusterTables, record: ServiceInstance): void {
    const use = this.#uses.get(record.node_id);
    const local = record.local_ports ?? {};
    if (use) {
      use.ports.take(appAddrOf(use.node), record.port);
      if (record.mesh_port !== undefined) use.ports.take(record.ip, record.mesh_port);
      shareLocal(use, record.service, local);
      return;
    }
    const ports = [record.port, local.control, ...(local.upstreams ?? []).map(({ bind }) => bind)];
    for (const port of ports) if (port !== undefined) this.#addUnknown(tables, record.node_id, '127.0.0.1', port);
    if (record.mesh_port !== undefined) this.#addUnknown(tables, record.node_id, record.ip, record.mesh_port);
  }

  /** Takes a port of what runs on a node whose record is broken or missing: where nobody says which machine that is, it may be any. */
  #addUnknown(tables: ClusterTables, nodeId: string, addr: string, port: number): void {
    this.placed = false;
    const ports = this.#machines.get(machineOf(tables, nodeId));
    if (ports) ports.take(addr, port);
    else this.#homeless.add(port);
  }

  /** Undoes what a plan did since the journal was begun. */
  undo(): void {
    const { undo = [] } = this.#journal;
    delete this.#journal.undo;
    for (const one of undo.reverse()) one();
    this.fleet.reversals = 0;
  }

  /** From here on what is done is a plan's. */
  begin(): void {
    this.#journal.undo = [];
  }
}

/** Whether what stands on a node holds the same as it did by its former record. */
function holdsAlike({ node: before, range }: NodeUse, node: Node): boolean {
  const { from, to } = portRangeOf(node);
  return appAddrOf(before) === appAddrOf(node) && before.ip === node.ip && range.from === from && range.to === to;
}

function dropShared(use: NodeUse, service: string): void {
  const shared = use.shared.get(service);
  for (const port of shared?.held ?? []) use.ports.release(appAddrOf(use.node), port);
  use.shared.delete(service);
}

function useOf(
  snapshot: ClusterSnapshot,
  machines: Map<string, MachinePorts>,
  homeless: ReadonlySet<number>,
  view: NodeView,
  node: Node,
  journal: Journal,
): NodeUse {
  let ports = machines.get(view.machine);
  if (!ports) {
    const avoided = snapshot.memory.avoidedPorts.get(view.machine) ?? new Map<number, number>();
    const stillAvoided = [...avoided].filter(([, untilMs]) => untilMs > snapshot.monotonicMs).map(([port]) => port);
    ports = new MachinePorts(stillAvoided, homeless, journal);
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
    journal,
  };
}

/** Shared ports of a service on a node, to be filled in by whoever allocates one. */
export function sharedPorts(use: NodeUse, service: string): SharedPorts {
  let ports = use.shared.get(service);
  if (use.journal.undo) noteShared(use, service, ports);
  if (!ports) {
    ports = { control: undefined, upstreams: new Map(), held: new Set() };
    use.shared.set(service, ports);
  }
  return ports;
}

/** The caller may change what it is given. */
function noteShared({ journal, shared }: NodeUse, service: string, ports: SharedPorts | undefined): void {
  const former = ports && { control: ports.control, upstreams: new Map(ports.upstreams), held: new Set(ports.held) };
  journal.undo?.push(() => (former ? shared.set(service, former) : shared.delete(service)));
}

function countIn(use: NodeUse, service: string, resources: Resources | undefined, sign: 1 | -1): void {
  use.journal.undo?.push(() => countIn(use, service, resources, sign === 1 ? -1 : 1));
  use.instances += sign;
  const count = (use.byService.get(service) ?? 0) + sign;
  if (count === 0) use.byService.delete(service);
  else use.byService.set(service, count);
  use.cpu += sign * (resources?.cpu_millicores ?? 0);
  use.memory += sign * (resources?.memory_bytes ?? 0);
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

/** A well spread 32-bit number of a text (FNV-1a with a final mix): for ties, never for security. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
