import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Service, ServiceInstance } from '../../model/generated.ts';
import type { ClusterAction } from './actions.ts';
import { planCluster } from './cluster.ts';
import { ModelCluster, serviceOf } from './model-cluster.ts';

function threeNodes(): ModelCluster {
  const cluster = new ModelCluster();
  for (const id of ['a', 'b', 'c']) cluster.addNode(id, { roles: ['worker'], labels: { zone: id } });
  cluster.settle();
  return cluster;
}

function kindsOf(actions: readonly ClusterAction[]): string[] {
  return actions.map((action) => action.kind);
}

test('a service gets its replicas, spread over the nodes, with ports and assignments', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3, upstreams: [{ service: 'db' }], metadata: { version: '7' } }));
  cluster.settle();
  const instances = cluster.instances('web');
  assert.deepEqual(
    instances.map((i) => i.slot),
    [0, 1, 2],
  );
  assert.equal(new Set(instances.map((i) => i.node_id)).size, 3);
  assert.ok(instances.every((i) => i.state === 'ready' && i.version === '7' && /^web-\d-[0-9a-f]{6}$/.test(i.instance_id)));
  for (const assignment of cluster.assignments('web')) {
    assert.equal(assignment.app?.container_port, 8080);
    assert.equal(assignment.mesh.bind?.port, instances.find((i) => i.instance_id === assignment.instance_id)?.mesh_port);
    assert.equal(assignment.mesh.upstreams?.[0]?.service, 'db');
    assert.ok(assignment.mesh.control);
  }
  const status = cluster.status('web');
  assert.equal(status?.ready, 3);
  assert.equal(status.updated, 3);
  assert.equal(status.rollout?.state, 'complete');
  assert.equal(status.observed_mod_revision, cluster.tables.services.get('web')?.modRevision);
  assert.deepEqual(cluster.plan().actions, []);
});

test('a service that does not fit stays pending and names each filter with its count', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('big', { resources: { cpu_millicores: 2000 }, placement: { constraints: ['zone!=c'] } }));
  for (const id of ['a', 'b', 'c'])
    cluster.put('node', { ...cluster.node(id), node_id: id, ip: cluster.node(id)?.ip ?? '', capacity: { cpu_millicores: 1000 } });
  cluster.settle();
  assert.deepEqual(cluster.instances('big'), []);
  const [blocked] = cluster.status('big')?.blocked ?? [];
  assert.equal(blocked?.reason, 'no_node');
  assert.equal(blocked.message, 'none of 3 nodes fits: constraints removed 1, resources removed 2');
});

test('four replicas of a fixed host port on three nodes: three run, one is pending and says why', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 4, run: { image: 'app:1', host_port: 8080 } }));
  cluster.settle();
  assert.equal(cluster.instances('web').length, 3);
  assert.equal(cluster.status('web')?.blocked[0]?.message, 'none of 3 nodes fits: ports removed 3');
});

test('a new revision starts first and keeps its limits; the old one ends', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3 }));
  cluster.settle();
  const before = cluster.instances('web').map((i) => i.instance_id);
  cluster.put('service', serviceOf('web', { replicas: 3, run: { image: 'app:2' } }));
  cluster.settle(50, () => {
    const all = cluster.instances('web').filter((i) => i.state !== 'gone');
    assert.ok(all.length <= 4, `${all.length} exist`);
    assert.ok(all.filter((i) => i.state === 'ready' && i.desired === 'running').length >= 3);
  });
  const after = cluster.instances('web');
  assert.deepEqual(
    after.map((i) => i.slot),
    [0, 1, 2],
  );
  assert.ok(after.every((i) => !before.includes(i.instance_id)));
  assert.ok(cluster.assignments('web').every((a) => a.run?.image === 'app:2'));
  assert.equal(cluster.status('web')?.rollout?.state, 'complete');
  assert.equal(cluster.tables.revisions.get('web')?.size, 2);
});

