// Where simulated ports go wrong: every call of an agent to its machine passes here.
// Guarantees: with the same seed and the same calls the same faults happen; an agent that was crashed gets no answer any more
// and has no effect any more, while what it did before stands.
import { type ErrorCode, PhotonError } from '../../src/model/errors.ts';
import type { Clock, Random } from '../../src/loop/ports.ts';

export type Fault =
  /** Refused before anything was done. */
  | { kind: 'fail'; error?: PhotonError }
  /** Done, but the answer never arrives: the caller sees a failure. */
  | { kind: 'lost' }
  | { kind: 'slow'; delayMs: number }
  /** Never answered; nothing is done. */
  | { kind: 'hang' };

interface Planned {
  call: string;
  fault: Fault;
  left: number;
}

interface PlannedCrash {
  call: string;
  when: 'before' | 'after';
  skip: number;
}

/** One run of an agent, from its start to its end. */
export class Life {
  #alive = true;
  readonly #ends: (() => void)[] = [];

  get alive(): boolean {
    return this.#alive;
  }

  /** As SIGKILL would: calls that are under way are never answered. */
  end(): void {
    if (!this.#alive) return;
    this.#alive = false;
    for (const run of this.#ends) run();
  }

  onEnd(run: () => void): void {
    this.#ends.push(run);
  }
}

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

export class Gate {
  /** Every call takes between these. */
  latencyMs = { from: 0, to: 0 };
  /** Chance of each in every call, 0 to 1. */
  chance = { fail: 0, lost: 0 };
  /** How often each call was made. */
  readonly counts = new Map<string, number>();
  readonly #clock: Clock;
  readonly #random: Random;
  #planned: Planned[] = [];
  #crash: PlannedCrash | undefined;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The next `times` calls of that name, such as `engine.start`, meet this fault. `*` is any call. */
  plan(call: string, fault: Fault, times = 1): void {
    this.#planned.push({ call, fault, left: times });
  }

  /** The agent that makes the call of that name, after `skip` others, dies just before or after its effect. */
  crashAt(call: string, when: 'before' | 'after', skip = 0): void {
    this.#crash = { call, when, skip };
  }

  /** Ends all planned faults, chances and delays. */
  heal(): void {
    this.#planned = [];
    this.#crash = undefined;
    this.chance = { fail: 0, lost: 0 };
    this.latencyMs = { from: 0, to: 0 };
  }

  async pass<T>(life: Life, call: string, unreachable: ErrorCode, effect: () => T | Promise<T>): Promise<T> {
    if (!life.alive) return never();
    this.counts.set(call, (this.counts.get(call) ?? 0) + 1);
    const fault = this.#faultOf(call);
    const crash = this.#crashOf(call);
    await this.#delay(fault);
    if (crash === 'before') life.end();
    if (!life.alive || fault?.kind === 'hang') return never();
    if (fault?.kind === 'fail') throw fault.error ?? new PhotonError(unreachable, `${call} failed (simulated)`);
    const result = await effect();
    if (crash === 'after') life.end();
    if (!life.alive) return never();
    if (fault?.kind === 'lost') throw new PhotonError(unreachable, `${call}: the answer was lost (simulated)`);
    return result;
  }

  async #delay(fault: Fault | undefined): Promise<void> {
    const { from, to } = this.latencyMs;
    const delayMs = (to > 0 ? from + this.#random.next() * (to - from) : 0) + (fault?.kind === 'slow' ? fault.delayMs : 0);
    if (delayMs > 0) await this.#clock.sleep(delayMs);
  }

  #faultOf(call: string): Fault | undefined {
    const planned = this.#planned.find((one) => one.call === call || one.call === '*');
    if (planned) {
      planned.left--;
      if (planned.left <= 0) this.#planned = this.#planned.filter((one) => one !== planned);
      return planned.fault;
    }
    const { fail, lost } = this.chance;
    if (fail === 0 && lost === 0) return undefined;
    const drawn = this.#random.next();
    if (drawn < fail) return { kind: 'fail' };
    return drawn < fail + lost ? { kind: 'lost' } : undefined;
  }

  #crashOf(call: string): 'before' | 'after' | undefined {
    const crash = this.#crash;
    if (!crash || (crash.call !== call && crash.call !== '*')) return undefined;
    if (crash.skip-- > 0) return undefined;
    this.#crash = undefined;
    return crash.when;
  }
}
