// What deciding costs: a full pass over 1,000 nodes and 10,000 instances with nothing to do, and placing 10,000 new
// instances including the commit to a real etcd. The peer of the commit is the same number of puts without a plan.
import { startEtcd } from '../e2e/harness/etcd.ts';
import { cronSchedules } from '../src/loop/cron.ts';
import { systemRandom } from '../src/loop/random.ts';
import type { Store } from '../src/loop/ports.ts';
import { encodeRecord, parseEntry } from '../src/model/entry.ts';
import type { Node, Service, ServiceInstance } from '../src/model/generated.ts';
import { keyOf } from '../src/model/keys.ts';
import type { AnyRecord } from '../src/model/kinds.ts';
import type { ClusterAction } from '../src/plan/cluster/actions.ts';
import { planCluster } from '../src/plan/cluster/cluster.ts';
import { type ClusterSnapshot, type ClusterTables, emptyMemory, emptyTables, putParsed, removeKey } from '../src/plan/cluster/snapshot.ts';
import { commit, type WriteGroup } from '../src/store/commit.ts';
import { openEtcd } from '../src/store/etcd.ts';
import { type Figure, median } from './report.ts';

const nodes = 1_000;
const services = 100;
const replicas = 100;
const rounds = 5;
const nowMs = Date.UTC(2026, 0, 1);

class Model {
  readonly tables: ClusterTables;
  readonly clusterId: string;
  revision = 1;

  constructor(clusterId: string) {
    this.clusterId = clusterId;
    this.tables = emptyTables(clusterId);
  }

  put(key: string, record: AnyRecord): void {
    this.revision += 1;
    const parsed = parseEntry(this.clusterId, {
      key,
      value: encodeRecord(record),
      createRevision: this.revision,
      modRevision: this.revision,
      lease: '0',
    });
    if (!parsed?.ok) throw new Error(`invalid record at ${key}`);
    putParsed(this.tables, parsed);
  }

  apply(actions: readonly ClusterAction[]): void {
    for (const { key, record } of actions.flatMap((action) => action.writes)) {
      if (record) this.put(key, record);
      else removeKey(this.tables, key);
    }
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

function wantedCluster(clusterId: string): Model {
  const model = new Model(clusterId);
  model.put(keyOf(clusterId, 'cluster'), {
    cluster_id: clusterId,
    environment: 'dev',
    created_at: '2026-01-01T00:00:00Z',
    uid: systemRandom.hex(16),
  });
  for (let at = 0; at < nodes; at++) {
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
  for (let at = 0; at < services; at++) model.put(keyOf(clusterId, 'service', `service-${at}`), wantedService(`service-${at}`));
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

export async function planning(): Promise<Figure[]> {
  const model = wantedCluster('bench');
  settle(model);
  const passes: number[] = [];
  for (let round = 0; round < 15; round++) {
    const begin = performance.now();
    const { actions } = planCluster(model.snapshot());
    passes.push(performance.now() - begin);
    if (actions.length > 0) throw new Error('a settled cluster still has actions');
  }
  const { placed, putsOnly } = await placing();
  return [
    {
      name: `pass without changes, ${nodes} nodes × ${services * replicas} instances`,
      value: median(passes),
      unit: 'ms',
      peer: 'limit',
      peerValue: 50,
      compared: 'value',
      target: { at_most: 50 },
    },
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
