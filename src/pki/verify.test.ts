// Peers good and bad, with certificates made by OpenSSL, and the verdict for each; then the same over a real handshake.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { connect, createServer, type TLSSocket } from 'node:tls';
import fc from 'fast-check';
import { OpensslWorkshop, type Pair } from '../../e2e/harness/openssl.ts';
import { createAuthorities } from './authority.ts';
import { fingerprintSha256, readCertificates } from './certificate.ts';
import * as der from './der.ts';
import { issueLeaf, issueServerCertificate } from './issue.ts';
import { generateKey } from './keys.ts';
import { type PeerRefusal, type PeerRules, type PeerVerdict, presentedChain, trustAnchors, verifyPeer } from './verify.ts';

const openssl = new OpensslWorkshop();
after(() => openssl.close());

const now = Date.now();
const caExtensions = ['basicConstraints = critical,CA:true', 'keyUsage = critical,keyCertSign,cRLSign', 'subjectKeyIdentifier = hash'];
const root = openssl.certificate(undefined, { subject: '/CN=root', extensions: caExtensions });
const issuing = openssl.certificate(root, { subject: '/CN=issuing', extensions: caExtensions });
const anchors = trustAnchors(root.certPem);

const id = 'spiffe://photoncloud/demo/service/iam';
const san = (...names: string[]) => `subjectAltName = ${names.join(',')}`;
const ca = 'basicConstraints = critical,CA:false';
const usage = 'keyUsage = critical,digitalSignature';
const purposes = 'extendedKeyUsage = serverAuth,clientAuth';
const svid = (...names: string[]): string[] => [ca, usage, purposes, san(...names)];

type What = { extensions: string[]; issuer?: Pair; startDate?: string; endDate?: string; key?: string };
const leafOf = ({ issuer, ...what }: What): Pair => openssl.certificate(issuer ?? issuing, { subject: '/CN=leaf', ...what });
const chainOf = (leaf: Pair, ...more: Pair[]): Buffer[] => [leaf, ...more].flatMap((pair) => readCertificates(pair.certPem));

function verdictOf(chain: Uint8Array[], rules: Partial<PeerRules> = {}): PeerVerdict {
  return verifyPeer(chain, { anchors, clusterId: 'demo', expect: { kind: 'service', name: 'iam' }, now, revoked: new Set(), ...rules });
}

function reasonOf(verdict: PeerVerdict): PeerRefusal | 'accepted' {
  return verdict.ok ? 'accepted' : verdict.reason;
}

