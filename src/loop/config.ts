// The one reader of configuration files: TOML, checked against a JSON Schema, defaults filled in.
// Guarantees: what it returns fits the schema; every problem is named with file, path, what was found and what is
// allowed, and an unknown key with the nearest known one; the error is PhotonError `invalid_config` (exit code 2).
import { readFile } from 'node:fs/promises';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { parse, TomlError } from 'smol-toml';
import { PhotonError } from '../model/errors.ts';
import { nearest } from '../model/nearest.ts';

/** A JSON Schema of an object whose keys are all listed. A `pattern` or `anyOf` has a `description`: what is told to be expected. */
export interface ConfigSchema {
  type: 'object';
  additionalProperties: false;
  properties: Record<string, object>;
  required?: readonly string[];
}

/** The check of a configuration as ajv made it from its schema; it fills defaults in. */
export type ConfigValidator = ValidateFunction;

const text = { type: 'string', minLength: 1 } as const;
const label = {
  type: 'string',
  pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$',
  maxLength: 63,
  description: 'small letters, digits and dashes between them, such as credit-1',
} as const;

/** `[cluster]`: how the store is reached. */
export const clusterSection = {
  type: 'object',
  additionalProperties: false,
  required: ['cluster_id', 'endpoints'],
  properties: {
    cluster_id: label,
    environment: { enum: ['dev', 'stg', 'prod', 'test'] },
    endpoints: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', pattern: '^https?://[^/]+:[0-9]{1,5}$', description: 'http://HOST:PORT or https://HOST:PORT' },
    },
    ca_file: text,
    cert_file: text,
    key_file: text,
    username: text,
    password_file: text,
  },
} as const;

export interface ClusterSection {
  cluster_id: string;
  environment?: 'dev' | 'stg' | 'prod' | 'test';
  endpoints: string[];
  ca_file?: string;
  cert_file?: string;
  key_file?: string;
  username?: string;
  password_file?: string;
}

/** `[log]`. */
export const logSection = {
  type: 'object',
  additionalProperties: false,
  default: {},
  properties: {
    level: { enum: ['debug', 'info', 'warn', 'error'], default: 'info' },
    format: { enum: ['json', 'pretty'], default: 'json' },
  },
} as const;

export interface LogSection {
  level: 'debug' | 'info' | 'warn' | 'error';
  format: 'json' | 'pretty';
}

/** `host:port`, `[v6]:port` or `:port`. */
export const listenAddress = {
  type: 'string',
  pattern: '^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$',
  description: 'HOST:PORT, [IPV6]:PORT or :PORT',
} as const;

/** `[health]`: where /healthz, /readyz and /metrics are served. */
export function healthSection(listen: string) {
  return {
    type: 'object',
    additionalProperties: false,
    default: {},
    properties: { listen: { ...listenAddress, default: listen } },
  } as const;
}

export interface HealthSection {
  listen: string;
}

/** Reads and checks a file. The value fits the schema, so a caller may name its type. */
export async function readConfig(file: string, validate: ConfigValidator): Promise<unknown> {
  return parseConfig(await readText(file), file, validate);
}

/** Reads a file without checking it, for what flags are laid over; `checkConfig` follows. */
export async function readTable(file: string): Promise<Record<string, unknown>> {
  return parseToml(await readText(file), file);
}

/** Checks the text of a configuration; `file` is what problems are reported against. */
export function parseConfig(content: string, file: string, validate: ConfigValidator): unknown {
  const value = parseToml(content, file);
  checkConfig(value, file, validate);
  return value;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    const cause = thrown as NodeJS.ErrnoException;
    throw new PhotonError('invalid_config', `can't be read (${cause.code ?? cause.message})`, {
      where: file,
      expected: 'a readable TOML file',
      cause,
    });
  }
}

function parseToml(content: string, file: string): Record<string, unknown> {
  try {
    return parse(content);
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    const [message] = thrown.message.split('\n');
    throw new PhotonError('invalid_config', message ?? 'not TOML', {
      where: `${file}:${thrown.line}:${thrown.column}`,
      expected: 'TOML',
      cause: thrown,
    });
  }
}

/** Fills in defaults and checks, in place; for configurations that flags were laid over. */
export function checkConfig(value: unknown, file: string, validate: ConfigValidator): void {
  if (validate(value)) return;
  const errors = validate.errors ?? [];
  // Why each alternative does not fit says less than what is expected.
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => `${schemaPath}/`);
  const told = errors.filter(({ schemaPath }) => !choices.some((choice) => schemaPath.startsWith(choice)));
  const problems = [...new Set(told.map(describe))];
  throw new PhotonError('invalid_config', problems.join('\n  '), { where: file });
}

/** `.cluster.endpoints[0]` of `/cluster/endpoints/0`. */
function pathOf(pointer: string): string {
  const segments = pointer.split('/').slice(1);
  return segments
    .map((segment) => (/^\d+$/.test(segment) ? `[${segment}]` : `.${segment.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('');
}

function describe(error: ErrorObject): string {
  const path = `$${pathOf(error.instancePath)}`;
  const params = error.params as Record<string, unknown>;
  const parentSchema = (error.parentSchema ?? {}) as { properties?: object; description?: string };
  if (error.keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    const known = Object.keys(parentSchema.properties ?? {});
    const near = nearest(key, known);
    return `${path}.${key}: unknown key; ${near ? `did you mean ${near}?` : `known here: ${known.join(', ')}`}`;
  }
  if (error.keyword === 'required') return `${path}.${String(params['missingProperty'])}: missing`;
  const found = JSON.stringify(error.data)?.slice(0, 80) ?? 'nothing';
  if (error.keyword === 'enum') return `${path}: found ${found}, allowed: ${(params['allowedValues'] as unknown[]).join(', ')}`;
  const { description } = parentSchema;
  if (description !== undefined && ['pattern', 'anyOf'].includes(error.keyword)) return `${path}: found ${found}, expected ${description}`;
  return `${path}: found ${found}, ${error.message ?? error.keyword}`;
}
