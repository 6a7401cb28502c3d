// Decides whether the certificate that a peer presented is an identity of this cluster, and whose.
// Guarantees: every rule of DESIGN §8 in its order (chain, exactly one URI SAN, SPIFFE id with cluster, validity, revocation); the first
// that fails is the verdict's reason; anything that can't be read fails. Ids are compared whole, never by prefix.
// Where there is a connection the caller passes what TLS says of it (`tls`), having given it exactly the anchors as `ca`: then OpenSSL's
// path validation is the verdict on the chain, because node does not tell a server the intermediates that a client sent. Else the chain
// is walked here. Policy is the caller's.
import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { type CertificateFacts, fingerprintSha256, readCertificate, readCertificates } from './certificate.ts';
import { keyUsageBits, oids } from './extensions.ts';
import { parseSpiffeId, type SpiffeIdentity, type SpiffeRefusal } from './spiffe.ts';

export type PeerRefusal =
  | 'no_certificate'
  | 'malformed_certificate'
  | 'untrusted_ca'
  | 'issuer_missing'
  | 'issuer_invalid'
  | 'tls_unauthorized'
  | 'leaf_is_ca'
  | 'wrong_key_usage'
  | 'wrong_extended_key_usage'
  | 'not_one_uri_san'
  | SpiffeRefusal
  | 'wrong_cluster'
  | 'wrong_kind'
  | 'wrong_name'
  | 'not_yet_valid'
  | 'expired'
  | 'revoked';

export type PeerVerdict =
  | { ok: true; identity: SpiffeIdentity; spiffeId: string; fingerprintSha256: string; notAfter: number }
  | { ok: false; reason: PeerRefusal; message: string };

export interface PeerRules {
  /** Made once from the bundle by `trustAnchors`. */
  anchors: readonly X509Certificate[];
  clusterId: string;
  /** Who it must be; absent where any identity of the cluster is taken (policy decides later). */
  expect?: { kind: SpiffeIdentity['kind']; name: string };
  /** Milliseconds since 1970. */
  now: number;
  /** SHA-256 fingerprints, lower-case hex. */
  revoked: { has(fingerprint: string): boolean };
  /** Where there is a connection: what node:tls says of it. */
  tls?: TlsFacts;
}

export interface TlsFacts {
  authorized: boolean;
  /** `authorizationError` of the socket: a code of OpenSSL's, such as `CERT_HAS_EXPIRED`. */
  error?: string | undefined;
}

const maxChain = 6;

/** The roots of a PEM bundle. Throws `certificate_invalid`. */
export function trustAnchors(bundlePem: string): X509Certificate[] {
  return readCertificates(bundlePem).map((bytes) => new X509Certificate(bytes));
}

/** The leaf that a TLS peer presented and, on a client's socket, what else: in DER; empty where it presented none. For `verifyPeer`. */
export function presentedChain(socket: TLSSocket): Buffer[] {
  const chain: Buffer[] = [];
  for (let at = socket.getPeerX509Certificate(); at && chain.length < maxChain; at = at.issuerCertificate) chain.push(at.raw);
  return chain;
}

/** Judges a chain as presented: leaf first, in DER. Never throws. */
export function verifyPeer(chain: readonly Uint8Array[], rules: PeerRules): PeerVerdict {
  const [leafDer, ...rest] = chain;
  if (!leafDer) return refuse('no_certificate', 'the peer presented no certificate');
  if (chain.length > maxChain) return refuse('malformed_certificate', `the peer presented ${chain.length} certificates`);
  let leaf: X509Certificate;
  let issuers: X509Certificate[];
  let facts: CertificateFacts;
  try {
    facts = readCertificate(leafDer);
    leaf = new X509Certificate(leafDer);
    issuers = rest.map((bytes) => new X509Certificate(bytes));
  } catch (error) {
    return refuse('malformed_certificate', error instanceof Error ? error.message : String(error));
  }
  return (
    (rules.tls ? checkTls(rules.tls, facts, rules.now) : checkChain(leaf, issuers, rules)) ??
    checkLeaf(facts) ??
    checkIdentity(facts, rules, fingerprintSha256(leafDer))
  );
}

type Refused = Extract<PeerVerdict, { ok: false }>;

function refuse(reason: PeerRefusal, message: string): Refused {
  return { ok: false, reason, message };
}

