import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Assignment } from '../../model/generated.ts';
import { wantedServer } from './caddy.ts';
import { planAgainInMs, planNode } from './node.ts';
import type { InstanceMemory, NodeAction, NodeSnapshot, Obedience, Observed } from './snapshot.ts';
import { applied, assignment, later, network, nodeState, running, unit } from './states.ts';
import { workOf } from './instance.ts';
import type { Unit } from '../unit.ts';

const docker = (...units: Unit[]): NodeSnapshot['engines'] => ({
  docker: { known: true, value: units },
  process: { known: true, value: [] },
});
const none = { mode: 'none' } as const;
/** Kinds of the actions on an instance. */
const steps = (snapshot: NodeSnapshot, id = 'a'): string[] =>
  planNode(snapshot)
    .actions.filter((action) => action.key === `instance/web/${id}`)
    .map((action) => action.kind);
const reasons = (snapshot: NodeSnapshot): string[] => planNode(snapshot).blocked.map((blocked) => blocked.reason);
const memoryOf = (id: string, memory: InstanceMemory): NodeSnapshot['memory'] => new Map([[`web/${id}`, memory]]);

test('the next safe steps of an instance', () => {
  const wanted = [assignment('a', { mesh: none })];
  const leaving = [assignment('a', { mesh: none, desired: 'draining', drain_s: 20 })];
  const meshed = [assignment('a', { desired: 'draining', drain_s: 20 })];
  const here = { networks: { known: true, value: [network()] } } as const;
  const drainingFor = (ms: number, inbound?: number): NodeSnapshot['memory'] =>
    memoryOf('a', { drainingSinceMs: 1_000_000 - ms, ...(inbound !== undefined && { inbound }) });
  const table: [string, Partial<NodeSnapshot>, string[]][] = [
    ['no network yet', { assignments: wanted }, ['ensure_image']],
    ['nothing there', { ...here, assignments: wanted }, ['ensure_image', 'create_unit', 'start_unit']],
    ['the image is there', { ...here, assignments: wanted, images: new Set(['app:1']) }, ['create_unit', 'start_unit']],
    ['created', { ...here, assignments: wanted, engines: docker(unit('a', { state: 'created' })) }, ['start_unit']],
    ['running', { ...here, assignments: wanted, engines: docker(unit('a')) }, []],
    ['exited', { ...here, assignments: wanted, engines: docker(unit('a', { state: 'exited' })) }, ['start_unit']],
    [
      'crashed just now',
      {
        ...here,
        assignments: wanted,
        engines: docker(unit('a', { state: 'exited' })),
        memory: memoryOf('a', { crash: { failures: 1, failedAt: 999_000, retryAt: 1_000_001, unit: 'x', reason: 'exited' } }),
      },
      [],
    ],
    [
      'another revision',
      { ...here, assignments: wanted, engines: docker(unit('a', { labels: { ...unit('a').labels, revision: 'f'.repeat(16) } })) },
      ['stop_unit', 'remove_unit'],
    ],
    [
      'the engine is unknown',
      { ...here, assignments: wanted, engines: { docker: { known: false, reason: 'no' }, process: undefined } },
      [],
    ],
    ['draining, just learnt', { ...here, assignments: leaving, engines: docker(unit('a')), memory: drainingFor(0) }, []],
    [
      'draining, no sidecar to ask: until the deadline',
      { ...here, assignments: leaving, engines: docker(unit('a')), memory: drainingFor(19_999) },
      [],
    ],
    [
      'draining, the deadline',
      { ...here, assignments: leaving, engines: docker(unit('a')), memory: drainingFor(20_000) },
      ['stop_unit', 'remove_unit'],
    ],
    ['draining, idle too early', { ...here, assignments: meshed, engines: docker(unit('a')), memory: drainingFor(2999, 0) }, []],
    [
      'draining, idle',
      { ...here, assignments: meshed, engines: docker(unit('a')), memory: drainingFor(3000, 0) },
      ['stop_unit', 'remove_unit'],
    ],
    ['draining, in use', { ...here, assignments: meshed, engines: docker(unit('a')), memory: drainingFor(3000, 1) }, []],
    ['draining, exited', { ...here, assignments: leaving, engines: docker(unit('a', { state: 'exited' })) }, ['remove_unit']],
    ['draining, never there', { ...here, assignments: leaving }, []],
    ['nobody wants it, just seen', { ...here, engines: docker(unit('a', { state: 'exited' })), memory: drainingFor(0) }, []],
    ['nobody wants it', { ...here, engines: docker(unit('a', { state: 'exited' })), memory: drainingFor(3000) }, ['remove_unit']],
    ['its record is broken', { ...here, engines: docker(unit('a')), broken: new Set(['web/a']), memory: drainingFor(90_000) }, []],
    [
      'its record is broken and it crashed',
      { ...here, leaving: wanted, engines: docker(unit('a', { state: 'exited' })), broken: new Set(['web/a']) },
      ['start_unit'],
    ],
    [
      'frozen, crashed',
      { ...here, obedience: 'frozen', assignments: wanted, engines: docker(unit('a', { state: 'exited' })) },
      ['start_unit'],
    ],
    ['frozen, absent', { ...here, obedience: 'frozen', assignments: wanted }, []],
    [
      'frozen, drained',
      { ...here, obedience: 'frozen', assignments: leaving, engines: docker(unit('a')), memory: drainingFor(90_000) },
      [],
    ],
    ['frozen, unwanted', { ...here, obedience: 'frozen', engines: docker(unit('a')), memory: drainingFor(90_000) }, []],
    ['waiting, crashed', { ...here, obedience: 'waiting', assignments: wanted, engines: docker(unit('a', { state: 'exited' })) }, []],
    ['being worked on', { ...here, assignments: wanted, busy: new Set(['instance/web/a']) }, []],
    [
      'failed just now',
      {
        ...here,
        assignments: wanted,
        waits: new Map([['instance/web/a', { remainingMs: 5, code: 'port_taken', message: 'm', failures: 1 }]]),
      },
      [],
    ],
  ];
  for (const [name, change, wantedSteps] of table) assert.deepEqual(steps(nodeState(change)), wantedSteps, name);
});

