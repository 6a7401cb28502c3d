import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PhotonError } from '../model/errors.ts';
import { createLog, type LogFormat } from './log.ts';
import { jittered, seededRandom } from './random.ts';

function capture(format: LogFormat = 'json') {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { lines, log: createLog({ name: 'x', format, level: 'info', fields: { node: 'n' }, destination }) };
}

test('one JSON object a line, with level, time, name and fields', () => {
  const { lines, log } = capture();
  log.child({ service: 's' }).warn({ err: new PhotonError('timeout', 'late', { cause: new Error('why') }) }, 'hm');
  log.debug({}, 'not shown');
  assert.equal(lines.length, 1);
  const { level, name, node, service, err, msg, time } = JSON.parse(lines[0] ?? '');
  assert.deepEqual(
    { level, name, node, service, err, msg },
    { level: 'warn', name: 'x', node: 'n', service: 's', err: { code: 'timeout', message: 'late', cause: 'why' }, msg: 'hm' },
  );
  assert.match(time, /^\d{4}-.*Z$/);
});

test('fields that hold secrets are masked', () => {
  const { lines, log } = capture();
  log.info({ password: 'hunter2', spec: { env: { A: 'hunter2' } }, call: { authorization: 'Bearer hunter2' } }, 'x');
  assert.doesNotMatch(lines.join(''), /hunter2/);
});

test('a seed gives the same numbers, in range', () => {
  const draw = (seed: number): number[] => {
    const random = seededRandom(seed);
    return Array.from({ length: 1000 }, () => random.next());
  };
  assert.deepEqual(draw(5), draw(5));
  assert.notDeepEqual(draw(5), draw(6));
  assert.ok(draw(5).every((value) => value >= 0 && value < 1));
  const mean = draw(5).reduce((sum, value) => sum + value, 0) / 1000;
  assert.ok(mean > 0.45 && mean < 0.55, `mean ${mean}`);
  assert.match(seededRandom(1).hex(8), /^[0-9a-f]{16}$/);
  const random = seededRandom(2);
  for (let at = 0; at < 100; at++) {
    const value = jittered(random, 100, 0.1);
    assert.ok(value >= 90 && value <= 110);
  }
});
