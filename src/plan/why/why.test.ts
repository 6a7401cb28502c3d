// What an operator is answered, for each thing that can stand in the way; over a cluster in memory, so that the answer is
// about what the planner really made of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import { planCluster } from '../cluster/cluster.ts';
import { agentConditions } from '../node/report.ts';
import { ModelCluster, serviceOf } from '../cluster/model-cluster.ts';
import { explain, memoryOfRecords } from './why.ts';
import { advisedReasons } from './advice.ts';
import type { Explanation, Obstacle, WhySubject } from './parts.ts';

interface Asked {
  events?: Event[];
  noLeader?: boolean;
}

/** Asks as ctl does: with what records and events tell, not with what the controller remembers. */
function ask(cluster: ModelCluster, kind: WhySubject['kind'], ids: string[], { events = [], noLeader = false }: Asked = {}): Explanation {
  const entries = events.map((record, at) => ({
    key: `e${at}`,
    modRevision: at + 1,
    createRevision: at + 1,
    lease: '1',
    record,
    unknown: [],
  }));
  const memory = memoryOfRecords(cluster.tables, entries, cluster.nowMs, 77_000);
  const snapshot = { ...cluster.snapshot(), monotonicMs: 77_000, memory };
  const answer = explain(
    { snapshot, plan: planCluster(snapshot), events: entries, leader: noLeader ? undefined : 'controller-1' },
    { kind, ids },
  );
  assert.ok(answer, `${kind} ${ids.join('/')} is not known`);
  for (const one of answer.blocked) assert.ok(one.do.length > 10, `${one.reason} comes without advice`);
  assert.ok(answer.next.length > 0, 'nothing is said of what follows');
  return answer;
}

function obstacle(answer: Explanation, reason: string): Obstacle {
  const found = answer.blocked.find((one) => one.reason === reason);
  assert.ok(found, `no ${reason} among ${JSON.stringify(answer.blocked, null, 1)}`);
  return found;
}

function event(cluster: ModelCluster, change: Partial<Event>): Event {
  const at = timestamp(cluster.nowMs);
  return {
    kind: 'instance',
    id: 'x',
    reason: 'ready',
    message: 'ready',
    count: 1,
    first_at: at,
    last_at: at,
    by: 'agent/node-1',
    ...change,
  };
}

function three(): ModelCluster {
  const cluster = new ModelCluster();
  for (const id of ['node-1', 'node-2', 'node-3']) cluster.addNode(id, { capacity: { cpu_millicores: 4000, memory_bytes: 4 * 1024 ** 3 } });
  return cluster;
}

/** A service with its instances ready, and a cluster at rest. */
function serving(replicas = 2, more: Parameters<typeof serviceOf>[1] = {}): ModelCluster {
  const cluster = three();
  cluster.put('service', serviceOf('web', { replicas, ...more }));
  cluster.settle();
  return cluster;
}

test('a service that is as it is wanted: nothing is in the way and nothing follows', () => {
  const answer = ask(serving(), 'service', ['web']);
  assert.deepEqual(answer.blocked, []);
  assert.deepEqual(answer.next, [{ what: 'nothing: it is as it is wanted', when: 'until something changes' }]);
  assert.match(answer.wanted.join(), /2 instances of app:1, driver docker/);
  assert.match(answer.is.join(), /2 of 2 ready/);
});

test('what is not there is not explained', () => {
  const cluster = serving();
  const snapshot = cluster.snapshot();
  for (const [kind, ids] of [
    ['service', ['wep']],
    ['instance', ['web', 'web-7']],
    ['node', ['node-9']],
    ['job-run', ['web', 'r1']],
  ] as const)
    assert.equal(explain({ snapshot, plan: cluster.plan(), events: [], leader: 'c' }, { kind, ids }), undefined);
});

