// Manifests: YAML or JSON, many documents, each `{kind: Service, ...the record's fields}`.
// Guarantees: all documents are checked before any is given back; one that is wrong refuses all, and each problem is told
// with file, line, document, JSON path, what was found and what is allowed.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, isCollection, isNode, LineCounter, parseAllDocuments } from 'yaml';
import { idProblems, idsOf } from '../model/entry.ts';
import { PhotonError } from '../model/errors.ts';
import { idFields, keyOf } from '../model/keys.ts';
import { type AnyRecord, type Kind, kinds } from '../model/kinds.ts';
import { describeProblem } from '../model/problem.ts';
import { validateRecord } from '../model/validate.ts';
import { completed } from './fields.ts';
import { findKind, isJobName, isOperatorKind, kindOf, nameOf, writerOf } from './kind.ts';
import { scheduleProblems } from './schedules.ts';

/** A text and where it came from. */
export interface Source {
  file: string;
  text: string;
}

/** A record that somebody wants to stand in the store. */
export interface Manifest {
  kind: Kind;
  ids: string[];
  key: string;
  /** `service/creditservice`. */
  name: string;
  /** As the document gives it: valid once it is `completed`. */
  record: AnyRecord;
  /** mod_revision at which the document was read, where it says so. */
  readAt?: number;
  /** `file:line`. */
  where: string;
}

export interface ReadOptions {
  clusterId: string;
  /** The kind and ids of the command line; documents need not name them and may not disagree. */
  expected?: { kind: Kind; ids?: string[] };
  /** Also kinds that no operator writes. */
  anyKind?: boolean;
}

/** A file, the files of a directory and of those below it (.yaml, .yml, .json, in order), or `-` for stdin. */
export async function readSources(path: string, stdin: () => Promise<Uint8Array>): Promise<Source[]> {
  if (path === '-') return [{ file: 'stdin', text: decode(await stdin(), 'stdin') }];
  try {
    if (!(await stat(path)).isDirectory()) return [{ file: path, text: await readText(path) }];
    const names = (await readdir(path, { recursive: true }))
      .filter((name) => /\.(yaml|yml|json)$/.test(name) && !/(^|\/)\./.test(name))
      .sort();
    if (names.length === 0)
      throw new PhotonError('invalid_argument', 'holds no manifest', { where: path, expected: 'files that end in .yaml, .yml or .json' });
    return await Promise.all(names.map(async (name) => ({ file: join(path, name), text: await readText(join(path, name)) })));
  } catch (thrown) {
    if (thrown instanceof PhotonError) throw thrown;
    const code = (thrown as NodeJS.ErrnoException).code ?? String(thrown);
    throw new PhotonError('invalid_argument', `can't be read (${code})`, { where: path, cause: thrown });
  }
}

async function readText(path: string): Promise<string> {
  return decode(await readFile(path), path);
}

function decode(bytes: Uint8Array, where: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PhotonError('invalid_record', 'is not UTF-8 text', { where });
  }
}

/** All documents of all sources as valid records, or an invalid_record error that tells every problem. */
export function parseManifests(sources: readonly Source[], options: ReadOptions): Manifest[] {
  const problems: string[] = [];
  const manifests = sources.flatMap((source) => parseSource(source, options, problems));
  const seen = new Map<string, Manifest>();
  for (const manifest of manifests) {
    const first = seen.get(manifest.key);
    if (first) problems.push(`${manifest.where}: ${manifest.name} is already defined at ${first.where}`);
    else seen.set(manifest.key, manifest);
  }
  if (problems.length > 0) {
    const count = problems.length === 1 ? 'invalid input' : `${problems.length} problems`;
    throw new PhotonError('invalid_record', `${count}; nothing was written\n  ${problems.join('\n  ')}`);
  }
  if (manifests.length === 0) {
    throw new PhotonError('invalid_record', 'holds no document', {
      where: sources.map(({ file }) => file).join(', '),
      expected: 'documents such as {kind: Service, …}',
    });
  }
  return manifests;
}

/** One document, or one entry of a document that is a list. */
interface Piece {
  value: unknown;
  label: string;
  lineOf: (path: readonly (string | number)[]) => number;
}

function parseSource(source: Source, options: ReadOptions, problems: string[]): Manifest[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(source.text, { lineCounter: lines, prettyErrors: false, version: '1.2' }) as Document.Parsed[];
  const many = documents.length > 1;
  return documents.flatMap((document, at) => {
    const label = many ? `document ${at + 1}` : '';
    const [error] = document.errors;
    if (error) {
      const { line, col } = lines.linePos(error.pos[0]);
      problems.push(`${source.file}:${line}:${col}: ${label ? `${label}: ` : ''}is neither YAML nor JSON: ${error.message}`);
      return [];
    }
    return piecesOf(document, label, lines).flatMap((piece) => parsePiece(source.file, piece, options, problems) ?? []);
  });
}

