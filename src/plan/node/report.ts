// What an agent reports: the state of its instances, and the facts and conditions of its node. Pure.
// Guarantees: states only move forward, ready and unhealthy excepted, and never back to starting; what is unknown changes
// nothing; a record that would not change is not written, heartbeats excepted; only the agent's own fields are touched.
import type { Condition, Node, ServiceInstance } from '../../model/generated.ts';
import { parseTimestamp, timestamp } from '../../model/time.ts';
import type { Unit } from '../unit.ts';
import { maySoonPass } from '../backoff.ts';
import { mergeConditions } from '../conditions.ts';
import { sameJson } from '../equal.ts';
import { driverOffText, isLeaving, phaseOf, type Work } from './instance.ts';
import { hookProblem } from './hook.ts';
import { endFacts, type TaskEnd, taskVerdict } from './job.ts';
import { driverOf, meshWanted } from './local.ts';
import { instanceKey, instanceName, meshKey, type NodePlan, type NodeSnapshot } from './snapshot.ts';
import { appliedRevision } from './caddy.ts';

type State = ServiceInstance['state'];
interface Verdict {
  state: State;
  reason?: string;
}

const heartbeatAtLeastMs = 300_000;
/** After this a sidecar that does not serve an app that answers is worth a word. */
const sidecarPatienceMs = 10_000;
const crashesWorthAWord = 3;

/** State and reason of an instance as it is now. */
export function verdictOf(snapshot: NodeSnapshot, plan: NodePlan, work: Work, record: ServiceInstance): Verdict {
  const kept: Verdict = { state: record.state, ...(record.reason !== undefined && { reason: record.reason }) };
  if (record.state === 'gone') return kept;
  const task = isLeaving(work) ? undefined : taskVerdict(snapshot, work, record);
  if (task) return task;
  const waits = whyNotRunning(snapshot, plan, work, record);
  if (isLeaving(work)) {
    // An engine comes back by itself; a driver that is off is waited for until the operator turns it on.
    const driver = driverOf(work.assignment);
    const off = driver !== undefined && snapshot.engines[driver] === undefined;
    const gone = phaseOf(work, snapshot.monotonicMs) === 'gone';
    // An agent that has lost its memory does not know that it was started; its record does.
    if (gone && !(off && record.container_id !== undefined)) return { state: 'gone' };
    const reason = off ? `driver_off: ${driverOffText(work.assignment, driver)}` : hookProblem(snapshot, work.name);
    return { state: 'draining', ...(reason !== undefined && { reason }) };
  }
  if (record.state === 'draining') return kept;
  if (driverOf(work.assignment)) {
    if (!work.unit.known) return record.state === 'starting' ? notReady(record, waits) : kept;
    const unit = work.unit.value;
    if (!unit || unit.state === 'created') return notReady(record, waits);
    const { crash, halted, restarting } = work.memory;
    if (unit.state === 'exited' && halted !== undefined) return { state: 'unhealthy', reason: `stopped: ${storeAwayText(work)}` };
    if (unit.state === 'exited') return { state: 'unhealthy', reason: crash?.reason ?? 'exited' };
    if (restarting) return { state: 'unhealthy', reason: restarting.reason };
  }
  return verdictOfProbe(snapshot, work, record);
}

function storeAwayText({ assignment }: Work): string {
  return `the store was away for more than the ${assignment.stop_after_s} s of disconnect.stop_after_s; it is started again`;
}

/** It is not there yet: starting where it never was, unhealthy where it was. */
function notReady(record: ServiceInstance, reason: string | undefined): Verdict {
  return { state: record.state === 'starting' ? 'starting' : 'unhealthy', ...(reason !== undefined && { reason }) };
}

/** Steps that are seconds away tell nobody anything, and a write of each would be seen by all. */
const passing = new Set(['certificate_pending', 'network_pending']);

/** What failed last counts until it is forgotten, also while it is tried again: a reason must not come and go. */
function whyNotRunning(snapshot: NodeSnapshot, plan: NodePlan, work: Work, record: ServiceInstance): string | undefined {
  const key = instanceKey(work.name);
  const { service } = work.assignment;
  const wait = snapshot.waits.get(key);
  if (wait) return maySoonPass(wait) ? record.reason : `${wait.code}: ${wait.message}`;
  const found = plan.blocked.find((blocked) => blocked.key === key);
  if (!found) return undefined;
  const behind = snapshot.waits.get(meshKey(service)) ?? snapshot.waits.get(`network/${service}`);
  if (behind && passing.has(found.reason)) return `${found.reason}: ${behind.message}`;
  return passing.has(found.reason) ? undefined : `${found.reason}: ${found.message}`;
}

