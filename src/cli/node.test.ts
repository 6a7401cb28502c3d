import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PhotonError } from '../model/errors.ts';
import type { Condition, Node, Service } from '../model/generated.ts';
import { keyOf } from '../model/keys.ts';
import { validateRecord } from '../model/validate.ts';
import { parseManifests } from './manifest.ts';
import { putAs, type TestContext, testContext } from './testing.ts';
import { cordonNode, drainNode, uncordonNode } from './verbs/node.ts';
import { planChanges } from './write.ts';

const nodeKey = keyOf('demo', 'node', 'n');
const since = '2026-12-01T00:00:00Z';
const done: Condition = { type: 'draining', reason: 'done', message: 'nothing is left on it', since };
const underWay: Condition = { ...done, reason: 'in_progress' };
const plain: Node = { node_id: 'n', ip: '10.0.0.1', labels: { zone: 'a' }, state: 'active' };
const web: Service = { name: 'web', ports: { http: 80 }, protocol: 'http', run: { image: 'x' } };

async function nodeOf(context: TestContext): Promise<Node> {
  const { kv } = await context.store.get(nodeKey);
  const record = JSON.parse(kv?.value ?? 'null') as Node;
  assert.ok(validateRecord('node', record, { unknownFields: 'refuse' }).ok);
  return record;
}

const instanceKey = (id: string): string => keyOf('demo', 'instance', 'web', id);
const instance = (id: string, change: object = {}): object => ({
  instance_id: id,
  service: 'web',
  node_id: 'n',
  ip: '10.0.0.1',
  port: 1,
  state: 'ready',
  slot: 0,
  ...change,
});
const assignmentKey = (id: string): string => keyOf('demo', 'assignment', 'n', 'web', id);

async function remove(context: TestContext, ...keys: string[]): Promise<void> {
  await context.memory.client('other').transact(
    [],
    keys.map((key) => ({ type: 'delete', key })),
  );
}

interface Waiting {
  /** Undefined while it waits. */
  code: () => number | undefined;
  said: () => string;
}

/** A drain that is waited for; time passes with each look. */
async function draining(context: TestContext, waitMs = 600_000): Promise<Waiting> {
  let code: number | undefined;
  void drainNode(context, 'n', { waitMs }).then((ended) => (code = ended));
  await context.clock.advance(1000);
  return { code: () => code, said: () => context.printed.out.trimEnd().split('\n').at(-1) ?? '' };
}

test('cordon, uncordon, drain change the wish alone; what stands already is said', async () => {
  const context = testContext();
  await putAs(context, nodeKey, plain);
  assert.equal(await cordonNode(context, 'n'), 0);
  assert.deepEqual(await nodeOf(context), { ...plain, intent: 'cordoned' });
  await cordonNode(context, 'n');
  assert.match(context.printed.out, /node\/n cordoned: nothing new is placed there\nnode\/n is cordoned already\n$/);
  await uncordonNode(context, 'n');
  assert.deepEqual(await nodeOf(context), plain);
  assert.equal(await drainNode(context, 'n', {}), 0);
  assert.deepEqual(await nodeOf(context), { ...plain, intent: 'draining' });
  const json = testContext({ output: 'json' });
  await putAs(json, nodeKey, plain);
  await drainNode(json, 'n', {});
  assert.deepEqual(JSON.parse(json.printed.out), { kind: 'node', id: 'n', action: 'draining', mod_revision: 3 });
  await assert.rejects(cordonNode(context, 'm'), (error) => error instanceof PhotonError && error.code === 'not_found');
});

test('uncordon takes back a state of draining that was written by hand, and leaves the mark of the controller to it', async () => {
  const context = testContext();
  await putAs(context, nodeKey, { ...plain, state: 'draining' });
  await uncordonNode(context, 'n');
  assert.deepEqual(await nodeOf(context), plain);
  const marked: Node = { ...plain, state: 'draining', intent: 'draining', conditions: [underWay] };
  await putAs(context, nodeKey, marked);
  await uncordonNode(context, 'n');
  const { intent: _intent, ...rest } = marked;
  assert.deepEqual(await nodeOf(context), rest);
});

test('a drain is over only when a controller has seen it and nothing is left: what drains, what is broken, what has an assignment alone', async () => {
  const context = testContext();
  // The mark of a former drain stands, as the controller has not looked since.
  await putAs(context, nodeKey, { ...plain, conditions: [done] });
  const waiting = await draining(context);
  assert.equal(waiting.code(), undefined);
  assert.match(waiting.said(), /^n {2}not yet seen by a controller; nothing is left$/);
  assert.equal((await nodeOf(context)).conditions, undefined, 'the former mark is gone');

  await putAs(context, instanceKey('web-0'), instance('web-0', { desired: 'draining', state: 'draining' }));
  await putAs(context, nodeKey, { ...plain, intent: 'draining', conditions: [done] });
  await context.clock.advance(1000);
  assert.match(waiting.said(), /1 instance left: web\/web-0: draining$/);

  await putAs(context, instanceKey('web-0'), '{"node_id":"n", broken');
  await context.clock.advance(1000);
  assert.match(waiting.said(), /1 instance left: web\/web-0: its record is broken$/);

  await putAs(context, assignmentKey('web-1'), 'broken');
  await remove(context, instanceKey('web-0'));
  await context.clock.advance(1000);
  assert.match(waiting.said(), /1 instance left: web\/web-1: its assignment is broken$/);

  await putAs(context, nodeKey, { ...plain, intent: 'draining', conditions: [underWay] });
  await remove(context, assignmentKey('web-1'));
  await context.clock.advance(1000);
  assert.match(waiting.said(), /nothing is left; the controller has yet to say so$/);
  assert.equal(waiting.code(), undefined);
  await putAs(context, nodeKey, { ...plain, intent: 'draining', conditions: [done] });
  await context.clock.advance(1000);
  assert.equal(waiting.code(), 0);
});

