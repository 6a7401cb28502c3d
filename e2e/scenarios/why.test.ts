// What `photoncloud-ctl why` and `events` answer about a real cluster in trouble: each question is asked where the thing has
// happened, and the answer is looked at as an operator reads it, and as data.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import { after, before, test } from 'node:test';
import { runCommand } from '../../src/cli/program.ts';
import type { Cluster, Output } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { freePort } from '../harness/scratch.ts';
import {
  apply,
  eventually,
  instances,
  type Manifest,
  type NodeRecord,
  nodesOf,
  putByHand,
  readRecord,
  readyInstances,
  startScene,
} from './support.ts';

interface Answer {
  wanted: string[];
  is: string[];
  blocked: { what: string; reason: string; why: string; since?: string; retry_at?: string; do: string }[];
  next: { what: string; when: string }[];
  history: { kind: string; id: string; reason: string }[];
}

let engine: DockerEngineHandle;
let cluster: Cluster;

let squatter: Server;

before(async () => {
  engine = await ensureDocker();
  const timings = { lease_s: 3, node_grace_s: 5, heartbeat_s: 5 };
  ({ cluster } = await startScene(engine, { name: 'why', nodes: 3, firstHost: 61, caddy: false, timings }));
  const [node] = cluster.agents;
  assert.ok(node);
  const port = await freePort(node.ip);
  squatter = await listening(port, node.ip);
  // All troubles at once: most of them need some seconds before they are worth a word.
  await apply(
    cluster,
    ...nodesOf(cluster, nodeOf),
    app('web', { replicas: 3, placement: { max_per_node: 2 } }),
    app('huge', { resources: { cpu_millicores: 64_000 } }),
    app('ghost', {}, { driver: 'docker', image: 'photoncloud/no-such-image:1', command: ['/app'] }),
    app('fixed', { placement: { constraints: ['zone==a'] }, update: { order: 'stop-first' } }, { host_port: port }),
    app('still', { update: { paused: true } }),
  );
  await readyInstances(cluster, 'web', 3);
});

after(async () => {
  squatter?.close();
  await cluster?.stop();
  await engine?.stop();
});

function listening(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen({ port, host }, () => resolve(server));
  });
}

/** Nobody serves routes here. The apps bind every address of the machine: away from the ports of other clusters on it. */
function nodeOf(node: NodeRecord): Manifest {
  return { ...node, roles: ['worker'], port_range: { from: 30_400, to: 30_899 } };
}

/** An app that runs as a process and listens where it is told, without a sidecar: nothing here is about those. */
function app(name: string, fields: Manifest = {}, run: Manifest = {}): Manifest {
  const command = ['/bin/sh', '-c', 'exec busybox httpd -f -p "$HOST:$PORT" -h /'];
  return {
    name,
    protocol: 'http',
    ports: { http: 8080 },
    mesh_mode: 'none',
    run: { driver: 'process', command, stop_timeout_s: 1, ...run },
    health: { type: 'tcp', interval_s: 1 },
    drain_s: 1,
    ...fields,
  };
}

/** The whole command line in this process: waits ask again and again, and a process each time would take the machine from the cluster. */
async function ctl(...args: string[]): Promise<Output> {
  const output = { code: 0, stdout: '', stderr: '' };
  output.code = await runCommand({
    args,
    env: { PHOTONCLOUD_ENDPOINTS: cluster.endpoints.join(','), PHOTONCLOUD_CLUSTER: cluster.clusterId, HOME: cluster.dir },
    stdin: () => Promise.resolve(Buffer.from('')),
    terminal: {
      out: (text) => void (output.stdout += text),
      err: (text) => void (output.stderr += text),
      interactive: false,
      colour: false,
      columns: 80,
    },
    signal: AbortSignal.timeout(60_000),
  });
  return output;
}

