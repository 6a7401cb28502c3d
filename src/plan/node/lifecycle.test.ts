// What an agent does with an instance by itself: liveness restarts, the stop in a long outage, the call before a stop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Assignment } from '../../model/generated.ts';
import { crashBackoff } from '../backoff.ts';
import { firstProbeState, runKey } from './health.ts';
import { workOf } from './instance.ts';
import { remember } from './memory.ts';
import { verdictOf } from './report.ts';
import type { InstanceMemory, NodeSnapshot } from './snapshot.ts';
import { applied, assignment, later, running as runningOn, unit } from './states.ts';
import { planAgainInMs, planNode } from './node.ts';

const none: Partial<Assignment> = { mesh: { mode: 'none' } };
const kinds = (snapshot: NodeSnapshot): string[] => planNode(snapshot).actions.map(({ kind }) => kind);
const record = (id: string, change: object = {}) =>
  ({ instance_id: id, service: 'web', node_id: 'n', ip: '10.0.0.1', port: 1, state: 'ready', ...change }) as const;

/** Nothing but the instance: no sidecar, and bridges that nobody asks about. */
function running(one: Assignment): NodeSnapshot {
  const snapshot = runningOn(one);
  return { ...snapshot, mesh: { ...snapshot.mesh, enabled: false }, networks: { known: false, reason: 'not asked' } };
}

/** One that runs, with a probe of this run of its unit. */
function probed(one: Assignment, probe: Partial<NonNullable<InstanceMemory['probe']>>, change: Partial<NodeSnapshot> = {}): NodeSnapshot {
  const snapshot = running(one);
  const memory = new Map([
    [`web/${one.instance_id}`, { probe: { ...firstProbeState(runKey(unit(one.instance_id)), false, 0), probes: 3, ...probe } }],
  ]);
  return { ...snapshot, memory, ...change };
}

/** The next look, with the probe as it is. */
function look(snapshot: NodeSnapshot): NodeSnapshot {
  const probes = new Map([...snapshot.memory].flatMap(([name, { probe }]) => (probe ? [[name, probe] as const] : [])));
  return { ...snapshot, memory: remember(snapshot, workOf(snapshot), probes, () => 0.5) };
}

const live = assignment('a', { ...none, health: { type: 'http', path: '/', start_period_s: 10, restart_after_s: 60 } });

test('an instance that is not ready for long enough is restarted, counted from when it was ready last, or from the end of its start period', () => {
  const at = (probe: Partial<NonNullable<InstanceMemory['probe']>>, monotonicMs: number): string[] =>
    kinds(look(probed(live, probe, { monotonicMs })));
  assert.deepEqual(at({ sinceMs: 0 }, 69_999), []);
  assert.deepEqual(at({ sinceMs: 0 }, 70_000), ['stop_unit']);
  assert.deepEqual(at({ sinceMs: 0, unreadySinceMs: 100_000 }, 159_999), []);
  assert.deepEqual(at({ sinceMs: 0, unreadySinceMs: 100_000 }, 160_000), ['stop_unit']);
  assert.deepEqual(at({ sinceMs: 0, ready: true }, 900_000), [], 'what is ready is left alone');
  assert.deepEqual(at({ sinceMs: 0, unit: 'another run' }, 900_000), [], 'a former run says nothing of this one');
  const other = assignment('a', { ...none, health: { type: 'http', path: '/', start_period_s: 10 } });
  assert.deepEqual(kinds(look(probed(other, { sinceMs: 0 }, { monotonicMs: 900_000 }))), [], 'nobody asks for it');
  const waiting = look(probed(live, { sinceMs: 0 }, { monotonicMs: 50_000 }));
  assert.equal(planAgainInMs(waiting, workOf(waiting)), 20_000);
});

test('a restart for liveness is told as one, waits as after a crash, and is no crash twice', () => {
  let now = look(probed(live, { sinceMs: 0, reason: 'GET / answered 503' }, { monotonicMs: 70_000 }));
  const verdict = (snapshot: NodeSnapshot) => {
    const [work] = workOf(snapshot);
    assert.ok(work);
    return verdictOf(snapshot, planNode(snapshot), work, record('a'));
  };
  const told = { state: 'unhealthy', reason: 'restarting: not ready for 60 s: GET / answered 503' };
  assert.deepEqual(verdict(now), told);
  const [stop] = planNode(now).actions;
  assert.equal(stop?.reason, told.reason);
  assert.ok(stop);
  now = look(applied(now, stop));
  assert.deepEqual(verdict(now), told);
  assert.deepEqual(kinds(now), []);
  assert.equal(now.memory.get('web/a')?.crash?.failures, 1);
  assert.ok((planAgainInMs(now, workOf(now)) ?? 0) >= crashBackoff.firstMs / 2);
  now = look({ ...now, monotonicMs: now.monotonicMs + crashBackoff.firstMs });
  assert.equal(now.memory.get('web/a')?.crash?.failures, 1);
  const [start] = planNode(now).actions;
  assert.equal(start?.kind, 'start_unit');
  assert.equal(start.reason, told.reason);
});

