// Records that a hand deletes or breaks in the store: what runs for them serves on until something takes its place, and
// what it holds is given to nobody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { replicasOf, updateOf } from '../../model/defaults.ts';
import type { Service } from '../../model/generated.ts';
import { ModelCluster, serviceOf } from './model-cluster.ts';
import { Recalling } from './recall.ts';

function nodes(...ids: string[]): ModelCluster {
  const cluster = new ModelCluster();
  for (const [at, id] of ids.entries()) cluster.addNode(id, { app_addr: `127.0.0.${at + 1}` });
  cluster.settle();
  return cluster;
}

function withWeb(more: Partial<Service> = {}): ModelCluster {
  const cluster = nodes('a', 'b', 'c');
  cluster.put('service', serviceOf('web', { replicas: 3, ...more }));
  cluster.settle();
  return cluster;
}

function deleteRecords(cluster: ModelCluster, service = 'web', which = (_at: number): boolean => true): string[] {
  const ids = cluster
    .instances(service)
    .map((i) => i.instance_id)
    .filter((_, at) => which(at));
  for (const id of ids) cluster.delete(cluster.key('instance', service, id));
  return ids;
}

/** What the programs of the cluster know of when they start anew. */
function forget(cluster: ModelCluster): void {
  cluster.recall = new Recalling();
}

/** Instances that serve, whatever their records say: wanted by their agents, and once ready. */
function serving(cluster: ModelCluster, service: string, everReady: ReadonlySet<string>): number {
  return cluster.assignments(service).filter((one) => one.desired === 'running' && everReady.has(one.instance_id)).length;
}

test('all records of a service deleted by hand at once: they come back as they were, and are replaced one by one, each successor first', () => {
  const cluster = withWeb();
  const before = cluster.instances('web');
  const everReady = new Set(before.map((i) => i.instance_id));
  deleteRecords(cluster);
  for (const action of cluster.plan().actions) cluster.apply(action);
  assert.deepEqual(cluster.instances('web'), before, 'they are eligible again before any agent has to tell');
  cluster.settle(200, () => {
    for (const { instance_id: id, state } of cluster.instances('web')) if (state === 'ready') everReady.add(id);
    assert.ok(serving(cluster, 'web', everReady) >= 3);
    assert.ok(cluster.instances('web').filter(({ state }) => state !== 'gone').length <= 4, 'no more than the surge at once');
  });
  const after = cluster.instances('web');
  assert.deepEqual(
    after.map(({ slot, state }) => `${slot} ${state}`),
    ['0 ready', '1 ready', '2 ready'],
  );
  assert.ok(after.every((i) => !before.some((old) => old.instance_id === i.instance_id)));
  assert.ok(cluster.assignments('web').every((one) => one.restored_at === undefined));
});

test('a controller that does not know what the records said waits for the agents to tell, and ends nothing meanwhile', () => {
  const cluster = withWeb();
  const ids = deleteRecords(cluster);
  forget(cluster);
  for (const id of ['a', 'b', 'c']) cluster.asleep.add(id);
  cluster.settle();
  assert.deepEqual(
    cluster.instances('web').map(({ instance_id: id, state, desired }) => [id, state, desired]),
    ids.map((id) => [id, 'starting', 'running']),
  );
  assert.ok(cluster.assignments('web').every((one) => one.desired === 'running' && one.restored_at !== undefined));
  const [blocked] = cluster.status('web')?.blocked ?? [];
  assert.equal(blocked?.reason, 'unheard');
  assert.match(blocked.message, /was deleted by hand; the agent of node \w has not told yet/);
  cluster.asleep.clear();
  cluster.settle();
  assert.equal(cluster.status('web')?.ready, 3);
  assert.ok(cluster.instances('web').every((i) => !ids.includes(i.instance_id)));
});

test('one that never became ready is deleted by hand to be rid of it: it goes at once', () => {
  const cluster = withWeb({ replicas: 1 });
  const [first] = cluster.instances('web');
  assert.ok(first);
  cluster.put('instance', { ...first, state: 'unhealthy', reason: 'probe_failed: refused' });
  deleteRecords(cluster);
  for (let pass = 0; pass < 2; pass++) for (const action of cluster.plan().actions) cluster.apply(action);
  assert.equal(cluster.assignments('web').find((one) => one.instance_id === first.instance_id)?.desired, 'draining');
});