async function ctlJson<T>(...args: string[]): Promise<T> {
  const out = await ctl(...args, '-o', 'json');
  assert.equal(out.code, 0, `${args.join(' ')}: ${out.stderr}`);
  return JSON.parse(out.stdout) as T;
}

const why = (...subject: string[]): Promise<Answer> => ctlJson<Answer>('why', ...subject);

/** Asks until an obstacle is told, and answers both. */
type Obstacle = Answer['blocked'][number];

async function obstacle(
  subject: string,
  reason: string,
  isWhole: (found: Obstacle) => boolean = () => true,
): Promise<{ answer: Answer; found: Obstacle }> {
  return eventually(cluster, `why ${subject} to say ${reason}`, async () => {
    const answer = await why(subject);
    const found = answer.blocked.find((one) => one.reason === reason && isWhole(one));
    return found && { answer, found };
  });
}

/** As an operator reads it: one screen, and the obstacle with its advice among the lines. */
async function readable(subject: string, ...patterns: RegExp[]): Promise<void> {
  const out = await ctl('why', ...subject.split(' '));
  assert.equal(out.code, 0, out.stderr);
  assert.ok(out.stdout.split('\n').length <= 40, out.stdout);
  for (const pattern of patterns) assert.match(out.stdout, pattern);
}

async function setNode(nodeId: string, change: Manifest): Promise<void> {
  const at = cluster.agents.findIndex((agent) => agent.nodeId === nodeId);
  await apply(cluster, { ...nodesOf(cluster, nodeOf)[at], ...change });
}

test('a service that is as it is wanted, and what happened to get there', async () => {
  const events = await eventually(cluster, 'the events of web', async () => {
    const all = await ctlJson<{ kind: string; id: string; reason: string }[]>('events', '--for', 'service/web');
    return all.filter(({ reason }) => reason === 'ready').length === 3 && all.some(({ reason }) => reason === 'rollout_complete')
      ? all
      : undefined;
  });
  for (const { instance_id: id } of await instances(cluster, 'web')) {
    const own = events.filter((one) => one.kind === 'instance' && one.id === id).map(({ reason }) => reason);
    assert.deepEqual(own.toSorted(), ['placed', 'ready', 'started'], id);
  }
  const answer = await why('web');
  assert.deepEqual(answer.blocked, []);
  assert.equal(answer.next[0]?.what, 'nothing: it is as it is wanted');
  await readable('service web', /wanted +3 instances/, /3 of 3 ready/, /history/);
  assert.match((await ctl('describe', 'service', 'web')).stdout, /Events:[\s\S]*rollout_complete/);
});

test('no node fits', async () => {
  const { found } = await obstacle('huge', 'no_node');
  assert.match(found.why, /none of 3 nodes fits: resources removed 3/);
  assert.match(found.why, /node-2 has too little room: \d+ of 16000 millicores free, 64000 wanted/);
  await readable('huge', /no_node, for \d+s/, /do: make room/);
  assert.equal((await ctl('delete', 'service', 'huge')).code, 0);
});

test('an image that is missing', async () => {
  const [instance] = await eventually(cluster, 'an instance of ghost', async () => {
    const all = await instances(cluster, 'ghost');
    return all[0]?.reason?.startsWith('image_missing') ? all : undefined;
  });
  const { found } = await obstacle('ghost', 'image_missing');
  assert.equal(found.what, instance?.instance_id);
  await readable('ghost', /image_missing/, /photoncloud\/no-such-image/, /do: push the image/);
  const { answer } = await obstacle(`instance/${instance?.instance_id}`, 'image_missing');
  await eventually(cluster, 'its event', async () => (await why('ghost')).history.some(({ reason }) => reason === 'image_missing'));
  assert.match(answer.wanted.join(), /running on node-/);
  assert.equal((await ctl('delete', 'service', 'ghost')).code, 0);
});