test('no node fits: which filter removed how many, and what each node lacks', () => {
  const cluster = three();
  cluster.put('node', { ...cluster.tables.nodes.get('node-1')?.record, node_id: 'node-1', ip: '10.0.0.1', intent: 'cordoned' });
  cluster.put('service', serviceOf('web', { resources: { cpu_millicores: 5000 }, placement: { constraints: ['zone!=x'] } }));
  cluster.settle();
  const found = obstacle(ask(cluster, 'service', ['web']), 'no_node');
  assert.match(found.why, /none of 3 nodes fits: active removed 1, resources removed 2/);
  assert.match(found.why, /node-1 is cordoned/);
  assert.match(found.why, /node-2 has too little room: 4000 of 4000 millicores free, 5000 wanted/);
  assert.ok(found.since);
  assert.match(found.do, /room/);
});

test('no node fits: roles, constraints, drivers, ports and max_per_node are told apart', () => {
  const asked = (more: Parameters<typeof serviceOf>[1], node: object = {}): string => {
    const cluster = new ModelCluster();
    cluster.addNode('node-1', node);
    cluster.put('service', serviceOf('web', more));
    cluster.settle();
    return obstacle(ask(cluster, 'service', ['web']), 'no_node').why;
  };
  assert.match(asked({ placement: { roles: ['gpu'] } }), /node-1 lacks the role gpu/);
  assert.match(
    asked({ placement: { constraints: ['zone==a'] } }, { labels: { zone: 'b' } }),
    /does not meet zone==a: its labels are zone=b/,
  );
  assert.match(asked({}, { drivers: ['process'] }), /node-1 does not run the driver docker/);
  assert.match(asked({ replicas: 2, placement: { max_per_node: 1 } }), /has 1 of it already; max_per_node is 1/);
  assert.match(asked({ replicas: 2, run: { image: 'app:1', host_port: 8080 } }), /has port 8080 of 127.0.0.1 in use/);
});

test('no node fits because foreign processes hold the ports: until when they are left alone, and then it is placed', () => {
  const cluster = new ModelCluster();
  cluster.addNode('node-1', { port_range: { from: 20_000, to: 20_002 } });
  const until = cluster.monotonicMs + 60_000;
  cluster.avoidedPorts.set('machine-node-1', new Map([[20_001, until]]));
  cluster.put('service', serviceOf('web'));
  cluster.settle();
  const blocked = cluster.status('web')?.blocked[0];
  const untilMs = cluster.nowMs + until - cluster.monotonicMs;
  assert.equal(Math.abs(Date.parse(blocked?.retry_at ?? '') - untilMs) < 2000, true, JSON.stringify(blocked));
  const answer = ask(cluster, 'service', ['web']);
  assert.match(obstacle(answer, 'no_node').why, /ports removed 1/);
  assert.deepEqual(
    answer.next.map(({ what, when }) => [what.split(':')[0], when]),
    [
      ['slot 0 is tried again', blocked?.retry_at],
      [
        'the rollout has failed, where not all of revision ' + (cluster.status('web')?.revision ?? '') + ' is ready by then',
        cluster.status('web')?.rollout?.deadline,
      ],
    ],
    'the records alone would have it placed now; the controller knows better',
  );
  const revision = cluster.revision;
  cluster.pass(10);
  cluster.settle();
  assert.equal(cluster.revision, revision, 'the time that is left is no news');
  cluster.pass(60);
  cluster.avoidedPorts.clear();
  cluster.settle();
  assert.equal(cluster.status('web')?.ready, 1);
});

test('an image that is missing: which, since when, and what to do', () => {
  const cluster = three();
  cluster.becomesReady = () => false;
  cluster.put('service', serviceOf('web'));
  cluster.settle();
  const [instance] = cluster.instances('web');
  assert.ok(instance);
  cluster.put('instance', { ...instance, reason: 'image_missing: app:1: manifest unknown' });
  const missing = event(cluster, {
    id: instance.instance_id,
    service: 'web',
    reason: 'image_missing',
    first_at: '2025-12-01T00:00:00.000Z',
    count: 4,
  });
  for (const answer of [
    ask(cluster, 'service', ['web'], { events: [missing] }),
    ask(cluster, 'instance', ['web', instance.instance_id], { events: [missing] }),
  ]) {
    const found = obstacle(answer, 'image_missing');
    assert.equal(found.what, instance.instance_id);
    assert.match(found.why, /app:1: manifest unknown/);
    assert.equal(found.since, missing.first_at);
    assert.match(found.do, /run\.image/);
    assert.deepEqual(answer.history, [missing]);
  }
});

