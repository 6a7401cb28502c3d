// What the scenarios share: manifests, waits that fail with the logs of every program, calls from outside, views of the engine.
// Guarantees: every wait has a deadline; a failure names what was waited for, what was last seen, and the last lines of each log.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import Docker from 'dockerode';
import { type Cluster, type ClusterOptions, run, startCluster } from '../harness/cluster.ts';
import type { DockerEngineHandle } from '../harness/dockerd.ts';
import { decoded, key, readRecord, readStore } from '../harness/records.ts';
import { type Program, waitFor } from '../harness/scratch.ts';

export { readRecord, readStore };

/** Short enough for tests, long enough for two slow cores. */
export const shortTimings = { lease_s: 5, node_grace_s: 4, heartbeat_s: 5 };

export interface NodeRecord {
  kind: 'Node';
  node_id: string;
  ip: string;
  app_addr: string;
  roles: string[];
  labels: Record<string, string>;
  capacity: { cpu_millicores: number; memory_bytes: number };
}

export type Manifest = Record<string, unknown>;

/** A Node record for each agent; the first has the role ingress too. */
export function nodesOf(cluster: Cluster, change: (node: NodeRecord, at: number) => Manifest = (node) => ({ ...node })): Manifest[] {
  return cluster.agents.map((agent, at) =>
    change(
      {
        kind: 'Node',
        node_id: agent.nodeId,
        ip: agent.ip,
        app_addr: agent.ip,
        roles: at === 0 ? ['worker', 'ingress'] : ['worker'],
        labels: { zone: String.fromCharCode(97 + at) },
        capacity: { cpu_millicores: 16_000, memory_bytes: 16 * 1024 ** 3 },
      },
      at,
    ),
  );
}

/** A Service of the demo app that becomes ready fast and drains fast. */
export function serviceOf(name: string, fields: Manifest = {}, run: Manifest = {}): Manifest {
  return {
    name,
    protocol: 'http',
    ports: { http: 8080 },
    mesh_mode: 'agent',
    replicas: 1,
    run: { driver: 'docker', image: 'photoncloud/demo-app:1', stop_timeout_s: 2, ...run },
    health: { type: 'http', path: '/healthz', interval_s: 1 },
    drain_s: 4,
    ...fields,
  };
}

export function policyOf(source: string, target: string, mode: 'strict' | 'permissive' | 'disabled', required: boolean): Manifest {
  const name = (service: string) => (service === '*' ? 'all' : service);
  return {
    kind: 'MTLSPolicy',
    policy_id: `${name(source)}-to-${name(target)}`,
    environment: 'dev',
    source_service: source,
    target_service: target,
    mtls_required: required,
    mode,
  };
}

/** `photoncloud-ctl apply` of records that say their kind (a Service need not). */
export async function apply(cluster: Cluster, ...records: Manifest[]): Promise<void> {
  const text = records.map((record) => JSON.stringify({ kind: 'Service', ...record })).join('\n---\n');
  const out = await cluster.ctl(['apply', '-f', '-'], text);
  assert.equal(out.code, 0, `apply failed: ${out.stdout}${out.stderr}`);
}

/** Puts bytes under a key by hand, as an operator with etcdctl would. */
export async function putByHand(cluster: Cluster, path: string, value: Manifest | string): Promise<void> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const out = await cluster.etcdctl(['put', key(cluster, path)], text);
  assert.equal(out.code, 0, `etcdctl put ${path}: ${out.stderr}`);
}

export async function deleteByHand(cluster: Cluster, path: string): Promise<void> {
  const out = await cluster.etcdctl(['del', key(cluster, path)]);
  assert.equal(out.code, 0, `etcdctl del ${path}: ${out.stderr}`);
  assert.equal(out.stdout.trim(), '1', `etcdctl del ${path}: nothing was there`);
}

// ---------------------------------------------------------------- waiting

function tail(program: Program, lines: number): string {
  return `--- ${program.name}${program.running() ? '' : ' (ended)'}\n${program.log().trimEnd().split('\n').slice(-lines).join('\n')}`;
}

function logTails(cluster: Cluster, lines = 12): string {
  return [...cluster.controllers, ...cluster.agents].map((part) => tail(part.program, lines)).join('\n');
}

