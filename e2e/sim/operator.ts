// The operator of the simulated cluster: the records they wrote, the edits they make, what they break and mend.
// Guarantees: no edit writes what stands already; each is announced to the history, so that the laws know whose it is.
import type { Node, Service, ServiceInstance } from '../../src/model/generated.ts';
import { keyOf } from '../../src/model/keys.ts';
import type { Kind } from '../../src/model/kinds.ts';
import { initialJobs } from './jobs.ts';
import type { History } from './history.ts';
import { clusterId, type World } from './world.ts';

export const missingImage = 'example/missing:1';
export const edgePort = 8443;
export const legacyPort = 7000;
const legacyNode = 'node-3';
/** A field of each kind that must not say just anything. */
const vital: Partial<Record<Kind, string>> = {
  service: 'replicas',
  node: 'ip',
  instance: 'port',
  assignment: 'mesh',
  'service-status': 'desired',
};

const initial: readonly Service[] = [
  {
    name: 'web',
    ports: { http: 8080 },
    protocol: 'http',
    replicas: 3,
    run: { image: 'example/app:1' },
    health: { path: '/healthz' },
    routes: [{ host: 'web.example' }, { host: 'all.example', path: '/web' }],
    upstreams: [{ service: 'iam' }],
    drain_s: 10,
    pre_stop: { path: '/bye', timeout_s: 5 },
  },
  {
    name: 'iam',
    ports: { grpc: 9000 },
    protocol: 'grpc',
    replicas: 2,
    run: { image: 'example/app:1' },
    update: { min_ready_s: 5, deadline_s: 300, auto_rollback: true },
    mtls_required: true,
  },
  {
    name: 'edge',
    ports: { http: 8080 },
    protocol: 'http',
    replicas: 2,
    run: { image: 'example/app:1', host_port: edgePort },
    routes: [{ host: 'all.example', path: '/edge' }],
    drain_s: 5,
  },
  {
    name: 'worker',
    ports: { http: 9100 },
    protocol: 'http',
    replicas: 2,
    mesh_mode: 'none',
    run: { driver: 'process', command: ['worker'] },
    after: ['iam'],
  },
  {
    name: 'ledger',
    ports: { http: 7100 },
    protocol: 'http',
    replicas: 2,
    run: { image: 'example/app:1' },
    drain_s: 5,
    disconnect: { replace_after_s: 120, stop_after_s: 20 },
  },
  {
    name: 'db',
    ports: { tcp: 5432 },
    protocol: 'tcp',
    run: { image: 'example/app:1', volumes: [{ source: 'db-data', target: '/data' }] },
    placement: { roles: ['worker'] },
  },
  { name: 'legacy', ports: { http: legacyPort }, protocol: 'http' },
];

export class Operator {
  /** What is wanted: services by name. */
  readonly services = new Map<string, Service>();
  readonly deleted = new Map<string, Service>();
  readonly jobs = new Map<string, Service>();
  /** What was broken, with what it was. */
  readonly broken = new Map<string, string>();
  legacyRegistered = false;
  readonly #world: World;
  readonly #history: History;
  #edits = 0;

  constructor(world: World, history: History) {
    this.#world = world;
    this.#history = history;
  }

  async install(): Promise<void> {
    const meta = { cluster_id: clusterId, environment: 'test' as const, created_at: '2026-01-01T00:00:00Z' };
    await this.#write(keyOf(clusterId, 'cluster'), JSON.stringify(meta));
    for (const { id, ip, appAddr, roles } of this.#world.nodes) {
      const node: Node = { node_id: id, ip, app_addr: appAddr, roles };
      await this.#write(keyOf(clusterId, 'node', id), JSON.stringify(node));
    }
    for (const service of initial) await this.put(service);
    for (const job of initialJobs) await this.putJob(job);
    const { host, appAddr } = this.#world.node(legacyNode);
    host.listen(appAddr, legacyPort);
    await this.registerLegacy();
  }

  async put(service: Service): Promise<void> {
    const key = keyOf(clusterId, 'service', service.name);
    this.services.set(service.name, service);
    this.deleted.delete(service.name);
    this.broken.delete(key);
    await this.#write(key, JSON.stringify(service));
  }

  async putJob(job: Service): Promise<void> {
    const key = keyOf(clusterId, 'service', job.name);
    this.jobs.set(job.name, job);
    this.broken.delete(key);
    await this.write(key, job);
  }

  async write(key: string, record: object): Promise<void> {
    const value = JSON.stringify(record);
    if (this.#history.standing.get(key)?.value !== value) await this.#write(key, value);
  }

  async change(name: string, change: (service: Service) => Service): Promise<void> {
    const service = this.services.get(name);
    if (service) await this.put(change(service));
  }

  /** Another revision of the same service. */
  async newRevision(name: string, image: string): Promise<void> {
    const build = String(++this.#edits);
    await this.change(name, (service) => {
      const run = { ...service.run, env: { BUILD: build } };
      return { ...service, run: run.driver === 'process' ? run : { ...run, image } };
    });
  }

  async deleteService(name: string): Promise<void> {
    const service = this.services.get(name);
    if (!service) return;
    this.services.delete(name);
    this.deleted.set(name, service);
    const key = keyOf(clusterId, 'service', name);
    this.broken.delete(key);
    await this.#write(key, undefined);
  }

  async setIntent(nodeId: string, intent: NonNullable<Node['intent']>): Promise<void> {
    const node = this.#history.node(nodeId);
    if (node && (node.intent ?? 'active') !== intent) {
      await this.#write(keyOf(clusterId, 'node', nodeId), JSON.stringify({ ...node, intent }));
    }
  }

  async registerLegacy(): Promise<void> {
    const { ip } = this.#world.node(legacyNode);
    const instance: ServiceInstance = {
      instance_id: 'legacy-a',
      service: 'legacy',
      node_id: legacyNode,
      ip,
      port: legacyPort,
      state: 'starting',
    };
    this.legacyRegistered = true;
    await this.#write(keyOf(clusterId, 'instance', 'legacy', 'legacy-a'), JSON.stringify(instance));
  }

  /** Deletes a key; false where it is not there. */
  async delete(key: string): Promise<boolean> {
    if (!this.#history.standing.has(key)) return false;
    if (key === keyOf(clusterId, 'instance', 'legacy', 'legacy-a')) this.legacyRegistered = false;
    this.broken.delete(key);
    await this.#write(key, undefined);
    return true;
  }

  /** Makes a record unreadable, in one way or another. */
  async break(key: string, kind: Kind): Promise<boolean> {
    const standing = this.#history.standing.get(key);
    if (!standing?.parsed?.ok) return false;
    const field = vital[kind] ?? 'service';
    const bad = this.#world.random.next() < 0.5 ? 'not JSON {' : JSON.stringify({ ...JSON.parse(standing.value), [field]: 'many' });
    this.broken.set(key, standing.value);
    await this.#write(key, bad);
    return true;
  }

  async mend(key: string): Promise<void> {
    const value = this.broken.get(key);
    if (value === undefined) return;
    this.broken.delete(key);
    if (this.#history.standing.get(key)?.value !== value) await this.#write(key, value);
  }

  async #write(key: string, value: string | undefined): Promise<void> {
    const { full } = this.#world;
    this.#history.expectEdit(key, value);
    this.#world.setFull(false);
    await this.#world.hand.transact([], [value === undefined ? { type: 'delete', key } : { type: 'put', key, value }]);
    this.#world.setFull(full);
  }
}
