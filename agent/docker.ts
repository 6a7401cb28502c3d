// The Docker engine of a node, behind the Engine port.
// Guarantees: only containers and networks with our cluster and node label are touched; never exec; ports are published on the
// address that is asked for and on no other; every call ends within a deadline. Images, networks and events: see beside it.
// The caller owes: cancel what it subscribed to, or the process stays alive.
import Docker from 'dockerode';
import { PhotonError } from '../src/model/errors.ts';
import { systemClock } from '../src/loop/clock.ts';
import { silentLog } from '../src/loop/log.ts';
import type { Clock, Engine, Log, Output, Unit, UnitNetwork, UnitSpec, UnitState } from '../src/loop/ports.ts';
import { engineError, statusOf, wordsOf } from './docker-errors.ts';
import { DockerEvents } from './docker-events.ts';
import { DockerImages } from './docker-images.ts';
import { DockerNetworks } from './docker-network.ts';
import { outputBytes, outputOf, withoutHeads } from './output-text.ts';
import { containerBody, containerName, labelNames, labelsOf } from './docker-spec.ts';
import { checkPrivateFile, readEnvFile } from './env-file.ts';

export interface DockerOptions {
  /** Default: DOCKER_HOST, else Docker's usual socket. */
  socketPath?: string;
  clusterId: string;
  nodeId: string;
  /** Where apps listen on this node; names what is published in messages. */
  appAddr: string;
  networkPool: string;
  networkPrefix: number;
  /** For a question to the engine; default 15 s. Work such as create and start may take eight times as long. */
  timeoutMs?: number;
  clock?: Clock;
  log?: Log;
}

/** Docker negotiates no version by itself; this one is understood from 20.10 on. */
const apiVersion = 'v1.41';
const questionTimeoutMs = 15_000;
/** Create and start under load: an engine that starts fifty at once takes seconds for each. */
const workFactor = 8;
const inspectAtOnce = 16;
/** How long a name or a container that is being removed is waited for. */
const lingerMs = 8_000;
const lingerStepMs = 200;
/** The engine counts lines, not bytes; of longer ones fewer are kept. */
const outputLines = 2_000;
/** After SIGKILL a container is gone, or its kernel is in trouble. */
const killTimeoutMs = 20_000;

export function createDockerEngine(options: DockerOptions): Engine {
  return new DockerEngine(options);
}

interface Observed {
  state: string;
  unit: Unit;
}

class DockerEngine implements Engine {
  readonly driver = 'docker';
  readonly #options: DockerOptions;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #ask: Docker;
  readonly #work: Docker;
  readonly #stream: Docker;
  readonly #images: DockerImages;
  readonly #networks: DockerNetworks;
  /** Containers that were seen to be ours. */
  readonly #ours = new Set<string>();
  /** Answers of inspect; kept only while the event stream would tell of a change. */
  readonly #remembered = new Map<string, Observed>();
  /** Counts what may have changed, so that an answer from before a change is not remembered after it. */
  #changes = 0;
  #live = false;
  #cpus: number | undefined;
  #events: DockerEvents | undefined;
  readonly #subscribers = new Set<(instance?: string) => void>();

  constructor(options: DockerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#log = options.log ?? silentLog;
    const client = (timeout?: number): Docker =>
      new Docker({
        version: apiVersion,
        ...(options.socketPath === undefined ? {} : { socketPath: options.socketPath }),
        ...(timeout === undefined ? {} : { timeout }),
      });
    const timeoutMs = options.timeoutMs ?? questionTimeoutMs;
    this.#ask = client(timeoutMs);
    this.#work = client(timeoutMs * workFactor);
    this.#stream = client();
    this.#images = new DockerImages(this.#ask, this.#stream, this.#clock);
    this.#networks = new DockerNetworks(this.#work, options);
  }

