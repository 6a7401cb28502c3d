// A rolling update of 50 replicas: ours and Docker Swarm's, start-first, five at a time, on one engine, one after the other. Swarm has no
// readiness probe, which favours it.
import Docker from 'dockerode';
import { type Cluster, startCluster } from '../e2e/harness/cluster.ts';
import { startPrivateDocker } from '../e2e/harness/dockerd.ts';
import { benchImage, ensureImages } from '../e2e/harness/images.ts';
import { waitFor } from '../e2e/harness/scratch.ts';
import { addNodes } from './convergence.ts';
import { type Figure, median } from './report.ts';

const rounds = 3;
const replicas = 50;
const parallelism = 5;
const memoryBytes = 67_108_864;
const label = 'photoncloud.bench';

export async function rolling(): Promise<Figure[]> {
  // Swarm mode refuses an engine with live restore.
  const engine = await startPrivateDocker({ liveRestore: false });
  try {
    await ensureImages(engine);
    const docker = new Docker({ socketPath: engine.socketPath, version: 'v1.41' });
    await docker.swarmInit({ ListenAddr: '127.0.0.1:0', AdvertiseAddr: '127.0.0.1' });
    const cluster = await startCluster({ name: 'rolling', nodes: 3, docker: engine, caddy: false });
    const ours: number[] = [];
    const peers: number[] = [];
    try {
      await addNodes(cluster);
      for (let round = 0; round < rounds; round++) {
        const both = [async () => ours.push(await update(cluster, round)), async () => peers.push(await swarmUpdate(docker))];
        for (const one of round % 2 === 0 ? both : both.toReversed()) await one();
        process.stderr.write(`rolling round ${round + 1}: ${ours.at(-1)?.toFixed(1)} s, swarm ${peers.at(-1)?.toFixed(1)} s\n`);
      }
    } finally {
      await cluster.stop();
    }
    const name = `rolling update of ${replicas} replicas, ${parallelism} at a time`;
    return [
      {
        name,
        value: median(ours),
        unit: 's',
        peer: 'docker swarm',
        peerValue: median(peers),
        compared: 'ratio',
        target: { at_most: 1 },
      },
    ];
  } finally {
    await engine.stop();
  }
}

/** Seconds from apply until the rollout is complete and nothing of the former revision is left. */
async function update(cluster: Cluster, round: number): Promise<number> {
  const service = (version: number): string =>
    JSON.stringify({
      kind: 'Service',
      name: 'bench',
      protocol: 'http',
      ports: { http: 8080 },
      replicas,
      run: { driver: 'docker', image: benchImage, env: { VERSION: String(version) }, stop_timeout_s: 0 },
      resources: { memory_bytes: memoryBytes },
      health: { type: 'http', path: '/healthz', interval_s: 1 },
      update: { order: 'start-first', max_surge: parallelism, max_unavailable: 0 },
      mesh_mode: 'none',
      drain_s: 0,
    });
  const apply = async (version: number): Promise<void> => {
    const out = await cluster.ctl(['apply', '-f', '-', '--wait=300s'], service(version));
    if (out.code !== 0) throw new Error(out.stdout + out.stderr);
    await waitFor(
      'the former ones to be gone',
      async () => (await cluster.ctlJson<unknown[]>(['get', 'instance'])).length === replicas,
      120_000,
    );
  };
  await apply(2 * round);
  const begin = performance.now();
  await apply(2 * round + 1);
  const taken = (performance.now() - begin) / 1000;
  const gone = await cluster.ctl(['delete', 'service', 'bench', '--wait=120s']);
  if (gone.code !== 0) throw new Error(gone.stderr);
  return taken;
}

/** Seconds until Swarm says that the update is completed. */
async function swarmUpdate(docker: Docker): Promise<number> {
  const spec = (version: number): object => ({
    Name: 'bench-rolling',
    Labels: { [label]: 'rolling' },
    TaskTemplate: {
      ContainerSpec: { Image: benchImage, Env: [`VERSION=${version}`], Labels: { [label]: 'rolling' }, StopGracePeriod: 0 },
      Resources: { Limits: { MemoryBytes: memoryBytes } },
    },
    Mode: { Replicated: { Replicas: replicas } },
    // Swarm counts a task that has run for Monitor as updated: as short as it can be.
    UpdateConfig: { Parallelism: parallelism, Order: 'start-first', Monitor: 1_000_000, Delay: 0 },
  });
  const containers = async (status?: string): Promise<number> =>
    (
      await docker.listContainers({
        all: status === undefined,
        filters: { label: [`${label}=rolling`], ...(status !== undefined && { status: [status] }) },
      })
    ).length;
  const { id } = await docker.createService(spec(1));
  const service = docker.getService(id);
  await waitFor('swarm to converge', async () => (await containers('running')) >= replicas, 300_000);
  const begin = performance.now();
  const { Version } = (await service.inspect()) as { Version: { Index: number } };
  await service.update({ version: Version.Index, ...spec(2) });
  await waitFor(
    'swarm to update',
    async () =>
      ((await service.inspect()) as { UpdateStatus?: { State: string } }).UpdateStatus?.State === 'completed' &&
      (await containers('running')) === replicas,
    300_000,
  );
  const taken = (performance.now() - begin) / 1000;
  await service.remove();
  await waitFor('swarm to clean up', async () => (await containers()) === 0, 300_000);
  return taken;
}
