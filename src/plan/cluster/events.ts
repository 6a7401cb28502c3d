// What happens in a cluster, as events: from each action of the controller that was done, and from what one pass finds
// that the one before did not. A table with a row for every kind of action; a kind without events says why.
// Guarantees: pure; the same action gives the same events; a subject has at most as many as there are codes here.
import type { InvalidRecord } from '../../model/entry.ts';
import type { Node, ServiceInstance, ServiceStatus } from '../../model/generated.ts';
import { parseKey } from '../../model/keys.ts';
import type { AnyRecord } from '../../model/kinds.ts';
import type { ClusterAction, ClusterActionKind, RecordWrite } from './actions.ts';
import { conditionEvents, type EventKind, eventId, type EventNote, type Said } from '../event.ts';
import { runEvents } from './job-events.ts';
import type { ClusterTables } from './snapshot.ts';

/** An action with what stood under a key before it. */
interface Done {
  action: ClusterAction;
  tables: ClusterTables;
}

type Row = { none: string } | ((done: Done) => EventNote[]);

const rows: Record<ClusterActionKind, Row> = {
  cluster_uid: ({ tables, action }) => [
    { kind: 'cluster', id: tables.clusterId, reason: 'uid_given', message: 'the cluster was given its uid', cause: action.reason },
  ],
  node_update: nodeEvents,
  instances_lost: (done) => instanceNotes(done, 'node_lost', (record) => `the agent of node ${record.node_id} lost its lease`),
  job_schedule: runEvents,
  job_advance: (done) => [...runEvents(done), ...madeInstances(done), ...deleted(done)],
  job_forget: { none: 'bookkeeping: its end was told' },
  revision_record: { none: "the service's rollout tells of its revisions" },
  instance_create: (done) => [
    ...instanceNotes(done, 'placed', (record) => `slot ${record.slot}, revision ${record.revision}, on node ${record.node_id}`),
    ...deleted(done),
  ],
  instance_adopt: (done) => instanceNotes(done, 'adopted', (record) => `taken over on node ${record.node_id}, in slot ${record.slot}`),
  instance_restore: (done) => instanceNotes(done, 'restored', () => 'its record was written again'),
  instance_drain: (done) =>
    instanceNotes(done, 'draining', () => 'it is to end: it gets no new calls, and is stopped when those under way are over'),
  instance_delete: deleted,
  instance_ports: { none: 'bookkeeping: nothing changes for anybody' },
  assignment_write: ({ action }) => {
    const [write] = action.writes.filter(({ key, record }) => key === action.key && record !== undefined);
    // What changes in place with its service is told by whoever edited the service.
    return write?.expect === 0 ? assignmentNotes(action, 'assigned', 'its agent was told to run it') : [];
  },
  assignment_delete: ({ action, tables }) =>
    subjectNotes(tables, action.key, 'unassigned', 'what its agent was told to run is withdrawn', action.reason),
  ingress_write: ({ action, tables }) => subjectNotes(tables, action.key, 'routes_published', routesText(action), action.reason),
  ingress_delete: ({ action, tables }) =>
    subjectNotes(tables, action.key, 'routes_withdrawn', 'it serves no routes any more', action.reason),
  revision_delete: { none: 'bookkeeping: what is forgotten is what nothing uses' },
  certificate_delete: { none: "the service's own end is told" },
  status_write: statusEvents,
  status_delete: ({ action, tables }) => subjectNotes(tables, action.key, 'deleted', 'nothing of it is left', action.reason),
};

/** Events of an action, to be kept once it is done; `tables` as the action was decided on. */
export function eventsOfAction(action: ClusterAction, tables: ClusterTables): EventNote[] {
  const row = rows[action.kind];
  return typeof row === 'function' ? row({ action, tables }) : [];
}

// ---------------------------------------------------------------- subjects

const subjectKinds: Readonly<Record<string, EventKind>> = {
  cluster: 'cluster',
  ca: 'cluster',
  node: 'node',
  liveness: 'node',
  ingress: 'node',
  service: 'service',
  'service-status': 'service',
  revision: 'service',
  'service-certificate': 'service',
  'issued-certificate': 'service',
  instance: 'instance',
  assignment: 'instance',
  'job-run': 'job-run',
  'job-output': 'job-run',
  policy: 'policy',
};

/** Whose event it is that something happened under a key. */
export function subjectOf(clusterId: string, key: string): Pick<EventNote, 'kind' | 'id' | 'service'> | undefined {
  const parsed = parseKey(clusterId, key);
  const kind = parsed && subjectKinds[parsed.kind];
  if (!kind) return undefined;
  const { ids } = parsed;
  const service = ids['service'];
  if (kind === 'cluster') return { kind, id: clusterId };
  if (kind === 'service') return { kind, id: service ?? ids['name'] ?? '' };
  if (kind === 'job-run')
    return { kind, id: eventId(kind, [service ?? '', ids['run_id'] ?? '']), ...(service !== undefined && { service }) };
  const id = ids['instance_id'] ?? ids['node_id'] ?? ids['policy_id'] ?? '';
  return { kind, id, ...(kind === 'instance' && service !== undefined && { service }) };
}

