// An agent that ends the moment an action is done, for each kind of action there is: the next one brings about what is wanted,
// with nothing twice and nothing orphaned. The same with the real parts, as far as they allow it: e2e/scenarios/steps.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../src/loop/log.ts';
import type { Log } from '../src/loop/ports.ts';
import { keyOf } from '../src/model/keys.ts';
import type { NodeActionKind } from '../src/plan/node/snapshot.ts';
import type { AgentConfig } from './config.ts';
import type { Life } from './simulated/gate.ts';
import { type Bed, cluster, perService, withBed } from './testbed.ts';

interface Step {
  config?: Partial<AgentConfig>;
  /** What is there before. */
  before?: (bed: Bed) => Promise<void>;
  /** Brings the action about. */
  provoke: (bed: Bed) => Promise<void>;
  /** Waits for what is wanted. */
  after: (bed: Bed) => Promise<void>;
}

const files = (bed: Bed, directory: string): string[] =>
  bed.host.files.list(`/data/node-1/${directory}`).filter((name) => name !== 'README');
const sidecars = (bed: Bed): string[] =>
  bed.host.processes
    .all()
    .map(({ name }) => name)
    .filter((name) => name.startsWith('mesh-agent'));

async function up(bed: Bed): Promise<void> {
  await bed.untilState('web-0', 'ready');
  assert.deepEqual(bed.units(), ['web-0 running']);
  assert.equal(bed.host.gate.counts.get('engine.create'), 1, 'created once');
  assert.deepEqual(files(bed, 'mtls-agent.d'), ['web.toml']);
  assert.deepEqual(sidecars(bed), ['mesh-agent']);
}

/** As the controller does with what has gone. */
async function forget(bed: Bed): Promise<void> {
  await bed.delete(keyOf(cluster, 'assignment', 'node-1', 'web', 'web-0'), keyOf(cluster, 'instance', 'web', 'web-0'));
}

async function nothingLeft(bed: Bed): Promise<void> {
  await bed.untilState('web-0', 'gone');
  await forget(bed);
  await bed.clock.until(() => files(bed, 'mtls-agent.d').length + files(bed, 'mesh/certs').length === 0, 60_000, 'the mesh files to go');
  const docker = bed.host.ports({ clusterId: cluster, nodeId: 'node-1', dataDir: '/x' }).docker;
  await bed.clock.until(async () => (await docker.networks()).length === 0, 60_000, 'the bridge to go');
  assert.deepEqual(bed.units(), []);
}

const comesUp: Step = { provoke: async (bed) => void (await bed.assign('web-0')), after: up };
const running = async (bed: Bed): Promise<void> => {
  await bed.assign('web-0');
  await up(bed);
};
const goesAway: Step = { before: running, provoke: (bed) => bed.desire('web-0', 'draining'), after: nothingLeft };
const forgotten: Step = {
  before: async (bed) => {
    await running(bed);
    await bed.desire('web-0', 'draining');
    await bed.untilState('web-0', 'gone');
  },
  provoke: forget,
  after: async (bed) => {
    const docker = bed.host.ports({ clusterId: cluster, nodeId: 'node-1', dataDir: '/x' }).docker;
    const left = async () => files(bed, 'mtls-agent.d').length + files(bed, 'mesh/certs').length + (await docker.networks()).length;
    await bed.clock.until(async () => (await left()) === 0, 60_000, 'files and bridge to go');
    assert.deepEqual(bed.units(), []);
  },
};

const route = { id: 'a', host: 'a.example', path: '/', service: 'web', upstream_addr: '127.0.0.11:20005', created_revision: 1 };
const external: Partial<AgentConfig> = { caddy: { mode: 'external', command: [], admin: 'http://x', listen: [':80'] } };

