// Why a service is as it is.
import { replicasOf, runOf, serviceKindOf, updateOf } from '../../model/defaults.ts';
import type { Service, ServiceInstance, ServiceStatus } from '../../model/generated.ts';
import { parseKey } from '../../model/keys.ts';
import { blockInstance, instanceLine, nodeSteps } from './instance.ts';
import { whyNoNode } from './placement.ts';
import { runLine } from './run.ts';
import { followPlan, shortKey, timeText, type Why } from './parts.ts';

const mostInstances = 8;

/**
 * The status: the controller's own where one leads and has seen what was written last, since it remembers more than the records
 * tell; else as one would write it of this snapshot.
 */
function statusNow(why: Why, name: string): ServiceStatus | undefined {
  const key = why.context.key('service-status', name);
  const recorded = why.tables.statuses.get(name)?.record;
  const asked = why.tables.services.get(name)?.modRevision ?? 0;
  if (recorded && why.leader !== undefined && recorded.observed_mod_revision >= asked) return recorded;
  const written = why.plan.actions.find((action) => action.kind === 'status_write' && action.key === key);
  return (written?.writes[0]?.record as ServiceStatus | undefined) ?? recorded;
}

export function explainService(why: Why, name: string): boolean {
  const { answer, context, leader, tables } = why;
  const entry = tables.services.get(name);
  const broken = context.invalid.services.get(name);
  const status = statusNow(why, name);
  const instances = instancesOf(why, name);
  if (!entry && !broken && instances.length === 0 && !tables.statuses.has(name)) return false;
  answer.wanted.push(...wantedOf(entry?.record, broken !== undefined));
  if (status) answer.is.push(...statusLines(status, entry?.record));
  else if (entry) answer.is.push('no controller has seen it');
  answer.is.push(...instanceLines(why, instances), ...runLines(why, name));
  if (broken) {
    const [problem] = broken.problems;
    why.block(
      `service ${name}`,
      'invalid_record',
      `its record can't be read: ${problem?.path ?? '$'} ${problem?.message ?? ''}; its instances are left as they are`,
      {
        do: `mend it: photoncloud-ctl edit service ${name}, or apply it anew`,
      },
    );
  }
  const observed = tables.statuses.get(name)?.record.observed_mod_revision ?? 0;
  if (entry && observed < entry.modRevision && leader !== undefined)
    why.block(
      `service ${name}`,
      'not_seen',
      `the controller has not seen what was written last (mod_revision ${entry.modRevision}); it knows ${observed === 0 ? 'nothing of it' : `mod_revision ${observed}`}`,
    );
  if (status) blockStatus(why, name, status, entry?.record);
  for (const record of instances) blockInstance(why, record);
  followService(why, name, status, entry?.record, instances);
  return true;
}

function instancesOf({ tables }: Why, name: string): ServiceInstance[] {
  const rank = (record: ServiceInstance): number => (record.state === 'ready' && (record.desired ?? 'running') === 'running' ? 1 : 0);
  return [...(tables.instances.get(name)?.values() ?? [])]
    .map(({ record }) => record)
    .sort((a, b) => rank(a) - rank(b) || (a.slot ?? 0) - (b.slot ?? 0) || (a.instance_id < b.instance_id ? -1 : 1));
}

function wantedOf(service: Service | undefined, broken: boolean): string[] {
  if (!service) return [broken ? 'unknown: its record is broken' : 'it is deleted: what is left of it is to end'];
  const run = runOf(service);
  if (!run) return ['nothing by itself: somebody else starts its instances and registers them'];
  const what = run.image ?? (run.command ?? []).join(' ');
  if (serviceKindOf(service) === 'job') {
    const when = service.schedule
      ? `on the schedule ${service.schedule.cron}${service.schedule.paused ? ', which is paused' : ''}`
      : 'when it is asked for';
    return [`a job: ${what}, driver ${run.driver}, ${when}`];
  }
  const replicas = replicasOf(service);
  const lines = [`${replicas} ${replicas === 1 ? 'instance' : 'instances'} of ${what}, driver ${run.driver}`];
  if (updateOf(service).paused) lines.push('rollouts are paused');
  if (service.after?.length) lines.push(`nothing starts before ${service.after.join(', ')}`);
  return lines;
}

function statusLines(status: ServiceStatus, service: Service | undefined): string[] {
  const isJob = service !== undefined && serviceKindOf(service) === 'job';
  const lines = isJob
    ? []
    : [
        `${status.ready} of ${status.desired} ready${status.revision === undefined ? '' : `, ${status.updated} of revision ${status.revision}`}`,
      ];
  const { rollout } = status;
  if (!rollout || isJob) return lines;
  const from = rollout.from_revision === undefined ? '' : ` from ${rollout.from_revision}`;
  const deadline = rollout.state === 'progressing' && rollout.deadline !== undefined ? `; fails at ${rollout.deadline}` : '';
  if (rollout.state !== 'complete')
    lines.push(`rollout${from} to ${rollout.revision} is ${rollout.state.replace('_', ' ')}, begun ${rollout.since}${deadline}`);
  return lines;
}

