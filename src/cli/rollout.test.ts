import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revisionOf } from '../model/digest.ts';
import type { PhotonError } from '../model/errors.ts';
import type { Service, ServiceRevision, ServiceStatus } from '../model/generated.ts';
import { keyOf } from '../model/keys.ts';
import { validateRecord } from '../model/validate.ts';
import { putAs, type TestContext, testContext } from './testing.ts';
import { pauseRollout, restartService, resumeRollout, rolloutHistory, rolloutStatus, undoRollout } from './verbs/rollout.ts';

const web = (image: string, change: Partial<Service> = {}): Service => ({
  name: 'web',
  ports: { http: 8080 },
  protocol: 'http',
  replicas: 3,
  run: { image },
  ...change,
});
const serviceKey = keyOf('demo', 'service', 'web');

async function recordOf(context: TestContext): Promise<Service> {
  const { kv } = await context.store.get(serviceKey);
  const record = JSON.parse(kv?.value ?? 'null') as Service;
  assert.ok(validateRecord('service', record, { unknownFields: 'refuse' }).ok);
  return record;
}

async function putRevision(context: TestContext, image: string, number: number, change: Partial<ServiceRevision> = {}): Promise<string> {
  const service = web(image);
  const revision = revisionOf(service) ?? '';
  const { run, ports, protocol } = service;
  const record: ServiceRevision = {
    service: 'web',
    revision,
    number,
    created_at: '2026-12-01T00:00:00Z',
    spec: { run: run ?? {}, ports, protocol },
    ...change,
  };
  await putAs(context, keyOf('demo', 'revision', 'web', revision), record);
  return revision;
}

const statusKey = keyOf('demo', 'service-status', 'web');

async function putStatus(context: TestContext, rollout: ServiceStatus['rollout'], change: Partial<ServiceStatus> = {}): Promise<void> {
  const service = (await context.store.get(serviceKey)).kv;
  const status: ServiceStatus = {
    observed_mod_revision: service?.modRevision ?? 0,
    desired: 3,
    ready: 3,
    updated: 3,
    blocked: [],
    conditions: [],
    ...(rollout && { rollout, revision: rollout.revision }),
    ...change,
  };
  await putAs(context, statusKey, status);
}

test('pause and resume change one field of the service and say when there is nothing to change', async () => {
  const context = testContext();
  await putAs(context, serviceKey, web('app:1', { update: { max_surge: 2 }, drain_s: 7 }));
  assert.equal(await pauseRollout(context, 'web'), 0);
  assert.deepEqual(await recordOf(context), web('app:1', { update: { max_surge: 2, paused: true }, drain_s: 7 }));
  assert.equal(await pauseRollout(context, 'web'), 0);
  assert.equal(await resumeRollout(context, 'web', {}), 0);
  assert.deepEqual(await recordOf(context), web('app:1', { update: { max_surge: 2 }, drain_s: 7 }));
  assert.equal(await resumeRollout(context, 'web', {}), 0);
  assert.equal(context.printed.out, 'service/web paused\nservice/web is paused already\nservice/web resumed\nservice/web is not paused\n');
});

test('restart raises the counter by one each time, and the spec stays', async () => {
  const context = testContext();
  await putAs(context, serviceKey, web('app:1'));
  for (let times = 1; times <= 2; times++) {
    assert.equal(await restartService(context, 'web', {}), 0);
    assert.deepEqual(await recordOf(context), web('app:1', { restart: times }));
  }
});

test('undo returns to the revision before: that which a rollout under way comes from, else the newest that did not fail', async () => {
  const context = testContext();
  await putRevision(context, 'app:1', 1);
  await putRevision(context, 'app:2', 2);
  await putRevision(context, 'app:3', 3, { failed: true });
  const current = await putRevision(context, 'app:4', 4);
  await putAs(context, serviceKey, web('app:4', { update: { paused: true }, drain_s: 9 }));
  await putStatus(context, { state: 'complete', revision: current, since: '2026-12-01T00:00:00Z' });
  assert.equal(await undoRollout(context, 'web', {}), 0);
  assert.deepEqual(await recordOf(context), web('app:2', { drain_s: 9 }));
  assert.match(context.printed.out, /returns to revision 2 \([0-9a-f]{16}\), app:2/);
  await putAs(context, serviceKey, web('app:4'));
  const from_revision = revisionOf(web('app:1')) ?? '';
  await putStatus(context, { state: 'progressing', revision: current, from_revision, since: '2026-12-01T00:00:00Z' });
  assert.equal(await undoRollout(context, 'web', {}), 0);
  assert.deepEqual(await recordOf(context), web('app:1'));
});

