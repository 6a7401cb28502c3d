// why KIND/ID, why SERVICE: what is wanted, what is, what is in the way, what follows. Answered by the controller's planner.
// Guarantees: nothing is written.
import { cronSchedules } from '../../loop/cron.ts';
import { parseEntry } from '../../model/entry.ts';
import { exitCodes, PhotonError } from '../../model/errors.ts';
import type { Event } from '../../model/generated.ts';
import type { Entry } from '../../model/entry.ts';
import { clusterPrefix, leaderKey } from '../../model/keys.ts';
import { nearest } from '../../model/nearest.ts';
import { parseTimestamp } from '../../model/time.ts';
import { planCluster } from '../../plan/cluster/cluster.ts';
import { type ClusterSnapshot, type ClusterTables, emptyTables, putParsed } from '../../plan/cluster/snapshot.ts';
import { explain, memoryOfRecords } from '../../plan/why/why.ts';
import type { Explanation, Obstacle, Step, WhySubject } from '../../plan/why/parts.ts';
import { ageOf } from '../columns.ts';
import type { Context } from '../context.ts';
import { age } from '../duration.ts';
import { findKind, kindOf } from '../kind.ts';
import { renderData } from '../records.ts';
import { paint, visible } from '../table.ts';

export async function why(context: Context, args: readonly string[]): Promise<number> {
  const { clock, clusterId, output, store, terminal } = context;
  const { kvs, revision } = await store.list(clusterPrefix(clusterId));
  const tables = emptyTables(clusterId);
  const events: Entry<Event>[] = [];
  for (const kv of kvs) {
    const parsed = parseEntry(clusterId, kv);
    if (parsed?.ok && parsed.kind === 'event') events.push(parsed.entry);
    else if (parsed) putParsed(tables, parsed);
  }
  const subject = subjectOf(tables, args);
  const [nowMs, monotonicMs] = [clock.now(), clock.monotonic()];
  const memory = memoryOfRecords(tables, events, nowMs, monotonicMs);
  const snapshot: ClusterSnapshot = {
    revision,
    nowMs,
    monotonicMs,
    nonce: 'why',
    newUid: 'preview0',
    schedules: cronSchedules,
    tables,
    memory,
  };
  const leader = kvs.find(({ key }) => key === leaderKey(clusterId))?.value;
  const explanation = explain({ snapshot, plan: planCluster(snapshot), events, leader }, subject);
  if (!explanation) throw missing(tables, subject);
  if (output === 'json' || output === 'yaml') terminal.out(renderData(output, explanation));
  else terminal.out(textOf(context, explanation));
  return exitCodes.done;
}

// ---------------------------------------------------------------- what is asked about

/** `service/web`, `service web`, `web`; `instance/web-0-k3f9x2`, with or without its service; `node/node-1`; `job-run/backup/nightly`. */
function subjectOf(tables: ClusterTables, args: readonly string[]): WhySubject {
  const [first = '', ...rest] = args.join('/').split('/');
  if (first === '' || rest.includes('')) throw unclear(args);
  if (rest.length === 0) return byName(tables, first);
  // `job` is what people call a service of that kind, and with two names one of its runs.
  const kind = first === 'job' && !findKind(first) ? (rest.length === 1 ? 'service' : 'job-run') : kindOf(first);
  if (kind === 'instance') return instanceSubject(tables, rest, args);
  if (kind === 'service' || kind === 'service-status' || kind === 'node' || kind === 'liveness') {
    if (rest.length !== 1) throw unclear(args);
    return { kind: kind === 'node' || kind === 'liveness' ? 'node' : 'service', ids: rest };
  }
  if (kind !== 'job-run' || rest.length !== 2) throw unclear(args);
  return { kind, ids: rest };
}

function unclear(args: readonly string[]): PhotonError {
  return new PhotonError('invalid_argument', `${JSON.stringify(args.join(' '))} is nothing that can be explained`, {
    expected: 'SERVICE, service/ID, instance/ID, node/ID or job-run/SERVICE/RUN',
  });
}

