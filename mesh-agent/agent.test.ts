// The agent as a whole: configuration that changes under load, discovery with and without the store, policies, fixed ports, CONNECT, stop.
import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer as createHttpServer, request, type Server } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { callService } from '../src/client/index.ts';
import { PhotonError } from '../src/model/errors.ts';
import { keyOf } from '../src/model/keys.ts';
import { serveAdmin } from './admin.ts';
import { clusterId, freePort, Mesh, until } from './testing/fixture.ts';

let mesh: Mesh;
let control: number;

interface App {
  port: number;
  mesh: number;
  server: Server;
  hits: number;
}

beforeEach(async () => {
  mesh = await Mesh.create();
  control = await freePort();
  await mesh.placeIdentity('apigateway');
  await mesh.place({ name: 'apigateway', control });
});

afterEach(() => mesh.close());

/** An app that answers with its instance's id. */
async function startApp(id: string): Promise<App> {
  const app: App = { port: await freePort(), mesh: await freePort(), hits: 0, server: createHttpServer() };
  app.server.on('request', (_req, res) => {
    app.hits++;
    res.end(id);
  });
  await new Promise<void>((resolve) => app.server.listen(app.port, '127.0.0.1', resolve));
  mesh.onClose(() => {
    app.server.closeAllConnections();
    app.server.close();
  });
  return app;
}

async function startCredit(ids: string[]): Promise<App[]> {
  const apps = await Promise.all(ids.map(startApp));
  await mesh.service('creditservice');
  await mesh.placeIdentity('creditservice');
  await mesh.place({
    name: 'creditservice',
    instances: ids.map((id, at) => ({ id, app: apps[at]?.port ?? 0, mesh: apps[at]?.mesh ?? 0 })),
  });
  for (const [at, id] of ids.entries()) await mesh.instance('creditservice', id, apps[at]?.mesh);
  return apps;
}

const url = (): string => `http://127.0.0.1:${control}`;

async function get(service = 'creditservice'): Promise<string> {
  return (await callService(service, '/', { mesh: url() })).text();
}

/** A POST whose connection is kept where the answer lets it. */
function post(to: { host: string; port: number; agent: Agent }): Promise<{ status: number; reused: boolean; connection: string }> {
  return new Promise((resolve, reject) => {
    const req = request({ ...to, method: 'POST', path: '/' }, (res) => {
      res.resume();
      res.once('end', () =>
        resolve({ status: res.statusCode ?? 0, reused: req.reusedSocket, connection: res.headers.connection ?? 'keep-alive' }),
      );
    });
    req.once('error', reject);
    req.end('x');
  });
}

function failure(service: string): Promise<string> {
  return get(service).then(
    (text) => `answered ${text}`,
    (error: unknown) => (error instanceof PhotonError ? `${error.code}: ${error.message}` : String(error)),
  );
}

it('is not ready before what it is to serve is known and served', async () => {
  const started = mesh.start();
  assert.equal(mesh.agent.unready(), 'starting');
  await started;
  await until('it to be ready', () => mesh.agent.unready() === undefined);
});

it('a key that can not be read is a problem for as long as that lasts', async () => {
  await mesh.start();
  const key = join(mesh.dir, 'apigateway.key');
  await rename(key, `${key}.away`);
  await until('the problem', () => mesh.agent.problemsOf('apigateway').some((problem) => problem.includes('apigateway.key')));
  await rename(`${key}.away`, key);
  await until('its end', () => mesh.agent.problemsOf('apigateway').length === 0);
});

