// What is issued, read back by OpenSSL and by node, which know nothing of this code.
import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { OpensslWorkshop } from '../../e2e/harness/openssl.ts';
import { createAuthorities } from './authority.ts';
import { fingerprintSha256, readCertificate, readCertificates } from './certificate.ts';
import { issueLeaf, issueServerCertificate } from './issue.ts';
import { caIdOf, generateKey } from './keys.ts';
import type { SpiffeIdentity } from './spiffe.ts';

const openssl = new OpensslWorkshop();
after(() => openssl.close());

const now = Date.now();
const authorities = createAuthorities({ clusterId: 'demo', now });
const rootFile = openssl.write(authorities.root.certPem);
const issuingFile = openssl.write(authorities.issuing.certPem);
const key = generateKey();
const iam: SpiffeIdentity = { clusterId: 'demo', kind: 'service', name: 'iam' };
const dayMs = 86_400_000;

/** What `openssl verify` has against a certificate, or undefined. */
function doubts(certPem: string, ...more: string[]): string | undefined {
  return openssl.failure('verify', '-x509_strict', ...more, '-CAfile', rootFile, '-untrusted', issuingFile, openssl.write(certPem));
}

const factsOf = (pem: string) => readCertificate(readCertificates(pem)[0] ?? Buffer.alloc(0));
const text = (pem: string): string => openssl.run('x509', '-in', openssl.write(pem), '-noout', '-text');

