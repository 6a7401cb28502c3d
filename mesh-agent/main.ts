#!/usr/bin/env node
// photoncloud-mesh-agent: flags, ports, and the parts put together.
import { parseArgs } from 'node:util';
import { systemClock } from '../src/loop/clock.ts';
import { createLog } from '../src/loop/log.ts';
import { runMain } from '../src/loop/main.ts';
import type { Store } from '../src/loop/ports.ts';
import { systemRandom } from '../src/loop/random.ts';
import { createRegistry, serveHealth } from '../src/loop/serve.ts';
import { version } from '../src/loop/version.ts';
import { PhotonError } from '../src/model/errors.ts';
import type { MeshMode } from '../src/plan/policy.ts';
import { storeOptions } from '../src/store/options.ts';
import { serveAdmin } from './admin.ts';
import { MeshAgent } from './agent.ts';
import type { ClusterConfig } from './config.ts';
import { defaultLimits } from './limits.ts';
import { createMeshMetrics } from './metrics.ts';

const usage = `Usage: photoncloud-mesh-agent --config FILE|DIR [options]

  --config FILE|DIR             one service's file, or a directory of {service}.toml
  --default-mode MODE           auto (default), mtls, tls or plain: where no policy says
  --state-dir DIR               keeps what is known of the cluster, for restarts without the store
  --admin unix:PATH             admin socket
  --health-listen ADDR:PORT     /healthz /readyz /metrics
  --log-level LEVEL             debug, info (default), warn or error
  --log-format FORMAT           json (default) or pretty
  --version                     print the version

  MTLS_FORCE_DISABLED=true      in the environment: every call in the clear. For tests only
`;

const lookMs = 5000;
const graceMs = 30_000;

const modes = ['auto', 'mtls', 'tls', 'plain'] as const;
const levels = ['debug', 'info', 'warn', 'error'] as const;
const formats = ['json', 'pretty'] as const;

interface Settings {
  config: string;
  defaultMode: MeshMode;
  stateDir: string | undefined;
  admin: string | undefined;
  healthListen: string | undefined;
  logLevel: (typeof levels)[number];
  logFormat: (typeof formats)[number];
}

await runMain({
  name: 'photoncloud-mesh-agent',
  graceMs,
  run: async (signal) => {
    const settings = readSettings(process.argv.slice(2));
    if (settings) await serve(settings, signal);
  },
});

/** Undefined where the usage was asked for. Throws PhotonError `invalid_argument`. */
function readSettings(args: string[]): Settings | undefined {
  const text = { type: 'string' } as const;
  const options = {
    config: text,
    'default-mode': text,
    'state-dir': text,
    admin: text,
    'health-listen': text,
    'log-level': text,
    'log-format': text,
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  } as const;
  const { values } = parsed(() => parseArgs({ args, options, strict: true, allowPositionals: false }));
  if (values.help) {
    process.stdout.write(usage);
    return undefined;
  }
  if (values.version) {
    process.stdout.write(`${version}\n`);
    return undefined;
  }
  if (values.config === undefined) throw new PhotonError('invalid_argument', '--config is missing', { expected: 'a file or a directory' });
  const admin = values.admin;
  if (admin !== undefined && !admin.startsWith('unix:/')) {
    throw new PhotonError('invalid_argument', `--admin is ${JSON.stringify(admin)}`, { expected: 'unix: and an absolute path' });
  }
  return {
    config: values.config,
    defaultMode: oneOf('--default-mode', values['default-mode'], modes, 'auto'),
    stateDir: values['state-dir'],
    admin: admin?.slice('unix:'.length),
    healthListen: values['health-listen'],
    logLevel: oneOf('--log-level', values['log-level'], levels, 'info'),
    logFormat: oneOf('--log-format', values['log-format'], formats, 'json'),
  };
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new PhotonError('invalid_argument', cause instanceof Error ? cause.message : String(cause), { next: 'See --help', cause });
  }
}

function oneOf<T extends string>(flag: string, value: string | undefined, allowed: readonly T[], otherwise: T): T {
  const found = allowed.find((one) => one === (value ?? otherwise));
  if (found === undefined)
    throw new PhotonError('invalid_argument', `${flag} is ${JSON.stringify(value)}`, { expected: allowed.join(', ') });
  return found;
}

async function serve(settings: Settings, signal: AbortSignal): Promise<void> {
  const log = createLog({ name: 'mesh-agent', level: settings.logLevel, format: settings.logFormat });
  const registry = createRegistry();
  const agent = new MeshAgent({
    config: settings.config,
    stateDir: settings.stateDir,
    settings: { forceDisabled: process.env['MTLS_FORCE_DISABLED'] === 'true', fallback: settings.defaultMode },
    openStore,
    clock: systemClock,
    random: systemRandom,
    limits: defaultLimits,
    log,
    metrics: createMeshMetrics(registry),
    lookMs,
  });
  // An address or a socket that is taken is found before any connection is.
  const admin = settings.admin === undefined ? undefined : await serveAdmin(settings.admin, agent);
  const health =
    settings.healthListen === undefined
      ? undefined
      : await serveHealth({ listen: settings.healthListen, registry, log, unhealthy: () => undefined, unready: () => agent.unready() });
  await agent.start();
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  log.info({}, 'stopping: no new connections; open ones may finish');
  await agent.stop();
  await Promise.all([admin?.close(), health?.close()]);
}

/** The etcd client is most of this process's memory: it is loaded only when there is something to serve. */
async function openStore(cluster: ClusterConfig): Promise<Store> {
  const { openEtcd } = await import('../src/store/etcd.ts');
  return openEtcd(storeOptions(cluster.chainfire_endpoint, cluster));
}
