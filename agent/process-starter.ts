// Detached processes of ours: they outlive the agent, and the next agent finds them again.
// Guarantees:
// - A process is known by pid and start time, within one boot; a pid that the kernel gave to somebody else is never signalled.
// - The intent is on disk before the fork, with a token that the child carries in its environment: an agent that dies between
//   the two leaves neither an orphan nor a second copy.
// - Limits hold from the child's first instruction, or nothing is started. Output goes to a file, no descriptor of the agent is passed on.
// - stop and remove end the whole family: the process group, the cgroup, and whatever carries the token.
// The caller owes: one agent a state directory; cancel what was subscribed to.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { constants as osConstants } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { asPhotonError, PhotonError } from '../src/model/errors.ts';
import { systemClock } from '../src/loop/clock.ts';
import type { Clock, ObservedProcess, Output, ProcessSpec, ProcessStarter, Timer } from '../src/loop/ports.ts';
import { Cgroups } from './cgroups.ts';
import { outputOfFile } from './output-text.ts';
import { diskFiles } from '../src/loop/files.ts';
import { bootId, isAlive, kernelProcess, processesWith, startedAtMs } from './proc.ts';

export interface ProcessStarterOptions {
  /** State and log files live in `{dataDir}/processes`. */
  dataDir: string;
  clock?: Clock;
  /** Default /sys/fs/cgroup. */
  cgroupRoot?: string;
}

/** What is on disk about one process. Without a pid it is an intent. */
interface StateFile {
  name: string;
  token: string;
  spec: ProcessSpec;
  boot: string;
  pid?: number;
  startTime?: string;
  startedAt?: number;
  endedAt?: number;
  exitCode?: number;
  oomKilled?: boolean;
}

const tokenVariable = 'PHOTONCLOUD_PROCESS';
const namePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,199}$/;
const logLimitBytes = 16 * 2 ** 20;
const pollMs = 50;
/** How often processes that are not our children are looked at. */
const watchMs = 1_000;
const killTimeoutMs = 10_000;
const signalled = 128;
const defaultPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export function createProcessStarter(options: ProcessStarterOptions): ProcessStarter & { limitsProblem(): string | undefined } {
  return new Starter(options);
}

class Starter implements ProcessStarter {
  readonly #dir: string;
  readonly #clock: Clock;
  readonly #cgroups: Cgroups;
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Our own children, by token, until their exit is told: one that ended has its code a moment later. */
  readonly #living = new Set<string>();
  /** Ends of our own children by token: known at once, on disk a moment later. */
  readonly #ends = new Map<string, { exitCode: number; endedAt: number; oomKilled: boolean }>();
  readonly #subscribers = new Set<(name: string) => void>();
  /** Processes that ran when they were last looked at. */
  #seen = new Set<string>();
  #watch: Timer | undefined;

  constructor(options: ProcessStarterOptions) {
    this.#dir = join(options.dataDir, 'processes');
    this.#clock = options.clock ?? systemClock;
    this.#cgroups = new Cgroups(options.cgroupRoot);
  }

  limitsProblem(): string | undefined {
    return this.#cgroups.problem();
  }

  async list(): Promise<ObservedProcess[]> {
    const names = (await diskFiles.list(this.#dir)).filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
    const found: ObservedProcess[] = [];
    for (const name of names.sort()) {
      const state = await this.#peek(name);
      const observed = state && this.#observed(state);
      if (observed) found.push(observed);
    }
    this.#seen = new Set(found.filter((process) => process.state === 'running').map((process) => process.name));
    return found;
  }

  async start(spec: ProcessSpec, secretEnv: Record<string, string> = {}): Promise<ObservedProcess> {
    if (!namePattern.test(spec.name)) {
      throw new PhotonError('process_failed', `${spec.name} can't name a process`, { expected: 'letters, digits, "-", "_" and "."' });
    }
    return this.#turn(spec.name, async () => {
      const former = await this.#read(spec.name);
      if (former) {
        const observed = this.#observed(former);
        if (observed?.state === 'running') return observed;
        // What its crash left behind would hold the port.
        await this.#endFamily(former);
      }
      return this.#launch(spec, secretEnv);
    });
  }