test('a port that is taken: freed by hand where it is fixed, replaced by itself where it is not', () => {
  for (const fixed of [true, false]) {
    const cluster = three();
    cluster.becomesReady = () => false;
    cluster.put('service', serviceOf('web', fixed ? { run: { image: 'app:1', host_port: 8080 } } : {}));
    cluster.settle();
    const [instance] = cluster.instances('web');
    assert.ok(instance);
    cluster.put('instance', { ...instance, reason: `port_taken: 127.0.0.1:${instance.port} is held by another process` });
    const answer = ask(cluster, 'service', ['web']);
    assert.match(obstacle(answer, 'port_taken').do, /free the port/);
    const replaced = answer.next.some(({ what, when }) => when === 'now' && /a foreign process holds its port/.test(what));
    assert.equal(replaced, !fixed, JSON.stringify(answer.next));
  }
});

test('waiting for a dependency: which one', () => {
  const cluster = three();
  cluster.put('service', serviceOf('web', { after: ['db'] }));
  cluster.settle();
  const answer = ask(cluster, 'service', ['web']);
  assert.match(obstacle(answer, 'waiting_for_dependency').why, /db/);
  assert.match(answer.wanted.join(), /nothing starts before db/);
});

test('a paused rollout: how to resume it', () => {
  const cluster = serving(2, { update: { paused: true } });
  cluster.put('service', serviceOf('web', { replicas: 2, update: { paused: true }, run: { image: 'app:2' } }));
  cluster.settle();
  const answer = ask(cluster, 'service', ['web']);
  assert.equal(obstacle(answer, 'rollout_paused').do, 'photoncloud-ctl rollout resume web');
  assert.match(answer.is.join(), /is paused/);
});

test('a rollout under way tells when it fails, one that failed what to do', () => {
  const cluster = serving(2, { mesh_mode: 'none' });
  const former = cluster.instances('web')[0]?.revision;
  cluster.becomesReady = ({ revision }) => revision === former;
  cluster.put('service', serviceOf('web', { replicas: 2, mesh_mode: 'none', run: { image: 'app:2' }, update: { deadline_s: 60 } }));
  cluster.settle();
  const under = ask(cluster, 'service', ['web']);
  const deadline = cluster.status('web')?.rollout?.deadline;
  assert.ok(
    under.next.some(({ what, when }) => when === deadline && /the rollout has failed/.test(what)),
    JSON.stringify(under.next),
  );
  assert.match(obstacle(under, 'starting').do, /the log of the agent/);
  cluster.pass(61);
  cluster.settle();
  const failed = ask(cluster, 'service', ['web']);
  assert.match(obstacle(failed, 'rollout_failed').do, /photoncloud-ctl rollout undo web/);
});

test('min_ready: until when what is ready does not count', () => {
  const cluster = serving(1, { update: { min_ready_s: 30 } });
  const former = cluster.instances('web')[0];
  cluster.put('service', serviceOf('web', { replicas: 1, update: { min_ready_s: 30 }, run: { image: 'app:2' } }));
  for (let round = 0; round < 3; round++) {
    for (const action of cluster.plan().actions) cluster.apply(action);
    cluster.runAgents();
  }
  const fresh = cluster.instances('web').find(({ revision }) => revision !== former?.revision);
  assert.equal(fresh?.state, 'ready');
  const ready = event(cluster, { id: fresh?.instance_id ?? '', service: 'web' });
  cluster.pass(10);
  const found = obstacle(ask(cluster, 'service', ['web'], { events: [ready] }), 'min_ready');
  assert.equal(found.retry_at, timestamp(cluster.nowMs + 20_000));
});

