// Records less what only spells a default out: what is left says what the record means.
// Guarantees: two records that differ only in defaults left out or spelled out come to the same value; required fields stay.
import { canonicalJson } from './digest.ts';
import type { AnyRecord, Kind } from './kinds.ts';
import { resolveSchema, type Schema, schemaOf } from './schema.ts';

/** The record without optional fields that hold their default, an empty list or an empty object. */
export function withoutDefaults(kind: Kind, record: AnyRecord): unknown {
  return strip(schemaOf(kind), record);
}

function strip(given: Schema, value: unknown): unknown {
  const schema = resolveSchema(given);
  if (Array.isArray(value)) return value.map((item) => strip(schema.items ?? {}, item));
  if (value === null || typeof value !== 'object') return value;
  const kept: [string, unknown][] = [];
  for (const [name, part] of Object.entries(value)) {
    const known = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const bare = strip(known ?? {}, part);
    if (known && schema.required?.includes(name) !== true && isDefault(resolveSchema(known), bare)) continue;
    kept.push([name, bare]);
  }
  return Object.fromEntries(kept);
}

function isDefault(schema: Schema, value: unknown): boolean {
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return true;
  return schema.default !== undefined && canonicalJson(schema.default) === canonicalJson(value);
}
