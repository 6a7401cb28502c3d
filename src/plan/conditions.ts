// Conditions on a record that several programs write, each its own types. Pure.
// Guarantees: what others wrote stays where it is; what still holds keeps its place and its `since`; what is new comes last.
// So writers that share a record agree on its order, and none of them writes only to put it in another.
import type { Condition } from '../model/generated.ts';

const mostConditions = 64;

/** Replaces the conditions of one writer by `mine`; `since` of `mine` counts for those that are new. */
export function mergeConditions(existing: readonly Condition[], mine: readonly Condition[], isOwn: (type: string) => boolean): Condition[] {
  const left = [...mine].sort((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
  const take = (test: (condition: Condition) => boolean): Condition | undefined => {
    const at = left.findIndex(test);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const own = existing.filter(({ type }) => isOwn(type));
  const successors = new Map(own.map((was) => [was, take((now) => isSame(now, was) && now.message === was.message)]));
  for (const was of own)
    if (!successors.get(was))
      successors.set(
        was,
        take((now) => isSame(now, was)),
      );
  const merged = existing.flatMap((was) => {
    if (!isOwn(was.type)) return [was];
    const now = successors.get(was);
    return now ? [{ ...now, since: was.since }] : [];
  });
  return [...merged, ...left.slice(0, Math.max(0, mostConditions - merged.length))];
}

/** When a condition was first and last seen. */
export interface Seen {
  firstMs: number;
  lastMs: number;
}

/**
 * Those that have stood for `afterMs`, and when each was seen: what passes by itself within seconds, such as a proxy that takes a
 * new configuration just then, is nobody's concern. What comes and goes counts as standing, unless it was away for `afterMs`. What
 * is recorded already stays for as long as it holds.
 */
export function steadyConditions<C extends ConditionIdentity>(
  now: readonly C[],
  recorded: readonly Condition[],
  before: ReadonlyMap<string, Seen>,
  { nowMs, afterMs }: { nowMs: number; afterMs: number },
): { steady: C[]; seen: Map<string, Seen> } {
  const known = new Set(recorded.map(identityOf));
  const seen = new Map([...before].filter(([, { lastMs }]) => nowMs - lastMs < afterMs));
  const steady = now.filter((one) => {
    const identity = identityOf(one);
    const firstMs = seen.get(identity)?.firstMs ?? nowMs;
    seen.set(identity, { firstMs, lastMs: nowMs });
    return known.has(identity) || nowMs - firstMs >= afterMs;
  });
  return { steady, seen };
}

type ConditionIdentity = Pick<Condition, 'type' | 'reason' | 'key' | 'path'>;

function isSame(a: Condition, b: Condition): boolean {
  return identityOf(a) === identityOf(b);
}

function identityOf({ type, reason, key, path }: ConditionIdentity): string {
  return [type, reason, key ?? '', path ?? ''].join('\n');
}
