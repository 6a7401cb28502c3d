// Waiting for services, with progress: drawn in place on a terminal, one line a change elsewhere.
// Guarantees: ends with 0 when all are done, 1 when one has failed, 3 when the time is over; an unreachable store is said, and waited for.
import type { Clock, Log } from '../loop/ports.ts';
import { parseEntry } from '../model/entry.ts';
import { exitCodes } from '../model/errors.ts';
import type { Service, ServiceInstance, ServiceStatus } from '../model/generated.ts';
import { keyOf, leaderKey, prefixOf } from '../model/keys.ts';
import { type Mirror, openMirror } from '../store/mirror.ts';
import type { Context, Terminal } from './context.ts';
import { age } from './duration.ts';
import { type Observed, type Progress, progressOf, type Target } from './progress.ts';
import { count, cut, paint, visible } from './table.ts';

/** ctl speaks for itself: what the parts below would log is not for its stderr. */
export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => silentLog };

const lookMs = 1000;

function ignore(): void {}

/** Says once that the store went away, and once that it is back. */
export function tellStale({ clock, terminal, endpoints }: Context, mirror: Mirror): { cancel(): void } {
  let told = false;
  let timer = clock.after(lookMs, look);
  function look(): void {
    const stale = mirror.state() === 'stale';
    if (stale !== told)
      terminal.err(`the store at ${endpoints.join(', ')} ${stale ? 'does not answer; waiting for it' : 'answers again'}\n`);
    told = stale;
    timer = clock.after(lookMs, look);
  }
  return { cancel: () => timer.cancel() };
}

/** One thing that is waited for. */
export interface Row {
  name: string;
  judge: (mirror: Mirror) => Progress;
}

/** Waits until the services are what was written. */
export function waitServices(context: Context, targets: readonly Target[], timeoutMs: number): Promise<number> {
  const { clusterId } = context;
  const rows = targets.map((target) => ({
    name: target.service,
    judge: (mirror: Mirror) => progressOf(target, observe(clusterId, mirror, target.service)),
  }));
  return waitRows(
    context,
    rows,
    targets.flatMap(({ service }) => prefixes(clusterId, service)),
    timeoutMs,
  );
}

/** Waits until no instance and no assignment of the services is left. */
export function waitGone(context: Context, services: readonly string[], timeoutMs: number): Promise<number> {
  const { clusterId } = context;
  const rows = services.map((service) => ({ name: service, judge: (mirror: Mirror) => goneProgress(clusterId, mirror, service) }));
  return waitRows(
    context,
    rows,
    services.flatMap((service) => prefixes(clusterId, service)),
    timeoutMs,
  );
}

function prefixes(clusterId: string, service: string): string[] {
  return [keyOf(clusterId, 'service', service), keyOf(clusterId, 'service-status', service), prefixOf(clusterId, 'instance', service)];
}

function observe(clusterId: string, mirror: Mirror, service: string): Observed {
  const record = mirror.get(keyOf(clusterId, 'service', service));
  const statusKv = mirror.get(keyOf(clusterId, 'service-status', service));
  const status = statusKv && parseEntry(clusterId, statusKv);
  const instances: ServiceInstance[] = [];
  let unreadable = 0;
  for (const kv of mirror.entries(prefixOf(clusterId, 'instance', service))) {
    const parsed = parseEntry(clusterId, kv);
    if (parsed?.ok) instances.push(parsed.entry.record as ServiceInstance);
    else unreadable++;
  }
  const parsed = record && parseEntry(clusterId, record);
  const isJob = parsed?.ok === true && (parsed.entry.record as Service).kind === 'job';
  return {
    service: record?.modRevision,
    isJob,
    status: status?.ok ? (status.entry.record as ServiceStatus) : undefined,
    instances,
    unreadable,
  };
}

function goneProgress(clusterId: string, mirror: Mirror, service: string): Progress {
  const observed = observe(clusterId, mirror, service);
  if (observed.service !== undefined) return { state: 'failed', text: 'was created again meanwhile' };
  const left = observed.instances.length + observed.unreadable;
  if (left === 0) return { state: 'done', text: 'gone' };
  const states = Object.entries(Object.groupBy(observed.instances, ({ state }) => state)).map(
    ([state, some]) => `${some?.length} ${state}`,
  );
  return { state: 'waiting', text: `${count(left, 'instance')} left${states.length > 0 ? `: ${states.join(', ')}` : ''}` };
}

