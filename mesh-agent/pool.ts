// HTTP/1 connections to one endpoint, kept for the next request.
// Guarantees: a stream is handed out only when it is connected (and, where TLS is spoken, judged); once retired, idle connections are
// closed at once and busy ones after their request.
import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

export interface PoolOptions {
  connect: () => Promise<Duplex>;
  /** Idle connections are closed after this; below what the far side allows. */
  idleMs: number;
  maxIdle: number;
  maxOpen: number;
}

export class Pool extends Agent {
  readonly #connect: () => Promise<Duplex>;
  #retired = false;

  constructor({ connect, idleMs, maxIdle, maxOpen }: PoolOptions) {
    super({ keepAlive: true, timeout: idleMs, maxFreeSockets: maxIdle, maxSockets: maxOpen, scheduling: 'lifo' });
    this.#connect = connect;
  }

  override createConnection(_options: object, done?: (error: Error | null, stream: Duplex) => void): undefined {
    void this.#hand(done);
  }

  async #hand(done: ((error: Error | null, stream: Duplex) => void) | undefined): Promise<void> {
    let stream: Duplex;
    try {
      stream = await this.#connect();
    } catch (thrown) {
      // On failure node:http looks at the error alone.
      (done as ((error: unknown) => void) | undefined)?.(thrown);
      return;
    }
    done?.(null, stream);
  }

  override keepSocketAlive(stream: Duplex): boolean {
    return !this.#retired && (super.keepSocketAlive(stream) as unknown) === true;
  }

  /** Closes idle connections: after one turned out dead, or because the endpoint is no longer used. */
  dropIdle(): void {
    for (const streams of Object.values(this.freeSockets)) for (const stream of streams ?? []) stream.destroy();
  }

  retire(): void {
    this.#retired = true;
    this.dropIdle();
  }
}
