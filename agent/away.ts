// For how long no obeyed store was reached, over restarts of the agent within one boot too.
// Guarantees: counts from the last contact, on the monotonic clock; across a restart the wall clock bridges the time in which no
// agent ran. Kept on disk only while something here asks for it (`disconnect.stop_after_s`), every few seconds: an agent that is
// killed takes the contact for older than it was by no more than that.
import type { Clock, Files, Log } from '../src/loop/ports.ts';
import type { NodeSnapshot } from '../src/plan/node/snapshot.ts';
import type { Mirror } from '../src/store/mirror.ts';

const keepEveryMs = 10_000;

interface Kept {
  boot_id: string;
  /** Wall clock, ms. */
  at: number;
  for_ms: number;
}

export interface AwayOptions {
  clock: Clock;
  files: Files;
  log: Log;
  path: string;
  bootId: string;
}

export class AwayTime {
  readonly #options: AwayOptions;
  #startedMs = 0;
  /** Last contact with an obeyed store, monotonic ms; before the start of this run where another one had it. */
  #contactMs = 0;
  #obeyed = false;
  #keptAtMs = Number.NEGATIVE_INFINITY;
  #keptObeyed: boolean | undefined;

  constructor(options: AwayOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const { clock, files, path, bootId, log } = this.#options;
    const text = await files.read(path);
    this.#startedMs = clock.monotonic();
    this.#contactMs = this.#startedMs;
    if (text === undefined) return;
    let kept: Partial<Kept> | null;
    try {
      kept = JSON.parse(text) as typeof kept;
    } catch {
      log.warn({ path }, 'a file of the agent is not JSON; it counts as missing');
      return;
    }
    if (kept?.boot_id !== bootId || typeof kept.at !== 'number' || typeof kept.for_ms !== 'number') return;
    this.#contactMs -= Math.max(0, kept.for_ms) + Math.max(0, clock.now() - kept.at);
  }

  /** As of now. */
  look(obeyed: boolean, mirror: Pick<Mirror, 'state' | 'lastContactAt'>): NodeSnapshot['away'] {
    const now = this.#options.clock.monotonic();
    if (obeyed) this.#contactMs = now;
    // The mirror knows the last contact; the last look, which found all well, may have been before or after it.
    else if (this.#obeyed)
      this.#contactMs = mirror.state() === 'live' ? now : Math.max(this.#startedMs, Math.min(now, mirror.lastContactAt()));
    this.#obeyed = obeyed;
    if (obeyed) return { forMs: 0, triedForMs: 0 };
    return { forMs: now - this.#contactMs, triedForMs: now - Math.max(this.#contactMs, this.#startedMs) };
  }

  /** Keeps it for the next run, where that is wanted. */
  async keep(wanted: boolean): Promise<void> {
    const { clock, files, path, bootId } = this.#options;
    const now = clock.monotonic();
    if (!wanted || (this.#keptObeyed === this.#obeyed && now - this.#keptAtMs < keepEveryMs)) return;
    const obeyed = this.#obeyed;
    const kept: Kept = { boot_id: bootId, at: Math.round(clock.now()), for_ms: obeyed ? 0 : Math.round(now - this.#contactMs) };
    await files.write(path, `${JSON.stringify(kept)}\n`, 0o600);
    this.#keptAtMs = now;
    this.#keptObeyed = obeyed;
  }
}
