import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Node, ServiceInstance } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import { firstProbeState, type ProbeState } from './health.ts';
import { planNode } from './node.ts';
import { conditionsOf, instanceAfter, nodeAfter, verdictOf } from './report.ts';
import { assignment, network, nodeState, shortestDay, unit } from './states.ts';
import { workOf } from './instance.ts';
import type { NodeSnapshot } from './snapshot.ts';

type State = ServiceInstance['state'];

function record(state: State, change: Partial<ServiceInstance> = {}): ServiceInstance {
  return {
    instance_id: 'a',
    service: 'web',
    node_id: 'n',
    ip: '10.0.0.1',
    port: 1,
    state,
    last_heartbeat: timestamp(shortestDay),
    ...change,
  };
}

function verdict(snapshot: NodeSnapshot, before: ServiceInstance): [State, string | undefined] {
  const [work] = workOf(snapshot);
  assert.ok(work);
  const { state, reason } = verdictOf(snapshot, planNode(snapshot), work, before);
  return [state, reason?.split(':')[0]];
}

const probe = (change: Partial<ProbeState> = {}): ProbeState => ({ ...firstProbeState('u', false, 990_000), probes: 1, ...change });
const plain = assignment('a', { mesh: { mode: 'none' } });

function at(change: Partial<NodeSnapshot>, probed?: ProbeState): NodeSnapshot {
  return nodeState({
    assignments: [plain],
    networks: { known: true, value: [network()] },
    engines: { docker: { known: true, value: [unit('a')] }, process: undefined },
    ...(probed && { memory: new Map([['web/a', { probe: probed }]]) }),
    ...change,
  });
}

const docker = (...units: ReturnType<typeof unit>[]): NodeSnapshot['engines'] => ({
  docker: { known: true, value: units },
  process: undefined,
});
const wait = (code: string) => ({ remainingMs: 5, code, message: 'because', failures: 1 });

