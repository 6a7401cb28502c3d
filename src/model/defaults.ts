// Records with every default filled in: the one place that spells a default value besides the schemas
// (a test compares the two). Field names stay those of the records, so that a resolved part can be written into one.
import { PhotonError } from './errors.ts';
import type * as t from './generated.ts';

export interface Timings {
  lease_s: number;
  node_grace_s: number;
  heartbeat_s: number;
  events_ttl_s: number;
}

/** Timings of the cluster; all defaults where its meta is not known yet. */
export function timingsOf(meta: t.ClusterMeta | undefined): Timings {
  const timings = meta?.timings ?? {};
  return {
    lease_s: timings.lease_s ?? 15,
    node_grace_s: timings.node_grace_s ?? 30,
    heartbeat_s: timings.heartbeat_s ?? 30,
    events_ttl_s: timings.events_ttl_s ?? 10_800,
  };
}

/** `restart_after_s` has no default: without it an unhealthy instance is left running. */
export type ResolvedHealth = Required<Omit<t.Health, 'restart_after_s'>> & Pick<t.Health, 'restart_after_s'>;

/** How the service is probed. The path of a grpc probe is the service name asked for, '' for the server as a whole. */
export function healthOf(service: Pick<t.Service, 'health' | 'protocol'>): ResolvedHealth {
  const health = service.health ?? {};
  const type = health.type ?? service.protocol;
  return {
    type,
    path: health.path ?? (type === 'http' ? '/' : ''),
    interval_s: health.interval_s ?? 5,
    timeout_s: health.timeout_s ?? 2,
    healthy_after: health.healthy_after ?? 1,
    unhealthy_after: health.unhealthy_after ?? 3,
    start_period_s: health.start_period_s ?? 30,
    ...(health.restart_after_s !== undefined && { restart_after_s: health.restart_after_s }),
  };
}

export type ResolvedUpdate = Required<NonNullable<t.Service['update']>>;

/**
 * How a new revision replaces the old one. Without an order of the operator's: stop-first where old and new can't
 * run side by side (a fixed host port, a writable local volume) or where no surge is allowed, else start-first.
 */
export function updateOf(service: Pick<t.Service, 'update' | 'run'>): ResolvedUpdate {
  const update = service.update ?? {};
  const exclusive = service.run?.host_port !== undefined || (service.run?.volumes ?? []).some((volume) => !volume.read_only);
  const maxSurge = update.max_surge ?? 1;
  const order = update.order ?? (exclusive || maxSurge === 0 ? 'stop-first' : 'start-first');
  return {
    order,
    max_unavailable: update.max_unavailable ?? (order === 'stop-first' ? 1 : 0),
    max_surge: maxSurge,
    min_ready_s: update.min_ready_s ?? 0,
    deadline_s: update.deadline_s ?? 600,
    auto_rollback: update.auto_rollback ?? false,
    paused: update.paused ?? false,
  };
}

type Sandbox = Required<NonNullable<t.Run['sandbox']>>;
type Volume = Required<NonNullable<t.Run['volumes']>[number]>;

/** A run spec with all that has a default filled in; what has none stays absent. */
export interface ResolvedRun extends t.Run {
  driver: 'docker' | 'process';
  args: string[];
  env: Record<string, string>;
  secret_files: NonNullable<t.Run['secret_files']>;
  volumes: Volume[];
  stop_signal: NonNullable<t.Run['stop_signal']>;
  stop_timeout_s: number;
  sandbox: Sandbox;
}

/** The run spec of a service, or undefined where it is unmanaged. */
export function runOf(service: Pick<t.Service, 'run'>): ResolvedRun | undefined {
  return service.run && resolveRun(service.run);
}

