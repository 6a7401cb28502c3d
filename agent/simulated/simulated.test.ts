import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimulatedClock } from '../../src/loop/clock.ts';
import type { UnitSpec } from '../../src/loop/ports.ts';
import { seededRandom } from '../../src/loop/random.ts';
import type { PhotonError } from '../../src/model/errors.ts';
import { fingerprintSha256 } from '../../src/pki/certificate.ts';
import { createCsr } from '../../src/pki/csr.ts';
import { generateKey } from '../../src/pki/keys.ts';
import { caddyConformance } from '../caddy.conformance.ts';
import { engineConformance } from '../engine.conformance.ts';
import { starterConformance } from '../starter.conformance.ts';
import { SimulatedHost, type SimulatedPorts } from './host.ts';
import { SimulatedAuthority } from './signer.ts';

const dataDir = '/data';

function machine(seed = 1): { clock: SimulatedClock; host: SimulatedHost; ports: (nodeId?: string) => SimulatedPorts } {
  const clock = new SimulatedClock();
  const host = new SimulatedHost({ clock, random: seededRandom(seed) });
  return { clock, host, ports: (nodeId = 'node-1') => host.ports({ clusterId: 'sim', nodeId, dataDir: `${dataDir}/${nodeId}` }) };
}

function specOf(nodeId: string, instance: string, port = 20_000): UnitSpec {
  return {
    labels: { cluster: 'sim', node: nodeId, service: 'web', instance, revision: 'r1' },
    image: 'demo:1',
    command: ['/bin/app'],
    env: {},
    secretFiles: [],
    volumes: [],
    publish: { addr: '127.0.0.1', port, containerPort: 8080 },
    stopSignal: 'SIGTERM',
    sandbox: { capAdd: [], noNewPrivileges: true, pidsLimit: 64, readOnlyRoot: false },
  };
}

/** Moves the clock until the work is done. */
async function finish<T>(clock: SimulatedClock, work: Promise<T>): Promise<T> {
  let done = false;
  const settled = work.finally(() => (done = true));
  settled.catch(() => undefined);
  await clock.until(() => done, 60_000, 'the call');
  return settled;
}

for (const driver of ['docker', 'process'] as const) {
  // One machine for all checks, as the real ones have: nothing may be left over.
  const { clock, host, ports } = machine();
  engineConformance(`simulated ${driver}`, () => ({
    engine: (nodeId) => ports(nodeId)[driver],
    spec: (nodeId, instance) => Promise.resolve(specOf(nodeId, instance)),
    occupy: ({ publish }) => {
      host.listen(publish?.addr ?? '', publish?.port ?? 0);
      return Promise.resolve(() => Promise.resolve(host.unlisten(publish?.addr ?? '', publish?.port ?? 0)));
    },
    until: (what, condition) => clock.until(condition, 60_000, what),
    finish: (work) => finish(clock, work),
    answering: () => Promise.resolve(),
    crash: ({ labels }) => Promise.resolve(host.crashUnit(labels.instance, 137)),
    deaf: (spec) => {
      host.behaviour = (instance) => (instance === spec.labels.instance ? { ignoresSignals: true } : {});
      return spec;
    },
  }));
}

const { clock: starterClock, host: starterHost, ports: starterPorts } = machine();
starterConformance('simulated', () => {
  starterHost.processes.missingCommands.add('/no/such/program');
  return {
    starter: () => starterPorts().processes,
    spec: (name) => ({ name, command: 'sleep', args: ['600'], env: {} }),
    until: (what, condition) => starterClock.until(condition, 60_000, what),
    finish: (work) => finish(starterClock, work),
    crash: (name) => starterHost.processes.crash(name, 137),
  };
});

const { host: caddyHost, ports: caddyPorts } = machine();
caddyConformance('simulated', () => ({
  admin: () => caddyPorts().caddy,
  kill: () => {
    caddyHost.caddy.up = false;
    return Promise.resolve();
  },
  restartEmpty: () => {
    caddyHost.caddy.up = true;
    caddyHost.caddy.restartEmpty();
    return Promise.resolve();
  },
}));

