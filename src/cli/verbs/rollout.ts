// rollout status|history|pause|resume|undo|restart SERVICE
import { updateOf } from '../../model/defaults.ts';
import { revisionOf } from '../../model/digest.ts';
import type { Entry } from '../../model/entry.ts';
import { exitCodes, PhotonError } from '../../model/errors.ts';
import type { Service, ServiceRevision, ServiceStatus } from '../../model/generated.ts';
import { changeRecord, progressContext, readValid, tellChanged } from '../change.ts';
import { ageOf, programOf, stateCell } from '../columns.ts';
import type { Context } from '../context.ts';
import { entryOf, listKind, readOne, renderData } from '../records.ts';
import { renderTable } from '../table.ts';
import { waitServices } from '../wait.ts';

export interface RolloutOptions {
  waitMs?: number;
}

type Settled = { changed: boolean; modRevision: number };

/** Refuses what has no rollouts: a service that somebody else starts, a job. */
function checkRollsOut(service: Service): void {
  if (service.run && service.kind !== 'job') return;
  const why = service.run ? 'is a job: each run takes the spec that stands when it begins' : 'has no run: somebody else starts it';
  throw new PhotonError('unsupported', `${why}; it has no rollouts`, { where: `service/${service.name}` });
}

async function changeService(context: Context, name: string, change: (service: Service) => Service): Promise<Settled> {
  return changeRecord(context, 'service', [name], (service) => {
    checkRollsOut(service);
    return change(service);
  });
}

async function finish(
  context: Context,
  name: string,
  settled: Settled,
  told: { action: string; already: string },
  { waitMs }: RolloutOptions,
): Promise<number> {
  tellChanged(context, 'service', [name], { ...settled, ...told });
  if (waitMs === undefined) return exitCodes.done;
  return waitServices(progressContext(context), [{ service: name, modRevision: settled.modRevision }], waitMs);
}

function withPause(service: Service, paused: boolean): Service {
  const { paused: _before, ...rest } = service.update ?? {};
  const update = { ...rest, ...(paused && { paused }) };
  const { update: _update, ...others } = service;
  return Object.keys(update).length === 0 ? others : { ...others, update };
}

export async function pauseRollout(context: Context, name: string): Promise<number> {
  const settled = await changeService(context, name, (service) => (updateOf(service).paused ? service : withPause(service, true)));
  return finish(context, name, settled, { action: 'paused', already: 'is paused already' }, {});
}

export async function resumeRollout(context: Context, name: string, options: RolloutOptions): Promise<number> {
  const settled = await changeService(context, name, (service) => (updateOf(service).paused ? withPause(service, false) : service));
  return finish(context, name, settled, { action: 'resumed', already: 'is not paused' }, options);
}

/** Replaces every instance by another of the same spec, as a rollout does. */
export async function restartService(context: Context, name: string, options: RolloutOptions): Promise<number> {
  // Decided once: two attempts at writing are one restart.
  let raised: number | undefined;
  const settled = await changeService(context, name, (service) => {
    raised ??= (service.restart ?? 0) + 1;
    return { ...service, restart: Math.max(raised, service.restart ?? 0) };
  });
  return finish(context, name, settled, { action: 'restarting', already: 'was restarted meanwhile' }, options);
}

async function revisionsOf(context: Context, name: string): Promise<Entry<ServiceRevision>[]> {
  const found = await listKind(context, 'revision', [name]);
  const entries = found.flatMap((one) => (entryOf(one) as Entry<ServiceRevision> | undefined) ?? []);
  return entries.sort((a, b) => (b.record.number ?? 0) - (a.record.number ?? 0) || b.createRevision - a.createRevision);
}

async function statusOf(context: Context, name: string): Promise<ServiceStatus | undefined> {
  const found = await readOne(context, 'service-status', [name]);
  return found && (entryOf(found)?.record as ServiceStatus | undefined);
}

/** The revision that an undo returns to: the one named by id or number, else the newest before the current that did not fail. */
export function undoTarget(
  service: Service,
  revisions: readonly ServiceRevision[],
  status: ServiceStatus | undefined,
  wanted: string | undefined,
): ServiceRevision {
  const current = revisionOf(service);
  const known = revisions.map(({ number, revision }) => `${number ?? '?'} (${revision})`).join(', ');
  const where = `service/${service.name}`;
  if (wanted !== undefined) {
    const found = revisions.filter(({ number, revision }) => String(number) === wanted || revision.startsWith(wanted));
    const [exact] = found.filter(({ number, revision }) => String(number) === wanted || revision === wanted);
    const chosen = exact ?? (found.length === 1 ? found[0] : undefined);
    if (chosen) return chosen;
    const problem = found.length > 1 ? `${JSON.stringify(wanted)} names several revisions` : `has no revision ${JSON.stringify(wanted)}`;
    throw new PhotonError('not_found', problem, { where, expected: known || 'a revision; none is recorded yet' });
  }
  const others = revisions.filter(({ revision }) => revision !== current);
  const from = status?.rollout?.state === 'complete' ? undefined : status?.rollout?.from_revision;
  const chosen = others.find(({ revision }) => revision === from) ?? others.find(({ failed }) => !failed);
  if (chosen) return chosen;
  throw new PhotonError('not_found', 'there is no former revision to return to', {
    where,
    next: `photoncloud-ctl rollout history ${service.name} lists what is recorded`,
  });
}

