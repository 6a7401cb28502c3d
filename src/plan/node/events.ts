// What happens on a node, as events: from the outcome of each action of its agent, from what one look finds that the one
// before did not, and from what became of the records that the agent reports. A table with a row for every kind of action.
// Guarantees: pure; a failure that may pass within seconds is not told; a subject has at most as many events as there are codes.
import type { Node, ServiceInstance } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import { maySoonPass } from '../backoff.ts';
import { codeOf, conditionEvents, type EventNote, textOf } from '../event.ts';
import type { Work } from './instance.ts';
import { isLeaving } from './instance.ts';
import { agentConditions } from './report.ts';
import type { NodeAction, NodeActionKind, NodeSnapshot, Obedience } from './snapshot.ts';

/** How an action ended; `failures` in a row, this one included. */
export type NodeOutcome = { ok: true } | { ok: false; code: string; message: string; failures: number };

type OfKind<K extends NodeActionKind> = Extract<NodeAction, { kind: K }>;

interface Row<A> {
  /** What its success is told as; a text says why it is not told. */
  done: string | ((action: A) => Pick<EventNote, 'reason' | 'message'>);
  /** Whose event its failure is; a text says why it is not told. */
  failed: 'instance' | 'node' | { none: string };
}

const passing = 'a step on the way: what it leads to is told';
const inPlace = 'bookkeeping: nobody waits for it';

const rows: { [K in NodeActionKind]: Row<OfKind<K>> } = {
  ensure_network: { done: passing, failed: 'node' },
  remove_network: { done: inPlace, failed: 'node' },
  ensure_image: { done: ({ image }) => ({ reason: 'image_ready', message: `has the image ${image}` }), failed: 'instance' },
  create_unit: { done: passing, failed: 'instance' },
  start_unit: {
    done: ({ restart, reason }) =>
      restart ? { reason: 'restarted', message: `started again: ${reason}` } : { reason: 'started', message: 'started' },
    failed: 'instance',
  },
  pre_stop: { done: ({ reason }) => ({ reason: 'pre_stop', message: `its pre_stop is called: ${reason}` }), failed: 'instance' },
  stop_unit: { done: ({ signal }) => ({ reason: 'stopped', message: `stopped with ${signal}` }), failed: 'instance' },
  remove_unit: { done: 'that it is gone is told by its record', failed: 'instance' },
  issue_certificate: {
    done: ({ service, reason }) =>
      reason === 'it has no certificate here'
        ? { reason: 'certificate_issued', message: `has a certificate for ${service}` }
        : { reason: 'certificate_renewed', message: `has a new certificate for ${service}` },
    failed: 'node',
  },
  write_mesh_config: { done: passing, failed: 'node' },
  remove_mesh_config: { done: inPlace, failed: 'node' },
  reload_sidecar: { done: inPlace, failed: { none: 'the sidecar that does not answer is told as a condition' } },
  prune_certificates: { done: inPlace, failed: { none: 'tried again; nobody waits for it' } },
  start_sidecar: { done: ({ process, reason }) => processStarted('sidecar', process, reason), failed: 'node' },
  stop_sidecar: { done: inPlace, failed: 'node' },
  start_caddy: { done: ({ reason }) => processStarted('caddy', 'Caddy', reason), failed: 'node' },
  stop_caddy: { done: ({ reason }) => ({ reason: 'caddy_stopped', message: `Caddy was stopped: ${reason}` }), failed: 'node' },
  put_routes: { done: ({ revision }) => ({ reason: 'routes_applied', message: `serves the routes of table ${revision}` }), failed: 'node' },
  remove_routes: { done: ({ reason }) => ({ reason: 'routes_removed', message: reason }), failed: 'node' },
};

function processStarted(what: 'sidecar' | 'caddy', name: string, reason: string): Pick<EventNote, 'reason' | 'message'> {
  return reason === 'it ended'
    ? { reason: `${what}_restarted`, message: `${name} had ended and was started again` }
    : { reason: `${what}_started`, message: `${name} was started: ${reason}` };
}

/** Events of an action that has ended. */
export function eventsOfOutcome(nodeId: string, action: NodeAction, outcome: NodeOutcome): EventNote[] {
  const row = rows[action.kind] as Row<NodeAction>;
  const service = 'service' in action ? action.service : undefined;
  const ofNode = { kind: 'node' as const, id: nodeId, ...(service !== undefined && service !== '' && { service }) };
  const ofInstance = 'instance' in action ? { kind: 'instance' as const, id: action.instance, service: action.service } : ofNode;
  if (outcome.ok) {
    if (typeof row.done === 'string') return [];
    const told = row.done(action);
    return [{ ...ofInstance, ...told, ...(!told.message.includes(action.reason) && { cause: action.reason }) }];
  }
  if (typeof row.failed !== 'string' || maySoonPass(outcome)) return [];
  const reason = row.failed === 'node' && action.kind === 'issue_certificate' ? 'certificate_failed' : outcome.code;
  return [
    { ...(row.failed === 'node' ? ofNode : ofInstance), reason, message: outcome.message, cause: `${action.kind}: ${action.reason}` },
  ];
}

