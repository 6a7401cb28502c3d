import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PhotonError } from '../model/errors.ts';
import type { Event } from '../model/generated.ts';
import { keyOf, leaderKey } from '../model/keys.ts';
import { timestamp } from '../model/time.ts';
import { putAs, type TestContext, testContext } from './testing.ts';
import { describe } from './verbs/describe.ts';
import { events } from './verbs/events.ts';
import { why } from './verbs/why.ts';

const at = Date.UTC(2026, 11, 1);
let writes = 0;

async function tell(context: TestContext, change: Partial<Event> & Pick<Event, 'kind' | 'id' | 'reason'>): Promise<void> {
  const time = timestamp(at - 60_000 + 1000 * writes++);
  const event: Event = { message: 'it happened', count: 1, first_at: time, last_at: time, by: 'agent/node-1', ...change };
  await putAs(context, keyOf('demo', 'event', event.kind, event.id, event.reason), event);
}

/** A service with one instance on one node, as a controller and an agent left it. */
async function cluster(context: TestContext): Promise<void> {
  await putAs(context, keyOf('demo', 'cluster'), {
    cluster_id: 'demo',
    environment: 'dev',
    created_at: '2026-01-01T00:00:00Z',
    uid: 'uid00000',
  });
  await putAs(context, keyOf('demo', 'node', 'node-1'), { node_id: 'node-1', ip: '10.0.0.1', state: 'active', machine_id: 'm1' });
  await putAs(context, keyOf('demo', 'liveness', 'node-1'), {
    session: '0123456789abcdef',
    agent_uid: '0123456789abcdef',
    machine_id: 'm1',
    boot_id: 'b',
    version: '1',
  });
  await putAs(context, keyOf('demo', 'service', 'web'), {
    name: 'web',
    ports: { http: 80 },
    protocol: 'http',
    mesh_mode: 'none',
    run: { image: 'app:1' },
  });
  await putAs(context, keyOf('demo', 'instance', 'web', 'web-0-aaaaaa'), {
    instance_id: 'web-0-aaaaaa',
    service: 'web',
    node_id: 'node-1',
    ip: '10.0.0.1',
    port: 20_000,
    state: 'starting',
    slot: 0,
    desired: 'running',
    reason: 'image_missing: app:1: manifest unknown',
  });
  await tell(context, { kind: 'instance', id: 'web-0-aaaaaa', service: 'web', reason: 'placed' });
  await tell(context, { kind: 'service', id: 'web', reason: 'created' });
  await tell(context, { kind: 'node', id: 'node-1', reason: 'active' });
  await tell(context, { kind: 'instance', id: 'shop-0-bbbbbb', service: 'shop', reason: 'placed' });
  await tell(context, { kind: 'job-run', id: 'backup.nightly', service: 'backup', reason: 'run_started' });
}

const subjects = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/).slice(2, 4).join(' '));

test('events: newest last, of all or of one record; a service has those of its instances', async () => {
  const context = testContext();
  await cluster(context);
  const ask = async (about?: string): Promise<string[]> => {
    context.printed.out = '';
    assert.equal(await events(context, { follow: false, ...(about !== undefined && { about }) }), 0);
    return subjects(context.printed.out);
  };
  assert.equal((await ask()).length, 5);
  assert.deepEqual(await ask('service/web'), ['instance/web-0-aaaaaa placed', 'service/web created']);
  assert.deepEqual(await ask('svc/web'), await ask('service/web'));
  assert.deepEqual(await ask('instance/web-0-aaaaaa'), ['instance/web-0-aaaaaa placed']);
  assert.deepEqual(await ask('instance/web/web-0-aaaaaa'), ['instance/web-0-aaaaaa placed']);
  assert.deepEqual(await ask('node/node-1'), ['node/node-1 active']);
  assert.deepEqual(await ask('job-run/backup/nightly'), ['job-run/backup.nightly run_started']);
  assert.deepEqual(await ask('node/node-2'), []);
  assert.match(context.printed.err, /nothing is told of node\/node-2/);
});

