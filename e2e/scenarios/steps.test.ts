// SIGKILL of an agent the moment each kind of action is done: what it left half-way converges, and nothing else notices.
import assert from 'node:assert/strict';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { NodeActionKind } from '../../src/plan/node/snapshot.ts';
import { type AgentHandle, type Cluster, run } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { ensureImages } from '../harness/images.ts';
import { endOf, first, type KillScene, pidsOf, startKillScene } from './killing.ts';
import {
  apply,
  call,
  containers,
  deleteByHand,
  docker,
  eventually,
  ingressOf,
  instances,
  type Manifest,
  nodesOf,
  putByHand,
  readyInstances,
  serviceOf,
} from './support.ts';

let engine: DockerEngineHandle;
let scene: KillScene;
let cluster: Cluster;
/** With Caddy. */
let node1: AgentHandle;
let node2: AgentHandle;

before(async () => {
  engine = await ensureDocker();
  await ensureImages(engine);
  scene = await startKillScene(engine, { name: 'steps', firstHost: 81 });
  cluster = scene.cluster;
  node1 = first(cluster.agents);
  node2 = first(cluster.agents.slice(1));
});

after(async () => {
  await cluster?.stop();
  await engine?.stop();
});

/**
 * Where each kind of action is killed at. The type knows every kind: a new one can't be forgotten. All of them are gone through with
 * simulated parts too, in agent/steps.test.ts; `simulated` is what can't be brought about from outside on the real ones.
 */
const killedHere: Record<NodeActionKind, 'up' | 'down' | 'test' | 'simulated'> = {
  ensure_network: 'up',
  issue_certificate: 'up',
  ensure_image: 'up',
  create_unit: 'up',
  write_mesh_config: 'up',
  start_unit: 'up',
  // Done to an app that has a hook: e2e/scenarios/lifecycle.test.ts calls one.
  pre_stop: 'simulated',
  stop_unit: 'down',
  remove_unit: 'down',
  remove_mesh_config: 'down',
  remove_network: 'down',
  put_routes: 'test',
  prune_certificates: 'test',
  start_sidecar: 'test',
  stop_sidecar: 'test',
  start_caddy: 'test',
  stop_caddy: 'test',
  // A sidecar that missed both that its files changed and that it was told so.
  reload_sidecar: 'simulated',
  // Done to a Caddy that others run.
  remove_routes: 'simulated',
};

const kindsOf = (where: 'up' | 'down' | 'test'): NodeActionKind[] =>
  (Object.keys(killedHere) as NodeActionKind[]).filter((kind) => killedHere[kind] === where);

/** Text that was added to a file since it had so many bytes. */
function addedTo(file: string, from: number): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, statSync(file).size - from));
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, from));
  } finally {
    closeSync(handle);
  }
}

/** Resolves once the agent's log, from a byte on, tells that an action of a kind is done. */
async function doneOf(agent: AgentHandle, from: number, kind: NodeActionKind, about: string): Promise<void> {
  const deadline = performance.now() + 45_000;
  while (performance.now() < deadline) {
    const found = addedTo(agent.program.logFile, from)
      .split('\n')
      .some((line) => line.includes('"msg":"done"') && line.includes(`"kind":"${kind}"`) && line.includes(about));
    if (found) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`${agent.nodeId} never got ${kind} of ${about} done: ${agent.program.log().slice(-3000)}`);
}

const killed = new Set<NodeActionKind>();

/** Does something, kills the agent the moment an action of that kind is done, and starts it again. */
async function killedAt(agent: AgentHandle, kind: NodeActionKind, about: string, what: () => Promise<void> | void): Promise<void> {
  const from = statSync(agent.program.logFile).size;
  await what();
  await doneOf(agent, from, kind, about);
  await endOf(agent.program, 'SIGKILL');
  agent.start();
  killed.add(kind);
}

/** What Docker has of the service, whatever its labels: nothing may be left without an owner. */
async function leftOf(service: string): Promise<string[]> {
  const named = (await docker(engine, 'ps', '-a', '--format', '{{.Names}}')).split('\n').filter((name) => name.includes(`-${service}-`));
  const networks = (await docker(engine, 'network', 'ls', '--format', '{{.Name}}')).split('\n').filter((name) => name.includes(service));
  return [...named, ...networks];
}

async function gone(service: string, what: string): Promise<void> {
  await eventually(cluster, `${what}: nothing to be left of ${service}`, async () => {
    assert.deepEqual(await leftOf(service), []);
    const ids = (await instances(cluster, service)).map((i) => i.instance_id);
    assert.deepEqual(ids, []);
    return true;
  });
}

const only: Manifest = { placement: { constraints: ['zone==b'] }, drain_s: 3 };

