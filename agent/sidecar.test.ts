// The sidecar's admin socket as the agent asks it, and what the agent makes of files that are half there.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { PhotonError } from '../src/model/errors.ts';
import { createCsr } from '../src/pki/csr.ts';
import { generateKey } from '../src/pki/keys.ts';
import { adminSocket, createSidecarAdmin, MeshStore, sidecarProcess } from './sidecar.ts';
import { pathsOf } from './config.ts';
import { Bed, cluster, configOf } from './testbed.ts';

async function withSocket(
  answer: (method: string, url: string) => [number, string],
  use: (path: string, asked: string[]) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'photoncloud-admin-'));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const [status, body] = answer(request.method ?? '', request.url ?? '');
    response.writeHead(status).end(body);
  });
  const path = join(directory, 'admin.sock');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  try {
    await use(path, asked);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true });
  }
}

test('answers of the admin socket', () =>
  withSocket(
    (_method, url) => {
      if (url === '/services') {
        return [200, JSON.stringify([{ service: 'web', config_digest: 'd', fingerprint_sha256: null, problems: ['p', { message: 'q' }] }])];
      }
      return url.startsWith('/connections') ? [200, '{"inbound":3}'] : [204, ''];
    },
    async (path, asked) => {
      const admin = createSidecarAdmin(path);
      assert.deepEqual(await admin.services(), [{ service: 'web', configDigest: 'd', fingerprintSha256: '', problems: ['p', 'q'] }]);
      assert.equal(await admin.inboundConnections('web', 'web-0'), 3);
      await admin.reload();
      assert.deepEqual(asked, ['GET /services', 'GET /connections?service=web&instance=web-0', 'POST /reload']);
    },
  ));

test('an instance that still takes connections is not free of them', async () => {
  for (const [said, counted] of [
    ['{"inbound":0,"accepting":true}', 1],
    ['{"inbound":2,"accepting":true}', 2],
    ['{"inbound":0,"accepting":false}', 0],
  ] as const) {
    await withSocket(
      () => [200, said],
      async (path) => assert.equal(await createSidecarAdmin(path).inboundConnections('web', 'web-0'), counted),
    );
  }
});

test('what is no answer is unknown', () =>
  withSocket(
    () => [500, 'broken'],
    async (path) => {
      for (const admin of [createSidecarAdmin(path), createSidecarAdmin(`${path}.none`)]) {
        assert.equal(await admin.services(), undefined);
        assert.equal(await admin.inboundConnections('web', 'web-0'), undefined);
        await assert.rejects(admin.reload(), (thrown) => thrown instanceof PhotonError && thrown.code === 'process_failed');
      }
    },
  ));

test('an answer of another shape is unknown', () =>
  withSocket(
    () => [200, '{"x":1}'],
    async (path) => {
      const admin = createSidecarAdmin(path);
      assert.equal(await admin.services(), undefined);
      assert.equal(await admin.inboundConnections('web', 'web-0'), undefined);
    },
  ));

function store() {
  const bed = new Bed();
  const ports = bed.host.ports({ clusterId: cluster, nodeId: 'node-1', dataDir: '/data/node-1' });
  const paths = pathsOf('/data/node-1');
  return { bed, ports, paths, mesh: new MeshStore(ports.files, paths, bed.clock), signer: bed.authority.signer(bed.host, ports.life) };
}

test('of several certificates the one that lasts longest is used, the others are former ones', async () => {
  const { bed, mesh, signer, paths } = store();
  await mesh.issue('web', 'node-1', signer);
  const [first] = bed.host.files.list(`${paths.certificates}/web`);
  bed.clock.jumpWall(3_600_000);
  await mesh.issue('web', 'node-1', signer);
  for (const fresh of [false, true]) {
    const view = await mesh.view(fresh);
    assert.notEqual(view.certificates.get('web')?.fingerprint, first);
    assert.deepEqual(view.former.get('web'), [first]);
  }
  await mesh.prune('web', [first ?? '']);
  assert.equal(bed.host.files.list(`${paths.certificates}/web`).length, 1);
});

test('a certificate without its key, with another key, or cut short is not used', async () => {
  const { ports, mesh, signer, paths } = store();
  await mesh.issue('web', 'node-1', signer);
  const view = await mesh.view(true);
  const { certFile, keyFile } = view.certificates.get('web') ?? assert.fail('no certificate');
  const cert = (await ports.files.read(certFile)) ?? '';
  const damage: [string, () => Promise<void>][] = [
    ['cut short', () => ports.files.write(certFile, cert.slice(0, 100), 0o644)],
    ['another key', () => ports.files.write(keyFile, generateKey().privateKeyPem, 0o600)],
    ['no key', () => ports.files.remove(keyFile)],
  ];
  for (const [name, spoil] of damage) {
    await ports.files.write(certFile, cert, 0o644);
    await spoil();
    assert.equal((await mesh.view(true)).certificates.has('web'), false, name);
  }
  await mesh.issue('web', 'node-1', signer);
  assert.equal((await mesh.view(true)).certificates.has('web'), true);
  assert.ok(await ports.files.read(paths.bundle));
});

test('a signer that answers for another key is not believed', async () => {
  const { mesh, signer } = store();
  const other = await signer.sign({ kind: 'service', service: 'web', nodeId: 'node-1', csrPem: createCsr(generateKey().privateKey) });
  await assert.rejects(
    mesh.issue('web', 'node-1', { sign: () => Promise.resolve(other) }),
    (thrown) => thrown instanceof PhotonError && thrown.code === 'certificate_invalid',
  );
  assert.equal((await mesh.view(true)).certificates.size, 0);
});

test('one process over the directory, or one for each service', () => {
  const config = configOf('node-1');
  const paths = pathsOf(config.data_dir);
  const node = sidecarProcess(config, paths, undefined, {});
  assert.deepEqual(node.args.slice(0, 2), ['--config', '/data/node-1/mtls-agent.d']);
  const alone = { ...config, mesh: { ...config.mesh, isolation: 'service' as const, health_listen: '127.0.0.1:9102' } };
  const service = sidecarProcess(alone, paths, 'web', {});
  assert.equal(service.name, 'mesh-agent-web');
  assert.deepEqual(service.args.slice(0, 2), ['--config', '/data/node-1/mtls-agent.d/web.toml']);
  assert.equal(service.args.at(-1), '127.0.0.1:0');
  assert.notEqual(adminSocket(alone, paths, 'web'), adminSocket(alone, paths, 'api'));
  assert.ok(adminSocket(alone, paths, 'x'.repeat(63)).length < 100);
});
