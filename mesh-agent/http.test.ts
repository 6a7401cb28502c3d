// Calls over HTTP through two mesh agents' worth of code on real sockets: control port → mTLS → inbound → app.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { freePort, Mesh, until } from './testing/fixture.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

let mesh: Mesh;
let app: Server;
let appPort: number;
let control: number;
let meshPort: number;
let handler: Handler = (_req, res) => void res.end('ok');
const appRequests: { url: string | undefined; rawHeaders: string[] }[] = [];

before(async () => {
  mesh = await Mesh.create();
  [appPort, control, meshPort] = [await freePort(), await freePort(), await freePort()];
  app = createServer((req, res) => {
    appRequests.push({ url: req.url, rawHeaders: req.rawHeaders });
    handler(req, res);
  });
  app.on('checkContinue', (req, res) => handler(req, res));
  await new Promise<void>((resolve) => app.listen(appPort, '127.0.0.1', resolve));
  mesh.onClose(() => {
    app.closeAllConnections();
    app.close();
  });
  await mesh.service('creditservice');
  await mesh.instance('creditservice', 'credit-0', meshPort);
  await mesh.policy('credit', '*', 'creditservice', 'strict', true);
  for (const name of ['apigateway', 'creditservice']) await mesh.placeIdentity(name);
  await mesh.place({ name: 'creditservice', instances: [{ id: 'credit-0', app: appPort, mesh: meshPort }] });
  await mesh.place({ name: 'apigateway', control });
  await mesh.start();
});

after(() => mesh.close());

function peerOf(req: IncomingMessage): string {
  return String(req.headers['x-photoncloud-peer']);
}

/** Sends text as it is on the control port and gives all that comes back until the connection ends. */
async function raw(text: string, port = control): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  await new Promise((resolve) => {
    socket.on('error', resolve);
    socket.on('close', resolve);
  });
  return answer;
}

function call(options: {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  host?: string;
}): Promise<{ res: IncomingMessage; body: string }> {
  return new Promise((resolve, reject) => {
    const { path = 'http://creditservice/v1', method = 'GET', headers = {}, body, host = 'creditservice' } = options;
    const req = request({ host: '127.0.0.1', port: control, method, path, headers: { host, ...headers }, agent: false }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      res.on('end', () => resolve({ res, body: text }));
      res.on('error', reject);
    });
    req.on('error', reject);
    req.end(body);
  });
}

describe('names', () => {
  const ways: [string, Parameters<typeof call>[0]][] = [
    ['absolute form', { path: 'http://creditservice/v1?x=1' }],
    ['absolute form with the mesh suffix and a port', { path: 'http://creditservice.mesh:80/v1?x=1' }],
    ['Host', { path: '/v1?x=1', host: 'creditservice.demo.mesh' }],
    ['header', { path: '/v1?x=1', host: '127.0.0.1', headers: { 'x-photoncloud-service': 'creditservice' } }],
  ];
  for (const [what, options] of ways) {
    it(what, async () => {
      handler = (req, res) =>
        void res.end([req.url, req.headers.host, peerOf(req), String(req.headers['x-photoncloud-service'])].join(' '));
      const { res, body } = await call(options);
      assert.equal(res.statusCode, 200, body);
      const host =
        what === 'header' ? 'creditservice' : (options.path ?? '').startsWith('http') ? new URL(options.path ?? '').host : options.host;
      const expectedHost = what.includes('port') ? 'creditservice.mesh:80' : host;
      assert.equal(body, `/v1?x=1 ${expectedHost} spiffe://photoncloud/demo/service/apigateway undefined`);
    });
  }

  it('unknown service: 404 with one line and the code', async () => {
    const { res, body } = await call({ path: 'http://nosuch/' });
    assert.deepEqual([res.statusCode, res.headers['x-photoncloud-error']], [404, 'unknown_service']);
    assert.match(body, /^[^\n]+\n$/);
    assert.equal((await call({ path: 'http://example.com/' })).res.statusCode, 404);
    assert.equal((await call({ path: '/', host: 'creditservice.other.mesh' })).res.statusCode, 404);
  });
});

const credit = 'GET http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\n';

