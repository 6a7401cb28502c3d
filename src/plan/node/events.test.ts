import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node, ServiceInstance } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import { validateRecord } from '../../model/validate.ts';
import type { EventNote } from '../event.ts';
import { eventsOfInstance, eventsOfLook, eventsOfNode, eventsOfOutcome, lookOf, type NodeLook } from './events.ts';
import { workOf } from './instance.ts';
import type { NodeAction, NodeSnapshot } from './snapshot.ts';
import { assignment, later, nodeState, running, unit } from './states.ts';

function valid(notes: EventNote[]): EventNote[] {
  for (const note of notes) {
    const at = '2026-12-01T00:00:00.000Z';
    const checked = validateRecord('event', { ...note, count: 1, first_at: at, last_at: at }, { unknownFields: 'refuse' });
    assert.ok(checked.ok, JSON.stringify(checked));
  }
  return notes;
}

const start: NodeAction = {
  kind: 'start_unit',
  key: 'instance/web/web-0',
  service: 'web',
  instance: 'web-0',
  driver: 'docker',
  restart: false,
  reason: 'assigned and not there',
};
const pull: NodeAction = { ...start, kind: 'ensure_image', image: 'app:1' };
const issue: NodeAction = { kind: 'issue_certificate', key: 'mesh/web', service: 'web', reason: 'it has no certificate here' };

test('an outcome is told of the instance that it is about, or of the node', () => {
  const [started] = valid(eventsOfOutcome('n', start, { ok: true }));
  assert.deepEqual(started, {
    kind: 'instance',
    id: 'web-0',
    service: 'web',
    reason: 'started',
    message: 'started',
    cause: 'assigned and not there',
  });
  assert.equal(
    valid(eventsOfOutcome('n', { ...start, restart: true, reason: 'exited: with code 1' }, { ok: true }))[0]?.reason,
    'restarted',
  );
  assert.equal(valid(eventsOfOutcome('n', pull, { ok: true }))[0]?.reason, 'image_ready');
  const [issued] = valid(eventsOfOutcome('n', issue, { ok: true }));
  assert.deepEqual([issued?.kind, issued?.id, issued?.service, issued?.reason], ['node', 'n', 'web', 'certificate_issued']);
  assert.equal(
    valid(eventsOfOutcome('n', { ...issue, reason: 'its certificate is due for renewal' }, { ok: true }))[0]?.reason,
    'certificate_renewed',
  );
  assert.deepEqual(eventsOfOutcome('n', { kind: 'reload_sidecar', key: 'mesh/web', service: 'web', reason: 'x' }, { ok: true }), []);
  for (const [reason, told] of [
    ['it ended', 'caddy_restarted'],
    ['this node serves routes', 'caddy_started'],
  ] as const)
    assert.equal(valid(eventsOfOutcome('n', { kind: 'start_caddy', key: 'caddy', reason }, { ok: true }))[0]?.reason, told);
  const [sidecar] = valid(
    eventsOfOutcome(
      'n',
      { kind: 'start_sidecar', key: 'process/mesh-agent', process: 'mesh-agent', service: '', reason: 'it ended' },
      { ok: true },
    ),
  );
  assert.deepEqual([sidecar?.reason, sidecar?.service], ['sidecar_restarted', undefined]);
});

test('a failure is told with its code, unless it may pass within seconds', () => {
  const failed = (action: NodeAction, code: string, failures: number): EventNote[] =>
    valid(eventsOfOutcome('n', action, { ok: false, code, message: 'says why', failures }));
  assert.deepEqual(
    failed(pull, 'image_missing', 1).map(({ kind, id, reason, message }) => ({ kind, id, reason, message })),
    [{ kind: 'instance', id: 'web-0', reason: 'image_missing', message: 'says why' }],
  );
  assert.deepEqual(failed(start, 'port_taken', 1), []);
  assert.equal(failed(start, 'port_taken', 6)[0]?.reason, 'port_taken');
  assert.deepEqual(
    failed(issue, 'api_unreachable', 1).map(({ kind, reason }) => `${kind} ${reason}`),
    ['node certificate_failed'],
  );
  assert.deepEqual(
    failed({ kind: 'prune_certificates', key: 'mesh/web', service: 'web', directories: [], reason: 'x' }, 'disk_full', 1),
    [],
  );
});

/** What is told from one look to the next. */
function told(before: NodeLook | undefined, snapshot: NodeSnapshot): { notes: string[]; look: NodeLook; all: EventNote[] } {
  const work = workOf(snapshot);
  const all = valid(eventsOfLook(before, snapshot, work));
  return { all, notes: all.map(({ kind, id, reason }) => `${kind}/${id} ${reason}`), look: lookOf(before, snapshot, work) };
}

