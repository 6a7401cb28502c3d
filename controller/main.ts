#!/usr/bin/env node
// photoncloud-controller: settings, ports, and the parts put together.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/loop/clock.ts';
import { diskFiles } from '../src/loop/files.ts';
import { createLog } from '../src/loop/log.ts';
import { runMain } from '../src/loop/main.ts';
import type { Log, Store } from '../src/loop/ports.ts';
import { systemRandom } from '../src/loop/random.ts';
import { createRegistry, serveHealth } from '../src/loop/serve.ts';
import { loadAuthorities } from '../src/pki/authority.ts';
import { openEtcd } from '../src/store/etcd.ts';
import { storeOptions, tellContact } from '../src/store/options.ts';
import { type Api, type ApiOutcome, createApi } from './api.ts';
import { type ControllerSettings, readSettings } from './config.ts';
import { createController } from './controller.ts';
import { createControllerMetrics } from './metrics.ts';

const dayMs = 86_400_000;

await runMain({
  name: 'photoncloud-controller',
  run: async (signal) => {
    const settings = await readSettings(process.argv.slice(2));
    if (settings) await serve(settings, signal);
  },
});

async function serve(settings: ControllerSettings, signal: AbortSignal): Promise<void> {
  const { cluster } = settings;
  const log = createLog({ name: 'controller', ...settings.log, fields: { cluster: cluster.cluster_id } });
  const store = openEtcd({ ...storeOptions(cluster.endpoints, cluster), ...tellContact(log, cluster.endpoints) });
  const registry = createRegistry();
  const metrics = createControllerMetrics(registry);
  // What can be wrong with the settings is found before any part of the work begins.
  const api = await startApi(settings, store, log, metrics.onCertificate);
  const controller = await createController(
    { store, clock: systemClock, random: systemRandom, log, files: diskFiles },
    {
      clusterId: cluster.cluster_id,
      name: `${hostname()}:${process.pid}`,
      leaseS: settings.election.lease_s,
      observer: metrics.observer,
      ...(settings.state_dir !== undefined && { identityFile: join(settings.state_dir, `controller-${cluster.cluster_id}.json`) }),
    },
  );
  metrics.watch(controller);
  const health = await serveHealth({
    listen: settings.health.listen,
    registry,
    log,
    unhealthy: () => undefined,
    unready: () => controller.unready(),
  });
  log.info({ endpoints: cluster.endpoints, leaf_days: settings.api?.leaf_days, signs: api !== undefined }, 'started; reading the store');
  if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  log.info({}, 'stopping: finishing what is under way');
  await api?.close();
  await controller.close();
  await health.close();
  await store.close();
}

async function startApi(
  settings: ControllerSettings,
  store: Store,
  log: Log,
  onOutcome: (outcome: ApiOutcome) => void,
): Promise<Api | undefined> {
  const { api, cluster } = settings;
  if (!api) {
    log.warn({}, 'no CA is configured: this controller signs no certificates');
    return undefined;
  }
  return createApi({
    store,
    clock: systemClock,
    random: systemRandom,
    log: log.child({ part: 'api' }),
    clusterId: cluster.cluster_id,
    authorities: await loadAuthorities(api.ca_dir),
    bootstrapTokenFile: api.bootstrap_token_file,
    listen: api.listen,
    names: api.names,
    leafLifetimeMs: api.leaf_days * dayMs,
    onOutcome,
  });
}