test('a lost node: when it counts as failed, and what then', () => {
  const cluster = serving(3);
  cluster.die('node-2');
  cluster.settle();
  cluster.pass(10);
  const lost = cluster.instances('web').find(({ node_id }) => node_id === 'node-2');
  assert.ok(lost);
  const since = cluster.node('node-2')?.conditions?.find(({ type }) => type === 'node_lost')?.since;
  const failsAt = timestamp(Date.parse(since ?? '') + 30_000);
  for (const answer of [
    ask(cluster, 'node', ['node-2']),
    ask(cluster, 'service', ['web']),
    ask(cluster, 'instance', ['web', lost.instance_id]),
  ]) {
    const found = obstacle(answer, 'node_lost');
    assert.equal(found.since, since);
    const steps = answer.next.filter(({ what }) => /counts as failed, unless its agent is back/.test(what));
    assert.deepEqual(
      steps.map(({ when }) => when),
      [failsAt],
    );
    assert.match(steps[0]?.what ?? '', new RegExp(`${lost.instance_id} is replaced on another node`));
  }
  assert.equal(cluster.status('web')?.blocked.find(({ reason }) => reason === 'node_lost')?.retry_at !== undefined, true);
});

test('a failed node, and what is bound to it', () => {
  const cluster = serving(3, { run: { image: 'app:1', volumes: [{ source: '/data', target: '/data' }] } });
  cluster.die('node-2');
  cluster.settle();
  cluster.pass(31);
  cluster.settle();
  assert.match(obstacle(ask(cluster, 'node', ['node-2']), 'node_failed').do, /photoncloud-ctl delete node/);
  const answer = ask(cluster, 'service', ['web']);
  assert.match(obstacle(answer, 'local_volume').why, /stays with node node-2/);
});

test('a failed node that its service waits for: until when, and what then', () => {
  const cluster = serving(3, { disconnect: { replace_after_s: 600 } });
  cluster.die('node-2');
  cluster.settle();
  cluster.pass(31);
  cluster.settle();
  const lost = cluster.instances('web').find(({ node_id }) => node_id === 'node-2');
  const since = cluster.node('node-2')?.conditions?.find(({ type }) => type === 'node_lost')?.since;
  const until = timestamp(Date.parse(since ?? '') + 600_000);
  for (const answer of [ask(cluster, 'service', ['web']), ask(cluster, 'instance', ['web', lost?.instance_id ?? ''])]) {
    assert.equal(obstacle(answer, 'node_failed').retry_at, until);
    assert.equal(answer.blocked.length, 1, JSON.stringify(answer.blocked));
    assert.deepEqual(answer.next, [{ what: `${lost?.instance_id} is replaced on another node, unless node node-2 is back`, when: until }]);
  }
});

test('a node that is cordoned, one that drains, one that is drained', () => {
  const cluster = serving(3);
  const change = (id: string, intent: 'cordoned' | 'draining'): void => {
    const node = cluster.node(id);
    assert.ok(node);
    cluster.put('node', { ...node, intent });
  };
  change('node-1', 'cordoned');
  cluster.settle();
  assert.match(obstacle(ask(cluster, 'node', ['node-1']), 'cordoned').do, /uncordon node-1/);
  cluster.asleep.add('node-2');
  change('node-2', 'draining');
  cluster.settle();
  const left = cluster.instances('web').find(({ node_id }) => node_id === 'node-2');
  const answer = ask(cluster, 'node', ['node-2']);
  assert.ok(
    answer.blocked.some(({ what, why }) => what === left?.instance_id && /still on it/.test(why)),
    JSON.stringify(answer.blocked),
  );
  assert.ok(answer.next.some(({ what }) => /drain is done/.test(what)));
  cluster.asleep.clear();
  cluster.settle();
  const done = ask(cluster, 'node', ['node-2']);
  assert.match(done.is.join(), /drained: nothing is left on it/);
  assert.deepEqual(done.blocked, []);
});

