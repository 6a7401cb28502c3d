// What differs between two values of JSON, field by field.
import { canonicalJson } from '../model/digest.ts';
import { childPath, show } from '../model/problem.ts';

export interface Difference {
  /** JSON path. */
  path: string;
  /** Absent: there was nothing. */
  before?: unknown;
  /** Absent: there is nothing any more. */
  after?: unknown;
}

/** Differences in the order of the fields; lists of one length are compared entry by entry, others as a whole. */
export function differences(before: unknown, after: unknown, path = '$'): Difference[] {
  if (same(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((part, at) => differences(part, after[at], childPath(path, at)));
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => differences(own(before, name), own(after, name), childPath(path, name)));
  }
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Whether two values are one as JSON. */
export function same(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

/** One line: `$.replicas: 3 → 5`. */
export function describeDifference(difference: Difference): string {
  if (!('before' in difference)) return `${difference.path}: ${show(difference.after)} added`;
  if (!('after' in difference)) return `${difference.path}: ${show(difference.before)} removed`;
  return `${difference.path}: ${show(difference.before)} → ${show(difference.after)}`;
}
