// The leader keeps the number of events in the store bounded, whatever programs write.
// Guarantees: what was met longest ago goes first; a plan is never held up; nothing is deleted while there is room.
// The caller owes: every change set of a mirror over the cluster, in order, and a stop().
import type { Clock, Guard, Log, Store, Timer } from '../src/loop/ports.ts';
import { clusterPrefix } from '../src/model/keys.ts';
import { commit } from '../src/store/commit.ts';
import type { ChangeSet } from '../src/store/mirror.ts';

export interface EventBoundOptions {
  store: Store;
  clock: Clock;
  log: Log;
  clusterId: string;
  /** Guard of the deletions; undefined while another one leads. */
  fence: () => Guard | undefined;
  /** Most events in the store; 5,000 by default. */
  most?: number;
}

/** A tenth at once, so that it is not done again for the next event. */
const roomShare = 0.1;
const pauseMs = 5000;

export class EventBound {
  readonly #options: EventBoundOptions;
  readonly #prefix: string;
  readonly #most: number;
  /** Key → mod_revision. */
  readonly #events = new Map<string, number>();
  #timer: Timer | undefined;
  #stopped = false;

  constructor(options: EventBoundOptions) {
    this.#options = options;
    this.#prefix = `${clusterPrefix(options.clusterId)}events/`;
    this.#most = options.most ?? 5000;
  }

  apply({ changes }: ChangeSet): void {
    for (const { key, after } of changes) {
      if (!key.startsWith(this.#prefix)) continue;
      if (after) this.#events.set(key, after.modRevision);
      else this.#events.delete(key);
    }
    if (this.#events.size > this.#most && !this.#stopped) this.#timer ??= this.#options.clock.after(pauseMs, () => void this.#trim());
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  async #trim(): Promise<void> {
    const { clock, fence, log, store } = this.#options;
    const guard = fence();
    const surplus = this.#events.size - this.#most;
    if (guard && surplus > 0) {
      const count = surplus + Math.ceil(this.#most * roomShare);
      const oldest = [...this.#events].sort(([, a], [, b]) => a - b).slice(0, count);
      await commit(
        store,
        oldest.map(([key, expect]) => ({ writes: [{ key, expect }] })),
        { fence: [guard] },
      );
      log.info({ deleted: oldest.length }, 'more events than are kept: those that were met longest ago are deleted');
    }
    this.#timer = surplus > 0 && !this.#stopped ? clock.after(pauseMs, () => void this.#trim()) : undefined;
  }
}
