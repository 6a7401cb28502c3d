// What one plan leaves of the fleet to the next. ModelCluster.plan() itself compares each plan with one that remembers nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ModelCluster, serviceOf } from './model-cluster.ts';

function withWeb(replicas = 3): ModelCluster {
  const cluster = new ModelCluster();
  for (const id of ['a', 'b', 'c']) cluster.addNode(id);
  scale(cluster, replicas);
  cluster.settle();
  return cluster;
}

function scale(cluster: ModelCluster, replicas: number): void {
  cluster.put('service', serviceOf('web', { replicas, upstreams: [{ service: 'db' }] }));
}

function portsOf(cluster: ModelCluster, node: string): number[] {
  return cluster
    .assignments('web')
    .filter(({ node_id }) => node_id === node)
    .flatMap(({ app, mesh }) => [app?.port ?? 0, mesh.bind?.port ?? 0]);
}

test('plans that are made and not carried out leave nothing behind', () => {
  const cluster = withWeb();
  scale(cluster, 6);
  for (let round = 0; round < 3; round++) assert.equal(cluster.plan().actions.filter(({ kind }) => kind === 'instance_create').length, 3);
  cluster.settle();
  const all = ['a', 'b', 'c'].map((node) => portsOf(cluster, node));
  for (const ports of all) assert.equal(new Set(ports).size, 4, 'each its own');
});

test('a port that turns out to be taken is avoided by the next plan', () => {
  const cluster = withWeb();
  const highest = Math.max(...portsOf(cluster, 'a'), ...cluster.assignments('web').map(({ mesh }) => mesh.control ?? 0));
  const taken = [1, 2, 3, 4].map((more) => highest + more);
  cluster.avoidedPorts.set('machine-a', new Map(taken.map((port) => [port, cluster.monotonicMs + 1e9])));
  scale(cluster, 6);
  cluster.settle();
  assert.deepEqual(
    portsOf(cluster, 'a').filter((port) => taken.includes(port)),
    [],
  );
});

test('what a broken assignment said last is held on', () => {
  const cluster = withWeb();
  const [broken] = cluster.assignments('web');
  assert.ok(broken);
  cluster.putText(cluster.key('assignment', broken.node_id, 'web', broken.instance_id), '{');
  cluster.put('service', serviceOf('other', { replicas: 6 }));
  cluster.settle();
  const given = cluster.assignments('other').filter(({ node_id }) => node_id === broken.node_id);
  assert.ok(given.length > 0);
  for (const { app, mesh } of given) {
    assert.notEqual(app?.port, broken.app?.port);
    assert.notEqual(mesh.bind?.port, broken.mesh.bind?.port);
  }
});

const fixed = (replicas: number) =>
  serviceOf('fixed', { replicas, run: { image: 'app:1', host_port: 20_004 }, placement: { max_per_node: 1 } });
const wanted = {
  web: (replicas: number) => serviceOf('web', { replicas, upstreams: [{ service: 'db' }] }),
  bare: (replicas: number) => serviceOf('bare', { replicas, mesh_mode: 'none' }),
  called: (replicas: number) => serviceOf('called', { replicas, upstreams: [{ service: 'web', bind: 20_006 }] }),
  fixed,
};

type Change = (cluster: ModelCluster) => void;

const service = fc.constantFrom(...(Object.keys(wanted) as (keyof typeof wanted)[]));
const node = fc.constantFrom('a', 'b', 'c');
const nodeFields = fc.record(
  {
    ip: fc.constantFrom('10.0.9.1', '10.0.9.2'),
    app_addr: fc.constantFrom('127.0.0.1', '127.0.0.2'),
    machine_id: fc.constantFrom('one', 'two'),
    port_range: fc.constantFrom({ from: 20_000, to: 20_011 }, { from: 20_004, to: 20_015 }),
  },
  { requiredKeys: [] },
);
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(service, fc.nat(5)).map(
      ([name, replicas]): Change =>
        (cluster) =>
          cluster.put('service', wanted[name](replicas)),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(node, nodeFields).map(
      ([id, fields]): Change =>
        (cluster) => {
          const record = cluster.node(id);
          if (record) cluster.put('node', { ...record, ...fields });
        },
    ),
  },
  {
    weight: 1,
    arbitrary: service.map(
      (name): Change =>
        (cluster) =>
          cluster.delete(cluster.key('service', name)),
    ),
  },
  {
    weight: 1,
    arbitrary: node.map(
      (id): Change =>
        (cluster) =>
          cluster.delete(cluster.key('node', id)),
    ),
  },
  {
    weight: 1,
    arbitrary: node.map(
      (id): Change =>
        (cluster) =>
          addNode(cluster, id),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(node, fc.constantFrom('one', 'two')).map(
      ([id, machine_id]): Change =>
        (cluster) =>
          cluster.put('liveness', { ...session, machine_id }, id),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat(20).map(
      (at): Change =>
        (cluster) => {
          const all = Object.keys(wanted).flatMap((name) => cluster.assignments(name));
          const one = all[at % all.length];
          if (one) cluster.putText(cluster.key('assignment', one.node_id, one.service, one.instance_id), '{');
        },
    ),
  },
);
const session = { session: '0123456789abcdef', agent_uid: '0123456789abcdef', machine_id: 'one', boot_id: 'boot', version: '1' };

/** Of its machine only its agent's session tells. */
function addNode(cluster: ModelCluster, id: string): void {
  const port_range = { from: 20_000, to: 20_011 };
  cluster.put('node', { node_id: id, ip: `10.0.0.${id.charCodeAt(0)}`, app_addr: '127.0.0.1', port_range });
  cluster.put('liveness', session, id);
}

test('whatever changes from one plan to the next, and whether they are carried out', () => {
  const round = fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 3 }), carriedOut: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(round, { maxLength: 12 }), (rounds) => {
      const cluster = new ModelCluster();
      for (const id of ['a', 'b', 'c']) addNode(cluster, id);
      for (const { changes, carriedOut } of rounds) {
        for (const one of changes) one(cluster);
        for (let times = 0; times <= carriedOut; times++) {
          const { actions } = cluster.plan();
          if (times < carriedOut) for (const action of actions) cluster.apply(action);
          cluster.runAgents();
          cluster.pass(1);
        }
      }
    }),
    { numRuns: 300 },
  );
});
