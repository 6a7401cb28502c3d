// Node-local files that carry secrets: read or mounted only where nobody but their owner can read them.
import { readFile, stat } from 'node:fs/promises';
import { PhotonError } from '../src/model/errors.ts';

const othersMayRead = 0o077;

/** Refuses a file that is missing, is not a regular file, or that group or others may touch. */
export async function checkPrivateFile(path: string, field: string): Promise<void> {
  let found;
  try {
    found = await stat(path);
  } catch (error) {
    throw new PhotonError('process_failed', `${field} can't be read: ${(error as Error).message}`, {
      where: path,
      next: 'Put the file on this node, with mode 0600',
      cause: error,
    });
  }
  if (!found.isFile()) throw new PhotonError('process_failed', `${field} is not a regular file`, { where: path });
  if ((found.mode & othersMayRead) === 0) return;
  throw new PhotonError('process_failed', `${field} has mode 0${(found.mode & 0o777).toString(8)}`, {
    where: path,
    expected: 'mode 0600, so that only its owner can read it',
    next: `chmod 600 ${path}`,
  });
}

/** KEY=VALUE lines; empty lines and lines that begin with # are skipped. The value is taken as it stands, quotes included. */
export async function readEnvFile(path: string): Promise<Record<string, string>> {
  await checkPrivateFile(path, 'env_file');
  const env: Record<string, string> = {};
  const lines = (await readFile(path, 'utf8')).split('\n');
  for (const [at, raw] of lines.entries()) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const equals = line.indexOf('=');
    const key = line.slice(0, equals).trim();
    if (equals < 1 || !/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(key)) {
      // The line itself may be a secret: only its number is told.
      throw new PhotonError('process_failed', `line ${at + 1} of env_file is not KEY=VALUE`, { where: path });
    }
    env[key] = line.slice(equals + 1);
  }
  return env;
}
