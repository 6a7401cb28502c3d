// Small JSON files that outlive a restart.
// Guarantees: writes to one file follow one another; a file that can't be read or is of another form counts as missing.
import { diskFiles } from '../src/loop/files.ts';

export interface StateFile {
  read(): Promise<unknown>;
  write(value: object): Promise<void>;
  remove(): Promise<void>;
}

const form = 1;

export function stateFile(path: string): StateFile {
  let last: Promise<void> = Promise.resolve();
  const after = (run: () => Promise<void>): Promise<void> => {
    const next = last.then(run, run);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    read: async () => {
      try {
        const found = JSON.parse((await diskFiles.read(path)) ?? 'null') as { form?: number; value?: unknown } | null;
        return found?.form === form ? found.value : undefined;
      } catch {
        return undefined;
      }
    },
    write: (value) => after(() => diskFiles.write(path, JSON.stringify({ form, value }), 0o600)),
    remove: () => after(() => diskFiles.remove(path)),
  };
}

/** For those who keep nothing. */
export const noStateFile: StateFile = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};
