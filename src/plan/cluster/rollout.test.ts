import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Service } from '../../model/generated.ts';
import { ModelCluster, serviceOf } from './model-cluster.ts';

function clusterOf(count: number): ModelCluster {
  const cluster = new ModelCluster();
  for (const id of ['a', 'b', 'c', 'd'].slice(0, count)) cluster.addNode(id);
  return cluster;
}

function web(image: string, change: Partial<Service> = {}): Service {
  return serviceOf('web', { replicas: 3, run: { image }, ...change });
}

const imagesOf = (cluster: ModelCluster): string[] =>
  cluster
    .assignments('web')
    .filter(({ desired }) => desired === 'running')
    .map(({ run }) => run?.image ?? '')
    .sort();
const idsOf = (cluster: ModelCluster): string[] => cluster.instances('web').map(({ instance_id }) => instance_id);
const rolloutOf = (cluster: ModelCluster) => cluster.status('web')?.rollout;

/** Some passes, in which not everything can be done. */
function pass(cluster: ModelCluster, times: number): void {
  for (let round = 0; round < times; round++) {
    for (const action of cluster.plan().actions) cluster.apply(action);
    cluster.runAgents();
    cluster.pass(1);
  }
}

test('a paused service takes a new revision in and replaces nothing; resumed, it rolls out with its whole deadline', () => {
  const cluster = clusterOf(3);
  cluster.put('service', web('app:1'));
  cluster.settle();
  const before = idsOf(cluster);
  cluster.put('service', web('app:2', { update: { paused: true, deadline_s: 60 } }));
  cluster.settle();
  assert.deepEqual(idsOf(cluster), before);
  const { state, deadline } = rolloutOf(cluster) ?? {};
  assert.deepEqual({ state, deadline }, { state: 'paused', deadline: undefined });
  assert.match(cluster.status('web')?.blocked[0]?.message ?? '', /stands still until it is resumed/);
  cluster.pass(3600);
  cluster.settle();
  assert.equal(rolloutOf(cluster)?.state, 'paused', 'no deadline fires in a pause');
  cluster.put('service', web('app:2', { update: { deadline_s: 60 } }));
  pass(cluster, 1);
  assert.equal(Date.parse(rolloutOf(cluster)?.deadline ?? ''), cluster.nowMs - 1000 + 60_000);
  cluster.settle();
  assert.deepEqual(imagesOf(cluster), ['app:2', 'app:2', 'app:2']);
  assert.equal(rolloutOf(cluster)?.state, 'complete');
});

test('a rollout paused half way: what was replaced stays, what is missing comes back as the former revision, scaling goes on', () => {
  const cluster = clusterOf(4);
  cluster.put('service', web('app:1'));
  cluster.settle();
  cluster.put('service', web('app:2', { update: { min_ready_s: 3 } }));
  for (let round = 0; round < 60 && imagesOf(cluster).filter((image) => image === 'app:2').length < 2; round++) pass(cluster, 1);
  cluster.put('service', web('app:2', { update: { paused: true } }));
  cluster.settle();
  const half = imagesOf(cluster);
  assert.equal(half.length, 3);
  assert.ok(half.includes('app:1') && half.includes('app:2'), half.join());
  cluster.put('service', web('app:2', { replicas: 5, update: { paused: true } }));
  cluster.settle();
  assert.deepEqual(imagesOf(cluster), [...half, 'app:1', 'app:1'].sort());
  cluster.put('service', web('app:2', { replicas: 2 }));
  cluster.settle();
  assert.deepEqual(imagesOf(cluster), ['app:2', 'app:2']);
});

test('a pause holds a first deployment up no more than it would anything else: there is nothing to keep', () => {
  const cluster = clusterOf(3);
  cluster.put('service', web('app:1', { update: { paused: true } }));
  cluster.settle();
  assert.deepEqual(imagesOf(cluster), ['app:1', 'app:1', 'app:1']);
  assert.equal(rolloutOf(cluster)?.state, 'complete');
});

test('a rollout that failed and is paused, then replaced by another, goes on when it is resumed', () => {
  const cluster = clusterOf(3);
  cluster.put('service', web('app:1', { update: { deadline_s: 10 } }));
  cluster.settle();
  cluster.becomesReady = ({ instance_id }) =>
    cluster.assignments('web').find((one) => one.instance_id === instance_id)?.run?.image !== 'bad';
  cluster.put('service', web('bad', { update: { deadline_s: 10 } }));
  pass(cluster, 30);
  assert.equal(rolloutOf(cluster)?.state, 'failed');
  cluster.put('service', web('bad', { update: { deadline_s: 10, paused: true } }));
  pass(cluster, 5);
  assert.equal(rolloutOf(cluster)?.state, 'paused');
  assert.deepEqual(imagesOf(cluster), ['app:1', 'app:1', 'app:1']);
  cluster.put('service', web('app:3', { update: { paused: true } }));
  pass(cluster, 5);
  assert.equal(rolloutOf(cluster)?.state, 'paused');
  cluster.put('service', web('app:3'));
  cluster.settle();
  assert.deepEqual(imagesOf(cluster), ['app:3', 'app:3', 'app:3']);
});

test('a raised restart counter replaces every instance with one of the same spec, within the limits; undone, the former revision is back', () => {
  const cluster = clusterOf(3);
  cluster.put('service', web('app:1'));
  cluster.settle();
  const before = idsOf(cluster);
  const first = cluster.status('web')?.revision;
  cluster.put('service', web('app:1', { restart: 1 }));
  cluster.settle(200, () => {
    assert.ok(cluster.instances('web').filter((one) => one.state === 'ready' && one.desired === 'running').length >= 3);
  });
  assert.ok(idsOf(cluster).every((id) => !before.includes(id)));
  assert.deepEqual(imagesOf(cluster), ['app:1', 'app:1', 'app:1']);
  assert.notEqual(cluster.status('web')?.revision, first);
  cluster.put('service', web('app:1'));
  cluster.settle();
  assert.equal(cluster.status('web')?.revision, first);
});

test('revisions are numbered in the order they were asked for; one that is asked for again is the newest; the oldest are forgotten', () => {
  const cluster = clusterOf(3);
  for (let version = 1; version <= 4; version++) {
    cluster.put('service', web(`app:${version}`));
    cluster.settle();
  }
  cluster.put('service', web('app:2'));
  cluster.settle();
  const numbered = (): [number | undefined, string | undefined][] =>
    [...(cluster.tables.revisions.get('web')?.values() ?? [])]
      .map(({ record }): [number | undefined, string | undefined] => [record.number, record.spec.run.image])
      .sort(([a = 0], [b = 0]) => a - b);
  assert.deepEqual(numbered(), [
    [1, 'app:1'],
    [3, 'app:3'],
    [4, 'app:4'],
    [5, 'app:2'],
  ]);
  for (let version = 5; version <= 12; version++) {
    cluster.put('service', web(`app:${version}`));
    cluster.settle();
  }
  const images = numbered().map(([, image]) => image);
  assert.equal(images.length, 10);
  assert.ok(images.includes('app:2') && !images.includes('app:1') && !images.includes('app:3'), images.join());
});
