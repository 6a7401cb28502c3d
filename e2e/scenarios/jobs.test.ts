// Jobs on real parts, as containers and as processes: runs that succeed, fail, are tried again, stopped, cut off by their deadline; what ends
// while its agent is away; calls through the mesh; a time of the schedule that passed while no controller ran.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JobRun, ServiceStatus } from '../../src/model/generated.ts';
import { scheduledRunId } from '../../src/plan/cluster/schedule.ts';
import type { AgentHandle, Cluster, Output } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { benchImage, ensureImages } from '../harness/images.ts';
import {
  apply,
  containers,
  eventually,
  instances,
  type Manifest,
  putByHand,
  readRecord,
  readStore,
  readyInstances,
  serviceOf,
  startScene,
} from './support.ts';

let engine: DockerEngineHandle;
let cluster: Cluster;

before(async () => {
  engine = await ensureDocker();
  await ensureImages(engine);
  ({ cluster } = await startScene(engine, { name: 'jobs', nodes: 2, controllers: 2, firstHost: 111 }));
});

after(async () => {
  await cluster?.stop();
  await engine?.stop();
});

type Driver = 'docker' | 'process';
const drivers: Driver[] = ['docker', 'process'];

/** A job that runs a line of shell. */
function jobOf(name: string, driver: Driver, line: string, fields: Manifest = {}): Manifest {
  const run =
    driver === 'docker'
      ? { image: benchImage, command: ['/busybox', 'sh', '-c', line.replaceAll(/\b(sleep|wget)\b/g, '/busybox $1')], stop_timeout_s: 2 }
      : { driver, command: ['/bin/sh', '-c', line], stop_timeout_s: 2 };
  return { kind: 'Job', name, run, mesh_mode: 'none', ...fields };
}

/** `job run … -o json`: the exit code, and the run as it ended. */
async function runJob(name: string): Promise<{ code: number; run: JobRun; out: Output }> {
  const out = await cluster.ctl(['job', 'run', name, '--wait', '60s', '-o', 'json']);
  assert.notEqual(out.stdout, '', `job run ${name}: exit ${out.code}: ${out.stderr}`);
  return { code: out.code, run: JSON.parse(out.stdout) as JobRun, out };
}

async function detach(name: string): Promise<string> {
  const { id } = await cluster.ctlJson<{ id: string }>(['job', 'run', name, '--detach']);
  return id;
}

const runOf = (id: string): Promise<JobRun | undefined> => readRecord<JobRun>(cluster, `jobs/${id}`);

async function untilRunning(id: string): Promise<AgentHandle> {
  const service = id.split('/')[0] ?? '';
  await eventually(cluster, `${id} to run`, async () => (await instances(cluster, service)).some(({ state }) => state === 'ready'));
  const [instance] = await instances(cluster, service);
  return cluster.agents.find(({ nodeId }) => nodeId === instance?.node_id) as AgentHandle;
}

async function untilEnded(id: string): Promise<JobRun> {
  await eventually(cluster, `${id} to end`, async () => (await runOf(id))?.ended_at !== undefined);
  return (await runOf(id)) as JobRun;
}

