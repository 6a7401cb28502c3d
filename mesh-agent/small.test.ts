// The small parts: configuration and its files, names, detection, fields, the store's trust.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { PhotonError } from '../src/model/errors.ts';
import { parseServiceConfig } from './config.ts';
import { ConfigSource } from './config-source.ts';
import { classify, detect } from './detect.ts';
import { passFields, passTrailers } from './http-head.ts';
import { connectTarget, serviceOfHost } from './names.ts';
import { judgeStore, noMemory } from './store-trust.ts';

const base = `[cluster]
cluster_id = "demo"
environment = "dev"
chainfire_endpoint = "http://127.0.0.1:2379"
[mtls]
ca_cert_path = "/b"
cert_path = "/c"
key_path = "/k"
`;

describe('configuration', () => {
  it('takes the single form, several instances, one endpoint or a list', () => {
    const single = parseServiceConfig(`[service]\nname = "iam"\napp_addr = "127.0.0.1:1"\nmesh_bind_addr = "[::1]:2"\n${base}`, 'iam.toml');
    assert.deepEqual(single.instances, [
      { id: 'iam', app: { host: '127.0.0.1', port: 1 }, bind: { host: '::1', port: 2 }, draining: false },
    ]);
    assert.deepEqual([single.mode, single.protocol, single.cluster.chainfire_endpoint], ['auto', 'tcp', ['http://127.0.0.1:2379']]);
    assert.match(single.digest, /^[0-9a-f]{64}$/);
  });

  const bad: [string, string, RegExp][] = [
    [
      'an unknown key',
      `[service]\nname = "iam"\ncontrl_addr = "127.0.0.1:1"\n${base}`,
      /\$\.service\.contrl_addr: unknown key; did you mean control_addr/,
    ],
    ['an address without a port', `[service]\nname = "iam"\ncontrol_addr = "127.0.0.1"\n${base}`, /\$\.service\.control_addr/],
    [
      'a host name for an address',
      `[service]\nname = "iam"\ncontrol_addr = "localhost:1"\n${base}`,
      /\$\.service\.control_addr: found "localhost:1"; expected an IP address/,
    ],
    ['port 0', `[service]\nname = "iam"\ncontrol_addr = "127.0.0.1:0"\n${base}`, /\$\.service\.control_addr/],
    ['a subnet that is none', `[service]\nname = "iam"\ncontrol_allow = ["10.0.0.0/33"]\n${base}`, /\$\.service\.control_allow\[0\]/],
    [
      'one address twice',
      `[service]\nname = "iam"\ncontrol_addr = "127.0.0.1:1"\n[[upstream]]\nservice = "a"\nbind = "127.0.0.1:1"\n${base}`,
      /\$\.upstream\[0\]\.bind: 127\.0\.0\.1:1 is taken by \$\.service\.control_addr/,
    ],
    ['half of the single form', `[service]\nname = "iam"\napp_addr = "127.0.0.1:1"\n${base}`, /app_addr and mesh_bind_addr come together/],
    ['no identity', `[service]\nname = "iam"\n${base.split('ca_cert_path')[0]}`, /\$\.mtls: mode auto needs an identity/],
    ['no TOML', '[service', /iam\.toml:1/],
  ];
  for (const [what, text, message] of bad) {
    it(`refuses ${what}, with file and path`, () => {
      assert.throws(
        () => parseServiceConfig(text, 'iam.toml'),
        (error: PhotonError) => error.code === 'invalid_config' && error.exitCode === 2 && message.test(error.explain()),
      );
    });
  }
});

describe('names', () => {
  it('takes only names of this cluster', () => {
    for (const name of ['iam', 'IAM', 'iam.', 'iam.mesh', 'iam.demo.mesh']) assert.equal(serviceOfHost(name, 'demo'), 'iam', name);
    for (const name of ['', 'iam.other.mesh', 'iam.local', '127.0.0.1', '-iam', 'a b', '.mesh', 'iam..mesh'])
      assert.equal(serviceOfHost(name, 'demo'), undefined, name);
    // A cluster and a service may both be called mesh.
    assert.equal(serviceOfHost('mesh', 'mesh'), 'mesh');
    assert.equal(serviceOfHost('iam.mesh.mesh', 'mesh'), 'iam');
  });

  it('CONNECT takes name:port', () => {
    assert.equal(connectTarget('iam.mesh:443', 'demo'), 'iam');
    assert.throws(() => connectTarget('iam', 'demo'), /name:port/);
    assert.throws(() => connectTarget('example.com:443', 'demo'), /names no service/);
  });
});

