// Tasks of jobs on a node: started once, their end and their output told, whatever becomes of agents and engines meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Assignment, JobOutput, ServiceInstance } from '../src/model/generated.ts';
import { keyOf } from '../src/model/keys.ts';
import { type Bed, cluster, withBed } from './testbed.ts';

const task = { run_id: 'run-1', index: 0, attempt: 1 };
const common: Partial<Assignment> = { health: { type: 'none' }, drain_s: 0, job: task };
const drivers: { name: string; change: Partial<Assignment> }[] = [
  { name: 'docker', change: common },
  { name: 'process', change: { ...common, run: { driver: 'process', command: ['report'] }, mesh: { mode: 'none' } } },
];

async function assign(bed: Bed, change: Partial<Assignment>, id = 'job-0'): Promise<void> {
  const { protocol: _none, ...record } = await bed.assign(id, { service: 'job', ...change });
  await bed.put(keyOf(cluster, 'assignment', 'node-1', 'job', id), record);
}

const record = (bed: Bed, id = 'job-0'): Promise<ServiceInstance | undefined> => bed.instance(id, 'job');
const outputKey = keyOf(cluster, 'job-output', 'job', 'run-1', '0');

async function untilGone(bed: Bed, id = 'job-0'): Promise<ServiceInstance> {
  await bed.clock.until(async () => (await record(bed, id))?.state === 'gone', 120_000, `${id} to be gone`);
  return (await record(bed, id)) as ServiceInstance;
}

async function untilRunning(bed: Bed, id = 'job-0'): Promise<void> {
  await bed.clock.until(async () => (await record(bed, id))?.state === 'ready', 120_000, `${id} to run`);
}

const starts = (bed: Bed): number =>
  (bed.host.gate.counts.get('engine.start') ?? 0) + (bed.host.gate.counts.get('process.start') ?? 0) - sidecarStarts(bed);
const sidecarStarts = (bed: Bed): number => bed.host.processes.all().filter(({ name }) => name === 'mesh-agent').length;

for (const { name, change } of drivers) {
  for (const exitCode of [0, 3]) {
    test(`${name}: a task that ends with ${exitCode} is told with its code, time and output, and is not started again`, () =>
      withBed(async (bed) => {
        await bed.cluster('node-1');
        bed.host.behaviour = (instance) => (instance === 'job-0' ? { exitAfterMs: 20_000, exitCode } : {});
        bed.run();
        await assign(bed, change);
        await untilRunning(bed);
        const startedMs = bed.clock.now();
        const gone = await untilGone(bed);
        assert.equal(gone.exit_code, exitCode);
        assert.equal(gone.reason, exitCode === 0 ? undefined : `exited: with code ${exitCode}`);
        const endedMs = Date.parse(gone.ended_at ?? '');
        assert.ok(endedMs >= startedMs + 10_000 && endedMs <= bed.clock.now(), gone.ended_at);
        const output = await bed.read<JobOutput>(outputKey);
        assert.equal(output?.text, `job-0 starts\nends with ${exitCode}\n`);
        assert.deepEqual([output.attempt, output.node_id, output.instance_id], [1, 'node-1', 'job-0']);
        await bed.clock.advance(600_000);
        assert.equal(starts(bed), 1);
        // As the controller does with what has ended.
        await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'job', 'job-0'), keyOf(cluster, 'instance', 'job', 'job-0'));
        await bed.clock.advance(30_000);
        assert.deepEqual(bed.units(), []);
        assert.deepEqual(bed.host.files.list('/data/node-1/units'), []);
      }));
  }

  test(`${name}: what ended while the agent was down is told by the next one, and started by none`, () =>
    withBed(async (bed) => {
      await bed.cluster('node-1');
      const { life } = bed.run();
      await assign(bed, change);
      await untilRunning(bed);
      life.end();
      bed.host.crashUnit('job-0', 5);
      await bed.clock.advance(20_000);
      bed.run();
      const gone = await untilGone(bed);
      assert.deepEqual([gone.exit_code, gone.reason], [5, 'exited: with code 5']);
      assert.equal(starts(bed), 1);
    }));
}

