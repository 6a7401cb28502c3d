import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeRecord, parseEntry } from '../model/entry.ts';
import { PhotonError } from '../model/errors.ts';
import type { JobOutput, JobRun, Service } from '../model/generated.ts';
import { keyOf, prefixOf } from '../model/keys.ts';
import { validateRecord } from '../model/validate.ts';
import { exitCodeOfRun, newOutput, runProgress } from './job-progress.ts';
import { parseManifests } from './manifest.ts';
import { printable, renderData } from './records.ts';
import { putAs, type TestContext, testContext } from './testing.ts';
import { get } from './verbs/get.ts';
import { listJobs, runJob, stopRun } from './verbs/job.ts';
import { jobLogs } from './verbs/job-logs.ts';
import { planChanges, writeChanges } from './write.ts';

const job: Service = { name: 'report', kind: 'job', ports: {}, protocol: 'tcp', run: { image: 'report:1' } };
const serviceKey = keyOf('demo', 'service', 'report');

async function contextWithJob(options: Parameters<typeof testContext>[0] = {}): Promise<TestContext> {
  const context = testContext(options);
  await putAs(context, serviceKey, job);
  return context;
}

async function runsOf(context: TestContext): Promise<{ key: string; run: JobRun }[]> {
  const { kvs } = await context.store.list(prefixOf('demo', 'job-run', 'report'));
  return kvs.map((kv) => ({ key: kv.key, run: JSON.parse(kv.value) as JobRun }));
}

/** As the controller does: changes the only run. */
async function advance(context: TestContext, change: Partial<JobRun>): Promise<void> {
  const [one] = await runsOf(context);
  assert.ok(one);
  const record = { ...one.run, ...change };
  assert.ok(validateRecord('job-run', record, { unknownFields: 'refuse' }).ok);
  await putAs(context, one.key, encodeRecord(record));
}

/** Lets time pass until the promise is settled; its code. */
async function settle(context: TestContext, waiting: Promise<number>): Promise<number> {
  const codes: number[] = [];
  void waiting.then((code) => codes.push(code));
  for (let turn = 0; turn < 1000 && codes.length === 0; turn++) await context.clock.advance(100);
  return codes[0] ?? assert.fail('it never ended');
}

const tasks: JobRun['tasks'] = [{ index: 0, state: 'running', attempts: 1, instance_id: 'report-0-a', node_id: 'n1' }];
const times = { started_at: '2026-12-01T00:00:01Z', ended_at: '2026-12-01T00:00:05Z' };

test('run waits for the end, shows how far it is, and gives the exit code of the task', async () => {
  for (const [end, code] of [
    [{ state: 'succeeded', exit_code: 0 }, 0],
    [{ state: 'failed', ending: 'task_failed', exit_code: 7, message: 'task 0 failed: exited: with code 7' }, 7],
    [{ state: 'failed', ending: 'task_failed', message: 'task 0 failed: node_lost: node n1 is failed' }, 125],
    [{ state: 'failed', ending: 'deadline', message: 'it had not ended by its deadline' }, 124],
    [{ state: 'stopped', ending: 'stopped', message: 'stopped by the operator' }, 130],
  ] as [Partial<JobRun>, number][]) {
    const context = await contextWithJob();
    const running = runJob(context, 'report', { detach: false });
    await context.clock.advance(500);
    await advance(context, { state: 'running', tasks, ...times });
    await context.clock.advance(500);
    await advance(context, end);
    assert.equal(await settle(context, running), code);
    const [{ run } = { run: undefined }] = await runsOf(context);
    assert.match(run?.run_id ?? '', /^report-20261201-000000-[0-9a-f]{4}$/);
    assert.deepEqual([run?.trigger, run?.desired], ['operator', 'running']);
    assert.match(context.printed.out, /created\n.*not yet seen by a controller\n.*running: 0\/1 succeeded, 1 running\n/);
    if (code !== 0) assert.match(context.printed.err, /photoncloud-ctl job logs report-/);
  }
});

test('run: data for programs on stdout and progress on stderr; --detach does not wait; --wait gives 3 and leaves the run', async () => {
  const context = await contextWithJob({ output: 'json' });
  const running = runJob(context, 'report', { detach: false });
  await context.clock.advance(500);
  await advance(context, { state: 'succeeded', exit_code: 0, tasks: [{ index: 0, state: 'succeeded', attempts: 1 }], ...times });
  assert.equal(await settle(context, running), 0);
  assert.deepEqual((JSON.parse(context.printed.out) as { kind: string; state: string }).state, 'succeeded');
  assert.match(context.printed.err, /created/);

  const detached = await contextWithJob();
  assert.equal(await runJob(detached, 'report', { detach: true }), 0);
  assert.match(detached.printed.out, /^job-run\/report\/report-[0-9a-f-]+ created\n$/);

  const late = await contextWithJob();
  assert.equal(await settle(late, runJob(late, 'report', { detach: false, waitMs: 5000 })), 3);
  assert.match(late.printed.err, /not done within 5s.*the run goes on/s);
  assert.equal((await runsOf(late))[0]?.run.desired, 'running');
});

