import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateRecord } from '../../model/validate.ts';
import type { EventNote } from '../event.ts';
import { type ClusterFindings, eventsOfAction, eventsOfFindings, findingsOf, subjectOf } from './events.ts';
import { clusterId, ModelCluster, serviceOf } from './model-cluster.ts';

/** A cluster that is brought to rest as a controller would, and what it tells meanwhile. */
class Told {
  readonly cluster = new ModelCluster();
  notes: EventNote[] = [];
  #before: ClusterFindings | undefined;

  constructor(nodes = 3) {
    for (let at = 1; at <= nodes; at++) this.cluster.addNode(`node-${at}`);
  }

  /** What is told until nothing is left to do; `kind/id reason` each, in order. */
  settle(): string[] {
    const { cluster } = this;
    this.notes = [];
    for (let round = 0; round < 100; round++) {
      const before = cluster.revision;
      const plan = cluster.plan();
      const findings = findingsOf(cluster.tables, plan);
      this.notes.push(...eventsOfFindings(cluster.tables, this.#before, findings));
      this.#before = findings;
      for (const action of plan.actions) {
        const told = eventsOfAction(action, cluster.tables);
        if (cluster.apply(action)) this.notes.push(...told);
      }
      cluster.runAgents();
      if (cluster.revision === before) break;
      cluster.pass(1);
    }
    for (const note of this.notes) {
      const at = '2026-12-01T00:00:00.000Z';
      const checked = validateRecord('event', { ...note, count: 1, first_at: at, last_at: at }, { unknownFields: 'refuse' });
      assert.ok(checked.ok, `${JSON.stringify(note)}: ${JSON.stringify(checked)}`);
    }
    return this.notes.map(({ kind, id, reason }) => `${kind}/${id.replace(/-[0-9a-f]{6}$/, '')} ${reason}`);
  }

  find(reason: string): EventNote {
    const found = this.notes.find((note) => note.reason === reason);
    assert.ok(found, `no ${reason} among ${JSON.stringify(this.notes)}`);
    return found;
  }
}

function atRest(replicas = 2, more: Parameters<typeof serviceOf>[1] = {}): Told {
  const told = new Told();
  told.cluster.put('service', serviceOf('web', { replicas, ...more }));
  told.settle();
  return told;
}

test('a first deploy: nodes that take work, instances that are placed, a rollout from its begin to its end', () => {
  const told = new Told();
  told.cluster.put('service', serviceOf('web', { replicas: 2 }));
  const all = told.settle();
  for (const one of [
    'node/node-1 active',
    'service/web created',
    'service/web rollout_started',
    'instance/web-0 placed',
    'instance/web-1 placed',
  ])
    assert.equal(all.filter((other) => other === one).length, 1, one);
  assert.equal(all.at(-1), 'service/web rollout_complete');
  assert.match(told.find('placed').cause ?? '', /a replica is missing/);
  assert.equal(told.find('placed').service, 'web', "an instance's events are its service's too");
  assert.deepEqual(told.settle(), [], 'a cluster at rest has nothing to tell');
});

test('a new revision: each instance is replaced, and says by what', () => {
  const told = atRest(1);
  told.cluster.put('service', serviceOf('web', { replicas: 1, run: { image: 'app:2' } }));
  const all = told.settle();
  for (const one of ['placed', 'draining', 'deleted']) assert.ok(all.includes(`instance/web-0 ${one}`), `${one}: ${all.join()}`);
  assert.match(told.find('placed').cause ?? '', /revision \w+ takes its place/);
  assert.deepEqual(
    all.filter((one) => one.startsWith('service/web')),
    ['service/web rollout_started', 'service/web rollout_complete'],
  );
});

test('paused, resumed, failed, rolled back', () => {
  const told = atRest(1);
  const { cluster } = told;
  const service = (image: string, update: object) => serviceOf('web', { replicas: 1, run: { image }, update });
  cluster.put('service', service('app:2', { paused: true }));
  assert.deepEqual(told.settle(), ['service/web rollout_paused']);
  cluster.put('service', service('app:2', {}));
  assert.deepEqual(
    told.settle().filter((one) => one.startsWith('service')),
    ['service/web rollout_resumed', 'service/web rollout_complete'],
  );
  cluster.becomesReady = () => false;
  for (const rollback of [false, true]) {
    cluster.put('service', service(`app:${rollback ? 4 : 3}`, { deadline_s: 60, auto_rollback: rollback }));
    told.settle();
    told.find('rollout_started');
    cluster.pass(61);
    told.settle();
    assert.match(told.find(rollback ? 'rollout_rolled_back' : 'rollout_failed').message, /was not ready within 60 s/);
  }
});

test('scaled, and what can not be placed as it begins and ends', () => {
  const told = atRest(1, { placement: { max_per_node: 1 } });
  const scale = (replicas: number): string[] => {
    told.cluster.put('service', serviceOf('web', { replicas, placement: { max_per_node: 1 } }));
    return told.settle();
  };
  assert.ok(scale(5).includes('service/web scaled'));
  assert.equal(told.find('scaled').message, 'from 1 to 5 instances');
  assert.match(told.find('no_node').message, /slot 3: none of 3 nodes fits/);
  assert.ok(scale(3).includes('service/web no_node_over'));
});

test('a node that is lost, failed, back; one that is drained and active again', () => {
  const told = atRest(3);
  const { cluster } = told;
  cluster.die('node-2');
  const lost = told.settle();
  assert.ok(lost.includes('node/node-2 lost') && lost.some((one) => /^instance\/web-\d node_lost$/.test(one)), lost.join());
  cluster.pass(31);
  const failed = told.settle();
  assert.ok(failed.includes('node/node-2 failed'), failed.join());
  assert.match(told.find('placed').cause ?? '', /node node-2 is failed/);
  cluster.live('node-2');
  const back = told.settle();
  assert.deepEqual(
    back.filter((one) => one.startsWith('node')),
    ['node/node-2 back'],
  );
  const intent = (wish: 'draining' | 'active'): string[] => {
    const node = cluster.node('node-2');
    assert.ok(node);
    cluster.put('node', { ...node, intent: wish });
    return told.settle().filter((one) => one.startsWith('node'));
  };
  assert.deepEqual(intent('draining'), ['node/node-2 draining', 'node/node-2 drained']);
  assert.deepEqual(intent('active'), ['node/node-2 active']);
});

test('mass loss is told once, as the cluster, and so is its end', () => {
  const told = new Told(6);
  told.cluster.put('service', serviceOf('web', { replicas: 6 }));
  told.settle();
  for (const at of [1, 2, 3, 4]) told.cluster.die(`node-${at}`);
  assert.deepEqual(told.settle(), [`cluster/${clusterId} mass_loss`]);
  for (const at of [1, 2, 3, 4]) told.cluster.live(`node-${at}`);
  assert.deepEqual(told.settle(), [`cluster/${clusterId} mass_loss_over`]);
});

test('a record that is broken and mended is told of what it is about', () => {
  const told = atRest(1);
  const { cluster } = told;
  const [instance] = cluster.instances('web');
  const service = cluster.store.get(cluster.key('service', 'web'))?.value ?? '';
  cluster.putText(cluster.key('service', 'web'), '{"name":"web"}');
  assert.deepEqual(told.settle(), ['service/web invalid_record']);
  assert.match(told.find('invalid_record').message, /services\/web: \$/);
  cluster.putText(cluster.key('service', 'web'), service);
  assert.deepEqual(told.settle(), ['service/web mended']);
  cluster.putText(cluster.key('instance', 'web', instance?.instance_id ?? ''), '{');
  assert.deepEqual(told.settle(), ['instance/web-0 invalid_record']);
});

test('a record that was deleted by hand is restored; one that was written by hand is adopted', () => {
  const told = atRest(1);
  const { cluster } = told;
  const [instance] = cluster.instances('web');
  assert.ok(instance);
  cluster.delete(cluster.key('instance', 'web', instance.instance_id));
  assert.ok(told.settle().includes('instance/web-0 restored'));
  cluster.put('service', serviceOf('web', { replicas: 2 }));
  cluster.put('instance', { instance_id: 'by-hand', service: 'web', node_id: 'node-3', ip: '10.0.0.3', port: 9999, state: 'ready' });
  assert.ok(told.settle().includes('instance/by-hand adopted'));
});

test('a service that is deleted ends as it began: told', () => {
  const told = atRest(1);
  told.cluster.delete(told.cluster.key('service', 'web'));
  assert.deepEqual(told.settle(), ['instance/web-0 draining', 'instance/web-0 deleted', 'service/web deleted']);
});

test('keys of all kinds have a subject or none', () => {
  const cluster = new ModelCluster();
  assert.deepEqual(subjectOf(clusterId, cluster.key('job-run', 'backup', 'nightly')), {
    kind: 'job-run',
    id: 'backup.nightly',
    service: 'backup',
  });
  assert.deepEqual(subjectOf(clusterId, cluster.key('assignment', 'node-1', 'web', 'web-0')), {
    kind: 'instance',
    id: 'web-0',
    service: 'web',
  });
  assert.deepEqual(subjectOf(clusterId, cluster.key('ca')), { kind: 'cluster', id: clusterId });
  assert.deepEqual(subjectOf(clusterId, cluster.key('ingress', 'node-1')), { kind: 'node', id: 'node-1' });
  assert.equal(subjectOf(clusterId, cluster.key('event', 'node', 'node-1', 'lost')), undefined);
  assert.equal(subjectOf(clusterId, 'elsewhere'), undefined);
});