test('what brings a service up and takes it away: exactly one container, none orphaned', async () => {
  const nameOf = (kind: NodeActionKind) => `up-${kind.replaceAll('_', '-')}`;
  const ups = kindsOf('up');
  await scene.changesNothing(async () => {
    for (const kind of ups) {
      await killedAt(node2, kind, nameOf(kind), () => putByHand(cluster, `services/${nameOf(kind)}`, serviceOf(nameOf(kind), only)));
    }
    for (const kind of ups) {
      const ready = first(await readyInstances(cluster, nameOf(kind), 1));
      const found = (await containers(engine, cluster, nameOf(kind))).map((c) => [c.running, c.labels['photoncloud.instance']]);
      assert.deepEqual(found, [[true, ready.instance_id]], `killed at ${kind}: one container, that of the record`);
    }
    for (const [at, kind] of kindsOf('down').entries()) {
      const name = nameOf(first(ups.slice(at)));
      await killedAt(node2, kind, name, () => deleteByHand(cluster, `services/${name}`));
    }
    const downs = kindsOf('down');
    for (const kind of ups.slice(downs.length)) await deleteByHand(cluster, `services/${nameOf(kind)}`);
    for (const [at, kind] of ups.entries()) await gone(nameOf(kind), downs[at] ? `killed at ${downs[at]}` : 'after them');
  }, true);
});

test('sidecar or Caddy just started: one of each is left', async () => {
  for (const [kind, program] of [
    ['start_sidecar', 'mesh-agent'],
    ['start_caddy', 'caddy'],
  ] as const) {
    await scene.changesNothing(async () => {
      const pid = first(pidsOf(node1, program));
      await killedAt(node1, kind, program, () => void process.kill(pid, 'SIGKILL'));
      await scene.healthy(node1);
    }, true);
  }
});

test('routes just put: they are served, and taken out again', async () => {
  const routed = 'routed.example';
  const status = async () => (await call(ingressOf(cluster), routed)).status;
  await scene.changesNothing(async () => {
    const service = serviceOf('routed', { ...only, routes: [{ host: routed }] });
    await killedAt(node1, 'put_routes', 'caddy', () => putByHand(cluster, 'services/routed', service));
    await readyInstances(cluster, 'routed', 1);
    await eventually(cluster, `${routed} to be served`, async () => (await status()) === 200);
    await killedAt(node1, 'put_routes', 'caddy', () => deleteByHand(cluster, 'services/routed'));
    await eventually(cluster, `${routed} to be served no more`, async () => (await status()) === 404);
    await gone('routed', 'killed at put_routes');
  });
});

test('Caddy just stopped, because its node is no ingress any more: it stays away until the node is one again', async () => {
  const plain = nodesOf(cluster, (node) => ({ ...node, roles: ['worker'] }));
  await scene.changesNothing(async () => {
    await killedAt(node1, 'stop_caddy', 'caddy', () => apply(cluster, ...plain));
    await scene.healthy(node1);
    await eventually(cluster, 'no Caddy', () => pidsOf(node1, 'caddy').length === 0);
    await apply(cluster, ...nodesOf(cluster));
    await eventually(cluster, 'Caddy', () => pidsOf(node1, 'caddy').length === 1);
  }, true);
});

test('former certificates just pruned: the one in use is left, and used', async () => {
  const found = await run('find', [node2.dataDir, '-path', '*/back/*', '-name', 'cert.pem']);
  const current = dirname(first(found.stdout.split('\n').filter(Boolean)));
  const before = readFileSync(join(current, 'cert.pem'), 'utf8');
  await scene.changesNothing(async () => {
    await killedAt(node2, 'prune_certificates', 'back', async () => {
      // As an agent leaves it that ends between the key and its certificate.
      mkdirSync(`${dirname(current)}/${'0'.repeat(64)}`, { mode: 0o700 });
      writeFileSync(`${dirname(current)}/${'0'.repeat(64)}/key.pem`, 'a key', { mode: 0o600 });
      await endOf(node2.program, 'SIGKILL');
      node2.start();
    });
    await scene.healthy(node2);
    assert.deepEqual(readdirSync(dirname(current)), [current.slice(dirname(current).length + 1)]);
    assert.equal(readFileSync(join(current, 'cert.pem'), 'utf8'), before, 'no other certificate was asked for');
  });
});

test('a sidecar just stopped, because each service gets one of its own, and back: one is left, and serves', async () => {
  const file = join(cluster.dir, `${node2.nodeId}.toml`);
  const shared = readFileSync(file, 'utf8');
  const alone = shared.replace('[mesh]\n', '[mesh]\nisolation = "service"\n');
  assert.notEqual(alone, shared);
  const restartWith = (config: string) => async () => {
    await endOf(node2.program, 'SIGTERM');
    writeFileSync(file, config);
    node2.start();
  };
  const sidecars = () => pidsOf(node2, 'mesh-agent').map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('back.toml'));
  const meshes = async (ofService: boolean) => {
    await scene.healthy(node2);
    await eventually(cluster, ofService ? 'one sidecar, of the service' : 'one sidecar, of the node', () => {
      assert.deepEqual(sidecars(), [ofService]);
      return true;
    });
    await scene.settled();
  };
  await scene.changesNothing(async () => {
    await killedAt(node2, 'stop_sidecar', 'process/mesh-agent"', restartWith(alone));
    await meshes(true);
    await killedAt(node2, 'stop_sidecar', 'process/mesh-agent-back"', restartWith(shared));
    await meshes(false);
  }, true);
});

test('every kind of action that can be brought about here was killed at', () => {
  const wanted = [...kindsOf('up'), ...kindsOf('down'), ...kindsOf('test')];
  assert.deepEqual([...killed].sort(), wanted.sort());
});
