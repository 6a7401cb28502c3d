// Certificate requests (PKCS #10, RFC 2986): a public key and the proof that its owner made the request. Nothing else of one is ever used.
// Guarantees of `readCsr`: the size is checked before anything is parsed; canonical DER, one block, no trailing bytes; P-256;
// ECDSA with SHA-256; the signature is the key's; no attribute and no extension twice; nothing asked that only an authority may have.
import { sign, verify, type KeyObject } from 'node:crypto';
import { PhotonError } from '../model/errors.ts';
import * as der from './der.ts';
import { oids, readBasicConstraints, readExtensions, readSubjectAltNames } from './extensions.ts';
import { publicKeyInfo, readPublicKeyInfo } from './keys.ts';
import { readPem, writePem } from './pem.ts';

/** A request of this system is about 350 bytes. */
export const maxCsrBytes = 4096;

export interface CertificateRequest {
  publicKey: KeyObject;
  /** Names that it asks for; a signer grants none of them, but may refuse a request that asks for another's. */
  askedNames: { uris: string[]; dns: string[]; ips: string[]; others: number };
}

/** A PEM request for the key, with an empty subject and no attributes: the signer decides every field. */
export function createCsr(privateKey: KeyObject): string {
  const info = der.sequence(der.integer(Buffer.from([0])), der.sequence(), der.parseDer(publicKeyInfo(privateKey)), der.explicit(0));
  const signature = sign('sha256', der.encodeDer(info), privateKey);
  return writePem(
    der.encodeDer(der.sequence(info, der.sequence(der.oid(oids.ecdsaWithSha256)), der.bitString(signature))),
    'CERTIFICATE REQUEST',
  );
}

/** Reads and checks a PEM request. Throws `too_large` or `certificate_invalid`. */
export function readCsr(pem: string): CertificateRequest {
  if (Buffer.byteLength(pem) > maxCsrBytes) {
    throw new PhotonError('too_large', `the certificate request has ${Buffer.byteLength(pem)} bytes`, {
      expected: `at most ${maxCsrBytes}`,
    });
  }
  const [bytes, ...more] = readPem(pem, 'CERTIFICATE REQUEST');
  if (!bytes || more.length > 0) throw der.malformed('the PEM does not hold exactly one certificate request');
  const parts = der.elementsOf(der.parseDer(bytes), der.tags.sequence, 'the certificate request');
  const [info, algorithm, signature] = parts;
  if (!info || parts.length !== 3) throw der.malformed('the certificate request does not have three parts');
  const fields = der.elementsOf(info, der.tags.sequence, 'the body of the certificate request');
  if (fields.length !== 4) throw der.malformed('the body of the certificate request does not have four parts');
  if (der.smallIntegerOf(fields[0], 'the version of the certificate request') !== 0)
    throw der.malformed('the certificate request is not of version 1');
  der.elementsOf(fields[1], der.tags.sequence, 'the subject of the certificate request');
  const publicKey = readPublicKeyInfo(fields[2]);
  const algorithmParts = der.elementsOf(algorithm, der.tags.sequence, 'the signature algorithm');
  if (algorithmParts.length !== 1 || der.oidOf(algorithmParts[0], 'the signature algorithm') !== oids.ecdsaWithSha256) {
    throw der.malformed('the certificate request is not signed by ECDSA with SHA-256');
  }
  // The document is canonical, so encoding the body again gives the bytes that were signed.
  if (!verify('sha256', der.encodeDer(info), publicKey, der.wholeBytesOf(signature, 'the signature'))) {
    throw der.malformed('the signature of the certificate request is not of its key');
  }
  return { publicKey, askedNames: readAttributes(fields[3]) };
}

function readAttributes(node: der.Asn1 | undefined): CertificateRequest['askedNames'] {
  const names: CertificateRequest['askedNames'] = { uris: [], dns: [], ips: [], others: 0 };
  const seen = new Set<string>();
  for (const attribute of der.contextElementsOf(node, 0, 'the attributes of the certificate request')) {
    const [id, values] = der.elementsOf(attribute, der.tags.sequence, 'an attribute');
    const name = der.oidOf(id, 'the id of an attribute');
    if (seen.has(name)) throw der.malformed(`the attribute ${name} is there twice`);
    seen.add(name);
    const list = der.elementsOf(values, der.tags.set, `the values of the attribute ${name}`);
    if (name !== oids.extensionRequest) continue;
    if (list.length !== 1) throw der.malformed('the certificate request asks for extensions more than once');
    const extensions = readExtensions(list[0]);
    const constraints = extensions.get(oids.basicConstraints);
    if (constraints && readBasicConstraints(constraints.value).authority)
      throw der.malformed('the certificate request asks to become an authority');
    const asked = extensions.get(oids.subjectAltName);
    if (asked) Object.assign(names, readSubjectAltNames(asked.value));
  }
  return names;
}
