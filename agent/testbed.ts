// For tests: one simulated machine and store, a hand that plays the controller, and runs of the real agent.
import { SimulatedClock } from '../src/loop/clock.ts';
import { silentLog } from '../src/loop/log.ts';
import type { Log } from '../src/loop/ports.ts';
import { seededRandom } from '../src/loop/random.ts';
import type { PhotonError } from '../src/model/errors.ts';
import type { Assignment, IngressTable, Liveness, Node, ServiceInstance } from '../src/model/generated.ts';
import { keyOf } from '../src/model/keys.ts';
import { type MemoryClient, MemoryStore } from '../src/store/memory.ts';
import { type Agent, createAgent } from './agent.ts';
import type { AgentConfig } from './config.ts';
import type { Life } from './simulated/gate.ts';
import { SimulatedHost } from './simulated/host.ts';
import { SimulatedAuthority } from './simulated/signer.ts';

export interface Run {
  agent: Agent;
  life: Life;
  client: MemoryClient;
  ended: () => PhotonError | undefined;
}

export const cluster = 'demo';
const uid = '5f1c2c1e-7d3a-4a52-9b0e-2f7f0e0c8a11';

export function configOf(nodeId: string, change: Partial<AgentConfig> = {}): AgentConfig {
  return {
    data_dir: `/data/${nodeId}`,
    cluster: { cluster_id: cluster, endpoints: ['http://127.0.0.1:2379'] },
    node: { node_id: nodeId },
    docker: { enabled: true, network_pool: '10.210.0.0/16', network_prefix: 26 },
    process: { enabled: true },
    mesh: { enabled: true, command: ['mesh'], isolation: 'node', default_mode: 'auto', health_listen: '127.0.0.1:0' },
    caddy: { mode: 'managed', command: ['caddy'], admin: '', listen: [':80'] },
    health: { listen: '127.0.0.1:0' },
    log: { level: 'info', format: 'json' },
    ...change,
  };
}

/** One sidecar process for each service. */
export const perService: Partial<AgentConfig> = { mesh: { ...configOf('x').mesh, isolation: 'service' } };

export class Bed {
  readonly clock = new SimulatedClock();
  readonly store = new MemoryStore(this.clock);
  readonly hand = this.store.client('hand');
  readonly host: SimulatedHost;
  readonly authority = new SimulatedAuthority(cluster, this.clock.now());
  readonly random;
  readonly runs: Run[] = [];
  /** Of agents that are started from now on. */
  machineId = 'machine';

  constructor(seed = 1) {
    this.random = seededRandom(seed);
    this.host = new SimulatedHost({ clock: this.clock, random: seededRandom(seed + 1) });
    this.host.caddy.process = 'caddy';
    this.host.docker.images.add('example/app:1');
  }

  /** Meta and the Node of each agent. */
  async cluster(...nodeIds: string[]): Promise<void> {
    await this.put(keyOf(cluster, 'cluster'), {
      cluster_id: cluster,
      environment: 'dev',
      created_at: '2026-01-01T00:00:00Z',
      uid,
      epoch: 0,
    });
    for (const [at, nodeId] of nodeIds.entries()) {
      const ip = `127.0.0.${11 + at}`;
      await this.put(keyOf(cluster, 'node', nodeId), { node_id: nodeId, ip, app_addr: ip, roles: ['worker'] } satisfies Node);
    }
  }

  run(nodeId = 'node-1', change: Partial<AgentConfig> = {}, log: (life: Life) => Log = () => silentLog): Run {
    const config = configOf(nodeId, change);
    const { docker, ...ports } = this.host.ports({ clusterId: cluster, nodeId, dataDir: config.data_dir });
    const client = this.store.client(`${nodeId}-${this.runs.length}`);
    ports.life.onEnd(() => client.setPartition('silent'));
    const agent = createAgent(
      {
        ...ports,
        ...(config.docker.enabled && { docker }),
        store: client,
        clock: this.clock,
        random: this.random,
        log: log(ports.life),
        facts: { machineId: this.machineId, bootId: this.host.bootId, hostname: 'host', cpuMillicores: 4000, memoryBytes: 2 ** 32 },
        version: 'test',
        signer: this.authority.signer(this.host, ports.life),
        environment: {},
      },
      config,
    );
    let end: PhotonError | undefined;
    void agent.ended.then((error) => {
      end = error;
    });
    void agent.start();
    const run: Run = { agent, life: ports.life, client, ended: () => end };
    this.runs.push(run);
    return run;
  }

