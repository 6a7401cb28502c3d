// Without the store: what an agent and its parts go on doing, and what they do when a store comes back, theirs or an emptied one.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Cluster, logLines } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { ensureImages } from '../harness/images.ts';
import { first, host, type KillScene, pidsOf, startKillScene } from './killing.ts';
import { containers, docker, eventually, failures, ingressOf, instances, lifeOf, readStore, steadyCalls } from './support.ts';

let engine: DockerEngineHandle;
let scene: KillScene;
let cluster: Cluster;

before(async () => {
  engine = await ensureDocker();
  await ensureImages(engine);
  scene = await startKillScene(engine, { name: 'outage', controllers: 2, firstHost: 71 });
  cluster = scene.cluster;
});

after(async () => {
  await cluster?.stop();
  await engine?.stop();
});

test('a minute without etcd: calls go on, a crashed container and a killed sidecar are back meanwhile, nothing has moved afterwards', async () => {
  const before = await instances(cluster);
  const life = await lifeOf(engine, cluster, 'front');
  const calls = steadyCalls(ingressOf(cluster), host, '/call');
  await cluster.etcd.kill();
  const downSince = performance.now();

  const victim = first((await containers(engine, cluster, 'back')).filter((c) => c.labels['photoncloud.node'] === 'node-2'));
  await docker(engine, 'kill', '--signal', 'KILL', victim.id);
  const crashed = await eventually(cluster, 'the crashed container to run again', async () =>
    (await containers(engine, cluster, 'back')).find(
      (c) => c.labels['photoncloud.instance'] === victim.labels['photoncloud.instance'] && c.running && c.startedAt !== victim.startedAt,
    ),
  );
  const node2 = cluster.agents[1];
  assert.ok(node2);
  const sidecar = first(pidsOf(node2, 'mesh-agent'));
  process.kill(sidecar, 'SIGKILL');
  await eventually(cluster, 'the sidecar to be back', () => pidsOf(node2, 'mesh-agent').some((pid) => pid !== sidecar));
  await eventually(cluster, 'calls to reach the instance behind it, without a store', async () => {
    const reply = await scene.through();
    return reply.status === 200 && reply.body.includes(victim.labels['photoncloud.instance'] ?? '');
  });
  const healed = Date.now();
  await eventually(cluster, 'the minute to be over', () => performance.now() - downSince > 60_000, 70_000);
  const duringOutage = calls.samples.filter((sample) => sample.at > healed);
  assert.ok(duringOutage.length > 100, 'calls were made all the while');
  assert.deepEqual(failures(duringOutage, 200), [], 'calls go on without a store');

  await cluster.etcd.restart();
  await scene.controllerActs('after-outage');
  await scene.settled();
  await calls.stop();
  assert.deepEqual(
    (await instances(cluster)).map((i) => `${i.service}/${i.instance_id} on ${i.node_id}`).sort(),
    before.map((i) => `${i.service}/${i.instance_id} on ${i.node_id}`).sort(),
    'nothing has moved',
  );
  assert.deepEqual(await lifeOf(engine, cluster, 'front'), life);
  const back = await containers(engine, cluster, 'back');
  assert.equal(back.length, 2);
  assert.equal(
    back.find((c) => c.id === crashed.id)?.startedAt,
    crashed.startedAt,
    'started again once, and not once more when the store came back',
  );
});

test('a store that comes back emptied is not obeyed: nothing is stopped, and the programs say so', async () => {
  const life = await lifeOf(engine, cluster);
  const data = join(cluster.etcd.dataDir, 'data');
  await cluster.etcd.kill();
  cpSync(data, `${data}.kept`, { recursive: true });
  rmSync(data, { recursive: true });
  const from = new Map([...cluster.agents, ...cluster.controllers].map((part) => [part, logLines(part.program).length]));
  await cluster.etcd.restart();
  for (const [part, skip] of from) {
    await eventually(cluster, `${part.program.name} to say that it does not obey this store`, () =>
      logLines(part.program)
        .slice(skip)
        .some(
          (line) =>
            ['warn', 'error'].includes(String(line['level'])) &&
            /store_foreign|foreign|not (to be )?obeyed|frozen/i.test(JSON.stringify(line)),
        ),
    );
  }
  assert.equal((await scene.through()).status, 200);
  assert.deepEqual(
    [...(await readStore(cluster, '')).records.keys()].filter((path) => /^(instances|assignments|services)\//.test(path)),
    [],
  );
  assert.deepEqual(await lifeOf(engine, cluster), life, 'nothing was stopped');

  await cluster.etcd.kill();
  rmSync(data, { recursive: true });
  cpSync(`${data}.kept`, data, { recursive: true });
  await cluster.etcd.restart();
  await scene.controllerActs('own-store-again');
  await scene.settled();
  assert.deepEqual(await lifeOf(engine, cluster), life, 'and nothing when the right store came back');
});
