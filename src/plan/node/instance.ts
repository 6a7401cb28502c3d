// The next safe step of one instance. Pure.
// Guarantees: nothing is stopped, removed or created unless the store is obeyed; an engine that could not be asked
// leads to no step; a unit is stopped only after its drain; a step of an instance never waits for another instance.
import { resolveRun } from '../../model/defaults.ts';
import type { Assignment } from '../../model/generated.ts';
import type { Driver, Unit, UnitNetwork, UnitSpec } from '../unit.ts';
import type { Blocked } from '../plan.ts';
import { hookStep } from './hook.ts';
import { isOver, listens, outputIsDue, taskEnvironment, taskGate } from './job.ts';
import { livenessDueMs } from './liveness.ts';
import { controlAddress, driverOf, meshWanted, networkOf } from './local.ts';
import { type Outage, outageOf } from './outage.ts';
import { type InstanceMemory, instanceKey, instanceName, type NodeAction, type NodeSnapshot, type Observed } from './snapshot.ts';

/** Connections get at least this long to be moved away, so that callers learn of the drain first. */
const drainAtLeastMs = 3000;
const defaultDrainS = 30;

export interface Work {
  name: string;
  assignment: Assignment;
  /** `assigned` as the store says; `broken`: its record can't be read, the last one counts; `leaving`: its record is gone. */
  origin: 'assigned' | 'broken' | 'leaving';
  /** Undefined as value: there is none. For an instance that we do not run always so. */
  unit: Observed<Unit | undefined>;
  memory: InstanceMemory;
  /** Whether it ends for a while because the store is away. */
  outage: Outage;
}

/** halting, halted: it is to stop, or has, until the store is back. */
export type Phase = 'wanted' | 'draining' | 'stopping' | 'gone' | 'halting' | 'halted' | 'unknown';

function unitOf(snapshot: NodeSnapshot, assignment: Assignment): Observed<Unit | undefined> {
  const driver = driverOf(assignment);
  if (!driver) return { known: true, value: undefined };
  const engine = snapshot.engines[driver];
  // What could never be started is not there; what was started while the driver was on may be.
  if (!engine && snapshot.untouched.has(instanceName(assignment))) return { known: true, value: undefined };
  if (!engine) return { known: false, reason: driverOffText(assignment, driver) };
  if (!engine.known) return engine;
  const { service, instance_id } = assignment;
  return { known: true, value: engine.value.find((unit) => unit.labels.service === service && unit.labels.instance === instance_id) };
}

/** Why nothing is done for an instance whose driver is off, and what to do. */
export function driverOffText({ desired, node_id, service, instance_id }: Assignment, driver: Driver): string {
  const off = `${driver}.enabled is false in the configuration of this node's agent`;
  if (desired === 'running') return off;
  const assignment = `assignments/${node_id}/${service}/${instance_id}`;
  return `${off}, and it may still run here from when it was true; enable it and restart the agent, so that it is removed, or make sure yourself that nothing of it is left and delete ${assignment}`;
}

/** What an unknown unit of ours is taken for: all we know of it is on its labels. */
function orphanAssignment(unit: Unit, driver: Driver, nodeId: string): Assignment {
  return {
    instance_id: unit.labels.instance,
    service: unit.labels.service,
    node_id: nodeId,
    managed: true,
    desired: 'stopped',
    run: { driver },
    health: { type: 'none' },
    mesh: { mode: 'none' },
  };
}

