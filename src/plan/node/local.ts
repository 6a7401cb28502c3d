// Where things of a service are on this node: its engine, its bridge, its sidecar's addresses. Pure.
import type { Assignment } from '../../model/generated.ts';
import type { NodeSnapshot } from './snapshot.ts';
import type { Driver, UnitNetwork } from '../unit.ts';

/** Which engine runs it; undefined: none, somebody else starts it or there is no app. */
export function driverOf(assignment: Assignment): Driver | undefined {
  return assignment.managed && assignment.run ? (assignment.run.driver ?? 'docker') : undefined;
}

/** The bridge of the service, where it has one and it is known. */
export function networkOf(snapshot: NodeSnapshot, service: string): UnitNetwork | undefined {
  return snapshot.networks.known ? snapshot.networks.value.find((network) => network.service === service) : undefined;
}

/** Whether a sidecar stands beside it. */
export function meshWanted(snapshot: NodeSnapshot, assignment: Assignment): boolean {
  return snapshot.mesh.enabled && assignment.mesh.mode === 'agent';
}

/** `address:port`, with brackets where the address has colons. */
export function hostPort(addr: string, port: number): string {
  return addr.includes(':') ? `[${addr}]:${port}` : `${addr}:${port}`;
}

function assignmentsOf(snapshot: NodeSnapshot, service: string): readonly Assignment[] {
  return [...snapshot.assignments, ...snapshot.leaving].filter((assignment) => assignment.service === service);
}

/**
 * The address of a service's local ports: the gateway of its bridge where a container must reach them, else where the
 * node's apps are. Undefined while the bridge is not known.
 */
export function localAddress(snapshot: NodeSnapshot, service: string): string | undefined {
  const assignments = assignmentsOf(snapshot, service);
  const inDocker = (all: readonly Assignment[]): boolean => all.some((one) => one.service === service && driverOf(one) === 'docker');
  const gateway = inDocker(assignments) ? networkOf(snapshot, service)?.gateway : undefined;
  if (gateway !== undefined || inDocker(snapshot.assignments.filter((one) => one.desired === 'running'))) return gateway;
  return assignments.find((assignment) => assignment.app)?.app?.addr ?? snapshot.appAddr;
}

/** `address:port` of the service's outbound proxy, where it has one. */
export function controlAddress(snapshot: NodeSnapshot, service: string): string | undefined {
  const address = localAddress(snapshot, service);
  const port = assignmentsOf(snapshot, service).find((assignment) => assignment.mesh.control !== undefined)?.mesh.control;
  return address === undefined || port === undefined ? undefined : hostPort(address, port);
}