test('a new revision with the host port of the old one stops first', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3, run: { image: 'app:1', host_port: 8080 } }));
  cluster.settle();
  cluster.put('service', serviceOf('web', { replicas: 3, run: { image: 'app:2', host_port: 8080 } }));
  cluster.settle(50, () => {
    const ready = cluster.instances('web').filter((i) => i.state === 'ready' && i.desired === 'running');
    assert.ok(ready.length >= 2);
  });
  assert.ok(cluster.assignments('web').every((a) => a.run?.image === 'app:2'));
});

test('a revision that is never ready: what was ready stays, the deadline fires, the former one returns', () => {
  const cluster = threeNodes();
  const update = { deadline_s: 60, auto_rollback: true, max_unavailable: 1 };
  cluster.put('service', serviceOf('web', { replicas: 3, update }));
  cluster.settle();
  const good = cluster.status('web')?.revision;
  cluster.becomesReady = (instance) => instance.revision === good;
  cluster.put('service', serviceOf('web', { replicas: 3, update, run: { image: 'broken:1' } }));
  for (let second = 0; second < 100; second++) {
    for (const action of cluster.plan().actions) cluster.apply(action);
    assert.ok(cluster.instances('web').filter((i) => i.state === 'ready' && i.desired === 'running').length >= 2);
    cluster.runAgents();
    cluster.pass(1);
  }
  const status = cluster.status('web');
  assert.equal(status?.rollout?.state, 'rolled_back');
  assert.equal(status.ready, 3);
  assert.ok(cluster.instances('web').every((i) => i.revision === good));
  assert.equal(cluster.tables.revisions.get('web')?.get(status.rollout.revision)?.record.failed, true);
});

test('health, drain and upstreams change in place', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 2 }));
  cluster.settle();
  const before = cluster.instances('web');
  cluster.put('service', serviceOf('web', { replicas: 2, drain_s: 7, health: { interval_s: 9 }, upstreams: [{ service: 'db' }] }));
  cluster.settle();
  const after = cluster.instances('web');
  const lasting = ({ local_ports: _ports, ...rest }: ServiceInstance): object => rest;
  assert.deepEqual(after.map(lasting), before.map(lasting));
  for (const assignment of cluster.assignments('web')) {
    const { local_ports: noted } = after.find((i) => i.instance_id === assignment.instance_id) ?? {};
    assert.deepEqual(noted, { control: assignment.mesh.control, upstreams: assignment.mesh.upstreams });
    assert.equal(assignment.drain_s, 7);
    assert.equal(assignment.health.interval_s, 9);
    assert.equal(assignment.mesh.upstreams?.[0]?.service, 'db');
  }
});

test('scaling down ends what is not ready first, then the highest slot', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 4 }));
  cluster.settle();
  const [first] = cluster.instances('web');
  assert.ok(first);
  cluster.becomesReady = (instance) => instance.instance_id !== first.instance_id;
  cluster.put('instance', { ...first, state: 'unhealthy', reason: 'probe_failed: refused' });
  cluster.put('service', serviceOf('web', { replicas: 2 }));
  cluster.settle();
  assert.deepEqual(
    cluster.instances('web').map((i) => i.slot),
    [1, 2],
  );
});

test('a removed service: routes first, then its instances, then its status', () => {
  const cluster = threeNodes();
  cluster.put('node', { ...cluster.node('a'), node_id: 'a', ip: '10.0.0.1', roles: ['ingress'] });
  cluster.put('service', serviceOf('web', { replicas: 2, routes: [{ host: 'web.example' }] }));
  cluster.settle();
  const table = cluster.tables.ingress.get('a')?.record;
  const mesh = cluster.assignments('ingress')[0]?.mesh;
  assert.equal(table?.routes[0]?.upstream_addr, `127.0.0.1:${mesh?.upstreams?.[0]?.bind}`);
  cluster.delete(cluster.key('service', 'web'));
  const first = cluster.plan().actions;
  assert.deepEqual(kindsOf(first), ['ingress_write']);
  for (const action of first) cluster.apply(action);
  assert.deepEqual(
    kindsOf(cluster.plan().actions).filter((kind) => kind === 'instance_drain'),
    [],
    'the agent has not applied the table yet',
  );
  cluster.settle();
  assert.deepEqual(cluster.instances('web'), []);
  assert.deepEqual(cluster.assignments('web'), []);
  // The node keeps its control port: given back, it would go to the next instance while the sidecar still listens.
  const [kept] = cluster.assignments('ingress');
  assert.equal(kept?.mesh.control, mesh?.control);
  assert.deepEqual(kept?.mesh.upstreams, []);
  assert.equal(cluster.status('web'), undefined);
  assert.equal(cluster.tables.revisions.has('web'), false);
});

