// What deciding costs: a full pass over 1,000 nodes and 10,000 instances with nothing to do; how that grows up to 5,000 nodes, and what
// one change costs there; and placing 10,000 new instances including the commit to a real etcd. The peer of the commit is the same number
// of puts without a plan.
import { ClusterView } from '../controller/observe.ts';
import { startEtcd } from '../e2e/harness/etcd.ts';
import { systemClock } from '../src/loop/clock.ts';
import { silentLog } from '../src/loop/log.ts';
import { cronSchedules } from '../src/loop/cron.ts';
import { systemRandom } from '../src/loop/random.ts';
import type { KeyValue, Store } from '../src/loop/ports.ts';
import { encodeRecord, parseEntry } from '../src/model/entry.ts';
import type { Node, Service, ServiceInstance } from '../src/model/generated.ts';
import { keyOf } from '../src/model/keys.ts';
import type { AnyRecord } from '../src/model/kinds.ts';
import type { ClusterAction } from '../src/plan/cluster/actions.ts';
import { timestamp } from '../src/model/time.ts';
import { planCluster } from '../src/plan/cluster/cluster.ts';
import { eventsOfAction, findingsOf } from '../src/plan/cluster/events.ts';
import { Quiet } from '../src/plan/cluster/quiet.ts';
import { type ClusterSnapshot, type ClusterTables, emptyMemory, emptyTables, putParsed, removeKey } from '../src/plan/cluster/snapshot.ts';
import { commit, type WriteGroup } from '../src/store/commit.ts';
import { openEtcd } from '../src/store/etcd.ts';
import { type Figure, median } from './report.ts';

const perNode = 10;
const replicas = 100;
const nodes = 1_000;
const services = (nodes * perNode) / replicas;
const rounds = 5;
const nowMs = Date.UTC(2026, 0, 1);

class Model {
  readonly tables: ClusterTables;
  readonly clusterId: string;
  /** As they stand in the store. */
  readonly kvs = new Map<string, KeyValue>();
  revision = 1;

  constructor(clusterId: string) {
    this.clusterId = clusterId;
    this.tables = emptyTables(clusterId);
  }

  put(key: string, record: AnyRecord): KeyValue {
    this.revision += 1;
    const createRevision = this.kvs.get(key)?.createRevision ?? this.revision;
    const kv: KeyValue = { key, value: encodeRecord(record), createRevision, modRevision: this.revision, version: 1, lease: '0' };
    const parsed = parseEntry(this.clusterId, kv);
    if (!parsed?.ok) throw new Error(`invalid record at ${key}`);
    putParsed(this.tables, parsed);
    this.kvs.set(key, kv);
    return kv;
  }

  apply(actions: readonly ClusterAction[]): void {
    for (const { key, record } of actions.flatMap((action) => action.writes)) {
      if (record) this.put(key, record);
      else this.remove(key);
    }
  }

  remove(key: string): undefined {
    this.revision += 1;
    removeKey(this.tables, key);
    this.kvs.delete(key);
  }

  snapshot(): ClusterSnapshot {
    return {
      revision: this.revision,
      nowMs,
      monotonicMs: 1_000_000,
      nonce: systemRandom.hex(8),
      newUid: systemRandom.hex(16),
      schedules: cronSchedules,
      tables: this.tables,
      memory: emptyMemory(),
    };
  }
}

function wantedCluster(clusterId: string, nodeCount = nodes): Model {
  const model = new Model(clusterId);
  model.put(keyOf(clusterId, 'cluster'), {
    cluster_id: clusterId,
    environment: 'dev',
    created_at: '2026-01-01T00:00:00Z',
    uid: systemRandom.hex(16),
  });
  for (let at = 0; at < nodeCount; at++) {
    const id = `node-${at}`;
    const node: Node = {
      node_id: id,
      ip: `10.${Math.floor(at / 62_500)}.${Math.floor(at / 250) % 250}.${(at % 250) + 1}`,
      roles: ['worker'],
      labels: { zone: `z${at % 5}` },
      state: 'active',
      machine_id: id.padStart(32, '0'),
      capacity: { cpu_millicores: 64_000, memory_bytes: 2 ** 37 },
    };
    model.put(keyOf(clusterId, 'node', id), node);
    model.put(keyOf(clusterId, 'liveness', id), {
      session: id,
      agent_uid: id,
      machine_id: id.padStart(32, '0'),
      boot_id: id,
      version: '0.1.0',
    });
  }
  for (let at = 0; at < (nodeCount * perNode) / replicas; at++)
    model.put(keyOf(clusterId, 'service', `service-${at}`), wantedService(`service-${at}`));
  return model;
}

