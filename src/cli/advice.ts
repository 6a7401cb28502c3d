// What several records together say that none of them says alone: services that wait for each other, limits that don't go together.
// Guarantees: a cycle that would be written is refused, with the way round; what only may go wrong is a remark. Nothing is asked of
// the store where no document gives reason to.
import { timingsOf } from '../model/defaults.ts';
import { PhotonError } from '../model/errors.ts';
import type { ClusterMeta, Service } from '../model/generated.ts';
import { cycleOf } from '../plan/cluster/dependencies.ts';
import { doublesWarning } from '../plan/cluster/disconnect.ts';
import type { Context } from './context.ts';
import { entryOf, listKind, readOne } from './records.ts';
import type { Change } from './write.ts';

const serviceOf = (change: Change): Service => change.record as Service;

/** Adds remarks to the changes; throws `invalid_record` for a cycle. */
export async function adviseServices(context: Context, changes: readonly Change[]): Promise<void> {
  const services = changes.filter(({ manifest, verdict }) => manifest.kind === 'service' && verdict !== 'unchanged');
  await checkDependencies(
    context,
    changes,
    services.filter((change) => (serviceOf(change).after ?? []).length > 0),
  );
  const limited = services.filter((change) => serviceOf(change).disconnect?.stop_after_s !== undefined);
  if (limited.length === 0) return;
  const given = changes.find(({ manifest }) => manifest.kind === 'cluster')?.record as ClusterMeta | undefined;
  const found = given ? undefined : await readOne(context, 'cluster', []);
  const meta = given ?? ((found && entryOf(found)?.record) as ClusterMeta | undefined);
  for (const change of limited) {
    const warning = doublesWarning(serviceOf(change), timingsOf(meta).node_grace_s);
    if (warning !== undefined) change.notes.push(`$.disconnect: ${warning}`);
  }
}

async function checkDependencies(context: Context, changes: readonly Change[], waiting: readonly Change[]): Promise<void> {
  if (waiting.length === 0) return;
  const after = new Map<string, readonly string[]>();
  const known = new Set<string>();
  for (const found of await listKind(context, 'service')) {
    const ids = found.ok ? found.ids : found.invalid.ids;
    known.add(ids['name'] ?? '');
    const record = entryOf(found)?.record as Service | undefined;
    if (record) after.set(record.name, record.after ?? []);
  }
  for (const change of changes) {
    if (change.manifest.kind !== 'service') continue;
    const service = serviceOf(change);
    known.add(service.name);
    after.set(service.name, service.after ?? []);
  }
  for (const change of waiting) {
    const { name, after: names = [] } = serviceOf(change);
    const way = cycleOf(name, (one) => after.get(one) ?? []);
    if (way)
      throw new PhotonError('invalid_record', `$.after: ${way.join(' waits for ')}: none of them could ever be started`, {
        where: `${change.manifest.where}: ${change.manifest.name}`,
        expected: 'services that do not wait for each other',
        next: 'Take one of them out of $.after',
      });
    const missing = names.filter((one) => !known.has(one));
    if (missing.length > 0)
      change.notes.push(`$.after: waits for ${missing.join(', ')}, which does not exist yet: nothing is started before`);
  }
}
