#!/usr/bin/env node
// photoncloud-agent --config FILE: the agent of one node, over the real parts.
import { Command, CommanderError, Option } from 'commander';
import { systemClock } from '../src/loop/clock.ts';
import { logSection } from '../src/loop/config.ts';
import { diskFiles } from '../src/loop/files.ts';
import { createLog, type LogFormat, type LogLevel } from '../src/loop/log.ts';
import { runMain } from '../src/loop/main.ts';
import { systemRandom } from '../src/loop/random.ts';
import { createRegistry, serveHealth } from '../src/loop/serve.ts';
import { version } from '../src/loop/version.ts';
import type { Log } from '../src/loop/ports.ts';
import { asPhotonError, exitCodes, PhotonError } from '../src/model/errors.ts';
import { checkSignerFiles, createSigner, type SignerOptions } from '../src/pki/signer-client.ts';
import { openEtcd } from '../src/store/etcd.ts';
import { storeOptions, tellContact } from '../src/store/options.ts';
import { createAgent } from './agent.ts';
import { caddyAdminAddress, createCaddyAdmin } from './caddy.ts';
import { type AgentConfig, pathsOf, readAgentConfig } from './config.ts';
import { createDockerEngine } from './docker.ts';
import { machineFacts } from './facts.ts';
import type { AgentPorts } from './ports.ts';
import { createProber } from './probe.ts';
import { createProcessEngine } from './process-engine.ts';
import { createProcessStarter } from './process-starter.ts';
import { createSidecarAdmin } from './sidecar.ts';

const stopGraceMs = 15_000;
/** What the sidecar and Caddy are given of the agent's own environment. */
const passedOn = ['PATH', 'LANG', 'TZ', 'MTLS_FORCE_DISABLED', 'NODE_EXTRA_CA_CERTS'];

interface Flags {
  config: string;
  logLevel?: LogLevel;
  logFormat?: LogFormat;
}

function flagsOf(argv: readonly string[]): Flags | undefined {
  const command = new Command('photoncloud-agent')
    .description('The agent of one PhotonCloud node')
    .version(version)
    .requiredOption('--config <file>', 'node-agent.toml')
    .addOption(new Option('--log-level <level>').choices(logSection.properties.level.enum))
    .addOption(new Option('--log-format <format>').choices(logSection.properties.format.enum))
    .allowExcessArguments(false)
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  try {
    return command.parse(argv).opts<Flags>();
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode === 0) return undefined;
    throw new PhotonError('invalid_argument', thrown.message.replace(/^error: /, ''), { next: 'See --help' });
  }
}

/** What is wrong with its files is found at the start; later they are read for each certificate, and may be away. */
async function signerOf(controller: NonNullable<AgentConfig['controller']>, clusterId: string): Promise<SignerOptions> {
  const { api, ca_file: caFile, bootstrap_token_file: bootstrapTokenFile } = controller;
  try {
    await checkSignerFiles({ caFile, bootstrapTokenFile });
  } catch (thrown) {
    const error = asPhotonError(thrown);
    const setting = error.where === caFile ? 'ca_file' : 'bootstrap_token_file';
    throw new PhotonError(error.code, `$.controller.${setting} ${error.message}`, {
      where: error.where ?? '',
      ...(error.expected !== undefined && { expected: error.expected }),
      ...(error.next !== undefined && { next: error.next }),
      cause: thrown,
    });
  }
  return { api, caFile, bootstrapTokenFile, clusterId, clock: systemClock };
}

async function portsOf(config: AgentConfig, log: Log): Promise<AgentPorts> {
  const paths = pathsOf(config.data_dir);
  const { cluster, node, docker, controller, caddy } = config;
  const ids = { clusterId: cluster.cluster_id, nodeId: node.node_id };
  const starter = createProcessStarter({ dataDir: config.data_dir, clock: systemClock });
  const signer = controller && (await signerOf(controller, cluster.cluster_id));
  const engine = {
    ...ids,
    ...(docker.socket !== undefined && { socketPath: docker.socket }),
    appAddr: '127.0.0.1',
    networkPool: docker.network_pool,
    networkPrefix: docker.network_prefix,
    clock: systemClock,
    log,
  };
  return {
    store: openEtcd({ ...storeOptions(cluster.endpoints, cluster), ...tellContact(log, cluster.endpoints) }),
    clock: systemClock,
    random: systemRandom,
    log,
    files: diskFiles,
    facts: await machineFacts(),
    version,
    ...(docker.enabled && { docker: createDockerEngine(engine) }),
    ...(config.process.enabled && { process: createProcessEngine({ ...ids, dataDir: config.data_dir, starter }) }),
    processes: starter,
    prober: createProber(),
    ...(signer && { signer: createSigner(signer) }),
    ...(caddy.mode !== 'off' && { caddy: createCaddyAdmin(caddyAdminAddress(config, paths)) }),
    sidecar: createSidecarAdmin,
    environment: Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  };
}

async function run(signal: AbortSignal): Promise<number> {
  const flags = flagsOf(process.argv);
  if (!flags) return exitCodes.done;
  const config = await readAgentConfig(flags.config);
  const log = createLog({
    name: 'photoncloud-agent',
    format: flags.logFormat ?? config.log.format,
    level: flags.logLevel ?? config.log.level,
    fields: { cluster: config.cluster.cluster_id, node: config.node.node_id },
  });
  const ports = await portsOf(config, log);
  const registry = createRegistry();
  const agent = createAgent(ports, config, registry);
  const health = await serveHealth({
    listen: config.health.listen,
    registry,
    log,
    unhealthy: () => agent.unhealthy(),
    unready: () => agent.unready(),
  });
  await agent.start();
  log.info({ endpoints: config.cluster.endpoints, version }, 'started; reading the store');
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    if (signal.aborted) resolve(undefined);
  });
  const refusal = await Promise.race([agent.ended, stopped]);
  log.info({}, 'stopping; what runs on this node runs on');
  await agent.stop(stopGraceMs);
  await health.close();
  await ports.store.close();
  if (refusal) throw refusal;
  return exitCodes.done;
}

await runMain({ name: 'photoncloud-agent', run });
