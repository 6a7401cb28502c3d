import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Condition } from '../model/generated.ts';
import { mergeConditions } from './conditions.ts';

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
