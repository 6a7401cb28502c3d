import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { backdateMs, certificateState, leafLifetimeMs, renewalAt, validityOf } from './certificates.ts';

const now = 1_800_000_000_000;
const dayMs = 86_400_000;
const times = fc.integer({ min: 0, max: 4_000_000_000_000 });
const lifetimes = fc.integer({ min: 1000, max: 3652 * dayMs });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('certificate timing', () => {
  test('a leaf is backdated, lives 90 days, and stays within its issuer', () => {
    assert.deepEqual(validityOf({ now, lifetimeMs: leafLifetimeMs }), { notBefore: now - backdateMs, notAfter: now + 90 * dayMs });
    const issuer = { notBefore: now - 1000, notAfter: now + 2000 };
    assert.deepEqual(validityOf({ now, lifetimeMs: leafLifetimeMs, issuer }), issuer);
  });

  test('an issuer out of its time issues nothing', () => {
    assert.equal(validityOf({ now, lifetimeMs: dayMs, issuer: { notBefore: now + 1, notAfter: now + dayMs } }), undefined);
    assert.equal(validityOf({ now, lifetimeMs: dayMs, issuer: { notBefore: now - dayMs, notAfter: now } }), undefined);
  });

  test('always: whole seconds, covers now, never beyond the issuer', () => {
    fc.assert(
      fc.property(times, lifetimes, times, lifetimes, (at, lifetimeMs, start, span) => {
        const issuer = { notBefore: Math.floor(start / 1000) * 1000, notAfter: Math.floor((start + span) / 1000) * 1000 };
        const validity = validityOf({ now: at, lifetimeMs, issuer });
        if (!validity) return;
        assert.ok(validity.notBefore <= at && at < validity.notAfter);
        assert.ok(validity.notBefore >= issuer.notBefore && validity.notAfter <= issuer.notAfter);
        assert.equal(validity.notBefore % 1000 || validity.notAfter % 1000, 0);
      }),
    );
  });

  test('renewed at two thirds, or up to a tenth of the lifetime earlier', () => {
    const leaf = { notBefore: now - backdateMs, notAfter: now + 90 * dayMs };
    assert.equal(renewalAt(leaf, 0), now + 60 * dayMs);
    assert.equal(renewalAt(leaf, 0.5), now + 55.5 * dayMs);
    fc.assert(
      fc.property(times, lifetimes, chance, (issuedAt, lifetimeMs, of) => {
        const notAfter = issuedAt + lifetimeMs;
        const at = renewalAt({ notBefore: issuedAt - backdateMs, notAfter }, of);
        assert.ok(at > issuedAt + 0.56 * lifetimeMs - 1 && at <= issuedAt + (2 / 3) * lifetimeMs);
        assert.equal(renewalAt({ notBefore: issuedAt - 1, notAfter, issuedAt }, of), at);
      }),
    );
  });

  test('a certificate of ten seconds is good, then renewed, then expired', () => {
    const leaf = { notBefore: now - backdateMs, notAfter: now + 10_000 };
    const states = [0, 6600, 6700, 9999, 10_000].map((after) => certificateState(leaf, 0, now + after));
    assert.deepEqual(states, ['good', 'good', 'renew', 'renew', 'expired']);
  });
});
