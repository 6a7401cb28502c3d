// A cluster in memory for the planner's tests: a store that keeps its guards, a clock, and agents that do as they are told.
// Guarantees: a write whose guards do not hold is refused, as in the store; every record written is checked to be valid.
import assert from 'node:assert/strict';
import { encodeRecord, parseEntry } from '../../model/entry.ts';
import type { Assignment, Node, Service, ServiceInstance, ServiceStatus } from '../../model/generated.ts';
import { keyOf, parseKey } from '../../model/keys.ts';
import { timestamp } from '../../model/time.ts';
import type { AnyRecord, Kind } from '../../model/kinds.ts';
import { validateRecord } from '../../model/validate.ts';
import type { ClusterAction } from './actions.ts';
import { type ClusterPlan, planCluster } from './cluster.ts';
import { Quiet } from './quiet.ts';
import { Recalling } from './recall.ts';
import type { Schedules } from './schedule.ts';
import { type ClusterMemory, type ClusterSnapshot, type ClusterTables, emptyTables, putParsed, removeKey } from './snapshot.ts';

interface Stored {
  value: string;
  createRevision: number;
  modRevision: number;
}

export const clusterId = 'test';

export class ModelCluster {
  readonly store = new Map<string, Stored>();
  tables: ClusterTables = emptyTables(clusterId);
  readonly #quiet = new Quiet();
  revision = 1;
  nowMs = 1_764_547_200_000;
  monotonicMs = 1_000_000;
  leaderSinceMs = 0;
  massLossMs: number | undefined;
  /** Of this calendar a schedule's cron text is a number: it comes every so many seconds. */
  schedules: Schedules = {
    nextRun: ({ cron }, afterMs) => (Math.floor(afterMs / (1000 * Number(cron))) + 1) * 1000 * Number(cron),
    problem: ({ cron }) => (Number(cron) > 0 ? undefined : { path: '$.schedule.cron', message: 'must be a number of seconds' }),
  };
  readonly absentSinceMs = new Map<string, number>();
  readonly readySinceMs = new Map<string, number>();
  readonly avoidedPorts = new Map<string, Map<number, number>>();
  readonly ingressBehindSinceMs = new Map<string, number>();
  recall = new Recalling();
  /** Nodes whose agents do nothing although they live. */
  readonly asleep = new Set<string>();
  /** Whether a new instance of a revision becomes ready. */
  becomesReady: (instance: ServiceInstance) => boolean = () => true;
  /** Exit code with which a task ends; undefined: it runs on. */
  endsWith: (instance: ServiceInstance) => number | undefined = () => 0;

  constructor() {
    this.put('cluster', { cluster_id: clusterId, environment: 'test', created_at: '2026-01-01T00:00:00.000Z', uid: 'uid00000' });
  }

  key(kind: Kind, ...ids: string[]): string {
    return keyOf(clusterId, kind, ...ids);
  }

  put(kind: Kind, record: AnyRecord, ...ids: string[]): void {
    const fields = record as unknown as Record<string, string>;
    const path = {
      cluster: [],
      node: ['node_id'],
      service: ['name'],
      instance: ['service', 'instance_id'],
      assignment: ['node_id', 'service', 'instance_id'],
    };
    const own = ids.length > 0 ? ids : ((path as Record<string, string[]>)[kind] ?? []).map((field) => fields[field] ?? '');
    this.putText(this.key(kind, ...own), encodeRecord(record));
  }

  putText(key: string, value: string): void {
    this.revision++;
    this.#write(key, value);
  }

  delete(key: string): void {
    this.revision++;
    this.#remove(key);
  }

  addNode(id: string, more: Partial<Node> = {}): void {
    this.put('node', {
      node_id: id,
      ip: `10.0.${Math.floor(this.tables.nodes.size / 250)}.${(this.tables.nodes.size % 250) + 1}`,
      machine_id: `machine-${id}`,
      ...more,
    });
    this.live(id);
  }

  live(id: string): void {
    this.put(
      'liveness',
      { session: '0123456789abcdef', agent_uid: `0123456789abcdef`, machine_id: `machine-${id}`, boot_id: 'boot', version: '1' },
      id,
    );
    this.absentSinceMs.delete(id);
  }

  die(id: string): void {
    this.delete(this.key('liveness', id));
    this.absentSinceMs.set(id, this.monotonicMs);
  }

  pass(seconds: number): void {
    this.nowMs += seconds * 1000;
    this.monotonicMs += seconds * 1000;
  }

  snapshot(tables: ClusterTables = this.tables): ClusterSnapshot {
    const memory: ClusterMemory = {
      leaderSinceMs: this.leaderSinceMs,
      absentSinceMs: this.absentSinceMs,
      readySinceMs: this.readySinceMs,
      avoidedPorts: this.avoidedPorts,
      ingressBehindSinceMs: this.ingressBehindSinceMs,
      recall: this.recall,
      ...(this.massLossMs !== undefined && { massLossMs: this.massLossMs }),
    };
    return {
      revision: this.revision,
      nowMs: this.nowMs,
      monotonicMs: this.monotonicMs,
      nonce: `n/${this.revision}`,
      newUid: 'uid00001',
      schedules: this.schedules,
      tables,
      memory,
    };
  }

