// The cluster as the controller sees it: records parsed once per change, and what only watching tells.
// Guarantees: an entry keeps its identity until its key changes; durations are measured by the monotonic clock alone.
// The caller owes: every change set of the mirror, in order.
import { cronSchedules } from '../src/loop/cron.ts';
import type { Clock, KeyValue, Log, Random } from '../src/loop/ports.ts';
import { parseEntry } from '../src/model/entry.ts';
import type { ServiceInstance } from '../src/model/generated.ts';
import { clusterPrefix, keyOf } from '../src/model/keys.ts';
import { machineOf } from '../src/plan/cluster/nodes.ts';
import { avoidPortMs, portsTaken } from '../src/plan/cluster/ports.ts';
import { Recalling } from '../src/plan/cluster/recall.ts';
import { type ClusterSnapshot, type ClusterTables, emptyTables, putParsed, removeKey } from '../src/plan/cluster/snapshot.ts';
import type { ChangeSet } from '../src/store/mirror.ts';

export class ClusterView {
  readonly tables: ClusterTables;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #nonce: string;
  readonly #newUid: string;
  readonly #eventsPrefix: string;
  readonly #outputPrefix: string;
  readonly #livenessPrefix: string;
  readonly #absentSinceMs = new Map<string, number>();
  readonly #readySinceMs = new Map<string, number>();
  readonly #avoidedPorts = new Map<string, Map<number, number>>();
  readonly #ingressBehindSinceMs = new Map<string, number>();
  readonly #recall = new Recalling();
  #leaderSinceMs = Number.POSITIVE_INFINITY;
  #massLossMs: number | undefined;
  #loggedRevision = 0;

  constructor(clusterId: string, ports: { clock: Clock; random: Random; log: Log }) {
    this.tables = emptyTables(clusterId);
    this.#clock = ports.clock;
    this.#log = ports.log;
    this.#nonce = ports.random.hex(8);
    this.#newUid = ports.random.hex(16);
    this.#eventsPrefix = `${clusterPrefix(clusterId)}events/`;
    this.#outputPrefix = `${clusterPrefix(clusterId)}joboutput/`;
    this.#livenessPrefix = keyOf(clusterId, 'liveness', 'x').slice(0, -1);
  }

  /** Takes changes over; answers whether a plan could be another one now. */
  apply({ changes }: ChangeSet): boolean {
    let relevant = false;
    for (const { key, after } of changes) {
      if (key.startsWith(this.#eventsPrefix)) continue;
      // What a task writes decides nothing; that of a run that is gone is found by the next full pass.
      relevant ||= !key.startsWith(this.#outputPrefix);
      if (after) this.#put(after);
      else this.#remove(key);
    }
    return relevant;
  }

  /** From here on absence counts: nothing that was seen before the lead is held against anyone. */
  lead(): void {
    this.#leaderSinceMs = this.#clock.monotonic();
    this.#massLossMs = undefined;
  }

  /** Remembers that the last plan found mass loss. */
  noteMassLoss(): void {
    this.#massLossMs = this.#clock.monotonic();
  }

  snapshot(revision: number): ClusterSnapshot {
    this.#forgetPorts();
    return {
      revision,
      nowMs: this.#clock.now(),
      monotonicMs: this.#clock.monotonic(),
      nonce: `${this.#nonce}/${revision}`,
      newUid: this.#newUid,
      schedules: cronSchedules,
      tables: this.tables,
      memory: {
        leaderSinceMs: this.#leaderSinceMs,
        absentSinceMs: this.#absentSinceMs,
        readySinceMs: this.#readySinceMs,
        avoidedPorts: this.#avoidedPorts,
        ingressBehindSinceMs: this.#ingressBehindSinceMs,
        recall: this.#recall,
        ...(this.#massLossMs !== undefined && { massLossMs: this.#massLossMs }),
      },
    };
  }

  #put(kv: KeyValue): void {
    const { clusterId } = this.tables;
    const parsed = parseEntry(clusterId, kv);
    if (!parsed) return;
    this.#recall.around(this.tables, kv.key, () => putParsed(this.tables, parsed));
    if (!parsed.ok) {
      const [problem] = parsed.invalid.problems;
      // A relist tells of what was told before.
      if (kv.modRevision > this.#loggedRevision)
        this.#log.warn(
          { key: kv.key, path: problem?.path, problem: problem?.message },
          'a record is broken; what it is about is left as it is',
        );
      this.#loggedRevision = Math.max(this.#loggedRevision, kv.modRevision);
    }
    if (kv.key.startsWith(this.#livenessPrefix)) this.#absentSinceMs.delete(kv.key.slice(this.#livenessPrefix.length));
    else if (parsed.ok && parsed.kind === 'node') this.#noteNode(parsed.entry.record.node_id);
    else if (parsed.ok && parsed.kind === 'ingress') this.#noteIngress(parsed.ids['node_id'] ?? '');
    else if (parsed.ok && parsed.kind === 'instance') this.#noteInstance(kv.key, parsed.entry.record);
  }

  #remove(key: string): void {
    this.#recall.around(this.tables, key, () => removeKey(this.tables, key));
    this.#readySinceMs.delete(key);
    if (key.startsWith(this.#livenessPrefix)) this.#noteAbsent(key.slice(this.#livenessPrefix.length));
  }

  #noteNode(nodeId: string): void {
    this.#noteAbsent(nodeId);
    this.#noteIngress(nodeId);
  }

  /** Whether the node's agent has applied the table that stands for it. */
  #noteIngress(nodeId: string): void {
    const table = this.tables.ingress.get(nodeId)?.record;
    const applied = this.tables.nodes.get(nodeId)?.record.ingress_revision;
    if (!table || table.revision === applied) this.#ingressBehindSinceMs.delete(nodeId);
    else if (!this.#ingressBehindSinceMs.has(nodeId)) this.#ingressBehindSinceMs.set(nodeId, this.#clock.monotonic());
  }

  #noteAbsent(nodeId: string): void {
    const { clusterId, invalid, liveness } = this.tables;
    if (liveness.has(nodeId) || invalid.has(keyOf(clusterId, 'liveness', nodeId)) || this.#absentSinceMs.has(nodeId)) return;
    this.#absentSinceMs.set(nodeId, this.#clock.monotonic());
  }

  #noteInstance(key: string, record: ServiceInstance): void {
    if (record.state !== 'ready') this.#readySinceMs.delete(key);
    else if (!this.#readySinceMs.has(key)) this.#readySinceMs.set(key, this.#clock.monotonic());
    const taken = portsTaken(record);
    if (taken.length > 0) this.#avoid(record.node_id, taken);
  }

  #avoid(nodeId: string, ports: readonly number[]): void {
    const machine = machineOf(this.tables, nodeId);
    // A new map each time: what was worked out from the former one is seen to be old.
    const avoided = new Map(this.#avoidedPorts.get(machine));
    const untilMs = this.#clock.monotonic() + avoidPortMs;
    for (const port of ports) avoided.set(port, untilMs);
    this.#avoidedPorts.set(machine, avoided);
  }

  #forgetPorts(): void {
    const nowMs = this.#clock.monotonic();
    for (const [machine, ports] of this.#avoidedPorts) {
      const left = [...ports].filter(([, untilMs]) => untilMs > nowMs);
      if (left.length === ports.size) continue;
      if (left.length === 0) this.#avoidedPorts.delete(machine);
      else this.#avoidedPorts.set(machine, new Map(left));
    }
  }
}
