import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseSpiffeId, type SpiffeIdentity, type SpiffeRefusal, spiffeId } from './spiffe.ts';

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/);
const identity: fc.Arbitrary<SpiffeIdentity> = fc.oneof(
  fc.record({ clusterId: label, kind: fc.constant('service' as const), name: label }, { noNullPrototype: true }),
  fc.record(
    {
      clusterId: label,
      kind: fc.constant('node' as const),
      name: fc.array(label, { minLength: 1, maxLength: 4 }).map((l) => l.join('.')),
    },
    { noNullPrototype: true },
  ),
);

describe('SPIFFE ids', () => {
  test('an id reads back as the identity, and differs for different identities', () => {
    fc.assert(
      fc.property(identity, identity, (a, b) => {
        assert.deepEqual(parseSpiffeId(spiffeId(a)), { ok: true, identity: a });
        assert.equal(spiffeId(a) === spiffeId(b), a.clusterId === b.clusterId && a.kind === b.kind && a.name === b.name);
      }),
    );
  });

  test('what parses is spelled in exactly one way', () => {
    const pieces = fc.constantFrom(
      'spiffe://',
      'photoncloud',
      '/',
      'demo',
      'service',
      'node',
      'iam',
      '.',
      '..',
      '%2e',
      'A',
      '?',
      '#',
      ':',
      '@',
      '-',
      '\0',
      ' ',
      'é',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 12 }).map((p) => p.join('')),
          fc.array(pieces, { maxLength: 6 }).map((p) => `spiffe://photoncloud/demo/service/${p.join('')}`),
        ),
        (text) => {
          const parsed = parseSpiffeId(text);
          if (parsed.ok) assert.equal(spiffeId(parsed.identity), text);
        },
      ),
      { numRuns: 2000 },
    );
  });

  const bad: [text: string, reason: SpiffeRefusal][] = [
    ['', 'not_a_spiffe_id'],
    ['https://photoncloud/demo/service/iam', 'not_a_spiffe_id'],
    ['SPIFFE://photoncloud/demo/service/iam', 'not_a_spiffe_id'],
    [' spiffe://photoncloud/demo/service/iam', 'not_a_spiffe_id'],
    [`spiffe://photoncloud/demo/service/${'a'.repeat(2048)}`, 'not_a_spiffe_id'],
    ['spiffe://other/demo/service/iam', 'wrong_trust_domain'],
    ['spiffe://photoncloud.example/demo/service/iam', 'wrong_trust_domain'],
    ['spiffe://PhotonCloud/demo/service/iam', 'wrong_trust_domain'],
    ['spiffe://photoncloud:443/demo/service/iam', 'wrong_trust_domain'],
    ['spiffe://user@photoncloud/demo/service/iam', 'wrong_trust_domain'],
    ['spiffe:///demo/service/iam', 'wrong_trust_domain'],
    ['spiffe://photoncloud', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/iam/', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/iam/x', 'malformed_spiffe_id'],
    ['spiffe://photoncloud//service/iam', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo//iam', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/../service/iam', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/..', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/node/..', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/.', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/i%61m', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/IAM', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/Demo/service/iam', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/Service/iam', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/pod/iam', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/iam?x=1', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/iam#x', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/iam\n', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/iam\0', 'malformed_spiffe_id'],
    ['spiffe://photoncloud/demo/service/a.b', 'malformed_spiffe_id'],
    [`spiffe://photoncloud/demo/service/${'a'.repeat(64)}`, 'malformed_spiffe_id'],
  ];
  for (const [text, reason] of bad) {
    test(`refused: ${JSON.stringify(text.slice(0, 70))}`, () => {
      const parsed = parseSpiffeId(text);
      assert.equal(parsed.ok ? 'accepted' : parsed.reason, reason);
    });
  }

  test('no id is made from what is none', () => {
    for (const name of ['', 'a/b', '..', 'A', 'a b', '-a', 'a-', 'a.b', 'a'.repeat(64)]) {
      assert.throws(() => spiffeId({ clusterId: 'demo', kind: 'service', name }), { code: 'invalid_argument' }, name);
      assert.throws(() => spiffeId({ clusterId: name, kind: 'service', name: 'iam' }), { code: 'invalid_argument' }, name);
    }
  });
});
