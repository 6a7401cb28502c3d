// A scratch directory for one run, and the end of everything that was started in it.
// Guarantees: close() ends every process whose command line or environment names the directory, then removes it;
// the next createScratch() does the same for runs that crashed. The directory's name is random, so no foreign process matches.
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'photoncloud-run-';

export interface Scratch {
  dir: string;
  /** Runs before the processes are ended; the last added first. */
  onClose(run: () => Promise<void> | void): void;
  close(): Promise<void>;
}

/** Start time of a process in clock ticks since boot, as the kernel tells it; undefined where there is none. */
export function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Pids of processes, ours excepted, whose command line or environment contains the text. */
export function processesNaming(text: string): number[] {
  const found: number[] = [];
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text) || readFileSync(`/proc/${pid}/environ`, 'latin1').includes(text))
        found.push(pid);
    } catch {
      // It ended meanwhile, or is not ours to read: not one that we started.
    }
  }
  return found;
}

/** SIGKILL to all that are found, until none is. */
export async function killAll(find: () => Promise<number[]>, what: string): Promise<void> {
  await waitFor(`${what} to end`, async () => {
    const pids = await find();
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Already gone.
      }
    }
    return pids.length === 0;
  });
}

async function endProcessesOf(dir: string): Promise<void> {
  for (let round = 0; round < 50; round++) {
    const pids = processesNaming(dir);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, round === 0 ? 'SIGTERM' : 'SIGKILL');
      } catch {
        // Already gone.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, round === 0 ? 300 : 100));
  }
  throw new Error(`processes of ${dir} do not end: ${processesNaming(dir).join(', ')}`);
}

async function removeScratch(dir: string): Promise<void> {
  await endProcessesOf(dir);
  unmountBelow(dir);
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** A private Docker engine leaves mounts behind when it is killed. */
function unmountBelow(dir: string): void {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${dir}/`))
    .sort((a, b) => b.length - a.length);
  for (const path of mounts) spawn('umount', ['-l', path], { stdio: 'ignore' });
}

/** Removes what runs left behind whose owner is dead. */
export async function sweepScratch(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const dir = join(tmpdir(), name);
    let owner: string;
    try {
      owner = readFileSync(join(dir, 'owner'), 'utf8');
    } catch {
      continue;
    }
    const [pid, startTime] = owner.split(' ');
    if (startTimeOf(Number(pid)) !== startTime) await removeScratch(dir);
  }
}

export async function createScratch(name: string): Promise<Scratch> {
  await sweepScratch();
  const dir = join(tmpdir(), `${prefix}${name}-${randomBytes(4).toString('hex')}`);
  mkdirSync(dir, { mode: 0o755 });
  writeFileSync(join(dir, 'owner'), `${process.pid} ${startTimeOf(process.pid)}`);
  const steps: (() => Promise<void> | void)[] = [];
  let closed: Promise<void> | undefined;
  const close = async () => {
    for (const step of steps.reverse()) await step();
    await removeScratch(dir);
  };
  return {
    dir,
    onClose: (run) => void steps.push(run),
    close: () => (closed ??= close()),
  };
}

export interface Program {
  readonly name: string;
  readonly pid: number;
  readonly exited: Promise<number | string>;
  readonly logFile: string;
  running(): boolean;
  log(): string;
  signal(signal: NodeJS.Signals): void;
  /** Signal and wait for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | string>;
}

export interface ProgramSpec {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  logFile: string;
}

/** Starts a program with its output appended to a file. It carries the scratch directory in its environment. */
export function startProgram(scratch: Scratch, spec: ProgramSpec): Program {
  const out = openSync(spec.logFile, 'a');
  const child = spawn(spec.command, spec.args, {
    stdio: ['ignore', out, out],
    env: { ...process.env, ...spec.env, PHOTONCLOUD_SCRATCH: scratch.dir },
  });
  let running = true;
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      running = false;
      resolve(code ?? signal ?? 'unknown');
    });
    child.once('error', (error) => {
      running = false;
      resolve(error.message);
    });
  });
  return {
    name: spec.name,
    pid: child.pid ?? -1,
    exited,
    logFile: spec.logFile,
    running: () => running,
    log: () => readFileSync(spec.logFile, 'utf8'),
    signal: (signal) => void child.kill(signal),
    stop: async (signal = 'SIGTERM') => {
      if (running) child.kill(signal);
      return exited;
    },
  };
}

const blocks = 100;
const portsInBlock = 100;
let block: Promise<number> | undefined;
let given = 0;

/** A block of ports that is this process's for as long as it runs: it holds the one port that stands for the block. */
async function takeBlock(): Promise<number> {
  for (let attempt = 0; attempt < 10 * blocks; attempt++) {
    const number = randomInt(blocks);
    const holder = createServer();
    const holds = await new Promise<boolean>((resolve) => {
      holder.once('error', () => resolve(false));
      holder.listen(9900 + number, '127.0.0.1', () => resolve(true));
    });
    if (!holds) continue;
    holder.unref();
    return number;
  }
  throw new Error('every block of ports from 10000 to 19999 is held by another process');
}

/**
 * A TCP port that is free, and is given to nobody else: tests run beside each other, and a program takes its port some time later.
 * Below those that the kernel gives to outgoing connections: a program that is started again on its port must not find somebody's
 * connection there. And below those that clusters give out.
 */
export async function freePort(address = '127.0.0.1'): Promise<number> {
  const first = 10_000 + (await (block ??= takeBlock())) * portsInBlock;
  for (let attempt = 0; attempt < portsInBlock; attempt++) {
    const port = first + (given++ % portsInBlock);
    if (await canListen(address, port)) return port;
  }
  throw new Error(`no free port on ${address} between ${first} and ${first + portsInBlock - 1}`);
}

function canListen(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, address, () => server.close(() => resolve(true)));
  });
}

/** Waits until `look` gives something truthy; fails with the name, the last error and the time after timeoutMs. */
export async function waitFor<T>(what: string, look: () => Promise<T> | T, timeoutMs = 30_000): Promise<NonNullable<T>> {
  const until = performance.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found) return found;
      last = found;
    } catch (error) {
      last = error;
    }
    if (performance.now() > until)
      throw new Error(`waited ${timeoutMs} ms for ${what}; last: ${last instanceof Error ? last.message : JSON.stringify(last)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
