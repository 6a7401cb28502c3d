// Who is let in: handshakes made by hand against a real inbound port, and what happens to connections when the rules change.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { createAuthorities } from '../src/pki/authority.ts';
import { freePort, type Issued, Mesh, until } from './testing/fixture.ts';

let mesh: Mesh;
let app: Server;
let appPort: number;
let meshPort: number;
let appSockets: Socket[] = [];
let onApp: (socket: Socket) => void;

/** Greets nobody; echoes, and ends when its peer has. */
const echo = (socket: Socket): void => {
  socket.on('data', (chunk: Buffer) => socket.write(chunk));
  socket.on('end', () => socket.end());
};

before(async () => {
  mesh = await Mesh.create();
  [appPort, meshPort] = [await freePort(), await freePort()];
  app = createServer({ allowHalfOpen: true }, (socket) => {
    appSockets.push(socket);
    socket.on('error', () => undefined);
    onApp(socket);
  });
  await new Promise<void>((resolve) => app.listen(appPort, '127.0.0.1', resolve));
  mesh.onClose(() => {
    for (const socket of appSockets) socket.destroy();
    app.close();
  });
  await mesh.service('ledger', { protocol: 'tcp', ports: { tcp: 9 } });
  await mesh.policy('ledger', '*', 'ledger', 'strict', true);
  await mesh.placeIdentity('ledger');
  await mesh.place({ name: 'ledger', protocol: 'tcp', instances: [{ id: 'ledger-0', app: appPort, mesh: meshPort }] });
  await mesh.start({ detectMs: 150, idleMs: 1500, halfClosedIdleMs: 400, handshakeMs: 500 });
  await until('policies', () => (mesh.agent.policies() as unknown[]).length === 1);
});

after(() => mesh.close());

beforeEach(() => {
  appSockets = [];
  onApp = echo;
  mesh.logLines.length = 0;
});

/** One exchange over TLS: what came back, or undefined where nothing did. */
function talk(identity: Issued | undefined, say = 'hello'): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = dialTls(identity);
    let got = '';
    socket.on('data', (chunk: Buffer) => {
      got += chunk.toString();
      if (got === say) socket.end();
    });
    socket.on('secureConnect', () => socket.write(say));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(got === '' ? undefined : got));
  });
}

function dialTls(identity: Issued | undefined, port = meshPort): TLSSocket {
  return connectTls({
    port,
    host: '127.0.0.1',
    ca: mesh.authorities.root.certPem,
    rejectUnauthorized: false,
    ...(identity && { cert: identity.certPem, key: identity.keyPem }),
  });
}

async function setPolicy(mode: 'strict' | 'permissive' | 'disabled', required: boolean): Promise<void> {
  await mesh.policy('ledger', '*', 'ledger', mode, required);
  await until('the policy', () =>
    (mesh.agent.policies() as { mode: string; mtls_required: boolean }[]).some((p) => p.mode === mode && p.mtls_required === required),
  );
}

