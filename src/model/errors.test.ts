import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asPhotonError, exitCodes, PhotonError } from './errors.ts';

test('an error tells what, where, what was expected and what to do next, in one line', () => {
  const error = new PhotonError('invalid_record', 'is no port', { where: 'a.yaml:3', expected: '1 to 65535', next: 'Correct it' });
  assert.equal(error.explain(), 'a.yaml:3: is no port; expected 1 to 65535. Correct it');
  assert.equal(new PhotonError('conflict', 'changed').explain(), 'changed');
  assert.equal(new PhotonError('invalid_argument', 'Not this.', { next: 'See --help' }).explain(), 'Not this. See --help');
});

test('exit codes follow the class, a timeout has its own', () => {
  const codes = (['invalid_record', 'conflict', 'already_exists', 'timeout', 'store_timeout', 'internal'] as const).map(
    (code) => new PhotonError(code, 'x').exitCode,
  );
  assert.deepEqual(codes, [
    exitCodes.invalid,
    exitCodes.conflict,
    exitCodes.conflict,
    exitCodes.timedOut,
    exitCodes.failed,
    exitCodes.failed,
  ]);
});

test('whatever is thrown becomes an error of the catalogue, and keeps its cause', () => {
  const own = new PhotonError('conflict', 'x');
  assert.equal(asPhotonError(own), own);
  const cause = new Error('boom');
  const wrapped = asPhotonError(cause);
  assert.deepEqual([wrapped.code, wrapped.message, wrapped.cause], ['internal', 'boom', cause]);
  assert.equal(asPhotonError('text').message, 'text');
});