test('a drain that is waited for tells what holds each instance, and ends with 3 when the time is over', async () => {
  const context = testContext();
  await putAs(context, keyOf('demo', 'service', 'web'), web);
  const blocked = [{ slot: 1, reason: 'bound', message: 'its volume is there', since }];
  await putAs(context, keyOf('demo', 'service-status', 'web'), {
    observed_mod_revision: 1,
    desired: 4,
    ready: 4,
    updated: 4,
    blocked,
    conditions: [],
  });
  await putAs(context, instanceKey('web-0'), instance('web-0'));
  await putAs(context, instanceKey('web-1'), instance('web-1', { slot: 1 }));
  await putAs(context, instanceKey('web-2'), instance('web-2', { slot: 2, job: { run_id: 'r', index: 0, attempt: 1 } }));
  await putAs(context, instanceKey('web-3'), instance('web-3', { node_id: 'm' }));
  await putAs(context, nodeKey, { ...plain, roles: ['ingress'], intent: 'draining', conditions: [underWay] });
  const waiting = await draining(context, 5000);
  assert.equal(
    waiting.said(),
    'n  3 instances left: web/web-0: waits for another one to be ready in its place; web/web-1: bound: its volume is there; web/web-2: a task of the job web: it runs to its end',
  );
  assert.match(context.printed.err, /role ingress: it serves the cluster's routes/);
  await context.clock.advance(5000);
  assert.equal(waiting.code(), 3);
});

test('somebody who takes the wish back, or the node away, ends the waiting with 1', async () => {
  const taken = testContext();
  await putAs(taken, nodeKey, plain);
  const first = await draining(taken);
  await putAs(taken, nodeKey, { ...plain, intent: 'cordoned' });
  await taken.clock.advance(1000);
  assert.equal(first.code(), 1);
  assert.match(first.said(), /is not to be drained any more: its intent is cordoned/);
  const deleted = testContext();
  await putAs(deleted, nodeKey, plain);
  const second = await draining(deleted);
  await remove(deleted, nodeKey);
  await deleted.clock.advance(1000);
  assert.equal(second.code(), 1);
});

async function notesOf(context: TestContext, ...services: Partial<Service>[]): Promise<string[]> {
  const text = services.map((change) => JSON.stringify({ kind: 'Service', ...web, ...change })).join('\n---\n');
  return (await planChanges(context, parseManifests([{ file: 'f', text }], { clusterId: 'demo' }))).flatMap(({ notes }) => notes);
}

test('apply refuses services that wait for each other, across documents and the store, and writes nothing', async () => {
  const context = testContext();
  await putAs(context, keyOf('demo', 'service', 'db'), { ...web, name: 'db', after: ['iam'] });
  await assert.rejects(
    notesOf(context, { name: 'web', after: ['db'] }, { name: 'iam', after: ['web'] }),
    (error) => error instanceof PhotonError && error.exitCode === 2 && /web waits for db waits for iam waits for web/.test(error.explain()),
  );
  assert.deepEqual(await notesOf(context, { name: 'web', after: ['db'] }, { name: 'iam' }), []);
  assert.match((await notesOf(context, { after: ['db', 'dbb'] })).join(), /waits for dbb, which does not exist yet/);
});

test('apply warns where a node that is cut off may still run what was replaced', async () => {
  const context = testContext();
  await putAs(context, keyOf('demo', 'cluster'), {
    cluster_id: 'demo',
    environment: 'dev',
    created_at: since,
    timings: { node_grace_s: 100 },
  });
  // 60 + 30 s of draining + 10 s until it is killed.
  assert.deepEqual(await notesOf(context, { disconnect: { stop_after_s: 60 } }), []);
  assert.match(
    (await notesOf(context, { disconnect: { stop_after_s: 61 } })).join(),
    /may run for 101 s .*there may be two.*to 101 or more/,
  );
  assert.deepEqual(await notesOf(context, { disconnect: { stop_after_s: 61, replace_after_s: 101 } }), []);
  const told = await notesOf(context, { disconnect: { stop_after_s: 61, replace_after_s: 105 }, pre_stop: { path: '/bye', timeout_s: 5 } });
  assert.match(told.join(), /pre_stop 5/);
});
