// What tables show of each kind: one row of data a column.
import type { Entry } from '../model/entry.ts';
import { appAddrOf, desiredOf, intentOf, meshModeOf, nodeStateOf, replicasOf, runOf } from '../model/defaults.ts';
import type * as t from '../model/generated.ts';
import type { AnyRecord, Kind, RecordByKind } from '../model/kinds.ts';
import { parseTimestamp } from '../model/time.ts';
import { age } from './duration.ts';
import { type Found, idsOfFound, kindOfFound } from './records.ts';
import { type Cell, cut, type Tone } from './table.ts';

/** What a table knows beside its own records. */
export interface View {
  nowMs: number;
  statuses: ReadonlyMap<string, t.ServiceStatus>;
  nodes: ReadonlyMap<string, t.Node>;
  /** Nodes whose agents live. */
  alive: ReadonlySet<string>;
}

interface Column<R> {
  name: string;
  /** Only with -o wide. */
  wide?: boolean;
  cell: (record: R, view: View, ids: readonly string[], entry: Entry<R>) => string | Cell;
}

const stateTones: Record<string, Tone> = {
  ready: 'good',
  active: 'good',
  alive: 'good',
  complete: 'good',
  succeeded: 'good',
  starting: 'warn',
  pending: 'warn',
  provisioning: 'warn',
  draining: 'warn',
  cordoned: 'warn',
  progressing: 'warn',
  unhealthy: 'bad',
  failed: 'bad',
  lost: 'bad',
  rolled_back: 'bad',
  gone: 'dim',
};

export function stateCell(text: string): Cell {
  const tone = stateTones[text];
  return tone ? { text, tone } : { text };
}

/** Time since a timestamp, or '' where there is none. */
export function ageOf(timestamp: string | undefined, nowMs: number): string {
  const at = timestamp === undefined ? undefined : parseTimestamp(timestamp);
  return at === undefined ? '' : age(nowMs - at);
}

/** Time until a timestamp. */
function untilOf(timestamp: string, nowMs: number): Cell {
  const at = parseTimestamp(timestamp) ?? nowMs;
  return at <= nowMs ? { text: 'expired', tone: 'bad' } : { text: `in ${age(at - nowMs)}` };
}

/** The later of an instance's own heartbeat and its node's: an instance that does not change is not written. */
export function heartbeatOf(instance: t.ServiceInstance, node: t.Node | undefined): string | undefined {
  const own = parseTimestamp(instance.last_heartbeat ?? '') ?? Number.NEGATIVE_INFINITY;
  const nodes = parseTimestamp(node?.last_heartbeat ?? '') ?? Number.NEGATIVE_INFINITY;
  return nodes > own ? node?.last_heartbeat : instance.last_heartbeat;
}

