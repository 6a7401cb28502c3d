// edit KIND ID: the record in an editor, written back where nobody else changed the same fields meanwhile.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeRecord, parseEntry } from '../../model/entry.ts';
import { exitCodes, PhotonError } from '../../model/errors.ts';
import { keyOf } from '../../model/keys.ts';
import { type AnyRecord, type Kind, kinds } from '../../model/kinds.ts';
import { validateRecord } from '../../model/validate.ts';
import { updateRecord } from '../../store/update.ts';
import type { Context } from '../context.ts';
import { describeDifference, type Difference, differences, same } from '../difference.ts';
import { completed } from '../fields.ts';
import { isOperatorKind, kindOf, nameOf, parseWholeIds, writerOf } from '../kind.ts';
import { parseManifests } from '../manifest.ts';
import { documentOf, entryOf, listKind, notFound, readOne, renderData } from '../records.ts';

export interface EditOptions {
  force: boolean;
  /** A command line, as in $EDITOR. */
  editor: string;
}

/** Opens the record in the editor. Only the fields that were edited are written, onto what stands there by then. */
export async function edit(context: Context, kindName: string, id: string | undefined, options: EditOptions): Promise<number> {
  const kind = kindOf(kindName);
  if (!isOperatorKind(kind) && !options.force) {
    throw new PhotonError('unsupported', `${kinds[kind].title} is written by ${writerOf(kind)}`, {
      where: kind,
      next: 'Use --force to edit it all the same',
    });
  }
  const ids = id === undefined && kind === 'cluster' ? [] : parseWholeIds(kind, id ?? '');
  const found = await readOne(context, kind, ids);
  if (!found) throw notFound(context, kind, ids, await listKind(context, kind));
  const dir = await mkdtemp(join(tmpdir(), 'photoncloud-edit-'));
  const file = join(dir, `${ids.join('-') || kind}.yaml`);
  const entry = entryOf(found);
  const { mod_revision: _revision, ...document } = entry ? documentOf(kind, entry) : {};
  const before = entry ? renderData('yaml', document) : found.ok ? '' : (found.invalid.text ?? '');
  await writeFile(file, before, { mode: 0o600 });
  try {
    await runEditor(options.editor, file);
  } catch (thrown) {
    if ((await readFile(file, 'utf8').catch(() => before)) === before) await rm(dir, { recursive: true });
    else context.terminal.err(`the edited text is kept in ${file}\n`);
    throw thrown;
  }
  const text = await readFile(file, 'utf8');
  if (text === before) {
    await rm(dir, { recursive: true });
    context.terminal.out(`${nameOf(kind, ids)} unchanged\n`);
    return exitCodes.done;
  }
  try {
    const [manifest] = parseManifests([{ file, text }], { clusterId: context.clusterId, expected: { kind, ids }, anyKind: true });
    if (!manifest) throw new PhotonError('invalid_record', 'holds no document', { where: file });
    await writeEdit(context, kind, ids, entry?.record, manifest.record);
  } catch (thrown) {
    context.terminal.err(`the edited text is kept in ${file}\n`);
    throw thrown;
  }
  await rm(dir, { recursive: true });
  return exitCodes.done;
}

async function runEditor(editor: string, file: string): Promise<void> {
  // A shell, because $EDITOR may hold arguments; the file name is passed as one word.
  const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', resolve);
  });
  if (code !== 0)
    throw new PhotonError('aborted', `the editor ended with ${code === null ? 'a signal' : `exit code ${code}`}; nothing was written`, {
      where: editor,
    });
}

async function writeEdit(
  context: Context,
  kind: Kind,
  ids: readonly string[],
  base: AnyRecord | undefined,
  edited: AnyRecord,
): Promise<void> {
  const name = nameOf(kind, ids);
  const whole = (record: AnyRecord): AnyRecord => completed(kind, record as unknown as Fields, context.clock.now()) as unknown as AnyRecord;
  const result = await updateRecord(context.store, keyOf(context.clusterId, kind, ...ids), (kv) => {
    if (!kv) throw new PhotonError('conflict', `${name} was deleted meanwhile`);
    const parsed = parseEntry(context.clusterId, kv);
    const current = parsed?.ok ? parsed.entry.record : undefined;
    const merged = whole(base && current ? mergeEdit(name, base, edited, current) : edited);
    if (current && same(current, merged)) return { keep: true };
    const checked = validateRecord(kind, merged, { unknownFields: 'keep' });
    if (!checked.ok)
      throw new PhotonError(
        'invalid_record',
        `with what others wrote meanwhile, ${checked.problems[0]?.path} ${checked.problems[0]?.message}`,
        { where: name },
      );
    return { put: encodeRecord(merged), ...(kv.lease !== '0' && { lease: kv.lease }) };
  });
  context.terminal.out(`${name} ${result.changed ? 'updated' : 'unchanged'}\n`);
}

type Fields = Record<string, unknown>;

/** The edited fields laid over what stands there now. A field that both changed, each to something else, is a conflict. */
export function mergeEdit(name: string, base: AnyRecord, edited: AnyRecord, current: AnyRecord): AnyRecord {
  const [was, mine, theirs] = [base, edited, current] as unknown as [Fields, Fields, Fields];
  const merged: Fields = { ...theirs };
  const conflicts: Difference[] = [];
  for (const field of new Set([...Object.keys(was), ...Object.keys(mine)])) {
    if (same(was[field], mine[field])) continue;
    if (!same(was[field], theirs[field]) && !same(mine[field], theirs[field]))
      conflicts.push(...differences(was[field], theirs[field], `$.${field}`));
    if (Object.hasOwn(mine, field)) merged[field] = mine[field];
    else delete merged[field];
  }
  if (conflicts.length > 0) {
    throw new PhotonError('conflict', `${name} was changed meanwhile in the same fields: ${conflicts.map(describeDifference).join('; ')}`, {
      next: 'Edit it again',
    });
  }
  return merged as unknown as AnyRecord;
}
