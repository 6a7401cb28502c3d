// The main job, shown: three nodes, three services, identities, policies, and what happens when things go wrong.
// Guarantees: exits 0 only if every step's check held, and leaves nothing running. On a terminal it stays up until Ctrl-C.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { type Cluster, containersOf, type InstanceView, instancesOf, run, startCluster, waitReady } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { demoAppPath, ensureImages } from '../harness/images.ts';
import { readRecord } from '../harness/records.ts';
import { processesNaming, waitFor } from '../harness/scratch.ts';

const examples = join(import.meta.dirname, '../../examples');
const publicHost = 'api.demo.example';
const timings = { lease_s: 5, node_grace_s: 5, heartbeat_s: 10 };

interface Answer {
  service: string;
  instance: string;
  node: string;
  version: string;
  peer?: string;
  upstream?: Answer;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function heading(text: string): void {
  say(`\n== ${text}`);
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`check failed: ${what}`);
  say(`   ✓ ${what}`);
}

/** The examples, for the driver that is asked for. */
function manifests(driver: 'docker' | 'process'): string {
  const documents = ['nodes.yaml', 'services.yaml', 'policies.yaml'].flatMap((file) =>
    parseAllDocuments(readFileSync(join(examples, file), 'utf8')).map((document) => document.toJS() as Record<string, unknown>),
  );
  if (driver === 'process') for (const document of documents) runAsProcess(document);
  return documents.map((document) => stringify(document)).join('---\n');
}

function runAsProcess(document: Record<string, unknown>): void {
  const found = document['run'] as { env?: Record<string, string> } | undefined;
  if (found) document['run'] = { driver: 'process', command: [process.execPath, demoAppPath], env: { ...found.env, VERSION: '1' } };
}

async function must(cluster: Cluster, args: string[], input?: string): Promise<string> {
  say(`   $ photoncloud-ctl ${args.join(' ')}`);
  const out = await cluster.ctl(args, input);
  if (out.code !== 0) throw new Error(`photoncloud-ctl ${args.join(' ')}: exit code ${out.code}\n${out.stdout}${out.stderr}`);
  return out.stdout;
}

/** A request from outside, through Caddy and the mesh. */
async function callThroughCaddy(cluster: Cluster, path: string): Promise<Answer> {
  const ingress = cluster.agents[0];
  if (!ingress) throw new Error('no agent');
  const out = await run('curl', [
    '-sS',
    '--fail-with-body',
    '-m',
    '10',
    '-H',
    `Host: ${publicHost}`,
    `http://${ingress.ip}:${ingress.ingressPort}${path}`,
  ]);
  if (out.code !== 0) throw new Error(`curl: exit ${out.code}: ${out.stdout} ${out.stderr}`);
  return JSON.parse(out.stdout) as Answer;
}

/** What a mesh port answers to a plain HTTP request without any certificate: its first line, or undefined where it just closes. */
function plainRequest(address: string, port: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    let text = '';
    socket.setEncoding('utf8').setTimeout(5_000, () => socket.destroy(new Error('no answer within 5 s')));
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve(undefined) : reject(error)));
    socket.on('close', () => resolve(text === '' ? undefined : text.split('\r\n')[0]));
    socket.write('GET / HTTP/1.1\r\nHost: creditservice\r\nConnection: close\r\n\r\n');
  });
}

const ipOf = (cluster: Cluster, instance: InstanceView) => cluster.agents.find((agent) => agent.nodeId === instance.node_id)?.ip ?? '';

async function deploy(cluster: Cluster, driver: 'docker' | 'process'): Promise<void> {
  heading('Apply nodes, services and a policy');
  say(await must(cluster, ['apply', '-f', '-', '--wait=120s'], manifests(driver)));
  say(await must(cluster, ['status']));
  check((await waitReady(cluster, 'creditservice', 3)).length === 3, 'creditservice has three ready instances');
}