function subjectNotes(tables: ClusterTables, key: string, reason: string, message: string, cause: string): EventNote[] {
  const subject = subjectOf(tables.clusterId, key);
  return subject ? [{ ...subject, reason, message, cause }] : [];
}

function instanceNotes({ action }: Done, reason: string, message: (record: ServiceInstance) => string): EventNote[] {
  const found = action.writes.map(({ record }) => record).find((record): record is ServiceInstance => isInstance(record));
  if (found) return [noteOf(found, reason, message(found), action.reason)];
  return assignmentNotes(action, reason, message);
}

/** Where only the assignment is written, it names the instance. */
function assignmentNotes(action: ClusterAction, reason: string, message: string | ((record: ServiceInstance) => string)): EventNote[] {
  const record = action.writes
    .map((write) => write.record as unknown as ServiceInstance | undefined)
    .find((one) => one?.instance_id !== undefined);
  return record ? [noteOf(record, reason, typeof message === 'string' ? message : message(record), action.reason)] : [];
}

function noteOf({ instance_id, service }: ServiceInstance, reason: string, message: string, cause: string): EventNote {
  return { kind: 'instance', id: instance_id, service, reason, message, cause };
}

function isInstance(record: AnyRecord | undefined): record is ServiceInstance {
  return record !== undefined && 'instance_id' in record && 'state' in record;
}

/** Instances whose records an action deletes. */
function deleted({ action, tables }: Done): EventNote[] {
  return action.writes.flatMap(({ key, record }: RecordWrite) => {
    if (record || parseKey(tables.clusterId, key)?.kind !== 'instance') return [];
    return subjectNotes(
      tables,
      key,
      'deleted',
      'its record is deleted',
      key === action.key ? action.reason : 'the next one takes its place',
    );
  });
}

function routesText(action: ClusterAction): string {
  const table = action.writes[0]?.record as { revision?: number; routes?: unknown[] } | undefined;
  const routes = table?.routes?.length ?? 0;
  return `table ${table?.revision ?? '?'} with ${routes} ${routes === 1 ? 'route' : 'routes'}`;
}

// ---------------------------------------------------------------- nodes

/** Conditions that say more than they are: they are told as what they mean. */
const toldOtherwise: ReadonlySet<string> = new Set(['node_lost', 'draining', 'mass_loss']);

function nodeEvents({ action, tables }: Done): EventNote[] {
  const after = action.writes[0]?.record as Node | undefined;
  if (!after) return [];
  const id = after.node_id;
  const before = tables.nodes.get(id)?.record;
  const has = (node: Node | undefined, type: string) => (node?.conditions ?? []).find((condition) => condition.type === type);
  const [wasLost, isLost] = [has(before, 'node_lost'), has(after, 'node_lost')];
  const [wasDraining, isDraining] = [has(before, 'draining'), has(after, 'draining')];
  const notes: EventNote[] = [];
  const add = (reason: string, message: string): void => void notes.push({ kind: 'node', id, reason, message, cause: action.reason });
  if (isLost && !wasLost) add('lost', 'its agent lost its lease; it counts as failed when the grace is over');
  if (after.state === 'failed' && before?.state !== 'failed') add('failed', 'it counts as failed: what can move goes elsewhere');
  if (wasLost && !isLost)
    add('back', before?.state === 'failed' ? 'its agent is back after it had counted as failed' : 'its agent is back');
  else if (after.state === 'active' && before?.state !== 'active') add('active', 'it takes work');
  if (isDraining && !wasDraining) add('draining', 'it is to be emptied: replacements first');
  if (isDraining?.reason === 'done' && wasDraining?.reason !== 'done') add('drained', 'nothing is left on it');
  notes.push(
    ...conditionEvents({ kind: 'node', id }, before?.conditions ?? [], after.conditions ?? [], (type) => !toldOtherwise.has(type)),
  );
  return notes;
}

// ---------------------------------------------------------------- services

const rolloutTexts: Readonly<Record<NonNullable<ServiceStatus['rollout']>['state'], string>> = {
  progressing: 'rollout_started',
  paused: 'rollout_paused',
  complete: 'rollout_complete',
  failed: 'rollout_failed',
  rolled_back: 'rollout_rolled_back',
};

/** Broken records and lost nodes are told once, not by every service that they concern. */
const toldElsewhere: ReadonlySet<string> = new Set(['invalid_record', 'mass_loss']);

