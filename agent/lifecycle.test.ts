// The agent with what it does by itself to what it runs: the call before a stop, the stop in a long outage, the restart of what
// is not ready; and with a machine that was installed anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf } from '../src/model/keys.ts';
import { type Bed, cluster, withBed } from './testbed.ts';

const hook = { pre_stop: { path: '/bye', timeout_s: 20 } };

async function start(bed: Bed, change: Parameters<Bed['assign']>[1] = {}): Promise<void> {
  await bed.cluster('node-1');
  bed.run();
  await bed.assign('web-0', change);
  await bed.untilState('web-0', 'ready');
}

const stops = (bed: Bed): number => bed.host.gate.counts.get('engine.stop') ?? 0;
const starts = (bed: Bed): number => bed.host.gate.counts.get('engine.start') ?? 0;
const calls = (bed: Bed): number => bed.host.gate.counts.get('probe.call') ?? 0;

/** As the controller does with what has gone. */
async function forget(bed: Bed): Promise<void> {
  await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'), keyOf(cluster, 'instance', 'web', 'web-0'));
}

function restartAgent(bed: Bed): void {
  bed.runs.at(-1)?.life.end();
  bed.run();
}

test('an app is called once it has drained, and stopped when it has answered', () =>
  withBed(async (bed) => {
    await start(bed, hook);
    bed.host.connections.set('web/web-0', 1);
    bed.host.hook = () => ({ status: 204, afterMs: 9000 });
    await bed.desire('web-0', 'draining');
    await bed.clock.advance(15_000);
    assert.equal(calls(bed), 0, 'its connections have not ended');
    bed.host.connections.clear();
    await bed.clock.until(() => calls(bed) === 1, 10_000, 'the call');
    await bed.clock.advance(8000);
    assert.equal(stops(bed), 0, 'it has not answered yet');
    await bed.untilState('web-0', 'gone', 10_000);
    assert.deepEqual(bed.host.called, ['web-0 /bye']);
    assert.equal(stops(bed), 1);
    await forget(bed);
    await bed.clock.advance(60_000);
    assert.deepEqual(bed.units(), []);
  }));

test('one that does not answer in time, answers with a failure, or refuses is stopped all the same, and that is told', () =>
  withBed(async (bed) => {
    const cases = [
      {
        hook: { status: 200, afterMs: 60_000 },
        told: /^pre_stop_failed: POST \/bye: no answer within 20000 ms; it is stopped all the same$/,
      },
      { hook: { status: 500, afterMs: 0 }, told: /^pre_stop_failed: POST \/bye: it answered 500/ },
    ];
    await bed.cluster('node-1');
    bed.run();
    for (const one of cases) {
      bed.host.hook = () => one.hook;
      await bed.assign('web-0', hook);
      await bed.untilState('web-0', 'ready');
      // Its stop takes so long that what is told meanwhile can be seen.
      bed.host.gate.plan('engine.stop', { kind: 'slow', delayMs: 5000 });
      await bed.desire('web-0', 'draining');
      await bed.clock.until(async () => one.told.test((await bed.instance('web-0'))?.reason ?? ''), 60_000, String(one.told));
      await bed.untilState('web-0', 'gone', 30_000);
      await forget(bed);
      await bed.clock.until(() => bed.units().length === 0, 30_000, 'the container to go');
      await bed.clock.advance(5000);
    }
  }));

test('an agent that is restarted does not call again what has answered, and calls anew what has not', () =>
  withBed(async (bed) => {
    await start(bed, hook);
    bed.host.hook = () => ({ status: 200, afterMs: 10_000 });
    await bed.desire('web-0', 'draining');
    await bed.clock.until(() => calls(bed) === 1, 30_000, 'the first call');
    await bed.clock.advance(2000);
    restartAgent(bed);
    await bed.clock.until(() => calls(bed) === 2, 30_000, 'the second call, as the first was cut short');
    // The stop hangs until the agent is restarted again.
    bed.host.gate.plan('engine.stop', { kind: 'hang' });
    await bed.clock.until(() => stops(bed) === 1, 30_000, 'the stop');
    restartAgent(bed);
    await bed.untilState('web-0', 'gone');
    assert.equal(calls(bed), 2);
    assert.deepEqual(bed.host.called, ['web-0 /bye', 'web-0 /bye']);
  }));