test('what is recorded of the certificates of a deleted service goes when nothing else of it is left, that of others stays', () => {
  const cluster = threeNodes();
  const fingerprint = '0'.repeat(64);
  const certify = (service: string, nodeId: string): void => {
    const subject = `spiffe://photoncloud/test/service/${service}`;
    const common = { subject, ca_id: 'ca', expires_at: '2027-01-01T00:00:00.000Z', fingerprint_sha256: fingerprint };
    cluster.put('service-certificate', { ...common, last_rotated_at: '2026-01-01T00:00:00.000Z' }, service);
    const issued = { ...common, node_id: nodeId, serial: '1', not_before: '2026-01-01T00:00:00.000Z' };
    cluster.put('issued-certificate', issued, service, nodeId);
  };
  for (const name of ['web', 'db']) {
    cluster.put('service', serviceOf(name));
    cluster.settle();
    certify(name, cluster.instances(name)[0]?.node_id ?? '');
  }
  certify('ingress', 'a');
  certify('forgotten', 'a');
  const mtls = (): string[] =>
    [...cluster.store.keys()]
      .filter((key) => key.includes('/mtls/'))
      .map((key) => key.replace(/.*\/mtls\/(certs\/services|issued)\/([^/]+).*/, '$1 $2'));
  cluster.settle();
  assert.deepEqual(mtls().sort(), [
    'certs/services db',
    'certs/services ingress',
    'certs/services web',
    'issued db',
    'issued ingress',
    'issued web',
  ]);
  for (const id of ['a', 'b', 'c']) cluster.asleep.add(id);
  cluster.delete(cluster.key('service', 'web'));
  cluster.settle();
  assert.ok(mtls().includes('issued web'), 'an instance of it still ends');
  cluster.asleep.clear();
  cluster.settle();
  assert.deepEqual(mtls().sort(), ['certs/services db', 'certs/services ingress', 'issued db', 'issued ingress']);
});

test('a broken record of the authorities is told, and holds nothing up', () => {
  const cluster = threeNodes();
  cluster.putText(cluster.key('ca'), 'not JSON');
  cluster.put('service', serviceOf('web'));
  cluster.settle();
  assert.equal(cluster.status('web')?.ready, 1);
  assert.deepEqual(
    cluster.plan().blocked.map(({ key, reason }) => [key, reason]),
    [[cluster.key('ca'), 'invalid_record']],
  );
});

test('a lost node: marked at once, failed after the grace, replaced elsewhere; when it returns there are exactly N', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3 }));
  cluster.settle();
  cluster.die('a');
  cluster.settle();
  const lost = cluster.instances('web').find((i) => i.node_id === 'a');
  assert.equal(lost?.state, 'unhealthy');
  assert.match(lost.reason ?? '', /^node_lost:/);
  assert.equal(cluster.instances('web').length, 3, 'nothing moves within the grace');
  cluster.pass(31);
  cluster.settle();
  assert.equal(cluster.node('a')?.state, 'failed');
  assert.equal(cluster.instances('web').length, 3);
  assert.ok(cluster.instances('web').every((i) => i.node_id !== 'a' && i.state === 'ready'));
  cluster.live('a');
  cluster.settle();
  assert.equal(cluster.node('a')?.state, 'active');
  assert.equal(cluster.instances('web').length, 3);
});

