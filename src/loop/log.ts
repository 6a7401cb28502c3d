// The log of every program: pino, one JSON object a line on stderr; `pretty` for people.
// Guarantees: an error in a field named `err` is written with its code, message and cause; fields that commonly hold
// secrets are masked wherever they stand at the first two levels.
// The caller owes: never hand a secret over under another name.
import { type DestinationStream, type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { PhotonError } from '../model/errors.ts';
import type { Log } from './ports.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFormat = 'json' | 'pretty';

export interface LogOptions {
  /** Name of the program. */
  name: string;
  format: LogFormat;
  level: LogLevel;
  /** Fields on every line. */
  fields?: object;
  /** Where lines go; stderr by default, because stdout belongs to what a command prints. */
  destination?: DestinationStream;
}

const secretFields = ['password', 'token', 'authorization', 'secret', 'key_pem', 'keyPem', 'env'];
const redact = { paths: secretFields.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' };

function errorFields(thrown: unknown): unknown {
  if (thrown instanceof PhotonError) {
    return { code: thrown.code, message: thrown.explain(), ...(thrown.cause === undefined ? {} : { cause: causeText(thrown.cause) }) };
  }
  return thrown instanceof Error ? { message: thrown.message, stack: thrown.stack } : thrown;
}

function causeText(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function wrap(logger: Logger): Log {
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    child: (fields) => wrap(logger.child(fields)),
  };
}

export function createLog(options: LogOptions): Log {
  const plain = options.destination ?? pino.destination({ fd: 2, sync: true });
  const destination = options.format === 'pretty' ? pretty({ destination: plain, sync: true, ignore: 'pid,hostname' }) : plain;
  const logger = pino(
    {
      name: options.name,
      level: options.level,
      redact,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
    },
    destination,
  );
  return wrap(options.fields ? logger.child(options.fields) : logger);
}

/** A log that says nothing: for tests and for commands that print their own words. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};