test('records that are broken: the place, and that nothing is changed', () => {
  const cluster = serving();
  cluster.putText(cluster.key('service', 'web'), '{"name":"web","replicas":"two"}');
  cluster.settle();
  const service = ask(cluster, 'service', ['web']);
  assert.match(obstacle(service, 'invalid_record').do, /photoncloud-ctl edit service web/);
  assert.match(obstacle(service, 'invalid_record').why, /\$\.|left as they are/);
  assert.equal(service.blocked.filter(({ reason }) => reason === 'invalid_record').length, 1, 'said once');
  const [instance] = cluster.instances('web');
  assert.ok(instance);
  obstacle(ask(cluster, 'instance', ['web', instance.instance_id]), 'invalid_record');
  cluster.putText(cluster.key('node', instance.node_id), '{');
  assert.match(obstacle(ask(cluster, 'node', [instance.node_id]), 'invalid_record').do, /photoncloud-ctl edit node/);
  cluster.putText(cluster.key('instance', 'web', instance.instance_id), '{');
  assert.match(obstacle(ask(cluster, 'instance', ['web', instance.instance_id]), 'invalid_record').why, /left as it is/);
});

test('mass loss: said of nodes, services and instances, and who decides', () => {
  const cluster = new ModelCluster();
  for (let at = 1; at <= 6; at++) cluster.addNode(`node-${at}`);
  cluster.put('service', serviceOf('web', { replicas: 6 }));
  cluster.settle();
  for (const id of ['node-1', 'node-2', 'node-3', 'node-4']) cluster.die(id);
  cluster.settle();
  const instance = cluster.instances('web').find(({ node_id }) => node_id === 'node-1');
  for (const answer of [
    ask(cluster, 'node', ['node-1']),
    ask(cluster, 'service', ['web']),
    ask(cluster, 'instance', ['web', instance?.instance_id ?? '']),
  ])
    assert.match(obstacle(answer, 'mass_loss').do, /network/);
});

test('a driver that is off, on the only node', () => {
  const cluster = serving(1);
  const [instance] = cluster.instances('web');
  assert.ok(instance);
  cluster.put('instance', {
    ...instance,
    state: 'unhealthy',
    reason: "driver_off: docker.enabled is false in the configuration of this node's agent",
  });
  assert.match(obstacle(ask(cluster, 'service', ['web']), 'driver_off').do, /enabled = true/);
});

test('a crash loop: how often, since when, when it is started again', () => {
  const cluster = serving(1);
  const [instance] = cluster.instances('web');
  assert.ok(instance);
  cluster.put('instance', { ...instance, state: 'unhealthy', reason: 'exited: with code 3' });
  const again = timestamp(cluster.nowMs + 40_000);
  const crashed = event(cluster, {
    id: instance.instance_id,
    service: 'web',
    reason: 'crashed',
    message: 'with code 3',
    cause: `5 in a row; started again not before ${again}`,
    count: 5,
  });
  const answer = ask(cluster, 'service', ['web'], { events: [crashed] });
  const found = obstacle(answer, 'exited');
  assert.match(found.why, /with code 3; ended 5 times/);
  assert.equal(found.retry_at, again);
  assert.deepEqual(
    answer.next.filter(({ what }) => /is started again/.test(what)).map(({ when }) => when),
    [again],
  );
});

test('a certificate that is missing, and why it is refused', () => {
  const cluster = three();
  cluster.becomesReady = () => false;
  cluster.put('service', serviceOf('web'));
  cluster.settle();
  const node = cluster.instances('web')[0]?.node_id ?? '';
  const failed = event(cluster, {
    kind: 'node',
    id: node,
    service: 'web',
    reason: 'certificate_failed',
    message: 'https://c:8443 does not answer',
  });
  const found = obstacle(ask(cluster, 'service', ['web'], { events: [failed] }), 'certificate_pending');
  assert.match(found.why, /has no certificate for web yet: https:\/\/c:8443 does not answer/);
  assert.match(found.do, /controller with a CA/);
});

