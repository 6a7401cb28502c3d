// Why an instance is as it is.
import { desiredOf, meshModeOf, timingsOf } from '../../model/defaults.ts';
import type { Assignment, ServiceInstance } from '../../model/generated.ts';
import { parseTimestamp, timestamp } from '../../model/time.ts';
import { codeOf, textOf } from '../event.ts';
import { notActive } from './placement.ts';
import { followPlan, lastEvent, type Why } from './parts.ts';

export function explainInstance(why: Why, service: string, id: string): boolean {
  const { answer, context, tables } = why;
  const record = tables.instances.get(service)?.get(id)?.record;
  const broken = (context.invalid.partsOf.get(service) ?? []).filter(({ ids }) => ids['instance_id'] === id);
  const assignment = assignmentOf(why, service, id);
  if (!record && !assignment && broken.length === 0) return false;
  if (record) {
    answer.wanted.push(wantedOf(why, record, assignment));
    answer.is.push(instanceLine(why, record));
    if (record.restarts !== undefined) answer.is.push(`restarted ${record.restarts} ${record.restarts === 1 ? 'time' : 'times'}`);
  } else answer.is.push(broken.length > 0 ? 'unknown: its record is broken' : 'its record is missing, its assignment stands');
  for (const one of broken) {
    const [problem] = one.problems;
    why.block(
      `${one.kind} ${id}`,
      'invalid_record',
      `can't be read: ${problem?.path ?? '$'} ${problem?.message ?? ''}; the instance is left as it is`,
      {
        do: `mend it: photoncloud-ctl edit ${one.kind} ${Object.values(one.ids).join('/')}`,
      },
    );
  }
  if (context.invalid.services.has(service))
    why.block(`service ${service}`, 'invalid_record', 'the record of its service is broken: it is left as it is', {
      do: `mend it: photoncloud-ctl edit service ${service}`,
    });
  if (record) {
    blockInstance(why, record);
    nodeSteps(why, record);
    for (const one of tables.statuses.get(service)?.record.blocked ?? []) {
      if (one.slot === undefined || one.slot !== record.slot || one.reason === 'node_lost') continue;
      why.block(`slot ${one.slot}`, one.reason, one.message, { since: one.since, retryAt: one.retry_at });
    }
  }
  followPlan(why, (key) => key.endsWith(`/${service}/${id}`));
  followDrain(why, record, assignment);
  return true;
}

function assignmentOf({ tables }: Why, service: string, id: string): Assignment | undefined {
  for (const { record } of tables.assignments.get(service)?.values() ?? []) if (record.instance_id === id) return record;
  return undefined;
}

function wantedOf(why: Why, record: ServiceInstance, assignment: Assignment | undefined): string {
  const desired = desiredOf(record);
  if (desired !== 'running') return `it is to end: ${desired === 'draining' ? 'its calls first, then the app' : 'at once'}`;
  const slot = record.slot === undefined ? '' : ` in slot ${record.slot}`;
  const revision = record.revision === undefined ? '' : ` of revision ${record.revision}`;
  const wanted = why.tables.statuses.get(record.service)?.record.revision;
  const former =
    wanted !== undefined && record.revision !== undefined && wanted !== record.revision ? `; its service asks for ${wanted}` : '';
  const managed = assignment?.managed === false ? ', started by somebody else' : '';
  return `running on ${record.node_id}${slot}${revision}${managed}${former}`;
}

/** One line: where it is and how. */
export function instanceLine(why: Why, record: ServiceInstance): string {
  const desired = desiredOf(record);
  const ending =
    desired === 'running' || record.state === 'draining' || record.state === 'gone'
      ? ''
      : `, to be ${desired === 'draining' ? 'drained' : desired}`;
  const node = why.context.nodes.get(record.node_id);
  const where = node.health === 'alive' ? record.node_id : `${record.node_id}, which ${notActive(node)}`;
  const reason = record.reason === undefined ? '' : `: ${record.reason}`;
  return `${record.instance_id} on ${where}: ${record.state}${ending}${reason}`;
}

const quiet: ReadonlySet<string> = new Set(['ready', 'gone']);

