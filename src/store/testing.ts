// Small things that the tests of the store share.
import type { Log } from '../loop/ports.ts';

/** Keeps what is logged. */
export class TestLog implements Log {
  readonly lines: { level: string; fields: object; message: string }[] = [];
  debug(fields: object, message: string): void {
    this.lines.push({ level: 'debug', fields, message });
  }
  info(fields: object, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }
  warn(fields: object, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }
  error(fields: object, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }
  child(): Log {
    return this;
  }
}

/** Waits in real time for a condition; throws after the limit. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs: number, what: string): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
