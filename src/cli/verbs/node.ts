// node list|cordon|uncordon|drain NODE
import { intentOf, nodeStateOf } from '../../model/defaults.ts';
import { type ParsedEntry, parseEntry } from '../../model/entry.ts';
import { exitCodes } from '../../model/errors.ts';
import type { Node } from '../../model/generated.ts';
import { keyOf, prefixOf } from '../../model/keys.ts';
import { type ClusterTables, emptyTables, putParsed } from '../../plan/cluster/snapshot.ts';
import type { Mirror } from '../../store/mirror.ts';
import { changeRecord, progressContext, readValid, tellChanged } from '../change.ts';
import type { Context } from '../context.ts';
import { drainProgress } from '../draining.ts';
import { waitRows } from '../wait.ts';

type Intent = NonNullable<Node['intent']>;

const draining = 'draining';

/** The record with another wish. The mark of a former drain says nothing of the next: it goes, so that only a controller's word counts. */
export function withIntent(node: Node, intent: Intent): Node {
  const { intent: _former, ...rest } = node;
  const conditions = node.conditions ?? [];
  const marked = conditions.some(({ type }) => type === draining);
  const next: Node = { ...rest, ...(intent !== 'active' && { intent }) };
  if (intent === draining) {
    if (intentOf(node) === draining) return node;
    const { conditions: _conditions, ...others } = next;
    const kept = conditions.filter(({ type }) => type !== draining);
    return kept.length > 0 ? { ...others, conditions: kept } : others;
  }
  // A state of draining without the controller's mark was written by hand, and is a wish too.
  if (nodeStateOf(node) === draining && !marked) next.state = 'active';
  return intentOf(node) === intent && next.state === node.state ? node : next;
}

async function changeIntent(context: Context, node: string, intent: Intent, told: { action: string; already: string }): Promise<void> {
  const settled = await changeRecord(context, 'node', [node], (record) => withIntent(record, intent));
  tellChanged(context, 'node', [node], { ...settled, ...told });
}

export async function cordonNode(context: Context, node: string): Promise<number> {
  await changeIntent(context, node, 'cordoned', { action: 'cordoned: nothing new is placed there', already: 'is cordoned already' });
  return exitCodes.done;
}

export async function uncordonNode(context: Context, node: string): Promise<number> {
  await changeIntent(context, node, 'active', { action: 'active again', already: 'is active already' });
  return exitCodes.done;
}

/** Moves all that runs there away; with `waitMs` until nothing is left. */
export async function drainNode(context: Context, node: string, { waitMs }: { waitMs?: number }): Promise<number> {
  const { record } = await readValid(context, 'node', [node]);
  await changeIntent(context, node, draining, { action: 'draining', already: 'is to be drained already' });
  if (record.roles?.includes('ingress'))
    context.terminal.err(`node/${node} has the role ingress: it serves the cluster's routes until you take that from it\n`);
  if (waitMs === undefined) return exitCodes.done;
  const { clusterId } = context;
  const nodeKey = keyOf(clusterId, 'node', node);
  const watched = [
    nodeKey,
    prefixOf(clusterId, 'assignment', node),
    prefixOf(clusterId, 'instance'),
    prefixOf(clusterId, 'service'),
    prefixOf(clusterId, 'service-status'),
  ];
  const read = tableReader(clusterId, watched);
  const row = { name: node, judge: (mirror: Mirror) => drainProgress(read(mirror), node, nodeKey) };
  return waitRows(progressContext(context), [row], watched, waitMs);
}

/** Tables of what a mirror shows; a record is parsed once a change. */
function tableReader(clusterId: string, prefixes: readonly string[]): (mirror: Mirror) => ClusterTables {
  let known = new Map<string, { modRevision: number; parsed: ParsedEntry | undefined }>();
  return (mirror) => {
    const tables = emptyTables(clusterId);
    const now: typeof known = new Map();
    for (const prefix of prefixes) {
      for (const kv of mirror.entries(prefix)) {
        const before = known.get(kv.key);
        const one = before?.modRevision === kv.modRevision ? before : { modRevision: kv.modRevision, parsed: parseEntry(clusterId, kv) };
        now.set(kv.key, one);
        if (one.parsed) putParsed(tables, one.parsed);
      }
    }
    known = now;
    return tables;
  };
}
