// The store away, emptied, rewound, foreign; sessions; the agent killed at each step.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf } from '../src/model/keys.ts';
import { type Bed, cluster, perService, withBed } from './testbed.ts';

const metaKey = keyOf(cluster, 'cluster');

async function ready(bed: Bed, ...ids: string[]): Promise<void> {
  await bed.cluster('node-1');
  for (const id of ids) await bed.assign(id);
  for (const id of ids) await bed.untilState(id, 'ready');
}

test('the store away: nothing stops, what crashes is restarted, also by a new agent', () =>
  withBed(async (bed) => {
    const first = bed.run();
    await ready(bed, 'web-0', 'web-1');
    first.client.setPartition('silent');
    await bed.clock.advance(120_000);
    bed.host.crashUnit('web-0', 1);
    await bed.clock.until(() => bed.units().join() === 'web-0 running,web-1 running', 30_000, 'web-0 to be restarted');
    first.life.end();
    const second = bed.run();
    second.client.setPartition('refused');
    bed.host.crashUnit('web-1', 1);
    await bed.clock.until(() => bed.units().join() === 'web-0 running,web-1 running', 30_000, 'web-1 to be restarted');
    bed.host.processes.crash('mesh-agent', 1);
    await bed.clock.until(() => bed.host.processes.running('mesh-agent') !== undefined, 30_000, 'the sidecar to be back');
    assert.match(second.agent.unready() ?? '', /the store is not followed/);
    second.client.setPartition('none');
    await bed.clock.until(
      async () => (await bed.instance('web-1'))?.restarts === 1 || (await bed.instance('web-0'))?.restarts === 1,
      60_000,
      'a report',
    );
    assert.equal(bed.host.gate.counts.get('engine.create'), 2);
    assert.equal(bed.host.gate.counts.get('engine.stop') ?? 0, 0);
  }));

test('after a reboot nothing starts before the first list', () =>
  withBed(async (bed) => {
    const first = bed.run();
    await ready(bed, 'web-0');
    first.life.end();
    bed.host.reboot();
    const second = bed.run();
    second.client.setPartition('refused');
    await bed.clock.advance(120_000);
    assert.deepEqual(bed.units(), ['web-0 exited']);
    assert.equal(bed.host.processes.running('mesh-agent'), undefined);
    // Its work was moved away while it was down.
    await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'), keyOf(cluster, 'instance', 'web', 'web-0'));
    second.client.setPartition('none');
    await bed.clock.until(() => bed.units().length === 0, 60_000, 'it to be removed');
    assert.equal(bed.host.gate.counts.get('engine.start'), 1);
  }));

/** Everything as it was, nothing stopped or removed, for two minutes. */
async function untouched(bed: Bed, what: string): Promise<void> {
  await bed.clock.advance(120_000);
  assert.deepEqual(bed.units(), ['web-0 running'], what);
  assert.ok(bed.host.files.read('/data/node-1/mtls-agent.d/web.toml'), what);
  assert.ok(bed.host.processes.running('mesh-agent'), what);
  assert.equal(bed.host.gate.counts.get('engine.stop') ?? 0, 0, what);
}

test('a store that answers after ten seconds: nothing is stopped or started again, and what is wanted by then is done', () =>
  withBed(async (bed) => {
    const run = bed.run();
    await ready(bed, 'web-0');
    run.client.faults.delayMs = 5_000;
    await bed.clock.advance(300_000);
    await bed.assign('web-1');
    await bed.untilState('web-1', 'ready', 180_000);
    run.client.faults.delayMs = 0;
    await bed.clock.advance(60_000);
    assert.deepEqual(bed.units(), ['web-0 running', 'web-1 running']);
    assert.equal(bed.host.gate.counts.get('engine.start'), 2);
    assert.equal(bed.host.gate.counts.get('engine.stop') ?? 0, 0);
  }));

for (const [what, byMs] of [
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
] as const) {
  test(`a clock that is ${what}: the session lives on, nothing is stopped or started again`, () =>
    withBed(async (bed) => {
      bed.run();
      await ready(bed, 'web-0');
      const session = await bed.liveness();
      bed.clock.jumpWall(byMs);
      await bed.clock.advance(300_000);
      assert.deepEqual(await bed.liveness(), session);
      await bed.assign('web-1');
      await bed.untilState('web-1', 'ready');
      bed.clock.jumpWall(-byMs);
      await bed.clock.advance(300_000);
      assert.deepEqual(await bed.liveness(), session);
      assert.deepEqual(bed.units(), ['web-0 running', 'web-1 running']);
      assert.equal(bed.host.gate.counts.get('engine.start'), 2);
    }));
}

