// Records written, broken and deleted by hand in a real etcd, and what three programs, Docker and Caddy make of it.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { type Cluster, startCluster } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { ensureImages } from '../harness/images.ts';
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
  type Manifest,
  putByHand,
  readRecord,
  readStore,
  readyInstances,
  serviceOf,
  startScene,
  statusOf,
  steadyCalls,
} from './support.ts';

let engine: DockerEngineHandle;
let cluster: Cluster;

before(async () => {
  engine = await ensureDocker();
  await ensureImages(engine);
  ({ cluster } = await startScene(engine, { name: 'by-hand', nodes: 2, firstHost: 21 }));
});

after(async () => {
  await cluster?.stop();
  await engine?.stop();
});

const route = (host: string): Manifest => ({ routes: [{ host, path: '/' }] });

async function served(host: string): Promise<void> {
  await eventually(cluster, `${host} to be served through Caddy`, async () => (await call(ingressOf(cluster), host)).status === 200);
}

async function gone(service: string): Promise<void> {
  await eventually(cluster, `nothing to be left of ${service}`, async () => {
    const left = [...(await readStore(cluster, '')).records.keys()].filter(
      (path) =>
        path.startsWith(`instances/${service}/`) ||
        (path.startsWith('assignments/') && path.includes(`/${service}/`)) ||
        path === `status/services/${service}`,
    );
    const running = (await containers(engine, cluster, service)).map((c) => c.name);
    if (left.length + running.length > 0) throw new Error(`left: ${[...left, ...running].join(', ')}`);
    return true;
  });
}

/** Wall clock, ms, of the first container of the service that got a stop signal, by Docker's own events. */
async function firstStop(service: string, sinceMs: number): Promise<number> {
  const filters = ['--filter', `label=photoncloud.cluster=${cluster.clusterId}`, '--filter', `label=photoncloud.service=${service}`];
  const range = ['--since', String(sinceMs / 1000), '--until', String(Date.now() / 1000)];
  const lines = await docker(
    engine,
    'events',
    ...range,
    ...filters,
    '--filter',
    'event=kill',
    '--filter',
    'event=die',
    '--format',
    '{{.TimeNano}}',
  );
  const times = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line) / 1e6);
  assert.ok(times.length > 0, `Docker tells of no container of ${service} that stopped`);
  return Math.min(...times);
}

test('etcdctl put of a Service makes it run; etcdctl del removes it, route first, with no failed request but 404', async () => {
  await putByHand(cluster, 'services/web', serviceOf('web', { replicas: 2, ...route('web.example') }));
  const found = await readyInstances(cluster, 'web', 2);
  assert.equal((await containers(engine, cluster, 'web')).filter((c) => c.running).length, 2);
  assert.equal(new Set(found.map((i) => i.instance_id)).size, 2);
  await served('web.example');

  const since = Date.now();
  const calls = steadyCalls(ingressOf(cluster), 'web.example');
  await eventually(cluster, 'calls under way', () => calls.samples.length >= 20);
  await deleteByHand(cluster, 'services/web');
  await gone('web');
  const samples = await calls.stop();

  assert.deepEqual(failures(samples, 200, 404), [], 'while the service was removed some requests failed');
  const first404 = samples.find((sample) => sample.status === 404);
  assert.ok(first404, 'Caddy never answered 404');
  assert.ok(
    samples.slice(samples.indexOf(first404)).every((sample) => sample.status === 404),
    'after the first 404 a request got through',
  );
  const stop = await firstStop('web', since);
  assert.ok(first404.at < stop, `the first 404 came at ${first404.at}, after the first container got its stop signal at ${stop}`);
});

