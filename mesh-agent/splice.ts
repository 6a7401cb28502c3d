// Joins two byte streams.
// Guarantees: bytes pass in order and unchanged, with backpressure in both directions; an end on one side is an end on the other
// while the opposite direction goes on; an error or a destroyed side resets the other, so that what was cut off never looks
// finished; a pair on which nothing moves is destroyed after the idle time. Both sides are always destroyed in the end.
// The caller owes: both streams were made with allowHalfOpen.
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface SpliceOptions {
  /** Nothing moves and both directions are open. */
  idleMs: number;
  /** Nothing moves and one side has ended. */
  halfClosedIdleMs: number;
  onBytes?: (direction: 'forth' | 'back', bytes: number) => void;
}

/** `reset`: cut off by an error or from outside. */
export type SpliceEnd = 'done' | 'idle' | 'reset';

const carriers = new WeakMap<Duplex, Socket>();

/** Remembers which TCP connection a TLS stream runs over, for `resetStream`. */
export function noteCarrier(stream: Duplex, carrier: Socket): void {
  carriers.set(stream, carrier);
}

/** Ends a connection so that its peer sees a failure, never a clean end. */
export function resetStream(stream: Duplex): void {
  const carrier = carriers.get(stream);
  if (!carrier) {
    if (stream instanceof Socket && !stream.destroyed && !stream.connecting) stream.resetAndDestroy();
    else stream.destroy();
    return;
  }
  stream.pause();
  // Not from within a callback of TLS: Node crashes where the connection is taken away under an OpenSSL call.
  setImmediate(() => {
    if (!carrier.destroyed && !carrier.connecting) carrier.resetAndDestroy();
    stream.destroy();
  });
}

/** Resolves when both sides are destroyed. */
export function splice(a: Duplex, b: Duplex, options: SpliceOptions): Promise<SpliceEnd> {
  return new Promise((resolve) => new Splice(a, b, options, resolve).start());
}

class Splice {
  readonly #a: Duplex;
  readonly #b: Duplex;
  readonly #options: SpliceOptions;
  readonly #resolve: (end: SpliceEnd) => void;
  #movedAt = performance.now();
  #ended = new Set<Duplex>();
  #finished = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(a: Duplex, b: Duplex, options: SpliceOptions, resolve: (end: SpliceEnd) => void) {
    this.#a = a;
    this.#b = b;
    this.#options = options;
    this.#resolve = resolve;
  }

  start(): void {
    this.#join(this.#a, this.#b, 'forth');
    this.#join(this.#b, this.#a, 'back');
    this.#watch(this.#options.idleMs);
    if (this.#a.destroyed || this.#b.destroyed) this.#finish('reset');
  }

  #join(from: Duplex, to: Duplex, direction: 'forth' | 'back'): void {
    from.on('data', (chunk: Buffer) => {
      if (this.#finished) return;
      this.#movedAt = performance.now();
      this.#options.onBytes?.(direction, chunk.length);
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => {
      this.#movedAt = performance.now();
      from.resume();
    });
    from.on('end', () => {
      this.#movedAt = performance.now();
      this.#ended.add(from);
      // A peer that has gone away may already have closed the other side: nothing is left to be told there.
      if (to.writable) to.end(() => this.#settle());
      else this.#settle();
    });
    from.on('error', () => this.#finish('reset'));
    from.on('close', () => this.#finish(this.#complete() ? 'done' : 'reset'));
    // Bytes that were read ahead and put back are waiting.
    from.resume();
  }

  /** Both directions have ended and all that was written is out. */
  #complete(): boolean {
    return this.#ended.size === 2 && this.#a.writableFinished && this.#b.writableFinished;
  }

  #settle(): void {
    if (this.#complete()) this.#finish('done');
  }

  #watch(delayMs: number): void {
    this.#timer = setTimeout(
      () => {
        const limitMs = this.#ended.size > 0 ? this.#options.halfClosedIdleMs : this.#options.idleMs;
        const leftMs = limitMs - (performance.now() - this.#movedAt);
        if (leftMs <= 0) this.#finish('idle');
        else this.#watch(leftMs);
      },
      Math.min(delayMs, this.#options.halfClosedIdleMs),
    );
  }

  #finish(end: SpliceEnd): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#timer);
    for (const stream of [this.#a, this.#b]) {
      // Late errors of a stream that is being torn down concern nobody.
      stream.on('error', () => undefined);
      if (end === 'done') stream.destroy();
      else resetStream(stream);
    }
    this.#resolve(end);
  }
}
