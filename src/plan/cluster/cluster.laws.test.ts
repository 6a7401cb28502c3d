// The laws of the cluster planner, over whole clusters with conflicts, broken records, dead nodes, hands in the store,
// and plans of which only some actions are made, in any order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { replicasOf, updateOf } from '../../model/defaults.ts';
import type { Node, Service, ServiceInstance } from '../../model/generated.ts';
import type { ClusterAction } from './actions.ts';
import { parseTimestamp } from '../../model/time.ts';
import { planCluster } from './cluster.ts';
import { sameJson } from '../equal.ts';
import { ModelCluster } from './model-cluster.ts';
import type { ClusterTables } from './snapshot.ts';

const nodeIds = ['n0', 'n1', 'n2', 'n3', 'n4'];
const serviceNames = ['api', 'db', 'web'];

const nodeArb: fc.Arbitrary<Partial<Node>> = fc.record(
  {
    roles: fc.subarray(['worker', 'ingress']),
    labels: fc.record({ zone: fc.constantFrom('x', 'y') }),
    capacity: fc.record({ cpu_millicores: fc.constantFrom(500, 4000) }),
    machine_id: fc.constantFrom('m0', 'm1', 'm2'),
    port_range: fc.constantFrom({ from: 20_000, to: 20_012 }, { from: 20_000, to: 20_200 }),
  },
  { requiredKeys: ['machine_id'] },
);

const update: fc.Arbitrary<NonNullable<Service['update']>> = fc.constantFrom<NonNullable<Service['update']>[]>(
  {},
  { max_surge: 2 },
  { max_unavailable: 1 },
  { max_surge: 0, max_unavailable: 1 },
  { min_ready_s: 2 },
  { deadline_s: 20, auto_rollback: true },
  { deadline_s: 20 },
);

const managedArb: fc.Arbitrary<Omit<Service, 'name'>> = fc
  .record({
    image: fc.constantFrom('app:1', 'app:2', 'broken:1'),
    hostPort: fc.constantFrom(undefined, undefined, 8080),
    volume: fc.constantFrom(false, false, false, true),
    replicas: fc.integer({ min: 0, max: 5 }),
    update,
    mesh: fc.constantFrom<('agent' | 'none')[]>('agent', 'agent', 'none'),
    upstreams: fc.subarray(serviceNames),
    placement: fc.constantFrom<NonNullable<Service['placement']>[]>(
      {},
      { spread: 'zone' },
      { max_per_node: 1 },
      { constraints: ['zone==x'] },
    ),
    cpu: fc.constantFrom(undefined, 400),
    host: fc.constantFrom(undefined, 'a.example', 'b.example'),
    after: fc.constantFrom<string[]>([], [], [], ['db'], ['web', 'db'], ['elsewhere']),
    replaceAfterS: fc.constantFrom(undefined, undefined, 10, 60),
    stopAfterS: fc.constantFrom(undefined, 40),
    hook: fc.constantFrom(undefined, '/bye'),
  })
  .map((of) => ({
    ports: { http: 8080 },
    protocol: 'http',
    run: {
      image: of.image,
      ...(of.hostPort !== undefined && { host_port: of.hostPort }),
      ...(of.volume && { volumes: [{ source: 'data', target: '/data' }] }),
    },
    replicas: of.replicas,
    update: of.update,
    mesh_mode: of.mesh,
    upstreams: of.mesh === 'none' ? [] : of.upstreams.map((service) => ({ service })),
    placement: of.placement,
    ...(of.cpu !== undefined && { resources: { cpu_millicores: of.cpu } }),
    ...(of.host !== undefined && { routes: [{ host: of.host }] }),
    ...(of.after.length > 0 && { after: of.after }),
    ...(of.replaceAfterS !== undefined && {
      disconnect: { replace_after_s: of.replaceAfterS, ...(of.stopAfterS !== undefined && { stop_after_s: of.stopAfterS }) },
    }),
    ...(of.hook !== undefined && { pre_stop: { path: of.hook } }),
  }));

const unmanagedArb: fc.Arbitrary<Omit<Service, 'name'>> = fc.constant({ ports: { http: 8080 }, protocol: 'http' });

type Step =
  | { do: 'service'; name: string; service: Omit<Service, 'name'> }
  | { do: 'delete_service' | 'break_service'; name: string }
  | { do: 'die' | 'live' | 'break_node' | 'drain' | 'sleep'; node: string }
  | { do: 'hand_instance'; name: string; node: string; port: number }
  | { do: 'delete_instance' | 'break_instance' | 'break_assignment' | 'unhealthy'; name: string; pick: number }
  | { do: 'pass'; seconds: number }
  | { do: 'act'; order: number; skip: number }
  | { do: 'mend' }
  | { do: 'agents' };