for (const driver of drivers) {
  test(`${driver}: a run of two tasks succeeds, its output is in the store, and nothing of it is left`, async () => {
    const name = `${driver}-good`;
    await apply(
      cluster,
      jobOf(name, driver, 'echo task $PHOTONCLOUD_TASK of $PHOTONCLOUD_RUN; sleep 1; echo done >&2', { job: { parallelism: 2 } }),
    );
    const { code, run, out } = await runJob(name);
    assert.deepEqual([code, run.state, run.exit_code], [0, 'succeeded', 0], out.stderr);
    assert.deepEqual(
      run.tasks?.map(({ state, attempts, exit_code }) => [state, attempts, exit_code]),
      [
        ['succeeded', 1, 0],
        ['succeeded', 1, 0],
      ],
    );
    assert.match(out.stderr, /created\n.*running: 0\/2 succeeded/s);
    const logs = await cluster.ctl(['job', 'logs', run.run_id]);
    assert.equal(logs.stdout, [0, 1].map((task) => `[${task}] task ${task} of ${run.run_id}\n[${task}] done\n`).join(''));
    assert.equal((await cluster.ctl(['job', 'logs', run.run_id, '--task', '1'])).stdout, `task 1 of ${run.run_id}\ndone\n`);
    await eventually(cluster, 'nothing to be left', async () => {
      const left = driver === 'docker' ? await containers(engine, cluster, name) : [];
      return left.length === 0 && (await instances(cluster, name)).length === 0;
    });
  });

  test(`${driver}: a run that fails is tried again, and gives the exit code of its task`, async () => {
    const name = `${driver}-bad`;
    await apply(cluster, jobOf(name, driver, 'echo attempt $PHOTONCLOUD_ATTEMPT; exit 3', { job: { retries: 1 } }));
    const { code, run } = await runJob(name);
    assert.deepEqual([code, run.state, run.ending, run.exit_code, run.tasks?.[0]?.attempts], [3, 'failed', 'task_failed', 3, 2]);
    assert.equal((await cluster.ctl(['job', 'logs', run.run_id])).stdout, 'attempt 2\n');
  });

  test(`${driver}: what ends while its agent is away is told by the next one, and not started again`, async () => {
    const name = `${driver}-away`;
    await apply(cluster, jobOf(name, driver, 'echo began; sleep 2; echo ended; exit 5'));
    const id = await detach(name);
    const agent = await untilRunning(id);
    await agent.program.stop('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    agent.start();
    const run = await untilEnded(id);
    assert.deepEqual([run.state, run.exit_code, run.tasks?.[0]?.attempts], ['failed', 5, 1]);
    assert.equal((await cluster.ctl(['job', 'logs', run.run_id])).stdout, 'began\nended\n');
  });
}

test('the deadline gives 124, a stop 130; what was written before is kept', async () => {
  await apply(cluster, jobOf('slow', 'docker', 'trap "exit 0" TERM; echo begun; while :; do sleep 0.2; done', { job: { deadline_s: 4 } }));
  const late = await runJob('slow');
  assert.deepEqual([late.code, late.run.state, late.run.ending], [124, 'failed', 'deadline']);
  assert.equal((await cluster.ctl(['job', 'logs', late.run.run_id])).stdout, 'begun\n');
  await apply(cluster, jobOf('slow', 'process', 'echo begun; sleep 600'));
  const running = cluster.ctl(['job', 'run', 'slow', '-o', 'json']);
  const id = await eventuallyRun('slow', late.run.run_id);
  await untilRunning(`slow/${id}`);
  const stopped = await cluster.ctl(['job', 'stop', id, '--wait', '30s']);
  assert.equal(stopped.code, 0, stopped.stderr);
  assert.deepEqual([(await running).code, (await runOf(`slow/${id}`))?.state], [130, 'stopped']);
});

/** Id of the run of a job that is not `former`. */
async function eventuallyRun(job: string, former: string): Promise<string> {
  let found: string | undefined;
  await eventually(cluster, `a run of ${job}`, async () => {
    const { records } = await readStore(cluster, `jobs/${job}/`);
    found = [...records.keys()].map((key) => key.split('/').at(-1) ?? '').find((id) => id !== former);
    return found !== undefined;
  });
  return found ?? '';
}

test('a task calls a service through the mesh from its first moment on', async () => {
  await apply(cluster, serviceOf('web', { mtls_required: true }));
  await readyInstances(cluster, 'web', 1);
  const line = 'http_proxy=$PHOTONCLOUD_MESH wget -q -O - http://web/healthz && echo called';
  await apply(cluster, jobOf('caller', 'docker', line, { mesh_mode: 'agent' }));
  const { code, run, out } = await runJob('caller');
  assert.equal(code, 0, `${out.stderr}${(await cluster.ctl(['job', 'logs', run.run_id])).stdout}`);
  assert.match((await cluster.ctl(['job', 'logs', run.run_id])).stdout, /called\n$/);
});

const nextRunAt = async (): Promise<string | undefined> =>
  (await readRecord<ServiceStatus>(cluster, 'status/services/nightly'))?.next_run_at;

test('a time of the schedule that passed while no controller ran begins one run, whichever of them leads then', async () => {
  await apply(cluster, jobOf('nightly', 'process', 'echo tick', { schedule: { cron: '* * * * *', start_within_s: 3600 } }));
  await eventually(cluster, 'the next time to be known', async () => (await nextRunAt()) !== undefined);
  await Promise.all(cluster.controllers.map(({ program }) => program.stop('SIGKILL')));
  const before = (await readStore(cluster, 'jobs/nightly/')).records.size;
  const status = (await readRecord<ServiceStatus>(cluster, 'status/services/nightly')) as ServiceStatus;
  // As if they had been away for ten minutes.
  const dueMs = Math.floor(Date.now() / 60_000) * 60_000;
  await putByHand(cluster, 'status/services/nightly', { ...status, next_run_at: new Date(dueMs - 600_000).toISOString() });
  for (const controller of cluster.controllers) controller.start();
  const last = (): string => scheduledRunId('nightly', Math.floor(Date.now() / 60_000) * 60_000);
  await eventually(cluster, 'the run that was due', async () => (await runOf(`nightly/${last()}`))?.state === 'succeeded');
  const { records } = await readStore(cluster, 'jobs/nightly/');
  // A minute may have ended meanwhile.
  const minutes = Math.floor(Date.now() / 60_000) - dueMs / 60_000;
  assert.ok(records.size - before >= 1 && records.size - before <= 1 + minutes, [...records.keys()].join(' '));
  assert.ok(Date.parse((await nextRunAt()) ?? '') > dueMs);
});
