// Where instances go and what happens when they can't: images, ports, nodes that leave and return, neighbours on one engine.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { type AgentHandle, type Cluster, logLines } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { benchImage, ensureImages } from '../harness/images.ts';
import { freePort } from '../harness/scratch.ts';
import {
  apply,
  call,
  containers,
  deleteByHand,
  docker,
  eventually,
  failures,
  ingressOf,
  instances,
  lifeOf,
  readStore,
  readyInstances,
  serviceOf,
  startScene,
  statusOf,
  steadyCalls,
  watchWrites,
} from './support.ts';

let engine: DockerEngineHandle;
/** Three nodes, where everything happens. */
let cluster: Cluster;
/** One node on the same engine, where nothing happens: it is watched all the while. */
let neighbour: Cluster;
let neighbourWrites: Awaited<ReturnType<typeof watchWrites>>;
let watchedSince: number;
/** The same by the wall clock. */
let watchedAt: number;

before(async () => {
  engine = await ensureDocker();
  await ensureImages(engine);
  const timings = { lease_s: 10, node_grace_s: 10, heartbeat_s: 5 };
  ({ cluster: neighbour } = await startScene(engine, { name: 'idle', nodes: 1, firstHost: 51, timings }));
  await apply(
    neighbour,
    serviceOf('twin', { routes: [{ host: 'twin.example' }] }),
    serviceOf('other', { upstreams: [{ service: 'twin' }] }),
  );
  await readyInstances(neighbour, 'twin', 1);
  await readyInstances(neighbour, 'other', 1);
  await eventually(neighbour, 'twin to be served', async () => (await call(ingressOf(neighbour), 'twin.example')).status === 200);
  ({ cluster } = await startScene(engine, { name: 'placing', nodes: 3, firstHost: 41 }));
  // Whatever the neighbour still had to say of its start, such as certificates, has been said by now.
  neighbourWrites = await watchWrites(neighbour);
  watchedSince = performance.now();
  watchedAt = Date.now();
});

after(async () => {
  neighbourWrites?.stop();
  await cluster?.stop();
  await neighbour?.stop();
  await engine?.stop();
});

async function gone(service: string): Promise<void> {
  await deleteByHand(cluster, `services/${service}`);
  await eventually(cluster, `${service} to be gone`, async () => {
    const left = await containers(engine, cluster, service);
    return left.length === 0 && (await instances(cluster, service)).length === 0;
  });
}

const text = (value: unknown): string => JSON.stringify(value);

interface FailureLine {
  kind: string;
  key: string;
  failures: number;
  retry_in_ms: number;
}

/** What the agents' logs tell of failed actions of a service. */
function failedActions(service: string, kind: string): FailureLine[] {
  return cluster.agents.flatMap((agent) =>
    (logLines(agent.program) as unknown as FailureLine[]).filter(
      (line) => line.kind === kind && line.failures > 0 && line.key.includes(`/${service}`),
    ),
  );
}

function doneActions(service: string, kind: string): number {
  return cluster.agents.flatMap((agent) =>
    logLines(agent.program).filter(
      (line) => line['msg'] === 'done' && line['kind'] === kind && String(line['key']).includes(`/${service}`),
    ),
  ).length;
}

test('an image that does not exist: the reason on the instance, growing pauses, the old revision serves on', async () => {
  const good = serviceOf('app', { routes: [{ host: 'app.example' }] });
  await apply(cluster, good);
  const [old] = await readyInstances(cluster, 'app', 1);
  assert.ok(old);
  await eventually(cluster, 'app to be served', async () => (await call(ingressOf(cluster), 'app.example')).status === 200);
  const life = await lifeOf(engine, cluster, 'app');
  const calls = steadyCalls(ingressOf(cluster), 'app.example');

  await apply(cluster, serviceOf('app', { routes: [{ host: 'app.example' }] }, { image: 'localhost:1/no-such-image:7' }));
  const failing = await eventually(cluster, 'the reason on the new instance', async () =>
    (await instances(cluster, 'app')).find((i) => i.instance_id !== old.instance_id && i.reason?.startsWith('image_missing')),
  );
  assert.match(failing.reason ?? '', /no-such-image/, 'the reason names the image');
  const tries = await eventually(cluster, 'three attempts', () => {
    const found = failedActions('app', 'ensure_image');
    return found.length >= 3 ? found.slice(0, 3) : undefined;
  });
  assert.deepEqual(
    tries.map((t) => t.failures),
    [1, 2, 3],
  );
  const pauses = tries.map((t) => t.retry_in_ms);
  assert.ok((pauses[2] ?? 0) >= 1.9 * (pauses[0] ?? 0), `the pauses grow: ${pauses.join(', ')} ms`);
  assert.ok((pauses[0] ?? 0) >= 1000, `nobody hammers a registry: ${pauses.join(', ')} ms`);
  const still = (await instances(cluster, 'app')).find((i) => i.instance_id === old.instance_id);
  assert.equal(still?.state, 'ready');
  assert.equal(still?.desired ?? 'running', 'running');

  await apply(cluster, good);
  const [back] = await readyInstances(cluster, 'app', 1);
  assert.equal(back?.instance_id, old.instance_id, 'the old instance is the only one again');
  assert.deepEqual(failures(await calls.stop(), 200), [], 'the old revision served all the while');
  assert.deepEqual(await lifeOf(engine, cluster, 'app'), life);
  await gone('app');
});