describe('identity, in order', () => {
  it('a service of the cluster is let in', async () => {
    assert.equal(await talk(mesh.issue('anyone')), 'hello');
  });

  it('the port shows its own service, by TLS 1.3 only, and resumes nothing', async () => {
    const socket = dialTls(mesh.issue('anyone'));
    const sessions: Buffer[] = [];
    socket.on('session', (session) => sessions.push(session));
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    assert.equal(socket.getProtocol(), 'TLSv1.3');
    assert.equal(socket.getPeerX509Certificate()?.subjectAltName, 'URI:spiffe://photoncloud/demo/service/ledger');
    socket.write('x');
    await new Promise((resolve) => socket.once('data', resolve));
    const session = sessions[0];
    if (session) {
      const again = connectTls({
        port: meshPort,
        host: '127.0.0.1',
        ca: mesh.authorities.root.certPem,
        rejectUnauthorized: false,
        session,
      });
      await new Promise((resolve) => again.once('secureConnect', resolve).once('error', resolve));
      assert.equal(again.isSessionReused(), false);
      again.destroy();
    }
    socket.destroy();
    const old = connectTls({ port: meshPort, host: '127.0.0.1', rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
    assert.match(
      String(await new Promise((resolve) => old.once('error', resolve).once('secureConnect', resolve))),
      /protocol|reset|disconnected/i,
    );
  });

  it('no certificate under strict, also from openssl s_client', async () => {
    assert.equal(await talk(undefined), undefined);
    await until('the reason', () => mesh.refusals().includes('policy_refuses_tls'));
    const openssl = spawn('openssl', ['s_client', '-connect', `127.0.0.1:${meshPort}`, '-quiet', '-servername', 'ledger'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let out = '';
    openssl.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    openssl.stdin.on('error', () => undefined);
    openssl.stdin.write('hello\n');
    await new Promise((resolve) => openssl.once('close', resolve));
    assert.doesNotMatch(out, /hello/);
    assert.equal(appSockets.length, 0);
  });

  const foreign = createAuthorities({ clusterId: 'demo', now: Date.now() });
  const cases: [string, () => Issued, string][] = [
    ['a foreign authority', () => mesh.issue('anyone', { authorities: foreign }), 'issuer_missing'],
    ['another cluster', () => mesh.issue('anyone', { identity: { clusterId: 'other' } }), 'wrong_cluster'],
    ['a node', () => mesh.issue('node-1', { identity: { kind: 'node' } }), 'wrong_kind'],
    ['an expired certificate', () => mesh.issue('anyone', { now: Date.now() - 10 * 86_400_000, lifetimeMs: 86_400_000 }), 'expired'],
  ];
  for (const [what, issued, reason] of cases) {
    it(`${what} is refused: ${reason}`, async () => {
      assert.equal(await talk(issued()), undefined);
      await until(reason, () => mesh.refusals().includes(reason));
      assert.equal(appSockets.length, 0);
    });
  }

  it('two URI SANs are refused', async () => {
    const issued = await twoUris();
    assert.equal(await talk(issued), undefined);
    await until('the reason', () => mesh.refusals().includes('not_one_uri_san'));
  });

  it('a revoked certificate is refused, and a connection that it holds is closed within a second', async () => {
    const issued = mesh.issue('anyone');
    const socket = dialTls(issued);
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    socket.write('x');
    await new Promise((resolve) => socket.once('data', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const startedAt = performance.now();
    await mesh.revoke(issued.fingerprint, 'spiffe://photoncloud/demo/service/anyone');
    await closed;
    assert.ok(performance.now() - startedAt < 1000);
    await until('the reason', () => mesh.refusals().includes('revoked'));
    assert.equal(await talk(issued), undefined);
  });
});

/** A leaf of the cluster's own authority with two URI names, as no signer of ours would make it. */
async function twoUris(): Promise<Issued> {
  const file = (name: string): string => join(mesh.dir, name);
  const { issuing } = mesh.authorities;
  await writeFile(file('ca.pem'), issuing.certPem);
  await writeFile(file('ca.key'), String(issuing.key.export({ type: 'pkcs8', format: 'pem' })), { mode: 0o600 });
  const base = 'spiffe://photoncloud/demo/service';
  await writeFile(
    file('two.cnf'),
    `[req]\ndistinguished_name=dn\nprompt=no\n[dn]\nO=demo\n[ext]\nbasicConstraints=critical,CA:false\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\nsubjectAltName=URI:${base}/anyone,URI:${base}/ledger\nauthorityKeyIdentifier=keyid\nsubjectKeyIdentifier=hash\n`,
  );
  await openssl(
    'req',
    '-new',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    file('two.key'),
    '-out',
    file('two.csr'),
    '-config',
    file('two.cnf'),
  );
  await openssl(
    'x509',
    '-req',
    '-in',
    file('two.csr'),
    '-CA',
    file('ca.pem'),
    '-CAkey',
    file('ca.key'),
    '-set_serial',
    '0x1234',
    '-days',
    '1',
    '-extfile',
    file('two.cnf'),
    '-extensions',
    'ext',
    '-out',
    file('two.pem'),
  );
  const { readFile } = await import('node:fs/promises');
  return {
    certPem: (await readFile(file('two.pem'), 'utf8')) + issuing.certPem,
    keyPem: await readFile(file('two.key'), 'utf8'),
    fingerprint: '',
  };
}

async function openssl(...args: string[]): Promise<void> {
  const run = spawn('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  run.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  assert.equal(await new Promise((resolve) => run.once('close', resolve)), 0, said);
}

describe('what is spoken', () => {
  it('plaintext is refused under strict, also where the server speaks first', async () => {
    onApp = (socket) => void socket.write('220 welcome');
    for (const say of ['GET / HTTP/1.1\r\n\r\n', 'opaque', '']) {
      const socket = connect(meshPort, '127.0.0.1');
      socket.on('error', () => undefined);
      if (say !== '') socket.write(say);
      socket.resume();
      await new Promise((resolve) => socket.once('close', resolve));
    }
    assert.equal(appSockets.length, 0);
    assert.equal(mesh.refusals().filter((reason) => reason === 'policy_refuses_plain').length, 3);
  });

  it('permissive lets a server speak first, after the detection time', async () => {
    await setPolicy('permissive', true);
    onApp = (socket) => void socket.write('220 welcome');
    const socket = connect(meshPort, '127.0.0.1');
    assert.equal(String(await new Promise((resolve) => socket.once('data', resolve))), '220 welcome');
    socket.destroy();
  });

  it('permissive takes one-way TLS without an identity, and bytes that come one by one', async () => {
    await setPolicy('permissive', true);
    assert.equal(await talk(undefined), 'hello');
    const socket = connect(meshPort, '127.0.0.1');
    let got = '';
    socket.on('data', (chunk: Buffer) => {
      got += chunk.toString();
    });
    for (const byte of 'PRI * HTTP/2.0') {
      socket.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until('the echo after the detection time', () => got === 'PRI * HTTP/2.0');
    socket.destroy();
  });

  it('a short message and a half-close reach an opaque app whole', async () => {
    await setPolicy('permissive', true);
    const socket = connect({ port: meshPort, host: '127.0.0.1', allowHalfOpen: true });
    socket.end('hi');
    assert.equal((await socket.toArray()).join(''), 'hi');
  });

  it('a handshake that never goes on is cut off by its own deadline', async () => {
    const socket = connect(meshPort, '127.0.0.1');
    socket.on('error', () => undefined);
    const drip = setInterval(() => socket.write(Buffer.from([0x16])), 20);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(drip);
    await until('the reason', () => mesh.refusals().some((reason) => reason.startsWith('handshake_')));
  });
});

describe('open connections', () => {
  const open = async (): Promise<TLSSocket> => {
    const socket = dialTls(mesh.issue('anyone'));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    socket.write('x');
    await new Promise((resolve) => socket.once('data', resolve));
    return socket;
  };

  it('half-close: the reply of a slow app arrives after the client has ended', async () => {
    await setPolicy('strict', true);
    onApp = (socket) => {
      socket.resume();
      socket.on('end', () => setTimeout(() => socket.end('slow reply'), 100));
    };
    const socket = connectTls({
      socket: connect({ port: meshPort, host: '127.0.0.1', allowHalfOpen: true }),
      rejectUnauthorized: false,
      ...pair(mesh.issue('anyone')),
    });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    socket.end('question');
    assert.equal((await socket.toArray()).join(''), 'slow reply');
  });

  it('a peer that acknowledges FIN and never closes: everything is destroyed after the idle time', async () => {
    onApp = (socket) => void socket.resume();
    for (let n = 0; n < 20; n++) (await openQuiet()).end();
    await until('the connections to go', () => inboundOpen() === 0, 3000);
    await until('the app sockets to go', () => appSockets.every(({ destroyed }) => destroyed), 3000);
  });

  const openQuiet = async (): Promise<TLSSocket> => {
    const socket = dialTls(mesh.issue('anyone'));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    return socket;
  };

  it('an app that resets resets the caller', async () => {
    const socket = await open();
    const failure = new Promise((resolve) => socket.once('error', resolve));
    appSockets.at(-1)?.resetAndDestroy();
    assert.equal(((await failure) as NodeJS.ErrnoException).code, 'ECONNRESET');
  });

  it('a certificate rotates: new handshakes see the new one, open connections live', async () => {
    const socket = await open();
    const before = socket.getPeerX509Certificate()?.fingerprint256;
    const issued = await mesh.placeIdentity('ledger');
    await until(
      'the new certificate in use',
      () => (mesh.agent.services() as { fingerprint_sha256: string }[])[0]?.fingerprint_sha256 === issued.fingerprint,
    );
    const fresh = await open();
    assert.notEqual(fresh.getPeerX509Certificate()?.fingerprint256, before);
    socket.write('y');
    assert.equal(String(await new Promise((resolve) => socket.once('data', resolve))), 'y');
    for (const one of [socket, fresh]) one.destroy();
  });

  it('a broken certificate file leaves the former in use and is told', async () => {
    const good = (mesh.agent.services() as { fingerprint_sha256: string }[])[0]?.fingerprint_sha256;
    await mesh.placeIdentity('ledger', mesh.issue('other'));
    await until('the problem', () => {
      const [problem = ''] = (mesh.agent.services() as { problems: string[] }[])[0]?.problems ?? [];
      return /ledger\.pem.*is not the service ledger/.test(problem);
    });
    assert.equal((mesh.agent.services() as { fingerprint_sha256: string }[])[0]?.fingerprint_sha256, good);
    assert.equal(await talk(mesh.issue('anyone')), 'hello');
    await mesh.placeIdentity('ledger');
    await until('the problem to go', () => (mesh.agent.services() as { problems: string[] }[])[0]?.problems.length === 0);
  });

  it('a policy that turns strict closes plain connections within a second, and leaves mTLS alone', async () => {
    await setPolicy('permissive', false);
    const plain = connect(meshPort, '127.0.0.1');
    plain.on('error', () => undefined);
    plain.write('x then more to be opaque');
    await new Promise((resolve) => plain.once('data', resolve));
    const secure = await open();
    const closed = new Promise((resolve) => plain.once('close', resolve));
    const startedAt = performance.now();
    await mesh.policy('ledger', '*', 'ledger', 'strict', true);
    await closed;
    assert.ok(performance.now() - startedAt < 1000);
    assert.ok(mesh.refusals().includes('policy_refuses_plain'));
    secure.write('still');
    assert.equal(String(await new Promise((resolve) => secure.once('data', resolve))), 'still');
    secure.destroy();
  });

  it('a caller by another service is let in or refused as its own policy says', async () => {
    await setPolicy('strict', true);
    await mesh.policy('legacy', 'legacy', 'ledger', 'strict', false);
    await until('the policy', () => (mesh.agent.policies() as unknown[]).length === 2);
    // A source that speaks one-way TLS opens the target to it; mTLS by anyone is accepted on every row.
    assert.equal(await talk(undefined), 'hello');
    assert.equal(await talk(mesh.issue('anyone')), 'hello');
  });
});

function pair({ certPem, keyPem }: Issued): { cert: string; key: string } {
  return { cert: certPem, key: keyPem };
}

function inboundOpen(): number {
  return (mesh.agent.connections('ledger', 'ledger-0') as { inbound: number }).inbound;
}
