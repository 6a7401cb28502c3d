// What happened, line by line, and a digest of all of it: two runs of one seed must give the same.
import { createHash } from 'node:crypto';
import type { Clock } from '../../src/loop/ports.ts';

const keptLines = 4000;

export class Trace {
  readonly #clock: Clock;
  readonly #hash = createHash('sha256');
  #lines: string[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(text: string): void {
    const line = `${(this.#clock.monotonic() / 1000).toFixed(3).padStart(10)}  ${text}`;
    this.#hash.update(`${line}\n`);
    this.#lines.push(line);
    if (this.#lines.length > 2 * keptLines) this.#lines = this.#lines.slice(-keptLines);
  }

  tail(count: number): string[] {
    return this.#lines.slice(-count);
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}