  /** Ends every run, so that no timer of one is left. */
  async close(): Promise<void> {
    for (const { life, agent } of this.runs) {
      if (life.alive) {
        const stopped = agent.stop(0);
        await this.clock.advance(60_000);
        await stopped;
      }
    }
  }

  async put(key: string, record: object): Promise<void> {
    await this.hand.transact([], [{ type: 'put', key, value: JSON.stringify(record) }]);
  }

  async delete(...keys: string[]): Promise<void> {
    await this.hand.transact(
      [],
      keys.map((key) => ({ type: 'delete', key })),
    );
  }

  async read<T>(key: string): Promise<T | undefined> {
    const { kv } = await this.hand.get(key);
    return kv && (JSON.parse(kv.value) as T);
  }

  async node(nodeId = 'node-1'): Promise<Node> {
    return (await this.read<Node>(keyOf(cluster, 'node', nodeId))) as Node;
  }

  liveness(nodeId = 'node-1'): Promise<Liveness | undefined> {
    return this.read(keyOf(cluster, 'liveness', nodeId));
  }

  instance(id: string, service = 'web'): Promise<ServiceInstance | undefined> {
    return this.read(keyOf(cluster, 'instance', service, id));
  }

  /** As the controller does: assignment and instance in one transaction. */
  async assign(id: string, change: Partial<Assignment> = {}, nodeId = 'node-1'): Promise<Assignment> {
    const record = assignmentOf(id, change, nodeId);
    const { service } = record;
    const instance: ServiceInstance = {
      instance_id: id,
      service,
      node_id: nodeId,
      ip: '127.0.0.11',
      port: record.app?.port ?? 1,
      state: 'starting',
      desired: 'running',
      slot: 0,
    };
    const pairs: [string, object][] = [
      [keyOf(cluster, 'assignment', nodeId, service, id), record],
      [keyOf(cluster, 'instance', service, id), instance],
    ];
    await this.hand.transact(
      [],
      pairs.map(([key, value]) => ({ type: 'put', key, value: JSON.stringify(value) })),
    );
    return record;
  }

  /** Changes what is desired of an instance, in both records. */
  async desire(id: string, desired: Assignment['desired'], service = 'web', nodeId = 'node-1'): Promise<void> {
    for (const key of [keyOf(cluster, 'assignment', nodeId, service, id), keyOf(cluster, 'instance', service, id)]) {
      await this.put(key, { ...(await this.read<object>(key)), desired });
    }
  }

  async table(routes: IngressTable['routes'], revision = 1, nodeId = 'node-1'): Promise<void> {
    await this.put(keyOf(cluster, 'ingress', nodeId), { revision, listen: [], routes } satisfies IngressTable);
  }

  async untilState(id: string, state: ServiceInstance['state'], limitMs = 120_000): Promise<ServiceInstance> {
    await this.clock.until(async () => (await this.instance(id))?.state === state, limitMs, `${id} to be ${state}`);
    return (await this.instance(id)) as ServiceInstance;
  }

  /** Units of a service by instance and state. */
  units(): string[] {
    return this.host.docker
      .units()
      .map(({ labels, state }) => `${labels.instance} ${state}`)
      .sort();
  }
}

let ports = 20_000;

export function assignmentOf(id: string, change: Partial<Assignment> = {}, nodeId = 'node-1'): Assignment {
  const service = change.service ?? 'web';
  const port = (ports += 4);
  return {
    instance_id: id,
    service,
    node_id: nodeId,
    slot: 0,
    revision: '0123456789abcdef',
    managed: true,
    desired: 'running',
    drain_s: 20,
    run: { driver: 'docker', image: 'example/app:1' },
    protocol: 'http',
    health: { type: 'http', path: '/healthz' },
    app: { addr: '127.0.0.11', port, container_port: 8080 },
    mesh: { mode: 'agent', bind: { addr: '127.0.0.11', port: port + 1 }, control: 19_000, upstreams: [] },
    ...change,
  };
}

/** Runs a scenario and ends what it started. */
export async function withBed(scenario: (bed: Bed) => Promise<void>, seed = 1): Promise<void> {
  const bed = new Bed(seed);
  try {
    await scenario(bed);
  } finally {
    await bed.close();
  }
}
