import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Condition } from '../model/generated.ts';
import { mergeConditions, type Seen, steadyConditions } from './conditions.ts';

const is =
  (...types: string[]) =>
  (type: string) =>
    types.includes(type);

test("conditions of others stay, one's own are replaced in their place, and since is kept", () => {
  const existing: Condition[] = [
    { type: 'disk_full', reason: 'disk_full', message: 'old words', since: '2026-01-02T00:00:00Z' },
    { type: 'mass_loss', reason: 'r', message: 'm', since: '2026-01-01T00:00:00Z' },
    { type: 'caddy_off', reason: 'caddy_off', message: 'm', since: '2026-01-03T00:00:00Z' },
  ];
  const mine = [{ type: 'disk_full', reason: 'disk_full', message: 'new words', since: '2026-01-04T00:00:00Z' }];
  assert.deepEqual(mergeConditions(existing, mine, is('disk_full', 'caddy_off')), [
    { type: 'disk_full', reason: 'disk_full', message: 'new words', since: '2026-01-02T00:00:00Z' },
    existing[1],
  ]);
  const many = Array.from({ length: 100 }, (_, n) => ({ type: 'own', reason: 'r', message: 'm', key: `k${n}`, since: '' }));
  assert.equal(mergeConditions(existing, many, is('own')).length, 64);
});

test('several writers of one record come to rest, whatever order each finds its own in', () => {
  const condition = (types: string[]): fc.Arbitrary<Condition> =>
    fc.record({
      type: fc.constantFrom(...types),
      reason: fc.constantFrom('r', 's'),
      message: fc.constantFrom('m', 'n'),
      since: fc.constant('t'),
    });
  const agent = ['a', 'c', 'e'];
  const controller = ['b', 'd'];
  fc.assert(
    fc.property(
      fc.array(condition([...agent, ...controller, 'other'])),
      fc.array(condition(agent)),
      fc.array(condition(controller)),
      (existing, ofAgent, ofController) => {
        let conditions = existing;
        for (let round = 0; round < 2; round++) {
          conditions = mergeConditions(conditions, ofAgent, is(...agent));
          conditions = mergeConditions(conditions, ofController, is(...controller));
        }
        assert.deepEqual(mergeConditions(conditions, [...ofAgent].reverse(), is(...agent)), conditions);
        assert.deepEqual(mergeConditions(conditions, [...ofController].reverse(), is(...controller)), conditions);
        assert.deepEqual(
          conditions.filter(({ type }) => type === 'other'),
          existing.filter(({ type }) => type === 'other'),
        );
      },
    ),
  );
});

test('a condition is told once it has stood for long enough; one that is recorded stays while it holds', () => {
  const [a, b] = [
    { type: 'caddy_unreachable', reason: 'caddy_unreachable' },
    { type: 'disk_full', reason: 'disk_full' },
  ];
  const recorded = [{ ...b, message: 'm', since: '2026-12-01T00:00:00Z' }];
  const at = (nowMs: number) => ({ nowMs, afterMs: 5000 });
  const first = steadyConditions([a, b], recorded, new Map(), at(1000));
  assert.deepEqual(first.steady, [b]);
  const second = steadyConditions([a, b], recorded, first.seen, at(5999));
  assert.deepEqual(second.steady, [b]);
  assert.deepEqual(steadyConditions([a], [], second.seen, at(6000)).steady, [a]);
});

test('what comes and goes is told as well, and what was away for long enough is new', () => {
  const flapping = { type: 'disk_full', reason: 'disk_full' };
  let seen: ReadonlyMap<string, Seen> = new Map();
  const told: number[] = [];
  for (let nowMs = 0; nowMs <= 8000; nowMs += 1000) {
    const look = steadyConditions(nowMs % 2000 === 0 ? [flapping] : [], [], seen, { nowMs, afterMs: 5000 });
    seen = look.seen;
    if (look.steady.length > 0) told.push(nowMs);
  }
  assert.deepEqual(told, [6000, 8000]);
  assert.deepEqual(steadyConditions([flapping], [], seen, { nowMs: 13_000, afterMs: 5000 }).steady, []);
});
