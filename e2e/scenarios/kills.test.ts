// SIGKILL of every program and part, one after the other, on real etcd, Docker and Caddy: no record lost, no orphan left,
// no healthy container restarted, and calls through Caddy and the mesh go on wherever the killed part is not on their way.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type AgentHandle, type Cluster, logLines, run, startSecondAgent } from '../harness/cluster.ts';
import { type DockerEngineHandle, startPrivateDocker } from '../harness/dockerd.ts';
import { ensureImages } from '../harness/images.ts';
import { type Program, processesNaming } from '../harness/scratch.ts';
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
  policyOf,
  putByHand,
  readRecord,
  readStore,
  readyInstances,
  serviceOf,
  startScene,
  steadyCalls,
} from './support.ts';

let engine: DockerEngineHandle;
let cluster: Cluster;
const host = 'front.example';

before(async () => {
  engine = await startPrivateDocker();
  await ensureImages(engine);
  ({ cluster } = await startScene(engine, { name: 'kills', nodes: 2, controllers: 2, firstHost: 31 }));
  await apply(
    cluster,
    policyOf('*', 'back', 'strict', true),
    serviceOf('back', { replicas: 2, placement: { max_per_node: 1 } }),
    serviceOf('front', { routes: [{ host }], placement: { constraints: ['zone==a'] } }, { env: { UPSTREAM: 'back' } }),
  );
  await settled();
});

after(async () => {
  await cluster?.stop();
  await engine?.stop();
});

const through = () => call(ingressOf(cluster), host, '/call');

async function settled(): Promise<void> {
  await readyInstances(cluster, 'back', 2);
  await readyInstances(cluster, 'front', 1);
  await eventually(cluster, 'a call through Caddy, front and back', async () => (await through()).status === 200);
}

/** Pids of the processes below a node's directory whose command line names a program. */
function pidsOf(agent: AgentHandle, program: 'mesh-agent' | 'caddy'): number[] {
  return processesNaming(agent.dataDir).filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
      return program === 'caddy' ? command[0]?.endsWith('caddy') === true : command.some((part) => /mesh-agent(\/main\.ts)?$/.test(part));
    } catch {
      return false;
    }
  });
}

