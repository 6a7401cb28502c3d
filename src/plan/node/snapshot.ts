// What the node planner sees: what is wanted of this node, what was observed on it, what the agent remembers.
// Plain data. Durations are measured on the agent's monotonic clock (`monotonicMs`); `nowMs` is for timestamps only.
import type { Assignment, IngressTable } from '../../model/generated.ts';
import type { Driver, Unit, UnitNetwork, UnitSpec } from '../unit.ts';
import type { Backoff } from '../backoff.ts';
import type { Action, Plan } from '../plan.ts';
import type { ProbeState } from './health.ts';
import type { HookCall, HookTarget } from './hook.ts';
import type { TaskEnd } from './job.ts';
import type { Restart } from './liveness.ts';

/** Present, absent or unknown: what could not be asked is not absent. */
export type Observed<T> = { known: true; value: T } | { known: false; reason: string };

/**
 * How far the store is followed. `obeyed`: a live, complete mirror of our own cluster. `frozen`: the store is away or not
 * to be obeyed, the assignments are the last that were; nothing is stopped, removed or made. `waiting`: nothing is known yet.
 */
export type Obedience = 'obeyed' | 'frozen' | 'waiting';

export interface InstanceMemory {
  /** Since when it is known that this instance is to go, monotonic ms. */
  drainingSinceMs?: number;
  /** Crashes, counted once each. */
  crash?: Backoff & { unit: string; reason: string };
  probe?: ProbeState;
  /** It is ended to be started again. */
  restarting?: Restart;
  /** Run of its unit that was ended because the store was away. */
  halted?: string;
  /** How a task of a job ended. */
  taskEnd?: TaskEnd;
  /** Open inbound connections as the sidecar told last; absent where it could not be asked. */
  inbound?: number;
}

export interface CertificateView {
  fingerprint: string;
  state: 'good' | 'renew' | 'expired';
  notAfter: number;
  certFile: string;
  keyFile: string;
}

/** A service as the sidecar serves it now. */
export interface ServedView {
  configDigest: string;
  fingerprintSha256: string;
  problems: string[];
}

export interface ProcessView {
  state: 'running' | 'exited' | 'absent';
  /** Not to be started before, monotonic ms. */
  retryAtMs?: number;
  /** How often in a row it ended shortly after it had been started. */
  failures?: number;
}

export interface MeshSnapshot {
  enabled: boolean;
  isolation: 'node' | 'service';
  /** Text of the configuration on disk by service. */
  files: ReadonlyMap<string, string>;
  /** Certificate in use by service; missing: none that is valid. */
  certificates: ReadonlyMap<string, CertificateView>;
  /** Directories of former certificates by service. */
  formerCertificates: ReadonlyMap<string, readonly string[]>;
  bundleFile: string;
  /** By process name; see `meshProcessOf`. */
  processes: Observed<ReadonlyMap<string, ProcessView>>;
  /** By service; a service whose sidecar can't be asked is missing from `asked`. */
  served: ReadonlyMap<string, ServedView>;
  asked: ReadonlySet<string>;
  /** Since when a sidecar that runs does not serve all that is on disk, monotonic ms. */
  pendingSinceMs?: number;
  /** The `[cluster]` table of each configuration, beside the ids. */
  store: {
    chainfire_endpoint: string[];
    ca_file?: string;
    cert_file?: string;
    key_file?: string;
    username?: string;
    password_file?: string;
  };
}

export interface CaddySnapshot {
  mode: 'managed' | 'external' | 'off';
  /** Where Caddy listens unless the table says. */
  listen: readonly string[];
  /** What the last known table wants; undefined: this node has none. */
  table: IngressTable | undefined;
  /** There is a table that never could be read. */
  tableUnknown: boolean;
  /** The whole running configuration, undefined as value: Caddy has none. */
  running: Observed<unknown>;
  process: Observed<ProcessView>;
  /** Since when the admin API of a Caddy that is wanted does not answer, monotonic ms. */
  pendingSinceMs?: number;
}

export interface KeyWait {
  remainingMs: number;
  code: string;
  message: string;
  failures: number;
}

