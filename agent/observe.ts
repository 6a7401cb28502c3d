// Looks at the machine: engines, bridges, processes, sidecars, Caddy. Everything that can't be asked is unknown.
// Guarantees: a part that hangs delays a look once, then is unknown at once until it answers; nothing is concluded here.
import type { CaddyAdmin, Clock, Engine, ObservedProcess, ProcessStarter, SidecarAdmin, Unit, UnitNetwork } from '../src/loop/ports.ts';
import { asPhotonError } from '../src/model/errors.ts';
import type { Observed, ServedView } from '../src/plan/node-snapshot.ts';

const patienceMs = 5000;

/** One question to one part of the machine, asked by one look at a time. */
export class Question<T> {
  readonly #clock: Clock;
  readonly #what: string;
  readonly #ask: () => Promise<T>;
  #open: Promise<Observed<T>> | undefined;

  constructor(clock: Clock, what: string, ask: () => Promise<T>) {
    this.#clock = clock;
    this.#what = what;
    this.#ask = ask;
  }

  /** The answer, or unknown where there is none in time. A former question that is still open is not asked twice. */
  async answer(): Promise<Observed<T>> {
    const late: Observed<T> = { known: false, reason: `${this.#what} does not answer` };
    if (this.#open) return late;
    const open = this.#ask().then(
      (value): Observed<T> => ({ known: true, value }),
      (thrown: unknown): Observed<T> => ({ known: false, reason: asPhotonError(thrown).explain() }),
    );
    this.#open = open;
    void open.then(() => {
      this.#open = undefined;
    });
    return new Promise((resolve) => {
      const timer = this.#clock.after(patienceMs, () => resolve(late));
      void open.then((answer) => {
        timer.cancel();
        resolve(answer);
      });
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
}

export class Observer {
  readonly #ports: ObserverPorts;
  readonly #docker: Question<Unit[]> | undefined;
  readonly #process: Question<Unit[]> | undefined;
  readonly #networks: Question<UnitNetwork[]>;
  readonly #processes: Question<ObservedProcess[]>;
  readonly #caddy: Question<unknown>;
  readonly #info: Question<EngineWarnings> | undefined;
  readonly #sidecars = new Map<string, { admin: SidecarAdmin; services: Question<Awaited<ReturnType<SidecarAdmin['services']>>> }>();

  constructor(ports: ObserverPorts) {
    const { clock, docker, process, processes, caddy } = ports;
    this.#ports = ports;
    this.#docker = docker && new Question(clock, 'the Docker engine', () => docker.list());
    this.#process = process && new Question(clock, 'the process engine', () => process.list());
    this.#networks = new Question(clock, 'the Docker engine', () => docker?.networks() ?? Promise.resolve([]));
    this.#processes = new Question(clock, 'the process starter', () => processes.list());
    this.#caddy = new Question(clock, "Caddy's admin API", () => caddy?.config() ?? Promise.resolve(undefined));
    this.#info = docker && new Question(clock, 'the Docker engine', () => docker.info());
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

  admin(socketPath: string): SidecarAdmin {
    return this.#sidecar(socketPath).admin;
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
    const made = { admin, services: new Question(this.#ports.clock, 'the sidecar', () => admin.services()) };
    this.#sidecars.set(path, made);
    return made;
  }
}
