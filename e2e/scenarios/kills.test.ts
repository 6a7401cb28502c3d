// SIGKILL of every program and part, one after the other, on real etcd, Docker and Caddy: no record lost, no orphan left,
// no healthy container restarted, and calls through Caddy and the mesh go on wherever the killed part is not on their way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Cluster, run, startSecondAgent } from '../harness/cluster.ts';
import { type DockerEngineHandle, startPrivateDocker } from '../harness/dockerd.ts';
import { ensureImages } from '../harness/images.ts';
import { endOf, first, host, type KillScene, pidsOf, startKillScene } from './killing.ts';
import { eventually, instances, readRecord } from './support.ts';

let engine: DockerEngineHandle;
let scene: KillScene;
let cluster: Cluster;

before(async () => {
  engine = await startPrivateDocker();
  await ensureImages(engine);
  scene = await startKillScene(engine, { name: 'kills', controllers: 2, firstHost: 31 });
  cluster = scene.cluster;
});

after(async () => {
  await cluster?.stop();
  await engine?.stop();
});

test('an agent that is killed adopts everything when it is back', async () => {
  for (const agent of cluster.agents) {
    await scene.changesNothing(async () => {
      const helpers = [...pidsOf(agent, 'mesh-agent'), ...pidsOf(agent, 'caddy')];
      await endOf(agent.program, 'SIGKILL');
      agent.start();
      await scene.healthy(agent);
      assert.deepEqual([...pidsOf(agent, 'mesh-agent'), ...pidsOf(agent, 'caddy')], helpers, 'sidecar and Caddy were adopted');
    });
  }
});

test('SIGTERM of an agent drains nothing', async () => {
  const agent = first(cluster.agents);
  await scene.changesNothing(async () => {
    assert.equal(await endOf(agent.program, 'SIGTERM'), 0);
    assert.ok(
      (await instances(cluster)).every((i) => i.state === 'ready' && (i.desired ?? 'running') === 'running'),
      'all stay ready and wanted',
    );
    agent.start();
    await scene.healthy(agent);
  });
});

test('with two controllers, the other takes over from one that is killed', async () => {
  for (const controller of cluster.controllers) {
    await scene.changesNothing(async () => {
      await endOf(controller.program, 'SIGKILL');
      await scene.controllerActs('takeover').finally(() => controller.start());
      await eventually(cluster, 'the killed controller to be back', async () => (await fetch(`${controller.healthUrl}/healthz`)).ok);
    });
  }
});

test('a mesh agent that is killed is started again, and calls heal', async () => {
  for (const agent of cluster.agents) {
    await scene.changesNothing(async () => {
      const pid = first(pidsOf(agent, 'mesh-agent'));
      process.kill(pid, 'SIGKILL');
      await eventually(cluster, 'a new mesh agent', () => pidsOf(agent, 'mesh-agent').some((other) => other !== pid));
    }, true);
  }
});

test('etcd that is killed and comes back finds everything as it was', async () => {
  await scene.changesNothing(async () => {
    await cluster.etcd.kill();
    await Promise.all(Array.from({ length: 20 }, scene.through));
    await cluster.etcd.restart();
    await scene.controllerActs('after-etcd');
  });
});

test('Caddy that is killed, or emptied through its admin API, gets its routes back', async () => {
  const agent = first(cluster.agents);
  await scene.changesNothing(async () => {
    const pid = first(pidsOf(agent, 'caddy'));
    process.kill(pid, 'SIGKILL');
    await eventually(cluster, 'a new Caddy', () => pidsOf(agent, 'caddy').some((other) => other !== pid));
  }, true);
  const socket = (await run('find', [agent.dataDir, '-type', 's', '-path', '*caddy*'])).stdout.trim();
  assert.notEqual(socket, '', 'the managed Caddy has its admin on a unix socket');
  const admin = (method: string, path: string) =>
    run('curl', ['-sS', '--fail', '-m', '5', '-X', method, '-H', 'Host;', '--unix-socket', socket, `http://caddy${path}`]);
  await scene.changesNothing(async () => {
    const emptied = await admin('DELETE', '/config/apps');
    assert.equal(emptied.code, 0, emptied.stderr);
    await eventually(cluster, 'the routes to be back', async () => (await admin('GET', '/config/apps')).stdout.includes(host), 40_000);
  }, true);
});

test('dockerd that is killed under --live-restore restarts nothing', async () => {
  // The userland proxy of published ports ends with dockerd: calls come back with it.
  await scene.changesNothing(async () => {
    await engine.kill();
    await engine.restart();
    for (const agent of cluster.agents) await scene.healthy(agent);
    await scene.controllerActs('after-dockerd');
  }, true);
});

test('a second agent with the id of a living one is refused: exit code 4, both are named', async () => {
  await scene.changesNothing(async () => {
    const agent = first(cluster.agents);
    const second = await startSecondAgent(cluster, agent);
    const outcome = await Promise.race([second.exited, new Promise((resolve) => setTimeout(resolve, 30_000, 'still running'))]);
    if (second.running()) await endOf(second, 'SIGKILL');
    assert.equal(outcome, 4, second.log());
    const living = await readRecord<{ agent_uid: string }>(cluster, `liveness/${agent.nodeId}`);
    assert.ok(living);
    const lastWords = second.log().trimEnd().split('\n').slice(-3).join('\n');
    assert.match(lastWords, new RegExp(living.agent_uid), 'the living one is named');
    assert.equal(new Set(lastWords.match(/[0-9a-f]{8}[0-9a-f-]{8,}/g)).size >= 2, true, `and the refused one: ${lastWords}`);
  });
});
