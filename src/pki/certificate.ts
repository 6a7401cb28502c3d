// Reads certificates: the facts that decisions are made from, taken from the DER (node's own texts escape and join them).
// Guarantees: what is returned is all there; a duplicate extension, a second certificate, trailing bytes are errors.
// Signatures and chains are not looked at here.
import { createHash } from 'node:crypto';
import * as der from './der.ts';
import * as ext from './extensions.ts';
import { readPem } from './pem.ts';

/** A certificate of this system is below 1 KiB; nothing larger than this is parsed. */
const maxCertificateBytes = 16_384;

export interface CertificateFacts {
  /** Lower-case hex without leading zero bytes. */
  serial: string;
  /** Milliseconds since 1970. */
  notBefore: number;
  notAfter: number;
  basicConstraints: { authority: boolean; pathLength: number | undefined } | undefined;
  /** Numbers of the bits that are set; undefined without the extension. */
  keyUsage: Set<number> | undefined;
  /** Object identifiers; undefined without the extension. */
  extendedKeyUsage: Set<string> | undefined;
  names: ext.SubjectAltNames;
  /** Lower-case hex. */
  subjectKeyId: string | undefined;
  authorityKeyId: string | undefined;
  /** Object identifiers of the extensions that are marked critical. */
  critical: Set<string>;
}

/** Lower-case hex of the SHA-256 of the certificate's DER. Takes DER, or the PEM of a certificate (of a chain: the first). */
export function fingerprintSha256(certificate: Uint8Array | string): string {
  const bytes = typeof certificate === 'string' ? readPem(certificate, 'CERTIFICATE')[0] : certificate;
  if (!bytes) throw der.malformed('there is no certificate in the PEM');
  return createHash('sha256').update(bytes).digest('hex');
}

/** DER of each certificate in a PEM chain or bundle, in order; at least one. */
export function readCertificates(pem: string): Buffer[] {
  const found = readPem(pem, 'CERTIFICATE');
  if (found.length === 0) throw der.malformed('there is no certificate in the PEM');
  return found;
}

/** Reads a certificate's DER. */
export function readCertificate(bytes: Uint8Array): CertificateFacts {
  if (bytes.length > maxCertificateBytes)
    throw der.malformed(`the certificate has ${bytes.length} bytes, more than ${maxCertificateBytes}`);
  const parts = der.elementsOf(der.parseDer(bytes), der.tags.sequence, 'the certificate');
  if (parts.length !== 3) throw der.malformed('the certificate does not have three parts');
  const body = der.elementsOf(parts[0], der.tags.sequence, 'the body of the certificate');
  const version = der.contextElementsOf(body[0], 0, 'the version of the certificate');
  if (der.smallIntegerOf(version[0], 'the version of the certificate') !== 2) throw der.malformed('the certificate is not of version 3');
  const validity = der.elementsOf(body[4], der.tags.sequence, 'the validity');
  const last = body.at(-1);
  const extensions = der.isContext(last, 3)
    ? ext.readExtensions(der.contextElementsOf(last, 3, 'the extensions')[0])
    : new Map<string, ext.Extension>();
  const read = <T>(id: string, how: (value: Buffer) => T): T | undefined => {
    const found = extensions.get(id);
    return found && how(found.value);
  };
  return {
    serial: der
      .bytesOf(body[1], der.tags.integer, 'the serial number')
      .toString('hex')
      .replace(/^(00)+(?=.)/, ''),
    notBefore: der.timeOf(validity[0], 'notBefore'),
    notAfter: der.timeOf(validity[1], 'notAfter'),
    basicConstraints: read(ext.oids.basicConstraints, ext.readBasicConstraints),
    keyUsage: read(ext.oids.keyUsage, ext.readKeyUsage),
    extendedKeyUsage: read(ext.oids.extendedKeyUsage, ext.readExtendedKeyUsage),
    names: read(ext.oids.subjectAltName, ext.readSubjectAltNames) ?? { uris: [], dns: [], ips: [], others: 0 },
    subjectKeyId: read(ext.oids.subjectKeyId, ext.readSubjectKeyId)?.toString('hex'),
    authorityKeyId: read(ext.oids.authorityKeyId, ext.readAuthorityKeyId)?.toString('hex'),
    critical: new Set([...extensions].filter(([, e]) => e.critical).map(([id]) => id)),
  };
}
