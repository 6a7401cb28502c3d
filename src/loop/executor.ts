// Runs planned actions. Handlers are typed by action kind: a missing one does not compile.
// Guarantees: one action at a time within a key, in the plan's order; keys run in parallel up to a limit; a failure
// ends only its own key's actions and puts that key into backoff, which a success resets.
// The caller owes: handlers are idempotent and heed their signal; the next snapshot is told `busy` and `backoffs`,
// so that the planner does not decide on a key that is being worked on.
import PQueue from 'p-queue';
import { asPhotonError, type PhotonError } from '../model/errors.ts';
import { actionBackoff, afterFailure, type Backoff, type BackoffRule } from '../plan/backoff.ts';
import type { Action } from '../plan/plan.ts';
import type { Clock, Log, Random } from './ports.ts';

export type Handlers<A extends Action> = {
  [K in A['kind']]: (action: Extract<A, { kind: K }>, signal: AbortSignal) => Promise<void>;
};

export type ActionOutcome<A extends Action> = { action: A; durationMs: number } & ({ ok: true } | { ok: false; error: PhotonError });

export interface KeyBackoff {
  failures: number;
  /** Milliseconds from now until the key may be tried again; 0 where it may. */
  remainingMs: number;
  /** The last failure. */
  error: PhotonError;
  /** Kind of the action that failed. */
  kind: string;
}

export interface ExecutorOptions<A extends Action> {
  handlers: Handlers<A>;
  clock: Clock;
  random: Random;
  log: Log;
  /** Keys worked on at once. */
  concurrency: number;
  /** The pause that a failure asks for; `actionBackoff` by default. */
  ruleFor?: (action: A, error: PhotonError) => BackoffRule;
  /** Told after each action, before the next of its key. */
  onOutcome?: (outcome: ActionOutcome<A>) => void;
  /** Told when a key is free again. */
  onFree?: (key: string) => void;
}

export interface Executor<A extends Action> {
  /** Starts the actions of every key that is neither worked on nor in backoff; the rest is left to the next plan. Answers how many were taken. */
  submit(actions: readonly A[]): number;
  /** Keys that are being worked on or wait for their turn. */
  busy(): ReadonlySet<string>;
  backoffs(): ReadonlyMap<string, KeyBackoff>;
  /** Lets a key be tried at once; for when what it waited for has changed. */
  forget(key: string): void;
  /** Milliseconds until the first backoff ends, or undefined. */
  nextRetryInMs(): number | undefined;
  idle(): Promise<void>;
  /** Takes no more, waits up to graceMs for what is under way, then aborts it and waits for it. */
  stop(graceMs: number): Promise<void>;
}

interface Failure {
  backoff: Backoff;
  error: PhotonError;
  kind: string;
  rule: BackoffRule;
}

export function createExecutor<A extends Action>(options: ExecutorOptions<A>): Executor<A> {
  return new ActionExecutor(options);
}

class ActionExecutor<A extends Action> implements Executor<A> {
  readonly #options: ExecutorOptions<A>;
  readonly #queue: PQueue;
  readonly #busy = new Set<string>();
  readonly #failures = new Map<string, Failure>();
  readonly #abort = new AbortController();
  #stopped = false;

  constructor(options: ExecutorOptions<A>) {
    this.#options = options;
    this.#queue = new PQueue({ concurrency: options.concurrency });
  }

  submit(actions: readonly A[]): number {
    if (this.#stopped) return 0;
    const now = this.#options.clock.monotonic();
    let taken = 0;
    for (const [key, group] of Map.groupBy(actions, (action) => action.key)) {
      if (this.#busy.has(key) || (this.#failures.get(key)?.backoff.retryAt ?? 0) > now) continue;
      this.#busy.add(key);
      taken += group.length;
      void this.#queue.add(() => this.#runKey(key, group));
    }
    return taken;
  }

  busy(): ReadonlySet<string> {
    return this.#busy;
  }

  backoffs(): ReadonlyMap<string, KeyBackoff> {
    const now = this.#options.clock.monotonic();
    const result = new Map<string, KeyBackoff>();
    for (const [key, { backoff, error, kind, rule }] of this.#failures) {
      if (now - backoff.failedAt >= Math.max(rule.forgetAfterMs, backoff.retryAt - backoff.failedAt)) this.#failures.delete(key);
      else result.set(key, { failures: backoff.failures, remainingMs: Math.max(0, backoff.retryAt - now), error, kind });
    }
    return result;
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  nextRetryInMs(): number | undefined {
    const waits = [...this.backoffs().values()].map((backoff) => backoff.remainingMs).filter((remainingMs) => remainingMs > 0);
    return waits.length === 0 ? undefined : Math.min(...waits);
  }

  idle(): Promise<void> {
    return this.#queue.onIdle();
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    this.#queue.clear();
    const timer = this.#options.clock.after(graceMs, () => this.#abort.abort(new Error('stopping')));
    await this.#queue.onIdle();
    timer.cancel();
  }

  async #runKey(key: string, actions: readonly A[]): Promise<void> {
    try {
      for (const action of actions) {
        if (this.#stopped || !(await this.#runOne(action))) break;
      }
    } finally {
      this.#busy.delete(key);
      this.#options.onFree?.(key);
    }
  }

  async #runOne(action: A): Promise<boolean> {
    const { clock, log, onOutcome } = this.#options;
    const startedAt = clock.monotonic();
    try {
      // The table is typed by kind; that this action fits its own handler can't be said to the compiler for a union.
      const handler = this.#options.handlers[action.kind as A['kind']] as (action: A, signal: AbortSignal) => Promise<void>;
      await handler(action, this.#abort.signal);
      this.#failures.delete(action.key);
      onOutcome?.({ action, durationMs: clock.monotonic() - startedAt, ok: true });
      log.debug({ kind: action.kind, key: action.key, reason: action.reason }, 'done');
      return true;
    } catch (thrown) {
      const error = asPhotonError(thrown);
      this.#failed(action, error);
      onOutcome?.({ action, durationMs: clock.monotonic() - startedAt, ok: false, error });
      return false;
    }
  }

  #failed(action: A, error: PhotonError): void {
    const { clock, log, random } = this.#options;
    if (this.#stopped) return;
    const rule = this.#options.ruleFor?.(action, error) ?? actionBackoff;
    const backoff = afterFailure(rule, this.#failures.get(action.key)?.backoff, clock.monotonic(), random.next());
    this.#failures.set(action.key, { backoff, error, kind: action.kind, rule });
    const fields = {
      kind: action.kind,
      key: action.key,
      err: error,
      failures: backoff.failures,
      retry_in_ms: backoff.retryAt - backoff.failedAt,
    };
    log.warn(fields, 'an action failed; its key is tried again later');
  }
}
