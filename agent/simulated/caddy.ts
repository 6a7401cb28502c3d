// A simulated Caddy: its running configuration as a tree, written path by path.
import { PhotonError } from '../../src/model/errors.ts';
import type { CaddyAdmin } from '../../src/loop/ports.ts';
import type { Life } from './gate.ts';
import type { SimulatedHost } from './host.ts';

type Tree = Record<string, unknown> | unknown[];

export class SimulatedCaddy {
  up = true;
  /** Name of the process that it lives in; undefined: somebody else runs it. */
  process: string | undefined;
  /** Every write reloads all of Caddy. */
  writes = 0;
  readonly #host: SimulatedHost;
  #config: Record<string, unknown> | undefined;
  /** The process that holds the configuration in memory. */
  #identity: string | undefined;

  constructor(host: SimulatedHost) {
    this.#host = host;
  }

  port(life: Life): CaddyAdmin {
    const pass = <T>(call: string, effect: () => T): Promise<T> =>
      this.#host.gate.pass(life, `caddy.${call}`, 'caddy_unreachable', () => {
        this.#reach();
        return effect();
      });
    return {
      config: () => pass('config', () => structuredClone(this.#config)),
      put: (path, value) => pass('put', () => this.#put(path.split('/'), structuredClone(value))),
      remove: (path) => pass('remove', () => this.#remove(path.split('/'))),
    };
  }

  /** What it serves now. */
  config(): unknown {
    return structuredClone(this.#config);
  }

  /** As a restart without saved configuration does. */
  restartEmpty(): void {
    this.#config = undefined;
  }

  #reach(): void {
    const running = this.process === undefined ? undefined : this.#host.processes.running(this.process);
    if (!this.up || (this.process !== undefined && !running)) {
      throw new PhotonError('caddy_unreachable', "Caddy's admin API does not answer (simulated)");
    }
    const identity = running && `${running.pid}:${running.startTime}`;
    if (identity !== this.#identity) {
      this.#identity = identity;
      this.#config = identity === undefined ? undefined : { admin: {} };
    }
  }

  #put(path: string[], value: unknown): void {
    const last = path.pop() ?? '';
    let at: Tree = (this.#config ??= {});
    for (const name of path) {
      const next = read(at, name);
      if (typeof next === 'object' && next !== null) at = next as Tree;
      else {
        const made = {};
        write(at, name, made);
        at = made;
      }
    }
    write(at, last, value);
    this.writes++;
  }

  #remove(path: string[]): void {
    const last = path.pop() ?? '';
    let at: unknown = this.#config;
    for (const name of path) at = typeof at === 'object' && at !== null ? read(at as Tree, name) : undefined;
    if (typeof at !== 'object' || at === null || read(at as Tree, last) === undefined) return;
    if (Array.isArray(at)) at.splice(Number(last), 1);
    else delete (at as Record<string, unknown>)[last];
    this.writes++;
  }
}

function read(tree: Tree, name: string): unknown {
  return Array.isArray(tree) ? tree[Number(name)] : tree[name];
}

function write(tree: Tree, name: string, value: unknown): void {
  if (Array.isArray(tree)) tree[Number(name)] = value;
  else tree[name] = value;
}