function statusEvents({ action, tables }: Done): EventNote[] {
  const after = action.writes[0]?.record as ServiceStatus | undefined;
  const id = parseKey(tables.clusterId, action.key)?.ids['service'];
  if (!after || id === undefined) return [];
  const before = tables.statuses.get(id)?.record;
  const subject = { kind: 'service' as const, id };
  const notes: EventNote[] = [];
  if (!before) notes.push({ ...subject, reason: 'created', message: `the controller has seen it; ${after.desired} wanted` });
  else if (before.desired !== after.desired && tables.services.get(id)?.record.run)
    notes.push({ ...subject, reason: 'scaled', message: `from ${before.desired} to ${after.desired} instances` });
  notes.push(...rolloutEvents(subject, before?.rollout, after.rollout));
  const reasons = (status: ServiceStatus | undefined): Said[] =>
    (status?.blocked ?? []).map(({ reason, message, slot }) => ({
      type: reason,
      message: slot === undefined ? message : `slot ${slot}: ${message}`,
    }));
  // A pause is told as the rollout's.
  notes.push(...conditionEvents(subject, reasons(before), reasons(after), (reason) => reason !== 'rollout_paused'));
  notes.push(...conditionEvents(subject, before?.conditions ?? [], after.conditions, (type) => !toldElsewhere.has(type)));
  return notes;
}

function rolloutEvents(
  subject: Pick<EventNote, 'kind' | 'id'>,
  before: ServiceStatus['rollout'],
  after: ServiceStatus['rollout'],
): EventNote[] {
  if (!after || (before?.state === after.state && before.revision === after.revision && before.since === after.since)) return [];
  const { revision, from_revision: from, state } = after;
  const message = after.message ?? (from === undefined ? `revision ${revision}` : `from revision ${from} to ${revision}`);
  const same = before?.revision === revision && before.since === after.since;
  const notes: EventNote[] = [];
  // A rollout that is over within one pass began too.
  if (!same && state !== 'progressing' && state !== 'paused') notes.push({ ...subject, reason: 'rollout_started', message });
  const resumed = same && before.state === 'paused' && state === 'progressing';
  notes.push({ ...subject, reason: resumed ? 'rollout_resumed' : rolloutTexts[state], message });
  return notes;
}

// ---------------------------------------------------------------- jobs

/** Instances that tasks of a run are started as. */
function madeInstances({ action }: Done): EventNote[] {
  return action.writes.flatMap(({ record, expect }) =>
    expect === 0 && isInstance(record) ? [noteOf(record, 'placed', `for a task, on node ${record.node_id}`, action.reason)] : [],
  );
}

// ---------------------------------------------------------------- what no action tells

/** What a pass found that is no record's to say. */
export interface ClusterFindings {
  massLoss: boolean;
  lostCount: number;
  /** Key → mod_revision of broken records. */
  invalid: ReadonlyMap<string, number>;
}

export function findingsOf(tables: ClusterTables, plan: { massLoss: boolean; lostCount: number }): ClusterFindings {
  const invalid = new Map<string, number>();
  for (const [key, broken] of tables.invalid) invalid.set(key, broken.modRevision);
  return { massLoss: plan.massLoss, lostCount: plan.lostCount, invalid };
}

/** Events of what one pass found and the one before did not; the first pass of a leader finds everything anew. */
export function eventsOfFindings(tables: ClusterTables, before: ClusterFindings | undefined, now: ClusterFindings): EventNote[] {
  const notes: EventNote[] = [];
  const cluster = { kind: 'cluster' as const, id: tables.clusterId };
  if (now.massLoss && !before?.massLoss)
    notes.push({
      ...cluster,
      reason: 'mass_loss',
      message: `${now.lostCount} nodes lost their agents at once: nothing is marked or moved`,
    });
  if (before?.massLoss && !now.massLoss)
    notes.push({ ...cluster, reason: 'mass_loss_over', message: 'fewer nodes are lost: lost ones count again' });
  if (before?.invalid.size === 0 && now.invalid.size === 0) return notes;
  for (const key of [...now.invalid.keys()].sort()) {
    const subject = subjectOf(tables.clusterId, key);
    if (subject && before?.invalid.get(key) !== now.invalid.get(key))
      notes.push({ ...subject, reason: 'invalid_record', message: invalidText(tables.invalid.get(key), key) });
  }
  for (const key of [...(before?.invalid.keys() ?? [])].sort()) {
    const subject = subjectOf(tables.clusterId, key);
    if (subject && !now.invalid.has(key)) notes.push({ ...subject, reason: 'mended', message: `${key} can be read again, or is deleted` });
  }
  return notes;
}

function invalidText(broken: InvalidRecord | undefined, key: string): string {
  const [problem] = broken?.problems ?? [];
  return `${key}: ${problem ? `${problem.path} ${problem.message}` : 'it is not what its key says'}; what it is about is left as it is`;
}
