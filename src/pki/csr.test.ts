import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { OpensslWorkshop } from '../../e2e/harness/openssl.ts';
import { createCsr, maxCsrBytes, readCsr } from './csr.ts';
import * as der from './der.ts';
import { oids } from './extensions.ts';
import { generateKey, publicKeyInfo } from './keys.ts';
import { readPem, writePem } from './pem.ts';

const openssl = new OpensslWorkshop();
after(() => openssl.close());

const label = 'CERTIFICATE REQUEST';
const derOf = (pem: string): Buffer => readPem(pem, label)[0] ?? Buffer.alloc(0);
const refused = { code: 'certificate_invalid' };

describe('certificate requests', () => {
  test('OpenSSL verifies ours, and ours is read as it was made', () => {
    const { privateKey } = generateKey();
    const pem = createCsr(privateKey);
    assert.match(openssl.run('req', '-in', openssl.write(pem), '-verify', '-noout', '-text'), /ASN1 OID: prime256v1/);
    const { publicKey, askedNames } = readCsr(pem);
    assert.ok(publicKeyInfo(publicKey).equals(publicKeyInfo(privateKey)));
    assert.deepEqual(askedNames, { uris: [], dns: [], ips: [], others: 0 });
  });

  test("OpenSSL's are read, with the names that they ask for", () => {
    const extensions = [
      'subjectAltName = URI:spiffe://photoncloud/demo/service/iam,DNS:a.example,IP:10.0.0.1,email:x@y.z',
      'keyUsage = digitalSignature',
    ];
    assert.deepEqual(readCsr(openssl.request({ extensions, subject: '/CN=x/O=y' })).askedNames, {
      uris: ['spiffe://photoncloud/demo/service/iam'],
      dns: ['a.example'],
      ips: ['10.0.0.1'],
      others: 1,
    });
  });

  const bad: [name: string, make: () => string][] = [
    ['nothing', () => ''],
    ['RSA', () => openssl.request({ key: 'rsa' })],
    ['P-384', () => createCsr(generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey)],
    ['secp256k1, of the same size', () => createCsr(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey)],
    ['Ed25519', () => openssl.run('req', '-new', '-newkey', 'ed25519', '-nodes', '-keyout', openssl.write(''), '-subj', '/')],
    ['an authority', () => openssl.request({ extensions: ['basicConstraints = CA:true'] })],
    ['an extension twice', () => openssl.request({ extensions: ['2.5.29.17 = ASN1:NULL', 'subjectAltName = DNS:a'] })],
    ['extensions twice', () => request([extensionRequest(), extensionRequest()])],
    ['two lists of extensions in one attribute', () => request([extensionRequest(2)])],
    ['a signature of another key', () => request([], generateKey().privateKey)],
    ['two requests', () => createCsr(generateKey().privateKey).repeat(2)],
    ['text before the request', () => `x\n${createCsr(generateKey().privateKey)}`],
    ['text after the request', () => `${createCsr(generateKey().privateKey)}x`],
    ['bytes after the request', () => writePem(Buffer.concat([derOf(createCsr(generateKey().privateKey)), Buffer.from([0])]), label)],
    ['a certificate', () => openssl.certificate(undefined, {}).certPem],
    ['a point that is not on the curve', offCurve],
  ];
  for (const [name, make] of bad) test(`refused: ${name}`, () => assert.throws(() => readCsr(make()), refused));

  test('refused before it is parsed: more than 4 KiB', () => {
    assert.throws(() => readCsr('A'.repeat(maxCsrBytes + 1)), { code: 'too_large' });
    assert.throws(
      () =>
        readCsr(
          openssl.request({
            extensions: [`subjectAltName = ${Array.from({ length: 200 }, (_, at) => `DNS:host-${at}.example`).join(',')}`],
          }),
        ),
      {
        code: 'too_large',
      },
    );
  });

  test('no change of a byte is accepted, and none does more than throw', () => {
    const good = derOf(createCsr(generateKey().privateKey));
    fc.assert(
      fc.property(fc.nat({ max: good.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Buffer.from(good);
        changed[at] = (changed[at] ?? 0) ^ mask;
        assert.throws(() => readCsr(writePem(changed, label)), refused);
      }),
      { numRuns: 1000 },
    );
  });
});

function extensionRequest(lists = 1): der.Asn1 {
  return der.sequence(der.oid(oids.extensionRequest), der.setOf(...Array.from({ length: lists }, () => der.sequence())));
}

/** A request with these attributes, signed by its key unless another one is given. */
function request(attributes: der.Asn1[], signer?: KeyObject): string {
  const { privateKey } = generateKey();
  return assemble(der.parseDer(publicKeyInfo(privateKey)), attributes, (bytes) => sign('sha256', bytes, signer ?? privateKey));
}

function offCurve(): string {
  const { privateKey } = generateKey();
  const info = publicKeyInfo(privateKey);
  info[info.length - 1] = (info.at(-1) ?? 0) ^ 1;
  return assemble(der.parseDer(info), [], (bytes) => sign('sha256', bytes, privateKey));
}

function assemble(publicKey: der.Asn1, attributes: der.Asn1[], signature: (bytes: Buffer) => Buffer): string {
  const info = der.sequence(der.integer(Buffer.from([0])), der.sequence(), publicKey, der.explicit(0, ...attributes));
  const all = der.sequence(info, der.sequence(der.oid(oids.ecdsaWithSha256)), der.bitString(signature(der.encodeDer(info))));
  return writePem(der.encodeDer(all), label);
}
