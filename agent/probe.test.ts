import assert from 'node:assert/strict';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { waitFor } from '../e2e/harness/scratch.ts';
import type { ProbeTarget } from '../src/loop/ports.ts';
import { createProber } from './probe.ts';

const prober = createProber();
const closers: (() => void)[] = [];
after(() => {
  for (const close of closers) close();
});

async function listen(server: {
  listen(port: number, host: string, ready: () => void): unknown;
  address(): unknown;
  close(): unknown;
}): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const target = (type: ProbeTarget['type'], port: number, path = '/healthz'): ProbeTarget => ({
  type,
  addr: '127.0.0.1',
  port,
  path,
  timeoutMs: 400,
});

async function reason(probed: ProbeTarget): Promise<string> {
  const answer = await prober.probe(probed);
  return answer.ok ? 'ok' : answer.reason;
}

/** Counts connections that are open at a server. */
function counted<S extends Server | ReturnType<typeof createServer>>(server: S): { server: S; open: () => number } {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  return { server, open: () => sockets.size };
}

describe('http probe', () => {
  it('passes 200 to 399 without following, fails others, reads no body', async () => {
    const asked: string[] = [];
    const { server, open } = counted(
      createHttpServer((request, response) => {
        asked.push(request.url ?? '');
        response.writeHead(Number(request.url?.slice(1)), { location: '/500' });
        if (request.url === '/206') response.write('endless');
        else response.end();
      }),
    );
    const port = await listen(server);
    assert.equal(await reason(target('http', port, '/200')), 'ok');
    assert.equal(await reason(target('http', port, '/302')), 'ok');
    assert.equal(await reason(target('http', port, '/206')), 'ok');
    assert.equal(await reason(target('http', port, '/404')), 'GET /404 answered 404');
    assert.equal(await reason(target('http', port, '/503')), 'GET /503 answered 503');
    assert.deepEqual(asked, ['/200', '/302', '/206', '/404', '/503']);
    await waitFor('connections to close', () => open() === 0, 2_000);
  });

  it('answers within the timeout, whatever the far side does', async () => {
    const { server: silent, open } = counted(createServer((socket) => socket.resume()));
    const port = await listen(silent);
    const begin = performance.now();
    assert.match(await reason(target('http', port)), /no answer within 400 ms/);
    assert.ok(performance.now() - begin < 1_500);
    await waitFor('connections to close', () => open() === 0, 2_000);
    const drip = createServer((socket) => {
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
    });
    assert.notEqual(await reason(target('http', await listen(drip))), 'ok');
    const slam = createServer((socket) => socket.destroy());
    assert.match(await reason(target('http', await listen(slam))), /reset/);
  });
});

describe('tcp probe', () => {
  it('passes what accepts, fails what refuses', async () => {
    const { server, open } = counted(createServer((socket) => socket.resume()));
    const port = await listen(server);
    assert.equal(await reason(target('tcp', port)), 'ok');
    await waitFor('connections to close', () => open() === 0, 2_000);
    server.close();
    assert.equal(await reason(target('tcp', port)), 'connection refused');
  });
});

describe('grpc probe', () => {
  it('tells SERVING from everything else', async () => {
    let body = Buffer.from([0, 0, 0, 0, 2, 8, 1]);
    let status = '0';
    const server = createHttp2Server();
    server.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      if (headers[':path'] !== '/grpc.health.v1.Health/Check') return stream.respond({ ':status': 404 }, { endStream: true });
      if (status === 'trailers-only')
        return stream.respond({ ':status': 200, 'grpc-status': '12', 'grpc-message': 'no health' }, { endStream: true });
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': status }));
      stream.end(body);
    });
    const port = await listen(server);
    assert.equal(await reason(target('grpc', port)), 'ok');
    body = Buffer.from([0, 0, 0, 0, 2, 8, 2]);
    assert.equal(await reason(target('grpc', port)), 'the app says NOT_SERVING');
    body = Buffer.from([0, 0, 0, 0, 0]);
    assert.equal(await reason(target('grpc', port)), 'the app says UNKNOWN');
    body = Buffer.from([0, 0, 0, 0, 9, 8, 1]);
    assert.match(await reason(target('grpc', port)), /not one gRPC message/);
    status = '14';
    assert.match(await reason(target('grpc', port)), /status 14/);
    status = 'trailers-only';
    assert.match(await reason(target('grpc', port)), /status 12 no health/);
  });

  it('fails on what is no gRPC server, in time', async () => {
    const http = createHttpServer((_request, response) => response.end('hello'));
    assert.notEqual(await reason(target('grpc', await listen(http))), 'ok');
    const { server: silent, open } = counted(createServer((socket) => socket.resume()));
    assert.match(await reason(target('grpc', await listen(silent))), /no answer within 400 ms/);
    await waitFor('connections to close', () => open() === 0, 2_000);
  });
});
