#!/usr/bin/env node
// photoncloud-ctl: the operator's hand. This process as the command line's host, and its exit code.
import { buffer } from 'node:stream/consumers';
import { runMain } from '../loop/main.ts';
import { exitCodes } from '../model/errors.ts';
import type { Terminal } from './context.ts';
import { runCommand } from './program.ts';

function terminal(): Terminal {
  const interactive = process.stdout.isTTY && process.env['TERM'] !== 'dumb';
  return {
    out: (line) => void process.stdout.write(line),
    err: (line) => void process.stderr.write(line),
    interactive,
    colour: interactive && !process.env['NO_COLOR'],
    columns: process.stdout.columns || 80,
  };
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed));

/** What was printed and still waits in a pipe would be lost when the process exits. */
async function flush(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) await new Promise<void>((resolve) => stream.write('', () => resolve()));
}

await runMain({
  name: 'photoncloud-ctl',
  graceMs: 2000,
  run: async (signal) => {
    try {
      const stdin = () => buffer(process.stdin);
      return await runCommand({ args: process.argv.slice(2), env: process.env, stdin, terminal: terminal(), signal });
    } finally {
      await flush();
    }
  },
});