test('an app waits for its sidecar before its first start, and not for a restart', () => {
  const state = nodeState({ assignments: [assignment('a')], networks: { known: true, value: [network()] } });
  assert.deepEqual(steps(state), ['ensure_image', 'create_unit']);
  assert.ok(reasons(state).includes('certificate_pending'));
  assert.deepEqual(steps({ ...state, engines: docker(unit('a', { state: 'exited' })) }), ['start_unit']);
  assert.deepEqual(steps({ ...state, mesh: { ...state.mesh, enabled: false } }), ['ensure_image', 'create_unit', 'start_unit']);
});

test('certificate first, then configuration, then the sidecar', () => {
  let state = nodeState({ assignments: [assignment('a')], networks: { known: true, value: [network()] } });
  const kinds = (): string[] =>
    planNode(state)
      .actions.filter((action) => /^(mesh|process)\//.test(action.key))
      .map((action) => action.kind);
  const seen: string[][] = [];
  for (let pass = 0; pass < 5; pass++) {
    const now = kinds();
    seen.push(now);
    for (const action of planNode(state).actions) state = applied(state, action);
  }
  assert.deepEqual(seen, [['issue_certificate', 'start_sidecar'], ['write_mesh_config'], [], [], []]);
});

test('a certificate that is due is renewed while the last one serves; then the former is removed', () => {
  let state = running(assignment('a'));
  for (let pass = 0; pass < 4; pass++) for (const action of planNode(state).actions) state = applied(state, action);
  const due = state.mesh.certificates.get('web');
  assert.ok(due);
  state = { ...state, mesh: { ...state.mesh, certificates: new Map([['web', { ...due, state: 'renew' }]]) } };
  assert.deepEqual(
    planNode(state).actions.map((action) => action.kind),
    ['issue_certificate'],
  );
  const failed = { ...state, waits: new Map([['mesh/web', { remainingMs: 9, code: 'api_unreachable', message: 'no', failures: 1 }]]) };
  assert.deepEqual(planNode(failed).actions, []);
  const seen: string[] = [];
  for (let pass = 0; pass < 4; pass++) {
    for (const action of planNode(state).actions) {
      seen.push(action.kind);
      state = applied(state, action);
    }
  }
  assert.deepEqual(seen, ['issue_certificate', 'write_mesh_config', 'prune_certificates']);
});

test('a certificate is asked for only where the store has an assignment, and what only ends does without a first one', () => {
  const asked = (snapshot: NodeSnapshot): boolean => planNode(snapshot).actions.some(({ kind }) => kind === 'issue_certificate');
  const certificate = (state: 'renew' | 'expired') => ({
    certificates: new Map([['web', { fingerprint: 'f1', state, notAfter: 1, certFile: '/c', keyFile: '/k' }]]),
  });
  const ending = assignment('a', { desired: 'draining', drain_s: 600 });
  const memory = memoryOf('a', { drainingSinceMs: 1_000_000 });
  const there = { ...running(ending), memory };
  const gone = { ...there, assignments: [], leaving: [ending] };
  const broken = { ...gone, broken: new Set(['web/a']) };
  const mesh = (state: NodeSnapshot, change: Partial<NodeSnapshot['mesh']>): NodeSnapshot => ({
    ...state,
    mesh: { ...state.mesh, ...change },
  });
  assert.equal(asked(running(assignment('a'))), true, 'assigned, none yet');
  assert.equal(asked(there), false, 'it ends before it ever had one');
  assert.equal(asked(mesh(there, certificate('renew'))), true, 'it ends, and may take long');
  assert.equal(asked(mesh(gone, certificate('renew'))), false, 'its record is deleted: it would be refused');
  assert.equal(asked(mesh(gone, certificate('expired'))), false);
  assert.equal(asked(mesh(broken, certificate('renew'))), true, 'its record stands, though it can not be read');
});

test('a key whose certificate never came is removed with its service', () => {
  const base = nodeState();
  const snapshot = nodeState({ mesh: { ...base.mesh, formerCertificates: new Map([['web', ['f1']]]) } });
  assert.deepEqual(
    planNode(snapshot).actions.flatMap(({ kind, key }) => (key === 'mesh/web' ? [kind] : [])),
    ['remove_mesh_config'],
  );
});

test('an environment, a port and a sandbox for the app', () => {
  const state = nodeState({
    assignments: [
      assignment('a', {
        run: { driver: 'process', command: ['/app'], env: { A: '1', PORT: 'mine' } },
        resources: { memory_bytes: 1 << 24 },
      }),
    ],
  });
  const action = planNode(state).actions.find((one) => one.kind === 'create_unit');
  assert.equal(action?.kind === 'create_unit' && action.spec.env['PORT'], String(state.assignments[0]?.app?.port));
  assert.equal(action?.kind === 'create_unit' && action.spec.env['HOST'], state.assignments[0]?.app?.addr);
  assert.equal(action?.kind === 'create_unit' && action.spec.env['PHOTONCLOUD_MESH'], 'http://127.0.0.11:19000');
  assert.equal(action?.kind === 'create_unit' && action.spec.memoryBytes, 1 << 24);
  assert.equal(action?.kind === 'create_unit' && action.spec.image, undefined);
});

test('a mesh-only assignment gets a configuration with upstreams, and no unit', () => {
  const {
    app: _app,
    run: _run,
    ...rest
  } = assignment('ingress-n', { service: 'ingress', mesh: { mode: 'agent', upstreams: [{ service: 'web', bind: 20_005 }] } });
  let state = nodeState({ assignments: [rest] });
  for (const action of planNode(state).actions) state = applied(state, action);
  const [write] = planNode(state).actions;
  assert.match(write?.kind === 'write_mesh_config' ? write.content : '', /\[\[upstream\]\]\nservice = "web"\nbind = "127\.0\.0\.11:20005"/);
  assert.doesNotMatch(write?.kind === 'write_mesh_config' ? write.content : '', /instance/);
});

test('routes in the order of the table, the catch-all last, a prefix ending at a slash', () => {
  const route = { id: 'r', host: 'a.example', path: '/v1', service: 'web', upstream_addr: '127.0.0.1:1', created_revision: 1 };
  const server = wantedServer({ revision: 3, listen: [], routes: [route, { ...route, id: 's', path: '/' }] }, [':8080']);
  const text = JSON.stringify(server);
  assert.match(text, /"path":\["\/v1","\/v1\/\*"\]/);
  assert.equal(server.routes.length, 3);
  assert.match(JSON.stringify(server.routes.at(-1)), /"status_code":404/);
  assert.deepEqual(server.automatic_https, { disable: true });
  assert.equal(wantedServer({ revision: 3, listen: [':443'], routes: [] }, [':80']).automatic_https, undefined);
});

test('time alone: the plan says when to look again', () => {
  const drainingAt = (ms: number) =>
    running(assignment('a', { desired: 'draining', drain_s: 20 })).memory && {
      ...running(assignment('a', { desired: 'draining', drain_s: 20 })),
      memory: memoryOf('a', { drainingSinceMs: 1_000_000 - ms }),
    };
  const again = (snapshot: NodeSnapshot): number | undefined => planAgainInMs(snapshot, workOf(snapshot));
  assert.equal(again(drainingAt(0)), 3000);
  assert.equal(again(drainingAt(5000)), 500);
  assert.equal(again(drainingAt(19_900)), 100);
  assert.equal(again(running(assignment('a'))), undefined);
});

// ---------------------------------------------------------------- laws

const ids = ['a', 'b', 'c', 'd'];
const services = ['web', 'api'];
const stateOf = fc.constantFrom('created' as const, 'running' as const, 'exited' as const);
const desired = fc.constantFrom('running' as const, 'draining' as const, 'stopped' as const);

const arbitraryAssignment = fc
  .record({
    id: fc.constantFrom(...ids),
    service: fc.constantFrom(...services),
    desired,
    process: fc.boolean(),
    mesh: fc.boolean(),
    managed: fc.boolean(),
    drain_s: fc.integer({ min: 0, max: 30 }),
  })
  .map(
    ({ id, service, process, mesh, managed, ...rest }): Assignment =>
      assignment(id, {
        service,
        managed,
        run: process ? { driver: 'process', command: ['/app'] } : { image: 'app:1' },
        ...(mesh ? {} : { mesh: none }),
        ...rest,
      }),
  );
const arbitraryUnit = fc
  .record({ id: fc.constantFrom(...ids), service: fc.constantFrom(...services), state: stateOf, old: fc.boolean() })
  .map(({ id, service, state, old }): Unit => {
    const made = unit(id, { id: `u-${service}-${id}`, state }, service);
    return old ? { ...made, labels: { ...made.labels, revision: 'f'.repeat(16) } } : made;
  });
const byName = (one: Assignment): string => `${one.service}/${one.instance_id}`;
const arbitraryUnits = fc.uniqueArray(arbitraryUnit, { selector: (one) => one.id, maxLength: 6 });

function engine(units: Unit[], known: boolean): Observed<readonly Unit[]> {
  return known ? { known: true, value: units } : { known: false, reason: 'it does not answer' };
}

const arbitraryState = (obedience: fc.Arbitrary<Obedience>, known: fc.Arbitrary<boolean>) =>
  fc
    .record({
      obedience,
      assignments: fc.uniqueArray(arbitraryAssignment, { selector: byName, maxLength: 6 }),
      leaving: fc.uniqueArray(arbitraryAssignment, { selector: byName, maxLength: 3 }),
      broken: fc.uniqueArray(fc.constantFrom('web/a', 'api/b'), { maxLength: 2 }),
      docker: arbitraryUnits,
      process: arbitraryUnits,
      dockerKnown: known,
      processKnown: known,
      networks: fc.uniqueArray(fc.constantFrom(...services, 'old'), { maxLength: 3 }),
      networksKnown: known,
      files: fc.uniqueArray(fc.constantFrom(...services, 'old'), { maxLength: 3 }),
      processesKnown: known,
      drainingForMs: fc.integer({ min: 0, max: 60_000 }),
      inbound: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
      table: fc.boolean(),
    })
    .map((made): NodeSnapshot => {
      const base = nodeState();
      const names = new Set(made.assignments.map(byName));
      const docker = made.docker.filter((one) => !made.process.some((other) => other.id === one.id));
      const memory = new Map<string, InstanceMemory>();
      for (const service of services) {
        for (const id of ids) {
          memory.set(`${service}/${id}`, {
            drainingSinceMs: base.monotonicMs - made.drainingForMs,
            ...(made.inbound !== undefined && { inbound: made.inbound }),
          });
        }
      }
      return {
        ...base,
        obedience: made.obedience,
        assignments: made.assignments.filter((one) => !(made.broken as string[]).includes(byName(one))),
        leaving: made.leaving.filter((one) => !names.has(byName(one))),
        broken: new Set(made.broken),
        engines: { docker: engine(docker, made.dockerKnown), process: engine(made.process, made.processKnown) },
        networks: made.networksKnown ? { known: true, value: made.networks.map(network) } : { known: false, reason: 'no' },
        memory,
        mesh: {
          ...base.mesh,
          files: new Map(made.files.map((service) => [service, `# ${service}`])),
          processes: made.processesKnown ? base.mesh.processes : { known: false, reason: 'no' },
        },
        caddy: { ...base.caddy, table: made.table ? { revision: 1, listen: [], routes: [] } : undefined },
      };
    });

const anyState = arbitraryState(fc.constantFrom<Obedience>('obeyed', 'frozen', 'waiting'), fc.boolean());

test('law: the same snapshot in any order gives the same plan', () => {
  const turned = <T>(list: readonly T[]): T[] => [...list].reverse();
  const turnedMap = <V>(map: ReadonlyMap<string, V>): Map<string, V> => new Map(turned([...map]));
  const observed = (one: Observed<readonly Unit[]> | undefined) => (one?.known ? { known: true as const, value: turned(one.value) } : one);
  fc.assert(
    fc.property(anyState, (state) => {
      const other: NodeSnapshot = {
        ...state,
        assignments: turned(state.assignments),
        leaving: turned(state.leaving),
        broken: new Set(turned([...state.broken])),
        engines: { docker: observed(state.engines.docker), process: observed(state.engines.process) },
        networks: state.networks.known ? { known: true, value: turned(state.networks.value) } : state.networks,
        memory: turnedMap(state.memory),
        mesh: { ...state.mesh, files: turnedMap(state.mesh.files) },
      };
      assert.deepEqual(planNode(other), planNode(state));
    }),
  );
});

const destructive = new Set([
  'stop_unit',
  'remove_unit',
  'remove_network',
  'remove_mesh_config',
  'stop_sidecar',
  'stop_caddy',
  'remove_routes',
  'prune_certificates',
]);
const making = new Set(['create_unit', 'ensure_image', 'ensure_network', 'write_mesh_config']);

test('law: nothing is deleted or stopped on what is unknown, broken, or not obeyed', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      for (const action of planNode(state).actions) {
        const spoils = destructive.has(action.kind);
        if (state.obedience !== 'obeyed') assert.ok(!spoils && !making.has(action.kind), `${action.kind} while ${state.obedience}`);
        if (state.obedience === 'waiting') assert.fail(`${action.kind} while waiting`);
        if ('driver' in action) {
          assert.ok(state.engines[action.driver]?.known, `${action.kind} on an unknown engine`);
          if (spoils) assert.ok(!state.broken.has(`${action.service}/${action.instance}`), `${action.kind} of a broken record`);
        }
        if (action.kind === 'remove_network') assert.ok(state.engines.docker?.known && state.networks.known);
      }
    }),
    { numRuns: 300 },
  );
});

