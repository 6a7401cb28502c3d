import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import Docker from 'dockerode';
import { type DockerEngineHandle, startPrivateDocker } from '../e2e/harness/dockerd.ts';
import { benchImage, demoImages, ensureImages } from '../e2e/harness/images.ts';
import { freePort, waitFor } from '../e2e/harness/scratch.ts';
import { SimulatedClock } from '../src/loop/clock.ts';
import type { Engine, UnitSpec } from '../src/loop/ports.ts';
import type { PhotonError } from '../src/model/errors.ts';
import { createDockerEngine } from './docker.ts';
import { overlaps, parseSubnet } from './subnets.ts';
import { engineConformance } from './engine.conformance.ts';

const clusterId = `dt-${randomBytes(3).toString('hex')}`;
const pool = `10.${216 + (process.pid % 8)}.0.0/16`;
let handle: DockerEngineHandle;
let docker: Docker;

function engineOf(nodeId: string, networkPool = pool, networkPrefix = 28): Engine {
  return createDockerEngine({ socketPath: handle.socketPath, clusterId, nodeId, appAddr: '127.0.0.1', networkPool, networkPrefix });
}

async function specOf(nodeId: string, instance: string, image: string = demoImages[0]): Promise<UnitSpec> {
  return {
    labels: { cluster: clusterId, node: nodeId, service: 'web', instance, revision: 'r1' },
    image,
    env: { PORT: '8080' },
    secretFiles: [],
    volumes: [],
    publish: { addr: '127.0.0.1', port: await freePort(), containerPort: 8080 },
    stopSignal: 'SIGTERM',
    cpuMillicores: 500,
    memoryBytes: 134_217_728,
    sandbox: { capAdd: [], noNewPrivileges: true, pidsLimit: 64, readOnlyRoot: false },
  };
}

function fetchText(port: number, path = '/'): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false, timeout: 5_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

const signal = new AbortController().signal;

