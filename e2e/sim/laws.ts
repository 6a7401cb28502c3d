// What must hold of the records after every single revision of the store, whatever goes wrong.
// Each law allows for what its writer could not have known yet: a view may be some seconds old.
import type { WatchEvent } from '../../src/loop/ports.ts';
import type { Assignment, Event, Node, ServiceInstance } from '../../src/model/generated.ts';
import { keyOf, parseKey } from '../../src/model/keys.ts';
import { validateRecord } from '../../src/model/validate.ts';
import { parseTimestamp } from '../../src/model/time.ts';
import { canonicalJson, sha256Hex } from '../../src/model/digest.ts';
import type { History, Standing } from './history.ts';
import type { Trace } from './trace.ts';
import { clusterId } from './world.ts';

/** A decision may rest on a view as old as this: delays, answers that were lost, transactions tried again. */
const viewAgeMs = 60_000;
const readyAgeMs = 20_000;
const lossAgeMs = 12_000;
const leaseMs = 15_000;
const graceMs = 30_000;
/** By then a leader has seen that a record is broken, however slow its connection is. */
const brokenSeenMs = 10_000;
/** Timers and the store's own expiry are some milliseconds apart. */
const slackMs = 1500;
/** By then every heartbeat is of the clock as it was set, those too that a controller restored. */
const clockSeenMs = 400_000;
const mostWritesAMinute = 40;
/** So soon after its session began an agent has told what it has to tell. */
const newRunMs = 15_000;

const order: Record<ServiceInstance['state'], number> = { starting: 0, ready: 1, unhealthy: 1, draining: 2, gone: 3 };

export class Laws {
  readonly violations: string[] = [];
  /** Keys that programs wrote. */
  writes = 0;
  readonly #recent = new Map<string, number[]>();
  readonly #history: History;
  readonly #trace: Trace;
  /** Ports that several nodes may have at once, each at its own address. */
  readonly #fixedPorts: ReadonlySet<number>;

  /** When the clock of a node was set last, monotonic ms. */
  readonly #clockSetMs: (nodeId: string) => number;

  constructor(history: History, trace: Trace, fixedPorts: ReadonlySet<number>, clockSetMs: (nodeId: string) => number) {
    this.#history = history;
    this.#clockSetMs = clockSetMs;
    this.#trace = trace;
    this.#fixedPorts = fixedPorts;
  }

  onRevision(revision: number, events: readonly WatchEvent[]): void {
    const history = this.#history;
    const edited = new Set(events.filter((event) => history.takeEdit(event)));
    const before = new Map(events.map((event) => [event.key, history.standing.get(event.key)]));
    for (const event of events) {
      this.#trace.add(describe(revision, event, edited.has(event)));
      if (edited.has(event)) continue;
      this.writes++;
      this.#checkRate(event.key);
      this.#checkWrite(event, before.get(event.key));
      if (event.type === 'delete') {
        this.#checkDelete(event);
        this.#checkBroken(event);
      } else this.#checkNode(event);
    }
    for (const event of events) history.apply(event);
    let ports = false;
    for (const event of events) {
      const kind = parseKey(clusterId, event.key)?.kind;
      ports ||= kind === 'assignment';
      if (!edited.has(event) && kind === 'instance' && event.type === 'put') this.#checkInstance(event.key, before.get(event.key));
    }
    if (ports) this.#checkPorts();
  }

  /** What comes and goes is not written each time: a watch event is everybody's work. */
  #checkRate(key: string): void {
    const now = this.#history.clock.monotonic();
    const recent = (this.#recent.get(key) ?? []).filter((atMs) => now - atMs < 60_000);
    recent.push(now);
    this.#recent.set(key, recent);
    if (recent.length === mostWritesAMinute) this.#violate(`${key} was written ${recent.length} times within a minute`);
  }