interface PortsOf {
  app?: { port: number };
  mesh: { bind?: { port: number }; control?: number; upstreams?: { bind: number }[] };
}

/** The highest port that the cluster has given out. */
async function highestPort(): Promise<number> {
  const { records } = await readStore(cluster, 'assignments/');
  const ports = [...records.values()].flatMap((record) => {
    const { app, mesh } = JSON.parse(record) as PortsOf;
    return [app?.port, mesh.bind?.port, mesh.control, ...(mesh.upstreams ?? []).map((upstream) => upstream.bind)];
  });
  return Math.max(19_999, ...ports.filter((port) => port !== undefined));
}

function listen(host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

test('a port that a foreign process holds: only that instance fails, with that reason; it is replaced with another port', async () => {
  const agent = cluster.agents[2];
  assert.ok(agent);
  const { writes, stop } = await watchWrites(cluster);
  const next = (await highestPort()) + 1;
  // Ports are given out upwards: three nodes take at most these, and whatever falls to node-3 is taken there.
  const foreign = await Promise.all(Array.from({ length: 9 }, (_, at) => listen(agent.ip, next + at)));
  try {
    await apply(cluster, serviceOf('squeezed', { replicas: 3, placement: { max_per_node: 1 } }));
    const ready = await readyInstances(cluster, 'squeezed', 3, 90_000);
    const taken = writes.filter((write) => write.path.startsWith('instances/squeezed/') && write.value.includes('port_taken'));
    assert.ok(taken.length > 0, 'an instance carried the reason port_taken');
    assert.deepEqual(
      [...new Set(taken.map((write) => (JSON.parse(write.value) as { node_id: string }).node_id))],
      [agent.nodeId],
      `and only on that node: ${text(taken.map((write) => write.value))}`,
    );
    const replaced = ready.find((i) => i.node_id === agent.nodeId);
    assert.ok(replaced && (replaced.port < next || replaced.port >= next + 9), `its port is another one: ${text(replaced)}`);
    assert.deepEqual(failedActions('squeezed', 'ensure_image'), []);
    assert.ok(doneActions('squeezed', 'ensure_image') <= 3, 'no image was asked for again');
  } finally {
    stop();
    for (const server of foreign) server.close();
  }
  await gone('squeezed');
});

test('four replicas with a fixed host port on three nodes: three run, one is pending and says why; a new revision goes stop-first', async () => {
  // One port that is free at all three addresses.
  const port = await freePort('0.0.0.0');
  const service = serviceOf('fixed', { replicas: 4 }, { host_port: port });
  await apply(cluster, service);
  await eventually(
    cluster,
    'three to run',
    async () => (await instances(cluster, 'fixed')).filter((i) => i.state === 'ready').length === 3,
  );
  const status = await eventually(cluster, 'the fourth to be pending', async () => {
    const found = await statusOf(cluster, 'fixed');
    return found?.ready === 3 && found.blocked.length > 0 ? found : undefined;
  });
  assert.equal(status.desired, 4);
  assert.equal(status.blocked.length, 1, text(status.blocked));
  assert.match(status.blocked[0]?.message ?? '', /port/, 'it says that it is the port');
  assert.match(status.blocked[0]?.message ?? '', /\b3\b/, 'and how many nodes that rules out');
  assert.equal((await containers(engine, cluster, 'fixed')).length, 3);
  const shown = await cluster.ctl(['status']);
  assert.match(shown.stdout, /port/, 'ctl status tells the operator');

  const { writes, stop } = await watchWrites(cluster);
  try {
    await apply(cluster, serviceOf('fixed', { replicas: 3 }, { host_port: port, image: 'photoncloud/demo-app:2' }));
    await eventually(
      cluster,
      'version 2 on every node',
      async () => {
        const answers = await Promise.all(cluster.agents.map((agent) => call({ host: agent.ip, port }, 'fixed')));
        return answers.every((answer) => (JSON.parse(answer.body) as { version: string }).version === '2');
      },
      90_000,
    );
    await readyInstances(cluster, 'fixed', 3);
    // The controller notes it a moment after the last instance is ready.
    await eventually(cluster, 'the rollout to be complete', async () => (await statusOf(cluster, 'fixed'))?.rollout?.state === 'complete');
    assert.deepEqual(
      writes.filter((write) => write.value.includes('port_taken')),
      [],
      'old and new never wanted the port at once',
    );
  } finally {
    stop();
  }
  await gone('fixed');
});

test('a node whose agent is lost while its containers run on: its work moves, it returns, and there are exactly as many as wanted', async () => {
  await apply(cluster, serviceOf('moving', { replicas: 3, routes: [{ host: 'moving.example' }] }));
  await readyInstances(cluster, 'moving', 3);
  const victim = cluster.agents[2] as AgentHandle;
  const of = async () => (await containers(engine, cluster, 'moving')).filter((c) => c.labels['photoncloud.node'] === victim.nodeId);
  assert.equal((await of()).length, 1, 'one of them is on the node');
  victim.program.signal('SIGKILL');
  await victim.program.exited;
  await eventually(cluster, 'three ready ones on the other nodes', async () => {
    const now = await instances(cluster, 'moving');
    return now.filter((i) => i.state === 'ready' && i.node_id !== victim.nodeId).length === 3;
  });
  assert.deepEqual(
    (await of()).map(({ running }) => running),
    [true],
    'nobody stopped the one on the lost node',
  );
  victim.start();
  await eventually(cluster, 'the superseded one to be stopped', async () => (await of()).length === 0);
  const ready = await readyInstances(cluster, 'moving', 3);
  // What is stopped is removed a moment later.
  const found = await eventually(cluster, 'it to be removed', async () => {
    const all = await containers(engine, cluster, 'moving');
    return all.length <= 3 ? all : undefined;
  });
  assert.deepEqual(new Set(found.map((c) => c.labels['photoncloud.instance'])), new Set(ready.map((i) => i.instance_id)));
  assert.equal(found.length, 3);
  await gone('moving');
});

test('an idle cluster writes nothing but heartbeats', async () => {
  await eventually(neighbour, 'forty seconds to have passed', () => performance.now() - watchedSince > 40_000);
  const seconds = (performance.now() - watchedSince) / 1000;
  const writes = [...neighbourWrites.writes];
  const bare = (value: string): string => {
    const { last_heartbeat: _, ...rest } = JSON.parse(value) as Record<string, unknown>;
    return text(rest);
  };
  // What was met again and again at the start is told late.
  const isLateEvent = ({ path, value }: { path: string; value: string }): boolean =>
    path.startsWith('events/') && value !== '' && Date.parse((JSON.parse(value) as { last_at: string }).last_at) < watchedAt;
  const before = new Map<string, string>();
  const odd = writes.filter((write) => {
    const known = before.get(write.path);
    if (write.type === 'put') before.set(write.path, bare(write.value));
    const heartbeat = write.type === 'put' && write.path.startsWith('nodes/') && (known === undefined || known === bare(write.value));
    return !heartbeat && !isLateEvent(write);
  });
  assert.deepEqual(odd, [], 'writes that are no heartbeat of a node');
  const beats = writes.filter((write) => !isLateEvent(write));
  assert.ok(beats.length >= 1, 'heartbeats were seen');
  assert.ok(beats.length <= seconds / 5 / 0.8 + 1, `${beats.length} heartbeats in ${seconds} s of one node that owes one every 5 s`);
});

test("two clusters' and two nodes' agents on one engine leave each other's containers and a foreign one alone", async () => {
  process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
  process.env['DOCKER_HOST'] = `unix://${engine.socketPath}`;
  const { GenericContainer } = await import('testcontainers');
  // As much like one of ours as a foreign one can be: the labels of a service and node of ours, but of no cluster of ours.
  const foreign = await new GenericContainer(benchImage)
    .withLabels({
      'photoncloud.cluster': 'elsewhere',
      'photoncloud.node': 'node-1',
      'photoncloud.service': 'twin',
      'photoncloud.instance': 'twin-0',
    })
    .start();
  try {
    const lifeOfForeign = () => docker(engine, 'inspect', '--format', '{{.State.StartedAt}} {{.State.Running}}', foreign.getId());
    const [theirs, alone] = [await lifeOf(engine, neighbour), await lifeOfForeign()];

    await apply(cluster, serviceOf('twin', { replicas: 3, placement: { max_per_node: 1 } }));
    await readyInstances(cluster, 'twin', 3);
    const ours = await lifeOf(engine, cluster, 'twin');
    // Each agent starts afresh and looks at everything on the engine, once.
    for (const agent of [...cluster.agents, ...neighbour.agents]) {
      agent.program.signal('SIGKILL');
      await agent.program.exited;
      agent.start();
    }
    for (const agent of [...cluster.agents, ...neighbour.agents])
      await eventually(cluster, `${agent.nodeId} to be ready`, async () => (await fetch(`${agent.healthUrl}/readyz`)).ok);
    assert.deepEqual(await lifeOf(engine, cluster, 'twin'), ours, 'no agent touched what another node runs');
    await gone('twin');
    assert.deepEqual(await lifeOf(engine, neighbour), theirs, 'the same service of another cluster runs on');
    assert.equal(await lifeOfForeign(), alone, 'and so does the foreign container');
  } finally {
    await foreign.stop();
  }
});
