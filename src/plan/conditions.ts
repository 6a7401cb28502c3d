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

function isSame(a: Condition, b: Condition): boolean {
  return identityOf(a) === identityOf(b);
}

function identityOf({ type, reason, key, path }: Condition): string {
  return [type, reason, key ?? '', path ?? ''].join('\n');
}