function wantedService(name: string): Service {
  return {
    name,
    ports: { http: 8080 },
    protocol: 'http',
    replicas,
    run: { driver: 'docker', image: 'bench:1' },
    resources: { cpu_millicores: 100, memory_bytes: 2 ** 26 },
    placement: { roles: ['worker'], spread: 'zone' },
  };
}

/** Lets the plan run until it has nothing left to do, with agents that make every instance ready. */
function settle(model: Model): void {
  for (let pass = 0; pass < 20; pass++) {
    const { actions } = planCluster(model.snapshot());
    const starting = readyRecords(model);
    if (actions.length === 0 && starting.length === 0) return;
    model.apply(actions);
    for (const { key, record } of readyRecords(model)) model.put(key, record);
  }
  throw new Error('the plan does not come to an end');
}

function readyRecords(model: Model): { key: string; record: ServiceInstance }[] {
  return [...model.tables.instances.values()]
    .flatMap((row) => [...row.values()])
    .filter((entry) => entry.record.state !== 'ready')
    .map((entry) => ({ key: entry.key, record: { ...entry.record, state: 'ready' } }));
}

function groupsOf(actions: readonly ClusterAction[]): WriteGroup[] {
  return actions.map((action) => ({
    writes: action.writes.map((write) => ({ key: write.key, expect: 0, ...(write.record ? { value: encodeRecord(write.record) } : {}) })),
  }));
}

async function committed(store: Store, groups: readonly WriteGroup[]): Promise<void> {
  const outcomes = await commit(store, groups, {});
  const failed = outcomes.find((outcome) => outcome.status !== 'done');
  if (failed) throw new Error(`commit: ${JSON.stringify(failed)}`);
}

/** Placements a second, plan and commit together, and puts of the same records alone. */
async function placing(): Promise<{ placed: number; putsOnly: number }> {
  const etcd = await startEtcd();
  const store = openEtcd({ endpoints: etcd.endpoints });
  try {
    const placed: number[] = [];
    const putsOnly: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const model = wantedCluster(`place-${round}`);
      const begin = performance.now();
      const { actions } = planCluster(model.snapshot());
      const creating = actions.filter((action) => action.kind === 'instance_create');
      await committed(store, groupsOf(creating));
      placed.push(creating.length / ((performance.now() - begin) / 1000));
      if (creating.length !== services * replicas) throw new Error(`placed ${creating.length} of ${services * replicas}`);
      const again = groupsOf(creating).map((group) => ({
        writes: group.writes.map((write) => ({ ...write, key: `again/${round}/${write.key}` })),
      }));
      const putBegin = performance.now();
      await committed(store, again);
      putsOnly.push(creating.length / ((performance.now() - putBegin) / 1000));
    }
    return { placed: median(placed), putsOnly: median(putsOnly) };
  } finally {
    await store.close();
    await etcd.stop();
  }
}

/** Median of passes without changes, ms. */
function idlePassMs(model: Model): number {
  const passes: number[] = [];
  for (let round = 0; round < 15; round++) {
    const begin = performance.now();
    const { actions } = planCluster(model.snapshot());
    passes.push(performance.now() - begin);
    if (actions.length > 0) throw new Error('a settled cluster still has actions');
  }
  return median(passes);
}

