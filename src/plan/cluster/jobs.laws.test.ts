// The laws of jobs, over random exits, node deaths, hands in the store, edits, and controllers that lose their memory or
// make only some actions of a plan.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JobRun, Service, ServiceInstance } from '../../model/generated.ts';
import { timestamp } from '../../model/time.ts';
import { planCluster } from './cluster.ts';
import { sameJson } from '../equal.ts';
import { hasEnded } from './job-run.ts';
import { ModelCluster } from './model-cluster.ts';
import { Recalling } from './recall.ts';
import type { ClusterTables } from './snapshot.ts';

type Step =
  | { do: 'run'; desired: 'running' | 'stopped' }
  | { do: 'stop' | 'delete_run' | 'delete_instance' | 'delete_pair' | 'break_run' | 'mend_run' | 'drain'; pick: number }
  | { do: 'die' | 'live'; node: string }
  | { do: 'edit'; image: string; parallelism: number; retries: number }
  | { do: 'pass'; seconds: number }
  | { do: 'act'; skip: number; order: number }
  | { do: 'agents'; exit: number }
  | { do: 'forget' };

const node = fc.constantFrom('n0', 'n1', 'n2');
const stepArb: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      desired: fc.constantFrom('running' as const, 'running' as const, 'stopped' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'stop' as const,
        'delete_run' as const,
        'delete_instance' as const,
        'delete_pair' as const,
        'break_run' as const,
        'mend_run' as const,
        'drain' as const,
      ),
      pick: fc.nat(9),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('die' as const, 'live' as const), node }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      image: fc.constantFrom('a:1', 'a:2'),
      parallelism: fc.integer({ min: 1, max: 3 }),
      retries: fc.nat(2),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(1, 3, 20, 40, 61) }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('act' as const), skip: fc.constantFrom(0, 0, 2, 3), order: fc.nat(100) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('agents' as const), exit: fc.constantFrom(-1, 0, 0, 1, 137) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'forget' as const }) },
);

const historyArb = fc.record({
  schedule: fc.constantFrom(
    undefined,
    { cron: '60' },
    { cron: '60', concurrency: 'allow' as const },
    { cron: '60', concurrency: 'replace' as const },
  ),
  deadline: fc.constantFrom(undefined, 50),
  steps: fc.array(stepArb, { minLength: 5, maxLength: 60 }),
});

/** A cluster with one job, and what is known of it that its records do not say. */
class Story {
  readonly cluster = new ModelCluster();
  readonly broken = new Map<string, string>();
  /** Scheduled runs that were made, by id. */
  readonly made = new Map<string, number>();
  #runs = 0;

  constructor(schedule: Service['schedule'], deadline: number | undefined) {
    for (let at = 0; at < 3; at++) this.cluster.addNode(`n${at}`, { app_addr: `127.0.0.${at + 1}` });
    const job = { retries: 1, keep: 2, ...(deadline !== undefined && { deadline_s: deadline }) };
    this.cluster.put('service', {
      name: 'job',
      kind: 'job',
      ports: {},
      protocol: 'tcp',
      run: { image: 'a:1' },
      job,
      ...(schedule && { schedule }),
    });
    this.cluster.endsWith = () => undefined;
  }

  get service(): Service {
    return this.cluster.tables.services.get('job')?.record as Service;
  }

  runs(): JobRun[] {
    return [...(this.cluster.tables.jobRuns.get('job')?.values() ?? [])].map(({ record }) => record);
  }

  take(step: Step): void {
    const { cluster } = this;
    switch (step.do) {
      case 'run':
        cluster.put(
          'job-run',
          {
            service: 'job',
            run_id: `run-${this.#runs++}`,
            trigger: 'operator',
            created_at: timestamp(cluster.nowMs),
            desired: step.desired,
          },
          'job',
          `run-${this.#runs - 1}`,
        );
        return;
      case 'die':
        if (cluster.tables.liveness.has(step.node)) cluster.die(step.node);
        return;
      case 'live':
        cluster.live(step.node);
        return;
      case 'edit':
        cluster.put('service', {
          ...this.service,
          run: { image: step.image },
          job: { ...this.service.job, parallelism: step.parallelism, retries: step.retries },
        });
        return;
      case 'pass':
        cluster.pass(step.seconds);
        return;
      case 'act':
        this.act(step.skip, step.order);
        return;
      case 'agents':
        cluster.endsWith = () => (step.exit < 0 ? undefined : step.exit);
        cluster.runAgents();
        return;
      case 'forget':
        // Another controller: it has seen nothing.
        cluster.leaderSinceMs = cluster.monotonicMs;
        cluster.recall = new Recalling();
        return;
      default:
        this.#hand(step.do, step.pick);
    }
  }

