// Chance as a port. `systemRandom` is for jitter and ids; `seededRandom` gives the same numbers for the same seed.
// Guarantees: systemRandom.hex comes from the cryptographic source, so ids from it can't be guessed.
import { randomBytes } from 'node:crypto';
import type { Random } from './ports.ts';

export const systemRandom: Random = {
  next: () => Math.random(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};

/** Numbers that depend on the seed only (mulberry32). Never for keys or tokens. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    hex: (bytes) => {
      let text = '';
      for (let at = 0; at < bytes; at++)
        text += Math.floor(next() * 256)
          .toString(16)
          .padStart(2, '0');
      return text;
    },
  };
}

/** A value within ± `share` of the middle: `jittered(random, 30_000, 0.1)` is 27 to 33 seconds. */
export function jittered(random: Random, middle: number, share: number): number {
  return middle * (1 + share * (2 * random.next() - 1));
}