  plan(): ClusterPlan {
    const plan = planCluster(this.snapshot());
    // Whatever is planned here: what a former plan remembers makes it no other.
    assert.deepEqual(planCluster(this.snapshot(), this.#quiet), plan);
    if (plan.massLoss) this.massLossMs = this.monotonicMs;
    return plan;
  }

  /** Whether the action's guards held, and it was made. */
  apply(action: ClusterAction): boolean {
    for (const { key, modRevision } of action.guards) if ((this.store.get(key)?.modRevision ?? 0) !== modRevision) return false;
    for (const { key, expect } of action.writes) if ((this.store.get(key)?.modRevision ?? 0) !== expect) return false;
    this.revision++;
    for (const { key, record } of action.writes) {
      if (record) {
        const kind = parseKey(clusterId, key)?.kind;
        assert.ok(kind, key);
        const checked = validateRecord(kind, JSON.parse(encodeRecord(record)), { unknownFields: 'keep' });
        assert.ok(checked.ok, `${action.kind} writes a broken record: ${JSON.stringify(checked)} ${encodeRecord(record)}`);
        this.#write(key, encodeRecord(record));
      } else this.#remove(key);
    }
    return true;
  }

  /** What the agents of living nodes would do with their assignments, in one go. */
  runAgents(): void {
    for (const entry of [...this.tables.assignments.values()].flatMap((row) => [...row.values()])) {
      if (this.tables.liveness.has(entry.record.node_id) && !this.asleep.has(entry.record.node_id)) this.#runAgent(entry.record);
    }
    for (const [id, entry] of this.tables.ingress) {
      const node = this.tables.nodes.get(id);
      if (node && this.tables.liveness.has(id) && node.record.ingress_revision !== entry.record.revision)
        this.put('node', { ...node.record, ingress_revision: entry.record.revision });
    }
  }

  #runAgent(assignment: Assignment): void {
    const entry = this.tables.instances.get(assignment.service)?.get(assignment.instance_id);
    if (!entry) return;
    const { record } = entry;
    if (record.state === 'gone') return;
    const exitCode = record.job && record.state === 'ready' ? this.endsWith(record) : undefined;
    if (exitCode !== undefined) {
      this.put('instance', { ...record, state: 'gone', exit_code: exitCode, ended_at: timestamp(this.nowMs) });
      return;
    }
    const wanted: ServiceInstance['state'] = assignment.desired !== 'running' ? 'gone' : this.becomesReady(record) ? 'ready' : record.state;
    if (record.state === wanted && record.last_heartbeat !== undefined) return;
    const { reason, ...rest } = record;
    const kept = record.state === wanted && reason !== undefined ? { reason } : {};
    this.put('instance', { ...rest, ...kept, state: wanted, last_heartbeat: timestamp(this.nowMs) });
  }

  /** Plans, applies and lets agents work until nothing is left to do; answers how many rounds that took. */
  settle(limit = 200, each: (action: ClusterAction) => void = () => undefined): number {
    for (let round = 1; round <= limit; round++) {
      const before = this.revision;
      const plan = this.plan();
      for (const action of plan.actions) if (this.apply(action)) each(action);
      this.runAgents();
      // What is ready, but not for long enough, moves on by time alone.
      if (this.revision === before && !plan.blocked.some(({ reason }) => reason === 'min_ready')) return round;
      this.pass(1);
    }
    const left = this.plan().actions.map((action) => `${action.kind} ${action.key}: ${action.reason}`);
    assert.fail(`not settled after ${limit} rounds; still wanted:\n${left.join('\n')}`);
  }

  instances(service: string): ServiceInstance[] {
    return [...(this.tables.instances.get(service)?.values() ?? [])]
      .map(({ record }) => record)
      .sort((a, b) => (a.slot ?? 0) - (b.slot ?? 0));
  }

  assignments(service: string): Assignment[] {
    return [...(this.tables.assignments.get(service)?.values() ?? [])].map(({ record }) => record);
  }

  status(service: string): ServiceStatus | undefined {
    return this.tables.statuses.get(service)?.record;
  }

  node(id: string): Node | undefined {
    return this.tables.nodes.get(id)?.record;
  }

  #write(key: string, value: string): void {
    const before = this.store.get(key);
    const stored = { value, createRevision: before?.createRevision ?? this.revision, modRevision: this.revision };
    this.store.set(key, stored);
    const parsed = parseEntry(clusterId, { key, ...stored, lease: '0' });
    if (!parsed) return;
    this.recall.around(this.tables, key, () => putParsed(this.tables, parsed));
    for (const [id, { record }] of this.tables.ingress) {
      if (this.tables.nodes.get(id)?.record.ingress_revision === record.revision) this.ingressBehindSinceMs.delete(id);
      else if (!this.ingressBehindSinceMs.has(id)) this.ingressBehindSinceMs.set(id, this.monotonicMs);
    }
    if (!parsed.ok || parsed.kind !== 'instance') return;
    if (parsed.entry.record.state !== 'ready') this.readySinceMs.delete(key);
    else if (!this.readySinceMs.has(key)) this.readySinceMs.set(key, this.monotonicMs);
  }

  #remove(key: string): void {
    this.store.delete(key);
    this.readySinceMs.delete(key);
    this.recall.around(this.tables, key, () => removeKey(this.tables, key));
  }
}

/** A managed service of a container. */
export function serviceOf(name: string, more: Partial<Service> = {}): Service {
  return { name, ports: { http: 8080 }, protocol: 'http', run: { image: 'app:1' }, ...more };
}
