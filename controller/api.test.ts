// The certificate API over a real etcd: who gets what, what is recorded, and what hostile input does (nothing).
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { connect } from 'node:tls';
import { type RunningEtcd, startEtcd } from '../e2e/harness/etcd.ts';
import { OpensslWorkshop } from '../e2e/harness/openssl.ts';
import { systemClock } from '../src/loop/clock.ts';
import type { Log, Store } from '../src/loop/ports.ts';
import { seededRandom } from '../src/loop/random.ts';
import { parseEntry } from '../src/model/entry.ts';
import { PhotonError } from '../src/model/errors.ts';
import { keyOf } from '../src/model/keys.ts';
import { type Authorities, createAuthorities, saveAuthorities } from '../src/pki/authority.ts';
import { fingerprintSha256, readCertificate, readCertificates } from '../src/pki/certificate.ts';
import { createCsr } from '../src/pki/csr.ts';
import { generateKey } from '../src/pki/keys.ts';
import { readPem, writePem } from '../src/pki/pem.ts';
import { createSigner, type SignerOptions } from '../src/pki/signer-client.ts';
import { createBootstrapToken, saveBootstrapToken } from '../src/pki/token.ts';
import { trustAnchors, verifyPeer } from '../src/pki/verify.ts';
import { openEtcd } from '../src/store/etcd.ts';
import { type Api, type ApiOptions, createApi } from './api.ts';

const clusterId = 'demo';
const dayMs = 86_400_000;

interface LogLine {
  level: string;
  message: string;
  fields: Record<string, unknown>;
}

function recordingLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const make = (base: object): Log => {
    const write = (level: string) => (fields: object, message: string) =>
      void lines.push({ level, message, fields: { ...base, ...fields } });
    return {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      child: (fields) => make({ ...base, ...fields }),
    };
  };
  return { log: make({}), lines };
}

interface Answered {
  status: number;
  body: Record<string, unknown>;
}

