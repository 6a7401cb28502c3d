// Simulated detached processes of a machine. They outlive the agent that started them; their exit code is known only to it.
import { PhotonError } from '../../src/model/errors.ts';
import type { ObservedProcess, ProcessSpec, ProcessStarter, Timer } from '../../src/loop/ports.ts';
import type { Life } from './gate.ts';
import type { SimulatedHost } from './host.ts';

interface Process {
  observed: ObservedProcess;
  parent: Life;
  timer?: Timer | undefined;
  ignoresSignals: boolean;
  healthyAt: number;
  output: string;
}

const killedExitCode = 137;
const appPrefix = 'app-';

export class SimulatedProcesses {
  /** Programs that are not on the machine. */
  readonly missingCommands = new Set<string>();
  readonly #host: SimulatedHost;
  readonly #processes = new Map<string, Process>();
  readonly #subscribers = new Set<{ life: Life; tell: (name: string) => void }>();
  #pids = 5_000;

  constructor(host: SimulatedHost) {
    this.#host = host;
  }

  starter(life: Life): ProcessStarter {
    const pass = <T>(call: string, effect: () => T | Promise<T>): Promise<T> =>
      this.#host.gate.pass(life, `process.${call}`, 'process_failed', effect);
    return {
      list: () => pass('list', () => [...this.#processes.values()].map((process) => this.#seenBy(process, life)).sort(byName)),
      start: (spec) => pass('start', () => this.#start(spec, life)),
      signal: (name, signal) => pass('signal', () => this.#signal(name, signal)),
      stop: (name, _signal, timeoutS) =>
        pass('stop', () => {
          this.#host.stops.push(name.startsWith(appPrefix) ? name.slice(appPrefix.length) : name);
          return this.#stop(name, timeoutS);
        }),
      output: (name) => pass('output', () => ({ text: this.#processes.get(name)?.output ?? '', cut: false })),
      remove: (name) => pass('remove', () => this.#remove(name)),
      subscribe: (onChange) => {
        const subscriber = { life, tell: onChange };
        this.#subscribers.add(subscriber);
        return { cancel: () => void this.#subscribers.delete(subscriber) };
      },
    };
  }

  /** The running process of that name. */
  running(name: string): ObservedProcess | undefined {
    const found = this.#processes.get(name);
    return found?.observed.state === 'running' ? found.observed : undefined;
  }

  /** The running processes, whoever started them. */
  all(): ObservedProcess[] {
    return [...this.#processes.values()].map(({ observed }) => observed).filter(({ state }) => state === 'running');
  }

  listenerAt(port: number): string | undefined {
    return this.all()
      .find(({ name, spec }) => name.startsWith(appPrefix) && spec.env['PORT'] === String(port))
      ?.name.slice(appPrefix.length);
  }

  healthyAt(instance: string): number | undefined {
    return this.#processes.get(appPrefix + instance)?.healthyAt;
  }

  crash(name: string, exitCode: number): void {
    const process = this.#processes.get(name);
    if (process) this.#exited(process, exitCode);
  }

  stopAll(): void {
    for (const process of this.#processes.values()) {
      this.#exited(process, killedExitCode);
      delete process.observed.exitCode;
    }
  }

  /** An exit code is the parent's to know. */
  #seenBy({ observed, parent }: Process, life: Life): ObservedProcess {
    const { exitCode, ...rest } = structuredClone(observed);
    return { ...rest, ...(exitCode !== undefined && (parent === life || rest.spec.keepExit) ? { exitCode } : {}) };
  }

  #start(spec: ProcessSpec, life: Life): ObservedProcess {
    const standing = this.#processes.get(spec.name);
    if (standing?.observed.state === 'running') return this.#seenBy(standing, life);
    if (this.missingCommands.has(spec.command))
      throw new PhotonError('process_failed', `no executable program ${spec.command} on this node`);
    const now = this.#host.clock.now();
    const instance = spec.name.startsWith(appPrefix) ? spec.name.slice(appPrefix.length) : spec.name;
    const behaviour = this.#host.behaviour(instance, undefined);
    const pid = this.#pids++;
    const process: Process = {
      observed: {
        name: spec.name,
        pid,
        startTime: String(Math.round(this.#host.clock.monotonic() / 10)),
        state: 'running',
        startedAt: now,
        spec: structuredClone(spec),
      },
      parent: life,
      ignoresSignals: behaviour.ignoresSignals ?? false,
      healthyAt: now + (behaviour.healthyAfterMs ?? 0),
      output: `${instance} starts\n`,
    };
    this.#processes.set(spec.name, process);
    this.#host.starts.push({ instance, atMs: this.#host.clock.monotonic() });
    if (behaviour.exitAfterMs !== undefined) {
      process.timer = this.#host.clock.after(behaviour.exitAfterMs, () =>
        this.#exited(process, behaviour.exitCode ?? 1, behaviour.oomKilled),
      );
    }
    this.#changed(spec.name);
    return this.#seenBy(process, life);
  }

  #exited(process: Process, exitCode: number, oomKilled = false): void {
    process.timer?.cancel();
    process.timer = undefined;
    if (process.observed.state !== 'running') return;
    process.output += `ends with ${exitCode}\n`;
    Object.assign(process.observed, { state: 'exited', exitCode, oomKilled, endedAt: this.#host.clock.now() });
    this.#changed(process.observed.name);
  }

  #signal(name: string, signal: string): void {
    const process = this.#processes.get(name);
    if (process?.observed.state !== 'running') throw new PhotonError('process_failed', `process ${name} does not run`);
    if (signal === 'SIGKILL' || (signal === 'SIGTERM' && !process.ignoresSignals))
      this.#exited(process, signal === 'SIGKILL' ? killedExitCode : 0);
  }

  async #stop(name: string, timeoutS: number): Promise<void> {
    const process = this.#processes.get(name);
    if (process?.observed.state !== 'running') return;
    if (process.ignoresSignals) await this.#host.clock.sleep(timeoutS * 1_000);
    this.#exited(process, process.ignoresSignals || timeoutS === 0 ? killedExitCode : 0);
  }

  #remove(name: string): void {
    const process = this.#processes.get(name);
    if (process?.observed.state === 'running') throw new PhotonError('process_failed', `process ${name} still runs`);
    if (this.#processes.delete(name)) this.#changed(name);
  }

  #changed(name: string): void {
    for (const { life, tell } of this.#subscribers) if (life.alive) tell(name);
  }
}

function byName(a: ObservedProcess, b: ObservedProcess): number {
  return a.name < b.name ? -1 : 1;
}