test('a call that takes minutes holds nothing else up', () =>
  withBed(async (bed) => {
    await start(bed, { pre_stop: { path: '/bye', timeout_s: 600 } });
    bed.host.hook = () => ({ status: 200, afterMs: 300_000 });
    await bed.desire('web-0', 'draining');
    await bed.clock.until(() => calls(bed) === 1, 30_000, 'the call');
    await bed.assign('web-1', { slot: 1 });
    await bed.untilState('web-1', 'ready', 30_000);
    assert.deepEqual(bed.units(), ['web-0 running', 'web-1 running']);
    await bed.untilState('web-0', 'gone', 320_000);
  }));

test('an app that does not run is not called', () =>
  withBed(async (bed) => {
    await start(bed, hook);
    bed.host.behaviour = () => ({ exitAfterMs: 10, exitCode: 1 });
    bed.host.crashUnit('web-0', 1);
    await bed.desire('web-0', 'draining');
    await bed.untilState('web-0', 'gone');
    assert.equal(calls(bed), 0);
  }));

// ---------------------------------------------------------------- the store away for long

test('without the store an instance that asks for it is drained and stopped, kept, and started when the store is back', () =>
  withBed(async (bed) => {
    await start(bed, { stop_after_s: 60 });
    await bed.assign('web-1', { slot: 1 });
    await bed.untilState('web-1', 'ready');
    const startedAt = starts(bed);
    bed.runs.at(-1)?.client.setPartition('refused');
    await bed.clock.advance(60_000);
    assert.equal(stops(bed), 0);
    await bed.clock.until(() => bed.units().includes('web-0 exited'), 30_000, 'the stop');
    assert.deepEqual(bed.units(), ['web-0 exited', 'web-1 running']);
    await bed.clock.advance(600_000);
    assert.deepEqual(bed.units(), ['web-0 exited', 'web-1 running']);
    assert.equal(stops(bed), 1);
    bed.runs.at(-1)?.client.setPartition('none');
    await bed.clock.until(() => bed.units().includes('web-0 running'), 30_000, 'the start');
    await bed.untilState('web-0', 'ready');
    assert.equal(starts(bed), startedAt + 1);
    assert.equal((await bed.instance('web-0'))?.restarts, 1);
  }));

test('the time counts on over restarts of the agent, and what was stopped is not started by the next one', () =>
  withBed(async (bed) => {
    await start(bed, { stop_after_s: 120 });
    const cut = (): void => bed.runs.at(-1)?.client.setPartition('refused');
    cut();
    for (let at = 0; at < 5; at++) {
      await bed.clock.advance(15_000);
      restartAgent(bed);
      cut();
    }
    // 75 s are over.
    await bed.clock.advance(40_000);
    assert.equal(stops(bed), 0);
    await bed.clock.until(() => bed.units().includes('web-0 exited'), 20_000, 'the stop, 120 s after the last contact and not of this run');
    for (let at = 0; at < 3; at++) {
      restartAgent(bed);
      cut();
      await bed.clock.advance(25_000);
      assert.deepEqual(bed.units(), ['web-0 exited']);
    }
    restartAgent(bed);
    await bed.untilState('web-0', 'ready');
  }));

test('an agent that was away itself for long stops nothing where the store answers', () =>
  withBed(async (bed) => {
    await start(bed, { stop_after_s: 30 });
    bed.runs.at(-1)?.life.end();
    await bed.clock.advance(3_600_000);
    bed.run();
    await bed.clock.advance(60_000);
    assert.equal(stops(bed), 0);
    assert.deepEqual(bed.units(), ['web-0 running']);
    assert.equal((await bed.instance('web-0'))?.state, 'ready');
  }));

test('what is not wanted any more when the store is back is removed, not started', () =>
  withBed(async (bed) => {
    await start(bed, { stop_after_s: 30 });
    const started = starts(bed);
    bed.runs.at(-1)?.client.setPartition('silent');
    await bed.clock.until(() => bed.units().includes('web-0 exited'), 120_000, 'the stop');
    await bed.desire('web-0', 'draining');
    bed.runs.at(-1)?.client.setPartition('none');
    await bed.untilState('web-0', 'gone');
    assert.equal(starts(bed), started);
  }));