/** Records that no kill may lose or add. */
async function recordPaths(): Promise<string[]> {
  const { records } = await readStore(cluster, '');
  return [...records.keys()].filter((path) => !/^(events|controller|mtls\/certs|mtls\/issued)\//.test(path)).sort();
}

async function healthy(agent: AgentHandle): Promise<void> {
  await eventually(cluster, `${agent.nodeId} to be ready`, async () => (await fetch(`${agent.healthUrl}/readyz`)).ok);
}

/** Runs something that must change nothing: same records, same containers since the same moment, one helper process each. */
async function changesNothing(what: () => Promise<void>, callsMayFail = false): Promise<void> {
  const [life, paths] = [await lifeOf(engine, cluster), await recordPaths()];
  const calls = steadyCalls(ingressOf(cluster), host, '/call');
  try {
    await what();
    await settled();
  } finally {
    await calls.stop();
  }
  await eventually(cluster, 'the records to be the same as before', async () => {
    assert.deepEqual(await recordPaths(), paths);
    return true;
  });
  assert.deepEqual(await lifeOf(engine, cluster), life, 'no container was restarted, lost or added');
  for (const agent of cluster.agents) {
    assert.equal(pidsOf(agent, 'mesh-agent').length, 1, `one mesh agent on ${agent.nodeId}`);
    assert.equal(pidsOf(agent, 'caddy').length, agent.nodeId === 'node-1' ? 1 : 0, `Caddy on ${agent.nodeId}`);
  }
  if (!callsMayFail) assert.deepEqual(failures(calls.samples, 200), [], 'calls went on all the while');
}

async function endOf(program: Program, signal: NodeJS.Signals): Promise<number | string> {
  program.signal(signal);
  return program.exited;
}

function first<T>(list: readonly T[]): T {
  const [item] = list;
  assert.ok(item !== undefined, 'expected at least one');
  return item;
}

/** Proof that a controller acts: a service comes up and goes away. What was issued to it stays on record. */
async function controllerActs(name: string): Promise<void> {
  await apply(cluster, serviceOf(name));
  await readyInstances(cluster, name, 1);
  await deleteByHand(cluster, `services/${name}`);
  await eventually(cluster, `${name} to be gone`, async () => {
    const left = (await recordPaths()).filter((path) => path.split('/').includes(name));
    const running = (await containers(engine, cluster, name)).map((c) => c.name);
    assert.deepEqual([...left, ...running], []);
    return true;
  });
}

test('an agent that is killed adopts everything when it is back', async () => {
  for (const agent of cluster.agents) {
    await changesNothing(async () => {
      const helpers = [...pidsOf(agent, 'mesh-agent'), ...pidsOf(agent, 'caddy')];
      await endOf(agent.program, 'SIGKILL');
      agent.start();
      await healthy(agent);
      assert.deepEqual([...pidsOf(agent, 'mesh-agent'), ...pidsOf(agent, 'caddy')], helpers, 'sidecar and Caddy were adopted');
    });
  }
});

test('SIGTERM of an agent drains nothing', async () => {
  const agent = first(cluster.agents);
  await changesNothing(async () => {
    assert.equal(await endOf(agent.program, 'SIGTERM'), 0);
    assert.ok(
      (await instances(cluster)).every((i) => i.state === 'ready' && (i.desired ?? 'running') === 'running'),
      'all stay ready and wanted',
    );
    agent.start();
    await healthy(agent);
  });
});

test('with two controllers, the other takes over from one that is killed', async () => {
  for (const controller of cluster.controllers) {
    await changesNothing(async () => {
      await endOf(controller.program, 'SIGKILL');
      await controllerActs('takeover').finally(() => controller.start());
      await eventually(cluster, 'the killed controller to be back', async () => (await fetch(`${controller.healthUrl}/healthz`)).ok);
    });
  }
});

test('a mesh agent that is killed is started again, and calls heal', async () => {
  for (const agent of cluster.agents) {
    await changesNothing(async () => {
      const pid = first(pidsOf(agent, 'mesh-agent'));
      process.kill(pid, 'SIGKILL');
      await eventually(cluster, 'a new mesh agent', () => pidsOf(agent, 'mesh-agent').some((other) => other !== pid));
    }, true);
  }
});

test('etcd that is killed and comes back finds everything as it was', async () => {
  await changesNothing(async () => {
    await cluster.etcd.kill();
    await Promise.all(Array.from({ length: 20 }, through));
    await cluster.etcd.restart();
    await controllerActs('after-etcd');
  });
});

test('Caddy that is killed, or emptied through its admin API, gets its routes back', async () => {
  const agent = first(cluster.agents);
  await changesNothing(async () => {
    const pid = first(pidsOf(agent, 'caddy'));
    process.kill(pid, 'SIGKILL');
    await eventually(cluster, 'a new Caddy', () => pidsOf(agent, 'caddy').some((other) => other !== pid));
  }, true);
  const socket = (await run('find', [agent.dataDir, '-type', 's', '-path', '*caddy*'])).stdout.trim();
  assert.notEqual(socket, '', 'the managed Caddy has its admin on a unix socket');
  const admin = (method: string, path: string) =>
    run('curl', ['-sS', '--fail', '-m', '5', '-X', method, '-H', 'Host;', '--unix-socket', socket, `http://caddy${path}`]);
  await changesNothing(async () => {
    const emptied = await admin('DELETE', '/config/apps');
    assert.equal(emptied.code, 0, emptied.stderr);
    await eventually(cluster, 'the routes to be back', async () => (await admin('GET', '/config/apps')).stdout.includes(host), 40_000);
  }, true);
});

test('dockerd that is killed under --live-restore restarts nothing', async () => {
  // The userland proxy of published ports ends with dockerd: calls come back with it.
  await changesNothing(async () => {
    await engine.kill();
    await engine.restart();
    for (const agent of cluster.agents) await healthy(agent);
    await controllerActs('after-dockerd');
  }, true);
});

test('a second agent with the id of a living one is refused: exit code 4, both are named', async () => {
  await changesNothing(async () => {
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

// ---------------------------------------------------------------- at each step of apply

/** Resolves once the agent's log, from a byte on, tells that an action of a kind is done. */
async function doneOf(agent: AgentHandle, from: number, kind: string, about: string): Promise<void> {
  const deadline = performance.now() + 45_000;
  while (performance.now() < deadline) {
    const log = readFileSync(agent.program.logFile).subarray(from).toString('utf8');
    const found = log
      .split('\n')
      .some((line) => line.includes('"msg":"done"') && line.includes(`"kind":"${kind}"`) && line.includes(about));
    if (found) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`${agent.nodeId} never got ${kind} of ${about} done: ${agent.program.log().slice(-3000)}`);
}

/** Does something, kills the agent the moment an action of that kind is done, and starts it again. */
async function killedAt(agent: AgentHandle, kind: string, about: string, what: () => Promise<void>): Promise<void> {
  const from = readFileSync(agent.program.logFile).length;
  await what();
  await doneOf(agent, from, kind, about);
  await endOf(agent.program, 'SIGKILL');
  agent.start();
}

const stepsUp = ['ensure_network', 'issue_certificate', 'ensure_image', 'create_unit', 'write_mesh_config', 'start_unit'];
const stepsDown = ['stop_unit', 'remove_unit', 'remove_mesh_config', 'remove_network'];

/** What Docker has of the service, whatever its labels: nothing may be left without an owner. */
async function leftOf(service: string): Promise<string[]> {
  const named = (await docker(engine, 'ps', '-a', '--format', '{{.Names}}')).split('\n').filter((name) => name.includes(`-${service}-`));
  const networks = (await docker(engine, 'network', 'ls', '--format', '{{.Name}}')).split('\n').filter((name) => name.includes(service));
  return [...named, ...networks];
}

test('an agent killed after each single action converges: exactly one container, none orphaned', async () => {
  const agent = cluster.agents[1];
  assert.ok(agent);
  const only = { placement: { constraints: ['zone==b'] }, drain_s: 3 };
  await changesNothing(async () => {
    for (const kind of stepsUp) {
      const name = `up-${kind.replaceAll('_', '-')}`;
      await killedAt(agent, kind, name, () => putByHand(cluster, `services/${name}`, serviceOf(name, only)));
      const ready = first(await readyInstances(cluster, name, 1));
      const found = await containers(engine, cluster, name);
      assert.deepEqual(
        found.map((c) => [c.running, c.labels['photoncloud.instance']]),
        [[true, ready.instance_id]],
        `killed at ${kind}: one container, that of the record`,
      );
    }
    for (const [at, kind] of stepsDown.entries()) {
      const name = `up-${stepsUp[at]?.replaceAll('_', '-')}`;
      await killedAt(agent, kind, name, () => deleteByHand(cluster, `services/${name}`));
      await eventually(cluster, `killed at ${kind}: nothing to be left of ${name}`, async () => {
        assert.deepEqual(await leftOf(name), []);
        assert.deepEqual(
          (await instances(cluster, name)).map((i) => i.instance_id),
          [],
        );
        return true;
      });
    }
    for (const kind of stepsUp.slice(stepsDown.length)) await deleteByHand(cluster, `services/up-${kind.replaceAll('_', '-')}`);
    await eventually(cluster, 'the last ones to be gone', async () => (await leftOf('up-')).length === 0);
  }, true);
});

test('an agent killed right after it started sidecar or Caddy leaves one of each', async () => {
  const agent = first(cluster.agents);
  for (const program of ['mesh-agent', 'caddy'] as const) {
    await changesNothing(async () => {
      const pid = first(pidsOf(agent, program));
      await killedAt(agent, program === 'caddy' ? 'start_caddy' : 'start_sidecar', program, () =>
        Promise.resolve(void process.kill(pid, 'SIGKILL')),
      );
      await healthy(agent);
    }, true);
  }
});

// ---------------------------------------------------------------- without the store

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
    const reply = await through();
    return reply.status === 200 && reply.body.includes(victim.labels['photoncloud.instance'] ?? '');
  });
  const healed = Date.now();
  await eventually(cluster, 'the minute to be over', () => performance.now() - downSince > 60_000, 70_000);
  const duringOutage = calls.samples.filter((sample) => sample.at > healed);
  assert.ok(duringOutage.length > 100, 'calls were made all the while');
  assert.deepEqual(failures(duringOutage, 200), [], 'calls go on without a store');

  await cluster.etcd.restart();
  await controllerActs('after-outage');
  await settled();
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
  assert.equal((await through()).status, 200);
  assert.deepEqual(
    [...(await readStore(cluster, '')).records.keys()].filter((path) => /^(instances|assignments|services)\//.test(path)),
    [],
  );
  assert.deepEqual(await lifeOf(engine, cluster), life, 'nothing was stopped');

  await cluster.etcd.kill();
  rmSync(data, { recursive: true });
  cpSync(`${data}.kept`, data, { recursive: true });
  await cluster.etcd.restart();
  await controllerActs('own-store-again');
  await settled();
  assert.deepEqual(await lifeOf(engine, cluster), life, 'and nothing when the right store came back');
});
