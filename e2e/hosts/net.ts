// A network of the tests' own on this machine: a bridge in a network namespace ("the switch"), and what is plugged into it: other
// namespaces, containers, and this machine itself at the address .1. Root only.
// Guarantees: nothing but one interface and the named namespaces is seen outside; no packet filter of the machine is on the way
// between two of them; remove() leaves nothing behind, and what a crashed run left is removed by the next createNet().
// The caller owes a remove(), after everything that runs in the namespaces has been ended.
//
// Delay and loss are made by wire.pl, a cable in user space through two TAP devices, and not by `tc netem`, which many kernels lack.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { killAll, startTimeOf } from '../harness/scratch.ts';

const execute = promisify(execFile);
const prefix = 'photoncloud-net-';
/** Where `ip netns` names namespaces. */
const namesDir = '/var/run/netns';
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };

/** Command and first arguments that enter a namespace. Not `ip netns exec`: that hides the cgroups, which a Docker engine needs. */
export const entering = (netns: string): [string, string] => ['nsenter', `--net=${netns}`];

export async function inNet(netns: string, command: string, ...args: string[]): Promise<string> {
  const [enter, where] = entering(netns);
  const { stdout } = await execute(enter, [where, command, ...args], { env });
  return stdout;
}

async function ip(...args: string[]): Promise<void> {
  await execute('ip', args, { env });
}

export interface Net {
  /** This machine's own address in it. */
  readonly gateway: string;
  /** Path of the switch's namespace. */
  readonly switchNs: string;
  /** An address, by its last byte. */
  address(last: number): string;
  /** A namespace with `lo` up and `eth0` plugged in. */
  addHost(name: string, last: number): Promise<HostNet>;
  /** Plugs the namespace of a process in, as its eth0; gone with the namespace. Answers the name of its port on the switch. */
  plug(pid: number, last: number): Promise<string>;
  remove(): Promise<void>;
}

export interface HostNet {
  readonly ip: string;
  /** Path of the namespace. */
  readonly netns: string;
  /** Its port on the switch. */
  readonly port: string;
  /** Pulls the cable: nothing goes in or out. */
  cut(): Promise<void>;
  /** Drops what comes from or goes to these addresses, both ways, without a word. */
  cutFrom(...addresses: string[]): Promise<void>;
  /** Puts a worse cable in, for both directions; each delays by `delayMs` to `delayMs + jitterMs`. */
  worsen(cable: { delayMs: number; jitterMs: number; lossPercent: number }): Promise<void>;
  /** Puts the good cable back and drops nothing any more. */
  heal(): Promise<void>;
  /** Ends every process in it by SIGKILL; those of containers are in namespaces of their own. */
  kill(): Promise<void>;
}

export async function createNet(): Promise<Net> {
  if (process.getuid?.() !== 0) throw new Error('only root can make network namespaces');
  await sweep();
  const id = randomBytes(4).toString('hex');
  mkdirSync(join(tmpdir(), `${prefix}${id}`));
  writeFileSync(join(tmpdir(), `${prefix}${id}`, 'owner'), `${process.pid} ${startTimeOf(process.pid)}`);
  const network = freeNetwork(Number.parseInt(id.slice(0, 4), 16));
  const name = `pcn-${id}`;
  const switchNs = join(namesDir, name);
  const address = (last: number): string => `${network}.${last}`;
  try {
    await ip('netns', 'add', name);
    await inNet(switchNs, 'ip', 'link', 'add', 'switch', 'type', 'bridge');
    await inNet(switchNs, 'ip', 'link', 'set', 'switch', 'up');
    await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'machine', 'netns', name);
    await inNet(switchNs, 'ip', 'link', 'set', 'machine', 'master', 'switch', 'up');
    await ip('addr', 'add', `${address(1)}/24`, 'dev', name);
    await ip('link', 'set', name, 'up');
  } catch (error) {
    await removeNet(id);
    throw error;
  }
  let plugs = 0;
  return {
    gateway: address(1),
    switchNs,
    address,
    addHost: async (host, last) => {
      const port = `h-${host}`.slice(0, 15);
      await ip('netns', 'add', `${name}-${host}`);
      await ip('-n', name, 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `${name}-${host}`);
      const netns = join(namesDir, `${name}-${host}`);
      await plugIn(switchNs, port, netns, address(last));
      return new NamedHost(address(last), netns, port, switchNs);
    },
    plug: async (pid, last) => {
      // A namespace is taken down some time after its last process: a name of its own each time.
      const port = `p${plugs++}`;
      await inNet(switchNs, 'ip', 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid));
      await plugIn(switchNs, port, `/proc/${pid}/ns/net`, address(last));
      return port;
    },
    remove: () => removeNet(id),
  };
}