async function served(bed: Bed): Promise<void> {
  await bed.clock.until(async () => (await bed.node()).ingress_revision === 1, 60_000, 'the table to be applied');
  assert.match(JSON.stringify(bed.host.caddy.config()), /photoncloud-a"/);
}
const routed = (bed: Bed): Promise<void> => bed.table([route]);
const unrouted = (bed: Bed): Promise<void> => bed.delete(keyOf(cluster, 'ingress', 'node-1'));
const notServed = async (bed: Bed): Promise<void> => {
  await bed.clock.until(async () => (await bed.node()).ingress_revision === undefined, 60_000, 'the report');
};

/** Its type knows every kind: a new one can't be forgotten. */
const steps: Record<NodeActionKind, Step> = {
  ensure_network: comesUp,
  issue_certificate: comesUp,
  ensure_image: comesUp,
  create_unit: comesUp,
  write_mesh_config: comesUp,
  start_unit: comesUp,
  pre_stop: {
    before: async (bed) => {
      await bed.assign('web-0', { pre_stop: { path: '/bye' } });
      await bed.untilState('web-0', 'ready');
    },
    provoke: (bed) => bed.desire('web-0', 'draining'),
    after: async (bed) => {
      await bed.untilState('web-0', 'gone');
      assert.ok(bed.host.called.includes('web-0 /bye'));
    },
  },
  stop_unit: goesAway,
  remove_unit: goesAway,
  remove_mesh_config: goesAway,
  remove_network: forgotten,
  start_sidecar: {
    before: running,
    provoke: async (bed) => bed.host.processes.crash('mesh-agent', 137),
    after: async (bed) => {
      await bed.clock.until(() => bed.host.processes.running('mesh-agent') !== undefined, 60_000, 'the sidecar to be back');
      await up(bed);
    },
  },
  stop_sidecar: {
    config: perService,
    before: async (bed) => {
      await bed.assign('web-0');
      await bed.untilState('web-0', 'ready');
      assert.deepEqual(sidecars(bed), ['mesh-agent-web']);
    },
    provoke: async (bed) => {
      await bed.desire('web-0', 'draining');
      await bed.untilState('web-0', 'gone');
      await forget(bed);
    },
    after: (bed) => bed.clock.until(() => sidecars(bed).length === 0, 60_000, 'the sidecar to go'),
  },
  reload_sidecar: {
    before: running,
    // The sidecar has missed that it was told; it serves what it served.
    provoke: async (bed) => {
      bed.host.deaf = { misses: 1, serves: new Map() };
      await bed.assign('web-1', { slot: 1 });
    },
    after: async (bed) => {
      await bed.untilState('web-1', 'ready');
      const serves = () => bed.host.deaf?.serves.get('mesh-agent')?.map(({ service }) => service);
      await bed.clock.until(() => serves()?.join() === 'web', 60_000, 'the sidecar to serve what is on disk');
      assert.deepEqual(bed.units(), ['web-0 running', 'web-1 running']);
    },
  },
  prune_certificates: {
    before: running,
    // Time for a new certificate.
    provoke: async (bed) => bed.clock.jumpWall(70 * 86_400_000),
    after: async (bed) => {
      await bed.clock.until(() => files(bed, 'mesh/certs/web').length === 1, 120_000, 'the former one to go');
      const [current = ''] = files(bed, 'mesh/certs/web');
      assert.match(bed.host.files.read('/data/node-1/mtls-agent.d/web.toml') ?? '', new RegExp(current));
      await up(bed);
    },
  },
  start_caddy: { provoke: routed, after: served },
  put_routes: { provoke: routed, after: served },
  stop_caddy: {
    before: async (bed) => {
      await routed(bed);
      await served(bed);
    },
    provoke: unrouted,
    after: async (bed) => {
      await bed.clock.until(() => bed.host.processes.running('caddy') === undefined, 60_000, 'Caddy to end');
      await notServed(bed);
    },
  },
  remove_routes: {
    config: external,
    before: async (bed) => {
      bed.host.caddy.process = undefined;
      await routed(bed);
      await served(bed);
    },
    provoke: unrouted,
    after: async (bed) => {
      await notServed(bed);
      assert.doesNotMatch(JSON.stringify(bed.host.caddy.config()), /photoncloud/);
    },
  },
};

for (const [kind, step] of Object.entries(steps) as [NodeActionKind, Step][]) {
  test(`an agent that ends when ${kind} is done: the next one converges`, () =>
    withBed(async (bed) => {
      await bed.cluster('node-1');
      let [armed, kills] = [false, 0];
      const begin = (): void => void bed.run('node-1', step.config, mortal);
      // As systemd does, a second later; once.
      const mortal = (life: Life): Log => ({
        ...silentLog,
        debug: (fields, message) => {
          if (!armed || message !== 'done' || (fields as { kind?: string }).kind !== kind) return;
          armed = false;
          kills++;
          life.end();
          bed.clock.after(1000, begin);
        },
        child: () => mortal(life),
      });
      armed = step.before === undefined;
      begin();
      await step.before?.(bed);
      armed = true;
      await step.provoke(bed);
      await bed.clock.until(() => kills === 1, 180_000, `${kind} to be done`);
      await step.after(bed);
      // What converged stays as it is.
      await bed.clock.advance(60_000);
      assert.equal(bed.runs.at(-1)?.ended(), undefined);
      assert.equal(bed.runs.length, 2);
    }));
}
