// What may happen at a step: the operator's edits, and everything that goes wrong by itself.
// Guarantees: an operation draws from the seed alone; one that can't be done now answers undefined and does nothing.
// Faults end by themselves after a while, or with `endFaults`.
import type { Random } from '../../src/loop/ports.ts';
import type { Kind } from '../../src/model/kinds.ts';
import type { Partition } from '../../src/store/memory.ts';
import type { History } from './history.ts';
import { jobOperations, pauseSchedules } from './jobs.ts';
import { lifecycleOperations, settleDependencies } from './lifecycle.ts';
import { foreignPort, type Machines, ownUnits } from './machines.ts';
import type { Skew } from './mortal.ts';
import { edgePort, missingImage, type Operator } from './operator.ts';
import type { SimulatedNode, World } from './world.ts';

export interface Scene {
  world: World;
  history: History;
  operator: Operator;
  machines: Machines;
}

export interface Operation {
  name: string;
  weight: number;
  /** What was done, in words; undefined: nothing could be. */
  run(scene: Scene, draw: Draw): Promise<string | undefined> | string | undefined;
}

export class Draw {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  chance(share: number): boolean {
    return this.#random.next() < share;
  }

  between(from: number, to: number): number {
    return from + this.#random.next() * (to - from);
  }

  whole(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1));
  }

  of<T>(list: Iterable<T>): T | undefined {
    const all = [...list];
    return all[Math.floor(this.#random.next() * all.length)];
  }
}

const edits: readonly Operation[] = [
  {
    name: 'scale',
    weight: 8,
    run: async ({ operator }, draw) => {
      const service = draw.of([...operator.services.values()].filter(({ run }) => run && !run.volumes));
      const replicas = draw.whole(0, service?.run?.host_port === undefined ? 5 : 3);
      if (!service || (service.replicas ?? 1) === replicas) return undefined;
      await operator.put({ ...service, replicas });
      return `${service.name} to ${replicas}`;
    },
  },
  {
    name: 'new revision',
    weight: 8,
    run: async ({ operator }, draw) => {
      const service = draw.of([...operator.services.values()].filter(({ run }) => run));
      if (!service) return undefined;
      const image = draw.chance(0.1) ? missingImage : `example/app:${draw.whole(1, 2)}`;
      await operator.newRevision(service.name, image);
      return `${service.name} ${image}`;
    },
  },
  {
    name: 'change in place',
    weight: 5,
    run: async ({ operator }, draw) => {
      const service = draw.of([...operator.services.values()].filter(({ run }) => run));
      if (!service) return undefined;
      const drain = draw.whole(1, service.mesh_mode === 'none' ? 20 : 90);
      const host = `${service.name}-${draw.whole(1, 3)}.example`;
      await operator.put({
        ...service,
        drain_s: drain,
        ...(service.protocol === 'http' && service.mesh_mode !== 'none' && { routes: [{ host }] }),
      });
      return `${service.name}: drain ${drain}, route ${host}`;
    },
  },
  {
    name: 'limits',
    weight: 4,
    run: async ({ operator }, draw) => {
      const service = draw.of([...operator.services.values()].filter(({ run }) => run && run.host_port === undefined && !run.volumes));
      if (!service) return undefined;
      const order = draw.of(['start-first', 'stop-first'] as const) ?? 'start-first';
      const update = {
        order,
        max_surge: draw.whole(1, 2),
        max_unavailable: draw.whole(order === 'stop-first' ? 1 : 0, 2),
        min_ready_s: draw.whole(0, 10),
        deadline_s: draw.whole(240, 600),
        auto_rollback: draw.chance(0.5),
      };
      await operator.put({ ...service, update, ...(draw.chance(0.3) && { placement: { max_per_node: draw.whole(1, 2) } }) });
      return `${service.name} ${JSON.stringify(update)}`;
    },
  },
  {
    name: 'delete service',
    weight: 3,
    run: async ({ operator }, draw) => {
      const service = draw.of([...operator.services.values()].filter(({ run }) => run));
      if (service) await operator.deleteService(service.name);
      return service?.name;
    },
  },
  {
    name: 'recreate service',
    weight: 6,
    run: async ({ operator }, draw) => {
      const service = draw.of(operator.deleted.values());
      if (service) await operator.put(service);
      return service?.name;
    },
  },
  {
    name: 'intent',
    weight: 6,
    run: async ({ operator, history, world }, draw) => {
      const { id } = draw.of(world.nodes) as SimulatedNode;
      const intent = draw.of(['active', 'active', 'cordoned', 'draining'] as const) ?? 'active';
      if (!history.node(id) || (history.node(id)?.intent ?? 'active') === intent) return undefined;
      await operator.setIntent(id, intent);
      return `${id} ${intent}`;
    },
  },
  {
    name: 'break',
    weight: 4,
    run: async ({ operator, history }, draw) => {
      const kind = draw.of(['service', 'instance', 'node', 'service-status', 'assignment'] as const) ?? 'service';
      const key = draw.of([...history.records(kind as Kind)].map((one) => one.key).sort());
      return key !== undefined && (await operator.break(key, kind)) ? key : undefined;
    },
  },
  {
    name: 'mend',
    weight: 8,
    run: async ({ operator }, draw) => {
      const key = draw.of([...operator.broken.keys()].sort());
      if (key !== undefined) await operator.mend(key);
      return key;
    },
  },
  {
    name: 'delete by hand',
    weight: 4,
    run: async ({ operator, history }, draw) => {
      const kind = draw.chance(0.75) ? 'instance' : 'assignment';
      const key = draw.of([...history.records(kind)].map((one) => one.key).sort());
      return key !== undefined && (await operator.delete(key)) ? key : undefined;
    },
  },
  {
    name: 'delete all by hand',
    weight: 2,
    run: async ({ operator, history }, draw) => {
      const service = draw.of([...operator.services.values()].filter(({ run }) => run))?.name ?? '';
      const all = history.instancesOf(service).map((one) => one.key);
      for (const key of all.sort()) await operator.delete(key);
      return all.length === 0 ? undefined : `${all.length} instances of ${service}`;
    },
  },
  {
    name: 'register legacy',
    weight: 3,
    run: async ({ operator }) => {
      if (operator.legacyRegistered) return undefined;
      await operator.registerLegacy();
      return 'legacy-a';
    },
  },
  {
    name: 'compact',
    weight: 2,
    run: async ({ world }, draw) => {
      const revision = world.store.revision - draw.whole(0, 30);
      try {
        await world.hand.compact(revision);
      } catch {
        return undefined;
      }
      return `up to ${revision}`;
    },
  },
];

const kinds = ['refused', 'silent'] as const;
const crashCalls = [
  '*',
  'engine.create',
  'engine.start',
  'engine.stop',
  'engine.remove',
  'engine.ensureNetwork',
  'engine.removeNetwork',
  'process.start',
  'process.stop',
  'process.remove',
  'files.write',
  'files.remove',
  'signer.sign',
  'caddy.put',
];

const faults: readonly Operation[] = [
  {
    name: 'power',
    weight: 4,
    run: ({ world, machines }, draw) => {
      const machine = draw.of(new Set(world.nodes.map((node) => node.machine))) ?? '';
      if (world.nodes.some((node) => node.machine === machine && node.off)) return undefined;
      const forS = draw.between(5, draw.chance(0.5) ? 25 : 150);
      machines.powerOff(machine);
      world.clock.after(forS * 1000, () => void machines.powerOn(machine));
      return `${machine} is off for ${Math.round(forS)} s`;
    },
  },
  {
    name: 'agent killed',
    weight: 6,
    run: ({ world }, draw) => {
      const node = draw.of(world.nodes.filter((one) => one.run));
      if (!node) return undefined;
      if (draw.chance(0.3)) {
        node.run?.life.end();
        return node.id;
      }
      const call = draw.of(crashCalls) ?? '*';
      const when = draw.chance(0.5) ? 'before' : 'after';
      const skip = call === '*' ? draw.whole(0, 60) : draw.whole(0, 2);
      node.host.gate.crashAt(call, when, skip);
      return `${node.id} ${when} ${call} after ${skip} others`;
    },
  },
  {
    name: 'controller ends',
    weight: 4,
    run: ({ world }, draw) => {
      const one = draw.of(world.controllers.filter(({ run }) => run?.controller));
      const run = one?.run;
      if (!one || !run) return undefined;
      if (draw.chance(0.5)) {
        run.life.end();
        return `${one.name} is killed`;
      }
      void run.controller?.close().then(() => run.life.end());
      // As the supervisor does with one that does not stop.
      world.clock.after(20_000, () => run.life.end());
      return `${one.name} is stopped`;
    },
  },
  {
    name: 'node cut off',
    weight: 6,
    run: ({ world, machines, history }, draw) => {
      const leaving = [...history.records('instance')].filter(({ record }) => record.desired === 'draining');
      const draining = draw.chance(0.7) ? draw.of(leaving)?.record : undefined;
      const node = draining ? world.node(draining.node_id) : (draw.of(world.nodes) as SimulatedNode);
      // One that keeps its connections is still to be stopped when its agent has noticed.
      if (draining) node.host.connections.set(`${draining.service}/${draining.instance_id}`, 1);
      const kind: Partition = draw.of(kinds) ?? 'silent';
      const forS = draw.between(3, draw.chance(0.5) ? 20 : 180);
      machines.cut(node, kind, forS * 1000);
      return `${node.id} ${kind} for ${Math.round(forS)} s`;
    },
  },
  {
    name: 'controller cut off',
    weight: 4,
    run: ({ world }, draw) => {
      const one = draw.of(world.controllers);
      const kind: Partition = draw.of(kinds) ?? 'silent';
      const forS = draw.between(3, 60);
      one?.client.setPartition(kind);
      world.clock.after(forS * 1000, () => one?.client.setPartition('none'));
      return `${one?.name} ${kind} for ${Math.round(forS)} s`;
    },
  },
  {
    name: 'clock',
    weight: 3,
    run: ({ world }, draw) => {
      const skewS = draw.of([-3600, -90, -10, 10, 90, 3600]) ?? 0;
      const all = [...world.controllers, ...world.nodes];
      const one = draw.of(all) as (typeof all)[number];
      const sharing = 'machine' in one ? world.nodes.filter(({ machine }) => machine === one.machine) : [one];
      const forS = draw.between(10, 200);
      setClocks(world, sharing, skewS * 1000);
      world.clock.after(forS * 1000, () => setClocks(world, sharing, 0));
      return `that of ${'machine' in one ? one.machine : one.name} is off by ${skewS} s for ${Math.round(forS)} s`;
    },
  },
  {
    name: 'store away',
    weight: 2,
    run: ({ world, machines }, draw) => {
      const kind: Partition = draw.of(kinds) ?? 'silent';
      const forS = draw.between(3, draw.chance(0.5) ? 20 : 120);
      // For all, or for as many nodes as would be mass loss.
      const nodes = draw.chance(0.5) ? world.nodes : world.nodes.filter(() => draw.chance(0.6));
      for (const node of nodes) machines.cut(node, kind, forS * 1000);
      if (nodes !== world.nodes) return `${kind} for ${nodes.map((node) => node.id).join(', ')}, ${Math.round(forS)} s`;
      for (const one of world.controllers) {
        one.client.setPartition(kind);
        world.clock.after(forS * 1000, () => one.client.setPartition('none'));
      }
      return `${kind} for all, ${Math.round(forS)} s`;
    },
  },
  {
    name: 'store full',
    weight: 1,
    run: ({ world }, draw) => {
      world.setFull(true);
      const forS = draw.between(3, 60);
      world.clock.after(forS * 1000, () => world.setFull(false));
      return `for ${Math.round(forS)} s`;
    },
  },
  {
    name: 'store answers',
    weight: 8,
    run: ({ world }, draw) => {
      const { faults, who } = draw.of([
        ...world.nodes.map((node) => ({ who: node.id, faults: node.client.faults })),
        ...world.controllers.map((one) => ({ who: one.name, faults: one.client.faults })),
      ]) as { who: string; faults: SimulatedNode['client']['faults'] };
      const kind = draw.of(['delayMs', 'lostAnswers', 'lostRequests', 'duplicates'] as const) ?? 'lostAnswers';
      const value = kind === 'delayMs' ? draw.whole(5, 2000) : draw.whole(1, 4);
      faults[kind] = value;
      if (kind === 'delayMs') world.clock.after(draw.between(2, 60) * 1000, () => void (faults.delayMs = 0));
      return `${who} ${kind} ${value}`;
    },
  },
  {
    name: 'unit ends',
    weight: 6,
    run: ({ world }, draw) => {
      const node = draw.of(world.nodes) as SimulatedNode;
      const unit = draw.of(ownUnits(node));
      const process = draw.of(node.host.processes.all());
      if (process && (!unit || draw.chance(0.4))) {
        node.host.processes.crash(process.name, 1);
        return `${node.id} ${process.name}`;
      }
      if (!unit) return undefined;
      if (draw.chance(0.3)) node.host.docker.removeByHand(unit.labels.instance);
      else node.host.crashUnit(unit.labels.instance, draw.whole(0, 2));
      return `${node.id} ${unit.labels.instance}`;
    },
  },
  {
    name: 'unit fails its probes',
    weight: 4,
    run: ({ world }, draw) => {
      const node = draw.of(world.nodes) as SimulatedNode;
      const instance = draw.of(ownUnits(node))?.labels.instance;
      if (instance === undefined) return undefined;
      node.host.unhealthy.add(instance);
      world.clock.after(draw.between(5, 90) * 1000, () => node.host.unhealthy.delete(instance));
      return `${node.id} ${instance}`;
    },
  },
  {
    name: 'engine',
    weight: 7,
    run: ({ world }, draw) => {
      const { id, host } = draw.of(world.nodes) as SimulatedNode;
      const forMs = draw.between(5, 60) * 1000;
      const kind = draw.of(['down', 'fail', 'lost', 'slow', 'chance'] as const);
      if (kind === 'down') {
        host.docker.up = false;
        world.clock.after(forMs, () => void (host.docker.up = true));
      } else if (kind === 'chance') {
        host.gate.chance = { fail: 0.2, lost: 0.1 };
        host.gate.latencyMs = { from: 0, to: draw.between(1, 500) };
        world.clock.after(forMs, () => host.gate.heal());
      } else {
        const call = draw.of(crashCalls) ?? '*';
        const fault = kind === 'slow' ? { kind, delayMs: draw.between(0.1, 30) * 1000 } : { kind: kind ?? 'fail' };
        host.gate.plan(call, fault, draw.whole(1, 5));
      }
      return `${id} ${kind}`;
    },
  },
  {
    name: 'app habits',
    weight: 3,
    run: ({ world }, draw) => {
      const { id, host } = draw.of(world.nodes) as SimulatedNode;
      const healthyAfterMs = draw.between(0, 20_000);
      const stubborn = draw.chance(0.3);
      const crashes = draw.chance(0.2);
      const habits = { healthyAfterMs, ignoresSignals: stubborn, ...(crashes && { exitAfterMs: 2000, exitCode: 1 }) };
      host.behaviour = (instance) => (instance.startsWith('foreign-') ? {} : habits);
      world.clock.after(draw.between(10, 120) * 1000, () => void (host.behaviour = () => ({})));
      return `${id}: healthy after ${Math.round(healthyAfterMs)} ms${stubborn ? ', ignores signals' : ''}${crashes ? ', crashes' : ''}`;
    },
  },
  {
    name: 'foreign listener',
    weight: 3,
    run: ({ world, history }, draw) => {
      const node = draw.of(world.nodes) as SimulatedNode;
      const own = [...history.records('assignment')].filter(({ record }) => record.node_id === node.id && record.app);
      const highest = Math.max(20_000, ...own.map(({ record }) => record.app?.port ?? 0).filter((port) => port < 30_000));
      const port = draw.chance(0.15) ? edgePort : highest + draw.whole(1, 4);
      if (port === foreignPort || node.host.holderOf(node.appAddr, port)) return undefined;
      node.host.listen(node.appAddr, port);
      world.clock.after(draw.between(20, 200) * 1000, () => node.host.unlisten(node.appAddr, port));
      return `${node.appAddr}:${port}`;
    },
  },
  {
    name: 'connections',
    weight: 3,
    run: ({ world }, draw) => {
      const { id, host } = draw.of(world.nodes) as SimulatedNode;
      for (const { labels } of host.docker.units()) host.connections.set(`${labels.service}/${labels.instance}`, 3);
      world.clock.after(draw.between(5, 60) * 1000, () => host.connections.clear());
      return id;
    },
  },
];

function setClocks({ clock }: World, programs: readonly { skew: Skew }[], ms: number): void {
  for (const { skew } of programs) {
    if (skew.ms !== ms) Object.assign(skew, { ms, setAtMs: clock.monotonic() });
  }
}

const operations = [...edits, ...faults, ...lifecycleOperations, ...jobOperations];
const weights = operations.reduce((sum, { weight }) => sum + weight, 0);

/** Does one thing, drawn from the seed, and says what. */
export async function operate(scene: Scene): Promise<string> {
  const { random } = scene.world;
  const draw = new Draw(random);
  for (;;) {
    let at = random.next() * weights;
    const operation = operations.find(({ weight }) => (at -= weight) < 0);
    const done = await operation?.run(scene, draw);
    if (operation && done !== undefined) return `${operation.name}: ${done}`;
  }
}

/** Time until the next step. */
export function pauseOf(random: Random): number {
  const kind = random.next();
  if (kind < 0.5) return 100 + 4900 * random.next();
  if (kind < 0.85) return 5000 + 25_000 * random.next();
  return 30_000 + 60_000 * random.next();
}

/** From here on nothing goes wrong: what was broken is mended, what was off is on, nodes are wanted, images are there. */
export async function endFaults(scene: Scene): Promise<void> {
  const { world, operator, machines, history } = scene;
  world.setFull(false);
  setClocks(world, [...world.controllers, ...world.nodes], 0);
  for (const one of world.controllers) {
    one.client.setPartition('none');
    Object.assign(one.client.faults, { delayMs: 0, lostAnswers: 0, lostRequests: 0, duplicates: 0 });
  }
  for (const node of world.nodes) {
    machines.rejoin(node);
    Object.assign(node.client.faults, { delayMs: 0, lostAnswers: 0, lostRequests: 0, duplicates: 0 });
    node.host.gate.heal();
    node.host.docker.up = true;
    node.host.unhealthy.clear();
    node.host.connections.clear();
    node.host.behaviour = () => ({});
    node.host.hook = () => ({ status: 200, afterMs: 0 });
    await machines.powerOn(node.machine);
  }
  for (const key of [...operator.broken.keys()].sort()) await operator.mend(key);
  for (const { id } of world.nodes) {
    if (history.node(id)?.state !== undefined) await operator.setIntent(id, 'active');
  }
  const imageless = [...operator.services.values()].filter(({ run }) => run?.image === missingImage);
  for (const service of imageless) await operator.newRevision(service.name, 'example/app:1');
  if (!operator.legacyRegistered) await operator.registerLegacy();
  await settleDependencies(operator);
  await pauseSchedules(scene);
  world.startAll();
}
