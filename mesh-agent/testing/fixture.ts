// A small mesh on real sockets: authorities, a store in memory, services with their configuration files, and what it takes to watch them.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { systemClock } from '../../src/loop/clock.ts';
import { createLog } from '../../src/loop/log.ts';
import type { Store } from '../../src/loop/ports.ts';
import { systemRandom } from '../../src/loop/random.ts';
import { encodeRecord } from '../../src/model/entry.ts';
import type { MTLSPolicy, Service, ServiceInstance } from '../../src/model/generated.ts';
import { keyOf } from '../../src/model/keys.ts';
import { type Authorities, createAuthorities } from '../../src/pki/authority.ts';
import { issueLeaf } from '../../src/pki/issue.ts';
import { generateKey } from '../../src/pki/keys.ts';
import type { SpiffeIdentity } from '../../src/pki/spiffe.ts';
import type { MeshMode } from '../../src/plan/policy.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { MeshAgent } from '../agent.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { createMeshMetrics } from '../metrics.ts';

export const clusterId = 'demo';

/** Waits until the condition gives something; fails after the deadline with what was waited for. */
export async function until<T>(
  what: string,
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 5000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const found = await condition();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) assert.fail(`waited ${limitMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A port that was free a moment ago. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  assert.ok(address && typeof address === 'object');
  return address.port;
}

export interface Issued {
  certPem: string;
  keyPem: string;
  fingerprint: string;
}

export interface ServiceFile {
  name: string;
  protocol?: 'http' | 'grpc' | 'tcp';
  control?: number;
  controlHost?: string;
  allow?: string[];
  instances?: { id: string; app: number; mesh: number; draining?: boolean }[];
  upstreams?: { service: string; port: number }[];
  mode?: MeshMode;
}

export class Mesh {
  readonly dir: string;
  readonly authorities: Authorities;
  readonly memory: MemoryStore;
  readonly store: Store;
  readonly environment: 'dev' | 'prod';
  readonly agents: MeshAgent[] = [];
  readonly logLines: Record<string, unknown>[] = [];
  readonly #cleanUps: (() => Promise<unknown> | void)[] = [];

  private constructor(dir: string, environment: 'dev' | 'prod') {
    this.dir = dir;
    this.environment = environment;
    this.authorities = createAuthorities({ clusterId, now: Date.now() - 30 * 86_400_000 });
    this.memory = new MemoryStore(systemClock);
    this.store = this.memory.client('operator');
  }

  static async create(environment: 'dev' | 'prod' = 'dev'): Promise<Mesh> {
    const mesh = new Mesh(await mkdtemp(join(tmpdir(), 'photoncloud-mesh-')), environment);
    await mkdir(join(mesh.dir, 'mtls-agent.d'));
    const meta = { cluster_id: clusterId, environment, created_at: '2026-01-01T00:00:00.000Z', uid: 'aaaaaaaaaaaaaaaa' };
    await mesh.put(keyOf(clusterId, 'cluster'), encodeRecord(meta));
    return mesh;
  }

  /** The one that was started first. */
  get agent(): MeshAgent {
    const [agent] = this.agents;
    assert.ok(agent, 'an agent was started');
    return agent;
  }

  /** Runs before the agents are stopped; the last added first. */
  onClose(run: () => Promise<unknown> | void): void {
    this.#cleanUps.push(run);
  }

  async close(): Promise<void> {
    for (const run of this.#cleanUps.reverse()) await run();
    await Promise.all(this.agents.map((agent) => agent.stop()));
    await this.store.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  async put(key: string, value: string): Promise<void> {
    await this.store.transact([], [{ type: 'put', key, value }]);
  }

  async remove(key: string): Promise<void> {
    await this.store.transact([], [{ type: 'delete', key }]);
  }

  service(name: string, rest: Partial<Service> = {}): Promise<void> {
    const record: Service = { name, protocol: 'http', ports: { http: 8080 }, ...rest };
    return this.put(keyOf(clusterId, 'service', name), encodeRecord(record));
  }

  instance(service: string, id: string, meshPort: number | undefined, rest: Partial<ServiceInstance> = {}): Promise<void> {
    const record: ServiceInstance = {
      instance_id: id,
      service,
      node_id: 'node-1',
      ip: '127.0.0.1',
      port: 8080,
      state: 'ready',
      desired: 'running',
      ...(meshPort === undefined ? {} : { mesh_port: meshPort }),
      ...rest,
    };
    return this.put(keyOf(clusterId, 'instance', service, id), encodeRecord(record));
  }

  policy(id: string, source: string, target: string, mode: MTLSPolicy['mode'], mtlsRequired: boolean): Promise<void> {
    const record: MTLSPolicy = {
      policy_id: id,
      environment: this.environment,
      source_service: source,
      target_service: target,
      mode,
      mtls_required: mtlsRequired,
      updated_at: new Date().toISOString(),
    };
    return this.put(keyOf(clusterId, 'policy', id), encodeRecord(record));
  }

  revoke(fingerprint: string, subject: string): Promise<void> {
    const at = new Date().toISOString();
    const record = {
      fingerprint_sha256: fingerprint,
      subject,
      reason: 'key_compromise',
      revoked_at: at,
      until: '2099-01-01T00:00:00.000Z',
    };
    return this.put(keyOf(clusterId, 'revoked-certificate', fingerprint), encodeRecord(record));
  }

  issue(
    name: string,
    rest: { identity?: Partial<SpiffeIdentity>; authorities?: Authorities; lifetimeMs?: number; now?: number } = {},
  ): Issued {
    const { privateKey, privateKeyPem } = generateKey();
    const { issuing } = rest.authorities ?? this.authorities;
    const leaf = issueLeaf(issuing, {
      identity: { clusterId, kind: 'service', name, ...rest.identity },
      publicKey: privateKey,
      now: rest.now ?? Date.now(),
      ...(rest.lifetimeMs === undefined ? {} : { lifetimeMs: rest.lifetimeMs }),
    });
    return { certPem: leaf.certPem + issuing.certPem, keyPem: privateKeyPem, fingerprint: leaf.fingerprintSha256 };
  }

  /** Writes key and certificate of a service where its configuration expects them. */
  async placeIdentity(name: string, issued = this.issue(name)): Promise<Issued> {
    await this.#replace(`${name}.pem`, issued.certPem);
    await this.#replace(`${name}.key`, issued.keyPem);
    await this.#replace('bundle.pem', this.authorities.root.certPem);
    return issued;
  }

  async place(file: ServiceFile): Promise<void> {
    await this.#replace(join('mtls-agent.d', `${file.name}.toml`), this.toml(file));
  }

  toml(file: ServiceFile): string {
    const { name, protocol = 'http', control, controlHost = '127.0.0.1', allow = [], instances = [], upstreams = [], mode = 'auto' } = file;
    return [
      `[service]\nname = "${name}"\nprotocol = "${protocol}"\ncontrol_allow = ${JSON.stringify(allow)}`,
      ...(control === undefined ? [] : [`control_addr = "${controlHost}:${control}"`]),
      ...instances.map(
        ({ id, app, mesh, draining = false }) =>
          `[[instance]]\nid = "${id}"\napp_addr = "127.0.0.1:${app}"\nmesh_bind_addr = "127.0.0.1:${mesh}"\ndraining = ${draining}`,
      ),
      ...upstreams.map(({ service, port }) => `[[upstream]]\nservice = "${service}"\nbind = "127.0.0.1:${port}"`),
      `[cluster]\ncluster_id = "${clusterId}"\nenvironment = "${this.environment}"\nchainfire_endpoint = ["http://127.0.0.1:1"]`,
      `[mtls]\nmode = "${mode}"\nca_cert_path = "${this.dir}/bundle.pem"\ncert_path = "${this.dir}/${name}.pem"\nkey_path = "${this.dir}/${name}.key"\n`,
    ].join('\n');
  }

  async start(limits: Partial<Limits> = {}, rest: { forceDisabled?: boolean; store?: Store } = {}): Promise<MeshAgent> {
    const destination = { write: (line: string) => void this.logLines.push(JSON.parse(line) as Record<string, unknown>) };
    const agent = new MeshAgent({
      config: join(this.dir, 'mtls-agent.d'),
      stateDir: join(this.dir, 'state'),
      settings: { forceDisabled: rest.forceDisabled ?? false, fallback: 'auto' },
      openStore: () => Promise.resolve(rest.store ?? this.memory.client('mesh')),
      clock: systemClock,
      random: systemRandom,
      limits: { ...defaultLimits, drainMs: 300, ...limits },
      log: createLog({ name: 'mesh', format: 'json', level: 'debug', destination }),
      metrics: createMeshMetrics(new Registry()),
      lookMs: 200,
    });
    this.agents.push(agent);
    await agent.start();
    return agent;
  }

  /** Reasons of refusals so far. */
  refusals(): string[] {
    return this.logLines.flatMap(({ reason }) => (typeof reason === 'string' ? [reason] : []));
  }

  async #replace(name: string, content: string): Promise<void> {
    const path = join(this.dir, name);
    await writeFile(`${path}.new`, content, { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
}
