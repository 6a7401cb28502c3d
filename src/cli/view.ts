// What tables show beside the records they list, fetched only where a column wants it; and printing of lists.
import type { Node, ServiceStatus } from '../model/generated.ts';
import type { Kind } from '../model/kinds.ts';
import { tableOf, type View } from './columns.ts';
import type { Context } from './context.ts';
import { entryOf, type Found, idsOfFound, kindOfFound, listKind, printable, renderData } from './records.ts';
import { renderTable } from './table.ts';

/** What the tables of a kind need to know. */
export async function viewFor(context: Context, kind: Kind): Promise<View> {
  const wanted = (other: Kind): Promise<Found[]> => listKind(context, other);
  const none: Found[] = [];
  const [statuses, nodes, liveness] = await Promise.all([
    kind === 'service' ? wanted('service-status') : none,
    kind === 'instance' ? wanted('node') : none,
    kind === 'node' ? wanted('liveness') : none,
  ]);
  return viewOf(context.clock.now(), statuses, nodes, liveness);
}

export function viewOf(nowMs: number, statuses: readonly Found[], nodes: readonly Found[], liveness: readonly Found[]): View {
  const table = <R>(found: readonly Found[]): Map<string, R> =>
    new Map(found.flatMap((one) => (one.ok ? [[idsOfFound(one)[0] ?? '', entryOf(one)?.record as R]] : [])));
  return {
    nowMs,
    statuses: table<ServiceStatus>(statuses),
    nodes: table<Node>(nodes),
    // An unreadable liveness record still stands for an agent whose lease lives.
    alive: new Set(liveness.map((one) => idsOfFound(one)[0] ?? '')),
  };
}

/** Prints records: a table, or documents; `single` prints one document by itself rather than a list of one. */
export async function printRecords(context: Context, kind: Kind, found: readonly Found[], options: { single: boolean }): Promise<void> {
  const { output, terminal } = context;
  if (output === 'json' || output === 'yaml') {
    const documents = found.map(printable);
    terminal.out(renderData(output, options.single ? documents[0] : documents));
    return;
  }
  if (found.length === 0) {
    terminal.err(`there is no ${kind} in cluster ${context.clusterId}\n`);
    return;
  }
  const { header, rows } = tableOf(kind, found, await viewFor(context, kind), output === 'wide');
  terminal.out(renderTable(header, rows, terminal.colour));
}

/** Those of a kind, valid or not. */
export function ofKind(found: readonly Found[], kind: Kind): Found[] {
  return found.filter((one) => kindOfFound(one) === kind);
}