test('a machine that slept for half an hour: its lease is gone, and it reads what is wanted before it does anything', () =>
  withBed(async (bed) => {
    bed.run();
    await ready(bed, 'web-0', 'web-1');
    // Its own clocks stood still meanwhile, but for the one on the wall; web-1 was placed elsewhere.
    const { kv } = await bed.hand.get(keyOf(cluster, 'liveness', 'node-1'));
    await bed.hand.leaseRevoke(kv?.lease ?? '');
    await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-1'), keyOf(cluster, 'instance', 'web', 'web-1'));
    bed.clock.jumpWall(1_800_000);
    await bed.clock.until(async () => (await bed.liveness()) !== undefined, 60_000, 'the session to begin again');
    await bed.clock.until(() => bed.units().length === 1, 60_000, 'what was placed elsewhere to be removed');
    await bed.clock.advance(60_000);
    assert.deepEqual(bed.units(), ['web-0 running']);
    assert.equal((await bed.instance('web-0'))?.state, 'ready');
    assert.equal(bed.host.gate.counts.get('engine.start'), 2);
  }));

test('a store that was emptied is not obeyed, nor is it written', () =>
  withBed(async (bed) => {
    const run = bed.run();
    await ready(bed, 'web-0');
    const image = bed.store.image();
    bed.store.restore();
    await untouched(bed, 'emptied');
    assert.match(run.agent.unready() ?? '', /no meta record/);
    assert.equal((await bed.hand.list('photoncloud/')).kvs.length, 0);
    run.life.end();
    bed.run();
    await untouched(bed, 'emptied, and the agent restarted');
    bed.store.restore(image);
    await bed.clock.until(async () => (await bed.liveness()) !== undefined, 60_000, 'the session to begin again');
    await untouched(bed, 'restored');
  }));

test('all keys of the cluster deleted at once: nothing is stopped', () =>
  withBed(async (bed) => {
    bed.run();
    await ready(bed, 'web-0');
    await bed.table([{ id: 'r', host: 'a.example', path: '/', service: 'web', upstream_addr: '127.0.0.11:1', created_revision: 1 }]);
    await bed.clock.until(async () => (await bed.node()).ingress_revision === 1, 30_000, 'the routes');
    const { kvs } = await bed.hand.list('photoncloud/');
    await bed.delete(...kvs.map((kv) => kv.key));
    await untouched(bed, 'deleted');
    assert.ok(bed.host.processes.running('caddy'));
    assert.match(JSON.stringify(bed.host.caddy.config()), /a\.example/);
  }));

test('a store set back is not obeyed until the epoch is raised', () =>
  withBed(async (bed) => {
    const run = bed.run();
    await bed.cluster('node-1');
    await bed.clock.advance(2000);
    const image = bed.store.image();
    await ready(bed, 'web-0');
    await bed.clock.advance(60_000);
    bed.store.restore(image);
    await untouched(bed, 'rewound');
    assert.match(run.agent.unready() ?? '', /set back/);
    run.life.end();
    bed.run();
    await untouched(bed, 'rewound, and the agent restarted');
    await bed.put(metaKey, { ...(await bed.read<object>(metaKey)), epoch: 1 });
    await bed.clock.until(() => bed.units().length === 0, 60_000, 'the older state to be obeyed');
  }));

test('a foreign store is not obeyed', () =>
  withBed(async (bed) => {
    const run = bed.run();
    await ready(bed, 'web-0');
    await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'));
    await bed.put(metaKey, { ...(await bed.read<object>(metaKey)), uid: 'ffffffff-0000-0000-0000-000000000000' });
    await untouched(bed, 'foreign');
    assert.match(run.agent.unready() ?? '', /another one/);
  }));

test('without the own Node, or with a broken one, nothing is stopped', () =>
  withBed(async (bed) => {
    bed.run();
    await ready(bed, 'web-0');
    const key = keyOf(cluster, 'node', 'node-1');
    const node = await bed.node();
    await bed.hand.transact([], [{ type: 'put', key, value: 'not JSON' }]);
    await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'));
    await untouched(bed, 'a broken Node');
    await bed.delete(key);
    await untouched(bed, 'no Node');
    await bed.put(key, node);
    await bed.clock.until(() => bed.units().length === 0, 60_000, 'the store to be obeyed again');
  }));

test('a second agent of the same node id is refused, both are named, and it touches nothing', () =>
  withBed(async (bed) => {
    bed.run();
    await ready(bed, 'web-0');
    const before = await bed.liveness();
    const second = bed.run('node-1', { data_dir: '/data/copy' });
    await bed.clock.until(() => second.ended() !== undefined, 30_000, 'the refusal');
    const error = second.ended();
    assert.equal(error?.code, 'identity_taken');
    assert.equal(error?.exitCode, 4);
    const own = JSON.parse(bed.host.files.read('/data/copy/state/identity.json') ?? '{}').agent_uid;
    assert.match(error?.explain() ?? '', new RegExp(`${before?.agent_uid}.*${own}`));
    await bed.clock.advance(60_000);
    assert.deepEqual(await bed.liveness(), before);
    assert.deepEqual(bed.units(), ['web-0 running']);
    assert.deepEqual(bed.host.files.list('/data/copy/mtls-agent.d'), []);
  }));