describe('certificate API', () => {
  let etcd: RunningEtcd;
  let store: Store;
  let dir: string;
  let authorities: Authorities;
  let token: string;
  let api: Api;
  const openssl = new OpensslWorkshop();
  const { log, lines } = recordingLog();

  const start = (extra: Partial<ApiOptions> = {}): Promise<Api> =>
    createApi({
      store,
      clock: systemClock,
      random: seededRandom(1),
      log,
      clusterId,
      authorities,
      bootstrapTokenFile: join(dir, 'bootstrap.token'),
      listen: '127.0.0.1:0',
      // Hundreds of handshakes at once take their time where client and server share a busy processor.
      requestTimeoutMs: 60_000,
      ...extra,
    });

  const put = async (key: string, value: object): Promise<void> => {
    await store.transact([], [{ type: 'put', key, value: JSON.stringify(value) }]);
  };

  before(async () => {
    etcd = await startEtcd();
    store = openEtcd({ endpoints: etcd.endpoints });
    dir = await mkdtemp(join(tmpdir(), 'photoncloud-api-'));
    authorities = createAuthorities({ clusterId, now: Date.now() });
    await saveAuthorities(dir, authorities);
    token = createBootstrapToken();
    await saveBootstrapToken(join(dir, 'bootstrap.token'), token);
    await put(keyOf(clusterId, 'node', 'node-1'), { node_id: 'node-1' });
    await put(keyOf(clusterId, 'assignment', 'node-1', 'iam', 'iam-0-a'), {});
    api = await start();
  });

  after(async () => {
    openssl.close();
    await api?.close();
    await store?.close();
    await etcd?.stop();
    if (dir) await rm(dir, { recursive: true, force: true });
  });

  const open = (options: RequestOptions = {}): ClientRequest =>
    httpsRequest({
      host: '127.0.0.1',
      port: api.address.port,
      path: '/v1/certificates',
      method: 'POST',
      ca: authorities.root.certPem,
      agent: false,
      headers: { authorization: `Bearer ${token}` },
      ...options,
    });

  const answerOf = (request: ClientRequest): Promise<Answered> =>
    new Promise((resolve, reject) => {
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }),
        );
        response.on('error', reject);
      });
    });

  const ask = (body: unknown, options: RequestOptions = {}): Promise<Answered> => {
    const request = open(options);
    const answer = answerOf(request);
    request.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
    return answer;
  };

  const csr = (): string => createCsr(generateKey().privateKey);
  const asking = (...extensions: string[]) => ({ ...nodeAsk(), csr_pem: openssl.request({ extensions }) });
  const nodeAsk = () => ({ kind: 'node', node_id: 'node-1', csr_pem: csr() });
  const serviceAsk = () => ({ kind: 'service', service: 'iam', node_id: 'node-1', csr_pem: csr() });

  const stillServes = async (): Promise<void> => {
    const answer = await ask(nodeAsk());
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };

  const recordAt = async (key: string): Promise<Record<string, unknown>> => {
    const { kv } = await store.get(key);
    assert.ok(kv, `nothing at ${key}`);
    const parsed = parseEntry(clusterId, kv);
    assert.ok(parsed?.ok, `no valid record at ${key}: ${kv.value}`);
    return parsed.entry.record as unknown as Record<string, unknown>;
  };

  test('a service with an assignment gets its certificate, and it is recorded', async () => {
    const key = generateKey();
    const { status, body } = await ask({ ...serviceAsk(), csr_pem: createCsr(key.privateKey) });
    assert.equal(status, 200);
    const certPem = String(body['cert_pem']);
    const verdict = verifyPeer([...readCertificates(certPem), ...readCertificates(String(body['chain_pem']))], {
      anchors: trustAnchors(String(body['bundle_pem'])),
      clusterId,
      expect: { kind: 'service', name: 'iam' },
      now: Date.now(),
      revoked: new Set(),
    });
    assert.ok(verdict.ok, JSON.stringify(verdict));
    assert.ok(new X509Certificate(certPem).checkPrivateKey(key.privateKey));
    const fingerprint = fingerprintSha256(certPem);
    const binding = await recordAt(keyOf(clusterId, 'service-certificate', 'iam'));
    const issued = await recordAt(keyOf(clusterId, 'issued-certificate', 'iam', 'node-1'));
    const facts = readCertificate(readCertificates(certPem)[0] ?? new Uint8Array());
    assert.equal(binding['fingerprint_sha256'], fingerprint);
    assert.equal(issued['fingerprint_sha256'], fingerprint);
    assert.equal(issued['serial'], facts.serial);
    assert.equal(issued['expires_at'], new Date(facts.notAfter).toISOString());
    assert.equal(facts.notAfter - Date.now() > 89 * dayMs, true);
    const logged = lines.find((line) => line.fields['fingerprint_sha256'] === fingerprint);
    assert.equal(logged?.level, 'info');
  });

  test('a node gets its certificate; the authorities are recorded by id and fingerprint alone', async () => {
    const { status, body } = await ask(nodeAsk());
    assert.equal(status, 200);
    const binding = await recordAt(keyOf(clusterId, 'node-certificate', 'node-1'));
    assert.equal(binding['subject'], 'spiffe://photoncloud/demo/node/node-1');
    assert.equal(binding['fingerprint_sha256'], fingerprintSha256(String(body['cert_pem'])));
    const ca = await recordAt(keyOf(clusterId, 'ca'));
    const states = (ca['authorities'] as Record<string, unknown>[]).map(({ ca_id, state }) => [ca_id, state]);
    assert.deepEqual(states, [
      [authorities.root.caId, 'published'],
      [authorities.issuing.caId, 'signing'],
    ]);
    const { kvs } = await store.list(`photoncloud/clusters/${clusterId}/`);
    for (const { key, value } of kvs) assert.doesNotMatch(value, /BEGIN|PRIVATE|MII/, key);
  });

  test('fields of a later version are kept when a binding is written again', async () => {
    const key = keyOf(clusterId, 'service-certificate', 'iam');
    await ask(serviceAsk());
    await put(key, { ...(await recordAt(key)), note: 'kept' });
    const { body } = await ask(serviceAsk());
    const binding = await recordAt(key);
    assert.equal(binding['note'], 'kept');
    assert.equal(binding['fingerprint_sha256'], fingerprintSha256(String(body['cert_pem'])));
  });

  test('health', async () => {
    assert.deepEqual(await ask('', { method: 'GET', path: '/v1/health' }), { status: 200, body: { status: 'ok' } });
    assert.equal((await ask('', { method: 'GET' })).status, 404);
    assert.equal((await ask(nodeAsk(), { path: '/v1/certificates/../health' })).status, 404);
  });

  const refusals: [name: string, status: number, code: string, make: () => unknown][] = [
    ['a node that does not exist', 403, 'api_denied', () => ({ ...nodeAsk(), node_id: 'node-9' })],
    ['a service without an assignment there', 403, 'api_denied', () => ({ ...serviceAsk(), service: 'billing' })],
    ['a service on a node that does not exist', 403, 'api_denied', () => ({ ...serviceAsk(), node_id: 'node-2' })],
    ['a prefix of a service', 403, 'api_denied', () => ({ ...serviceAsk(), service: 'ia' })],
    ['a node id that climbs', 400, 'invalid_argument', () => ({ ...serviceAsk(), node_id: '../node-1' })],
    ['a service with a slash', 400, 'invalid_argument', () => ({ ...serviceAsk(), service: 'iam/iam-0-a' })],
    ['an empty service', 400, 'invalid_argument', () => ({ ...serviceAsk(), service: '' })],
    ['upper case', 400, 'invalid_argument', () => ({ ...nodeAsk(), node_id: 'NODE-1' })],
    ['a kind of its own', 400, 'invalid_argument', () => ({ ...nodeAsk(), kind: 'root' })],
    ['a node with a service', 400, 'invalid_argument', () => ({ ...nodeAsk(), service: 'iam' })],
    ['an unknown field', 400, 'invalid_argument', () => ({ ...nodeAsk(), lifetime_s: 1e9 })],
    ['a prototype', 400, 'invalid_argument', () => `{"__proto__": {"kind": "node"}, "node_id": "node-1", "csr_pem": ""}`],
    ['no JSON', 400, 'invalid_argument', () => '{"kind": '],
    ['a list', 400, 'invalid_argument', () => []],
    ['null', 400, 'invalid_argument', () => 'null'],
    ['nesting without end', 400, 'invalid_argument', () => '['.repeat(16_000)],
    ['bytes that are no UTF-8', 400, 'invalid_argument', () => Buffer.from([0x22, 0xff, 0x22])],
    ['numbers for texts', 400, 'invalid_argument', () => ({ kind: 'node', node_id: 1, csr_pem: 2 })],
    ['no request', 400, 'certificate_invalid', () => ({ ...nodeAsk(), csr_pem: '' })],
    ['a key in place of the request', 400, 'certificate_invalid', () => ({ ...nodeAsk(), csr_pem: generateKey().privateKeyPem })],
    ['two requests', 400, 'certificate_invalid', () => ({ ...nodeAsk(), csr_pem: csr() + csr() })],
    ['a request over the limit', 413, 'too_large', () => ({ ...nodeAsk(), csr_pem: `${csr()}${'\n'.repeat(5000)}` })],
    ['a body over the limit', 413, 'too_large', () => ({ ...nodeAsk(), csr_pem: 'A'.repeat(20_000) })],
    ['another curve', 400, 'certificate_invalid', () => ({ ...nodeAsk(), csr_pem: createCsr(ecKey('secp384r1')) })],
    ['RSA', 400, 'certificate_invalid', () => ({ ...nodeAsk(), csr_pem: openssl.request({ key: 'rsa' }) })],
    ['an authority', 400, 'certificate_invalid', () => asking('basicConstraints = critical,CA:true')],
    ['a name of another service', 403, 'api_denied', () => asking('subjectAltName = URI:spiffe://photoncloud/demo/service/billing')],
    [
      'its own name and another',
      403,
      'api_denied',
      () => asking('subjectAltName = URI:spiffe://photoncloud/demo/node/node-1,DNS:example.com'),
    ],
    ['an extension twice', 400, 'certificate_invalid', () => asking('2.5.29.17 = ASN1:NULL', 'subjectAltName = DNS:a')],
    ['a signature of another key', 400, 'certificate_invalid', () => ({ ...nodeAsk(), csr_pem: resigned() })],
    ['bytes after the request', 400, 'certificate_invalid', () => ({ ...nodeAsk(), csr_pem: withTrailingByte(csr()) })],
  ];
  for (const [name, status, code, make] of refusals) {
    test(`refused: ${name}`, async () => {
      const seen = lines.length;
      const before = (await store.list(`photoncloud/clusters/${clusterId}/`)).revision;
      const answer = await ask(make());
      assert.deepEqual([answer.status, answer.body['code']], [status, code], JSON.stringify(answer.body));
      const logged = lines.slice(seen).find((line) => line.fields['request_id'] === answer.body['request_id']);
      assert.equal(logged?.level, 'warn');
      assert.equal(logged?.fields['reason'], code);
      assert.equal((await store.get('x')).revision, before, 'nothing is written');
      if (code === 'api_denied') assert.doesNotMatch(String(answer.body['message']), /node-|iam|billing|assignment/);
    });
  }

  test('without the token: 401 whatever else is asked, the same answer, logged without it, then cut short', async () => {
    const seen = lines.length;
    const wrong = [
      undefined,
      'Bearer',
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Basic ${token}`,
      `Bearer  ${token}`,
      `Bearer ${createBootstrapToken()}`,
    ];
    const answers: Answered[] = [];
    for (const authorization of wrong) {
      answers.push(await ask(nodeAsk(), { headers: authorization === undefined ? {} : { authorization } }));
      answers.push(await ask('{', { headers: authorization === undefined ? {} : { authorization } }));
    }
    for (const answer of answers) assert.deepEqual(answer, { status: 401, body: { code: 'api_denied', message: 'denied' } });
    assert.equal(
      lines.slice(seen).filter((line) => line.fields['reason'] === 'wrong_token' || line.fields['reason'] === 'no_token').length,
      answers.length,
    );
    const many = await Promise.all(Array.from({ length: 60 }, () => ask(nodeAsk(), { headers: { authorization: 'Bearer wrong' } })));
    assert.ok(many.some(({ status }) => status === 429));
    assert.ok(lines.length - seen < 40, 'a flood does not fill the log');
    await stillServes();
  });

  test('a token that others may read, or that is none, keeps the API from starting', async () => {
    const path = join(dir, 'other.token');
    await saveBootstrapToken(path, createBootstrapToken());
    await chmod(path, 0o644);
    await assert.rejects(start({ bootstrapTokenFile: path }), { code: 'invalid_config' });
    await chmod(path, 0o600);
    await writeFile(path, 'short\n');
    await assert.rejects(start({ bootstrapTokenFile: path }), { code: 'invalid_config' });
  });

  test('a body that never ends, by size and by time, ends here', async () => {
    const endless = open({ headers: { authorization: `Bearer ${token}`, 'transfer-encoding': 'chunked' } });
    const refused = answerOf(endless).catch((error: NodeJS.ErrnoException) => error);
    const chunk = Buffer.alloc(8192, 0x41);
    const timer = setInterval(() => endless.writable && endless.write(chunk), 1);
    const answer = await refused;
    clearInterval(timer);
    endless.destroy();
    if (answer instanceof Error) assert.match(String(answer), /ECONNRESET|EPIPE|hang up/);
    else assert.equal(answer.status, 413);
    const own = recordingLog();
    const patient = await start({ log: own.log, requestTimeoutMs: 1000 });
    const slow = open({ port: patient.address.port, headers: { authorization: `Bearer ${token}`, 'content-length': '100' } });
    const ended = answerOf(slow);
    slow.write('{');
    assert.equal((await ended).status, 408);
    await patient.close();
    assert.ok(own.lines.some(({ fields }) => fields['reason'] === 'request_timeout'));
    await stillServes();
  });

  test('connections that say nothing, or no TLS, or no HTTP, are closed', async () => {
    const garbage = connect({ host: '127.0.0.1', port: api.address.port, ca: authorities.root.certPem });
    garbage.write('\0\0\0 no http\r\n\r\n');
    const chunks: Buffer[] = [];
    garbage.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
    await new Promise((resolve) => garbage.on('close', resolve));
    assert.match(Buffer.concat(chunks).toString(), /^(HTTP\/1.1 400|$)/);
    const old = connect({ host: '127.0.0.1', port: api.address.port, ca: authorities.root.certPem, maxVersion: 'TLSv1.2' });
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => old.on('error', resolve));
    assert.match(String(error.code), /TLSV1_ALERT_PROTOCOL_VERSION/);
    await stillServes();
  });

  test('300 requests at once: each is answered, the good ones with 200', async () => {
    const good = csr();
    const kinds: (() => Promise<Answered>)[] = [
      () => ask({ ...nodeAsk(), csr_pem: good }),
      () => ask({ ...serviceAsk(), csr_pem: good }),
      () => ask('{"kind":'),
      () => ask({ ...nodeAsk(), node_id: 'node-9', csr_pem: good }),
      () => ask(nodeAsk, { headers: { authorization: 'Bearer nope' } }),
    ];
    const answers = await Promise.all(Array.from({ length: 60 }, () => kinds.map((make) => make())).flat());
    const statuses = answers.map((answer, at) => `${at % kinds.length}:${answer.status}`);
    const counts = Object.fromEntries([...new Set(statuses)].map((status) => [status, statuses.filter((s) => s === status).length]));
    assert.equal(counts['0:200'], 60, JSON.stringify(counts));
    assert.equal(counts['1:200'], 60, JSON.stringify(counts));
    assert.equal(counts['2:400'], 60, JSON.stringify(counts));
    assert.equal(counts['3:403'], 60, JSON.stringify(counts));
    assert.equal((counts['4:401'] ?? 0) + (counts['4:429'] ?? 0), 60, JSON.stringify(counts));
    await stillServes();
  });

  test('two controllers that sign for one service at once agree on what was last', async () => {
    const second = await start();
    try {
      const ports = [api.address.port, second.address.port];
      const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => ask(serviceAsk(), { port: ports[at % 2] ?? 0 })));
      const fingerprints = answers.map(({ status, body }) => {
        assert.equal(status, 200, JSON.stringify(body));
        return fingerprintSha256(String(body['cert_pem']));
      });
      const binding = await recordAt(keyOf(clusterId, 'service-certificate', 'iam'));
      const issued = await recordAt(keyOf(clusterId, 'issued-certificate', 'iam', 'node-1'));
      assert.equal(binding['fingerprint_sha256'], issued['fingerprint_sha256']);
      assert.ok(fingerprints.includes(String(binding['fingerprint_sha256'])));
    } finally {
      await second.close();
    }
  });

  test('nothing is given while the store is away, or while it can not be written', async () => {
    const away = (): Promise<never> => Promise.reject(new PhotonError('store_unreachable', 'etcd at 10.1.2.3 is away'));
    for (const broken of [
      { ...bound(store), get: away },
      { ...bound(store), transact: away },
    ]) {
      const cut = await start({ store: broken });
      try {
        const { status, body } = await ask(serviceAsk(), { port: cut.address.port });
        assert.deepEqual([status, body['code'], 'cert_pem' in body], [503, 'api_unreachable', false]);
        assert.doesNotMatch(String(body['message']), /10\.1\.2\.3/);
      } finally {
        await cut.close();
      }
    }
  });

  test('with a broken record of the authorities the CA that signed before signs on, and nothing overwrites it', async () => {
    const key = keyOf(clusterId, 'ca');
    const { kv } = await store.get(key);
    await store.transact([], [{ type: 'put', key, value: '{"authorities": 1}' }]);
    try {
      for (let at = 0; at < 3; at++) assert.equal((await ask(serviceAsk())).status, 200);
      assert.equal((await store.get(key)).kv?.value, '{"authorities": 1}');
      assert.equal(lines.filter(({ level, fields }) => level === 'warn' && fields['key'] === key).length, 1, 'it is told once');
    } finally {
      await store.transact([], [{ type: 'put', key, value: kv?.value ?? '' }]);
    }
    await stillServes();
  });

  test('a CA that has expired signs nothing', async () => {
    const later = { ...systemClock, now: () => Date.now() + 11 * 365 * dayMs };
    await assert.rejects(start({ clock: later }), { code: 'certificate_invalid' });
  });

  test('a broken binding is written anew', async () => {
    const key = keyOf(clusterId, 'service-certificate', 'iam');
    await store.transact([], [{ type: 'put', key, value: 'not JSON' }]);
    const { body } = await ask(serviceAsk());
    assert.equal((await recordAt(key))['fingerprint_sha256'], fingerprintSha256(String(body['cert_pem'])));
  });

  describe('as an agent sees it', () => {
    const signer = (extra: Partial<SignerOptions> = {}) =>
      createSigner({
        api: `https://127.0.0.1:${api.address.port}`,
        caFile: join(dir, 'root.crt'),
        bootstrapTokenFile: join(dir, 'bootstrap.token'),
        clusterId,
        clock: systemClock,
        ...extra,
      });
    const request = () => ({ kind: 'service' as const, service: 'iam', nodeId: 'node-1', csrPem: csr() });

    test('a certificate for the key, with chain and bundle', async () => {
      const { certPem, chainPem, bundlePem } = await signer().sign(request());
      assert.equal(fingerprintSha256(chainPem), fingerprintSha256(authorities.issuing.certPem));
      assert.equal(fingerprintSha256(bundlePem), fingerprintSha256(authorities.root.certPem));
      const issued = await recordAt(keyOf(clusterId, 'issued-certificate', 'iam', 'node-1'));
      assert.equal(issued['fingerprint_sha256'], fingerprintSha256(certPem));
    });

    test('denied: another service, another token', async () => {
      await assert.rejects(signer().sign({ ...request(), service: 'billing' }), { code: 'api_denied' });
      const path = join(dir, 'wrong.token');
      await saveBootstrapToken(path, createBootstrapToken());
      // Its own API: this address has failed too often at the other one.
      const fresh = await start();
      try {
        const asked = signer({ api: `https://127.0.0.1:${fresh.address.port}`, bootstrapTokenFile: path }).sign(request());
        await assert.rejects(asked, { code: 'api_denied' });
      } finally {
        await fresh.close();
      }
    });

    test('unreachable: nobody listens, or somebody with another CA; the next controller is asked', async () => {
      await assert.rejects(signer({ api: 'https://127.0.0.1:1' }).sign(request()), { code: 'api_unreachable' });
      const path = join(dir, 'other.crt');
      await writeFile(path, createAuthorities({ clusterId, now: Date.now() }).root.certPem);
      await assert.rejects(signer({ caFile: path }).sign(request()), { code: 'api_unreachable' });
      const answer = await signer({ api: ['https://127.0.0.1:1', `https://127.0.0.1:${api.address.port}`] }).sign(request());
      assert.match(answer.certPem, /BEGIN CERTIFICATE/);
    });

    test('a controller with another CA does not sign while the store names this one', async () => {
      const other = createAuthorities({ clusterId, now: Date.now() });
      const path = join(dir, 'second.crt');
      await writeFile(path, other.root.certPem);
      const second = await start({ authorities: other });
      try {
        const asked = signer({ api: `https://127.0.0.1:${second.address.port}`, caFile: path }).sign(request());
        await assert.rejects(asked, { code: 'api_unreachable' });
        assert.ok(lines.some(({ level, fields }) => level === 'error' && fields['reason'] === 'store_foreign'));
      } finally {
        await second.close();
      }
    });
  });

  test('no line of the log has the token or a key', () => {
    const all = JSON.stringify(lines, (_, value: unknown) => (value instanceof Error ? `${value.message} ${value.stack}` : value));
    assert.equal(all.includes(token), false);
    assert.equal(all.includes('-----BEGIN'), false);
  });
});

