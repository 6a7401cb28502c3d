// Counts failures by address: a few are answered and logged one by one, the rest are cut short until time has passed.
// Guarantees: bounded memory; an address that has not failed is never limited. Addresses that succeed are not this module's concern.
import type { Clock } from '../src/loop/ports.ts';

export interface FailureLimitOptions {
  clock: Clock;
  /** Failures that are treated one by one. */
  burst: number;
  /** One more is, each so many milliseconds. */
  refillMs: number;
  /** Addresses that are remembered; the one that failed longest ago is forgotten first. */
  maxAddresses: number;
}

interface Failures {
  left: number;
  /** Monotonic time up to which `left` is filled. */
  at: number;
}

export class FailureLimit {
  readonly #options: FailureLimitOptions;
  /** Oldest failure first. */
  readonly #byAddress = new Map<string, Failures>();

  constructor(options: FailureLimitOptions) {
    this.#options = options;
  }

  /** Counts one failure. 'count' where it is treated by itself, 'last' where it is and the next will not be, 'limited' where it is cut short. */
  fail(address: string): 'count' | 'last' | 'limited' {
    const { clock, burst, refillMs, maxAddresses } = this.#options;
    const now = clock.monotonic();
    const known = this.#byAddress.get(address);
    const refilled = known ? Math.floor((now - known.at) / refillMs) : 0;
    const left = known ? Math.min(burst, known.left + refilled) : burst;
    this.#byAddress.delete(address);
    this.#byAddress.set(address, { left: Math.max(0, left - 1), at: known ? known.at + refilled * refillMs : now });
    const oldest = this.#byAddress.keys().next().value;
    if (this.#byAddress.size > maxAddresses && oldest !== undefined) this.#byAddress.delete(oldest);
    if (left === 0) return 'limited';
    return left === 1 ? 'last' : 'count';
  }
}
