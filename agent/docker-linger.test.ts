// A name that lingers after its container was removed: an engine that is played here, since no real one does it when asked.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { waitFor } from '../e2e/harness/scratch.ts';
import { SimulatedClock } from '../src/loop/clock.ts';
import type { PhotonError } from '../src/model/errors.ts';
import { createDockerEngine } from './docker.ts';

const name = /\/containers\/create\?name=pc-c-web-0/;

/** Runs a create while the name is taken for some time; answers its end and how often it was asked. */
async function createWhileTaken(takenMs: number): Promise<{ id: string | undefined; error: PhotonError | undefined; asked: number }> {
  const dir = await mkdtemp(join(tmpdir(), 'photoncloud-linger-'));
  const clock = new SimulatedClock();
  let asked = 0;
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const answer = (status: number, body: object): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (incoming.method === 'POST' && name.test(incoming.url ?? '')) {
      asked++;
      if (clock.monotonic() >= takenMs) answer(201, { Id: 'c0ffee', Warnings: [] });
      else answer(409, { message: 'Conflict. The container name is already in use by container "dead"' });
    } else answer(404, { message: 'No such container' });
  });
  const socketPath = join(dir, 'docker.sock');
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const engine = createDockerEngine({
    socketPath,
    clusterId: 'c',
    nodeId: 'n',
    appAddr: '127.0.0.1',
    networkPool: '10.1.0.0/16',
    networkPrefix: 28,
    clock,
  });
  let id: string | undefined;
  let error: PhotonError | undefined;
  engine
    .create({
      labels: { cluster: 'c', node: 'n', service: 'web', instance: 'web-0', revision: 'r' },
      image: 'app:1',
      env: {},
      secretFiles: [],
      volumes: [],
      stopSignal: 'SIGTERM',
      sandbox: { capAdd: [], noNewPrivileges: true, pidsLimit: 64, readOnlyRoot: false },
    })
    .then(
      (made) => (id = made),
      (thrown: PhotonError) => (error = thrown),
    );
  try {
    await waitFor('the create to end', async () => {
      if (clock.pending > 0) await clock.advance(clock.untilNext() ?? 0);
      return id !== undefined || error !== undefined;
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(dir, { recursive: true });
  }
  return { id, error, asked };
}

test('a name that lingers for two seconds after its container was removed is waited for', async () => {
  const { id, error, asked } = await createWhileTaken(2_000);
  assert.equal(error, undefined);
  assert.equal(id, 'c0ffee');
  assert.ok(asked > 2 && asked < 20, `asked ${asked} times in two seconds`);
});

test('a name that stays taken is told in the end', async () => {
  const { id, error } = await createWhileTaken(Number.POSITIVE_INFINITY);
  assert.equal(id, undefined);
  assert.match(error?.message ?? '', /name is already in use/);
});
