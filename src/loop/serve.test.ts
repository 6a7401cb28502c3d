import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PhotonError } from '../model/errors.ts';
import { silentLog } from './log.ts';
import { createRegistry, parseListen, serveHealth } from './serve.ts';

test('health, readiness and metrics, and nothing else', async () => {
  let unready: string | undefined = 'no store yet';
  const server = await serveHealth({
    listen: '127.0.0.1:0',
    registry: createRegistry(),
    log: silentLog,
    unhealthy: () => undefined,
    unready: () => unready,
  });
  const base = `http://127.0.0.1:${server.address.port}`;
  const ask = async (path: string, method = 'GET'): Promise<[number, string]> => {
    const response = await fetch(base + path, { method });
    return [response.status, await response.text()];
  };
  try {
    assert.deepEqual(await ask('/healthz'), [200, 'ok\n']);
    assert.deepEqual(await ask('/readyz'), [503, 'no store yet\n']);
    unready = undefined;
    assert.deepEqual(await ask('/readyz?x=1'), [200, 'ok\n']);
    const [status, metrics] = await ask('/metrics');
    assert.equal(status, 200);
    assert.match(metrics, /process_resident_memory_bytes \d/);
    assert.equal((await ask('/'))[0], 404);
    assert.equal((await ask('/healthz', 'POST'))[0], 405);
  } finally {
    await server.close();
  }
  await assert.rejects(fetch(`${base}/healthz`));
});

test('a port that is taken is told with its address', async () => {
  const options = { registry: createRegistry(), log: silentLog, unhealthy: () => undefined, unready: () => undefined };
  const first = await serveHealth({ ...options, listen: '127.0.0.1:0' });
  try {
    const listen = `127.0.0.1:${first.address.port}`;
    await assert.rejects(
      serveHealth({ ...options, listen }),
      (thrown) => thrown instanceof PhotonError && thrown.code === 'port_taken' && thrown.where === listen,
    );
  } finally {
    await first.close();
  }
});

test('addresses are read in each spelling', () => {
  assert.deepEqual(parseListen(':80'), { host: '::', port: 80 });
  assert.deepEqual(parseListen('[::1]:9101'), { host: '::1', port: 9101 });
  assert.deepEqual(parseListen('127.0.0.1:0'), { host: '127.0.0.1', port: 0 });
  for (const listen of ['80', 'a:b', 'a:99999']) assert.throws(() => parseListen(listen), PhotonError);
});
