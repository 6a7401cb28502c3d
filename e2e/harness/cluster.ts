// A whole cluster on this machine: a real etcd, controllers, and agents on 127.0.0.11 and up, each a process of its own.
// Guarantees: everything is under one scratch directory and is ended with it; the cluster id is random, so that two
// clusters on one Docker engine never touch each other's containers.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DockerEngineHandle } from './dockerd.ts';
import { type RunningEtcd, startEtcd } from './etcd.ts';
import { readStore } from './records.ts';
import { createScratch, freePort, type Program, processesNaming, type Scratch, startProgram, waitFor } from './scratch.ts';

const repository = join(import.meta.dirname, '../..');
const nodeBinary = process.execPath;

export interface ClusterOptions {
  name: string;
  /** Agents on node-1 …, at 127.0.0.11 …. */
  nodes: number;
  /** Default 1. */
  controllers?: number;
  docker?: DockerEngineHandle;
  environment?: 'dev' | 'stg' | 'prod' | 'test';
  timings?: { lease_s: number; node_grace_s: number; heartbeat_s: number };
  caddy?: boolean;
  /** A store that somebody else has started and ends; absent: an etcd of its own. */
  endpoints?: readonly string[];
  /** First address is 127.0.0.{firstHost}; default 11. */
  firstHost?: number;
  /** Where the agents are, where they are not all on this machine's loopback. */
  places?: readonly Place[];
  /** Where the controllers' APIs listen; default 127.0.0.1. */
  controllerAddress?: string;
}

/** A machine, or what stands for one. */
export interface Place {
  ip: string;
  /** Command and first arguments that enter it. */
  enter: readonly string[];
  docker: DockerEngineHandle | undefined;
}

export interface Output {
  code: number;
  stdout: string;
  stderr: string;
}

export interface AgentHandle {
  nodeId: string;
  ip: string;
  dataDir: string;
  healthUrl: string;
  /** Where its Caddy listens, where it has one. */
  ingressPort: number;
  program: Program;
  start(): void;
}

export interface ControllerHandle {
  healthUrl: string;
  apiUrl: string;
  program: Program;
  start(): void;
}

export interface Cluster {
  clusterId: string;
  dir: string;
  scratch: Scratch;
  endpoints: readonly string[];
  /** Its own; throws where the cluster was given endpoints. */
  readonly etcd: RunningEtcd;
  controllers: ControllerHandle[];
  agents: AgentHandle[];
  ctl(args: string[], input?: string): Promise<Output>;
  /** `ctl … -o json`, parsed; fails where ctl fails. */
  ctlJson<T>(args: string[]): Promise<T>;
  etcdctl(args: string[], input?: string): Promise<Output>;
  /** As a power cut would: agent, sidecar, Caddy and every workload of the node at once. */
  killNode(nodeId: string): Promise<void>;
  stop(): Promise<void>;
}

/** Command and first arguments of one of our programs, as it is built into dist/. */
function commandOf(program: 'ctl' | 'controller' | 'agent' | 'mesh-agent'): [string, ...string[]] {
  return [nodeBinary, join(repository, 'dist', `photoncloud-${program}`)];
}

/** Runs a command to its end. */
export function run(
  command: string,
  args: string[],
  options: { env?: Record<string, string>; input?: string; cwd?: string } = {},
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...options.env }, cwd: options.cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });
}

function toml(value: Record<string, unknown>): string {
  const lines: string[] = [];
  const tables: string[] = [];
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined) continue;
    if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) {
      tables.push(`[${key}]\n${toml(entry as Record<string, unknown>)}`);
    } else lines.push(`${key} = ${JSON.stringify(entry)}`);
  }
  return [...lines, ...tables].join('\n');
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const scratch = await createScratch(options.name);
  try {
    return await build(scratch, options);
  } catch (error) {
    await scratch.close();
    throw error;
  }
}

