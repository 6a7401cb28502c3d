// A binary heap: the least element first, in logarithmic time.
// The caller owes: an element's place in the order does not change while it is inside.
export class Heap<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #items: T[];

  constructor(compare: (a: T, b: T) => number, items: Iterable<T> = []) {
    this.#compare = compare;
    this.#items = [...items];
    for (let at = (this.#items.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  first(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above] as T;
      if (this.#compare(item, parent) >= 0) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (items.length > 0) {
      items[0] = last as T;
      this.#sink(0);
    }
    return first;
  }

  #sink(from: number): void {
    const items = this.#items;
    const item = items[from] as T;
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && this.#compare(items[below + 1] as T, items[below] as T) < 0) below++;
      const child = items[below] as T;
      if (this.#compare(child, item) >= 0) break;
      items[at] = child;
      at = below;
    }
    items[at] = item;
  }
}
