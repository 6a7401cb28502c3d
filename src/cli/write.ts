// Writing records so that two writers never overwrite each other.
// Guarantees: every write is guarded by the mod_revision it was decided on; what another writer changed in the operator's
// own fields meanwhile is a conflict that is told, never overwritten; what others own is kept; what does not change is not written.
import { encodeRecord, type ParsedEntry, parseEntry } from '../model/entry.ts';
import { exitCodes, PhotonError } from '../model/errors.ts';
import { keyOf, prefixOf } from '../model/keys.ts';
import type { AnyRecord, Kind } from '../model/kinds.ts';
import { withoutDefaults } from '../model/spelled.ts';
import { validateRecord } from '../model/validate.ts';
import type { KeyValue } from '../loop/ports.ts';
import { commit, type Outcome } from '../store/commit.ts';
import { adviseServices } from './advice.ts';
import type { Context } from './context.ts';
import { type Difference, describeDifference, differences, same } from './difference.ts';
import { type Circumstances, desiredRecord, operatorPart } from './fields.ts';
import type { Manifest } from './manifest.ts';

export type Verdict = 'create' | 'update' | 'unchanged';

/** What a manifest comes to, against what stood in the store when it was read. */
export interface Change {
  manifest: Manifest;
  /** mod_revision read; 0 where nothing stood there. */
  readAt: number;
  base: AnyRecord | undefined;
  record: AnyRecord;
  verdict: Verdict;
  differences: Difference[];
  /** Remarks for people: what was not taken from the document. */
  notes: string[];
  facts: Circumstances;
  /** The whole record is replaced, others' fields too. */
  whole: boolean;
}

export type Written =
  | { change: Change; status: 'done'; modRevision: number }
  | { change: Change; status: 'conflict'; message: string }
  | { change: Change; status: 'failed'; error: PhotonError };

/** A slip in --cluster would be noticed by nobody: what is written there is obeyed by none. */
export async function warnWithoutCluster({ store, clusterId, terminal }: Context, changes: readonly Change[]): Promise<void> {
  if (changes.some(({ manifest }) => manifest.kind === 'cluster') || (await store.get(keyOf(clusterId, 'cluster'))).kv) return;
  terminal.err(`cluster ${clusterId} has no meta record: nobody acts on what is written to it. Check --cluster, or make it with init\n`);
}

/** How often a write that others' writes keep overtaking is decided anew. */
const maxRounds = 20;
const readsAtOnce = 32;

/** Decides each manifest against the store; nothing is written. Throws conflict where a document was read before another's change. */
export async function planChanges(context: Context, manifests: readonly Manifest[], options: { whole?: boolean } = {}): Promise<Change[]> {
  const changes: Change[] = [];
  for (let at = 0; at < manifests.length; at += readsAtOnce) {
    const part = manifests.slice(at, at + readsAtOnce);
    changes.push(...(await Promise.all(part.map((manifest) => planChange(context, manifest, options.whole ?? false)))));
  }
  if (options.whole !== true) await adviseServices(context, changes);
  return changes;
}

async function planChange(context: Context, manifest: Manifest, whole: boolean): Promise<Change> {
  const [{ kv }, facts] = await Promise.all([context.store.get(manifest.key), circumstances(context, manifest)]);
  if (manifest.readAt !== undefined) await checkReadAt(context, manifest, kv, facts);
  return decide(context, manifest, kv, facts, whole, kv && (await recordBefore(context, kv)));
}

/** What stood under a key before it was broken, where the store still tells: of it what others own is kept. */
async function recordBefore(context: Context, kv: KeyValue): Promise<AnyRecord | undefined> {
  return parseEntry(context.clusterId, kv)?.ok ? undefined : (await lastReadable(context, kv.key, kv.modRevision))?.entry.record;
}

function decide(
  context: Context,
  manifest: Manifest,
  kv: KeyValue | undefined,
  facts: Circumstances,
  whole: boolean,
  before?: AnyRecord,
): Change {
  const notes: string[] = [];
  const standing = kv && standingRecord(context, kv, manifest.kind);
  const base = standing && !standing.valid && before ? { record: before, valid: false } : standing;
  const desired = whole ? { record: manifest.record, notes: [] } : desiredRecord(manifest.kind, manifest.record, base?.record, facts);
  notes.push(...desired.notes);
  if (base && !base.valid)
    notes.push(
      `what stands there now is no valid record and is replaced${before ? ', with what others had written before it was broken' : ''}`,
    );
  const unchanged = base?.valid === true && sameMeaning(manifest.kind, base.record, desired.record);
  const verdict = unchanged ? 'unchanged' : kv ? 'update' : 'create';
  // A record that was merged is checked again: together the parts may break a rule, or the limit of the store.
  const merged = validateRecord(manifest.kind, desired.record, { unknownFields: 'keep' });
  if (!merged.ok) {
    const [problem] = merged.problems;
    throw new PhotonError('invalid_record', `${manifest.name}: with what others wrote to it, ${problem?.path} ${problem?.message}`, {
      where: manifest.where,
    });
  }
  return {
    manifest,
    readAt: kv?.modRevision ?? 0,
    base: base?.record,
    record: desired.record,
    verdict,
    differences: differences(base?.record ?? {}, desired.record),
    notes,
    facts,
    whole,
  };
}