describe('peers with certificates made by OpenSSL', () => {
  test('a good one is accepted, with its identity', () => {
    const leaf = leafOf({ extensions: svid(`URI:${id}`) });
    const verdict = verdictOf(chainOf(leaf, issuing));
    assert.ok(verdict.ok, JSON.stringify(verdict));
    assert.deepEqual(verdict.identity, { clusterId: 'demo', kind: 'service', name: 'iam' });
    assert.equal(verdict.spiffeId, id);
    assert.equal(verdict.fingerprintSha256, fingerprintSha256(leaf.certPem));
    assert.equal(verdict.notAfter, Date.parse('2099-12-31T23:59:59Z'));
  });

  const cases: [name: string, expected: PeerRefusal | 'accepted', what: What | (() => Buffer[]), rules?: Partial<PeerRules>][] = [
    [
      'other names beside the one URI (X509-SVID allows them)',
      'accepted',
      { extensions: svid(`URI:${id}`, 'DNS:iam.example', 'IP:10.0.0.1') },
    ],
    ['a root presented too', 'accepted', () => chainOf(leafOf({ extensions: svid(`URI:${id}`) }), issuing, root)],
    ['issued by the root itself', 'accepted', () => chainOf(leafOf({ issuer: root, extensions: svid(`URI:${id}`) }))],
    [
      'a node where any identity is taken',
      'accepted',
      { extensions: svid('URI:spiffe://photoncloud/demo/node/node-1.rack') },
      { expect: undefined } as never,
    ],
    ['no certificate', 'no_certificate', () => []],
    ['bytes that are no certificate', 'malformed_certificate', () => [Buffer.from('hello')]],
    [
      'a certificate with a byte after it',
      'malformed_certificate',
      () => [Buffer.concat([...chainOf(leafOf({ extensions: svid(`URI:${id}`) })), Buffer.from([0])]), ...chainOf(issuing)],
    ],
    ['a chain without end', 'malformed_certificate', () => Array.from({ length: 7 }, () => chainOf(issuing)[0] ?? Buffer.alloc(0))],
    [
      'an extension twice',
      'malformed_certificate',
      () => [withExtensionTwice(chainOf(leafOf({ extensions: svid(`URI:${id}`) }))[0]), ...chainOf(issuing)],
    ],
    ['two URI names', 'not_one_uri_san', { extensions: svid(`URI:${id}`, 'URI:spiffe://photoncloud/demo/service/billing') }],
    ['the same URI name twice', 'not_one_uri_san', { extensions: svid(`URI:${id}`, `URI:${id}`) }],
    ['DNS names only', 'not_one_uri_san', { extensions: svid('DNS:iam', 'DNS:photoncloud') }],
    [
      'a DNS name that looks like an id',
      'not_one_uri_san',
      { extensions: [ca, usage, purposes, 'subjectAltName = @names', '[names]', `DNS.1 = iam, URI:${id}`] },
    ],
    ['no names', 'not_one_uri_san', { extensions: [ca, usage, purposes] }],
    ['an e-mail address that looks like an id', 'not_one_uri_san', { extensions: svid(`email:${id}`) }],
    ['a web address', 'not_a_spiffe_id', { extensions: svid('URI:https://photoncloud/demo/service/iam') }],
    ['another trust domain', 'wrong_trust_domain', { extensions: svid('URI:spiffe://elsewhere/demo/service/iam') }],
    [
      'a trust domain that ours is a prefix of',
      'wrong_trust_domain',
      { extensions: svid('URI:spiffe://photoncloud.example/demo/service/iam') },
    ],
    ['another cluster', 'wrong_cluster', { extensions: svid('URI:spiffe://photoncloud/other/service/iam') }],
    ['a cluster that ours is a prefix of', 'wrong_cluster', { extensions: svid('URI:spiffe://photoncloud/demo2/service/iam') }],
    ['another service', 'wrong_name', { extensions: svid('URI:spiffe://photoncloud/demo/service/billing') }],
    ['a prefix of the id', 'wrong_name', { extensions: svid('URI:spiffe://photoncloud/demo/service/ia') }],
    ['an id that ours is a prefix of', 'wrong_name', { extensions: svid('URI:spiffe://photoncloud/demo/service/iam2') }],
    ['a node of that name', 'wrong_kind', { extensions: svid('URI:spiffe://photoncloud/demo/node/iam') }],
    ['a longer path', 'malformed_spiffe_id', { extensions: svid('URI:spiffe://photoncloud/demo/service/iam/x') }],
    ['percent-encoding', 'malformed_spiffe_id', { extensions: svid('URI:spiffe://photoncloud/demo/service/%69am') }],
    ['upper case', 'malformed_spiffe_id', { extensions: svid('URI:spiffe://photoncloud/demo/service/IAM') }],
    ['..', 'malformed_spiffe_id', { extensions: svid('URI:spiffe://photoncloud/demo/service/../service/iam') }],
    ['a query', 'malformed_spiffe_id', { extensions: svid('URI:spiffe://photoncloud/demo/service/iam?x') }],
    [
      'a zero byte in the name',
      'malformed_certificate',
      { extensions: [ca, usage, purposes, 'subjectAltName = DER:30:12:86:10:73:70:69:66:66:65:3a:2f:2f:70:00:68:6f:74:6f:6e'] },
    ],
    [
      'keyCertSign on a leaf',
      'wrong_key_usage',
      { extensions: [ca, 'keyUsage = critical,digitalSignature,keyCertSign', purposes, san(`URI:${id}`)] },
    ],
    [
      'cRLSign on a leaf',
      'wrong_key_usage',
      { extensions: [ca, 'keyUsage = critical,digitalSignature,cRLSign', purposes, san(`URI:${id}`)] },
    ],
    ['no digitalSignature', 'wrong_key_usage', { extensions: [ca, 'keyUsage = critical,keyAgreement', purposes, san(`URI:${id}`)] }],
    ['no key usage', 'wrong_key_usage', { extensions: [ca, purposes, san(`URI:${id}`)] }],
    ['no extended key usage', 'wrong_extended_key_usage', { extensions: [ca, usage, san(`URI:${id}`)] }],
    ['for servers only', 'wrong_extended_key_usage', { extensions: [ca, usage, 'extendedKeyUsage = serverAuth', san(`URI:${id}`)] }],
    ['for clients only', 'wrong_extended_key_usage', { extensions: [ca, usage, 'extendedKeyUsage = clientAuth', san(`URI:${id}`)] }],
    ['an authority as a peer', 'leaf_is_ca', { extensions: [...caExtensions, purposes, san(`URI:${id}`)] }],
    ['an unknown critical extension', 'malformed_certificate', { extensions: [...svid(`URI:${id}`), '1.2.3.4 = critical,DER:05:00'] }],
    ['an unknown extension that is not critical', 'accepted', { extensions: [...svid(`URI:${id}`), '1.2.3.4 = DER:05:00'] }],
    ['expired', 'expired', { extensions: svid(`URI:${id}`), startDate: '20200101000000Z', endDate: '20210101000000Z' }],
    ['not yet valid', 'not_yet_valid', { extensions: svid(`URI:${id}`), startDate: '20980101000000Z' }],
    ['the intermediate missing', 'issuer_missing', () => chainOf(leafOf({ extensions: svid(`URI:${id}`) }))],
    ['an unknown CA', 'untrusted_ca', () => foreignChain('/CN=elsewhere')],
    ['an unknown CA of the same name', 'untrusted_ca', () => foreignChain('/CN=root')],
    ['self-signed', 'untrusted_ca', () => chainOf(openssl.certificate(undefined, { extensions: svid(`URI:${id}`) }))],
    [
      'an issuer that has expired',
      'issuer_invalid',
      () => below({ extensions: caExtensions, startDate: '20200101000000Z', endDate: '20210101000000Z' }),
    ],
    ['an issuer that is not valid yet', 'issuer_invalid', () => below({ extensions: caExtensions, startDate: '20980101000000Z' })],
    ['an issuer that is a leaf', 'issuer_missing', () => below({ extensions: svid('URI:spiffe://photoncloud/demo/service/billing') })],
    [
      'an issuer with a critical extension that is unknown',
      'issuer_invalid',
      () => below({ extensions: [...caExtensions, '1.2.3.4 = critical,DER:05:00'] }),
    ],
    ['an authority below one that allows none', 'issuer_invalid', belowPathLengthZero],
    ['revoked', 'revoked', { extensions: svid(`URI:${id}`) }, { revoked: { has: () => true } }],
    ['another one revoked', 'accepted', { extensions: svid(`URI:${id}`) }, { revoked: new Set(['0'.repeat(64)]) }],
    [
      'TLS has a doubt of its own',
      'tls_unauthorized',
      { extensions: svid(`URI:${id}`) },
      { tls: { authorized: false, error: 'CERT_SIGNATURE_FAILURE' } },
    ],
    ['TLS has a doubt without a reason', 'tls_unauthorized', { extensions: svid(`URI:${id}`) }, { tls: { authorized: false } }],
  ];
  for (const [name, expected, what, rules] of cases) {
    test(`${name}: ${expected}`, () => {
      const chain = typeof what === 'function' ? what() : chainOf(leafOf(what), issuing);
      const verdict = verdictOf(chain, rules);
      assert.equal(reasonOf(verdict), expected, JSON.stringify(verdict));
      if (!verdict.ok) assert.match(verdict.message, /^[\x20-\x7e…]{10,}$/, 'in words, on one line');
    });
  }

  test('a signature that is wrong is not an issuer', () => {
    const [leaf = Buffer.alloc(0), ...rest] = chainOf(leafOf({ extensions: svid(`URI:${id}`) }), issuing);
    leaf[leaf.length - 1] = (leaf.at(-1) ?? 0) ^ 1;
    assert.equal(reasonOf(verdictOf([leaf, ...rest])), 'issuer_missing');
  });

  test('no change of a byte of a leaf is accepted, and none does more than refuse', () => {
    const [leaf = Buffer.alloc(0), ...rest] = chainOf(leafOf({ extensions: svid(`URI:${id}`) }), issuing);
    fc.assert(
      fc.property(fc.nat({ max: leaf.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Buffer.from(leaf);
        changed[at] = (changed[at] ?? 0) ^ mask;
        assert.equal(verdictOf([changed, ...rest]).ok, false);
      }),
      { numRuns: 1000 },
    );
  });

  test('random bytes as a chain are refused', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }), (chain) => {
        assert.equal(verdictOf(chain).ok, false);
      }),
      { numRuns: 500 },
    );
  });

  function foreignChain(subject: string): Buffer[] {
    const other = openssl.certificate(undefined, { subject, extensions: caExtensions });
    const below = openssl.certificate(other, { subject: '/CN=issuing', extensions: caExtensions });
    return chainOf(leafOf({ issuer: below, extensions: svid(`URI:${id}`) }), below, other);
  }

  /** A good leaf below an issuer of this kind. */
  function below(issuer: What): Buffer[] {
    const made = openssl.certificate(root, { subject: '/CN=between', ...issuer });
    return chainOf(leafOf({ issuer: made, extensions: svid(`URI:${id}`) }), made);
  }

  function belowPathLengthZero(): Buffer[] {
    const upper = openssl.certificate(root, {
      subject: '/CN=upper',
      extensions: ['basicConstraints = critical,CA:true,pathlen:0', ...caExtensions.slice(1)],
    });
    const lower = openssl.certificate(upper, { subject: '/CN=lower', extensions: caExtensions });
    return chainOf(leafOf({ issuer: lower, extensions: svid(`URI:${id}`) }), lower, upper);
  }
});

