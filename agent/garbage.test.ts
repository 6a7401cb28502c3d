// Garbage in each record that the agent reads, of each kind, put there while it runs and before it starts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { garbage } from '../src/model/garbage.ts';
import { keyOf } from '../src/model/keys.ts';
import { type Bed, cluster, type Run, withBed } from './testbed.ts';

const node = 'node-1';
const records = {
  meta: keyOf(cluster, 'cluster'),
  node: keyOf(cluster, 'node', node),
  liveness: keyOf(cluster, 'liveness', node),
  assignment: keyOf(cluster, 'assignment', node, 'web', 'web-0'),
  instance: keyOf(cluster, 'instance', 'web', 'web-0'),
  ingress: keyOf(cluster, 'ingress', node),
};

async function put(bed: Bed, key: string, value: string): Promise<void> {
  await bed.hand.transact([], [{ type: 'put', key, value }]);
}

async function textOf(bed: Bed, key: string): Promise<string | undefined> {
  return (await bed.hand.get(key)).kv?.value;
}

/** The wanted state: two instances, a route. */
async function wanted(bed: Bed): Promise<void> {
  await bed.cluster(node);
  await bed.assign('web-0');
  await bed.assign('web-1');
  await bed.table([{ id: 'r', host: 'a.example', path: '/', service: 'web', upstream_addr: '127.0.0.11:1', created_revision: 1 }]);
}

const routed = (bed: Bed): boolean => JSON.stringify(bed.host.caddy.config() ?? '').includes('a.example');

async function settled(bed: Bed, run: Run): Promise<void> {
  await bed.untilState('web-0', 'ready');
  await bed.untilState('web-1', 'ready');
  await bed.clock.until(async () => (await bed.node()).ingress_revision === 1, 60_000, 'the routes to be applied');
  const sound = async (): Promise<boolean> =>
    (await bed.liveness())?.agent_uid !== undefined && (await bed.node()).conditions === undefined;
  await bed.clock.until(sound, 60_000, 'nothing to be left of it');
  assert.equal(run.ended(), undefined);
}

/** Work that has nothing to do with the record: an instance comes and goes. */
async function otherWork(bed: Bed, id: string): Promise<void> {
  await bed.assign(id, { service: 'other' });
  await bed.clock.until(async () => (await bed.instance(id, 'other'))?.state === 'ready', 60_000, `${id} to be ready`);
  await bed.desire(id, 'stopped', 'other');
  await bed.clock.until(async () => (await bed.instance(id, 'other'))?.state === 'gone', 60_000, `${id} to be gone`);
  await bed.delete(keyOf(cluster, 'assignment', node, 'other', id), keyOf(cluster, 'instance', 'other', id));
}

/** The condition that names the key. */
async function told(bed: Bed, key: string): Promise<void> {
  const named = async (): Promise<boolean> => (await bed.node()).conditions?.map((one) => one.key).join() === key;
  await bed.clock.until(named, 10_000, `a condition to name ${key}`);
}

for (const [record, key] of Object.entries(records)) {
  test(`garbage in ${record} while the agent runs: what it is about stays, all else goes on`, () =>
    withBed(async (bed) => {
      await wanted(bed);
      const run = bed.run();
      await settled(bed, run);
      for (const [kind, text] of Object.entries(garbage)) {
        const whole = (await textOf(bed, key)) ?? '';
        await put(bed, key, text);
        // What is broken about the node itself concerns all that is on it.
        if (record === 'node') await bed.clock.advance(30_000);
        else await otherWork(bed, `other-${kind.length}`);
        assert.equal(run.ended(), undefined, kind);
        assert.deepEqual(bed.units(), ['web-0 running', 'web-1 running'], kind);
        assert.ok(routed(bed), kind);
        if (record === 'assignment' || record === 'ingress') await told(bed, key);
        if (record !== 'liveness') await put(bed, key, whole);
        await settled(bed, run);
      }
      assert.equal(bed.host.gate.counts.get('engine.stop') ?? 0, Object.keys(garbage).length * (record === 'node' ? 0 : 1));
    }));

  test(`garbage in ${record} before the agent starts: it starts, all else goes on`, () =>
    withBed(async (bed) => {
      await wanted(bed);
      const first = bed.run();
      await settled(bed, first);
      first.life.end();
      for (const [kind, text] of Object.entries(garbage)) {
        const whole = (await textOf(bed, key)) ?? '';
        await put(bed, key, text);
        const run = bed.run();
        if (record === 'node') await bed.clock.advance(30_000);
        else await otherWork(bed, `other-${kind.length}`);
        assert.equal(run.ended(), undefined, kind);
        assert.deepEqual(bed.units(), ['web-0 running', 'web-1 running'], kind);
        assert.ok(routed(bed), kind);
        if (record !== 'liveness') await put(bed, key, whole);
        await settled(bed, run);
        run.life.end();
      }
    }));

  test(`garbage in ${record} before the first agent ever: it starts, and does its work once it is mended`, async () => {
    for (const [kind, text] of Object.entries(garbage)) {
      await withBed(async (bed) => {
        await wanted(bed);
        const whole = (await textOf(bed, key)) ?? '';
        await put(bed, key, text);
        const run = bed.run();
        await bed.clock.advance(20_000);
        assert.equal(run.ended(), undefined, kind);
        if (record !== 'meta' && record !== 'node') await bed.untilState('web-1', 'ready');
        if (record !== 'liveness') await put(bed, key, whole);
        await settled(bed, run);
      });
    }
  });
}
