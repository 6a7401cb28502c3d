import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';

let proxy: FaultyProxy;
const received: string[] = [];
const echo = createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    received.push(chunk.toString());
    socket.write(chunk);
  });
});

before(async () => {
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  proxy = await startFaultyProxy(`http://127.0.0.1:${(echo.address() as { port: number }).port}`);
});
after(async () => {
  await proxy.close();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!condition()) {
    assert.ok(performance.now() < deadline, 'the condition did not hold in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('passes both ways, delayed where told', async () => {
  const socket = await open();
  socket.write('one');
  assert.equal(String((await once(socket, 'data'))[0]), 'one');
  proxy.delayMs = 60;
  const started = performance.now();
  socket.write('two');
  assert.equal(String((await once(socket, 'data'))[0]), 'two');
  assert.ok(performance.now() - started >= 115);
  proxy.delayMs = 0;
  socket.destroy();
  await until(() => proxy.connections === 0);
});

test('half-open: nothing arrives until it is healed; then all of it, in order', async () => {
  const socket = await open();
  let back = '';
  socket.on('data', (chunk) => (back += chunk.toString()));
  proxy.halfOpen(true);
  const before = received.length;
  socket.write('a');
  proxy.delayMs = 10;
  socket.write('b');
  proxy.delayMs = 0;
  // Another connection is accepted and silent too.
  const other = await open();
  assert.equal(received.length, before);
  proxy.halfOpen(false);
  await until(() => back === 'ab');
  socket.destroy();
  other.destroy();
});

test('held answers are lost with a cut, though the request arrived', async () => {
  const socket = await open();
  await until(() => proxy.connections > 0);
  proxy.holdAnswers(true);
  let back = '';
  socket.on('data', (chunk) => (back += chunk.toString()));
  socket.write('request');
  await until(() => received.at(-1) === 'request');
  proxy.cut();
  await until(() => socket.destroyed);
  proxy.holdAnswers(false);
  assert.equal(back, '');
});

test('refused: those that stand are reset, new ones too', async () => {
  const standing = await open();
  await until(() => proxy.connections > 0);
  proxy.refuse(true);
  await until(() => standing.destroyed);
  const fresh = connect(proxy.port, '127.0.0.1');
  fresh.on('error', () => {});
  await until(() => fresh.destroyed);
  proxy.refuse(false);
  const healed = await open();
  healed.write('x');
  await once(healed, 'data');
  healed.destroy();
});
