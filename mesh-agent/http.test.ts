// Calls over HTTP through two mesh agents' worth of code on real sockets: control port → mTLS → inbound → app.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { freePort, Mesh } from './testing/fixture.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

let mesh: Mesh;
let app: Server;
let appPort: number;
let control: number;
let meshPort: number;
let handler: Handler = (_req, res) => void res.end('ok');
let appRequests: { url: string | undefined; rawHeaders: string[] }[] = [];

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
        void res.end(`${req.url} ${req.headers.host} ${req.headers['x-photoncloud-peer']} ${req.headers['x-photoncloud-service']}`);
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
