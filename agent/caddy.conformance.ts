// What every CaddyAdmin promises, run against a real Caddy and the simulated one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CaddyAdmin } from '../src/loop/ports.ts';
import type { PhotonError } from '../src/model/errors.ts';

export interface CaddyUnderTest {
  admin(): CaddyAdmin;
  kill(): Promise<void>;
  restartEmpty(): Promise<void>;
}

type Config = { apps?: { http?: { servers?: Record<string, unknown> } } } | undefined;

export function caddyConformance(name: string, make: () => CaddyUnderTest): void {
  describe(`caddy admin ${name}`, () => {
    const servers = async (admin: CaddyAdmin) => ((await admin.config()) as Config)?.apps?.http?.servers;
    const server = (listen: string) => ({ listen: [listen], routes: [], automatic_https: { disable: true } });

    it('puts with all parents, replaces, removes, and leaves the rest alone', async () => {
      const test = make();
      await test.restartEmpty();
      const admin = test.admin();
      assert.equal(await servers(admin), undefined);
      await admin.remove('apps/http/servers/ours');
      // Caddy wants every listener to be spelled differently.
      await admin.put('apps/http/servers/foreign', server('127.0.0.2:0'));
      await admin.put('apps/http/servers/ours', server('127.0.0.1:0'));
      await admin.put('apps/http/servers/ours', { ...server('127.0.0.1:0'), routes: [{ '@id': 'a', handle: [] }] });
      assert.deepEqual(Object.keys((await servers(admin)) ?? {}).sort(), ['foreign', 'ours']);
      assert.deepEqual((await servers(admin))?.['ours'], { ...server('127.0.0.1:0'), routes: [{ '@id': 'a', handle: [] }] });
      await admin.remove('apps/http/servers/ours');
      await admin.remove('apps/http/servers/ours');
      assert.deepEqual(await servers(admin), { foreign: server('127.0.0.2:0') });
    });

    it('is unreachable while it is away, and empty after a restart', async () => {
      const test = make();
      await test.restartEmpty();
      const admin = test.admin();
      await admin.put('apps/http/servers/ours', server('127.0.0.1:0'));
      await test.kill();
      const away = (error: unknown) => (error as PhotonError).code === 'caddy_unreachable';
      await assert.rejects(admin.config(), away);
      await assert.rejects(admin.put('apps/http/servers/ours', server('127.0.0.1:0')), away);
      await test.restartEmpty();
      assert.equal(await servers(admin), undefined);
    });
  });
}