test('events: what is met again moves to the end; as data it is a list, empty where nothing is told', async () => {
  const context = testContext({ output: 'json' });
  await cluster(context);
  await tell(context, { kind: 'service', id: 'web', reason: 'scaled' });
  const read = async (about: string): Promise<Event[]> => {
    context.printed.out = '';
    await events(context, { follow: false, about });
    return JSON.parse(context.printed.out) as Event[];
  };
  assert.deepEqual(
    (await read('service/web')).map(({ reason }) => reason),
    ['placed', 'created', 'scaled'],
  );
  await tell(context, { kind: 'service', id: 'web', reason: 'created', count: 2 });
  assert.deepEqual(
    (await read('service/web')).map(({ reason }) => reason),
    ['placed', 'scaled', 'created'],
  );
  assert.deepEqual(await read('service/none'), []);
});

test('events: what they can not be about is refused', async () => {
  const context = testContext();
  for (const about of ['service', 'revision/web', 'job-run/backup', 'nothing/web', 'instance/a/b/c'])
    await assert.rejects(events(context, { follow: false, about }), (error) => error instanceof PhotonError && error.exitCode === 2, about);
});

test('events -f: what is there, then what happens, each once, until interrupted', async () => {
  const stop = new AbortController();
  const context = testContext({ signal: stop.signal });
  await cluster(context);
  const ended = events(context, { follow: true, about: 'service/web' });
  await context.clock.advance(1000);
  await tell(context, { kind: 'service', id: 'shop', reason: 'created' });
  await tell(context, { kind: 'instance', id: 'web-0-aaaaaa', service: 'web', reason: 'ready' });
  await context.clock.advance(1000);
  stop.abort();
  assert.equal(await ended, 0);
  assert.deepEqual(subjects(context.printed.out), ['instance/web-0-aaaaaa placed', 'service/web created', 'instance/web-0-aaaaaa ready']);
  assert.match(context.printed.out, /^TIME +COUNT +SUBJECT/);
});

test('describe shows the events of a record', async () => {
  const context = testContext();
  await cluster(context);
  await describe(context, 'node', ['node-1']);
  assert.match(context.printed.out, /Events:\n.*LAST[\s\S]*node\/node-1 +active/);
  context.printed.out = '';
  await describe(context, 'service', ['web']);
  assert.match(context.printed.out, /Events:[\s\S]*instance\/web-0-aaaaaa +placed[\s\S]*service\/web +created/);
});

test('why: however the record is named, the same answer; what it is not is told with the nearest', async () => {
  const context = testContext();
  await cluster(context);
  const ask = async (...args: string[]): Promise<string> => {
    context.printed.out = '';
    assert.equal(await why(context, args), 0);
    return context.printed.out;
  };
  const answer = await ask('web');
  assert.equal(await ask('service/web'), answer);
  assert.equal(await ask('service', 'web'), answer);
  assert.match(answer, /^service\/web\nwanted +1 instance of app:1/);
  assert.match(answer, /image_missing: app:1: manifest unknown\n +do: push the image/);
  assert.match(answer, /no_leader.*no controller leads/);
  const instance = await ask('web-0-aaaaaa');
  assert.equal(await ask('instance/web/web-0-aaaaaa'), instance);
  assert.equal(await ask('instance', 'web-0-aaaaaa'), instance);
  assert.equal(await ask('node-1'), await ask('node/node-1'));
  for (const [args, message] of [
    [['wep'], /there is no service\/wep in cluster demo; did you mean web\?/],
    [['node/node-2'], /did you mean node-1\?/],
    [['instance/web-0-aaaaab'], /did you mean web-0-aaaaaa\?/],
    [['job-run/backup/nightly'], /there is no job-run\/backup\/nightly/],
  ] as const)
    await assert.rejects(why(context, args), message);
  for (const args of [['revision/web/x'], ['service/web/x'], ['job-run/x'], ['nothing/web'], ['service/']])
    await assert.rejects(why(context, args), (error) => error instanceof PhotonError && error.exitCode === 2, args.join());
});

test('why: as data, and with a controller that leads', async () => {
  const context = testContext({ output: 'json' });
  await cluster(context);
  await putAs(context, leaderKey('demo'), 'controller-1');
  await why(context, ['web']);
  const answer = JSON.parse(context.printed.out) as { kind: string; id: string; blocked: { reason: string }[]; history: Event[] };
  assert.deepEqual([answer.kind, answer.id], ['service', 'web']);
  assert.deepEqual(answer.blocked.map(({ reason }) => reason).sort(), ['image_missing', 'not_seen']);
  assert.deepEqual(
    answer.history.map(({ reason }) => reason),
    ['placed', 'created'],
  );
  const before = context.memory.revision;
  await why(context, ['node/node-1']);
  assert.equal(context.memory.revision, before, 'nothing is written');
});
