// Why a record is as it is: what is wanted, what is, what is in the way and since when, what follows and when, what happened.
// Answers come from the planner: its plan of the same snapshot, the statuses, the reasons that agents reported, recent events.
// Guarantees: pure; decides nothing; every obstacle comes with what an operator can do about it.
// The caller owes: the plan of this very snapshot.
import type { Entry } from '../../model/entry.ts';
import type { Event } from '../../model/generated.ts';
import { parseTimestamp } from '../../model/time.ts';
import { createContext } from '../cluster/context.ts';
import { eventId } from '../event.ts';
import { machineOf } from '../cluster/nodes.ts';
import { avoidPortMs, portsTaken } from '../cluster/ports.ts';
import { type ClusterMemory, type ClusterTables, emptyMemory } from '../cluster/snapshot.ts';
import { adviceOn } from './advice.ts';
import { explainInstance } from './instance.ts';
import { explainNode } from './node.ts';
import { type Explanation, timeOf, type Why, type WhyInput, type WhySubject } from './parts.ts';
import { explainRun } from './run.ts';
import { explainService } from './service.ts';

const mostHistory = 8;

/** Undefined: there is no such thing, and nothing of it is left. */
export function explain(input: WhyInput, subject: WhySubject): Explanation | undefined {
  const why = begin(input);
  const [first = '', second = ''] = subject.ids;
  explainCluster(why);
  let found: boolean;
  if (subject.kind === 'service') found = explainService(why, first);
  else if (subject.kind === 'instance') found = explainInstance(why, first, second);
  else if (subject.kind === 'node') found = explainNode(why, first);
  else found = explainRun(why, first, second);
  if (!found) return undefined;
  const { answer } = why;
  if (answer.next.length === 0) {
    answer.next.push({
      what: answer.blocked.length === 0 ? 'nothing: it is as it is wanted' : 'nothing by itself',
      when: 'until something changes',
    });
  }
  return { kind: subject.kind, id: subject.ids.join('/'), ...answer, history: historyOf(input.events, subject) };
}

function begin(input: WhyInput): Why {
  const answer: Why['answer'] = { wanted: [], is: [], blocked: [], next: [], history: [] };
  return {
    ...input,
    context: createContext(input.snapshot),
    tables: input.snapshot.tables,
    answer,
    soon: input.leader === undefined ? 'when a controller leads' : 'now',
    block: (what, reason, why, { since, retryAt, do: advice } = {}) => {
      if (answer.blocked.some((one) => one.what === what && one.reason === reason && one.why === why)) return;
      answer.blocked.push({
        what,
        reason,
        why,
        ...(since !== undefined && { since }),
        ...(retryAt !== undefined && { retry_at: retryAt }),
        do: advice ?? adviceOn(reason),
      });
    },
    follow: (what, when) => {
      if (!answer.next.some((step) => step.what === what && step.when === when)) answer.next.push({ what, when });
    },
  };
}

/** What is in the way of everything. */
function explainCluster(why: Why): void {
  const { context, leader, tables } = why;
  const brokenMeta = context.invalid.meta;
  if (!tables.meta && !brokenMeta) why.block('the cluster', 'no_meta', 'it has no meta record: no program obeys this store');
  if (leader === undefined) why.block('the cluster', 'no_leader', 'no controller leads: nothing is decided, and what runs runs on');
  if (brokenMeta) {
    const [problem] = brokenMeta.problems;
    why.block('the cluster', 'invalid_record', `its record can't be read: ${problem?.path ?? '$'} ${problem?.message ?? ''}`, {
      do: 'mend it: photoncloud-ctl edit cluster',
    });
  }
}

function historyOf(events: readonly Entry<Event>[], subject: WhySubject): Event[] {
  const id = eventId(subject.kind, subject.ids);
  const about = events.filter(
    ({ record }) => (record.kind === subject.kind && record.id === id) || (subject.kind === 'service' && record.service === id),
  );
  about.sort((a, b) => (timeOf(a.record) ?? 0) - (timeOf(b.record) ?? 0) || a.modRevision - b.modRevision);
  return about.slice(-mostHistory).map(({ record }) => record);
}

/**
 * What a controller that watched all along would remember, as far as records and events tell: since when nodes are lost and
 * instances ready, which ports are taken.
 */
export function memoryOfRecords(tables: ClusterTables, events: readonly Entry<Event>[], nowMs: number, monotonicMs: number): ClusterMemory {
  const at = (text: string | undefined): number =>
    monotonicMs - Math.max(0, nowMs - ((text === undefined ? undefined : parseTimestamp(text)) ?? nowMs));
  const absentSinceMs = new Map<string, number>();
  for (const [id, { record }] of tables.nodes) {
    const lost = (record.conditions ?? []).find(({ type }) => type === 'node_lost');
    if (lost && !tables.liveness.has(id)) absentSinceMs.set(id, at(lost.since));
  }
  const readyAt = new Map(
    events.filter(({ record }) => record.reason === 'ready').map(({ record }) => [`${record.service}/${record.id}`, record.last_at]),
  );
  const readySinceMs = new Map<string, number>();
  const avoidedPorts = new Map<string, Map<number, number>>();
  for (const [service, row] of tables.instances) {
    for (const [id, { key, record }] of row) {
      // Of one whose event is gone the heartbeat tells at least that it was ready before it.
      if (record.state === 'ready')
        readySinceMs.set(key, at(readyAt.get(`${service}/${id}`) ?? record.registered_at ?? record.last_heartbeat));
      const taken = portsTaken(record);
      if (taken.length === 0) continue;
      const machine = machineOf(tables, record.node_id);
      const avoided = avoidedPorts.get(machine) ?? new Map<number, number>();
      for (const port of taken) avoided.set(port, monotonicMs + avoidPortMs);
      avoidedPorts.set(machine, avoided);
    }
  }
  return { ...emptyMemory(), absentSinceMs, readySinceMs, avoidedPorts };
}