describe('peers over a handshake', () => {
  const authorities = createAuthorities({ clusterId: 'demo', now: now - 3_600_000 });
  const leafKey = generateKey();
  const svidOf = (name: string, at = now, lifetimeMs?: number) => {
    const identity = { clusterId: 'demo', kind: 'service' as const, name };
    const leaf = issueLeaf(authorities.issuing, { identity, publicKey: leafKey.privateKey, now: at, ...(lifetimeMs && { lifetimeMs }) });
    return { key: leafKey.privateKeyPem, cert: leaf.certPem + authorities.issuing.certPem };
  };
  const rules = { anchors: trustAnchors(authorities.root.certPem), clusterId: 'demo', revoked: new Set<string>() };
  const server = createServer({
    ...svidOf('iam'),
    ca: authorities.root.certPem,
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.3',
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  const judged = (socket: TLSSocket, name: string): PeerVerdict =>
    verifyPeer(presentedChain(socket), {
      ...rules,
      now: Date.now(),
      expect: { kind: 'service', name },
      tls: { authorized: socket.authorized, error: socket.authorizationError ? String(socket.authorizationError) : undefined },
    });

  async function handshake(client: { key?: string; cert?: string }): Promise<{ atServer: PeerVerdict; atClient: PeerVerdict }> {
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'secureConnection') as Promise<[TLSSocket]>;
    const socket = connect({
      host: '127.0.0.1',
      port,
      ca: authorities.root.certPem,
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...client,
    });
    await once(socket, 'secureConnect');
    const [peer] = await accepted;
    const verdicts = { atServer: judged(peer, 'billing'), atClient: judged(socket, 'iam') };
    socket.destroy();
    peer.destroy();
    return verdicts;
  }

  test('each side knows the other', async () => {
    const { atServer, atClient } = await handshake(svidOf('billing'));
    assert.equal(atServer.ok && atServer.spiffeId, 'spiffe://photoncloud/demo/service/billing', JSON.stringify(atServer));
    assert.equal(atClient.ok && atClient.spiffeId, id, JSON.stringify(atClient));
  });

  test('each bad client is known for what it is', async () => {
    const expired = svidOf('billing', now - 20 * 60_000, 60_000);
    const server = issueServerCertificate(authorities.issuing, { dns: ['billing'], ips: [], publicKey: leafKey.privateKey, now });
    const others = createAuthorities({ clusterId: 'demo', now });
    const foreign = issueLeaf(others.issuing, {
      identity: { clusterId: 'demo', kind: 'service', name: 'billing' },
      publicKey: leafKey.privateKey,
      now,
    });
    const bad: [PeerRefusal, { key?: string; cert?: string }][] = [
      ['no_certificate', {}],
      ['wrong_name', svidOf('iam')],
      [
        'issuer_missing',
        {
          key: leafKey.privateKeyPem,
          cert: svidOf('billing').cert.split('-----END CERTIFICATE-----\n')[0] + '-----END CERTIFICATE-----\n',
        },
      ],
      ['untrusted_ca', { key: leafKey.privateKeyPem, cert: foreign.certPem + others.issuing.certPem + others.root.certPem }],
      ['expired', expired],
      ['tls_unauthorized', { key: leafKey.privateKeyPem, cert: server.certPem + authorities.issuing.certPem }],
    ];
    for (const [reason, client] of bad) assert.equal(reasonOf((await handshake(client)).atServer), reason);
  });
});

function withExtensionTwice(certificate: Buffer | undefined): Buffer {
  const [body, ...signed] = der.elementsOf(der.parseDer(certificate ?? Buffer.alloc(0)), der.tags.sequence, 'x');
  const fields = der.elementsOf(body, der.tags.sequence, 'x');
  const extensions = der.elementsOf(der.contextElementsOf(fields.at(-1), 3, 'x')[0], der.tags.sequence, 'x');
  const twice = der.explicit(3, der.sequence(...extensions, extensions.at(-1)));
  return der.encodeDer(der.sequence(der.sequence(...fields.slice(0, -1), twice), ...signed));
}
