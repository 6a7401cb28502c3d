// The signer against servers that misbehave. That it works against the real API is tested beside the API.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { systemClock } from '../loop/clock.ts';
import type { PhotonError } from '../model/errors.ts';
import { createAuthorities } from './authority.ts';
import { createCsr, readCsr } from './csr.ts';
import { issueLeaf, issueServerCertificate } from './issue.ts';
import { generateKey } from './keys.ts';
import { createSigner, type SignerOptions } from './signer-client.ts';
import type { SpiffeIdentity } from './spiffe.ts';
import { createBootstrapToken, saveBootstrapToken } from './token.ts';

const now = Date.now();
const authorities = createAuthorities({ clusterId: 'demo', now });
const others = createAuthorities({ clusterId: 'demo', now });
const token = createBootstrapToken();
const iam: SpiffeIdentity = { clusterId: 'demo', kind: 'service', name: 'iam' };

describe('signer', () => {
  let dir: string;
  let answer: (body: string, response: ServerResponse, request: IncomingMessage) => void;
  const key = generateKey();
  const { certPem } = issueServerCertificate(authorities.issuing, { dns: [], ips: ['127.0.0.1'], publicKey: key.privateKey, now });
  const server = createServer({ key: key.privateKeyPem, cert: certPem + authorities.issuing.certPem }, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => answer(body, response, request));
  });

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'photoncloud-signer-'));
    await writeFile(join(dir, 'ca.crt'), authorities.root.certPem);
    await saveBootstrapToken(join(dir, 'token'), token);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(dir, { recursive: true, force: true });
  });

  const csrPem = createCsr(generateKey().privateKey);
  const sign = (extra: Partial<SignerOptions> = {}) => {
    const api = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const options = {
      api,
      caFile: join(dir, 'ca.crt'),
      bootstrapTokenFile: join(dir, 'token'),
      clusterId: 'demo',
      clock: systemClock,
      timeoutMs: 3000,
      ...extra,
    };
    return createSigner(options).sign({ kind: 'service', service: 'iam', nodeId: 'node-1', csrPem });
  };
  const issued = ({ identity = iam, csr = csrPem, by = authorities, lifetimeMs = 60_000 } = {}) => {
    const leaf = issueLeaf(by.issuing, { identity, publicKey: readCsr(csr).publicKey, now: Date.now(), lifetimeMs });
    return { cert_pem: leaf.certPem, chain_pem: by.issuing.certPem, bundle_pem: authorities.root.certPem };
  };
  const json =
    (value: unknown, status = 200) =>
    (_: string, response: ServerResponse) =>
      void response.writeHead(status).end(JSON.stringify(value));

  test('sends what the API takes, and returns what it gives', async () => {
    let seen: unknown[] = [];
    const good = issued();
    answer = (body, response, request) => {
      seen = [request.method, request.url, request.headers.authorization, JSON.parse(body)];
      response.end(JSON.stringify(good));
    };
    assert.deepEqual(await sign(), { certPem: good.cert_pem, chainPem: good.chain_pem, bundlePem: good.bundle_pem });
    assert.deepEqual(seen, [
      'POST',
      '/v1/certificates',
      `Bearer ${token}`,
      { kind: 'service', service: 'iam', node_id: 'node-1', csr_pem: csrPem },
    ]);
  });

  const statuses: [status: number, code: string][] = [
    [400, 'api_denied'],
    [401, 'api_denied'],
    [403, 'api_denied'],
    [404, 'api_denied'],
    [408, 'api_unreachable'],
    [413, 'api_denied'],
    [429, 'api_unreachable'],
    [500, 'api_unreachable'],
    [503, 'api_unreachable'],
    [301, 'api_unreachable'],
  ];
  for (const [status, code] of statuses) {
    test(`${status} is ${code}`, async () => {
      answer = json({ code: 'x', message: 'because' }, status);
      await assert.rejects(sign(), (error: PhotonError) => {
        assert.equal(error.code, code);
        assert.match(error.explain(), new RegExp(`^https://127.*${status}: because`));
        assert.equal(error.explain().includes(token), false);
        return true;
      });
    });
  }

  const lies: [name: string, words: RegExp, value: () => unknown][] = [
    ['a certificate for another key', /another key/, () => issued({ csr: createCsr(generateKey().privateKey) })],
    ['another service', /is not the service iam/, () => issued({ identity: { ...iam, name: 'billing' } })],
    ['a node of that name', /is a node/, () => issued({ identity: { ...iam, kind: 'node' } })],
    ['another cluster', /cluster other/, () => issued({ identity: { ...iam, clusterId: 'other' } })],
    ['a chain that is not of the bundle', /neither presented nor trusted/, () => issued({ by: others })],
    ['no chain', /not PEM|no certificate|neither presented/, () => ({ ...issued(), chain_pem: '' })],
    ['no PEM', /not PEM/, () => ({ ...issued(), cert_pem: 'hello' })],
    ['numbers', /not what the API gives/, () => ({ cert_pem: 1, chain_pem: 2, bundle_pem: 3 })],
    ['null', /not what the API gives/, () => null],
  ];
  for (const [name, words, value] of lies) {
    test(`refused: ${name}`, async () => {
      answer = json(value());
      await assert.rejects(sign(), (error: PhotonError) => error.code === 'api_unreachable' && words.test(error.message));
    });
  }

  test('ended: an answer that is too long, that is cut, that never comes, that drips', async () => {
    const unreachable = { code: 'api_unreachable' };
    answer = (_, response) => void response.end('x'.repeat(100_000));
    await assert.rejects(sign(), unreachable);
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('{');
      setImmediate(() => response.destroy());
    };
    await assert.rejects(sign(), unreachable);
    answer = () => undefined;
    await assert.rejects(sign({ timeoutMs: 200 }), unreachable);
    answer = (_, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    await assert.rejects(sign({ timeoutMs: 300 }), unreachable);
  });

  test('a CA that is not the one of the server is named with its setting', async () => {
    await writeFile(join(dir, 'others.crt'), others.root.certPem);
    await assert.rejects(sign({ caFile: join(dir, 'others.crt') }), (error: PhotonError) =>
      /: no answer: .*\. ca_file \(\S+others\.crt\) does not vouch for the certificate shown there/.test(error.explain()),
    );
  });

  test('without a CA file or a token nothing is sent', async () => {
    let asked = false;
    answer = (_, response) => {
      asked = true;
      response.end();
    };
    await assert.rejects(sign({ caFile: join(dir, 'none.crt') }), { code: 'invalid_config' });
    await assert.rejects(sign({ caFile: join(dir, 'token') }), /holds no certificate in PEM/);
    await assert.rejects(sign({ bootstrapTokenFile: join(dir, 'none') }), { code: 'invalid_config' });
    await assert.rejects(sign({ api: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }), { code: 'api_unreachable' });
    assert.equal(asked, false);
  });

  describe('several controllers', () => {
    /** Controllers that answer as told, and the order in which they were asked. */
    async function withControllers(
      answers: ((response: ServerResponse) => void)[],
      use: (apis: string[], asked: number[]) => Promise<void>,
    ): Promise<void> {
      const asked: number[] = [];
      const servers = answers.map((answerOf, at) =>
        createServer({ key: key.privateKeyPem, cert: certPem + authorities.issuing.certPem }, (request, response) => {
          asked.push(at);
          request.resume().on('end', () => answerOf(response));
        }),
      );
      try {
        for (const one of servers) await once(one.listen(0, '127.0.0.1'), 'listening');
        await use(
          servers.map((one) => `https://127.0.0.1:${(one.address() as AddressInfo).port}`),
          asked,
        );
      } finally {
        for (const one of servers) {
          one.closeAllConnections();
          one.close();
        }
      }
    }
    const good = (response: ServerResponse): void => void response.end(JSON.stringify(issued()));
    const status =
      (code: number) =>
      (response: ServerResponse): void =>
        void response.writeHead(code).end('{}');

    const failing: [what: string, answer: (response: ServerResponse) => void][] = [
      ['ends the connection', (response) => void response.destroy()],
      ['does not answer', () => undefined],
      ['is not the leader, or has no authorities', status(503)],
      ['is asked too much', status(429)],
      ['answers what is no certificate of ours', (response) => void response.end(JSON.stringify(issued({ by: others })))],
    ];
    for (const [what, bad] of failing) {
      test(`the first ${what}: the second is asked, once, and its certificate taken`, () =>
        withControllers([bad, good, good], async (apis, asked) => {
          const { certPem: got } = await sign({ api: apis, timeoutMs: 1000 });
          assert.match(got, /BEGIN CERTIFICATE/);
          assert.deepEqual(asked, [0, 1]);
        }));
    }

    test('the first is not there: the second is asked; once the first is there, it is asked again', async () => {
      const gone = `https://127.0.0.1:1`;
      await withControllers([good, good], async ([first = '', second = ''], asked) => {
        await sign({ api: [gone, second] });
        assert.deepEqual(asked, [1]);
        await sign({ api: [first, second] });
        assert.deepEqual(asked, [1, 0]);
      });
    });

    test('a refusal is not taken to the next', () =>
      withControllers([status(503), status(403), good], async (apis, asked) => {
        await assert.rejects(sign({ api: apis }), { code: 'api_denied' });
        assert.deepEqual(asked, [0, 1]);
      }));

    test('none answers: the error names the last, and is worth another try', () =>
      withControllers([status(503), status(500)], async (apis, asked) => {
        await assert.rejects(sign({ api: apis }), (error: PhotonError) => {
          assert.deepEqual([error.code, error.where], ['api_unreachable', apis[1]]);
          return true;
        });
        assert.deepEqual(asked, [0, 1]);
      }));
  });
});
