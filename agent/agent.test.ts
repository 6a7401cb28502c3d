// The real agent over a simulated machine and store.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServiceInstance } from '../src/model/generated.ts';
import { keyOf, prefixOf } from '../src/model/keys.ts';
import { cluster, perService, withBed } from './testbed.ts';

test('an assignment becomes a ready instance with network, certificate, sidecar and probe', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await bed.assign('web-0');
    const ready = await bed.untilState('web-0', 'ready');
    assert.deepEqual(bed.units(), ['web-0 running']);
    assert.equal(ready.reason, undefined);
    assert.match(ready.image_digest ?? '', /^example\/app@sha256:/);
    assert.equal(ready.container_id, bed.host.docker.units()[0]?.id);
    const config = bed.host.files.read('/data/node-1/mtls-agent.d/web.toml') ?? '';
    assert.match(config, /control_addr = "10\.210\.\d+\.\d+:19000"/);
    assert.match(config, /control_allow = \[ "10\.210\.\d+\.\d+\/26" \]/);
    assert.match(config, /mesh_bind_addr = "127\.0\.0\.11:\d+"/);
    const key = /key_path = "(.*)"/.exec(config)?.[1] ?? '';
    assert.match(bed.host.files.read(key) ?? '', /PRIVATE KEY/);
    assert.equal(bed.host.files.modeOf(key), 0o600);
    assert.ok(bed.host.processes.running('mesh-agent'));
    const node = await bed.node();
    assert.deepEqual([node.machine_id, node.hostname, node.capacity], ['machine', 'host', { cpu_millicores: 4000, memory_bytes: 2 ** 32 }]);
    assert.equal((await bed.liveness())?.machine_id, 'machine');
  }));

test('an app gets its environment', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    const { app } = await bed.assign('web-0', { run: { driver: 'process', command: ['/app'], env: { A: 'b' } } });
    await bed.untilState('web-0', 'ready');
    const env = bed.host.processes.running('app-web-0')?.spec.env;
    assert.deepEqual(env, {
      A: 'b',
      HOST: app?.addr,
      PORT: String(app?.port),
      PHOTONCLOUD_SERVICE: 'web',
      PHOTONCLOUD_INSTANCE: 'web-0',
      PHOTONCLOUD_NODE: 'node-1',
      PHOTONCLOUD_MESH: 'http://127.0.0.11:19000',
    });
  }));

test('an idle node writes heartbeats only', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await bed.assign('web-0');
    await bed.untilState('web-0', 'ready');
    await bed.clock.advance(60_000);
    const before = bed.store.revision;
    await bed.clock.advance(600_000);
    const writes = bed.store.revision - before;
    // Node: every 30 s ± 10 %, on the pass that follows. Instance: every 5 minutes.
    assert.ok(writes >= 10 && writes <= 26, `${writes} writes in ten minutes`);
    assert.equal(bed.host.gate.counts.get('engine.create'), 1);
    assert.equal(bed.host.gate.counts.get('signer.sign'), 1);
  }));

test('draining waits for the connections, then stops, removes, and says gone', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await bed.assign('web-0');
    await bed.untilState('web-0', 'ready');
    bed.host.connections.set('web/web-0', 2);
    await bed.desire('web-0', 'draining');
    await bed.untilState('web-0', 'draining');
    await bed.clock.advance(10_000);
    assert.deepEqual(bed.units(), ['web-0 running']);
    assert.match(bed.host.files.read('/data/node-1/mtls-agent.d/web.toml') ?? '', /draining = true/);
    bed.host.connections.set('web/web-0', 0);
    await bed.untilState('web-0', 'gone', 5000);
    assert.deepEqual(bed.units(), []);
    await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'), keyOf(cluster, 'instance', 'web', 'web-0'));
    await bed.clock.advance(30_000);
    assert.deepEqual(bed.host.files.list('/data/node-1/mtls-agent.d'), ['README']);
    assert.ok(bed.host.processes.running('mesh-agent'), "the node's sidecar runs on");
    assert.deepEqual(bed.host.files.list('/data/node-1/mesh/certs'), []);
  }));

test('connections that never end are cut at the deadline, and not before three seconds', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await bed.assign('web-0');
    await bed.assign('web-1');
    await bed.untilState('web-1', 'ready');
    await bed.untilState('web-0', 'ready');
    bed.host.connections.set('web/web-0', 1);
    const start = bed.clock.monotonic();
    await bed.desire('web-0', 'draining');
    await bed.desire('web-1', 'stopped');
    await bed.untilState('web-1', 'gone');
    assert.ok(bed.clock.monotonic() - start >= 3000);
    assert.deepEqual(bed.units(), ['web-0 running']);
    await bed.untilState('web-0', 'gone');
    assert.ok(bed.clock.monotonic() - start >= 20_000);
  }));

