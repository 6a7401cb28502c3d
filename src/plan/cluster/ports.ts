// Ports of one machine: which are used at which address, and which come next.
// Guarantees: an allocated port's number is used at no other address of the machine; a fixed port only has to be free
// at its own address. Allocation goes upwards from the highest port in use and wraps around, so that a port that was
// just given up is not given out again at once.

const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

export interface PortRange {
  from: number;
  to: number;
}

/** What a plan has done, to be undone in reverse; where there is no list nothing is noted. */
export interface Journal {
  undo?: (() => void)[];
}

export class MachinePorts {
  /** port → address → how many hold it; two records may hold one by a hand's mistake. */
  readonly #used = new Map<number, Map<string, number>>();
  readonly #avoided: ReadonlySet<number>;
  readonly #nowhere: ReadonlySet<number>;
  readonly #next = new Map<string, number>();
  readonly #journal: Journal;

  /** `nowhere`: numbers that are not allocated; a port that is fixed may be one. */
  constructor(avoided: Iterable<number>, nowhere: ReadonlySet<number>, journal: Journal = {}) {
    this.#avoided = new Set(avoided);
    this.#nowhere = nowhere;
    this.#journal = journal;
  }

  take(addr: string, port: number): void {
    this.#journal.undo?.push(() => this.release(addr, port));
    let holders = this.#used.get(port);
    if (!holders) {
      holders = new Map();
      this.#used.set(port, holders);
    }
    holders.set(addr, (holders.get(addr) ?? 0) + 1);
  }

  release(addr: string, port: number): void {
    const holders = this.#used.get(port);
    const count = holders?.get(addr);
    if (!holders || count === undefined) return;
    this.#journal.undo?.push(() => this.take(addr, port));
    if (count > 1) holders.set(addr, count - 1);
    else holders.delete(addr);
    if (holders.size === 0) this.#used.delete(port);
  }

  /** Whether a fixed port can be had at an address. */
  isFree(addr: string, port: number): boolean {
    if (this.#avoided.has(port)) return false;
    const holders = this.#used.get(port);
    if (!holders) return true;
    if (everywhere.has(addr)) return false;
    for (const holder of holders.keys()) if (holder === addr || everywhere.has(holder)) return false;
    return true;
  }

  /** Whether more than one holds a port at an address. */
  isShared(addr: string, port: number): boolean {
    return (this.#used.get(port)?.get(addr) ?? 0) > 1;
  }

  isAvoided(port: number): boolean {
    return this.#avoided.has(port);
  }

  /** Whether at least `count` ports of the range are free; stops counting there. */
  hasFree(range: PortRange, count: number): boolean {
    const size = range.to - range.from + 1;
    if (size - this.#used.size - this.#avoided.size - this.#nowhere.size >= count) return true;
    let found = 0;
    for (let port = range.from; port <= range.to && found < count; port++) if (this.#isUnused(port)) found++;
    return found >= count;
  }

  /** Takes the next free port of the range at an address, or undefined where none is left. */
  allocate(addr: string, range: PortRange): number | undefined {
    const name = `${range.from}-${range.to}`;
    const start = this.#next.get(name) ?? this.#afterHighest(range);
    const size = range.to - range.from + 1;
    for (let step = 0; step < size; step++) {
      const port = range.from + ((start - range.from + step) % size);
      if (!this.#isUnused(port)) continue;
      this.take(addr, port);
      this.#journal.undo?.push(() => this.#next.delete(name));
      this.#next.set(name, port === range.to ? range.from : port + 1);
      return port;
    }
    return undefined;
  }

  #isUnused(port: number): boolean {
    return !this.#used.has(port) && !this.#avoided.has(port) && !this.#nowhere.has(port);
  }

  #afterHighest(range: PortRange): number {
    let highest = range.from - 1;
    for (const port of this.#used.keys()) if (port <= range.to && port > highest) highest = port;
    return highest >= range.to ? range.from : highest + 1;
  }
}

/** How long a port that a foreign process held is left alone. */
export const avoidPortMs = 600_000;

/** Ports that an instance's reason says are held by somebody else, as `addr:port`; where it names none, it is the app's. */
export function portsTaken({ port, reason }: { port: number; reason?: string }): number[] {
  if (!reason?.startsWith('port_taken')) return [];
  const named = [...reason.matchAll(/:(\d{1,5})(?!\d)/g)].map((found) => Number(found[1]));
  return named.length > 0 ? named : [port];
}
