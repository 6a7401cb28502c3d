import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf } from '../model/keys.ts';
import { putAs, type TestContext, testContext } from './testing.ts';
import { waitGone, waitServices } from './wait.ts';

const serviceKey = keyOf('demo', 'service', 'web');
const statusKey = keyOf('demo', 'service-status', 'web');
const instanceKey = keyOf('demo', 'instance', 'web', 'web-0');
const service = { name: 'web', protocol: 'http', ports: { http: 80 }, run: { image: 'x' } };
const instance = { instance_id: 'web-0', service: 'web', node_id: 'n', ip: '10.0.0.1', port: 1, state: 'ready' };

function status(observed: number, ready: number, message = ''): object {
  const blocked = message ? [{ slot: 0, reason: 'no_node_fits', message, since: '2026-12-01T00:00:00Z' }] : [];
  return { observed_mod_revision: observed, desired: 1, ready, updated: ready, blocked, conditions: [] };
}

/** Lets time pass until the promise is settled; its code. */
async function settle(context: TestContext, waiting: Promise<number>): Promise<number> {
  const codes: number[] = [];
  void waiting.then((code) => codes.push(code));
  for (let turn = 0; turn < 1000 && codes.length === 0; turn++) await context.clock.advance(100);
  return codes[0] ?? assert.fail('it never ended');
}

test('waits for the status of the write, and prints each change once', async () => {
  const context = testContext();
  const written = await putAs(context, serviceKey, service);
  const waiting = waitServices(context, [{ service: 'web', modRevision: written }], 60_000);
  await context.clock.advance(1500);
  await putAs(context, statusKey, status(written, 0, 'memory removed 3 of 3 nodes'));
  await context.clock.advance(1500);
  await putAs(context, statusKey, status(written, 1));
  assert.equal(await settle(context, waiting), 0);
  const lines = [
    'not yet seen by a controller',
    '0/1 ready, 0 updated: slot 0: no_node_fits: memory removed 3 of 3 nodes',
    '1/1 ready, 1 updated',
  ];
  assert.equal(context.printed.out, lines.map((line) => `web  ${line}\n`).join(''));
});

test('on a terminal progress is drawn in place, within its width', async () => {
  const plain = testContext();
  const context = testContext({ terminal: { ...plain.terminal, interactive: true, columns: 40 } });
  const written = await putAs(context, serviceKey, service);
  await putAs(context, statusKey, status(written, 0, 'x'.repeat(500)));
  const code = await settle(context, waitServices(context, [{ service: 'web', modRevision: written }], 5000));
  assert.equal(code, 3);
  const { out } = plain.printed;
  const drawn = out.split('\u001b[2A');
  assert.ok(drawn.length >= 5, 'it is drawn again as time passes');
  for (const line of out.split('\n')) {
    const shown = line.replaceAll(/\u001b\[[0-9]*[A-Z]/g, ''); // oxlint-disable-line no-control-regex -- what moves the cursor takes no room
    assert.ok(shown.length <= 40, shown);
  }
  assert.match(out, /waited 4s/);
  assert.ok(out.endsWith('\u001b[1A\u001b[2K'), 'the line of the time is taken back');
});

test('a failed rollout, and a service that is deleted meanwhile, end the waiting with 1', async () => {
  const context = testContext();
  const written = await putAs(context, serviceKey, service);
  const rollout = { state: 'failed', revision: '0'.repeat(16), since: '2026-12-01T00:00:00Z', message: 'not ready in 600 s' };
  await putAs(context, statusKey, { ...status(written, 0), rollout });
  assert.equal(await settle(context, waitServices(context, [{ service: 'web', modRevision: written }], 60_000)), 1);
  assert.match(context.printed.out, /rollout failed: not ready in 600 s/);
  await context.store.transact([], [{ type: 'delete', key: serviceKey }]);
  assert.equal(await settle(context, waitServices(context, [{ service: 'web', modRevision: written }], 60_000)), 1);
});

test('the time is over: 3, with what is missing', async () => {
  const context = testContext();
  const written = await putAs(context, serviceKey, service);
  assert.equal(await settle(context, waitServices(context, [{ service: 'web', modRevision: written }], 3000)), 3);
  assert.match(context.printed.err, /not done within 3s[\s\S]*no controller leads/);
});

test('a store that goes away is told, and waited for', async () => {
  const plain = testContext();
  const client = plain.memory.client('ctl');
  const context = { ...plain, store: client };
  const written = await putAs(plain, serviceKey, service);
  const waiting = waitServices(context, [{ service: 'web', modRevision: written }], 300_000);
  await context.clock.advance(2000);
  client.setPartition('silent');
  await context.clock.advance(60_000);
  assert.match(plain.printed.err, /the store at memory does not answer; waiting for it\n$/);
  await putAs(plain, statusKey, status(written, 1));
  client.setPartition('none');
  assert.equal(await settle(context, waiting), 0);
});

test('a deleted service is waited for until nothing of it is left, unreadable instances included', async () => {
  const context = testContext();
  await putAs(context, instanceKey, instance);
  await putAs(context, `${instanceKey}x`, 'broken');
  const waiting = waitGone(context, ['web'], 60_000);
  await context.clock.advance(1000);
  assert.match(context.printed.out, /2 instances left: 1 ready/);
  await context.store.transact([], [{ type: 'delete', key: instanceKey }]);
  await context.clock.advance(1000);
  await context.store.transact([], [{ type: 'delete', key: `${instanceKey}x` }]);
  assert.equal(await settle(context, waiting), 0);
});
