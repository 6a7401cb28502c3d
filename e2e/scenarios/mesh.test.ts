// The mesh from outside: what openssl, curl and a bare socket are let in to, and what an application gets at its control port.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Cluster, run, startCluster } from '../harness/cluster.ts';
import { type DockerEngineHandle, ensureDocker } from '../harness/dockerd.ts';
import { benchImage, ensureImages } from '../harness/images.ts';
import { type Authorities, createAuthorities, loadAuthorities } from '../../src/pki/authority.ts';
import { issueLeaf } from '../../src/pki/issue.ts';
import { generateKey } from '../../src/pki/keys.ts';
import type { SpiffeIdentity } from '../../src/pki/spiffe.ts';
import {
  apply,
  containers,
  deleteByHand,
  eventually,
  type Instance,
  type Manifest,
  policyOf,
  putByHand,
  readStore,
  readyInstances,
  serviceOf,
  startScene,
} from './support.ts';

let engine: DockerEngineHandle;
let cluster: Cluster;
let authorities: Authorities;
/** The instance of service t, on node-2: everybody's target. */
let target: Instance;

before(async () => {
  engine = await ensureDocker();
  await ensureImages(engine);
  ({ cluster } = await startScene(engine, { name: 'mesh', nodes: 2, firstHost: 61 }));
  const at = (zone: string): Manifest => ({ placement: { constraints: [`zone==${zone}`] } });
  await apply(
    cluster,
    serviceOf('a', at('a'), { env: { UPSTREAM: 't' } }),
    serviceOf('b', at('a')),
    serviceOf('t', at('b')),
    serviceOf('empty', { replicas: 0 }),
    serviceOf('bare', { ...at('b'), mesh_mode: 'none' }),
  );
  for (const name of ['a', 'b', 'bare']) await readyInstances(cluster, name, 1);
  const [found] = await readyInstances(cluster, 't', 1);
  assert.ok(found?.mesh_port);
  target = found;
  authorities = await loadAuthorities(join(cluster.dir, 'ca'));
});

after(async () => {
  await cluster?.stop();
  await engine?.stop();
});

// ---------------------------------------------------------------- callers

interface Credentials {
  certFile: string;
  keyFile: string;
  fingerprint: string;
}

/** A certificate of an identity, its chain behind it, as openssl takes it. */
function credentialsOf(by: Authorities, identity: SpiffeIdentity, name: string): Credentials {
  const dir = join(cluster.dir, 'callers');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const { privateKey, privateKeyPem } = generateKey();
  const leaf = issueLeaf(by.issuing, { identity, publicKey: privateKey, now: Date.now() });
  const files = { certFile: join(dir, `${name}.crt`), keyFile: join(dir, `${name}.key`), fingerprint: leaf.fingerprintSha256 };
  writeFileSync(files.certFile, `${leaf.certPem}${by.issuing.certPem}`);
  writeFileSync(files.keyFile, privateKeyPem, { mode: 0o600 });
  return files;
}

const service = (name: string): Credentials => credentialsOf(authorities, { clusterId: cluster.clusterId, kind: 'service', name }, name);

const request = 'GET /healthz HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n';
const chainOf = (own: Credentials): string[] => ['-cert', own.certFile, '-key', own.keyFile, '-cert_chain', own.certFile];

/** An HTTP request through `openssl s_client` to t's mesh port. A refusal in TLS 1.3 shows only after the handshake. */
function viaOpenssl(own?: Credentials, ...more: string[]): Promise<{ letIn: boolean; said: string }> {
  const args = [
    's_client',
    '-connect',
    `${target.ip}:${target.mesh_port}`,
    '-CAfile',
    join(cluster.dir, 'ca/root.crt'),
    '-ign_eof',
    '-tls1_3',
  ];
  const child = spawn('openssl', [...args, ...(own ? chainOf(own) : []), ...more], { stdio: ['pipe', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    const deadline = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stdin.on('error', () => undefined);
    child.once('error', reject);
    child.once('close', (_code, signal) => {
      clearTimeout(deadline);
      if (signal) reject(new Error(`openssl s_client got neither answer nor refusal within 10 s:\n${said}`));
      else resolve({ letIn: said.includes('HTTP/1.1 200'), said });
    });
    child.stdin.write(request);
  });
}

/** The same request in plaintext. */
function viaPlain(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: target.ip, port: target.mesh_port ?? 0 });
    let said = '';
    socket.setEncoding('utf8').setTimeout(10_000, () => socket.destroy(new Error('neither answer nor refusal within 10 s')));
    socket.on('data', (text: string) => (said += text));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(false) : reject(error),
    );
    socket.on('close', () => resolve(said.startsWith('HTTP/1.1 200')));
    socket.write(request);
  });
}