/** A settled cluster as a controller has it: its view, what its last plan remembers, and what follows a change. */
class Watched {
  readonly #view: ClusterView;
  readonly #quiet = new Quiet();
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
    // It leads for so long that it may think an agent lost.
    let ledMs = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + ledMs };
    this.#view = new ClusterView(model.clusterId, { clock, random: systemRandom, log: silentLog });
    this.#view.lead();
    ledMs = 120_000;
    for (const kv of model.kvs.values()) this.#take(kv.key, kv);
    this.plan();
  }

  plan(): ClusterAction[] {
    const plan = planCluster(this.#view.snapshot(this.#model.revision), this.#quiet);
    findingsOf(this.#view.tables, plan);
    for (const action of plan.actions) eventsOfAction(action, this.#view.tables);
    groupsOf(plan.actions);
    return plan.actions;
  }

  /** Milliseconds from a change of one record until what follows from it is ready to be written; without a record it is deleted. */
  changeMs(key: string, record?: AnyRecord): number {
    const kv = record ? this.#model.put(key, record) : this.#model.remove(key);
    const begin = performance.now();
    this.#take(key, kv);
    const actions = this.plan();
    const taken = performance.now() - begin;
    for (const write of actions.flatMap((action) => action.writes)) {
      if (write.record) this.#take(write.key, this.#model.put(write.key, write.record));
      else throw new Error(`${write.key} is to be deleted`);
    }
    this.plan();
    return taken;
  }

  #take(key: string, after: KeyValue | undefined): void {
    this.#view.apply({ revision: this.#model.revision, relisted: false, changes: [{ key, ...(after && { after }) }] });
  }
}

/** Medians, ms, of what the controller does about one change of each kind. */
function changes(model: Model): Record<string, number> {
  const watched = new Watched(model);
  const instances = [...model.tables.instances.values()].flatMap((row) => [...row.values()]);
  const nodeRecords = [...model.tables.nodes.values()];
  const [service] = model.tables.services.values();
  const medians: Record<string, number[]> = {
    'instance unhealthy or ready': [],
    'heartbeat of a node': [],
    'service scaled by one': [],
    'lease of an agent lost': [],
    'agent back': [],
  };
  for (let round = 0; round < 10; round++) {
    const instance = instances[(round * 997) % instances.length];
    const node = nodeRecords[(round * 499) % nodeRecords.length];
    if (!instance || !node || !service) throw new Error('the cluster is empty');
    for (const state of ['unhealthy', 'ready'] as const)
      medians['instance unhealthy or ready']?.push(watched.changeMs(instance.key, { ...instance.record, state }));
    const last_heartbeat = timestamp(nowMs + 1000 * round);
    medians['heartbeat of a node']?.push(watched.changeMs(node.key, { ...node.record, last_heartbeat }));
    medians['service scaled by one']?.push(watched.changeMs(service.key, { ...service.record, replicas: replicas + 1 + round }));
    const liveness = model.tables.liveness.get(node.record.node_id);
    if (!liveness) throw new Error('an agent has no session');
    medians['lease of an agent lost']?.push(watched.changeMs(liveness.key));
    medians['agent back']?.push(watched.changeMs(liveness.key, liveness.record));
  }
  return Object.fromEntries(Object.entries(medians).map(([name, times]) => [name, median(times)]));
}

/** A pass at each size, per instance, and one change at the largest. */
function growth(): Figure[] {
  const sizes = [100, 1_000, 5_000].map((count) => {
    const model = wantedCluster(`grow-${count}`, count);
    settle(model);
    const passMs = idlePassMs(model);
    return { count, model, microseconds: (1000 * passMs) / (count * perNode) };
  });
  const [smallest] = sizes;
  const largest = sizes.at(-1);
  if (!smallest || !largest) throw new Error('no sizes');
  const figures: Figure[] = sizes.slice(1).map(({ count, microseconds }) => ({
    name: `pass per instance, ${count} nodes × ${perNode}`,
    value: microseconds,
    unit: 'µs',
    peer: `${smallest.count} nodes`,
    peerValue: smallest.microseconds,
    compared: 'ratio',
    // Linear, with what a shared machine adds by chance.
    target: { at_most: 1.15 },
  }));
  for (const [name, value] of Object.entries(changes(largest.model))) {
    const limit = { unit: 'ms', peer: 'limit', peerValue: 20, compared: 'value', target: { at_most: 20 } } as const;
    figures.push({ name: `${name}, ${largest.count} nodes × ${perNode}`, value, ...limit });
  }
  return figures;
}

export async function planning(): Promise<Figure[]> {
  const model = wantedCluster('bench');
  settle(model);
  const passMs = idlePassMs(model);
  const grown = growth();
  const { placed, putsOnly } = await placing();
  return [
    {
      name: `pass without changes, ${nodes} nodes × ${services * replicas} instances`,
      value: passMs,
      unit: 'ms',
      peer: 'limit',
      peerValue: 50,
      compared: 'value',
      target: { at_most: 50 },
    },
    ...grown,
    {
      name: 'placements committed',
      value: placed,
      unit: '1/s',
      peer: 'the same puts alone',
      peerValue: putsOnly,
      compared: 'value',
      target: { at_least: 5_000 },
    },
  ];
}
