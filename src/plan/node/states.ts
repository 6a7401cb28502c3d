// For tests: snapshots of a node in a line each, and a machine that does what a plan says.
import { sha256Hex } from '../../model/digest.ts';
import type { Assignment } from '../../model/generated.ts';
import {
  type InstanceMemory,
  instanceName,
  meshProcessOf,
  type NodeAction,
  type NodeSnapshot,
  type ProcessView,
  type ServedView,
} from './snapshot.ts';
import { remember, withoutGone } from './memory.ts';
import { firstProbeState } from './health.ts';
import { workOf } from './instance.ts';
import type { Unit, UnitNetwork } from '../unit.ts';

export const shortestDay = 1_798_000_000_000;

export function assignment(id: string, change: Partial<Assignment> = {}): Assignment {
  const at = Number.parseInt(sha256Hex(id).slice(0, 6), 16) % 3000;
  return {
    instance_id: id,
    service: 'web',
    node_id: 'n',
    revision: '0123456789abcdef',
    managed: true,
    desired: 'running',
    run: { driver: 'docker', image: 'app:1' },
    health: { type: 'http', path: '/' },
    protocol: 'http',
    app: { addr: '127.0.0.11', port: 20_000 + at, container_port: 80 },
    mesh: { mode: 'agent', bind: { addr: '10.0.0.1', port: 25_000 + at }, control: 19_000 },
    ...change,
  };
}

export function unit(id: string, change: Partial<Unit> = {}, service = 'web'): Unit {
  return {
    id: `u-${id}`,
    labels: { cluster: 'c', node: 'n', service, instance: id, revision: '0123456789abcdef' },
    state: 'running',
    startedAt: 1,
    ...change,
  };
}

export function network(service = 'web'): UnitNetwork {
  return { name: `net-${service}`, service, subnet: '10.210.0.0/26', gateway: '10.210.0.1' };
}

/** A node on which nothing is wanted and nothing is there, its store obeyed. */
export function nodeState(change: Partial<NodeSnapshot> = {}): NodeSnapshot {
  return {
    nowMs: shortestDay,
    monotonicMs: 1_000_000,
    clusterId: 'c',
    nodeId: 'n',
    environment: 'dev',
    appAddr: '127.0.0.11',
    obedience: 'obeyed',
    obedienceReason: undefined,
    away: { forMs: 0, triedForMs: 0 },
    assignments: [],
    broken: new Set(),
    leaving: [],
    untouched: new Set(),
    engines: { docker: { known: true, value: [] }, process: { known: true, value: [] } },
    networks: { known: true, value: [] },
    images: new Set(),
    memory: new Map(),
    hooks: new Map(),
    begun: new Set(),
    outputs: new Set(),
    mesh: {
      enabled: true,
      isolation: 'node',
      files: new Map(),
      certificates: new Map(),
      formerCertificates: new Map(),
      bundleFile: '/bundle.pem',
      processes: { known: true, value: new Map() },
      served: new Map(),
      asked: new Set(),
      store: { chainfire_endpoint: ['http://127.0.0.1:2379'] },
    },
    caddy: {
      mode: 'managed',
      listen: [':80'],
      table: undefined,
      tableUnknown: false,
      running: { known: false, reason: 'not asked' },
      process: { known: true, value: { state: 'absent' } },
    },
    busy: new Set(),
    waits: new Map(),
    ...change,
  };
}

/** Units of a driver as the snapshot shows them; none where they are unknown. */
function unitsOf(snapshot: NodeSnapshot, driver: 'docker' | 'process'): readonly Unit[] {
  const engine = snapshot.engines[driver];
  return engine?.known ? engine.value : [];
}

function withUnits(snapshot: NodeSnapshot, driver: 'docker' | 'process', change: (units: Unit[]) => Unit[]): NodeSnapshot {
  return { ...snapshot, engines: { ...snapshot.engines, [driver]: { known: true, value: change([...unitsOf(snapshot, driver)]) } } };
}

function withMesh(snapshot: NodeSnapshot, change: Partial<NodeSnapshot['mesh']>): NodeSnapshot {
  const mesh = { ...snapshot.mesh, ...change };
  const running = mesh.processes.known ? mesh.processes.value : new Map<string, ProcessView>();
  const served = new Map<string, ServedView>();
  for (const [service, text] of mesh.files) {
    if (running.get(meshProcessOf(mesh.isolation, service))?.state !== 'running') continue;
    const fingerprintSha256 = mesh.certificates.get(service)?.fingerprint ?? '';
    served.set(service, { configDigest: sha256Hex(text), fingerprintSha256, problems: [] });
  }
  return { ...snapshot, mesh: { ...mesh, served, asked: new Set(served.keys()) } };
}

function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V | undefined): Map<string, V> {
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}

/** The node after one action that succeeded. */
export function applied(snapshot: NodeSnapshot, action: NodeAction): NodeSnapshot {
  if ('driver' in action || action.kind === 'ensure_network' || action.kind === 'remove_network') return afterUnitAction(snapshot, action);
  if (action.key === 'caddy') return { ...snapshot, caddy: { ...snapshot.caddy, ...caddyAfter(action) } };
  return withMesh(snapshot, meshAfter(snapshot.mesh, action));
}