/** Replaces all policies by these. */
async function policies(...wanted: Manifest[]): Promise<void> {
  const { records } = await readStore(cluster, 'mtls/policies/');
  const paths = new Map(wanted.map(({ kind: _, ...policy }) => [`mtls/policies/${String(policy['policy_id'])}`, policy]));
  for (const path of records.keys()) if (!paths.has(path)) await deleteByHand(cluster, path);
  for (const [path, policy] of paths) await putByHand(cluster, path, policy);
}

// ---------------------------------------------------------------- inbound

interface Row {
  policies: Manifest[];
  what: string;
  plain: boolean;
  tls: boolean;
  /** With b's certificate. */
  mtls: boolean;
}

const rows: Row[] = [
  { what: 'no policy in dev', policies: [], plain: true, tls: true, mtls: true },
  { what: 'strict a → t binds a only', policies: [policyOf('a', 't', 'strict', true)], plain: true, tls: true, mtls: true },
  { what: 'strict * → t', policies: [policyOf('*', 't', 'strict', true)], plain: false, tls: false, mtls: true },
  { what: 'strict * → t, mTLS not required', policies: [policyOf('*', 't', 'strict', false)], plain: false, tls: true, mtls: true },
  { what: 'permissive * → t', policies: [policyOf('*', 't', 'permissive', true)], plain: true, tls: true, mtls: true },
  { what: 'disabled * → t', policies: [policyOf('*', 't', 'disabled', false)], plain: true, tls: true, mtls: true },
  {
    what: 'strict * → t beside a disabled pair, which opens t to anonymous callers',
    policies: [policyOf('*', 't', 'strict', true), policyOf('b', 't', 'disabled', false)],
    plain: true,
    tls: true,
    mtls: true,
  },
  {
    what: 'the pair a → t is strict, the rest is closed by *',
    policies: [policyOf('a', 't', 'strict', true), policyOf('*', 't', 'strict', true)],
    plain: false,
    tls: false,
    mtls: true,
  },
];

test('a mesh port lets in exactly whom the policy says: plaintext, TLS without a certificate, another service’s certificate', async () => {
  const b = service('b');
  for (const row of rows) {
    await policies(...row.policies);
    await eventually(
      cluster,
      `${row.what}: plain ${row.plain}, TLS ${row.tls}, mTLS ${row.mtls}`,
      async () => {
        const [plain, tls, mtls] = await Promise.all([viaPlain(), viaOpenssl(), viaOpenssl(b)]);
        assert.deepEqual({ plain, tls: tls.letIn, mtls: mtls.letIn }, { plain: row.plain, tls: row.tls, mtls: row.mtls });
        return true;
      },
      15_000,
    );
  }
});

