// What an agent tells of what it meets, over simulated parts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../src/model/generated.ts';
import { clusterPrefix } from '../src/model/keys.ts';
import { type Bed, cluster, withBed } from './testbed.ts';

async function events(bed: Bed): Promise<Event[]> {
  const { kvs } = await bed.hand.list(`${clusterPrefix(cluster)}events/`);
  for (const { key, lease } of kvs) assert.notEqual(lease, '0', `${key} is bound to a lease`);
  return kvs.map(({ value }) => JSON.parse(value) as Event).sort((a, b) => (a.last_at < b.last_at ? -1 : 1));
}

async function told(bed: Bed, reason: string, count = 1): Promise<Event> {
  const find = async () => (await events(bed)).find((event) => event.reason === reason && event.count >= count);
  await bed.clock.until(async () => (await find()) !== undefined, 400_000, `the event ${reason}`);
  return (await find()) as Event;
}

test('from the assignment to the end: what becomes of an instance', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await bed.assign('web-0');
    await bed.untilState('web-0', 'ready');
    const issued = await told(bed, 'certificate_issued');
    assert.deepEqual([issued.kind, issued.id, issued.service, issued.by], ['node', 'node-1', 'web', 'agent/node-1']);
    await bed.desire('web-0', 'draining');
    await told(bed, 'gone');
    const own = (await events(bed)).filter(({ kind, id }) => kind === 'instance' && id === 'web-0').map(({ reason }) => reason);
    assert.deepEqual(own.toSorted(), ['gone', 'image_ready', 'ready', 'started', 'stopped']);
  }));

test('a crash loop is counted, with its exit code and when the app is started again; it costs few writes', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.host.behaviour = () => ({ exitAfterMs: 100, exitCode: 3 });
    bed.run();
    await bed.assign('web-0');
    const crashed = await told(bed, 'crashed', 3);
    assert.equal(crashed.message, 'with code 3');
    assert.match(crashed.cause ?? '', /^\d+ in a row; started again not before 2\d{3}-/);
    assert.ok((await told(bed, 'restarted', 2)).message.includes('exited: with code 3'));
    const writes = async (): Promise<number> =>
      (await bed.hand.list(`${clusterPrefix(cluster)}events/`)).kvs.reduce((sum, { version }) => sum + version, 0);
    const before = await writes();
    await bed.clock.advance(600_000);
    const more = (await writes()) - before;
    // Half a dozen crashes, ever further apart: each is a crash, a restart, and ready in between.
    assert.ok(more >= 2 && more <= 21, `${more} writes of events in ten minutes`);
  }));

test('a store that was away is told when it is back, with the time when it went', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const run = bed.run();
    await bed.assign('web-0');
    await bed.untilState('web-0', 'ready');
    run.client.setPartition('refused');
    const wentMs = bed.clock.now();
    await bed.clock.advance(300_000);
    bed.host.crashUnit('web-0', 1);
    await bed.clock.advance(10_000);
    run.client.setPartition('none');
    const [lost, back, crashed] = [await told(bed, 'store_lost'), await told(bed, 'store_back'), await told(bed, 'crashed')];
    assert.ok(Date.parse(lost.last_at) - wentMs < 60_000, lost.last_at);
    assert.ok(lost.last_at < crashed.last_at && crashed.last_at < back.last_at, 'what happened meanwhile is told too');
  }));

test('an agent that starts again says what it took over; nothing is written in a store that is not its own', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const first = bed.run();
    await bed.assign('web-0');
    await bed.untilState('web-0', 'ready');
    await told(bed, 'ready');
    first.life.end();
    const second = bed.run();
    const started = await told(bed, 'agent_started', 2);
    assert.match(started.message, /1 instance that ran was taken over/);
    await bed.put(`${clusterPrefix(cluster)}meta`, {
      cluster_id: cluster,
      environment: 'dev',
      created_at: '2026-01-01T00:00:00Z',
      uid: 'another0',
    });
    await bed.clock.until(() => second.agent.unready() !== undefined, 60_000, 'it not to follow the store');
    const before = await events(bed);
    bed.host.crashUnit('web-0', 1);
    await bed.clock.advance(120_000);
    assert.deepEqual(await events(bed), before);
  }));