test('all nodes that would do are away: the old instances stay until their replacements are ready', () => {
  const cluster = new ModelCluster();
  for (const id of ['a', 'b']) cluster.addNode(id);
  cluster.settle();
  cluster.put('service', serviceOf('web', { replicas: 2 }));
  cluster.settle();
  cluster.die('a');
  cluster.die('b');
  cluster.pass(60);
  cluster.settle();
  assert.equal(cluster.node('a')?.state, 'failed');
  const before = cluster.instances('web');
  assert.equal(before.length, 2);
  cluster.live('a');
  cluster.live('b');
  cluster.settle();
  assert.equal(cluster.instances('web').length, 2);
});

test('a new leader declares nothing lost for two lease times', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3 }));
  cluster.settle();
  cluster.die('a');
  cluster.pass(600);
  cluster.leaderSinceMs = cluster.monotonicMs;
  cluster.pass(29);
  assert.deepEqual(cluster.plan().actions, []);
  cluster.pass(2);
  assert.ok(kindsOf(cluster.plan().actions).includes('instances_lost'));
});

test('mass loss: nothing is marked or moved, and everyone is told', () => {
  const cluster = new ModelCluster();
  for (let at = 0; at < 10; at++) cluster.addNode(`n${at}`);
  cluster.settle();
  cluster.put('service', serviceOf('web', { replicas: 10 }));
  cluster.settle();
  const before = cluster.instances('web');
  for (let at = 0; at < 3; at++) cluster.die(`n${at}`);
  cluster.pass(120);
  cluster.settle();
  assert.deepEqual(cluster.instances('web'), before);
  assert.ok(cluster.status('web')?.conditions.some((c) => c.type === 'mass_loss'));
  assert.ok(cluster.node('n0')?.conditions?.some((c) => c.type === 'mass_loss'));
  cluster.live('n0');
  cluster.settle();
  assert.equal(cluster.node('n1')?.state, 'active', 'the grace counts from the end of the mass loss');
  cluster.pass(31);
  cluster.settle();
  assert.equal(cluster.node('n1')?.state, 'failed');
});

test('a node whose disk is full keeps what it has and gets nothing more', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3 }));
  cluster.settle();
  const standing = cluster.instances('web');
  const full = { type: 'disk_full', reason: 'disk_full', message: 'no space left on device', since: '2026-01-01T00:00:00.000Z' };
  const conditions = [...(cluster.node('a')?.conditions ?? []), full];
  cluster.put('node', { ...cluster.node('a'), node_id: 'a', ip: '10.0.0.1', conditions });
  cluster.put('service', serviceOf('web', { replicas: 9 }));
  cluster.settle();
  const on = (node: string): string[] =>
    cluster
      .instances('web')
      .filter((one) => one.node_id === node)
      .map((one) => one.instance_id);
  assert.equal(cluster.instances('web').length, 9);
  assert.deepEqual(
    on('a'),
    standing.filter((one) => one.node_id === 'a').map((one) => one.instance_id),
  );
});

test('draining a node starts replacements first and leaves nothing on it; state set by hand becomes intent', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3 }));
  cluster.settle();
  cluster.put('node', { ...cluster.node('a'), node_id: 'a', ip: '10.0.0.1', state: 'draining' });
  cluster.settle(50, () => assert.ok(cluster.instances('web').filter((i) => i.state === 'ready' && i.desired === 'running').length >= 3));
  const node = cluster.node('a');
  assert.equal(node?.intent, 'draining');
  assert.equal(node.conditions?.find((c) => c.type === 'draining')?.reason, 'done');
  assert.ok(cluster.instances('web').every((i) => i.node_id !== 'a'));
  cluster.put('node', { ...node, intent: 'active' });
  cluster.settle();
  assert.equal(cluster.node('a')?.state, 'active');
  assert.deepEqual(cluster.node('a')?.conditions, []);
});