test('what its service wants no more is drained when its record is deleted by hand: a deleted service, more than its replicas', () => {
  const cluster = withWeb();
  const [first] = deleteRecords(cluster, 'web', (at) => at === 0);
  cluster.delete(cluster.key('service', 'web'));
  for (const action of cluster.plan().actions) cluster.apply(action);
  assert.equal(cluster.assignments('web').find((one) => one.instance_id === first)?.desired, 'draining');
  cluster.settle();
  assert.deepEqual(cluster.assignments('web'), []);
});

test('the records of a broken service that are deleted by hand come back, and nothing of it ends', () => {
  const cluster = withWeb();
  const before = cluster.instances('web');
  cluster.putText(cluster.key('service', 'web'), '{"replicas": "many"}');
  deleteRecords(cluster);
  cluster.settle();
  assert.deepEqual(cluster.instances('web'), before);
  cluster.put('service', serviceOf('web', { replicas: 3 }));
  cluster.settle();
  assert.ok(cluster.instances('web').every((i) => !before.some((old) => old.instance_id === i.instance_id)));
});

test('a volume stays where it is: the successor of one deleted by hand goes to the same node, after it', () => {
  const cluster = withWeb({ replicas: 1, run: { image: 'db:1', volumes: [{ source: 'data', target: '/data' }] } });
  const home = cluster.instances('web')[0]?.node_id;
  deleteRecords(cluster);
  cluster.settle(200, () => assert.ok(cluster.assignments('web').filter((one) => one.desired === 'running').length <= 1));
  assert.equal(cluster.instances('web')[0]?.node_id, home);
});

const updates: fc.Arbitrary<NonNullable<Service['update']>> = fc.constantFrom<NonNullable<Service['update']>[]>(
  {},
  { max_surge: 2 },
  { max_unavailable: 1 },
  { max_surge: 0, max_unavailable: 1 },
  { min_ready_s: 2 },
  { order: 'stop-first' },
);

type Step =
  | { do: 'delete'; mask: number }
  | { do: 'image'; image: string }
  | { do: 'act'; order: number; skip: number }
  | { do: 'forget' }
  | { do: 'agents' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), mask: fc.nat(63) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('image' as const), image: fc.constantFrom('app:1', 'app:2') }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('act' as const), order: fc.nat(1000), skip: fc.constantFrom(0, 0, 2, 3) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('agents' as const) }) },
  ),
  { minLength: 5, maxLength: 40 },
);

test('whatever records a hand deletes, never more than max_unavailable stop serving for it, also during a rollout', () => {
  fc.assert(
    fc.property(updates, fc.integer({ min: 1, max: 5 }), fc.boolean(), steps, (update, replicas, fixedPort, history) => {
      const cluster = nodes('a', 'b', 'c', 'd', 'e');
      const serviceWith = (image: string): Service =>
        serviceOf('web', { replicas, update, run: { image, ...(fixedPort && { host_port: 8080 }) } });
      cluster.put('service', serviceWith('app:1'));
      cluster.settle();
      const everReady = new Set<string>();
      const check = (what: string): void => {
        for (const { instance_id: id, state } of cluster.instances('web')) if (state === 'ready') everReady.add(id);
        const service = cluster.tables.services.get('web')?.record ?? serviceWith('app:1');
        const least = replicasOf(service) - updateOf(service).max_unavailable;
        const count = serving(cluster, 'web', everReady);
        assert.ok(count >= least, `${count} serve after ${what}; at least ${least} must`);
      };
      check('the beginning');
      for (const step of history) {
        if (step.do === 'delete') deleteRecords(cluster, 'web', (at) => (step.mask >> at) % 2 === 1);
        else if (step.do === 'image') cluster.put('service', serviceWith(step.image));
        else if (step.do === 'forget') forget(cluster);
        else if (step.do === 'agents') {
          cluster.runAgents();
          cluster.pass(1);
        } else {
          const ranked = cluster
            .plan()
            .actions.map((action, at) => ({ action, rank: (Math.imul(at + 1, step.order + 7) ^ step.order) >>> 3 }));
          for (const [at, { action }] of ranked.sort((a, b) => a.rank - b.rank).entries()) {
            if (step.skip > 0 && at % step.skip === step.skip - 1) continue;
            if (cluster.apply(action)) check(`${action.kind} ${action.reason}`);
          }
        }
      }
      cluster.settle(400, (action) => check(`${action.kind} ${action.reason}`));
      assert.equal(cluster.instances('web').filter(({ state }) => state === 'ready').length, replicas);
      assert.ok(cluster.assignments('web').every((one) => one.restored_at === undefined));
    }),
    { numRuns: 200 },
  );
});

