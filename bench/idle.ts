// What a cluster costs that has nothing to do: 100 agents (the real program over simulated machines) and a controller on a
// real etcd, each with its own connection. Writes are seen by a watch; what may be written is the heartbeats alone.
import { createAgent } from '../agent/agent.ts';
import type { AgentConfig } from '../agent/config.ts';
import { SimulatedHost } from '../agent/simulated/host.ts';
import { SimulatedAuthority } from '../agent/simulated/signer.ts';
import { createController } from '../controller/controller.ts';
import { startEtcd } from '../e2e/harness/etcd.ts';
import { waitFor } from '../e2e/harness/scratch.ts';
import { systemClock } from '../src/loop/clock.ts';
import { silentLog } from '../src/loop/log.ts';
import type { Store } from '../src/loop/ports.ts';
import { systemRandom } from '../src/loop/random.ts';
import type { Node, Service, ServiceStatus } from '../src/model/generated.ts';
import { clusterPrefix, keyOf } from '../src/model/keys.ts';
import type { AnyRecord } from '../src/model/kinds.ts';
import { openEtcd } from '../src/store/etcd.ts';
import type { Figure } from './report.ts';

const clusterId = 'idle';
const nodes = 100;
const replicas = 200;
const heartbeatS = 30;
const instanceHeartbeatS = 300;
const measuredS = 90;
const image = 'example/app:1';

interface Running {
  stop(): Promise<void>;
}

function configOf(nodeId: string, endpoints: string[]): AgentConfig {
  return {
    data_dir: `/data/${nodeId}`,
    cluster: { cluster_id: clusterId, endpoints },
    node: { node_id: nodeId },
    docker: { enabled: true, network_pool: '10.210.0.0/16', network_prefix: 26 },
    process: { enabled: true },
    mesh: { enabled: true, command: ['mesh'], isolation: 'node', default_mode: 'auto', health_listen: '127.0.0.1:0' },
    caddy: { mode: 'off', command: ['caddy'], admin: '', listen: [':80'] },
    health: { listen: '127.0.0.1:0' },
    log: { level: 'error', format: 'json' },
  };
}

async function startOne(at: number, endpoints: string[], authority: SimulatedAuthority): Promise<Running> {
  const config = configOf(`node-${at}`, endpoints);
  const host = new SimulatedHost({ clock: systemClock, random: systemRandom });
  host.docker.images.add(image);
  const { caddy: _caddy, ...ports } = host.ports({ clusterId, nodeId: config.node.node_id, dataDir: config.data_dir });
  const store = openEtcd({ endpoints });
  const agent = createAgent(
    {
      ...ports,
      store,
      clock: systemClock,
      random: systemRandom,
      log: silentLog,
      facts: {
        machineId: systemRandom.hex(16),
        bootId: host.bootId,
        hostname: config.node.node_id,
        cpuMillicores: 8000,
        memoryBytes: 2 ** 34,
      },
      version: 'bench',
      signer: authority.signer(host, ports.life),
      environment: {},
    },
    config,
  );
  await agent.start();
  return {
    stop: async () => {
      await agent.stop(1_000);
      await store.close();
    },
  };
}

async function writeRecords(store: Store): Promise<void> {
  const put = (key: string, record: AnyRecord) => store.transact([], [{ type: 'put', key, value: JSON.stringify(record) }]);
  const timings = { lease_s: 15, node_grace_s: 30, heartbeat_s: heartbeatS };
  await put(keyOf(clusterId, 'cluster'), { cluster_id: clusterId, environment: 'dev', created_at: '2026-01-01T00:00:00Z', timings });
  for (let at = 0; at < nodes; at++) {
    const node: Node = { node_id: `node-${at}`, ip: `10.0.0.${at + 1}`, roles: ['worker'] };
    await put(keyOf(clusterId, 'node', node.node_id), node);
  }
  const service: Service = { name: 'app', ports: { http: 8080 }, protocol: 'http', replicas, run: { driver: 'docker', image } };
  await put(keyOf(clusterId, 'service', service.name), service);
}

