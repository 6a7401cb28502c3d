// Writes what is the case into the store: instance states, the node's facts, conditions and heartbeat.
// Guarantees: every write is guarded by the record's mod_revision and by the own session; a lost conflict is read again and
// decided again; nothing is written that did not change; fields of others are written back as they were read.
// The caller owes: views only while the store is obeyed; `forget` when others may have written (a new session).
import { parseEntry } from '../src/model/entry.ts';
import type { Node, ServiceInstance } from '../src/model/generated.ts';
import { keyOf, parseKey } from '../src/model/keys.ts';
import type { Clock, KeyValue, Log, Random, Store, Timer } from '../src/loop/ports.ts';
import { jittered } from '../src/loop/random.ts';
import type { Work } from '../src/plan/node/instance.ts';
import { type Seen, steadyConditions } from '../src/plan/conditions.ts';
import { sameJson } from '../src/plan/equal.ts';
import { conditionsOf, instanceAfter, nodeAfter, type NodeFacts, verdictOf } from '../src/plan/node/report.ts';
import type { NodePlan, NodeSnapshot } from '../src/plan/node/snapshot.ts';
import { commit, type Outcome, type Write } from '../src/store/commit.ts';
import type { Session } from './liveness.ts';

export interface ReportView {
  snapshot: NodeSnapshot;
  plan: NodePlan;
  work: readonly Work[];
  /** The own Node record as the mirror shows it. */
  node: KeyValue;
  facts: NodeFacts;
  heartbeatS: number;
  session: Session;
}

export interface ReporterOptions {
  store: Store;
  clock: Clock;
  random: Random;
  log: Log;
  clusterId: string;
  /** `service/instance` → restarts made by this run. */
  restarts: ReadonlyMap<string, number>;
  images: ReadonlyMap<string, string>;
  /** A record was written anew. */
  onInstance?: (before: ServiceInstance, after: ServiceInstance) => void;
  onNode?: (before: Node, after: Node) => void;
}

/** A record that was looked for and is not there, or can't be read, is looked for again after this: nobody tells of a repair. */
const missingAgainMs = 10_000;
const retryMs = 2000;
/** Conditions alone are written no oftener: what comes and goes, as with an engine that answers now and then, is not worth a write each time. */
const conditionsEveryMs = 5000;
/** What passes within this time is not told: Caddy that takes a new configuration, an engine that is asked too much at once. */
const steadyAfterMs = 5000;
const readsAtOnce = 16;

interface Known {
  kv: KeyValue | undefined;
  readAtMs: number;
  broken?: boolean;
}

interface Pending {
  write: Write;
  done: (revision: number) => void;
}