/** Whether nothing would change but the spelling: keys in another order, defaults left out or spelled out. */
function sameMeaning(kind: Kind, base: AnyRecord | undefined, desired: AnyRecord): boolean {
  return base !== undefined && same(withoutDefaults(kind, base), withoutDefaults(kind, desired));
}

/** What stands under a key, also where it is no valid record: an object's fields may still be kept. */
function standingRecord({ clusterId }: Context, kv: KeyValue, kind: Kind): { record: AnyRecord | undefined; valid: boolean } {
  const parsed = parseEntry(clusterId, kv);
  if (parsed?.ok) return { record: parsed.entry.record, valid: true };
  try {
    const raw: unknown = JSON.parse(kv.value);
    // Only what others own is taken from a broken record, and only where it is sound in itself.
    if (raw !== null && typeof raw === 'object' && !Array.isArray(raw))
      return { record: soundFields(kind, raw as Record<string, unknown>), valid: false };
  } catch {
    // Not JSON: nothing in it can be kept.
  }
  return { record: undefined, valid: false };
}

function soundFields(kind: Kind, raw: Record<string, unknown>): AnyRecord {
  const result = validateRecord(kind, raw, { unknownFields: 'keep' });
  const broken = result.ok ? [] : result.problems.map(({ path }) => /^\$\.([A-Za-z0-9_]+)/.exec(path)?.[1]);
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !broken.includes(name))) as unknown as AnyRecord;
}

/** An instance that no agent has an assignment for is the operator's to speak for. */
async function circumstances({ store, clusterId, clock }: Context, { kind, record }: Manifest): Promise<Circumstances> {
  const nowMs = clock.now();
  if (kind !== 'instance') return { nowMs, unattended: false };
  const { node_id, service, instance_id } = record as { node_id: string; service: string; instance_id: string };
  const { kv } = await store.get(`${prefixOf(clusterId, 'assignment', node_id, service)}${instance_id}`);
  return { nowMs, unattended: kv === undefined };
}

/** A document that says at which revision it was read must not undo what was written since. */
async function checkReadAt(context: Context, manifest: Manifest, kv: KeyValue | undefined, facts: Circumstances): Promise<void> {
  const { readAt = 0, kind, key, name, where } = manifest;
  if (kv?.modRevision === readAt) return;
  const changed = `changed since it was read at mod_revision ${readAt}`;
  if (!kv)
    throw new PhotonError('conflict', `${name} was deleted since it was read at mod_revision ${readAt}`, {
      where,
      next: 'Leave mod_revision out to create it again',
    });
  const former = await formerRecord(context, key, readAt);
  const current = parseEntry(context.clusterId, kv);
  if (!former?.ok || !current?.ok) {
    throw new PhotonError('conflict', `${name} has ${changed} (now ${kv.modRevision})`, {
      where,
      next: 'Read it again and repeat the change',
    });
  }
  const told = differences(operatorPart(kind, former.entry.record, facts), operatorPart(kind, current.entry.record, facts));
  if (told.length > 0) {
    throw new PhotonError('conflict', `${name} has ${changed} (now ${kv.modRevision}): ${told.map(describeDifference).join('; ')}`, {
      where,
      next: 'Read it again and repeat the change',
    });
  }
}

/** How many broken records in a row are looked behind. */
const looksBack = 16;

/** The last record under a key, before what was written there at a revision, that can be read. */
export async function lastReadable(
  context: Context,
  key: string,
  modRevision: number,
): Promise<Extract<ParsedEntry, { ok: true }> | undefined> {
  let before = modRevision;
  for (let look = 0; look < looksBack; look++) {
    const former = await formerRecord(context, key, before - 1);
    if (!former || former.ok) return former;
    before = former.invalid.modRevision;
  }
  return undefined;
}