test('a run that is deleted while it is waited for is a failure; what is no job has no runs', async () => {
  const context = await contextWithJob();
  const running = runJob(context, 'report', { detach: false });
  await context.clock.advance(500);
  const [one] = await runsOf(context);
  await context.store.transact([], [{ type: 'delete', key: one?.key ?? '' }]);
  assert.equal(await settle(context, running), 1);
  await putAs(context, keyOf('demo', 'service', 'web'), { name: 'web', ports: { http: 80 }, protocol: 'http', run: { image: 'x' } });
  await assert.rejects(runJob(context, 'web', { detach: true }), { code: 'unsupported', exitCode: 2 });
  await assert.rejects(listJobs(context, 'web'), { code: 'unsupported' });
  assert.equal((await runsOf(context)).length, 0);
});

test('stop asks for the end once, by the id of the run alone, and waits for it', async () => {
  const context = await contextWithJob();
  await runJob(context, 'report', { detach: true });
  const [one] = await runsOf(context);
  const id = one?.run.run_id ?? '';
  const stopping = stopRun(context, id, { waitMs: 60_000 });
  await context.clock.advance(500);
  await advance(context, { state: 'stopped', ending: 'stopped', ended_at: times.ended_at });
  assert.equal(await settle(context, stopping), 0);
  assert.equal((await runsOf(context))[0]?.run.desired, 'stopped');
  assert.equal(await stopRun(context, `report/${id}`, {}), 0);
  assert.match(context.printed.out, /has ended or is being stopped already\n$/);
  await assert.rejects(stopRun(context, 'nope', {}), { code: 'not_found' });
});

test('list: all jobs with their schedule and last run, or the runs of one, the newest first', async () => {
  const context = await contextWithJob();
  await putAs(context, serviceKey, { ...job, schedule: { cron: '30 2 * * *', time_zone: 'Europe/Berlin' } });
  await putAs(context, keyOf('demo', 'service', 'web'), { name: 'web', ports: { http: 80 }, protocol: 'http' });
  const status = {
    observed_mod_revision: 1,
    desired: 0,
    ready: 0,
    updated: 0,
    blocked: [],
    conditions: [],
    next_run_at: '2026-12-02T01:30:00.000Z',
  };
  await putAs(context, keyOf('demo', 'service-status', 'report'), status);
  const run: JobRun = {
    service: 'report',
    run_id: 'first',
    trigger: 'schedule',
    created_at: '2026-11-30T00:00:00Z',
    state: 'succeeded',
    exit_code: 0,
    ...times,
  };
  await putAs(context, keyOf('demo', 'job-run', 'report', 'first'), run);
  await putAs(context, keyOf('demo', 'job-run', 'report', 'a-second'), {
    ...run,
    run_id: 'a-second',
    state: 'running',
    tasks,
    ended_at: undefined,
  });
  assert.equal(await listJobs(context, undefined), 0);
  assert.match(
    context.printed.out,
    /^JOB .*\nreport +30 2 \* \* \* Europe\/Berlin +1 +a-second +running +24h? .*2026-12-02T01:30:00.000Z\n$/,
  );
  context.printed.out = '';
  await listJobs(context, 'report');
  assert.match(context.printed.out, /\na-second +running +0\/1 succeeded, 1 running.*\nfirst +succeeded.*4s/);
  context.printed.out = '';
  await get(context, 'jobs', []);
  assert.ok(/report/.test(context.printed.out) && !/web/.test(context.printed.out));
});

const output: JobOutput = {
  service: 'report',
  run_id: 'r',
  task: '0',
  node_id: 'n1',
  instance_id: 'i-1',
  attempt: 1,
  text: 'one\ntwo\n',
  written_at: '2026-12-01T00:00:00Z',
};
const outputKey = (task: string): string => keyOf('demo', 'job-output', 'report', 'r', task);

test('logs: one task as it is, several with their numbers, one of several by --task', async () => {
  const context = await contextWithJob();
  const run: JobRun = { service: 'report', run_id: 'r', trigger: 'operator', created_at: '2026-12-01T00:00:00Z', state: 'running', tasks };
  const runKey = keyOf('demo', 'job-run', 'report', 'r');
  await putAs(context, runKey, run);
  assert.equal(await jobLogs(context, 'r', { follow: false }), 0);
  assert.deepEqual(context.printed, { out: '', err: 'nothing was written yet\n' });
  await putAs(context, outputKey('0'), output);
  await jobLogs(context, 'r', { follow: false });
  assert.equal(context.printed.out, 'one\ntwo\n');
  await putAs(context, runKey, { ...run, tasks: [...(tasks ?? []), { index: 1, state: 'running', attempts: 1 }] });
  await putAs(context, outputKey('1'), { ...output, task: '1', text: 'other', cut: true });
  context.printed.out = '';
  await jobLogs(context, 'report/r', { follow: false });
  assert.equal(context.printed.out, '[0] one\n[0] two\n[1] other\n');
  assert.match(context.printed.err, /task 1: earlier lines are left out/);
  context.printed.out = '';
  await jobLogs(context, 'r', { follow: false, task: 1 });
  assert.equal(context.printed.out, 'other\n');
  await assert.rejects(jobLogs(context, 'r', { follow: false, task: 5 }), { code: 'invalid_argument' });
});

