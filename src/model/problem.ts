// Problems of a record in words for the operator, and the JSON paths that name their places.
import type { ErrorObject } from 'ajv';
import { nearest } from './nearest.ts';
import { resolveSchema, type Schema } from './schema.ts';

/** One thing that is wrong with a record. */
export interface Problem {
  /** JSON path: `$.routes[0].host`. */
  path: string;
  /** What stands there, as JSON, cut short; 'nothing' where it is missing. */
  found: string;
  /** Which rule it breaks: a keyword of JSON Schema, or a name of our own. */
  rule: string;
  /** For people, without the path. */
  message: string;
  /** The nearest name or value that is allowed. */
  nearest?: string;
}

/** A field that no schema knows. */
export interface UnknownField {
  path: string;
  nearest?: string;
}

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** JSON path of a field or an array element below `parent`. */
export function childPath(parent: string, name: string | number): string {
  if (typeof name === 'number') return `${parent}[${name}]`;
  return plainName.test(name) ? `${parent}.${name}` : `${parent}[${JSON.stringify(name)}]`;
}

/** A value as JSON, cut to what fits in a message. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    return 'a value too deep to show';
  }
  if (text === undefined) return typeof value;
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** The place that a JSON pointer names, as a JSON path; array indexes are told from names by the value itself. */
function pathOf(pointer: string, root: unknown): string {
  let path = '$';
  let at: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path = childPath(path, Array.isArray(at) ? Number(name) : name);
    at = at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[name] : undefined;
  }
  return path;
}

const typeNames: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function typeName(type: unknown): string {
  return typeNames[String(type)] ?? String(type);
}

function foundType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return `the number ${show(value)}`;
  if (typeof value === 'string') return `the text ${show(value)}`;
  return typeof value === 'object' ? 'an object' : show(value);
}

function range(schema: Schema): string {
  if (schema.minimum !== undefined && schema.maximum !== undefined) return `must be between ${schema.minimum} and ${schema.maximum}`;
  return schema.minimum === undefined ? `must be at most ${schema.maximum}` : `must be at least ${schema.minimum}`;
}

function oneOf(schema: Schema): string {
  return `must be one of ${(schema.enum ?? []).map((value) => (typeof value === 'string' ? value : show(value))).join(', ')}`;
}

const formats: Record<string, string> = {
  ip: 'must be an IPv4 or IPv6 address, without port or zone',
  'date-time': 'must be a date and time of RFC 3339 with zone, such as 2026-12-01T08:30:00Z',
};

function formatSentence(format: string | undefined, error: ErrorObject): string | undefined {
  const wanted = format === undefined ? undefined : formats[format];
  return wanted && `${wanted}; found ${show(error.data)}`;
}

/** A sentence for a broken rule; `schema` is the one that the rule stands in. */
const sentences: Record<string, (error: ErrorObject, schema: Schema) => string> = {
  type: (error) => `must be ${typeName(error.params['type'])}; found ${foundType(error.data)}`,
  enum: (error, schema) => `${oneOf(schema)}; found ${show(error.data)}`,
  minimum: (error, schema) => `${range(schema)}; found ${show(error.data)}`,
  maximum: (error, schema) => `${range(schema)}; found ${show(error.data)}`,
  minLength: (error) => `must have at least ${error.params['limit']} characters; found ${show(error.data)}`,
  maxLength: (error) => `must have at most ${error.params['limit']} characters; found ${String(error.data).length}`,
  minItems: (error) => `must have at least ${error.params['limit']} entries; found ${(error.data as unknown[]).length}`,
  maxItems: (error) => `must have at most ${error.params['limit']} entries; found ${(error.data as unknown[]).length}`,
  maxProperties: (error) => `must have at most ${error.params['limit']} entries; found ${Object.keys(error.data as object).length}`,
  uniqueItems: (error) => `must not list anything twice; entries ${error.params['j']} and ${error.params['i']} are equal`,
  format: (error) => formatSentence(String(error.params['format']), error) ?? `has the wrong form; found ${show(error.data)}`,
  pattern: (error, schema) =>
    formatSentence(schema.format, error) ??
    `must match ${schema.pattern}${schema.description ? ` (${firstSentence(schema.description)})` : ''}; found ${show(error.data)}`,
};

function firstSentence(description: string): string {
  return description.replace(/[.:](\s.*)?$/s, '');
}

/** ajv's error as a problem; undefined for one that only repeats another (propertyNames). */
export function problemOf(error: ErrorObject, root: unknown): Problem | undefined {
  const at = pathOf(error.instancePath, root);
  const schema = (error.parentSchema ?? {}) as Schema;
  if (error.keyword === 'propertyNames') return undefined;
  if (error.keyword === 'required') return missing(error, at, schema);
  if (error.propertyName !== undefined) {
    const path = childPath(at, error.propertyName);
    const rule = sentences[error.keyword]?.({ ...error, data: error.propertyName }, schema) ?? error.message;
    return { path, found: show(error.propertyName), rule: 'propertyNames', message: `the name ${rule}` };
  }
  const message = sentences[error.keyword]?.(error, schema) ?? `${error.message ?? 'is not allowed'}; found ${show(error.data)}`;
  const near =
    error.keyword === 'enum' && typeof error.data === 'string' ? nearest(error.data, (schema.enum ?? []).map(String)) : undefined;
  return { path: at, found: show(error.data), rule: error.keyword, message, ...(near !== undefined && { nearest: near }) };
}

function missing(error: ErrorObject, at: string, schema: Schema): Problem {
  const name = String(error.params['missingProperty']);
  const field = schema.properties?.[name];
  const resolved = field && resolveSchema(field);
  const wanted = resolved?.enum ? oneOf(resolved).replace('must be ', '') : typeName(resolved?.type ?? 'object');
  return { path: childPath(at, name), found: 'nothing', rule: 'required', message: `is missing; it must be ${wanted}` };
}

/** An unknown field with the name that was most likely meant: one beside it, or the path of one that is spelled so elsewhere. */
export function unknownOf(error: ErrorObject, root: unknown, record: Schema): UnknownField {
  const name = String(error.params['additionalProperty']);
  const beside = Object.keys(((error.parentSchema ?? {}) as Schema).properties ?? {});
  const near = nearest(name, beside) ?? elsewhere(name, record, '');
  return { path: childPath(pathOf(error.instancePath, root), name), ...(near !== undefined && { nearest: near }) };
}

function elsewhere(name: string, schema: Schema, path: string): string | undefined {
  const properties = resolveSchema(schema).properties ?? {};
  if (path !== '' && Object.hasOwn(properties, name)) return `${path}${name}`;
  for (const [field, inner] of Object.entries(properties)) {
    const found = elsewhere(name, inner, `${path}${field}.`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An unknown field as a problem, for those who refuse it. */
export function refusalOf(field: UnknownField, known: string): Problem {
  const hint = field.nearest === undefined ? '' : `; did you mean ${field.nearest}?`;
  return { ...field, found: 'an unknown field', rule: 'unknown_field', message: `is no field of ${known}${hint}` };
}

/** One line: path, then what is wrong. */
export function describeProblem(problem: Problem): string {
  const hint = problem.nearest !== undefined && problem.rule !== 'unknown_field' ? `; did you mean ${problem.nearest}?` : '';
  return `${problem.path} ${problem.message}${hint}`;
}
