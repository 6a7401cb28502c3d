// One record changed by a verb that means a change, not a document: rollout pause, node drain.
// Guarantees: decided on what stands there and written only on that; all other fields stay; nothing invalid is written.
import { type Entry, encodeRecord, parseEntry } from '../model/entry.ts';
import { PhotonError } from '../model/errors.ts';
import { keyOf } from '../model/keys.ts';
import type { AnyRecord, Kind, RecordByKind } from '../model/kinds.ts';
import { validateRecord } from '../model/validate.ts';
import { updateRecord } from '../store/update.ts';
import type { Context } from './context.ts';
import { same } from './difference.ts';
import { nameOf } from './kind.ts';
import { entryOf, type Found, listKind, notFound, readOne, renderData } from './records.ts';

/** A valid record; one that is missing or broken is refused with what to do. */
export async function readValid<K extends Kind>(context: Context, kind: K, ids: readonly string[]): Promise<Entry<RecordByKind[K]>> {
  const found = await readOne(context, kind, ids);
  if (!found) throw notFound(context, kind, ids, await listKind(context, kind));
  return validOf(found, kind, ids);
}

function validOf<K extends Kind>(found: Found, kind: K, ids: readonly string[]): Entry<RecordByKind[K]> {
  const entry = entryOf(found);
  if (entry) return entry as Entry<RecordByKind[K]>;
  const [problem] = found.ok ? [] : found.invalid.problems;
  throw new PhotonError('invalid_record', `can't be read: ${problem?.path ?? '$'} ${problem?.message ?? ''}`, {
    where: nameOf(kind, ids),
    next: `Mend it first: photoncloud-ctl edit ${kind} ${ids.join('/')}`,
  });
}

/** Changes a record; answers the mod_revision that holds what was asked for. `change` may be asked several times. */
export async function changeRecord<K extends Kind>(
  context: Context,
  kind: K,
  ids: readonly string[],
  change: (record: RecordByKind[K]) => RecordByKind[K],
): Promise<{ changed: boolean; modRevision: number }> {
  const name = nameOf(kind, ids);
  const all = await listKind(context, kind);
  const key = keyOf(context.clusterId, kind, ...ids);
  const { before, changed, revision } = await updateRecord(context.store, key, (kv) => {
    const parsed = kv && parseEntry(context.clusterId, kv);
    if (!kv || !parsed) throw notFound(context, kind, ids, all);
    const current = validOf(parsed, kind, ids).record;
    const next: AnyRecord = change(current);
    if (same(current, next)) return { keep: true };
    const checked = validateRecord(kind, next, { unknownFields: 'keep' });
    if (!checked.ok) {
      const told = checked.problems.map(({ path, message }) => `${path} ${message}`).join('; ');
      throw new PhotonError('invalid_record', `would not be valid: ${told}`, { where: name });
    }
    return { put: encodeRecord(next), ...(kv.lease !== '0' && { lease: kv.lease }) };
  });
  return { changed, modRevision: changed ? revision : (before?.modRevision ?? revision) };
}

/** Tells what became of a record: one line, or data for programs. */
export function tellChanged(
  { output, terminal }: Context,
  kind: Kind,
  ids: readonly string[],
  outcome: { changed: boolean; modRevision: number; action: string; already: string },
): void {
  const action = outcome.changed ? outcome.action : 'unchanged';
  if (output === 'json' || output === 'yaml') {
    terminal.out(renderData(output, { kind, id: ids.join('/'), action, mod_revision: outcome.modRevision }));
  } else terminal.out(`${nameOf(kind, ids)} ${outcome.changed ? outcome.action : outcome.already}\n`);
}

/** A context whose progress goes to stderr where programs read stdout. */
export function progressContext(context: Context): Context {
  const { output, terminal } = context;
  if (output !== 'json' && output !== 'yaml') return context;
  return { ...context, terminal: { ...terminal, out: terminal.err, interactive: false, colour: false } };
}
