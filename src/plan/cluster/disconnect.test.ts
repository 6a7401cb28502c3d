import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Service } from '../../model/generated.ts';
import { doublesWarning } from './disconnect.ts';
import { ModelCluster, serviceOf } from './model-cluster.ts';

function threeNodes(): ModelCluster {
  const cluster = new ModelCluster();
  for (const id of ['a', 'b', 'c']) cluster.addNode(id);
  cluster.settle();
  return cluster;
}

/** `web` waits ten minutes for a lost node, `api` no longer than the cluster does; node `a` has one of each, and is lost. */
function lostNode(): ModelCluster {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3, disconnect: { replace_after_s: 600, stop_after_s: 100 } }));
  cluster.put('service', serviceOf('api', { replicas: 3 }));
  cluster.settle();
  cluster.die('a');
  cluster.settle();
  cluster.pass(31);
  cluster.settle();
  assert.equal(cluster.node('a')?.state, 'failed');
  return cluster;
}

const on = (cluster: ModelCluster, service: string, node: string): number =>
  cluster.instances(service).filter((instance) => instance.node_id === node).length;

test('a service that waits longer keeps its instance on a failed node until then, says so, and then replaces it', () => {
  const cluster = lostNode();
  assert.equal(on(cluster, 'api', 'a'), 0, 'others are replaced after the grace');
  assert.equal(on(cluster, 'web', 'a'), 1);
  const [held] = cluster.instances('web').filter(({ node_id }) => node_id === 'a');
  assert.equal(held?.state, 'unhealthy');
  assert.ok(cluster.assignments('web').every(({ stop_after_s }) => stop_after_s === 100));
  const [blocked] = cluster.status('web')?.blocked ?? [];
  assert.equal(blocked?.reason, 'node_lost');
  assert.match(blocked.message, /node a, which is lost; another one takes its place when the node was away for 600 s/);
  const leftMs = Date.parse(blocked.retry_at ?? '') - cluster.nowMs;
  assert.ok(leftMs > 500_000 && leftMs < 600_000, `${leftMs} ms`);
  assert.equal(cluster.plan().blocked.find(({ reason }) => reason === 'node_lost')?.retryAt, cluster.nowMs + leftMs);

  // Another leader counts on, by what is recorded.
  cluster.leaderSinceMs = cluster.monotonicMs;
  cluster.absentSinceMs.set('a', cluster.monotonicMs);
  cluster.pass(leftMs / 1000 - 1);
  cluster.settle();
  assert.equal(on(cluster, 'web', 'a'), 1);
  cluster.pass(2);
  cluster.settle();
  assert.equal(on(cluster, 'web', 'a'), 0);
  assert.equal(cluster.status('web')?.ready, 3);
  cluster.live('a');
  cluster.settle();
  assert.equal(cluster.instances('web').length, 3);
});

test('a node that is back in time has its instance as it was: nothing was made twice', () => {
  const cluster = lostNode();
  const before = cluster.instances('web').map(({ instance_id }) => instance_id);
  cluster.live('a');
  cluster.settle();
  assert.deepEqual(
    cluster.instances('web').map(({ instance_id }) => instance_id),
    before,
  );
  assert.equal(cluster.status('web')?.ready, 3);
});

test('what is waited for ends where it is not wanted any more: scaled down, deleted by hand, its service deleted', () => {
  const scaled = lostNode();
  scaled.put('service', serviceOf('web', { replicas: 2, disconnect: { replace_after_s: 600 } }));
  scaled.settle();
  assert.equal(on(scaled, 'web', 'a'), 0);
  assert.equal(scaled.status('web')?.ready, 2);
  const byHand = lostNode();
  const held = byHand.instances('web').find(({ node_id }) => node_id === 'a');
  byHand.delete(byHand.key('instance', 'web', held?.instance_id ?? ''));
  byHand.settle();
  assert.equal(on(byHand, 'web', 'a'), 0);
  assert.equal(byHand.status('web')?.ready, 3);
  const deleted = lostNode();
  deleted.delete(deleted.key('service', 'web'));
  deleted.settle();
  assert.deepEqual(deleted.instances('web'), []);
});

test('a rollout that may do with one less does not wait for what is waited for, and brings the rest up to date when the node is back', () => {
  const cluster = lostNode();
  const update = { max_unavailable: 1 };
  const next: Partial<Service> = { replicas: 3, run: { image: 'app:2' }, disconnect: { replace_after_s: 600 }, update };
  cluster.put('service', serviceOf('web', next));
  cluster.settle();
  assert.equal(cluster.status('web')?.rollout?.state, 'complete');
  assert.equal(on(cluster, 'web', 'a'), 1);
  assert.equal(cluster.assignments('web').filter(({ run }) => run?.image === 'app:2').length, 2);
  cluster.live('a');
  cluster.settle();
  assert.ok(cluster.assignments('web').every(({ run }) => run?.image === 'app:2'));
  assert.equal(cluster.instances('web').length, 3);
});

test('limits and the hook of a service change in place, also away again', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { disconnect: { stop_after_s: 60 }, pre_stop: { path: '/bye' } }));
  cluster.settle();
  const [before] = cluster.assignments('web');
  assert.deepEqual([before?.stop_after_s, before?.pre_stop], [60, { path: '/bye' }]);
  cluster.put('service', serviceOf('web', { pre_stop: { path: '/bye', timeout_s: 3 } }));
  cluster.settle();
  const [after] = cluster.assignments('web');
  assert.equal(after?.instance_id, before?.instance_id);
  assert.deepEqual([after?.stop_after_s, after?.pre_stop], [undefined, { path: '/bye', timeout_s: 3 }]);
  cluster.put('service', serviceOf('web'));
  cluster.settle();
  assert.equal(cluster.assignments('web')[0]?.pre_stop, undefined);
});

test('doubles are possible where the stop may be over only after the replacement', () => {
  const of = (disconnect: Service['disconnect'], more: Partial<Service> = {}): Service =>
    serviceOf('web', { drain_s: 5, run: { image: 'a', stop_timeout_s: 5 }, ...(disconnect && { disconnect }), ...more });
  assert.equal(doublesWarning(of(undefined), 30), undefined);
  assert.equal(doublesWarning(of({ replace_after_s: 100 }), 30), undefined, 'nothing is promised of one');
  assert.equal(doublesWarning(of({ stop_after_s: 20 }), 30), undefined);
  assert.match(doublesWarning(of({ stop_after_s: 21 }), 30) ?? '', /may run for 31 s .*after 30/);
  assert.equal(doublesWarning(of({ stop_after_s: 90, replace_after_s: 100 }), 30), undefined);
  assert.match(doublesWarning(of({ stop_after_s: 100, replace_after_s: 100 }), 30) ?? '', /for a while there may be two/);
  assert.match(doublesWarning(of({ stop_after_s: 90, replace_after_s: 100 }, { pre_stop: { path: '/x' } }), 30) ?? '', /pre_stop 10/);
});
