// X.509 extensions: their identifiers, how they are written and how they are read (RFC 5280 §4.2).
// Guarantees: a duplicate extension is refused; what can't be read is an error, never left out.
import { isIP } from 'node:net';
import * as der from './der.ts';
import type { Asn1 } from './der.ts';

export const oids = {
  ecPublicKey: '1.2.840.10045.2.1',
  p256: '1.2.840.10045.3.1.7',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  extensionRequest: '1.2.840.113549.1.9.14',
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  organizationalUnit: '2.5.4.11',
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const;

/** Bits of KeyUsage. */
export const keyUsageBits = { digitalSignature: 0, keyCertSign: 5, crlSign: 6 } as const;

/** Tags of GeneralName. */
const generalNames = { dns: 2, uri: 6, ip: 7 } as const;

export interface Extension {
  critical: boolean;
  value: Buffer;
}

export interface SubjectAltNames {
  uris: string[];
  dns: string[];
  ips: string[];
  /** How many names of other forms there are. */
  others: number;
}

// ---------------------------------------------------------------- writing

export function extension(id: string, critical: boolean, value: Asn1): Asn1 {
  return der.sequence(der.oid(id), critical ? der.isTrue() : undefined, der.octetString(der.encodeDer(value)));
}

export function basicConstraints(authority: { pathLength: number } | undefined): Asn1 {
  const value = authority ? der.sequence(der.isTrue(), der.integer(Buffer.from([authority.pathLength]))) : der.sequence();
  return extension(oids.basicConstraints, true, value);
}

export function keyUsage(...names: (keyof typeof keyUsageBits)[]): Asn1 {
  const bits = names.map((name) => keyUsageBits[name]);
  const byte = bits.reduce<number>((all, bit) => all | (0x80 >> bit), 0);
  return extension(oids.keyUsage, true, der.bitString(Buffer.from([byte]), 7 - Math.max(...bits)));
}

export function extendedKeyUsage(...purposes: ('serverAuth' | 'clientAuth')[]): Asn1 {
  return extension(oids.extendedKeyUsage, false, der.sequence(...purposes.map((p) => der.oid(oids[p]))));
}

export function subjectKeyId(id: Uint8Array): Asn1 {
  return extension(oids.subjectKeyId, false, der.octetString(id));
}

export function authorityKeyId(id: Uint8Array): Asn1 {
  return extension(oids.authorityKeyId, false, der.sequence(der.implicit(0, id)));
}

export function subjectAltName(names: { uris?: readonly string[]; dns?: readonly string[]; ips?: readonly string[] }): Asn1 {
  const encoded = [
    ...(names.uris ?? []).map((uri) => der.implicit(generalNames.uri, Buffer.from(uri, 'latin1'))),
    ...(names.dns ?? []).map((dns) => der.implicit(generalNames.dns, Buffer.from(dns, 'latin1'))),
    ...(names.ips ?? []).map((ip) => der.implicit(generalNames.ip, ipBytes(ip))),
  ];
  return extension(oids.subjectAltName, false, der.sequence(...encoded));
}

// ---------------------------------------------------------------- reading

/** Extensions by object identifier. `node` is the SEQUENCE OF Extension. */
export function readExtensions(node: Asn1 | undefined): Map<string, Extension> {
  const found = new Map<string, Extension>();
  for (const element of der.elementsOf(node, der.tags.sequence, 'the list of extensions')) {
    const parts = der.elementsOf(element, der.tags.sequence, 'an extension');
    const id = der.oidOf(parts[0], 'the id of an extension');
    if (parts.length < 2 || parts.length > 3) throw der.malformed(`the extension ${id} is not an id, a flag and a value`);
    const critical = parts.length === 3 ? der.trueOf(parts[1], `the flag critical of the extension ${id}`) : false;
    if (found.has(id)) throw der.malformed(`the extension ${id} is there twice`);
    found.set(id, { critical, value: der.bytesOf(parts.at(-1), der.tags.octetString, `the value of the extension ${id}`) });
  }
  return found;
}

export function readBasicConstraints(value: Uint8Array): { authority: boolean; pathLength: number | undefined } {
  const parts = der.elementsOf(der.parseDer(value), der.tags.sequence, 'basicConstraints');
  if (parts.length === 0) return { authority: false, pathLength: undefined };
  if (parts.length > 2) throw der.malformed('basicConstraints has more than two parts');
  der.trueOf(parts[0], 'CA of basicConstraints');
  return { authority: true, pathLength: parts.length === 2 ? der.smallIntegerOf(parts[1], 'the path length') : undefined };
}

/** Numbers of the bits that are set. */
export function readKeyUsage(value: Uint8Array): Set<number> {
  return der.bitsOf(der.parseDer(value), 'keyUsage');
}

export function readExtendedKeyUsage(value: Uint8Array): Set<string> {
  const purposes = der.elementsOf(der.parseDer(value), der.tags.sequence, 'extendedKeyUsage');
  return new Set(purposes.map((purpose) => der.oidOf(purpose, 'a purpose of extendedKeyUsage')));
}

export function readSubjectAltNames(value: Uint8Array): SubjectAltNames {
  const names: SubjectAltNames = { uris: [], dns: [], ips: [], others: 0 };
  for (const name of der.elementsOf(der.parseDer(value), der.tags.sequence, 'subjectAltName')) {
    if (der.isContext(name, generalNames.uri)) names.uris.push(asciiOf(name, 'a URI of subjectAltName'));
    else if (der.isContext(name, generalNames.dns)) names.dns.push(asciiOf(name, 'a DNS name of subjectAltName'));
    else if (der.isContext(name, generalNames.ip)) names.ips.push(ipText(der.contentOf(name, 'an address of subjectAltName')));
    else names.others++;
  }
  return names;
}

export function readSubjectKeyId(value: Uint8Array): Buffer {
  return der.bytesOf(der.parseDer(value), der.tags.octetString, 'subjectKeyIdentifier');
}

export function readAuthorityKeyId(value: Uint8Array): Buffer | undefined {
  const first = der.elementsOf(der.parseDer(value), der.tags.sequence, 'authorityKeyIdentifier')[0];
  return der.isContext(first, 0) ? der.contentOf(first, 'the key id of authorityKeyIdentifier') : undefined;
}

function asciiOf(node: Asn1, what: string): string {
  const bytes = der.contentOf(node, what);
  if (bytes.some((byte) => byte < 0x20 || byte > 0x7e)) throw der.malformed(`${what} is not printable ASCII`);
  return bytes.toString('latin1');
}

function ipBytes(ip: string): Buffer {
  if (isIP(ip) === 4) return Buffer.from(ip.split('.').map(Number));
  if (isIP(ip) !== 6 || ip.includes('%')) throw der.malformed(`${JSON.stringify(ip)} is not an address`);
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(ip);
  const hex = (high: string | undefined, low: string | undefined) => ((Number(high) << 8) | Number(low)).toString(16);
  const plain = dotted ? `${dotted[1]}${hex(dotted[2], dotted[3])}:${hex(dotted[4], dotted[5])}` : ip;
  const [head = '', tail] = plain.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);
  const left = groups(head);
  const right = groups(tail);
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

function ipText(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.length !== 16) throw der.malformed('an address of subjectAltName is neither IPv4 nor IPv6');
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':');
}
