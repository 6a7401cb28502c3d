// What the kernel says of processes, from /proc.
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

export interface KernelProcess {
  pid: number;
  /** Clock ticks since boot; with the pid it names a process for good, within one boot. */
  startTime: string;
  /** One letter, as in /proc/PID/stat. */
  state: string;
  session: number;
}

/** The process, or undefined where there is none. One that ended and waits for its parent is there, in state Z. */
export function kernelProcess(pid: number): KernelProcess | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in parentheses may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid, startTime: fields[19] ?? '', state: fields[0] ?? '', session: Number(fields[3]) };
}

export function isAlive(pid: number, startTime: string): boolean {
  const found = kernelProcess(pid);
  return found?.startTime === startTime && found.state !== 'Z' && found.state !== 'X';
}

export function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

/** Wall-clock time of a start time, ms since 1970. */
export function startedAtMs(startTime: string): number {
  const boot = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'));
  return Number(boot?.[1] ?? 0) * 1000 + (Number(startTime) * 1000) / ticksPerSecond;
}

/** Live processes that were started with `name=value` in their environment, or are descendants of one. */
export function processesWith(name: string, value: string): KernelProcess[] {
  const wanted = `${name}=${value}`;
  const found: KernelProcess[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    let environment: string;
    try {
      environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    } catch {
      continue;
    }
    if (!environment.split('\0').includes(wanted)) continue;
    const known = kernelProcess(pid);
    if (known && known.state !== 'Z' && known.state !== 'X') found.push(known);
  }
  return found;
}
