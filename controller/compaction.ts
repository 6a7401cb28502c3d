// The leader compacts the store's history, so that it does not grow for ever.
// Guarantees: what is younger than `keepMs` is never compacted away, so that a watch that was away for that long goes on.
import type { Clock, Log, Random, Store, Timer } from '../src/loop/ports.ts';
import { jittered } from '../src/loop/random.ts';
import { asPhotonError } from '../src/model/errors.ts';

export interface CompactionOptions {
  store: Store;
  clock: Clock;
  random: Random;
  log: Log;
  /** Revision of the store as far as it is known. */
  revision: () => number;
  leads: () => boolean;
  everyMs?: number;
  keepMs?: number;
  sampleMs?: number;
}

export function startCompaction(options: CompactionOptions): { stop(): void } {
  const { clock, random, log, store, revision, leads } = options;
  const everyMs = options.everyMs ?? 3_600_000;
  const keepMs = options.keepMs ?? 900_000;
  const sampleMs = options.sampleMs ?? 60_000;
  let samples: { atMs: number; revision: number }[] = [];
  let nextMs = clock.monotonic() + jittered(random, everyMs, 0.1);
  let compacted = 0;
  let timer: Timer;
  const compact = async (): Promise<void> => {
    const old = samples.filter((sample) => clock.monotonic() - sample.atMs >= keepMs);
    samples = samples.filter((sample) => !old.includes(sample) || sample === old.at(-1));
    const upTo = old.at(-1)?.revision ?? 0;
    if (clock.monotonic() < nextMs || !leads() || upTo <= compacted) return;
    nextMs = clock.monotonic() + jittered(random, everyMs, 0.1);
    try {
      await store.compact(upTo);
      log.info({ revision: upTo }, 'compacted the store');
    } catch (thrown) {
      const error = asPhotonError(thrown);
      // Another has compacted further: as good.
      if (error.code !== 'store_compacted') return log.warn({ err: error }, 'the store could not be compacted');
    }
    compacted = upTo;
  };
  const tick = (): void => {
    samples.push({ atMs: clock.monotonic(), revision: revision() });
    void compact();
    timer = clock.after(sampleMs, tick);
  };
  timer = clock.after(sampleMs, tick);
  return { stop: () => timer.cancel() };
}
