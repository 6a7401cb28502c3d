// Looks at the machine: engines, bridges, processes, sidecars, Caddy. Everything that can't be asked is unknown.
// Guarantees: nothing is concluded here. What a plan can't do without is waited for, once; while it hangs it is unknown at
// once. Caddy is waited for briefly, and a late answer brings another look. Sidecars are not waited for at all but the first
// time: what they said last counts, they are asked again beside the look, and another answer brings another look.
import type { CaddyAdmin, Clock, Engine, ObservedProcess, ProcessStarter, SidecarAdmin, Unit, UnitNetwork } from '../src/loop/ports.ts';
import { asPhotonError } from '../src/model/errors.ts';
import type { Observed, ServedView } from '../src/plan/node/snapshot.ts';

const enginePatienceMs = 15_000;
const briefPatienceMs = 300;
/** A sidecar that was asked this long ago and has not answered is unknown. */
const feedPatienceMs = 5000;

/** What comes first: the answer, or the fallback after a while. */
function within<T>(clock: Clock, patienceMs: number, answer: Promise<T>, fallback: T): Promise<T> {
  return new Promise((resolve) => {
    const timer = clock.after(patienceMs, () => resolve(fallback));
    void answer.then((value) => {
      timer.cancel();
      resolve(value);
    });
  });
}

interface QuestionOptions<T> {
  clock: Clock;
  /** Who is asked, for people. */
  what: string;
  ask: () => Promise<T>;
  /** For those that are waited for briefly: told when an answer came late. */
  onLate?: () => void;
}

/** One question to one part of the machine, open once at a time. */
class Question<T> {
  readonly #options: QuestionOptions<T>;
  #open: Promise<Observed<T>> | undefined;
  #late: Observed<T> | undefined;

  constructor(options: QuestionOptions<T>) {
    this.#options = options;
  }

  async answer(): Promise<Observed<T>> {
    const { clock, what, onLate } = this.#options;
    const silence: Observed<T> = { known: false, reason: `${what} does not answer` };
    if (this.#open && !onLate) return silence;
    const late = this.#late;
    this.#late = undefined;
    if (late) return late;
    const open = (this.#open ??= this.#ask());
    const answer = await within(clock, onLate ? briefPatienceMs : enginePatienceMs, open, silence);
    if (answer === silence && onLate && this.#open === open) {
      void open.then((value) => {
        this.#late = value;
        onLate();
      });
    }
    return answer;
  }

  #ask(): Promise<Observed<T>> {
    const asked = this.#options.ask().then(
      (value): Observed<T> => ({ known: true, value }),
      (thrown: unknown): Observed<T> => ({ known: false, reason: asPhotonError(thrown).explain() }),
    );
    void asked.then(() => {
      this.#open = undefined;
    });
    return asked;
  }
}

/** What one part said last, asked again beside each look. */
class Feed<T> {
  readonly #options: QuestionOptions<T> & { onLate: () => void };
  #open: Promise<Observed<T>> | undefined;
  #last: { answer: Observed<T>; text: string } | undefined;
  #askedAtMs = 0;

  constructor(options: QuestionOptions<T> & { onLate: () => void }) {
    this.#options = options;
  }

  async answer(): Promise<Observed<T>> {
    const { clock, what } = this.#options;
    const silence: Observed<T> = { known: false, reason: `${what} does not answer` };
    const hangs = this.#open !== undefined && clock.monotonic() - this.#askedAtMs >= feedPatienceMs;
    const open = (this.#open ??= this.#ask());
    if (hangs) return silence;
    return this.#last?.answer ?? within(clock, briefPatienceMs, open, silence);
  }

  #ask(): Promise<Observed<T>> {
    this.#askedAtMs = this.#options.clock.monotonic();
    return this.#options
      .ask()
      .then(
        (value): Observed<T> => ({ known: true, value }),
        (thrown: unknown): Observed<T> => ({ known: false, reason: asPhotonError(thrown).explain() }),
      )
      .then((answer) => {
        this.#open = undefined;
        const text = JSON.stringify(answer);
        const changed = this.#last?.text !== text;
        this.#last = { answer, text };
        if (changed) this.#options.onLate();
        return answer;
      });
  }
}

export interface EngineWarnings {
  liveRestore: boolean;
  warnings: string[];
}