describe('requests that nobody may pass on', () => {
  const bad: [string, string][] = [
    [
      'Content-Length with Transfer-Encoding',
      'POST http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'Transfer-Encoding: chunked, identity',
      'POST http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    ],
    [
      'Transfer-Encoding: gzip, chunked',
      'POST http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'Transfer-Encoding twice',
      'POST http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'Content-Length twice',
      'POST http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    ['Content-Length: +1', 'POST http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\nContent-Length: +1\r\n\r\na'],
    ['Host twice', `${credit}Host: other\r\n\r\n`],
    ['bare LF', 'GET http://creditservice/ HTTP/1.1\nHost: creditservice\n\n'],
    ['space before the colon', `${credit}X-A : 1\r\n\r\n`],
    ['HTTP/0.9', 'GET /\r\n\r\n'],
    ['no HTTP at all', 'hello there\r\n\r\n'],
    ['user information in the target', 'GET http://a@creditservice/ HTTP/1.1\r\nHost: creditservice\r\nConnection: close\r\n\r\n'],
    ['https in the target', 'GET https://creditservice/ HTTP/1.1\r\nHost: creditservice\r\nConnection: close\r\n\r\n'],
  ];
  for (const [what, text] of bad) {
    it(`${what}: 400, closed, and the app sees nothing`, async () => {
      appRequests.length = 0;
      handler = (_req, res) => void res.end('should not be reached');
      const answer = await raw(text);
      assert.match(answer, /^HTTP\/1\.1 400 /, answer);
      assert.equal(answer.split('HTTP/1.1 ').length, 2, 'exactly one answer');
      assert.equal(appRequests.length, 0);
    });
  }

  it('what was pipelined behind a refused request is not read', async () => {
    appRequests.length = 0;
    const answer = await raw(`${credit}Host: other\r\n\r\n${credit}Connection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(appRequests.length, 0);
  });
});

describe('fields', () => {
  it('a forged identity is replaced, in either spelling, and Connection can not name it away', async () => {
    handler = (req, res) => void res.end(JSON.stringify(req.rawHeaders));
    const forged =
      'X-PhotonCloud-Peer: spiffe://evil\r\nx_photoncloud_peer: spiffe://evil\r\nConnection: close, x-photoncloud-peer, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\nProxy-Authorization: x\r\nX-Stays: yes\r\n\r\n';
    const answer = await raw(credit + forged);
    const fields = JSON.parse(answer.slice(answer.indexOf('['), answer.lastIndexOf(']') + 1)) as string[];
    const names = fields.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    assert.deepEqual(
      names.filter((name) => name.replaceAll('_', '-') === 'x-photoncloud-peer'),
      ['x-photoncloud-peer'],
    );
    assert.ok(!answer.includes('evil'));
    for (const gone of ['x-hop', 'proxy-authorization', 'x-photoncloud-service']) assert.ok(!names.includes(gone), gone);
    assert.ok(names.includes('x-stays'));
  });

  it('each request of a kept connection is told the peer, also pipelined ones, in their order', async () => {
    handler = (req, res) => void setTimeout(() => res.end(`${req.url} ${peerOf(req)};`), req.url === '/1' ? 50 : 0);
    const requests = ['/1', '/2', '/3'].map(
      (path, at) =>
        `GET http://creditservice${path} HTTP/1.1\r\nHost: creditservice\r\nX-PhotonCloud-Peer: evil\r\n${at === 2 ? 'Connection: close\r\n' : ''}\r\n`,
    );
    const answer = await raw(requests.join(''));
    const peer = 'spiffe://photoncloud/demo/service/apigateway';
    assert.deepEqual(
      answer.match(/\/\d [^;]+;/g),
      ['/1', '/2', '/3'].map((path) => `${path} ${peer};`),
    );
  });

  it('trailers pass both ways, identities in them do not', async () => {
    handler = (req, res) => {
      req.resume();
      req.on('end', () => {
        res.writeHead(200, { trailer: 'x-sum' });
        res.write(JSON.stringify(req.trailers));
        res.addTrailers({ 'x-sum': '42' });
        res.end();
      });
    };
    const answer = await raw(
      'POST http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nTrailer: x-check\r\n\r\n3\r\nabc\r\n0\r\nx-check: 7\r\nx-photoncloud-peer: evil\r\n\r\n',
    );
    assert.match(answer, /\{"x-check":"7"\}/);
    assert.match(answer, /0\r\nx-sum: 42\r\n\r\n$/);
  });

  it('HEAD keeps the length and has no body', async () => {
    handler = (_req, res) => void res.writeHead(200, { 'content-length': '1234' }).end();
    const answer = await raw('HEAD http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\nConnection: close\r\n\r\n');
    assert.match(answer, /content-length: 1234\r\n/i);
    assert.ok(answer.endsWith('\r\n\r\n'));
  });

  it('the app can not pretend that the mesh failed', async () => {
    handler = (_req, res) => void res.writeHead(503, { 'x-photoncloud-error': 'no_endpoint' }).end('mine');
    const { res, body } = await call({});
    assert.deepEqual([res.statusCode, res.headers['x-photoncloud-error'], body], [503, undefined, 'mine']);
  });
});

describe('1xx, upgrades and streams', () => {
  it('Expect: 100-continue is answered by the app: 100, then the body', async () => {
    handler = (req, res) => {
      res.writeContinue();
      req.resume();
      req.on('end', () => res.end('thanks'));
    };
    const seen: string[] = [];
    const body = await new Promise<string>((resolve, reject) => {
      const req = request({
        host: '127.0.0.1',
        port: control,
        method: 'POST',
        path: 'http://creditservice/',
        headers: { host: 'creditservice', expect: '100-continue', 'content-length': '4' },
        agent: false,
      });
      req.on('continue', () => {
        seen.push('continue');
        req.end('body');
      });
      req.on('error', reject);
      req.on('response', (res) => res.on('data', (chunk: Buffer) => resolve(chunk.toString())));
      req.flushHeaders();
    });
    assert.deepEqual([seen, body], [['continue'], 'thanks']);
  });

  it('Expect: 100-continue answered 417: one final answer, the body is never asked for', async () => {
    handler = (_req, res) => void res.writeHead(417, { connection: 'close' }).end('no');
    const answer = await raw(
      'POST http://creditservice/ HTTP/1.1\r\nHost: creditservice\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n',
    );
    assert.match(answer, /^HTTP\/1\.1 417 /);
    assert.equal(answer.split('HTTP/1.1 ').length, 2);
  });

  it('103 passes before the final answer', async () => {
    handler = (_req, res) => res.writeEarlyHints({ link: '</a.css>; rel=preload' }, () => res.end('final'));
    const answer = await raw(`${credit}Connection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 103 [^\r]+\r\nlink: <\/a\.css>; rel=preload\r\n\r\nHTTP\/1\.1 200 /i);
  });

  it('the head of an event stream arrives before its first event', async () => {
    let finish: (() => void) | undefined;
    handler = (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.flushHeaders();
      finish = () => res.end('data: 1\n\n');
    };
    const res = await new Promise<IncomingMessage>((resolve, reject) => {
      request(
        { host: '127.0.0.1', port: control, path: 'http://creditservice/', headers: { host: 'creditservice' }, agent: false },
        resolve,
      )
        .on('error', reject)
        .end();
    });
    assert.equal(res.headers['content-type'], 'text/event-stream');
    finish?.();
    assert.match((await res.toArray()).join(''), /data: 1/);
  });

  it('a reader that stops stops the app', async () => {
    const size = 1024 * 1024 * 1024;
    let sent = 0;
    handler = (_req, res) => {
      res.writeHead(200, { 'content-length': size });
      const more = (): void => {
        while (sent < size) {
          const chunk = Buffer.alloc(Math.min(65_536, size - sent), 7);
          sent += chunk.length;
          if (!res.write(chunk)) return void res.once('drain', more);
        }
        res.end();
      };
      more();
    };
    const res = await new Promise<IncomingMessage>((resolve) => {
      request(
        { host: '127.0.0.1', port: control, path: 'http://creditservice/', headers: { host: 'creditservice' }, agent: false },
        resolve,
      ).end();
    });
    let before = -1;
    await until('the app to be held up', async () => {
      const still = sent === before;
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return still && sent === before;
    });
    // What the kernel's buffers of three connections hold, and no more.
    assert.ok(sent < 100 * 1024 * 1024, `${sent} bytes were taken from the app`);
    res.destroy();
  });

  it('a body of some size passes whole in both directions', async () => {
    handler = (req, res) => void req.pipe(res);
    const sent = randomBytes(8 * 1024 * 1024);
    const res = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: control,
        method: 'POST',
        path: 'http://creditservice/',
        headers: { host: 'creditservice' },
        agent: false,
      };
      request(options, resolve).on('error', reject).end(sent);
    });
    assert.ok(Buffer.concat((await res.toArray()) as Buffer[]).equals(sent));
  });

  it('an upgrade passes with its first bytes, and the app learns who asks', async () => {
    app.once('upgrade', (req: IncomingMessage, socket: Socket) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n${peerOf(req)}\n`);
      socket.on('data', (chunk: Buffer) => socket.write(chunk));
      socket.on('end', () => socket.end());
    });
    const socket = connect(control, '127.0.0.1');
    let got = '';
    socket.on('data', (chunk: Buffer) => {
      got += chunk.toString();
    });
    socket.write(`${credit}Connection: Upgrade\r\nUpgrade: echo\r\n\r\nearly `);
    await until('the echo of early bytes', () => got.endsWith('early '));
    socket.write('late');
    await until('the echo', () => got.endsWith('early late'));
    assert.match(got, /^HTTP\/1\.1 101 .*\r\n\r\nspiffe:\/\/photoncloud\/demo\/service\/apigateway\n/s);
    socket.end();
    await until('the end', () => socket.readableEnded);
  });

  it('a refused upgrade is answered as the app answers it', async () => {
    app.removeAllListeners('upgrade');
    handler = (_req, res) => void res.writeHead(403, { 'content-length': 2 }).end('no');
    const answer = await raw(`${credit}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 403 .*\r\n\r\nno$/s);
  });

  it('an upgrade to h2c is not made', async () => {
    handler = (req, res) => void res.end(String(req.headers.upgrade));
    const answer = await raw(`${credit}Connection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 200 .*undefined$/s);
  });
});