const name = fc.constantFrom(...serviceNames);
const node = fc.constantFrom(...nodeIds);
const pick = fc.nat(9);
const stepArb: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('service' as const),
      name,
      service: fc.oneof({ weight: 6, arbitrary: managedArb }, { weight: 1, arbitrary: unmanagedArb }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('delete_service' as const, 'break_service' as const), name }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('die' as const, 'live' as const, 'live' as const, 'break_node' as const, 'drain' as const, 'sleep' as const),
      node,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hand_instance' as const), name, node, port: fc.constantFrom(7000, 20_003) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('delete_instance' as const, 'break_instance' as const, 'break_assignment' as const, 'unhealthy' as const),
      name,
      pick,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(1, 5, 31, 40) }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('act' as const), order: fc.nat(1000), skip: fc.constantFrom(0, 0, 2, 3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('mend' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('agents' as const) }) },
);

const historyArb = fc.record({
  nodes: fc.array(nodeArb, { minLength: 1, maxLength: 5 }),
  steps: fc.array(stepArb, { minLength: 5, maxLength: 60 }),
});
type History = { nodes: Partial<Node>[]; steps: Step[] };

function begin(history: History): ModelCluster {
  const cluster = new ModelCluster();
  for (const [at, more] of history.nodes.entries()) cluster.addNode(`n${at}`, { app_addr: `127.0.0.${at + 1}`, ...more });
  cluster.becomesReady = (instance) => {
    const spec = cluster.assignments(instance.service).find((assignment) => assignment.instance_id === instance.instance_id);
    return spec?.run?.image !== 'broken:1';
  };
  return cluster;
}

function take(cluster: ModelCluster, step: Step): void {
  switch (step.do) {
    case 'service': {
      const { after = [], ...service } = step.service;
      const others = after.filter((one) => one !== step.name);
      cluster.put('service', { name: step.name, ...service, ...(others.length > 0 && { after: others }) });
      return;
    }
    case 'delete_service':
      cluster.delete(cluster.key('service', step.name));
      return;
    case 'break_service':
      if (cluster.tables.services.has(step.name)) cluster.putText(cluster.key('service', step.name), '{"replicas": "many"}');
      return;
    case 'hand_instance':
      if (cluster.store.has(cluster.key('node', step.node)))
        cluster.put('instance', {
          instance_id: `hand-${step.port}`,
          service: step.name,
          node_id: step.node,
          ip: '10.0.0.1',
          port: step.port,
          state: 'starting',
        });
      return;
    case 'delete_instance':
    case 'break_instance':
    case 'break_assignment':
    case 'unhealthy':
      takePicked(cluster, step.do, step.name, step.pick);
      return;
    case 'pass':
      cluster.pass(step.seconds);
      return;
    case 'act':
      actPartly(cluster, step.order, step.skip);
      return;
    case 'agents':
      cluster.runAgents();
      return;
    case 'mend':
      mend(cluster);
      return;
    default:
      takeNode(cluster, step.do, step.node);
  }
}

/** What broken assignments were before, by key. */
const wholes = new WeakMap<ModelCluster, Map<string, string>>();

function breakAssignment(cluster: ModelCluster, key: string): void {
  const broken = wholes.get(cluster) ?? new Map<string, string>();
  wholes.set(cluster, broken);
  const stored = cluster.store.get(key);
  if (stored && stored.value !== '{}') broken.set(key, stored.value);
  cluster.putText(key, '{}');
}

function mend(cluster: ModelCluster): void {
  for (const [key, value] of wholes.get(cluster) ?? []) if (cluster.store.get(key)?.value === '{}') cluster.putText(key, value);
  wholes.delete(cluster);
  assertPortsUnique(cluster);
}

function takePicked(cluster: ModelCluster, what: string, service: string, at: number): void {
  const all = cluster.instances(service);
  const instance = all[at % Math.max(1, all.length)];
  if (!instance) return;
  const key = cluster.key('instance', service, instance.instance_id);
  if (what === 'delete_instance') cluster.delete(key);
  else if (what === 'break_instance') cluster.putText(key, '[]');
  else if (what === 'break_assignment')
    breakAssignment(cluster, cluster.key('assignment', instance.node_id, service, instance.instance_id));
  else if (instance.state === 'ready') cluster.put('instance', { ...instance, state: 'unhealthy', reason: 'probe_failed: refused' });
}

