// From "apply" to "all ready": ours, Docker Swarm's `service create`, and the same number of raw parallel create and start
// calls followed by the same readiness probe. All on one engine, one after the other, the order changing each round.
import { get } from 'node:http';
import Docker from 'dockerode';
import { type Cluster, startCluster } from '../e2e/harness/cluster.ts';
import { startPrivateDocker } from '../e2e/harness/dockerd.ts';
import { benchImage, ensureImages } from '../e2e/harness/images.ts';
import { waitFor } from '../e2e/harness/scratch.ts';
import { openEtcd } from '../src/store/etcd.ts';
import { prefixOf } from '../src/model/keys.ts';
import { type Figure, median } from './report.ts';

const rounds = 5;
const appPort = 8080;
const longestMs = 300_000;
const label = 'photoncloud.bench';
const memoryBytes = 67_108_864;

/** Runs the three ways for each size and gives two figures a size. */
export async function convergence(sizes: readonly number[] = [10, 50]): Promise<Figure[]> {
  // Swarm mode refuses an engine with live restore.
  const engine = await startPrivateDocker({ liveRestore: false });
  try {
    await ensureImages(engine);
    const docker = new Docker({ socketPath: engine.socketPath, version: 'v1.41' });
    await docker.swarmInit({ ListenAddr: '127.0.0.1:0', AdvertiseAddr: '127.0.0.1' });
    const cluster = await startCluster({ name: 'bench', nodes: 3, docker: engine, caddy: false });
    try {
      await addNodes(cluster);
      const figures: Figure[] = [];
      for (const size of sizes) figures.push(...(await compare(cluster, docker, size)));
      return figures;
    } finally {
      await cluster.stop();
    }
  } finally {
    await engine.stop();
  }
}

async function compare(cluster: Cluster, docker: Docker, size: number): Promise<Figure[]> {
  const ways = {
    photoncloud: () => ours(cluster, size),
    swarm: () => swarm(docker, size),
    raw: () => raw(docker, size),
  };
  const seconds: Record<keyof typeof ways, number[]> = { photoncloud: [], swarm: [], raw: [] };
  for (let round = 0; round < rounds; round++) {
    const order = (Object.keys(ways) as (keyof typeof ways)[]).toSorted((a, b) => ((a.length + round) % 3) - ((b.length + round) % 3));
    for (const way of order) {
      const taken = await ways[way]();
      seconds[way].push(taken);
      process.stderr.write(`convergence ${size} round ${round + 1} ${way} ${taken.toFixed(2)} s\n`);
    }
  }
  const value = median(seconds.photoncloud);
  const name = `convergence of ${size} replicas`;
  return [
    { name, value, unit: 's', peer: 'raw docker', peerValue: median(seconds.raw), compared: 'ratio', target: { at_most: 1.15 } },
    { name, value, unit: 's', peer: 'docker swarm', peerValue: median(seconds.swarm), compared: 'ratio', target: { at_most: 1 } },
  ];
}

export async function addNodes(cluster: Cluster): Promise<void> {
  const nodes = cluster.agents.map((agent) =>
    JSON.stringify({
      kind: 'Node',
      node_id: agent.nodeId,
      ip: agent.ip,
      app_addr: agent.ip,
      roles: ['worker'],
      capacity: { cpu_millicores: 64_000, memory_bytes: 64 * 2 ** 30 },
    }),
  );
  const out = await cluster.ctl(['apply', '-f', '-'], nodes.join('\n---\n'));
  if (out.code !== 0) throw new Error(out.stderr);
  await waitFor('nodes to be active', async () =>
    (await cluster.ctlJson<{ state: string }[]>(['get', 'node'])).every((node) => node.state === 'active'),
  );
}

/** Seconds from the call of apply until the record of the last instance says ready. */
async function ours(cluster: Cluster, size: number): Promise<number> {
  const store = openEtcd({ endpoints: cluster.etcd.endpoints });
  const prefix = prefixOf(cluster.clusterId, 'instance', 'bench');
  const { revision } = await store.list(prefix);
  const ready = new Set<string>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const watch = store.watch(prefix, revision + 1, {
    onEvents: (events) => {
      for (const event of events) {
        if (event.type === 'put' && (JSON.parse(event.kv.value) as { state: string }).state === 'ready') ready.add(event.key);
      }
      if (ready.size >= size) resolve();
    },
    onEnd: (end) => resolve(Promise.reject(new Error(end.message))),
  });
  const service = {
    kind: 'Service',
    name: 'bench',
    protocol: 'http',
    ports: { http: appPort },
    replicas: size,
    run: { driver: 'docker', image: benchImage, stop_timeout_s: 0 },
    resources: { memory_bytes: memoryBytes },
    health: { type: 'http', path: '/healthz', interval_s: 1 },
    drain_s: 0,
  };
  const begin = performance.now();
  const out = await cluster.ctl(['apply', '-f', '-'], JSON.stringify(service));
  if (out.code !== 0) throw new Error(out.stderr);
  const timer = setTimeout(
    () => resolve(Promise.reject(new Error(`${ready.size} of ${size} are ready after ${longestMs / 1000} s`))),
    longestMs,
  );
  await promise;
  const taken = (performance.now() - begin) / 1000;
  clearTimeout(timer);
  watch.cancel();
  await store.close();
  const gone = await cluster.ctl(['delete', 'service', 'bench', '--wait=120s']);
  if (gone.code !== 0) throw new Error(gone.stderr);
  return taken;
}

/** Seconds until Swarm says that all tasks run; its tasks have no readiness probe, which favours it. */
async function swarm(docker: Docker, size: number): Promise<number> {
  const begin = performance.now();
  const service = await docker.createService({
    Name: 'bench-swarm',
    Labels: { [label]: 'swarm' },
    TaskTemplate: {
      ContainerSpec: { Image: benchImage, Labels: { [label]: 'swarm' }, StopGracePeriod: 0 },
      Resources: { Limits: { MemoryBytes: memoryBytes } },
    },
    Mode: { Replicated: { Replicas: size } },
  } as never);
  await waitFor('swarm to converge', async () => (await running(docker, 'swarm')) >= size, 300_000);
  const taken = (performance.now() - begin) / 1000;
  await docker.getService(service.id).remove();
  await waitFor(
    'swarm to clean up',
    async () => (await docker.listContainers({ all: true, filters: { label: [`${label}=swarm`] } })).length === 0,
    300_000,
  );
  return taken;
}

async function running(docker: Docker, value: string): Promise<number> {
  return (await docker.listContainers({ filters: { label: [`${label}=${value}`], status: ['running'] } })).length;
}

/** Seconds for parallel create, start and probe calls without any orchestrator. */
export async function raw(docker: Docker, size: number): Promise<number> {
  const begin = performance.now();
  const containers = await Promise.all(Array.from({ length: size }, (_, at) => rawOne(docker, 21_000 + at)));
  const taken = (performance.now() - begin) / 1000;
  await Promise.all(containers.map((container) => container.remove({ force: true })));
  return taken;
}

async function rawOne(docker: Docker, port: number): Promise<Docker.Container> {
  const container = await docker.createContainer({
    Image: benchImage,
    Labels: { [label]: 'raw' },
    ExposedPorts: { [`${appPort}/tcp`]: {} },
    HostConfig: { PortBindings: { [`${appPort}/tcp`]: [{ HostIp: '127.0.0.1', HostPort: String(port) }] }, Memory: memoryBytes },
  });
  await container.start();
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 100));
  return container;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/healthz', agent: false, timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