test('a record of another agent without a lease, as an import leaves it, is waited for and then replaced', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const former = { session: 's', agent_uid: 'them', machine_id: 'there', boot_id: 'b', version: '1' };
    await bed.put(keyOf(cluster, 'liveness', 'node-1'), former);
    const run = bed.run();
    await bed.clock.advance(14_000);
    assert.deepEqual(await bed.liveness(), former);
    assert.match(run.agent.unready() ?? '', /under photoncloud\/clusters\/demo\/liveness\/node-1 stands what is no living agent's/);
    await bed.clock.until(async () => (await bed.liveness())?.machine_id === 'machine', 10_000, 'the session to begin');
    assert.equal(run.ended(), undefined);
  }));

test('garbage over the record of a living agent: it puts its own back at once, another that starts meanwhile is refused', () =>
  withBed(async (bed) => {
    const key = keyOf(cluster, 'liveness', 'node-1');
    const first = bed.run();
    await ready(bed, 'web-0');
    first.client.setPartition('silent');
    await bed.put(key, {});
    const second = bed.run('node-1', { data_dir: '/data/copy' });
    await bed.clock.advance(8000);
    assert.equal((await bed.liveness())?.agent_uid, undefined, 'neither takes it: the first is cut off, the second waits');
    first.client.setPartition('none');
    await bed.clock.until(() => second.ended() !== undefined, 30_000, 'the refusal of the second');
    assert.equal(second.ended()?.code, 'identity_taken');
    assert.equal(first.ended(), undefined);
    await bed.put(key, {});
    await bed.clock.until(async () => (await bed.liveness())?.agent_uid !== undefined, 2000, 'the record to be back');
    await bed.delete(key);
    await bed.clock.until(async () => (await bed.liveness())?.agent_uid !== undefined, 2000, 'the record to be back');
    assert.deepEqual(bed.units(), ['web-0 running']);
  }));

test('garbage bound to a lease that lives is left alone until the lease ends', () =>
  withBed(async (bed) => {
    const key = keyOf(cluster, 'liveness', 'node-1');
    await bed.cluster('node-1');
    const lease = await bed.hand.leaseGrant(60);
    await bed.hand.transact([], [{ type: 'put', key, value: '"of a later version?"', lease }]);
    const run = bed.run();
    await bed.clock.advance(50_000);
    assert.equal((await bed.hand.get(key)).kv?.value, '"of a later version?"');
    assert.match(
      run.agent.unready() ?? '',
      new RegExp(`it is bound to the lease ${lease}, which lives: it goes with it, or with etcdctl del ${key}`),
    );
    await bed.clock.until(async () => (await bed.liveness())?.agent_uid !== undefined, 30_000, 'the session to begin');
    assert.equal(run.ended(), undefined);
  }));

test('an agent that restarts takes its lease and its node up again; its former run is fenced', () =>
  withBed(async (bed) => {
    const first = bed.run();
    await ready(bed, 'web-0');
    const { kv: before } = await bed.hand.get(keyOf(cluster, 'liveness', 'node-1'));
    // It is cut off, and comes back when the second has taken over.
    first.client.setPartition('refused');
    bed.run();
    await bed.clock.advance(3000);
    const { kv: after } = await bed.hand.get(keyOf(cluster, 'liveness', 'node-1'));
    assert.equal(after?.lease, before?.lease);
    assert.equal(after?.createRevision, before?.createRevision);
    assert.notEqual(JSON.parse(after?.value ?? '{}').session, JSON.parse(before?.value ?? '{}').session);
    first.client.setPartition('none');
    await bed.clock.until(() => first.ended() !== undefined, 120_000, 'the first to end');
    assert.equal(first.ended()?.code, 'identity_taken');
    assert.deepEqual(bed.units(), ['web-0 running']);
  }));

test('a lost lease is followed by another session, and what was written meanwhile is put right', () =>
  withBed(async (bed) => {
    const run = bed.run();
    await ready(bed, 'web-0');
    run.client.setPartition('silent');
    await bed.clock.until(async () => (await bed.liveness()) === undefined, 60_000, 'the lease to expire');
    const key = keyOf(cluster, 'instance', 'web', 'web-0');
    await bed.put(key, { ...(await bed.read<object>(key)), state: 'unhealthy', reason: 'node_lost' });
    run.client.setPartition('none');
    assert.equal((await bed.untilState('web-0', 'ready')).reason, undefined);
    assert.ok(await bed.liveness());
    assert.equal(bed.host.gate.counts.get('engine.start'), 1);
  }));