test('an assignment that vanished is drained and removed, also when it did while the agent was down', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const first = bed.run();
    await bed.assign('web-0');
    await bed.assign('web-1');
    await bed.untilState('web-0', 'ready');
    await bed.untilState('web-1', 'ready');
    await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'), keyOf(cluster, 'instance', 'web', 'web-0'));
    await bed.clock.until(() => bed.units().length === 1, 30_000, 'web-0 to be removed');
    first.life.end();
    await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-1'), keyOf(cluster, 'instance', 'web', 'web-1'));
    bed.run();
    await bed.clock.until(() => bed.units().length === 0, 60_000, 'web-1 to be removed');
  }));

test('a crash is told, restarted with pauses that grow, and counted', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.host.behaviour = () => ({ exitAfterMs: 100, exitCode: 3 });
    bed.run();
    await bed.assign('web-0');
    const sick = await bed.untilState('web-0', 'unhealthy');
    assert.match(sick.reason ?? '', /^exited: with code 3/);
    await bed.clock.advance(60_000);
    const starts = bed.host.gate.counts.get('engine.start') ?? 0;
    assert.ok(starts >= 4 && starts <= 9, `${starts} starts in a minute`);
    bed.host.behaviour = () => ({});
    const well = await bed.untilState('web-0', 'ready', 300_000);
    assert.equal(well.restarts, (bed.host.gate.counts.get('engine.start') ?? 0) - 1);
    assert.equal(well.reason, undefined);
    assert.equal(bed.host.gate.counts.get('engine.create'), 1);
  }));

test('a container that dies unseen is found within thirty seconds; one that is removed by hand is made again, at the same address, once', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    const { app } = await bed.assign('web-0');
    const before = await bed.untilState('web-0', 'ready');
    bed.host.docker.muted = true;
    bed.host.crashUnit('web-0', 1);
    await bed.clock.until(() => bed.host.gate.counts.get('engine.start') === 2, 30_000, 'the restart of what died unseen');
    bed.host.docker.removeByHand('web-0');
    await bed.clock.until(() => bed.host.gate.counts.get('engine.create') === 2, 30_000, 'another container');
    const after = await bed.untilState('web-0', 'ready');
    assert.deepEqual(bed.units(), ['web-0 running']);
    assert.deepEqual([after.ip, after.port, after.mesh_port], [before.ip, app?.port, before.mesh_port]);
    assert.equal((await bed.hand.list(prefixOf(cluster, 'instance', 'web'))).kvs.length, 1);
  }));

test('out of memory is called by its name', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.host.behaviour = () => ({ exitAfterMs: 100, exitCode: 137, oomKilled: true });
    bed.run();
    await bed.assign('web-0');
    assert.match((await bed.untilState('web-0', 'unhealthy')).reason ?? '', /^out_of_memory/);
  }));

test('a missing image: a reason on the instance, growing pauses, and no flapping of the record', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.host.docker.missingImages.add('example/none:1');
    bed.run();
    await bed.assign('web-0', { run: { image: 'example/none:1' } });
    await bed.clock.until(async () => (await bed.instance('web-0'))?.reason !== undefined, 30_000, 'a reason');
    const record = await bed.instance('web-0');
    assert.equal(record?.state, 'starting');
    assert.match(record?.reason ?? '', /^image_missing: .*manifest unknown/);
    const before = bed.host.gate.counts.get('engine.ensureImage') ?? 0;
    const revision = bed.store.revision;
    await bed.clock.advance(240_000);
    const pulls = (bed.host.gate.counts.get('engine.ensureImage') ?? 0) - before;
    assert.ok(pulls >= 2 && pulls <= 8, `${pulls} pulls in four minutes`);
    assert.ok(bed.store.revision - revision <= 12, 'only heartbeats');
    bed.host.docker.missingImages.clear();
    await bed.untilState('web-0', 'ready', 400_000);
  }));

test('a taken port: told, nothing pulled again, others converge', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    bed.host.docker.images.clear();
    bed.host.listen('127.0.0.11', 29_000);
    await bed.assign('web-0', { app: { addr: '127.0.0.11', port: 29_000, container_port: 8080 } });
    await bed.assign('web-1');
    await bed.untilState('web-1', 'ready');
    await bed.clock.until(async () => (await bed.instance('web-0'))?.reason?.startsWith('port_taken') === true, 30_000, 'a reason');
    const pulls = bed.host.gate.counts.get('engine.ensureImage');
    await bed.clock.advance(120_000);
    assert.equal(bed.host.gate.counts.get('engine.ensureImage'), pulls);
    bed.host.unlisten('127.0.0.11', 29_000);
    await bed.untilState('web-0', 'ready', 120_000);
  }));

