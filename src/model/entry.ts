// Records as they stand in the store: the value with its key and revisions, or why it is none.
// Guarantees: parseEntry never throws, whatever stands under the key; an entry's ids agree with its key.
import { idFields, parseKey } from './keys.ts';
import { type AnyRecord, type Kind, kinds, type RecordByKind } from './kinds.ts';
import { childPath, type Problem, show, type UnknownField } from './problem.ts';
import { resolveSchema, schemaOf } from './schema.ts';
import { validateRecord } from './validate.ts';

export { encodeRecord } from './validate.ts';

/** A key and value of the store as far as records need it. */
export interface StoredValue {
  key: string;
  value: string;
  createRevision: number;
  modRevision: number;
  lease: string;
}

/** A valid record with where and when it was written. */
export interface Entry<R> {
  key: string;
  modRevision: number;
  createRevision: number;
  /** Lease id in decimal, '0' without one. */
  lease: string;
  record: R;
  /** Fields that this version does not know; they are kept when the record is written back. */
  unknown: UnknownField[];
}

/** What stands under a record's key without being one. It is unknown, never absent. */
export interface InvalidRecord {
  key: string;
  kind: Kind;
  /** Ids by field name, as the key spells them. */
  ids: Record<string, string>;
  modRevision: number;
  createRevision: number;
  problems: Problem[];
  /** The text, cut short. */
  text?: string;
}

type EntryOf<K extends Kind> = K extends Kind ? { ok: true; kind: K; ids: Record<string, string>; entry: Entry<RecordByKind[K]> } : never;
export type ParsedEntry = EntryOf<Kind> | { ok: false; invalid: InvalidRecord };

/** The record under a key of the cluster, or undefined where the key is no record's. */
export function parseEntry(clusterId: string, kv: StoredValue): ParsedEntry | undefined {
  const parsed = parseKey(clusterId, kv.key);
  if (!parsed) return undefined;
  const { kind, ids } = parsed;
  const { key, modRevision, createRevision, lease } = kv;
  const result = parseText(kind, kv.value);
  const problems = result.ok ? idProblems(clusterId, kind, ids, result.record) : result.problems;
  if (!result.ok || problems.length > 0) {
    const text = kv.value.length > 200 ? `${kv.value.slice(0, 199)}…` : kv.value;
    return { ok: false, invalid: { key, kind, ids, modRevision, createRevision, problems, text } };
  }
  const entry = { key, modRevision, createRevision, lease, record: result.record, unknown: result.unknown };
  return { ok: true, kind, ids, entry } as ParsedEntry;
}

function parseText(kind: Kind, text: string): ReturnType<typeof validateRecord> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, problems: [{ path: '$', found: show(text), rule: 'json', message: `is not JSON: ${why}` }] };
  }
  return validateRecord(kind, value, { unknownFields: 'keep', bytes: Buffer.byteLength(text) });
}

/** Where a record that is valid in itself disagrees with the key it stands under. */
export function idProblems(clusterId: string, kind: Kind, ids: Readonly<Record<string, string>>, record: AnyRecord): Problem[] {
  const problems: Problem[] = [];
  const disagree = (path: string, found: unknown, wanted: string): void => {
    problems.push({
      path,
      found: show(found),
      rule: 'key',
      message: `must agree with the record's key: ${show(wanted)}; found ${show(found)}`,
    });
  };
  const fields = record as unknown as Record<string, unknown>;
  if (kind === 'cluster' && fields['cluster_id'] !== clusterId) disagree('$.cluster_id', fields['cluster_id'], clusterId);
  for (const field of idFields(kind)) {
    const wanted = ids[field] ?? '';
    if (schemaOf(kind).properties?.[field]) {
      if (fields[field] !== wanted) disagree(childPath('$', field), fields[field], wanted);
    } else if (wanted.length > 63 || !idPattern(field).test(wanted)) {
      problems.push({
        path: '$',
        found: show(wanted),
        rule: 'key',
        message: `stands under a key whose ${field} is no id: ${show(wanted)}`,
      });
    }
  }
  const subject = subjectOf(clusterId, kind, ids);
  if (subject !== undefined && fields['subject'] !== subject) disagree('$.subject', fields['subject'], subject);
  return problems;
}

const labelPattern = new RegExp(resolveSchema({ $ref: 'common.json#/$defs/dns_label' }).pattern ?? '');
const nodePattern = new RegExp(resolveSchema({ $ref: 'common.json#/$defs/node_id' }).pattern ?? '');

function idPattern(field: string): RegExp {
  return field === 'node_id' ? nodePattern : labelPattern;
}

/** SPIFFE id that a certificate's record must be about, by its key. */
function subjectOf(clusterId: string, kind: Kind, ids: Readonly<Record<string, string>>): string | undefined {
  if (kind === 'node-certificate') return `spiffe://photoncloud/${clusterId}/node/${ids['node_id']}`;
  if (kind === 'service-certificate' || kind === 'issued-certificate') return `spiffe://photoncloud/${clusterId}/service/${ids['service']}`;
  return undefined;
}

/** The ids that a record itself names, in the order of its key, for kinds whose records carry them all. */
export function idsOf(kind: Kind, record: AnyRecord): string[] {
  const fields = record as unknown as Record<string, unknown>;
  return idFields(kind).map((field) => {
    const id = fields[field];
    if (typeof id !== 'string') throw new TypeError(`${kinds[kind].title} carries no ${field}`);
    return id;
  });
}
