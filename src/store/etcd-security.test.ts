// TLS, client certificates, users and rights, against a real etcd. Certificates are made with openssl.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startEtcd } from '../../e2e/harness/etcd.ts';
import { systemClock } from '../loop/clock.ts';
import { systemRandom } from '../loop/random.ts';
import { PhotonError } from '../model/errors.ts';
import { openEtcd, type StoreOptions } from './etcd.ts';
import { openMirror } from './mirror.ts';
import { TestLog, until } from './testing.ts';

const code = (expected: string) => (error: unknown) => error instanceof PhotonError && error.code === expected;

describe('etcd with security', { concurrency: 2 }, () => {
  let dir = '';
  const file = (name: string): string => join(dir, name);
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'photoncloud-store-'));
    const openssl = (...args: string[]): void => void execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' });
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    for (const ca of ['ca', 'other-ca'])
      openssl('req', '-x509', ...key, '-keyout', `${ca}.key`, '-out', `${ca}.crt`, '-subj', `/CN=${ca}`, '-days', '2');
    writeFileSync(file('san'), 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n');
    openssl('req', ...key, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=leaf');
    openssl(
      'x509',
      '-req',
      '-in',
      'leaf.csr',
      '-CA',
      'ca.crt',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-out',
      'leaf.crt',
      '-days',
      '2',
      '-extfile',
      'san',
    );
  });
  after(() => rmSync(dir, { recursive: true, force: true }));

  test('TLS: only with the right CA, and with a client certificate where etcd wants one', async () => {
    const tls = { certFile: file('leaf.crt'), keyFile: file('leaf.key'), caFile: file('ca.crt'), clientCertificates: true };
    const etcd = await startEtcd({ tls });
    const open = async (options: Partial<StoreOptions>): Promise<unknown> => {
      const store = openEtcd({ endpoints: etcd.endpoints, ...options });
      try {
        return await store.get('a');
      } finally {
        await store.close();
      }
    };
    try {
      const identity = { certFile: tls.certFile, keyFile: tls.keyFile };
      await open({ caFile: tls.caFile, ...identity });
      const vouched = /^https:\S+: get: etcd can't be reached \(unable to verify the first certificate\)\. ca_file does not vouch for/;
      const refusals: [Partial<StoreOptions>, RegExp][] = [
        [{ caFile: file('other-ca.crt'), ...identity }, vouched],
        [identity, vouched],
        [
          { caFile: tls.caFile },
          /\(ssl\/tls alert bad certificate\)\. etcd refuses the client certificate, or the lack of one: check cert_file/,
        ],
        [{ endpoints: etcd.endpoints.map((one) => one.replace('https', 'http')) }, /its scheme \(http or https\) too$/],
      ];
      await Promise.all(
        refusals.map(([options, words]) =>
          assert.rejects(open(options), (error) => {
            assert.ok(error instanceof PhotonError && error.code === 'store_unreachable', String(error));
            assert.match(error.explain(), words);
            assert.doesNotMatch(error.explain(), /Resolution note|Node\.js/);
            return true;
          }),
        ),
      );
    } finally {
      await etcd.stop();
    }
  });

  test('a store that does not answer is told soon, with why, and once; that it answers again too', async () => {
    const etcd = await startEtcd();
    const told: string[] = [];
    const contact = {
      silentMs: 300,
      onSilence: (failure: PhotonError | undefined) => void told.push(failure?.explain() ?? 'no answer yet'),
      onAnswer: () => void told.push('again'),
    };
    const store = openEtcd({ endpoints: etcd.endpoints, contact });
    try {
      await store.get('a');
      await etcd.kill();
      const first = store.get('a').catch(() => undefined);
      await until(() => told.length === 1, 10_000, 'the word');
      assert.match(told[0] ?? '', /^http:\S+: get: etcd can't be reached \(.*\)\. Check that etcd runs there/);
      await etcd.restart();
      await until(() => told.length === 2, 15_000, 'the good word');
      await first;
      etcd.pause();
      const hanging = store.get('a').catch(() => undefined);
      await until(() => told.length === 3, 10_000, 'the word about a store that takes calls and answers none');
      etcd.resume();
      await hanging;
      await until(() => told.length === 4, 15_000, 'the good word');
      assert.deepEqual(told.slice(1), ['again', 'no answer yet', 'again']);
    } finally {
      await store.close();
      await etcd.stop();
    }
  });

  test('users: wrong passwords and missing rights are told; sessions are renewed when etcd was restarted', async () => {
    const etcd = await startEtcd();
    try {
      await etcd.etcdctl('user', 'add', 'root:secret');
      await etcd.etcdctl('user', 'grant-role', 'root', 'root').catch(async () => {
        await etcd.etcdctl('role', 'add', 'root');
        await etcd.etcdctl('user', 'grant-role', 'root', 'root');
      });
      await etcd.etcdctl('user', 'add', 'agent:word');
      await etcd.etcdctl('role', 'add', 'agent');
      await etcd.etcdctl('role', 'grant-permission', 'agent', '--prefix=true', 'readwrite', 'own/');
      await etcd.etcdctl('user', 'grant-role', 'agent', 'agent');
      await etcd.etcdctl('auth', 'enable');
      writeFileSync(file('password'), 'word\n', { mode: 0o600 });
      const agent = openEtcd({ endpoints: etcd.endpoints, username: 'agent', passwordFile: file('password') });
      await agent.transact([], [{ type: 'put', key: 'own/a', value: '1' }]);
      await assert.rejects(agent.get('others/a'), code('store_denied'));
      await assert.rejects(agent.transact([], [{ type: 'put', key: 'others/a', value: '1' }]), code('store_denied'));
      const ends: string[] = [];
      agent.watch('others/', 1, { onEvents: () => {}, onEnd: (end) => ends.push(end.reason) });
      await until(() => ends.length === 1, 15_000, 'the end of the watch');
      assert.deepEqual(ends, ['denied']);
      for (const user of [{ username: 'agent', password: 'wrong' }, {}]) {
        const store = openEtcd({ endpoints: etcd.endpoints, ...user });
        await assert.rejects(store.get('own/a'), code('store_denied'));
        await store.close();
      }
      const mirror = openMirror(agent, ['own/'], { clock: systemClock, random: systemRandom, log: new TestLog() });
      await mirror.ready;
      await etcd.restart();
      let revision = 0;
      await until(
        async () => {
          const made = await agent.transact([], [{ type: 'put', key: 'own/a', value: '2' }]).catch(() => undefined);
          revision = made?.revision ?? 0;
          return revision > 0;
        },
        20_000,
        'a write after the restart',
      );
      await until(() => mirror.get('own/a')?.modRevision === revision, 20_000, 'the change after the restart');
      mirror.close();
      await agent.close();
    } finally {
      await etcd.stop();
    }
  });

  test('refuses a configuration that can never work, before any connection', () => {
    const endpoints = ['http://127.0.0.1:2379'];
    const wrong: StoreOptions[] = [
      { endpoints: [] },
      { endpoints: ['127.0.0.1:2379'] },
      { endpoints: ['http://127.0.0.1:2379/v3'] },
      { endpoints: ['http://a:1', 'https://b:1'] },
      { endpoints, username: 'x' },
      { endpoints, password: 'x' },
      { endpoints, username: 'x', passwordFile: '/missing/file' },
      { endpoints: ['https://127.0.0.1:2379'], certFile: file('leaf.crt') },
      { endpoints: ['https://127.0.0.1:2379'], caFile: '/missing/file' },
      { endpoints: ['https://127.0.0.1:2379'], caFile: file('ca.key') },
      { endpoints: ['https://127.0.0.1:2379'], certFile: file('san'), keyFile: file('leaf.key') },
      { endpoints, caFile: file('ca.crt') },
    ];
    for (const options of wrong) assert.throws(() => openEtcd(options), code('invalid_config'), JSON.stringify(options));
    const tls = { endpoints: ['https://127.0.0.1:2379'] };
    const named: [StoreOptions, RegExp][] = [
      [{ ...tls, caFile: '/missing/file' }, /^\/missing\/file: ca_file can't be read \(ENOENT\)/],
      [{ ...tls, caFile: file('ca.key') }, /ca\.key: ca_file holds no certificate; expected a certificate in PEM$/],
      [{ ...tls, certFile: file('leaf.crt'), keyFile: file('leaf.crt') }, /leaf\.crt: key_file holds no private key/],
      [{ ...tls, certFile: file('leaf.crt'), keyFile: file('ca.key') }, /ca\.key: key_file is not the key of cert_file, .*leaf\.crt$/],
      [{ endpoints, username: 'x', passwordFile: '/missing/file' }, /^\/missing\/file: password_file can't be read/],
    ];
    for (const [options, words] of named) {
      assert.throws(
        () => openEtcd(options),
        (error) => error instanceof PhotonError && words.test(error.explain()),
        String(words),
      );
    }
  });
});
