// A TCP proxy that breaks what passes through it, as told.
// Guarantees: bytes are delayed, held or lost with their connection, never changed or reordered. The caller owes a close().
import { createServer, connect, type Server, type Socket } from 'node:net';

/** pass: forwarded. held: kept until passed again, or lost with the connection. */
type Flow = 'pass' | 'held';

export interface FaultyProxy {
  readonly port: number;
  /** `http://127.0.0.1:PORT`. */
  readonly endpoint: string;
  readonly connections: number;
  /** Milliseconds that each chunk waits, each way. */
  delayMs: number;
  /** Resets all connections. What was held is lost. */
  cut(): void;
  /** Refused: new connections are reset, and those that stand. */
  refuse(refused: boolean): void;
  /** Half-open: connections stand and are accepted, nothing arrives on either side. */
  halfOpen(open: boolean): void;
  /** Requests arrive, answers do not. */
  holdAnswers(held: boolean): void;
  close(): Promise<void>;
}

/** `target`: `http://host:port`. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const proxy = new Proxy(hostname, Number(port));
  await proxy.listen();
  return proxy;
}

class Proxy implements FaultyProxy {
  delayMs = 0;
  readonly #host: string;
  readonly #targetPort: number;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #refused = false;
  #requests: Flow = 'pass';
  #answers: Flow = 'pass';

  constructor(host: string, port: number) {
    this.#host = host;
    this.#targetPort = port;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client));
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get connections(): number {
    return this.#pairs.size;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  cut(): void {
    for (const pair of this.#pairs) pair.cut();
  }

  refuse(refused: boolean): void {
    this.#refused = refused;
    if (refused) this.cut();
  }

  halfOpen(open: boolean): void {
    this.#set(open ? 'held' : 'pass', open ? 'held' : 'pass');
  }

  holdAnswers(held: boolean): void {
    this.#set('pass', held ? 'held' : 'pass');
  }

  async close(): Promise<void> {
    this.refuse(true);
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #set(requests: Flow, answers: Flow): void {
    this.#requests = requests;
    this.#answers = answers;
    for (const pair of this.#pairs) pair.set(requests, answers);
  }

  #accept(client: Socket): void {
    if (this.#refused) {
      client.on('error', () => {});
      client.resetAndDestroy();
      return;
    }
    const server = connect({ host: this.#host, port: this.#targetPort, allowHalfOpen: true, noDelay: true });
    const delay = (): number => this.delayMs;
    const pair = new Pair(client, server, delay, () => this.#pairs.delete(pair));
    this.#pairs.add(pair);
    pair.set(this.#requests, this.#answers);
  }
}

/** Both sides of one connection. */
class Pair {
  readonly #requests: Pipe;
  readonly #answers: Pipe;
  readonly #onClosed: () => void;

  constructor(client: Socket, server: Socket, delay: () => number, onClosed: () => void) {
    this.#requests = new Pipe(client, server, delay, () => this.cut());
    this.#answers = new Pipe(server, client, delay, () => this.cut());
    this.#onClosed = onClosed;
  }

  set(requests: Flow, answers: Flow): void {
    this.#requests.set(requests);
    this.#answers.set(answers);
  }

  cut(): void {
    this.#requests.cut();
    this.#answers.cut();
    this.#onClosed();
  }
}

/** One direction. */
class Pipe {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #delay: () => number;
  readonly #waiting: (() => void)[] = [];
  #flow: Flow = 'pass';

  constructor(from: Socket, to: Socket, delay: () => number, onBroken: () => void) {
    this.#from = from;
    this.#to = to;
    this.#delay = delay;
    from.on('data', (chunk) => this.#later(() => to.write(chunk)));
    from.on('end', () => this.#later(() => to.end()));
    from.on('error', onBroken);
    from.on('close', onBroken);
  }

  set(flow: Flow): void {
    this.#flow = flow;
    this.#drain();
  }

  cut(): void {
    this.#waiting.length = 0;
    if (!this.#from.destroyed) this.#from.resetAndDestroy();
  }

  /** Equal delays keep the order; a delay that falls does not overtake, as each timer takes the oldest that waits. */
  #later(deliver: () => void): void {
    this.#waiting.push(deliver);
    const delayMs = this.#delay();
    if (delayMs > 0) setTimeout(() => this.#next(), delayMs);
    else this.#drain();
  }

  #next(): void {
    if (this.#flow === 'held' || this.#to.destroyed) return;
    this.#waiting.shift()?.();
  }

  #drain(): void {
    if (this.#flow === 'held' || this.#to.destroyed) return;
    for (const deliver of this.#waiting.splice(0)) deliver();
  }
}
