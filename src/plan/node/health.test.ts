import assert from 'node:assert/strict';
import { test } from 'node:test';
import { healthOf } from '../../model/defaults.ts';
import { afterCrash, afterProbe, exitReason, firstProbeState, probePauseMs } from './health.ts';
import { unit } from './states.ts';

const health = { ...healthOf({ protocol: 'http' }), healthy_after: 2, unhealthy_after: 3, start_period_s: 10, interval_s: 5 };
const pass = { ok: true } as const;
const fail = { ok: false, reason: 'no' } as const;

function probed(results: readonly (typeof pass | typeof fail)[], stepMs: number) {
  let state = firstProbeState('u', false, 0);
  for (const [at, result] of results.entries()) state = afterProbe(state, result, health, at * stepMs);
  return state;
}

test('ready after passes in a row, unready after failures in a row', () => {
  assert.equal(probed([pass], 1000).ready, false);
  assert.equal(probed([pass, fail, pass], 1000).ready, false);
  assert.equal(probed([pass, pass], 1000).ready, true);
  assert.equal(probed([pass, pass, fail, fail], 1000).ready, true);
  assert.equal(probed([pass, pass, fail, fail, pass, fail, fail], 1000).ready, true);
  assert.equal(probed([pass, pass, fail, fail, fail], 1000).ready, false);
});

test('failures within the start period do not count', () => {
  assert.equal(probed([fail, fail, fail, fail], 2000).failures, 0);
  assert.equal(probed([fail, fail, fail, fail, fail, fail, fail, fail], 2000).failures, 3);
  assert.equal(probed([fail], 1000).reason, 'no');
});

test('probes are quick at first, and at the interval once ready or late', () => {
  const start = firstProbeState('u', false, 0);
  assert.equal(probePauseMs({ ...start, probes: 1 }, health, 0), 50);
  assert.equal(probePauseMs({ ...start, probes: 9 }, health, 5000), 500);
  assert.equal(probePauseMs({ ...start, probes: 9 }, health, 10_000), 5000);
  assert.equal(probePauseMs({ ...start, ready: true }, health, 0), 5000);
});

test('a crash is counted once, however often it is seen', () => {
  const first = afterCrash(undefined, unit('a', { state: 'exited', exitCode: 1 }), 1000, 0.5);
  assert.equal(afterCrash(first, unit('a', { state: 'exited', exitCode: 1 }), 2000, 0.5), first);
  const second = afterCrash(first, unit('a', { state: 'exited', exitCode: 1, startedAt: 2 }), 3000, 0.5);
  assert.equal(second.failures, 2);
  assert.ok(second.retryAt - 3000 > first.retryAt - 1000);
});

test('reasons', () => {
  assert.match(exitReason(unit('a', { exitCode: 3 })), /^exited: with code 3$/);
  assert.match(exitReason(unit('a')), /^exited: the exit code is not known$/);
  assert.match(exitReason(unit('a', { exitCode: 137, oomKilled: true })), /^out_of_memory/);
  assert.match(exitReason(unit('a', { error: 'exec format error' })), /^start_failed: exec format error$/);
});
