// Dependencies, limits of a lost connection, liveness restarts, hooks and machines that are installed anew: what is done of them at
// a step, and what must hold of them.
// Guarantees: each law allows for what its writer could not have known yet, and for what the operator did by hand.
import type { WatchEvent } from '../../src/loop/ports.ts';
import type { Service, ServiceInstance } from '../../src/model/generated.ts';
import { keyOf, parseKey, prefixOf } from '../../src/model/keys.ts';
import { ownUnits } from './machines.ts';
import type { Operation, Scene } from './operations.ts';
import type { Operator } from './operator.ts';
import { clusterId, type SimulatedNode } from './world.ts';

/** Each may wait for those before it. */
const order = ['iam', 'db', 'web', 'edge', 'worker'];

export const lifecycleOperations: readonly Operation[] = [
  {
    name: 'after',
    weight: 4,
    run: async ({ operator }, draw) => {
      const service = draw.of([...operator.services.values()].filter(({ name }) => order.indexOf(name) > 0));
      if (!service) return undefined;
      const { after: _former, ...rest } = service;
      const before = order.slice(0, order.indexOf(service.name));
      const after = draw.chance(0.3) ? [] : [...new Set([draw.of(before) ?? '', draw.of(before) ?? ''])];
      await operator.put({ ...rest, ...(after.length > 0 && { after }) });
      return `${service.name} after ${after.join(', ') || 'nothing'}`;
    },
  },
  {
    name: 'liveness',
    weight: 4,
    run: async ({ operator }, draw) => {
      const service = draw.of([...operator.services.values()].filter(({ run }) => run));
      if (!service) return undefined;
      const { restart_after_s: _former, ...health } = service.health ?? {};
      const limit = draw.chance(0.3) ? undefined : draw.whole(5, 40);
      await operator.put({ ...service, health: { ...health, ...(limit !== undefined && { restart_after_s: limit }) } });
      return `${service.name} is restarted after ${limit ?? 'no'} s`;
    },
  },
  {
    name: 'hook',
    weight: 3,
    run: ({ world }, draw) => {
      const { id, host } = draw.of(world.nodes) as SimulatedNode;
      const [status, afterMs] = [draw.chance(0.3) ? 500 : 200, draw.between(0, 9000)];
      host.hook = () => ({ status, afterMs });
      return `${id}: apps answer ${status} after ${Math.round(afterMs)} ms`;
    },
  },
  {
    name: 'installed anew',
    weight: 3,
    run: async ({ world, machines }, draw) => {
      const alone = world.nodes.filter((node) => world.nodes.every((other) => other === node || other.machine !== node.machine));
      const node = draw.of(alone.filter((one) => !one.off && !machines.isCut(one)));
      if (!node) return undefined;
      machines.powerOff(node.machine);
      await wipe(node);
      node.machineId = `${node.machine}-${node.agentStarts.length}`;
      const forS = draw.between(1, draw.chance(0.5) ? 20 : 120);
      world.clock.after(forS * 1000, () => void machines.powerOn(node.machine));
      return `${node.id} becomes ${node.machineId}, off for ${Math.round(forS)} s`;
    },
  },
  {
    name: 'ledger cut off for long',
    weight: 4,
    run: ({ world, machines }, draw) => {
      const holds = (node: SimulatedNode): boolean => ownUnits(node).some(({ labels }) => labels.service === 'ledger');
      const node = draw.of(world.nodes.filter((one) => !one.off && !machines.isCut(one) && holds(one)));
      if (!node) return undefined;
      // Its instance is waited for, stopped by its own agent, and replaced at last; other cuts are over before.
      const forS = draw.between(120, 260);
      machines.cut(node, draw.of(['refused', 'silent'] as const) ?? 'silent', forS * 1000);
      return `${node.id} for ${Math.round(forS)} s`;
    },
  },
];

/** Nothing of ours is left on the machine. */
async function wipe(node: SimulatedNode): Promise<void> {
  const { docker, processes } = node.host.ports({ clusterId, nodeId: node.id, dataDir: '/elsewhere' });
  for (const { labels } of ownUnits(node)) node.host.docker.removeByHand(labels.instance);
  for (const { name } of await docker.networks()) await docker.removeNetwork(name);
  for (const { name } of await processes.list()) await processes.remove(name);
  node.host.files.remove(`/data/${node.id}`);
}

/** What waits for something that nobody wants any more waits no longer. */
export async function settleDependencies(operator: Operator): Promise<void> {
  const wanted = (name: string): boolean => (operator.services.get(name)?.replicas ?? (operator.services.has(name) ? 1 : 0)) > 0;
  const stuck = [...operator.services.values()].filter(({ after = [] }) => !after.every(wanted));
  for (const { after: _after, ...rest } of stuck) await operator.put(rest);
}

/** A decision may rest on a view as old as this. */
const viewAgeMs = 60_000;
/** What the operator did within this may be behind whatever is done now. */
const handMs = 300_000;
/** Starts of one instance within a minute: seven is what the pauses allow at first, each new run of an agent begins them anew. */
const startsAMinute = 8;
const startsOfARun = 7;

