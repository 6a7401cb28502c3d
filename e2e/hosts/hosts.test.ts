// Faults between machines, on hosts that are network namespaces: cut off and healed, slow and lossy, the store's leader killed, a host
// killed. Nothing runs twice once all is healed, nothing old is stopped before its replacement is ready, and who was only slow is left alone.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import type { Cluster } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { benchImage } from '../harness/images.ts';
import { type Host, type HostsScene, startHosts } from './hosts.ts';
import { type Collector, type Load, type Outcome, startCollector, startLoad, tableOf } from '../load/load.ts';
import {
  apply,
  call,
  containers,
  eventually,
  ingressOf,
  type Instance,
  instances,
  lifeOf,
  type Manifest,
  nodesActive,
  nodesOf,
  readRecord,
  readyInstances,
  serviceOf,
  shortTimings,
  statusOf,
} from '../scenarios/support.ts';

let engine: DockerEngineHandle;
let scene: HostsScene;
let cluster: Cluster;
/** The first serves routes; what must not move to it is placed by zone. */
let first: Host;
let second: Host;
let third: Host;
let collector: Collector;

before(async () => {
  engine = await ensureDocker();
  collector = await startCollector();
  scene = await startHosts(engine, { name: 'hosts', hosts: 3, timings: shortTimings });
  ({ cluster } = scene);
  const [a, b, c] = scene.hosts;
  assert.ok(a && b && c);
  [first, second, third] = [a, b, c];
  await apply(cluster, ...nodesOf(cluster, (node) => ({ ...node, app_addr: '127.0.0.1' })));
  await nodesActive(cluster);
  await apply(
    cluster,
    small('web', { replicas: 3, placement: { max_per_node: 3 }, routes: [{ host: 'web.example' }] }),
    small('tied', { replicas: 2, placement: { constraints: ['zone in (b,c)'], max_per_node: 2 } }),
    ...loaded(1),
  );
  await Promise.all([readyInstances(cluster, 'web', 3), readyInstances(cluster, 'tied', 2), readyInstances(cluster, 'back', 2)]);
  await eventually(cluster, 'web to be served', async () => (await call(ingressOf(cluster), 'web.example', '/healthz')).status === 200);
});

after(async () => {
  await scene?.stop();
  collector?.close();
  await engine?.stop();
});

/** A container of a few megabytes. */
function small(name: string, fields: Manifest): Manifest {
  return serviceOf(name, { drain_s: 2, ...fields }, { image: benchImage });
}

const onOthers: Manifest = { replicas: 2, placement: { constraints: ['zone in (b,c)'], max_per_node: 2 } };

/** The app of the load tests as processes: `front` on the first host, `back` on the two others or as told. */
function loaded(version: number, back: Manifest = onOthers): Manifest[] {
  const run = (env: Record<string, string>): Manifest => ({
    driver: 'process',
    image: undefined,
    command: [process.execPath, join(import.meta.dirname, '../load/app.mjs')],
    env: { VERSION: String(version), COLLECTOR_HOST: scene.gateway, COLLECTOR_PORT: String(collector.port), ...env },
  });
  return [
    serviceOf('back', { update: { max_unavailable: 0 }, ...back }, run({})),
    serviceOf('front', { routes: [{ host: 'front.example' }], placement: { constraints: ['zone==a'] } }, run({ UPSTREAM: 'back' })),
  ];
}

/** Load through Caddy of the first host while something goes on; prints what became of it. */
async function underLoad(t: TestContext, answerWithinMs: number, run: (load: Load) => Promise<void>): Promise<Outcome> {
  await eventually(cluster, 'a call to get through', async () => (await call(ingressOf(cluster), 'front.example', '/work')).status === 200);
  const { host, port } = ingressOf(cluster);
  const load = await startLoad(
    { host, port, hostHeader: 'front.example', perSecond: 30, streamsPerSecond: 0, held: 4, answerWithinMs },
    collector,
  );
  let outcome: Outcome | undefined;
  try {
    await run(load);
  } finally {
    outcome = await load.stop();
    t.diagnostic(`\n${tableOf(outcome.rows)}`);
  }
  for (const row of outcome.rows) assert.equal(row.postsDoneTwice, 0, `${row.operation}: POSTs done twice`);
  assert.deepEqual(outcome.notDone, [], 'POSTs that were answered and not done');
  return outcome;
}