export class Reporter {
  readonly #options: ReporterOptions;
  readonly #instances = new Map<string, Known>();
  readonly #restartsBefore = new Map<string, number>();
  #node: KeyValue | undefined;
  #view: ReportView | undefined;
  #running: Promise<void> | undefined;
  #retry: Timer | undefined;
  #heartbeatAtMs = 0;
  #nodeWrittenAtMs = Number.NEGATIVE_INFINITY;
  #conditionsHeld = false;
  #seen: ReadonlyMap<string, Seen> = new Map();
  /** When the next condition has stood for long enough to be told. */
  #steadyAtMs: number | undefined;
  #closed = false;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  /** Reports this as soon as the former report has ended; a newer view replaces one that waits. */
  offer(view: ReportView): void {
    if (this.#closed) return;
    this.#retry?.cancel();
    this.#view = view;
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined;
    });
  }

  /** Milliseconds until there is something to be written of the node though nothing happens: its heartbeat, or conditions held back. */
  nodeInMs(): number | undefined {
    const dueMs = Math.min(
      this.#conditionsHeld ? this.#conditionsAtMs() : this.#heartbeatAtMs,
      this.#steadyAtMs ?? Number.POSITIVE_INFINITY,
    );
    const leftMs = dueMs - this.#options.clock.monotonic();
    return leftMs > 0 ? leftMs : undefined;
  }

  /** Records are read again before they are written: others may have written them. */
  forget(): void {
    this.#instances.clear();
    this.#node = undefined;
  }

  /** A key that the agent watches has changed. Who writes an assignment may have written its instance's record too. */
  noteChange(key: string): void {
    const parsed = parseKey(this.#options.clusterId, key);
    if (parsed?.kind === 'assignment') this.#instances.delete(`${parsed.ids['service']}/${parsed.ids['instance_id']}`);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#view = undefined;
    this.#retry?.cancel();
    await this.#running;
  }

  async #drain(): Promise<void> {
    const { clock, log } = this.#options;
    for (let view = this.#view; view; view = this.#view) {
      this.#view = undefined;
      // An older one is not told after this.
      this.#retry?.cancel();
      try {
        await this.#report(view);
      } catch (thrown) {
        log.warn({ err: thrown }, 'the report could not be written; it is tried again');
        this.#again(view, retryMs);
        return;
      }
      // One turn for whoever has a newer view; a clock that stands still must not be waited for.
      await Promise.resolve(clock);
    }
  }

  #again(view: ReportView, delayMs: number): void {
    this.#retry?.cancel();
    this.#retry = this.#options.clock.after(delayMs, () => this.offer(this.#view ?? view));
  }

  async #report(view: ReportView): Promise<void> {
    const fence = view.session.guard();
    if (!fence) return;
    await this.#readMissing(view);
    const pending = [...this.#instanceWrites(view), ...this.#nodeWrite(view)];
    if (pending.length === 0) return;
    const outcomes = await commit(
      this.#options.store,
      pending.map(({ write }) => ({ writes: [write] })),
      { fence: [fence] },
    );
    this.#settle(view, pending, outcomes);
  }

  /** Records that no report has read yet, a few at a time. */
  async #readMissing(view: ReportView): Promise<void> {
    const { store, clock, clusterId } = this.#options;
    const now = clock.monotonic();
    const names = new Set(view.work.map((one) => one.name));
    for (const name of this.#instances.keys()) if (!names.has(name)) this.#instances.delete(name);
    const wanted = view.work.filter((one) => {
      const known = this.#instances.get(one.name);
      return one.origin !== 'leaving' && (!known || ((!known.kv || known.broken) && now - known.readAtMs >= missingAgainMs));
    });
    for (let at = 0; at < wanted.length; at += readsAtOnce) {
      const reads = wanted.slice(at, at + readsAtOnce).map(async ({ name, assignment }) => {
        const { kv } = await store.get(keyOf(clusterId, 'instance', assignment.service, assignment.instance_id));
        this.#instances.set(name, { kv, readAtMs: now });
      });
      await Promise.all(reads);
    }
  }

  #instanceWrites(view: ReportView): Pending[] {
    const { clusterId, restarts, images } = this.#options;
    const pending: Pending[] = [];
    for (const one of view.work) {
      const known = one.origin === 'leaving' ? undefined : this.#instances.get(one.name);
      const kv = known?.kv;
      const parsed = kv && parseEntry(clusterId, kv);
      // What can't be read is the operator's to repair; the controller says so in a condition.
      if (known && parsed) known.broken = !parsed.ok;
      if (!kv || !parsed?.ok || parsed.kind !== 'instance') continue;
      const { record } = parsed.entry;
      if (record.node_id !== view.snapshot.nodeId) continue;
      const before = this.#restartsBefore.get(one.name) ?? record.restarts ?? 0;
      this.#restartsBefore.set(one.name, before);
      const unit = one.unit.known ? one.unit.value : undefined;
      const image = images.get(one.assignment.image_digest ?? one.assignment.run?.image ?? '');
      const facts = {
        restarts: before + (restarts.get(one.name) ?? 0),
        ...(one.memory.taskEnd && { taskEnd: one.memory.taskEnd }),
        ...(unit && image?.includes('@sha256:') && { imageDigest: image }),
      };
      const next = instanceAfter(record, verdictOf(view.snapshot, view.plan, one, record), unit, facts, view.snapshot.nowMs);
      if (!next) continue;
      const value = JSON.stringify(next);
      const done = (revision: number): void => {
        this.#instances.set(one.name, { kv: { ...kv, value, modRevision: revision }, readAtMs: this.#options.clock.monotonic() });
        this.#options.onInstance?.(record, next);
        if (next.state !== record.state) {
          this.#options.log.info(
            { service: record.service, instance: record.instance_id, from: record.state, to: next.state, reason: next.reason },
            'state',
          );
        }
      };
      pending.push({ write: { key: kv.key, value, expect: kv.modRevision }, done });
    }
    return pending;
  }

  #nodeWrite(view: ReportView): Pending[] {
    const { clusterId, clock, random } = this.#options;
    const kv = this.#node && this.#node.modRevision > view.node.modRevision ? this.#node : view.node;
    const parsed = parseEntry(clusterId, kv);
    if (!parsed?.ok || parsed.kind !== 'node') return [];
    const { record } = parsed.entry;
    const nowMs = clock.monotonic();
    const due = nowMs >= this.#heartbeatAtMs;
    const next = nodeAfter(view.snapshot, record, { ...view.facts, conditions: this.#steadyConditions(view, record, nowMs) }, due);
    this.#conditionsHeld = next !== undefined && !due && nowMs < this.#conditionsAtMs() && onlyConditionsChanged(record, next);
    if (!next || this.#conditionsHeld) return [];
    const value = JSON.stringify(next);
    const done = (revision: number): void => {
      this.#node = { ...kv, value, modRevision: revision };
      this.#nodeWrittenAtMs = clock.monotonic();
      this.#options.onNode?.(record, next);
      this.#heartbeatAtMs = clock.monotonic() + jittered(random, view.heartbeatS * 1000, 0.1);
    };
    return [{ write: { key: kv.key, value, expect: kv.modRevision }, done }];
  }

  #steadyConditions({ snapshot, plan, facts }: ReportView, record: Node, nowMs: number): NodeFacts['conditions'] {
    const now = [...conditionsOf(snapshot, plan), ...facts.conditions];
    const options = { nowMs, afterMs: steadyAfterMs };
    const { steady, seen } = steadyConditions(now, record.conditions ?? [], this.#seen, options);
    this.#seen = seen;
    const young = [...seen.values()].filter(({ firstMs, lastMs }) => lastMs === nowMs && nowMs - firstMs < steadyAfterMs);
    this.#steadyAtMs = young.length === 0 ? undefined : Math.min(...young.map(({ firstMs }) => firstMs)) + steadyAfterMs;
    return steady;
  }

  /** From when on the node may be written for its conditions alone. */
  #conditionsAtMs(): number {
    return this.#nodeWrittenAtMs + conditionsEveryMs;
  }

  #settle(view: ReportView, pending: readonly Pending[], outcomes: readonly Outcome[]): void {
    const now = this.#options.clock.monotonic();
    let again = false;
    for (const [at, outcome] of outcomes.entries()) {
      const { write, done } = pending[at] as Pending;
      if (outcome.status === 'done') done(outcome.revision);
      else if (outcome.status === 'conflict') {
        const current = outcome.current.get(write.key);
        // It arrived twice, and the second time was answered.
        if (current && current.value === write.value && current.modRevision > write.expect) {
          done(current.modRevision);
          continue;
        }
        if (write.key === view.node.key) this.#node = current;
        else this.#learn(write.key, current, now);
        again = true;
      } else if (outcome.status === 'fenced') {
        view.session.doubt();
        return;
      } else throw outcome.error;
    }
    if (again) this.#again(view, 0);
  }

  /** What stands at an instance's key now. */
  #learn(key: string, kv: KeyValue | undefined, readAtMs: number): void {
    for (const [name, known] of this.#instances) if (known.kv?.key === key) this.#instances.set(name, { kv, readAtMs });
  }
}

function onlyConditionsChanged(before: Node, after: Node): boolean {
  const rest = ({ conditions: _conditions, last_heartbeat: _heartbeat, ...others }: Node): object => others;
  return sameJson(rest(before), rest(after));
}
