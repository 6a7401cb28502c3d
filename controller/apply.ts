// Makes a plan true: each action is one group of writes, fenced by the lead, many groups to a transaction.
// Guarantees: an action that fails never stops another; one that keeps failing is tried with growing pauses; nothing is
// written after the lead is lost.
// The caller owes: no plan on a view that is older than `writtenRevision`.
import type { Clock, Guard, Log, Random, Store } from '../src/loop/ports.ts';
import { encodeRecord } from '../src/model/entry.ts';
import type { ClusterAction } from '../src/plan/cluster/actions.ts';
import { actionBackoff, afterFailure, type Backoff } from '../src/plan/backoff.ts';
import { commit, type Outcome, type WriteGroup } from '../src/store/commit.ts';

export interface ApplyPorts {
  store: Store;
  clock: Clock;
  random: Random;
  log: Log;
  onOutcome: (action: ClusterAction, status: Outcome['status']) => void;
}

export interface Applied {
  done: ClusterAction[];
  conflicts: number;
  failed: number;
  fenced: boolean;
}

/** More than this in one plan are counted in the log, not named one by one. */
const namedActions = 200;

export class Applier {
  readonly #ports: ApplyPorts;
  readonly #backoffs = new Map<string, Backoff>();
  #writtenRevision = 0;

  constructor(ports: ApplyPorts) {
    this.#ports = ports;
  }

  /** Highest revision of the store that we wrote. */
  get writtenRevision(): number {
    return this.#writtenRevision;
  }

  /** The store was rewound on purpose: what we wrote before counts no more. */
  forget(): void {
    this.#writtenRevision = 0;
    this.#backoffs.clear();
  }

  /** Milliseconds until an action that failed may be tried again. */
  nextRetryInMs(): number | undefined {
    const nowMs = this.#ports.clock.monotonic();
    const waits = [...this.#backoffs.values()].map((backoff) => backoff.retryAt - nowMs);
    return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits));
  }

  async apply(actions: readonly ClusterAction[], fence: Guard): Promise<Applied> {
    const nowMs = this.#ports.clock.monotonic();
    const wanted = new Set(actions.map(nameOf));
    for (const name of this.#backoffs.keys()) if (!wanted.has(name)) this.#backoffs.delete(name);
    const due = actions.filter((action) => (this.#backoffs.get(nameOf(action))?.retryAt ?? 0) <= nowMs);
    const outcomes = await commit(this.#ports.store, due.map(groupOf), { fence: [fence] });
    const applied: Applied = { done: [], conflicts: 0, failed: 0, fenced: false };
    for (const [at, action] of due.entries()) {
      const outcome = outcomes[at];
      if (outcome) this.#take(action, outcome, applied, due.length <= namedActions);
    }
    if (due.length > namedActions)
      this.#ports.log.info({ actions: due.length, ...applied, done: applied.done.length }, 'many actions at once');
    return applied;
  }

  #take(action: ClusterAction, outcome: Outcome, applied: Applied, named: boolean): void {
    const { clock, log, random, onOutcome } = this.#ports;
    const name = nameOf(action);
    const fields = { action: action.kind, key: action.key, reason: action.reason };
    onOutcome(action, outcome.status);
    if (outcome.status === 'done') {
      applied.done.push(action);
      this.#backoffs.delete(name);
      this.#writtenRevision = Math.max(this.#writtenRevision, outcome.revision);
      if (named && action.kind !== 'status_write') log.info(fields, 'done');
      else log.debug(fields, 'done');
    } else if (outcome.status === 'conflict') {
      applied.conflicts++;
      log.debug(fields, 'something changed meanwhile; it is decided again');
    } else if (outcome.status === 'fenced') applied.fenced = true;
    else {
      applied.failed++;
      this.#backoffs.set(name, afterFailure(actionBackoff, this.#backoffs.get(name), clock.monotonic(), random.next()));
      log.error({ ...fields, err: outcome.error }, 'an action failed; it is tried again');
    }
  }
}

function nameOf(action: ClusterAction): string {
  return `${action.kind} ${action.key}`;
}

function groupOf(action: ClusterAction): WriteGroup {
  const writes = action.writes.map(({ key, record, expect }) => (record ? { key, value: encodeRecord(record), expect } : { key, expect }));
  return { writes, guards: action.guards };
}
