// The life of instances and nodes on real parts: what a drain leaves, the call before a stop, dependencies, restarts of what is not
// ready and why others ended, a node that is installed anew. That a second agent of a living node is refused: kills.test.ts.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Cluster } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { ensureImages } from '../harness/images.ts';
import {
  apply,
  containers,
  eventually,
  type Instance,
  instances,
  type Manifest,
  readRecord,
  readyInstances,
  serviceOf,
  startScene,
  statusOf,
} from './support.ts';

let engine: DockerEngineHandle;
let cluster: Cluster;

before(async () => {
  engine = await ensureDocker();
  await ensureImages(engine);
  ({ cluster } = await startScene(engine, { name: 'lifecycle', nodes: 3, firstHost: 91 }));
});

after(async () => {
  await cluster?.stop();
  await engine?.stop();
});

/** What an app was told and did, in order, a line each. */
const diary = (name: string): string => join(cluster.dir, `${name}.diary`);
const sickFile = (): string => join(cluster.dir, 'sick');

/** An app as a process that keeps a diary; while the file `sick` is there it fails its probes. */
const diaryApp = `
const fs = require('node:fs');
const note = (line) => fs.appendFileSync(process.env.DIARY, line + '\\n');
note('starts');
process.on('SIGTERM', () => { note('SIGTERM'); process.exit(0); });
require('node:http').createServer((incoming, outgoing) => {
  if (incoming.method === 'GET') {
    outgoing.writeHead(fs.existsSync(process.env.SICK) ? 503 : 200).end();
    return;
  }
  note(incoming.method + ' ' + incoming.url);
  setTimeout(() => { note('answers'); outgoing.writeHead(204).end(); }, 700);
}).listen(Number(process.env.PORT), process.env.HOST);
`;

function diaryService(name: string, fields: Manifest): Manifest {
  const env = { DIARY: diary(name), SICK: sickFile() };
  return {
    name,
    protocol: 'http',
    ports: { http: 8080 },
    mesh_mode: 'none',
    run: { driver: 'process', command: [process.execPath, '-e', diaryApp], env, stop_timeout_s: 5 },
    health: { type: 'http', path: '/healthz', interval_s: 0.5, start_period_s: 1 },
    drain_s: 1,
    ...fields,
  };
}

const written = (name: string): string[] => (existsSync(diary(name)) ? readFileSync(diary(name), 'utf8').trimEnd().split('\n') : []);

async function deleted(service: string): Promise<void> {
  const out = await cluster.ctl(['delete', 'service', service, '--wait=40s']);
  assert.equal(out.code, 0, out.stdout + out.stderr);
}

test('what a drain can not move is named, and the time ends', async () => {
  await apply(cluster, serviceOf('tied', { placement: { constraints: ['zone==b'] }, mesh_mode: 'none' }));
  await readyInstances(cluster, 'tied', 1);
  const stuck = await cluster.ctl(['node', 'drain', 'node-2', '--wait=3s']);
  assert.equal(stuck.code, 3, stuck.stdout + stuck.stderr);
  assert.match(stuck.stdout, /1 instance left: tied\/tied-0-\w+: no_node: none of 3 nodes fits: active removed 1, constraints removed 2/);
  assert.equal((await cluster.ctl(['node', 'uncordon', 'node-2'])).code, 0);
  await deleted('tied');
});

test('an app is called before its SIGTERM, once, and has the time to answer', async () => {
  await apply(cluster, diaryService('polite', { pre_stop: { path: '/bye', timeout_s: 5 } }));
  await readyInstances(cluster, 'polite', 1);
  await deleted('polite');
  assert.deepEqual(written('polite'), ['starts', 'POST /bye', 'answers', 'SIGTERM']);
});

