// What the cluster planner sees: the records of a cluster, sorted into tables, and what only watching tells.
// Guarantees: putParsed and removeKey touch one record and cost the same however large the cluster is; an entry that
// did not change keeps its identity, so that what was derived from it may be remembered by it.
// The caller owes: parse each record once per change (parseEntry), and never change an entry or a table during a plan.
import type { Entry, InvalidRecord, ParsedEntry } from '../../model/entry.ts';
import type * as t from '../../model/generated.ts';
import { parseKey } from '../../model/keys.ts';
import type { Kind } from '../../model/kinds.ts';
import type { Recall } from './recall.ts';
import type { Schedules } from './schedule.ts';

/** Records by the names that make up their keys. Tables of a service's parts are nested: service first. */
export interface ClusterTables {
  readonly clusterId: string;
  meta: Entry<t.ClusterMeta> | undefined;
  readonly nodes: Map<string, Entry<t.Node>>;
  readonly liveness: Map<string, Entry<t.Liveness>>;
  readonly services: Map<string, Entry<t.Service>>;
  readonly statuses: Map<string, Entry<t.ServiceStatus>>;
  /** service → instance id. */
  readonly instances: Map<string, Map<string, Entry<t.ServiceInstance>>>;
  /** service → key: an instance id may, by a hand's mistake, stand on two nodes. */
  readonly assignments: Map<string, Map<string, Entry<t.Assignment>>>;
  readonly ingress: Map<string, Entry<t.IngressTable>>;
  /** service → revision. */
  readonly revisions: Map<string, Map<string, Entry<t.ServiceRevision>>>;
  /** job → run. */
  readonly jobRuns: Map<string, Map<string, Entry<t.JobRun>>>;
  /** job → key of a task's output: where it stands is all that is wanted of it. */
  readonly jobOutputs: Map<string, Map<string, JobOutputPlace>>;
  /** service → binding of its certificates. */
  readonly bindings: Map<string, Entry<t.CertificateBinding>>;
  /** service → node. */
  readonly issued: Map<string, Map<string, Entry<t.IssuedCertificate>>>;
  /** By key, of whatever kind: unknown, never absent. */
  readonly invalid: Map<string, InvalidRecord>;
  /** Service → a number that is another one whenever one of its records has changed. */
  readonly touched: Map<string, number>;
  changes: number;
}

export interface JobOutputPlace {
  key: string;
  runId: string;
  modRevision: number;
}

/** What the store does not say: since when things are as they are, by the controller's monotonic clock. */
export interface ClusterMemory {
  /** When this process became leader; nothing is declared lost within two lease times of it. */
  leaderSinceMs: number;
  /** Node id → since when its liveness is absent. A node that is not listed was never seen alive, or is alive. */
  readonly absentSinceMs: ReadonlyMap<string, number>;
  /** Instance key → since when it is seen ready. */
  readonly readySinceMs: ReadonlyMap<string, number>;
  /** Machine → port → until when it is avoided, because a foreign process was seen to hold it. */
  readonly avoidedPorts: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Ingress node → since when its agent is behind the table that stands for it. */
  readonly ingressBehindSinceMs: ReadonlyMap<string, number>;
  /** What records that are lost or broken said last. */
  readonly recall: Recall;
  /** When mass loss was last the case; the grace of the nodes that stay lost counts from then. */
  massLossMs?: number;
}

export interface ClusterSnapshot {
  /** Revision of the store that the tables show. */
  revision: number;
  /** Wall clock, ms since 1970: for timestamps that are recorded. */
  nowMs: number;
  /** Monotonic clock, ms: for durations. */
  monotonicMs: number;
  /** Makes the ids of new instances differ from all former ones. */
  nonce: string;
  /** Random hex that becomes `meta.uid` where it is missing. */
  newUid: string;
  /** When schedules come round: knows calendars and time zones. */
  schedules: Schedules;
  tables: ClusterTables;
  memory: ClusterMemory;
}

export function emptyTables(clusterId: string): ClusterTables {
  return {
    clusterId,
    meta: undefined,
    nodes: new Map(),
    liveness: new Map(),
    services: new Map(),
    statuses: new Map(),
    instances: new Map(),
    assignments: new Map(),
    ingress: new Map(),
    revisions: new Map(),
    jobRuns: new Map(),
    jobOutputs: new Map(),
    bindings: new Map(),
    issued: new Map(),
    invalid: new Map(),
    touched: new Map(),
    changes: 0,
  };
}