test('a node that is wanted again while its agent is away is not drained when it returns', () => {
  const cluster = threeNodes();
  cluster.put('node', { ...cluster.node('a'), node_id: 'a', ip: cluster.node('a')?.ip ?? '', intent: 'draining' });
  cluster.settle();
  assert.equal(cluster.node('a')?.state, 'draining');
  cluster.die('a');
  cluster.plan();
  cluster.put('node', { ...cluster.node('a'), node_id: 'a', ip: cluster.node('a')?.ip ?? '', intent: 'active' });
  cluster.settle();
  cluster.live('a');
  cluster.settle();
  assert.equal(cluster.node('a')?.intent, 'active');
  assert.equal(cluster.node('a')?.state, 'active');
});

test('a broken service keeps its instances and says so; also for a planner that has never seen it whole', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3 }));
  cluster.settle();
  const before = cluster.instances('web');
  cluster.putText(cluster.key('service', 'web'), '{"name": "web", "replicas": "many"}');
  cluster.settle();
  assert.deepEqual(cluster.instances('web'), before);
  const condition = cluster.status('web')?.conditions.find((c) => c.type === 'invalid_record');
  assert.equal(condition?.key, cluster.key('service', 'web'));
  cluster.put('service', serviceOf('web', { replicas: 2 }));
  cluster.settle();
  assert.equal(cluster.instances('web').length, 2);
  assert.deepEqual(cluster.status('web')?.conditions, []);
});

test('a broken node is unknown: nothing on it is marked, moved or deleted', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3 }));
  cluster.settle();
  const before = cluster.instances('web');
  cluster.putText(cluster.key('node', 'a'), 'not json');
  cluster.die('a');
  cluster.pass(600);
  cluster.settle();
  assert.deepEqual(cluster.instances('web'), before);
  assert.ok(cluster.status('web')?.conditions.some((c) => c.key === cluster.key('node', 'a')));
});

test('a broken node keeps its ports: another node of the same machine gets none of them', () => {
  const cluster = new ModelCluster();
  for (const [at, id] of ['a', 'b'].entries())
    cluster.addNode(id, { machine_id: 'machine-a', app_addr: `127.0.0.${at + 1}`, roles: [id === 'a' ? 'old' : 'new'] });
  cluster.put('service', serviceOf('web', { placement: { roles: ['old'] } }));
  cluster.settle();
  cluster.putText(cluster.key('node', 'a'), 'not JSON');
  cluster.put('service', serviceOf('other', { placement: { roles: ['new'] } }));
  cluster.settle();
  const ports = [...cluster.assignments('web'), ...cluster.assignments('other')].flatMap(({ app, mesh }) => [
    app?.port,
    mesh.bind?.port,
    mesh.control,
  ]);
  assert.equal(ports.length, 6);
  assert.equal(new Set(ports).size, 6);
});

test('a broken node without an agent may be on any machine: its ports are allocated nowhere, a fixed one may be had elsewhere', () => {
  const cluster = new ModelCluster();
  for (const [at, id] of ['a', 'b'].entries())
    cluster.addNode(id, { machine_id: 'machine-a', app_addr: `127.0.0.${at + 1}`, roles: [id === 'a' ? 'old' : 'new'] });
  cluster.put('service', serviceOf('web', { placement: { roles: ['old'] } }));
  cluster.put('service', serviceOf('fixed', { placement: { roles: ['old'] }, run: { image: 'app:1', host_port: 8443 } }));
  cluster.settle();
  cluster.putText(cluster.key('node', 'a'), 'not JSON');
  cluster.die('a');
  cluster.put('service', serviceOf('other', { placement: { roles: ['new'] } }));
  cluster.put('service', serviceOf('edge', { placement: { roles: ['new'] }, run: { image: 'app:1', host_port: 8443 } }));
  cluster.settle();
  assert.equal(cluster.assignments('edge')[0]?.app?.port, 8443);
  const ports = ['web', 'fixed', 'other', 'edge']
    .flatMap((service) => cluster.assignments(service))
    .flatMap(({ app, mesh }) => [app?.port, mesh.bind?.port, mesh.control])
    .filter((port) => port !== 8443);
  assert.equal(ports.length, 10);
  assert.equal(new Set(ports).size, 10);
});

