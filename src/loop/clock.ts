// Time as a port. `systemClock` is the machine's; a SimulatedClock stands still until it is advanced.
// Guarantees: timers of a SimulatedClock fire in order of their due time, then of their creation; what a timer
// starts is given the chance to run (microtasks and immediates) before the next timer fires.
// The caller owes: cancel timers that are no longer wanted; a pending one keeps a real process alive.
import { PhotonError } from '../model/errors.ts';
import type { Clock, Timer } from './ports.ts';

/** Longest delay a Node timer takes; longer ones are chained. */
const maxDelayMs = 2_147_483_647;

function sleepOn(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new PhotonError('aborted', 'stopped while waiting', { cause: signal?.reason }));
    if (signal?.aborted) return fail();
    const timer = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    });
    const aborted = (): void => {
      timer.cancel();
      fail();
    };
    signal?.addEventListener('abort', aborted, { once: true });
  });
}

function systemAfter(delayMs: number, run: () => void): Timer {
  let handle: NodeJS.Timeout;
  const arm = (leftMs: number): void => {
    handle = leftMs > maxDelayMs ? setTimeout(() => arm(leftMs - maxDelayMs), maxDelayMs) : setTimeout(run, Math.max(0, leftMs));
  };
  arm(delayMs);
  return { cancel: () => clearTimeout(handle) };
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: systemAfter,
  sleep: (delayMs, signal) => sleepOn(systemClock, delayMs, signal),
};

interface Pending {
  due: number;
  order: number;
  run: () => void;
}

/** Lets everything that is ready run: promise callbacks, and what they queued. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** A clock that moves only when told. Wall and monotonic time move together unless `jumpWall` is used. */
export class SimulatedClock implements Clock {
  #wallOffsetMs: number;
  #elapsedMs = 0;
  #order = 0;
  #queue: Pending[] = [];

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#wallOffsetMs = startMs;
  }

  now(): number {
    return this.#wallOffsetMs + this.#elapsedMs;
  }

  monotonic(): number {
    return this.#elapsedMs;
  }

  after(delayMs: number, run: () => void): Timer {
    const entry: Pending = { due: this.#elapsedMs + Math.max(0, delayMs), order: this.#order++, run };
    this.#push(entry);
    return {
      cancel: () => {
        const at = this.#queue.indexOf(entry);
        if (at >= 0) this.#queue.splice(at, 1);
      },
    };
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, delayMs, signal);
  }

  /** Timers that wait. */
  get pending(): number {
    return this.#queue.length;
  }

  /** Milliseconds until the next timer is due, or undefined where none waits. */
  untilNext(): number | undefined {
    const next = this.#queue[0];
    return next && Math.max(0, next.due - this.#elapsedMs);
  }

  /** Sets the wall clock forward or back; monotonic time and timers are not touched. */
  jumpWall(byMs: number): void {
    this.#wallOffsetMs += byMs;
  }

  /** Moves time on, firing what comes due in its order, and lets each firing's consequences run first. */
  async advance(byMs: number): Promise<void> {
    const end = this.#elapsedMs + byMs;
    await settle();
    for (let next = this.#queue[0]; next && next.due <= end; next = this.#queue[0]) {
      this.#queue.shift();
      this.#elapsedMs = Math.max(this.#elapsedMs, next.due);
      next.run();
      await settle();
    }
    this.#elapsedMs = end;
    await settle();
  }

  /** Advances from timer to timer until the condition holds; throws PhotonError `timeout` after `limitMs` of simulated time. */
  async until(condition: () => boolean | Promise<boolean>, limitMs = 600_000, what = 'the condition'): Promise<void> {
    const end = this.#elapsedMs + limitMs;
    await settle();
    while (!(await condition())) {
      if (this.#elapsedMs >= end) throw new PhotonError('timeout', `${what} did not hold within ${limitMs} ms of simulated time`);
      await this.advance(Math.min(this.untilNext() ?? 100, end - this.#elapsedMs, 1000));
    }
  }

  #push(entry: Pending): void {
    let low = 0;
    let high = this.#queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#queue[middle];
      if (other && (other.due < entry.due || (other.due === entry.due && other.order < entry.order))) low = middle + 1;
      else high = middle;
    }
    this.#queue.splice(low, 0, entry);
  }
}
