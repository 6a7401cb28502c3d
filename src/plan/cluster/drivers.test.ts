// Nodes whose agents run only some of the drivers: where instances go, and what becomes of those that can't start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from '../../model/generated.ts';
import { ModelCluster, serviceOf } from './model-cluster.ts';

function nodes(drivers: Record<string, Node['drivers']>): ModelCluster {
  const cluster = new ModelCluster();
  for (const [id, runs] of Object.entries(drivers)) cluster.addNode(id, runs ? { drivers: runs } : {});
  cluster.settle();
  return cluster;
}

/** The agent of a node tells anew which drivers it runs. */
function tell(cluster: ModelCluster, id: string, drivers: NonNullable<Node['drivers']>): void {
  cluster.put('node', { ...cluster.node(id), node_id: id, ip: cluster.node(id)?.ip ?? '', drivers });
}

test('an instance goes only where its driver runs; an agent that has not told may run it', () => {
  const cluster = nodes({ a: ['process'], b: ['docker', 'process'], c: undefined });
  cluster.put('service', serviceOf('web', { replicas: 4 }));
  cluster.put('service', serviceOf('worker', { replicas: 3, run: { driver: 'process', command: ['/worker'] } }));
  cluster.settle();
  assert.deepEqual([...new Set(cluster.instances('web').map((i) => i.node_id))].sort(), ['b', 'c']);
  assert.deepEqual([...new Set(cluster.instances('worker').map((i) => i.node_id))].sort(), ['a', 'b', 'c']);
});

test('a service that no agent can run is pending, in words that say what to switch on', () => {
  const cluster = nodes({ a: ['process'], b: ['process'] });
  cluster.put('service', serviceOf('web'));
  cluster.settle();
  assert.deepEqual(cluster.instances('web'), []);
  assert.equal(
    cluster.status('web')?.blocked[0]?.message,
    'none of 2 nodes fits: driver removed 2 (the agent there has docker.enabled = false)',
  );
  tell(cluster, 'b', ['docker', 'process']);
  cluster.settle();
  assert.equal(cluster.instances('web')[0]?.node_id, 'b');
});

test('one that was placed before its node told moves, and the one that can not start goes first', () => {
  const cluster = nodes({ a: undefined });
  cluster.becomesReady = (instance) => instance.node_id !== 'a';
  cluster.put('service', serviceOf('web', { placement: { max_per_node: 1 } }));
  cluster.settle();
  assert.equal(cluster.instances('web')[0]?.node_id, 'a');
  cluster.addNode('b', { drivers: ['docker'] });
  tell(cluster, 'a', []);
  cluster.settle();
  assert.deepEqual(
    cluster.instances('web').map(({ node_id: node, state }) => `${node} ${state}`),
    ['b ready'],
  );
});

test('what serves on a node whose driver was switched off is left alone', () => {
  const cluster = nodes({ a: ['docker'], b: ['docker'] });
  cluster.put('service', serviceOf('web', { replicas: 2 }));
  cluster.settle();
  const before = cluster.instances('web');
  tell(cluster, 'a', []);
  cluster.settle();
  assert.deepEqual(cluster.instances('web'), before);
});

test('a volume holds its instance also where it can not start, and the status says so', () => {
  const cluster = nodes({ a: ['docker'], b: ['docker'] });
  cluster.becomesReady = () => false;
  cluster.put('service', serviceOf('db', { run: { image: 'db:1', volumes: [{ source: 'data', target: '/data' }] } }));
  cluster.settle();
  const [before] = cluster.instances('db');
  assert.ok(before);
  tell(cluster, before.node_id, ['process']);
  cluster.settle();
  assert.deepEqual(cluster.instances('db'), [before]);
  assert.match(cluster.status('db')?.blocked[0]?.message ?? '', /can't leave node \w, though its agent does not run the driver docker/);
});