interface Writes {
  count: number;
  unchanged: string[];
  byPrefix: Map<string, number>;
}

/** Every write below the cluster's prefix, and those that changed nothing. */
async function watchWrites(store: Store): Promise<{ writes: Writes; cancel(): void }> {
  const prefix = clusterPrefix(clusterId);
  const { kvs, revision } = await store.list(prefix);
  const values = new Map(kvs.map((kv) => [kv.key, kv.value]));
  const writes: Writes = { count: 0, unchanged: [], byPrefix: new Map() };
  const watch = store.watch(prefix, revision + 1, {
    onEvents: (events) => {
      for (const { key, kv, type } of events) {
        writes.count += 1;
        const group = key.slice(prefix.length).split('/')[0] ?? '';
        writes.byPrefix.set(group, (writes.byPrefix.get(group) ?? 0) + 1);
        if (type === 'put' && values.get(key) === kv.value) writes.unchanged.push(key);
        values.set(key, kv.value);
      }
    },
    onEnd: (end) => {
      throw new Error(`the watch ended: ${end.message}`);
    },
  });
  return { writes, cancel: () => watch.cancel() };
}

export async function idle(): Promise<Figure[]> {
  const etcd = await startEtcd();
  const store = openEtcd({ endpoints: etcd.endpoints });
  const running: Running[] = [];
  try {
    await writeRecords(store);
    const ports = {
      store: openEtcd({ endpoints: etcd.endpoints }),
      clock: systemClock,
      random: systemRandom,
      log: silentLog,
      files: new SimulatedHost({ clock: systemClock, random: systemRandom }).ports({ clusterId, nodeId: 'controller', dataDir: '/data' })
        .files,
    };
    const controller = await createController(ports, { clusterId, name: 'bench' });
    running.push({ stop: () => controller.close().then(() => ports.store.close()) });
    const authority = new SimulatedAuthority(clusterId, systemClock.now());
    for (let at = 0; at < nodes; at++) running.push(await startOne(at, etcd.endpoints, authority));
    await waitFor(`${replicas} ready`, async () => (await readyCount(store)) === replicas, 180_000);
    // The last status and the last heartbeats of the start are not idleness.
    await systemClock.sleep(20_000);
    return await measure(store);
  } finally {
    await Promise.all(running.map((part) => part.stop()));
    await store.close();
    await etcd.stop();
  }
}

async function readyCount(store: Store): Promise<number> {
  const { kv } = await store.get(keyOf(clusterId, 'service-status', 'app'));
  return kv ? (JSON.parse(kv.value) as ServiceStatus).ready : 0;
}

async function measure(store: Store): Promise<Figure[]> {
  const watch = await watchWrites(store);
  const before = process.cpuUsage();
  await systemClock.sleep(measuredS * 1000);
  const used = process.cpuUsage(before);
  watch.cancel();
  const { writes } = watch;
  process.stderr.write(`idle: writes by prefix ${JSON.stringify(Object.fromEntries(writes.byPrefix))}\n`);
  const cpuPercent = ((used.user + used.system) / 1e6 / measuredS) * 100;
  const allowed = nodes / heartbeatS + replicas / instanceHeartbeatS;
  return [
    {
      name: `writes of ${nodes} idle agents`,
      value: writes.count / measuredS,
      unit: '1/s',
      peer: 'heartbeats alone',
      peerValue: allowed,
      compared: 'ratio',
      target: { at_most: 1.3 },
    },
    {
      name: 'unchanged writes',
      value: writes.unchanged.length,
      unit: '',
      peer: 'limit',
      peerValue: 1,
      compared: 'value',
      target: { at_most: 0 },
    },
    {
      name: `CPU of ${nodes} idle agents and a controller`,
      value: cpuPercent,
      unit: '% of a core',
      peer: 'limit',
      peerValue: 100,
      compared: 'value',
      target: { at_most: 100 },
    },
  ];
}