test('a Service broken by hand keeps its instances, over a controller restart too, shows a condition, and heals', async () => {
  const good = serviceOf('frail', { replicas: 2, ...route('frail.example') });
  await putByHand(cluster, 'services/frail', good);
  await readyInstances(cluster, 'frail', 2);
  await served('frail.example');
  const life = await lifeOf(engine, cluster, 'frail');
  const calls = steadyCalls(ingressOf(cluster), 'frail.example');

  const conditions = async () => (await statusOf(cluster, 'frail'))?.conditions ?? [];
  const broken: [string, string][] = [
    ['a wrong type', JSON.stringify({ ...good, replicas: 'two' })],
    ['not JSON', '{"name": "frail", '],
  ];
  for (const [at, [what, text]] of broken.entries()) {
    await putByHand(cluster, 'services/frail', text);
    const condition = await eventually(cluster, `a condition about ${what}`, async () =>
      (await conditions()).find((c) => c.type === 'invalid_record'),
    );
    assert.ok(condition.key?.endsWith('services/frail'), `the condition names the key: ${JSON.stringify(condition)}`);
    if (what === 'a wrong type') assert.match(`${condition.path} ${condition.message}`, /replicas/, 'the condition names the path');
    const status = await cluster.ctl(['status']);
    assert.equal(status.code, 0, status.stderr);
    assert.match(status.stdout, /service\/frail: .*invalid_record/, 'ctl status tells of the broken record');

    // The controller starts again over the broken record, and shows by other work that it has made up its mind.
    const [controller] = cluster.controllers;
    assert.ok(controller);
    controller.program.signal('SIGKILL');
    await controller.program.exited;
    controller.start();
    await putByHand(cluster, `services/other-${at}`, serviceOf(`other-${at}`));
    await readyInstances(cluster, `other-${at}`, 1);
    assert.deepEqual(await lifeOf(engine, cluster, 'frail'), life, `with ${what} the instances stay`);
    await deleteByHand(cluster, `services/other-${at}`);
  }

  await putByHand(cluster, 'services/frail', good);
  await eventually(cluster, 'the condition to go away', async () => (await conditions()).every((c) => c.type !== 'invalid_record'));
  await readyInstances(cluster, 'frail', 2);
  assert.deepEqual(await lifeOf(engine, cluster, 'frail'), life, 'the repair restarts nothing');
  assert.deepEqual(failures(await calls.stop(), 200), [], 'no request failed meanwhile');

  // Healed means obeyed again.
  await putByHand(cluster, 'services/frail', { ...good, replicas: 1 });
  await readyInstances(cluster, 'frail', 1);
  await deleteByHand(cluster, 'services/frail');
  await gone('frail');
});

/** A key of every kind that a hand could break, under ids of its own. */
const brokenPaths = [
  'nodes/ghost',
  'liveness/ghost',
  'services/ghost',
  'status/services/ghost',
  'instances/ghost/ghost-1',
  'assignments/node-1/ghost/ghost-1',
  'assignments/ghost/ghost/ghost-1',
  'ingress/ghost',
  'mtls/policies/ghost',
  'mtls/certs/services/ghost',
  'mtls/certs/nodes/ghost',
  'mtls/issued/ghost/node-1',
  `mtls/revoked/${'0'.repeat(64)}`,
  'revisions/ghost/0123456789abcdef',
  'events/service/ghost/odd',
  'nobody/knows/this',
];

test('broken records of every kind stop no program, and all else goes on', async () => {
  await apply(cluster, serviceOf('steady', { replicas: 2, ...route('steady.example') }));
  await readyInstances(cluster, 'steady', 2);
  await served('steady.example');
  const life = await lifeOf(engine, cluster, 'steady');
  const kept = (await readStore(cluster, '')).records;
  const programs = [...cluster.controllers, ...cluster.agents].map((part) => part.program);
  const calls = steadyCalls(ingressOf(cluster), 'steady.example');

  const texts = ['not JSON', '[]', 'null', '{"name": 7}', '{"__proto__": {"replicas": 3}}', '\u0000'];
  for (const text of texts) await Promise.all(brokenPaths.map((path) => putByHand(cluster, path, text)));
  // Those that the programs live by: a node, and an agent's table of routes.
  const oops = '{"oops": true}';
  for (const path of ['nodes/node-2', 'ingress/node-1']) await putByHand(cluster, path, oops);

  // A service that is all right comes up beside them, on the node that can be read.
  await putByHand(cluster, 'services/beside', serviceOf('beside'));
  assert.equal((await readyInstances(cluster, 'beside', 1))[0]?.node_id, 'node-1');
  assert.deepEqual(await lifeOf(engine, cluster, 'steady'), life, 'a node that cannot be read keeps what it runs');

  // The cluster's own record and its authorities': they freeze what rests on them and end no program.
  for (const path of ['meta', 'mtls/ca']) await putByHand(cluster, path, oops);
  await eventually(cluster, 'ctl status to tell of both', async () => {
    const { stdout } = await cluster.ctl(['status']);
    return /has a broken meta record/.test(stdout) && /\bca: .*invalid_record/.test(stdout);
  });
  assert.deepEqual(await lifeOf(engine, cluster, 'steady'), life);
  for (const path of ['meta', 'mtls/ca', 'nodes/node-2', 'ingress/node-1']) {
    if ((await readStore(cluster, path)).records.get(path) === oops) await putByHand(cluster, path, kept.get(path) ?? '');
  }
  await putByHand(cluster, 'services/later', serviceOf('later', { placement: { constraints: ['zone==b'] } }));
  await readyInstances(cluster, 'later', 1);
  assert.deepEqual(
    programs.filter((program) => !program.running()).map((program) => program.log().slice(-2000)),
    [],
  );

  const shown = await cluster.ctl(['status']);
  assert.match(shown.stdout, /service\/ghost: .*invalid_record/, 'ctl status names a broken record');
  await Promise.all(brokenPaths.map((path) => deleteByHand(cluster, path)));
  await served('steady.example');
  assert.deepEqual(failures(await calls.stop(), 200), [], 'no request failed meanwhile');
  await readyInstances(cluster, 'steady', 2);
  assert.deepEqual(await lifeOf(engine, cluster, 'steady'), life);
  await deleteByHand(cluster, 'services/steady');
  for (const name of ['beside', 'later']) await deleteByHand(cluster, `services/${name}`);
  await gone('steady');
});

