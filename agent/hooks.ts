// Calls of `pre_stop`, beside all other work: one may take minutes, and nothing else waits for it.
// Guarantees: one call of a run of a unit at a time; that it was answered is on disk before anything is stopped for it, so that an
// agent that is restarted does not call again; one that was cut short is made anew.
import type { Files, Log, Prober } from '../src/loop/ports.ts';
import type { HookCall, HookTarget } from '../src/plan/node/hook.ts';

export interface HooksOptions {
  prober: Prober;
  files: Files;
  log: Log;
  path: string;
  /** A call is over. */
  onChange: (name: string) => void;
}

export class Hooks {
  readonly #options: HooksOptions;
  #calls = new Map<string, HookCall>();

  constructor(options: HooksOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const { files, path, log } = this.#options;
    const text = await files.read(path);
    if (text === undefined) return;
    try {
      for (const [name, call] of Object.entries(JSON.parse(text) as Record<string, Partial<HookCall>>)) {
        if (typeof call.unit !== 'string') continue;
        this.#calls.set(name, { unit: call.unit, over: true, ...(typeof call.problem === 'string' && { problem: call.problem }) });
      }
    } catch {
      log.warn({ path }, 'a file of the agent is not JSON; it counts as missing');
    }
  }

  calls(): ReadonlyMap<string, HookCall> {
    return new Map(this.#calls);
  }

  /** Begins the call; its end is told by `onChange`. */
  begin(name: string, unit: string, target: HookTarget): void {
    if (this.#calls.get(name)?.unit === unit) return;
    const call: HookCall = { unit, over: false };
    this.#calls.set(name, call);
    void this.#call(name, call, target);
  }

  /** Forgets the calls of instances of which nothing is left. */
  prune(names: ReadonlySet<string>): void {
    for (const [name, call] of this.#calls) if (call.over && !names.has(name)) this.#calls.delete(name);
  }

  async #call(name: string, call: HookCall, target: HookTarget): Promise<void> {
    const { prober, log, onChange } = this.#options;
    const answer = await prober.call(target);
    if (this.#calls.get(name) !== call) return;
    const what = `POST ${target.path} on ${target.addr}:${target.port}`;
    if (answer.ok) log.info({ instance: name, status: answer.status }, `${what} was answered; it is stopped now`);
    else log.warn({ instance: name, problem: answer.reason }, `${what} failed; it is stopped all the same`);
    const over: HookCall = { unit: call.unit, over: true, ...(!answer.ok && { problem: `POST ${target.path}: ${answer.reason}` }) };
    await this.#keep(new Map([...this.#calls, [name, over]]));
    this.#calls.set(name, over);
    onChange(name);
  }

  async #keep(calls: ReadonlyMap<string, HookCall>): Promise<void> {
    const { files, path, log } = this.#options;
    const over = [...calls].filter(([, call]) => call.over).map(([name, { unit, problem }]) => [name, { unit, problem }] as const);
    try {
      await files.write(path, `${JSON.stringify(Object.fromEntries(over))}\n`, 0o600);
    } catch (thrown) {
      // The stop is not held up by a full disk; only a restart right now would call again.
      log.warn({ err: thrown }, 'that pre_stop was called could not be kept on disk');
    }
  }
}
