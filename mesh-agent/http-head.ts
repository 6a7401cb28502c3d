// What may pass in the head of an HTTP/1 message, and what never does.
// Guarantees: a request whose end two parsers could see at different places is refused (RFC 9112 §6.3, §11.2); hop-by-hop fields
// (RFC 9110 §7.6.1) are removed before ours are set; fields that only the mesh may set are removed from whatever comes in.
// llhttp has refused before: bare LF in fields, Content-Length with Transfer-Encoding, Content-Length twice.
import type { IncomingMessage } from 'node:http';

/** SPIFFE id of the caller, set by the mesh agent of the callee. */
export const peerHeader = 'x-photoncloud-peer';
/** Names the service to call, on the control port. */
export const serviceHeader = 'x-photoncloud-service';

/** Names and values in turn, as they came. */
export type RawFields = readonly string[];

const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade', 'proxy-authorization', 'proxy-authenticate']);
/** A Connection field can't take these away: they frame or address the message. */
const untouchable = new Set(['host', 'content-length', 'transfer-encoding', 'trailer', 'expect']);

/** Why a request can't be passed on, or undefined where it can. */
export function problemOfRequest(req: IncomingMessage): string | undefined {
  if (req.httpVersion !== '1.1' && req.httpVersion !== '1.0') return `HTTP/${req.httpVersion} is not spoken here`;
  const counts = new Map<string, number>();
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const name = (req.rawHeaders[at] ?? '').toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const name of ['host', 'content-length', 'transfer-encoding']) {
    if ((counts.get(name) ?? 0) > 1) return `${name} comes more than once`;
  }
  const coding = req.headers['transfer-encoding'];
  if (coding !== undefined) {
    if (counts.has('content-length')) return 'content-length and transfer-encoding exclude each other';
    if (req.httpVersion === '1.0') return 'transfer-encoding needs HTTP/1.1';
    if (coding.trim().toLowerCase() !== 'chunked') return 'the only transfer-encoding taken is chunked';
  }
  const length = req.headers['content-length'];
  if (length !== undefined && !/^[0-9]{1,15}$/.test(length)) return 'content-length is no number';
  return undefined;
}

export interface FieldRules {
  /** Lower-case names to remove besides the hop-by-hop ones. */
  drop: readonly string[];
  /** Put in afterwards. */
  add: RawFields;
}

/** Fields to pass on. `connection` is the message's own Connection field. */
export function passFields(raw: RawFields, connection: string | undefined, rules: FieldRules): string[] {
  const named = new Set(tokensOf(connection).filter((token) => !untouchable.has(token)));
  const drop = new Set(rules.drop.map(plainName));
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const lower = name.toLowerCase();
    if (hopByHop.has(lower) || named.has(lower) || drop.has(plainName(name))) continue;
    kept.push(name, raw[at + 1] ?? '');
  }
  kept.push(...rules.add);
  return kept;
}

const framing = new Set([
  'content-length',
  'transfer-encoding',
  'host',
  'trailer',
  'content-type',
  'content-encoding',
  'content-range',
  'authorization',
  'set-cookie',
]);

/** Trailer fields to pass on: none that frames, routes or names an identity (RFC 9110 §6.5.1). */
export function passTrailers(raw: RawFields, drop: readonly string[]): [string, string][] {
  const forbidden = new Set(drop.map(plainName));
  const kept: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const lower = name.toLowerCase();
    if (!hopByHop.has(lower) && !framing.has(lower) && !forbidden.has(plainName(name))) kept.push([name, raw[at + 1] ?? '']);
  }
  return kept;
}

/** Applications that read fields as environment variables can't tell `_` from `-`: neither spelling of ours may be forged. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

export function tokensOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((token) => token.trim().toLowerCase())
    .filter((token) => token !== '');
}

/** A body follows, by the head alone. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** May be sent a second time where the first may or may not have arrived (RFC 9110 §9.2.2). */
export function isRepeatable(req: IncomingMessage): boolean {
  return repeatable.has(req.method ?? '') && !hasBody(req);
}

/** The head of a response as text, for a connection that has left HTTP. */
export function responseHead(status: number, statusText: string, fields: RawFields): string {
  let head = `HTTP/1.1 ${status} ${statusText}\r\n`;
  for (let at = 0; at + 1 < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`;
  return `${head}\r\n`;
}