test('law: what is wanted and runs is never stopped', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      for (const action of planNode(state).actions) {
        if (action.kind !== 'stop_unit') continue;
        const wanted = state.assignments.find((one) => one.instance_id === action.instance && one.service === action.service);
        const engineOf = state.engines[action.driver];
        const found = engineOf?.known ? engineOf.value.find((one) => one.id === action.unit) : undefined;
        const sameDriver = (wanted?.run?.driver ?? 'docker') === action.driver && wanted?.managed === true;
        if (wanted?.desired === 'running' && sameDriver) assert.notEqual(found?.labels.revision, wanted.revision);
      }
    }),
    { numRuns: 300 },
  );
});

test('law: applying plans ends in an empty plan in bounded passes, with exactly what is wanted', () => {
  fc.assert(
    fc.property(arbitraryState(fc.constant('obeyed'), fc.constant(true)), (start) => {
      let state = start;
      let actions: NodeAction[] = [];
      for (let pass = 0; pass < 25; pass++) {
        actions = planNode(state).actions;
        for (const action of actions) state = applied(state, action);
        state = later(state, 5000);
      }
      assert.deepEqual(actions, []);
      for (const driver of ['docker', 'process'] as const) {
        const found = state.engines[driver];
        const wanted = start.assignments.filter(
          (one) => one.managed && one.desired === 'running' && (one.run?.driver ?? 'docker') === driver,
        );
        const there = (found?.known ? found.value : []).filter((one) => !start.broken.has(`${one.labels.service}/${one.labels.instance}`));
        assert.deepEqual(there.map((one) => `${one.labels.service}/${one.labels.instance}`).sort(), wanted.map(byName).sort());
        assert.ok(there.every((one) => one.state === 'running'));
      }
    }),
    { numRuns: 300 },
  );
});