const stateOf = async (host: Host): Promise<unknown> => (await readRecord(cluster, `nodes/${nodeOf(host)}`))?.['state'];
const nodeOf = (host: Host): string => `node-${scene.hosts.indexOf(host) + 1}`;

/** Instances of a service that run on a host, as its engine says. */
async function runningOn(host: Host, service: string): Promise<string[]> {
  const found = await containers(host.docker, cluster, service);
  return found.filter(({ running }) => running).map(({ labels }) => labels['photoncloud.instance'] ?? '');
}

/** What every engine runs and since when. */
async function livesOn(...hosts: Host[]): Promise<string[]> {
  return (await Promise.all(hosts.map((host) => lifeOf(host.docker, cluster)))).flat();
}

/** Exactly so many instances, each in one container, and no container besides. */
async function exactly(service: string, count: number, hosts = scene.hosts): Promise<void> {
  const ready = await readyInstances(cluster, service, count);
  await eventually(cluster, `${count} containers of ${service}, one for each instance`, async () => {
    const all = await Promise.all(hosts.map(async (host) => containers(host.docker, cluster, service)));
    assert.deepEqual(
      all
        .flat()
        .map(({ labels }) => labels['photoncloud.instance'] ?? '')
        .sort(),
      ready.map(({ instance_id }) => instance_id).sort(),
    );
    return true;
  });
}

test('a host cut off from the store and one cut off from everything: what can move does, what can’t stays, nothing old is stopped', async () => {
  const before = await livesOn(second, third);
  const [webThere, tiedThere] = await Promise.all([
    Promise.all([runningOn(second, 'web'), runningOn(third, 'web')]),
    Promise.all([runningOn(second, 'tied'), runningOn(third, 'tied')]),
  ]);
  assert.deepEqual([webThere.flat().length, tiedThere.flat().length], [2, 2], 'one of each on both');
  await Promise.all([second.net.cutFrom(...scene.store.addresses), third.net.cut()]);
  await eventually(cluster, 'both to be failed', async () => (await stateOf(second)) === 'failed' && (await stateOf(third)) === 'failed');
  await eventually(cluster, 'three ready instances of web on the first host', async () => {
    const ready = (await instances(cluster, 'web')).filter(({ state, node_id }) => state === 'ready' && node_id === nodeOf(first));
    return ready.length === 3;
  });
  assert.deepEqual(await livesOn(second, third), before, 'all that ran on the hosts that were cut off runs on');
  const tied = await instances(cluster, 'tied');
  assert.deepEqual(
    tied.map(({ instance_id }) => instance_id).sort(),
    tiedThere.flat().sort(),
    'all eligible hosts are cut off: nothing is made',
  );
  assert.equal((await call(ingressOf(cluster), 'web.example', '/healthz')).status, 200);

  await second.net.heal();
  // Both slots of `tied` have a place again while one of its hosts is still cut off.
  await eventually(cluster, 'two ready instances of tied on the second host', async () => {
    const ready = (await instances(cluster, 'tied')).filter(({ state, node_id }) => state === 'ready' && node_id === nodeOf(second));
    return ready.length === 2;
  });
  assert.deepEqual(await runningOn(third, 'tied'), tiedThere[1], 'the old one lives as long as its host is not heard of');
  await third.net.heal();
  await Promise.all([exactly('web', 3), exactly('tied', 2)]);
  await nodesActive(cluster);
});

