// Jobs in the simulated cluster: runs that are asked for, scheduled, stopped and deleted, tasks that end as they like, and what must
// hold of them.
// Guarantees: how tasks end is drawn from a source of its own, from the seed; each law allows for what its writer could not have
// known yet, and for what the operator did by hand.
import type { WatchEvent } from '../../src/loop/ports.ts';
import { seededRandom } from '../../src/loop/random.ts';
import type { JobRun, Service, ServiceInstance } from '../../src/model/generated.ts';
import { keyOf, parseKey } from '../../src/model/keys.ts';
import { timestamp } from '../../src/model/time.ts';
import type { History } from './history.ts';
import { ownUnits } from './machines.ts';
import type { Operation, Scene } from './operations.ts';
import { clusterId, type SimulatedNode } from './world.ts';

export const initialJobs: readonly Service[] = [
  {
    name: 'batch',
    kind: 'job',
    ports: {},
    protocol: 'tcp',
    run: { image: 'example/app:1' },
    job: { parallelism: 2, retries: 2, deadline_s: 900, keep: 3 },
  },
  {
    name: 'tick',
    kind: 'job',
    ports: {},
    protocol: 'tcp',
    mesh_mode: 'none',
    run: { driver: 'process', command: ['tick'] },
    job: { keep: 2 },
    schedule: { cron: '*/2 * * * *' },
  },
];

const ended = ({ state }: JobRun): boolean => state === 'succeeded' || state === 'failed' || state === 'stopped';

function activeRuns(history: History): { key: string; record: JobRun }[] {
  return [...history.records('job-run')].filter(({ record }) => !ended(record));
}

export const jobOperations: readonly Operation[] = [
  {
    name: 'job run',
    weight: 6,
    run: async ({ operator, world }, draw) => {
      const service = draw.of(operator.jobs.keys()) ?? '';
      const run_id = `run-${world.store.revision}`;
      const run: JobRun = { service, run_id, trigger: 'operator', created_at: timestamp(world.clock.now()), desired: 'running' };
      await operator.write(keyOf(clusterId, 'job-run', service, run_id), run);
      return `${service} ${run_id}`;
    },
  },
  {
    name: 'job stop',
    weight: 2,
    run: async ({ operator, history }, draw) => {
      const run = draw.of(activeRuns(history).filter(({ record }) => record.desired !== 'stopped'));
      if (run) await operator.write(run.key, { ...run.record, desired: 'stopped' });
      return run?.record.run_id;
    },
  },
  {
    name: 'job deleted run',
    weight: 2,
    run: async ({ operator, history }, draw) => {
      const key = draw.of([...history.records('job-run')].map((one) => one.key).sort());
      return key !== undefined && (await operator.delete(key)) ? key : undefined;
    },
  },
  {
    name: 'job edit',
    weight: 3,
    run: async ({ operator }, draw) => {
      const job = draw.of(operator.jobs.values());
      if (!job) return undefined;
      const change = { ...job.job, parallelism: draw.whole(1, 3), retries: draw.whole(0, 3) };
      const concurrency = draw.of(['allow', 'forbid', 'replace'] as const) ?? 'forbid';
      const schedule = job.schedule && { ...job.schedule, concurrency, paused: draw.chance(0.2) };
      await operator.putJob({ ...job, job: change, ...(schedule && { schedule }) });
      return `${job.name} ${JSON.stringify(change)} ${schedule ? concurrency : ''}`;
    },
  },
];

/** No more runs begin by themselves. */
export async function pauseSchedules({ operator }: Scene): Promise<void> {
  for (const job of operator.jobs.values())
    if (job.schedule) await operator.putJob({ ...job, schedule: { ...job.schedule, paused: true } });
}

/** What is missing to jobs of which nothing more is asked. */
export function missingOfJobs({ history, operator }: Scene): string[] {
  const found = activeRuns(history).map(({ record }) => `${record.service} ${record.run_id} has not ended: ${record.message}`);
  for (const { name, job } of operator.jobs.values()) {
    const runs = [...history.records('job-run')].filter(({ record }) => record.service === name);
    if (runs.length > (job?.keep ?? 10)) found.push(`${runs.length} runs of ${name} are kept`);
    for (const { record } of history.instancesOf(name)) found.push(`${record.instance_id} of ${name} is left`);
  }
  for (const { key, record } of history.records('job-output')) {
    if (!history.standing.has(keyOf(clusterId, 'job-run', record.service, record.run_id))) found.push(`${key} is output of no run`);
  }
  return found;
}

