// put KIND [ID] -f FILE|-
import { PhotonError } from '../../model/errors.ts';
import { kinds } from '../../model/kinds.ts';
import type { Context } from '../context.ts';
import { isOperatorKind, kindOf, parseWholeIds, writerOf } from '../kind.ts';
import { parseManifests, readSources } from '../manifest.ts';
import { printWritten } from '../report.ts';
import { exitCodeOf, planChanges, warnWithoutCluster, writeChanges } from '../write.ts';

export interface PutOptions {
  file: string;
  force: boolean;
  expect?: number;
  stdin: () => Promise<Uint8Array>;
}

/** Writes one record. With `force` it is written exactly as given, others' fields and kinds included. */
export async function put(context: Context, kindName: string, id: string | undefined, options: PutOptions): Promise<number> {
  const kind = kindOf(kindName);
  if (!isOperatorKind(kind) && !options.force) {
    throw new PhotonError('unsupported', `${kinds[kind].title} is written by ${writerOf(kind)}`, {
      where: kind,
      next: 'Use --force to write it all the same',
    });
  }
  const sources = await readSources(options.file, options.stdin);
  const expected = { kind, ...(id !== undefined && { ids: parseWholeIds(kind, id) }) };
  const manifests = parseManifests(sources, { clusterId: context.clusterId, expected, anyKind: true });
  const [manifest] = manifests;
  if (!manifest || manifests.length > 1) {
    throw new PhotonError('invalid_argument', `put writes one record; found ${manifests.length}`, { next: 'Use apply for many' });
  }
  const guarded = options.expect === undefined ? manifest : { ...manifest, readAt: options.expect };
  const changes = await planChanges(context, [guarded], { whole: options.force });
  await warnWithoutCluster(context, changes);
  const written = await writeChanges(context, changes);
  printWritten(context, written);
  return exitCodeOf(written);
}
