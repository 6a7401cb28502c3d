// Limits of CPU and memory through cgroups, version 1 and 2.
// Guarantees: where limits are asked for and can't be set, nothing is started; a group's processes can be ended to the last.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PhotonError } from '../src/model/errors.ts';

export interface Limits {
  cpuMillicores?: number;
  memoryBytes?: number;
}

const parent = 'photoncloud';
const periodUs = 100_000;
/** The kernel refuses a quota below 1 ms. */
const leastQuotaUs = 1_000;
const quotaUs = (millicores: number): number => Math.max(leastQuotaUs, (millicores * periodUs) / 1_000);

type Layout = { version: 2; root: string } | { version: 1; cpu: string | undefined; memory: string | undefined };

export class Cgroups {
  readonly #layout: Layout | undefined;

  constructor(root = '/sys/fs/cgroup') {
    this.#layout = layoutOf(root);
  }

  /** Undefined where limits can be set; else why not. */
  problem(): string | undefined {
    const directories = this.#parents({ cpuMillicores: 1, memoryBytes: 1 });
    if (typeof directories === 'string') return directories;
    return undefined;
  }

  /** Makes the group with its limits; gives the `cgroup.procs` files that a process has to write itself into before it begins. */
  prepare(name: string, limits: Limits): string[] {
    if (limits.cpuMillicores === undefined && limits.memoryBytes === undefined) return [];
    const parents = this.#parents(limits);
    if (typeof parents === 'string') {
      throw new PhotonError('process_failed', `limits for ${name} can't be enforced: ${parents}`, {
        next: 'Give the agent write access to the cgroup controllers cpu and memory, or leave resources out of the service',
      });
    }
    try {
      const groups = new Set<string>();
      for (const [controller, directory] of Object.entries(parents)) {
        const group = join(directory, name);
        mkdirSync(group, { recursive: true });
        this.#limit(group, controller, limits);
        groups.add(group);
      }
      return [...groups].map((group) => join(group, 'cgroup.procs'));
    } catch (error) {
      throw new PhotonError('process_failed', `limits for ${name} can't be set: ${(error as Error).message}`, { cause: error });
    }
  }

  #limit(group: string, controller: string, limits: Limits): void {
    const { cpuMillicores, memoryBytes } = limits;
    const v2 = this.#layout?.version === 2;
    if (controller === 'cpu' && cpuMillicores !== undefined) {
      if (v2) writeFileSync(join(group, 'cpu.max'), `${quotaUs(cpuMillicores)} ${periodUs}`);
      else {
        writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodUs));
        writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs(cpuMillicores)));
      }
    }
    if (controller !== 'memory' || memoryBytes === undefined) return;
    if (v2) {
      writeFileSync(join(group, 'memory.max'), String(memoryBytes));
      writeIfThere(join(group, 'memory.swap.max'), '0');
    } else {
      const swap = join(group, 'memory.memsw.limit_in_bytes');
      // Memory may never exceed memory + swap: raising takes the second first, lowering the first.
      if (existsSync(swap)) writeFileSync(swap, '-1');
      writeFileSync(join(group, 'memory.limit_in_bytes'), String(memoryBytes));
      writeIfThere(swap, String(memoryBytes));
    }
  }

  /** The directory below which groups are made, for each controller that is needed; or why there is none. */
  #parents(limits: Limits): Record<string, string> | string {
    const layout = this.#layout;
    if (!layout) return 'no cgroup file system is mounted at /sys/fs/cgroup';
    const needed = [
      ...(limits.cpuMillicores === undefined ? [] : ['cpu' as const]),
      ...(limits.memoryBytes === undefined ? [] : ['memory' as const]),
    ];
    const found: Record<string, string> = {};
    for (const controller of needed) {
      const root = layout.version === 2 ? layout.root : layout[controller];
      if (root === undefined) return `the cgroup controller ${controller} is not mounted`;
      const directory = join(root, parent);
      try {
        mkdirSync(directory, { recursive: true });
        if (layout.version === 2) for (const place of [root, directory]) enable(place, controller);
      } catch (error) {
        return `${directory}: ${(error as Error).message}`;
      }
      found[controller] = directory;
    }
    return found;
  }

  /** Directories of a group that stand. */
  #groups(name: string): string[] {
    const layout = this.#layout;
    if (!layout) return [];
    const roots = layout.version === 2 ? [layout.root] : [layout.cpu, layout.memory];
    return roots
      .filter((root) => root !== undefined)
      .map((root) => join(root, parent, name))
      .filter((group) => existsSync(group));
  }

  /** Pids in the group. */
  members(name: string): number[] {
    const pids = new Set<number>();
    for (const group of this.#groups(name)) {
      for (const line of readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n')) if (line) pids.add(Number(line));
    }
    return [...pids];
  }

  /** Whether the kernel killed in it for want of memory. */
  oomKilled(name: string): boolean {
    return this.#groups(name).some((group) => {
      for (const file of ['memory.events', 'memory.oom_control']) {
        const path = join(group, file);
        const count = existsSync(path) ? /^oom_kill (\d+)$/m.exec(readFileSync(path, 'utf8')) : undefined;
        if (Number(count?.[1] ?? 0) > 0) return true;
      }
      return false;
    });
  }

  /** Removes the group; one that still has processes stays. */
  remove(name: string): void {
    for (const group of this.#groups(name)) {
      try {
        rmdirSync(group);
      } catch {
        // Busy for a moment more: an empty group harms nobody, and its name is taken up again.
      }
    }
  }
}

function enable(directory: string, controller: string): void {
  const control = join(directory, 'cgroup.subtree_control');
  if (!readFileSync(control, 'utf8').split(/\s+/).includes(controller)) writeFileSync(control, `+${controller}`);
}

function writeIfThere(path: string, value: string): void {
  if (existsSync(path)) writeFileSync(path, value);
}

function layoutOf(root: string): Layout | undefined {
  if (existsSync(join(root, 'cgroup.controllers'))) return { version: 2, root };
  if (!existsSync(root)) return undefined;
  // `cpu` may be a link to `cpu,cpuacct`, or only that directory is there.
  const names = readdirSync(root);
  const of = (controller: string): string | undefined => {
    const name = names.find((entry) => entry === controller) ?? names.find((entry) => entry.split(',').includes(controller));
    const directory = name === undefined ? undefined : join(root, name);
    return directory !== undefined && existsSync(join(directory, 'cgroup.procs')) ? directory : undefined;
  };
  const [cpu, memory] = [of('cpu'), of('memory')];
  return cpu === undefined && memory === undefined ? undefined : { version: 1, cpu, memory };
}