test('no controller leads: said of everything, and nothing is promised for now', () => {
  const cluster = three();
  cluster.put('service', serviceOf('web'));
  const answer = ask(cluster, 'service', ['web'], { noLeader: true });
  obstacle(answer, 'no_leader');
  assert.ok(answer.next.some(({ when }) => when === 'when a controller leads'));
  assert.ok(!answer.blocked.some(({ reason }) => reason === 'not_seen'), 'that follows from it');
  obstacle(ask(cluster, 'node', ['node-1'], { noLeader: true }), 'no_leader');
});

test('a record that the controller has not seen', () => {
  const cluster = serving();
  cluster.put('service', serviceOf('web', { replicas: 3 }));
  const answer = ask(cluster, 'service', ['web']);
  assert.match(obstacle(answer, 'not_seen').why, /mod_revision/);
  assert.ok(
    answer.next.some(({ what, when }) => when === 'now' && /start an instance/.test(what)),
    JSON.stringify(answer.next),
  );
});

test('a node without an agent', () => {
  const cluster = new ModelCluster();
  cluster.put('node', { node_id: 'node-1', ip: '10.0.0.1' });
  cluster.settle();
  assert.match(obstacle(ask(cluster, 'node', ['node-1']), 'no_agent').do, /photoncloud-agent/);
});

function job(more: Parameters<typeof serviceOf>[1] = {}, run: object = {}): ModelCluster {
  const cluster = three();
  cluster.put('service', serviceOf('backup', { kind: 'job', ports: {}, protocol: 'tcp', ...more }));
  const record = { service: 'backup', run_id: 'r1', trigger: 'operator' as const, created_at: timestamp(cluster.nowMs), ...run };
  cluster.put('job-run', record, 'backup', 'r1');
  return cluster;
}

test('a run of a job: its tasks, what it waits for, until when it may take', () => {
  const waiting = job({ after: ['db'] });
  waiting.settle();
  const answer = ask(waiting, 'job-run', ['backup', 'r1']);
  assert.match(obstacle(answer, 'job_waits').why, /db: there is no such service/);
  const cluster = job({ job: { deadline_s: 60 } });
  cluster.asleep.add('node-1').add('node-2').add('node-3');
  cluster.settle();
  const running = ask(cluster, 'job-run', ['backup', 'r1']);
  assert.match(running.is.join(), /run r1: running/);
  assert.match(running.is.join(), /task 0: running on node-\d, attempt 1/);
  const deadline = cluster.tables.jobRuns.get('backup')?.get('r1')?.record.deadline;
  assert.ok(
    running.next.some(({ when }) => when === deadline),
    JSON.stringify(running.next),
  );
  assert.match(ask(cluster, 'service', ['backup']).is.join(), /run r1: running/);
});

test('a run that found no node, and one that failed', () => {
  const cluster = job({ placement: { roles: ['gpu'] } });
  cluster.settle();
  assert.match(obstacle(ask(cluster, 'service', ['backup']), 'no_node').why, /roles removed 3.*node-1 lacks the role gpu/);
  obstacle(ask(cluster, 'job-run', ['backup', 'r1']), 'no_node');
  const failed = job(
    {},
    {
      state: 'failed',
      message: 'task 0 failed: exit code 3',
      ended_at: timestamp(cluster.nowMs),
      tasks: [{ index: 0, state: 'failed', attempts: 1, exit_code: 3 }],
    },
  );
  const answer = ask(failed, 'job-run', ['backup', 'r1']);
  assert.match(obstacle(answer, 'run_failed').do, /photoncloud-ctl job logs backup\/r1/);
  assert.match(answer.is.join(), /task 0: failed, attempt 1, exit code 3/);
});

test('what an agent may say of its node comes with advice', () => {
  for (const type of agentConditions) assert.ok(advisedReasons.includes(type), type);
});

test('every code that has advice is spelled as a code', () => {
  for (const reason of advisedReasons) assert.match(reason, /^[a-z][a-z0-9_]*$/);
});