  #hand(what: string, pick: number): void {
    const { cluster } = this;
    const runs = this.runs().filter((run) => !hasEnded(run));
    const run = runs[pick % Math.max(1, runs.length)];
    const instances = cluster.instances('job');
    const instance = instances[pick % Math.max(1, instances.length)];
    const [broken] = this.broken;
    if (what === 'mend_run' && broken) {
      cluster.putText(...broken);
      this.broken.delete(broken[0]);
    } else if (run && what === 'stop') cluster.put('job-run', { ...run, desired: 'stopped' }, 'job', run.run_id);
    else if (run && what === 'delete_run') {
      cluster.delete(cluster.key('job-run', 'job', run.run_id));
      // Whoever deletes it before the controller has seen it makes its time due again.
      this.made.delete(run.run_id);
    } else if (run && what === 'break_run') {
      const key = cluster.key('job-run', 'job', run.run_id);
      this.broken.set(key, JSON.stringify(run));
      cluster.putText(key, '{');
    } else if (instance && what === 'delete_instance') cluster.delete(cluster.key('instance', 'job', instance.instance_id));
    else if (instance && what === 'delete_pair') {
      cluster.delete(cluster.key('instance', 'job', instance.instance_id));
      cluster.delete(cluster.key('assignment', instance.node_id, 'job', instance.instance_id));
    } else if (instance && what === 'drain') {
      const record = cluster.node(instance.node_id);
      if (record) cluster.put('node', { ...record, intent: 'draining' });
    }
  }

  /** Plans, and makes some of the actions in some order. */
  act(skip = 0, order = 0): void {
    const { cluster } = this;
    const actions = cluster.plan().actions;
    const turned = order % 2 === 0 ? actions : actions.toReversed();
    for (const [at, action] of turned.entries()) {
      if (skip > 0 && (at + order) % skip === 0) continue;
      const before = this.runs();
      if (!cluster.apply(action)) continue;
      this.#checkAction(before);
    }
  }

  #checkAction(before: readonly JobRun[]): void {
    const attempts = Map.groupBy(
      this.cluster.instances('job').filter(({ state, node_id }) => state !== 'gone' && this.#mayRun(node_id)),
      ({ job }) => `${job?.run_id}/${job?.index}`,
    );
    for (const [task, some] of attempts) assert.ok(some.length === 1, `${task} runs ${some.length} times: ${JSON.stringify(some)}`);
    for (const run of this.runs()) {
      const former = before.find((one) => one.run_id === run.run_id);
      if (former && hasEnded(former)) assert.deepEqual(run, former, 'an ended run changed');
      if (former || run.trigger !== 'schedule') continue;
      const times = (this.made.get(run.run_id) ?? 0) + 1;
      this.made.set(run.run_id, times);
      assert.equal(times, 1, `${run.run_id} began twice`);
    }
  }

  /** Whether something may run there: its node is not failed. */
  #mayRun(nodeId: string): boolean {
    return this.cluster.node(nodeId)?.state !== 'failed' || this.cluster.tables.liveness.has(nodeId);
  }

  /** Nothing goes wrong any more, and no more runs begin. */
  calm(): void {
    const { cluster } = this;
    for (const [key, text] of this.broken) cluster.putText(key, text);
    for (const { node_id: id, record } of [...cluster.tables.nodes.values()].map(({ record }) => ({ node_id: record.node_id, record }))) {
      cluster.put('node', { ...record, intent: 'active' });
      cluster.live(id);
    }
    if (this.service.schedule) cluster.put('service', { ...this.service, schedule: { ...this.service.schedule, paused: true } });
    cluster.endsWith = ({ slot }: ServiceInstance) => (slot === 1 ? 1 : 0);
  }
}

/** The same tables, told in another order. */
function turned(tables: ClusterTables): ClusterTables {
  const around = <V>(map: ReadonlyMap<string, V>): Map<string, V> =>
    new Map([...map].toReversed().map(([key, value]) => [key, (value instanceof Map ? around(value) : value) as V]));
  const entries = Object.entries(tables).map(([name, value]) => [
    name,
    value instanceof Map ? around(value as Map<string, unknown>) : value,
  ]);
  return Object.fromEntries(entries) as ClusterTables;
}

test('no two attempts of a task run at once, an ended run stays, a time of the schedule begins once; in the end each run has ended', () => {
  fc.assert(
    fc.property(historyArb, ({ schedule, deadline, steps }) => {
      const story = new Story(schedule, deadline);
      const { cluster } = story;
      for (const step of steps) story.take(step);
      story.calm();
      for (let rounds = 0; rounds < 400; rounds++) {
        const before = cluster.revision;
        story.act();
        cluster.runAgents();
        cluster.pass(5);
        if (cluster.revision === before && story.runs().every(hasEnded)) break;
      }
      const left = story.runs().filter((run) => !hasEnded(run));
      assert.deepEqual(left, [], 'each run ends');
      assert.ok(story.runs().length <= 2, `${story.runs().length} runs are kept of 2`);
      assert.deepEqual([cluster.instances('job'), cluster.assignments('job')], [[], []], 'nothing of them is left');
      assert.deepEqual(cluster.plan().actions, [], 'nothing is written without a change');
    }),
    { numRuns: 150 },
  );
});

test('the same records in another order give the same plan', () => {
  fc.assert(
    fc.property(historyArb, ({ schedule, deadline, steps }) => {
      const story = new Story(schedule, deadline);
      for (const step of steps) {
        story.take(step);
        const { cluster } = story;
        assert.ok(sameJson(planCluster(cluster.snapshot()).actions, planCluster(cluster.snapshot(turned(cluster.tables))).actions));
      }
    }),
    { numRuns: 40 },
  );
});
