// status: the cluster at a glance, and what an operator should look at.
import { parseEntry } from '../../model/entry.ts';
import { exitCodes } from '../../model/errors.ts';
import type { ClusterMeta, Node, Service, ServiceInstance, ServiceStatus } from '../../model/generated.ts';
import { clusterPrefix, leaderKey, parseKey } from '../../model/keys.ts';
import type { Kind } from '../../model/kinds.ts';
import { describeProblem } from '../../model/problem.ts';
import { tableOf } from '../columns.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../kind.ts';
import { entryOf, type Found, idsOfFound, renderData } from '../records.ts';
import { lastReadable } from '../write.ts';
import { count, paint, renderTable, visible } from '../table.ts';
import { ofKind, viewOf } from '../view.ts';

interface Overview {
  meta: ClusterMeta | undefined;
  leader: string | undefined;
  revision: number;
  all: Found[];
  /** Keys below the cluster's prefix that are no record's. */
  strays: string[];
  /** What the cluster's record said before it said what it says now, where the store still tells. */
  formerMeta: ClusterMeta | undefined;
}

export async function status(context: Context): Promise<number> {
  const overview = await readOverview(context);
  if (context.output === 'json' || context.output === 'yaml') context.terminal.out(renderData(context.output, overviewData(overview)));
  else printOverview(context, overview);
  return exitCodes.done;
}

async function readOverview(context: Context): Promise<Overview> {
  const { store, clusterId } = context;
  const { kvs, revision } = await store.list(clusterPrefix(clusterId));
  const all = kvs.flatMap((kv) => parseEntry(clusterId, kv) ?? []);
  const own = `${clusterPrefix(clusterId)}controller/`;
  const strays = kvs.filter(({ key }) => !parseKey(clusterId, key) && !key.startsWith(own)).map(({ key }) => key);
  const leader = kvs.find(({ key }) => key === leaderKey(clusterId));
  const [cluster] = ofKind(all, 'cluster');
  const formerMeta = cluster && (await formerMetaOf(context, cluster));
  return {
    meta: cluster && (entryOf(cluster)?.record as ClusterMeta | undefined),
    leader: leader?.value,
    revision,
    all,
    strays,
    formerMeta,
  };
}

async function formerMetaOf(context: Context, cluster: Found): Promise<ClusterMeta | undefined> {
  const { key, modRevision } = cluster.ok ? cluster.entry : cluster.invalid;
  return (await lastReadable(context, key, modRevision))?.entry.record as ClusterMeta | undefined;
}

interface Finding {
  about: string;
  reason: string;
  message: string;
}

/** Why those who knew the cluster's record as it was before do not obey it as it is now: they can't say so in a store that they don't obey. */
function metaFindings({ meta, formerMeta, leader }: Overview): Finding[] {
  if (!meta) return [];
  const about = nameOf('cluster', []);
  const [uid, was] = [meta.uid, formerMeta?.uid];
  const raise = `raise epoch above ${Math.max(meta.epoch ?? 0, formerMeta?.epoch ?? 0)}`;
  const how = 'with photoncloud-ctl edit cluster';
  if (uid === undefined && was !== undefined) {
    const message = `the record has lost its uid: controllers and sidecars that knew it do not obey this store. Put uid: ${was} back, ${how}`;
    return [{ about, reason: 'uid_lost', message }];
  }
  if (uid === undefined && leader !== undefined) {
    const message = `the record has no uid, and the controller adds none where it knew one: its log and /readyz say which. Put that back, or ${raise} to go on without, ${how}`;
    return [{ about, reason: 'uid_missing', message }];
  }
  if (uid !== undefined && was !== undefined && uid !== was && (meta.epoch ?? 0) <= (formerMeta?.epoch ?? 0)) {
    const message = `the uid was changed from ${was} to ${uid}: who knew the former does not obey this store. Put it back, or ${raise}, ${how}`;
    return [{ about, reason: 'uid_changed', message }];
  }
  return [];
}

/** What an operator should look at: conditions, what waits, what can't be read, what nobody knows. */
function findings(overview: Overview): Finding[] {
  const { all, strays } = overview;
  const out = metaFindings(overview);
  const broken = new Set(all.flatMap((one) => (one.ok ? [] : [one.invalid.key])));
  for (const key of strays) out.push({ about: key, reason: 'unknown_key', message: 'is no key of a record: nobody reads it' });
  for (const found of all) {
    const ids = idsOfFound(found);
    if (!found.ok) {
      for (const problem of found.invalid.problems)
        out.push({ about: nameOf(found.invalid.kind, ids), reason: 'invalid_record', message: describeProblem(problem) });
      continue;
    }
    const about = found.kind === 'service-status' ? nameOf('service', ids) : nameOf(found.kind, ids);
    for (const { path, nearest } of found.entry.unknown) {
      out.push({ about, reason: 'unknown_field', message: `${path}${nearest ? `; did you mean ${nearest}?` : ''}` });
    }
    if (found.kind === 'node')
      for (const { type, message, key } of found.entry.record.conditions ?? [])
        if (!broken.has(key ?? '')) out.push({ about, reason: type, message });
    if (found.kind === 'service-status') {
      const { conditions, blocked, rollout } = found.entry.record;
      for (const { type, message, key } of conditions) if (!broken.has(key ?? '')) out.push({ about, reason: type, message });
      for (const { slot, reason, message } of blocked)
        out.push({ about: slot === undefined ? about : `${about} slot ${slot}`, reason, message });
      if (rollout?.state === 'failed' || rollout?.state === 'rolled_back')
        out.push({ about, reason: `rollout_${rollout.state}`, message: rollout.message ?? rollout.revision });
    }
  }
  // Controller and agents tell of an invalid record too: once is enough.
  const seen = new Set<string>();
  return out.filter(
    ({ about, reason, message }) => !seen.has(`${about} ${reason} ${message}`) && seen.add(`${about} ${reason} ${message}`),
  );
}