function afterUnitAction(snapshot: NodeSnapshot, action: NodeAction): NodeSnapshot {
  const networks = snapshot.networks.known ? snapshot.networks.value : [];
  switch (action.kind) {
    case 'ensure_network':
      return { ...snapshot, networks: { known: true, value: [...networks, network(action.service)] } };
    case 'remove_network':
      return { ...snapshot, networks: { known: true, value: networks.filter((one) => one.name !== action.network) } };
    case 'ensure_image':
      return { ...snapshot, images: new Set([...snapshot.images, action.image]) };
    case 'create_unit': {
      const { instance, service, spec } = action;
      return withUnits(snapshot, action.driver, (units) => [
        ...units,
        { id: `u-${service}-${instance}`, labels: spec.labels, state: 'created' },
      ]);
    }
    case 'start_unit': {
      const started = (one: Unit): boolean => one.labels.instance === action.instance && one.labels.service === action.service;
      return withUnits(snapshot, action.driver, (units) => units.map((one) => (started(one) ? { ...one, state: 'running' } : one)));
    }
    case 'pre_stop':
      return { ...snapshot, hooks: withEntry(snapshot.hooks, `${action.service}/${action.instance}`, { unit: action.unit, over: true }) };
    case 'stop_unit':
      return withUnits(snapshot, action.driver, (units) =>
        units.map((one) => (one.id === action.unit ? { ...one, state: 'exited' } : one)),
      );
    case 'remove_unit':
      return withUnits(snapshot, action.driver, (units) => units.filter((one) => one.id !== action.unit));
    default:
      throw new TypeError(`${action.kind} is no action on units`);
  }
}

function meshAfter(mesh: NodeSnapshot['mesh'], action: NodeAction): Partial<NodeSnapshot['mesh']> {
  const processes = (name: string, view: ProcessView | undefined): Partial<NodeSnapshot['mesh']> => ({
    processes: { known: true, value: withEntry(mesh.processes.known ? mesh.processes.value : new Map<string, ProcessView>(), name, view) },
  });
  switch (action.kind) {
    case 'issue_certificate': {
      const former = mesh.certificates.get(action.service)?.fingerprint;
      const fingerprint = `f${Number(former?.slice(1) ?? 0) + 1}`;
      const files = { certFile: `/${fingerprint}/cert.pem`, keyFile: `/${fingerprint}/key.pem` };
      return {
        certificates: withEntry(mesh.certificates, action.service, { fingerprint, state: 'good', notAfter: shortestDay * 2, ...files }),
        ...(former !== undefined && { formerCertificates: withEntry(mesh.formerCertificates, action.service, [former]) }),
      };
    }
    case 'write_mesh_config':
      return { files: withEntry(mesh.files, action.service, action.content) };
    case 'remove_mesh_config':
      return {
        files: withEntry(mesh.files, action.service, undefined),
        certificates: withEntry(mesh.certificates, action.service, undefined),
        formerCertificates: withEntry(mesh.formerCertificates, action.service, undefined),
      };
    case 'prune_certificates':
      return { formerCertificates: withEntry(mesh.formerCertificates, action.service, undefined) };
    case 'start_sidecar':
      return processes(action.process, { state: 'running' });
    case 'stop_sidecar':
      return processes(action.process, undefined);
    case 'reload_sidecar':
      return {};
    default:
      throw new TypeError(`${action.kind} is no action on the sidecar`);
  }
}

function caddyAfter(action: NodeAction): Partial<NodeSnapshot['caddy']> {
  switch (action.kind) {
    case 'start_caddy':
      return { process: { known: true, value: { state: 'running' } }, running: { known: true, value: { admin: {} } } };
    case 'stop_caddy':
      return { process: { known: true, value: { state: 'absent' } }, running: { known: false, reason: 'it does not run' } };
    case 'put_routes':
      return { running: { known: true, value: { apps: { http: { servers: { photoncloud: action.server } } } } } };
    case 'remove_routes':
      return { running: { known: true, value: {} } };
    default:
      throw new TypeError(`${action.kind} is no action on Caddy`);
  }
}

/** The next look: time has passed, memory is kept, those of whom nothing is left are forgotten. */
export function later(snapshot: NodeSnapshot, byMs: number): NodeSnapshot {
  const moved = { ...snapshot, nowMs: snapshot.nowMs + byMs, monotonicMs: snapshot.monotonicMs + byMs };
  const work = workOf(moved);
  const wanted = {
    environment: '',
    appAddr: '',
    assignments: [...moved.assignments],
    broken: [...moved.broken],
    leaving: [...moved.leaving],
  };
  const { leaving } = withoutGone(wanted, work, moved.monotonicMs);
  return { ...moved, leaving, memory: remember(moved, work, new Map(), () => 0.5) };
}

/** A node on which these are wanted and run as they should, probed and served. */
export function running(...assignments: Assignment[]): NodeSnapshot {
  const units = assignments.map((one) => unit(one.instance_id, {}, one.service));
  const services = new Set(assignments.map((one) => one.service));
  const memory = new Map<string, InstanceMemory>();
  for (const one of assignments) {
    memory.set(instanceName(one), { probe: { ...firstProbeState('x', true, 0), probes: 1 } });
  }
  return nodeState({
    assignments,
    engines: { docker: { known: true, value: units }, process: { known: true, value: [] } },
    networks: { known: true, value: [...services].map(network) },
    memory,
  });
}
