// The process driver: the Engine port over detached processes.
// Guarantees: a unit that was created is on disk, so that the next agent knows it; units run as processes of ours, adopted by
// pid and start time. `HOST` and `PORT` tell the app where to listen. Nothing is isolated: what a field asks for and a plain process
// can't have is refused, not left out.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { asPhotonError, PhotonError } from '../src/model/errors.ts';
import type {
  Engine,
  Files,
  ObservedProcess,
  Output,
  ProcessSpec,
  ProcessStarter,
  Unit,
  UnitNetwork,
  UnitSpec,
} from '../src/loop/ports.ts';
import { checkPrivateFile, readEnvFile } from './env-file.ts';
import { diskFiles } from '../src/loop/files.ts';

export interface ProcessEngineOptions {
  clusterId: string;
  nodeId: string;
  /** Created units are kept in `{dataDir}/units`. */
  dataDir: string;
  starter: ProcessStarter & { limitsProblem?(): string | undefined };
  /** Default: the disk. */
  files?: Files;
  /** Default: by binding it. Fails with `port_taken`. */
  checkPort?: (publish: { addr: string; port: number }) => Promise<void>;
}

/** Set apart from the agent's own processes, the sidecar and Caddy. */
const prefix = 'app-';
/** The id of a unit that has no process yet. */
const createdPrefix = 'created:';
const removeTimeoutS = 10;

export function createProcessEngine(options: ProcessEngineOptions): Engine {
  return new ProcessEngine(options);
}

interface Stored {
  spec: UnitSpec;
  process: ObservedProcess | undefined;
}

class ProcessEngine implements Engine {
  readonly driver = 'process';
  readonly #options: ProcessEngineOptions;
  readonly #starter: ProcessStarter;
  readonly #files: Files;
  /** What the last start said where it failed. */
  readonly #errors = new Map<string, string>();

  constructor(options: ProcessEngineOptions) {
    this.#options = options;
    this.#starter = options.starter;
    this.#files = options.files ?? diskFiles;
  }

  info(): Promise<{ version: string; liveRestore: boolean; warnings: string[] }> {
    const problem = this.#options.starter.limitsProblem?.();
    const warnings = problem === undefined ? [] : [`processes with resource limits can't be started: ${problem}`];
    return Promise.resolve({ version: process.version, liveRestore: true, warnings });
  }