async function showCall(cluster: Cluster): Promise<void> {
  heading('Call through Caddy → mesh → apigateway → mesh → creditservice → mesh → iam');
  const answer = await waitFor('an answer through Caddy', () => callThroughCaddy(cluster, '/call'));
  say(JSON.stringify(answer, null, 2));
  const id = (service: string) => `spiffe://photoncloud/${cluster.clusterId}/service/${service}`;
  check(answer.service === 'apigateway', 'the public host name leads to apigateway');
  check(answer.upstream?.service === 'creditservice', 'apigateway reached creditservice');
  check(answer.upstream?.peer === id('apigateway'), `creditservice saw its caller as ${id('apigateway')}, from the handshake`);
  check(answer.upstream?.upstream?.service === 'iam', 'creditservice reached iam');
}

async function flipPolicy(cluster: Cluster): Promise<void> {
  heading('The policy decides who may call');
  const policy = (mode: string, required: boolean) =>
    JSON.stringify({
      kind: 'MTLSPolicy',
      policy_id: 'all-to-creditservice',
      environment: 'dev',
      source_service: '*',
      target_service: 'creditservice',
      mtls_required: required,
      mode,
    });
  const [instance] = await instancesOf(cluster, 'creditservice');
  if (!instance?.mesh_port) throw new Error('creditservice has no mesh port');
  const ask = () => plainRequest(ipOf(cluster, instance), instance.mesh_port ?? 0);
  check((await ask()) === undefined, 'strict: a plaintext call without a certificate is refused');
  await must(cluster, ['apply', '-f', '-'], policy('disabled', false));
  await waitFor('plaintext to be accepted', async () => (await ask())?.includes('200'), 10_000);
  check(true, 'disabled: the same call is answered');
  await must(cluster, ['apply', '-f', '-'], policy('strict', true));
  await waitFor('plaintext to be refused', async () => (await ask()) === undefined, 10_000);
  check(true, 'strict again: refused again');
  say(await must(cluster, ['policy', 'explain', 'apigateway', 'creditservice']));
}

async function loseNode(cluster: Cluster): Promise<void> {
  heading('A node dies: its work moves');
  const victim = cluster.agents.find((agent) => agent.nodeId === 'node-3');
  if (!victim) throw new Error('no node-3');
  await cluster.killNode(victim.nodeId);
  say(`   ${victim.nodeId} is gone: agent, sidecar and containers killed`);
  await waitFor(
    'work moved off node-3',
    async () => {
      const all = await instancesOf(cluster);
      const ready = all.filter((i) => i.service === 'creditservice' && i.state === 'ready');
      return all.every((i) => i.node_id !== victim.nodeId) && ready.length === 3;
    },
    90_000,
  );
  check(
    (await callThroughCaddy(cluster, '/call')).upstream?.service === 'creditservice',
    'three instances elsewhere, and calls go through',
  );
  victim.start();
  await waitFor('node-3 to be active again', async () => (await readRecord(cluster, 'nodes/node-3'))?.['state'] === 'active', 30_000);
  await waitReady(cluster, 'creditservice', 3);
  check(true, 'the node returned: still exactly three');
  say(await must(cluster, ['status']));
}

async function scaleAndUpdate(cluster: Cluster, driver: 'docker' | 'process'): Promise<void> {
  heading('Scale to five, then roll out a new version');
  const service = await cluster.ctlJson<Record<string, unknown>>(['get', 'service', 'creditservice']);
  const wanted = { kind: 'Service', ...service, replicas: 5 };
  say(await must(cluster, ['apply', '-f', '-', '--wait=120s'], JSON.stringify(wanted)));
  check((await waitReady(cluster, 'creditservice', 5)).length === 5, 'five ready');
  const former = service['run'] as Record<string, unknown>;
  const next =
    driver === 'docker'
      ? { ...former, image: 'photoncloud/demo-app:2' }
      : { ...former, env: { ...(former['env'] as object), VERSION: '2' } };
  // Read again: a record that was read before the last change would be refused as stale.
  const scaled = await cluster.ctlJson<Record<string, unknown>>(['get', 'service', 'creditservice']);
  const updated = { kind: 'Service', ...scaled, run: next, metadata: { version: '2' } };
  say(
    await must(cluster, ['diff', '-f', '-'], JSON.stringify(updated)).catch((error: Error) =>
      error.message.split('\n').slice(1).join('\n'),
    ),
  );
  say(await must(cluster, ['apply', '-f', '-', '--wait=180s'], JSON.stringify(updated)));
  await waitReady(cluster, 'creditservice', 5);
  const answers = await Promise.all(Array.from({ length: 10 }, () => callThroughCaddy(cluster, '/call')));
  check(
    answers.every((answer) => answer.upstream?.version === '2'),
    'ten calls of ten are answered by version 2',
  );
}

