// events [-f] [--for KIND/ID]: what happened, newest last; with -f every further one until interrupted.
import { parseEntry } from '../../model/entry.ts';
import { exitCodes } from '../../model/errors.ts';
import type { Event } from '../../model/generated.ts';
import { prefixOf } from '../../model/keys.ts';
import { openMirror } from '../../store/mirror.ts';
import { tableOf } from '../columns.ts';
import type { Context } from '../context.ts';
import { byTime, type EventSubject, isAbout, parseSubject, readEvents } from '../events.ts';
import { type Found, printable, renderData } from '../records.ts';
import { renderTable } from '../table.ts';
import { printRecords, viewOf } from '../view.ts';
import { silentLog, tellStale } from '../wait.ts';

export interface EventsOptions {
  follow: boolean;
  about?: string;
}

export async function events(context: Context, { follow, about }: EventsOptions): Promise<number> {
  const subject = about === undefined ? undefined : parseSubject(context.clusterId, about);
  if (follow) return followEvents(context, subject);
  const found = await readEvents(context, subject);
  if (found.length > 0 || context.output === 'json' || context.output === 'yaml')
    await printRecords(context, 'event', found, { single: false });
  else
    context.terminal.err(
      `nothing is told${about === undefined ? '' : ` of ${about}`}: events are kept for some hours after they were last met\n`,
    );
  return exitCodes.done;
}

async function followEvents(context: Context, subject: EventSubject | undefined): Promise<number> {
  const { store, clock, random, clusterId, signal } = context;
  const prefix = prefixOf(clusterId, 'event');
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  // One answer first, so that a store that is away is told at once instead of waited for.
  await store.get(prefix);
  const mirror = openMirror(store, [prefix], { clock, random, log: silentLog });
  if (await Promise.race([mirror.ready.then(() => true), ended.then(() => false)])) {
    const printer = new EventPrinter(context, subject);
    printer.print([...mirror.entries(prefix)].flatMap((kv) => parseEntry(clusterId, kv) ?? []));
    const changes = mirror.onChange((set) =>
      printer.print(set.changes.flatMap(({ after }) => (after && parseEntry(clusterId, after)) ?? [])),
    );
    const stale = tellStale(context, mirror);
    await ended;
    stale.cancel();
    changes.cancel();
  }
  mirror.close();
  return exitCodes.done;
}

class EventPrinter {
  readonly #context: Context;
  readonly #subject: EventSubject | undefined;
  readonly #widths: number[] = [];
  #headed = false;

  constructor(context: Context, subject: EventSubject | undefined) {
    this.#context = context;
    this.#subject = subject;
  }

  print(found: readonly Found[]): void {
    const events = found.flatMap((one) => (one.ok && one.kind === 'event' && isAbout(one.entry.record, this.#subject) ? [one] : []));
    if (events.length === 0) return;
    events.sort((a, b) => byTime(a.entry, b.entry));
    const { clock, output, terminal } = this.#context;
    if (output === 'json') for (const one of events) terminal.out(`${JSON.stringify(printable(one))}\n`);
    else if (output === 'yaml') for (const one of events) terminal.out(`---\n${renderData('yaml', printable(one))}`);
    else {
      const view = viewOf(clock.now(), [], [], []);
      const { header, rows } = tableOf('event', events, view, output === 'wide');
      // An age is old as soon as it stands on the screen: the time itself does not change.
      const times = events.map(({ entry }) => ({ text: timeOf(entry.record) }));
      const lines = renderTable(
        ['TIME', ...header.slice(1)],
        rows.map((row, at) => [times[at] ?? { text: '' }, ...row.slice(1)]),
        terminal.colour,
        this.#widths,
      );
      terminal.out(this.#headed ? lines.slice(lines.indexOf('\n') + 1) : lines);
      this.#headed = true;
    }
  }
}

function timeOf({ last_at }: Event): string {
  return `${last_at.slice(0, 10)} ${last_at.slice(11, 19)}`;
}
