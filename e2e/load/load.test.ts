// Nothing fails under constant load, whatever is done to the cluster: through Caddy to `front`, which calls `back` through the mesh.
// Both exit at once on SIGTERM and neither tries anything twice; nor does the client. Prints what became of the requests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import type { Cluster, ControllerHandle } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { ensureImages } from '../harness/images.ts';
import { type EtcdMembers, startMembers } from '../hosts/etcd-members.ts';
import { createNet, type Net } from '../hosts/net.ts';
import { type Collector, type Load, type Outcome, startCollector, startLoad, tableOf } from './load.ts';
import { endOf } from '../scenarios/killing.ts';
import {
  apply,
  call,
  containers,
  eventually,
  ingressOf,
  instances,
  type Manifest,
  policyOf,
  readStore,
  readyInstances,
  serviceOf,
  startScene,
  statusOf,
} from '../scenarios/support.ts';

const host = 'front.example';
const held = 6;
const program = readFileSync(join(import.meta.dirname, 'app.mjs'), 'utf8');

let engine: DockerEngineHandle;
let net: Net;
let store: EtcdMembers;
let cluster: Cluster;
let collector: Collector;
let load: Load;

before(async () => {
  engine = await ensureDocker();
  await ensureImages(engine);
  net = await createNet();
  store = await startMembers(engine, net);
  ({ cluster } = await startScene(engine, { name: 'load', nodes: 3, controllers: 2, firstHost: 111, endpoints: store.endpoints }));
  collector = await startCollector();
  await apply(cluster, policyOf('*', 'back', 'strict', true), policyOf('*', 'front', 'strict', true), ...services(1, 2));
  await settled(2);
  await eventually(
    cluster,
    'a call through Caddy, front and back',
    async () => (await call(ingressOf(cluster), host, '/work')).status === 200,
  );
  const { host: ip, port } = ingressOf(cluster);
  load = await startLoad({ host: ip, port, hostHeader: host, perSecond: 30, streamsPerSecond: 0.4, held }, collector);
});

after(async () => {
  await cluster?.stop();
  await store?.stop();
  await net?.remove();
  collector?.close();
  await engine?.stop();
});

/** Streams last ten seconds: connections have a little more time to end. */
function services(version: number, replicas: number): Manifest[] {
  const run = (env: Record<string, string>): Manifest => ({
    command: ['/node', '--input-type=module', '-e', program],
    env: { VERSION: String(version), COLLECTOR_PORT: String(collector.port), ...env },
  });
  const fields = { replicas, drain_s: 15, update: { max_unavailable: 0, max_surge: 2 } };
  return [serviceOf('back', fields, run({})), serviceOf('front', { ...fields, routes: [{ host }] }, run({ UPSTREAM: 'back' }))];
}

async function settled(replicas: number): Promise<void> {
  await Promise.all(['back', 'front'].map((service) => readyInstances(cluster, service, replicas)));
}

async function leader(): Promise<ControllerHandle> {
  return eventually(cluster, 'a controller to lead', async () => {
    const name = (await readStore(cluster, 'controller/leader')).records.get('controller/leader');
    return cluster.controllers.find(({ program }) => program.running() && name?.endsWith(`:${program.pid}`));
  });
}

async function leftOn(node: string): Promise<string[]> {
  const { records } = await readStore(cluster, `assignments/${node}/`);
  const held = [...records.keys()].filter((path) => !path.includes('/ingress/'));
  const placed = (await instances(cluster)).filter((one) => one.node_id === node).map((one) => one.instance_id);
  const running = (await containers(engine, cluster)).filter((one) => one.labels['photoncloud.node'] === node).map((one) => one.name);
  return [...held, ...placed, ...running];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function operations(): Promise<void> {
  await load.during('nothing', () => pause(2_000));
  await load.during('rolling update', async () => {
    await apply(cluster, ...services(2, 2));
    await eventually(cluster, 'both rollouts to be complete', async () => {
      const states = await Promise.all(['back', 'front'].map(async (service) => (await statusOf(cluster, service))?.rollout?.state));
      return states.every((state) => state === 'complete');
    });
    await settled(2);
  });
  await load.during('agent restart', async () => {
    for (const agent of cluster.agents) {
      await endOf(agent.program, 'SIGKILL');
      agent.start();
    }
    for (const agent of cluster.agents)
      await eventually(cluster, `${agent.nodeId} to be ready`, async () => (await fetch(`${agent.healthUrl}/readyz`)).ok);
  });
  await load.during('etcd leader kill', async () => {
    const killed = await store.killLeader();
    await apply(cluster, serviceOf('proof', { mesh_mode: 'none' }));
    await readyInstances(cluster, 'proof', 1);
    await store.restart(killed);
  });
  await load.during('drain of a node', async () => {
    const out = await cluster.ctl(['node', 'drain', 'node-2', '--wait=60s']);
    // The wait is over exactly when nothing is left, never earlier.
    assert.deepEqual(await leftOn('node-2'), [], out.stdout);
    assert.equal(out.code, 0, out.stdout + out.stderr);
    assert.match(out.stdout, /^node\/node-2 draining\n[\s\S]*drained: nothing is left on it\n$/);
    assert.equal((await cluster.ctl(['node', 'uncordon', 'node-2'])).code, 0);
  });
  await load.during('controller kill, scale down', async () => {
    await endOf((await leader()).program, 'SIGKILL');
    await apply(cluster, ...services(2, 1));
    await settled(1);
  });
}

test('no request fails, and no POST is done twice, while everything is changed and killed', async (t: TestContext) => {
  let outcome: Outcome;
  try {
    await operations();
  } finally {
    outcome = await load.stop();
    t.diagnostic(`\n${tableOf(outcome.rows)}\nconnections held: ${held}, of which had to connect anew: ${outcome.reconnected}`);
  }
  const failures = outcome.rows.flatMap((row) => row.failures.slice(0, 5).map((failure) => `${row.operation}: ${failure}`));
  assert.deepEqual(failures, []);
  assert.deepEqual(outcome.notDone, [], 'POSTs that were answered and not done');
  for (const { operation, postsDoneTwice } of outcome.rows) assert.equal(postsDoneTwice, 0, `${operation}: POSTs done twice`);
  assert.equal(outcome.reconnected, 0, 'a connection that is held is not closed');
});
