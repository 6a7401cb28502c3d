// A cluster in which something is killed, and what must be so afterwards: no record lost, no orphan left, no healthy container restarted.
// Two nodes; service `back` with an instance on each, `front` on the first, served by its Caddy and calling `back` through the mesh.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type AgentHandle, type Cluster } from '../harness/cluster.ts';
import type { DockerEngineHandle } from '../harness/dockerd.ts';
import { type Program, processesNaming } from '../harness/scratch.ts';
import {
  apply,
  call,
  containers,
  deleteByHand,
  eventually,
  failures,
  ingressOf,
  lifeOf,
  policyOf,
  type Reply,
  readStore,
  readyInstances,
  serviceOf,
  startScene,
  steadyCalls,
} from './support.ts';

export const host = 'front.example';

/** Pids of the processes below a node's directory whose command line names a program. */
export function pidsOf(agent: AgentHandle, program: 'mesh-agent' | 'caddy'): number[] {
  return processesNaming(agent.dataDir).filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
      return program === 'caddy' ? command[0]?.endsWith('caddy') === true : command.some((part) => /mesh-agent(\/main\.ts)?$/.test(part));
    } catch {
      return false;
    }
  });
}

export async function endOf(program: Program, signal: NodeJS.Signals): Promise<number | string> {
  program.signal(signal);
  return program.exited;
}

export function first<T>(list: readonly T[]): T {
  const [item] = list;
  assert.ok(item !== undefined, 'expected at least one');
  return item;
}

export interface KillScene {
  cluster: Cluster;
  engine: DockerEngineHandle;
  /** One call through Caddy, front and back. */
  through: () => Promise<Reply>;
  /** Every instance is ready, and a call gets through. */
  settled(): Promise<void>;
  healthy(agent: AgentHandle): Promise<void>;
  /** Runs something that must change nothing: same records, same containers since the same moment, one helper process each. */
  changesNothing(what: () => Promise<void>, callsMayFail?: boolean): Promise<void>;
  /** Proof that a controller acts: a service comes up and goes away. What was issued to it stays on record. */
  controllerActs(name: string): Promise<void>;
}

export async function startKillScene(
  engine: DockerEngineHandle,
  options: { name: string; firstHost: number; controllers?: number },
): Promise<KillScene> {
  const { cluster } = await startScene(engine, { nodes: 2, ...options });
  const scene = killScene(engine, cluster);
  try {
    await apply(
      cluster,
      policyOf('*', 'back', 'strict', true),
      serviceOf('back', { replicas: 2, placement: { max_per_node: 1 } }),
      serviceOf('front', { routes: [{ host }], placement: { constraints: ['zone==a'] } }, { env: { UPSTREAM: 'back' } }),
    );
    await scene.settled();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return scene;
}

function killScene(engine: DockerEngineHandle, cluster: Cluster): KillScene {
  const through = () => call(ingressOf(cluster), host, '/call');

  async function settled(): Promise<void> {
    await readyInstances(cluster, 'back', 2);
    await readyInstances(cluster, 'front', 1);
    await eventually(cluster, 'a call through Caddy, front and back', async () => (await through()).status === 200);
  }

  /** Records that no kill may lose or add. */
  async function recordPaths(): Promise<string[]> {
    const { records } = await readStore(cluster, '');
    return [...records.keys()].filter((path) => !/^(events|controller|mtls\/certs|mtls\/issued)\//.test(path)).sort();
  }

  async function healthy(agent: AgentHandle): Promise<void> {
    await eventually(cluster, `${agent.nodeId} to be ready`, async () => (await fetch(`${agent.healthUrl}/readyz`)).ok);
  }

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

  return { cluster, engine, through, settled, healthy, changesNothing, controllerActs };
}
