import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { PhotonError } from '../model/errors.ts';
import { startListening } from './listen.ts';

test('a taken address is port_taken, with where and what to do', async (t) => {
  const [first, second] = [createServer(), createServer()];
  t.after(() => first.close());
  await startListening(first, { host: '127.0.0.1', port: 0 }, { where: 'first' });
  const { port } = first.address() as AddressInfo;
  await assert.rejects(startListening(second, { host: '127.0.0.1', port }, { where: 'here', next: 'Free it' }), (thrown: PhotonError) => {
    assert.ok(thrown instanceof PhotonError);
    assert.deepEqual([thrown.code, thrown.where, thrown.next], ['port_taken', 'here', 'Free it']);
    return true;
  });
});

test('an accept that fails later, for want of descriptors, ends nothing', async (t) => {
  const server = createServer();
  t.after(() => server.close());
  await startListening(server, { host: '127.0.0.1', port: 0 }, {});
  server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  assert.ok(server.listening);
});
