// Growing pauses between attempts: exponential, capped, jittered, forgotten after a stable time.
// Guarantees: the same inputs give the same pause; a pause is never below half of its step and never above the cap.
// The caller owes: `chance` from its own source of randomness, `now` from one clock throughout.

import type { ErrorCode } from '../model/errors.ts';

export interface BackoffRule {
  /** Pause after the first failure. */
  firstMs: number;
  /** Longest pause. */
  capMs: number;
  /** Growth per failure. */
  factor: number;
  /** A failure after this long without one counts as the first. */
  forgetAfterMs: number;
}

export const actionBackoff: BackoffRule = { firstMs: 500, capMs: 30_000, factor: 2, forgetAfterMs: 300_000 };
/** Crashes of an app: the first restart follows soon, a crash loop ends at five minutes, ten stable minutes forgive. */
export const crashBackoff: BackoffRule = { firstMs: 1000, capMs: 300_000, factor: 2, forgetAfterMs: 600_000 };
/** An image that nobody has yet: asking a registry every second helps nobody. */
export const imageBackoff: BackoffRule = { firstMs: 5000, capMs: 300_000, factor: 2, forgetAfterMs: 3_600_000 };

export interface Backoff {
  /** Failures in a row. */
  failures: number;
  failedAt: number;
  /** Not before this; on the clock that the caller uses. */
  retryAt: number;
}

/** The pause after `failures` failures in a row; `chance` in [0, 1) spreads it over the upper half of the step. */
export function pauseMs(rule: BackoffRule, failures: number, chance: number): number {
  if (failures <= 0) return 0;
  const step = Math.min(rule.capMs, rule.firstMs * rule.factor ** Math.min(failures - 1, 64));
  return Math.round(step * (0.5 + chance / 2));
}

/** The state after one more failure. */
export function afterFailure(rule: BackoffRule, before: Backoff | undefined, now: number, chance: number): Backoff {
  const failures = before && now - before.failedAt < rule.forgetAfterMs ? before.failures + 1 : 1;
  return { failures, failedAt: now, retryAt: now + pauseMs(rule, failures, chance) };
}
/** Processes of ours that serve others (sidecar, Caddy): back at once, seldom more than half a minute away. */
export const processBackoff: BackoffRule = { firstMs: 200, capMs: 30_000, factor: 2, forgetAfterMs: 60_000 };
/**
 * A port is handed on as soon as its former instance is gone from the records; the listener of a sidecar that believes so only
 * after seconds, or a proxy of the engine, may hold it a moment longer. Tried again soon, then ever more seldom.
 */
export const portBackoff: BackoffRule = { firstMs: 500, capMs: 60_000, factor: 2, forgetAfterMs: 600_000 };
/** Failures after which a port is a foreign process's: 8 to 16 seconds after the first. */
const portTakenAfter = 6;

/** The pauses that the failure of an action asks for, by its code. */
export function backoffFor(code: ErrorCode): BackoffRule {
  if (code === 'image_missing') return imageBackoff;
  return code === 'port_taken' ? portBackoff : actionBackoff;
}

/** Whether a failure may pass by itself within seconds, and is not worth telling yet. */
export function maySoonPass(failure: { code: string; failures: number }): boolean {
  return failure.code === 'port_taken' && failure.failures < portTakenAfter;
}