describe('detection', () => {
  it('tells by the fewest bytes that suffice', () => {
    const cases: [string, ReturnType<typeof classify>][] = [
      ['\x16', 'tls'],
      ['P', undefined],
      ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'h2c'],
      ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r', undefined],
      ['PO', undefined],
      ['POST ', 'http1'],
      ['M-SEARCH ', 'http1'],
      ['\x00', 'opaque'],
      ['220 hi', 'opaque'],
      ['A'.repeat(32), 'opaque'],
    ];
    for (const [text, expected] of cases) assert.equal(classify(Buffer.from(text, 'latin1')), expected, JSON.stringify(text));
  });

  it('leaves every byte in the stream, whatever the pieces', async () => {
    const text = 'GET / HTTP/1.1\r\n\r\n';
    for (const size of [1, 2, 7, text.length]) {
      const stream = new PassThrough();
      const spoken = detect(stream, 1000);
      for (let at = 0; at < text.length; at += size) {
        stream.write(text.slice(at, at + size));
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.equal(await spoken, 'http1');
      stream.end();
      assert.equal((await stream.toArray()).join(''), text);
    }
  });
});

describe('fields', () => {
  it('Connection takes away what it names, but nothing that frames or addresses', () => {
    const raw = [
      'Host',
      'a',
      'Connection',
      'x-a, host, content-length',
      'X-A',
      '1',
      'Content-Length',
      '3',
      'X-Forged_Peer',
      'b',
      'Upgrade',
      'x',
    ];
    assert.deepEqual(passFields(raw, 'x-a, host, content-length', { drop: ['x-forged-peer'], add: ['x-set', 'y'] }), [
      'Host',
      'a',
      'Content-Length',
      '3',
      'x-set',
      'y',
    ]);
  });

  it('trailers never frame, address or identify', () => {
    assert.deepEqual(passTrailers(['x-sum', '1', 'Content-Length', '9', 'Host', 'h', 'X_Peer', 'p'], ['x-peer']), [['x-sum', '1']]);
  });
});

describe('trust in the store', () => {
  const meta = { cluster_id: 'demo', environment: 'dev', created_at: '2026-01-01T00:00:00Z', uid: 'one', epoch: 1 } as const;
  const first = judgeStore(noMemory, { meta, revision: 100 });
  assert.ok(first.obeyed);
  const { memory } = first;

  it('a store that moves on is obeyed; so is one that never had a meta', () => {
    assert.ok(judgeStore(memory, { meta, revision: 100 }).obeyed);
    assert.ok(judgeStore(noMemory, { meta: undefined, revision: 5 }).obeyed);
  });

  it('another uid, no meta, or a lower revision is not, until the epoch is raised', () => {
    for (const seen of [
      { meta: { ...meta, uid: 'two' }, revision: 200 },
      { meta: undefined, revision: 200 },
      { meta, revision: 99 },
    ]) {
      const verdict = judgeStore(memory, seen);
      assert.ok(!verdict.obeyed && verdict.problem.length > 20);
    }
    const imported = judgeStore(memory, { meta: { ...meta, uid: 'two', epoch: 2 }, revision: 3 });
    assert.ok(imported.obeyed && imported.memory.uid === 'two' && imported.memory.revision === 3);
  });
});

describe('configuration files', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'photoncloud-files-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));
  const write = (name: string, text: string): Promise<void> => writeFile(join(dir, `${name}.toml`), text);

  it('are parsed once; what is wrong with one is told for as long as it is', async () => {
    const good = `[service]\nname = "iam"\n${base}`;
    await Promise.all([write('iam', good), write('bad', '[service')]);
    const source = new ConfigSource(dir);
    const [first, second] = [await source.read(), await source.read()];
    assert.equal(second.services.get('iam'), first.services.get('iam'), 'it was parsed again');
    assert.deepEqual([[...first.problems.keys()], second.problems], [['bad'], first.problems]);

    await Promise.all([write('iam', '[service'), write('bad', `[service]\nname = "bad"\n${base}`)]);
    const swapped = await source.read();
    assert.deepEqual([[...swapped.problems.keys()], [...swapped.services.keys()].sort()], [['iam'], ['bad', 'iam']]);

    await Promise.all([write('iam', good), rm(join(dir, 'bad.toml'))]);
    const healed = await source.read();
    assert.deepEqual([healed.problems.size, [...healed.services.keys()]], [0, ['iam']]);
  });
});