  async signal(name: string, signal: string): Promise<void> {
    await this.#turn(name, async () => {
      const state = await this.#read(name);
      if (state?.pid === undefined || !this.#running(state)) throw new PhotonError('process_failed', `process ${name} does not run`);
      kill(state.pid, signal);
    });
  }

  async stop(name: string, signal: string, timeoutS: number): Promise<void> {
    await this.#turn(name, async () => {
      const state = await this.#read(name);
      if (!state) return;
      if (state.pid !== undefined && this.#running(state) && timeoutS > 0) {
        kill(-state.pid, signal);
        const until = this.#clock.monotonic() + timeoutS * 1000;
        while (this.#running(state) && this.#clock.monotonic() < until) await this.#clock.sleep(pollMs);
      }
      await this.#endFamily(state);
    });
    this.#tell(name);
  }

  async remove(name: string): Promise<void> {
    await this.#turn(name, async () => {
      const state = await this.#read(name);
      if (!state) return;
      if (this.#running(state)) throw new PhotonError('process_failed', `process ${name} still runs`, { next: 'Stop it first' });
      await this.#endFamily(state);
      this.#cgroups.remove(this.#group(name));
      await diskFiles.remove(this.#file(name, 'json'));
      for (const log of ['log', 'log.1', 'exit']) rmSync(this.#file(name, log), { force: true });
    });
    this.#tell(name);
  }

  output(name: string): Promise<Output> {
    return outputOfFile(this.#file(name, 'log'));
  }

  subscribe(onChange: (name: string) => void): { cancel(): void } {
    this.#subscribers.add(onChange);
    this.#watch ??= this.#clock.after(watchMs, () => void this.#look());
    return {
      cancel: () => {
        this.#subscribers.delete(onChange);
        if (this.#subscribers.size > 0) return;
        this.#watch?.cancel();
        this.#watch = undefined;
      },
    };
  }

  /** The kernel tells only a parent of an exit: others are looked at. */
  async #look(): Promise<void> {
    const before = this.#seen;
    try {
      await this.list();
      for (const name of before) if (!this.#seen.has(name)) this.#tell(name);
    } catch {
      // The disk can't be read: the caller's own pass will say so.
    }
    if (this.#subscribers.size > 0) this.#watch = this.#clock.after(watchMs, () => void this.#look());
  }

  #tell(name: string): void {
    for (const tell of this.#subscribers) tell(name);
  }

  /** One at a time a name. */
  #turn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(work, work);
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(name, settled);
    void settled.then(() => {
      if (this.#turns.get(name) === settled) this.#turns.delete(name);
    });
    return turn;
  }

  #file(name: string, ending: string): string {
    return join(this.#dir, `${name}.${ending}`);
  }

  /** Names of processes are unique in a state directory only; groups are the machine's. */
  #group(name: string): string {
    return `${createHash('sha256').update(this.#dir).digest('hex').slice(0, 12)}-${name}`;
  }

  #write(state: StateFile): Promise<void> {
    return diskFiles.write(this.#file(state.name, 'json'), JSON.stringify(state), 0o600);
  }

  /** The state without waiting for a stop that takes its time; an intent that is being carried out is not told. */
  async #peek(name: string): Promise<StateFile | undefined> {
    if (!this.#turns.has(name)) return this.#turn(name, () => this.#read(name));
    const state = await this.#stored(name);
    return state?.pid === undefined ? undefined : state;
  }

  /** The state, with an intent resolved: its process is found by its token, or was never born. */
  async #read(name: string): Promise<StateFile | undefined> {
    const state = await this.#stored(name);
    if (!state || state.pid !== undefined) return state;
    const leader =
      state.boot === bootId() ? processesWith(tokenVariable, state.token).find((found) => found.session === found.pid) : undefined;
    if (!leader) {
      await diskFiles.remove(this.#file(name, 'json'));
      return undefined;
    }
    const { pid, startTime } = leader;
    const found = { ...state, pid, startTime, startedAt: startedAtMs(startTime) };
    await this.#write(found);
    return found;
  }

  async #stored(name: string): Promise<StateFile | undefined> {
    const text = await diskFiles.read(this.#file(name, 'json'));
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as StateFile;
    } catch {
      throw new PhotonError('process_failed', 'the state of a process is not JSON', {
        where: this.#file(name, 'json'),
        next: 'End the process by hand and remove this file',
      });
    }
  }

  #running({ token, pid, startTime, boot }: StateFile): boolean {
    if (pid === undefined || startTime === undefined) return false;
    return this.#living.has(token) || (boot === bootId() && isAlive(pid, startTime));
  }

  #observed(state: StateFile): ObservedProcess | undefined {
    const running = this.#running(state);
    const seen = { ...state, ...(running ? {} : this.#writtenEnd(state)), ...this.#ends.get(state.token) };
    const { name, pid, startTime, startedAt, endedAt, exitCode, oomKilled, spec } = seen;
    if (pid === undefined || startTime === undefined) return undefined;
    return {
      name,
      pid,
      startTime,
      state: running ? 'running' : 'exited',
      startedAt: startedAt ?? 0,
      ...(running || endedAt === undefined ? {} : { endedAt }),
      ...(running || exitCode === undefined ? {} : { exitCode }),
      ...(running ? {} : { oomKilled: oomKilled ?? this.#cgroups.oomKilled(this.#group(name)) }),
      spec,
    };
  }

  /** What the shell around a process wrote of its end, while no parent was there to be told. */
  #writtenEnd({ name, exitCode, spec }: StateFile): { exitCode: number; endedAt: number } | undefined {
    if (!spec.keepExit || exitCode !== undefined) return undefined;
    const path = this.#file(name, 'exit');
    try {
      const found = /^(\d{1,3})\n$/.exec(readFileSync(path, 'utf8'));
      return found ? { exitCode: Number(found[1]), endedAt: Math.round(statSync(path).mtimeMs) } : undefined;
    } catch {
      // It was killed with its shell: how it ended is not known.
      return undefined;
    }
  }

  async #launch(spec: ProcessSpec, secretEnv: Record<string, string>): Promise<ObservedProcess> {
    const { name } = spec;
    const env = { PATH: process.env['PATH'] ?? defaultPath, ...spec.env, ...secretEnv };
    const command = executable(spec.command, env.PATH);
    if (spec.cwd !== undefined && !existsSync(spec.cwd)) {
      throw new PhotonError('process_failed', `the working directory of ${name} is missing`, { where: spec.cwd });
    }
    // A group that a crash left behind carries its count of kills.
    this.#cgroups.remove(this.#group(name));
    const groups = this.#cgroups.prepare(this.#group(name), spec);
    // The path in it names the state directory to whoever looks at the process.
    const token = `${this.#file(name, 'json')}#${randomBytes(16).toString('hex')}`;
    const intent: StateFile = { name, token, spec, boot: bootId() };
    await this.#write(intent);
    try {
      const child = this.#fork(spec, command, groups, { ...env, [tokenVariable]: token });
      const pid = await born(child, command);
      const state = { ...intent, pid, startTime: kernelProcess(pid)?.startTime ?? '', startedAt: this.#clock.now() };
      this.#onExit(child, state);
      await this.#write(state);
      this.#seen.add(name);
      const observed = this.#observed(state);
      if (!observed) throw new PhotonError('internal', `process ${name} has no pid`);
      return observed;
    } catch (error) {
      await this.#endFamily(intent);
      await diskFiles.remove(this.#file(name, 'json'));
      throw asPhotonError(error);
    }
  }

  #fork(spec: ProcessSpec, command: string, groups: string[], env: Record<string, string>): ChildProcess {
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const path = this.#file(spec.name, 'log');
    if (existsSync(path) && statSync(path).size > logLimitBytes) renameSync(path, this.#file(spec.name, 'log.1'));
    const log = openSync(path, 'a', 0o600);
    const exit = spec.keepExit ? openSync(this.#file(spec.name, 'exit'), 'w', 0o600) : undefined;
    const [file, ...args] = wrapped(spec, command, groups);
    try {
      const child = spawn(file, args, {
        detached: true,
        stdio: exit === undefined ? ['ignore', log, log] : ['ignore', log, log, exit],
        env,
        ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
        // Where a group has to be entered first, the wrapper gives the rights up after that.
        ...(groups.length > 0 || spec.uid === undefined ? {} : { uid: spec.uid }),
        ...(groups.length > 0 || spec.gid === undefined ? {} : { gid: spec.gid }),
      });
      child.unref();
      return child;
    } finally {
      closeSync(log);
      if (exit !== undefined) closeSync(exit);
    }
  }

  /** Its exit code is the parent's to know; it is kept for the agent that comes after. */
  #onExit(child: ChildProcess, state: StateFile): void {
    const ended = (code: number | null, signal: NodeJS.Signals | null): void => {
      const { name, token } = state;
      const end = {
        exitCode: code ?? signalled + signalNumber(signal),
        endedAt: this.#clock.now(),
        oomKilled: this.#cgroups.oomKilled(this.#group(name)),
      };
      this.#ends.set(token, end);
      this.#living.delete(token);
      const record = this.#turn(name, async () => {
        const current = await this.#read(name);
        if (current?.token === token) await this.#write({ ...current, ...end });
        this.#ends.delete(token);
      });
      record.then(
        () => this.#tell(name),
        () => this.#tell(name),
      );
    };
    this.#living.add(state.token);
    child.once('exit', ended);
  }

  /** SIGKILL to the process, its group, its cgroup and all that carry its token, until none is left. */
  async #endFamily(state: StateFile): Promise<void> {
    if (state.boot !== bootId()) return;
    const until = this.#clock.monotonic() + killTimeoutMs;
    for (;;) {
      if (state.pid !== undefined && this.#running(state)) kill(-state.pid, 'SIGKILL');
      const left = [
        ...processesWith(tokenVariable, state.token).map((found) => found.pid),
        ...this.#cgroups.members(this.#group(state.name)),
      ];
      for (const pid of left) if (kernelProcess(pid)?.state !== 'Z') kill(pid, 'SIGKILL');
      if (left.length === 0 && !this.#running(state)) return;
      if (this.#clock.monotonic() >= until) throw new PhotonError('process_failed', `process ${state.name} does not end after SIGKILL`);
      await this.#clock.sleep(pollMs);
    }
  }
}

/** The command as an absolute path that may be executed. */
function executable(command: string, path: string): string {
  const places = isAbsolute(command) ? [command] : command.includes('/') ? [] : path.split(delimiter).map((dir) => join(dir, command));
  for (const place of places) {
    try {
      accessSync(place, constants.X_OK);
      if (statSync(place).isFile()) return place;
    } catch {
      // Not here.
    }
  }
  throw new PhotonError('process_failed', `no executable program ${command} on this node`, {
    expected: 'an absolute path, or a name on the PATH',
    next: isAbsolute(command) ? 'Install it, or correct run.command' : `Install it, or name it by its path; looked in ${path}`,
  });
}

/**
 * Waits for the program and writes its exit code to a file that was opened before. The shell outlives the signals of a stop,
 * which go to the whole group, and ends as the program does; killed with it, it writes nothing.
 */
const keepExit = 'trap : HUP INT QUIT TERM USR1 USR2; "$@" 3>&-; c=$?; echo "$c" >&3; exit "$c"';

/** The command line; where cgroups have to be entered, through a shell that enters them and then becomes the program. */
function wrapped(spec: ProcessSpec, command: string, groups: string[]): [string, ...string[]] {
  const own: [string, ...string[]] = spec.keepExit ? ['/bin/sh', '-c', keepExit, 'sh', command, ...spec.args] : [command, ...spec.args];
  if (groups.length === 0) return own;
  const enter = 'n=$1; shift; while [ "$n" -gt 0 ]; do echo 0 >"$1" || exit 126; shift; n=$((n-1)); done; exec "$@"';
  const drop =
    spec.uid === undefined && spec.gid === undefined
      ? []
      : [
          executable('setpriv', defaultPath),
          ...(spec.uid === undefined ? [] : [`--reuid=${spec.uid}`]),
          ...(spec.gid === undefined ? [] : [`--regid=${spec.gid}`]),
          '--clear-groups',
          '--',
        ];
  return ['/bin/sh', '-c', enter, 'sh', String(groups.length), ...groups, ...drop, ...own];
}

/** The pid once the program runs; fails where the fork or the exec failed. */
function born(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new PhotonError('process_failed', `${command} could not be started: ${error.message}`, { cause: error })),
    );
    if (child.pid !== undefined) resolve(child.pid);
  });
}

function kill(pid: number, signal: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return;
    throw new PhotonError('process_failed', `signal ${signal} to process ${pid}: ${message}`, { cause: error });
  }
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : (osConstants.signals[signal] ?? 0);
}