test('it may be restarted while the store is away, as after a crash; not before the store was read, nor once it is to end', () => {
  const due = (change: Partial<NodeSnapshot>): string[] => kinds(look(probed(live, { sinceMs: 0 }, { monotonicMs: 70_000, ...change })));
  assert.deepEqual(due({ obedience: 'frozen' }), ['stop_unit']);
  assert.deepEqual(due({ obedience: 'waiting' }), []);
  assert.deepEqual(due({ assignments: [{ ...live, desired: 'draining' }] }), []);
  assert.deepEqual(due({ engines: { docker: { known: false, reason: 'no answer' }, process: undefined } }), []);
});

test('one that becomes ready while it is being stopped is told as restarting until that is over, and then no more', () => {
  const due = look(probed(live, { sinceMs: 0 }, { monotonicMs: 70_000 }));
  const name = 'web/a';
  const ready = { ...firstProbeState(runKey(unit('a')), true, 0), probes: 9 };
  const memory = new Map([[name, { ...due.memory.get(name), probe: ready }]]);
  const busy = look({ ...due, memory, busy: new Set([`instance/${name}`]) });
  assert.ok(busy.memory.get(name)?.restarting);
  assert.equal(look({ ...busy, busy: new Set() }).memory.get(name)?.restarting, undefined);
});

// ---------------------------------------------------------------- the store away

const cut = assignment('a', { ...none, stop_after_s: 60, drain_s: 20 });
const away = (forS: number, triedForS = forS): Partial<NodeSnapshot> => ({
  obedience: 'frozen',
  obedienceReason: 'it does not answer',
  away: { forMs: forS * 1000, triedForMs: triedForS * 1000 },
});

test('without the store for longer than it may be an instance is drained, stopped, kept, and started again when the store is back', () => {
  let now = look({ ...running(cut), ...away(59) });
  assert.deepEqual(kinds(now), []);
  assert.equal(planAgainInMs(now, workOf(now)), 1000);
  now = look({ ...now, ...away(60) });
  assert.deepEqual(kinds(now), [], 'it drains first');
  now = look({ ...now, ...away(79), monotonicMs: now.monotonicMs + 19_000 });
  assert.deepEqual(kinds(now), []);
  now = look({ ...now, ...away(80), monotonicMs: now.monotonicMs + 1000 });
  const [stop, ...more] = planNode(now).actions;
  assert.equal(stop?.kind, 'stop_unit');
  assert.equal(more.length, 0, 'it is kept');
  assert.ok(stop);
  now = look(applied(now, stop));
  for (const s of [81, 500, 5000]) {
    now = look({ ...now, ...away(s) });
    assert.deepEqual(kinds(now), []);
    assert.equal(planNode(now).blocked[0]?.reason, 'store_away');
  }
  now = look({ ...now, obedience: 'obeyed', away: { forMs: 0, triedForMs: 0 } });
  const [start] = planNode(now).actions;
  assert.equal(start?.kind, 'start_unit');
  assert.equal(now.memory.get('web/a')?.crash, undefined, 'it is no crash');
  const [work] = workOf(now);
  assert.ok(work);
  assert.match(verdictOf(now, planNode(now), work, record('a')).reason ?? '', /^stopped: the store was away/);
  assert.ok(start);
  now = later(applied(now, start), 1000);
  assert.equal(now.memory.get('web/a')?.drainingSinceMs, undefined);
});

test('a store that wants it no more has it removed, not started', () => {
  const stopped = unit('a', { state: 'exited', exitCode: 0 });
  const base: NodeSnapshot = {
    ...running(cut),
    ...away(100),
    engines: { docker: { known: true, value: [stopped] }, process: undefined },
  };
  const now = look({ ...look(base), obedience: 'obeyed', assignments: [{ ...cut, desired: 'draining' }] });
  assert.deepEqual(kinds(now), ['remove_unit']);
});

