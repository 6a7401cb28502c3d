// The sidecar's files and its admin socket: configuration, keys, certificates, the process that serves them.
// Guarantees: a key is made here, written with mode 0600 before its certificate, and goes nowhere else; a certificate that
// does not belong to its key or to its service is not taken; the one in use stays until another is complete.
// The caller owes: one action at a time for each service.
import { X509Certificate } from 'node:crypto';
import type { Clock, Files, ProcessSpec, SidecarAdmin, Signer } from '../src/loop/ports.ts';
import { PhotonError } from '../src/model/errors.ts';
import { sha256Hex } from '../src/model/digest.ts';
import { fingerprintSha256 } from '../src/pki/certificate.ts';
import { createCsr } from '../src/pki/csr.ts';
import { generateKey, readPrivateKey } from '../src/pki/keys.ts';
import { certificateState } from '../src/plan/certificates.ts';
import { type CertificateView, meshProcessOf } from '../src/plan/node/snapshot.ts';
import type { AgentConfig, AgentPaths } from './config.ts';
import { exchange } from './exchange.ts';

interface StoredCertificate {
  fingerprint: string;
  notBefore: number;
  notAfter: number;
}

export interface MeshFiles {
  /** Configuration text by service. */
  files: Map<string, string>;
  certificates: Map<string, CertificateView>;
  former: Map<string, string[]>;
}

const suffix = '.toml';

/** Configuration and certificates below data_dir. What is half written is passed over. */
export class MeshStore {
  readonly #files: Files;
  readonly #paths: AgentPaths;
  readonly #clock: Clock;
  #configs: Map<string, string> | undefined;
  #certificates = new Map<string, { current: StoredCertificate | undefined; former: string[] }>();

  constructor(files: Files, paths: AgentPaths, clock: Clock) {
    this.#files = files;
    this.#paths = paths;
    this.#clock = clock;
  }

