// A Docker engine for tests: the one that is there, or a private dockerd of our own.
// Guarantees: a private engine shares nothing with another one on the machine: its own data root, exec root, containerd, bridge
// and cgroup parent. It survives kill() and restart() with its containers running (live restore). stop() leaves neither
// container, network, mount nor interface behind; what a crashed run left is removed by the next start.
// The caller owes a stop().
//
// What was measured with Docker 20.10 on a host with cgroup v1:
// - A second dockerd that manages iptables deletes and rebuilds the chain DOCKER, and with it the rules of the first, and sets
//   the policy of FORWARD to DROP for the whole machine. A private engine therefore leaves iptables alone: ports
//   published on loopback are served by docker-proxy, and a container reaches its gateway through INPUT, without any rule.
//   (An engine that manages them lets a container reach its own gateway, and those of other bridges, just the same; its address
//   is kept on that way, so a listener there can tell by it who calls.)
// - The default bridge docker0 is one interface a machine; two engines would hand out the same addresses on it. So: our own bridge.
// - A containerd that dockerd starts by itself dies with dockerd (parent death signal), and as long as it is a zombie the next
//   dockerd believes in its pid file and fails after 15 s. A containerd of our own beside it stands as it would under systemd.
// - docker-proxy dies with dockerd too: published ports are closed until dockerd is back, though the containers run on.
// - Container processes name none of the directories: once their shim is gone the cgroup parent alone still finds them.
// - The storage driver is left to dockerd: overlay2 where the file system can, vfs as the last resort.
// - Paths of unix sockets end at 107 bytes: the directory has to be short.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, closeSync, readdirSync, readFileSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Docker from 'dockerode';
import { killAll, processesNaming, waitFor } from './scratch.ts';

const run = promisify(execFile);
const prefix = 'photoncloud-docker-';
const cgroupRoot = '/sys/fs/cgroup';
const startTimeoutMs = 60_000;
const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;

export interface DockerEngineHandle {
  readonly socketPath: string;
  /** Whether we started it: only then can it be killed and restarted. */
  readonly isOurs: boolean;
  /** Ends it and removes everything of it; a foreign engine is left alone. */
  stop(): Promise<void>;
  /** SIGKILL to dockerd; its containers run on. */
  kill(): Promise<void>;
  /** Ends dockerd where it runs, and starts it over the same data. */
  restart(): Promise<void>;
  /** SIGKILL to dockerd, containerd and every container at once, as when a machine dies. */
  crash(): Promise<void>;
  /** SIGSTOP and SIGCONT: an engine that accepts connections and answers nothing. */
  pause(): void;
  resume(): void;
}

function client(socketPath: string): Docker {
  return new Docker({ socketPath, version: 'v1.41', timeout: 30_000 });
}

async function answers(socketPath: string): Promise<boolean> {
  if (!existsSync(socketPath)) return false;
  try {
    await new Docker({ socketPath, version: 'v1.41', timeout: 3_000 }).ping();
    return true;
  } catch {
    return false;
  }
}

/** The engine of this machine where one answers (DOCKER_HOST as a unix socket, else the usual path), else a private one. */
export async function ensureDocker(): Promise<DockerEngineHandle> {
  const host = process.env['DOCKER_HOST'];
  const socketPath = host?.startsWith('unix://') ? host.slice('unix://'.length) : '/var/run/docker.sock';
  if (!(await answers(socketPath))) return startPrivateDocker();
  const refuse = (): never => {
    throw new Error(`the engine at ${socketPath} is not ours to end; use startPrivateDocker()`);
  };
  return {
    socketPath,
    isOurs: false,
    stop: () => Promise.resolve(),
    kill: () => Promise.reject(new Error(`the engine at ${socketPath} is not ours to kill`)),
    restart: () => Promise.reject(new Error(`the engine at ${socketPath} is not ours to restart`)),
    crash: () => Promise.reject(new Error(`the engine at ${socketPath} is not ours to kill`)),
    pause: refuse,
    resume: refuse,
  };
}

export interface PrivateDockerOptions {
  /** Default true. */
  liveRestore?: boolean;
  /** Command and first arguments that enter the network namespace in which it is to run; its bridges are there. */
  enter?: readonly string[];
}

/** Starts a dockerd of our own; root only. */
export async function startPrivateDocker(options: PrivateDockerOptions = {}): Promise<DockerEngineHandle> {
  if (process.getuid?.() !== 0) throw new Error('no Docker engine answers, and only root can start one; start Docker or set DOCKER_HOST');
  await sweep();
  const id = randomBytes(4).toString('hex');
  const dir = join(tmpdir(), `${prefix}${id}`);
  mkdirSync(dir, { mode: 0o711 });
  writeFileSync(join(dir, 'owner'), `${process.pid} ${startTimeOf(process.pid)}`);
  const engine = new PrivateEngine(id, dir, options);
  try {
    await engine.start();
  } catch (error) {
    await engine.stop().catch(() => undefined);
    throw error;
  }
  return engine;
}

function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

interface Launched {
  readonly pid: number | undefined;
  failure: string | undefined;
}

