// The one place that spells a key. Paths come from the table of kinds.
// Guarantees: `parseKey(clusterId, keyOf(...))` gives the same kind and ids back; a key of another cluster gives undefined.
import { type Kind, kinds } from './kinds.ts';

/** Root of all records. */
export const root = 'photoncloud/clusters';

/** Prefix of every key of a cluster, with a slash at the end. */
export function clusterPrefix(clusterId: string): string {
  return `${root}/${clusterId}/`;
}

const segmentsOf = Object.fromEntries(Object.entries(kinds).map(([kind, info]) => [kind, info.path.split('/')])) as Record<Kind, string[]>;
const fieldsByKind = Object.fromEntries(
  Object.entries(segmentsOf).map(([kind, segments]) => [kind, segments.filter((s) => s.startsWith('{')).map((s) => s.slice(1, -1))]),
) as Record<Kind, string[]>;

/** Names of the record's fields that make up its key, in the key's order: `['service', 'instance_id']`. */
export function idFields(kind: Kind): readonly string[] {
  return fieldsByKind[kind];
}

/** Full key of a record. `ids` are the values of `idFields(kind)`, in that order. */
export function keyOf(clusterId: string, kind: Kind, ...ids: string[]): string {
  return clusterPrefix(clusterId) + fill(kind, ids, fieldsByKind[kind].length).join('/');
}

/** Prefix of the records of a kind, ending in a slash, narrowed by the leading ids that are given. Kinds without ids give their key. */
export function prefixOf(clusterId: string, kind: Kind, ...ids: string[]): string {
  const wanted = fieldsByKind[kind].length;
  if (wanted === 0) return keyOf(clusterId, kind);
  const path = fill(kind, ids, Math.min(ids.length, wanted - 1));
  return `${clusterPrefix(clusterId)}${path.join('/')}/`;
}

/** Key of the leader election. */
export function leaderKey(clusterId: string): string {
  return `${clusterPrefix(clusterId)}controller/leader`;
}

export interface ParsedKey {
  kind: Kind;
  /** Values by field name. */
  ids: Record<string, string>;
}

const kindsBySize = new Map<number, Kind[]>();
for (const kind of Object.keys(kinds) as Kind[]) {
  const size = segmentsOf[kind].length;
  kindsBySize.set(size, [...(kindsBySize.get(size) ?? []), kind]);
}

/** Kind and ids of a key, or undefined where it is no record of this cluster. */
export function parseKey(clusterId: string, key: string): ParsedKey | undefined {
  const prefix = clusterPrefix(clusterId);
  if (!key.startsWith(prefix)) return undefined;
  const found = key.slice(prefix.length).split('/');
  for (const kind of kindsBySize.get(found.length) ?? []) {
    const ids = match(segmentsOf[kind], found);
    if (ids) return { kind, ids };
  }
  return undefined;
}

function match(segments: readonly string[], found: readonly string[]): Record<string, string> | undefined {
  const ids: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    const value = found[at] ?? '';
    if (segment.startsWith('{')) {
      if (value === '') return undefined;
      ids[segment.slice(1, -1)] = value;
    } else if (segment !== value) return undefined;
  }
  return ids;
}

/** Segments up to and including the `count`-th id, or up to the first id where count is 0. */
function fill(kind: Kind, ids: readonly string[], count: number): string[] {
  const out: string[] = [];
  let used = 0;
  for (const segment of segmentsOf[kind]) {
    if (!segment.startsWith('{')) {
      out.push(segment);
      continue;
    }
    if (used === count) break;
    const id = ids[used++];
    if (!id) throw new TypeError(`${kind} wants ${count} ids, found ${ids.length}`);
    out.push(id);
  }
  return out;
}
