// Every decision of the controller: the records of a cluster go in, what to write comes out.
import type { ClusterAction } from './actions.ts';
import type { Plan } from './plan.ts';
import type { ClusterSnapshot } from './snapshot.ts';

export function planCluster(_snapshot: ClusterSnapshot): Plan<ClusterAction> {
  return { actions: [], blocked: [] };
}
