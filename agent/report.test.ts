import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from '../src/loop/clock.ts';
import { silentLog } from '../src/loop/log.ts';
import { seededRandom } from '../src/loop/random.ts';
import type { Node, ServiceInstance } from '../src/model/generated.ts';
import { keyOf } from '../src/model/keys.ts';
import { planNode } from '../src/plan/node/node.ts';
import { workOf } from '../src/plan/node/instance.ts';
import type { NodeFacts } from '../src/plan/node/report.ts';
import type { NodeSnapshot } from '../src/plan/node/snapshot.ts';
import { assignment, running } from '../src/plan/node/states.ts';
import { MemoryStore } from '../src/store/memory.ts';
import { Reporter } from './report.ts';

const clusterId = 'demo';
const nodeKey = keyOf(clusterId, 'node', 'n');
const instanceKey = keyOf(clusterId, 'instance', 'web', 'a');
const livenessKey = keyOf(clusterId, 'liveness', 'n');

class Bed {
  readonly clock = new SimulatedClock();
  readonly store = new MemoryStore(this.clock);
  readonly hand = this.store.client('hand');
  readonly client = this.store.client('agent');
  readonly reporter = new Reporter({
    store: this.client,
    clock: this.clock,
    random: seededRandom(1),
    log: silentLog,
    clusterId,
    restarts: new Map(),
    images: new Map(),
  });

  async install(): Promise<void> {
    const node: Node = { node_id: 'n', ip: '10.0.0.1' };
    const instance: ServiceInstance = { instance_id: 'a', service: 'web', node_id: 'n', ip: '10.0.0.1', port: 1, state: 'starting' };
    for (const [key, record] of [
      [nodeKey, node],
      [instanceKey, instance],
      [livenessKey, {}],
    ] as const)
      await this.hand.transact([], [{ type: 'put', key, value: JSON.stringify(record) }]);
  }

  async offer(snapshot: NodeSnapshot, conditions: NodeFacts['conditions'] = []): Promise<void> {
    const work = workOf(snapshot);
    const { kv: node } = await this.hand.get(nodeKey);
    const { kv: liveness } = await this.hand.get(livenessKey);
    assert.ok(node && liveness);
    this.reporter.offer({
      snapshot,
      plan: planNode(snapshot),
      work,
      node,
      facts: { machineId: 'm', hostname: 'h', cpuMillicores: 1000, memoryBytes: 1e9, conditions },
      heartbeatS: 30,
      session: {
        guard: () => ({ key: livenessKey, modRevision: liveness.modRevision }),
        doubt: () => undefined,
        seen: () => undefined,
        waitsFor: () => undefined,
        proceed: () => undefined,
        close: () => Promise.resolve(),
      },
    });
  }

  async state(): Promise<string> {
    return (JSON.parse((await this.hand.get(instanceKey)).kv?.value ?? '{}') as ServiceInstance).state;
  }
}

const healthy = running(assignment('a', { mesh: { mode: 'none' } }));
const broken: NodeSnapshot = {
  ...healthy,
  engines: {
    ...healthy.engines,
    docker: {
      known: true,
      value: healthy.engines.docker?.known ? healthy.engines.docker.value.map((unit) => ({ ...unit, state: 'exited' as const })) : [],
    },
  },
};

test('what could not be reported is not reported after something newer', async () => {
  const bed = new Bed();
  await bed.install();
  await bed.offer(healthy);
  await bed.clock.until(async () => (await bed.state()) === 'ready');
  bed.client.faults.lostRequests = 8;
  await bed.offer(broken);
  await bed.clock.until(() => bed.client.faults.lostRequests === 0);
  await bed.offer(healthy);
  await bed.clock.advance(100);
  const { revision } = bed.store;
  await bed.clock.advance(10_000);
  assert.equal(await bed.state(), 'ready');
  assert.equal(bed.store.revision, revision, 'nothing was written after it');
  await bed.reporter.close();
});

test('conditions that come and go are written now and then, and the last of them in the end', async () => {
  const bed = new Bed();
  await bed.install();
  await bed.offer(healthy);
  await bed.clock.advance(6000);
  const { revision } = bed.store;
  for (let at = 0; at <= 100; at++) {
    await bed.offer(healthy, at % 2 === 0 ? [{ type: 'disk_full', reason: 'disk_full', message: 'm' }] : []);
    await bed.clock.advance(200);
  }
  const writes = bed.store.revision - revision;
  assert.ok(writes >= 3 && writes <= 6, `${writes} writes in 20 s`);
  const dueMs = bed.reporter.nodeInMs();
  assert.ok(dueMs === undefined || dueMs <= 30_000);
  await bed.clock.advance(5000);
  await bed.offer(healthy, [{ type: 'disk_full', reason: 'disk_full', message: 'm' }]);
  await bed.clock.advance(100);
  assert.match((await bed.hand.get(nodeKey)).kv?.value ?? '', /disk_full/);
  await bed.reporter.close();
});