// ---------------------------------------------------------------- liveness

test('an app that is not ready for too long is restarted, with pauses that grow, and left alone once it is ready', () =>
  withBed(async (bed) => {
    await start(bed, { health: { type: 'http', path: '/healthz', start_period_s: 5, interval_s: 1, restart_after_s: 20 } });
    const first = starts(bed);
    bed.host.unhealthy.add('web-0');
    const from = bed.clock.monotonic();
    const wanted = /^restarting: not ready for 20 s: GET \/healthz answered 503$/;
    await bed.clock.until(async () => wanted.test((await bed.instance('web-0'))?.reason ?? ''), 60_000, 'the reason');
    assert.ok(bed.clock.monotonic() - from >= 20_000);
    assert.equal((await bed.instance('web-0'))?.state, 'unhealthy');
    const times: number[] = [];
    for (let at = 1; at <= 5; at++) {
      await bed.clock.until(() => starts(bed) === first + at, 300_000, `restart ${at}`);
      times.push(bed.clock.monotonic());
    }
    // Each lives through its start period and its patience, and then waits for longer than the one before.
    const apart = times.slice(1).map((atMs, at) => atMs - (times[at] ?? 0));
    for (const [at, ms] of apart.entries()) assert.ok(ms >= 25_000 + 1000 * 2 ** (at + 1) * 0.5, `${ms} ms before restart ${at + 2}`);
    bed.host.unhealthy.clear();
    await bed.untilState('web-0', 'ready');
    const settled = starts(bed);
    await bed.clock.advance(900_000);
    assert.equal(starts(bed), settled);
    assert.equal((await bed.instance('web-0'))?.reason, undefined);
  }));

// ---------------------------------------------------------------- another agent, another machine

test('a second agent of a living node id is refused whatever machine it is on, and both are named', () =>
  withBed(async (bed) => {
    await start(bed);
    bed.machineId = 'another-machine';
    const second = bed.run('node-1', { data_dir: '/data/elsewhere' });
    await bed.clock.until(() => second.ended() !== undefined, 30_000, 'the refusal');
    const error = second.ended();
    assert.equal(error?.exitCode, 4);
    const own = JSON.parse(bed.host.files.read('/data/elsewhere/state/identity.json') ?? '{}').agent_uid;
    const first = await bed.liveness();
    assert.match(
      error?.explain() ?? '',
      new RegExp(`agent ${first?.agent_uid} on machine machine; this is agent ${own} on machine another-machine`),
    );
    assert.equal((await bed.node()).machine_id, 'machine');
  }));

test('a machine that was installed anew takes its node over once the former lease has ended: each instance runs once, with what is new', () =>
  withBed(async (bed) => {
    await start(bed);
    await bed.assign('web-1', { slot: 1, desired: 'draining' });
    const before = await bed.liveness();
    const container = (await bed.instance('web-0'))?.container_id;
    bed.runs.at(-1)?.life.end();
    bed.host.reboot();
    bed.host.docker.removeByHand('web-0');
    bed.host.docker.removeByHand('web-1');
    bed.host.files.remove('/data/node-1');
    bed.machineId = 'installed-anew';
    const refused = bed.run();
    await bed.clock.until(() => refused.ended() !== undefined, 5000, 'the refusal while the former lease stands');
    assert.equal(refused.ended()?.code, 'identity_taken');
    assert.deepEqual(bed.units(), []);
    await bed.clock.until(async () => (await bed.liveness()) === undefined, 30_000, 'the former lease to end');
    bed.run();
    await bed.untilState('web-0', 'ready');
    await bed.untilState('web-1', 'gone');
    const after = await bed.liveness();
    assert.notEqual(after?.agent_uid, before?.agent_uid);
    assert.equal((await bed.node()).machine_id, 'installed-anew');
    assert.notEqual((await bed.instance('web-0'))?.container_id, container);
    assert.deepEqual(bed.units(), ['web-0 running']);
  }));
