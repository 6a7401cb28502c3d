import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimulatedClock } from '../src/loop/clock.ts';
import { seededRandom } from '../src/loop/random.ts';
import { Balancer } from './balance.ts';

const keys = ['a', 'b', 'c'];
const self = (key: string): string => key;

/** How often each is chosen in 3000 calls that take what `latencyOf` says, or fail where it says nothing. */
function run(balancer: Balancer, latencyOf: (key: string) => number | undefined, candidates = keys): Record<string, number> {
  const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
  for (let n = 0; n < 3000; n++) {
    const key = balancer.choose(candidates, self);
    assert.ok(key !== undefined);
    counts[key] = (counts[key] ?? 0) + 1;
    balancer.begin(key);
    const latencyMs = latencyOf(key);
    balancer.end(key, latencyMs === undefined ? { ok: false } : { ok: true, latencyMs });
  }
  return counts;
}

describe('balancing', () => {
  it('equal endpoints share alike, whatever the noise', () => {
    const random = seededRandom(1);
    const counts = run(new Balancer(new SimulatedClock(), seededRandom(2)), () => 1 + 3 * random.next());
    for (const key of keys) assert.ok((counts[key] ?? 0) > 800, JSON.stringify(counts));
  });

  it('a slow endpoint and one with much under way are hardly asked', () => {
    const balancer = new Balancer(new SimulatedClock(), seededRandom(3));
    const counts = run(balancer, (key) => (key === 'a' ? 200 : 5));
    assert.ok((counts['a'] ?? 0) < 150, JSON.stringify(counts));
    const busy = new Balancer(new SimulatedClock(), seededRandom(4));
    for (let n = 0; n < 20; n++) busy.begin('b');
    assert.ok((run(busy, () => 5)['b'] ?? 0) < 200);
  });

  it('an endpoint that fails again and again is left out for a growing while, and found again', async () => {
    const clock = new SimulatedClock();
    const balancer = new Balancer(clock, seededRandom(5));
    for (let n = 0; n < 3; n++) balancer.end('a', { ok: false });
    assert.equal(run(balancer, () => 5)['a'], 0);
    await clock.advance(30_000);
    assert.ok((run(balancer, () => 5)['a'] ?? 0) > 500);
  });

  it('the last endpoint is never left out', () => {
    const balancer = new Balancer(new SimulatedClock(), seededRandom(6));
    for (let n = 0; n < 9; n++) balancer.end('a', { ok: false });
    assert.equal(balancer.choose(['a'], self), 'a');
    assert.equal(balancer.choose([], self), undefined);
  });

  it('forgets endpoints that are gone', () => {
    const balancer = new Balancer(new SimulatedClock(), seededRandom(7));
    balancer.end('a', { ok: false });
    balancer.keep(new Set(['b']));
    assert.equal(balancer.load('a').failures, 0);
  });
});