// ---------------------------------------------------------------- from look to look

/** What is compared of a look. */
export interface NodeLook {
  obedience: Obedience;
  /** Whether the store was obeyed once: before that nothing is lost. */
  followed: boolean;
  /** `service/instance` → mark of its last crash. */
  crashes: ReadonlyMap<string, string>;
}

export function lookOf(before: NodeLook | undefined, snapshot: NodeSnapshot, work: readonly Work[]): NodeLook {
  const crashes = new Map<string, string>();
  for (const { name, memory } of work) if (memory.crash) crashes.set(name, memory.crash.unit);
  const followed = (before?.followed ?? false) || snapshot.obedience === 'obeyed';
  return { obedience: snapshot.obedience, followed, crashes };
}

/** Events of what this look finds and the one before did not. */
export function eventsOfLook(before: NodeLook | undefined, snapshot: NodeSnapshot, work: readonly Work[]): EventNote[] {
  const node = { kind: 'node' as const, id: snapshot.nodeId };
  const notes: EventNote[] = [];
  if (snapshot.obedience === 'obeyed' && !before?.followed) {
    const taken = work.filter((one) => one.unit.known && one.unit.value?.state === 'running').length;
    const found =
      taken === 0
        ? 'nothing ran'
        : `${taken} ${taken === 1 ? 'instance' : 'instances'} that ran ${taken === 1 ? 'was' : 'were'} taken over`;
    notes.push({ ...node, reason: 'agent_started', message: `the agent began to follow the store; ${found}` });
  } else if (before?.followed && before.obedience === 'obeyed' && snapshot.obedience !== 'obeyed') {
    notes.push({
      ...node,
      reason: 'store_lost',
      message: `froze: ${snapshot.obedienceReason ?? 'the store is not followed'}; what ran runs on`,
    });
  } else if (before?.followed && before.obedience !== 'obeyed' && snapshot.obedience === 'obeyed') {
    notes.push({ ...node, reason: 'store_back', message: 'follows the store again' });
  }
  for (const one of work) {
    const { crash } = one.memory;
    if (!crash || isLeaving(one) || before?.crashes.get(one.name) === crash.unit) continue;
    notes.push(crashNote(one, crash, snapshot));
  }
  return notes;
}

function crashNote({ assignment }: Work, crash: NonNullable<Work['memory']['crash']>, snapshot: NodeSnapshot): EventNote {
  const code = codeOf(crash.reason) ?? 'exited';
  const at = snapshot.nowMs + Math.max(0, crash.retryAt - snapshot.monotonicMs);
  return {
    kind: 'instance',
    id: assignment.instance_id,
    service: assignment.service,
    reason: code === 'exited' ? 'crashed' : code,
    message: textOf(crash.reason),
    cause: `${crash.failures} in a row; started again not before ${timestamp(at)}`,
  };
}

// ---------------------------------------------------------------- from record to record

/** Events of an instance whose record the agent has written anew. */
export function eventsOfInstance(before: ServiceInstance, after: ServiceInstance): EventNote[] {
  if (before.state === after.state) return [];
  const subject = { kind: 'instance' as const, id: after.instance_id, service: after.service };
  if (after.state === 'ready') return [{ ...subject, reason: 'ready', message: before.state === 'unhealthy' ? 'ready again' : 'ready' }];
  if (after.state === 'gone') return [{ ...subject, reason: 'gone', message: 'nothing of it is left on its node' }];
  if (after.state !== 'unhealthy') return [];
  const code = codeOf(after.reason);
  // Ends are told one by one, as crashes.
  if (code === 'exited' || code === 'out_of_memory' || code === 'start_failed') return [];
  return [
    {
      ...subject,
      reason: 'unhealthy',
      message: after.reason === undefined ? 'not ready any more' : textOf(after.reason),
      ...(code !== undefined && { cause: code }),
    },
  ];
}

const own: ReadonlySet<string> = new Set(agentConditions);

/** Events of the node whose record the agent has written anew. */
export function eventsOfNode(before: Node, after: Node): EventNote[] {
  const subject = { kind: 'node' as const, id: after.node_id };
  // Failed signatures are told as they fail.
  return conditionEvents(
    subject,
    before.conditions ?? [],
    after.conditions ?? [],
    (type) => own.has(type) && type !== 'certificate_failed',
  );
}
