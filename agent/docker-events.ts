// Docker's event stream for our containers, as hints that something may have changed.
// Guarantees: it comes back by itself, from the last event that it saw; on every new connection it says that everything may
// have changed, because a cut stream looks like a quiet one. A half-open connection is found by pinging beside it, and each
// stream is replaced after a while whatever it says.
import type { Readable } from 'node:stream';
import type { Clock, Log, Timer } from '../src/loop/ports.ts';
import type Docker from 'dockerode';
import { wordsOf } from './docker-errors.ts';
import { labelNames } from './docker-spec.ts';

export interface EventOptions {
  /** For the stream: without an idle timeout. */
  stream: Docker;
  /** For pings: with a short one. */
  unary: Docker;
  clusterId: string;
  nodeId: string;
  clock: Clock;
  log: Log;
  onChange: (instance: string | undefined, containerId: string | undefined) => void;
  /** Whether a stream stands: while it does not, nothing may be remembered. */
  onLive: (live: boolean) => void;
}

const pingEveryMs = 10_000;
const replaceAfterMs = 300_000;
const backoffMs = { first: 200, longest: 10_000 };
/** exec, attach, health and top change no state. */
const relevant = new Set(['create', 'start', 'die', 'oom', 'stop', 'kill', 'destroy', 'pause', 'unpause', 'restart', 'update', 'rename']);

interface DockerEvent {
  Action?: string;
  timeNano?: number;
  time?: number;
  Actor?: { ID?: string; Attributes?: Record<string, string> };
}

export class DockerEvents {
  readonly #options: EventOptions;
  readonly #closing = new AbortController();
  #abort = new AbortController();
  #failures = 0;
  /** Seconds, as the engine counts; where the next stream begins. */
  #since: number | undefined;
  #timers: Timer[] = [];

  constructor(options: EventOptions) {
    this.#options = options;
    void this.#run();
  }

  close(): void {
    this.#closing.abort();
    this.#cut();
    this.#abort.abort();
  }

  #cut(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
  }

  async #run(): Promise<void> {
    const { clock, log, onLive } = this.#options;
    while (!this.#closing.signal.aborted) {
      this.#abort = new AbortController();
      try {
        await this.#follow(this.#abort);
      } catch (error) {
        if (!this.#closing.signal.aborted) log.debug({ reason: wordsOf(error) }, 'docker event stream ended');
      }
      this.#cut();
      onLive(false);
      if (this.#closing.signal.aborted) return;
      const delayMs = Math.min(backoffMs.longest, backoffMs.first * 2 ** Math.min(this.#failures++, 10));
      await clock.sleep(delayMs, this.#closing.signal).catch(() => undefined);
    }
  }

  /** Ends with the stream. */
  async #follow(abort: AbortController): Promise<void> {
    const { stream, clusterId, nodeId, clock, onLive, onChange } = this.#options;
    const filters = { type: ['container'], label: [`${labelNames.cluster}=${clusterId}`, `${labelNames.node}=${nodeId}`] };
    const query = { filters, ...(this.#since === undefined ? {} : { since: this.#since }), abortSignal: abort.signal };
    // Its types leave abortSignal out, which the client passes on.
    const answer: Promise<NodeJS.ReadableStream> = stream.getEvents(query as Docker.GetEventsOptions);
    const events = (await answer) as Readable;
    // Aborting after the answer began does not end the stream by itself.
    const end = (): void => {
      events.destroy(new Error('replaced'));
    };
    abort.signal.addEventListener('abort', end, { once: true });
    if (abort.signal.aborted) end();
    this.#failures = 0;
    onLive(true);
    onChange(undefined, undefined);
    this.#timers.push(clock.after(replaceAfterMs, () => abort.abort()));
    this.#watchdog(abort);
    await this.#read(events);
  }

  #watchdog(abort: AbortController): void {
    const { clock, unary } = this.#options;
    this.#timers.push(
      clock.after(pingEveryMs, () => {
        unary.ping().then(
          () => {
            if (!abort.signal.aborted && !this.#closing.signal.aborted) this.#watchdog(abort);
          },
          () => abort.abort(),
        );
      }),
    );
  }

  /** Objects of JSON come split over chunks as the network cuts them; each ends with a line feed. */
  async #read(events: AsyncIterable<string | Buffer>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of events) {
      rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') this.#take(line);
    }
  }

  #take(line: string): void {
    let event: DockerEvent;
    try {
      event = JSON.parse(line) as DockerEvent;
    } catch {
      this.#options.onChange(undefined, undefined);
      return;
    }
    if (event.time !== undefined) this.#since = event.time;
    const action = event.Action?.split(':')[0] ?? '';
    if (relevant.has(action)) this.#options.onChange(event.Actor?.Attributes?.[labelNames.instance], event.Actor?.ID);
  }
}
