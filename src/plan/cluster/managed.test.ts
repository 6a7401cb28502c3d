import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ModelCluster, serviceOf } from './model-cluster.ts';

const revisionOf = (cluster: ModelCluster, image: string): string | undefined =>
  cluster.assignments('web').find((assignment) => assignment.run?.image === image)?.revision;

test('a rollout that overtakes another one at full surge: the slot that holds two gives one up, and enough stay ready', () => {
  const cluster = new ModelCluster();
  for (const id of ['a', 'b', 'c']) cluster.addNode(id);
  const serviceAs = (image: string) =>
    serviceOf('web', { replicas: 3, run: { image }, update: { min_ready_s: 5, max_surge: 1, deadline_s: 300 } });
  cluster.put('service', serviceAs('app:1'));
  cluster.settle();
  cluster.pass(10);
  cluster.put('service', serviceAs('app:2'));
  // Until the first of the second revision is ready, but not for min_ready_s: its slot holds both.
  for (let round = 0; round < 3; round++) {
    for (const action of cluster.plan().actions) cluster.apply(action);
    cluster.runAgents();
  }
  const both = cluster.instances('web');
  assert.equal(both.length, 4, 'the surge is used up');
  assert.equal(both.filter(({ revision }) => revision === revisionOf(cluster, 'app:2')).length, 1);
  cluster.put('service', serviceAs('app:3'));
  for (let second = 0; second < 120 && cluster.status('web')?.rollout?.state !== 'complete'; second++) {
    for (const action of cluster.plan().actions) {
      if (!cluster.apply(action)) continue;
      const ready = cluster.instances('web').filter((one) => one.state === 'ready' && one.desired === 'running');
      assert.ok(ready.length >= 3, `${ready.length} are ready after ${action.kind} ${action.key}`);
    }
    cluster.runAgents();
    cluster.pass(1);
  }
  assert.equal(cluster.status('web')?.rollout?.state, 'complete', `the rollout stands still: ${JSON.stringify(cluster.status('web'))}`);
  assert.ok(cluster.assignments('web').every(({ desired, run }) => desired !== 'running' || run?.image === 'app:3'));
});
