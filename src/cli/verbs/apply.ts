// apply -f FILE|DIR|- [--dry-run] [--wait[=TIMEOUT]], and diff -f FILE|DIR|-
import { exitCodes } from '../../model/errors.ts';
import { progressContext } from '../change.ts';
import type { Context } from '../context.ts';
import { type Manifest, parseManifests, readSources } from '../manifest.ts';
import { previewChanges } from '../preview.ts';
import { printPreview, printWritten } from '../report.ts';
import { waitServices } from '../wait.ts';
import { type Change, exitCodeOf, planChanges, warnWithoutCluster, writeChanges } from '../write.ts';

export interface ApplyOptions {
  files: readonly string[];
  stdin: () => Promise<Uint8Array>;
  dryRun: boolean;
  /** Wait at most this long; absent: don't wait. */
  waitMs?: number;
}

async function manifestsOf(context: Context, { files, stdin }: Pick<ApplyOptions, 'files' | 'stdin'>): Promise<Manifest[]> {
  const sources = [];
  for (const file of files) sources.push(...(await readSources(file, stdin)));
  return parseManifests(sources, { clusterId: context.clusterId });
}

/** Makes the records what the documents say. All are checked before any is written. */
export async function apply(context: Context, options: ApplyOptions): Promise<number> {
  const changes = await planChanges(context, await manifestsOf(context, options));
  await warnWithoutCluster(context, changes);
  if (options.dryRun) {
    printPreview(context, changes, await previewChanges(context, changes));
    return exitCodes.done;
  }
  const written = await writeChanges(context, changes);
  printWritten(context, written);
  const code = exitCodeOf(written);
  if (code !== exitCodes.done || options.waitMs === undefined) return code;
  const targets = written.flatMap((one) =>
    one.status === 'done' && isService(one.change) ? [{ service: one.change.manifest.ids[0] ?? '', modRevision: one.modRevision }] : [],
  );
  if (targets.length === 0) return exitCodes.done;
  return waitServices(progressContext(context), targets, options.waitMs);
}

function isService(change: Change): boolean {
  return change.manifest.kind === 'service';
}

/** Tells what apply would change, and what the controller would then do; 1 where there is a difference. */
export async function diff(context: Context, options: Pick<ApplyOptions, 'files' | 'stdin'>): Promise<number> {
  const changes = await planChanges(context, await manifestsOf(context, options));
  await warnWithoutCluster(context, changes);
  printPreview(context, changes, await previewChanges(context, changes));
  return changes.every(({ verdict }) => verdict === 'unchanged') ? exitCodes.done : exitCodes.failed;
}