function takeNode(cluster: ModelCluster, what: 'die' | 'live' | 'break_node' | 'drain' | 'sleep', id: string): void {
  if (!cluster.store.has(cluster.key('node', id))) return;
  const record = cluster.node(id);
  const lives = cluster.tables.liveness.has(id);
  if (what === 'die' && lives) cluster.die(id);
  else if (what === 'live' && !lives) cluster.live(id);
  else if (what === 'break_node') cluster.putText(cluster.key('node', id), '{"node_id": 7}');
  else if (what === 'drain' && record) cluster.put('node', { ...record, intent: record.intent === 'draining' ? 'active' : 'draining' });
  else if (what === 'sleep' && !cluster.asleep.delete(id)) cluster.asleep.add(id);
}

/** Makes the actions of a plan in another order, some of them not at all, and checks the laws after each. */
function actPartly(cluster: ModelCluster, order: number, skip: number): void {
  const { actions } = cluster.plan();
  for (const action of actions) if (action.kind === 'instance_create') assertMayStart(cluster, action);
  const shuffled = actions
    .map((action, at) => ({ action, rank: (Math.imul(at + 1, order + 7) ^ order) >>> 3 }))
    .sort((a, b) => a.rank - b.rank);
  for (const [at, { action }] of shuffled.entries()) {
    if (skip > 0 && at % skip === skip - 1) continue;
    checked(cluster, action);
  }
}

/** Nothing starts before what it waits for is ready, nor beside what its service still waits for on a lost node. */
function assertMayStart(cluster: ModelCluster, action: ClusterAction): void {
  const [made] = action.writes.flatMap(({ record, key }) => (record && key === action.key ? [record as ServiceInstance] : []));
  assert.ok(made);
  const service = cluster.tables.services.get(made.service)?.record;
  assert.ok(service);
  for (const name of service.after ?? []) {
    const ready = cluster.instances(name).some((one) => one.state === 'ready' && (one.desired ?? 'running') === 'running');
    assert.ok(ready && cluster.store.has(cluster.key('service', name)), `${action.key} is started before ${name} is ready`);
  }
  for (const other of cluster.instances(made.service)) {
    const node = cluster.node(other.node_id);
    const lost = isDead(cluster, other) ? node?.conditions?.find(({ type }) => type === 'node_lost')?.since : undefined;
    const untilMs = (parseTimestamp(lost ?? '') ?? Number.NEGATIVE_INFINITY) + 1000 * (service.disconnect?.replace_after_s ?? 0);
    const held = untilMs > cluster.nowMs && (other.desired ?? 'running') === 'running' && other.state !== 'gone';
    assert.ok(!held || other.slot !== made.slot, `${action.key} is started while ${other.instance_id} is waited for: ${action.reason}`);
  }
}

interface Counts {
  existing: number;
  ready: number;
}

function isDead(cluster: ModelCluster, instance: ServiceInstance): boolean {
  return !cluster.tables.liveness.has(instance.node_id) && (cluster.node(instance.node_id)?.state ?? 'failed') === 'failed';
}

function countsOf(cluster: ModelCluster, service: string): Counts {
  const all = cluster.instances(service);
  const existing = all.filter((instance) => instance.state !== 'gone' && !isDead(cluster, instance)).length;
  const ready = all.filter(
    (instance) => instance.state === 'ready' && (instance.desired ?? 'running') === 'running' && !isDead(cluster, instance),
  ).length;
  return { existing, ready };
}