/** A node that was away this lately may still end what another one runs by now. */
const backMs = 90_000;
/** What the operator did within this may be behind whatever is done now. */
const handMs = 400_000;
const endEveryMs = 7000;

export class JobLaws {
  readonly violations: string[] = [];
  readonly #scene: Scene;
  readonly #random;
  /** Instance → the task that it is an attempt of. */
  readonly #tasks = new Map<string, { service: string; task: string }>();
  readonly #scheduled = new Set<string>();
  readonly #seen = new Map<SimulatedNode, number>();
  readonly #started = new Map<string, number>();
  /** Nothing fails any more. */
  calm = false;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#random = seededRandom(scene.world.seed * 31 + 7);
  }

  /** From here on tasks end by themselves. */
  start(): void {
    this.#scene.world.clock.after(endEveryMs, () => {
      this.#endTasks();
      this.start();
    });
  }

  onRevision(events: readonly WatchEvent[], before: ReadonlyMap<string, JobRun | undefined>): void {
    const { history } = this.#scene;
    for (const { key, type } of events) {
      const kind = parseKey(clusterId, key)?.kind;
      const byHand = history.wasEditedWithin(key, 0);
      const instance = kind === 'instance' ? history.record('instance', key) : undefined;
      if (instance) this.#note(instance);
      if (kind !== 'job-run') continue;
      const former = before.get(key);
      if (type === 'delete' && byHand) this.#scheduled.delete(key);
      const run = history.record('job-run', key);
      if (type !== 'put' || byHand || !run) continue;
      if (former && ended(former)) this.#violate(`${key} had ended and was changed`);
      if (former || run.trigger !== 'schedule' || run.state !== 'pending') continue;
      if (this.#scheduled.has(key)) this.#violate(`${key} began twice`);
      this.#scheduled.add(key);
    }
    this.#checkAlone();
  }

  check(): void {
    for (const node of this.#scene.world.nodes) this.#checkStarts(node);
  }

  #violate(text: string): void {
    this.#scene.world.trace.add(`VIOLATION ${text}`);
    this.violations.push(text);
  }

  #note({ instance_id, job, service }: ServiceInstance): void {
    if (job) this.#tasks.set(instance_id, { service, task: `${service}/${job.run_id}/${job.index}` });
  }

  /** Units of tasks that run, by node. */
  #running(node: SimulatedNode): string[] {
    const containers = ownUnits(node)
      .filter(({ state }) => state === 'running')
      .map(({ labels }) => labels.instance);
    const processes = node.host.processes.all().flatMap(({ name }) => (name.startsWith('app-') ? [name.slice(4)] : []));
    return [...containers, ...processes].filter((instance) => this.#tasks.has(instance));
  }

  #endTasks(): void {
    for (const node of this.#scene.world.nodes) {
      for (const instance of this.#running(node)) {
        const [chance, code] = [this.#random.next(), this.#random.next()];
        if (this.calm || chance < 0.25) node.host.crashUnit(instance, this.calm || code < 0.7 ? 0 : 1);
      }
    }
  }

  /** No two attempts of a task run at once, but on a node that is failed, or that is back and has not heard yet. */
  #checkAlone(): void {
    const { history, world } = this.#scene;
    const seen = new Map<string, string>();
    for (const node of world.nodes) {
      if (history.wasAbsentWithin(node.id, backMs)) continue;
      for (const instance of this.#running(node)) {
        const { service, task } = this.#tasks.get(instance) ?? { service: '', task: '' };
        const keys = [
          keyOf(clusterId, 'instance', service, instance),
          keyOf(clusterId, 'assignment', node.id, service, instance),
          keyOf(clusterId, 'node', node.id),
        ];
        if (keys.some((key) => history.wasEditedWithin(key, handMs))) continue;
        const other = seen.get(task);
        if (other !== undefined && other !== instance) this.#violate(`${task} runs as ${other} and as ${instance} on ${node.id}`);
        seen.set(task, instance);
      }
    }
  }

  /** An attempt is started once, wherever; a machine that was installed anew knows nothing of it. */
  #checkStarts(node: SimulatedNode): void {
    const { starts } = node.host;
    const from = this.#seen.get(node) ?? 0;
    this.#seen.set(node, starts.length);
    for (const { instance } of starts.slice(from)) {
      if (!this.#tasks.has(instance)) continue;
      const times = (this.#started.get(instance) ?? 0) + 1;
      this.#started.set(instance, times);
      if (times > 1 && node.machineId === node.machine) this.#violate(`${instance} was started ${times} times on ${node.id}`);
    }
  }
}