test('a broken instance keeps its slot', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3 }));
  cluster.settle();
  const [first] = cluster.instances('web');
  cluster.putText(cluster.key('instance', 'web', first?.instance_id ?? ''), '[]');
  cluster.settle();
  assert.equal(cluster.instances('web').length, 2);
  assert.equal(cluster.assignments('web').length, 3);
});

test('an instance written by hand for a managed service is pinned and counts', () => {
  const cluster = threeNodes();
  cluster.put('instance', { instance_id: 'mine', service: 'web', node_id: 'b', ip: '10.0.0.2', port: 7000, state: 'starting' });
  cluster.put('service', serviceOf('web', { replicas: 2 }));
  cluster.settle();
  const all = cluster.instances('web');
  assert.equal(all.length, 2);
  const mine = all.find((i) => i.instance_id === 'mine');
  assert.equal(mine?.pinned, true);
  assert.equal(cluster.assignments('web').find((a) => a.instance_id === 'mine')?.app?.port, 7000);
});

test('an unmanaged service: an instance on a node with an agent gets a sidecar; without one it stands as written', () => {
  const cluster = threeNodes();
  cluster.put('node', { node_id: 'bare', ip: '10.0.0.99' });
  cluster.put('service', { name: 'db', ports: { tcp: 5432 }, protocol: 'tcp' });
  cluster.put('instance', { instance_id: 'db-a', service: 'db', node_id: 'a', ip: '10.0.0.1', port: 5432, state: 'starting' });
  cluster.put('instance', { instance_id: 'db-x', service: 'db', node_id: 'bare', ip: '10.0.0.99', port: 5432, state: 'ready' });
  cluster.settle();
  const [assignment] = cluster.assignments('db');
  assert.equal(cluster.assignments('db').length, 1);
  assert.equal(assignment?.managed, false);
  assert.equal(assignment.mesh.bind?.port, cluster.instances('db').find((i) => i.instance_id === 'db-a')?.mesh_port);
  assert.equal(cluster.status('db')?.ready, 2);
  cluster.delete(cluster.key('instance', 'db', 'db-a'));
  cluster.settle();
  assert.deepEqual(cluster.assignments('db'), []);
});

test('of two services with one host and path the older keeps it, and the other is told', () => {
  const cluster = threeNodes();
  cluster.put('node', { ...cluster.node('a'), node_id: 'a', ip: '10.0.0.1', roles: ['ingress'] });
  cluster.put('service', serviceOf('one', { routes: [{ host: 'x.example', path: '/' }] }));
  cluster.put('service', serviceOf('two', { routes: [{ host: 'x.example' }, { host: 'x.example', path: '/two' }] }));
  cluster.settle();
  assert.deepEqual(
    cluster.tables.ingress.get('a')?.record.routes.map((r) => [r.path, r.service]),
    [
      ['/two', 'two'],
      ['/', 'one'],
    ],
  );
  assert.equal(cluster.status('two')?.conditions[0]?.type, 'route_conflict');
  cluster.delete(cluster.key('service', 'one'));
  cluster.settle();
  assert.deepEqual(
    cluster.tables.ingress.get('a')?.record.routes.map((r) => r.service),
    ['two', 'two'],
  );
  assert.deepEqual(cluster.status('two')?.conditions, []);
});