function verdictOfProbe(snapshot: NodeSnapshot, work: Work, record: ServiceInstance): Verdict {
  const { probe } = work.memory;
  const kept: Verdict = { state: record.state, ...(record.reason !== undefined && { reason: record.reason }) };
  if (work.assignment.app && work.assignment.health.type !== 'none') {
    if (!probe) return kept;
    if (!probe.ready) {
      const limit = work.assignment.health.unhealthy_after ?? 3;
      // A former agent found it ready: it stays so until this one has seen enough to say otherwise.
      if (record.state === 'ready' && !work.memory.crash && probe.failures < limit) return kept;
      const counted = probe.failures > 0 || record.state !== 'starting';
      if (!counted) return notReady(record, undefined);
      const enough = record.state !== 'starting' || probe.failures >= limit;
      return { state: enough ? 'unhealthy' : 'starting', reason: `probe_failed: ${probe.reason ?? 'not passed yet'}` };
    }
  }
  if (record.state !== 'ready' && meshWanted(snapshot, work.assignment) && !snapshot.mesh.served.has(work.assignment.service)) {
    const long = work.memory.probe !== undefined && snapshot.monotonicMs - work.memory.probe.sinceMs >= sidecarPatienceMs;
    return notReady(record, long ? 'sidecar_pending: its sidecar does not serve it yet' : undefined);
  }
  return { state: 'ready' };
}

export interface InstanceFacts {
  restarts: number;
  /** How a task ended. */
  taskEnd?: TaskEnd;
  imageDigest?: string;
}

/** The record as it should be now, or undefined where nothing has changed and its heartbeat is young. Fields of others, unknown ones too, stay. */
export function instanceAfter(
  record: ServiceInstance,
  verdict: Verdict,
  unit: Unit | undefined,
  facts: InstanceFacts,
  nowMs: number,
): ServiceInstance | undefined {
  const next: ServiceInstance = { ...record, state: verdict.state };
  if (verdict.reason === undefined) delete next.reason;
  else next.reason = verdict.reason.slice(0, 500);
  if (facts.restarts > 0) next.restarts = facts.restarts;
  if (unit) next.container_id = unit.id;
  if (facts.imageDigest !== undefined) next.image_digest = facts.imageDigest;
  Object.assign(next, endFacts(verdict.state, facts.taskEnd));
  const fields = ['state', 'reason', 'restarts', 'container_id', 'image_digest', 'exit_code', 'ended_at'] as const;
  const changed = fields.some((field) => next[field] !== record[field]);
  if (!changed && (verdict.state === 'gone' || !isOld(record.last_heartbeat, nowMs, heartbeatAtLeastMs))) return undefined;
  next.last_heartbeat = timestamp(nowMs);
  return next;
}

/** Old, or from the future by more than a heartbeat, as after the clock was set back. */
function isOld(text: string | undefined, nowMs: number, limitMs: number): boolean {
  const at = text === undefined ? undefined : parseTimestamp(text);
  return at === undefined || Math.abs(nowMs - at) >= limitMs;
}

export type ConditionView = Omit<Condition, 'since'>;

export interface NodeFacts {
  machineId: string;
  hostname: string;
  cpuMillicores: number;
  memoryBytes: number;
  /** Conditions of the agent's. */
  conditions: ConditionView[];
}

/** Types of condition that are the agent's own; all others on the record are somebody else's. */
export const agentConditions = [
  'engine_unreachable',
  'driver_off',
  'live_restore_off',
  'disk_full',
  'caddy_off',
  'caddy_unreachable',
  'caddy_refused',
  'sidecar_down',
  'certificate_failed',
  'certificate_expired',
  'mesh_off',
  'sidecar_problem',
  'environment_mismatch',
  'invalid_assignment',
  'invalid_ingress',
] as const;
const own = new Set<string>(agentConditions);

