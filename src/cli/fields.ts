// Whose a field is. Several writers share a record; ctl changes only what is the operator's.
// Guarantees: desiredRecord never erases or changes a field that is another's, nor one that nobody knows.
import type { AnyRecord, Kind, RecordByKind } from '../model/kinds.ts';
import { schemaOf } from '../model/schema.ts';
import { timestamp } from '../model/time.ts';
import { same } from './difference.ts';

/**
 * `operator`: a document says all of it. `kept`: the operator's too, but where a document is silent it stays. `first`: the
 * controller's, and a document may say it where nothing stands, so that what was lost can be put back. Others are another's.
 */
type Owner = 'operator' | 'kept' | 'first' | 'controller' | 'agent';

/** Records that several write, with the owner of each field: a field without one does not compile. Of other kinds all is the operator's. */
const owners: { [K in 'cluster' | 'node' | 'instance' | 'job-run']: Readonly<Record<keyof RecordByKind[K], Owner>> } = {
  cluster: { cluster_id: 'operator', environment: 'operator', created_at: 'kept', uid: 'first', epoch: 'kept', timings: 'kept' },
  node: {
    node_id: 'operator',
    ip: 'operator',
    hostname: 'kept',
    roles: 'operator',
    state: 'controller',
    labels: 'operator',
    last_heartbeat: 'agent',
    machine_id: 'agent',
    intent: 'kept',
    app_addr: 'operator',
    port_range: 'operator',
    capacity: 'kept',
    conditions: 'agent',
    ingress_revision: 'agent',
    drivers: 'agent',
  },
  instance: {
    instance_id: 'operator',
    service: 'operator',
    node_id: 'operator',
    ip: 'operator',
    port: 'operator',
    mesh_port: 'controller',
    state: 'agent',
    version: 'operator',
    registered_at: 'kept',
    last_heartbeat: 'agent',
    slot: 'controller',
    revision: 'controller',
    desired: 'controller',
    pinned: 'controller',
    reason: 'agent',
    restarts: 'agent',
    container_id: 'agent',
    image_digest: 'agent',
    local_ports: 'controller',
    job: 'controller',
    exit_code: 'agent',
    ended_at: 'agent',
  },
  'job-run': {
    service: 'operator',
    run_id: 'operator',
    trigger: 'kept',
    scheduled_at: 'controller',
    created_at: 'kept',
    desired: 'kept',
    state: 'controller',
    ending: 'controller',
    revision: 'controller',
    started_at: 'controller',
    deadline: 'controller',
    ended_at: 'controller',
    exit_code: 'controller',
    message: 'controller',
    tasks: 'controller',
  },
};

type Fields = Record<string, unknown>;

export interface Desired {
  record: AnyRecord;
  /** What was in the document and was not taken, for people. */
  notes: string[];
}

export interface Circumstances {
  /** Milliseconds since 1970: a policy that changes is stamped with it. */
  nowMs: number;
  /** An instance that no agent looks after: its state is the operator's. */
  unattended: boolean;
}

/** What a document makes of the record that stands there: the operator's fields from the document, all else as it is. */
export function desiredRecord(kind: Kind, document: AnyRecord, current: AnyRecord | undefined, facts: Circumstances): Desired {
  const wanted = { ...(document as unknown as Fields) };
  const notes: string[] = [];
  if (kind === 'node') takeDrain(wanted, current as Fields | undefined, notes);
  if (current) {
    const standing = current as unknown as Fields;
    for (const name of new Set([...Object.keys(standing), ...Object.keys(wanted)])) {
      const owner = ownerOf(kind, name, facts);
      if (owner === 'operator' || (owner === 'kept' && Object.hasOwn(wanted, name))) continue;
      if (owner === 'first' && !Object.hasOwn(standing, name)) continue;
      if (Object.hasOwn(wanted, name) && !same(wanted[name], standing[name]))
        notes.push(`$.${name} is the ${owner === 'first' ? 'controller' : owner}'s and stays as it is`);
      if (Object.hasOwn(standing, name)) wanted[name] = standing[name];
      else delete wanted[name];
    }
  }
  if (kind === 'policy') stamp(wanted, current as Fields | undefined, facts.nowMs);
  return { record: completed(kind, wanted, facts.nowMs) as unknown as AnyRecord, notes };
}

/** Required fields that no operator should have to write: a document may leave them out. */
const madeUp: Partial<Record<Kind, (nowMs: number, fields: Fields) => Fields>> = {
  cluster: (nowMs) => ({ created_at: timestamp(nowMs) }),
  instance: () => ({ state: 'starting' }),
  // Nobody calls a job.
  service: (_nowMs, { kind }) => (kind === 'job' ? { ports: {}, protocol: 'tcp' } : {}),
  'job-run': (nowMs) => ({ trigger: 'operator', created_at: timestamp(nowMs) }),
};

/** The fields, and where they are silent what a program says by itself. */
export function completed(kind: Kind, fields: Fields, nowMs: number): Fields {
  return { ...madeUp[kind]?.(nowMs, fields), ...fields };
}

/** The part of a record that is the operator's: two writers meet where it differs. */
export function operatorPart(kind: Kind, record: AnyRecord, facts: Circumstances): Fields {
  const fields = Object.entries(record as unknown as Fields).filter(([name]) => {
    const owner = ownerOf(kind, name, facts);
    return owner === 'operator' || owner === 'kept';
  });
  return Object.fromEntries(fields);
}

function ownerOf(kind: Kind, name: string, facts: Circumstances): Owner | 'newer version' {
  if (!schemaOf(kind).properties?.[name]) return 'newer version';
  if (kind === 'instance' && name === 'state' && facts.unattended) return 'kept';
  const shared: Partial<Record<Kind, Readonly<Record<string, Owner>>>> = owners;
  return shared[kind]?.[name] ?? 'operator';
}

/** `state: draining`, written by hand, is a wish: it goes to `intent`, where wishes are. */
function takeDrain(wanted: Fields, current: Fields | undefined, notes: string[]): void {
  if (wanted['state'] !== 'draining' || current?.['state'] === 'draining' || wanted['intent'] !== undefined) return;
  wanted['intent'] = 'draining';
  notes.push('$.state draining is taken as $.intent draining');
}

/** Of policies of one rank the newest wins, so a policy that changes without a stamp of its own gets one. */
function stamp(wanted: Fields, current: Fields | undefined, nowMs: number): void {
  if (wanted['updated_at'] !== undefined) return;
  const { updated_at: before, ...rest } = current ?? {};
  wanted['updated_at'] = current && before !== undefined && same(rest, wanted) ? before : timestamp(nowMs);
}
