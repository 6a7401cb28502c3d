// Memory given back when a burst is over.
// V8 grows with a burst, and gives that back only when it next collects everything, which a program with little to do may not come to for
// hours: a burst of calls leaves a sidecar at two or three times its size, beside the work of others.
// Guarantees: everything is collected, and what is free given back, only after a time in which the program did next to nothing, and once
// for each growth. It stands still meanwhile for the time that the collection takes (tens of milliseconds for tens of MiB).
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from './clock.ts';
import type { Clock } from './ports.ts';

export interface MemoryPorts {
  clock: Clock;
  /** Resident memory in bytes. */
  resident: () => number;
  /** Processor time used so far, in milliseconds. */
  busyMs: () => number;
  collect: () => void;
}

const lookMs = 5_000;
/** So many looks in a row must find it quiet. */
const quietLooks = 2;
/** Busy for a larger share of the time is not quiet. */
const quietShare = 0.03;
/** Growth that is worth a collection: as much as this, and as this share. */
const worth = { bytes: 12 * 1024 * 1024, share: 1 / 8 };

/** Collects everything and gives back to the system what is free. */
export function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  setFlagsFromString('--no-expose-gc');
  // The flavor that V8 takes where it is told that memory is short: it alone gives pages back.
  collect({ type: 'major', flavor: 'last-resort' });
}

const processPorts: MemoryPorts = {
  clock: systemClock,
  resident: () => process.memoryUsage.rss(),
  busyMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  collect: collectAll,
};

/** Looks after the memory of a program until it is cancelled. */
export function giveMemoryBack(ports: MemoryPorts = processPorts): { cancel(): void } {
  const { clock, resident, busyMs, collect } = ports;
  // What the start has left behind is the first growth.
  let floor = 0;
  let quiet = 0;
  let collected = false;
  let before = busyMs();
  const look = (): void => {
    timer = clock.after(lookMs, look);
    const [now, used] = [resident(), busyMs()];
    quiet = used - before > lookMs * quietShare ? 0 : quiet + 1;
    floor = collected ? now : Math.min(floor, now);
    collected = quiet >= quietLooks && now - floor > Math.max(worth.bytes, floor * worth.share);
    if (collected) collect();
    before = busyMs();
  };
  let timer = clock.after(lookMs, look);
  return { cancel: () => timer.cancel() };
}
