// What a record said last, where it stands no more or can't be read: of instances whose assignment stands, and of
// assignments that are broken. Whoever watches the store keeps it; it is a help, never a condition: a controller that
// begins anew does without.
// Guarantees: nothing is kept of a key that holds a valid record, nor of an instance whose assignment is deleted.
// The caller owes: every change of an instance or an assignment, one by one, in order.
import type { Assignment, ServiceInstance } from '../../model/generated.ts';
import { keyOf, parseKey } from '../../model/keys.ts';
import type { ClusterTables } from './snapshot.ts';

export interface Recall {
  /** By instance key. */
  readonly instances: ReadonlyMap<string, ServiceInstance>;
  /** By assignment key. */
  readonly assignments: ReadonlyMap<string, Assignment>;
}

export class Recalling implements Recall {
  readonly instances = new Map<string, ServiceInstance>();
  readonly assignments = new Map<string, Assignment>();

  /** Has `change` alter what the tables hold of a key, and keeps what is lost by that. */
  around(tables: ClusterTables, key: string, change: () => void): void {
    const parsed = parseKey(tables.clusterId, key);
    const [service, id, node] = [parsed?.ids['service'] ?? '', parsed?.ids['instance_id'] ?? '', parsed?.ids['node_id'] ?? ''];
    if (parsed?.kind === 'instance') {
      const stood = (): ServiceInstance | undefined => tables.instances.get(service)?.get(id)?.record;
      const before = stood() ?? this.instances.get(key);
      change();
      if (before && !stood() && isAssigned(tables, before)) this.instances.set(key, before);
      else this.instances.delete(key);
    } else if (parsed?.kind === 'assignment') {
      const stood = (): Assignment | undefined => tables.assignments.get(service)?.get(key)?.record;
      const before = stood() ?? this.assignments.get(key);
      change();
      if (before && tables.invalid.has(key)) this.assignments.set(key, before);
      else this.assignments.delete(key);
      const instanceKey = keyOf(tables.clusterId, 'instance', service, id);
      const instance = this.instances.get(instanceKey);
      if (instance?.node_id === node && !isAssigned(tables, instance)) this.instances.delete(instanceKey);
    } else change();
  }
}

function isAssigned(tables: ClusterTables, { node_id, service, instance_id }: ServiceInstance): boolean {
  const key = keyOf(tables.clusterId, 'assignment', node_id, service, instance_id);
  return tables.invalid.has(key) || (tables.assignments.get(service)?.has(key) ?? false);
}