test('a misspelled field is refused with path and nearest name; exit code 2; nothing written', async () => {
  // A store of its own, so that its revision counts nobody else's writes.
  const quiet = await startCluster({ name: 'typo', nodes: 0, controllers: 0 });
  try {
    const before = await readStore(quiet, '');
    const { replicas, ...rest } = serviceOf('web');
    const good = { kind: 'Service', ...serviceOf('fine') };
    const text = [good, { kind: 'Service', ...rest, replcas: replicas }].map((record) => JSON.stringify(record)).join('\n---\n');
    const out = await quiet.ctl(['apply', '-f', '-'], text);
    assert.equal(out.code, 2, out.stdout + out.stderr);
    assert.match(out.stderr, /\$\.replcas/, 'the path');
    assert.match(out.stderr, /\breplicas\b/, 'the nearest known name');
    const nested = await quiet.ctl(['apply', '-f', '-'], JSON.stringify({ kind: 'Service', ...serviceOf('web', {}, { imge: 'x' }) }));
    assert.equal(nested.code, 2, nested.stdout + nested.stderr);
    assert.match(nested.stderr, /\$\.run\.imge/);
    assert.match(nested.stderr, /\bimage\b/);
    const after = await readStore(quiet, '');
    assert.equal(after.revision, before.revision, 'not one write reached the store');
    assert.deepEqual(after.records, before.records);
  } finally {
    await quiet.stop();
  }
});

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, part]) => [name, reversed(part)]),
  );
};

test('the same service with keys in another order and defaults spelled out: the same digest, an empty diff, no restart', async () => {
  const service = serviceOf('same', {}, { env: { A: '1', B: '2', C: '3' } });
  await apply(cluster, service);
  const [instance] = await readyInstances(cluster, 'same', 1);
  const life = await lifeOf(engine, cluster, 'same');
  const spelled = {
    ...service,
    run: { ...(service['run'] as Manifest), stop_signal: 'SIGTERM', args: [], volumes: [], sandbox: { no_new_privileges: true } },
  };
  for (const variant of [reversed(service), reversed(spelled)] as Manifest[]) {
    const text = JSON.stringify({ ...variant, kind: 'Service' });
    const diff = await cluster.ctl(['diff', '-f', '-'], text);
    assert.equal(diff.code, 0, `there should be no difference: ${diff.stdout}${diff.stderr}`);
    await putByHand(cluster, 'services/same', variant);
    const { kvs } = JSON.parse(
      (await cluster.etcdctl(['get', `photoncloud/clusters/${cluster.clusterId}/services/same`, '-w', 'json'])).stdout,
    );
    await eventually(
      cluster,
      'the controller to have seen it',
      async () => (await statusOf(cluster, 'same'))?.observed_mod_revision === kvs[0].mod_revision,
    );
    const [now] = await readyInstances(cluster, 'same', 1);
    assert.equal(now?.revision, instance?.revision);
    assert.equal(now?.instance_id, instance?.instance_id);
    assert.deepEqual(await lifeOf(engine, cluster, 'same'), life);
  }
  await deleteByHand(cluster, 'services/same');
});

/** From the deletion of all records until the controller has written them again, and sidecars have seen it. */
const longestMomentMs = 1500;