/** What keeps an instance from serving. */
export function blockInstance(why: Why, record: ServiceInstance): void {
  const { context, tables } = why;
  const node = context.nodes.get(record.node_id);
  const what = record.instance_id;
  if (node.health === 'lost' || node.health === 'failed') return blockNode(why, record);
  if (node.health === 'unknown')
    why.block(what, 'invalid_record', `the record of its node ${node.id}, or its liveness, is broken`, {
      do: `mend it: photoncloud-ctl edit node ${node.id}`,
    });
  if (node.health === 'doubt')
    why.block(
      what,
      context.nodes.massLoss ? 'mass_loss' : 'node_doubt',
      context.nodes.massLoss
        ? `its node ${node.id} is lost together with many others: nothing is marked or moved`
        : `the agent of its node ${node.id} is not seen`,
    );
  if (record.state === 'draining' || desiredOf(record) !== 'running') {
    if (record.reason !== undefined) why.block(what, codeOf(record.reason) ?? 'draining', textOf(record.reason));
    return;
  }
  if (quiet.has(record.state)) return;
  if (record.reason !== undefined) {
    const code = codeOf(record.reason) ?? 'unhealthy';
    const crash = lastEvent(why.events, 'instance', record.instance_id, 'crashed', 'out_of_memory', 'start_failed');
    const told = code === 'probe_failed' || code === 'exited' || code === 'out_of_memory' || code === 'start_failed' ? crash : undefined;
    why.block(
      what,
      code,
      told ? `${textOf(record.reason)}; ended ${told.count} ${told.count === 1 ? 'time' : 'times'}` : textOf(record.reason),
      {
        since: told?.first_at ?? lastEvent(why.events, 'instance', record.instance_id, code, 'unhealthy')?.first_at,
        retryAt: restartAt(why, record),
        ...(code === 'exited' && {
          do: `see the app's own log on ${record.node_id}; apply a mended revision, or photoncloud-ctl rollout undo ${record.service}`,
        }),
      },
    );
    return;
  }
  const service = tables.services.get(record.service)?.record;
  const mesh = service !== undefined && meshModeOf(service) === 'agent';
  if (mesh && !tables.issued.get(record.service)?.has(record.node_id)) {
    const failed = lastEvent(why.events, 'node', record.node_id, 'certificate_failed');
    why.block(
      what,
      'certificate_pending',
      `${record.node_id} has no certificate for ${record.service} yet${failed ? `: ${failed.message}` : ''}`,
      { since: failed?.first_at ?? record.registered_at },
    );
  } else
    why.block(what, 'starting', 'its agent is at it: it pulls the image, starts the app, or waits for the first probe that passes', {
      since: record.registered_at,
      do: `nothing; where it stays so, see the log of the agent of ${record.node_id} and of the app`,
    });
}

/** When a crashed app is started again, as its agent told. */
function restartAt(why: Why, record: ServiceInstance): string | undefined {
  const crash = lastEvent(why.events, 'instance', record.instance_id, 'crashed', 'out_of_memory', 'start_failed');
  const text = /not before (\S+)$/.exec(crash?.cause ?? '')?.[1];
  const atMs = text === undefined ? undefined : parseTimestamp(text);
  if (text === undefined || atMs === undefined || atMs <= why.snapshot.nowMs || record.state === 'ready') return undefined;
  why.follow(`${record.instance_id} is started again`, text);
  return text;
}

function blockNode(why: Why, record: ServiceInstance): void {
  const { context, tables } = why;
  const node = context.nodes.get(record.node_id);
  const lost = (node.entry?.record.conditions ?? []).find(({ type }) => type === 'node_lost');
  const text = node.entry ? `its node ${node.id} ${notActive(node)}` : `its node ${node.id} has no record`;
  if (node.health === 'lost') {
    why.block(record.instance_id, 'node_lost', text, { since: lost?.since, retryAt: failsAt(why, record.node_id) });
    return;
  }
  // Its service may wait for longer than the cluster does.
  const blocked = tables.statuses.get(record.service)?.record.blocked ?? [];
  const held = blocked.find(({ reason, slot }) => reason === 'node_lost' && slot === record.slot)?.retry_at;
  why.block(record.instance_id, 'node_failed', text, { since: lost?.since, retryAt: held });
  if (held !== undefined) why.follow(`${record.instance_id} is replaced on another node, unless node ${node.id} is back`, held);
}

/** When a lost node counts as failed. */
export function failsAt(why: Why, nodeId: string): string | undefined {
  const { changesAtMs, health } = why.context.nodes.get(nodeId);
  const { monotonicMs, nowMs } = why.snapshot;
  return health === 'lost' && changesAtMs !== undefined ? timestamp(nowMs + changesAtMs - monotonicMs) : undefined;
}

/** What follows for an instance because of its node. */
export function nodeSteps(why: Why, record: ServiceInstance): void {
  const at = failsAt(why, record.node_id);
  if (at === undefined) return;
  const bound =
    record.pinned === true ||
    (assignmentOf(why, record.service, record.instance_id)?.run?.volumes ?? []).some((volume) => !volume.read_only);
  const service = why.tables.services.get(record.service)?.record;
  const after = service?.disconnect?.replace_after_s;
  let then = `${record.instance_id} is replaced on another node`;
  if (bound) then = `${record.instance_id} stays with it: it is pinned or has a local volume`;
  else if (after !== undefined && after > timingsOf(why.tables.meta?.record).node_grace_s)
    then = `${record.instance_id} is waited for, until the node was away for ${after} s (disconnect.replace_after_s)`;
  why.follow(`node ${record.node_id} counts as failed, unless its agent is back; ${then}`, at);
}

function followDrain(why: Why, record: ServiceInstance | undefined, assignment: Assignment | undefined): void {
  if (!record || desiredOf(record) === 'running' || record.state === 'gone' || !assignment?.drain_deadline) return;
  why.follow('it is stopped, when its calls have ended or at the latest', assignment.drain_deadline);
}
