// Validation of records: schema, then rules across fields, then size. Everything that accepts a record goes through here.
// Guarantees: never throws for any JSON value; all problems at once, at most `maxProblems`; a record that is refused
// is never changed, one that is accepted is the value itself, unknown fields included.
import { canonicalJson } from './digest.ts';
import { type AnyRecord, type Kind, kinds, type RecordByKind } from './kinds.ts';
import { type Problem, problemOf, refusalOf, type UnknownField, unknownOf } from './problem.ts';
import { checkRules } from './rules.ts';
import { checkSchema, schemaOf } from './schema.ts';

export type { Problem, UnknownField } from './problem.ts';

/** The largest record that is written: the store takes requests of 1.5 MiB, and the transaction around it needs room. */
export const maxRecordBytes = Math.floor(1.4 * 1024 * 1024);

/** A report has at most this many problems; a record that is wrong everywhere is not told line by line. */
const maxProblems = 50;

export interface ValidateOptions {
  /** 'refuse' for input from people (a typo must not silently do nothing), 'keep' for what stands in the store. */
  unknownFields: 'refuse' | 'keep';
  /** Size of the record's text in bytes, where the caller has it; else it is measured. */
  bytes?: number;
}

export type Validated<R> = { ok: true; record: R; unknown: UnknownField[] } | { ok: false; problems: Problem[] };

/** A value of JSON as a record of the kind, or all that is wrong with it. */
export function validateRecord<K extends Kind>(kind: K, value: unknown, options: ValidateOptions): Validated<RecordByKind[K]> {
  const tooLarge = checkSize(value, options.bytes);
  if (tooLarge) return { ok: false, problems: [tooLarge] };
  const { faults, unknown: errors } = checkSchema(kind, value);
  const unknown = errors.slice(0, maxProblems).map((error) => unknownOf(error, value, schemaOf(kind)));
  const problems = faults.slice(0, maxProblems).flatMap((error) => problemOf(error, value) ?? []);
  if (unknown.length > 0 && options.bytes !== undefined && sizeOf(value) === undefined) problems.push(tooDeep);
  if (options.unknownFields === 'refuse') problems.push(...unknown.map((field) => refusalOf(field, kinds[kind].title)));
  if (faults.length === 0) problems.push(...checkRules(kind, value as AnyRecord));
  if (problems.length > 0) return { ok: false, problems: distinct(problems).slice(0, maxProblems) };
  return { ok: true, record: value as RecordByKind[K], unknown };
}

/** Pattern and format of one text tell the same: once is enough. */
function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.message}`, problem])).values()];
}

function checkSize(value: unknown, known: number | undefined): Problem | undefined {
  const bytes = known ?? sizeOf(value);
  if (bytes === undefined) return tooDeep;
  if (bytes <= maxRecordBytes) return undefined;
  const message = `is too large for the store: ${bytes} bytes as JSON; at most ${maxRecordBytes} bytes (1.4 MiB) are taken`;
  return { path: '$', found: `${bytes} bytes`, rule: 'too_large', message };
}

/** What can't be written back is no record: only unknown fields can be nested without end. */
const tooDeep: Problem = {
  path: '$',
  found: 'a value too deep to show',
  rule: 'too_deep',
  message: 'is nested too deeply to be written as JSON',
};

function sizeOf(value: unknown): number | undefined {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '');
  } catch {
    return undefined;
  }
}

/** Text of a record as it is written: keys in one order, so that equal records have equal text. */
export function encodeRecord(record: AnyRecord): string {
  return canonicalJson(record);
}
