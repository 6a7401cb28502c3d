// What is left on a node that is to be drained, and what holds it. The controller counts it, and who waits for it is told.
// Guarantees: nothing that may still be there is left out: an instance whose record is broken counts where its assignment is, or,
// where nobody knows, on every node. The mesh's own assignment of an ingress node is no instance.
import type { InvalidRecord } from '../../model/entry.ts';
import type { ServiceInstance } from '../../model/generated.ts';
import { reservedService } from '../../model/rules.ts';
import type { ClusterTables } from './snapshot.ts';

export interface LeftOver {
  service: string;
  instance: string;
  /** Undefined: it can't be read, or there is none beside the assignment. */
  record: ServiceInstance | undefined;
  /** What is broken, in words. */
  broken?: string;
}

/** What stands on each node, by node; of nodes that `concerns` only. */
export function leftOnNodes(tables: ClusterTables, concerns: ReadonlySet<string>): Map<string, LeftOver[]> {
  const left = new Map<string, Map<string, LeftOver>>([...concerns].map((node) => [node, new Map<string, LeftOver>()]));
  const add = (node: string, one: LeftOver): void => {
    const row = left.get(node);
    const name = `${one.service}/${one.instance}`;
    const known = row?.get(name);
    if (!row || one.service === reservedService) return;
    const record = known?.record ?? one.record;
    const broken = known?.broken ?? one.broken;
    row.set(name, { ...one, record, ...(broken !== undefined && { broken }) });
  };
  for (const row of tables.instances.values())
    for (const { record } of row.values()) add(record.node_id, { service: record.service, instance: record.instance_id, record });
  for (const row of tables.assignments.values())
    for (const { record } of row.values())
      add(record.node_id, { service: record.service, instance: record.instance_id, record: undefined });
  const unplaced: InvalidRecord[] = [];
  for (const broken of tables.invalid.values()) {
    const { service = '', instance_id: instance = '', node_id: node } = broken.ids;
    if (broken.kind === 'assignment') add(node ?? '', { service, instance, record: undefined, broken: 'its assignment is broken' });
    else if (broken.kind === 'instance') unplaced.push(broken);
  }
  for (const broken of unplaced) {
    const { service = '', instance_id: instance = '' } = broken.ids;
    const nodes = placesOf(tables, broken);
    const where = nodes.length > 0 ? nodes : [...concerns];
    const what = nodes.length > 0 ? 'its record is broken' : 'its record is broken, and nobody knows where it is';
    for (const node of where) add(node, { service, instance, record: undefined, broken: what });
  }
  return new Map([...left].map(([node, row]) => [node, [...row.values()].sort(byName)]));
}

/** Nodes that a broken instance may stand on: those of its assignments, or the one that its text still names. */
function placesOf(tables: ClusterTables, { ids, text }: InvalidRecord): string[] {
  const { service = '', instance_id: instance = '' } = ids;
  const nodes = new Set<string>();
  for (const { record } of tables.assignments.get(service)?.values() ?? []) if (record.instance_id === instance) nodes.add(record.node_id);
  for (const other of tables.invalid.values()) {
    if (other.kind !== 'assignment' || other.ids['service'] !== service || other.ids['instance_id'] !== instance) continue;
    if (other.ids['node_id'] !== undefined) nodes.add(other.ids['node_id']);
  }
  if (nodes.size > 0) return [...nodes];
  const named = /"node_id"\s*:\s*"([^"]+)"/.exec(text ?? '')?.[1];
  return named === undefined ? [] : [named];
}

function byName(a: LeftOver, b: LeftOver): number {
  return a.service < b.service ? -1 : a.service > b.service ? 1 : a.instance < b.instance ? -1 : 1;
}

/** Why it is still there, in words. */
export function holderOf(tables: ClusterTables, { service, record, broken }: LeftOver): string {
  if (broken !== undefined) return broken;
  if (!record) return 'its record is missing; its assignment stands';
  if ((record.desired ?? 'running') !== 'running') {
    const reason = record.reason === undefined ? '' : `: ${record.reason}`;
    return record.state === 'gone' ? 'gone, and about to be forgotten' : `draining${reason}`;
  }
  if (record.job) return `a task of the job ${service}: it runs to its end`;
  for (const other of tables.invalid.values())
    if (other.kind === 'service' && other.ids['name'] === service)
      return 'the record of its service is broken: it stays until that is mended';
  if (!tables.services.has(service)) return 'its service is deleted, and it was registered by hand: delete it';
  if (tables.services.get(service)?.record.run === undefined) return 'somebody else started it: stop it and delete its record';
  const blocked = (tables.statuses.get(service)?.record.blocked ?? []).filter(({ slot }) => slot === undefined || slot === record.slot);
  const [own] = [...blocked].sort((a, b) => Number(a.slot === undefined) - Number(b.slot === undefined));
  return own ? `${own.reason}: ${own.message}` : 'waits for another one to be ready in its place';
}