async function build(scratch: Scratch, options: ClusterOptions): Promise<Cluster> {
  const clusterId = `${options.name}-${randomBytes(3).toString('hex')}`.slice(0, 40);
  const environment = options.environment ?? 'dev';
  const etcd = options.endpoints ? undefined : await startEtcd();
  if (etcd) scratch.onClose(() => etcd.stop());
  const endpoints = options.endpoints ?? etcd?.endpoints ?? [];
  const caDir = join(scratch.dir, 'ca');
  const env = {
    PHOTONCLOUD_ENDPOINTS: endpoints.join(','),
    PHOTONCLOUD_CLUSTER: clusterId,
    PHOTONCLOUD_CONFIG: join(scratch.dir, 'none.toml'),
  };
  writeFileSync(env.PHOTONCLOUD_CONFIG, '');
  const [ctlCommand, ...ctlArgs] = commandOf('ctl');
  const ctl = (args: string[], input?: string) =>
    run(ctlCommand, [...ctlArgs, ...args], { env, ...(input === undefined ? {} : { input }) });
  const init = await ctl(['init', '--environment', environment, '--ca-dir', caDir]);
  if (init.code !== 0) throw new Error(`init failed: ${init.stderr}`);
  if (options.timings) {
    const meta = JSON.parse((await ctl(['get', 'cluster', '-o', 'json'])).stdout);
    const put = await ctl(['put', 'cluster', '-f', '-'], JSON.stringify({ ...meta, timings: options.timings }));
    if (put.code !== 0) throw new Error(`timings: ${put.stderr}`);
  }

  const parts: Parts = { scratch, options, clusterId, environment, endpoints, caDir };
  const controllers: ControllerHandle[] = [];
  for (let at = 0; at < (options.controllers ?? 1); at++) controllers.push(await controllerOf(parts, at));
  const apiUrls = controllers.map((controller) => controller.apiUrl);
  const agents: AgentHandle[] = [];
  for (let at = 0; at < options.nodes; at++) agents.push(await agentOf(parts, at, apiUrls));
  if (options.docker) {
    const docker = options.docker;
    scratch.onClose(async () => {
      // First the agents: one that lives starts again what is removed under it.
      await Promise.all(agents.map((agent) => agent.program.stop('SIGKILL')));
      await removeContainers(docker, `photoncloud.cluster=${clusterId}`);
    });
  }

  return {
    clusterId,
    dir: scratch.dir,
    scratch,
    endpoints,
    get etcd() {
      if (!etcd) throw new Error('the store of this cluster is not its own');
      return etcd;
    },
    controllers,
    agents,
    ctl,
    ctlJson: async <T>(args: string[]) => {
      const out = await ctl([...args, '-o', 'json']);
      if (out.code !== 0) throw new Error(`photoncloud-ctl ${args.join(' ')}: exit ${out.code}: ${out.stderr}`);
      return JSON.parse(out.stdout) as T;
    },
    etcdctl: (args, input) =>
      run('etcdctl', args, {
        env: { ETCDCTL_API: '3', ETCDCTL_ENDPOINTS: endpoints.join(',') },
        ...(input === undefined ? {} : { input }),
      }),
    killNode: (nodeId) => killNode(parts, agents, nodeId),
    stop: () => scratch.close(),
  };
}

interface Parts {
  scratch: Scratch;
  options: ClusterOptions;
  clusterId: string;
  environment: string;
  endpoints: readonly string[];
  caDir: string;
}

async function controllerOf(parts: Parts, at: number): Promise<ControllerHandle> {
  const { scratch, options, clusterId, endpoints, caDir } = parts;
  const address = options.controllerAddress ?? '127.0.0.1';
  const name = `controller-${at + 1}`;
  const health = await freePort();
  const api = await freePort(address);
  const stateDir = join(scratch.dir, name);
  mkdirSync(stateDir, { mode: 0o700 });
  const [command, ...first] = commandOf('controller');
  const args = [...first, '--endpoints', endpoints.join(','), '--cluster', clusterId, '--ca-dir', caDir];
  args.push('--bootstrap-token-file', join(caDir, 'bootstrap.token'), '--state-dir', stateDir);
  const config = join(scratch.dir, `${name}.toml`);
  writeFileSync(config, toml({ election: { lease_s: options.timings?.lease_s ?? 15 } }));
  args.push('--config', config, '--api-listen', `${address}:${api}`, '--health-listen', `127.0.0.1:${health}`, '--log-level', 'debug');
  const begin = () => startProgram(scratch, { name, command, args, logFile: join(scratch.dir, `${name}.log`) });
  const handle: ControllerHandle = {
    healthUrl: `http://127.0.0.1:${health}`,
    apiUrl: `https://${address}:${api}`,
    program: begin(),
    start: () => {
      handle.program = begin();
    },
  };
  return handle;
}

async function agentOf(parts: Parts, at: number, apiUrls: string[]): Promise<AgentHandle> {
  const { scratch, options, clusterId, environment, endpoints, caDir } = parts;
  const nodeId = `node-${at + 1}`;
  const loopback = `127.0.0.${(options.firstHost ?? 11) + at}`;
  const { ip, enter, docker } = options.places?.[at] ?? { ip: loopback, enter: [], docker: options.docker };
  const dataDir = join(scratch.dir, nodeId);
  mkdirSync(dataDir, { mode: 0o755 });
  // In a namespace all ports are free, and its loopback is not ours.
  const health = `${enter.length > 0 ? ip : '127.0.0.1'}:${await freePort()}`;
  const ingressPort = await (enter.length > 0 ? freePort() : freePort(ip));
  const config = join(scratch.dir, `${nodeId}.toml`);
  writeFileSync(
    config,
    toml({
      data_dir: dataDir,
      cluster: { cluster_id: clusterId, environment, endpoints },
      node: { node_id: nodeId },
      controller: { api: apiUrls, ca_file: join(caDir, 'root.crt'), bootstrap_token_file: join(caDir, 'bootstrap.token') },
      docker: docker ? { enabled: true, socket: docker.socketPath, network_pool: '10.211.0.0/16' } : { enabled: false },
      process: { enabled: true },
      mesh: { enabled: true, command: commandOf('mesh-agent'), default_mode: 'auto' },
      caddy: options.caddy === false ? { mode: 'off' } : { mode: 'managed', listen: [`${ip}:${ingressPort}`] },
      health: { listen: health },
      log: { level: 'debug', format: 'json' },
    }),
  );
  const [command = '', ...first] = [...enter, ...commandOf('agent')];
  const begin = () =>
    startProgram(scratch, {
      name: `agent-${nodeId}`,
      command,
      args: [...first, '--config', config],
      logFile: join(scratch.dir, `${nodeId}.log`),
    });
  const handle: AgentHandle = {
    nodeId,
    ip,
    dataDir,
    ingressPort,
    healthUrl: `http://${health}`,
    program: begin(),
    start: () => {
      handle.program = begin();
    },
  };
  return handle;
}