/** What is the case on this node and should be known. */
export function conditionsOf(snapshot: NodeSnapshot, plan: NodePlan): ConditionView[] {
  const found: ConditionView[] = [];
  const add = (type: (typeof agentConditions)[number], reason: string, message: string): void => {
    if (!found.some((one) => one.type === type && one.message === message)) found.push({ type, reason, message: message.slice(0, 2000) });
  };
  for (const driver of ['docker', 'process'] as const) {
    const engine = snapshot.engines[driver];
    if (engine && !engine.known) add('engine_unreachable', driver, engine.reason);
    const left = snapshot.leaving.filter((assignment) => !snapshot.untouched.has(instanceName(assignment)));
    if (!engine && [...snapshot.assignments, ...left].some((assignment) => driverOf(assignment) === driver)) {
      const message = `services here want the driver ${driver}, and this agent has ${driver}.enabled = false; enable it, or keep them off this node`;
      add('driver_off', driver, message);
    }
  }
  const here = new Set([...snapshot.assignments, ...snapshot.leaving].map(({ service }) => meshKey(service)));
  for (const [key, wait] of [...snapshot.waits].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (wait.code === 'disk_full') add('disk_full', 'disk_full', wait.message);
    // What was refused for a service that has left meanwhile is nobody's trouble any more.
    if (here.has(key) && (wait.code.startsWith('api_') || wait.code === 'certificate_invalid' || wait.code === 'invalid_config'))
      add('certificate_failed', wait.code, wait.message);
    if (key === 'caddy' && wait.code === 'caddy_refused') add('caddy_refused', 'caddy_refused', wait.message);
    if (key.startsWith('process/')) add('sidecar_down', wait.code, wait.message);
  }
  for (const blocked of plan.blocked) {
    if (blocked.reason === 'caddy_off' || blocked.reason === 'caddy_unreachable') add(blocked.reason, blocked.reason, blocked.message);
  }
  if (snapshot.mesh.processes.known) {
    for (const [name, { failures = 0 }] of snapshot.mesh.processes.value) {
      // One end is a restart; a row of them is worth a word, and the word must not come and go with each.
      if (failures >= crashesWorthAWord)
        add('sidecar_down', 'crashed', `${name} ends again and again; its log is among the agent's process files`);
    }
  }
  for (const [service, certificate] of snapshot.mesh.certificates) {
    if (certificate.state === 'expired')
      add('certificate_expired', 'certificate_expired', `the certificate of ${service} expired ${timestamp(certificate.notAfter)}`);
  }
  for (const [service, served] of snapshot.mesh.served) {
    for (const problem of served.problems.slice(0, 4)) add('sidecar_problem', 'sidecar_problem', `${service}: ${problem}`);
  }
  if (!snapshot.mesh.enabled && snapshot.assignments.some((assignment) => assignment.mesh.mode === 'agent')) {
    add('mesh_off', 'mesh_off', 'services here want a sidecar, and this agent has mesh.enabled = false');
  }
  return found;
}

/**
 * The Node record as it should be now, or undefined where nothing has changed and no heartbeat is due. All conditions to tell are
 * in `facts`.
 */
export function nodeAfter(snapshot: NodeSnapshot, record: Node, facts: NodeFacts, heartbeatDue: boolean): Node | undefined {
  const next: Node = { ...record, machine_id: facts.machineId };
  next.hostname ??= facts.hostname;
  next.drivers = (['docker', 'process'] as const).filter((driver) => snapshot.engines[driver] !== undefined);
  next.capacity ??= { cpu_millicores: facts.cpuMillicores, memory_bytes: facts.memoryBytes };
  const since = timestamp(snapshot.nowMs);
  const mine = facts.conditions.map((condition) => ({ ...condition, since }));
  const conditions = mergeConditions(record.conditions ?? [], mine, (type) => own.has(type));
  if (conditions.length > 0) next.conditions = conditions;
  else delete next.conditions;
  // A Caddy that could not be asked runs what it ran.
  if (snapshot.caddy.running.known || !snapshot.caddy.table) {
    const applied = appliedRevision(snapshot);
    if (applied !== undefined) next.ingress_revision = applied;
    else if (!snapshot.caddy.table) delete next.ingress_revision;
  }
  if (!heartbeatDue && sameJson(next, record)) return undefined;
  next.last_heartbeat = timestamp(snapshot.nowMs);
  return next;
}
