// A simulated disk: whole files by absolute path, as they stand after a crash.
import type { Files } from '../../src/loop/ports.ts';
import type { Gate, Life } from './gate.ts';

export class SimulatedFiles {
  readonly #files = new Map<string, { content: string; mode: number }>();

  port(gate: Gate, life: Life): Files {
    const pass = <T>(call: string, effect: () => T): Promise<T> => gate.pass(life, `files.${call}`, 'internal', effect);
    return {
      read: (path) => pass('read', () => this.read(path)),
      write: (path, content, mode) => pass('write', () => void this.#files.set(path, { content, mode })),
      remove: (path) => pass('remove', () => this.remove(path)),
      list: (path) => pass('list', () => this.list(path)),
    };
  }

  read(path: string): string | undefined {
    return this.#files.get(path)?.content;
  }

  modeOf(path: string): number | undefined {
    return this.#files.get(path)?.mode;
  }

  /** The file, or everything below the directory. */
  remove(path: string): void {
    for (const known of this.#files.keys()) if (known === path || known.startsWith(`${path}/`)) this.#files.delete(known);
  }

  /** Names of files and directories right below. */
  list(path: string): string[] {
    const names = new Set<string>();
    for (const known of this.#files.keys()) if (known.startsWith(`${path}/`)) names.add(known.slice(path.length + 1).split('/')[0] ?? '');
    return [...names].sort();
  }
}
