import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from '../loop/clock.ts';
import { silentLog } from '../loop/log.ts';
import type { Files, Guard } from '../loop/ports.ts';
import type { Event } from '../model/generated.ts';
import { keyOf } from '../model/keys.ts';
import { parseTimestamp } from '../model/time.ts';
import { validateRecord } from '../model/validate.ts';
import type { EventNote } from '../plan/event.ts';
import { createEventRecorder, type EventOptions, type EventOutcome, type EventRecorder } from './events.ts';
import { type MemoryClient, MemoryStore } from './memory.ts';

const ready: EventNote = { kind: 'instance', id: 'web-0-aaaaaa', service: 'web', reason: 'ready', message: 'ready' };
const readyKey = keyOf('demo', 'event', 'instance', 'web-0-aaaaaa', 'ready');
const fenceKey = keyOf('demo', 'liveness', 'node-1');

class Bed {
  readonly clock = new SimulatedClock(Date.UTC(2026, 11, 1));
  readonly store = new MemoryStore(this.clock);
  readonly client: MemoryClient = this.store.client('agent');
  readonly hand = this.store.client('hand');
  readonly outcomes: Record<EventOutcome, number> = { written: 0, dropped: 0 };
  fence: Guard | undefined;

  async recorder(change: Partial<EventOptions> = {}): Promise<EventRecorder> {
    if (!this.fence) {
      const { revision } = await this.hand.transact([], [{ type: 'put', key: fenceKey, value: 'session' }]);
      this.fence = { key: fenceKey, modRevision: revision };
    }
    return createEventRecorder({
      store: this.client,
      clock: this.clock,
      log: silentLog,
      clusterId: 'demo',
      by: 'agent/node-1',
      fence: () => this.fence,
      ttlS: () => 3600,
      onOutcome: (outcome, count) => (this.outcomes[outcome] += count),
      ...change,
    });
  }

  async event(key = readyKey): Promise<Event | undefined> {
    const { kv } = await this.hand.get(key);
    if (!kv) return undefined;
    const record = JSON.parse(kv.value) as Event;
    const checked = validateRecord('event', record, { unknownFields: 'refuse' });
    assert.ok(checked.ok, JSON.stringify(checked));
    assert.notEqual(kv.lease, '0', 'every event is bound to a lease');
    return record;
  }

  async leases(): Promise<Set<string>> {
    const { kvs } = await this.hand.list('photoncloud/clusters/demo/events/');
    return new Set(kvs.map(({ lease }) => lease));
  }
}

test('what happens together is written together, each once, with who says it', async () => {
  const bed = new Bed();
  const events = await bed.recorder();
  const before = bed.store.revision;
  const notes = Array.from({ length: 100 }, (_, at) => ({ ...ready, id: `web-${at}-aaaaaa` }));
  events.note(notes);
  assert.equal(bed.store.revision, before, 'nobody waits for it');
  await bed.clock.advance(1000);
  assert.equal(bed.store.revision, before + 1, 'one transaction');
  const event = await bed.event(keyOf('demo', 'event', 'instance', 'web-42-aaaaaa', 'ready'));
  assert.deepEqual(
    { ...event, first_at: '', last_at: '' },
    { ...ready, id: 'web-42-aaaaaa', count: 1, by: 'agent/node-1', first_at: '', last_at: '' },
  );
  assert.equal(event?.first_at, event?.last_at);
  assert.equal((await bed.leases()).size, 1, 'they share a lease');
  assert.deepEqual(bed.outcomes, { written: 100, dropped: 0 });
});

test('the same again is counted, one write a window, and the window grows while it goes on', async () => {
  const bed = new Bed();
  const events = await bed.recorder();
  const before = bed.store.revision;
  for (let second = 0; second < 1200; second++) {
    events.note([ready]);
    await bed.clock.advance(1000);
  }
  await bed.clock.advance(600_000);
  const event = await bed.event();
  assert.equal(event?.count, 1200);
  assert.equal((parseTimestamp(event?.last_at ?? '') ?? 0) - (parseTimestamp(event?.first_at ?? '') ?? 0), 1_199_000);
  const writes = bed.store.revision - before;
  assert.ok(writes >= 5 && writes <= 12, `${writes} writes of one event in twenty minutes`);
});

test('what somebody else wrote is counted on, what another service of the same id wrote is not', async () => {
  const bed = new Bed();
  const [one, other] = [await bed.recorder(), await bed.recorder({ by: 'agent/node-2' })];
  one.note([ready]);
  await bed.clock.advance(1000);
  other.note([ready]);
  await bed.clock.advance(1000);
  const event = await bed.event();
  assert.equal(event?.count, 2);
  assert.equal(event?.by, 'agent/node-2');
  await bed.clock.advance(60_000);
  one.note([{ ...ready, service: 'shop' }]);
  await bed.clock.advance(1000);
  assert.deepEqual([(await bed.event())?.count, (await bed.event())?.service], [1, 'shop']);
});

test('a lost answer counts nothing twice', async () => {
  const bed = new Bed();
  const events = await bed.recorder();
  bed.client.faults.lostAnswers = 1;
  events.note([ready]);
  await bed.clock.advance(120_000);
  assert.equal((await bed.event())?.count, 1);
});