test('slow and lossy cables to all hosts: nothing moves, nothing is restarted; a rolling update fails no request', async (t) => {
  const placed = async (): Promise<string[]> =>
    (await instances(cluster))
      .map(({ instance_id, node_id, state, restarts }) => `${instance_id} on ${node_id} ${state} ${restarts ?? 0}`)
      .sort();
  const [lives, places] = [await livesOn(...scene.hosts), await placed()];
  const states = new Set<unknown>();
  const { rows } = await underLoad(t, 20_000, async (load) => {
    await Promise.all(scene.hosts.map(({ net }) => net.worsen({ delayMs: 60, jitterMs: 60, lossPercent: 1 })));
    const since = performance.now();
    await load.during('slow cables', () =>
      eventually(cluster, 'ten seconds, twice the lease, to have passed', async () => {
        for (const host of scene.hosts) states.add(await stateOf(host));
        return performance.now() - since > 10_000;
      }),
    );
    assert.deepEqual(await placed(), places);
    await load.during('rolling update on slow cables', async () => {
      await apply(cluster, ...loaded(2));
      await eventually(cluster, 'the update to be over', async () => {
        const { rollout } = (await statusOf(cluster, 'back')) ?? {};
        return rollout?.state === 'complete' && (await instances(cluster, 'back')).length === 2;
      });
    });
    await Promise.all(scene.hosts.map(({ net }) => net.heal()));
  });
  assert.deepEqual([...states], ['active'], 'no host was ever thought to be lost');
  assert.deepEqual(await livesOn(...scene.hosts), lives);
  assert.deepEqual(
    rows.flatMap(({ operation, failures }) => failures.slice(0, 5).map((failure) => `${operation}: ${failure}`)),
    [],
  );
  assert.ok(
    rows.every(({ requests, slowestMs }) => requests > 100 && slowestMs > 240),
    'the calls were slow',
  );
});

test('the leader of etcd is killed: nothing is restarted, the cluster goes on with the next one', async () => {
  const lives = await livesOn(...scene.hosts);
  const killed = await scene.store.killLeader();
  await apply(cluster, small('proof', { mesh_mode: 'none' }));
  await readyInstances(cluster, 'proof', 1);
  await scene.store.restart(killed);
  const now = await livesOn(...scene.hosts);
  assert.deepEqual(
    now.filter((life) => !life.includes('-proof-')),
    lives,
  );
});

/** Kills a host and waits until all is well without it. Errors end with its lease. */
async function dies(t: TestContext, victim: Host, { silent, left }: { silent: boolean; left: Host[] }): Promise<void> {
  let [killedAt, lostAt] = [0, 0];
  const outcome = await underLoad(t, 8_000, async (load) => {
    await load.during('before', () => new Promise((resolve) => setTimeout(resolve, 1_000)));
    killedAt = Date.now();
    await load.during(silent ? 'power of a host cut' : 'host killed', async () => {
      await victim.crash(silent);
      const there = async (): Promise<Instance[]> => (await instances(cluster, 'back')).filter(({ state }) => state === 'ready');
      await eventually(cluster, 'its lease to be lost', async () => (await there()).every(({ node_id }) => node_id !== nodeOf(victim)));
      lostAt = Date.now();
      await eventually(cluster, 'as many as fit on the hosts that are left', async () => (await there()).length === 2 * left.length);
    });
  });
  const errors = outcome.failed.map(({ dueAt }) => dueAt - killedAt);
  const span = errors.length === 0 ? '' : `, due from ${Math.round(Math.min(...errors))} to ${Math.round(Math.max(...errors))} ms after it`;
  const kinds = [...new Set(outcome.failed.map(({ kind, failure = '' }) => `\n${kind}: ${failure}`))].slice(0, 5);
  t.diagnostic(`lease lost ${lostAt - killedAt} ms after the kill; errors: ${errors.length}${span}${kinds.join('')}`);
  assert.ok(Math.max(0, ...errors) <= lostAt - killedAt + 500, 'no error after the lease was lost');
}

test('a host is killed under load, then another one goes silent: errors end with the lease, the work is done elsewhere', async (t) => {
  // Two on each host at most: there are some on every one.
  await apply(cluster, ...loaded(2, { replicas: 5, placement: { max_per_node: 2 } }));
  await readyInstances(cluster, 'back', 5);
  await dies(t, third, { silent: false, left: [first, second] });
  await exactly('web', 3, [first, second]);
  await dies(t, second, { silent: true, left: [first] });
  await exactly('web', 3, [first]);
});
