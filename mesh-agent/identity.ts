// The identity that a service shows and the roots that it trusts, loaded from files.
// Guarantees: what is loaded is whole: the key is the certificate's, the certificate is of this service and cluster and hangs
// below the bundle. TLS 1.3 only, and no session is ever resumed: a resumed one would skip the checks of the peer.
// An identity never changes; a new one is loaded and swapped in for new handshakes.
import { constants, createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { PhotonError } from '../src/model/errors.ts';
import { readCertificates } from '../src/pki/certificate.ts';
import { type PeerVerdict, trustAnchors, verifyPeer } from '../src/pki/verify.ts';
import type { IdentityFiles } from './config.ts';

export interface Identity {
  spiffeId: string;
  /** Of the leaf. */
  fingerprintSha256: string;
  /** Milliseconds since 1970. */
  notAfter: number;
  anchors: readonly X509Certificate[];
  /** For a server, by `setSecureContext`. */
  serverOptions: SecureContextOptions;
  /** Shows the certificate. */
  clientContext: SecureContext;
  /** Shows none. */
  anonymousContext: SecureContext;
  /** Changes with any of the files. */
  version: string;
}

export interface IdentityOwner {
  clusterId: string;
  service: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** What the files hold, not judged yet. */
export interface IdentityText {
  bundle: string;
  cert: string;
  key: string;
  /** The same for the same texts in the same files. */
  digest: string;
}

/** Throws PhotonError `invalid_config`, naming the file. */
export async function readIdentity(files: IdentityFiles): Promise<IdentityText> {
  const [bundle, cert, key] = await Promise.all([read(files.bundle), read(files.cert), read(files.key)]);
  const digest = createHash('sha256')
    .update(JSON.stringify([files, bundle, cert, key]))
    .digest('hex');
  return { bundle, cert, key, digest };
}

/** Throws PhotonError `certificate_invalid`, naming the file. What is said depends on the texts alone, not on the time. */
export function loadIdentity(files: IdentityFiles, { bundle, cert, key }: IdentityText, owner: IdentityOwner): Identity {
  const anchors = within(files.bundle, () => trustAnchors(bundle));
  const chain = within(files.cert, () => readCertificates(cert));
  const leaf = within(files.cert, () => new X509Certificate(chain[0] ?? Buffer.alloc(0)));
  const privateKey = within(files.key, () => createPrivateKey(key));
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new PhotonError('certificate_invalid', 'is not the key of the certificate', {
      where: files.key,
      expected: `the key of ${files.cert}`,
    });
  }
  const verdict = verifyOwn(chain, anchors, owner);
  if (!verdict.ok) throw new PhotonError('certificate_invalid', verdict.message, { where: files.cert });
  const base: SecureContextOptions = {
    ca: bundle,
    minVersion: 'TLSv1.3',
    maxVersion: 'TLSv1.3',
    secureOptions: constants.SSL_OP_NO_TICKET,
  };
  const full: SecureContextOptions = { ...base, cert, key };
  return {
    spiffeId: verdict.spiffeId,
    fingerprintSha256: verdict.fingerprintSha256,
    notAfter: verdict.notAfter,
    anchors,
    serverOptions: full,
    clientContext: within(files.cert, () => createSecureContext(full)),
    anonymousContext: within(files.bundle, () => createSecureContext(base)),
    version: `${verdict.fingerprintSha256}/${anchors.map((anchor) => anchor.fingerprint256).join()}`,
  };
}

/** The own certificate is judged as a peer would judge it, but for its time: a late clock here must not take a service down. */
function verifyOwn(chain: readonly Buffer[], anchors: readonly X509Certificate[], owner: IdentityOwner): PeerVerdict {
  const rules = {
    anchors,
    clusterId: owner.clusterId,
    expect: { kind: 'service', name: owner.service },
    revoked: new Set<string>(),
  } as const;
  const verdict = verifyPeer(chain, { ...rules, now: owner.now });
  if (verdict.ok || (verdict.reason !== 'expired' && verdict.reason !== 'not_yet_valid')) return verdict;
  const [leaf] = chain;
  return leaf ? verifyPeer(chain, { ...rules, now: new X509Certificate(leaf).validFromDate.getTime() }) : verdict;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    const cause = thrown as NodeJS.ErrnoException;
    throw new PhotonError('invalid_config', `can't be read (${cause.code ?? cause.message})`, { where: path, cause });
  }
}

function within<T>(where: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw new PhotonError('certificate_invalid', cause instanceof Error ? cause.message : String(cause), { where, cause });
  }
}