test('a reboot ends a task: it is told, and not started again', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const { life } = bed.run();
    await assign(bed, common);
    await untilRunning(bed);
    life.end();
    bed.host.reboot();
    await bed.clock.advance(20_000);
    bed.run();
    const gone = await untilGone(bed);
    assert.equal(gone.exit_code, 137);
    assert.equal(bed.host.gate.counts.get('engine.start'), 1);
  }));

test('a process whose exit nobody knows after a reboot is a failure, with a reason', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const { life } = bed.run();
    await assign(bed, drivers[1]?.change ?? {});
    await untilRunning(bed);
    life.end();
    bed.host.reboot();
    await bed.clock.advance(20_000);
    bed.run();
    const gone = await untilGone(bed);
    assert.deepEqual([gone.exit_code, gone.reason], [undefined, 'exited: the exit code is not known']);
  }));

test('a unit that is removed by hand is not made again, over a restart of the agent too', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const { life } = bed.run();
    await assign(bed, common);
    await untilRunning(bed);
    life.end();
    bed.host.docker.removeByHand('job-0');
    await bed.clock.advance(20_000);
    bed.run();
    const gone = await untilGone(bed);
    assert.match(gone.reason ?? '', /^vanished: /);
    await bed.clock.advance(60_000);
    assert.equal(bed.host.gate.counts.get('engine.create'), 1);
  }));

test('stopped: its end is looked at and its last output kept before it is removed', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await assign(bed, common);
    await untilRunning(bed);
    await bed.desire('job-0', 'draining', 'job');
    const gone = await untilGone(bed);
    assert.deepEqual([gone.exit_code, bed.units()], [0, []]);
    assert.match((await bed.read<JobOutput>(outputKey))?.text ?? '', /ends with 0/);
  }));

test('while it runs its output is written when it grew, at most every five seconds, and not where it did not', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await assign(bed, common);
    await untilRunning(bed);
    await bed.clock.until(async () => (await bed.read(outputKey)) !== undefined, 20_000, 'the first output');
    const { kv } = await bed.hand.get(outputKey);
    await bed.clock.advance(300_000);
    assert.equal((await bed.hand.get(outputKey)).kv?.modRevision, kv?.modRevision);
    assert.ok((bed.host.gate.counts.get('engine.output') ?? 0) <= 65);
  }));

test('a former attempt never overwrites the output of a later one', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const later = {
      service: 'job',
      run_id: 'run-1',
      task: '0',
      node_id: 'node-2',
      instance_id: 'job-0-b',
      attempt: 2,
      text: 'later\n',
      written_at: '2026-01-01T00:00:00Z',
    };
    await bed.put(outputKey, later);
    bed.host.behaviour = (instance) => (instance === 'job-0' ? { exitAfterMs: 1000, exitCode: 1 } : {});
    bed.run();
    await assign(bed, common);
    await untilGone(bed);
    assert.equal((await bed.read<JobOutput>(outputKey))?.text, 'later\n');
  }));

test('output that can not be read is given up after a while: the task ends all the same', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.host.behaviour = (instance) => (instance === 'job-0' ? { exitAfterMs: 1000, exitCode: 0 } : {});
    bed.host.gate.plan('engine.output', { kind: 'fail' }, 1000);
    bed.run();
    await assign(bed, common);
    const gone = await untilGone(bed);
    assert.deepEqual([gone.exit_code, await bed.read(outputKey)], [0, undefined]);
  }));

test('a task is not started while the store is not followed, and its sidecar serves before it', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.host.docker.pullMs = 60_000;
    bed.host.docker.images.delete('example/app:1');
    const { client } = bed.run();
    await assign(bed, common);
    await bed.clock.advance(20_000);
    client.setPartition('silent');
    await bed.clock.advance(300_000);
    assert.equal(bed.host.gate.counts.get('engine.start'), undefined);
    client.setPartition('none');
    await untilRunning(bed);
    assert.ok(bed.host.processes.running('mesh-agent'));
  }));