  #violate(text: string): void {
    this.#trace.add(`VIOLATION ${text}`);
    this.violations.push(text);
  }

  /** Nothing is written that did not change, and every record is what its schema says. */
  #checkWrite(event: WatchEvent, former: Standing | undefined): void {
    if (event.type !== 'put') return;
    const { key, kv } = event;
    if (former && former.lease === kv.lease && sameText(former.value, kv.value)) this.#violate(`${key} was written and is what it was`);
    const kind = parseKey(clusterId, key)?.kind;
    if (!kind) return;
    const checked = validateRecord(kind, JSON.parse(kv.value), { unknownFields: 'refuse' });
    if (!checked.ok) this.#violate(`${key} is broken: ${JSON.stringify(checked.problems)}`);
    if (kind === 'event') this.#checkEvent(event, former);
    if (former && (kind === 'instance' || kind === 'node')) this.#checkHeartbeat(key, former, kv.value, kind);
  }

  /** An event goes by itself, and each further write of it counts something. */
  #checkEvent({ key, kv }: WatchEvent, former: Standing | undefined): void {
    if (kv.lease === '0') this.#violate(`${key} is bound to no lease`);
    const { count, first_at, last_at } = JSON.parse(kv.value) as Event;
    const [firstMs, lastMs] = [parseTimestamp(first_at) ?? 0, parseTimestamp(last_at) ?? 0];
    if (firstMs > lastMs) this.#violate(`${key} was met last before it was met first`);
    const parsed = former?.parsed;
    if (!parsed?.ok || parsed.kind !== 'event') return;
    const before = parsed.entry.record;
    if (before.first_at === first_at && count <= before.count) this.#violate(`${key} counted from ${before.count} to ${count}`);
  }

  /** A heartbeat alone is written as often as it is due, and no oftener. */
  #checkHeartbeat(key: string, former: Standing, value: string, kind: 'instance' | 'node'): void {
    const parse = (text: string): Record<string, unknown> | undefined => {
      try {
        return JSON.parse(text) as Record<string, unknown>;
      } catch {
        return undefined;
      }
    };
    const [before, after] = [parse(former.value), parse(value)];
    if (!before || !after) return;
    const { last_heartbeat: one, ...rest } = before;
    const { last_heartbeat: other, ...next } = after;
    if (typeof one !== 'string' || typeof other !== 'string' || canonicalJson(rest) !== canonicalJson(next)) return;
    // One that the operator mended may be as old as it was when it broke.
    if (this.#history.wasEditedWithin(key, this.#history.clock.monotonic() - former.writtenAtMs)) return;
    // By a clock that was set it may be old, or of the future.
    if (this.#clockSetMs(String(after['node_id'])) >= former.writtenAtMs - clockSeenMs) return;
    // It says when the agent looked; a slow connection writes that later.
    const lookedMs = (parseTimestamp(other) ?? 0) - (parseTimestamp(one) ?? 0);
    const apartMs = Math.max(lookedMs, this.#history.clock.monotonic() - former.writtenAtMs);
    const node = kind === 'node' ? String(after['node_id']) : undefined;
    // A new run of an agent says so at once.
    if (node !== undefined && this.#history.sessionMs(node) <= newRunMs) return;
    if (apartMs < (kind === 'node' ? 26_000 : 299_000)) this.#violate(`${key}: a heartbeat ${apartMs} ms after the former`);
  }

  #checkDelete(event: WatchEvent): void {
    const history = this.#history;
    const record = history.record('instance', event.key);
    if (!record || record.state === 'gone') return;
    if (record.desired !== 'running' && !history.assignmentOf(record)) return;
    if (!history.isAbsent(record.node_id)) return this.#violate(`${event.key} was deleted while its node lives: ${record.state}`);
    if (history.node(record.node_id)?.state === 'failed') return;
    this.#checkDead(record.node_id, `${event.key} was deleted`);
  }

  /** Of a service that can't be read nothing ends but what is gone already. */
  #checkBroken({ key }: WatchEvent): void {
    const history = this.#history;
    const parsed = parseKey(clusterId, key);
    if (parsed?.kind !== 'instance' && parsed?.kind !== 'assignment') return;
    const { service = '', instance_id: id = '' } = parsed.ids;
    if ((history.brokenMs(service) ?? 0) < brokenSeenMs) return;
    const instance = history.record('instance', keyOf(clusterId, 'instance', service, id));
    if (instance?.state !== 'gone') this.#violate(`${key} was deleted though its service is broken`);
  }

  /** What is done because a node is dead. */
  #checkDead(nodeId: string, what: string): void {
    const history = this.#history;
    const absentMs = history.absentMs(nodeId);
    if (absentMs < graceMs - slackMs) this.#violate(`${what} ${Math.round(absentMs)} ms after its node was last seen`);
    const ledMs = history.clock.monotonic() - history.leaderSinceMs;
    if (ledMs < 2 * leaseMs - slackMs) this.#violate(`${what} ${Math.round(ledMs)} ms after its leader was elected`);
    this.#checkMassLoss(what);
  }

  #checkInstance(key: string, former: Standing | undefined): void {
    const record = this.#history.record('instance', key);
    if (!record) return;
    const parsed = former?.parsed;
    if (!former) {
      // What was deleted by hand while its assignment stood is not made: it is there.
      if (record.state === 'starting' && !record.job && !this.#isRestored(record)) this.#checkCreation(key, record);
      return;
    }
    if (!parsed?.ok || parsed.kind !== 'instance') return;
    const before = parsed.entry.record;
    if (order[record.state] < order[before.state]) this.#violate(`${key} went back from ${before.state} to ${record.state}`);
    if ((before.desired ?? 'running') === 'running' && record.desired === 'draining' && !record.job) this.#checkDrain(key, before);
    else if (before.desired === 'draining' && (record.desired ?? 'running') === 'running') this.#violate(`${key} is wanted again`);
    if (record.reason?.startsWith('node_lost') && !before.reason?.startsWith('node_lost')) this.#checkLost(key, record);
  }

  /** Never more than replicas and surge, and never two of one revision in one slot. */
  #checkCreation(key: string, record: ServiceInstance): void {
    const history = this.#history;
    const asked = history.boundsWithin(record.service, viewAgeMs).filter((bounds) => bounds !== undefined);
    if (asked.length === 0) return this.#violate(`${key} was made for a service that nobody can read, or that has no run`);
    const most = Math.max(...asked.map((bounds) => bounds.most));
    const others = history.instancesOf(record.service).filter((other) => other.key !== key && other.record.state !== 'gone');
    const alive = others.filter((other) => !history.wasAbsentWithin(other.record.node_id, viewAgeMs));
    if (alive.length + 1 > most) this.#violate(`${key} was made beside ${alive.length} others; at most ${most} may be`);
    const twin = alive.find(
      (other) =>
        other.record.slot === record.slot &&
        other.record.revision === record.revision &&
        (other.record.desired ?? 'running') === 'running' &&
        !this.#mayMove(other.key, other.record),
    );
    if (twin) this.#violate(`${key} was made in the slot of ${twin.key}`);
  }

  /** Whether another is to take its place for a reason of its node. */
  #mayMove(key: string, record: ServiceInstance): boolean {
    const history = this.#history;
    if (this.#isRestored(record)) return true;
    const node = history.node(record.node_id);
    const nodeKey = keyOf(clusterId, 'node', record.node_id);
    if (!node || node.intent === 'draining' || history.wasEditedWithin(nodeKey, viewAgeMs) || history.wasEditedWithin(key, viewAgeMs))
      return true;
    return record.reason?.startsWith('port_taken') ?? false;
  }

  #isRestored(record: ServiceInstance): boolean {
    return this.#history.assignmentOf(record)?.restored_at !== undefined;
  }

  /** What is ready is stopped only where enough others are. */
  #checkDrain(key: string, before: ServiceInstance): void {
    const history = this.#history;
    const asked = history.boundsWithin(before.service, viewAgeMs);
    const latest = history.boundsWithin(before.service, 0);
    const serviceKey = keyOf(clusterId, 'service', before.service);
    const broken = history.standing.has(serviceKey) && latest.every((bounds) => bounds === undefined) && asked.length === latest.length;
    if (broken && history.record('service', serviceKey) === undefined) this.#violate(`${key} is drained though its service is broken`);
    // On a node whose lease is gone it does not count as ready, whatever its agent told last.
    if (before.state !== 'ready' || history.isAbsent(before.node_id)) return;
    if (asked.length === 0 || asked.some((bounds) => bounds === undefined)) return;
    const least = Math.min(...asked.map((bounds) => bounds?.least ?? 0));
    const ready = history
      .instancesOf(before.service)
      .filter(
        (other) => other.key !== key && (other.record.desired ?? 'running') === 'running' && history.wasReadyWithin(other.key, readyAgeMs),
      );
    if (ready.length < least) this.#violate(`${key} is drained while ${ready.length} others are ready; at least ${least} must be`);
  }

  /** A node is lost only when its lease is gone, and never many at once. */
  #checkLost(key: string, record: ServiceInstance): void {
    const history = this.#history;
    if (!history.isAbsent(record.node_id)) return this.#violate(`${key} is marked node_lost while its node lives`);
    const ledMs = history.clock.monotonic() - history.leaderSinceMs;
    const failed = history.node(record.node_id)?.state === 'failed';
    if (!failed && ledMs < 2 * leaseMs - slackMs)
      this.#violate(`${key} is marked node_lost ${Math.round(ledMs)} ms after the leader was elected`);
    if (!failed) this.#checkMassLoss(`${key} is marked node_lost`);
  }

  #checkMassLoss(what: string): void {
    const history = this.#history;
    const lost = [...history.records('node')].filter(
      ({ record }) => (record.state === 'active' || record.state === 'draining') && history.absentMs(record.node_id) >= lossAgeMs,
    );
    if (lost.length > 2) this.#violate(`${what} while ${lost.length} nodes are lost: that is mass loss`);
  }

  /** Before the event is taken over: what it says of a node that was not failed yet. */
  #checkNode({ key, kv }: WatchEvent): void {
    const before = this.#history.record('node', key);
    if (!before || before.state === 'failed' || (JSON.parse(kv.value) as Node).state !== 'failed') return;
    if (!this.#history.isAbsent(before.node_id)) this.#violate(`${key} is failed while its agent lives`);
    else this.#checkDead(before.node_id, `${key} is failed`);
  }

  /** No two of one machine have the same port. */
  #checkPorts(): void {
    const history = this.#history;
    const nodes = new Map([...history.records('node')].map(({ record }) => [record.node_id, record]));
    const held = new Map<string, string>();
    const numbers = new Map<string, string>();
    const hold = (machine: string, addr: string, port: number, holder: string): void => {
      const place = `${machine} ${addr}:${port}`;
      const other = held.get(place);
      if (other !== undefined && other !== holder) this.#violate(`${place} is held by ${other} and by ${holder}`);
      held.set(place, holder);
      if (this.#fixedPorts.has(port)) return;
      const number = `${machine} ${port}`;
      const twin = numbers.get(number);
      if (twin !== undefined && twin !== holder) this.#violate(`port ${port} of ${machine} is held by ${twin} and by ${holder}`);
      numbers.set(number, holder);
    };
    for (const { record } of history.records('assignment')) {
      const node = nodes.get(record.node_id);
      if (node?.machine_id !== undefined) holdPorts(record, node, hold);
    }
  }
}

