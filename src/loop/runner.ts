// The pass: events mark keys dirty, a pass looks at everything that is known and decides.
// Guarantees: passes never overlap; marks that arrive while one runs start another; many marks at once make one pass;
// a full pass runs at least every `fullEveryMs`; a pass that fails is logged and tried again with growing pauses.
// The caller owes: `pass` works from its own state; it never trusts a mark to say what changed.
import { actionBackoff, pauseMs } from '../plan/backoff.ts';
import type { Clock, Log, Random, Timer } from './ports.ts';

export interface Pass {
  /** Keys marked since the last pass; a hint. */
  dirty: ReadonlySet<string>;
  /** Everything is to be looked at, as nothing may have been marked that should have been. */
  full: boolean;
}

export interface RunnerOptions {
  clock: Clock;
  random: Random;
  log: Log;
  /** May answer how soon it wants to be called again, in ms. */
  pass: (pass: Pass) => Promise<{ againInMs?: number } | undefined | void>;
  fullEveryMs?: number;
  /** Marks within this time of the first make one pass. */
  gatherMs?: number;
  /** Told after each pass: for metrics. */
  onPass?: (done: { durationMs: number; failed: boolean; full: boolean }) => void;
}

export interface Runner {
  /** Marks a key; without one everything. */
  mark(key?: string): void;
  /** Resolves when no pass runs and none is marked. */
  idle(): Promise<void>;
  /** When the last pass without failure ended, monotonic ms; undefined before the first. */
  lastPassAt(): number | undefined;
  /** No further passes; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

export function createRunner(options: RunnerOptions): Runner {
  return new PassRunner(options);
}

class PassRunner implements Runner {
  readonly #options: RunnerOptions;
  readonly #fullEveryMs: number;
  #dirty = new Set<string>();
  #full = true;
  #running: Promise<void> | undefined;
  #wake: { timer: Timer; at: number } | undefined;
  #fullTimer: Timer | undefined;
  #failures = 0;
  #stopped = false;
  #lastPassAt: number | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#fullEveryMs = options.fullEveryMs ?? 30_000;
    this.#armFull();
    this.#wakeIn(0);
  }

  mark(key?: string): void {
    if (this.#stopped) return;
    if (key === undefined) this.#full = true;
    else this.#dirty.add(key);
    if (!this.#running && this.#failures === 0) this.#wakeIn(this.#options.gatherMs ?? 5);
  }

  idle(): Promise<void> {
    if (!this.#running && !this.#marked()) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  lastPassAt(): number | undefined {
    return this.#lastPassAt;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.timer.cancel();
    this.#fullTimer?.cancel();
    await this.#running;
    this.#release();
  }

  #marked(): boolean {
    return this.#full || this.#dirty.size > 0;
  }

  #armFull(): void {
    // Jitter only shortens: "at least every" is a promise.
    const delayMs = this.#fullEveryMs * (1 - 0.2 * this.#options.random.next());
    this.#fullTimer = this.#options.clock.after(delayMs, () => {
      this.#armFull();
      this.mark();
    });
  }

  #wakeIn(delayMs: number): void {
    const at = this.#options.clock.monotonic() + delayMs;
    if (this.#wake && this.#wake.at <= at) return;
    this.#wake?.timer.cancel();
    const timer = this.#options.clock.after(delayMs, () => {
      this.#wake = undefined;
      this.#start();
    });
    this.#wake = { timer, at };
  }

  #start(): void {
    if (this.#stopped || this.#running) return;
    this.#wake?.timer.cancel();
    this.#wake = undefined;
    const pass: Pass = { dirty: this.#dirty, full: this.#full };
    this.#dirty = new Set();
    this.#full = false;
    this.#running = this.#run(pass).then((againInMs) => {
      this.#running = undefined;
      if (this.#stopped) return;
      if (this.#failures > 0) this.#wakeIn(pauseMs(actionBackoff, this.#failures, this.#options.random.next()));
      else if (this.#marked()) this.#wakeIn(0);
      else this.#release();
      if (againInMs !== undefined && this.#failures === 0) this.#wakeIn(Math.max(0, againInMs));
    });
  }

  async #run(pass: Pass): Promise<number | undefined> {
    const { clock, log, onPass } = this.#options;
    const startedAt = clock.monotonic();
    let againInMs: number | undefined;
    try {
      againInMs = (await this.#options.pass(pass))?.againInMs;
      this.#failures = 0;
      this.#lastPassAt = clock.monotonic();
    } catch (thrown) {
      this.#failures += 1;
      this.#full = true;
      log.error({ err: thrown, failures: this.#failures }, 'a pass failed; it is tried again');
    }
    onPass?.({ durationMs: clock.monotonic() - startedAt, failed: this.#failures > 0, full: pass.full });
    return againInMs;
  }

  #release(): void {
    for (const waiter of this.#waiters.splice(0)) waiter();
  }
}