/** A second agent beside one that lives: the same node id and configuration, another data directory. */
export async function startSecondAgent(cluster: Cluster, agent: AgentHandle): Promise<Program> {
  const name = `second-${agent.nodeId}`;
  const dataDir = join(cluster.dir, name);
  mkdirSync(dataDir, { mode: 0o755 });
  const config = join(cluster.dir, `${name}.toml`);
  const health = await freePort();
  const former = readFileSync(join(cluster.dir, `${agent.nodeId}.toml`), 'utf8');
  const own = former.replaceAll(agent.dataDir, dataDir).replace(new URL(agent.healthUrl).host, `127.0.0.1:${health}`);
  writeFileSync(config, own.replaceAll(`${agent.ip}:${agent.ingressPort}`, `${agent.ip}:${await freePort(agent.ip)}`));
  const [command, ...first] = commandOf('agent');
  return startProgram(cluster.scratch, { name, command, args: [...first, '--config', config], logFile: join(cluster.dir, `${name}.log`) });
}

async function killNode(parts: Parts, agents: AgentHandle[], nodeId: string): Promise<void> {
  const agent = agents.find((a) => a.nodeId === nodeId);
  if (!agent) throw new Error(`no agent ${nodeId}`);
  if (agent.program.running()) agent.program.signal('SIGKILL');
  await agent.program.exited;
  for (const pid of processesNaming(agent.dataDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Already gone.
    }
  }
  const { docker } = parts.options;
  if (docker) await removeContainers(docker, `photoncloud.cluster=${parts.clusterId}`, `photoncloud.node=${nodeId}`);
}

/** Ids of containers that carry all of the labels, also those that do not run. */
export async function containersOf(docker: DockerEngineHandle, ...labels: string[]): Promise<string[]> {
  const filters = labels.flatMap((label) => ['--filter', `label=${label}`]);
  const out = await run('docker', ['-H', `unix://${docker.socketPath}`, 'ps', '-aq', '--no-trunc', ...filters]);
  if (out.code !== 0) throw new Error(`docker ps: ${out.stderr}`);
  return out.stdout.split('\n').filter(Boolean);
}

async function removeContainers(docker: DockerEngineHandle, ...labels: string[]): Promise<void> {
  const ids = await containersOf(docker, ...labels);
  const host = ['-H', `unix://${docker.socketPath}`];
  if (ids.length > 0) await run('docker', [...host, 'rm', '-f', ...ids]);
  const networks = await run('docker', [...host, 'network', 'ls', '-q', ...labels.flatMap((label) => ['--filter', `label=${label}`])]);
  const found = networks.stdout.split('\n').filter(Boolean);
  if (found.length > 0) await run('docker', [...host, 'network', 'rm', ...found]);
}

export interface InstanceView {
  instance_id: string;
  service: string;
  node_id: string;
  port: number;
  mesh_port?: number;
  state: string;
  desired?: string;
  slot?: number;
  revision?: string;
  reason?: string;
  restarts?: number;
  container_id?: string;
}

/** Instances of a service, or of all. */
export async function instancesOf(cluster: Cluster, service?: string): Promise<InstanceView[]> {
  const { records } = await readStore(cluster, service === undefined ? 'instances/' : `instances/${service}/`);
  return [...records.values()].map((text) => JSON.parse(text) as InstanceView);
}

/** Waits until a service has exactly `count` instances, all ready and wanted. */
export async function waitReady(cluster: Cluster, service: string, count: number, timeoutMs = 60_000): Promise<InstanceView[]> {
  let seen: InstanceView[] = [];
  try {
    return await waitFor(
      `${count} ready instances of ${service}`,
      async () => {
        seen = await instancesOf(cluster, service);
        const ready = seen.filter((i) => i.state === 'ready' && (i.desired ?? 'running') === 'running');
        return ready.length === count && seen.length === count ? ready : undefined;
      },
      timeoutMs,
    );
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}; instances: ${JSON.stringify(seen, null, 1)}`, {
      cause: error,
    });
  }
}

/** Ids of the JSON lines in a program's log that match. */
export function logLines(program: Program): Record<string, unknown>[] {
  return readFileSync(program.logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