/** Waits for a condition; a failure carries the state of the cluster and the end of every program's log. */
export async function eventually<T>(
  cluster: Cluster,
  what: string,
  look: () => Promise<T> | T,
  timeoutMs = 45_000,
): Promise<NonNullable<T>> {
  try {
    return await waitFor(what, look, timeoutMs);
  } catch (error) {
    const status = await cluster.ctl(['status']).catch((failure: Error) => ({ stdout: '', stderr: failure.message }));
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${status.stdout}${status.stderr}\n${logTails(cluster)}`, {
      cause: error,
    });
  }
}

export interface Instance {
  instance_id: string;
  service: string;
  node_id: string;
  ip: string;
  port: number;
  mesh_port?: number;
  state: string;
  desired?: string;
  pinned?: boolean;
  revision?: string;
  reason?: string;
  restarts?: number;
  container_id?: string;
}

/** Instance records as they stand in the store; what does not parse is left out. */
export async function instances(cluster: Cluster, service?: string): Promise<Instance[]> {
  const { records } = await readStore(cluster, service === undefined ? 'instances/' : `instances/${service}/`);
  return [...records.values()].flatMap((text) => {
    try {
      return [JSON.parse(text) as Instance];
    } catch {
      return [];
    }
  });
}

/** Exactly `count` instances, every one ready and wanted. */
export async function readyInstances(cluster: Cluster, service: string, count: number, timeoutMs = 60_000): Promise<Instance[]> {
  let seen: Instance[] = [];
  const look = async () => {
    seen = await instances(cluster, service);
    const good = seen.every((i) => i.state === 'ready' && (i.desired ?? 'running') === 'running');
    return good && seen.length === count ? seen : undefined;
  };
  return eventually(cluster, `${count} ready instances of ${service} and no other`, look, timeoutMs).catch((error: Error) => {
    throw new Error(`${error.message}\ninstances: ${JSON.stringify(seen, null, 1)}`, { cause: error });
  });
}

export interface Status {
  observed_mod_revision: number;
  desired: number;
  ready: number;
  updated: number;
  blocked: { slot?: number; reason: string; message: string }[];
  conditions: { type: string; reason: string; message: string; key?: string; path?: string }[];
  rollout?: { state: string; revision: string };
}

export const statusOf = (cluster: Cluster, service: string): Promise<Status | undefined> =>
  readRecord<Status>(cluster, `status/services/${service}`);

// ---------------------------------------------------------------- the engine, from outside

export interface Container {
  id: string;
  name: string;
  startedAt: string;
  running: boolean;
  labels: Record<string, string>;
  gateway: string;
  network: string;
}

export async function docker(engine: DockerEngineHandle, ...args: string[]): Promise<string> {
  const out = await run('docker', ['-H', `unix://${engine.socketPath}`, ...args]);
  if (out.code !== 0) throw new Error(`docker ${args.join(' ')}: exit ${out.code}: ${out.stderr}`);
  return out.stdout;
}

/** Containers that carry the label, whatever their state, by id. Asked of the engine itself, because waits ask again and again. */
async function containersByLabel(engine: DockerEngineHandle, label: string): Promise<Container[]> {
  const api = new Docker({ socketPath: engine.socketPath, version: 'v1.41', timeout: 30_000 });
  const listed = await api.listContainers({ all: true, filters: { label: [label] } });
  const looked = await Promise.all(
    listed.map(({ Id }) =>
      api
        .getContainer(Id)
        .inspect()
        .catch((error: { statusCode?: number }) => {
          // Removed between the two questions.
          if (error.statusCode === 404) return undefined;
          throw error;
        }),
    ),
  );
  return looked
    .filter((found) => found !== undefined)
    .map((found) => {
      const [network, settings] = Object.entries(found.NetworkSettings.Networks)[0] ?? ['', { Gateway: '' }];
      const { StartedAt: startedAt, Running: running } = found.State;
      return {
        id: found.Id,
        name: found.Name.slice(1),
        startedAt,
        running,
        labels: found.Config.Labels ?? {},
        gateway: settings.Gateway,
        network,
      };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Containers of a cluster, or of one of its services. */
export async function containers(engine: DockerEngineHandle, cluster: Cluster, service?: string): Promise<Container[]> {
  const all = await containersByLabel(engine, `photoncloud.cluster=${cluster.clusterId}`);
  return service === undefined ? all : all.filter((container) => container.labels['photoncloud.service'] === service);
}

/** What must not change where nothing may be restarted. */
export async function lifeOf(engine: DockerEngineHandle, cluster: Cluster, service?: string): Promise<string[]> {
  return (await containers(engine, cluster, service)).map(
    (c) => `${c.name} ${c.id.slice(0, 12)} since ${c.startedAt}${c.running ? '' : ' (not running)'}`,
  );
}

// ---------------------------------------------------------------- calls from outside

export interface Reply {
  status: number;
  body: string;
}

/** One HTTP request on a connection of its own. Rejects where no whole answer came. */
export function call(
  address: { host: string; port: number },
  host: string,
  path = '/',
  headers: Record<string, string> = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...address, path, agent: false, timeout: 10_000, headers: { host, ...headers } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer within 10 s')));
    sent.once('error', reject);
    sent.end();
  });
}

/** Where the ingress of the first node listens. */
export function ingressOf(cluster: Cluster): { host: string; port: number } {
  const [agent] = cluster.agents;
  assert.ok(agent, 'the cluster has no agent');
  return { host: agent.ip, port: agent.ingressPort };
}

export interface Sample {
  /** Wall clock, ms: when the answer was complete. */
  at: number;
  tookMs: number;
  /** Status, or 0 where no whole answer came. */
  status: number;
  detail: string;
}

/** Calls again and again, about 30 times a second, until stopped. */
export function steadyCalls(
  address: { host: string; port: number },
  host: string,
  path = '/',
): { samples: Sample[]; stop: () => Promise<Sample[]> } {
  const samples: Sample[] = [];
  const over = new AbortController();
  const loop = async () => {
    while (!over.signal.aborted) {
      const since = performance.now();
      const sample = await call(address, host, path).then(
        (reply) => ({ status: reply.status, detail: reply.body.slice(0, 200) }),
        (error: Error) => ({ status: 0, detail: error.message }),
      );
      samples.push({ at: Date.now(), tookMs: performance.now() - since, ...sample });
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  const done = loop();
  return {
    samples,
    stop: async () => {
      over.abort();
      await done;
      return samples;
    },
  };
}

/** Samples whose status is none of the allowed, in words; empty where all is well. */
export function failures(samples: Sample[], ...allowed: number[]): string[] {
  const bad = samples.filter((sample) => !allowed.includes(sample.status));
  return bad.slice(0, 5).map((sample) => `${sample.status} ${sample.detail} (one of ${bad.length} of ${samples.length})`);
}

// ---------------------------------------------------------------- the store, watched

export interface Write {
  type: 'put' | 'delete';
  path: string;
  value: string;
}

interface EtcdEvents {
  Events?: { type?: number; kv: { key: string; value?: string } }[];
}

/** Every write below the cluster's prefix from now on, as etcdctl sees them. */
export async function watchWrites(cluster: Cluster): Promise<{ writes: Write[]; stop: () => void }> {
  const writes: Write[] = [];
  const { revision } = await readStore(cluster, 'meta');
  const args = ['watch', '--prefix', key(cluster, ''), '--rev', String(revision + 1), '-w', 'json'];
  const child: ChildProcess = spawn('etcdctl', args, {
    env: { ...process.env, ETCDCTL_API: '3', ETCDCTL_ENDPOINTS: cluster.endpoints.join(','), PHOTONCLOUD_SCRATCH: cluster.dir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let pending = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      for (const event of (JSON.parse(line) as EtcdEvents).Events ?? []) {
        const path = decoded(event.kv.key).slice(key(cluster, '').length);
        writes.push({ type: event.type === 1 ? 'delete' : 'put', path, value: decoded(event.kv.value ?? '') });
      }
    }
  });
  return { writes, stop: () => void child.kill() };
}

// ---------------------------------------------------------------- clusters

export interface Scene {
  cluster: Cluster;
  engine: DockerEngineHandle;
}

/** A cluster whose nodes are registered and active. */
export async function startScene(engine: DockerEngineHandle, options: Omit<ClusterOptions, 'docker'>): Promise<Scene> {
  const cluster = await startCluster({ timings: shortTimings, ...options, docker: engine });
  try {
    await apply(cluster, ...nodesOf(cluster));
    await nodesActive(cluster);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return { cluster, engine };
}

export async function nodesActive(cluster: Cluster, timeoutMs = 45_000): Promise<void> {
  const look = async () => {
    const states = await Promise.all(cluster.agents.map(async (agent) => (await readRecord(cluster, `nodes/${agent.nodeId}`))?.['state']));
    return states.every((state) => state === 'active');
  };
  await eventually(cluster, 'every node to be active', look, timeoutMs);
}
