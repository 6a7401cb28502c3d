// get KIND [ID…]
import { exitCodes } from '../../model/errors.ts';
import { idFields } from '../../model/keys.ts';
import type { Context } from '../context.ts';
import { kindOf, parseIds } from '../kind.ts';
import { findRecords, type Found, listKind } from '../records.ts';
import { printRecords } from '../view.ts';

/** Prints records of a kind: all, those below leading ids, or single ones. An id that names nothing fails. */
export async function get(context: Context, kindName: string, args: readonly string[]): Promise<number> {
  const kind = kindOf(kindName);
  const named = args.map((argument) => parseIds(kind, argument));
  const found: Found[] = [];
  for (const ids of named) found.push(...(await findRecords(context, kind, ids)));
  if (named.length === 0) found.push(...(await listKind(context, kind)));
  const [only] = named;
  const whole = idFields(kind).length === 0 || (only !== undefined && found.length === 1);
  await printRecords(context, kind, found, { single: whole && named.length <= 1 });
  return exitCodes.done;
}