test('a port that its former holder gives up a moment later is no taken port', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    bed.host.listen('127.0.0.11', 29_000);
    await bed.assign('web-0', { app: { addr: '127.0.0.11', port: 29_000, container_port: 8080 } });
    await bed.clock.until(() => (bed.host.gate.counts.get('engine.start') ?? 0) >= 2, 30_000, 'a second try');
    bed.host.unlisten('127.0.0.11', 29_000);
    const { reason } = await bed.untilState('web-0', 'ready', 5_000);
    assert.equal(reason, undefined);
  }));

test('a full disk is a condition of the node, and passes', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.host.docker.images.clear();
    bed.host.docker.diskFull = true;
    bed.run();
    await bed.assign('web-0');
    const has = async (): Promise<boolean> => (await bed.node()).conditions?.some((one) => one.type === 'disk_full') === true;
    await bed.clock.until(has, 30_000, 'the condition');
    bed.host.docker.diskFull = false;
    await bed.untilState('web-0', 'ready');
    await bed.clock.until(async () => !(await has()), 60_000, 'the condition to pass');
  }));

test('probes that fail make it unhealthy, and ready again when they pass', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await bed.assign('web-0');
    await bed.untilState('web-0', 'ready');
    bed.host.unhealthy.add('web-0');
    const sick = await bed.untilState('web-0', 'unhealthy');
    assert.match(sick.reason ?? '', /^probe_failed: GET \/healthz answered 503/);
    bed.host.unhealthy.clear();
    assert.equal((await bed.untilState('web-0', 'ready')).reason, undefined);
    assert.equal(bed.host.gate.counts.get('engine.start'), 1);
  }));

test('an engine that does not answer is a condition, and nothing is stopped or said of its instances', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await bed.assign('web-0');
    await bed.untilState('web-0', 'ready');
    bed.host.docker.up = false;
    await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'));
    const has = async (): Promise<boolean> => (await bed.node()).conditions?.some((one) => one.type === 'engine_unreachable') === true;
    await bed.clock.until(has, 60_000, 'the condition');
    await bed.clock.advance(120_000);
    assert.deepEqual(bed.units(), ['web-0 running']);
    assert.equal((await bed.instance('web-0'))?.state, 'ready');
    assert.ok(bed.host.files.read('/data/node-1/mtls-agent.d/web.toml'), 'its sidecar stays');
    bed.host.docker.up = true;
    await bed.clock.until(() => bed.units().length === 0, 120_000, 'it to be removed');
  }));

test('units of other nodes and clusters are left alone; our own without an assignment go', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const other = bed.host.ports({ clusterId: cluster, nodeId: 'node-2', dataDir: '/data/node-2' }).docker;
    const foreign = bed.host.ports({ clusterId: 'other', nodeId: 'node-1', dataDir: '/data/other' }).docker;
    const ours = bed.host.ports({ clusterId: cluster, nodeId: 'node-1', dataDir: '/data/node-1' }).docker;
    for (const [engine, labels] of [
      [other, { cluster, node: 'node-2' }],
      [foreign, { cluster: 'other', node: 'node-1' }],
      [ours, { cluster, node: 'node-1' }],
    ] as const) {
      const spec = {
        labels: { ...labels, service: 's', instance: `${labels.cluster}-${labels.node}`, revision: '' },
        image: 'example/app:1',
      };
      const sandbox = { capAdd: [], noNewPrivileges: true, pidsLimit: 1, readOnlyRoot: false };
      await engine.start(await engine.create({ ...spec, args: [], env: {}, secretFiles: [], volumes: [], stopSignal: 'SIGTERM', sandbox }));
    }
    assert.equal(bed.units().length, 3);
    bed.run();
    await bed.clock.until(() => bed.units().length === 2, 60_000, 'the orphan to be removed');
    await bed.clock.advance(60_000);
    assert.deepEqual(bed.units(), ['demo-node-2 running', 'other-node-1 running']);
  }));