/** Both ends of a cable that was laid already. */
async function plugIn(switchNs: string, port: string, netns: string, address: string): Promise<void> {
  await inNet(switchNs, 'ip', 'link', 'set', port, 'master', 'switch', 'up');
  await inNet(netns, 'ip', 'link', 'set', 'lo', 'up');
  await inNet(netns, 'ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  await inNet(netns, 'ip', 'link', 'set', 'eth0', 'up');
}

class NamedHost implements HostNet {
  readonly ip: string;
  readonly netns: string;
  readonly port: string;
  readonly #switchNs: string;
  #wire: ChildProcess | undefined;

  constructor(address: string, netns: string, port: string, switchNs: string) {
    this.ip = address;
    this.netns = netns;
    this.port = port;
    this.#switchNs = switchNs;
  }

  async cut(): Promise<void> {
    await inNet(this.#switchNs, 'ip', 'link', 'set', this.port, 'down');
  }

  async cutFrom(...addresses: string[]): Promise<void> {
    for (const address of addresses) {
      await inNet(this.netns, 'iptables', '-w', '-A', 'INPUT', '-s', address, '-j', 'DROP');
      await inNet(this.netns, 'iptables', '-w', '-A', 'OUTPUT', '-d', address, '-j', 'DROP');
    }
  }

  async worsen({ delayMs, jitterMs, lossPercent }: { delayMs: number; jitterMs: number; lossPercent: number }): Promise<void> {
    const [bridge, near, far] = [`b-${this.port}`, `n-${this.port}`, `f-${this.port}`];
    const numbers = [delayMs, jitterMs, lossPercent].map(String);
    const wire = spawn('nsenter', [`--net=${this.#switchNs}`, 'perl', join(import.meta.dirname, 'wire.pl'), near, far, ...numbers], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#wire = wire;
    await new Promise<void>((resolve, reject) => {
      wire.stdout.once('data', () => resolve());
      wire.once('exit', (code) => reject(new Error(`wire.pl ended with ${code}`)));
      wire.once('error', reject);
    });
    await inNet(this.#switchNs, 'ip', 'link', 'add', bridge, 'type', 'bridge');
    await inNet(this.#switchNs, 'ip', 'link', 'set', bridge, 'up');
    await inNet(this.#switchNs, 'ip', 'link', 'set', near, 'master', bridge, 'up');
    await inNet(this.#switchNs, 'ip', 'link', 'set', far, 'master', 'switch', 'up');
    await inNet(this.#switchNs, 'ip', 'link', 'set', this.port, 'master', bridge);
  }

  async heal(): Promise<void> {
    if (this.#wire) {
      const ended = new Promise((resolve) => this.#wire?.once('exit', resolve));
      this.#wire.kill('SIGKILL');
      await ended;
      this.#wire = undefined;
      await inNet(this.#switchNs, 'ip', 'link', 'set', this.port, 'master', 'switch');
      await inNet(this.#switchNs, 'ip', 'link', 'delete', `b-${this.port}`);
    }
    await inNet(this.netns, 'iptables', '-w', '-F');
    await inNet(this.#switchNs, 'ip', 'link', 'set', this.port, 'up');
  }

  kill(): Promise<void> {
    return killAll(() => pidsIn(this.netns), `processes in ${this.netns}`);
  }
}

async function pidsIn(netns: string): Promise<number[]> {
  const { stdout } = await execute('ip', ['netns', 'pids', netns.slice(namesDir.length + 1)], { env });
  return stdout.split('\n').filter(Boolean).map(Number);
}

/** The first /24 of 10.176.0.0/13 whose .1 no interface has, as three bytes. */
function freeNetwork(from: number): string {
  const taken = new Set(
    Object.values(networkInterfaces())
      .flat()
      .map((one) => one?.address),
  );
  const at = (number: number): string => `10.${176 + (number % 8)}.${(number >> 3) % 256}`;
  for (let number = from; number < from + 2048; number++) if (!taken.has(`${at(number)}.1`)) return at(number);
  throw new Error('no free network below 10.176.0.0/13');
}

async function removeNet(id: string): Promise<void> {
  const names = existsSync(namesDir) ? readdirSync(namesDir).filter((name) => name === `pcn-${id}` || name.startsWith(`pcn-${id}-`)) : [];
  for (const name of names) {
    // A namespace lives as long as a process is in it, whatever its name.
    await killAll(() => pidsIn(join(namesDir, name)), `processes in ${name}`);
    await ip('netns', 'delete', name);
  }
  rmSync(join(tmpdir(), `${prefix}${id}`), { recursive: true, force: true });
}

/** Removes networks whose owner is dead. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    let owner: string;
    try {
      owner = readFileSync(join(tmpdir(), name, 'owner'), 'utf8');
    } catch {
      continue;
    }
    const [pid, startTime] = owner.split(' ');
    if (startTimeOf(Number(pid)) !== startTime) await removeNet(name.slice(prefix.length));
  }
}