/** A run spec with its defaults filled in. Fields that this version does not know are left out. */
export function resolveRun(run: t.Run): ResolvedRun {
  const sandbox = run.sandbox ?? {};
  return {
    driver: run.driver ?? 'docker',
    ...(run.image !== undefined && { image: run.image }),
    ...(run.command !== undefined && { command: run.command }),
    args: run.args ?? [],
    env: run.env ?? {},
    ...(run.env_file !== undefined && { env_file: run.env_file }),
    secret_files: (run.secret_files ?? []).map(({ source, target }) => ({ source, target })),
    ...(run.user !== undefined && { user: run.user }),
    volumes: (run.volumes ?? []).map(({ source, target, read_only }) => ({ source, target, read_only: read_only ?? false })),
    ...(run.host_port !== undefined && { host_port: run.host_port }),
    stop_signal: run.stop_signal ?? 'SIGTERM',
    stop_timeout_s: run.stop_timeout_s ?? 10,
    sandbox: {
      cap_add: sandbox.cap_add ?? [],
      no_new_privileges: sandbox.no_new_privileges ?? true,
      pids_limit: sandbox.pids_limit ?? 512,
      read_only_root: sandbox.read_only_root ?? false,
    },
  };
}

/** The app's own port for its protocol: in a container the container's. A valid service has it. */
export function appPortOf(service: Pick<t.Service, 'name' | 'ports' | 'protocol'>): number {
  const port = service.ports[service.protocol];
  if (port === undefined) {
    throw new PhotonError('invalid_record', `service ${service.name} has no port for its protocol ${service.protocol}`, {
      where: `$.ports.${service.protocol}`,
    });
  }
  return port;
}

/** Ports that may be allocated on a node, both ends included; outside the kernel's ephemeral range by default. */
export function portRangeOf(node: Pick<t.Node, 'port_range'>): { from: number; to: number } {
  return { from: node.port_range?.from ?? 20_000, to: node.port_range?.to ?? 29_999 };
}

/** Where apps listen on a node. */
export function appAddrOf(node: Pick<t.Node, 'app_addr'>): string {
  return node.app_addr ?? '127.0.0.1';
}

/** What the operator wants of a node. */
export function intentOf(node: Pick<t.Node, 'intent'>): NonNullable<t.Node['intent']> {
  return node.intent ?? 'active';
}

/** What the controller thinks of a node. */
export function nodeStateOf(node: Pick<t.Node, 'state'>): NonNullable<t.Node['state']> {
  return node.state ?? 'pending';
}

/** How many instances a managed service has. */
export function replicasOf(service: Pick<t.Service, 'replicas'>): number {
  return service.replicas ?? 1;
}

/** Seconds that a draining instance may keep its connections. */
export function drainOf(service: Pick<t.Service, 'drain_s'>): number {
  return service.drain_s ?? 30;
}

/** Whether a sidecar stands beside each instance. */
export function meshModeOf(service: Pick<t.Service, 'mesh_mode'>): 'agent' | 'none' {
  return service.mesh_mode ?? 'agent';
}

/** What the controller wants of an instance. */
export function desiredOf(instance: Pick<t.ServiceInstance, 'desired'>): NonNullable<t.ServiceInstance['desired']> {
  return instance.desired ?? 'running';
}

/** Whether a service runs on, or to completion. */
export function serviceKindOf(service: Pick<t.Service, 'kind'>): 'service' | 'job' {
  return service.kind ?? 'service';
}

export interface ResolvedJob {
  parallelism: number;
  retries: number;
  /** Absent: a run may take as long as it likes. */
  deadline_s?: number;
  keep: number;
}

/** How a run of a job goes. */
export function jobOf(service: Pick<t.Service, 'job'>): ResolvedJob {
  const job = service.job ?? {};
  return {
    parallelism: job.parallelism ?? 1,
    retries: job.retries ?? 0,
    ...(job.deadline_s !== undefined && { deadline_s: job.deadline_s }),
    keep: job.keep ?? 10,
  };
}

export type ResolvedSchedule = Required<NonNullable<t.Service['schedule']>>;

/** When runs of a job begin by themselves, or undefined where none do. */
export function scheduleOf(service: Pick<t.Service, 'schedule'>): ResolvedSchedule | undefined {
  const { schedule } = service;
  return (
    schedule && {
      cron: schedule.cron,
      time_zone: schedule.time_zone ?? 'UTC',
      concurrency: schedule.concurrency ?? 'forbid',
      paused: schedule.paused ?? false,
      start_within_s: schedule.start_within_s ?? 300,
    }
  );
}