test('a table that can not be read is written anew, but for the routes of services that can not be read either', () => {
  const cluster = threeNodes();
  cluster.put('node', { ...cluster.node('a'), node_id: 'a', ip: '10.0.0.1', roles: ['ingress'] });
  for (const name of ['one', 'two']) cluster.put('service', serviceOf(name, { routes: [{ host: `${name}.example` }] }));
  cluster.settle();
  const key = cluster.key('ingress', 'a');
  const hosts = (): string[] | undefined => cluster.tables.ingress.get('a')?.record.routes.map((route) => route.host);
  const upstreams = (): unknown => cluster.assignments('ingress')[0]?.mesh.upstreams;
  const [before, binds] = [cluster.tables.ingress.get('a')?.record, upstreams()];
  cluster.putText(key, 'not JSON');
  cluster.settle();
  assert.deepEqual(hosts(), ['one.example', 'two.example']);
  assert.equal(
    cluster.tables.ingress.get('a')?.record.revision,
    (before?.revision ?? 0) + 1,
    'the agent can tell it from the one it has applied',
  );
  assert.deepEqual(upstreams(), binds);

  const service = cluster.store.get(cluster.key('service', 'one'))?.value ?? '';
  cluster.putText(cluster.key('service', 'one'), 'not JSON');
  cluster.putText(key, 'not JSON');
  cluster.delete(cluster.key('service', 'two'));
  cluster.settle();
  assert.equal(cluster.store.get(key)?.value, 'not JSON');
  assert.deepEqual(upstreams(), binds, 'what the agent serves on leads somewhere');
  assert.equal(cluster.instances('two').length, 1, 'nor does that end which it leads to');
  const blocked = cluster.plan().blocked.find((one) => one.key === key);
  assert.match(blocked?.message ?? '', /the routes of node a can't be read, nor can the services that may be among them \(one\)/);
  cluster.putText(cluster.key('service', 'one'), service);
  cluster.settle();
  assert.deepEqual(hosts(), ['one.example']);
  assert.deepEqual(cluster.instances('two'), []);
});

test('two broken services that two tables name for one route: the same plan whatever the order of the tables', () => {
  const cluster = threeNodes();
  for (const id of ['a', 'b'])
    cluster.put('node', { ...cluster.node(id), node_id: id, ip: cluster.node(id)?.ip ?? '', roles: ['ingress'] });
  const routed = (name: string): Service => serviceOf(name, { routes: [{ host: 'x.example' }] });
  cluster.put('service', routed('one'));
  cluster.settle();
  cluster.die('b');
  cluster.put('service', routed('two'));
  cluster.delete(cluster.key('service', 'one'));
  cluster.settle();
  const leadsTo = (id: string): string | undefined => cluster.tables.ingress.get(id)?.record.routes[0]?.service;
  assert.deepEqual([leadsTo('a'), leadsTo('b')], ['two', 'one']);
  for (const name of ['one', 'two']) cluster.putText(cluster.key('service', name), 'not JSON');
  const reversed = { ...cluster.tables, ingress: new Map([...cluster.tables.ingress].reverse()) };
  assert.deepEqual(planCluster(cluster.snapshot(reversed)), planCluster(cluster.snapshot()));
});

test('a port that a foreign process holds is avoided and the instance replaced', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 1 }));
  cluster.settle();
  const [first] = cluster.instances('web');
  assert.ok(first);
  cluster.becomesReady = (instance) => instance.port !== first.port || instance.node_id !== first.node_id;
  cluster.avoidedPorts.set(`machine-${first.node_id}`, new Map([[first.port, cluster.monotonicMs + 1e9]]));
  cluster.put('instance', { ...first, state: 'unhealthy', reason: `port_taken: 127.0.0.1:${first.port} is held by another process` });
  cluster.settle();
  const all = cluster.instances('web');
  assert.equal(all.length, 1);
  assert.equal(all[0]?.state, 'ready');
  assert.notEqual(all[0].instance_id, first.instance_id);
});

