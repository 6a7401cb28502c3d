// Which of several endpoints is called next: power of two choices over a moving average of latency, times what is under way.
// Of the two the cheaper one is likelier by the ratio of their costs, so that equal endpoints share alike whatever the noise of single
// answers, and a slow one is hardly asked. What was learnt fades, so that one that has recovered is found again.
// Guarantees: a failure counts as a slow answer; an endpoint that fails again and again is left out for a growing while, but never
// the last one.
import type { Clock, Random } from '../src/loop/ports.ts';

/** What is known of one endpoint. */
export interface Load {
  /** Moving average, milliseconds, as of `learntAt`. */
  latencyMs: number;
  /** Monotonic. */
  learntAt: number;
  underWay: number;
  /** In a row. */
  failures: number;
  /** Monotonic. */
  ejectedUntil: number;
}

const smoothing = 0.3;
const startMs = 5;
/** Half of what sets an endpoint apart is forgotten after this. */
const fadeMs = 5000;
/** A failure is taken for an answer this slow, and slower where it already was. */
const failureMs = 1000;
const maxLatencyMs = 30_000;
const ejectAfter = 3;
const ejectMs = 1000;
const maxEjectMs = 30_000;

export class Balancer {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #loads = new Map<string, Load>();

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** One of the candidates, or undefined where there is none. `keyOf` names an endpoint. */
  choose<E>(candidates: readonly E[], keyOf: (candidate: E) => string): E | undefined {
    const now = this.#clock.monotonic();
    const usable = candidates.filter((candidate) => this.load(keyOf(candidate)).ejectedUntil <= now);
    const pool = usable.length > 0 ? usable : candidates;
    if (pool.length < 2) return pool[0];
    const first = Math.floor(this.#random.next() * pool.length);
    const other = (first + 1 + Math.floor(this.#random.next() * (pool.length - 1))) % pool.length;
    const [a, b] = [pool[first], pool[other]];
    if (a === undefined || b === undefined) return a ?? b;
    const [costA, costB] = [this.#cost(keyOf(a)), this.#cost(keyOf(b))];
    return this.#random.next() * (costA + costB) < costB ? a : b;
  }

  load(key: string): Load {
    let load = this.#loads.get(key);
    if (!load) {
      load = { latencyMs: startMs, learntAt: this.#clock.monotonic(), underWay: 0, failures: 0, ejectedUntil: Number.NEGATIVE_INFINITY };
      this.#loads.set(key, load);
    }
    return load;
  }

  begin(key: string): void {
    this.load(key).underWay++;
  }

  /** `latencyMs` is undefined where the call was given up without a verdict on the endpoint. */
  end(key: string, outcome: { ok: true; latencyMs: number | undefined } | { ok: false }): void {
    const load = this.load(key);
    load.underWay = Math.max(0, load.underWay - 1);
    if (outcome.ok) {
      load.failures = 0;
      load.ejectedUntil = Number.NEGATIVE_INFINITY;
      if (outcome.latencyMs !== undefined) this.#learn(load, outcome.latencyMs);
      return;
    }
    load.failures++;
    this.#learn(load, Math.max(failureMs, this.#latency(load) * 2));
    if (load.failures >= ejectAfter) {
      load.ejectedUntil = this.#clock.monotonic() + Math.min(maxEjectMs, ejectMs * 2 ** (load.failures - ejectAfter));
    }
  }

  /** Forgets endpoints that are no longer there. */
  keep(keys: ReadonlySet<string>): void {
    for (const [key, load] of this.#loads) if (!keys.has(key) && load.underWay === 0) this.#loads.delete(key);
  }

  #cost(key: string): number {
    const load = this.load(key);
    return this.#latency(load) * (load.underWay + 1);
  }

  #latency(load: Load): number {
    const share = 0.5 ** ((this.#clock.monotonic() - load.learntAt) / fadeMs);
    return startMs + (load.latencyMs - startMs) * share;
  }

  #learn(load: Load, sampleMs: number): void {
    const before = this.#latency(load);
    load.latencyMs = Math.min(maxLatencyMs, before + smoothing * (sampleMs - before));
    load.learntAt = this.#clock.monotonic();
  }
}
