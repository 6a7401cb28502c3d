import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SimulatedClock } from '../src/loop/clock.ts';
import { FailureLimit } from './failures.ts';

const limitOf = (clock: SimulatedClock) => new FailureLimit({ clock, burst: 3, refillMs: 1000, maxAddresses: 2 });

describe('failure limit', () => {
  test('a burst is treated one by one, the last of it is known, the rest is cut short until time has passed', async () => {
    const clock = new SimulatedClock();
    const limit = limitOf(clock);
    const fail = (times: number) => Array.from({ length: times }, () => limit.fail('a'));
    assert.deepEqual(fail(5), ['count', 'count', 'last', 'limited', 'limited']);
    await clock.advance(999);
    assert.deepEqual(fail(1), ['limited']);
    await clock.advance(1);
    assert.deepEqual(fail(2), ['last', 'limited']);
    await clock.advance(60_000);
    assert.deepEqual(fail(4), ['count', 'count', 'last', 'limited']);
  });

  test('addresses do not limit each other, and the one that failed longest ago is forgotten', () => {
    const limit = limitOf(new SimulatedClock());
    for (const address of ['a', 'a', 'a', 'b']) limit.fail(address);
    assert.equal(limit.fail('a'), 'limited');
    assert.equal(limit.fail('c'), 'count');
    assert.equal(limit.fail('a'), 'limited');
    assert.deepEqual([limit.fail('b'), limit.fail('b'), limit.fail('b')], ['count', 'count', 'last']);
  });
});
