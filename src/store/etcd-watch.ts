// One watch of one range: a gRPC stream of its own, read to its end and never resumed here.
// Guarantees: whole revisions, in order, each once; `onEnd` exactly once unless cancelled, and nothing after it. A server that has stopped,
// a half-open connection and a store that went back behind `fromRevision` all end the watch.
// etcd3's own watcher is not used: it resumes from the header's revision, which on catch-up is far ahead of the events (mvcc/watcher_group.go).
import type { IEvent, IWatchRequest, IWatchResponse } from 'etcd3';
import type { WatchEvent, WatchHandlers } from '../loop/ports.ts';
import { asPhotonError, type PhotonError } from '../model/errors.ts';
import type { EtcdConnection } from './etcd-connection.ts';
import { keyValue, rangeRequest, revisionNumber } from './etcd-convert.ts';
import { storeError } from './etcd-errors.ts';

/** After one tick of silence the server is asked for a sign of life; after two more without any the watch is lost. */
const tickMs = 5_000;
const silentTicks = 3;

interface Stream {
  write(item: IWatchRequest): void;
  end(): void;
  cancel(): void;
  on(event: 'data', handler: (item: IWatchResponse) => void): unknown;
  on(event: 'error', handler: (error: Error) => void): unknown;
  on(event: 'end', handler: () => void): unknown;
}

export class EtcdWatch {
  readonly #connection: EtcdConnection;
  readonly #prefix: string;
  readonly #handlers: WatchHandlers;
  readonly #fromRevision: number;
  readonly #source: ReturnType<EtcdConnection['stream']>;
  readonly #ticker: NodeJS.Timeout;
  /** Of the last revision delivered, or known to hold nothing for us. */
  #revision: number;
  #silent = 0;
  #stream: Stream | undefined;
  #parts: IEvent[] = [];
  #over = false;
  readonly #onOver: () => void;

  constructor(connection: EtcdConnection, prefix: string, fromRevision: number, handlers: WatchHandlers, onOver: () => void) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#handlers = handlers;
    this.#fromRevision = fromRevision;
    this.#revision = fromRevision - 1;
    this.#onOver = onOver;
    this.#source = connection.stream();
    this.#ticker = setInterval(() => this.#tick(), tickMs);
    this.#open().catch((error: unknown) => this.#fail(error));
  }

  cancel(): void {
    this.#finish();
  }

  async #open(): Promise<void> {
    const stream = (await this.#source.client.watchClient.watch()) as Stream;
    // Listeners first, also where it was cancelled meanwhile: an error that nobody hears ends the program.
    stream.on('error', (error) => this.#fail(error));
    if (this.#over) return endStream(stream);
    this.#stream = stream;
    stream.on('data', (response) => this.#read(response));
    stream.on('end', () => this.#end('lost', 'etcd ended the watch'));
    stream.write({
      create_request: { ...rangeRequest(this.#prefix), start_revision: this.#fromRevision, progress_notify: true, fragment: true },
    });
  }

  #read(response: IWatchResponse): void {
    if (this.#over) return;
    this.#silent = 0;
    try {
      if (response.canceled) return this.#canceled(response);
      if (response.created) return this.#created(revisionNumber(response.header.revision));
      this.#parts.push(...response.events);
      if (response.fragment) return;
      this.#deliver(response);
    } catch (error) {
      this.#fail(error);
    }
  }

  #deliver(response: IWatchResponse): void {
    const parts = this.#parts;
    this.#parts = [];
    const events = parts.map(eventOf).filter((event) => event.kv.modRevision > this.#revision);
    const last = events.at(-1);
    if (last) this.#revision = last.kv.modRevision;
    // A notice addressed to this watch comes after all events up to its revision. An answer to a request for progress (watch id -1) may overtake
    // events before etcd 3.4.25 and 3.5.8: it only shows that the server lives.
    else if (response.watch_id !== '-1') this.#revision = Math.max(this.#revision, revisionNumber(response.header.revision));
    this.#handlers.onEvents(events, this.#revision);
  }

  #created(revision: number): void {
    if (revision >= this.#fromRevision - 1) return this.#handlers.onEvents([], this.#revision);
    // This member is behind what was seen. Either it lags, or the store was emptied or restored: then it would stay silent for long.
    this.#probe().then(
      (now) => {
        if (this.#over) return;
        if (now >= this.#fromRevision - 1) return this.#handlers.onEvents([], this.#revision);
        this.#end('compacted', `the store is at revision ${now}, behind ${this.#fromRevision - 1}: it was emptied or restored`);
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #canceled(response: IWatchResponse): void {
    const compactRevision = revisionNumber(response.compact_revision);
    if (compactRevision > 0) {
      return this.#end('compacted', `revision ${this.#fromRevision} is compacted, the oldest is ${compactRevision}`, compactRevision);
    }
    const reason = response.cancel_reason;
    if (!/permission|auth/i.test(reason)) return this.#end('lost', reason || 'etcd cancelled the watch');
    // An expired session shows as a missing right. A read renews the session, and tells the two apart.
    this.#probe().then(
      () => this.#end('lost', 'the session with etcd ended and is renewed'),
      (error: unknown) => this.#fail(error),
    );
  }

  async #probe(): Promise<number> {
    const options = { what: 'watch', where: this.#prefix, attemptMs: 5_000, totalMs: 10_000 };
    const answer = await this.#connection.call(options, (client, limit) =>
      client.kv.range({ ...rangeRequest(this.#prefix), limit: 1, keys_only: true }, limit),
    );
    return revisionNumber(answer.header.revision);
  }

  /** Counts ticks, not time: after a blocked event loop only one tick is made up for, and answers that wait are read first. */
  #tick(): void {
    this.#silent++;
    if (this.#silent >= silentTicks) {
      this.#source.failed();
      this.#end('lost', `no answer from ${this.#source.endpoint} for ${((silentTicks - 1) * tickMs) / 1000} s`);
    } else this.#stream?.write({ progress_request: {} });
  }

  #fail(thrown: unknown): void {
    const error: PhotonError = this.#connection.closed.aborted ? asPhotonError(thrown) : storeError(thrown, 'watch', this.#prefix);
    this.#source.failed();
    this.#end(error.code === 'store_denied' ? 'denied' : error.code === 'store_compacted' ? 'compacted' : 'lost', error.message);
  }

  #end(reason: 'compacted' | 'lost' | 'denied', message: string, compactRevision?: number): void {
    if (!this.#finish()) return;
    this.#handlers.onEnd({ reason, message, ...(compactRevision !== undefined && { compactRevision }) });
  }

  /** Whether it was not over yet. */
  #finish(): boolean {
    if (this.#over) return false;
    this.#over = true;
    clearInterval(this.#ticker);
    if (this.#stream) endStream(this.#stream);
    this.#parts = [];
    this.#onOver();
    return true;
  }
}

/** Ended first: etcd3 takes the cancellation of a stream that can still be written for a failed host, and the other streams drop with it. */
function endStream(stream: Stream): void {
  stream.end();
  stream.cancel();
}

function eventOf(event: IEvent): WatchEvent {
  const kv = keyValue(event.kv);
  // The type declarations say Put and Delete; what arrives is PUT and DELETE.
  return { type: event.type.toUpperCase() === 'PUT' ? 'put' : 'delete', key: kv.key, kv };
}
