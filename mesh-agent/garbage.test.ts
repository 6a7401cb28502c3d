// Garbage in each record that the sidecar reads, of each kind, put there while it runs and before it starts.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { callService } from '../src/client/index.ts';
import { garbage } from '../src/model/garbage.ts';
import { keyOf } from '../src/model/keys.ts';
import type { MeshAgent } from './agent.ts';
import { clusterId, freePort, Mesh, until } from './testing/fixture.ts';

const ids = ['credit-0', 'credit-1'];
const records = {
  meta: keyOf(clusterId, 'cluster'),
  service: keyOf(clusterId, 'service', 'creditservice'),
  instance: keyOf(clusterId, 'instance', 'creditservice', 'credit-0'),
  policy: keyOf(clusterId, 'policy', 'all'),
  revoked: keyOf(clusterId, 'revoked-certificate', '0'.repeat(64)),
};

/** Two instances that may only be called over mTLS, and a caller's control port. */
async function world(): Promise<{ mesh: Mesh; control: number }> {
  const mesh = await Mesh.create();
  const control = await freePort();
  await mesh.placeIdentity('apigateway');
  await mesh.place({ name: 'apigateway', control });
  await mesh.placeIdentity('creditservice');
  const instances: { id: string; app: number; mesh: number }[] = [];
  for (const id of ids) {
    const app = await freePort();
    const server = createServer((_request, answer) => void answer.end(id));
    await new Promise<void>((resolve) => server.listen(app, '127.0.0.1', resolve));
    mesh.onClose(() => {
      server.closeAllConnections();
      server.close();
    });
    instances.push({ id, app, mesh: await freePort() });
  }
  await mesh.place({ name: 'creditservice', instances });
  await mesh.service('creditservice');
  for (const one of instances) await mesh.instance('creditservice', one.id, one.mesh);
  await mesh.policy('all', '*', '*', 'strict', true);
  await mesh.revoke('0'.repeat(64), `spiffe://photoncloud/${clusterId}/service/other`);
  return { mesh, control };
}

const call = async (control: number): Promise<string> =>
  (await callService('creditservice', '/', { mesh: `http://127.0.0.1:${control}` })).text();

/** Calls are answered, by whom they may be. */
async function answered(control: number, by: readonly string[], kind: string): Promise<void> {
  for (let count = 0; count < 4; count++) assert.ok(by.includes(await call(control)), kind);
}

const modes = (agent: MeshAgent): string[] => (agent.policies() as { mode: string }[]).map(({ mode }) => mode);

for (const [record, key] of Object.entries(records)) {
  test(`garbage as ${record}: the sidecar goes on, and what it said before stands`, async () => {
    const { mesh, control } = await world();
    try {
      let agent = await mesh.start();
      await answered(control, ids, 'whole');
      const whole = (await mesh.store.get(key)).kv?.value ?? '';
      for (const [kind, text] of Object.entries(garbage)) {
        const told = (): boolean => mesh.logLines.some(({ level, key: where }) => level === 'warn' && where === key);
        mesh.logLines.length = 0;
        await mesh.put(key, text);
        if (record !== 'meta') await until(`a word about ${kind}`, told);
        await answered(control, ids, kind);
        assert.deepEqual(modes(agent), ['strict'], kind);
        await agent.stop();
        agent = await mesh.start();
        await answered(control, ids, `${kind}, started anew`);
        assert.deepEqual(modes(agent), ['strict'], kind);
        await mesh.put(key, whole);
      }
      // One that never knew better: an instance that can't be read is not called, all else stands.
      for (const [kind, text] of Object.entries(garbage)) {
        await agent.stop();
        await rm(join(mesh.dir, 'state'), { recursive: true });
        await mesh.put(key, text);
        agent = await mesh.start();
        await answered(control, record === 'instance' ? ['credit-1'] : ids, `${kind}, started without memory`);
      }
    } finally {
      await mesh.close();
    }
  });
}
