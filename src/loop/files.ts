// Files on the machine's own disk.
// Guarantees: a write is seen whole or not at all, also after a power cut; directories are made with mode 0700.
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ErrorCode, PhotonError } from '../model/errors.ts';
import type { Files } from './ports.ts';

/** What an operator puts right: the disk, or which directory is named and whose it is. */
const codes: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'invalid_config',
  EPERM: 'invalid_config',
  EROFS: 'invalid_config',
  ENOTDIR: 'invalid_config',
  EISDIR: 'invalid_config',
  ENOENT: 'invalid_config',
};

function failure(path: string, thrown: unknown): PhotonError {
  const cause = thrown as NodeJS.ErrnoException;
  const code = codes[cause.code ?? ''] ?? 'internal';
  return new PhotonError(code, `this file can't be used (${cause.code ?? cause.message})`, {
    where: path,
    next: 'Look at the disk and the rights of this directory',
    cause,
  });
}

function missing(thrown: unknown): boolean {
  const { code } = thrown as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

let writes = 0;

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeWhole(path: string, content: string, mode: number): Promise<void> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${writes++}.tmp`;
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.chmod(mode);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
  await sync(directory);
}

export const diskFiles: Files = {
  async read(path) {
    try {
      return await readFile(path, 'utf8');
    } catch (thrown) {
      if (missing(thrown)) return undefined;
      throw failure(path, thrown);
    }
  },
  async write(path, content, mode) {
    try {
      await writeWhole(path, content, mode);
    } catch (thrown) {
      throw failure(path, thrown);
    }
  },
  async remove(path) {
    try {
      await rm(path, { recursive: true, force: true });
    } catch (thrown) {
      throw failure(path, thrown);
    }
  },
  async list(path) {
    try {
      const names = await readdir(path);
      return names.filter((name) => !name.endsWith('.tmp')).sort();
    } catch (thrown) {
      if (missing(thrown)) return [];
      throw failure(path, thrown);
    }
  },
};
