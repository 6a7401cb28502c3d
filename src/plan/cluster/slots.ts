// Slots of a service: which instance stands in which, which slots are kept, which instance of a slot counts.
// Guarantees: of more slots than wanted those go first that are not ready, then the highest; a slot with a broken record
// is taken and kept, because what it holds is unknown.
import type { Entry, InvalidRecord } from '../../model/entry.ts';
import type { Assignment } from '../../model/generated.ts';
import type { InstanceView, ServiceParts } from './instances.ts';

/**
 * current: as it should be, or held because of doubt. outdated: another revision takes its place. moving: it is to run
 * elsewhere. dead: its node is failed and it may be replaced.
 */
export type Standing = 'current' | 'outdated' | 'moving' | 'dead';

export interface Occupant {
  view: InstanceView;
  standing: Standing;
}

export interface Slot {
  number: number;
  /** Instances that nobody has asked to end. */
  occupants: Occupant[];
  /** It holds a broken record, or one that was deleted by hand while its instance runs. */
  unknown: boolean;
}

export interface SlotChoice {
  kept: Slot[];
  surplus: Slot[];
  /** Numbers of slots to fill for the first time. */
  missing: number[];
}

/** `kept`: assignments without an instance that are to have theirs again. */
export function chooseSlots(
  parts: ServiceParts,
  kept: readonly Entry<Assignment>[],
  wanted: number,
  standingOf: (view: InstanceView) => Standing,
): SlotChoice {
  const slots = new Map<number, Slot>();
  const slot = (number: number): Slot => {
    let found = slots.get(number);
    if (!found) {
      found = { number, occupants: [], unknown: false };
      slots.set(number, found);
    }
    return found;
  };
  for (const view of parts.instances) {
    if (view.record.slot === undefined || (view.removing && !view.frozen) || view.gone) continue;
    const found = slot(view.record.slot);
    found.occupants.push({ view, standing: view.frozen ? 'current' : standingOf(view) });
    if (view.frozen) found.unknown = true;
  }
  for (const { record } of kept) if (record.slot !== undefined) slot(record.slot).unknown = true;
  let nameless = 0;
  for (const broken of parts.broken) {
    const number = slotOfBroken(parts.name, broken);
    if (number === undefined) nameless++;
    else slot(number).unknown = true;
  }
  const room = Math.max(0, wanted - nameless);
  // Only where some have to go does it matter which are worth most.
  const ordered = slots.size > room ? [...slots.values()].sort(byWorth) : [...slots.values()];
  const chosen = ordered.slice(0, room).sort((a, b) => a.number - b.number);
  const missing: number[] = [];
  for (let number = 0; chosen.length + missing.length < room; number++) if (!slots.has(number)) missing.push(number);
  return { kept: chosen, surplus: ordered.slice(room).reverse(), missing };
}

/** Most worth keeping first: unknown, written by the operator, ready, living; then the lowest number. */
function byWorth(a: Slot, b: Slot): number {
  return worth(b) - worth(a) || a.number - b.number;
}

function worth(slot: Slot): number {
  if (slot.unknown) return 8;
  const some = (test: (view: InstanceView) => boolean): boolean => slot.occupants.some(({ view }) => test(view));
  return (
    (some((view) => view.record.pinned === true) ? 4 : 0) + (some((view) => view.ready) ? 2 : 0) + (some((view) => !view.dead) ? 1 : 0)
  );
}

/** Slot that the id of an instance with a broken record tells, where we made the id. */
function slotOfBroken(service: string, broken: InvalidRecord): number | undefined {
  const found = /^(.*)-(\d{1,9})-[0-9a-f]{6}$/.exec(broken.ids['instance_id'] ?? '');
  return found && (found[1] === service || service.startsWith(found[1] ?? '')) ? Number(found[2]) : undefined;
}

/** The instance that a slot is about, the others being too many: ready, then pinned, then the oldest. */
export function bestOf(occupants: readonly Occupant[]): InstanceView | undefined {
  const current = occupants.filter(({ standing }) => standing === 'current').map(({ view }) => view);
  return current.sort(
    (a, b) =>
      Number(b.frozen) - Number(a.frozen) ||
      Number(b.ready) - Number(a.ready) ||
      Number(b.record.pinned ?? false) - Number(a.record.pinned ?? false) ||
      a.entry.createRevision - b.entry.createRevision ||
      (a.id < b.id ? -1 : 1),
  )[0];
}

/** The instance that serves a slot until its successor does, where none is as it should be: available, ready, pinned, the oldest. */
export function standInOf(living: readonly Occupant[]): InstanceView | undefined {
  return living
    .map(({ view }) => view)
    .sort(
      (a, b) =>
        Number(b.available) - Number(a.available) ||
        Number(b.ready) - Number(a.ready) ||
        Number(b.record.pinned ?? false) - Number(a.record.pinned ?? false) ||
        a.entry.createRevision - b.entry.createRevision ||
        (a.id < b.id ? -1 : 1),
    )[0];
}