/** The record as it stood at a revision, or undefined where the store no longer tells. */
async function formerRecord({ store, clusterId }: Context, key: string, revision: number): Promise<ParsedEntry | undefined> {
  try {
    const { kvs } = await store.list(key, { revision });
    const kv = kvs.find((one) => one.key === key);
    return kv && parseEntry(clusterId, kv);
  } catch (thrown) {
    // Compacted, or a revision that never was: then nothing can be told apart, and the caller takes it for a conflict.
    if (thrown instanceof PhotonError && thrown.class !== 'retryable') return undefined;
    if (thrown instanceof PhotonError && thrown.code === 'store_compacted') return undefined;
    throw thrown;
  }
}

/** Writes what changes, each record by itself: one that is overtaken stops no other. Results are in the order of the changes. */
export async function writeChanges(context: Context, changes: readonly Change[]): Promise<Written[]> {
  const results = new Map<Manifest, Written>();
  let open = [...changes];
  for (let round = 0; open.length > 0; round++) {
    const writing = open.filter((change) => change.verdict !== 'unchanged');
    for (const change of open) {
      if (change.verdict === 'unchanged') results.set(change.manifest, { change, status: 'done', modRevision: change.readAt });
    }
    const outcomes = await commit(
      context.store,
      writing.map((change) => ({ writes: [{ key: change.manifest.key, value: encodeRecord(change.record), expect: change.readAt }] })),
    );
    open = [];
    for (const [at, change] of writing.entries()) {
      const next = settle(context, change, outcomes[at], round);
      if ('verdict' in next) open.push(next);
      else results.set(change.manifest, next);
    }
  }
  return changes.flatMap((change) => results.get(change.manifest) ?? []);
}

/** The result of one write, or the change decided anew where only others' fields were in the way. */
function settle(context: Context, change: Change, outcome: Outcome | undefined, round: number): Written | Change {
  if (outcome?.status === 'done') return { change, status: 'done', modRevision: outcome.revision };
  if (outcome?.status === 'failed') return { change, status: 'failed', error: outcome.error };
  if (outcome?.status !== 'conflict')
    return { change, status: 'failed', error: new PhotonError('internal', 'the store gave no outcome for the write') };
  const { manifest, facts, whole } = change;
  const kv = outcome.current.get(manifest.key);
  const current = kv && parseEntry(context.clusterId, kv);
  const conflict = (message: string): Written => ({ change, status: 'conflict', message });
  if (!kv) return conflict('was deleted meanwhile');
  if (!current?.ok) return conflict('was replaced meanwhile by what is no valid record');
  const decided = decide(context, manifest, kv, facts, whole);
  if (decided.verdict === 'unchanged') return decided;
  if (change.readAt === 0) return conflict(`was created meanwhile: ${tellDifferences(decided.differences)}`);
  const before = change.base ? operatorPart(manifest.kind, change.base, facts) : {};
  const meanwhile = whole
    ? differences(change.base, current.entry.record)
    : differences(before, operatorPart(manifest.kind, current.entry.record, facts));
  if (meanwhile.length > 0)
    return conflict(`was changed meanwhile (mod_revision ${change.readAt} → ${kv.modRevision}): ${tellDifferences(meanwhile)}`);
  if (round >= maxRounds) return conflict(`is changed by others faster than it can be written (${maxRounds} attempts)`);
  return decided;
}

function tellDifferences(found: readonly Difference[]): string {
  const told = found.slice(0, 8).map(describeDifference).join('; ');
  return found.length > 8 ? `${told}; and ${found.length - 8} more` : told;
}

/** The exit code of a set of writes: a failure counts more than a conflict. */
export function exitCodeOf(results: readonly Written[]): number {
  const failed = results.find((one) => one.status === 'failed');
  if (failed) return failed.error.exitCode;
  return results.some(({ status }) => status === 'conflict') ? exitCodes.conflict : exitCodes.done;
}

const pastOf: Record<Verdict, string> = { create: 'created', update: 'updated', unchanged: 'unchanged' };

/** What became of a change, for people. */
export function describeWritten(written: Written): string {
  const { name, where } = written.change.manifest;
  if (written.status === 'done') return `${name} ${pastOf[written.change.verdict]}`;
  return `${where}: ${name} ${written.status === 'conflict' ? `${written.message}. Read it again and repeat the change` : written.error.explain()}`;
}

/** The same as plain data, for -o json and yaml. */
export function writtenData(written: Written): Record<string, unknown> {
  const { manifest, verdict } = written.change;
  const common = { kind: manifest.kind, id: manifest.ids.join('/'), key: manifest.key };
  if (written.status === 'done') return { ...common, action: pastOf[verdict], mod_revision: written.modRevision };
  const error =
    written.status === 'conflict'
      ? { code: 'conflict', message: written.message }
      : { code: written.error.code, message: written.error.explain() };
  return { ...common, action: written.status, error };
}