test('an instance record deleted by hand is replaced, then drained, with no failed request; all at once cost a moment at most', async () => {
  await apply(cluster, serviceOf('torn', { replicas: 2, ...route('torn.example') }));
  const [first, second] = await readyInstances(cluster, 'torn', 2);
  assert.ok(first && second);
  await served('torn.example');
  const calls = steadyCalls(ingressOf(cluster), 'torn.example');
  await deleteByHand(cluster, `instances/torn/${first.instance_id}`);
  await eventually(cluster, 'a replacement', async () => {
    const now = await instances(cluster, 'torn');
    return now.length === 2 && now.every((i) => i.instance_id !== first.instance_id && i.state === 'ready');
  });
  assert.ok(
    (await instances(cluster, 'torn')).some((i) => i.instance_id === second.instance_id),
    'the other one was left alone',
  );
  await eventually(cluster, 'the old container to be gone', async () => (await containers(engine, cluster, 'torn')).length === 2);
  assert.deepEqual(failures(await calls.stop(), 200), []);

  const former = (await instances(cluster, 'torn')).map((i) => i.instance_id);
  const more = steadyCalls(ingressOf(cluster), 'torn.example');
  const prefix = `photoncloud/clusters/${cluster.clusterId}/instances/torn/`;
  assert.equal((await cluster.etcdctl(['del', '--prefix', prefix])).stdout.trim(), '2');
  const deletedAt = Date.now();
  await eventually(cluster, 'all to be replaced', async () => {
    const now = await instances(cluster, 'torn');
    return now.length === 2 && now.every((i) => !former.includes(i.instance_id) && i.state === 'ready');
  });
  await eventually(cluster, 'the old containers to be gone', async () => (await containers(engine, cluster, 'torn')).length === 2);
  const late = (await more.stop()).filter((sample) => sample.at - deletedAt > longestMomentMs);
  assert.ok(late.length > 0);
  assert.deepEqual(
    failures(late, 200),
    [],
    'callers know of nobody for a moment; then all serve, and each ends after its successor is ready',
  );
  await deleteByHand(cluster, 'services/torn');
});

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

/** Whether something accepts connections there. */
function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

test('an unmanaged service and its instance, written by hand, get a sidecar, a probe and a route; the app is never touched', async () => {
  const [node] = cluster.agents;
  assert.ok(node);
  const app = createServer((asked, answer) => answer.end(`legacy saw ${asked.url}`));
  const port = await freePort(node.ip);
  await listen(app, port, node.ip);
  try {
    await putByHand(cluster, 'services/legacy', {
      name: 'legacy',
      protocol: 'http',
      ports: { http: port },
      mesh_mode: 'agent',
      health: { type: 'http', path: '/up', interval_s: 1 },
      drain_s: 2,
      routes: [{ host: 'legacy.example' }],
    });
    await putByHand(cluster, 'instances/legacy/legacy-1', {
      instance_id: 'legacy-1',
      service: 'legacy',
      node_id: node.nodeId,
      ip: node.ip,
      port,
      state: 'starting',
    });
    const [instance] = await readyInstances(cluster, 'legacy', 1);
    assert.ok(instance?.mesh_port, 'the controller gave it a mesh port');
    await served('legacy.example');
    assert.equal((await call(ingressOf(cluster), 'legacy.example', '/x')).body, 'legacy saw /x');

    await new Promise((resolve) => {
      app.closeAllConnections();
      app.close(resolve);
    });
    await eventually(cluster, 'the probe to see it fail', async () => (await instances(cluster, 'legacy'))[0]?.state === 'unhealthy');
    await listen(app, port, node.ip);
    await readyInstances(cluster, 'legacy', 1);

    await deleteByHand(cluster, 'instances/legacy/legacy-1');
    const { mesh_port: meshPort } = instance;
    await eventually(cluster, 'its sidecar port to close', async () => !(await accepts(node.ip, meshPort)));
    assert.equal((await call({ host: node.ip, port }, 'legacy')).status, 200, 'the app itself runs on');
    await deleteByHand(cluster, 'services/legacy');
    await gone('legacy');
  } finally {
    app.closeAllConnections();
    app.close();
  }
});

test('an instance written by hand for a managed service is adopted as pinned and counts towards its replicas', async () => {
  await apply(cluster, serviceOf('pin', { replicas: 1 }));
  const [own] = await readyInstances(cluster, 'pin', 1);
  assert.ok(own);
  const node = cluster.agents.find((agent) => agent.nodeId !== own.node_id);
  assert.ok(node);
  const port = await freePort(node.ip);
  await putByHand(cluster, 'instances/pin/pin-mine', {
    instance_id: 'pin-mine',
    service: 'pin',
    node_id: node.nodeId,
    ip: node.ip,
    port,
    state: 'starting',
  });
  await eventually(cluster, 'exactly the pinned one to be left', async () => {
    const now = await instances(cluster, 'pin');
    return now.length === 1 && now[0]?.instance_id === 'pin-mine' && now[0].state === 'ready';
  });
  const record = await readRecord(cluster, 'instances/pin/pin-mine');
  assert.equal(record?.['pinned'], true);
  assert.equal(record?.['node_id'], node.nodeId);
  await eventually(cluster, 'one container, on its node', async () => {
    const now = await containers(engine, cluster, 'pin');
    return now.length === 1 && now[0]?.labels['photoncloud.node'] === node.nodeId && now[0].labels['photoncloud.instance'] === 'pin-mine';
  });
  await deleteByHand(cluster, 'services/pin');
  await gone('pin');
});
