// What stood in the store and since when, kept from its own watch: one call for each revision, in order.
// Guarantees: `standing` is the store as it was after the last revision told; nothing here is what a program believes.
import type { Clock, WatchEvent } from '../../src/loop/ports.ts';
import { updateOf } from '../../src/model/defaults.ts';
import { parseEntry, type ParsedEntry } from '../../src/model/entry.ts';
import type { Assignment, Node, Service, ServiceInstance } from '../../src/model/generated.ts';
import { keyOf, parseKey, prefixOf } from '../../src/model/keys.ts';
import type { Kind, RecordByKind } from '../../src/model/kinds.ts';
import type { MemoryStore } from '../../src/store/memory.ts';
import { clusterId } from './world.ts';

export interface Standing {
  value: string;
  lease: string;
  modRevision: number;
  writtenAtMs: number;
  parsed: ParsedEntry | undefined;
}

/** What a service asked for, as far as it bounds what may be done; undefined: it was deleted, broken or has no run. */
export interface Bounds {
  most: number;
  least: number;
}

export class History {
  readonly clock: Clock;
  readonly standing = new Map<string, Standing>();
  /** Since when each node's liveness is absent, and when it was so last. */
  readonly absentSinceMs = new Map<string, number>();
  readonly absentUntilMs = new Map<string, number>();
  /** When each instance was ready last, by key. */
  readonly readyAtMs = new Map<string, number>();
  /** Since when each service's record can't be read. */
  readonly #brokenSinceMs = new Map<string, number>();
  readonly #bounds = new Map<string, { fromMs: number; bounds: Bounds | undefined }[]>();
  /** When the operator last changed each key. */
  readonly editedAtMs = new Map<string, number>();
  leaderSinceMs = 0;
  leaderCreated = 0;
  readonly #sessionAtMs = new Map<string, number>();
  readonly #pending = new Set<string>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  follow(store: MemoryStore, onRevision: (revision: number, events: readonly WatchEvent[]) => void): void {
    store.client('historian').watch('', 1, {
      onEvents: (events) => {
        for (const [revision, group] of Map.groupBy(events, (event) => event.kv.modRevision)) onRevision(revision, group);
      },
      onEnd: ({ message }) => {
        throw new Error(`the historian lost its watch: ${message}`);
      },
    });
  }

  /** The operator is about to write this; undefined: to delete it. */
  expectEdit(key: string, value: string | undefined): void {
    this.#pending.add(`${key} ${value ?? ''}`);
  }

  /** Whether the operator made this change. Asked once for each. */
  takeEdit(event: WatchEvent): boolean {
    const made = this.#pending.delete(`${event.key} ${event.kv.value}`);
    if (made) this.editedAtMs.set(event.key, this.clock.monotonic());
    return made;
  }

  apply(event: WatchEvent): void {
    const { key, kv } = event;
    const now = this.clock.monotonic();
    if (event.type === 'put') {
      const parsed = parseEntry(clusterId, kv);
      this.standing.set(key, { value: kv.value, lease: kv.lease, modRevision: kv.modRevision, writtenAtMs: now, parsed });
    } else this.standing.delete(key);
    const found = parseKey(clusterId, key);
    if (found?.kind === 'liveness') this.#noteLiveness(found.ids['node_id'] ?? '', event.type === 'put');
    if (found?.kind === 'service') this.#noteBounds(found.ids['name'] ?? '');
    if (found?.kind === 'instance') {
      const record = this.record('instance', key);
      if (record?.state === 'ready') this.readyAtMs.set(key, Number.POSITIVE_INFINITY);
      else if (this.readyAtMs.get(key) === Number.POSITIVE_INFINITY) this.readyAtMs.set(key, now);
    }
    if (key.endsWith('/controller/leader') && kv.createRevision !== this.leaderCreated) {
      this.leaderCreated = kv.createRevision;
      this.leaderSinceMs = now;
    }
  }

  record<K extends Kind>(kind: K, key: string): RecordByKind[K] | undefined {
    const parsed = this.standing.get(key)?.parsed;
    return parsed?.ok && parsed.kind === kind ? (parsed.entry.record as RecordByKind[K]) : undefined;
  }

  *records<K extends Kind>(kind: K): Iterable<{ key: string; record: RecordByKind[K] }> {
    for (const [key, { parsed }] of this.standing) {
      if (parsed?.ok && parsed.kind === kind) yield { key, record: parsed.entry.record as RecordByKind[K] };
    }
  }

  node(id: string): Node | undefined {
    return this.record('node', keyOf(clusterId, 'node', id));
  }

  instancesOf(service: string): { key: string; record: ServiceInstance }[] {
    return [...this.records('instance')].filter(({ record }) => record.service === service);
  }

  assignmentOf(instance: ServiceInstance): Assignment | undefined {
    return this.record('assignment', keyOf(clusterId, 'assignment', instance.node_id, instance.service, instance.instance_id));
  }

  /** Whether an assignment of the service stands on the node, whatever it says. */
  isAssigned(service: string, nodeId: string): boolean {
    const prefix = prefixOf(clusterId, 'assignment', nodeId, service);
    for (const key of this.standing.keys()) if (key.startsWith(prefix)) return true;
    return false;
  }

  isAbsent(nodeId: string): boolean {
    return !this.standing.has(keyOf(clusterId, 'liveness', nodeId));
  }

  /** How long the node's liveness is absent; 0 where it stands. */
  absentMs(nodeId: string): number {
    const since = this.absentSinceMs.get(nodeId);
    return since === undefined ? 0 : this.clock.monotonic() - since;
  }

  /** For how long the node's present session stands. */
  sessionMs(nodeId: string): number {
    return this.clock.monotonic() - (this.#sessionAtMs.get(nodeId) ?? 0);
  }

  /** For how long the service's record can't be read; undefined where it can, or is not there. */
  brokenMs(service: string): number | undefined {
    const since = this.#brokenSinceMs.get(service);
    return since === undefined ? undefined : this.clock.monotonic() - since;
  }

  wasAbsentWithin(nodeId: string, ms: number): boolean {
    return this.isAbsent(nodeId) || this.clock.monotonic() - (this.absentUntilMs.get(nodeId) ?? Number.NEGATIVE_INFINITY) <= ms;
  }

  wasEditedWithin(key: string, ms: number): boolean {
    return this.clock.monotonic() - (this.editedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) <= ms;
  }

  wasReadyWithin(key: string, ms: number): boolean {
    return this.clock.monotonic() - (this.readyAtMs.get(key) ?? Number.NEGATIVE_INFINITY) <= ms;
  }

  /** All that the service asked for within the last while, newest last. */
  boundsWithin(service: string, ms: number): (Bounds | undefined)[] {
    const from = this.clock.monotonic() - ms;
    const all = this.#bounds.get(service) ?? [];
    return all.filter((_one, at) => (all[at + 1]?.fromMs ?? Number.POSITIVE_INFINITY) >= from).map(({ bounds }) => bounds);
  }

  #noteLiveness(nodeId: string, present: boolean): void {
    const now = this.clock.monotonic();
    if (present) this.#sessionAtMs.set(nodeId, now);
    if (!present) this.absentSinceMs.set(nodeId, now);
    else if (this.absentSinceMs.delete(nodeId)) this.absentUntilMs.set(nodeId, now);
  }

  #noteBounds(service: string): void {
    const key = keyOf(clusterId, 'service', service);
    const record = this.record('service', key);
    if (record || !this.standing.has(key)) this.#brokenSinceMs.delete(service);
    else if (!this.#brokenSinceMs.has(service)) this.#brokenSinceMs.set(service, this.clock.monotonic());
    const list = this.#bounds.get(service) ?? [];
    list.push({ fromMs: this.clock.monotonic(), bounds: record?.run ? boundsOf(record) : undefined });
    this.#bounds.set(service, list);
  }
}

function boundsOf(service: Service): Bounds {
  const { max_surge: surge, max_unavailable: unavailable } = updateOf(service);
  const replicas = service.replicas ?? 1;
  return { most: replicas + surge, least: Math.max(0, replicas - unavailable) };
}
