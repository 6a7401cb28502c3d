// The configuration files: a directory of `{service}.toml`, or one file.
// Guarantees: a file that can't be used is told with its reason and leaves what was read of it before in force; a file that is gone is told
// as gone, a directory that can't be read is not taken for an empty one. Changes are noticed by watching, and by looking every few seconds;
// a file is parsed again only when its text is another one.
import { type FSWatcher, watch } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { asPhotonError, PhotonError } from '../src/model/errors.ts';
import { parseServiceConfig, type ServiceConfig } from './config.ts';

export interface ConfigState {
  /** By service: what is in force. */
  services: Map<string, ServiceConfig>;
  /** By service (the file's name where it never was one): what is wrong with the newest file. */
  problems: Map<string, string>;
}

/** What the text of a file was found to say. */
interface Verdict {
  text: string;
  problem: unknown;
}

export class ConfigSource {
  readonly #path: string;
  readonly #inForce = new Map<string, ServiceConfig>();
  readonly #verdicts = new Map<string, Verdict>();

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads all files. Throws PhotonError `invalid_config` where the path itself can't be read. */
  async read(): Promise<ConfigState> {
    const files = await this.#files();
    const problems = new Map<string, string>();
    for (const file of this.#verdicts.keys()) if (!files.includes(file)) this.#forget(file);
    for (const file of files) await this.#readOne(file, files.length > 1 || file !== this.#path, problems);
    const services = new Map<string, ServiceConfig>();
    for (const config of this.#inForce.values()) services.set(config.name, config);
    return { services, problems };
  }

  async #files(): Promise<string[]> {
    try {
      if (!(await stat(this.#path)).isDirectory()) return [this.#path];
      const names = await readdir(this.#path);
      return names
        .filter((name) => name.endsWith('.toml') && !name.startsWith('.'))
        .sort()
        .map((name) => join(this.#path, name));
    } catch (thrown) {
      const cause = thrown as NodeJS.ErrnoException;
      throw new PhotonError('invalid_config', `can't be read (${cause.code ?? cause.message})`, {
        where: this.#path,
        expected: 'a directory of {service}.toml files, or one such file',
        cause,
      });
    }
  }

  async #readOne(file: string, named: boolean, problems: Map<string, string>): Promise<void> {
    try {
      const { problem } = this.#verdictOn(file, await readFile(file, 'utf8'), named);
      if (problem !== undefined) throw problem;
    } catch (thrown) {
      const cause = thrown as NodeJS.ErrnoException;
      // It was there a moment ago: gone is gone.
      if (cause.code === 'ENOENT') this.#forget(file);
      else problems.set(this.#inForce.get(file)?.name ?? basename(file, '.toml'), asPhotonError(thrown).explain());
    }
  }

  #verdictOn(file: string, text: string, named: boolean): Verdict {
    const known = this.#verdicts.get(file);
    if (known?.text === text) return known;
    const verdict: Verdict = { text, problem: undefined };
    try {
      this.#inForce.set(file, parseNamed(text, file, named));
    } catch (thrown) {
      verdict.problem = thrown;
    }
    this.#verdicts.set(file, verdict);
    return verdict;
  }

  #forget(file: string): void {
    this.#inForce.delete(file);
    this.#verdicts.delete(file);
  }
}

/** In a directory a file bears the name of its service. */
function parseNamed(text: string, file: string, named: boolean): ServiceConfig {
  const config = parseServiceConfig(text, file);
  const name = basename(file, '.toml');
  if (!named || config.name === name) return config;
  throw new PhotonError('invalid_config', `$.service.name is ${config.name}`, { where: file, expected: `${name}, as the file is called` });
}

/** Calls back when something below the path may have changed. */
export function watchPath(path: string, onChange: () => void): { cancel(): void } {
  let watcher: FSWatcher | undefined;
  try {
    // A file is replaced by renaming, so its directory is what must be watched.
    watcher = watch(path.endsWith('.toml') ? dirname(path) : path, onChange);
    watcher.on('error', () => watcher?.close());
  } catch {
    // No watch to be had: looking every few seconds has to do.
  }
  return { cancel: () => watcher?.close() };
}
