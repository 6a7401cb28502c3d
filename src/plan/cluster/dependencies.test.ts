import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JobRun, Service } from '../../model/generated.ts';
import { cycleOf } from './dependencies.ts';
import { ModelCluster, serviceOf } from './model-cluster.ts';

function twoNodes(): ModelCluster {
  const cluster = new ModelCluster();
  for (const id of ['a', 'b']) cluster.addNode(id);
  cluster.settle();
  return cluster;
}

function waitOf(cluster: ModelCluster, service: string): string | undefined {
  const blocked = cluster.status(service)?.blocked.find(({ reason }) => reason === 'waiting_for_dependency');
  return blocked?.message;
}

test('nothing is started before each service that it waits for has a ready instance; what runs already stays when they go', () => {
  const cluster = twoNodes();
  cluster.becomesReady = (instance) => instance.service !== 'db' || cluster.nowMs > readyMs;
  const readyMs = cluster.nowMs + 20_000;
  cluster.put('service', serviceOf('web', { replicas: 2, after: ['db', 'iam'] }));
  cluster.settle();
  assert.deepEqual(cluster.instances('web'), []);
  assert.equal(waitOf(cluster, 'web'), 'waits for db: there is no such service; iam: there is no such service');
  cluster.put('service', serviceOf('iam'));
  cluster.put('service', serviceOf('db'));
  cluster.settle();
  assert.deepEqual(cluster.instances('web'), []);
  assert.equal(waitOf(cluster, 'web'), 'waits for db: it has no ready instance');
  cluster.pass(30);
  cluster.runAgents();
  cluster.settle();
  assert.equal(cluster.status('web')?.ready, 2);
  assert.equal(waitOf(cluster, 'web'), undefined);

  cluster.put('service', serviceOf('db', { replicas: 0 }));
  cluster.settle();
  assert.equal(cluster.status('web')?.ready, 2, 'what runs is not stopped');
  // A missing one waits, and a rollout takes nothing away that it can't replace: not even where it stops first.
  const update = { order: 'stop-first', max_unavailable: 2 } as const;
  const before = cluster.instances('web').map((one) => one.instance_id);
  cluster.put('service', serviceOf('web', { replicas: 2, after: ['db'], run: { image: 'app:2' }, update }));
  cluster.settle();
  assert.deepEqual(
    cluster.instances('web').map((one) => one.instance_id),
    before,
  );
  assert.match(waitOf(cluster, 'web') ?? '', /^waits for db/);
  cluster.put('service', serviceOf('db', { replicas: 1 }));
  cluster.settle();
  assert.ok(cluster.assignments('web').every(({ run }) => run?.image === 'app:2'));
});

test('a broken service that is waited for: what is ready of it counts, and else it is told that nobody knows what it says', () => {
  const cluster = twoNodes();
  cluster.put('service', serviceOf('db'));
  cluster.settle();
  cluster.putText(cluster.key('service', 'db'), '{"replicas":"many"}');
  cluster.put('service', serviceOf('web', { after: ['db'] }));
  cluster.settle();
  assert.equal(cluster.status('web')?.ready, 1);
  cluster.putText(cluster.key('service', 'iam'), '{"replicas":"many"}');
  cluster.put('service', serviceOf('api', { after: ['iam'] }));
  cluster.settle();
  assert.equal(waitOf(cluster, 'api'), 'waits for iam: it has no ready instance, and its record is broken');
});

test('an instance on a lost node is not ready for those who wait for it', () => {
  const cluster = twoNodes();
  cluster.put('service', serviceOf('db', { placement: { max_per_node: 1 } }));
  cluster.settle();
  const node = cluster.instances('db')[0]?.node_id ?? '';
  const other = cluster.tables.nodes.get(node === 'a' ? 'b' : 'a')?.record;
  assert.ok(other);
  cluster.put('node', { ...other, intent: 'cordoned' });
  cluster.die(node);
  cluster.put('service', serviceOf('web', { after: ['db'] }));
  cluster.settle();
  assert.deepEqual(cluster.instances('web'), []);
  assert.equal(waitOf(cluster, 'web'), 'waits for db: it has no ready instance');
});

test('a job is waited for until the run that was asked for last has succeeded', () => {
  const cluster = twoNodes();
  const job: Service = { name: 'migrate', kind: 'job', ports: {}, protocol: 'tcp', run: { image: 'app:1' } };
  cluster.put('service', job);
  cluster.put('service', serviceOf('web', { after: ['migrate'] }));
  // The job's own runs are not made here: these stand as somebody else left them.
  const told = (...runs: Partial<JobRun>[]): string | undefined => {
    for (const [at, run] of runs.entries()) {
      const record: JobRun = { service: 'migrate', run_id: `r${at}`, trigger: 'operator', created_at: `2026-12-01T00:00:0${at}Z`, ...run };
      cluster.put('job-run', record, 'migrate', record.run_id);
    }
    const { blocked } = cluster.plan();
    return blocked.find(({ reason, key }) => reason === 'waiting_for_dependency' && key.endsWith('/web'))?.message;
  };
  assert.equal(told(), 'waits for migrate: the job has not run yet');
  assert.equal(told({ state: 'running' }), 'waits for migrate: its run r0 has not ended yet');
  assert.equal(told({ state: 'failed' }), 'waits for migrate: its last run, r0, failed');
  assert.equal(told({ state: 'succeeded' }, { state: 'stopped' }), 'waits for migrate: its last run, r1, was stopped');
  assert.equal(told({ state: 'failed' }, { state: 'succeeded' }), undefined);
});

test('services that wait for each other are told so, those that wait for them are not', () => {
  const cluster = twoNodes();
  cluster.put('service', serviceOf('a', { after: ['b'] }));
  cluster.put('service', serviceOf('b', { after: ['c'] }));
  cluster.put('service', serviceOf('c', { after: ['a'] }));
  cluster.put('service', serviceOf('web', { after: ['a'] }));
  cluster.settle();
  const told = (service: string): string | undefined =>
    cluster.status(service)?.conditions.find(({ type }) => type === 'dependency_cycle')?.message;
  assert.match(told('a') ?? '', /^a waits for b waits for c waits for a: none of them can be started/);
  assert.match(told('c') ?? '', /^c waits for a waits for b waits for c/);
  assert.equal(told('web'), undefined);
  assert.equal(waitOf(cluster, 'web'), 'waits for a: it has no ready instance');
  cluster.put('service', serviceOf('b'));
  cluster.settle();
  assert.equal(told('a'), undefined);
  for (const service of ['a', 'b', 'c', 'web']) assert.equal(cluster.status(service)?.ready, 1, service);
});

test('a way round is found exactly where there is one, and is one', () => {
  const graph = fc.array(fc.uniqueArray(fc.nat(7), { maxLength: 3 }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(graph, (edges) => {
      const afterOf = (name: string): string[] => (edges[Number(name)] ?? []).map(String);
      for (let at = 0; at < edges.length; at++) {
        const reached = new Set<string>();
        const open = afterOf(String(at));
        for (let next = open.pop(); next !== undefined; next = open.pop()) {
          if (reached.has(next)) continue;
          reached.add(next);
          open.push(...afterOf(next));
        }
        const way = cycleOf(String(at), afterOf);
        assert.equal(way !== undefined, reached.has(String(at)));
        if (!way) continue;
        assert.equal(way[0], String(at));
        assert.equal(way.at(-1), String(at));
        for (let step = 1; step < way.length; step++) assert.ok(afterOf(way[step - 1] ?? '').includes(way[step] ?? ''), way.join());
      }
    }),
  );
});