test('states and reasons', () => {
  const exited = docker(unit('a', { state: 'exited', exitCode: 3 }));
  const crash = new Map([['web/a', { crash: { failures: 1, failedAt: 0, retryAt: 2_000_000, unit: 'x', reason: 'exited: with code 3' } }]]);
  const meshed = { assignments: [assignment('a')] };
  const draining = [assignment('a', { desired: 'draining' })];
  const table: [string, NodeSnapshot, State, State, string | undefined][] = [
    ['not probed yet', at({}), 'starting', 'starting', undefined],
    ['probes pass', at({}, probe({ ready: true })), 'starting', 'ready', undefined],
    ['probes fail at first', at({}, probe({ reason: 'no' })), 'starting', 'starting', undefined],
    ['probes fail after the start period', at({}, probe({ reason: 'no', failures: 3 })), 'starting', 'unhealthy', 'probe_failed'],
    ['probes pass again', at({}, probe({ ready: true })), 'unhealthy', 'ready', undefined],
    ['probes fail', at({}, probe({ reason: 'no', failures: 3 })), 'ready', 'unhealthy', 'probe_failed'],
    ['a former agent found it ready', at({}, probe({ reason: 'no', failures: 2 })), 'ready', 'ready', undefined],
    [
      'a failing restart',
      at({ memory: new Map([['web/a', { ...crash.get('web/a'), probe: probe({ reason: 'no' }) }]]) }),
      'ready',
      'unhealthy',
      'probe_failed',
    ],
    ['no probe wanted', at({ assignments: [{ ...plain, health: { type: 'none' } }] }), 'starting', 'ready', undefined],
    ['no sidecar yet', at(meshed, probe({ ready: true, sinceMs: 999_000 })), 'starting', 'starting', undefined],
    ['no sidecar for long', at(meshed, probe({ ready: true })), 'starting', 'starting', 'sidecar_pending'],
    ['the sidecar restarts', at(meshed, probe({ ready: true })), 'ready', 'ready', undefined],
    ['crashed', at({ engines: exited, memory: crash }), 'ready', 'unhealthy', 'exited'],
    ['crashed at its first start', at({ engines: exited, memory: crash }), 'starting', 'unhealthy', 'exited'],
    ['vanished', at({ engines: docker() }), 'ready', 'unhealthy', undefined],
    [
      'no image',
      at({ engines: docker(), waits: new Map([['instance/web/a', wait('image_missing')]]) }),
      'starting',
      'starting',
      'image_missing',
    ],
    [
      'a port that its former holder may give up yet',
      at({ engines: docker(), waits: new Map([['instance/web/a', { ...wait('port_taken'), failures: 5 }]]) }),
      'starting',
      'starting',
      undefined,
    ],
    [
      'a port that stays taken',
      at({ engines: docker(), waits: new Map([['instance/web/a', { ...wait('port_taken'), failures: 6 }]]) }),
      'starting',
      'starting',
      'port_taken',
    ],
    [
      'no image, being tried again',
      at({
        engines: docker(),
        busy: new Set(['instance/web/a']),
        waits: new Map([['instance/web/a', { ...wait('image_missing'), remainingMs: 0 }]]),
      }),
      'starting',
      'starting',
      'image_missing',
    ],
    ['waits for its certificate', at({ ...meshed, engines: docker() }), 'starting', 'starting', undefined],
    [
      'no certificate to be had',
      at({ ...meshed, engines: docker(), waits: new Map([['mesh/web', wait('api_unreachable')]]) }),
      'starting',
      'starting',
      'certificate_pending',
    ],
    ['the engine is unknown', at({ engines: { docker: { known: false, reason: 'no' }, process: undefined } }), 'ready', 'ready', undefined],
    [
      'the engine is unknown at its first start',
      at({ engines: { docker: { known: false, reason: 'no' }, process: undefined } }),
      'starting',
      'starting',
      'engine_unreachable',
    ],
    ['its driver is off', at({ engines: { docker: undefined, process: undefined } }), 'starting', 'starting', 'driver_off'],
    ['its driver was turned off', at({ engines: { docker: undefined, process: undefined } }), 'ready', 'ready', undefined],
    [
      'to go, its driver is off',
      at({ assignments: draining, engines: { docker: undefined, process: undefined } }),
      'draining',
      'draining',
      'driver_off',
    ],
    [
      'to go, its driver was never on',
      at({ assignments: draining, untouched: new Set(['web/a']), engines: { docker: undefined, process: undefined } }),
      'starting',
      'gone',
      undefined,
    ],
    ['draining', at({ assignments: draining }), 'ready', 'draining', undefined],
    ['to stop, gone', at({ assignments: [{ ...plain, desired: 'stopped' }], engines: docker() }), 'draining', 'gone', undefined],
    [
      'to stop, the engine unknown',
      at({ assignments: [{ ...plain, desired: 'stopped' }], engines: { docker: { known: false, reason: 'no' }, process: undefined } }),
      'draining',
      'draining',
      undefined,
    ],
    ['gone stays gone', at({}, probe({ ready: true })), 'gone', 'gone', undefined],
    ['draining stays draining', at({}, probe({ ready: true })), 'draining', 'draining', undefined],
  ];
  for (const [name, snapshot, before, state, reason] of table) assert.deepEqual(verdict(snapshot, record(before)), [state, reason], name);
  const off = at({ assignments: draining, untouched: new Set(['web/a']), engines: { docker: undefined, process: undefined } });
  assert.deepEqual(
    verdict(off, { ...record('ready'), container_id: 'u-a' }),
    ['draining', 'driver_off'],
    'its record knows that it was started, though the agent has forgotten it',
  );
});

test('law: states only move forward, ready and unhealthy excepted', () => {
  const rank: Record<State, number> = { starting: 0, ready: 1, unhealthy: 1, draining: 2, gone: 3 };
  const units = fc.constantFrom(undefined, 'created' as const, 'running' as const, 'exited' as const);
  const states = fc.constantFrom<State>('starting', 'ready', 'unhealthy', 'draining', 'gone');
  const desired = fc.constantFrom('running' as const, 'draining' as const, 'stopped' as const);
  fc.assert(
    fc.property(units, states, desired, fc.boolean(), fc.nat(5), fc.boolean(), (unitState, before, wanted, ready, failures, known) => {
      const found = unitState === undefined ? [] : [unit('a', { state: unitState })];
      const snapshot = at(
        {
          assignments: [{ ...plain, desired: wanted }],
          engines: { docker: known ? { known: true, value: found } : { known: false, reason: 'no' }, process: undefined },
        },
        probe({ ready, failures }),
      );
      const [after] = verdict(snapshot, record(before));
      assert.ok(rank[after] >= rank[before], `${before} to ${after}`);
      if (after === 'starting') assert.equal(before, 'starting');
      if (after === 'gone' && before !== 'gone') assert.ok(known && found.length === 0);
    }),
  );
});

