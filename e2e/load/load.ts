// Constant load on an address while something is done to the cluster behind it, and what became of each request.
// Guarantees: requests set out at a fixed rate; none is tried twice by anybody here; each is counted under the operation during
// which it was due; the collector counts how often the application did what each POST asked for.
// The caller owes a stop().
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { freePort } from '../harness/scratch.ts';

export interface LoadOptions {
  host: string;
  port: number;
  hostHeader: string;
  /** Requests a second: GETs and POSTs, on kept connections and on fresh ones. */
  perSecond: number;
  /** Streams of ten seconds that begin each second, down and up in turn. */
  streamsPerSecond: number;
  /** Connections that are held all the while, with a request a second among all. */
  held: number;
  /** What takes longer has failed; default 15 s. Streams have 30 s. */
  answerWithinMs?: number;
}

export interface Sent {
  kind: 'GET' | 'POST' | 'stream' | 'held';
  /** Wall clock, ms. */
  dueAt: number;
  endedAt: number;
  /** Of a POST: what it asks the application to do. */
  id?: string;
  failure?: string;
}

/** What became of the requests that were due during one operation. */
export interface Row {
  operation: string;
  seconds: number;
  requests: number;
  failed: number;
  /** Of all but streams, ms from when it was due to the end of its answer. */
  slowestMs: number;
  postsDoneTwice: number;
  failures: string[];
}

export interface Outcome {
  rows: Row[];
  failed: Sent[];
  /** Held connections that were closed, and made anew. */
  reconnected: number;
  /** POSTs that were answered although they were not done. */
  notDone: string[];
}

export interface Load {
  /** What is due while it runs counts under this name. */
  during<T>(operation: string, run: () => Promise<T>): Promise<T>;
  stop(): Promise<Outcome>;
}

/** Counts what the application did, by id. */
export interface Collector {
  readonly port: number;
  readonly counts: ReadonlyMap<string, number>;
  close(): void;
}

export async function startCollector(): Promise<Collector> {
  const counts = new Map<string, number>();
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    let pending = '';
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (pending + text).split('\n');
      pending = lines.pop() ?? '';
      for (const id of lines) counts.set(id, (counts.get(id) ?? 0) + 1);
    });
  });
  server.unref();
  const port = await freePort('0.0.0.0');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '0.0.0.0', resolve);
  });
  return {
    port,
    counts,
    close: () => {
      server.close();
      // Of a host that went silent none would ever end.
      for (const socket of open) socket.destroy();
    },
  };
}

/** Resolves when requests set out. */
export async function startLoad(options: LoadOptions, collector: Collector): Promise<Load> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: options });
  await once(worker, 'message');
  const ended = new Promise<{ sent: Sent[]; reconnected: number }>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  // Told by stop(), whenever that is.
  ended.catch(() => undefined);
  const operations: { name: string; from: number; to: number }[] = [];
  return {
    during: async (name, run) => {
      const operation = { name, from: Date.now(), to: Number.POSITIVE_INFINITY };
      operations.push(operation);
      try {
        return await run();
      } finally {
        operation.to = Date.now();
      }
    },
    stop: async () => {
      const until = Date.now();
      worker.postMessage('stop');
      const { sent, reconnected } = await ended;
      const rows = operations.map(({ name, from, to }, at) => {
        // Up to the next one: what an operation has set off may take effect after it.
        const end = operations[at + 1]?.from ?? Math.max(to, until);
        return rowOf(
          name,
          (end - from) / 1000,
          sent.filter(({ dueAt }) => dueAt >= from && dueAt < end),
          collector,
        );
      });
      const done = sent.filter(({ id, failure }) => id !== undefined && failure === undefined);
      const notDone = done.flatMap(({ id = '' }) => (collector.counts.has(id) ? [] : [id]));
      return { rows, failed: sent.filter(({ failure }) => failure !== undefined), reconnected, notDone };
    },
  };
}

function rowOf(operation: string, seconds: number, sent: Sent[], collector: Collector): Row {
  const failed = sent.filter(({ failure }) => failure !== undefined);
  const short = sent.filter(({ kind }) => kind !== 'stream');
  return {
    operation,
    seconds,
    requests: sent.length,
    failed: failed.length,
    slowestMs: Math.max(0, ...short.map(({ dueAt, endedAt }) => endedAt - dueAt)),
    postsDoneTwice: sent.filter(({ id }) => id !== undefined && (collector.counts.get(id) ?? 0) > 1).length,
    failures: failed.map(
      ({ kind, dueAt, endedAt, failure }) => `${new Date(dueAt).toISOString()} ${kind} (${endedAt - dueAt} ms): ${failure}`,
    ),
  };
}

/** The rows as a table for people. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ operation, seconds, requests, failed, slowestMs, postsDoneTwice }) => [
    operation,
    seconds.toFixed(1),
    String(requests),
    String(failed),
    slowestMs.toFixed(0),
    String(postsDoneTwice),
  ]);
  const table = [['operation', 'seconds', 'requests', 'failed', 'slowest ms', 'POSTs done twice'], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
    )
    .join('\n');
}