/** Waits until every row is done, with progress; nothing is judged before all that is watched was listed. */
export async function waitRows(context: Context, rows: readonly Row[], watched: readonly string[], timeoutMs: number): Promise<number> {
  const { clock, store, random, terminal, signal } = context;
  const mirror = openMirror(store, [...new Set(watched)], { clock, random, log: silentLog });
  mirror.ready.catch(ignore);
  const board = new Board(
    terminal,
    clock,
    rows.map(({ name }) => name),
  );
  const { promise, resolve } = Promise.withResolvers<number>();
  let listed = false;
  const look = (): void => {
    if (!listed) return;
    const all = rows.map((row) => row.judge(mirror));
    board.show(all);
    if (all.some(({ state }) => state === 'failed')) resolve(exitCodes.failed);
    else if (all.every(({ state }) => state === 'done')) resolve(exitCodes.done);
  };
  void mirror.ready.then(() => {
    listed = true;
    look();
  }, ignore);
  const changes = mirror.onChange(look);
  const stale = tellStale(context, mirror);
  const ticking = terminal.interactive ? tick(clock, () => board.redraw()) : undefined;
  const timer = clock.after(timeoutMs, () => resolve(exitCodes.timedOut));
  const stop = (): void => resolve(exitCodes.failed);
  signal.addEventListener('abort', stop);
  const code = await promise;
  signal.removeEventListener('abort', stop);
  timer.cancel();
  changes.cancel();
  stale.cancel();
  ticking?.cancel();
  const away = mirror.state() !== 'live';
  mirror.close();
  board.close();
  if (code === exitCodes.timedOut) await explainTimeout(context, timeoutMs, away);
  return code;
}

function tick(clock: Clock, run: () => void): { cancel(): void } {
  let timer = clock.after(lookMs, again);
  function again(): void {
    run();
    timer = clock.after(lookMs, again);
  }
  return { cancel: () => timer.cancel() };
}

async function explainTimeout({ store, clusterId, terminal, endpoints }: Context, timeoutMs: number, away: boolean): Promise<void> {
  terminal.err(`not done within ${age(timeoutMs)}; what was written stands, and the cluster goes on with it\n`);
  if (away) {
    terminal.err(`the store did not answer: ${endpoints.join(', ')}\n`);
    return;
  }
  const leader = await store.get(leaderKey(clusterId)).catch(() => undefined);
  if (leader && !leader.kv) terminal.err('no controller leads this cluster: is one running?\n');
}

/** Progress of several services. */
class Board {
  readonly #terminal: Terminal;
  readonly #clock: Clock;
  readonly #names: readonly string[];
  readonly #startedMs: number;
  #shown: string[] = [];
  #drawn = 0;

  constructor(terminal: Terminal, clock: Clock, names: readonly string[]) {
    this.#terminal = terminal;
    this.#clock = clock;
    this.#names = names;
    this.#startedMs = clock.monotonic();
  }

  show(all: readonly Progress[]): void {
    const width = Math.max(...this.#names.map((name) => name.length));
    const lines = all.map((one, at) => {
      const tone = one.state === 'done' ? 'good' : one.state === 'failed' ? 'bad' : 'warn';
      const { interactive, colour, columns } = this.#terminal;
      // A line that wraps would be two, and the cursor would come back to the wrong one.
      const text = interactive ? cut(visible(one.text), columns - width - 3) : visible(one.text);
      return `${(this.#names[at] ?? '').padEnd(width)}  ${paint(text, tone, colour)}`;
    });
    const before = this.#shown;
    this.#shown = lines;
    if (this.#terminal.interactive) this.redraw();
    else for (const [at, line] of lines.entries()) if (line !== before[at]) this.#terminal.out(`${line}\n`);
  }

  /** Draws what was shown last, with the time that has passed by now. */
  redraw(): void {
    this.#draw(this.#shown);
  }

  #draw(lines: readonly string[]): void {
    const up = this.#drawn > 0 ? `\u001b[${this.#drawn}A` : '';
    const elapsed = age(this.#clock.monotonic() - this.#startedMs);
    this.#terminal.out(
      `${up}${[...lines, paint(`waited ${elapsed}`, 'dim', this.#terminal.colour)].map((line) => `\u001b[2K${line}\n`).join('')}`,
    );
    this.#drawn = lines.length + 1;
  }

  /** The last line, which only tells the time, is taken back. */
  close(): void {
    if (this.#drawn > 0) this.#terminal.out('\u001b[1A\u001b[2K');
  }
}
