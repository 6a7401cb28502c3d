// Broken records, sorted by what they concern. A broken record is unknown, never absent.
import type { InvalidRecord } from '../../model/entry.ts';

export interface InvalidIndex {
  meta: InvalidRecord | undefined;
  nodes: ReadonlyMap<string, InvalidRecord>;
  liveness: ReadonlySet<string>;
  services: ReadonlyMap<string, InvalidRecord>;
  ingress: ReadonlySet<string>;
  /** Broken instances, assignments, statuses, revisions and runs by service, in key order. */
  partsOf: ReadonlyMap<string, InvalidRecord[]>;
}

export function indexInvalid(invalid: ReadonlyMap<string, InvalidRecord>): InvalidIndex {
  const nodes = new Map<string, InvalidRecord>();
  const liveness = new Set<string>();
  const services = new Map<string, InvalidRecord>();
  const ingress = new Set<string>();
  const partsOf = new Map<string, InvalidRecord[]>();
  let meta: InvalidRecord | undefined;
  for (const key of [...invalid.keys()].sort()) {
    const broken = invalid.get(key);
    if (!broken) continue;
    const node = broken.ids['node_id'] ?? '';
    if (broken.kind === 'cluster') meta = broken;
    else if (broken.kind === 'node') nodes.set(node, broken);
    else if (broken.kind === 'liveness') liveness.add(node);
    else if (broken.kind === 'service') services.set(broken.ids['name'] ?? '', broken);
    else if (broken.kind === 'ingress') ingress.add(node);
    else if (parts.has(broken.kind)) append(partsOf, broken.ids['service'] ?? '', broken);
  }
  return { meta, nodes, liveness, services, ingress, partsOf };
}

const parts: ReadonlySet<string> = new Set(['instance', 'assignment', 'service-status', 'revision', 'job-run']);

function append(map: Map<string, InvalidRecord[]>, name: string, broken: InvalidRecord): void {
  const row = map.get(name);
  if (row) row.push(broken);
  else map.set(name, [broken]);
}