/** Whether two texts are the same record, however it is spelled. */
function sameText(one: string, other: string): boolean {
  if (one === other) return true;
  try {
    return canonicalJson(JSON.parse(one)) === canonicalJson(JSON.parse(other));
  } catch {
    return false;
  }
}

function holdPorts(record: Assignment, node: Node, hold: (machine: string, addr: string, port: number, holder: string) => void): void {
  const machine = node.machine_id ?? '';
  const own = `${record.node_id}/${record.service}/${record.instance_id}`;
  const shared = `${record.node_id}/${record.service}`;
  if (record.app) hold(machine, record.app.addr, record.app.port, `${own} app`);
  if (record.mesh.bind) hold(machine, record.mesh.bind.addr, record.mesh.bind.port, `${own} mesh`);
  const addr = node.app_addr ?? '127.0.0.1';
  if (record.mesh.control !== undefined) hold(machine, addr, record.mesh.control, `${shared} control`);
  for (const { service, bind } of record.mesh.upstreams ?? []) hold(machine, addr, bind, `${shared} to ${service}`);
}

function describe(revision: number, { type, key, kv }: WatchEvent, byOperator: boolean): string {
  const who = byOperator ? 'operator ' : '';
  const name = key.replace(`photoncloud/clusters/${clusterId}/`, '');
  if (type === 'delete') return `${revision} ${who}delete ${name}`;
  const digest = sha256Hex(kv.value).slice(0, 8);
  const about = parseKey(clusterId, key)?.kind === 'instance' ? summaryOf(kv.value) : '';
  return `${revision} ${who}put ${name} ${digest}${about}`;
}

function summaryOf(value: string): string {
  try {
    const { state, desired, node_id, reason } = JSON.parse(value) as Partial<ServiceInstance>;
    return ` ${node_id} ${desired ?? 'running'} ${state}${reason === undefined ? '' : ` (${reason.slice(0, 80)})`}`;
  } catch {
    return ' (broken)';
  }
}