async function removeService(cluster: Cluster): Promise<void> {
  heading('Delete a service: route first, then the instances');
  await must(cluster, ['delete', 'service', 'apigateway', '--wait']);
  check((await instancesOf(cluster, 'apigateway')).length === 0, 'no instance is left');
  const ingress = cluster.agents[0];
  const out = await run('curl', [
    '-s',
    '-o',
    '/dev/null',
    '-w',
    '%{http_code}',
    '-H',
    `Host: ${publicHost}`,
    `http://${ingress?.ip}:${ingress?.ingressPort}/`,
  ]);
  check(out.stdout === '404', 'the public host name answers 404');
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    const alive = setInterval(() => undefined, 60_000);
    const end = () => {
      clearInterval(alive);
      resolve();
    };
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
  });
}

async function show(cluster: Cluster, driver: 'docker' | 'process'): Promise<void> {
  await deploy(cluster, driver);
  await showCall(cluster);
  await flipPolicy(cluster);
  await loseNode(cluster);
  await scaleAndUpdate(cluster, driver);
  if (process.stdout.isTTY) {
    const ingress = cluster.agents[0];
    heading('It stays up until Ctrl-C');
    say(`   curl -H 'Host: ${publicHost}' http://${ingress?.ip}:${ingress?.ingressPort}/call`);
    say(`   PHOTONCLOUD_ENDPOINTS=${cluster.endpoints.join(',')} PHOTONCLOUD_CLUSTER=${cluster.clusterId} dist/photoncloud-ctl status`);
    await untilInterrupted();
  } else await removeService(cluster);
}

async function main(): Promise<number> {
  const driver = process.env['DEMO_DRIVER'] ?? 'docker';
  if (driver !== 'docker' && driver !== 'process') {
    process.stderr.write(`DEMO_DRIVER: found ${driver}; expected docker or process\n`);
    return 2;
  }
  let docker: DockerEngineHandle | undefined;
  let cluster: Cluster | undefined;
  let failed: Error | undefined;
  try {
    if (driver === 'docker') {
      heading('Start Docker and build the demo images');
      docker = await ensureDocker();
      await ensureImages(docker);
    }
    heading('Start etcd, a controller and three agents on 127.0.0.11–13');
    cluster = await startCluster({ name: 'demo', nodes: 3, timings, ...(docker ? { docker } : {}) });
    await show(cluster, driver);
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error));
    if (cluster) {
      for (const program of [...cluster.controllers, ...cluster.agents].map((part) => part.program)) {
        process.stderr.write(`--- ${program.name}\n${program.log().split('\n').slice(-25).join('\n')}\n`);
      }
    }
  }
  heading('Tear down');
  const left = cluster ? await tearDown(cluster, docker) : undefined;
  await docker?.stop();
  if (failed || left) {
    process.stderr.write(`demo failed: ${failed?.message ?? left}\n`);
    return 1;
  }
  say('   ✓ nothing is left running\n\nThe demo passed.');
  return 0;
}

/** What is left running afterwards, in words. */
async function tearDown(cluster: Cluster, docker: DockerEngineHandle | undefined): Promise<string | undefined> {
  await cluster.stop();
  const containers = docker ? await containersOf(docker, `photoncloud.cluster=${cluster.clusterId}`) : [];
  const processes = processesNaming(cluster.dir);
  if (containers.length + processes.length === 0) return undefined;
  return `left running: containers ${containers.join(', ')}; processes ${processes.join(', ')}`;
}

process.exitCode = await main();
