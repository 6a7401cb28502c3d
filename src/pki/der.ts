// DER in and out, through node-forge's ASN.1 codec.
// Guarantees: `parseDer` accepts canonical DER only (what is read encodes to the very same bytes), without trailing bytes, to a bounded
// depth; every accessor checks tag and form. All failures are PhotonError `certificate_invalid`.
// Callers cap the size of what they pass in.
import asn1, { type Asn1 } from 'node-forge/lib/asn1.js';
import { PhotonError } from '../model/errors.ts';

export type { Asn1 };

const universal = 0x00;
const contextSpecific = 0x80;
const maxDepth = 24;

export const tags = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  null: 5,
  oid: 6,
  utf8String: 12,
  sequence: 16,
  set: 17,
  utcTime: 23,
  generalizedTime: 24,
} as const;

/** The failure of anything that is read here. */
export function malformed(message: string, cause?: unknown): PhotonError {
  return new PhotonError('certificate_invalid', message, cause === undefined ? {} : { cause });
}

// ---------------------------------------------------------------- writing

const text = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

function primitive(type: number, value: string): Asn1 {
  return asn1.create(universal, type, false, value);
}

export function sequence(...elements: (Asn1 | undefined)[]): Asn1 {
  return asn1.create(universal, tags.sequence, true, present(elements));
}

export function setOf(...elements: Asn1[]): Asn1 {
  return asn1.create(universal, tags.set, true, elements);
}

/** `[tag] EXPLICIT`, or the IMPLICIT tag of a constructed type. */
export function explicit(tag: number, ...elements: Asn1[]): Asn1 {
  return asn1.create(contextSpecific, tag, true, elements);
}

/** `[tag] IMPLICIT` of a primitive type. */
export function implicit(tag: number, bytes: Uint8Array): Asn1 {
  return asn1.create(contextSpecific, tag, false, text(bytes));
}

export function oid(id: string): Asn1 {
  return primitive(tags.oid, asn1.oidToDer(id).getBytes());
}

/** A boolean TRUE; FALSE is a default everywhere in X.509 and so never written. */
export function isTrue(): Asn1 {
  return primitive(tags.boolean, '\xff');
}

/** Big-endian two's complement, already minimal. */
export function integer(bytes: Uint8Array): Asn1 {
  return primitive(tags.integer, text(bytes));
}

export function octetString(bytes: Uint8Array): Asn1 {
  return primitive(tags.octetString, text(bytes));
}

export function bitString(bytes: Uint8Array, unusedBits = 0): Asn1 {
  return primitive(tags.bitString, String.fromCharCode(unusedBits) + text(bytes));
}

export function utf8String(value: string): Asn1 {
  return primitive(tags.utf8String, text(Buffer.from(value, 'utf8')));
}

/** UTCTime up to 2049, GeneralizedTime from 2050 (RFC 5280 §4.1.2.5). Whole seconds. */
export function time(ms: number): Asn1 {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  if (!(year >= 1950 && year <= 9999)) throw malformed(`the time ${ms} is outside 1950 to 9999`);
  const digits = `${date.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`;
  return year < 2050 ? primitive(tags.utcTime, digits.slice(2)) : primitive(tags.generalizedTime, digits);
}

export function encodeDer(node: Asn1): Buffer {
  return Buffer.from(asn1.toDer(node).getBytes(), 'latin1');
}

// ---------------------------------------------------------------- reading

/** Reads canonical DER. */
export function parseDer(bytes: Uint8Array): Asn1 {
  const input = text(bytes);
  let node: Asn1;
  try {
    node = asn1.fromDer(input, { strict: true, parseAllBytes: true, decodeBitStrings: false, maxDepth });
  } catch (error) {
    throw malformed(`not DER: ${error instanceof Error ? error.message : String(error)}`, error);
  }
  refuseHighTags(node);
  // Two encodings of one value are two things to a signature and one to a reader; only the canonical one is accepted.
  if (asn1.toDer(node).getBytes() !== input) throw malformed('not DER: an element is not in its canonical encoding');
  return node;
}

/** The codec takes a multi-byte tag for a one-byte one, and would see other boundaries than OpenSSL does. */
function refuseHighTags(node: Asn1): void {
  if (node.type === 0x1f) throw malformed('not DER as X.509 uses it: a multi-byte tag');
  if (typeof node.value !== 'string') for (const element of node.value) refuseHighTags(element);
}

export function isTag(node: Asn1 | undefined, type: number): node is Asn1 {
  return node?.tagClass === universal && node.type === type;
}

/** Whether the node has the context-specific tag. */
export function isContext(node: Asn1 | undefined, tag: number): node is Asn1 {
  return node?.tagClass === contextSpecific && node.type === tag;
}

