// Records as ctl reads and prints them.
import { stringify } from 'yaml';
import { type Entry, type InvalidRecord, type ParsedEntry, parseEntry } from '../model/entry.ts';
import { PhotonError } from '../model/errors.ts';
import { idFields, keyOf, prefixOf } from '../model/keys.ts';
import type { AnyRecord, Kind } from '../model/kinds.ts';
import { nearest } from '../model/nearest.ts';
import { schemaOf } from '../model/schema.ts';
import type { Context } from './context.ts';
import { documentKind, nameOf, spelledIds } from './kind.ts';

/** A record or what is in its place. */
export type Found = ParsedEntry;

/** All that stands below the prefix of a kind, narrowed by leading ids; in the order of the keys. */
export async function listKind(context: Context, kind: Kind, ids: readonly string[] = []): Promise<Found[]> {
  const { store, clusterId } = context;
  if (ids.length === idFields(kind).length) {
    const found = await readOne(context, kind, ids);
    return found ? [found] : [];
  }
  const { kvs } = await store.list(prefixOf(clusterId, kind, ...ids));
  // nodes/ also holds whatever a later version puts below it: only this kind counts.
  return kvs.flatMap((kv) => parseEntry(clusterId, kv) ?? []).filter((found) => kindOfFound(found) === kind);
}

/** One record, or undefined where nothing stands under its key. */
export async function readOne({ store, clusterId }: Context, kind: Kind, ids: readonly string[]): Promise<Found | undefined> {
  const { kv } = await store.get(keyOf(clusterId, kind, ...ids));
  return kv && parseEntry(clusterId, kv);
}

/** Records that an argument names: all of a prefix, one by its whole id, or one by the last part of its id alone. `one`: the argument names a record, not a prefix. */
export async function findRecords(context: Context, kind: Kind, ids: readonly string[]): Promise<{ found: Found[]; one: boolean }> {
  const found = await listKind(context, kind, ids);
  if (found.length > 0) return { found, one: ids.length === idFields(kind).length };
  const all = await listKind(context, kind);
  const [last = ''] = ids.slice(-1);
  const byLast = ids.length === 1 ? all.filter((candidate) => idsOfFound(candidate).at(-1) === last) : [];
  if (byLast.length > 0) return { found: byLast, one: byLast.length === 1 };
  throw notFound(context, kind, ids, all);
}

export function notFound({ clusterId }: Context, kind: Kind, ids: readonly string[], among: readonly Found[]): PhotonError {
  const near = nearest(
    ids.join('/'),
    among.map((candidate) => idsOfFound(candidate).join('/')),
  );
  return new PhotonError('not_found', `there is no ${nameOf(kind, ids)} in cluster ${clusterId}${near ? `; did you mean ${near}?` : ''}`, {
    ...(ids.length < idFields(kind).length && { next: `Its id is written ${spelledIds(kind)}` }),
  });
}

export function kindOfFound(found: Found): Kind {
  return found.ok ? found.kind : found.invalid.kind;
}

export function idsOfFound(found: Found): string[] {
  return Object.values(found.ok ? found.ids : found.invalid.ids);
}

/** A valid entry of any kind, for those who treat kinds alike. */
export function entryOf(found: Found): Entry<AnyRecord> | undefined {
  return found.ok ? found.entry : undefined;
}

/** An entry as a document: `kind`, the fields in the order of the schema, and the mod_revision it was read at. */
export function documentOf(kind: Kind, entry: Entry<AnyRecord>): Record<string, unknown> {
  const fields = entry.record as unknown as Record<string, unknown>;
  const order = Object.keys(schemaOf(kind).properties ?? {});
  const names = [...order.filter((name) => Object.hasOwn(fields, name)), ...Object.keys(fields).filter((name) => !order.includes(name))];
  const title = kind === 'service' && fields['kind'] === 'job' ? 'Job' : documentKind(kind);
  const document: Record<string, unknown> = kind === 'event' ? {} : { kind: title };
  // Of a service the kind is the document's: Service or Job.
  for (const name of names) if (kind !== 'service' || name !== 'kind') document[name] = fields[name];
  document['mod_revision'] = entry.modRevision;
  return document;
}

/** What is printed in place of a record that is none. */
export function invalidDocument({ kind, key, modRevision, problems, text }: InvalidRecord): Record<string, unknown> {
  return { kind: documentKind(kind), key, invalid: true, problems, ...(text !== undefined && { text }), mod_revision: modRevision };
}

export function printable(found: Found): Record<string, unknown> {
  return found.ok ? documentOf(found.kind, found.entry) : invalidDocument(found.invalid);
}

/** JSON or YAML of one value; a list is one JSON array, or a stream of YAML documents. */
export function renderData(format: 'json' | 'yaml', value: unknown): string {
  if (format === 'json') return `${JSON.stringify(value, null, 2)}\n`;
  const documents: unknown[] = Array.isArray(value) ? value : [value];
  return documents.map((document) => stringify(document, { lineWidth: 0, version: '1.2' })).join('---\n');
}