test('a record that was broken by hand freezes its instance, across a restart too', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const first = bed.run();
    await bed.assign('web-0');
    await bed.untilState('web-0', 'ready');
    const key = keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0');
    await bed.hand.transact([], [{ type: 'put', key, value: '{"desired": 7' }]);
    const has = async (): Promise<boolean> =>
      (await bed.node()).conditions?.some((one) => one.type === 'invalid_assignment' && one.key === key) === true;
    await bed.clock.until(has, 60_000, 'the condition');
    first.life.end();
    bed.run();
    await bed.clock.advance(120_000);
    assert.deepEqual(bed.units(), ['web-0 running']);
    assert.ok(bed.host.files.read('/data/node-1/mtls-agent.d/web.toml'));
    assert.equal(bed.host.gate.counts.get('engine.create'), 1);
    bed.host.crashUnit('web-0', 1);
    await bed.clock.until(() => bed.units()[0] === 'web-0 running' && bed.host.gate.counts.get('engine.start') === 2, 30_000, 'a restart');
  }));

test('a certificate is renewed in time; where that fails the last one serves on', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await bed.assign('web-0');
    await bed.untilState('web-0', 'ready');
    const path = '/data/node-1/mtls-agent.d/web.toml';
    const first = bed.host.files.read(path);
    bed.host.gate.plan('signer.sign', { kind: 'fail' }, 6);
    bed.clock.jumpWall(70 * 86_400_000);
    const failed = async (): Promise<boolean> => (await bed.node()).conditions?.some((one) => one.type === 'certificate_failed') === true;
    await bed.clock.until(failed, 60_000, 'the condition');
    assert.equal(bed.host.files.read(path), first);
    await bed.clock.until(() => bed.host.files.read(path) !== first, 60_000, 'the new certificate');
    await bed.clock.until(() => bed.host.files.list('/data/node-1/mesh/certs/web').length === 1, 60_000, 'the old one to be removed');
    assert.equal((await bed.instance('web-0'))?.state, 'ready');
    assert.equal(bed.host.gate.counts.get('engine.start'), 1);
  }));

test('an unmanaged instance gets sidecar, probe and state, and no container', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    bed.host.listen('127.0.0.11', 28_000);
    const { run: _run, ...rest } = await bed.assign('web-0', {
      managed: false,
      app: { addr: '127.0.0.11', port: 28_000, container_port: 28_000 },
    });
    await bed.put(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'), rest);
    await bed.untilState('web-0', 'ready');
    assert.deepEqual(bed.units(), []);
    assert.match(bed.host.files.read('/data/node-1/mtls-agent.d/web.toml') ?? '', /app_addr = "127\.0\.0\.11:28000"/);
    bed.host.unlisten('127.0.0.11', 28_000);
    await bed.untilState('web-0', 'unhealthy');
  }));

test('the sidecar is started again when it dies, and adopted by the next agent', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const first = bed.run();
    await bed.assign('web-0');
    await bed.untilState('web-0', 'ready');
    const pid = bed.host.processes.running('mesh-agent')?.pid;
    first.life.end();
    bed.run();
    await bed.clock.advance(60_000);
    assert.equal(bed.host.processes.running('mesh-agent')?.pid, pid);
    bed.host.processes.crash('mesh-agent', 1);
    await bed.clock.until(() => bed.host.processes.running('mesh-agent') !== undefined, 5000, 'it to be back');
    assert.equal(bed.host.gate.counts.get('engine.start'), 1);
  }));

test('a sidecar for each service, where isolation asks for it, and none without one', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run('node-1', perService);
    await bed.clock.advance(10_000);
    assert.deepEqual(bed.host.processes.all(), []);
    await bed.assign('web-0');
    await bed.assign('api-0', { service: 'api' });
    await bed.untilState('web-0', 'ready');
    await bed.clock.until(async () => (await bed.instance('api-0', 'api'))?.state === 'ready', 60_000, 'api-0 to be ready');
    assert.deepEqual(
      bed.host.processes
        .all()
        .map((one) => one.name)
        .sort(),
      ['mesh-agent-api', 'mesh-agent-web'],
    );
    await bed.desire('web-0', 'stopped');
    await bed.untilState('web-0', 'gone');
    await bed.clock.until(() => bed.host.processes.all().length === 1, 60_000, "web's sidecar to end");
    assert.ok(bed.host.processes.running('mesh-agent-api'));
  }));

test('an engine without live-restore is a condition', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.host.docker.liveRestore = false;
    bed.run();
    const has = async (): Promise<boolean> => (await bed.node()).conditions?.some((one) => one.type === 'live_restore_off') === true;
    await bed.clock.until(has, 60_000, 'the condition');
    bed.host.docker.liveRestore = true;
    await bed.clock.until(async () => !(await has()), 180_000, 'the condition to pass');
  }));