test('what was to end when the store went away is stopped too, as its successor runs already; it is removed when the store is back', () => {
  const ending: Assignment = { ...cut, desired: 'draining' };
  const begun = look({ ...running(cut), assignments: [ending] });
  const drained = { ...begun, monotonicMs: begun.monotonicMs + 20_000 };
  assert.deepEqual(kinds(look({ ...drained, ...away(59) })), [], 'frozen, as anything else');
  const over = look({ ...drained, ...away(60) });
  const [stop, ...more] = planNode(over).actions;
  assert.equal(stop?.kind, 'stop_unit');
  assert.deepEqual(more, []);
  assert.ok(stop);
  const stopped = look({ ...applied(over, stop), ...away(100) });
  assert.deepEqual(kinds(stopped), []);
  assert.deepEqual(kinds(look({ ...stopped, obedience: 'obeyed', away: { forMs: 0, triedForMs: 0 } })), ['remove_unit']);
});

test('an agent that was just started stops nothing before it has tried itself, and starts nothing that was stopped', () => {
  const fresh = look({ ...running(cut), ...away(3600, 0) });
  assert.deepEqual(kinds(fresh), []);
  assert.deepEqual(
    workOf(fresh).map(({ outage }) => outage),
    ['stay'],
  );
  assert.equal(planAgainInMs(fresh, workOf(fresh)), 10_000);
  assert.deepEqual(
    workOf({ ...fresh, ...away(3610, 10) }).map(({ outage }) => outage),
    ['stop'],
  );
  const stopped = unit('a', { state: 'exited', exitCode: 0 });
  const found = look({ ...fresh, engines: { docker: { known: true, value: [stopped] }, process: undefined } });
  assert.deepEqual(kinds(found), []);
});

test('who does not ask for it is never stopped, however long the store is away', () => {
  const now = look({ ...running(assignment('a', none)), ...away(10_000_000) });
  assert.deepEqual(kinds(now), []);
  assert.deepEqual(
    workOf(now).map(({ outage }) => outage),
    ['none'],
  );
});

// ---------------------------------------------------------------- before the stop

const told = assignment('a', { ...none, desired: 'draining', drain_s: 0, pre_stop: { path: '/bye', timeout_s: 7 } });

/** As a drain is over. */
function drainedNow(one: Assignment, change: Partial<NodeSnapshot> = {}): NodeSnapshot {
  const first = look({ ...running({ ...one, desired: 'running' }), assignments: [one], ...change });
  return look({ ...first, monotonicMs: first.monotonicMs + 3000 });
}

test('an app is called once before it is stopped: any end of the call lets the stop follow, another run is called anew', () => {
  const now = drainedNow(told);
  const [call, ...more] = planNode(now).actions;
  assert.ok(call?.kind === 'pre_stop');
  assert.deepEqual(call.target, { addr: '127.0.0.11', port: told.app?.port, path: '/bye', timeoutMs: 7000 });
  assert.deepEqual(more, [], 'the stop waits');
  const under = { ...now, hooks: new Map([['web/a', { unit: call.unit, over: false }]]) };
  assert.deepEqual(kinds(under), []);
  assert.equal(planNode(under).blocked[0]?.reason, 'pre_stop');
  const failed = { ...now, hooks: new Map([['web/a', { unit: call.unit, over: true, problem: 'POST /bye: it answered 500' }]]) };
  assert.deepEqual(kinds(failed), ['stop_unit', 'remove_unit']);
  const [work] = workOf(failed);
  assert.ok(work);
  assert.deepEqual(verdictOf(failed, planNode(failed), work, record('a')), {
    state: 'draining',
    reason: 'pre_stop_failed: POST /bye: it answered 500; it is stopped all the same',
  });
  const former = { ...now, hooks: new Map([['web/a', { unit: 'u-a@0', over: true }]]) };
  assert.deepEqual(kinds(former), ['pre_stop']);
});

