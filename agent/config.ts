// node-agent.toml: what it may say, and what holds where it says nothing.
import { type ClusterSection, type HealthSection, type LogSection, readConfig } from '../src/loop/config.ts';
import { PhotonError } from '../src/model/errors.ts';
import { validate } from './config-validator.ts';

export interface AgentConfig {
  data_dir: string;
  cluster: ClusterSection;
  node: { node_id: string };
  controller?: { api: string | string[]; ca_file: string; bootstrap_token_file: string };
  docker: { enabled: boolean; socket?: string; network_pool: string; network_prefix: number };
  process: { enabled: boolean };
  mesh: {
    enabled: boolean;
    command: string[];
    isolation: 'node' | 'service';
    default_mode: 'auto' | 'mtls' | 'tls' | 'plain';
    health_listen: string;
  };
  caddy: { mode: 'managed' | 'external' | 'off'; command: string[]; admin: string; listen: string[] };
  health: HealthSection;
  log: LogSection;
}

/** Reads and checks the file. Throws `invalid_config`. */
export async function readAgentConfig(file: string): Promise<AgentConfig> {
  const config = (await readConfig(file, validate)) as AgentConfig;
  if (config.mesh.enabled && !config.controller) {
    throw new PhotonError('invalid_config', '$.controller: missing, and mesh.enabled is true', {
      where: file,
      expected: 'api, ca_file and bootstrap_token_file of the controller, which signs the certificates',
    });
  }
  return config;
}

/** Where things are below data_dir. */
export function pathsOf(dataDir: string) {
  return {
    identity: `${dataDir}/state/identity.json`,
    lease: `${dataDir}/state/lease`,
    eventsLease: `${dataDir}/state/events-lease`,
    store: `${dataDir}/state/store.json`,
    wanted: `${dataDir}/state/wanted.json`,
    away: `${dataDir}/state/away.json`,
    hooks: `${dataDir}/state/hooks.json`,
    meshConfig: `${dataDir}/mtls-agent.d`,
    mesh: `${dataDir}/mesh`,
    bundle: `${dataDir}/mesh/bundle.pem`,
    certificates: `${dataDir}/mesh/certs`,
    processes: `${dataDir}/processes`,
    caddy: `${dataDir}/caddy`,
    caddySocket: `${dataDir}/caddy/admin.sock`,
  };
}
export type AgentPaths = ReturnType<typeof pathsOf>;
