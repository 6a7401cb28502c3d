import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JobRun, Service } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import { hasEnded } from './job-run.ts';
import { ModelCluster } from './model-cluster.ts';
import { scheduledRunId } from './schedule.ts';

function jobOf(more: Partial<Service> = {}): Service {
  return { name: 'report', kind: 'job', ports: {}, protocol: 'tcp', run: { image: 'report:1' }, ...more };
}

function clusterWith(job: Service, nodes = 2): ModelCluster {
  const cluster = new ModelCluster();
  for (let at = 1; at <= nodes; at++) cluster.addNode(`n${at}`, { app_addr: `127.0.0.${at}` });
  cluster.put('service', job);
  cluster.settle();
  return cluster;
}

function ask(cluster: ModelCluster, id = 'run-1', more: Partial<JobRun> = {}): void {
  const run: JobRun = { service: 'report', run_id: id, trigger: 'operator', created_at: timestamp(cluster.nowMs), ...more };
  cluster.put('job-run', run, 'report', id);
}

function runOf(cluster: ModelCluster, id = 'run-1'): JobRun {
  const record = cluster.tables.jobRuns.get('report')?.get(id)?.record;
  assert.ok(record, `there is no run ${id}`);
  return record;
}

/** Lets time pass until the run has ended. */
function untilEnded(cluster: ModelCluster, id = 'run-1', limitS = 3600): JobRun {
  for (let passed = 0; passed < limitS; passed++) {
    cluster.settle();
    if (hasEnded(runOf(cluster, id))) return runOf(cluster, id);
    cluster.pass(1);
  }
  return assert.fail(`${id} has not ended: ${JSON.stringify(runOf(cluster, id))}`);
}

/** One plan, applied. */
function step(cluster: ModelCluster): void {
  for (const action of cluster.plan().actions) cluster.apply(action);
}

test('a run starts its tasks, ends when all have succeeded, and leaves nothing behind but its record', () => {
  const cluster = clusterWith(jobOf({ job: { parallelism: 3 } }));
  ask(cluster);
  step(cluster);
  const instances = cluster.instances('report');
  assert.deepEqual(
    instances.map(({ slot, job }) => [slot, job]),
    [0, 1, 2].map((index) => [index, { run_id: 'run-1', index, attempt: 1 }]),
  );
  const [assignment] = cluster.assignments('report');
  assert.deepEqual([assignment?.health.type, assignment?.drain_s, assignment?.protocol], ['none', 0, undefined]);
  assert.equal(assignment?.app?.container_port, assignment?.app?.port);
  assert.equal(runOf(cluster).state, 'running');
  const run = untilEnded(cluster);
  assert.deepEqual([run.state, run.exit_code, run.message], ['succeeded', 0, undefined]);
  assert.deepEqual(
    run.tasks?.map(({ state, attempts, exit_code }) => [state, attempts, exit_code]),
    [0, 1, 2].map(() => ['succeeded', 1, 0]),
  );
  cluster.settle();
  assert.deepEqual([cluster.instances('report'), cluster.assignments('report')], [[], []]);
  assert.equal(cluster.plan().actions.length, 0);
});

test('a failed attempt is tried again after a pause that grows; the last one fails the run with its exit code', () => {
  const cluster = clusterWith(jobOf({ job: { retries: 2 } }));
  const started: number[] = [];
  cluster.endsWith = () => 7;
  ask(cluster);
  for (let seconds = 0; seconds < 60 && !hasEnded(runOf(cluster)); seconds++) {
    const before = runOf(cluster).tasks?.[0]?.attempts ?? 0;
    step(cluster);
    if ((runOf(cluster).tasks?.[0]?.attempts ?? 0) > before) started.push(cluster.nowMs);
    cluster.runAgents();
    cluster.pass(0.25);
  }
  const run = runOf(cluster);
  assert.deepEqual([run.state, run.ending, run.exit_code], ['failed', 'task_failed', 7]);
  assert.match(run.message ?? '', /^task 0 failed: exited: with code 7$/);
  assert.equal(run.tasks?.[0]?.attempts, 3);
  const [first = 0, second = 0, third = 0] = started;
  assert.ok(second - first >= 1000 && second - first < 4000, `first pause ${second - first}`);
  assert.ok(third - second >= 2000 && third - second < 6000, `second pause ${third - second}`);
});