/** Walks from the leaf to an anchor. Each issuer must be an authority in its time, with room below it. */
function checkChain(leaf: X509Certificate, presented: readonly X509Certificate[], rules: PeerRules): Refused | undefined {
  let at = leaf;
  for (let below = 0; below < maxChain; below++) {
    const anchor = rules.anchors.find((candidate) => issued(candidate, at));
    const issuer = anchor ?? presented.find((candidate) => !candidate.raw.equals(at.raw) && issued(candidate, at));
    if (!issuer) {
      // Not `issued`, which asks whether it may sign: a leaf signed by itself may not, and is as untrusted.
      const selfSigned = at.subject === at.issuer && at.verify(at.publicKey);
      return selfSigned
        ? refuse('untrusted_ca', `the chain ends at ${oneLine(at.subject)}, which is not in the trust bundle`)
        : refuse('issuer_missing', `the issuer of the certificate is neither presented nor trusted: ${oneLine(at.issuer)}`);
    }
    const problem = issuerProblem(issuer, below, rules.now);
    if (problem !== undefined) return refuse('issuer_invalid', `the issuer ${oneLine(issuer.subject)} ${problem}`);
    if (anchor) return undefined;
    at = issuer;
  }
  return refuse('issuer_missing', 'the chain is too long');
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

/** `below`: how many authorities stand between this one and the leaf. */
function issuerProblem(issuer: X509Certificate, below: number, now: number): string | undefined {
  let facts: CertificateFacts;
  try {
    facts = readCertificate(issuer.raw);
  } catch (error) {
    return `can't be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (!facts.basicConstraints?.authority) return 'is no authority';
  if (facts.basicConstraints.pathLength !== undefined && facts.basicConstraints.pathLength < below)
    return 'may not have another authority below it';
  if (!facts.keyUsage?.has(keyUsageBits.keyCertSign)) return 'may not sign certificates';
  for (const id of facts.critical) if (!understood.has(id)) return `has the critical extension ${id}, which is unknown here`;
  if (now < facts.notBefore) return 'is not valid yet';
  if (now > facts.notAfter) return 'has expired';
  return undefined;
}

const tlsReasons: Readonly<Record<string, PeerRefusal>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted_ca',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted_ca',
  UNABLE_TO_GET_ISSUER_CERT: 'issuer_missing',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'issuer_missing',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'issuer_missing',
  INVALID_CA: 'issuer_invalid',
  PATH_LENGTH_EXCEEDED: 'issuer_invalid',
};

/** Why TLS does not trust the peer. Whatever it says, a peer that is not authorized is refused. */
function checkTls(tls: TlsFacts, facts: CertificateFacts, now: number): Refused | undefined {
  if (tls.authorized) return undefined;
  const error = tls.error ?? 'no reason given';
  const time = error === 'CERT_HAS_EXPIRED' || error === 'CERT_NOT_YET_VALID' ? timeProblem(facts, now, 'the peer') : undefined;
  return time ?? refuse(tlsReasons[error] ?? 'tls_unauthorized', `TLS does not trust the certificate: ${oneLine(error)}`);
}

function timeProblem({ notBefore, notAfter }: CertificateFacts, now: number, whose: string): Refused | undefined {
  const from = new Date(notBefore).toISOString();
  if (now < notBefore)
    return refuse('not_yet_valid', `the certificate of ${whose} is valid from ${from}, and it is ${new Date(now).toISOString()}`);
  return now > notAfter ? refuse('expired', `the certificate of ${whose} expired ${new Date(notAfter).toISOString()}`) : undefined;
}

/** SPIFFE X509-SVID §4: a leaf signs nothing but its own handshakes. */
function checkLeaf(facts: CertificateFacts): Refused | undefined {
  if (facts.basicConstraints?.authority) return refuse('leaf_is_ca', 'the certificate is of an authority, not of a peer');
  const usage = facts.keyUsage;
  if (!usage?.has(keyUsageBits.digitalSignature)) return refuse('wrong_key_usage', 'the certificate may not be used for signatures');
  if (usage.has(keyUsageBits.keyCertSign) || usage.has(keyUsageBits.crlSign))
    return refuse('wrong_key_usage', 'the certificate may sign certificates or lists, as no peer may');
  const purposes = facts.extendedKeyUsage;
  if (!purposes?.has(oids.serverAuth) || !purposes.has(oids.clientAuth))
    return refuse('wrong_extended_key_usage', 'the certificate is not for both servers and clients');
  for (const id of facts.critical)
    if (!understood.has(id))
      return refuse('malformed_certificate', `the certificate has the critical extension ${id}, which is unknown here`);
  return undefined;
}

const understood: ReadonlySet<string> = new Set([oids.basicConstraints, oids.keyUsage, oids.extendedKeyUsage, oids.subjectAltName]);

function checkIdentity(facts: CertificateFacts, rules: PeerRules, fingerprint: string): PeerVerdict {
  const { uris } = facts.names;
  const [uri] = uris;
  if (uri === undefined || uris.length !== 1)
    return refuse('not_one_uri_san', `the certificate has ${uris.length} URI names, expected exactly one`);
  const parsed = parseSpiffeId(uri);
  if (!parsed.ok) return refuse(parsed.reason, parsed.message);
  const { identity } = parsed;
  if (identity.clusterId !== rules.clusterId)
    return refuse('wrong_cluster', `${uri} is of the cluster ${identity.clusterId}, not ${rules.clusterId}`);
  if (rules.expect && identity.kind !== rules.expect.kind)
    return refuse('wrong_kind', `${uri} is a ${identity.kind}, expected the ${rules.expect.kind} ${rules.expect.name}`);
  if (rules.expect && identity.name !== rules.expect.name)
    return refuse('wrong_name', `${uri} is not the ${rules.expect.kind} ${rules.expect.name}`);
  const time = timeProblem(facts, rules.now, uri);
  if (time) return time;
  if (rules.revoked.has(fingerprint)) return refuse('revoked', `the certificate ${fingerprint} of ${uri} is revoked`);
  return { ok: true, identity, spiffeId: uri, fingerprintSha256: fingerprint, notAfter: facts.notAfter };
}

function oneLine(name: string): string {
  return name.replaceAll('\n', ', ').slice(0, 200);
}
