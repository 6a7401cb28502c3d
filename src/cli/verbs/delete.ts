// delete KIND ID… [--force] [--wait[=TIMEOUT]]
import { exitCodes, PhotonError } from '../../model/errors.ts';
import { keyOf } from '../../model/keys.ts';
import { type Kind, kinds } from '../../model/kinds.ts';
import { commit } from '../../store/commit.ts';
import type { Context } from '../context.ts';
import { isOperatorKind, kindOf, nameOf, parseWholeIds, writerOf } from '../kind.ts';
import { type Found, listKind, notFound, readOne, renderData } from '../records.ts';
import { count } from '../table.ts';
import { waitGone } from '../wait.ts';

export interface DeleteOptions {
  force: boolean;
  waitMs?: number;
}

interface Doomed {
  ids: string[];
  key: string;
  modRevision: number;
}

/** Deletes records. All are looked up first; where one is missing or another's, none is deleted. */
export async function remove(context: Context, kindName: string, args: readonly string[], options: DeleteOptions): Promise<number> {
  const kind = kindOf(kindName);
  if (!isOperatorKind(kind) && !options.force) {
    throw new PhotonError('unsupported', `${kinds[kind].title} is written by ${writerOf(kind)}, which would write it again or miss it`, {
      where: kind,
      next: 'Delete what it comes from, or use --force',
    });
  }
  const named = kind === 'cluster' && args.length === 0 ? [[]] : [...new Set(args)].map((argument) => parseWholeIds(kind, argument));
  const doomed: Doomed[] = [];
  for (const ids of named) {
    const found = await readOne(context, kind, ids);
    if (!found) throw notFound(context, kind, ids, await listKind(context, kind));
    if (!options.force) await checkMayGo(context, kind, ids);
    doomed.push({ ids, key: keyOf(context.clusterId, kind, ...ids), modRevision: revisionOfFound(found) });
  }
  const code = await deleteAll(context, kind, doomed);
  if (code !== exitCodes.done || options.waitMs === undefined || kind !== 'service') return code;
  return waitGone(
    context,
    doomed.map(({ ids }) => ids[0] ?? ''),
    options.waitMs,
  );
}

function revisionOfFound(found: Found): number {
  return found.ok ? found.entry.modRevision : found.invalid.modRevision;
}

/** What would leave the cluster without something that it stands on. */
async function checkMayGo(context: Context, kind: Kind, ids: readonly string[]): Promise<void> {
  if (kind === 'cluster') {
    throw new PhotonError('unsupported', 'without its meta record nobody obeys the store: agents and controllers freeze', {
      where: nameOf(kind, ids),
      next: 'Use --force to delete it all the same',
    });
  }
  if (kind !== 'node') return;
  const assignments = await listKind(context, 'assignment', ids);
  if (assignments.length === 0) return;
  throw new PhotonError('unsupported', `${count(assignments.length, 'instance')} assigned to the node`, {
    where: nameOf(kind, ids),
    next: 'Set its intent to draining and wait until it is empty, or use --force',
  });
}

async function deleteAll(context: Context, kind: Kind, doomed: readonly Doomed[]): Promise<number> {
  const { store, terminal, output } = context;
  const outcomes = await commit(
    store,
    doomed.map(({ key, modRevision }) => ({ writes: [{ key, expect: modRevision }] })),
  );
  const data: Record<string, unknown>[] = [];
  let code: number = exitCodes.done;
  for (const [at, { ids, key, modRevision }] of doomed.entries()) {
    const outcome = outcomes[at];
    const common = { kind, id: ids.join('/'), key };
    if (outcome?.status === 'done' || (outcome?.status === 'conflict' && outcome.current.get(key) === undefined)) {
      data.push({ ...common, action: 'deleted' });
      if (output === 'table' || output === 'wide') terminal.out(`${nameOf(kind, ids)} deleted\n`);
      continue;
    }
    const conflict = outcome?.status === 'conflict';
    const message = conflict
      ? `was changed meanwhile (mod_revision ${modRevision} → ${outcome.current.get(key)?.modRevision}) and was not deleted`
      : outcome?.status === 'failed'
        ? outcome.error.explain()
        : 'was not deleted';
    data.push({ ...common, action: conflict ? 'conflict' : 'failed', error: { code: conflict ? 'conflict' : 'internal', message } });
    terminal.err(`${nameOf(kind, ids)} ${message}\n`);
    if (code !== exitCodes.failed) code = conflict ? exitCodes.conflict : exitCodes.failed;
  }
  if (output === 'json' || output === 'yaml') terminal.out(renderData(output, data));
  return code;
}