/** Memory of somebody who just looked: nothing was watched, nothing is in doubt by time. For `diff` and tests. */
export function emptyMemory(): ClusterMemory {
  return {
    leaderSinceMs: Number.NEGATIVE_INFINITY,
    absentSinceMs: new Map(),
    readySinceMs: new Map(),
    avoidedPorts: new Map(),
    ingressBehindSinceMs: new Map(),
    recall: { instances: new Map(), assignments: new Map() },
  };
}

/** Takes a record over, in place of whatever stood under its key. Kinds that the planner does not read are passed over. */
export function putParsed(tables: ClusterTables, parsed: ParsedEntry): void {
  if (parsed.ok) touch(tables, parsed.kind, parsed.ids);
  else {
    removeKey(tables, parsed.invalid.key);
    tables.invalid.set(parsed.invalid.key, parsed.invalid);
    return;
  }
  tables.invalid.delete(parsed.entry.key);
  switch (parsed.kind) {
    case 'cluster':
      tables.meta = parsed.entry;
      return;
    case 'node':
      tables.nodes.set(parsed.entry.record.node_id, parsed.entry);
      return;
    case 'liveness':
      tables.liveness.set(parsed.ids['node_id'] ?? '', parsed.entry);
      return;
    case 'service':
      tables.services.set(parsed.entry.record.name, parsed.entry);
      return;
    case 'service-status':
      tables.statuses.set(parsed.ids['service'] ?? '', parsed.entry);
      return;
    case 'instance':
      nest(tables.instances, parsed.entry.record.service, parsed.entry.record.instance_id, parsed.entry);
      return;
    case 'assignment':
      nest(tables.assignments, parsed.entry.record.service, parsed.entry.key, parsed.entry);
      return;
    case 'ingress':
      tables.ingress.set(parsed.ids['node_id'] ?? '', parsed.entry);
      return;
    case 'revision':
      nest(tables.revisions, parsed.entry.record.service, parsed.entry.record.revision, parsed.entry);
      return;
    case 'job-run':
      nest(tables.jobRuns, parsed.entry.record.service, parsed.entry.record.run_id, parsed.entry);
      return;
    case 'job-output': {
      const { key, modRevision, record } = parsed.entry;
      nest(tables.jobOutputs, record.service, key, { key, runId: record.run_id, modRevision });
      return;
    }
    case 'service-certificate':
      tables.bindings.set(parsed.ids['service'] ?? '', parsed.entry);
      return;
    case 'issued-certificate':
      nest(tables.issued, parsed.ids['service'] ?? '', parsed.entry.record.node_id, parsed.entry);
      return;
    case 'policy':
    case 'node-certificate':
    case 'revoked-certificate':
    case 'ca':
    case 'event':
      return;
  }
}

/** Forgets what stood under a key. */
export function removeKey(tables: ClusterTables, key: string): void {
  tables.invalid.delete(key);
  const parsed = parseKey(tables.clusterId, key);
  if (!parsed) return;
  const { kind, ids } = parsed;
  touch(tables, kind, ids);
  const [node, service] = [ids['node_id'] ?? '', ids['service'] ?? ''];
  if (kind === 'cluster') tables.meta = undefined;
  else if (kind === 'node') tables.nodes.delete(node);
  else if (kind === 'liveness') tables.liveness.delete(node);
  else if (kind === 'service') tables.services.delete(ids['name'] ?? '');
  else if (kind === 'service-status') tables.statuses.delete(service);
  else if (kind === 'instance') unnest(tables.instances, service, ids['instance_id'] ?? '');
  else if (kind === 'assignment') unnest(tables.assignments, service, key);
  else if (kind === 'ingress') tables.ingress.delete(node);
  else if (kind === 'service-certificate') tables.bindings.delete(service);
  else if (kind === 'issued-certificate') unnest(tables.issued, service, node);
  else if (kind === 'job-run') unnest(tables.jobRuns, service, ids['run_id'] ?? '');
  else if (kind === 'job-output') unnest(tables.jobOutputs, service, key);
  else if (kind === 'revision') unnest(tables.revisions, service, ids['revision'] ?? '');
}

function touch(tables: ClusterTables, kind: Kind, ids: Readonly<Record<string, string>>): void {
  const service = kind === 'service' ? ids['name'] : ids['service'];
  if (service !== undefined) tables.touched.set(service, ++tables.changes);
}

function nest<R>(table: Map<string, Map<string, R>>, outer: string, inner: string, entry: R): void {
  const row = table.get(outer);
  if (row) row.set(inner, entry);
  else table.set(outer, new Map([[inner, entry]]));
}

function unnest<R>(table: Map<string, Map<string, R>>, outer: string, inner: string): void {
  const row = table.get(outer);
  if (!row) return;
  row.delete(inner);
  if (row.size === 0) table.delete(outer);
}