test('fields that this version does not know are kept, and a conflict is decided again', () =>
  withBed(async (bed) => {
    const run = bed.run();
    await ready(bed, 'web-0');
    const key = keyOf(cluster, 'instance', 'web', 'web-0');
    await bed.put(key, { ...(await bed.read<object>(key)), desired: 'draining', later_field: { a: 1 } });
    run.client.faults.lostAnswers = 2;
    bed.host.unhealthy.add('web-0');
    const after = await bed.untilState('web-0', 'unhealthy');
    assert.equal(after.desired, 'draining');
    assert.deepEqual((after as unknown as Record<string, unknown>)['later_field'], { a: 1 });
  }));

test('a transaction that arrives twice is written once', () =>
  withBed(async (bed) => {
    const run = bed.run();
    await ready(bed, 'web-0');
    await bed.clock.advance(10_000);
    const { revision } = bed.store;
    run.client.faults.duplicates = 5;
    await bed.clock.advance(100_000);
    assert.ok(run.client.faults.duplicates < 5, 'some did');
    const heartbeats = bed.store.revision - revision;
    assert.ok(heartbeats >= 2 && heartbeats <= 4, `${heartbeats} writes in 100 s`);
  }));

test('a record that was broken while its instance ended is told of the end once it is mended', () =>
  withBed(async (bed) => {
    bed.run();
    await ready(bed, 'web-0');
    const key = keyOf(cluster, 'instance', 'web', 'web-0');
    await bed.desire('web-0', 'draining');
    const whole = await bed.untilState('web-0', 'draining');
    await bed.hand.transact([], [{ type: 'put', key, value: 'not JSON' }]);
    await bed.clock.until(() => bed.units().length === 0, 60_000, 'it to end');
    await bed.clock.advance(60_000);
    await bed.put(key, whole);
    await bed.untilState('web-0', 'gone', 60_000);
  }));

const calls = [
  'engine.ensureNetwork',
  'engine.ensureImage',
  'engine.create',
  'engine.start',
  'signer.sign',
  'process.start',
  'files.write',
];
for (const call of calls) {
  for (const when of ['before', 'after'] as const) {
    test(`killed ${when} ${call}: the next agent converges, nothing twice, nothing orphaned`, () =>
      withBed(async (bed) => {
        await bed.cluster('node-1');
        const skips = call === 'files.write' ? [0, 1, 2, 3, 4, 5, 6, 7] : [0, 1];
        for (const skip of skips) {
          bed.host.gate.crashAt(call, when, skip);
          const run = bed.run();
          if (skip === 0) await bed.assign('web-0');
          if (skip === 0) await bed.assign('web-1');
          await bed.clock.advance(20_000);
          run.life.end();
          bed.host.gate.heal();
        }
        bed.run();
        await bed.untilState('web-0', 'ready');
        await bed.untilState('web-1', 'ready');
        assert.deepEqual(bed.units(), ['web-0 running', 'web-1 running']);
        await bed.clock.advance(60_000);
        assert.equal(bed.host.files.list('/data/node-1/mesh/certs/web').length, 1);
        assert.equal(bed.host.processes.all().length, 1);
      }));
  }
}

for (const call of ['engine.stop', 'engine.remove', 'engine.removeNetwork', 'process.stop', 'process.remove', 'files.remove']) {
  for (const when of ['before', 'after'] as const) {
    test(`killed ${when} ${call}: the next agent removes the rest`, () =>
      withBed(async (bed) => {
        const first = bed.run('node-1', perService);
        await ready(bed, 'web-0');
        bed.host.gate.crashAt(call, when);
        await bed.desire('web-0', 'stopped');
        const gone = async (): Promise<boolean> => (await bed.instance('web-0'))?.state === 'gone' || !first.life.alive;
        await bed.clock.until(gone, 60_000, 'the agent to get there');
        if (first.life.alive)
          await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'), keyOf(cluster, 'instance', 'web', 'web-0'));
        await bed.clock.until(() => !first.life.alive, 120_000, 'the agent to die');
        bed.run('node-1', perService);
        await bed.clock.until(async () => ((await bed.instance('web-0'))?.state ?? 'gone') === 'gone', 60_000, 'it to be gone');
        await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'), keyOf(cluster, 'instance', 'web', 'web-0'));
        const empty = (): boolean => bed.units().length === 0 && bed.host.processes.all().length === 0;
        await bed.clock.until(empty, 120_000, 'nothing to be left');
        await bed.clock.advance(30_000);
        assert.deepEqual(bed.host.files.list('/data/node-1/mtls-agent.d'), ['README']);
        const docker = bed.host.ports({ clusterId: cluster, nodeId: 'node-1', dataDir: '/x' }).docker;
        assert.deepEqual(await docker.networks(), []);
      }));
  }
}
