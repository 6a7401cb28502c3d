// watch KIND [ID…]: the records as they are, then every change until interrupted.
import { parseEntry } from '../../model/entry.ts';
import { exitCodes } from '../../model/errors.ts';
import { idFields, keyOf, parseKey, prefixOf } from '../../model/keys.ts';
import type { Kind } from '../../model/kinds.ts';
import { timestamp } from '../../model/time.ts';
import { type Mirror, openMirror } from '../../store/mirror.ts';
import { tableOf } from '../columns.ts';
import type { Context } from '../context.ts';
import { documentKind, kindOf, parseIds } from '../kind.ts';
import { type Found, printable, renderData } from '../records.ts';
import { renderTable } from '../table.ts';
import { viewOf } from '../view.ts';
import { silentLog, tellStale } from '../wait.ts';

/** Records of another kind that a kind's table shows: a change of theirs changes the row. They have the same id. */
const companions: Partial<Record<Kind, Kind>> = { service: 'service-status', node: 'liveness' };

/** Prints one line a change: a table row with time and kind of change, or one JSON object a line. */
export async function watch(context: Context, kindName: string, args: readonly string[]): Promise<number> {
  const { store, clock, random, clusterId, signal } = context;
  const kind = kindOf(kindName);
  const data = context.output === 'json' || context.output === 'yaml';
  const companion = data ? undefined : companions[kind];
  const wanted = args.length === 0 ? [[]] : args.map((argument) => parseIds(kind, argument));
  const below = (of: Kind): string[] =>
    wanted.map((ids) => (ids.length === idFields(of).length ? keyOf(clusterId, of, ...ids) : prefixOf(clusterId, of, ...ids)));
  const prefixes = [...new Set(below(kind))];
  // One answer first, so that a store that is away is told at once instead of waited for.
  await store.get(keyOf(clusterId, 'cluster'));
  const mirror = openMirror(store, [...prefixes, ...(companion ? new Set(below(companion)) : [])], { clock, random, log: silentLog });
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  if (await Promise.race([mirror.ready.then(() => true), ended.then(() => false)])) {
    const printer = new Printer(context, kind, companion, mirror);
    for (const kv of prefixes.flatMap((prefix) => [...mirror.entries(prefix)])) printer.print(kv.key, 'present');
    const changes = mirror.onChange((set) => {
      for (const { key, before, after } of set.changes) printer.print(key, after ? (before ? 'changed' : 'created') : 'deleted');
    });
    const stale = tellStale(context, mirror);
    await ended;
    stale.cancel();
    changes.cancel();
  }
  mirror.close();
  return exitCodes.done;
}

type What = 'present' | 'created' | 'changed' | 'deleted';

class Printer {
  readonly #context: Context;
  readonly #kind: Kind;
  readonly #companion: Kind | undefined;
  readonly #mirror: Mirror;
  readonly #widths: number[] = [];
  #headed = false;

  constructor(context: Context, kind: Kind, companion: Kind | undefined, mirror: Mirror) {
    this.#context = context;
    this.#kind = kind;
    this.#companion = companion;
    this.#mirror = mirror;
  }

  print(key: string, what: What): void {
    const { clusterId, output } = this.#context;
    const parsed = parseKey(clusterId, key);
    if (!parsed) return;
    const ids = Object.values(parsed.ids);
    if (parsed.kind === this.#companion) {
      const own = keyOf(clusterId, this.#kind, ...ids);
      if (this.#mirror.get(own)) this.#row(own, ids, 'changed');
    } else if (parsed.kind === this.#kind) {
      if (output === 'json' || output === 'yaml') this.#data(key, ids, what);
      else this.#row(key, ids, what);
    }
  }

  #found(key: string): Found | undefined {
    const kv = this.#mirror.get(key);
    return kv && parseEntry(this.#context.clusterId, kv);
  }

  #data(key: string, ids: readonly string[], what: What): void {
    const { output, terminal } = this.#context;
    const found = this.#found(key);
    const event = { type: what, kind: documentKind(this.#kind), id: ids.join('/'), key, ...(found && { record: printable(found) }) };
    terminal.out(output === 'json' ? `${JSON.stringify(event)}\n` : `---\n${renderData('yaml', event)}`);
  }

  #row(key: string, ids: readonly string[], what: What): void {
    const { clock, clusterId, output, terminal } = this.#context;
    const at = timestamp(clock.now()).slice(11, 19);
    const found = this.#found(key);
    if (!found) {
      terminal.out(`${at}   deleted   ${ids.join('/')}\n`);
      return;
    }
    const companion = this.#companion && this.#found(keyOf(clusterId, this.#companion, ...ids));
    const beside = companion ? [companion] : [];
    const view = this.#kind === 'node' ? viewOf(clock.now(), [], [], beside) : viewOf(clock.now(), beside, [], []);
    const { header, rows } = tableOf(this.#kind, [found], view, output === 'wide');
    const lines = renderTable(
      ['TIME', 'CHANGE', ...header],
      rows.map((row) => [{ text: at }, { text: what }, ...row]),
      terminal.colour,
      this.#widths,
    );
    const [names = '', row = ''] = lines.split('\n');
    if (!this.#headed) terminal.out(`${names}\n`);
    this.#headed = true;
    terminal.out(`${row}\n`);
  }
}
