// A node dies with its agent, its sidecar and all of its 20 containers: how long after its lease and the grace are over until as many
// others are ready elsewhere. The peer is raw parallel create, start and probe calls for as many containers.
import Docker from 'dockerode';
import { type Cluster, startCluster } from '../e2e/harness/cluster.ts';
import { startPrivateDocker } from '../e2e/harness/dockerd.ts';
import { benchImage, ensureImages } from '../e2e/harness/images.ts';
import { waitFor } from '../e2e/harness/scratch.ts';
import type { Instance } from '../e2e/scenarios/support.ts';
import { keyOf, prefixOf } from '../src/model/keys.ts';
import { openEtcd } from '../src/store/etcd.ts';
import { addNodes, raw } from './convergence.ts';
import { type Figure, median } from './report.ts';

const rounds = 3;
const lost = 20;
const timings = { lease_s: 5, node_grace_s: 3, heartbeat_s: 5 };

export async function failover(): Promise<Figure[]> {
  const engine = await startPrivateDocker();
  try {
    await ensureImages(engine);
    const docker = new Docker({ socketPath: engine.socketPath, version: 'v1.41' });
    const seconds: number[] = [];
    const peers: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const cluster = await startCluster({ name: 'failover', nodes: 3, docker: engine, caddy: false, timings });
      try {
        await addNodes(cluster);
        seconds.push(await kill(cluster));
      } finally {
        await cluster.stop();
      }
      peers.push(await raw(docker, lost));
      process.stderr.write(`failover round ${round + 1}: ${seconds.at(-1)?.toFixed(2)} s, raw ${peers.at(-1)?.toFixed(2)} s\n`);
    }
    const name = `node killed, ${lost} replacements ready without a sidecar, after lease and grace`;
    const value = median(seconds);
    return [
      { name, value, unit: 's', peer: 'limit', peerValue: 1.5, compared: 'value', target: { at_most: 1.5 } },
      { name, value, unit: 's', peer: 'raw docker', peerValue: median(peers), compared: 'ratio', target: { at_most: 1.15 } },
    ];
  } finally {
    await engine.stop();
  }
}

/** Seconds from the end of the grace until all are ready on the nodes that are left. */
async function kill(cluster: Cluster): Promise<number> {
  const service = {
    kind: 'Service',
    name: 'bench',
    protocol: 'http',
    ports: { http: 8080 },
    replicas: 3 * lost,
    run: { driver: 'docker', image: benchImage, stop_timeout_s: 0 },
    health: { type: 'http', path: '/healthz', interval_s: 1 },
    drain_s: 0,
    mesh_mode: 'none',
  };
  const out = await cluster.ctl(['apply', '-f', '-', '--wait=180s'], JSON.stringify(service));
  if (out.code !== 0) throw new Error(out.stdout + out.stderr);
  const store = openEtcd({ endpoints: cluster.etcd.endpoints });
  try {
    const prefix = prefixOf(cluster.clusterId, 'instance', 'bench');
    const list = async (): Promise<Instance[]> => (await store.list(prefix)).kvs.map(({ value }) => JSON.parse(value) as Instance);
    const [victim] = cluster.agents;
    const onVictim = (await list()).filter((one) => one.node_id === victim?.nodeId).length;
    if (!victim || onVictim !== lost) throw new Error(`${onVictim} of ${lost} instances are on the node that is to be killed`);
    const { promise: leaseEnded, resolve } = Promise.withResolvers<number>();
    const liveness = keyOf(cluster.clusterId, 'liveness', victim.nodeId);
    const watch = store.watch(liveness, (await store.get(liveness)).revision + 1, {
      onEvents: (events) => {
        if (events.some(({ type }) => type === 'delete')) resolve(performance.now());
      },
      onEnd: ({ message }) => resolve(Promise.reject(new Error(message))),
    });
    await cluster.killNode(victim.nodeId);
    const endedMs = await leaseEnded;
    watch.cancel();
    await waitFor(
      'all to be ready elsewhere',
      async () => (await list()).filter((one) => one.node_id !== victim.nodeId && one.state === 'ready').length === 3 * lost,
      120_000,
    );
    return (performance.now() - endedMs) / 1000 - timings.node_grace_s;
  } finally {
    await store.close();
  }
}