/** Writes the run spec of a former revision into the service; a pause ends with it. */
export async function undoRollout(context: Context, name: string, options: RolloutOptions & { toRevision?: string }): Promise<number> {
  const [revisions, status] = await Promise.all([revisionsOf(context, name), statusOf(context, name)]);
  const records = revisions.map(({ record }) => record);
  let target: ServiceRevision | undefined;
  const settled = await changeService(context, name, (service) => {
    target = undoTarget(service, records, status, options.toRevision);
    const { run: _run, ports: _ports, protocol: _protocol, resources: _resources, restart: _restart, ...rest } = withPause(service, false);
    return { ...rest, ...target.spec };
  });
  const about = target ? `revision ${target.number ?? ''} (${target.revision}), ${programOf(target.spec.run)}` : '';
  return finish(context, name, settled, { action: `returns to ${about}`, already: `is at ${about} already` }, options);
}

export async function rolloutHistory(context: Context, name: string): Promise<number> {
  const { record: service } = await readValid(context, 'service', [name]);
  checkRollsOut(service);
  const current = revisionOf(service);
  const entries = await revisionsOf(context, name);
  const { clock, output, terminal } = context;
  if (output === 'json' || output === 'yaml') {
    terminal.out(
      renderData(
        output,
        entries.map(({ record }) => ({ ...record, current: record.revision === current })),
      ),
    );
    return exitCodes.done;
  }
  const wide = output === 'wide';
  const header = ['NUMBER', 'REVISION', 'RUNS', 'RESTART', 'AGE', ...(wide ? ['DIGEST'] : []), 'NOTE'];
  const rows = entries.map(({ record }) => [
    { text: String(record.number ?? '') },
    { text: record.revision },
    { text: programOf(record.spec.run) },
    { text: String(record.spec.restart ?? '') },
    { text: ageOf(record.created_at, clock.now()) },
    ...(wide ? [{ text: record.image_digest ?? '' }] : []),
    record.failed ? ({ text: 'failed', tone: 'bad' } as const) : { text: record.revision === current ? 'current' : '' },
  ]);
  terminal.out(renderTable(header, rows, terminal.colour));
  return exitCodes.done;
}

/** How far the rollout is; with `waitMs` until it is over. */
export async function rolloutStatus(context: Context, name: string, { waitMs }: RolloutOptions): Promise<number> {
  const entry = await readValid(context, 'service', [name]);
  checkRollsOut(entry.record);
  if (waitMs !== undefined) {
    const code = await waitServices(progressContext(context), [{ service: name, modRevision: entry.modRevision }], waitMs);
    if (context.output === 'table' || context.output === 'wide') return code;
    await printStatus(context, name, entry);
    return code;
  }
  return printStatus(context, name, entry);
}

async function printStatus(context: Context, name: string, { modRevision }: Entry<Service>): Promise<number> {
  const { clock, output, terminal } = context;
  const status = await statusOf(context, name);
  const seen = status !== undefined && status.observed_mod_revision >= modRevision;
  const { rollout } = status ?? {};
  if (output === 'json' || output === 'yaml') {
    const counts = status && { desired: status.desired, ready: status.ready, updated: status.updated, blocked: status.blocked };
    terminal.out(renderData(output, { service: name, observed: seen, ...counts, ...(rollout && { rollout }) }));
  } else if (!status || !rollout) terminal.out(`${name}: not yet seen by a controller\n`);
  else {
    const from = rollout.from_revision === undefined ? '' : `${rollout.from_revision} → `;
    const row = [
      { text: name },
      stateCell(rollout.state),
      { text: `${from}${rollout.revision}` },
      { text: `${status.ready}/${status.desired}` },
      { text: String(status.updated) },
      { text: ageOf(rollout.since, clock.now()) },
      { text: rollout.message ?? status.blocked[0]?.message ?? (seen ? '' : 'the last change is not yet seen by a controller') },
    ];
    terminal.out(renderTable(['SERVICE', 'ROLLOUT', 'REVISION', 'READY', 'UPDATED', 'SINCE', 'MESSAGE'], [row], terminal.colour));
  }
  return rollout?.state === 'failed' || rollout?.state === 'rolled_back' ? exitCodes.failed : exitCodes.done;
}
