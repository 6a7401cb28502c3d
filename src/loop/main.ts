// The frame of every long-running program: signals, exit codes, last words.
// Guarantees: the first SIGTERM or SIGINT fires the signal, the second ends the process at once; a program that has not
// ended `graceMs` after the first is ended; a failure is told on stderr in the operator's words, with its exit code; memory that a burst took
// is given back.
// The caller owes: `run` resolves soon after its signal fires.
import { asPhotonError, exitCodes } from '../model/errors.ts';
import { giveMemoryBack } from './memory.ts';

export interface MainOptions {
  name: string;
  /** Resolves to an exit code, or nothing for 0. */
  run: (signal: AbortSignal) => Promise<number | void>;
  /** From the first signal to the forced end; 30 s by default. */
  graceMs?: number;
}

function lastWords(name: string, thrown: unknown): number {
  const error = asPhotonError(thrown);
  process.stderr.write(`${name}: ${error.explain()}\n`);
  if (error.code === 'internal' && error.cause instanceof Error) process.stderr.write(`${error.cause.stack ?? ''}\n`);
  return error.exitCode;
}

export async function runMain(options: MainOptions): Promise<never> {
  // What Node.js says to developers about a library (gRPC names an IP address as a TLS host) is nothing an operator can act on.
  process.noDeprecation = true;
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(exitCodes.failed);
    stop.abort(new Error(`received ${signal}`));
    setTimeout(() => {
      process.stderr.write(`${options.name}: not done in time after ${signal}, ending\n`);
      process.exit(exitCodes.failed);
    }, options.graceMs ?? 30_000).unref();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // A promise that nobody waited for has failed: state may be wrong from here on, and a fresh start is safe for every program of ours.
  process.on('unhandledRejection', (thrown) => process.exit(lastWords(options.name, thrown)));
  // A program that waits for its signal alone must not end for want of work; process.exit ends this too.
  setInterval(() => undefined, 3_600_000);
  giveMemoryBack();
  try {
    const code = await options.run(stop.signal);
    process.exit(code ?? exitCodes.done);
  } catch (thrown) {
    if (stop.signal.aborted && asPhotonError(thrown).code === 'aborted') process.exit(exitCodes.done);
    process.exit(lastWords(options.name, thrown));
  }
}