test('logs -f prints what comes, once, and ends with the run', async () => {
  const context = await contextWithJob();
  const run: JobRun = { service: 'report', run_id: 'r', trigger: 'operator', created_at: '2026-12-01T00:00:00Z', state: 'running', tasks };
  const runKey = keyOf('demo', 'job-run', 'report', 'r');
  await putAs(context, runKey, run);
  await putAs(context, outputKey('0'), output);
  const following = jobLogs(context, 'r', { follow: true });
  await context.clock.advance(500);
  await putAs(context, outputKey('0'), { ...output, text: 'one\ntwo\nthree\n' });
  await context.clock.advance(500);
  await putAs(context, outputKey('0'), { ...output, text: 'again\n', instance_id: 'i-2', attempt: 2 });
  await context.clock.advance(500);
  await putAs(context, runKey, { ...run, state: 'succeeded' });
  assert.equal(await settle(context, following), 0);
  assert.equal(context.printed.out, 'one\ntwo\nthree\nagain\n');
  assert.match(context.printed.err, /task 0: attempt 2/);
});

test('a window that moved on is continued where it was, or the gap is told', () => {
  assert.deepEqual(newOutput('a\nb\n', 'b\nc\n'), { text: 'b\nc\n', missed: true });
  const long = 'x'.repeat(2000);
  assert.deepEqual(newOutput(`0\n${long}`, `${long}new`), { text: 'new', missed: false });
  assert.deepEqual(newOutput('', 'a'), { text: 'a', missed: false });
});

test('progress and exit codes of runs without tasks, and of codes beyond a byte', () => {
  assert.equal(runProgress({ service: 'a', run_id: 'b', trigger: 'operator', created_at: '' }).text, 'not yet seen by a controller');
  assert.equal(runProgress(undefined).state, 'failed');
  const run: JobRun = { service: 'a', run_id: 'b', trigger: 'operator', created_at: '', state: 'failed', ending: 'task_failed' };
  assert.deepEqual([exitCodeOfRun({ ...run, exit_code: -1 }), exitCodeOfRun({ ...run, exit_code: 255 })], [125, 255]);
});

test('kind Job: what nobody should have to write is filled in, and what is printed can be applied again', async () => {
  const context = testContext();
  const text = 'kind: Job\nname: report\nrun: { image: "report:1" }\nschedule: { cron: "30 2 * * *", time_zone: Europe/Berlin }\n';
  const apply = async (source: string): Promise<string[]> =>
    (await writeChanges(context, await planChanges(context, parseManifests([{ file: 'f', text: source }], { clusterId: 'demo' })))).map(
      ({ change, status }) => `${change.verdict} ${status}`,
    );
  assert.deepEqual(await apply(text), ['create done']);
  const { kv } = await context.store.get(serviceKey);
  assert.deepEqual(JSON.parse(kv?.value ?? ''), { ...job, schedule: { cron: '30 2 * * *', time_zone: 'Europe/Berlin' } });
  const found = kv && parseEntry('demo', kv);
  assert.ok(found);
  const document = printable(found);
  assert.equal(document['kind'], 'Job');
  assert.deepEqual(await apply(renderData('yaml', document)), ['unchanged done']);
  assert.deepEqual(await apply(renderData('json', document)), ['unchanged done']);
  // As it stands in the store, for put.
  const [raw] = parseManifests([{ file: 'f', text: kv?.value ?? '' }], { clusterId: 'demo', expected: { kind: 'service' } });
  assert.equal((raw?.record as Service | undefined)?.kind, 'job');
});

test('a schedule that can not be read is refused with its path, and so is what is for services only', () => {
  const refused = (text: string): string => {
    try {
      parseManifests([{ file: 'f.yaml', text }], { clusterId: 'demo' });
    } catch (thrown) {
      assert.ok(thrown instanceof PhotonError && thrown.exitCode === 2);
      return thrown.explain();
    }
    return assert.fail(`accepted: ${text}`);
  };
  const head = 'kind: Job\nname: report\nrun: { image: "report:1" }\n';
  assert.match(refused(`${head}schedule:\n  cron: "61 * * * *"\n`), /f\.yaml:5: service\/report: \$\.schedule\.cron must be five fields/);
  assert.match(refused(`${head}schedule: { cron: "@daily", time_zone: Mars/Olympus }\n`), /\$\.schedule\.time_zone must be a time zone/);
  assert.match(refused(`${head}replicas: 2\n`), /\$\.replicas is for services that run on/);
});