test('max_per_node holds but while an instance is replaced: every node full, a new revision and a taken port still find a place', () => {
  const cluster = threeNodes();
  const placement = { max_per_node: 1 };
  cluster.put('service', serviceOf('web', { replicas: 3, placement }));
  cluster.settle();
  cluster.put('service', serviceOf('web', { replicas: 3, placement, run: { image: 'app:2' } }));
  cluster.settle();
  const updated = cluster.instances('web');
  assert.equal(cluster.status('web')?.updated, 3);
  assert.equal(new Set(updated.map((i) => i.node_id)).size, 3);

  const [first] = updated;
  assert.ok(first);
  cluster.becomesReady = (instance) => instance.port !== first.port || instance.node_id !== first.node_id;
  cluster.avoidedPorts.set(`machine-${first.node_id}`, new Map([[first.port, cluster.monotonicMs + 1e9]]));
  cluster.put('instance', { ...first, state: 'unhealthy', reason: `port_taken: 127.0.0.1:${first.port} is held by another process` });
  cluster.settle();
  const all = cluster.instances('web');
  assert.deepEqual(
    all.map((i) => i.state),
    ['ready', 'ready', 'ready'],
  );
  assert.ok(!all.some((i) => i.instance_id === first.instance_id));
  assert.equal(new Set(all.map((i) => i.node_id)).size, 3);
});

test('a port that a foreign process holds is replaced also where no other node has room: the one that cannot start goes first', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 3, placement: { max_per_node: 1 } }));
  cluster.settle();
  const [first] = cluster.instances('web');
  assert.ok(first);
  cluster.becomesReady = (instance) => instance.port !== first.port || instance.node_id !== first.node_id;
  cluster.avoidedPorts.set(`machine-${first.node_id}`, new Map([[first.port, cluster.monotonicMs + 1e9]]));
  cluster.put('instance', { ...first, state: 'unhealthy', reason: `port_taken: 127.0.0.1:${first.port} is held by another process` });
  cluster.settle();
  const all = cluster.instances('web');
  assert.deepEqual(
    all.map(({ state }) => state),
    ['ready', 'ready', 'ready'],
  );
  assert.ok(all.every(({ instance_id: id }) => id !== first.instance_id));
});

test('a local volume holds its instance: not moved when its node fails, and its successor goes to the same node', () => {
  const cluster = threeNodes();
  const run = { image: 'db:1', volumes: [{ source: 'data', target: '/data' }] };
  cluster.put('service', serviceOf('db', { run }));
  cluster.settle();
  const home = cluster.instances('db')[0]?.node_id ?? '';
  cluster.put('service', serviceOf('db', { run: { ...run, image: 'db:2' } }));
  cluster.settle();
  assert.equal(cluster.instances('db')[0]?.node_id, home);
  cluster.die(home);
  cluster.pass(31);
  cluster.settle();
  assert.equal(cluster.instances('db').length, 1);
  assert.equal(cluster.instances('db')[0]?.node_id, home);
  assert.equal(cluster.status('db')?.blocked[0]?.reason, 'local_volume');
});

test('unknown fields are told with the nearest name, and kept', () => {
  const cluster = threeNodes();
  const record = { ...serviceOf('web'), replica: 3 };
  cluster.put('service', record);
  cluster.settle();
  const condition = cluster.status('web')?.conditions[0];
  assert.equal(condition?.type, 'unknown_field');
  assert.equal(condition.path, '$.replica');
  assert.match(condition.message, /replicas/);
});

test('a cluster without meta is left alone; one without uid gets it', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web'));
  cluster.delete(cluster.key('cluster'));
  assert.deepEqual(cluster.plan().actions, []);
  cluster.put('cluster', { cluster_id: 'test', environment: 'test', created_at: '2026-01-01T00:00:00.000Z' });
  cluster.settle();
  assert.equal(cluster.tables.meta?.record.uid, 'uid00001');
});

test('the first digest that an image was resolved to is recorded and given to the others', () => {
  const cluster = threeNodes();
  cluster.put('service', serviceOf('web', { replicas: 2 }));
  cluster.settle();
  const [first] = cluster.instances('web');
  assert.ok(first);
  const digest = `sha256:${'a'.repeat(64)}`;
  cluster.put('instance', { ...first, image_digest: digest });
  cluster.settle();
  assert.ok(cluster.assignments('web').every((assignment) => assignment.image_digest === digest));
  assert.equal(cluster.status('web')?.image_digest, digest);
});
