// What an agent is told about one instance: resolved once when the instance is made, and kept up to date in place
// where the service changes without becoming another revision.
// Guarantees: run, resources, app and revision of an assignment never change; health, drain, sidecar and the recorded
// image digest do. Ports that are shared by a service's instances on a node are allocated once and stay.
import { appAddrOf, appPortOf, drainOf, healthOf, meshModeOf, resolveRun } from '../../model/defaults.ts';
import type { Assignment, Service, ServiceInstance, ServiceRevision } from '../../model/generated.ts';
import { sameJson } from '../equal.ts';
import { type NodeUse, sharedPorts } from './fleet.ts';

export type RevisionSpec = ServiceRevision['spec'];

/** What a new instance of a service is made from. */
export interface InstanceSpec {
  service: Service;
  revision: string;
  spec: RevisionSpec;
  imageDigest: string | undefined;
}

/** The part of a service that its revision is a digest of; undefined where it is unmanaged. */
export function specOf(service: Service): RevisionSpec | undefined {
  if (!service.run) return undefined;
  const { run, ports, protocol, resources, restart } = service;
  return { run, ports, protocol, ...(resources && { resources }), ...(restart && { restart }) };
}

/** Ports that an instance has for itself: the app's, and the sidecar's where there is one. */
export interface OwnPorts {
  app: number;
  mesh: number | undefined;
}

/** Takes the ports of a new instance. The caller has checked that they fit; undefined where they do not after all. */
export function takePorts(use: NodeUse, service: Service, hostPort: number | undefined): OwnPorts | undefined {
  const appAddr = appAddressOf(use, meshModeOf(service));
  const app = hostPort ?? use.ports.allocate(appAddr, use.range);
  if (hostPort !== undefined) use.ports.take(appAddr, hostPort);
  if (meshModeOf(service) === 'none') return app === undefined ? undefined : { app, mesh: undefined };
  const mesh = use.ports.allocate(use.node.ip, use.range);
  return app === undefined || mesh === undefined ? undefined : { app, mesh };
}

/** Where an app listens: on the node's app_addr, or on its ip where no sidecar stands before it. */
export function appAddressOf(use: Pick<NodeUse, 'node'>, meshMode: 'agent' | 'none'): string {
  return meshMode === 'none' ? use.node.ip : appAddrOf(use.node);
}

/** A new managed assignment for an instance that has its node, ports, slot and revision. */
export function managedAssignment(use: NodeUse, from: InstanceSpec, instance: ServiceInstance): Assignment {
  const { service, spec } = from;
  const run = resolveRun(spec.run);
  const containerPort =
    run.driver === 'process' || (instance.job && spec.ports[spec.protocol] === undefined)
      ? instance.port
      : appPortOf({ name: service.name, ports: spec.ports, protocol: spec.protocol });
  return {
    instance_id: instance.instance_id,
    service: service.name,
    node_id: instance.node_id,
    ...(instance.slot !== undefined && { slot: instance.slot }),
    revision: from.revision,
    managed: true,
    desired: 'running',
    drain_s: drainOf(service),
    run,
    ...(from.imageDigest !== undefined && { image_digest: from.imageDigest }),
    ...(spec.resources && { resources: spec.resources }),
    health: healthOf({ protocol: spec.protocol, ...(service.health && { health: service.health }) }),
    protocol: spec.protocol,
    app: { addr: appAddressOf(use, meshModeOf(service)), port: instance.port, container_port: containerPort },
    mesh: meshOf(use, service, instance.mesh_port),
    ...endingOf(service),
  };
}

/** How an instance ends, on the agent's own account too: part of the service, not of its revision. */
export function endingOf({ pre_stop, disconnect }: Service): Pick<Assignment, 'pre_stop' | 'stop_after_s'> {
  return { ...(pre_stop && { pre_stop }), ...(disconnect?.stop_after_s !== undefined && { stop_after_s: disconnect.stop_after_s }) };
}

/** An assignment for an app that somebody else starts: a sidecar and a probe. */
export function unmanagedAssignment(use: NodeUse, service: Service, instance: ServiceInstance): Assignment {
  return {
    instance_id: instance.instance_id,
    service: service.name,
    node_id: instance.node_id,
    managed: false,
    desired: 'running',
    drain_s: drainOf(service),
    health: healthOf(service),
    protocol: service.protocol,
    app: { addr: appAddressOf(use, meshModeOf(service)), port: instance.port, container_port: instance.port },
    mesh: meshOf(use, service, instance.mesh_port),
  };
}

/** The record of an instance with the local ports of its assignment noted; the same object where that changes nothing. */
export function withLocalPorts(instance: ServiceInstance, { mesh }: Pick<Assignment, 'mesh'>): ServiceInstance {
  const { control, upstreams = [] } = mesh;
  const { local_ports: before, ...rest } = instance;
  if (control === undefined && upstreams.length === 0) return before === undefined ? instance : rest;
  const ports = { ...(control !== undefined && { control }), ...(upstreams.length > 0 && { upstreams }) };
  return sameJson(before, ports) ? instance : { ...rest, local_ports: ports };
}

/** The sidecar of a service's instance; allocates the control port and upstream binds that the node does not have yet. */
export function meshOf(
  use: NodeUse,
  service: Pick<Service, 'name' | 'mesh_mode' | 'upstreams'>,
  meshPort: number | undefined,
): Assignment['mesh'] {
  if (meshModeOf(service) === 'none') return { mode: 'none' };
  const appAddr = appAddrOf(use.node);
  const shared = sharedPorts(use, service.name);
  if (shared.control === undefined || use.ports.isAvoided(shared.control))
    shared.control = use.ports.allocate(appAddr, use.range) ?? shared.control;
  const upstreams: NonNullable<Assignment['mesh']['upstreams']> = [];
  for (const { service: called, bind: fixed } of service.upstreams ?? []) {
    const bind = upstreamBind(use, shared.upstreams, called, fixed);
    if (bind !== undefined) upstreams.push({ service: called, bind });
  }
  return {
    mode: 'agent',
    ...(meshPort !== undefined && { bind: { addr: use.node.ip, port: meshPort } }),
    ...(shared.control !== undefined && { control: shared.control }),
    upstreams,
  };
}

/** The local port for a called service: the one it has, else the fixed one, else a new one; undefined where none can be had. */
function upstreamBind(use: NodeUse, binds: Map<string, number>, called: string, fixed: number | undefined): number | undefined {
  const has = binds.get(called);
  if (has !== undefined && (fixed === undefined ? !use.ports.isAvoided(has) : fixed === has)) return has;
  const appAddr = appAddrOf(use.node);
  let bind = fixed;
  if (fixed === undefined) bind = use.ports.allocate(appAddr, use.range);
  else if (use.ports.isFree(appAddr, fixed)) use.ports.take(appAddr, fixed);
  else return has;
  if (bind === undefined) return has;
  binds.set(called, bind);
  return bind;
}

/** An assignment as it should be now, its identity and its run spec kept. */
export function refreshed(use: NodeUse, service: Service, assignment: Assignment, imageDigest: string | undefined): Assignment {
  const protocol = assignment.protocol ?? service.protocol;
  const { pre_stop: _hook, stop_after_s: _limit, ...rest } = assignment;
  const next: Assignment = {
    ...rest,
    ...(assignment.managed && endingOf(service)),
    drain_s: drainOf(service),
    health: healthOf({ protocol, ...(service.health && { health: service.health }) }),
    mesh: { ...meshOf(use, service, assignment.mesh.bind?.port) },
  };
  if (next.image_digest === undefined && imageDigest !== undefined) next.image_digest = imageDigest;
  return next;
}