test('a sidecar that ends again and again is a condition, and starts with growing pauses', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.host.behaviour = (name) => (name === 'mesh-agent' ? { exitAfterMs: 50, exitCode: 1 } : {});
    bed.run();
    const has = async (): Promise<boolean> => (await bed.node()).conditions?.some((one) => one.type === 'sidecar_down') === true;
    await bed.clock.until(has, 60_000, 'the condition');
    const starts = bed.host.gate.counts.get('process.start') ?? 0;
    const revision = bed.store.revision;
    await bed.clock.advance(300_000);
    const more = (bed.host.gate.counts.get('process.start') ?? 0) - starts;
    assert.ok(more >= 8 && more <= 25, `${more} starts in five minutes`);
    assert.ok(bed.store.revision - revision <= 14, 'it does not flap');
    bed.host.behaviour = () => ({});
    await bed.clock.until(async () => !(await has()), 180_000, 'the condition to pass');
  }));

test('an instance record that was deleted by hand and written again is told of within seconds, and what runs runs on', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    const assigned = await bed.assign('web-0');
    const { container_id: container } = await bed.untilState('web-0', 'ready');
    const key = keyOf(cluster, 'instance', 'web', 'web-0');
    const { state: _state, last_heartbeat: _at, container_id: _id, ...former } = (await bed.instance('web-0')) as ServiceInstance;
    await bed.delete(key);
    await bed.clock.advance(1000);
    await bed.hand.transact(
      [],
      [
        { type: 'put', key, value: JSON.stringify({ ...former, state: 'starting' }) },
        {
          type: 'put',
          key: keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'),
          value: JSON.stringify({ ...assigned, restored_at: '2026-01-01T00:00:00.000Z' }),
        },
      ],
    );
    assert.equal((await bed.untilState('web-0', 'ready', 3000)).container_id, container);
    assert.deepEqual(bed.units(), ['web-0 running']);
  }));

const withoutDocker = { docker: { enabled: false, network_pool: '10.210.0.0/16', network_prefix: 26 } };

test('a node tells which drivers its agent runs', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1', 'node-2');
    bed.run('node-1');
    bed.run('node-2', withoutDocker);
    const drivers = async (id: string): Promise<string | undefined> => (await bed.node(id)).drivers?.join();
    await bed.clock.until(async () => (await drivers('node-1')) === 'docker,process', 30_000, 'both');
    await bed.clock.until(async () => (await drivers('node-2')) === 'process', 30_000, 'one');
  }));

test('what was never started because its driver is off is told gone at once; what may run from before is kept, and removed once the driver is on', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const first = bed.run();
    await bed.assign('web-old');
    await bed.untilState('web-old', 'ready');
    first.life.end();
    await bed.clock.advance(60_000);
    const second = bed.run('node-1', withoutDocker);
    await bed.assign('web-new');
    await bed.clock.until(
      async () => (await bed.instance('web-new'))?.reason?.startsWith('driver_off: ') === true,
      60_000,
      'web-new says why',
    );
    // Over a restart too: what the agent knows of it is on its disk.
    second.life.end();
    await bed.clock.advance(60_000);
    const third = bed.run('node-1', withoutDocker);
    await bed.desire('web-new', 'draining');
    await bed.desire('web-old', 'draining');
    await bed.untilState('web-new', 'gone', 60_000);
    await bed.clock.advance(600_000);
    const kept = await bed.instance('web-old');
    assert.equal(kept?.state, 'draining');
    assert.match(
      kept.reason ?? '',
      /^driver_off: docker\.enabled is false .* enable it and restart the agent.* delete assignments\/node-1\/web\/web-old$/,
    );
    assert.deepEqual(bed.units(), ['web-old running']);
    third.life.end();
    await bed.clock.advance(60_000);
    bed.run();
    await bed.untilState('web-old', 'gone', 120_000);
    assert.deepEqual(bed.units(), []);
  }));

test('a certificate that is refused because its service has left meanwhile is no condition, and is not asked for again', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.authority.isAssigned = () => false;
    bed.run();
    await bed.assign('web-0');
    const conditions = async (): Promise<string[]> => ((await bed.node()).conditions ?? []).map(({ type }) => type);
    await bed.clock.until(async () => (await conditions()).includes('certificate_failed'), 60_000, 'the refusal to be told');
    await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'), keyOf(cluster, 'instance', 'web', 'web-0'));
    await bed.clock.until(async () => !(await conditions()).includes('certificate_failed'), 20_000, 'the condition to pass');
    const asked = bed.host.gate.counts.get('signer.sign');
    await bed.clock.advance(600_000);
    assert.equal(bed.host.gate.counts.get('signer.sign'), asked);
    assert.deepEqual(await conditions(), []);
  }));