/** A name alone: a service, else an instance, else a node. */
function byName(tables: ClusterTables, name: string): WhySubject {
  const known = (table: ReadonlyMap<string, unknown>, kind: string, field: string): boolean =>
    table.has(name) || [...tables.invalid.values()].some((one) => one.kind === kind && one.ids[field] === name);
  if (known(tables.services, 'service', 'name')) return { kind: 'service', ids: [name] };
  const service = serviceOfInstance(tables, name);
  if (service !== undefined) return { kind: 'instance', ids: [service, name] };
  return known(tables.nodes, 'node', 'node_id') ? { kind: 'node', ids: [name] } : { kind: 'service', ids: [name] };
}

function instanceSubject(tables: ClusterTables, ids: readonly string[], args: readonly string[]): WhySubject {
  if (ids.length === 2) return { kind: 'instance', ids };
  if (ids.length > 2) throw unclear(args);
  const [id = ''] = ids;
  return { kind: 'instance', ids: [serviceOfInstance(tables, id) ?? '', id] };
}

function serviceOfInstance(tables: ClusterTables, id: string): string | undefined {
  for (const [service, row] of tables.instances) if (row.has(id)) return service;
  for (const [service, row] of tables.assignments) for (const { record } of row.values()) if (record.instance_id === id) return service;
  return [...tables.invalid.values()].find((one) => one.kind === 'instance' && one.ids['instance_id'] === id)?.ids['service'];
}

function missing(tables: ClusterTables, { kind, ids }: WhySubject): PhotonError {
  const names: Record<WhySubject['kind'], () => Iterable<string>> = {
    service: () => tables.services.keys(),
    node: () => tables.nodes.keys(),
    instance: () => [...tables.instances.values()].flatMap((row) => [...row.keys()]),
    'job-run': () => [...tables.jobRuns].flatMap(([service, row]) => [...row.keys()].map((id) => `${service}/${id}`)),
  };
  const name = kind === 'job-run' ? ids.join('/') : (ids.at(-1) ?? '');
  const near = nearest(name, names[kind]());
  return new PhotonError(
    'not_found',
    `there is no ${kind}/${name} in cluster ${tables.clusterId}${near === undefined ? '' : `; did you mean ${near}?`}`,
  );
}

// ---------------------------------------------------------------- for people

const margin = 10;

function textOf(context: Context, { kind, id, wanted, is, blocked, next, history }: Explanation): string {
  const { colour } = context.terminal;
  const nowMs = context.clock.now();
  const lines = [`${kind}/${id}`];
  const section = (title: string, texts: readonly string[]): void => {
    for (const [at, text] of texts.entries()) lines.push(`${(at === 0 ? title : '').padEnd(margin)}${text}`);
  };
  section('wanted', wanted.map(visible));
  section('is', is.map(visible));
  section(
    'blocked',
    blocked.flatMap((one) => obstacleLines(one, nowMs, colour)),
  );
  section(
    'next',
    next.map((step) => visible(stepText(step, nowMs))),
  );
  section(
    'history',
    history.map((event) => visible(eventText(event, kind, id, nowMs))),
  );
  return `${lines.join('\n')}\n`;
}

function obstacleLines(
  { what, reason, why: text, since, retry_at: retryAt, do: advice }: Obstacle,
  nowMs: number,
  colour: boolean,
): string[] {
  const sinceText = since === undefined ? '' : `, for ${ageOf(since, nowMs)}`;
  const retryText = retryAt === undefined ? '' : `; looked at again ${whenText(retryAt, nowMs)}`;
  return [
    `${visible(what)}: ${paint(visible(reason), 'bad', colour)}${sinceText}: ${visible(text)}${retryText}`,
    `  do: ${visible(advice)}`,
  ];
}

function stepText({ what, when }: Step, nowMs: number): string {
  return `${whenText(when, nowMs)}: ${what}`;
}

/** `in 12s`, or the words as they are. */
function whenText(when: string, nowMs: number): string {
  const at = parseTimestamp(when);
  if (at === undefined) return when;
  return at > nowMs ? `in ${age(at - nowMs)}` : 'any moment';
}

function eventText(event: Event, kind: string, id: string, nowMs: number): string {
  const own = event.kind === kind && id.endsWith(event.id);
  const count = event.count > 1 ? ` (${event.count} times)` : '';
  const cause = event.cause === undefined ? '' : ` [${event.cause}]`;
  return `${ageOf(event.last_at, nowMs)} ago  ${own ? '' : `${event.kind}/${event.id} `}${event.reason}: ${event.message}${count}${cause}`;
}
