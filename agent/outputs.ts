// What tasks of jobs write, kept in the store: its end, so that nobody has to come to the node for it.
// Guarantees: while a task runs at most one write in five seconds, and only where it wrote something; once it has ended its
// last lines, before it is told to be gone; an earlier attempt never overwrites a later one; what can't be kept is given up after
// half a minute, with a word in the log, so that a task ends all the same.
import type { Clock, Engine, Guard, Log, Output, Store, Timer } from '../src/loop/ports.ts';
import { encodeRecord, parseEntry } from '../src/model/entry.ts';
import type { Assignment, JobOutput } from '../src/model/generated.ts';
import { keyOf } from '../src/model/keys.ts';
import { timestamp } from '../src/model/time.ts';
import type { Work } from '../src/plan/node/instance.ts';
import { driverOf } from '../src/plan/node/local.ts';
import { commit } from '../src/store/commit.ts';

export interface TaskOutputsOptions {
  store: Store;
  clock: Clock;
  log: Log;
  clusterId: string;
  nodeId: string;
  docker?: Engine;
  process?: Engine;
  /** The last output of a task is kept, or given up. */
  onKept: (name: string) => void;
}

const everyMs = 5000;
const retryMs = 2000;
const giveUpMs = 30_000;

interface Followed {
  name: string;
  assignment: Assignment;
  unit: string;
  ended: boolean;
  kept: boolean;
  /** What stands in the store, as far as this run of the agent wrote it. */
  text: string | undefined;
  modRevision: number | undefined;
  triedSinceMs: number | undefined;
  timer: Timer | undefined;
  busy: boolean;
}

export class TaskOutputs {
  readonly #options: TaskOutputsOptions;
  readonly #followed = new Map<string, Followed>();
  #guard: () => Guard | undefined = () => undefined;

  constructor(options: TaskOutputsOptions) {
    this.#options = options;
  }

  /** Tasks that have ended and whose output is kept, or is given up. */
  kept(): ReadonlySet<string> {
    return new Set([...this.#followed.values()].filter(({ kept }) => kept).map(({ name }) => name));
  }

  /** Follows exactly the tasks of this work that have a unit. `guard`: the own session, while the store is obeyed. */
  follow(work: readonly Work[], guard: () => Guard | undefined): void {
    this.#guard = guard;
    const wanted = new Set<string>();
    for (const one of work) {
      const { name, assignment, unit, origin } = one;
      if (!assignment.job || origin !== 'assigned') continue;
      // An engine that can't be asked just now changes nothing.
      if (!unit.known) wanted.add(name);
      else if (unit.value && unit.value.state !== 'created') {
        wanted.add(name);
        this.#see(name, assignment, unit.value.id, unit.value.state === 'exited');
      }
    }
    for (const [name, followed] of this.#followed) if (!wanted.has(name)) this.#drop(name, followed);
  }

  stop(): void {
    for (const [name, followed] of this.#followed) this.#drop(name, followed);
  }

  #drop(name: string, followed: Followed): void {
    followed.timer?.cancel();
    this.#followed.delete(name);
  }

  #see(name: string, assignment: Assignment, unit: string, ended: boolean): void {
    const known = this.#followed.get(name);
    if (known) {
      const justEnded = ended && !known.ended;
      Object.assign(known, { assignment, ended });
      if (justEnded) this.#again(known, 0);
      return;
    }
    const common = { kept: false, text: undefined, modRevision: undefined, triedSinceMs: undefined, timer: undefined, busy: false };
    const followed: Followed = { ...common, name, assignment, unit, ended };
    this.#followed.set(name, followed);
    this.#again(followed, ended ? 0 : everyMs);
  }

  #again(followed: Followed, delayMs: number): void {
    followed.timer?.cancel();
    followed.timer = this.#options.clock.after(delayMs, () => void this.#turn(followed));
  }

  async #turn(followed: Followed): Promise<void> {
    if (followed.busy || followed.kept) return;
    followed.busy = true;
    const last = followed.ended;
    const problem = await this.#keep(followed);
    followed.busy = false;
    if (this.#followed.get(followed.name) !== followed) return;
    const { clock, log, onKept } = this.#options;
    if (!last) {
      this.#again(followed, followed.ended ? 0 : everyMs);
      return;
    }
    followed.triedSinceMs ??= clock.monotonic();
    const over = problem === undefined || clock.monotonic() - followed.triedSinceMs >= giveUpMs;
    if (!over) {
      this.#again(followed, retryMs);
      return;
    }
    if (problem !== undefined) log.warn({ instance: followed.name, problem }, 'the output of a task could not be kept; it is given up');
    followed.kept = true;
    onKept(followed.name);
  }

  /** Writes what is new; why that was not possible, or undefined. */
  async #keep(followed: Followed): Promise<string | undefined> {
    const driver = driverOf(followed.assignment);
    const engine = driver && this.#options[driver];
    if (!engine) return 'its driver is off';
    try {
      const output = await engine.output(followed.unit);
      if (output.text === '' || output.text === followed.text) return undefined;
      return await this.#write(followed, output);
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown);
    }
  }

  async #write(followed: Followed, { text, cut }: Output): Promise<string | undefined> {
    const { store, clock, clusterId, nodeId } = this.#options;
    const { service, instance_id, job } = followed.assignment;
    const fence = this.#guard();
    if (!job) return undefined;
    if (!fence) return 'the store is not followed';
    const key = keyOf(clusterId, 'job-output', service, job.run_id, String(job.index));
    if (followed.modRevision === undefined) {
      const { kv } = await store.get(key);
      const standing = kv && parseEntry(clusterId, kv);
      const before = standing?.ok ? (standing.entry.record as JobOutput) : undefined;
      if ((before?.attempt ?? 0) > job.attempt) return undefined;
      followed.modRevision = kv?.modRevision ?? 0;
      if (before?.instance_id === instance_id && before.text === text) return undefined;
    }
    const record: JobOutput = {
      service,
      run_id: job.run_id,
      task: String(job.index),
      node_id: nodeId,
      instance_id,
      attempt: job.attempt,
      text,
      ...(cut && { cut }),
      written_at: timestamp(clock.now()),
    };
    const [outcome] = await commit(store, [{ writes: [{ key, value: encodeRecord(record), expect: followed.modRevision }] }], {
      fence: [fence],
    });
    if (outcome?.status === 'done') {
      Object.assign(followed, { modRevision: outcome.revision, text });
      return undefined;
    }
    followed.modRevision = undefined;
    return outcome?.status === 'failed' ? outcome.error.explain() : 'another wrote it meanwhile';
  }
}
