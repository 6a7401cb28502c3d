// get KIND [ID…]
import { exitCodes } from '../../model/errors.ts';
import type { Service } from '../../model/generated.ts';
import { idFields } from '../../model/keys.ts';
import type { Context } from '../context.ts';
import { isJobName, kindOf, parseIds } from '../kind.ts';
import { entryOf, findRecords, type Found, listKind } from '../records.ts';
import { printRecords } from '../view.ts';

/** Prints records of a kind: all, those below leading ids, or single ones. An id that names nothing fails. */
export async function get(context: Context, kindName: string, args: readonly string[]): Promise<number> {
  const kind = kindOf(kindName);
  const named = args.length === 0 && idFields(kind).length === 0 ? [[]] : args.map((argument) => parseIds(kind, argument));
  if (named.length === 0) {
    const all = await listKind(context, kind);
    await printRecords(context, kind, isJobName(kindName) ? all.filter(isJob) : all, { single: false });
    return exitCodes.done;
  }
  const all: Found[] = [];
  let single = false;
  for (const ids of named) {
    const { found, one } = await findRecords(context, kind, ids);
    all.push(...found);
    single = one && named.length === 1;
  }
  await printRecords(context, kind, all, { single });
  return exitCodes.done;
}

function isJob(found: Found): boolean {
  return (entryOf(found)?.record as Service | undefined)?.kind === 'job';
}