class PrivateEngine implements DockerEngineHandle {
  readonly isOurs = true;
  readonly socketPath: string;
  readonly #id: string;
  readonly #dir: string;
  readonly #options: PrivateDockerOptions;

  constructor(id: string, dir: string, options: PrivateDockerOptions) {
    this.#id = id;
    this.#dir = dir;
    this.#options = options;
    this.socketPath = join(dir, 'docker.sock');
  }

  async start(): Promise<void> {
    const bridge = await makeBridge(this.#id, this.#options.enter ?? []);
    if (!runningFrom(this.#containerdPidFile, this.#dir)) await this.#startContainerd();
    // One that was killed leaves its pid file; as long as its parent has not collected it, the next one believes that it runs.
    if (!this.#pid()) rmSync(this.#pidFile, { force: true });
    const dockerd = this.#launch('dockerd', this.#arguments(bridge));
    await this.#until('dockerd to answer', () => answers(this.socketPath), dockerd);
  }

  async #startContainerd(): Promise<void> {
    const dir = this.#dir;
    const config = join(dir, 'containerd.toml');
    writeFileSync(config, 'version = 2\ndisabled_plugins = ["io.containerd.grpc.v1.cri"]\n');
    rmSync(this.#containerdSocket, { force: true });
    const args = ['--config', config, '--root', `${dir}/containerd`, '--state', `${dir}/cstate`, '--address', this.#containerdSocket];
    const containerd = this.#launch('containerd', args);
    writeFileSync(this.#containerdPidFile, String(containerd.pid));
    await this.#until('containerd to answer', () => existsSync(this.#containerdSocket), containerd);
  }

  #launch(command: string, args: string[]): Launched {
    const log = openSync(join(this.#dir, 'log'), 'a');
    const env = { ...process.env, PATH: path, DOCKER_HOST: undefined };
    const [first = command, ...rest] = [...(this.#options.enter ?? []), command, ...args];
    const child = spawn(first, rest, { detached: true, stdio: ['ignore', log, log], env });
    closeSync(log);
    child.unref();
    const launched: Launched = { pid: child.pid, failure: undefined };
    child.once('error', (error) => (launched.failure = error.message));
    child.once('exit', (code, signal) => (launched.failure = `${command} ended with ${code ?? signal}`));
    return launched;
  }

  async #until(what: string, ready: () => Promise<boolean> | boolean, launched: Launched): Promise<void> {
    const up = await waitFor(what, async () => (await ready()) || launched.failure, startTimeoutMs).catch((error: Error) => error.message);
    if (up !== true) throw new Error(`${up}\n${this.#lastWords()}`);
  }

  get #containerdSocket(): string {
    return join(this.#dir, 'containerd.sock');
  }

  get #containerdPidFile(): string {
    return join(this.#dir, 'containerd.pid');
  }

  #arguments(bridge: string): string[] {
    const dir = this.#dir;
    const flags = {
      'live-restore': this.#options.liveRestore ?? true,
      containerd: this.#containerdSocket,
      'data-root': `${dir}/data`,
      'exec-root': `${dir}/exec`,
      pidfile: this.#pidFile,
      host: `unix://${this.socketPath}`,
      bridge,
      iptables: false,
      'cgroup-parent': `/${prefix}${this.#id}`,
      'default-address-pool': `base=10.20${this.#octet % 8}.0.0/16,size=24`,
      'shutdown-timeout': 5,
    };
    return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  }

  get #octet(): number {
    return Number.parseInt(this.#id.slice(0, 2), 16);
  }

  get #pidFile(): string {
    return join(this.#dir, 'docker.pid');
  }

  #lastWords(): string {
    const log = readFileSync(join(this.#dir, 'log'), 'utf8').split('\n');
    return log.slice(-15).join('\n');
  }

  #pid(): number | undefined {
    return dockerdOf(this.#dir);
  }

  async kill(): Promise<void> {
    await endDockerd(this.#dir, 'SIGKILL');
  }

  crash(): Promise<void> {
    const left = (): number[] => [...processesNaming(this.#dir).filter((pid) => !zombie(pid)), ...cgroupPids(this.#id)];
    return killAll(() => Promise.resolve(left()), 'every process of the engine');
  }

  pause(): void {
    const pid = this.#pid();
    if (pid) process.kill(pid, 'SIGSTOP');
  }

  resume(): void {
    const pid = this.#pid();
    if (pid) process.kill(pid, 'SIGCONT');
  }

  async restart(): Promise<void> {
    await endDockerd(this.#dir, 'SIGTERM');
    await this.start();
  }

  async stop(): Promise<void> {
    this.resume();
    await removeEngine(this.#id);
  }
}

/** Pid of a process that a pid file names and whose command line names the directory: the file alone may name somebody else's. */
function runningFrom(pidFile: string, dir: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(dir) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function dockerdOf(dir: string): number | undefined {
  return runningFrom(join(dir, 'docker.pid'), dir);
}

async function endDockerd(dir: string, signal: NodeJS.Signals): Promise<void> {
  const pid = dockerdOf(dir);
  if (!pid) return;
  process.kill(pid, signal);
  await waitFor('dockerd to end', () => !existsSync(`/proc/${pid}`) || zombie(pid), 30_000);
}

/** Ended, and not yet collected by its parent, which may be a test runner that is busy. */
function zombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

async function makeBridge(id: string, enter: readonly string[]): Promise<string> {
  const name = bridgeName(id);
  const ip = (...args: string[]): Promise<unknown> => {
    const [command = 'ip', ...rest] = [...enter, 'ip', ...args];
    return run(command, rest, { env: { ...process.env, PATH: path } });
  };
  const stands = await ip('link', 'show', name).then(
    () => true,
    () => false,
  );
  if (stands) return name;
  await ip('link', 'add', name, 'type', 'bridge');
  await ip('addr', 'add', `${freeAddress(Number.parseInt(id.slice(0, 4), 16))}/22`, 'dev', name);
  await ip('link', 'set', name, 'up');
  return name;
}

/** The first address of a /22 of 10.192.0.0/13 that no interface has: the kernel would take the same one twice. */
function freeAddress(from: number): string {
  const taken = new Set(
    Object.values(networkInterfaces())
      .flat()
      .map((address) => address?.address),
  );
  const at = (number: number): string => `10.${192 + (number % 8)}.${((number >> 3) % 64) * 4}.1`;
  for (let number = from; number < from + 512; number++) if (!taken.has(at(number))) return at(number);
  throw new Error('no free address for the bridge of a private Docker engine');
}

function bridgeName(id: string): string {
  return `pcd-${id}`;
}

/** Everything of a private engine: containers and networks through its API where it answers, then processes, mounts, files. */
async function removeEngine(id: string): Promise<void> {
  const dir = join(tmpdir(), `${prefix}${id}`);
  const socketPath = join(dir, 'docker.sock');
  if (await answers(socketPath)) await removeContents(client(socketPath));
  await endDockerd(dir, 'SIGTERM').catch(() => endDockerd(dir, 'SIGKILL'));
  await killCgroups(id);
  await waitFor('processes of the engine to end', () => {
    const left = processesNaming(dir).filter((pid) => !zombie(pid));
    for (const pid of left) signal(pid, 'SIGKILL');
    return left.length === 0;
  });
  for (const mount of mountsBelow(dir)) await run('umount', ['-l', mount]).catch(() => undefined);
  for (const bridge of [bridgeName(id), ...bridgesOf(dir)]) {
    if (existsSync(`/sys/class/net/${bridge}`)) await run('ip', ['link', 'delete', bridge], { env: { ...process.env, PATH: path } });
  }
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Bridges of networks that dockerd could not be asked to remove, from its own database. */
function bridgesOf(dir: string): string[] {
  const file = join(dir, 'data/network/files/local-kv.db');
  return existsSync(file) ? [...new Set(readFileSync(file, 'latin1').match(/br-[0-9a-f]{12}/g))] : [];
}

async function removeContents(docker: Docker): Promise<void> {
  await docker.swarmLeave({ force: true }).catch(() => undefined);
  for (const { Id } of await docker.listContainers({ all: true })) {
    await docker
      .getContainer(Id)
      .remove({ force: true, v: true })
      .catch(() => undefined);
  }
  const builtIn = new Set(['bridge', 'host', 'none']);
  for (const network of await docker.listNetworks()) {
    if (!builtIn.has(network.Name))
      await docker
        .getNetwork(network.Id)
        .remove()
        .catch(() => undefined);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Ended meanwhile.
  }
}

function mountsBelow(dir: string): string[] {
  return readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((mount) => mount.startsWith(`${dir}/`))
    .sort((a, b) => b.length - a.length);
}

/** Directories of the engine's cgroup parent in every hierarchy: v1 has one a controller, v2 one at the root. */
function cgroupsOf(id: string): string[] {
  if (!existsSync(cgroupRoot)) return [];
  return ['', ...readdirSync(cgroupRoot)]
    .map((hierarchy) => join(cgroupRoot, hierarchy, `${prefix}${id}`))
    .filter((dir) => existsSync(dir) && statSync(dir).isDirectory());
}

/** Those of the containers and the parent, the parent last. */
function groupsOf(id: string): string[] {
  return cgroupsOf(id).flatMap((parent) => {
    const groups = readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return [...groups.map((entry) => join(parent, entry.name)), parent];
  });
}

function pidsOf(group: string): number[] {
  return existsSync(group) ? readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

/** Container processes outlive dockerd, containerd and shim; their cgroup is what still names them. */
function cgroupPids(id: string): number[] {
  return [...new Set(groupsOf(id).flatMap(pidsOf))];
}

async function killCgroups(id: string): Promise<void> {
  for (const group of groupsOf(id)) {
    await killAll(() => Promise.resolve(pidsOf(group)), `processes in ${group}`);
    try {
      rmdirSync(group);
    } catch {
      // Gone already, or busy for a moment more: an empty cgroup harms nobody, and the next sweep removes it.
    }
  }
}

/** Removes engines whose owner is dead. */
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
    if (startTimeOf(Number(pid)) !== startTime) await removeEngine(name.slice(prefix.length));
  }
}