test('undo to a revision: by number, by id, by a unique beginning of it; resources and restart come from it too', async () => {
  const context = testContext();
  const spec = {
    run: { image: 'app:1' },
    ports: { http: 81 },
    protocol: 'http' as const,
    resources: { memory_bytes: 2 ** 26 },
    restart: 3,
  };
  const first = await putRevision(context, 'app:1', 1, { spec });
  await putRevision(context, 'app:2', 2);
  for (const wanted of ['1', first, first.slice(0, 6)]) {
    await putAs(context, serviceKey, web('app:2', { resources: { cpu_millicores: 100 } }));
    assert.equal(await undoRollout(context, 'web', { toRevision: wanted }), 0);
    assert.deepEqual(await recordOf(context), { ...web('app:1'), ...spec });
  }
  await assert.rejects(undoRollout(context, 'web', { toRevision: '7' }), (thrown: PhotonError) => {
    assert.equal(thrown.code, 'not_found');
    assert.match(thrown.explain(), /has no revision "7".*1 \([0-9a-f]{16}\)/s);
    return true;
  });
});

test('what has no rollouts, is missing or broken is refused with what to do, and nothing is written', async () => {
  const context = testContext();
  await putAs(context, serviceKey, { name: 'web', ports: { http: 80 }, protocol: 'http' });
  await assert.rejects(restartService(context, 'web', {}), { code: 'unsupported', exitCode: 2 });
  await putAs(context, serviceKey, { name: 'web', kind: 'job', ports: {}, protocol: 'tcp', run: { image: 'job:1' } });
  await assert.rejects(pauseRollout(context, 'web'), { code: 'unsupported' });
  await assert.rejects(pauseRollout(context, 'wob'), (thrown: PhotonError) => /did you mean web/.test(thrown.explain()));
  await putAs(context, serviceKey, '{"replicas": "many"}');
  await assert.rejects(pauseRollout(context, 'web'), (thrown: PhotonError) => /photoncloud-ctl edit service web/.test(thrown.explain()));
  assert.equal((await context.store.get(serviceKey)).kv?.value, '{"replicas": "many"}');
  await putAs(context, serviceKey, web('app:1'));
  await assert.rejects(undoRollout(context, 'web', {}), { code: 'not_found' });
});

test('status tells the rollout and why it waits; 1 where it failed; history marks what is current and what failed', async () => {
  const context = testContext();
  const former = await putRevision(context, 'app:1', 1, { failed: true });
  const current = await putRevision(context, 'app:2', 2);
  await putAs(context, serviceKey, web('app:2'));
  const rollout = {
    state: 'failed' as const,
    revision: current,
    from_revision: former,
    since: '2026-12-01T00:00:00Z',
    message: 'too late',
  };
  await putStatus(context, rollout, { ready: 2, updated: 0 });
  assert.equal(await rolloutStatus(context, 'web', {}), 1);
  assert.match(context.printed.out, new RegExp(`web +failed +${former} → ${current} +2/3 +0 .*too late`));
  const blocked = [{ reason: 'rollout_paused', message: 'stands still', since: '2026-12-01T00:00:00Z' }];
  await putStatus(context, { state: 'paused', revision: current, since: '2026-12-01T00:00:00Z' }, { blocked });
  assert.equal(await rolloutStatus(context, 'web', {}), 0);
  assert.match(context.printed.out, /paused.*stands still/);
  context.printed.out = '';
  assert.equal(await rolloutHistory(context, 'web'), 0);
  assert.match(context.printed.out, new RegExp(`2 +${current} +app:2.*current\n1 +${former} +app:1.*failed\n`));
  const data = testContext({ output: 'json' });
  await putRevision(data, 'app:2', 2);
  await putAs(data, serviceKey, web('app:2'));
  await rolloutHistory(data, 'web');
  const [entry] = JSON.parse(data.printed.out) as { number: number; current: boolean; spec: object }[];
  assert.deepEqual([entry?.number, entry?.current], [2, true]);
});