function ecKey(namedCurve: string): KeyObject {
  return generateKeyPairSync('ec', { namedCurve }).privateKey;
}

/** A request of which the last byte of the signature is another. */
function resigned(): string {
  const [der = Buffer.alloc(0)] = readPem(createCsr(generateKey().privateKey), 'CERTIFICATE REQUEST');
  der[der.length - 1] = (der.at(-1) ?? 0) ^ 1;
  return writePem(der, 'CERTIFICATE REQUEST');
}

function withTrailingByte(pem: string): string {
  const [der = Buffer.alloc(0)] = readPem(pem, 'CERTIFICATE REQUEST');
  return writePem(Buffer.concat([der, Buffer.from([0])]), 'CERTIFICATE REQUEST');
}

/** The store as an object whose methods can be replaced. */
function bound(store: Store): Store {
  return {
    get: (key) => store.get(key),
    list: (prefix, options) => store.list(prefix, options),
    transact: (guards, operations) => store.transact(guards, operations),
    watch: (prefix, from, handlers) => store.watch(prefix, from, handlers),
    leaseGrant: (ttlS) => store.leaseGrant(ttlS),
    leaseKeepAlive: (lease) => store.leaseKeepAlive(lease),
    leaseTimeToLive: (lease) => store.leaseTimeToLive(lease),
    leaseRevoke: (lease) => store.leaseRevoke(lease),
    compact: (revision) => store.compact(revision),
    close: () => store.close(),
  };
}