describe('simulated machine', () => {
  const image = new AbortController().signal;

  it('fails, delays, hangs and loses answers as told', async () => {
    const { clock, host, ports } = machine();
    const { docker } = ports();
    host.gate.plan('engine.list', { kind: 'fail' }, 2);
    const unreachable = (error: unknown) => (error as PhotonError).code === 'engine_unreachable';
    await assert.rejects(docker.list(), unreachable);
    await assert.rejects(docker.list(), unreachable);
    assert.deepEqual(await docker.list(), []);
    await docker.ensureImage('demo:1', image);
    host.gate.plan('engine.create', { kind: 'lost' });
    await assert.rejects(docker.create(specOf('node-1', 'a')), unreachable);
    assert.equal((await docker.list()).length, 1);
    host.gate.plan('engine.list', { kind: 'slow', delayMs: 3_000 });
    const begin = clock.monotonic();
    await finish(clock, docker.list());
    assert.ok(clock.monotonic() - begin >= 3_000);
    host.gate.plan('engine.list', { kind: 'hang' });
    let answered = false;
    void docker.list().then(() => (answered = true));
    await clock.advance(60_000);
    assert.equal(answered, false);
    host.docker.up = false;
    await assert.rejects(docker.info(), unreachable);
    assert.equal(host.gate.counts.get('engine.list'), 6);
  });

  it('has the same faults for the same seed', async () => {
    const run = async (seed: number): Promise<string> => {
      const { host, ports } = machine(seed);
      const { docker } = ports();
      host.gate.chance = { fail: 0.3, lost: 0.2 };
      let trace = '';
      for (let at = 0; at < 40; at++) {
        trace += await docker.list().then(
          () => '.',
          (error: PhotonError) => (error.message.includes('lost') ? 'l' : 'f'),
        );
      }
      return trace;
    };
    assert.equal(await run(7), await run(7));
    assert.notEqual(await run(7), await run(8));
    assert.match(await run(7), /(?=.*\.)(?=.*l)(?=.*f)/);
  });

  it('crashes an agent between two steps: what was done stands, nothing more happens', async () => {
    const { clock, host, ports } = machine();
    const first = ports();
    let ended = 0;
    first.life.onEnd(() => ended++);
    await first.docker.ensureImage('demo:1', image);
    host.gate.crashAt('engine.start', 'after');
    const id = await first.docker.create(specOf('node-1', 'a'));
    let answered = false;
    void first.docker.start(id).then(() => (answered = true));
    await clock.advance(1_000);
    assert.deepEqual([answered, ended, first.life.alive], [false, 1, false]);
    void first.docker.remove(id);
    await clock.advance(1_000);
    const next = ports();
    assert.deepEqual(
      (await next.docker.list()).map((unit) => [unit.id, unit.state]),
      [[id, 'running']],
    );
    host.gate.crashAt('engine.stop', 'before');
    void next.docker.stop(id, 'SIGTERM', 1);
    await clock.advance(5_000);
    assert.equal(host.docker.units()[0]?.state, 'running');
  });

  it('misses images, runs out of disk, crashes apps and reboots', async () => {
    const { clock, host, ports } = machine();
    const { docker, prober } = ports();
    const code = (wanted: string) => (error: unknown) => (error as PhotonError).code === wanted;
    host.docker.missingImages.add('none:1');
    await assert.rejects(docker.ensureImage('none:1', image), code('image_missing'));
    await assert.rejects(docker.create({ ...specOf('node-1', 'a'), image: 'none:1' }), code('image_missing'));
    host.docker.diskFull = true;
    await assert.rejects(docker.ensureImage('demo:1', image), code('disk_full'));
    host.docker.diskFull = false;
    const { digest } = await docker.ensureImage('demo:1', image);
    host.behaviour = () => ({ healthyAfterMs: 2_000, exitAfterMs: 10_000, exitCode: 3, oomKilled: true });
    const id = await docker.create({ ...specOf('node-1', 'a'), image: digest });
    const target = { type: 'http', addr: '127.0.0.1', port: 20_000, path: '/healthz', timeoutMs: 1_000 } as const;
    assert.deepEqual(await prober.probe(target), { ok: false, reason: 'connection refused' });
    await docker.start(id);
    assert.deepEqual(await prober.probe(target), { ok: false, reason: 'GET /healthz answered 503' });
    await clock.advance(2_000);
    assert.deepEqual(await prober.probe(target), { ok: true });
    host.unhealthy.add('a');
    assert.equal((await prober.probe(target)).ok, false);
    await clock.advance(8_000);
    const [exited] = await docker.list();
    assert.deepEqual([exited?.state, exited?.exitCode, exited?.oomKilled], ['exited', 3, true]);
    await docker.start(id);
    const { bootId } = host;
    host.reboot();
    assert.notEqual(host.bootId, bootId);
    assert.equal((await docker.list())[0]?.state, 'exited');
  });

  it('keeps files over agents; serves what the sidecar was given while it runs', async () => {
    const { host, ports } = machine();
    const { files, processes, sidecar, life } = ports();
    const admin = sidecar('/data/admin.sock');
    await files.write('/data/mtls-agent.d/iam.toml', 'cert_path = "/data/certs/iam/abc/cert.pem"\n', 0o600);
    assert.equal(await admin.services(), undefined);
    await processes.start({
      name: 'mesh',
      command: 'mesh',
      args: ['--config', '/data/mtls-agent.d', '--admin', 'unix:/data/admin.sock'],
      env: {},
    });
    const [served] = (await admin.services()) ?? [];
    assert.deepEqual([served?.service, served?.fingerprintSha256, served?.configDigest.length], ['iam', 'abc', 64]);
    host.connections.set('iam/iam-0', 2);
    assert.deepEqual([await admin.inboundConnections('iam', 'iam-0'), await admin.inboundConnections('iam', 'iam-1')], [2, 0]);
    host.processes.crash('mesh', 1);
    assert.equal(await admin.inboundConnections('iam', 'iam-0'), undefined);
    life.end();
    const next = ports();
    assert.deepEqual(await next.files.list('/data'), ['mtls-agent.d']);
    await next.files.remove('/data/mtls-agent.d');
    assert.equal(await next.files.read('/data/mtls-agent.d/iam.toml'), undefined);
  });

  it("keeps Caddy's configuration as long as Caddy lives", async () => {
    const { host, ports } = machine();
    const { caddy, processes } = ports();
    assert.equal(await caddy.config(), undefined);
    await caddy.put('apps/http/servers/x', { routes: [1] });
    await caddy.put('apps/http/servers/x/routes', [2, 3]);
    await caddy.remove('apps/none/there');
    assert.deepEqual(await caddy.config(), { apps: { http: { servers: { x: { routes: [2, 3] } } } } });
    assert.equal(host.caddy.writes, 2);
    host.caddy.restartEmpty();
    assert.equal(await caddy.config(), undefined);
    host.caddy.process = 'caddy';
    await assert.rejects(caddy.config(), (error: PhotonError) => error.code === 'caddy_unreachable');
    await processes.start({ name: 'caddy', command: 'caddy', args: [], env: {} });
    await caddy.put('apps/x', 1);
    host.processes.crash('caddy', 1);
    await processes.start({ name: 'caddy', command: 'caddy', args: [], env: {} });
    assert.deepEqual(await caddy.config(), { admin: {} });
  });

  it('signs what it is asked to', async () => {
    const { clock, host, ports } = machine();
    const { life } = ports();
    const signer = new SimulatedAuthority('sim', clock.now()).signer(host, life);
    const csrPem = createCsr(generateKey().privateKey);
    host.gate.plan('signer.sign', { kind: 'fail' });
    await assert.rejects(
      signer.sign({ kind: 'service', service: 'iam', nodeId: 'node-1', csrPem }),
      (error: PhotonError) => error.code === 'api_unreachable',
    );
    const signed = await signer.sign({ kind: 'service', service: 'iam', nodeId: 'node-1', csrPem });
    assert.match(fingerprintSha256(signed.certPem), /^[0-9a-f]{64}$/);
    assert.match(signed.bundlePem, /BEGIN CERTIFICATE/);
  });
});
