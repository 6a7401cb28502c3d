import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cronSchedules, scheduleProblem } from './cron.ts';

/** Times of a schedule after one, as the clock on the wall in UTC. */
function times(cron: string, zone: string, after: string, count: number): string[] {
  const found: string[] = [];
  for (let at: number | undefined = Date.parse(after); found.length < count; ) {
    at = cronSchedules.nextRun({ cron, time_zone: zone }, at);
    if (at === undefined) break;
    found.push(new Date(at).toISOString().slice(0, 16));
  }
  return found;
}

const berlin = 'Europe/Berlin';

test('times are whole minutes strictly after, read in the zone; the names stand for their fields', () => {
  assert.deepEqual(times('30 2 * * *', berlin, '2026-12-01T01:30:00Z', 2), ['2026-12-02T01:30', '2026-12-03T01:30']);
  assert.deepEqual(times('30 2 * * *', berlin, '2026-07-01T00:00:00Z', 1), ['2026-07-01T00:30']);
  assert.deepEqual(times('*/20 * * * *', 'UTC', '2026-12-01T00:00:59.999Z', 2), ['2026-12-01T00:20', '2026-12-01T00:40']);
  for (const [name, fields] of [
    ['@hourly', '0 * * * *'],
    ['@daily', '0 0 * * *'],
    ['@weekly', '0 0 * * 0'],
    ['@monthly', '0 0 1 * *'],
    ['@yearly', '0 0 1 1 *'],
  ] as const)
    assert.deepEqual(times(name, berlin, '2026-05-05T05:05:00Z', 3), times(fields, berlin, '2026-05-05T05:05:00Z', 3));
});

test('day of month and day of week, both named, are either', () => {
  assert.deepEqual(times('0 0 13 * 5', 'UTC', '2026-12-01T00:00:00Z', 3), ['2026-12-04T00:00', '2026-12-11T00:00', '2026-12-13T00:00']);
});

test('a time of day that the clock skips comes after the gap; what counts the hours is left out', () => {
  // On 29 March 2026 the clock goes from 02:00 to 03:00, at 01:00 UTC.
  assert.deepEqual(times('30 2 * * *', berlin, '2026-03-28T12:00:00Z', 2), ['2026-03-29T01:00', '2026-03-30T00:30']);
  assert.deepEqual(times('30 * * * *', berlin, '2026-03-29T00:00:00Z', 3), ['2026-03-29T00:30', '2026-03-29T01:30', '2026-03-29T02:30']);
});

test('a time of day that the clock repeats comes once, also of a list; what counts the hours comes in both', () => {
  // On 25 October 2026 the clock goes from 03:00 back to 02:00, at 01:00 UTC.
  assert.deepEqual(times('30 2 * * *', berlin, '2026-10-24T12:00:00Z', 2), ['2026-10-25T00:30', '2026-10-26T01:30']);
  assert.deepEqual(times('15,45 2 * * *', berlin, '2026-10-24T12:00:00Z', 3), ['2026-10-25T00:15', '2026-10-25T00:45', '2026-10-26T01:15']);
  assert.deepEqual(times('30 * * * *', berlin, '2026-10-24T23:45:00Z', 3), ['2026-10-25T00:30', '2026-10-25T01:30', '2026-10-25T02:30']);
});

test('what can not be read is told with its field, and never comes', () => {
  for (const [cron, zone, field] of [
    ['61 * * * *', 'UTC', 'cron'],
    ['* * * *', 'UTC', 'cron'],
    ['0 * * * * *', 'UTC', 'cron'],
    ['2026-01-01T00:00:00', 'UTC', 'cron'],
    ['@fortnightly', 'UTC', 'cron'],
    ['0 0 30 2 *', 'UTC', 'cron'],
    ['a b c d e', 'UTC', 'cron'],
    ['__proto__', 'UTC', 'cron'],
    ['@daily', 'Mars/Olympus', 'time_zone'],
  ] as const) {
    const schedule = { cron, time_zone: zone };
    assert.equal(scheduleProblem(schedule)?.field, field, cron);
    assert.equal(cronSchedules.problem(schedule)?.path, `$.schedule.${field}`);
    assert.equal(cronSchedules.nextRun(schedule, 0), undefined);
  }
  assert.match(scheduleProblem({ cron: '61 * * * *', time_zone: 'UTC' })?.message ?? '', /five fields.*61/);
});