test('a task that fails for good ends the others', () => {
  const cluster = clusterWith(jobOf({ job: { parallelism: 2 } }));
  cluster.endsWith = ({ slot }) => (slot === 1 ? 3 : undefined);
  ask(cluster);
  const run = untilEnded(cluster);
  assert.deepEqual(
    run.tasks?.map(({ state }) => state),
    ['stopped', 'failed'],
  );
  assert.deepEqual([run.state, run.exit_code], ['failed', 3]);
});

test('the deadline ends a run, and one that waits for a node too', () => {
  for (const placement of [{}, { roles: ['nowhere'] }]) {
    const cluster = clusterWith(jobOf({ job: { deadline_s: 20, retries: 5 }, placement }));
    cluster.endsWith = () => undefined;
    ask(cluster);
    const startMs = cluster.nowMs;
    const run = untilEnded(cluster);
    assert.deepEqual(
      [run.state, run.ending, run.exit_code, run.message],
      ['failed', 'deadline', undefined, 'it had not ended by its deadline'],
    );
    assert.ok(cluster.nowMs - startMs >= 20_000 && cluster.nowMs - startMs < 30_000);
  }
});

test('a run that waits says for what', () => {
  const cluster = clusterWith(jobOf({ placement: { roles: ['nowhere'] } }));
  ask(cluster);
  cluster.settle();
  assert.equal(runOf(cluster).state, 'pending');
  assert.match(runOf(cluster).message ?? '', /^task 0: no_node: none of 2 nodes fits: roles removed 2$/);
  assert.equal(cluster.status('report')?.blocked[0]?.reason, 'no_node');
});

test('stopped by the operator: its tasks end, and it is stopped, also where nothing was started', () => {
  const cluster = clusterWith(jobOf({ job: { parallelism: 2, retries: 3 } }));
  cluster.endsWith = () => undefined;
  ask(cluster);
  cluster.settle();
  cluster.put('job-run', { ...runOf(cluster), desired: 'stopped' }, 'report', 'run-1');
  const run = untilEnded(cluster);
  assert.deepEqual([run.state, run.ending, run.message], ['stopped', 'stopped', 'stopped by the operator']);
  assert.deepEqual(cluster.instances('report'), []);
  ask(cluster, 'run-2', { desired: 'stopped' });
  assert.equal(untilEnded(cluster, 'run-2').started_at, undefined);
});

test('what ends with 0 because it is told to end has not succeeded', () => {
  const cluster = clusterWith(jobOf({ job: { deadline_s: 5, parallelism: 2 } }));
  cluster.endsWith = () => undefined;
  ask(cluster);
  cluster.settle();
  cluster.pass(6);
  step(cluster);
  step(cluster);
  for (const instance of cluster.instances('report')) {
    assert.equal(instance.desired, 'draining');
    cluster.put('instance', { ...instance, state: 'gone', exit_code: 0 });
  }
  const run = untilEnded(cluster);
  assert.deepEqual([run.state, run.ending, run.exit_code], ['failed', 'deadline', undefined]);
  assert.deepEqual(
    run.tasks?.map(({ state, exit_code, reason }) => [state, exit_code, reason]),
    [0, 1].map(() => ['stopped', 0, 'stopped: it was told to end']),
  );
});

test('a run keeps the spec with which it began, and its revision is not forgotten meanwhile', () => {
  const cluster = clusterWith(jobOf({ job: { retries: 1 } }));
  let fails = true;
  cluster.endsWith = () => (fails ? 1 : 0);
  ask(cluster);
  step(cluster);
  const [first] = cluster.assignments('report');
  for (let version = 2; version < 16; version++) {
    cluster.put('service', jobOf({ job: { retries: 1 }, run: { image: `report:${version}` } }));
    ask(cluster, `other-${version}`);
    step(cluster);
  }
  // Ready first, then at its end.
  cluster.runAgents();
  cluster.runAgents();
  fails = false;
  for (
    let seconds = 0;
    seconds < 20 && cluster.instances('report').every(({ job }) => job?.run_id !== 'run-1' || job.attempt === 1);
    seconds++
  ) {
    step(cluster);
    cluster.pass(1);
  }
  const again = cluster.assignments('report').find(({ job }) => job?.run_id === 'run-1');
  assert.deepEqual([again?.job?.attempt, again?.run], [2, first?.run]);
});

