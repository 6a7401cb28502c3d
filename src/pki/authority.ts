// The cluster's authorities: a root, which agents pin, and an issuing CA below it, which signs.
// Guarantees: a key is written with mode 0600 and never over another; a directory with a key that others may read, a key that is not
// its certificate's, or a certificate that is not the root's, is refused in words. `root.key` may be taken offline after `init`.
import type { KeyObject } from 'node:crypto';
import { X509Certificate } from 'node:crypto';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PhotonError } from '../model/errors.ts';
import { readCertificate, readCertificates } from './certificate.ts';
import { keyUsageBits } from './extensions.ts';
import { issueAuthority } from './issue.ts';
import { caIdOf, isP256, readPrivateKey } from './keys.ts';
import { writePem } from './pem.ts';

/** An authority that can sign. */
export interface Authority {
  certPem: string;
  certificate: X509Certificate;
  key: KeyObject;
  /** First 16 hex digits of the SHA-256 of the public key. */
  caId: string;
}

/** An authority of which the key may be elsewhere. */
export type RootAuthority = Omit<Authority, 'key'> & { key?: KeyObject };

export interface Authorities {
  clusterId: string;
  root: RootAuthority;
  issuing: Authority;
}

/** Names of the files in a CA directory. */
export const authorityFiles = {
  rootCert: 'root.crt',
  rootKey: 'root.key',
  issuingCert: 'issuing.crt',
  issuingKey: 'issuing.key',
  bootstrapToken: 'bootstrap.token',
} as const;

/** A new root and issuing CA, ten years each. `now`: milliseconds since 1970. */
export function createAuthorities({ clusterId, now }: { clusterId: string; now: number }): Authorities & { root: Authority } {
  const root = issueAuthority(undefined, { clusterId, name: 'root CA', pathLength: 1, now });
  const issuing = issueAuthority(root, { clusterId, name: 'issuing CA', pathLength: 0, now });
  return { clusterId, root, issuing };
}

/** Writes the files of a CA directory, making it (0700). Throws `already_exists` before anything is written where one of them is there. */
export async function saveAuthorities(dir: string, { root, issuing }: Authorities): Promise<void> {
  const files: [name: string, content: string, mode: number][] = [
    [authorityFiles.rootCert, root.certPem, 0o644],
    ...(root.key ? [[authorityFiles.rootKey, pkcs8(root.key), 0o600] as [string, string, number]] : []),
    [authorityFiles.issuingCert, issuing.certPem, 0o644],
    [authorityFiles.issuingKey, pkcs8(issuing.key), 0o600],
  ];
  await mkdir(dir, { recursive: true, mode: 0o700 });
  for (const [name] of files) {
    if (await stat(join(dir, name)).catch(() => undefined)) {
      throw new PhotonError('already_exists', 'there is a CA already', {
        where: join(dir, name),
        next: 'Use it, or name another directory',
      });
    }
  }
  for (const [name, content, mode] of files) await writeNew(join(dir, name), content, mode);
}

/** Reads a CA directory and checks that its parts belong together. Throws `invalid_config`. */
export async function loadAuthorities(dir: string): Promise<Authorities> {
  const root = await loadCertificate(join(dir, authorityFiles.rootCert));
  const issuing = await loadCertificate(join(dir, authorityFiles.issuingCert));
  const issuingFile = join(dir, authorityFiles.issuingCert);
  if (!root.certificate.checkIssued(root.certificate) || !root.certificate.verify(root.certificate.publicKey)) {
    throw refused(join(dir, authorityFiles.rootCert), 'the certificate is not signed by itself, as a root is');
  }
  if (!issuing.certificate.checkIssued(root.certificate) || !issuing.certificate.verify(root.certificate.publicKey)) {
    throw refused(issuingFile, 'the certificate is not issued by root.crt');
  }
  const clusterId = clusterOf(root.certificate);
  if (clusterId === undefined || clusterId !== clusterOf(issuing.certificate))
    throw refused(issuingFile, 'root and issuing CA do not name the same cluster as their organization');
  const key = await loadKey(join(dir, authorityFiles.issuingKey), issuing.certificate);
  const rootKeyFile = join(dir, authorityFiles.rootKey);
  const rootKey = (await stat(rootKeyFile).catch(() => undefined)) ? await loadKey(rootKeyFile, root.certificate) : undefined;
  return { clusterId, root: { ...root, ...(rootKey && { key: rootKey }) }, issuing: { ...issuing, key } };
}

/** Reads a file that only its owner may read. Throws `invalid_config` in words otherwise. */
export async function readSecretFile(path: string, maxBytes: number, next?: string): Promise<string> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw refused(path, `can't be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, next);
  });
  try {
    // The open file is judged, not the path: it can't be swapped in between.
    const { mode, size } = await file.stat();
    if ((mode & 0o077) !== 0) {
      const found = (mode & 0o777).toString(8).padStart(4, '0');
      throw new PhotonError('invalid_config', `others than its owner may use this secret: its mode is ${found}`, {
        where: path,
        expected: '0600',
        next: `chmod 600 ${path}`,
      });
    }
    if (size > maxBytes) throw refused(path, `has ${size} bytes, more than ${maxBytes}`, next);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Writes a file that must not be there yet. */
export async function writeNew(path: string, content: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new PhotonError('already_exists', 'the file is there already', { where: path });
    throw error;
  });
  try {
    await file.writeFile(content);
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function loadCertificate(path: string): Promise<{ certPem: string; certificate: X509Certificate; caId: string }> {
  const pem = await readFile(path, 'utf8').catch((error: unknown) => {
    throw refused(path, `can't be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  });
  try {
    const [bytes, ...more] = readCertificates(pem);
    if (!bytes || more.length > 0) throw new Error('it does not hold exactly one certificate');
    const facts = readCertificate(bytes);
    if (!facts.basicConstraints?.authority || !facts.keyUsage?.has(keyUsageBits.keyCertSign))
      throw new Error('it is not the certificate of an authority');
    const certificate = new X509Certificate(bytes);
    if (!isP256(certificate.publicKey)) throw new Error('its key is not of the curve P-256');
    return { certPem: writePem(bytes, 'CERTIFICATE'), certificate, caId: caIdOf(certificate.publicKey) };
  } catch (error) {
    throw refused(path, error instanceof Error ? error.message : String(error));
  }
}

async function loadKey(path: string, certificate: X509Certificate): Promise<KeyObject> {
  const pem = await readSecretFile(path, 8192);
  let key: KeyObject;
  try {
    key = readPrivateKey(pem);
  } catch (error) {
    throw refused(path, error instanceof Error ? error.message : String(error));
  }
  if (!certificate.checkPrivateKey(key)) throw refused(path, 'is not the key of the certificate beside it');
  return key;
}

/** The organization of the subject: the cluster's id. A cluster id is a DNS label, so node's text of it has nothing to escape. */
function clusterOf(certificate: X509Certificate): string | undefined {
  return /^O=([a-z0-9-]+)$/m.exec(certificate.subject)?.[1];
}

function pkcs8(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}

const restore = 'Restore the CA directory from its backup, or make a new one with photoncloud-ctl init';

function refused(where: string, message: string, next = restore): PhotonError {
  return new PhotonError('invalid_config', message, { where, next });
}