describe('discovery', () => {
  it('balances over ready instances, and drops one that drains', async () => {
    const [a, b] = await startCredit(['credit-0', 'credit-1']);
    await mesh.start();
    assert.ok(a && b);
    await until('both to be called', async () => {
      await get();
      return a.hits > 5 && b.hits > 5;
    });
    await mesh.instance('creditservice', 'credit-1', b.mesh, { desired: 'draining' });
    await until('the endpoint to go', () => (mesh.agent.endpoints('creditservice') as { endpoints: unknown[] }).endpoints.length === 1);
    // Pooled connections to it are closed, so that its drain can end.
    await until('no connection to it', () => (mesh.agent.connections('creditservice', 'credit-1') as { inbound: number }).inbound === 0);
    const before = b.hits;
    for (let n = 0; n < 20; n++) await get();
    assert.equal(b.hits, before);
  });

  it('an instance that drains takes what is sent on a connection that was idle; then it is refused to those who never learned', async () => {
    const [a] = await startCredit(['credit-0']);
    assert.ok(a);
    await mesh.policy('open', '*', 'creditservice', 'disabled', false);
    await mesh.start({ drainOpenMs: 500 });
    const place = (draining: boolean): Promise<void> =>
      mesh.place({ name: 'creditservice', instances: [{ id: 'credit-0', app: a.port, mesh: a.mesh, draining }] });
    const caller = { port: a.mesh, host: '127.0.0.1', agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
    mesh.onClose(() => caller.agent.destroy());
    await until('a call that is let in', async () => (await post(caller)).status === 200);
    const other = { ...caller, agent: new Agent({ keepAlive: true }) };
    mesh.onClose(() => other.agent.destroy());
    assert.equal((await post(other)).status, 200);

    await place(true);
    const seen = () => mesh.agent.connections('creditservice', 'credit-0') as { inbound: number; accepting: boolean };
    await until('its drain to be known', () => mesh.logLines.filter(({ msg }) => msg === 'configuration in force').length >= 3);
    assert.deepEqual(seen(), { inbound: 2, accepting: true }, 'nothing was closed under a caller');
    const last = await post(caller);
    assert.deepEqual([last.status, last.reused, last.connection], [200, true, 'close'], 'it is told to go with its answer');
    await until('it to take no more', () => !seen().accepting);
    await until('idle ones to be closed', () => seen().inbound === 0);
    await assert.rejects(post(caller), { code: 'ECONNREFUSED' });

    await place(false);
    await until('it to be taken back', () => seen().accepting);
    assert.equal((await post(caller)).status, 200);
  });

  it('a dead instance costs no call: a connect error goes to another one', async () => {
    const [a] = await startCredit(['credit-0']);
    await mesh.instance('creditservice', 'credit-dead', await freePort());
    await mesh.start();
    for (let n = 0; n < 20; n++) assert.equal(await get(), 'credit-0');
    assert.equal(a?.hits, 20);
  });

  it('an instance whose app is down is passed over, also for a request that may not be repeated', async () => {
    const [a, b] = await startCredit(['credit-0', 'credit-1']);
    await mesh.start();
    b?.server.closeAllConnections();
    await new Promise((resolve) => b?.server.close(resolve));
    for (let n = 0; n < 20; n++) {
      const answer = await callService('creditservice', '/', { mesh: url(), method: 'POST' });
      assert.equal(await answer.text(), 'credit-0');
    }
    assert.equal(a?.hits, 20);
  });

  it('with no ready instance: those of a lost node are used, else 503', async () => {
    const [a] = await startCredit(['credit-0']);
    await mesh.instance('creditservice', 'credit-0', a?.mesh, { state: 'unhealthy', reason: 'node_lost: no lease' });
    await mesh.start();
    assert.equal(await get(), 'credit-0');
    await mesh.instance('creditservice', 'credit-0', a?.mesh, { state: 'unhealthy', reason: 'probe_failed' });
    await until('no endpoint', () => (mesh.agent.endpoints('creditservice') as { endpoints: unknown[] }).endpoints.length === 0);
    assert.match(await failure('creditservice'), /^mesh_no_endpoint: no instance of creditservice is ready$/);
  });

  it('a restart without the store works from the disk', async () => {
    await startCredit(['credit-0']);
    await mesh.policy('all', '*', '*', 'strict', true);
    const first = await mesh.start();
    assert.equal(await get(), 'credit-0');
    await first.stop();
    mesh.agents.length = 0;
    const client = mesh.memory.client('cut off');
    client.setPartition('refused');
    const second = await mesh.start({}, { store: client });
    assert.equal(await get(), 'credit-0');
    assert.deepEqual(
      (second.policies() as { policy_id: string }[]).map(({ policy_id }) => policy_id),
      ['all'],
    );
  });

  it('without store and disk nobody is let in and calls say why', async () => {
    const [a] = await startCredit(['credit-0']);
    const client = mesh.memory.client('cut off');
    client.setPartition('refused');
    await mesh.start({ discoveryMs: 100 }, { store: client });
    assert.match(await failure('creditservice'), /^mesh_no_endpoint: the store has not told/);
    const plain = connect(a?.mesh ?? 0, '127.0.0.1');
    plain.on('error', () => undefined);
    plain.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.deepEqual(await plain.toArray().catch(() => []), []);
    assert.equal(a?.hits, 0);
  });

  it('broken records are told and change nothing', async () => {
    await startCredit(['credit-0']);
    await mesh.policy('all', '*', '*', 'strict', true);
    const agent = await mesh.start();
    assert.equal(await get(), 'credit-0');
    await mesh.put(keyOf(clusterId, 'policy', 'all'), '{"mode":"disab');
    await mesh.put(keyOf(clusterId, 'service', 'creditservice'), '[]');
    await mesh.put(keyOf(clusterId, 'instance', 'creditservice', 'credit-0'), 'no');
    await mesh.instance('creditservice', 'marker', undefined, { state: 'starting' });
    await until('the warnings', () => mesh.logLines.filter(({ msg }) => /is no valid record/.test(String(msg))).length >= 3);
    assert.equal((agent.policies() as { mode: string }[])[0]?.mode, 'strict');
    assert.equal(await get(), 'credit-0');
  });

  it('an emptied store takes nothing away', async () => {
    await startCredit(['credit-0']);
    await mesh.policy('all', '*', '*', 'strict', true);
    const agent = await mesh.start();
    assert.equal(await get(), 'credit-0');
    const { kvs } = await mesh.store.list('');
    await mesh.store.transact(
      [],
      kvs.map(({ key }) => ({ type: 'delete', key })),
    );
    await until('the verdict', () => mesh.logLines.some(({ problem }) => /has lost the record of the cluster/.test(String(problem))));
    assert.equal(await get(), 'credit-0');
    assert.equal((agent.policies() as unknown[]).length, 1);
  });
});

describe('policy on the way out', () => {
  it('speaks what policy says, at once when it changes, and never plaintext after a failed mTLS', async () => {
    const seen: number[] = [];
    const port = await freePort();
    const sink = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (bytes: Buffer) => {
        seen.push(bytes[0] ?? 0);
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => sink.listen(port, '127.0.0.1', resolve));
    mesh.onClose(() => void sink.close());
    await mesh.service('sink');
    await mesh.instance('sink', 'sink-0', port);
    await mesh.policy('sink', '*', 'sink', 'strict', true);
    await mesh.start();
    assert.match(await failure('sink'), /^mesh_upstream_failed: no TLS with/);
    assert.ok(seen.length > 0 && seen.every((byte) => byte === 0x16), seen.join());
    seen.length = 0;
    await mesh.policy('sink', '*', 'sink', 'disabled', false);
    await until('the policy', () => (mesh.agent.policies() as { mode: string }[])[0]?.mode === 'disabled');
    await failure('sink');
    assert.equal(seen[0], 'G'.charCodeAt(0));
  });

  it('another service behind the address is not taken for the called one', async () => {
    const [a] = await startCredit(['credit-0']);
    await mesh.policy('all', '*', '*', 'strict', true);
    await mesh.service('iam');
    await mesh.instance('iam', 'iam-0', a?.mesh);
    await mesh.start();
    assert.match(await failure('iam'), /^mesh_upstream_failed: 127\.0\.0\.1:\d+ is not iam: .*creditservice is not the service iam/);
    assert.equal(a?.hits, 0);
  });

  it('mesh_mode none is dialled plainly at its own port, unless policy is strict', async () => {
    const app = await startApp('outside');
    await mesh.service('outside', { mesh_mode: 'none' });
    await mesh.instance('outside', 'outside-0', undefined, { port: app.port });
    await mesh.start();
    assert.equal(await get('outside'), 'outside');
    await mesh.policy('strict', '*', 'outside', 'strict', true);
    await until('the policy', () => (mesh.agent.policies() as unknown[]).length === 1);
    assert.match(await failure('outside'), /^mesh_denied: outside can't be called: the target has mesh_mode none, and policy strict/);
  });

  it('MTLS_FORCE_DISABLED speaks plain, and says so loudly', async () => {
    const [a] = await startCredit(['credit-0']);
    await mesh.policy('all', '*', '*', 'strict', true);
    const agent = await mesh.start({}, { forceDisabled: true });
    assert.equal(await get(), 'credit-0');
    assert.equal(a?.hits, 1);
    assert.match(agent.problemsOf('creditservice').join(), /MTLS_FORCE_DISABLED/);
    assert.ok(mesh.logLines.some(({ condition }) => condition === 'mtls_force_disabled'));
  });
});

describe('other ways in', () => {
  it('CONNECT passes bytes to the service', async () => {
    await startCredit(['credit-0']);
    await mesh.policy('all', '*', '*', 'strict', true);
    await mesh.start();
    const socket = connect(control, '127.0.0.1');
    socket.write(
      'CONNECT creditservice:80 HTTP/1.1\r\nHost: creditservice:80\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    const answer = (await socket.toArray()).join('');
    assert.match(answer, /^HTTP\/1\.1 200 Connection established\r\n\r\nHTTP\/1\.1 200 .*credit-0/s);
    const missing = connect(control, '127.0.0.1');
    missing.write('CONNECT nosuch:80 HTTP/1.1\r\nHost: nosuch:80\r\n\r\n');
    assert.match((await missing.toArray()).join(''), /^HTTP\/1\.1 404 .*x-photoncloud-error: unknown_service/s);
  });

  it('HTTP/2 in the clear passes as it is, also to a service of protocol http', async () => {
    const [port, bind] = [await freePort(), await freePort()];
    const h2 = createHttp2Server((_req, res) => void res.end('over h2'));
    await new Promise<void>((resolve) => h2.listen(port, '127.0.0.1', resolve));
    mesh.onClose(() => void h2.close());
    await mesh.service('creditservice');
    await mesh.placeIdentity('creditservice');
    await mesh.place({ name: 'creditservice', instances: [{ id: 'credit-0', app: port, mesh: bind }] });
    await mesh.instance('creditservice', 'credit-0', bind);
    await mesh.policy('all', '*', '*', 'strict', true);
    await mesh.start();
    const tunnel = connect(control, '127.0.0.1');
    tunnel.write('CONNECT creditservice:80 HTTP/1.1\r\nHost: creditservice:80\r\n\r\n');
    assert.match(String(await new Promise((resolve) => tunnel.once('data', resolve))), /^HTTP\/1\.1 200 /);
    const session = connectHttp2('http://creditservice', { createConnection: () => tunnel });
    const stream = session.request({ ':path': '/' });
    assert.equal((await stream.toArray()).join(''), 'over h2');
    session.destroy();
  });

  it('a fixed port balances requests of one connection, and passes bytes to a service that is not HTTP', async () => {
    const apps = await startCredit(['credit-0', 'credit-1']);
    const echoPort = await freePort();
    const echoMesh = await freePort();
    const echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
    await new Promise<void>((resolve) => echo.listen(echoPort, '127.0.0.1', resolve));
    mesh.onClose(() => void echo.close());
    await mesh.service('echo', { protocol: 'tcp', ports: { tcp: 7 } });
    await mesh.instance('echo', 'echo-0', echoMesh);
    await mesh.placeIdentity('echo');
    await mesh.place({ name: 'echo', protocol: 'tcp', instances: [{ id: 'echo-0', app: echoPort, mesh: echoMesh }] });
    const [http, tcp] = [await freePort(), await freePort()];
    await mesh.place({
      name: 'apigateway',
      control,
      upstreams: [
        { service: 'creditservice', port: http },
        { service: 'echo', port: tcp },
      ],
    });
    await mesh.policy('all', '*', '*', 'strict', true);
    await mesh.start();
    const socket = connect(http, '127.0.0.1');
    const one = 'GET / HTTP/1.1\r\nHost: public.example\r\n\r\n';
    socket.write(one.repeat(19) + one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    const answers = (await socket.toArray()).join('').match(/credit-\d/g) ?? [];
    assert.equal(answers.length, 20);
    assert.ok(apps.every(({ hits }) => hits > 0));
    const raw = connect({ port: tcp, host: '127.0.0.1', allowHalfOpen: true });
    raw.end('bytes');
    assert.equal((await raw.toArray()).join(''), 'bytes');
  });

  it('a peer from outside the allowed subnets is refused', async () => {
    await startCredit(['credit-0']);
    const host = '0.0.0.0';
    const outside = await externalAddress();
    await mesh.place({ name: 'apigateway', control, controlHost: host, allow: ['2001:db8::/32'] });
    await mesh.start();
    const answer = (address: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const req = request({ host: address, port: control, path: 'http://creditservice/', agent: false }, (res) =>
          resolve(res.resume().statusCode ?? 0),
        );
        req.on('error', reject);
        req.end();
      });
    assert.equal(await answer('127.0.0.1'), 200);
    assert.equal(await answer(outside), 403);
    assert.ok(mesh.refusals().includes('control_peer'));
  });
});

/** An address of this machine that is not loopback. */
async function externalAddress(): Promise<string> {
  const { networkInterfaces } = await import('node:os');
  const found = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  assert.ok(found, 'this test needs a network interface besides loopback');
  return found.address;
}

describe('configuration', () => {
  it('a change of one service leaves the connections of another alone; a broken file keeps the former', async () => {
    await startCredit(['credit-0']);
    const agent = await mesh.start();
    const socket = connect(control, '127.0.0.1');
    const got: string[] = [];
    socket.on('data', (chunk: Buffer) => got.push(chunk.toString()));
    const ask = async (): Promise<void> => {
      got.length = 0;
      socket.write('GET http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\n\r\n');
      await until('the answer', () => got.join('').endsWith('credit-0'));
    };
    await ask();
    const extra = await freePort();
    await mesh.place({ name: 'other', control: extra });
    await mesh.placeIdentity('other');
    await agent.reload();
    await ask();
    const before = (agent.services() as { service: string; config_digest: string }[]).find(({ service }) => service === 'apigateway');
    await writeFile(join(mesh.dir, 'mtls-agent.d', 'apigateway.toml'), '[service\n');
    await agent.reload();
    const now = (agent.services() as { service: string; config_digest: string; problems: string[] }[]).find(
      ({ service }) => service === 'apigateway',
    );
    assert.equal(now?.config_digest, before?.config_digest);
    assert.match(now?.problems.join() ?? '', /apigateway\.toml:1/);
    await ask();
    await mesh.place({ name: 'apigateway', control, allow: ['192.0.2.0/24'] });
    await until(
      'the repaired file, by watching',
      () =>
        (agent.services() as { service: string; config_digest: string; problems: string[] }[]).find(
          ({ service }) => service === 'apigateway',
        )?.problems.length === 0,
    );
    await ask();
    socket.destroy();
  });

  it('a service that is removed is no longer served, and its port is free again', async () => {
    await startCredit(['credit-0']);
    const agent = await mesh.start();
    assert.equal(await get(), 'credit-0');
    await rm(join(mesh.dir, 'mtls-agent.d', 'apigateway.toml'));
    await agent.reload();
    assert.deepEqual(
      (agent.services() as { service: string }[]).map(({ service }) => service),
      ['creditservice'],
    );
    const probe = createServer();
    await until(
      'the port',
      async () =>
        new Promise<boolean>((resolve) => {
          probe.once('error', () => resolve(false));
          probe.listen(control, '127.0.0.1', () => resolve(true));
        }),
    );
    await new Promise((resolve) => probe.close(resolve));
  });

  it('a port that is taken is told and taken later', async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(control, '127.0.0.1', resolve));
    await startCredit(['credit-0']);
    const agent = await mesh.start();
    assert.match(agent.problemsOf('apigateway').join(), /EADDRINUSE/);
    await new Promise((resolve) => squatter.close(resolve));
    await until('the port to be listened on', () => agent.problemsOf('apigateway').length === 0);
    assert.equal(await get(), 'credit-0');
  });

  it('a stop lets an answer under way finish', async () => {
    const [app] = await startCredit(['credit-0']);
    app?.server.removeAllListeners('request');
    let finish: (() => void) | undefined;
    app?.server.on('request', (_req, res) => {
      res.write('first ');
      finish = () => res.end('last');
    });
    const agent = await mesh.start({ drainMs: 3000 });
    const answer = await callService('creditservice', '/', { mesh: url() });
    await until('the app', () => finish !== undefined);
    const stopped = agent.stop();
    await until('no more to be taken', () => failure('creditservice').then((text) => text.includes('ECONNREFUSED')));
    finish?.();
    assert.equal(await answer.text(), 'first last');
    await stopped;
    mesh.agents.length = 0;
  });

  it('the admin socket answers the node agent', async () => {
    await startCredit(['credit-0']);
    const agent = await mesh.start();
    const path = join(mesh.dir, 'admin.sock');
    const admin = await serveAdmin(path, agent);
    mesh.onClose(() => admin.close());
    const ask = (method: string, target: string): Promise<{ status: number; body: unknown }> =>
      new Promise((resolve, reject) => {
        const req = request({ socketPath: path, method, path: target, agent: false }, (res) => {
          res
            .toArray()
            .then(
              (chunks) => resolve({ status: res.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) }),
              reject,
            );
        });
        req.on('error', reject);
        req.end();
      });
    await get();
    const { body } = await ask('GET', '/services');
    const [, credit] = body as { service: string; config_digest: string; fingerprint_sha256: string; problems: string[] }[];
    assert.equal(credit?.service, 'creditservice');
    assert.match(credit.config_digest, /^[0-9a-f]{64}$/);
    assert.match(credit.fingerprint_sha256, /^[0-9a-f]{64}$/);
    assert.deepEqual((await ask('GET', '/connections?service=creditservice&instance=credit-0')).body, { inbound: 1, accepting: true });
    assert.equal((await ask('GET', '/connections?service=creditservice&instance=nosuch')).status, 404);
    assert.equal((await ask('POST', '/reload')).status, 200);
    assert.equal((await ask('GET', '/nosuch')).status, 404);
    await assert.rejects(serveAdmin(path, agent), /another mesh agent/);
  });
});
