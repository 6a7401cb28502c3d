import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { actionBackoff, afterFailure, type Backoff, crashBackoff, imageBackoff, pauseMs, portBackoff, processBackoff } from './backoff.ts';

const rules = [actionBackoff, crashBackoff, imageBackoff, portBackoff, processBackoff];
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('a pause lies in the upper half of its step and never above the cap', () => {
  fc.assert(
    fc.property(fc.constantFrom(...rules), fc.integer({ min: 1, max: 10_000 }), chance, (rule, failures, luck) => {
      const step = Math.min(rule.capMs, rule.firstMs * rule.factor ** Math.min(failures - 1, 64));
      const pause = pauseMs(rule, failures, luck);
      assert.ok(pause >= Math.floor(step / 2) && pause <= step);
    }),
  );
});

test('no failure, no pause', () => assert.equal(pauseMs(actionBackoff, 0, 0.9), 0));

test('failures in a row grow; a stable time forgives', () => {
  for (const rule of rules) {
    let state: Backoff | undefined;
    let now = 0;
    for (let at = 1; at <= 20; at++) {
      state = afterFailure(rule, state, now, 0.5);
      assert.equal(state.failures, at);
      now = state.retryAt;
    }
    assert.ok(rule.forgetAfterMs > rule.capMs, 'a pause alone is never taken for stability');
    const later = afterFailure(rule, state, now + rule.forgetAfterMs, 0.5);
    assert.equal(later.failures, 1);
  }
});