function checked(cluster: ModelCluster, action: ClusterAction): void {
  const before = new Map(serviceNames.map((service) => [service, countsOf(cluster, service)]));
  for (const write of action.writes) {
    const stored = cluster.store.get(write.key);
    assert.ok(
      write.record ? !stored || !sameJson(parse(stored.value), write.record) : stored,
      `${action.kind} writes what stands: ${write.key}`,
    );
    if (!write.record && write.key.includes('/instances/')) assertMayDelete(cluster, action, write.key);
  }
  if (!cluster.apply(action)) return;
  for (const service of serviceNames) {
    const entry = cluster.tables.services.get(service);
    const was = before.get(service);
    if (!entry?.record.run || !was) continue;
    const now = countsOf(cluster, service);
    const { max_surge: surge, max_unavailable: unavailable } = updateOf(entry.record);
    const replicas = replicasOf(entry.record);
    if (now.existing > was.existing && action.kind === 'instance_create')
      assert.ok(now.existing <= replicas + surge, `${service}: ${now.existing} exist, ${replicas} + ${surge} may`);
    if (action.kind === 'instance_drain' && now.ready < was.ready)
      assert.ok(
        now.ready >= replicas - unavailable,
        `${service}: ${now.ready} ready after ${action.reason}, ${replicas} - ${unavailable} wanted`,
      );
  }
  assertPortsUnique(cluster);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An instance is deleted only where its agent says that it is gone, no agent has it, or its node is known to be away for good. */
function assertMayDelete(cluster: ModelCluster, action: ClusterAction, key: string): void {
  const stored = cluster.store.get(key);
  const record = stored && (parse(stored.value) as ServiceInstance);
  assert.ok(record && typeof record === 'object' && record.instance_id, `${key} is broken: unknown, not absent`);
  if (record.state === 'gone') return;
  const { tables } = cluster;
  const away =
    !tables.liveness.has(record.node_id) &&
    action.guards.some((guard) => guard.key.endsWith(`/liveness/${record.node_id}`) && guard.modRevision === 0);
  const unassigned = !cluster.store.has(cluster.key('assignment', record.node_id, record.service, record.instance_id));
  assert.ok(away || unassigned, `${action.kind} deletes ${key} in state ${record.state}: ${action.reason}`);
  assert.ok(!tables.invalid.has(cluster.key('node', record.node_id)), 'its node is unknown');
}

/** Ports that the controller allocated are held once a machine; the shared ones once a service and node. */
function assertPortsUnique(cluster: ModelCluster): void {
  const holders = new Map<string, string>();
  const take = (machine: string, port: number, holder: string): void => {
    const held = holders.get(`${machine} ${port}`);
    assert.ok(held === undefined || held === holder, `port ${port} of ${machine} is held by ${held} and ${holder}`);
    holders.set(`${machine} ${port}`, holder);
  };
  for (const row of cluster.tables.assignments.values()) {
    for (const { record } of row.values()) {
      const node = cluster.node(record.node_id);
      if (!node) continue;
      const machine = node.machine_id ?? node.node_id;
      const byHand = record.instance_id.startsWith('hand-');
      const fixed = record.run?.host_port !== undefined;
      if (record.app && !fixed && !byHand) take(machine, record.app.port, `${record.instance_id} app`);
      if (record.mesh.bind) take(machine, record.mesh.bind.port, `${record.instance_id} mesh`);
      if (record.mesh.control !== undefined) take(machine, record.mesh.control, `${record.node_id}/${record.service} control`);
      for (const { service, bind } of record.mesh.upstreams ?? []) take(machine, bind, `${record.node_id}/${record.service} to ${service}`);
    }
  }
}

function reversed<K, V>(map: ReadonlyMap<K, V>): Map<K, V> {
  return new Map([...map].reverse());
}

function inOtherOrder(tables: ClusterTables): ClusterTables {
  const nested = <V>(map: ReadonlyMap<string, Map<string, V>>): Map<string, Map<string, V>> =>
    new Map([...map].reverse().map(([key, row]) => [key, reversed(row)]));
  return {
    ...tables,
    nodes: reversed(tables.nodes),
    liveness: reversed(tables.liveness),
    services: reversed(tables.services),
    statuses: reversed(tables.statuses),
    instances: nested(tables.instances),
    assignments: nested(tables.assignments),
    ingress: reversed(tables.ingress),
    revisions: nested(tables.revisions),
    bindings: reversed(tables.bindings),
    issued: nested(tables.issued),
    invalid: reversed(tables.invalid),
  };
}

const runs = { numRuns: 300 };

test('the limits hold after every action, whatever else is made of the plan; nothing is deleted on doubt; ports are unique; nothing unchanged is written', () => {
  fc.assert(
    fc.property(historyArb, (history) => {
      const cluster = begin(history);
      for (const step of history.steps) take(cluster, step);
    }),
    runs,
  );
});

test('the same records in any order give the same plan', () => {
  fc.assert(
    fc.property(historyArb, (history) => {
      const cluster = begin(history);
      for (const step of history.steps) {
        take(cluster, step);
        if (step.do === 'act' || step.do === 'agents') continue;
        assert.deepEqual(planCluster(cluster.snapshot(inOtherOrder(cluster.tables))), planCluster(cluster.snapshot()));
      }
    }),
    { numRuns: 150 },
  );
});

test('left alone, every cluster comes to rest', () => {
  fc.assert(
    fc.property(historyArb, (history) => {
      const cluster = begin(history);
      for (const step of history.steps) take(cluster, step);
      cluster.asleep.clear();
      cluster.settle(400, () => assertPortsUnique(cluster));
      cluster.pass(3600);
      cluster.settle(400);
      for (const service of serviceNames) {
        const entry = cluster.tables.services.get(service);
        if (!entry?.record.run || cluster.tables.invalid.size > 0) continue;
        const status = cluster.status(service);
        const all = cluster.instances(service).filter((instance) => (instance.desired ?? 'running') === 'running');
        const expected = replicasOf(entry.record);
        const explained = (status?.blocked.length ?? 0) > 0 || status?.rollout?.state === 'failed';
        assert.ok(all.length === expected || explained, `${service}: ${all.length} of ${expected}, and no word why`);
      }
    }),
    runs,
  );
});
