// The fleet from one plan to the next: what the last plan did to it is undone, and what services hold that have changed since is worked
// out anew, so that placing one instance costs little however large the cluster is.
// Guarantees: the fleet is the one that would be built afresh. While a port is avoided, or one is held on a node that is unknown, it
// is built afresh.
import { buildFleet, type Fleet, Holdings } from './fleet.ts';
import type { NodeViews } from './nodes.ts';
import type { ClusterSnapshot } from './snapshot.ts';

export class KeptFleet {
  #holdings: Holdings | undefined;
  /** Service → its number in `touched` when it was added. */
  readonly #seen = new Map<string, number>();

  forget(): void {
    this.#holdings = undefined;
    this.#seen.clear();
  }

  /** For one plan: it may do to it what it likes. */
  take(snapshot: ClusterSnapshot, nodes: NodeViews): Fleet {
    const { touched } = snapshot.tables;
    if (snapshot.memory.avoidedPorts.size > 0) {
      this.forget();
      return buildFleet(snapshot, nodes);
    }
    const holdings = this.#followed(snapshot, nodes) ?? this.#afresh(snapshot, nodes);
    if (!holdings.placed) {
      this.forget();
      return buildFleet(snapshot, nodes);
    }
    for (const [name, count] of touched) this.#seen.set(name, count);
    holdings.begin();
    return holdings.fleet;
  }

  #followed(snapshot: ClusterSnapshot, nodes: NodeViews): Holdings | undefined {
    const holdings = this.#holdings;
    if (!holdings) return undefined;
    holdings.undo();
    if (!holdings.follow(nodes)) return undefined;
    for (const [name, count] of snapshot.tables.touched) {
      if (this.#seen.get(name) === count) continue;
      holdings.drop(name);
      holdings.add(snapshot, name);
    }
    return holdings;
  }

  #afresh(snapshot: ClusterSnapshot, nodes: NodeViews): Holdings {
    this.#holdings = new Holdings(snapshot, nodes, {});
    return this.#holdings;
  }
}