describe('answers that are cut off stay cut off', () => {
  const framings: [string, (res: ServerResponse) => void][] = [
    ['chunked', (res) => res.writeHead(200)],
    ['sized', (res) => res.writeHead(200, { 'content-length': '1000000' })],
    [
      'close-delimited',
      (res) => {
        res.removeHeader('transfer-encoding');
        res.shouldKeepAlive = false;
        res.writeHead(200);
      },
    ],
  ];
  for (const [what, begin] of framings) {
    it(what, async () => {
      handler = (req, res) => {
        begin(res);
        res.write('some of it', () => setTimeout(() => req.socket.resetAndDestroy(), 20));
      };
      const outcome = await call({}).then(
        ({ body, res }) => (res.complete ? `clean end after ${body}` : 'cut'),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      assert.match(outcome, /ECONNRESET|aborted|cut/, outcome);
    });
  }

  it('a body that ends with the connection arrives whole', async () => {
    handler = (_req, res) => {
      res.removeHeader('transfer-encoding');
      res.shouldKeepAlive = false;
      res.writeHead(200);
      res.end('all of it');
    };
    const answer = await raw(`${credit}\r\n`);
    assert.match(answer, /\r\n\r\nall of it$/);
    assert.doesNotMatch(answer, /transfer-encoding/i);
  });

  it('a client that is gone, not merely half-closed, ends the request at the app', async () => {
    let gone = false;
    handler = (req) => {
      req.on('close', () => {
        gone = true;
      });
    };
    const socket = connect(control, '127.0.0.1');
    socket.write(`${credit}\r\n`);
    appRequests.length = 0;
    await until('the request', () => appRequests.length > 0);
    socket.resetAndDestroy();
    await until('the end at the app', () => gone);
  });
});

describe('apps that fail', () => {
  it('a client that half-closes gets the answer of a slow app', async () => {
    handler = (_req, res) => void setTimeout(() => res.end('slow'), 100);
    const socket = connect({ port: control, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(`${credit}\r\n`);
    assert.match((await socket.toArray()).join(''), /slow$/);
  });

  it('an app that closes kept connections never costs a repeatable request', async () => {
    handler = (req, res) => {
      res.end('ok');
      // Closed right after the answer, without having said so.
      res.on('finish', () => setImmediate(() => req.socket.destroy()));
    };
    for (let n = 0; n < 40; n++) assert.equal((await call({})).body, 'ok');
  });

  it('an app that is down: 502 with its code', async () => {
    await mesh.service('downservice');
    const dead = await freePort();
    const port = await freePort();
    await mesh.placeIdentity('downservice');
    await mesh.place({ name: 'downservice', instances: [{ id: 'down-0', app: dead, mesh: port }] });
    await mesh.instance('downservice', 'down-0', port);
    await mesh.agent.reload();
    const { res, body } = await call({ path: 'http://downservice/' });
    assert.deepEqual([res.statusCode, res.headers['x-photoncloud-error']], [502, 'app_unreachable'], body);
  });
});
