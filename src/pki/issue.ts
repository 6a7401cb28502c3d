// Makes certificates: authorities, X509-SVIDs for services and nodes, and the API's server certificate.
// Guarantees of a leaf (SPIFFE X509-SVID §3–4): exactly one URI SAN and no other name; CA false and keyUsage digitalSignature, both
// critical; EKU serverAuth and clientAuth; a fresh 16-byte serial; notBefore backdated, notAfter not beyond the issuer's.
// Every field comes from the arguments; a request contributes its public key alone.
import { randomBytes, sign, type KeyObject, X509Certificate } from 'node:crypto';
import { PhotonError } from '../model/errors.ts';
import { authorityLifetimeMs, leafLifetimeMs, type Validity, validityOf } from '../plan/certificates.ts';
import type { Authority } from './authority.ts';
import { fingerprintSha256, readCertificate } from './certificate.ts';
import * as der from './der.ts';
import * as ext from './extensions.ts';
import { caIdOf, generateKey, keyIdentifier, publicKeyInfo } from './keys.ts';
import { writePem } from './pem.ts';
import { type SpiffeIdentity, spiffeId } from './spiffe.ts';

export interface IssuedCertificate extends Validity {
  certPem: string;
  /** Lower-case hex. */
  serial: string;
  fingerprintSha256: string;
  /** Id of the issuing authority. */
  caId: string;
}

export interface IssuedLeaf extends IssuedCertificate {
  /** SPIFFE id. */
  subject: string;
}

/** Issues the SVID of an identity. Throws `certificate_invalid` where the issuer itself is out of its time. */
export function issueLeaf(
  issuer: Authority,
  request: { identity: SpiffeIdentity; publicKey: KeyObject; now: number; lifetimeMs?: number },
): IssuedLeaf {
  const subject = spiffeId(request.identity);
  const { clusterId, kind } = request.identity;
  const issued = issue(issuer, {
    ...request,
    lifetimeMs: request.lifetimeMs ?? leafLifetimeMs,
    // No common name: etcd takes a client certificate's for the user, and a service may be called `root`.
    subject: distinguishedName([ext.oids.organization, clusterId], [ext.oids.organizationalUnit, kind]),
    extensions: [
      ext.basicConstraints(undefined),
      ext.keyUsage('digitalSignature'),
      ext.extendedKeyUsage('serverAuth', 'clientAuth'),
      ext.subjectAltName({ uris: [subject] }),
    ],
  });
  return { ...issued, subject };
}

/** Issues a certificate for the API's own listener. It has no URI and no clientAuth, so no peer can take it for an identity. */
export function issueServerCertificate(
  issuer: Authority,
  request: { dns: readonly string[]; ips: readonly string[]; publicKey: KeyObject; now: number; lifetimeMs?: number },
): IssuedCertificate {
  if (request.dns.length + request.ips.length === 0)
    throw new PhotonError('invalid_argument', 'a server certificate needs a name or an address');
  return issue(issuer, {
    ...request,
    lifetimeMs: request.lifetimeMs ?? leafLifetimeMs,
    subject: distinguishedName([ext.oids.commonName, 'PhotonCloud API']),
    extensions: [
      ext.basicConstraints(undefined),
      ext.keyUsage('digitalSignature'),
      ext.extendedKeyUsage('serverAuth'),
      ext.subjectAltName({ dns: request.dns, ips: request.ips }),
    ],
  });
}

/** Makes an authority: self-signed without an issuer. `pathLength` is how many authorities may stand below it. */
export function issueAuthority(
  issuer: Authority | undefined,
  request: { clusterId: string; name: string; pathLength: number; now: number },
): Authority {
  const { privateKey } = generateKey();
  const caId = caIdOf(privateKey);
  const { certPem } = issue(issuer ?? { key: privateKey }, {
    publicKey: privateKey,
    now: request.now,
    lifetimeMs: authorityLifetimeMs,
    // The id makes the name unique, so that chains of two generations of a CA are never mixed up by name.
    subject: distinguishedName([ext.oids.organization, request.clusterId], [ext.oids.commonName, `PhotonCloud ${request.name} ${caId}`]),
    extensions: [ext.basicConstraints({ pathLength: request.pathLength }), ext.keyUsage('keyCertSign', 'crlSign')],
  });
  return { certPem, certificate: new X509Certificate(certPem), key: privateKey, caId };
}

interface ToIssue {
  publicKey: KeyObject;
  now: number;
  lifetimeMs: number;
  subject: der.Asn1;
  extensions: der.Asn1[];
}

function issue(issuer: Authority | { key: KeyObject }, { publicKey, now, lifetimeMs, subject, extensions }: ToIssue): IssuedCertificate {
  const from = 'certificate' in issuer ? issuerFacts(issuer) : { name: subject, keyId: undefined, validity: undefined };
  const validity = validityOf({ now, lifetimeMs, ...(from.validity && { issuer: from.validity }) });
  if (!validity)
    throw new PhotonError('certificate_invalid', 'no certificate can be issued: the authority has expired or not begun', {
      next: 'Check the clock, then renew the CA',
    });
  const serial = newSerial();
  const publicKeyDer = publicKeyInfo(publicKey);
  const ownKeyId = keyIdentifier(publicKeyDer);
  const algorithm = der.sequence(der.oid(ext.oids.ecdsaWithSha256));
  const all = [...extensions, ext.subjectKeyId(ownKeyId), ext.authorityKeyId(from.keyId ?? ownKeyId)];
  const body = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    der.integer(serial),
    algorithm,
    from.name,
    der.sequence(der.time(validity.notBefore), der.time(validity.notAfter)),
    subject,
    der.parseDer(publicKeyDer),
    der.explicit(3, der.sequence(...all)),
  );
  const bytes = der.encodeDer(der.sequence(body, algorithm, der.bitString(sign('sha256', der.encodeDer(body), issuer.key))));
  return {
    certPem: writePem(bytes, 'CERTIFICATE'),
    serial: serial.toString('hex'),
    fingerprintSha256: fingerprintSha256(bytes),
    caId: 'caId' in issuer ? issuer.caId : caIdOf(issuer.key),
    ...validity,
  };
}

/** What a certificate takes over from its issuer: the name, byte for byte, the key id, and the bounds of its time. */
function issuerFacts(issuer: Authority): { name: der.Asn1; keyId: Buffer; validity: Validity } {
  const facts = readCertificate(issuer.certificate.raw);
  const body = der.elementsOf(
    der.elementsOf(der.parseDer(issuer.certificate.raw), der.tags.sequence, 'the authority')[0],
    der.tags.sequence,
    'the authority',
  );
  const name = body[5];
  if (!name || facts.subjectKeyId === undefined) throw der.malformed('the authority has no subject or no key id');
  return { name, keyId: Buffer.from(facts.subjectKeyId, 'hex'), validity: facts };
}

/** 16 random bytes, the first from 0x40 to 0x7f: positive, and minimal as DER wants it. */
function newSerial(): Buffer {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return serial;
}

function distinguishedName(...attributes: [id: string, value: string][]): der.Asn1 {
  return der.sequence(...attributes.map(([id, value]) => der.setOf(der.sequence(der.oid(id), der.utf8String(value)))));
}