function countsOf(all: readonly Found[]): {
  nodes: number;
  active: number;
  alive: number;
  services: number;
  instances: number;
  ready: number;
  invalid: number;
} {
  const records = <R>(kind: Kind): R[] => ofKind(all, kind).flatMap((one) => (entryOf(one)?.record as R | undefined) ?? []);
  const instances = records<ServiceInstance>('instance');
  return {
    nodes: ofKind(all, 'node').length,
    active: records<Node>('node').filter(({ state }) => state === 'active').length,
    alive: ofKind(all, 'liveness').length,
    services: ofKind(all, 'service').length,
    instances: ofKind(all, 'instance').length,
    ready: instances.filter(({ state, desired }) => state === 'ready' && (desired ?? 'running') === 'running').length,
    invalid: all.filter(({ ok }) => !ok).length,
  };
}

function printOverview({ clusterId, output, terminal, clock }: Context, overview: Overview): void {
  const { meta, leader, revision, all } = overview;
  const { colour } = terminal;
  const out = (text: string): void => terminal.out(text);
  const counts = countsOf(all);
  const trouble =
    ofKind(all, 'cluster').length > 0
      ? ' has a broken meta record: who knew it goes on with what it said, who starts anew does nothing. Mend it, with apply or edit'
      : ' has no meta record: nobody obeys this store. Check --cluster; see init';
  out(`cluster    ${clusterId}${meta ? ` (${meta.environment})` : paint(trouble, 'bad', colour)}\n`);
  out(`leader     ${leader === undefined ? paint('none: no controller acts', 'bad', colour) : visible(leader)}\n`);
  out(`nodes      ${counts.active} active of ${counts.nodes}, ${count(counts.alive, 'agent')} alive\n`);
  out(`instances  ${counts.ready} ready of ${counts.instances}, ${count(counts.services, 'service')}\n`);
  out(`revision   ${revision}\n`);
  const view = viewOf(clock.now(), ofKind(all, 'service-status'), ofKind(all, 'node'), ofKind(all, 'liveness'));
  for (const kind of ['node', 'service', 'instance'] as const) {
    const some = ofKind(all, kind);
    if (some.length === 0 || (kind === 'instance' && output !== 'wide')) continue;
    const { header, rows } = tableOf(kind, some, view, output === 'wide');
    out(`\n${renderTable(header, rows, colour)}`);
  }
  const found = findings(overview);
  if (found.length === 0) return;
  out('\nTo look at:\n');
  for (const { about, reason, message } of found) out(`  ${about}: ${paint(reason, 'warn', colour)}: ${visible(message)}\n`);
}

function overviewData(overview: Overview): Record<string, unknown> {
  const { meta, leader, revision, all } = overview;
  const { nodes, active, alive, services, instances, ready, invalid } = countsOf(all);
  return {
    cluster_id: meta?.cluster_id ?? null,
    environment: meta?.environment ?? null,
    uid: meta?.uid ?? null,
    leader: leader ?? null,
    revision,
    counts: { nodes, nodes_active: active, agents_alive: alive, services, instances, instances_ready: ready, invalid_records: invalid },
    nodes: ofKind(all, 'node').map((one) => nodeData(one, all)),
    services: ofKind(all, 'service').map((one) => serviceData(one, all)),
    findings: findings(overview),
  };
}

function nodeData(found: Found, all: readonly Found[]): Record<string, unknown> {
  const [id] = idsOfFound(found);
  const node = entryOf(found)?.record as Node | undefined;
  const alive = ofKind(all, 'liveness').some((one) => idsOfFound(one)[0] === id);
  return { node_id: id, valid: found.ok, state: node?.state ?? 'pending', intent: node?.intent ?? 'active', alive };
}

function serviceData(found: Found, all: readonly Found[]): Record<string, unknown> {
  const [name] = idsOfFound(found);
  const service = entryOf(found)?.record as Service | undefined;
  const statusOf = ofKind(all, 'service-status').find((one) => idsOfFound(one)[0] === name);
  const record = statusOf && (entryOf(statusOf)?.record as ServiceStatus | undefined);
  return {
    name,
    valid: found.ok,
    managed: service?.run !== undefined,
    desired: record?.desired ?? null,
    ready: record?.ready ?? null,
    updated: record?.updated ?? null,
  };
}