describe('issuing', () => {
  test('OpenSSL accepts, strictly, an SVID for both purposes and a server certificate for its names', () => {
    const leaf = issueLeaf(authorities.issuing, { identity: iam, publicKey: key.privateKey, now });
    assert.equal(doubts(leaf.certPem, '-purpose', 'sslserver'), undefined);
    assert.equal(doubts(leaf.certPem, '-purpose', 'sslclient'), undefined);
    const server = issueServerCertificate(authorities.issuing, {
      dns: ['api.example'],
      ips: ['127.0.0.1', '2001:db8::1'],
      publicKey: key.privateKey,
      now,
    });
    assert.equal(doubts(server.certPem, '-purpose', 'sslserver', '-verify_hostname', 'api.example'), undefined);
    assert.equal(doubts(server.certPem, '-verify_ip', '2001:db8::1'), undefined);
    assert.match(doubts(server.certPem, '-verify_hostname', 'other.example') ?? '', /hostname mismatch/i);
    assert.match(doubts(server.certPem, '-purpose', 'sslclient') ?? '', /unsuitable certificate purpose|unsupported certificate purpose/);
    assert.equal(openssl.failure('verify', '-x509_strict', '-CAfile', rootFile, rootFile, issuingFile), undefined);
  });

  test('an SVID is to the letter', () => {
    const leaf = text(issueLeaf(authorities.issuing, { identity: iam, publicKey: key.privateKey, now }).certPem);
    assert.match(leaf, /Version: 3/);
    assert.match(leaf, /Basic Constraints: critical\n\s+CA:FALSE\n/);
    assert.match(leaf, /Key Usage: critical\n\s+Digital Signature\n/);
    assert.match(leaf, /Extended Key Usage: ?\n\s+TLS Web Server Authentication, TLS Web Client Authentication\n/);
    assert.match(leaf, /Subject Alternative Name: ?\n\s+URI:spiffe:\/\/photoncloud\/demo\/service\/iam\n/);
    assert.doesNotMatch(leaf, /CN = .*iam|Certificate Sign/);
    const authority = text(authorities.issuing.certPem);
    assert.match(authority, /Basic Constraints: critical\n\s+CA:TRUE, pathlen:0\n/);
    assert.match(authority, /Key Usage: critical\n\s+Certificate Sign, CRL Sign\n/);
    assert.match(text(authorities.root.certPem), /CA:TRUE, pathlen:1\n/);
  });

  test('key ids link the chain; the CA id is of its public key', () => {
    const leaf = factsOf(issueLeaf(authorities.issuing, { identity: iam, publicKey: key.privateKey, now }).certPem);
    const issuing = factsOf(authorities.issuing.certPem);
    const root = factsOf(authorities.root.certPem);
    assert.equal(leaf.authorityKeyId, issuing.subjectKeyId);
    assert.equal(issuing.authorityKeyId, root.subjectKeyId);
    assert.equal(root.authorityKeyId, root.subjectKeyId);
    assert.equal(leaf.subjectKeyId?.length, 40);
    assert.equal(new Set([leaf.subjectKeyId, issuing.subjectKeyId, root.subjectKeyId]).size, 3);
    assert.equal(authorities.root.caId, caIdOf(createPublicKey(authorities.root.certPem)));
    assert.match(authorities.root.caId, /^[0-9a-f]{16}$/);
  });

  test('leaf and authorities live as long as they should, and no leaf outlives its issuer', () => {
    const years = (a: number, b: number) => (b - a) / (365.25 * dayMs);
    for (const { certPem } of [authorities.root, authorities.issuing]) {
      const { notBefore, notAfter } = factsOf(certPem);
      assert.ok(Math.abs(years(notBefore, notAfter) - 10) < 0.01);
    }
    const leaf = issueLeaf(authorities.issuing, { identity: iam, publicKey: key.privateKey, now });
    assert.equal(Math.round((leaf.notAfter - now) / dayMs), 90);
    assert.ok(leaf.notBefore < now - 60_000);
    const end = factsOf(authorities.issuing.certPem).notAfter;
    const last = issueLeaf(authorities.issuing, { identity: iam, publicKey: key.privateKey, now: end - dayMs });
    assert.equal(factsOf(last.certPem).notAfter, end);
    const expired = { identity: iam, publicKey: key.privateKey, now: end + 1000 };
    assert.throws(() => issueLeaf(authorities.issuing, expired), { code: 'certificate_invalid' });
  });

  test('what was encoded is what node and OpenSSL read', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
    const node = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) =>
      labels
        .join('.')
        .slice(0, 63)
        .replace(/[.-]+$/, ''),
    );
    const identity = fc.oneof(
      fc.record({ clusterId: fc.constant('demo'), kind: fc.constant('service' as const), name: label }),
      fc.record({ clusterId: fc.constant('demo'), kind: fc.constant('node' as const), name: node }),
    );
    const lifetimes = fc.integer({ min: 1000, max: 365 * dayMs });
    // Before and after 2050, where the encoding of time changes.
    const moments = fc.integer({ min: 0, max: 40 * 365 * dayMs });
    fc.assert(
      fc.property(identity, lifetimes, moments, (identity, lifetimeMs, later) => {
        const at = now + later;
        const { issuing } = createAuthorities({ clusterId: 'demo', now: at });
        const leaf = issueLeaf(issuing, { identity, publicKey: key.privateKey, now: at, lifetimeMs });
        const read = new X509Certificate(leaf.certPem);
        assert.equal(read.subjectAltName, `URI:spiffe://photoncloud/demo/${identity.kind}/${identity.name}`);
        assert.equal(read.serialNumber.toLowerCase(), leaf.serial);
        assert.equal(read.serialNumber.length, 32);
        assert.equal(read.validFromDate.getTime(), leaf.notBefore);
        assert.equal(read.validToDate.getTime(), leaf.notAfter);
        assert.equal(read.fingerprint256.replaceAll(':', '').toLowerCase(), leaf.fingerprintSha256);
        assert.equal(fingerprintSha256(leaf.certPem), leaf.fingerprintSha256);
        assert.equal(read.ca, false);
        assert.ok(
          read.verify(issuing.certificate.publicKey) && read.checkIssued(issuing.certificate) && read.checkPrivateKey(key.privateKey),
        );
        const facts = factsOf(leaf.certPem);
        assert.deepEqual(
          [facts.notBefore, facts.notAfter, facts.serial, facts.names.uris],
          [leaf.notBefore, leaf.notAfter, leaf.serial, [leaf.subject]],
        );
      }),
      { numRuns: 60 },
    );
  });

  test('addresses of a server certificate read back as they are', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.ipV6()), { minLength: 1, maxLength: 5 }), (ips) => {
        const { certPem } = issueServerCertificate(authorities.issuing, { dns: [], ips, publicKey: key.privateKey, now });
        const read = new X509Certificate(certPem);
        for (const ip of ips) assert.ok(read.checkIP(ip), `${ip}: ${read.subjectAltName}`);
      }),
      { numRuns: 100 },
    );
  });

  test('a thousand serials are positive, long and different', () => {
    const serials = Array.from(
      { length: 1000 },
      () => issueLeaf(authorities.issuing, { identity: iam, publicKey: key.privateKey, now }).serial,
    );
    assert.equal(new Set(serials).size, 1000);
    for (const serial of serials) assert.match(serial, /^[4-7][0-9a-f]{31}$/);
  });
});