export function labelsText(labels: t.Labels | undefined): string {
  return Object.entries(labels ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
}

export function bytesText(bytes: number | undefined): string {
  if (bytes === undefined) return '';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let at = 0;
  let value = bytes;
  for (; value >= 1024 && at < units.length - 1; at++) value /= 1024;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[at]}`;
}

export function readyCell(service: t.Service, status: t.ServiceStatus | undefined): Cell {
  if (!status) return { text: service.run ? `?/${replicasOf(service)}` : '?' };
  return { text: `${status.ready}/${status.desired}`, tone: status.ready >= status.desired ? 'good' : 'warn' };
}

/** What an operator should know first of a service. */
export function statusText(status: t.ServiceStatus | undefined): Cell {
  if (!status) return { text: 'not yet seen by a controller', tone: 'warn' };
  const [condition] = status.conditions;
  if (condition) return { text: `${condition.type}: ${condition.message}`, tone: 'bad' };
  const [blocked] = status.blocked;
  if (blocked) return { text: `${blocked.reason}: ${blocked.message}`, tone: 'warn' };
  if (status.rollout && status.rollout.state !== 'complete') return stateCell(status.rollout.state);
  return { text: 'ok', tone: 'good' };
}

/** What runs: the image, or the command line of a process. */
export function programOf(run: t.Run | undefined): string {
  return run?.image ?? cut((run?.command ?? []).join(' '), 40);
}

const service: Column<t.Service>[] = [
  { name: 'SERVICE', cell: (r) => r.name },
  { name: 'READY', cell: (r, view) => readyCell(r, view.statuses.get(r.name)) },
  { name: 'UPDATED', cell: (r, view) => String(view.statuses.get(r.name)?.updated ?? '') },
  { name: 'PROTOCOL', cell: (r) => `${r.protocol}:${r.ports[r.protocol] ?? ''}` },
  { name: 'DRIVER', cell: (r) => runOf(r)?.driver ?? 'unmanaged' },
  { name: 'IMAGE', cell: (r) => programOf(r.run) },
  { name: 'MESH', wide: true, cell: (r) => `${meshModeOf(r)}${r.mtls_required ? ', mtls' : ''}` },
  { name: 'REVISION', wide: true, cell: (r, view) => view.statuses.get(r.name)?.revision ?? '' },
  { name: 'ROUTES', wide: true, cell: (r) => (r.routes ?? []).map(({ host, path }) => host + (path ?? '/')).join(',') },
  { name: 'STATUS', cell: (r, view) => statusText(view.statuses.get(r.name)) },
];

const node: Column<t.Node>[] = [
  { name: 'NODE', cell: (r) => r.node_id },
  { name: 'STATE', cell: (r) => stateCell(nodeStateOf(r)) },
  { name: 'INTENT', cell: (r) => stateCell(intentOf(r)) },
  { name: 'AGENT', cell: (r, view) => stateCell(view.alive.has(r.node_id) ? 'alive' : 'lost') },
  { name: 'ROLES', cell: (r) => (r.roles ?? []).join(',') },
  { name: 'IP', cell: (r) => r.ip },
  { name: 'HEARTBEAT', cell: (r, view) => ageOf(r.last_heartbeat, view.nowMs) },
  { name: 'APP_ADDR', wide: true, cell: (r) => appAddrOf(r) },
  { name: 'CPU', wide: true, cell: (r) => (r.capacity?.cpu_millicores === undefined ? '' : `${r.capacity.cpu_millicores}m`) },
  { name: 'MEMORY', wide: true, cell: (r) => bytesText(r.capacity?.memory_bytes) },
  { name: 'LABELS', wide: true, cell: (r) => labelsText(r.labels) },
  { name: 'CONDITIONS', cell: (r) => ({ text: (r.conditions ?? []).map(({ type }) => type).join(','), tone: 'bad' }) },
];

const instance: Column<t.ServiceInstance>[] = [
  { name: 'SERVICE', cell: (r) => r.service },
  { name: 'INSTANCE', cell: (r) => r.instance_id },
  { name: 'NODE', cell: (r) => r.node_id },
  { name: 'STATE', cell: (r) => stateCell(r.state) },
  { name: 'DESIRED', cell: (r) => stateCell(desiredOf(r)) },
  { name: 'PORT', cell: (r) => String(r.port) },
  { name: 'MESH', cell: (r) => (r.mesh_port === undefined ? '' : `${r.ip}:${r.mesh_port}`) },
  { name: 'RESTARTS', cell: (r) => ({ text: String(r.restarts ?? 0), ...(r.restarts && { tone: 'warn' }) }) },
  { name: 'AGE', cell: (r, view) => ageOf(r.registered_at, view.nowMs) },
  { name: 'SLOT', wide: true, cell: (r) => `${r.slot ?? ''}${r.pinned ? ' pinned' : ''}` },
  { name: 'REVISION', wide: true, cell: (r) => r.revision ?? '' },
  { name: 'VERSION', wide: true, cell: (r) => r.version ?? '' },
  { name: 'HEARTBEAT', wide: true, cell: (r, view) => ageOf(heartbeatOf(r, view.nodes.get(r.node_id)), view.nowMs) },
  { name: 'CONTAINER', wide: true, cell: (r) => (r.container_id ?? '').slice(0, 12) },
  { name: 'REASON', cell: (r) => r.reason ?? '' },
];

const certificate: Column<t.CertificateBinding>[] = [
  { name: 'SUBJECT', cell: (r) => r.subject },
  { name: 'EXPIRES', cell: (r, view) => untilOf(r.expires_at, view.nowMs) },
  { name: 'ROTATED', cell: (r, view) => ageOf(r.last_rotated_at, view.nowMs) },
  { name: 'CA', cell: (r) => r.ca_id },
  { name: 'FINGERPRINT', wide: true, cell: (r) => r.fingerprint_sha256 },
];

const columns: { [K in Kind]: Column<RecordByKind[K]>[] } = {
  service,
  node,
  instance,
  'service-certificate': certificate,
  'node-certificate': certificate,
  cluster: [
    { name: 'CLUSTER', cell: (r) => r.cluster_id },
    { name: 'ENVIRONMENT', cell: (r) => r.environment },
    { name: 'UID', cell: (r) => r.uid ?? '' },
    { name: 'EPOCH', cell: (r) => String(r.epoch ?? 0) },
    { name: 'AGE', cell: (r, view) => ageOf(r.created_at, view.nowMs) },
  ],
  liveness: [
    { name: 'NODE', cell: (_r, _view, ids) => ids[0] ?? '' },
    { name: 'AGENT_UID', cell: (r) => r.agent_uid },
    { name: 'VERSION', cell: (r) => r.version },
    { name: 'SESSION', cell: (r) => r.session },
    { name: 'LEASE', wide: true, cell: (_r, _view, _ids, entry) => entry.lease },
    { name: 'MACHINE', wide: true, cell: (r) => r.machine_id },
    { name: 'BOOT', wide: true, cell: (r) => r.boot_id },
  ],
  'service-status': [
    { name: 'SERVICE', cell: (_r, _view, ids) => ids[0] ?? '' },
    { name: 'READY', cell: (r) => `${r.ready}/${r.desired}` },
    { name: 'UPDATED', cell: (r) => String(r.updated) },
    { name: 'REVISION', cell: (r) => r.revision ?? '' },
    { name: 'OBSERVED', wide: true, cell: (r) => String(r.observed_mod_revision) },
    { name: 'ROLLOUT', cell: (r) => stateCell(r.rollout?.state ?? '') },
    { name: 'STATUS', cell: (r) => statusText(r) },
  ],
  assignment: [
    { name: 'NODE', cell: (r) => r.node_id },
    { name: 'SERVICE', cell: (r) => r.service },
    { name: 'INSTANCE', cell: (r) => r.instance_id },
    { name: 'DESIRED', cell: (r) => stateCell(r.desired) },
    { name: 'APP', cell: (r) => (r.app ? `${r.app.addr}:${r.app.port}` : '') },
    { name: 'MESH', cell: (r) => (r.mesh.bind ? `${r.mesh.bind.addr}:${r.mesh.bind.port}` : r.mesh.mode) },
    { name: 'CONTROL', wide: true, cell: (r) => String(r.mesh.control ?? '') },
    { name: 'REVISION', wide: true, cell: (r) => r.revision ?? '' },
    { name: 'MANAGED', cell: (r) => (r.managed ? 'yes' : 'no') },
  ],
  ingress: [
    { name: 'NODE', cell: (_r, _view, ids) => ids[0] ?? '' },
    { name: 'REVISION', cell: (r) => String(r.revision) },
    { name: 'ROUTES', cell: (r) => String(r.routes.length) },
    { name: 'HOSTS', cell: (r) => [...new Set(r.routes.map(({ host }) => host))].join(',') },
    { name: 'LISTEN', wide: true, cell: (r) => r.listen.join(',') },
  ],
  policy: [
    { name: 'POLICY', cell: (r) => r.policy_id },
    { name: 'ENVIRONMENT', cell: (r) => r.environment },
    { name: 'SOURCE', cell: (r) => r.source_service },
    { name: 'TARGET', cell: (r) => r.target_service },
    { name: 'MODE', cell: (r) => r.mode },
    { name: 'MTLS', cell: (r) => (r.mtls_required ? 'required' : 'optional') },
    { name: 'UPDATED', cell: (r, view) => ageOf(r.updated_at, view.nowMs) },
  ],
  'issued-certificate': [
    { name: 'SERVICE', cell: (_r, _view, ids) => ids[0] ?? '' },
    { name: 'NODE', cell: (r) => r.node_id },
    { name: 'EXPIRES', cell: (r, view) => untilOf(r.expires_at, view.nowMs) },
    { name: 'CA', cell: (r) => r.ca_id },
    { name: 'SERIAL', wide: true, cell: (r) => r.serial },
    { name: 'FINGERPRINT', cell: (r) => r.fingerprint_sha256 },
  ],
  'revoked-certificate': [
    { name: 'FINGERPRINT', cell: (r) => r.fingerprint_sha256 },
    { name: 'SUBJECT', cell: (r) => r.subject },
    { name: 'REVOKED', cell: (r, view) => ageOf(r.revoked_at, view.nowMs) },
    { name: 'REASON', cell: (r) => r.reason },
  ],
  ca: [
    { name: 'CA', cell: (r) => r.authorities.map(({ ca_id }) => ca_id).join(',') },
    { name: 'STATE', cell: (r) => r.authorities.map(({ state }) => state).join(',') },
    { name: 'EXPIRES', cell: (r) => r.authorities.map(({ not_after }) => not_after).join(',') },
  ],
  revision: [
    { name: 'SERVICE', cell: (r) => r.service },
    { name: 'REVISION', cell: (r) => r.revision },
    { name: 'IMAGE', cell: (r) => programOf(r.spec.run) },
    { name: 'FAILED', cell: (r) => ({ text: r.failed ? 'yes' : '', tone: 'bad' }) },
    { name: 'AGE', cell: (r, view) => ageOf(r.created_at, view.nowMs) },
    { name: 'DIGEST', wide: true, cell: (r) => r.image_digest ?? '' },
  ],
  event: [
    { name: 'LAST', cell: (r, view) => ageOf(r.last_at, view.nowMs) },
    { name: 'COUNT', cell: (r) => String(r.count) },
    { name: 'SUBJECT', cell: (r) => `${r.kind}/${r.id}` },
    { name: 'REASON', cell: (r) => r.reason },
    { name: 'MESSAGE', cell: (r) => r.message },
    { name: 'CAUSE', wide: true, cell: (r) => r.cause ?? '' },
    { name: 'BY', wide: true, cell: (r) => r.by ?? '' },
  ],
  'job-run': [
    { name: 'JOB', cell: (r) => r.service },
    { name: 'RUN', cell: (r) => r.run_id },
    { name: 'STATE', cell: (r) => stateCell(r.state ?? 'pending') },
    { name: 'TASKS', cell: (r) => `${(r.tasks ?? []).filter(({ state }) => state === 'succeeded').length}/${(r.tasks ?? []).length}` },
    { name: 'EXIT', cell: (r) => String(r.exit_code ?? '') },
    { name: 'TRIGGER', cell: (r) => r.trigger },
    { name: 'AGE', cell: (r, view) => ageOf(r.created_at, view.nowMs) },
    { name: 'MESSAGE', cell: (r) => r.message ?? '' },
  ],
  'job-output': [
    { name: 'JOB', cell: (r) => r.service },
    { name: 'RUN', cell: (r) => r.run_id },
    { name: 'TASK', cell: (r) => r.task },
    { name: 'NODE', cell: (r) => r.node_id },
    { name: 'AGE', cell: (r, view) => ageOf(r.written_at, view.nowMs) },
    { name: 'BYTES', cell: (r) => String(r.text.length) },
  ],
};

/** Header and rows of a table of one kind. An invalid record is a row too: its ids, then what is wrong. */
export function tableOf(kind: Kind, found: readonly Found[], view: View, wide: boolean): { header: string[]; rows: Cell[][] } {
  const shown = (columns[kind] as Column<AnyRecord>[]).filter((column) => wide || !column.wide);
  const rows = found.filter((one) => kindOfFound(one) === kind).map((one) => rowOf(one, shown, view));
  return { header: shown.map(({ name }) => name), rows };
}

function rowOf(found: Found, shown: readonly Column<AnyRecord>[], view: View): Cell[] {
  const ids = idsOfFound(found);
  if (!found.ok) {
    const [problem] = found.invalid.problems;
    const cells = shown.map((_, at) => ({ text: ids[at] ?? '' }));
    // The last column is the widest: what is wrong stands there.
    return [...cells.slice(0, -1), { text: `INVALID: ${problem?.path ?? '$'} ${problem?.message ?? ''}`, tone: 'bad' as const }];
  }
  const entry = found.entry as Entry<AnyRecord>;
  return shown.map((column) => {
    const cell = column.cell(entry.record, view, ids, entry);
    return typeof cell === 'string' ? { text: cell } : cell;
  });
}