test('an agent that begins says what it took over, and says it once', () => {
  const waiting = told(undefined, nodeState({ obedience: 'waiting' }));
  assert.deepEqual(waiting.notes, []);
  const first = told(waiting.look, running(assignment('web-0'), assignment('web-1')));
  assert.deepEqual(first.notes, ['node/n agent_started']);
  assert.match(first.all[0]?.message ?? '', /2 instances that ran were taken over/);
  assert.deepEqual(told(first.look, later(running(assignment('web-0')), 1000)).notes, []);
});

test('a store that is lost and back is told once each', () => {
  const first = told(undefined, nodeState());
  const frozen = told(first.look, nodeState({ obedience: 'frozen', obedienceReason: 'it does not answer' }));
  assert.deepEqual(frozen.notes, ['node/n store_lost']);
  assert.match(frozen.all[0]?.message ?? '', /it does not answer/);
  const still = told(frozen.look, nodeState({ obedience: 'frozen', obedienceReason: 'it does not answer' }));
  assert.deepEqual(still.notes, []);
  assert.deepEqual(told(still.look, nodeState()).notes, ['node/n store_back']);
});

test('each crash is told, with when the app is started again', () => {
  const one = assignment('web-0');
  const crashed = (startedAt: number, change: object = {}): NodeSnapshot =>
    later(
      {
        ...running(one),
        engines: {
          docker: { known: true, value: [unit('web-0', { state: 'exited', exitCode: 3, startedAt, ...change })] },
          process: undefined,
        },
      },
      0,
    );
  const first = told(undefined, running(one));
  const snapshot = crashed(5);
  const down = told(first.look, snapshot);
  assert.deepEqual(down.notes, ['instance/web-0 crashed']);
  assert.equal(down.all[0]?.message, 'with code 3');
  const retryAt = snapshot.memory.get('web/web-0')?.crash?.retryAt ?? 0;
  assert.equal(down.all[0]?.cause, `1 in a row; started again not before ${timestamp(snapshot.nowMs + retryAt - snapshot.monotonicMs)}`);
  assert.deepEqual(told(down.look, snapshot).notes, [], 'seen again, it is the same crash');
  assert.deepEqual(told(down.look, crashed(9)).notes, ['instance/web-0 crashed']);
  assert.deepEqual(told(first.look, crashed(7, { oomKilled: true })).notes, ['instance/web-0 out_of_memory']);
});

test('what becomes of an instance is told as it is reported', () => {
  const record = (state: ServiceInstance['state'], reason?: string): ServiceInstance => ({
    instance_id: 'web-0',
    service: 'web',
    node_id: 'n',
    ip: '10.0.0.1',
    port: 80,
    state,
    ...(reason !== undefined && { reason }),
  });
  const change = (before: ServiceInstance, after: ServiceInstance): string[] =>
    valid(eventsOfInstance(before, after)).map(
      ({ reason, message, cause }) => `${reason}: ${message}${cause === undefined ? '' : ` [${cause}]`}`,
    );
  assert.deepEqual(change(record('starting'), record('ready')), ['ready: ready']);
  assert.deepEqual(change(record('ready'), record('unhealthy', 'probe_failed: GET / answered 500')), [
    'unhealthy: GET / answered 500 [probe_failed]',
  ]);
  assert.deepEqual(change(record('unhealthy', 'probe_failed: x'), record('ready')), ['ready: ready again']);
  assert.deepEqual(change(record('ready'), record('unhealthy', 'exited: with code 1')), [], 'the crash is told');
  assert.deepEqual(change(record('draining'), record('gone')), ['gone: nothing of it is left on its node']);
  assert.deepEqual(change(record('ready'), record('draining')), [], 'who asked for it has told');
  assert.deepEqual(change(record('ready'), record('ready')), []);
});

test("the agent's own conditions are told as they begin and end, others' are not", () => {
  const node = (...types: string[]): Node => ({
    node_id: 'n',
    ip: '10.0.0.1',
    conditions: types.map((type) => ({ type, reason: type, message: `${type} is so`, since: '2026-12-01T00:00:00Z' })),
  });
  const reasons = (before: Node, after: Node): string[] => valid(eventsOfNode(before, after)).map(({ reason }) => reason);
  assert.deepEqual(reasons(node(), node('engine_unreachable', 'node_lost')), ['engine_unreachable']);
  assert.deepEqual(reasons(node('engine_unreachable', 'draining'), node('disk_full')), ['disk_full', 'engine_unreachable_over']);
  assert.deepEqual(reasons(node('disk_full'), node('disk_full')), []);
});