export interface NodeSnapshot {
  nowMs: number;
  monotonicMs: number;
  clusterId: string;
  nodeId: string;
  environment: string;
  /** Where this node's apps and local ports are. */
  appAddr: string;
  obedience: Obedience;
  /** Why the store is not obeyed, in words. */
  obedienceReason: string | undefined;
  /** For how long no obeyed store was reached, and for how much of that this run of the agent has tried; 0 while one is obeyed. */
  away: { forMs: number; triedForMs: number };
  assignments: readonly Assignment[];
  /** Instances (`service/instance`) whose record is broken: they stay as they are. */
  broken: ReadonlySet<string>;
  /** Last known assignments of instances whose record is gone while something of them is left. */
  leaving: readonly Assignment[];
  /** Instances (`service/instance`) whose driver has been off ever since they were seen first: nothing of them can run. */
  untouched: ReadonlySet<string>;
  engines: Readonly<Record<Driver, Observed<readonly Unit[]> | undefined>>;
  networks: Observed<readonly UnitNetwork[]>;
  /** Images that this agent has made sure of. */
  images: ReadonlySet<string>;
  memory: ReadonlyMap<string, InstanceMemory>;
  /** Tasks of jobs (`service/instance`) whose unit was seen once. */
  begun: ReadonlySet<string>;
  /** Tasks whose last output is in the store, or could not be put there for too long. */
  outputs: ReadonlySet<string>;
  /** Calls of `pre_stop` by instance. */
  hooks: ReadonlyMap<string, HookCall>;
  mesh: MeshSnapshot;
  caddy: CaddySnapshot;
  /** Action keys being worked on while this was observed. */
  busy: ReadonlySet<string>;
  /** Action keys in backoff. */
  waits: ReadonlyMap<string, KeyWait>;
}

interface Act<Kind extends string> extends Action<Kind> {
  service: string;
}

interface InstanceAct<Kind extends string> extends Act<Kind> {
  instance: string;
  driver: Driver;
}

export type NodeAction =
  | Act<'ensure_network'>
  | (Act<'remove_network'> & { network: string })
  | (InstanceAct<'ensure_image'> & { image: string })
  | (InstanceAct<'create_unit'> & { spec: UnitSpec })
  /** Without `unit`: the one that `create_unit` made just before. */
  | (InstanceAct<'start_unit'> & { unit?: string; restart: boolean })
  /** Begins the call; that it is over the next snapshots say. */
  | (InstanceAct<'pre_stop'> & { unit: string; target: HookTarget })
  | (InstanceAct<'stop_unit'> & { unit: string; signal: string; timeoutS: number })
  | (InstanceAct<'remove_unit'> & { unit: string })
  | Act<'issue_certificate'>
  | (Act<'write_mesh_config'> & { content: string })
  | Act<'remove_mesh_config'>
  | Act<'reload_sidecar'>
  | (Act<'prune_certificates'> & { directories: string[] })
  | (Action<'start_sidecar'> & { process: string; service?: string })
  | (Action<'stop_sidecar'> & { process: string })
  | Action<'start_caddy'>
  | Action<'stop_caddy'>
  | (Action<'put_routes'> & { server: CaddyServer; revision: number })
  | Action<'remove_routes'>;

export type NodeActionKind = NodeAction['kind'];
export type NodePlan = Plan<NodeAction>;

/** The part of Caddy's configuration that is ours, as Caddy spells it. */
export interface CaddyServer {
  listen: string[];
  automatic_https?: { disable: boolean };
  routes: object[];
}

/** Name of an instance on its node: instance ids are unique within a service only. */
export function instanceName(of: { service: string; instance_id: string }): string {
  return `${of.service}/${of.instance_id}`;
}

/** Key under which all work on an instance is done, one thing at a time. */
export function instanceKey(name: string): string {
  return `instance/${name}`;
}

/** Key under which a service's sidecar files are handled. */
export function meshKey(service: string): string {
  return `mesh/${service}`;
}

/** Name of the sidecar process that serves a service. */
export function meshProcessOf(isolation: 'node' | 'service', service: string): string {
  return isolation === 'node' ? 'mesh-agent' : `mesh-agent-${service}`;
}
