// The bootstrap token: who holds it may ask for certificates. 256 random bits in a file that only its owner may read.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../loop/ports.ts';
import { PhotonError } from '../model/errors.ts';
import { readSecretFile, writeNew } from './authority.ts';

const minLength = 32;
const copyIt = 'Copy bootstrap.token of the CA directory there, mode 0600';

export function createBootstrapToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Writes the token with mode 0600; throws `already_exists` rather than replace one. */
export async function saveBootstrapToken(path: string, token: string): Promise<void> {
  await writeNew(path, `${token}\n`, 0o600);
}

/** Reads a token's file. Throws `invalid_config` where others may read it, or where it holds no token; never quotes the content. */
export async function readBootstrapToken(path: string): Promise<string> {
  const token = (await readSecretFile(path, 4096, copyIt)).trim();
  if (!/^[\x21-\x7e]+$/.test(token) || token.length < minLength) {
    throw new PhotonError('invalid_config', 'holds no bootstrap token', {
      where: path,
      expected: `one line of at least ${minLength} printable characters without spaces`,
      next: copyIt,
    });
  }
  return token;
}

/** Compares in a time that tells nothing of where the difference is, nor of the length. */
function sameToken(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}

const rereadMs = 5000;

/** The token of a file, read again now and then, so that replacing the file replaces the token. */
export class BootstrapTokenFile {
  readonly #path: string;
  readonly #clock: Clock;
  #token = '';
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
  }

  /** Whether it is the token. Throws `invalid_config` where the file holds none now: then nobody has it. */
  async matches(given: string): Promise<boolean> {
    if (this.#clock.monotonic() - this.#readAt >= rereadMs) {
      this.#token = await readBootstrapToken(this.#path);
      this.#readAt = this.#clock.monotonic();
    }
    return sameToken(given, this.#token);
  }
}
