// What must hold of the machines: what is not ours is never touched, and who is cut off from the store freezes.
import type { Engine, Unit } from '../../src/loop/ports.ts';
import type { Assignment } from '../../src/model/generated.ts';
import type { Partition } from '../../src/store/memory.ts';
import type { Trace } from './trace.ts';
import { clusterId, type SimulatedNode, type World } from './world.ts';

/** By then a cut connection is known to be one, and looks that were begun before are over. */
const noticedMs = { none: 0, refused: 20_000, silent: 40_000 };
/** By then the actions are over that were begun before, slow ones too. */
const settledMs = 60_000;
const decisions = ['engine.remove', 'engine.create', 'engine.removeNetwork'];
/** Foreign containers listen here, where ports of ours are allocated from. */
export const foreignPort = 20_003;

interface Cut {
  kind: Partition;
  rebooted: boolean;
  /** How much had been stopped when the agent must have known, and its calls that decide something. */
  stopped: number | undefined;
  decided: string | undefined;
}

export class Machines {
  readonly violations: string[] = [];
  readonly #world: World;
  readonly #trace: Trace;
  readonly #foreign = new Map<string, { engine: Engine; id: string }[]>();
  readonly #cuts = new Map<SimulatedNode, Cut>();

  constructor(world: World) {
    this.#world = world;
    this.#trace = world.trace;
  }

  /** A container of another cluster, and one of a node that is not simulated, on each engine. */
  async install(): Promise<void> {
    for (const node of this.#world.nodes) {
      const foreign: { engine: Engine; id: string }[] = [];
      for (const [cluster, nodeId] of [
        ['other', node.id],
        [clusterId, 'node-x'],
      ] as const) {
        const engine = node.host.ports({ clusterId: cluster, nodeId, dataDir: '/elsewhere' }).docker;
        const id = await engine.create({
          labels: { cluster, node: nodeId, service: 'web', instance: `foreign-${cluster}`, revision: '' },
          image: 'example/app:1',
          args: [],
          env: {},
          secretFiles: [],
          volumes: [],
          stopSignal: 'SIGTERM',
          sandbox: { capAdd: [], noNewPrivileges: true, pidsLimit: 512, readOnlyRoot: false },
          ...(cluster === 'other' && { publish: { addr: node.appAddr, port: foreignPort, containerPort: 80 } }),
        });
        await engine.start(id);
        foreign.push({ engine, id });
      }
      this.#foreign.set(node.id, foreign);
    }
  }

  check(): void {
    for (const node of this.#world.nodes) {
      const units = new Map(node.host.docker.units().map((unit) => [unit.id, unit]));
      for (const { id } of this.#foreign.get(node.id) ?? []) {
        if (units.get(id)?.state !== 'running' && !node.off) this.#violate(`a foreign container of ${node.id} runs no more`);
      }
      const cut = this.#cuts.get(node);
      if (cut) this.#checkFrozen(node, cut);
    }
  }

  /** Cuts a node off from the store for a while. */
  cut(node: SimulatedNode, kind: Partition, forMs: number): void {
    if (this.#cuts.has(node)) return;
    const cut: Cut = { kind, rebooted: false, stopped: undefined, decided: undefined };
    this.#cuts.set(node, cut);
    node.client.setPartition(kind);
    const { clock } = this.#world;
    clock.after(noticedMs[kind], () => {
      cut.stopped = node.host.stops.length;
    });
    clock.after(settledMs, () => {
      cut.decided = callsOf(node, decisions);
    });
    clock.after(forMs, () => {
      if (this.#cuts.get(node) === cut) this.rejoin(node);
    });
  }

  isCut(node: SimulatedNode): boolean {
    return this.#cuts.has(node);
  }

  rejoin(node: SimulatedNode): void {
    const cut = this.#cuts.get(node);
    if (!cut) return;
    this.#checkFrozen(node, cut);
    this.#cuts.delete(node);
    this.#trace.add(`${node.id} reaches the store again`);
    node.client.setPartition('none');
  }

  /** The machine goes down; its nodes with it. */
  powerOff(machine: string): void {
    for (const node of this.#world.nodes.filter((one) => one.machine === machine)) {
      const cut = this.#cuts.get(node);
      if (cut) cut.rebooted = true;
      node.off = true;
      node.run?.life.end();
      node.host.gate.heal();
      node.host.docker.up = true;
      node.host.reboot();
    }
  }

  async powerOn(machine: string): Promise<void> {
    for (const node of this.#world.nodes.filter((one) => one.machine === machine && one.off)) {
      // What was to go wrong in the meantime is not about these.
      node.host.gate.heal();
      node.host.docker.up = true;
      for (const { engine, id } of this.#foreign.get(node.id) ?? []) await engine.start(id);
      node.off = false;
      this.#world.startAgent(node);
    }
  }

  #checkFrozen(node: SimulatedNode, cut: Cut): void {
    const now = callsOf(node, decisions);
    if (cut.decided !== undefined && cut.decided !== now) this.#violate(`${node.id} is cut off and decides: ${cut.decided} became ${now}`);
    for (const instance of node.host.stops.slice(cut.stopped ?? node.host.stops.length)) {
      if (!mayStopAlone(node, instance)) this.#violate(`${node.id} is cut off and stops ${instance}`);
    }
    if (cut.stopped !== undefined) cut.stopped = node.host.stops.length;
    if (!cut.rebooted) return;
    const running = ownUnits(node).filter((unit) => unit.state === 'running');
    if (running.length > 0)
      this.#violate(`${node.id} was rebooted, has not read the store, and runs ${running.map((unit) => unit.labels.instance).join(', ')}`);
  }

  #violate(text: string): void {
    this.#trace.add(`VIOLATION ${text}`);
    this.violations.push(text);
  }
}

/** Whether what the agent knows of an instance has it stop that by itself: in a long outage, or to restart it. */
function mayStopAlone(node: SimulatedNode, instance: string): boolean {
  const kept = JSON.parse(node.host.files.read(`/data/${node.id}/state/wanted.json`) ?? '{}') as {
    wanted?: { assignments?: Assignment[]; leaving?: Assignment[] };
  };
  // Of a broken assignment what it said last stands among those that leave.
  const all = [...(kept.wanted?.assignments ?? []), ...(kept.wanted?.leaving ?? [])];
  const known = all.find((one) => one.instance_id === instance);
  return known?.stop_after_s !== undefined || known?.health.restart_after_s !== undefined;
}

function callsOf(node: SimulatedNode, calls: readonly string[]): string {
  return calls.map((call) => `${call} ${node.host.gate.counts.get(call) ?? 0}`).join(', ');
}

/** Containers of the simulated cluster on a node. */
export function ownUnits(node: SimulatedNode): Unit[] {
  return node.host.docker.units().filter(({ labels }) => labels.cluster === clusterId && labels.node === node.id);
}