export class LifecycleLaws {
  readonly violations: string[] = [];
  readonly #scene: Scene;
  readonly #seen = new Map<SimulatedNode, number>();

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** After the history has taken the revision over. */
  onRevision(events: readonly WatchEvent[]): void {
    const { history } = this.#scene;
    for (const { key, kv, type } of events) {
      if (type !== 'put' || kv.version !== 1 || parseKey(clusterId, key)?.kind !== 'instance' || history.wasEditedWithin(key, 0)) continue;
      const record = history.record('instance', key);
      if (record?.state !== 'starting' || history.assignmentOf(record)?.restored_at !== undefined) continue;
      const service = history.record('service', keyOf(clusterId, 'service', record.service));
      if (!service) continue;
      this.#checkAfter(record, service);
      this.#checkAlone(record, service);
    }
  }

  check(): void {
    for (const node of this.#scene.world.nodes) {
      this.#checkStarts(node);
      this.#checkCalls(node);
    }
  }

  #violate(text: string): void {
    this.#scene.world.trace.add(`VIOLATION ${text}`);
    this.violations.push(text);
  }

  /** Nothing starts before what it waits for was ready. */
  #checkAfter(record: ServiceInstance, service: Service): void {
    const { history } = this.#scene;
    if (history.wasEditedWithin(keyOf(clusterId, 'service', service.name), viewAgeMs)) return;
    for (const name of service.after ?? []) {
      const prefix = prefixOf(clusterId, 'instance', name);
      const ready = [...history.readyAtMs.keys()].some((key) => key.startsWith(prefix) && history.wasReadyWithin(key, viewAgeMs));
      if (!ready) this.#violate(`${record.instance_id} was made, and ${name}, which it waits for, is not ready`);
    }
  }

  /** One that its service waits for on a lost node has no successor too early, and by then it has been stopped. */
  #checkAlone(record: ServiceInstance, service: Service): void {
    const { history, world } = this.#scene;
    const { replace_after_s: replaceS, stop_after_s: stopS } = service.disconnect ?? {};
    if (replaceS === undefined || stopS === undefined) return;
    for (const { record: other } of history.instancesOf(service.name)) {
      const early = history.absentMs(other.node_id) < replaceS * 1000 - viewAgeMs;
      if (this.#isByHand(service.name, other.node_id, other.instance_id)) continue;
      const held = other.slot === record.slot && other.desired === 'running' && other.state !== 'gone' && this.#isLost(other.node_id);
      if (held && other.instance_id !== record.instance_id && early)
        this.#violate(
          `${record.instance_id} was made ${history.absentMs(other.node_id)} ms after the node of ${other.instance_id} was lost`,
        );
    }
    for (const node of world.nodes) {
      if (node.id === record.node_id || !this.#isLost(node.id)) continue;
      const twin = ownUnits(node).find(
        ({ labels, state }) => state === 'running' && labels.service === service.name && slotOf(labels.instance) === record.slot,
      );
      if (twin && !this.#isByHand(service.name, node.id, twin.labels.instance))
        this.#violate(`${record.instance_id} was made while ${twin.labels.instance} still runs on ${node.id}, which is lost`);
    }
  }

  #isLost(nodeId: string): boolean {
    const { history } = this.#scene;
    return history.isAbsent(nodeId) && history.node(nodeId)?.state === 'failed';
  }

  #isByHand(service: string, node: string, instance: string): boolean {
    const keys = [
      keyOf(clusterId, 'service', service),
      keyOf(clusterId, 'node', node),
      keyOf(clusterId, 'instance', service, instance),
      keyOf(clusterId, 'assignment', node, service, instance),
    ];
    return keys.some((key) => this.#scene.history.wasEditedWithin(key, handMs));
  }

  /** Whatever an app does, it is started ever more seldom. */
  #checkStarts(node: SimulatedNode): void {
    const { starts } = node.host;
    const from = this.#seen.get(node) ?? 0;
    this.#seen.set(node, starts.length);
    for (let at = from; at < starts.length; at++) {
      const { instance, atMs } = starts[at] ?? { instance: '', atMs: 0 };
      const recent = starts.filter((one) => one.instance === instance && one.atMs > atMs - 60_000 && one.atMs <= atMs).length;
      const runs = node.agentStarts.filter((startedMs) => startedMs > atMs - 60_000 && startedMs <= atMs).length;
      if (recent > startsAMinute + startsOfARun * runs)
        this.#violate(`${instance} on ${node.id} was started ${recent} times within a minute`);
    }
  }

  /** An app is called once for each of its runs, and again only by another run of the agent. */
  #checkCalls({ id, host, agentStarts }: SimulatedNode): void {
    for (const [call, all] of Object.entries(Object.groupBy(host.called, (one) => one))) {
      const instance = call.split(' ')[0] ?? '';
      const runs = host.starts.filter((one) => one.instance === instance).length;
      if ((all?.length ?? 0) > runs + agentStarts.length)
        this.#violate(`${instance} on ${id} was called ${all?.length} times in ${runs} runs`);
    }
  }
}

/** As the controller names instances: `{service}-{slot}-{hex}`. */
function slotOf(instance: string): number | undefined {
  const found = /-(\d+)-[0-9a-f]{6}$/.exec(instance)?.[1];
  return found === undefined ? undefined : Number(found);
}