/** Everything on this node that is wanted or still there, in a stable order. */
export function workOf(snapshot: NodeSnapshot): Work[] {
  const work = new Map<string, Work>();
  const add = (assignment: Assignment, origin: Work['origin'], name = instanceName(assignment)): void => {
    if (work.has(name)) return;
    const outage = outageOf(snapshot, assignment);
    work.set(name, { name, assignment, origin, unit: unitOf(snapshot, assignment), memory: snapshot.memory.get(name) ?? {}, outage });
  };
  for (const assignment of snapshot.assignments) add(assignment, 'assigned');
  for (const assignment of snapshot.leaving) add(assignment, snapshot.broken.has(instanceName(assignment)) ? 'broken' : 'leaving');
  for (const driver of ['docker', 'process'] as const) {
    const engine = snapshot.engines[driver];
    for (const unit of engine?.known ? engine.value : []) {
      const name = `${unit.labels.service}/${unit.labels.instance}`;
      if (snapshot.broken.has(name)) continue;
      const owner = work.get(name);
      // One that another driver is to run, or none of ours, is in the way like one that nobody wants.
      const stray = owner !== undefined && driverOf(owner.assignment) !== driver;
      add(orphanAssignment(unit, driver, snapshot.nodeId), 'leaving', stray ? `${name}@${driver}` : name);
    }
  }
  return [...work.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether the controller wants it to go, or nobody wants it any more. */
export function isLeaving(work: Work): boolean {
  return work.origin === 'leaving' || (work.origin === 'assigned' && work.assignment.desired !== 'running');
}

/** Whether its connections are to end: for good, or until the store is back. */
export function isEnding(work: Work): boolean {
  return isLeaving(work) || work.outage === 'stop';
}

function serves(work: Work): boolean {
  if (driverOf(work.assignment) === undefined) return true;
  return !work.unit.known || work.unit.value?.state === 'running';
}

/** A record that vanished is believed after a while only: where the whole store was emptied, the news of that may come later. */
function drainMs({ assignment, origin }: Work): number {
  return Math.max(1000 * (assignment.drain_s ?? defaultDrainS), origin === 'leaving' ? drainAtLeastMs : 0);
}

function drained(work: Work, monotonicMs: number): boolean {
  const since = work.memory.drainingSinceMs;
  if (!serves(work) && work.origin === 'assigned') return true;
  if (since === undefined) return false;
  const elapsedMs = monotonicMs - since;
  if (!serves(work)) return elapsedMs >= drainAtLeastMs;
  if (elapsedMs >= drainMs(work)) return true;
  return elapsedMs >= drainAtLeastMs && work.memory.inbound === 0;
}

/** Where an instance is on its way. `gone` only where it is known that nothing of it is left. */
export function phaseOf(work: Work, monotonicMs: number): Phase {
  if (!isLeaving(work)) return work.outage === 'none' ? 'wanted' : phaseInOutage(work, monotonicMs);
  if (!work.unit.known) return 'unknown';
  const { value: unit } = work.unit;
  // Of what we run ourselves nothing is left without a unit; of what others run we go when its connections have.
  if (!unit && driverOf(work.assignment)) return 'gone';
  if (!drained(work, monotonicMs)) return 'draining';
  return unit ? 'stopping' : 'gone';
}

function phaseInOutage(work: Work, monotonicMs: number): Phase {
  if (!work.unit.known) return 'unknown';
  if (work.unit.value?.state !== 'running') return 'halted';
  if (work.outage === 'stay') return 'wanted';
  return drained(work, monotonicMs) ? 'halting' : 'draining';
}

/** Milliseconds until time alone moves this instance on, or undefined. */
export function dueInMs(work: Work, monotonicMs: number): number | undefined {
  if (!isEnding(work)) {
    const exited = work.unit.known && work.unit.value?.state === 'exited';
    const leftMs = (exited ? (work.memory.crash?.retryAt ?? 0) : (livenessDueMs(work) ?? 0)) - monotonicMs;
    // What is overdue is in the plan already, or waits for something other than time.
    return leftMs > 0 ? leftMs : undefined;
  }
  const since = work.memory.drainingSinceMs;
  if (since === undefined || phaseOf(work, monotonicMs) !== 'draining') return undefined;
  const endMs = since + drainMs(work) - monotonicMs;
  const firstMs = since + drainAtLeastMs - monotonicMs;
  // The sidecar is asked again and again until its connections have ended.
  return Math.max(0, Math.min(endMs, firstMs > 0 ? firstMs : 500));
}

export interface Steps {
  actions: NodeAction[];
  blocked: Blocked[];
}

/** The next steps of an instance that an engine of ours runs. */
export function planInstance(snapshot: NodeSnapshot, work: Work): Steps {
  const driver = driverOf(work.assignment);
  if (!driver) return { actions: [], blocked: [] };
  const key = instanceKey(work.name);
  const blocked = (reason: string, message: string, retryInMs?: number): Steps => ({
    actions: [],
    blocked: [{ key, reason, message, ...(retryInMs === undefined ? {} : { retryAt: snapshot.nowMs + retryInMs }) }],
  });
  if (!snapshot.engines[driver] && !isLeaving(work)) return blocked('driver_off', driverOffText(work.assignment, driver));
  if (!work.unit.known) return blocked(snapshot.engines[driver] ? 'engine_unreachable' : 'driver_off', work.unit.reason);
  const at: Position = { snapshot, work, driver, unit: work.unit.value, blocked };
  switch (phaseOf(work, snapshot.monotonicMs)) {
    case 'wanted':
      return stepsTowardsRunning(at);
    case 'stopping':
      if (snapshot.obedience === 'obeyed') return stepsTowardsGone(at);
      return work.outage === 'stop' ? stepsTowardsStop(at, awayText(work)) : blocked('frozen', frozenMessage(snapshot));
    case 'draining':
      return blocked('draining', 'waits for its connections to end', dueInMs(work, snapshot.monotonicMs));
    case 'halting':
      return stepsTowardsStop(at, awayText(work));
    case 'halted':
      return blocked('store_away', `${awayText(work)}; it is started when that is back`);
    case 'gone':
    case 'unknown':
      return { actions: [], blocked: [] };
  }
}

interface Position {
  snapshot: NodeSnapshot;
  work: Work;
  driver: Driver;
  unit: Unit | undefined;
  blocked: (reason: string, message: string, retryInMs?: number) => Steps;
}

function awayText({ assignment }: Work): string {
  return `the store is away for more than ${assignment.stop_after_s} s`;
}

function frozenMessage(snapshot: NodeSnapshot): string {
  return `the store is not followed: ${snapshot.obedienceReason ?? 'it was not read yet'}; nothing is made, stopped or removed until it is`;
}

function about(at: Position): { key: string; service: string; instance: string; driver: Driver } {
  const { service, instance_id } = at.work.assignment;
  return { key: instanceKey(at.work.name), service, instance: instance_id, driver: at.driver };
}

function stepsTowardsRunning(at: Position): Steps {
  const { snapshot, work, unit, blocked } = at;
  if (snapshot.obedience === 'waiting') return blocked('waiting', 'nothing is started before the store was read once');
  if (isOver(snapshot, work)) return { actions: [], blocked: [] };
  if (!unit) return snapshot.obedience === 'obeyed' ? stepsTowardsUnit(at) : blocked('frozen', frozenMessage(snapshot));
  const { revision } = work.assignment;
  if (
    snapshot.obedience === 'obeyed' &&
    work.origin === 'assigned' &&
    revision &&
    unit.labels.revision &&
    unit.labels.revision !== revision
  ) {
    return stepsTowardsGone(at, `it is of revision ${unit.labels.revision}, wanted is ${revision}`);
  }
  switch (unit.state) {
    case 'running': {
      const { restarting } = work.memory;
      return restarting ? { actions: [stopUnit(at, unit, restarting.reason)], blocked: [] } : { actions: [], blocked: [] };
    }
    case 'created': {
      const gate = startGate(at);
      if (gate) return blocked(gate.reason, gate.message);
      return {
        actions: [{ ...about(at), kind: 'start_unit', unit: unit.id, restart: false, reason: 'created and not started' }],
        blocked: [],
      };
    }
    case 'exited': {
      const crash = work.memory.crash;
      const remainingMs = crash ? crash.retryAt - snapshot.monotonicMs : 0;
      if (crash && remainingMs > 0) return blocked('crashed', `${crash.reason}; failures in a row: ${crash.failures}`, remainingMs);
      const reason = work.memory.halted === undefined ? (crash?.reason ?? 'it runs no more') : 'the store is back and wants it';
      return { actions: [{ ...about(at), kind: 'start_unit', unit: unit.id, restart: true, reason }], blocked: [] };
    }
  }
}

/** Nothing is started for the first time without an identity: who calls through its sidecar must be somebody. */
function startGate(at: Position): { reason: string; message: string } | undefined {
  const { snapshot, work } = at;
  if (!meshWanted(snapshot, work.assignment)) return taskGate(snapshot, work.assignment);
  const { service } = work.assignment;
  const certificate = snapshot.mesh.certificates.get(service);
  if (certificate && certificate.state !== 'expired') return taskGate(snapshot, work.assignment);
  return { reason: 'certificate_pending', message: `waits for the certificate of ${service}` };
}

function stepsTowardsUnit(at: Position): Steps {
  const { snapshot, work, blocked, driver } = at;
  const { assignment } = work;
  const run = resolveRun(assignment.run ?? {});
  const network = driver === 'docker' ? networkOf(snapshot, assignment.service) : undefined;
  const actions: NodeAction[] = [];
  const image = assignment.image_digest ?? run.image;
  if (driver === 'docker') {
    if (!image) return blocked('invalid_record', 'the assignment names no image');
    if (!snapshot.images.has(image)) actions.push({ ...about(at), kind: 'ensure_image', image, reason: `runs ${image}` });
    if (!network) {
      const waits = blocked('network_pending', `waits for the network of ${assignment.service}`);
      return { ...waits, actions };
    }
  }
  actions.push({ ...about(at), kind: 'create_unit', spec: unitSpecOf(snapshot, assignment, network), reason: 'assigned and not there' });
  const gate = startGate(at);
  // A task is started by the next plan: while an image was fetched the store may have been lost, and it run elsewhere.
  if (!gate && !assignment.job) actions.push({ ...about(at), kind: 'start_unit', restart: false, reason: 'assigned and not there' });
  return { actions, blocked: gate ? [{ key: instanceKey(work.name), ...gate }] : [] };
}

function stepsTowardsGone(at: Position, why?: string): Steps {
  const { work, unit } = at;
  if (!unit) return { actions: [], blocked: [] };
  const reason = why ?? (work.origin === 'leaving' ? 'nobody wants it any more' : `it is to be ${work.assignment.desired}`);
  const remove: NodeAction = { ...about(at), kind: 'remove_unit', unit: unit.id, reason };
  if (outputIsDue(at.snapshot, work)) return at.blocked('output_pending', 'what it wrote is kept before it is removed');
  if (unit.state !== 'running') return { actions: [remove], blocked: [] };
  const steps = stepsTowardsStop(at, reason);
  // How it ended and what it wrote last is looked at in between.
  if (work.assignment.job && work.origin === 'assigned') return steps;
  return steps.actions.some(({ kind }) => kind === 'stop_unit') ? { ...steps, actions: [...steps.actions, remove] } : steps;
}

/** Its app is told first, where it wants to be. */
function stepsTowardsStop(at: Position, reason: string): Steps {
  const { snapshot, work, unit, blocked } = at;
  if (unit?.state !== 'running') return { actions: [], blocked: [] };
  const hook = hookStep(snapshot, work, unit);
  if (hook.do === 'wait') return blocked('pre_stop', `waits for POST ${work.assignment.pre_stop?.path} to be answered`);
  if (hook.do === 'nothing') return { actions: [stopUnit(at, unit, reason)], blocked: [] };
  return { actions: [{ ...about(at), kind: 'pre_stop', unit: hook.unit, target: hook.target, reason }], blocked: [] };
}

function stopUnit(at: Position, unit: Unit, reason: string): NodeAction {
  const run = resolveRun(at.work.assignment.run ?? {});
  return { ...about(at), kind: 'stop_unit', unit: unit.id, signal: run.stop_signal, timeoutS: run.stop_timeout_s, reason };
}

function environmentOf(snapshot: NodeSnapshot, assignment: Assignment): Record<string, string> {
  const { app, run } = assignment;
  const port = driverOf(assignment) === 'docker' ? app?.container_port : app?.port;
  const control = meshWanted(snapshot, assignment) ? controlAddress(snapshot, assignment.service) : undefined;
  return {
    // Where a process listens keeps others of its machine, and of its network, out; its own `HOST` goes before ours.
    ...(app && driverOf(assignment) === 'process' && listens(assignment) ? { HOST: app.addr } : {}),
    ...run?.env,
    ...(port === undefined || !listens(assignment) ? {} : { PORT: String(port) }),
    ...taskEnvironment(assignment),
    PHOTONCLOUD_SERVICE: assignment.service,
    PHOTONCLOUD_INSTANCE: assignment.instance_id,
    PHOTONCLOUD_NODE: snapshot.nodeId,
    ...(control === undefined ? {} : { PHOTONCLOUD_MESH: `http://${control}` }),
  };
}

function unitSpecOf(snapshot: NodeSnapshot, assignment: Assignment, network: UnitNetwork | undefined): UnitSpec {
  const run = resolveRun(assignment.run ?? {});
  const { app, resources, service, instance_id } = assignment;
  const image = assignment.image_digest ?? run.image;
  return {
    labels: { cluster: snapshot.clusterId, node: snapshot.nodeId, service, instance: instance_id, revision: assignment.revision ?? '' },
    ...(image !== undefined && run.driver === 'docker' && { image }),
    ...(run.command && { command: run.command }),
    args: run.args,
    env: environmentOf(snapshot, assignment),
    ...(run.env_file !== undefined && { envFile: run.env_file }),
    secretFiles: run.secret_files,
    ...(run.user !== undefined && { user: run.user }),
    volumes: run.volumes.map(({ source, target, read_only }) => ({ source, target, readOnly: read_only })),
    ...(app && listens(assignment) && { publish: { addr: app.addr, port: app.port, containerPort: app.container_port } }),
    ...(network && { network: network.name }),
    ...(resources?.cpu_millicores !== undefined && { cpuMillicores: resources.cpu_millicores }),
    ...(resources?.memory_bytes !== undefined && { memoryBytes: resources.memory_bytes }),
    stopSignal: run.stop_signal,
    ...(assignment.job && { once: true }),
    sandbox: {
      capAdd: run.sandbox.cap_add,
      noNewPrivileges: run.sandbox.no_new_privileges,
      pidsLimit: run.sandbox.pids_limit,
      readOnlyRoot: run.sandbox.read_only_root,
    },
  };
}
