import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holderOf, leftOnNodes } from './drain.ts';
import { ModelCluster, serviceOf } from './model-cluster.ts';

function cluster(): ModelCluster {
  const made = new ModelCluster();
  for (const id of ['a', 'b', 'c']) made.addNode(id);
  made.settle();
  return made;
}

function drain(of: ModelCluster, id: string): void {
  const node = of.tables.nodes.get(id)?.record;
  assert.ok(node);
  of.put('node', { ...node, intent: 'draining' });
}

const conditionOf = (of: ModelCluster, id: string) => of.node(id)?.conditions?.find(({ type }) => type === 'draining');
const left = (of: ModelCluster, id: string): string[] =>
  (leftOnNodes(of.tables, new Set([id])).get(id) ?? []).map((one) => `${one.service}: ${holderOf(of.tables, one)}`);

test('a node is not drained while a record of an instance on it is broken, whatever of it can still be read', () => {
  for (const text of ['not JSON {"node_id": "a"', '[]']) {
    const of = cluster();
    of.put('service', serviceOf('web', { replicas: 3 }));
    of.settle();
    const [instance] = of.instances('web').filter(({ node_id }) => node_id === 'a');
    assert.ok(instance);
    of.putText(of.key('instance', 'web', instance.instance_id), text);
    drain(of, 'a');
    of.settle();
    assert.equal(conditionOf(of, 'a')?.reason, 'in_progress');
    assert.deepEqual(left(of, 'a'), ['web: its record is broken']);
    // Without its assignment nobody knows where it is but for what its text says.
    of.delete(of.key('assignment', 'a', 'web', instance.instance_id));
    of.settle();
    assert.deepEqual(left(of, 'a').length, 1);
    assert.equal(conditionOf(of, 'a')?.reason, 'in_progress');
    assert.deepEqual(
      left(of, 'b').length,
      text === '[]'
        ? 1 + of.instances('web').filter((i) => i.node_id === 'b').length
        : of.instances('web').filter((i) => i.node_id === 'b').length,
    );
    of.delete(of.key('instance', 'web', instance.instance_id));
    of.settle();
    assert.equal(conditionOf(of, 'a')?.reason, 'done');
  }
});

test('a broken assignment, and one without its instance, are left', () => {
  const of = cluster();
  of.put('service', serviceOf('web', { replicas: 3 }));
  of.settle();
  const [instance] = of.instances('web').filter(({ node_id }) => node_id === 'a');
  assert.ok(instance);
  of.putText(of.key('assignment', 'a', 'web', instance.instance_id), '{}');
  drain(of, 'a');
  of.settle();
  assert.deepEqual(left(of, 'a'), ['web: its assignment is broken']);
  of.delete(of.key('instance', 'web', instance.instance_id));
  of.settle();
  assert.deepEqual(left(of, 'a'), ['web: its assignment is broken']);
  assert.equal(conditionOf(of, 'a')?.reason, 'in_progress');
});

test('what holds each instance is told: no room elsewhere, a volume, a dependency, a broken service', () => {
  const of = new ModelCluster();
  of.addNode('a', { labels: { zone: 'x' } });
  of.addNode('b');
  of.settle();
  of.put('service', serviceOf('tied', { placement: { constraints: ['zone==x'] } }));
  of.put(
    'service',
    serviceOf('data', { placement: { constraints: ['zone==x'] }, run: { image: 'app:1', volumes: [{ source: 'd', target: '/d' }] } }),
  );
  of.put('service', serviceOf('broken', { placement: { constraints: ['zone==x'] } }));
  of.put('service', serviceOf('db'));
  of.settle();
  of.put('service', serviceOf('waiting', { placement: { constraints: ['zone==x'] }, after: ['db'] }));
  of.settle();
  of.put('service', serviceOf('waiting', { after: ['nothing'] }));
  of.putText(of.key('service', 'broken'), '{}');
  drain(of, 'a');
  of.settle();
  const told = left(of, 'a').filter((line) => !line.startsWith('db'));
  assert.match(told[0] ?? '', /^broken: the record of its service is broken/);
  assert.match(told[1] ?? '', /^data: bound: .* has a local volume/);
  assert.match(told[2] ?? '', /^tied: no_node: none of 2 nodes fits: active removed 1, constraints removed 1/);
  assert.match(told[3] ?? '', /^waiting: waiting_for_dependency: waits for nothing: there is no such service/);
  assert.equal(told.length, 4);
  assert.equal(conditionOf(of, 'a')?.message, '4 instances are left on it');
});

test('replacements are ready first while a node is drained, and max_unavailable holds after every action', () => {
  for (const unavailable of [0, 1]) {
    const of = cluster();
    of.put('service', serviceOf('web', { replicas: 4, update: { max_unavailable: unavailable } }));
    of.settle();
    drain(of, 'a');
    of.settle(80, () => {
      const ready = of.instances('web').filter((one) => one.state === 'ready' && one.desired === 'running').length;
      assert.ok(ready >= 4 - unavailable, `${ready} ready`);
    });
    assert.deepEqual(left(of, 'a'), []);
    assert.equal(conditionOf(of, 'a')?.reason, 'done');
    assert.equal(of.status('web')?.ready, 4);
  }
});

test('a cordoned node keeps what runs and gets nothing new; taken into service again it is placed on', () => {
  const of = cluster();
  of.put('service', serviceOf('web', { replicas: 3 }));
  of.settle();
  const before = of.instances('web').filter(({ node_id }) => node_id === 'a');
  const node = of.tables.nodes.get('a')?.record;
  assert.ok(node);
  of.put('node', { ...node, intent: 'cordoned' });
  of.put('service', serviceOf('web', { replicas: 6 }));
  of.settle();
  assert.deepEqual(
    of.instances('web').filter(({ node_id }) => node_id === 'a'),
    before,
  );
  assert.equal(of.node('a')?.state, 'active');
  of.put('node', node);
  of.put('service', serviceOf('web', { replicas: 9 }));
  of.settle();
  assert.ok(of.instances('web').filter(({ node_id }) => node_id === 'a').length > before.length);
});
