// callService against a server that answers as a mesh agent does.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { PhotonError } from '../model/errors.ts';
import { callService, type CallOptions } from './index.ts';

let server: Server;
let mesh: string;
let handler: (req: IncomingMessage, res: ServerResponse) => void;

before(async () => {
  server = createServer((req, res) => handler(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  mesh = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

async function codeOf(call: Promise<unknown>): Promise<string> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof PhotonError, String(thrown));
  return thrown.code;
}

const echo = (req: IncomingMessage, res: ServerResponse): void => {
  req.toArray().then(
    (chunks) =>
      res.end(
        JSON.stringify({ method: req.method, url: req.url, headers: req.headers, body: Buffer.concat(chunks as Buffer[]).toString() }),
      ),
    () => res.destroy(),
  );
};

describe('callService', () => {
  it('names the service, sends method, path, headers and body', async () => {
    handler = echo;
    const answer = await callService('creditservice', '/v1/accounts?limit=1', { mesh, headers: { 'x-trace': 'a' }, body: 'text' });
    assert.equal(answer.status, 200);
    const seen = (await answer.json()) as { method: string; url: string; headers: Record<string, string>; body: string };
    assert.deepEqual([seen.method, seen.url, seen.body], ['POST', '/v1/accounts?limit=1', 'text']);
    assert.deepEqual(
      [seen.headers['host'], seen.headers['x-photoncloud-service'], seen.headers['x-trace'], seen.headers['content-length']],
      ['creditservice', 'creditservice', 'a', '4'],
    );
  });

  it('streams bodies both ways', async () => {
    handler = (req, res) => void req.pipe(res);
    const source = Readable.from([Buffer.from('one '), Buffer.from('two')]);
    const answer = await callService('creditservice', '/', { mesh, method: 'PUT', body: source });
    assert.equal(await answer.text(), 'one two');
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('three'));
    }
    assert.equal(await (await callService('creditservice', '/', { mesh, body: chunks() })).text(), 'three');
  });

  it('takes the address from the environment', async () => {
    handler = (_req, res) => void res.end('ok');
    const before = process.env['PHOTONCLOUD_MESH'];
    process.env['PHOTONCLOUD_MESH'] = mesh;
    assert.equal(await (await callService('creditservice', '/')).text(), 'ok');
    delete process.env['PHOTONCLOUD_MESH'];
    assert.equal(await codeOf(callService('creditservice', '/')), 'invalid_argument');
    if (before !== undefined) process.env['PHOTONCLOUD_MESH'] = before;
  });

  it("an error of the called service is an answer; one of the mesh's own is thrown with its code and line", async () => {
    handler = (_req, res) => void res.writeHead(500).end('mine');
    const answer = await callService('creditservice', '/', { mesh });
    assert.deepEqual([answer.status, await answer.text()], [500, 'mine']);
    const codes: [number, string, string][] = [
      [404, 'unknown_service', 'mesh_unknown_service'],
      [403, 'policy_refused', 'mesh_denied'],
      [503, 'no_endpoint', 'mesh_no_endpoint'],
      [502, 'connect_failed', 'mesh_upstream_failed'],
      [504, 'timeout', 'timeout'],
      [502, 'something_new', 'mesh_upstream_failed'],
    ];
    for (const [status, code, expected] of codes) {
      handler = (_req, res) => void res.writeHead(status, { 'x-photoncloud-error': code }).end(`why ${code}\n`);
      await assert.rejects(
        callService('creditservice', '/', { mesh }),
        (error: PhotonError) => error.code === expected && error.message === `why ${code}` && error.where === 'creditservice/',
      );
    }
  });

  it('times out, and is ended by its caller, before and while the body is read', async () => {
    handler = () => undefined;
    assert.equal(await codeOf(callService('creditservice', '/', { mesh, timeoutMs: 30 })), 'timeout');
    assert.equal(await codeOf(callService('creditservice', '/', { mesh, signal: AbortSignal.timeout(30) })), 'aborted');
    assert.equal(await codeOf(callService('creditservice', '/', { mesh, signal: AbortSignal.abort() })), 'aborted');
    handler = (_req, res) => void res.write('begin');
    const stop = new AbortController();
    const answer = await callService('creditservice', '/', { mesh, signal: stop.signal });
    const text = answer.text();
    stop.abort();
    assert.match(await codeOf(text), /^mesh_upstream_failed$/);
  });

  it('an answer that is cut off fails while it is read', async () => {
    handler = (req, res) => {
      res.writeHead(200, { 'content-length': 100 });
      res.write('part', () => req.socket.destroy());
    };
    const answer = await callService('creditservice', '/', { mesh });
    assert.equal(await codeOf(answer.text()), 'mesh_upstream_failed');
  });

  it('a body that fails never looks complete', async () => {
    const arrived = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<boolean>();
    handler = (req) => {
      req.on('error', () => undefined);
      req.on('close', () => ended.resolve(req.complete));
      req.once('data', () => arrived.resolve());
    };
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      await arrived.promise;
      throw new Error('source failed');
    }
    assert.equal(await codeOf(callService('creditservice', '/', { mesh, body: broken() })), 'mesh_upstream_failed');
    assert.equal(await ended.promise, false);
  });

  it('refuses names, paths and addresses that are none', async () => {
    const bad: [string, string, CallOptions][] = [
      ['Credit', '/', { mesh }],
      ['a.b', '/', { mesh }],
      ['creditservice', 'v1', { mesh }],
      ['creditservice', '/a b', { mesh }],
      ['creditservice', '/', { mesh: 'https://127.0.0.1' }],
      ['creditservice', '/', { mesh: 'nonsense' }],
    ];
    for (const [name, path, options] of bad) assert.equal(await codeOf(callService(name, path, options)), 'invalid_argument');
  });

  it('no mesh agent there: mesh_upstream_failed', async () => {
    assert.equal(await codeOf(callService('creditservice', '/', { mesh: 'http://127.0.0.1:1' })), 'mesh_upstream_failed');
  });
});