  /** What is on disk; read anew where `fresh`. */
  async view(fresh: boolean): Promise<MeshFiles> {
    if (fresh || !this.#configs) await this.#scan();
    const view: MeshFiles = { files: new Map(this.#configs), certificates: new Map(), former: new Map() };
    for (const [service, { current, former }] of this.#certificates) {
      if (current) view.certificates.set(service, this.#viewOf(service, current));
      if (former.length > 0) view.former.set(service, former);
    }
    return view;
  }

  /** Makes the directories that a sidecar wants to find. */
  async prepare(): Promise<void> {
    const note = 'Written by photoncloud-agent. What is changed here by hand is overwritten.\n';
    for (const directory of [this.#paths.mesh, this.#paths.meshConfig]) await this.#files.write(`${directory}/README`, note, 0o644);
  }

  async writeConfig(service: string, content: string): Promise<void> {
    await this.#files.write(this.#configFile(service), content, 0o600);
    this.#configs?.set(service, content);
  }

  /** Removes a service's configuration, then its certificates. */
  async removeService(service: string): Promise<void> {
    await this.#files.remove(this.#configFile(service));
    this.#configs?.delete(service);
    await this.#files.remove(this.#directory(service));
    this.#certificates.delete(service);
  }

  async prune(service: string, directories: readonly string[]): Promise<void> {
    const current = this.#certificates.get(service)?.current?.fingerprint;
    for (const directory of directories) {
      if (directory !== current) await this.#files.remove(`${this.#directory(service)}/${directory}`);
    }
    await this.#scanService(service);
  }

  /** A new key, signed for, and placed beside the former one. */
  async issue(service: string, nodeId: string, signer: Signer): Promise<void> {
    const { privateKey, privateKeyPem } = generateKey();
    const answer = await signer.sign({ kind: 'service', service, nodeId, csrPem: createCsr(privateKey) });
    const leaf = new X509Certificate(answer.certPem);
    if (!leaf.checkPrivateKey(privateKey)) {
      throw new PhotonError('certificate_invalid', 'the signer answered a certificate of another key', {
        where: `certificate of ${service}`,
      });
    }
    const directory = `${this.#directory(service)}/${fingerprintSha256(answer.certPem)}`;
    if ((await this.#files.read(this.#paths.bundle)) !== answer.bundlePem)
      await this.#files.write(this.#paths.bundle, answer.bundlePem, 0o644);
    await this.#files.write(`${directory}/key.pem`, privateKeyPem, 0o600);
    await this.#files.write(`${directory}/cert.pem`, chainOf(answer.certPem, answer.chainPem), 0o644);
    await this.#scanService(service);
  }

  #configFile(service: string): string {
    return `${this.#paths.meshConfig}/${service}${suffix}`;
  }

  #directory(service: string): string {
    return `${this.#paths.certificates}/${service}`;
  }

  #viewOf(service: string, { fingerprint, notBefore, notAfter }: StoredCertificate): CertificateView {
    // The fingerprint spreads renewals, and gives the same answer after a restart.
    const chance = Number.parseInt(fingerprint.slice(0, 8), 16) / 0x1_0000_0000;
    const directory = `${this.#directory(service)}/${fingerprint}`;
    return {
      fingerprint,
      notAfter,
      state: certificateState({ notBefore, notAfter }, chance, this.#clock.now()),
      certFile: `${directory}/cert.pem`,
      keyFile: `${directory}/key.pem`,
    };
  }

  async #scan(): Promise<void> {
    const configs = new Map<string, string>();
    for (const name of await this.#files.list(this.#paths.meshConfig)) {
      if (!name.endsWith(suffix)) continue;
      const text = await this.#files.read(`${this.#paths.meshConfig}/${name}`);
      if (text !== undefined) configs.set(name.slice(0, -suffix.length), text);
    }
    this.#certificates = new Map();
    for (const service of await this.#files.list(this.#paths.certificates)) await this.#scanService(service);
    this.#configs = configs;
  }

  async #scanService(service: string): Promise<void> {
    const directories = await this.#files.list(this.#directory(service));
    let current: StoredCertificate | undefined;
    for (const name of directories) {
      const found = await this.#readCertificate(`${this.#directory(service)}/${name}`, name);
      if (found && (!current || found.notAfter > current.notAfter)) current = found;
    }
    if (directories.length === 0) this.#certificates.delete(service);
    else this.#certificates.set(service, { current, former: directories.filter((name) => name !== current?.fingerprint) });
  }

  async #readCertificate(directory: string, fingerprint: string): Promise<StoredCertificate | undefined> {
    const cert = await this.#files.read(`${directory}/cert.pem`);
    const key = await this.#files.read(`${directory}/key.pem`);
    if (cert === undefined || key === undefined) return undefined;
    try {
      const leaf = new X509Certificate(cert);
      if (fingerprintSha256(cert) !== fingerprint || !leaf.checkPrivateKey(readPrivateKey(key))) return undefined;
      return { fingerprint, notBefore: leaf.validFromDate.getTime(), notAfter: leaf.validToDate.getTime() };
    } catch {
      // Not a pair: cut short by a crash or changed by hand. A new one is issued.
      return undefined;
    }
  }
}

/** Leaf first, then the issuers, each once. */
function chainOf(certPem: string, chainPem: string): string {
  const leaf = certPem.trim();
  const rest = chainPem.trim().startsWith(leaf) ? chainPem.trim().slice(leaf.length).trim() : chainPem.trim();
  return rest === '' ? `${leaf}\n` : `${leaf}\n${rest}\n`;
}

/** Path of the admin socket of the sidecar that serves a service. */
export function adminSocket(config: AgentConfig, paths: AgentPaths, service: string): string {
  if (config.mesh.isolation === 'node') return `${paths.mesh}/admin.sock`;
  // A service's name may be longer than what a socket's path has room for.
  return `${paths.mesh}/admin-${sha256Hex(service).slice(0, 16)}.sock`;
}

/** By these a sidecar's process is known among all others of the starter. */
export const sidecarLabels: Record<string, string> = { role: 'sidecar' };

/** The sidecar process over the whole directory, or over one service's file. */
export function sidecarProcess(
  config: AgentConfig,
  paths: AgentPaths,
  service: string | undefined,
  env: Record<string, string>,
): ProcessSpec {
  const { isolation, command, default_mode, health_listen } = config.mesh;
  const [program = '', ...first] = command;
  const alone = isolation === 'service' && service !== undefined;
  const host = health_listen.slice(0, health_listen.lastIndexOf(':'));
  return {
    name: meshProcessOf(isolation, service ?? ''),
    command: program,
    args: [
      ...first,
      '--config',
      alone ? `${paths.meshConfig}/${service}${suffix}` : paths.meshConfig,
      '--default-mode',
      default_mode,
      '--state-dir',
      alone ? `${paths.mesh}/state/${service}` : `${paths.mesh}/state`,
      '--admin',
      `unix:${adminSocket(config, paths, service ?? '')}`,
      '--health-listen',
      alone ? `${host}:0` : health_listen,
    ],
    env,
    cwd: paths.meshConfig,
    labels: sidecarLabels,
  };
}

const timeoutMs = 3000;
/** It answers when the new configuration has taken effect. */
const reloadTimeoutMs = 15_000;
const largestAnswer = 16 * 1024 * 1024;

async function ask(socketPath: string, method: 'GET' | 'POST', path: string, deadlineMs = timeoutMs): Promise<unknown> {
  const { status, text } = await exchange(
    { socketPath, method, path, headers: { host: 'sidecar' } },
    { timeoutMs: deadlineMs, largestAnswer },
  );
  if (status !== 200 && status !== 204) throw new Error(`answered ${status}: ${text.slice(0, 200)}`);
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new Error('answered something that is no JSON', { cause });
  }
}

interface AdminService {
  service: string;
  config_digest: string;
  fingerprint_sha256: string | null;
  problems: (string | { message?: string })[];
}

/** The admin API of a sidecar over its Unix socket. */
export function createSidecarAdmin(socketPath: string): SidecarAdmin {
  return {
    async inboundConnections(service, instanceId) {
      try {
        const query = new URLSearchParams({ service, instance: instanceId });
        const answer = (await ask(socketPath, 'GET', `/connections?${query.toString()}`)) as
          | { inbound?: unknown; accepting?: unknown }
          | undefined;
        if (typeof answer?.inbound !== 'number') return undefined;
        return answer.accepting === true ? Math.max(1, answer.inbound) : answer.inbound;
      } catch {
        return undefined;
      }
    },
    async services() {
      try {
        const answer = (await ask(socketPath, 'GET', '/services')) as AdminService[];
        return answer.map((one) => ({
          service: one.service,
          configDigest: one.config_digest,
          fingerprintSha256: one.fingerprint_sha256 ?? '',
          problems: one.problems.map((problem) => (typeof problem === 'string' ? problem : (problem.message ?? JSON.stringify(problem)))),
        }));
      } catch {
        return undefined;
      }
    },
    async reload() {
      try {
        await ask(socketPath, 'POST', '/reload', reloadTimeoutMs);
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        throw new PhotonError('process_failed', `the sidecar did not reload: ${message}`, { where: socketPath, cause });
      }
    },
  };
}
