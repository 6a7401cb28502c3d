// Probes the apps of this node, each on its own timer, from outside.
// Guarantees: one probe of an instance at a time; a unit that was started anew is probed afresh; what is no longer wanted
// is no longer probed, and an answer that comes late for it is dropped.
import { healthOf, type ResolvedHealth } from '../src/model/defaults.ts';
import type { Clock, Prober, ProbeTarget, Random, Timer } from '../src/loop/ports.ts';
import { jittered } from '../src/loop/random.ts';
import { afterProbe, firstProbeState, type ProbeState, probePauseMs } from '../src/plan/node/health.ts';
import { isLeaving, type Work } from '../src/plan/node/instance.ts';
import { driverOf } from '../src/plan/node/local.ts';

interface Probed {
  unit: string;
  target: ProbeTarget;
  health: ResolvedHealth;
  state: ProbeState;
  timer?: Timer;
}

export interface ProbesOptions {
  clock: Clock;
  random: Random;
  prober: Prober;
  /** Readiness, or the reason against it, has changed. */
  onChange: (name: string) => void;
}

/** What of an instance is probed: absent where it has no probe or does not run. */
function wantedOf(work: Work): Omit<Probed, 'state'> | undefined {
  const { assignment } = work;
  const { app } = assignment;
  if (!app || isLeaving(work)) return undefined;
  const health = healthOf({ health: assignment.health, protocol: assignment.protocol ?? 'tcp' });
  if (health.type === 'none') return undefined;
  let unit = 'elsewhere';
  if (driverOf(assignment)) {
    if (!work.unit.known || work.unit.value?.state !== 'running') return undefined;
    unit = `${work.unit.value.id}@${work.unit.value.startedAt ?? 0}`;
  }
  const target = { type: health.type, addr: app.addr, port: app.port, path: health.path, timeoutMs: health.timeout_s * 1000 };
  return { unit, target, health };
}

export class Probes {
  readonly #options: ProbesOptions;
  readonly #probed = new Map<string, Probed>();

  constructor(options: ProbesOptions) {
    this.#options = options;
  }

  /** Probes exactly what this work wants probed. An engine that could not be asked changes nothing. */
  follow(work: readonly Work[]): void {
    const known = new Map(work.map((one) => [one.name, one]));
    for (const [name, probed] of this.#probed) {
      const one = known.get(name);
      if (one && !one.unit.known && !isLeaving(one)) continue;
      if (!one || !wantedOf(one)) this.#drop(name, probed);
    }
    for (const one of work) {
      const wanted = wantedOf(one);
      if (wanted) this.#follow(one.name, wanted);
    }
  }

  states(): Map<string, ProbeState> {
    return new Map([...this.#probed].map(([name, probed]) => [name, probed.state]));
  }

  stop(): void {
    for (const [name, probed] of this.#probed) this.#drop(name, probed);
  }

  #follow(name: string, wanted: Omit<Probed, 'state'>): void {
    const former = this.#probed.get(name);
    if (former?.unit === wanted.unit) {
      former.target = wanted.target;
      former.health = wanted.health;
      return;
    }
    if (former) this.#drop(name, former);
    const state = firstProbeState(wanted.unit, false, this.#options.clock.monotonic());
    const probed: Probed = { ...wanted, state };
    this.#probed.set(name, probed);
    void this.#probe(name, probed);
  }

  #drop(name: string, probed: Probed): void {
    probed.timer?.cancel();
    this.#probed.delete(name);
  }

  async #probe(name: string, probed: Probed): Promise<void> {
    const { clock, random, prober, onChange } = this.#options;
    const result = await prober.probe(probed.target);
    if (this.#probed.get(name) !== probed) return;
    const before = probed.state;
    const now = clock.monotonic();
    probed.state = afterProbe(before, result, probed.health, now);
    const pauseMs = jittered(random, probePauseMs(probed.state, probed.health, now), 0.1);
    probed.timer = clock.after(pauseMs, () => void this.#probe(name, probed));
    const counted = probed.state.failures > 0 && (probed.state.reason !== before.reason || before.failures < probed.health.unhealthy_after);
    if (probed.state.ready !== before.ready || counted || before.probes === 0) onChange(name);
  }
}