/** Ports of a service's assignments on one machine, as `instance: ports`. */
function portsOf(cluster: ModelCluster, service: string): number[] {
  return cluster
    .assignments(service)
    .flatMap(({ app, mesh }) => [app?.port, mesh.bind?.port, mesh.control, ...(mesh.upstreams ?? []).map(({ bind }) => bind)])
    .filter((port) => port !== undefined);
}

test('the ports of a broken assignment are given to nobody, over a restart of the controller too; mended, it is as it was', () => {
  for (const restarted of [false, true]) {
    const cluster = nodes('a');
    cluster.put('service', serviceOf('web', { upstreams: [{ service: 'db' }, { service: 'iam' }] }));
    cluster.settle();
    const [whole] = cluster.assignments('web');
    assert.ok(whole);
    const key = cluster.key('assignment', 'a', 'web', whole.instance_id);
    const held = portsOf(cluster, 'web');
    assert.equal(new Set(held).size, 5);
    cluster.putText(key, '{"mesh": "none"');
    if (restarted) forget(cluster);
    cluster.put('node', { ...cluster.node('a'), node_id: 'a', ip: '10.0.0.1', port_range: { from: 20_000, to: 20_012 } });
    cluster.put('service', serviceOf('other', { replicas: 3, upstreams: [{ service: 'db' }] }));
    cluster.settle();
    const others = portsOf(cluster, 'other');
    assert.deepEqual(
      others.filter((port) => held.includes(port)),
      [],
      restarted ? 'after a restart' : 'in one run',
    );
    assert.ok(others.length > 0);
    cluster.put('assignment', whole);
    cluster.settle();
    assert.deepEqual(cluster.assignments('web'), [whole]);
  }
});

test('a broken assignment that is deleted is made again with the ports that its instance has noted', () => {
  const cluster = nodes('a');
  cluster.put('service', serviceOf('web', { upstreams: [{ service: 'db' }] }));
  cluster.settle();
  const [whole] = cluster.assignments('web');
  assert.ok(whole);
  const key = cluster.key('assignment', 'a', 'web', whole.instance_id);
  cluster.putText(key, '[]');
  cluster.put('service', serviceOf('other'));
  cluster.settle();
  forget(cluster);
  cluster.delete(key);
  cluster.settle();
  assert.deepEqual(cluster.assignments('web'), [whole]);
});

test('instance and assignment both broken: as long as the controller runs, their ports and what they use are not given away', () => {
  const cluster = nodes('a');
  cluster.put('node', { ...cluster.node('a'), node_id: 'a', ip: '10.0.0.1', capacity: { cpu_millicores: 1000 } });
  cluster.put('service', serviceOf('web', { resources: { cpu_millicores: 800 } }));
  cluster.settle();
  const [whole] = cluster.assignments('web');
  assert.ok(whole);
  const held = portsOf(cluster, 'web');
  cluster.putText(cluster.key('instance', 'web', whole.instance_id), 'not JSON');
  cluster.putText(cluster.key('assignment', 'a', 'web', whole.instance_id), 'not JSON');
  cluster.put('service', serviceOf('big', { resources: { cpu_millicores: 800 } }));
  cluster.put('service', serviceOf('other'));
  cluster.settle();
  assert.equal(cluster.status('big')?.blocked[0]?.message, 'none of 1 node fits: resources removed 1');
  assert.equal(portsOf(cluster, 'other').filter((port) => held.includes(port)).length, 0);
});

test('an instance from before local ports were noted gets them noted', () => {
  const cluster = nodes('a');
  cluster.put('service', serviceOf('web'));
  cluster.settle();
  const [instance] = cluster.instances('web');
  assert.ok(instance?.local_ports);
  const { local_ports: noted, ...old } = instance;
  cluster.put('instance', old);
  assert.deepEqual(
    cluster.plan().actions.map(({ kind }) => kind),
    ['instance_ports'],
  );
  cluster.settle();
  assert.deepEqual(cluster.instances('web')[0]?.local_ports, noted);
});