describe('docker', () => {
  before(async () => {
    handle = await startPrivateDocker();
    docker = new Docker({ socketPath: handle.socketPath, version: 'v1.41' });
    await ensureImages(handle);
  });
  after(() => handle?.stop());

  engineConformance('docker', () => ({
    engine: (nodeId) => engineOf(nodeId),
    spec: (nodeId, instance) => specOf(nodeId, instance),
    occupy: async ({ publish }) => {
      const server = createServer().listen(publish?.port, publish?.addr);
      await new Promise((resolve) => server.once('listening', resolve));
      return () => new Promise((resolve) => server.close(() => resolve()));
    },
    until: async (what, condition) => void (await waitFor(what, condition)),
    finish: (work) => work,
    answering: async ({ publish }) => void (await waitFor('the app to answer', () => fetchText(publish?.port ?? 0, '/healthz'))),
    crash: async (unit) => void (await docker.getContainer(unit.id).kill({ signal: 'SIGKILL' })),
    deaf: (spec) => ({ ...spec, env: { ...spec.env, IGNORE_SIGTERM: 'true' } }),
  }));

  it('denies by default: capabilities, privileges, processes, memory and swap; publishes where it is told and nowhere else', async () => {
    const engine = engineOf('node-1');
    const spec = await specOf('node-1', 'sandbox-1');
    const network = await engine.ensureNetwork('web');
    assert.ok(network);
    // More CPUs than there are is no limit, and no failure.
    const greedy = await engine.create({ ...(await specOf('node-1', 'greedy-1')), cpuMillicores: 1_000_000 });
    assert.equal((await docker.getContainer(greedy).inspect()).HostConfig.NanoCpus, availableParallelism() * 1_000_000_000);
    await engine.remove(greedy);
    const readOnly = { ...spec, network: network.name, sandbox: { ...spec.sandbox, readOnlyRoot: true, capAdd: ['NET_BIND_SERVICE'] } };
    const id = await engine.create(readOnly);
    try {
      await engine.start(id);
      const { HostConfig: host, NetworkSettings: net } = await docker.getContainer(id).inspect();
      assert.deepEqual([host.CapDrop, host.CapAdd, host.SecurityOpt], [['ALL'], ['NET_BIND_SERVICE'], ['no-new-privileges']]);
      assert.deepEqual([host.PidsLimit, host.Memory, host.MemorySwap, host.NanoCpus], [64, 134_217_728, 134_217_728, 500_000_000]);
      assert.deepEqual([host.ReadonlyRootfs, Object.keys(host.Tmpfs ?? {}), host.Privileged], [true, ['/tmp'], false]);
      assert.equal(host.RestartPolicy?.Name, 'no');
      assert.deepEqual(net.Ports, { '8080/tcp': [{ HostIp: '127.0.0.1', HostPort: String(spec.publish?.port) }] });
      assert.deepEqual(Object.keys(net.Networks), [network.name]);
      const answer = await waitFor('the app to answer', () => fetchText(spec.publish?.port ?? 0));
      assert.equal((JSON.parse(answer) as { version: string }).version, '1');
    } finally {
      await engine.remove(id);
      await engine.removeNetwork(network.name);
    }
  });

  it('lets a container reach the control port on its gateway', async () => {
    const engine = engineOf('node-1');
    const network = await engine.ensureNetwork('web');
    assert.ok(network);
    const seen: string[] = [];
    const sidecar = createHttpServer((request, response) => {
      seen.push(request.socket.remoteAddress ?? '');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ proxied: request.url }));
    });
    // The gateway's address is there as soon as the network is: the sidecar may start before any container.
    await new Promise<void>((resolve, reject) => sidecar.once('error', reject).listen(0, network.gateway, resolve));
    const { port } = sidecar.address() as { port: number };
    const spec = await specOf('node-1', 'gateway-1');
    const env = { ...spec.env, UPSTREAM: 'other', PHOTONCLOUD_MESH: `http://${network.gateway}:${port}` };
    const id = await engine.create({ ...spec, network: network.name, env });
    try {
      await engine.start(id);
      await waitFor('the app to answer', () => fetchText(spec.publish?.port ?? 0, '/healthz'));
      const answer = JSON.parse(await fetchText(spec.publish?.port ?? 0, '/call')) as { upstream?: { proxied: string } };
      assert.deepEqual(answer.upstream, { proxied: 'http://other/call' });
      // The sidecar tells services apart by the subnet that a peer comes from: it is the container's own.
      const own = parseSubnet(network.subnet);
      const from = parseSubnet(`${seen[0]}/32`);
      assert.ok(own && from && overlaps(own, from) && seen[0] !== network.gateway);
    } finally {
      await engine.remove(id);
      await engine.removeNetwork(network.name);
      sidecar.close();
    }
  });

  it('says in words why an image or a command is not there', async () => {
    const engine = engineOf('node-1');
    await assert.rejects(engine.ensureImage('127.0.0.1:1/none/such:1', signal), (error: PhotonError) => {
      assert.equal(error.code, 'image_missing');
      assert.match(error.message, /127\.0\.0\.1:1/);
      return true;
    });
    assert.match((await engine.ensureImage(benchImage, signal)).digest, /^sha256:[0-9a-f]{64}$/);
    const spec = await specOf('node-1', 'command-1');
    await assert.rejects(engine.create({ ...spec, image: 'none/such:1' }), (error: PhotonError) => error.code === 'image_missing');
    const id = await engine.create({ ...spec, command: ['/no/such/program'] });
    try {
      await assert.rejects(engine.start(id), (error: PhotonError) => {
        assert.equal(error.code, 'process_failed');
        assert.match(error.message, /no\/such\/program/);
        return true;
      });
    } finally {
      await engine.remove(id);
    }
  });

  it('takes secrets from private files only, and never over the network address line', async () => {
    const engine = engineOf('node-1');
    const dir = await mkdtemp(join(tmpdir(), 'photoncloud-secret-'));
    const envFile = join(dir, 'env');
    await writeFile(envFile, '# comment\nVERSION=from-file\n\nQUOTED="a b"\n', { mode: 0o644 });
    const spec = { ...(await specOf('node-1', 'secret-1')), envFile, secretFiles: [{ source: envFile, target: '/run/secret' }] };
    try {
      await assert.rejects(engine.create(spec), (error: PhotonError) => {
        assert.equal(error.code, 'process_failed');
        assert.match(error.explain(), /mode 0644.*0600.*chmod/);
        return true;
      });
      await chmod(envFile, 0o600);
      const id = await engine.create(spec);
      const { Config, Mounts } = await docker.getContainer(id).inspect();
      assert.ok(Config.Env.includes('VERSION=from-file') && Config.Env.includes('QUOTED="a b"'));
      assert.deepEqual(
        Mounts.map(({ Source, Destination, RW }) => [Source, Destination, RW]),
        [[envFile, '/run/secret', false]],
      );
      await engine.remove(id);
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  it('finds a subnet beside those in use, and says when the pool is empty', async () => {
    const [first, second] = [engineOf('node-1', '10.230.0.0/28', 29), engineOf('node-2', '10.230.0.0/28', 29)];
    const made = await Promise.all([first.ensureNetwork('one'), second.ensureNetwork('one')]);
    assert.deepEqual(made.map((network) => network?.subnet ?? '').sort(), ['10.230.0.0/29', '10.230.0.8/29']);
    await assert.rejects(first.ensureNetwork('two'), /no free subnet of \/29.*two/);
    await first.removeNetwork(made[0]?.name ?? '');
    assert.ok(await first.ensureNetwork('two'));
    for (const engine of [first, second]) for (const network of await engine.networks()) await engine.removeNetwork(network.name);
  });

  it('gives up on an engine that accepts and does not answer, and finds its event stream half-open', async () => {
    const spec = { socketPath: handle.socketPath, clusterId, nodeId: 'node-1', appAddr: '127.0.0.1', networkPool: pool, networkPrefix: 28 };
    const clock = new SimulatedClock();
    const engine = createDockerEngine({ ...spec, timeoutMs: 500, clock });
    let everything = 0;
    const subscription = engine.subscribe(() => everything++);
    try {
      await waitFor('the event stream', () => everything > 0);
      handle.pause();
      await assert.rejects(engine.list(), (error: PhotonError) => error.code === 'engine_unreachable');
      // The next ping is due; it fails, and the stream is opened anew once the engine answers.
      await clock.advance(10_000);
      await waitFor(
        'the ping to be given up',
        () => clock.pending > 0 && clock.untilNext() !== undefined && (clock.untilNext() ?? 0) < 1_000,
      );
      handle.resume();
      const told = everything;
      await waitFor('the event stream to come back', async () => {
        await clock.advance(1_000);
        return everything > told;
      });
    } finally {
      handle.resume();
      subscription.cancel();
    }
  });

  it('goes on over a dockerd that is killed: containers run on, changes are told, calls fail in between', async () => {
    const engine = engineOf('node-1');
    let everything = 0;
    const subscription = engine.subscribe((instance) => {
      if (instance === undefined) everything++;
    });
    const spec = await specOf('node-1', 'restart-1');
    const id = await engine.create(spec);
    try {
      await engine.start(id);
      await waitFor('the event stream', () => everything > 0);
      const before = (await engine.list())[0];
      await handle.kill();
      await assert.rejects(engine.list(), (error: PhotonError) => error.code === 'engine_unreachable');
      const told = everything;
      await handle.restart();
      await waitFor('the event stream to come back', () => everything > told);
      const [unit] = await engine.list();
      assert.deepEqual([unit?.id, unit?.pid, unit?.startedAt], [before?.id, before?.pid, before?.startedAt]);
      assert.equal((await engine.info()).liveRestore, true);
    } finally {
      subscription.cancel();
      await engine.remove(id);
    }
  });
});
