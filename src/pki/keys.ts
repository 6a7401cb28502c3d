// Keys: P-256 only, made by and kept with node:crypto.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as der from './der.ts';
import { oids } from './extensions.ts';

export interface KeyPair {
  privateKey: KeyObject;
  /** PKCS #8 PEM of the private key: written with mode 0600, never logged, never sent. */
  privateKeyPem: string;
}

/** A new P-256 key. */
export function generateKey(): KeyPair {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return { privateKey, privateKeyPem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
}

/** Reads a PEM private key. Throws `certificate_invalid` where it is not one of P-256; the error never quotes the input. */
export function readPrivateKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw der.malformed('not a private key in PEM');
  }
  if (!isP256(key)) throw der.malformed('the private key is not of the curve P-256');
  return key;
}

export function isP256(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
}

/** DER of the key's SubjectPublicKeyInfo. */
export function publicKeyInfo(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** The public key of a SubjectPublicKeyInfo that names P-256 by its OID and gives the point uncompressed. */
export function readPublicKeyInfo(node: der.Asn1 | undefined): KeyObject {
  const [algorithm, point] = der.elementsOf(node, der.tags.sequence, 'the public key');
  const [id, curve] = der.elementsOf(algorithm, der.tags.sequence, 'the algorithm of the public key');
  if (der.oidOf(id, 'the algorithm of the public key') !== oids.ecPublicKey)
    throw der.malformed('the public key is not of P-256: it is no elliptic curve key');
  if (!der.isTag(curve, der.tags.oid) || der.oidOf(curve, 'the curve') !== oids.p256)
    throw der.malformed('the public key is of another curve than P-256');
  const bytes = der.wholeBytesOf(point, 'the point of the public key');
  if (bytes.length !== 65 || bytes[0] !== 0x04) throw der.malformed('the point of the public key is not 64 bytes, uncompressed');
  try {
    // OpenSSL checks here that the point is on the curve.
    return createPublicKey({ key: der.encodeDer(node as der.Asn1), format: 'der', type: 'spki' });
  } catch (error) {
    throw der.malformed('the public key is not a point of P-256', error);
  }
}

/** Key identifier: the first 160 bits of the SHA-256 of the public key's bits (RFC 7093 §2, method 1). */
export function keyIdentifier(publicKeyInfoDer: Uint8Array): Buffer {
  const [, point] = der.elementsOf(der.parseDer(publicKeyInfoDer), der.tags.sequence, 'the public key');
  return createHash('sha256').update(der.wholeBytesOf(point, 'the point of the public key')).digest().subarray(0, 20);
}

/** Id of a CA: first 16 hex digits of the SHA-256 of its public key (SubjectPublicKeyInfo in DER). */
export function caIdOf(key: KeyObject): string {
  return createHash('sha256').update(publicKeyInfo(key)).digest('hex').slice(0, 16);
}