test('under strict only identities of this cluster are let in: no other CA, no other cluster, no node, nothing revoked, no TLS 1.2', async () => {
  await policies(policyOf('*', 't', 'strict', true));
  const good = service('a');
  await eventually(cluster, 'strict to be in force', async () => !(await viaOpenssl()).letIn && !(await viaPlain()), 15_000);
  assert.ok((await viaOpenssl(good)).letIn, 'a is let in');

  const { clusterId } = cluster;
  const foreign = createAuthorities({ clusterId, now: Date.now() });
  const asA: SpiffeIdentity = { clusterId, kind: 'service', name: 'a' };
  const refused: [string, Credentials][] = [
    ['another CA that names this cluster', credentialsOf(foreign, asA, 'foreign-ca')],
    ['our CA, another cluster', credentialsOf(authorities, { ...asA, clusterId: `${clusterId}x` }, 'foreign-cluster')],
    ['the node that t runs on', credentialsOf(authorities, { clusterId, kind: 'node', name: target.node_id }, 'own-node')],
    ['a node that is named as a service', credentialsOf(authorities, { ...asA, kind: 'node' }, 'node-a')],
  ];
  for (const [what, own] of refused) assert.equal((await viaOpenssl(own)).letIn, false, `${what} was let in`);
  const other = await startCluster({ name: 'other', nodes: 0, controllers: 0 });
  try {
    const real = await loadAuthorities(join(other.dir, 'ca'));
    const theirs = credentialsOf(real, { clusterId: other.clusterId, kind: 'service', name: 'a' }, 'other-cluster');
    assert.equal((await viaOpenssl(theirs)).letIn, false, 'the certificate of a real other cluster was let in');
  } finally {
    await other.stop();
  }
  const old = await run('openssl', ['s_client', '-connect', `${target.ip}:${target.mesh_port}`, '-tls1_2', ...chainOf(good)]);
  assert.match(old.stdout + old.stderr, /alert|handshake failure|protocol version/i);
  assert.doesNotMatch(old.stdout, /Cipher is (?!\(NONE\))/, 'TLS 1.2 was spoken');

  await putByHand(cluster, `mtls/revoked/${good.fingerprint}`, {
    fingerprint_sha256: good.fingerprint,
    subject: `spiffe://photoncloud/${clusterId}/service/a`,
    reason: 'key lost',
    revoked_at: new Date().toISOString(),
    until: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await eventually(cluster, 'the revoked certificate to be refused', async () => !(await viaOpenssl(good)).letIn, 15_000);
  assert.ok((await viaOpenssl(service('a'))).letIn, 'another certificate of the same service is let in');
});

/** A plaintext connection that asks again and again; tells when the far side has ended it. */
function liveConnection(): { answers(): number; closed(): boolean; ask(): void; end(): void } {
  const socket: Socket = connect({ host: target.ip, port: target.mesh_port ?? 0 });
  let [count, closed] = [0, false];
  socket.setEncoding('utf8').on('data', (text: string) => (count += text.split('HTTP/1.1 200').length - 1));
  socket.on('error', () => undefined);
  socket.on('close', () => (closed = true));
  return {
    answers: () => count,
    closed: () => closed,
    ask: () => void socket.write('GET /healthz HTTP/1.1\r\nHost: t\r\n\r\n'),
    end: () => void socket.destroy(),
  };
}

test('a policy that turns strict ends live connections that it no longer allows, within seconds, and says why', async () => {
  await policies();
  await eventually(cluster, 'plaintext to be let in', viaPlain, 15_000);
  const live = liveConnection();
  live.ask();
  await eventually(cluster, 'an answer on it', () => live.answers() === 1, 5_000);
  live.ask();
  await eventually(cluster, 'a second answer on the same connection', () => live.answers() === 2, 5_000);

  const since = performance.now();
  await policies(policyOf('*', 't', 'strict', true));
  await eventually(cluster, 'the connection to be ended', () => live.closed(), 10_000);
  assert.ok(performance.now() - since < 10_000);
  await policies();
  await eventually(cluster, 'plaintext to be let in again', viaPlain, 15_000);
  live.end();
});

// ---------------------------------------------------------------- outbound

interface AssignmentView {
  service: string;
  mesh: { control?: number };
}

/** The control port of a service, as its containers know it. */
async function controlOf(name: string): Promise<{ host: string; port: number; network: string }> {
  const { records } = await readStore(cluster, 'assignments/');
  const port = [...records.values()].map((text) => JSON.parse(text) as AssignmentView).find((a) => a.service === name)?.mesh.control;
  const [container] = await containers(engine, cluster, name);
  assert.ok(port && container?.gateway, `${name} has a control port on its bridge`);
  return { host: container.gateway, port, network: container.network };
}

async function curl(...args: string[]): Promise<{ status: number; body: string }> {
  const out = await run('curl', ['-sS', '-m', '10', '-w', '\n%{http_code}', ...args]);
  const cut = out.stdout.lastIndexOf('\n');
  assert.equal(out.code, 0, `curl ${args.join(' ')}: exit ${out.code}: ${out.stderr}`);
  return { status: Number(out.stdout.slice(cut + 1)), body: out.stdout.slice(0, cut) };
}

interface Answer {
  service: string;
  peer?: string;
  upstream?: Answer;
}

test('a call by HTTP_PROXY, by Host, by header and by CONNECT reaches the service with the caller’s identity', async () => {
  await policies(policyOf('*', 't', 'strict', true));
  const { host, port } = await controlOf('a');
  const control = `http://${host}:${port}`;
  const ways: [string, string[]][] = [
    ['HTTP_PROXY', ['-x', control, 'http://t/x']],
    ['Host', ['-H', 'Host: t', `${control}/x`]],
    ['header', ['-H', 'x-photoncloud-service: t', `${control}/x`]],
    ['CONNECT', ['-p', '-x', control, 'http://t:80/x']],
  ];
  for (const [what, args] of ways) {
    const reply = await curl(...args);
    assert.equal(reply.status, 200, `${what}: ${reply.body}`);
    const answer = JSON.parse(reply.body) as Answer;
    assert.equal(answer.service, 't', what);
    assert.equal(answer.peer, `spiffe://photoncloud/${cluster.clusterId}/service/a`, `${what}: the far side saw the caller's id`);
  }
  // And the application itself, from within its container.
  const own = await curl('-H', 'Host: a', `${await controlUrl('b')}/call`);
  const answer = JSON.parse(own.body) as Answer;
  assert.equal(answer.upstream?.service, 't');
  assert.equal(answer.upstream?.peer, `spiffe://photoncloud/${cluster.clusterId}/service/a`);
});

async function controlUrl(name: string): Promise<string> {
  const { host, port } = await controlOf(name);
  return `http://${host}:${port}`;
}

test('what can’t be called is told apart: unknown service 404, no instance 503, denied 403', async () => {
  await policies(policyOf('*', 't', 'strict', true), policyOf('a', 'bare', 'strict', true));
  const control = await controlUrl('a');
  const expected: [string, number][] = [
    ['nobody', 404],
    ['empty', 503],
    ['bare', 403],
  ];
  for (const [name, status] of expected) {
    await eventually(
      cluster,
      `${name} to be answered ${status}`,
      async () => {
        const reply = await curl('-x', control, `http://${name}/`);
        assert.equal(reply.status, status, reply.body);
        assert.match(reply.body, new RegExp(name), 'the answer names the service');
        return true;
      },
      15_000,
    );
  }
  await policies(policyOf('*', 't', 'strict', true));
  await eventually(
    cluster,
    'bare to be called plainly without that policy',
    async () => (await curl('-x', control, 'http://bare/')).status === 200,
    15_000,
  );
});

test('a container reaches its own service’s control port and no other service’s', async () => {
  process.env['TESTCONTAINERS_RYUK_DISABLED'] = 'true';
  process.env['DOCKER_HOST'] = `unix://${engine.socketPath}`;
  const { GenericContainer } = await import('testcontainers');
  const [a, b] = [await controlOf('a'), await controlOf('b')];
  assert.notEqual(a.network, b.network, 'each service has a bridge of its own');
  const inside = await new GenericContainer(benchImage).withNetworkMode(a.network).withCommand(['/busybox', 'sleep', '300']).start();
  try {
    const wget = async (control: { host: string; port: number }) => {
      const proxy = `http_proxy=http://${control.host}:${control.port}`;
      const out = await inside.exec([
        '/busybox',
        'env',
        proxy,
        '/busybox',
        'timeout',
        '8',
        '/busybox',
        'wget',
        '-q',
        '-O',
        '-',
        'http://t/x',
      ]);
      return { reached: out.exitCode === 0 && out.output.includes('"service":"t"'), said: out.output };
    };
    const own = await wget(a);
    assert.ok(own.reached, `its own control port: ${own.said}`);
    const others = await wget(b);
    assert.equal(others.reached, false, `another service's control port answered: ${others.said}`);
    assert.ok((await wget(a)).reached, 'and its own still does');
  } finally {
    await inside.stop();
  }
});
