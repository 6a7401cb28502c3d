// One run of a seed: operations at random times, the laws checked all along, then calm, in which the cluster must become what
// its operator wants and then stay silent.
// Guarantees: the same seed and steps give the same trace; a step that is left out takes its time and changes no other's chance.
import { sha256Hex } from '../../src/model/digest.ts';
import { parseTimestamp } from '../../src/model/time.ts';
import { endFaults, operate, pauseOf, type Scene } from './operations.ts';
import { History } from './history.ts';
import { Laws } from './laws.ts';
import { JobLaws } from './jobs.ts';
import { LifecycleLaws } from './lifecycle.ts';
import { Machines } from './machines.ts';
import { edgePort, legacyPort, Operator } from './operator.ts';
import { missing } from './converged.ts';
import { World } from './world.ts';

export interface SimulationOptions {
  seed: number;
  steps?: number;
  /** The steps that are done; the others only take their time. All by default. */
  only?: readonly number[];
  /** A further law: what is wrong now, in words. */
  law?: (scene: Scene) => string[];
  /** Lines of the trace that a failure shows. */
  tail?: number;
}

export interface SimulationResult {
  seed: number;
  steps: number;
  digest: string;
  revisions: number;
  simulatedMs: number;
  /** Time that calm took to converge. */
  convergedMs: number;
}

export const defaultSteps = 40;
const convergeWithinMs = 10 * 60_000;
const stayMs = 60_000;
const idleMs = 8 * 60_000;
/** Lines of the trace that a failure shows unless told otherwise. */
export const tailLines = 30;

/** The command that runs the same again. */
export function replayOf(seed: number, steps: number, only?: readonly number[]): string {
  return `node e2e/sim/main.ts --seed ${seed} --steps ${steps}${only ? ` --only ${only.join(',')}` : ''}`;
}

interface Failure {
  options: SimulationOptions & { steps: number };
  /** Steps that were begun. */
  begun: number;
  at: string;
  what: readonly string[];
  /** What was done at each step, in words. */
  done: readonly string[];
  trace: readonly string[];
}

export class SimulationFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    const { options, at, what, trace } = failure;
    const replay = `replay: ${replayOf(options.seed, options.steps, options.only)}`;
    super([`seed ${options.seed} failed at ${at}:`, ...what.map((one) => `  ${one}`), 'trace:', ...trace, replay].join('\n'));
    this.name = 'SimulationFailure';
    this.failure = failure;
  }
}

export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const simulation = new Simulation({ ...options, steps: options.steps ?? defaultSteps });
  try {
    return await simulation.run();
  } finally {
    simulation.close();
  }
}

class Simulation {
  readonly #options: Failure['options'];
  readonly #scene: Scene;
  readonly #laws: Laws;
  readonly #lifecycle: LifecycleLaws;
  readonly #jobs: JobLaws;
  readonly #done: string[] = [];
  #begun = 0;
  #at = 'the start';

  constructor(options: Failure['options']) {
    this.#options = options;
    const world = new World(options.seed);
    const history = new History(world.clock);
    world.authority.isAssigned = (service, nodeId) => history.isAssigned(service, nodeId);
    this.#scene = { world, history, operator: new Operator(world, history), machines: new Machines(world) };
    this.#laws = new Laws(history, world.trace, new Set([edgePort, legacyPort]), (id) => world.node(id).skew.setAtMs);
    this.#lifecycle = new LifecycleLaws(this.#scene);
    this.#jobs = new JobLaws(this.#scene);
  }