  async info(): Promise<{ version: string; liveRestore: boolean; warnings: string[] }> {
    try {
      const info = (await this.#ask.info()) as {
        ServerVersion?: string;
        LiveRestoreEnabled?: boolean;
        MemoryLimit?: boolean;
        CpuCfsQuota?: boolean;
        PidsLimit?: boolean;
      };
      const liveRestore = info.LiveRestoreEnabled === true;
      const warnings: string[] = [];
      if (!liveRestore)
        warnings.push('live-restore is off: a restart of dockerd stops every container; set "live-restore": true in daemon.json');
      if (info.MemoryLimit === false) warnings.push('the engine does not enforce memory limits');
      if (info.CpuCfsQuota === false) warnings.push('the engine does not enforce CPU limits');
      if (info.PidsLimit === false) warnings.push('the engine does not enforce limits of processes');
      return { version: info.ServerVersion ?? 'unknown', liveRestore, warnings };
    } catch (error) {
      throw engineError(error, 'ask Docker who it is');
    }
  }

  async list(): Promise<Unit[]> {
    const listed = await this.#listed();
    const units: Unit[] = [];
    const queue = [...listed];
    const worker = async (): Promise<void> => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const unit = await this.#observe(next.Id, next.State);
        if (unit) units.push(unit);
      }
    };
    await Promise.all(Array.from({ length: Math.min(inspectAtOnce, queue.length) }, worker));
    const alive = new Set(listed.map((container) => container.Id));
    for (const known of this.#remembered.keys()) if (!alive.has(known)) this.#remembered.delete(known);
    for (const known of this.#ours) if (!alive.has(known)) this.#ours.delete(known);
    return units.sort((a, b) => (a.labels.instance < b.labels.instance ? -1 : 1));
  }

  async #listed(instance?: string): Promise<Docker.ContainerInfo[]> {
    const { clusterId, nodeId } = this.#options;
    const label = [`${labelNames.cluster}=${clusterId}`, `${labelNames.node}=${nodeId}`];
    if (instance !== undefined) label.push(`${labelNames.instance}=${instance}`);
    try {
      return await this.#ask.listContainers({ all: true, filters: { label } });
    } catch (error) {
      throw engineError(error, 'list the containers');
    }
  }

  async #observe(id: string, state: string): Promise<Unit | undefined> {
    const known = this.#remembered.get(id);
    if (known?.state === state) return known.unit;
    const before = this.#changes;
    const found = await this.#inspect(id);
    if (!found) return undefined;
    const unit = unitOf(found);
    this.#ours.add(id);
    if (this.#live && before === this.#changes) this.#remembered.set(id, { state: found.State.Status, unit });
    return unit;
  }

  async #inspect(id: string): Promise<Docker.ContainerInspectInfo | undefined> {
    try {
      return await this.#ask.getContainer(id).inspect();
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw engineError(error, `inspect container ${id.slice(0, 12)}`);
    }
  }

  ensureImage(image: string, signal: AbortSignal): Promise<{ digest: string }> {
    return this.#images.ensure(image, signal);
  }

  async create(spec: UnitSpec): Promise<string> {
    const { clusterId, nodeId } = this.#options;
    if (spec.labels.cluster !== clusterId || spec.labels.node !== nodeId) {
      throw new PhotonError('internal', `unit of ${spec.labels.cluster}/${spec.labels.node} given to the engine of ${clusterId}/${nodeId}`);
    }
    if (!spec.image) throw new PhotonError('image_missing', `instance ${spec.labels.instance} names no image`, { next: 'Set run.image' });
    const secretEnv = spec.envFile ? await readEnvFile(spec.envFile) : {};
    for (const file of spec.secretFiles) await checkPrivateFile(file.source, 'secret_files');
    const name = containerName(clusterId, spec.labels.instance);
    const body = containerBody(spec, secretEnv, spec.cpuMillicores === undefined ? 0 : await this.#cpuCount());
    const until = this.#clock.monotonic() + lingerMs;
    for (;;) {
      try {
        // With _query and _body the environment stays out of the URL, and so out of every log of it.
        const made = await this.#work.createContainer({ _query: { name }, _body: body } as Docker.ContainerCreateOptions);
        this.#ours.add(made.id);
        return made.id;
      } catch (error) {
        if (statusOf(error) !== 409) throw engineError(error, `create ${name}`);
        const standing = await this.#standing(name);
        if (standing) return standing;
        // A name lingers while its container is being removed.
        if (this.#clock.monotonic() >= until) throw engineError(error, `create ${name}`);
        await this.#clock.sleep(lingerStepMs);
      }
    }
  }

  /** CPUs of the machine that the engine runs on, which need not be this one; asked once. */
  async #cpuCount(): Promise<number> {
    try {
      this.#cpus ??= ((await this.#ask.info()) as { NCPU: number }).NCPU;
      return this.#cpus;
    } catch (error) {
      throw engineError(error, 'ask Docker for its CPUs');
    }
  }

  /** The container of that name where it is ours and stays; undefined while it is being removed. */
  async #standing(name: string): Promise<string | undefined> {
    const found = await this.#inspect(name);
    if (!found || found.State.Status === 'removing' || found.State.Dead) return undefined;
    if (this.#isOurs(found)) return found.Id;
    throw new PhotonError('engine_failed', `the container name ${name} is taken by a container that is not ours`, {
      next: `Rename or remove it: docker inspect ${name}`,
    });
  }

  #isOurs(found: Docker.ContainerInspectInfo): boolean {
    const labels = labelsOf(found.Config.Labels);
    return labels.cluster === this.#options.clusterId && labels.node === this.#options.nodeId;
  }

  /** Whether it is there; refuses what is not ours. */
  async #present(id: string): Promise<boolean> {
    if (this.#ours.has(id)) return true;
    const found = await this.#inspect(id);
    if (!found) return false;
    if (!this.#isOurs(found)) throw new PhotonError('engine_failed', `container ${id.slice(0, 12)} is not ours and is left alone`);
    this.#ours.add(found.Id);
    return true;
  }

  async start(id: string): Promise<void> {
    const short = id.slice(0, 12);
    if (!(await this.#present(id))) throw new PhotonError('engine_failed', `container ${short} is gone`);
    try {
      await this.#work.getContainer(id).start();
    } catch (error) {
      if (statusOf(error) === 304) return;
      throw engineError(error, `start container ${short}`);
    } finally {
      this.#forget(id);
    }
  }

  async stop(id: string, signal: string, timeoutS: number): Promise<void> {
    if (!(await this.#present(id))) return;
    try {
      if (timeoutS > 0) {
        if (!(await this.#kill(id, signal))) return;
        if (await this.#ended(id, timeoutS * 1000)) return;
      }
      if (!(await this.#kill(id, 'SIGKILL'))) return;
      if (await this.#ended(id, killTimeoutMs)) return;
      throw new PhotonError('engine_failed', `container ${id.slice(0, 12)} does not end after SIGKILL`);
    } finally {
      this.#forget(id);
    }
  }

  /** False where there is nothing to kill. */
  async #kill(id: string, signal: string): Promise<boolean> {
    try {
      await this.#work.getContainer(id).kill({ signal });
      return true;
    } catch (error) {
      if (statusOf(error) === 404 || (statusOf(error) === 409 && /is not running/i.test(wordsOf(error)))) return false;
      throw engineError(error, `stop container ${id.slice(0, 12)}`);
    }
  }

  /** Waits for the end; a cut connection is answered by looking again. */
  async #ended(id: string, timeoutMs: number): Promise<boolean> {
    const until = this.#clock.monotonic() + timeoutMs;
    for (;;) {
      const left = until - this.#clock.monotonic();
      const found = await this.#inspect(id);
      if (!found || !found.State.Running) return true;
      if (left <= 0) return false;
      const abort = new AbortController();
      const timer = this.#clock.after(left, () => abort.abort());
      try {
        await this.#stream.getContainer(id).wait({ condition: 'not-running', abortSignal: abort.signal } as { condition: 'not-running' });
      } catch (error) {
        if (!abort.signal.aborted) await this.#clock.sleep(lingerStepMs);
        if (statusOf(error) === 404) return true;
      } finally {
        timer.cancel();
      }
    }
  }

  async remove(id: string): Promise<void> {
    if (!(await this.#present(id))) return;
    try {
      await this.#work.getContainer(id).remove({ force: true, v: true });
    } catch (error) {
      const status = statusOf(error);
      if (status !== 404 && status !== 409) throw engineError(error, `remove container ${id.slice(0, 12)}`);
      if (status === 409) await this.#gone(id, error);
    } finally {
      this.#forget(id);
    }
    this.#ours.delete(id);
  }

  async output(id: string): Promise<Output> {
    if (!(await this.#present(id))) return { text: '', cut: false };
    try {
      const stream = await this.#ask.getContainer(id).logs({ stdout: true, stderr: true, follow: false, tail: outputLines });
      const bytes = withoutHeads(Buffer.from(stream));
      // As many lines as were asked for: there may be more before them.
      const lines = bytes.subarray(-outputBytes).toString('latin1').split('\n').length - 1;
      return outputOf(bytes, lines >= outputLines);
    } catch (error) {
      throw engineError(error, `read the output of container ${id.slice(0, 12)}`);
    }
  }

  /** Somebody, most likely we ourselves before a lost answer, is removing it already. */
  async #gone(id: string, error: unknown): Promise<void> {
    const until = this.#clock.monotonic() + lingerMs;
    while (await this.#inspect(id)) {
      if (this.#clock.monotonic() >= until) throw engineError(error, `remove container ${id.slice(0, 12)}`);
      await this.#clock.sleep(lingerStepMs);
    }
  }

  ensureNetwork(service: string): Promise<UnitNetwork> {
    return this.#networks.ensure(service);
  }

  networks(): Promise<UnitNetwork[]> {
    return this.#networks.list();
  }

  removeNetwork(name: string): Promise<void> {
    return this.#networks.remove(name);
  }

  subscribe(onChange: (instance?: string) => void): { cancel(): void } {
    this.#subscribers.add(onChange);
    this.#events ??= this.#follow();
    return {
      cancel: () => {
        this.#subscribers.delete(onChange);
        if (this.#subscribers.size > 0) return;
        this.#events?.close();
        this.#events = undefined;
        this.#doubt();
      },
    };
  }

  #follow(): DockerEvents {
    const { clusterId, nodeId } = this.#options;
    return new DockerEvents({
      stream: this.#stream,
      unary: this.#ask,
      clusterId,
      nodeId,
      clock: this.#clock,
      log: this.#log,
      onChange: (instance, id) => {
        if (id) this.#forget(id);
        else this.#forgetAll();
        for (const tell of this.#subscribers) tell(instance);
      },
      onLive: (live) => {
        if (live) this.#live = true;
        else this.#doubt();
      },
    });
  }

  /** No stream tells of changes any more. */
  #doubt(): void {
    this.#live = false;
    this.#forgetAll();
  }

  #forget(id: string): void {
    this.#changes++;
    this.#remembered.delete(id);
  }

  #forgetAll(): void {
    this.#changes++;
    this.#remembered.clear();
  }
}

const states: Record<string, UnitState> = { created: 'created', running: 'running', paused: 'running', restarting: 'running' };

function unitOf(found: Docker.ContainerInspectInfo): Unit {
  const state = states[found.State.Status] ?? 'exited';
  const startedAt = Date.parse(found.State.StartedAt);
  const endedAt = Date.parse(found.State.FinishedAt);
  return {
    id: found.Id,
    labels: labelsOf(found.Config.Labels),
    state,
    // The engine spells "never" as the first day of year 1.
    ...(startedAt > 0 ? { startedAt } : {}),
    ...(state === 'exited' && endedAt > 0 ? { endedAt } : {}),
    ...(state === 'exited' ? { exitCode: found.State.ExitCode, oomKilled: found.State.OOMKilled } : {}),
    ...(found.State.Error ? { error: found.State.Error } : {}),
    ...(state === 'running' && found.State.Pid > 0 ? { pid: found.State.Pid } : {}),
  };
}