test('events go by themselves, and leases are few: a new one only when the former is old', async () => {
  const bed = new Bed();
  const events = await bed.recorder();
  const leases = new Set<string>();
  for (let quarter = 0; quarter < 16; quarter++) {
    events.note([{ ...ready, id: `web-${quarter}-aaaaaa` }]);
    await bed.clock.advance(900_000);
    for (const lease of await bed.leases()) leases.add(lease);
  }
  assert.ok(leases.size >= 3 && leases.size <= 17, `${leases.size} leases in four hours`);
  const { kvs } = await bed.hand.list('photoncloud/clusters/demo/events/');
  assert.ok(kvs.length >= 4 && kvs.length <= 6, `${kvs.length} events of the last hour are left`);
  const before = bed.store.revision;
  await bed.clock.advance(3 * 3_600_000);
  assert.equal((await bed.hand.list('photoncloud/clusters/demo/events/')).kvs.length, 0, 'nothing is left');
  assert.ok(bed.store.revision - before <= kvs.length, 'and nothing was written for it but the ends');
});

test('another run takes the lease up again', async () => {
  const bed = new Bed();
  const kept = new Map<string, string>();
  const files = {
    read: (path: string) => Promise.resolve(kept.get(path)),
    write: (path: string, text: string) => Promise.resolve(void kept.set(path, text)),
  } as unknown as Files;
  for (let run = 0; run < 20; run++) {
    const events = await bed.recorder({ kept: { files, path: '/lease' } });
    events.note([{ ...ready, id: `web-${run}-aaaaaa` }]);
    await events.close();
  }
  assert.equal((await bed.hand.list('photoncloud/clusters/demo/events/')).kvs.length, 20, 'a run that ends writes what waits');
  assert.equal((await bed.leases()).size, 1);
});

test('a lease that is gone is followed by another', async () => {
  const bed = new Bed();
  const events = await bed.recorder();
  events.note([ready]);
  await bed.clock.advance(1000);
  for (const lease of await bed.leases()) await bed.hand.leaseRevoke(lease);
  assert.equal(await bed.event(), undefined);
  await bed.clock.advance(30_000);
  events.note([ready]);
  await bed.clock.advance(30_000);
  assert.equal((await bed.event())?.count, 1, 'what is gone is not counted on');
});

test('who may not write keeps it for later, who was deposed writes none, who forgets never tells it', async () => {
  const bed = new Bed();
  const events = await bed.recorder();
  const held = bed.fence;
  bed.fence = undefined;
  events.note([ready]);
  await bed.clock.advance(60_000);
  assert.equal(await bed.event(), undefined);
  bed.fence = { key: fenceKey, modRevision: 1_000_000 };
  await bed.clock.advance(60_000);
  assert.equal(await bed.event(), undefined, 'the fence does not hold');
  bed.fence = held;
  await bed.clock.advance(60_000);
  const event = await bed.event();
  assert.equal(event?.count, 1);
  assert.equal(event?.last_at, '2026-12-01T00:00:00.000Z', 'when it happened, not when it was written');
  bed.fence = undefined;
  events.note([{ ...ready, reason: 'gone' }]);
  events.forget();
  bed.fence = held;
  await bed.clock.advance(60_000);
  assert.equal(await bed.event(keyOf('demo', 'event', 'instance', 'web-0-aaaaaa', 'gone')), undefined);
});

test('what was being written when all was forgotten is not tried again', async () => {
  const bed = new Bed();
  let asked = 0;
  const events = await bed.recorder({
    fence: () => {
      asked++;
      return bed.fence && { ...bed.fence, modRevision: 1_000_000 };
    },
  });
  bed.client.faults.delayMs = 100;
  events.note([ready]);
  await bed.clock.advance(550);
  events.forget();
  bed.client.faults.delayMs = 0;
  await bed.clock.advance(120_000);
  assert.equal(asked, 1, 'nothing is left to be written');
  assert.deepEqual(bed.outcomes, { written: 0, dropped: 1 });
});

test('a store that is away for long: what waits is bounded, what does not fit is counted', async () => {
  const bed = new Bed();
  const events = await bed.recorder();
  bed.client.setPartition('refused');
  events.note(Array.from({ length: 1500 }, (_, at) => ({ ...ready, id: `web-${at}-aaaaaa` })));
  assert.equal(bed.outcomes.dropped, 500);
  await bed.clock.advance(300_000);
  events.note(Array.from({ length: 1500 }, (_, at) => ({ ...ready, id: `web-${at}-aaaaaa` })));
  bed.client.setPartition('none');
  await bed.clock.advance(120_000);
  const { kvs } = await bed.hand.list('photoncloud/clusters/demo/events/');
  assert.equal(kvs.length, 1000);
  assert.equal(bed.outcomes.written + bed.outcomes.dropped, 3000, 'none is lost silently');
});

test('an event that can not be kept is dropped, the others are written', async () => {
  const bed = new Bed();
  const events = await bed.recorder();
  events.note([{ ...ready, message: 'x'.repeat(5000), cause: 'y'.repeat(5000) }]);
  await bed.clock.advance(1000);
  assert.equal((await bed.event())?.message.length, 1000, 'long ones are cut');
});

test('a clock that is set back: nothing was met last before it was met first', async () => {
  const bed = new Bed();
  let aheadMs = 3_600_000;
  const { clock } = bed;
  const wrong = {
    now: () => clock.now() + aheadMs,
    monotonic: () => clock.monotonic(),
    after: clock.after.bind(clock),
    sleep: clock.sleep.bind(clock),
  };
  const events = await bed.recorder({ clock: wrong });
  events.note([ready]);
  await bed.clock.advance(120_000);
  aheadMs = 0;
  events.note([ready]);
  await bed.clock.advance(120_000);
  const event = await bed.event();
  assert.ok(event);
  assert.equal(event.count, 2);
  assert.ok((parseTimestamp(event.first_at) ?? 0) <= (parseTimestamp(event.last_at) ?? 0));
});
