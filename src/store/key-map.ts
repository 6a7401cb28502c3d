// A map of keys that can be read in order below a prefix.
// Guarantees: get, set and delete take constant time; the first ordered read after keys came or went costs one merge, the next ones nothing.
// A read under way sees the keys of its beginning, never one twice.
import type { KeyValue } from '../loop/ports.ts';
import { covers } from './limits.ts';

export class KeyMap {
  readonly #values = new Map<string, KeyValue>();
  /** In order; replaced, never changed, so that reads under way keep theirs. Holds also keys that were deleted since. */
  #sorted: string[] = [];
  readonly #added = new Set<string>();
  #removed = 0;

  get size(): number {
    return this.#values.size;
  }

  get(key: string): KeyValue | undefined {
    return this.#values.get(key);
  }

  set(kv: KeyValue): void {
    if (!this.#values.has(kv.key)) this.#added.add(kv.key);
    this.#values.set(kv.key, kv);
  }

  delete(key: string): void {
    if (!this.#values.delete(key)) return;
    this.#added.delete(key);
    this.#removed++;
  }

  *below(prefix: string): Generator<KeyValue> {
    const sorted = this.#order();
    for (let at = firstAtLeast(sorted, prefix); at < sorted.length; at++) {
      const key = sorted[at];
      if (key === undefined || !covers(prefix, key)) return;
      const kv = this.#values.get(key);
      if (kv) yield kv;
    }
  }

  #order(): readonly string[] {
    if (this.#added.size === 0 && this.#removed === 0) return this.#sorted;
    const added = [...this.#added].sort(byUnits);
    const merged: string[] = [];
    let next = 0;
    for (const key of this.#sorted) {
      // A key that went and came again is among the added.
      if (!this.#values.has(key) || this.#added.has(key)) continue;
      for (let one = added[next]; one !== undefined && one < key; one = added[++next]) merged.push(one);
      merged.push(key);
    }
    while (next < added.length) merged.push(added[next++] as string);
    this.#sorted = merged;
    this.#added.clear();
    this.#removed = 0;
    return merged;
  }
}

function byUnits(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function firstAtLeast(sorted: readonly string[], key: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