function piecesOf(document: Document.Parsed, label: string, lines: LineCounter): Piece[] {
  const value = toValue(document);
  const lineOf = (path: readonly (string | number)[]): number => {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return [{ value, label, lineOf }];
  return value.map((entry, at) => ({
    value: entry,
    label: [label, `entry ${at + 1}`].filter(Boolean).join(', '),
    lineOf: (path) => lineOf([at, ...path]),
  }));
}

/** Aliases are bounded by the parser: a small file can't unfold into a large one. */
function toValue(document: Document.Parsed): unknown {
  try {
    return isCollection(document.contents) || isNode(document.contents) ? document.toJS({ maxAliasCount: 100 }) : undefined;
  } catch (thrown) {
    return thrown instanceof Error ? `(${thrown.message})` : undefined;
  }
}

function parsePiece(file: string, piece: Piece, options: ReadOptions, problems: string[]): Manifest | undefined {
  const refuse = (path: readonly (string | number)[], name: string, message: string): undefined => {
    const parts = [piece.label, name].filter(Boolean).join(', ');
    problems.push(`${file}:${piece.lineOf(path)}: ${parts ? `${parts}: ` : ''}${message}`);
    return undefined;
  };
  const { value } = piece;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return refuse([], '', `$ must be an object such as {kind: Service, …}; found ${JSON.stringify(value)?.slice(0, 80)}`);
  }
  const fields = value as Record<string, unknown>;
  const kind = kindIn(fields, options, (message) => refuse(['kind'], '', message));
  if (!kind) return undefined;
  const { mod_revision: readAt, ...named } = fields;
  const { kind: said, ...rest } = named;
  // The kind of an event is a field of its own, and that of a job says what a service is.
  const record = kind === 'event' ? named : kind === 'service' && isJobName(said) ? { ...rest, kind: 'job' } : rest;
  const title = kinds[kind].title;
  if (readAt !== undefined && !(Number.isSafeInteger(readAt) && Number(readAt) > 0)) {
    return refuse(
      ['mod_revision'],
      title,
      `$.mod_revision must be a revision of the store, as get prints it; found ${JSON.stringify(readAt)}`,
    );
  }
  // What stands in the store, which is not known here, says what a document need not.
  const result = validateRecord(kind, completed(kind, record, 0), { unknownFields: 'refuse' });
  const ids = idsIn(kind, record, options);
  const name = ids ? nameOf(kind, ids) : title;
  if (!result.ok) {
    for (const problem of result.problems) refuse(segmentsOf(problem.path), name, describeProblem(problem));
    return undefined;
  }
  if (!ids) return refuse([], title, `the record does not name its key; give its id on the command line`);
  const keyIds = Object.fromEntries(idFields(kind).map((field, at) => [field, ids[at] ?? '']));
  const given = record as unknown as AnyRecord;
  const schedule = kind === 'service' ? scheduleProblems(given) : [];
  for (const problem of schedule) refuse(segmentsOf(problem.path), name, describeProblem(problem));
  if (schedule.length > 0) return undefined;
  const disagreements = idProblems(options.clusterId, kind, keyIds, given);
  for (const problem of disagreements) refuse(segmentsOf(problem.path), name, describeProblem(problem));
  if (disagreements.length > 0) return undefined;
  const key = keyOf(options.clusterId, kind, ...ids);
  return {
    kind,
    ids,
    key,
    name,
    record: given,
    where: `${file}:${piece.lineOf([])}`,
    ...(readAt !== undefined && { readAt: Number(readAt) }),
  };
}

/** The kind of a document, by itself or by the command line. */
function kindIn(fields: Record<string, unknown>, options: ReadOptions, refuse: (message: string) => undefined): Kind | undefined {
  const { expected } = options;
  const named = expected?.kind === 'event' ? undefined : fields['kind'];
  if (named === undefined) {
    if (expected) return expected.kind;
    return refuse('$.kind is missing; a document names its kind: Service, Node, MTLSPolicy, …');
  }
  if (typeof named !== 'string') return refuse(`$.kind must be a text; found ${JSON.stringify(named)}`);
  const kind = findKind(named);
  if (!kind) {
    try {
      return kindOf(named);
    } catch (thrown) {
      return refuse(`$.kind ${thrown instanceof PhotonError ? thrown.explain() : String(thrown)}`);
    }
  }
  // CertificateBinding is the title of two kinds: the command line knows which.
  if (expected && kind !== expected.kind && kinds[kind].title !== kinds[expected.kind].title) {
    return refuse(`$.kind is ${named}, but the command line says ${expected.kind}`);
  }
  const taken = expected?.kind ?? kind;
  if (!options.anyKind && !isOperatorKind(taken)) {
    return refuse(`$.kind ${named} is written by ${writerOf(taken)}, not by an operator; \`put ${taken} --force\` writes it all the same`);
  }
  return taken;
}

/** Ids by the record itself, else by the command line. */
function idsIn(kind: Kind, record: Record<string, unknown>, { expected }: ReadOptions): string[] | undefined {
  if (expected?.ids && expected.ids.length === idFields(kind).length) return expected.ids;
  const carried = idFields(kind).every((field) => typeof record[field] === 'string' && record[field] !== '');
  return carried ? idsOf(kind, record as unknown as AnyRecord) : undefined;
}

/** Segments of a JSON path as the model spells it: `$.routes[0]["a b"]`. */
export function segmentsOf(path: string): (string | number)[] {
  const segments: (string | number)[] = [];
  for (const [, name, index, quoted] of path.matchAll(/\.([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    if (name !== undefined) segments.push(name);
    else if (index !== undefined) segments.push(Number(index));
    else if (quoted !== undefined) segments.push(JSON.parse(quoted) as string);
  }
  return segments;
}
