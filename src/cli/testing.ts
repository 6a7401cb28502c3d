// A Context over a simulated store, for the tests of ctl's parts.
import { SimulatedClock } from '../loop/clock.ts';
import { seededRandom } from '../loop/random.ts';
import { MemoryStore } from '../store/memory.ts';
import type { Context } from './context.ts';

export interface TestContext extends Context {
  memory: MemoryStore;
  clock: SimulatedClock;
  printed: { out: string; err: string };
}

/** A cluster `demo` without records. What is printed is kept. */
export function testContext(options: Partial<Context> = {}): TestContext {
  const clock = new SimulatedClock(Date.UTC(2026, 11, 1));
  const memory = new MemoryStore(clock);
  const printed = { out: '', err: '' };
  return {
    store: memory.client('ctl'),
    clusterId: 'demo',
    endpoints: ['memory'],
    output: 'table',
    terminal: {
      out: (text) => void (printed.out += text),
      err: (text) => void (printed.err += text),
      interactive: false,
      colour: false,
      columns: 80,
    },
    random: seededRandom(1),
    signal: new AbortController().signal,
    ...options,
    clock,
    memory,
    printed,
  };
}

/** Puts a record, or any text, as somebody else would. */
export async function putAs(context: Context, key: string, value: unknown): Promise<number> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (await context.store.transact([], [{ type: 'put', key, value: text }])).revision;
}
