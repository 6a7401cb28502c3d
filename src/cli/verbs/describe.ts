// describe KIND ID…: a record with all that belongs to it, for people.
import { exitCodes } from '../../model/errors.ts';
import type { AnyRecord, Kind } from '../../model/kinds.ts';
import { describeProblem } from '../../model/problem.ts';
import type { Node, Service, ServiceInstance, ServiceStatus } from '../../model/generated.ts';
import { ageOf, readyCell, statusText, tableOf } from '../columns.ts';
import type { Context } from '../context.ts';
import { readEvents, subjectOfRecord } from '../events.ts';
import { kindOf, nameOf, parseIds } from '../kind.ts';
import {
  documentOf,
  entryOf,
  findRecords,
  type Found,
  idsOfFound,
  kindOfFound,
  listKind,
  printable,
  readOne,
  renderData,
} from '../records.ts';
import { paint, renderTable, visible } from '../table.ts';
import { viewFor } from '../view.ts';

export async function describe(context: Context, kindName: string, args: readonly string[]): Promise<number> {
  const kind = kindOf(kindName);
  const found: Found[] = args.length === 0 ? await listKind(context, kind) : [];
  for (const argument of args) found.push(...(await findRecords(context, kind, parseIds(kind, argument))).found);
  if (context.output === 'json' || context.output === 'yaml') {
    const all = await Promise.all(
      found.map(async (one) => ({
        ...printable(one),
        related: (await relatedTo(context, one)).flatMap(({ found: some }) => some.map(printable)),
      })),
    );
    context.terminal.out(renderData(context.output, all.length === 1 ? all[0] : all));
    return exitCodes.done;
  }
  for (const [at, one] of found.entries()) {
    if (at > 0) context.terminal.out('\n');
    await printOne(context, one);
  }
  return exitCodes.done;
}

interface Related {
  title: string;
  kind: Kind;
  found: Found[];
}

/** What else the store holds about a record. */
async function relatedTo(context: Context, found: Found): Promise<Related[]> {
  const [kind, ids] = [kindOfFound(found), idsOfFound(found)];
  const related: Related[] = [];
  const add = (title: string, other: Kind, some: readonly (Found | undefined)[]): void => {
    const present = some.filter((one) => one !== undefined);
    if (present.length > 0) related.push({ title, kind: other, found: present });
  };
  if (kind === 'service') {
    add('Instances', 'instance', await listKind(context, 'instance', ids));
    add('Runs', 'job-run', await listKind(context, 'job-run', ids));
    add('Revisions', 'revision', await listKind(context, 'revision', ids));
    add('Certificate', 'service-certificate', [await readOne(context, 'service-certificate', ids)]);
    const about = (record: AnyRecord): boolean => {
      const { source_service, target_service } = record as { source_service: string; target_service: string };
      return [source_service, target_service].some((name) => name === ids[0] || name === '*');
    };
    add(
      'Policies',
      'policy',
      (await listKind(context, 'policy')).filter((one) => one.ok && about(one.entry.record)),
    );
  }
  if (kind === 'node') {
    add('Liveness', 'liveness', [await readOne(context, 'liveness', ids)]);
    add('Assignments', 'assignment', await listKind(context, 'assignment', ids));
    add('Ingress', 'ingress', [await readOne(context, 'ingress', ids)]);
  }
  if (kind === 'instance') {
    const node = (entryOf(found)?.record as ServiceInstance | undefined)?.node_id;
    if (node !== undefined) add('Assignment', 'assignment', [await readOne(context, 'assignment', [node, ...ids])]);
  }
  const subject = subjectOfRecord(context.clusterId, kind, ids);
  if (subject) add('Events', 'event', await readEvents(context, subject));
  return related;
}

async function printOne(context: Context, found: Found): Promise<void> {
  const { terminal } = context;
  const [kind, ids] = [kindOfFound(found), idsOfFound(found)];
  terminal.out(`${nameOf(kind, ids)}\n`);
  if (!found.ok) {
    terminal.out(paint('  INVALID: it is left as it was last understood\n', 'bad', terminal.colour));
    for (const problem of found.invalid.problems) terminal.out(`    ${visible(describeProblem(problem))}\n`);
    if (found.invalid.text !== undefined) terminal.out(`    text: ${visible(found.invalid.text)}\n`);
  } else {
    const { kind: _kind, ...fields } = documentOf(kind, found.entry);
    terminal.out(indent(renderData('yaml', fields)));
    for (const { path, nearest } of found.entry.unknown) {
      terminal.out(paint(`  unknown field ${visible(path)}${nearest ? `; did you mean ${nearest}?` : ''}\n`, 'warn', terminal.colour));
    }
  }
  if (kind === 'service') await printStatus(context, found, ids);
  if (kind === 'node') printConditions(context, (entryOf(found)?.record as Node | undefined)?.conditions ?? []);
  for (const { title, kind: other, found: some } of await relatedTo(context, found)) {
    const { header, rows } = tableOf(other, some, await viewFor(context, other), false);
    terminal.out(`${title}:\n${indent(renderTable(header, rows, terminal.colour))}`);
  }
}

async function printStatus(context: Context, found: Found, ids: readonly string[]): Promise<void> {
  const { terminal, clock } = context;
  const status = await readOne(context, 'service-status', ids);
  const record = status && (entryOf(status)?.record as ServiceStatus | undefined);
  const service = entryOf(found)?.record as Service | undefined;
  terminal.out('Status:\n');
  if (service) terminal.out(`  ready ${readyCell(service, record).text}, ${visible(statusText(record).text)}\n`);
  if (!record) return;
  if (record.rollout) {
    const { state, revision, since, message } = record.rollout;
    terminal.out(`  rollout ${state} to ${revision} since ${ageOf(since, clock.now())}${message ? `: ${visible(message)}` : ''}\n`);
  }
  for (const { slot, reason, message, since } of record.blocked) {
    terminal.out(
      `  blocked${slot === undefined ? '' : ` slot ${slot}`} for ${ageOf(since, clock.now())}: ${reason}: ${visible(message)}\n`,
    );
  }
  printConditions(context, record.conditions);
}

function printConditions({ terminal, clock }: Context, conditions: readonly { type: string; message: string; since: string }[]): void {
  for (const { type, message, since } of conditions) {
    terminal.out(`  ${paint(type, 'bad', terminal.colour)} for ${ageOf(since, clock.now())}: ${visible(message)}\n`);
  }
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
