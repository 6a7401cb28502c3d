// Endpoint, cluster and credentials: from flags, else the environment, else a configuration file.
import { accessSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { checkConfig, type ClusterSection, readConfig } from '../loop/config.ts';
import { PhotonError } from '../model/errors.ts';
import type { OutputFormat } from './context.ts';
import { validate } from './config-validator.ts';
import { parseDuration } from './duration.ts';

/** The flags that every verb takes, as commander gives them. */
export interface GlobalFlags {
  endpoints?: string;
  cluster?: string;
  caFile?: string;
  certFile?: string;
  keyFile?: string;
  username?: string;
  passwordFile?: string;
  config?: string;
  output?: OutputFormat;
  timeout?: string;
}

export interface Settings extends Partial<Omit<ClusterSection, 'endpoints' | 'environment'>> {
  endpoints: string[];
  timeoutMs: number;
}

type FileSettings = Partial<ClusterSection>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Settings in the order flag, environment, file, default. Throws invalid_config with the place of what is wrong. */
export async function resolveSettings(flags: GlobalFlags, env: Environment): Promise<Settings> {
  const file = configFile(flags, env);
  const fromFile = file === undefined ? {} : ((await readConfig(file, validate)) as { cluster: FileSettings }).cluster;
  const endpoints = flags.endpoints ?? env['PHOTONCLOUD_ENDPOINTS'];
  const given = {
    endpoints: endpoints === undefined ? undefined : endpoints.split(',').map((part) => part.trim().replace(/\/$/, '')),
    cluster_id: flags.cluster ?? env['PHOTONCLOUD_CLUSTER'],
    ca_file: flags.caFile ?? env['PHOTONCLOUD_CA_FILE'],
    cert_file: flags.certFile ?? env['PHOTONCLOUD_CERT_FILE'],
    key_file: flags.keyFile ?? env['PHOTONCLOUD_KEY_FILE'],
    username: flags.username ?? env['PHOTONCLOUD_USERNAME'],
    password_file: flags.passwordFile ?? env['PHOTONCLOUD_PASSWORD_FILE'],
  };
  const overlaid = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const merged: FileSettings = { endpoints: ['http://127.0.0.1:2379'], ...fromFile, ...overlaid };
  checkConfig({ cluster: merged }, 'flags and environment', validate);
  const { environment: _environment, endpoints: checked = [], ...rest } = merged;
  if ((rest.cert_file === undefined) !== (rest.key_file === undefined)) {
    throw new PhotonError('invalid_config', 'cert_file and key_file go together', { where: file ?? 'flags and environment' });
  }
  return { ...rest, endpoints: checked, timeoutMs: parseDuration(flags.timeout ?? env['PHOTONCLOUD_TIMEOUT'] ?? '10s', '--timeout') };
}

/** The cluster, which has no default: writing to the wrong one is worse than asking. */
export function clusterOf(settings: Settings): string {
  if (settings.cluster_id !== undefined) return settings.cluster_id;
  throw new PhotonError('invalid_argument', 'no cluster is named', {
    next: 'Give --cluster, or set PHOTONCLOUD_CLUSTER, or cluster_id under [cluster] in the configuration file',
  });
}

/** A file that is named must be there; of the usual places the first that exists is taken. */
function configFile(flags: GlobalFlags, env: Environment): string | undefined {
  const named = flags.config ?? env['PHOTONCLOUD_CONFIG'];
  if (named) return named;
  const home = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
  return [join(home, 'photoncloud/config.toml'), '/etc/photoncloud/config.toml'].find(exists);
}

function exists(file: string): boolean {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
}