  async list(): Promise<Unit[]> {
    return (await this.#stored()).map((stored) => this.#unit(stored));
  }

  /** Nothing to fetch: the program is on the node, or start says that it is not. */
  ensureImage(image: string): Promise<{ digest: string }> {
    return Promise.resolve({ digest: image });
  }

  async create(spec: UnitSpec): Promise<string> {
    refuseUnsupported(spec);
    const { instance, cluster, node } = spec.labels;
    const { clusterId, nodeId } = this.#options;
    if (cluster !== clusterId || node !== nodeId) {
      throw new PhotonError('internal', `unit of ${cluster}/${node} given to the engine of ${clusterId}/${nodeId}`);
    }
    const standing = (await this.#stored()).find((stored) => stored.spec.labels.instance === instance);
    if (standing) return idOf(standing);
    await this.#files.write(this.#file(instance), JSON.stringify(spec), 0o600);
    return `${createdPrefix}${instance}`;
  }

  async start(id: string): Promise<void> {
    const found = await this.#find(id);
    if (!found) throw new PhotonError('process_failed', `unit ${id} is gone`);
    if (found.process?.state === 'running') return;
    const { instance } = found.spec.labels;
    try {
      if (found.spec.publish) await (this.#options.checkPort ?? checkPortFree)(found.spec.publish);
      const secretEnv = found.spec.envFile ? await readEnvFile(found.spec.envFile) : {};
      for (const file of found.spec.secretFiles) await checkPrivateFile(file.source, 'secret_files');
      await this.#starter.start(await processSpec(found.spec), secretEnv);
      this.#errors.delete(instance);
    } catch (error) {
      this.#errors.set(instance, asPhotonError(error).explain());
      throw error;
    }
  }

  async stop(id: string, signal: string, timeoutS: number): Promise<void> {
    const found = await this.#find(id);
    if (found?.process) await this.#starter.stop(found.process.name, signal, timeoutS);
  }

  async remove(id: string): Promise<void> {
    const found = await this.#find(id);
    if (!found) return;
    if (found.process) {
      if (found.process.state === 'running') await this.#starter.stop(found.process.name, 'SIGTERM', removeTimeoutS);
      await this.#starter.remove(found.process.name);
    }
    this.#errors.delete(found.spec.labels.instance);
    await this.#files.remove(this.#file(found.spec.labels.instance));
  }

  async output(id: string): Promise<Output> {
    const found = await this.#find(id);
    return found?.process ? this.#starter.output(found.process.name) : { text: '', cut: false };
  }

  ensureNetwork(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  networks(): Promise<UnitNetwork[]> {
    return Promise.resolve([]);
  }

  removeNetwork(): Promise<void> {
    return Promise.resolve();
  }

  subscribe(onChange: (instance?: string) => void): { cancel(): void } {
    return this.#starter.subscribe((name) => {
      if (name.startsWith(prefix)) onChange(name.slice(prefix.length));
    });
  }

  #file(instance: string): string {
    return join(this.#options.dataDir, 'units', `${instance}.json`);
  }

  async #stored(): Promise<Stored[]> {
    const { clusterId, nodeId, dataDir } = this.#options;
    const processes = new Map((await this.#starter.list()).map((process) => [process.name, process]));
    const found: Stored[] = [];
    for (const file of (await this.#files.list(join(dataDir, 'units'))).filter((name) => name.endsWith('.json')).sort()) {
      const path = join(dataDir, 'units', file);
      const text = await this.#files.read(path);
      if (text === undefined) continue;
      const spec = parseUnit(text, path);
      if (spec.labels.cluster !== clusterId || spec.labels.node !== nodeId) continue;
      found.push({ spec, process: processes.get(prefix + spec.labels.instance) });
    }
    return found;
  }

  /** By the id that create gave, or by the one that its process gave it since. */
  async #find(id: string): Promise<Stored | undefined> {
    return (await this.#stored()).find((stored) => idOf(stored) === id || `${createdPrefix}${stored.spec.labels.instance}` === id);
  }

  #unit(stored: Stored): Unit {
    const { spec, process } = stored;
    const error = this.#errors.get(spec.labels.instance);
    if (!process) return { id: idOf(stored), labels: spec.labels, state: 'created', ...(error === undefined ? {} : { error }) };
    const { state, startedAt, endedAt, exitCode, oomKilled, pid } = process;
    return {
      id: idOf(stored),
      labels: spec.labels,
      state,
      startedAt,
      ...(state === 'running' ? { pid } : { oomKilled: oomKilled ?? false }),
      ...(endedAt === undefined ? {} : { endedAt }),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(error === undefined ? {} : { error }),
    };
  }
}

function idOf(stored: Stored): string {
  const { process, spec } = stored;
  return process ? `${process.pid}:${process.startTime}` : `${createdPrefix}${spec.labels.instance}`;
}

function parseUnit(text: string, path: string): UnitSpec {
  try {
    return JSON.parse(text) as UnitSpec;
  } catch {
    throw new PhotonError('process_failed', 'the record of a unit is not JSON', { where: path, next: 'Remove this file' });
  }
}

function refuseUnsupported(spec: UnitSpec): void {
  const refuse = (field: string, why: string): never => {
    throw new PhotonError('process_failed', `${field}: ${why}`, {
      where: `instance ${spec.labels.instance}`,
      next: 'Leave it out, or run the service with the driver docker',
    });
  };
  if (!spec.command?.length) refuse('run.command', 'a process needs a command');
  if (spec.sandbox.readOnlyRoot) refuse('run.sandbox.read_only_root', 'a process has the root file system of its node');
  if (spec.sandbox.capAdd.length > 0) refuse('run.sandbox.cap_add', 'capabilities are given to containers only');
  for (const { source, target } of [...spec.volumes, ...spec.secretFiles]) {
    if (source !== target) refuse(`${source} at ${target}`, 'a process sees files where they are; source and target must be the same path');
  }
}

async function processSpec(spec: UnitSpec): Promise<ProcessSpec> {
  const [command = '', ...rest] = spec.command ?? [];
  return {
    name: prefix + spec.labels.instance,
    command,
    args: [...rest, ...(spec.args ?? [])],
    env: { ...spec.env, ...(spec.publish ? { PORT: String(spec.publish.port) } : {}) },
    labels: { ...spec.labels },
    ...(spec.once ? { keepExit: true } : {}),
    ...(spec.user === undefined ? {} : await resolveUser(spec.user)),
    ...(spec.cpuMillicores === undefined ? {} : { cpuMillicores: spec.cpuMillicores }),
    ...(spec.memoryBytes === undefined ? {} : { memoryBytes: spec.memoryBytes }),
  };
}

/** `name`, `uid`, `name:group` or `uid:gid`, as the node's own files say. */
async function resolveUser(user: string): Promise<{ uid: number; gid: number }> {
  const [name = '', group] = user.split(':');
  const numeric = /^\d+$/;
  const account = (await entries('/etc/passwd')).find((fields) => (numeric.test(name) ? fields[2] === name : fields[0] === name));
  const uid = numeric.test(name) ? Number(name) : Number(account?.[2] ?? Number.NaN);
  let gid = Number(account?.[3] ?? (numeric.test(name) ? name : Number.NaN));
  if (group !== undefined) {
    const found = (await entries('/etc/group')).find((fields) => fields[0] === group);
    gid = numeric.test(group) ? Number(group) : Number(found?.[2] ?? Number.NaN);
  }
  if (Number.isNaN(uid) || Number.isNaN(gid)) {
    throw new PhotonError('process_failed', `user ${user} is unknown on this node`, { expected: 'a name in /etc/passwd, or uid:gid' });
  }
  return { uid, gid };
}

async function entries(path: string): Promise<string[][]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.split(':'));
}

/** Binds and lets go: an app that fails for want of its port only says so in its own log. */
async function checkPortFree({ addr, port }: { addr: string; port: number }): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: addr, port, exclusive: true }, resolve);
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new PhotonError('port_taken', `port ${port} on ${addr} is held by another process`, {
        next: `Find it with: ss -ltnp 'sport = :${port}'`,
      });
    }
    throw new PhotonError('process_failed', `${addr}:${port} can't be listened on: ${message}`, { cause: error });
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
