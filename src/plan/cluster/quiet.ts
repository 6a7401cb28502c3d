// Nodes and services about which nothing was to be done, remembered from one plan to the next: a plan looks only at what may have
// changed since, so that one change costs the same however large the cluster is.
// Guarantees: the plan is the one that it would be without. A service is passed over only while its own records, and what is thought
// of the nodes that its instances stand on, are what they were, and where its last plan had nothing to do, to wait for or to tell.
// While something is broken, avoided or lost by the mass everything is looked at.
// The caller owes: the same tables each time, and `forget()` now and then.
import type { Entry } from '../../model/entry.ts';
import type { ClusterMeta, Node } from '../../model/generated.ts';
import type { PlanContext } from './context.ts';
import { KeptFleet } from './kept-fleet.ts';
import type { NodeView } from './nodes.ts';
import type { ClusterTables } from './snapshot.ts';

interface SeenNode {
  entry: Entry<Node> | undefined;
  health: NodeView['health'];
  intent: NodeView['intent'];
  /** All that its record says, but when it was written last. */
  text: string;
  /** Nothing was to be written about it. */
  settled: boolean;
}

interface SeenService {
  touched: number | undefined;
  nodes: ReadonlySet<string>;
}

export class Quiet {
  readonly fleet = new KeptFleet();
  readonly #nodes = new Map<string, SeenNode>();
  readonly #services = new Map<string, SeenService>();
  #meta: Entry<ClusterMeta> | undefined;
  #usable = false;

  /** Everything is looked at next time. */
  forget(): void {
    this.fleet.forget();
    this.#forgetRest();
  }

  #forgetRest(): void {
    this.#nodes.clear();
    this.#services.clear();
  }

  /** Begins a plan: forgets what rests on what is not as it was. */
  begin({ nodes, snapshot }: PlanContext): void {
    const { memory, tables } = snapshot;
    this.#usable = tables.invalid.size === 0 && !nodes.massLoss && memory.avoidedPorts.size === 0;
    if (!this.#usable || tables.meta !== this.#meta) this.#forgetRest();
    this.#meta = tables.meta;
    if (!this.#usable) return;
    const changed = new Set<string>();
    for (const view of nodes.known) if (this.#seesAnother(view)) changed.add(view.id);
    if (this.#nodes.size > nodes.known.length) {
      for (const id of this.#nodes.keys()) if (!tables.nodes.has(id)) changed.add(id);
      for (const id of changed) if (!tables.nodes.has(id)) this.#nodes.delete(id);
    }
    if (changed.size === 0) return;
    for (const [name, seen] of this.#services) if (!changed.isDisjointFrom(seen.nodes)) this.#services.delete(name);
  }

  isNodeSettled(id: string): boolean {
    return this.#usable && (this.#nodes.get(id)?.settled ?? false);
  }

  noteNode(view: NodeView): void {
    const seen = this.#nodes.get(view.id);
    if (seen) seen.settled = view.health === 'alive' && view.intent !== 'draining';
  }

  isServiceQuiet(tables: ClusterTables, name: string): boolean {
    const seen = this.#usable ? this.#services.get(name) : undefined;
    return seen !== undefined && seen.touched === tables.touched.get(name);
  }

  /** Nothing was to be done about the service, to be waited for or to be told. */
  noteService({ snapshot }: PlanContext, name: string): void {
    const { tables } = snapshot;
    const nodes = new Set<string>();
    for (const { record } of tables.instances.get(name)?.values() ?? []) nodes.add(record.node_id);
    for (const { record } of tables.assignments.get(name)?.values() ?? []) nodes.add(record.node_id);
    // What is thought of a node without a record is not followed.
    for (const id of nodes) if (!tables.nodes.has(id)) return;
    if (this.#usable) this.#services.set(name, { touched: tables.touched.get(name), nodes });
  }

  /** Takes over what is seen of a node; answers whether it may matter to its services. */
  #seesAnother({ entry, health, id, intent }: NodeView): boolean {
    const seen = this.#nodes.get(id);
    if (seen && seen.entry === entry && seen.health === health && seen.intent === intent) return false;
    const text = entry ? JSON.stringify({ ...entry.record, last_heartbeat: undefined }) : '';
    this.#nodes.set(id, { entry, health, intent, text, settled: false });
    return !seen || seen.health !== health || seen.intent !== intent || seen.text !== text;
  }
}
