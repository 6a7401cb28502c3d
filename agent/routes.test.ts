// Routes of an ingress node, over a simulated Caddy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf } from '../src/model/keys.ts';
import { type Bed, cluster, withBed } from './testbed.ts';

const route = (id: string, host: string, path = '/') => ({
  id,
  host,
  path,
  service: 'web',
  upstream_addr: '127.0.0.11:20005',
  created_revision: 1,
});

async function applied(bed: Bed, revision: number): Promise<void> {
  await bed.clock.until(async () => (await bed.node()).ingress_revision === revision, 60_000, `table ${revision} to be applied`);
}

function server(bed: Bed): { routes: { '@id': string }[] } | undefined {
  const config = bed.host.caddy.config() as
    | { apps?: { http?: { servers?: { photoncloud?: { routes: { '@id': string }[] } } } } }
    | undefined;
  return config?.apps?.http?.servers?.photoncloud;
}

test('routes are one write, the catch-all is last, and the applied table is reported', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await bed.table([route('a', 'a.example'), route('b', 'b.example', '/v1')]);
    await applied(bed, 1);
    assert.deepEqual(
      server(bed)?.routes.map((one) => one['@id']),
      ['photoncloud-a', 'photoncloud-b', 'photoncloud-catch-all'],
    );
    assert.equal(bed.host.caddy.writes, 1);
    await bed.clock.advance(120_000);
    assert.equal(bed.host.caddy.writes, 1, 'nothing is written that did not change');
    await bed.table([route('a', 'a.example')], 2);
    await applied(bed, 2);
    assert.equal(bed.host.caddy.writes, 2);
  }));

test('after a restart of Caddy everything is asserted again', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run();
    await bed.table([route('a', 'a.example')]);
    await applied(bed, 1);
    bed.host.processes.crash('caddy', 1);
    await bed.clock.until(() => server(bed)?.routes.length === 2 && bed.host.caddy.writes === 2, 30_000, 'the routes to be back');
    bed.host.caddy.restartEmpty();
    await bed.clock.until(() => server(bed)?.routes.length === 2, 60_000, 'the routes to be back');
  }));

test('a catch-all that somebody removed is put back; what is not ours is left alone', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.run('node-1', { caddy: { mode: 'external', command: [], admin: 'http://x', listen: [':80'] } });
    bed.host.caddy.process = undefined;
    const other = bed.host.ports({ clusterId: cluster, nodeId: 'x', dataDir: '/x' }).caddy;
    await other.put('apps/http/servers/theirs', { listen: [':8080'] });
    await bed.table([route('a', 'a.example')]);
    await applied(bed, 1);
    await other.put('apps/http/servers/photoncloud/routes', server(bed)?.routes.slice(0, 1));
    await bed.clock.until(() => server(bed)?.routes.length === 2, 60_000, 'the catch-all to be back');
    assert.match(JSON.stringify(bed.host.caddy.config()), /"theirs":\{"listen":\[":8080"\]\}/);
    await bed.delete(keyOf(cluster, 'ingress', 'node-1'));
    await bed.clock.until(() => server(bed) === undefined, 60_000, 'our routes to go');
    assert.match(JSON.stringify(bed.host.caddy.config()), /theirs/);
    await bed.clock.until(async () => (await bed.node()).ingress_revision === undefined, 60_000, 'the report');
  }));

test('the store away: Caddy is started again and gets its routes from what is kept', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const first = bed.run();
    await bed.table([route('a', 'a.example')]);
    await applied(bed, 1);
    first.life.end();
    const second = bed.run();
    second.client.setPartition('refused');
    bed.host.processes.crash('caddy', 1);
    await bed.clock.until(
      () => bed.host.processes.running('caddy') !== undefined && server(bed)?.routes.length === 2,
      60_000,
      'the routes to be back',
    );
  }));

test('a managed Caddy ends when the node serves no routes any more; SIGTERM of the agent leaves it', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const first = bed.run();
    await bed.table([route('a', 'a.example')]);
    await applied(bed, 1);
    const stopped = first.agent.stop(1000);
    await bed.clock.advance(5000);
    await stopped;
    assert.ok(bed.host.processes.running('caddy'));
    assert.ok(await bed.liveness(), 'its lease stays');
    first.life.end();
    bed.run();
    await bed.delete(keyOf(cluster, 'ingress', 'node-1'));
    await bed.clock.until(() => bed.host.processes.running('caddy') === undefined, 60_000, 'Caddy to end');
  }));

test('a Caddy that does not answer is a condition, and the table stays unapplied', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    bed.host.caddy.up = false;
    bed.run();
    await bed.table([route('a', 'a.example')]);
    await bed.clock.until(
      async () => (await bed.node()).conditions?.some((one) => one.type === 'caddy_unreachable') === true,
      60_000,
      'the condition',
    );
    assert.equal((await bed.node()).ingress_revision, undefined);
    bed.host.caddy.up = true;
    await applied(bed, 1);
    await bed.clock.until(async () => (await bed.node()).conditions === undefined, 60_000, 'the condition to pass');
  }));

test('an agent that knows no former table leaves alone what a Caddy serves while the table can not be read', () =>
  withBed(async (bed) => {
    await bed.cluster('node-1');
    const external = { caddy: { mode: 'external' as const, command: [], admin: 'http://x', listen: [':80'] } };
    bed.host.caddy.process = undefined;
    const first = bed.run('node-1', external);
    await bed.table([route('a', 'a.example')]);
    await applied(bed, 1);
    first.life.end();
    const key = keyOf(cluster, 'ingress', 'node-1');
    await bed.hand.transact([], [{ type: 'put', key, value: 'not JSON' }]);
    bed.host.files.remove('/data/node-1/state/wanted.json');
    bed.run('node-1', external);
    await bed.clock.until(async () => (await bed.node()).conditions?.some((one) => one.key === key) === true, 60_000, 'the condition');
    await bed.clock.advance(60_000);
    assert.equal(server(bed)?.routes.length, 2);
    await bed.delete(key);
    await bed.clock.until(() => server(bed) === undefined, 60_000, 'the routes to go with the table');
  }));