test('every removal calls it, and nothing that does not run: a record that is gone, another revision, a long outage, a unit that has ended', () => {
  const wanted: Assignment = { ...told, desired: 'running' };
  const leaving = look({ ...running(wanted), assignments: [], leaving: [wanted] });
  assert.deepEqual(kinds(look({ ...leaving, monotonicMs: leaving.monotonicMs + 3000 })), ['pre_stop']);
  const outdated = look({ ...running(wanted), assignments: [{ ...wanted, revision: 'f'.repeat(16) }] });
  assert.deepEqual(kinds(outdated), ['pre_stop']);
  const outage = drainedNow({ ...wanted, stop_after_s: 60 }, away(100));
  assert.deepEqual(kinds(outage), ['pre_stop']);
  const ended = drainedNow(told, { engines: { docker: { known: true, value: [unit('a', { state: 'exited' })] }, process: undefined } });
  assert.deepEqual(kinds(ended), ['remove_unit']);
  const restarted = look(probed({ ...live, pre_stop: { path: '/bye' } }, { sinceMs: 0 }, { monotonicMs: 70_000 }));
  assert.deepEqual(kinds(restarted), ['stop_unit'], 'one that does not answer is not asked');
});

// ---------------------------------------------------------------- never a hot loop

/** What an app does after each of its starts: for how long it runs, or that it is never ready. */
const livesArb = fc.array(fc.oneof(fc.constantFrom(0, 1, 50, 1000, 30_000, 299_000, 700_000), fc.constant('hangs' as const)), {
  minLength: 1,
  maxLength: 40,
});

/** Times of each start, and pulls, as the planner has them made over the lives of an app; each look is as late as it is told to be. */
function startsOf(lives: readonly (number | 'hangs')[], chance: () => number): { starts: number[]; failures: number[]; creates: number } {
  const one = assignment('a', { ...none, health: { type: 'http', path: '/', start_period_s: 1, restart_after_s: 1 } });
  let now: NodeSnapshot = {
    ...running(one),
    engines: { docker: { known: true, value: [unit('a', { state: 'exited', startedAt: 0, exitCode: 1 })] }, process: undefined },
  };
  const starts: number[] = [];
  const failures: number[] = [];
  let creates = 0;
  let life = 0;
  let endsAtMs = 0;
  for (let turn = 0; turn < 4000 && life < lives.length; turn++) {
    const engine = now.engines.docker;
    const current = engine?.known ? engine.value[0] : undefined;
    assert.ok(current);
    if (current.state === 'running' && now.monotonicMs >= endsAtMs) {
      now = { ...now, engines: { docker: { known: true, value: [{ ...current, state: 'exited', exitCode: 1 }] }, process: undefined } };
    }
    const probe = firstProbeState(runKey(current), lives[life - 1] !== 'hangs', starts.at(-1) ?? 0);
    now = { ...now, memory: remember(now, workOf(now), new Map([['web/a', probe]]), chance) };
    for (const action of planNode(now).actions) {
      if (action.kind === 'create_unit' || action.kind === 'ensure_image') creates++;
      now = applied(now, action);
      if (action.kind !== 'start_unit') continue;
      starts.push(now.monotonicMs);
      failures.push(now.memory.get('web/a')?.crash?.failures ?? 0);
      const lived = lives[life++] ?? 0;
      endsAtMs = lived === 'hangs' ? Number.POSITIVE_INFINITY : now.monotonicMs + lived;
      now = { ...now, engines: { docker: { known: true, value: [unit('a', { startedAt: now.monotonicMs })] }, process: undefined } };
    }
    const due = planAgainInMs(now, workOf(now));
    const endMs = endsAtMs > now.monotonicMs ? endsAtMs - now.monotonicMs : 30_000;
    const stepMs = Math.min(due ?? 30_000, 30_000, endMs);
    now = { ...now, monotonicMs: now.monotonicMs + Math.max(1, stepMs) };
  }
  return { starts, failures, creates };
}

test('whatever an app does, it is started ever more seldom, pulled and made no second time, and a stable time forgives', () => {
  fc.assert(
    fc.property(livesArb, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (lives, luck) => {
      const { starts, failures, creates } = startsOf(lives, () => luck);
      assert.equal(creates, 0);
      assert.ok(starts.length > 0);
      for (let at = 1; at < starts.length; at++) {
        const apartMs = (starts[at] ?? 0) - (starts[at - 1] ?? 0);
        const count = failures[at] ?? 0;
        const step = Math.min(crashBackoff.capMs, crashBackoff.firstMs * crashBackoff.factor ** (count - 1));
        assert.ok(apartMs >= Math.floor(step / 2), `start ${at} after ${apartMs} ms, with ${count} failures in a row`);
        const lived = lives[at - 1];
        if (lived === 700_000) assert.equal(count, 1, 'a stable run forgives');
        else if (lived !== 'hangs' && (lived ?? 0) < 1000) assert.equal(count, (failures[at - 1] ?? 0) + 1, 'a short one counts on');
      }
    }),
    { numRuns: 200 },
  );
});