test('an instance is started when what its service waits for is ready, and the wait is told', async () => {
  await apply(cluster, serviceOf('front', { after: ['gate'], mesh_mode: 'none' }));
  const told = await eventually(cluster, 'the wait to be told', async () =>
    (await statusOf(cluster, 'front'))?.blocked.find(({ reason }) => reason === 'waiting_for_dependency'),
  );
  const why = await cluster.ctl(['why', 'service/front']);
  assert.equal(why.code, 0, why.stderr);
  assert.match(why.stdout, /waits for gate/);
  assert.match(told.message, /waits for gate: there is no such service/);
  await apply(cluster, serviceOf('gate', { mesh_mode: 'none' }, { env: { SLOW_START_MS: '3000' } }));
  await eventually(cluster, 'the gate to be started', async () =>
    (await containers(engine, cluster, 'gate')).some(({ running }) => running),
  );
  let readyBefore: Instance | undefined;
  await eventually(cluster, 'front to be made', async () => {
    const [gate] = await instances(cluster, 'gate');
    const made = (await instances(cluster, 'front')).length > 0;
    if (!made && gate?.state !== 'ready') readyBefore = gate;
    return made && gate?.state === 'ready';
  });
  assert.ok(readyBefore, 'nothing was made while the gate was not ready');
  await readyInstances(cluster, 'front', 1);

  const cycle = await cluster.ctl(['apply', '-f', '-'], JSON.stringify({ kind: 'Service', ...serviceOf('gate', { after: ['front'] }) }));
  assert.equal(cycle.code, 2);
  assert.match(cycle.stderr, /gate waits for front waits for gate/);
  await deleted('front');
  await deleted('gate');
});

test('an app that is not ready for too long is restarted, and told as being restarted; one that is killed for its memory, or exits, says so', async () => {
  const greedy = 'const all = []; setInterval(() => all.push(Buffer.alloc(8 << 20, 1)), 5)';
  await apply(
    cluster,
    diaryService('sick', { health: { type: 'http', path: '/healthz', interval_s: 0.5, start_period_s: 1, restart_after_s: 2 } }),
    serviceOf('greedy', { mesh_mode: 'none', resources: { memory_bytes: 96 * 1024 ** 2 } }, { command: ['/node', '-e', greedy] }),
    serviceOf('leaves', { mesh_mode: 'none' }, { env: { CRASH_AFTER_MS: '500', EXIT_CODE: '7' } }),
  );
  await readyInstances(cluster, 'sick', 1);
  const reasonOf = async (service: string): Promise<string> => (await instances(cluster, service))[0]?.reason ?? '';
  writeFileSync(sickFile(), '');
  await eventually(cluster, 'the restart to be told', async () =>
    /^restarting: not ready for 2 s: GET \/healthz answered 503$/.test(await reasonOf('sick')),
  );
  await eventually(cluster, 'the app to be started again', () => written('sick').filter((line) => line === 'starts').length >= 2);
  assert.deepEqual(written('sick').slice(0, 3), ['starts', 'SIGTERM', 'starts']);
  rmSync(sickFile());
  const [healed] = await readyInstances(cluster, 'sick', 1);
  assert.ok((healed?.restarts ?? 0) >= 1);
  await eventually(cluster, 'the memory to be named', async () => (await reasonOf('greedy')).startsWith('out_of_memory:'));
  await eventually(cluster, 'the exit code to be named', async () => /^exited: with code 7$/.test(await reasonOf('leaves')));
  await Promise.all(['sick', 'greedy', 'leaves'].map(deleted));
});

test('a node that is installed anew takes its id over when the former lease has ended, and every instance runs once', async () => {
  await apply(cluster, serviceOf('stays', { replicas: 3, mesh_mode: 'none' }));
  await readyInstances(cluster, 'stays', 3);
  const agent = cluster.agents[2];
  assert.ok(agent);
  const before = await readRecord<{ agent_uid: string }>(cluster, `liveness/${agent.nodeId}`);
  await cluster.killNode(agent.nodeId);
  for (const part of ['state', 'mesh', 'mtls-agent.d', 'units', 'processes'])
    rmSync(join(agent.dataDir, part), { recursive: true, force: true });
  agent.start();
  // As its supervisor would: it is refused until the former lease has ended.
  await eventually(cluster, 'the node to be held by the new agent', async () => {
    if (!agent.program.running()) agent.start();
    const now = await readRecord<{ agent_uid: string }>(cluster, `liveness/${agent.nodeId}`);
    return now !== undefined && now.agent_uid !== before?.agent_uid;
  });
  const ready = await readyInstances(cluster, 'stays', 3);
  await eventually(cluster, 'one container for each instance, and no other', async () => {
    const running = await containers(engine, cluster, 'stays');
    assert.deepEqual(
      running.map((one) => one.labels['photoncloud.instance'] ?? '').sort(),
      (await instances(cluster, 'stays')).map((one) => one.instance_id).sort(),
    );
    return running.length === 3 && running.every((one) => one.running);
  });
  assert.equal(new Set(ready.map((one) => one.instance_id)).size, 3);
});
