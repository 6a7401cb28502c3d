import { after, before } from 'node:test';
import { type RunningCaddy, startCaddy } from '../e2e/harness/caddy.ts';
import { createCaddyAdmin } from './caddy.ts';
import { caddyConformance } from './caddy.conformance.ts';

let caddy: RunningCaddy;
before(async () => {
  caddy = await startCaddy();
});
after(() => caddy.stop());

caddyConformance('of a real Caddy', () => ({
  admin: () => createCaddyAdmin(caddy.admin),
  kill: () => caddy.kill(),
  restartEmpty: () => caddy.restartEmpty(),
}));