/** The elements of a constructed value of that universal type. */
export function elementsOf(node: Asn1 | undefined, type: number, what: string): Asn1[] {
  if (!isTag(node, type) || !node.constructed || typeof node.value === 'string') throw malformed(`${what} is not what X.509 says it is`);
  return node.value;
}

/** The elements of a constructed value with that context-specific tag. */
export function contextElementsOf(node: Asn1 | undefined, tag: number, what: string): Asn1[] {
  if (!isContext(node, tag) || !node.constructed || typeof node.value === 'string') throw malformed(`${what} is not what X.509 says it is`);
  return node.value;
}

/** The content of a primitive value of that universal type. */
export function bytesOf(node: Asn1 | undefined, type: number, what: string): Buffer {
  if (!isTag(node, type) || node.constructed) throw malformed(`${what} is not what X.509 says it is`);
  return contentOf(node, what);
}

/** The content of any primitive value. */
export function contentOf(node: Asn1, what: string): Buffer {
  if (typeof node.value !== 'string') throw malformed(`${what} is not a primitive value`);
  return Buffer.from(node.value, 'latin1');
}

export function oidOf(node: Asn1 | undefined, what: string): string {
  const bytes = bytesOf(node, tags.oid, what);
  // A subidentifier that is padded spells the same id in a second way; one without an end spells none (X.690 §8.19.2).
  const padded = bytes.some((byte, at) => byte === 0x80 && (at === 0 || (bytes[at - 1] ?? 0) < 0x80));
  if (padded || (bytes.at(-1) ?? 0x80) >= 0x80) throw malformed(`${what} is not an object identifier`);
  try {
    return asn1.derToOid(bytes.toString('latin1'));
  } catch (error) {
    throw malformed(`${what} is not an object identifier`, error);
  }
}

/** Content of a BIT STRING of whole bytes. */
export function wholeBytesOf(node: Asn1 | undefined, what: string): Buffer {
  const bytes = bytesOf(node, tags.bitString, what);
  if (bytes[0] !== 0) throw malformed(`${what} does not end at a byte`);
  return bytes.subarray(1);
}

/** Numbers of the bits that are set in a named BIT STRING. */
export function bitsOf(node: Asn1 | undefined, what: string): Set<number> {
  const bytes = bytesOf(node, tags.bitString, what);
  const unused = bytes[0];
  const last = bytes.length > 1 ? (bytes.at(-1) ?? 0) : 0;
  // DER: trailing zero bits are cut off, so that each set of names has one encoding (X.690 §11.2.2).
  if (unused === undefined || unused > 7 || (bytes.length === 1 && unused !== 0)) throw malformed(`${what} is not a bit string`);
  if (bytes.length > 1 && (last & ((1 << (unused + 1)) - 1)) !== 1 << unused) throw malformed(`${what} is not in its canonical encoding`);
  const set = new Set<number>();
  for (let bit = 0; bit < (bytes.length - 1) * 8; bit++) if (((bytes[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0) set.add(bit);
  return set;
}

/** A boolean that is written because it is TRUE. */
export function trueOf(node: Asn1 | undefined, what: string): true {
  const bytes = bytesOf(node, tags.boolean, what);
  if (bytes.length !== 1 || bytes[0] !== 0xff) throw malformed(`${what} is not TRUE; a default must be left out`);
  return true;
}

/** Small non-negative INTEGER. */
export function smallIntegerOf(node: Asn1 | undefined, what: string): number {
  const bytes = bytesOf(node, tags.integer, what);
  if (bytes.length < 1 || bytes.length > 4 || (bytes[0] ?? 0) >= 0x80) throw malformed(`${what} is not a small positive number`);
  return bytes.readUIntBE(0, bytes.length);
}

/** Milliseconds since 1970 of a time as RFC 5280 writes it: with seconds, in UTC, without fractions. */
export function timeOf(node: Asn1 | undefined, what: string): number {
  const type = node?.type === tags.utcTime ? tags.utcTime : tags.generalizedTime;
  const found = bytesOf(node, type, what).toString('latin1');
  const digits = type === tags.utcTime ? (Number(found.slice(0, 2)) >= 50 ? '19' : '20') + found : found;
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits);
  const iso = parts ? `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}.000Z` : '';
  const ms = Date.parse(iso);
  // Date.parse rolls 31 February over; a time that comes back different was none.
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== iso) throw malformed(`${what} is not a time`);
  return ms;
}

function present(elements: (Asn1 | undefined)[]): Asn1[] {
  return elements.filter((e) => e !== undefined);
}