  async run(): Promise<SimulationResult> {
    const { world, history, operator, machines } = this.#scene;
    history.follow(world.store, (revision, events) => {
      const runs = new Map(events.map(({ key }) => [key, history.record('job-run', key)]));
      this.#laws.onRevision(revision, events);
      this.#lifecycle.onRevision(events);
      this.#jobs.onRevision(events, runs);
    });
    await machines.install();
    await operator.install();
    this.#jobs.start();
    world.startAll();
    await this.#advance(30_000);
    for (let step = 1; step <= this.#options.steps; step++) await this.#takeStep(step);
    this.#at = 'the calm after the last step';
    await endFaults(this.#scene);
    this.#jobs.calm = true;
    world.trace.add('calm');
    const convergedMs = await this.#converge();
    await this.#beIdle();
    return {
      seed: this.#options.seed,
      steps: this.#options.steps,
      digest: world.trace.digest(),
      revisions: world.store.revision,
      simulatedMs: world.clock.monotonic(),
      convergedMs,
    };
  }

  close(): void {
    this.#scene.world.close();
  }

  async #takeStep(step: number): Promise<void> {
    const { world } = this.#scene;
    const { only } = this.#options;
    this.#at = `step ${step}`;
    this.#begun = step;
    world.beginStep(step);
    const pauseMs = pauseOf(world.random);
    if (!only || only.includes(step)) {
      const line = `step ${step}: ${await operate(this.#scene)}`;
      this.#done.push(line);
      world.trace.add(line);
    }
    await this.#advance(pauseMs);
  }

  async #advance(ms: number): Promise<void> {
    const { world, machines } = this.#scene;
    try {
      await world.clock.advance(ms);
    } catch (thrown) {
      this.#failOn([String(thrown)]);
    }
    machines.check();
    this.#lifecycle.check();
    this.#jobs.check();
    const calls = world.nodes.map((node) => [...node.host.gate.counts].map(([call, times]) => `${call} ${times}`).sort());
    world.trace.add(`calls ${sha256Hex(JSON.stringify(calls)).slice(0, 16)}`);
    const further = this.#options.law?.(this.#scene) ?? [];
    this.#failOn([...this.#laws.violations, ...machines.violations, ...this.#lifecycle.violations, ...this.#jobs.violations, ...further]);
  }

  #failOn(what: readonly string[]): void {
    if (what.length === 0) return;
    const trace = this.#scene.world.trace.tail(this.#options.tail ?? tailLines);
    throw new SimulationFailure({ options: this.#options, begun: this.#begun, at: this.#at, what, done: this.#done, trace });
  }

  /** Until nothing is missing, and nothing is for a while. Rollouts that missed their deadline in the storm are asked for again. */
  async #converge(): Promise<number> {
    const { world } = this.#scene;
    const startMs = world.clock.monotonic();
    let since: number | undefined;
    for (;;) {
      const now = world.clock.monotonic();
      const lacks = missing(this.#scene);
      if (lacks.length > 0) since = undefined;
      else since ??= now;
      if (since !== undefined && now - since >= stayMs) return since - startMs;
      if (now - startMs >= convergeWithinMs) this.#failOn(lacks.length > 0 ? lacks : ['it does not stay as it is']);
      await this.#askAgain();
      await this.#advance(5000);
    }
  }

  async #askAgain(): Promise<void> {
    const { history, operator } = this.#scene;
    const stopped = [...history.records('service-status')].filter(({ record }) =>
      ['failed', 'rolled_back'].includes(record.rollout?.state ?? ''),
    );
    for (const { record, key } of stopped) {
      const name = key.slice(key.lastIndexOf('/') + 1);
      if (record.observed_mod_revision !== undefined && operator.services.has(name)) await operator.newRevision(name, 'example/app:1');
    }
  }

  /** Nothing is written but heartbeats. */
  async #beIdle(): Promise<void> {
    this.#at = 'rest';
    const { world, history } = this.#scene;
    const strip = (): Map<string, string> =>
      new Map([...history.standing].map(([key, { value }]) => [key, value.replace(/"last_heartbeat":"[^"]*"/, '')]));
    const before = strip();
    const writes = this.#laws.writes;
    const restedAtMs = world.clock.now();
    await this.#advance(idleMs);
    const after = strip();
    // What was met again and again is told late; that it was met before is what counts.
    const isLate = (key: string): boolean => (parseTimestamp(history.record('event', key)?.last_at ?? '') ?? restedAtMs) < restedAtMs;
    const written = [...after].filter(([key, value]) => before.get(key) !== value && !isLate(key));
    this.#failOn(written.map(([key]) => `${key} was written though nothing happened`));
    const perNode = (this.#laws.writes - writes) / world.nodes.length;
    const most = (idleMs / 60_000) * 2.5 + 2 * [...history.records('instance')].length;
    if (perNode > most) this.#failOn([`${this.#laws.writes - writes} writes at rest`]);
    this.#failOn(missing(this.#scene));
  }
}