test('an instance is written when something changed, or its heartbeat is old', () => {
  const before = record('ready', { container_id: 'u-a', desired: 'running', slot: 2, version: 'v' });
  const ready = { state: 'ready' } as const;
  const facts = { restarts: 0 };
  assert.equal(instanceAfter(before, ready, unit('a'), facts, shortestDay + 299_000), undefined);
  assert.equal(instanceAfter(before, ready, unit('a'), facts, shortestDay + 300_000)?.last_heartbeat, timestamp(shortestDay + 300_000));
  assert.deepEqual(instanceAfter(before, { state: 'unhealthy', reason: 'why' }, unit('a'), { restarts: 1 }, shortestDay + 1000), {
    ...before,
    state: 'unhealthy',
    reason: 'why',
    restarts: 1,
    last_heartbeat: timestamp(shortestDay + 1000),
  });
  assert.equal(instanceAfter({ ...before, reason: 'old' }, ready, unit('a'), facts, shortestDay)?.reason, undefined);
  assert.equal(
    instanceAfter(record('gone'), { state: 'gone' }, undefined, facts, shortestDay + 900_000),
    undefined,
    'the gone have no heartbeat',
  );
});

test('conditions that a snapshot shows', () => {
  const served = { configDigest: '', fingerprintSha256: '', problems: ['broken file'] };
  const base = nodeState();
  const snapshot = nodeState({
    assignments: [assignment('a')],
    engines: { docker: { known: false, reason: 'no docker' }, process: undefined },
    waits: new Map([
      ['instance/web/a', wait('disk_full')],
      ['mesh/web', wait('api_denied')],
      ['caddy', wait('caddy_refused')],
      ['process/mesh-agent', wait('process_failed')],
    ]),
    mesh: {
      ...base.mesh,
      served: new Map([['web', served]]),
      certificates: new Map([['web', { fingerprint: 'f', state: 'expired', notAfter: shortestDay, certFile: '', keyFile: '' }]]),
    },
    caddy: { ...base.caddy, mode: 'off', table: { revision: 1, listen: [], routes: [] } },
  });
  const types = conditionsOf(snapshot, planNode(snapshot)).map((condition) => condition.type);
  assert.deepEqual(types.sort(), [
    'caddy_off',
    'caddy_refused',
    'certificate_expired',
    'certificate_failed',
    'disk_full',
    'engine_unreachable',
    'sidecar_down',
    'sidecar_problem',
  ]);
});

test('a node tells of a driver that is wanted and off, and of a token that is missing', () => {
  const off = { docker: undefined, process: undefined };
  const typesOf = (snapshot: NodeSnapshot): string[] =>
    conditionsOf(snapshot, planNode(snapshot)).map(({ type, reason }) => `${type} ${reason}`);
  assert.deepEqual(typesOf(nodeState({ assignments: [plain], engines: off })), ['driver_off docker']);
  assert.deepEqual(typesOf(nodeState({ leaving: [plain], engines: off })), ['driver_off docker']);
  assert.deepEqual(typesOf(nodeState({ leaving: [plain], untouched: new Set(['web/a']), engines: off })), []);
  assert.deepEqual(typesOf(nodeState({ engines: off })), []);
  const untrusted = nodeState({ assignments: [plain], waits: new Map([['mesh/web', wait('invalid_config')]]) });
  assert.deepEqual(typesOf(untrusted), ['certificate_failed invalid_config']);
});

test('a certificate that was refused is told while its service is here, and not when that has left', () => {
  const refused = new Map([['mesh/web', wait('api_denied')]]);
  const typesOf = (snapshot: NodeSnapshot): string[] => conditionsOf(snapshot, planNode(snapshot)).map(({ type }) => type);
  assert.deepEqual(typesOf(nodeState({ assignments: [plain], waits: refused })), ['certificate_failed']);
  assert.deepEqual(typesOf(nodeState({ waits: refused })), []);
});

test('a node is written when something changed, or its heartbeat is due', () => {
  const facts = { machineId: 'm', hostname: 'h', cpuMillicores: 1000, memoryBytes: 1, conditions: [] };
  const snapshot = nodeState();
  const spec: Node = { node_id: 'n', ip: '10.0.0.1', labels: { a: 'b' } };
  const first = nodeAfter(snapshot, spec, facts, false);
  assert.deepEqual(first, {
    ...spec,
    machine_id: 'm',
    hostname: 'h',
    drivers: ['docker', 'process'],
    capacity: { cpu_millicores: 1000, memory_bytes: 1 },
    last_heartbeat: timestamp(shortestDay),
  });
  assert.equal(first && nodeAfter(snapshot, first, facts, false), undefined);
  assert.ok(first && nodeAfter(snapshot, first, facts, true));
  const own: Node = { ...spec, hostname: 'theirs', capacity: { cpu_millicores: 5 }, state: 'active', intent: 'cordoned' };
  assert.deepEqual(nodeAfter(snapshot, own, facts, false), {
    ...own,
    machine_id: 'm',
    drivers: ['docker', 'process'],
    last_heartbeat: timestamp(shortestDay),
  });
});