export interface Machine {
  docker: Observed<readonly Unit[]> | undefined;
  process: Observed<readonly Unit[]> | undefined;
  networks: Observed<readonly UnitNetwork[]>;
  processes: Observed<readonly ObservedProcess[]>;
  caddy: Observed<unknown>;
}

export interface ObserverPorts {
  clock: Clock;
  docker?: Engine;
  process?: Engine;
  processes: ProcessStarter;
  caddy?: CaddyAdmin;
  sidecar: (socketPath: string) => SidecarAdmin;
  /** An answer came after its look: another one will have it. */
  onLate: () => void;
}

export class Observer {
  readonly #ports: ObserverPorts;
  readonly #docker: Question<Unit[]> | undefined;
  readonly #process: Question<Unit[]> | undefined;
  readonly #networks: Question<UnitNetwork[]>;
  readonly #processes: Question<ObservedProcess[]>;
  readonly #caddy: Question<unknown>;
  readonly #info: Question<EngineWarnings> | undefined;
  readonly #sidecars = new Map<string, { admin: SidecarAdmin; services: Feed<Awaited<ReturnType<SidecarAdmin['services']>>> }>();

  constructor(ports: ObserverPorts) {
    const { clock, docker, process, processes, caddy } = ports;
    this.#ports = ports;
    const dockerName = { clock, what: 'the Docker engine' };
    this.#docker = docker && new Question({ ...dockerName, ask: () => docker.list() });
    this.#networks = new Question({ ...dockerName, ask: () => docker?.networks() ?? Promise.resolve([]) });
    this.#info = docker && new Question({ ...dockerName, ask: () => docker.info(), onLate: ports.onLate });
    this.#process = process && new Question({ clock, what: 'the process engine', ask: () => process.list() });
    this.#processes = new Question({ clock, what: 'the process starter', ask: () => processes.list() });
    const ask = (): Promise<unknown> => caddy?.config() ?? Promise.resolve(undefined);
    this.#caddy = new Question({ clock, what: "Caddy's admin API", ask, onLate: ports.onLate });
  }

  /** One look. Caddy is asked only where something is wanted of it. */
  async look(options: { caddy: boolean }): Promise<Machine> {
    const unasked: Observed<unknown> = { known: false, reason: 'Caddy was not asked' };
    const [docker, process, networks, processes, caddy] = await Promise.all([
      this.#docker?.answer(),
      this.#process?.answer(),
      this.#networks.answer(),
      this.#processes.answer(),
      options.caddy && this.#ports.caddy ? this.#caddy.answer() : unasked,
    ]);
    return { docker, process, networks, processes, caddy };
  }

  /** What Docker warns of, or undefined where it is not enabled or does not answer. */
  async engineWarnings(): Promise<EngineWarnings | undefined> {
    const answer = await this.#info?.answer();
    return answer?.known ? answer.value : undefined;
  }

  /** Open inbound connections of an instance, or undefined where its sidecar can't be asked just now. */
  inbound(socketPath: string, service: string, instanceId: string): Promise<number | undefined> {
    const asked = this.#sidecar(socketPath).admin.inboundConnections(service, instanceId);
    return within(this.#ports.clock, briefPatienceMs, asked, undefined);
  }

  /** Services of the sidecars behind these sockets. `asked`: sockets that answered. */
  async served(socketPaths: ReadonlySet<string>): Promise<{ served: Map<string, ServedView>; asked: Set<string> }> {
    const served = new Map<string, ServedView>();
    const asked = new Set<string>();
    const answers = await Promise.all(
      [...socketPaths].map(async (path) => ({ path, answer: await this.#sidecar(path).services.answer() })),
    );
    for (const { path, answer } of answers) {
      if (!answer.known || !answer.value) continue;
      asked.add(path);
      for (const { service, ...view } of answer.value) served.set(service, view);
    }
    return { served, asked };
  }

  #sidecar(path: string) {
    const known = this.#sidecars.get(path);
    if (known) return known;
    const admin = this.#ports.sidecar(path);
    const made = {
      admin,
      services: new Feed({ clock: this.#ports.clock, what: 'the sidecar', ask: () => admin.services(), onLate: this.#ports.onLate }),
    };
    this.#sidecars.set(path, made);
    return made;
  }
}