test('a lost node is no end; a failed one is a failed attempt, and the next goes elsewhere', () => {
  const cluster = clusterWith(jobOf({ job: { retries: 1 } }));
  cluster.endsWith = () => undefined;
  ask(cluster);
  cluster.settle();
  const [first] = cluster.instances('report');
  assert.ok(first);
  cluster.die(first.node_id);
  cluster.pass(10);
  cluster.settle();
  assert.deepEqual(
    cluster.instances('report').map(({ instance_id }) => instance_id),
    [first.instance_id],
  );
  assert.match(runOf(cluster).message ?? '', /can't be reached/);
  cluster.pass(31);
  cluster.settle();
  cluster.pass(5);
  cluster.settle();
  const [second, ...more] = cluster.instances('report');
  assert.deepEqual([more.length, second?.job?.attempt], [0, 2]);
  assert.notEqual(second?.node_id, first.node_id);
  cluster.endsWith = () => 0;
  assert.equal(untilEnded(cluster).state, 'succeeded');
});

test('a drained node keeps its task until it ends', () => {
  const cluster = clusterWith(jobOf());
  cluster.endsWith = () => undefined;
  ask(cluster);
  cluster.settle();
  const [first] = cluster.instances('report');
  cluster.put('node', { ...cluster.node(first?.node_id ?? ''), node_id: first?.node_id ?? '', ip: first?.ip ?? '', intent: 'draining' });
  cluster.settle();
  cluster.pass(60);
  cluster.settle();
  assert.deepEqual(
    cluster.instances('report').map(({ instance_id, desired }) => [instance_id, desired]),
    [[first?.instance_id, 'running']],
  );
});

test('ended runs beyond those that are kept are forgotten with their output', () => {
  const cluster = clusterWith(jobOf({ job: { keep: 2 } }));
  for (let at = 1; at <= 4; at++) {
    ask(cluster, `run-${at}`);
    cluster.put(
      'job-output',
      {
        service: 'report',
        run_id: `run-${at}`,
        task: '0',
        node_id: 'n1',
        instance_id: 'i',
        text: 'x',
        written_at: timestamp(cluster.nowMs),
      },
      'report',
      `run-${at}`,
      '0',
    );
    untilEnded(cluster, `run-${at}`);
  }
  cluster.settle();
  assert.deepEqual([...(cluster.tables.jobRuns.get('report')?.keys() ?? [])], ['run-3', 'run-4']);
  assert.equal(cluster.tables.jobOutputs.get('report')?.size, 2);
});

test('hands: a deleted instance goes on, a deleted pair is stopped and counts as a failed attempt', () => {
  const cluster = clusterWith(jobOf({ job: { retries: 1 } }));
  cluster.endsWith = () => undefined;
  ask(cluster);
  cluster.settle();
  const [first] = cluster.instances('report');
  assert.ok(first);
  cluster.delete(cluster.key('instance', 'report', first.instance_id));
  cluster.settle();
  assert.deepEqual(
    cluster.instances('report').map(({ instance_id, job }) => [instance_id, job]),
    [[first.instance_id, first.job]],
  );
  cluster.delete(cluster.key('instance', 'report', first.instance_id));
  cluster.delete(cluster.key('assignment', first.node_id, 'report', first.instance_id));
  step(cluster);
  const assigned = (): unknown[] => cluster.assignments('report').map(({ instance_id, desired }) => [instance_id, desired]);
  assert.deepEqual(assigned(), [[first.instance_id, 'draining']]);
  const instanceKey = cluster.key('instance', 'report', first.instance_id);
  const written = cluster.store.get(instanceKey)?.modRevision;
  cluster.delete(cluster.key('assignment', first.node_id, 'report', first.instance_id));
  step(cluster);
  assert.deepEqual(assigned(), [[first.instance_id, 'draining']]);
  assert.equal(cluster.store.get(instanceKey)?.modRevision, written, 'its instance says all that already');
  cluster.settle();
  assert.match(runOf(cluster).tasks?.[0]?.reason ?? '', /^deleted_by_hand/);
  cluster.endsWith = () => 0;
  assert.deepEqual([untilEnded(cluster).state, runOf(cluster).tasks?.[0]?.attempts], ['succeeded', 2]);
});

test('what can not be started is given up after a while, and counts', () => {
  const cluster = clusterWith(jobOf());
  cluster.becomesReady = () => false;
  ask(cluster);
  step(cluster);
  const [instance] = cluster.instances('report');
  assert.ok(instance);
  cluster.put('instance', {
    ...instance,
    reason: 'process_failed: no executable program x on this node',
    last_heartbeat: timestamp(cluster.nowMs),
  });
  step(cluster);
  assert.match(runOf(cluster).message ?? '', /no executable program/);
  const run = untilEnded(cluster);
  assert.deepEqual([run.state, run.exit_code], ['failed', undefined]);
  assert.match(run.message ?? '', /process_failed: no executable program/);
});

test('a broken run, and the runs of a broken job, stand still with all that runs for them', () => {
  const cluster = clusterWith(jobOf());
  cluster.endsWith = () => undefined;
  ask(cluster);
  cluster.settle();
  const text = JSON.stringify(runOf(cluster));
  cluster.putText(cluster.key('job-run', 'report', 'run-1'), '{');
  cluster.settle();
  assert.equal(cluster.instances('report')[0]?.desired, 'running');
  assert.ok(cluster.status('report')?.conditions.some(({ type }) => type === 'invalid_record'));
  cluster.putText(cluster.key('job-run', 'report', 'run-1'), text);
  cluster.putText(cluster.key('service', 'report'), '{');
  cluster.endsWith = () => 0;
  cluster.settle();
  assert.deepEqual(
    cluster.instances('report').map(({ state, exit_code }) => [state, exit_code]),
    [['gone', 0]],
  );
  cluster.put('service', jobOf());
  assert.equal(untilEnded(cluster).state, 'succeeded');
});

test('a deleted job ends its runs, and everything of it goes', () => {
  const cluster = clusterWith(jobOf());
  cluster.endsWith = () => undefined;
  ask(cluster);
  cluster.settle();
  cluster.delete(cluster.key('service', 'report'));
  cluster.settle();
  assert.deepEqual(
    [...cluster.store.keys()].filter((key) => key.includes('report')),
    [],
  );
});

test('a job that becomes a service ends its runs first, and a service that becomes a job its instances', () => {
  const cluster = clusterWith(jobOf());
  cluster.endsWith = () => undefined;
  ask(cluster);
  cluster.settle();
  const service: Service = { name: 'report', ports: { http: 80 }, protocol: 'http', run: { image: 'report:1' }, replicas: 2 };
  cluster.put('service', service);
  step(cluster);
  assert.equal(cluster.instances('report').length, 1);
  assert.equal(cluster.status('report')?.blocked[0]?.reason, 'former_job');
  cluster.settle();
  assert.deepEqual(
    cluster.instances('report').map(({ job, state }) => [job, state]),
    [
      [undefined, 'ready'],
      [undefined, 'ready'],
    ],
  );
  assert.equal(cluster.tables.jobRuns.size, 0);
  cluster.put('service', jobOf());
  cluster.settle();
  assert.deepEqual(cluster.instances('report'), []);
});

// ---------------------------------------------------------------- schedules

const everyMinute = { cron: '60' };

test('a run for each time of the schedule, and only from when it was written', () => {
  const cluster = clusterWith(jobOf({ schedule: everyMinute }));
  assert.equal(cluster.tables.jobRuns.size, 0);
  const first = cluster.status('report')?.next_run_at;
  assert.equal(first, timestamp((Math.floor(cluster.nowMs / 60_000) + 1) * 60_000));
  for (let minute = 0; minute < 3; minute++) {
    cluster.pass(60);
    cluster.settle();
  }
  const runs = [...(cluster.tables.jobRuns.get('report')?.values() ?? [])].map(({ record }) => record);
  assert.equal(runs.length, 3);
  for (const run of runs) {
    const atMs = Date.parse(run.scheduled_at ?? '');
    assert.equal(run.run_id, scheduledRunId('report', atMs));
    assert.equal(atMs % 60_000, 0);
    assert.equal(run.trigger, 'schedule');
  }
  assert.equal(runs[0]?.scheduled_at, first);
});

test('of times that passed while no controller ran the latest alone is made up, and none that is too old', () => {
  for (const [awayS, within, expected] of [
    [600, 300, 1],
    [650, 20, 0],
  ] as const) {
    const cluster = clusterWith(jobOf({ schedule: { ...everyMinute, start_within_s: within } }));
    cluster.nowMs = Math.floor(cluster.nowMs / 60_000) * 60_000 + 1000;
    cluster.pass(awayS);
    cluster.settle();
    const runs = [...(cluster.tables.jobRuns.get('report')?.values() ?? [])];
    assert.equal(runs.length, expected, `away for ${awayS} s`);
    if (expected === 1) assert.equal(runs[0]?.record.scheduled_at, timestamp(Math.floor(cluster.nowMs / 60_000) * 60_000));
  }
});

test('forbid waits for the run under way, allow does not, replace ends it first', () => {
  for (const concurrency of ['forbid', 'allow', 'replace'] as const) {
    const cluster = clusterWith(jobOf({ schedule: { ...everyMinute, concurrency } }));
    cluster.endsWith = () => undefined;
    cluster.pass(60);
    cluster.settle();
    const [first] = [...(cluster.tables.jobRuns.get('report')?.keys() ?? [])];
    cluster.pass(60);
    cluster.settle();
    const runs = [...(cluster.tables.jobRuns.get('report')?.values() ?? [])].map(({ record }) => record);
    const running = runs.filter(({ state }) => state === 'running');
    if (concurrency === 'forbid') {
      assert.equal(runs.length, 1);
      assert.match(cluster.status('report')?.blocked[0]?.message ?? '', /waits for .* to end, and is missed after/);
      cluster.endsWith = () => 0;
      cluster.settle();
      assert.equal(cluster.tables.jobRuns.get('report')?.size, 2, 'it begins after all');
    } else if (concurrency === 'allow') assert.equal(running.length, 2);
    else {
      assert.equal(running.length, 1);
      const former = cluster.tables.jobRuns.get('report')?.get(first ?? '')?.record;
      assert.deepEqual([former?.state, former?.ending], ['stopped', 'replaced']);
      assert.equal(former?.message, `${running[0]?.run_id} replaces it`);
    }
  }
});

test('a paused schedule has no next time; resumed it counts from then', () => {
  const cluster = clusterWith(jobOf({ schedule: { ...everyMinute, paused: true } }));
  assert.equal(cluster.status('report')?.next_run_at, undefined);
  cluster.pass(200);
  cluster.settle();
  cluster.put('service', jobOf({ schedule: everyMinute }));
  cluster.settle();
  assert.equal(cluster.tables.jobRuns.size, 0);
});

test('another schedule counts at once; one that can not be read is told and stops nothing else', () => {
  const cluster = clusterWith(jobOf({ schedule: { cron: '86400' } }));
  cluster.put('service', jobOf({ schedule: everyMinute }));
  cluster.settle();
  assert.equal(cluster.status('report')?.next_run_at, timestamp((Math.floor(cluster.nowMs / 60_000) + 1) * 60_000));
  cluster.put('service', jobOf({ schedule: { cron: 'never' } }));
  ask(cluster);
  assert.equal(untilEnded(cluster).state, 'succeeded');
  const condition = cluster.status('report')?.conditions.find(({ type }) => type === 'invalid_schedule');
  assert.deepEqual([condition?.path, cluster.status('report')?.next_run_at], ['$.schedule.cron', undefined]);
});

test('the id of a run fits a long name and tells the hours of a repeated night apart', () => {
  const long = scheduledRunId('a'.repeat(63), Date.UTC(2026, 9, 25, 0, 30));
  assert.ok(long.length <= 63 && long.endsWith('-20261025-0030'));
  assert.notEqual(long, scheduledRunId('a'.repeat(63), Date.UTC(2026, 9, 25, 1, 30)));
});