test('a port that a foreign process holds', async () => {
  const { found } = await obstacle('fixed', 'port_taken');
  assert.match(found.why, /port \d+ on 127\.0\.0\.61 is held by another process/);
  await readable('fixed', /port_taken/, /do: free the port/);
  assert.equal((await ctl('delete', 'service', 'fixed')).code, 0);
});

test('a rollout that is paused', async () => {
  await readyInstances(cluster, 'still', 1);
  await apply(cluster, app('still', { update: { paused: true } }, { env: { COLOUR: 'blue' } }));
  const { answer, found } = await obstacle('still', 'rollout_paused');
  assert.equal(found.do, 'photoncloud-ctl rollout resume still');
  assert.match(answer.is.join(), /rollout from \w+ to \w+ is paused/);
  assert.equal((await ctl('rollout', 'resume', 'still', '--wait=30s')).code, 0, 'the advice helps');
  assert.deepEqual((await why('still')).blocked, []);
});

test('a record that is broken', async () => {
  const before = await readRecord(cluster, 'services/still');
  assert.ok(before);
  await putByHand(cluster, 'services/still', { ...before, replicas: 'three' });
  const { found } = await obstacle('still', 'invalid_record');
  assert.match(found.why, /\$\.replicas/);
  assert.match(found.do, /photoncloud-ctl edit service still/);
  await readable('still', /left as they are/);
  await putByHand(cluster, 'services/still', before);
  await eventually(cluster, 'the record to be mended', async () => (await why('still')).blocked.length === 0);
  await eventually(cluster, 'both events', async () => {
    const all = await ctlJson<{ reason: string }[]>('events', '--for', 'service/still');
    return ['invalid_record', 'mended'].every((reason) => all.some((one) => one.reason === reason));
  });
});

test('a node that drains, and is drained', async () => {
  await setNode('node-1', { intent: 'draining' });
  const done = await eventually(cluster, 'node-1 to be drained', async () => {
    const answer = await why('node/node-1');
    if (answer.blocked.length === 0) return answer;
    assert.ok(
      answer.next.some(({ what }) => what === 'the drain is done'),
      JSON.stringify(answer),
    );
    return undefined;
  });
  assert.match(done.is.join(), /drained: nothing is left on it/);
  await readable('node node-1', /wanted +it is to be emptied/, /drained/);
  await setNode('node-1', { intent: 'cordoned' });
  assert.match((await obstacle('node/node-1', 'cordoned')).found.do, /uncordon node-1/);
  await setNode('node-1', { intent: 'active' });
});

test('a node that is lost, and what then', async () => {
  await readyInstances(cluster, 'web', 3);
  const lost = (await instances(cluster, 'web')).find((one) => one.node_id === 'node-3');
  assert.ok(lost, 'max_per_node puts one on node-3');
  await cluster.killNode('node-3');
  // The lease is gone a moment before the controller has noted since when.
  const { answer, found } = await obstacle('node/node-3', 'node_lost', ({ since }) => since !== undefined);
  const step = answer.next.find(({ what }) => what.includes(lost.instance_id));
  assert.match(step?.what ?? '', /counts as failed, unless its agent is back; web-\S+ is replaced on another node/);
  assert.equal(step?.when, found.retry_at);
  const ofService = await obstacle('web', 'node_lost');
  assert.ok(ofService.answer.next.some(({ what }) => what.includes('node-3 counts as failed')));
  await obstacle('node/node-3', 'node_failed');
  const late = Date.now() - Date.parse(step?.when ?? '');
  assert.ok(late > -2000 && late < 10_000, `it failed ${late} ms after it was said to`);
  await readyInstances(cluster, 'web', 3);
  const reasons = await eventually(cluster, "the node's events", async () => {
    const all = await ctlJson<{ reason: string }[]>('events', '--for', 'node/node-3');
    return all.some(({ reason }) => reason === 'failed') ? all.map(({ reason }) => reason) : undefined;
  });
  assert.ok(reasons.indexOf('lost') < reasons.indexOf('failed'), reasons.join());
});
