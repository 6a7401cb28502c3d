import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { isIp, isUnspecified } from './address.ts';
import { parseConstraint, satisfies } from './constraints.ts';
import { nearest } from './nearest.ts';
import { parseTimestamp, timestamp } from './time.ts';

const years0to9999 = { min: -62_167_219_200_000, max: 253_402_300_799_999 };

test('timestamp spells what Date spells, and parseTimestamp reads it back', () => {
  fc.assert(
    fc.property(fc.integer(years0to9999), (ms) => {
      assert.equal(timestamp(ms), new Date(ms).toISOString());
      assert.equal(parseTimestamp(timestamp(ms)), ms);
    }),
    { numRuns: 2000 },
  );
});

test('parseTimestamp takes zones and fractions, and no time that does not exist', () => {
  assert.equal(parseTimestamp('2026-12-01T10:00:00+02:00'), Date.UTC(2026, 11, 1, 8));
  assert.equal(parseTimestamp('2026-12-01T08:00:00.5-00:30'), Date.UTC(2026, 11, 1, 8, 30, 0, 500));
  assert.equal(parseTimestamp('2026-12-01T08:00:00.123456789Z'), Date.UTC(2026, 11, 1, 8, 0, 0, 123));
  assert.equal(parseTimestamp('2028-02-29T00:00:00Z'), Date.UTC(2028, 1, 29));
  for (const text of [
    '',
    '2026-12-01',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-12-01T24:00:00Z',
    '2026-12-01T08:00:00',
    'x',
  ]) {
    assert.equal(parseTimestamp(text), undefined, text);
  }
});

test('isIp agrees with node:net', () => {
  const hex = fc.constantFrom('0', '1', 'f', 'ffff', '0db8', '2001', '12345', 'g', '');
  const six = fc.array(hex, { minLength: 1, maxLength: 9 }).map((groups) => groups.join(':'));
  const four = fc
    .array(fc.constantFrom('0', '1', '255', '256', '01', '', '1000', 'a'), { minLength: 3, maxLength: 5 })
    .map((parts) => parts.join('.'));
  const mixed = fc.tuple(six, four).map(([a, b]) => `${a}:${b}`);
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), six, four, mixed, fc.string()), (text) => {
      assert.equal(isIp(text), isIP(text) !== 0, text);
    }),
    { numRuns: 5000 },
  );
  assert.ok(
    isUnspecified('0.0.0.0') && isUnspecified('::') && isUnspecified('0:0::0') && !isUnspecified('::1') && !isUnspecified('10.0.0.0'),
  );
});

test('constraints: what is taken, what is refused, what is satisfied', () => {
  assert.deepEqual(parseConstraint('zone==a'), { label: 'zone', operator: '==', values: ['a'] });
  assert.deepEqual(parseConstraint(' example.com/rack  != r 1 '), { label: 'example.com/rack', operator: '!=', values: ['r 1'] });
  assert.deepEqual(parseConstraint('zone in (a, b)'), { label: 'zone', operator: 'in', values: ['a', 'b'] });
  for (const text of ['', 'zone', 'zone=a', 'zone==', '==a', 'zone in ()', 'zone in (a,)', 'zone in a', 'zone===a']) {
    assert.equal(parseConstraint(text), undefined, text);
  }
  const labels = { zone: 'a' };
  const holds = (text: string): boolean => satisfies(labels, parseConstraint(text) ?? assert.fail(text));
  assert.deepEqual(
    ['zone==a', 'zone==b', 'zone!=a', 'zone!=b', 'zone in (b, a)', 'zone in (b)', 'rack==a', 'rack!=a', 'toString!=x'].map(holds),
    [true, false, false, true, true, false, false, true, true],
  );
});

test('nearest finds typos, other spellings and swapped letters, and no far name', () => {
  const known = ['replicas', 'max_surge', 'image', 'args', 'env'];
  assert.equal(nearest('replica', known), 'replicas');
  assert.equal(nearest('maxSurge', known), 'max_surge');
  assert.equal(nearest('iamge', known), 'image');
  assert.equal(nearest('ENV', known), 'env');
  assert.equal(nearest('entirely_else', known), undefined);
  assert.equal(nearest('x'.repeat(100_000), known), undefined);
});