function instanceLines(why: Why, instances: readonly ServiceInstance[]): string[] {
  const shown = instances.slice(0, mostInstances).map((record) => instanceLine(why, record));
  const more = instances.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

function runLines({ tables }: Why, name: string): string[] {
  const runs = [...(tables.jobRuns.get(name)?.values() ?? [])].map(({ record }) => record);
  runs.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  return runs.slice(0, 3).map(runLine);
}

function blockStatus(why: Why, name: string, status: ServiceStatus, service: Service | undefined): void {
  const { rollout } = status;
  if (rollout?.state === 'failed' || rollout?.state === 'rolled_back') {
    why.block(`service ${name}`, `rollout_${rollout.state}`, rollout.message ?? `revision ${rollout.revision} was not ready in time`, {
      since: rollout.since,
      ...(rollout.state === 'failed' && {
        do: `see its instances and their logs; then apply a mended revision, or photoncloud-ctl rollout undo ${name}`,
      }),
    });
  }
  const away = (slot: number | undefined): boolean =>
    instancesOf(why, name).some(
      (record) => record.slot === slot && ['lost', 'failed'].includes(why.context.nodes.get(record.node_id).health),
    );
  for (const { slot, reason, message, since, retry_at: retryAt } of status.blocked) {
    // Told of the instance itself.
    if (reason === 'node_lost' && away(slot)) continue;
    const what = slot === undefined ? `service ${name}` : `slot ${slot}`;
    const nodes = reason === 'no_node' && service ? whyNoNode(why, service) : [];
    const detail = nodes.length > 0 ? `${message} (${nodes.join('; ')})` : message;
    why.block(what, reason, detail, {
      since,
      retryAt,
      ...(reason === 'rollout_paused' && { do: `photoncloud-ctl rollout resume ${name}` }),
    });
  }
  for (const { type, message, since, key } of status.conditions) {
    if (type === 'invalid_record' && key === why.context.key('service', name)) continue;
    why.block(`service ${name}`, type, message, { since, ...(type === 'invalid_record' && { do: mendText(why, key) }) });
  }
}

function mendText(why: Why, key: string | undefined): string {
  const parsed = key === undefined ? undefined : parseKey(why.tables.clusterId, key);
  return parsed ? `mend it: photoncloud-ctl edit ${[parsed.kind, Object.values(parsed.ids).join('/')].join(' ')}` : 'mend the record';
}

function followService(
  why: Why,
  name: string,
  status: ServiceStatus | undefined,
  service: Service | undefined,
  instances: readonly ServiceInstance[],
): void {
  const { context, plan, tables } = why;
  // What the controller says does not fit it will not do, whatever a plan of the records alone would.
  const stuck = new Set((status?.blocked ?? []).filter(({ reason }) => reason === 'no_node').map(({ slot }) => slot));
  const isStuck = (key: string): boolean => {
    const made = plan.actions.find((action) => action.key === key && action.kind === 'instance_create');
    const record = made?.writes.find((write) => write.key === key)?.record as ServiceInstance | undefined;
    return record !== undefined && stuck.has(record.slot);
  };
  followPlan(why, (key) => isOf(tables.clusterId, key, name) && !isStuck(key));
  for (const record of instances) nodeSteps(why, record);
  for (const { slot, reason, message, retry_at: retryAt } of status?.blocked ?? []) {
    // What the loss of a node leads to was just said, but for who waits longer than the cluster does.
    if (retryAt === undefined || (reason === 'node_lost' && why.answer.next.some(({ when }) => when === retryAt))) continue;
    const what = slot === undefined ? name : `slot ${slot}`;
    why.follow(
      reason === 'node_lost' ? `${what}: another one takes its place, where the node is not back` : `${what} is tried again: ${message}`,
      retryAt,
    );
  }
  const own = context.key('service', name);
  const { auto_rollback: rollback } = service ? updateOf(service) : { auto_rollback: false };
  for (const { key, reason, message, retryAt } of plan.blocked) {
    const when = timeText(retryAt);
    if (when === undefined) continue;
    if (key === own && reason === 'rollout_deadline') {
      const from = status?.rollout?.from_revision;
      const then = rollback && from !== undefined ? `is rolled back to revision ${from}` : 'has failed';
      why.follow(`the rollout ${then}, where not all of revision ${status?.rollout?.revision ?? ''} is ready by then`, when);
    } else if (reason === 'min_ready' && isOf(tables.clusterId, key, name)) {
      why.block(shortKey(why, key), 'min_ready', `${message}; it does not count yet`, {
        retryAt: when,
        do: 'nothing: it counts when it was ready for long enough (update.min_ready_s)',
      });
      why.follow(`${shortKey(why, key)} counts as available, and the rollout goes on`, when);
    } else if (key === own && reason === 'schedule') why.follow('the next run begins', when);
  }
  const waits =
    status?.rollout?.state === 'progressing' && instances.some((record) => record.revision === status.revision && record.state !== 'ready');
  if (waits) why.follow('the rollout goes on with the next instance', `when those of revision ${status.revision} are ready`);
}

function isOf(clusterId: string, key: string, service: string): boolean {
  const ids = parseKey(clusterId, key)?.ids;
  return ids !== undefined && (ids['service'] ?? ids['name']) === service;
}
