// Configuration of the controller: a TOML file, over which flags are laid.
// Guarantees: what it returns is complete and checked; every problem is PhotonError `invalid_config` with its place.
import { Command, CommanderError } from 'commander';
import { checkConfig, type ClusterSection, type HealthSection, type LogSection, readTable } from '../src/loop/config.ts';
import { version } from '../src/loop/version.ts';
import { PhotonError } from '../src/model/errors.ts';
import { validate } from './config-validator.ts';

export interface ControllerSettings {
  /** Where what must outlive the process is kept; absent: nowhere. */
  state_dir?: string;
  cluster: ClusterSection;
  /** Absent: this controller signs no certificates. */
  api?: { ca_dir: string; bootstrap_token_file: string; listen: string; names: string[]; leaf_days: number };
  election: { lease_s: number };
  health: HealthSection;
  log: LogSection;
}

/** Flag → where it goes. */
const flags = [
  ['--endpoints <urls>', 'etcd endpoints, comma-separated', 'cluster', 'endpoints'],
  ['--cluster <id>', 'cluster id', 'cluster', 'cluster_id'],
  ['--ca-file <file>', 'CA of the store', 'cluster', 'ca_file'],
  ['--cert-file <file>', 'client certificate for the store', 'cluster', 'cert_file'],
  ['--key-file <file>', 'key of the client certificate', 'cluster', 'key_file'],
  ['--username <name>', 'user of the store', 'cluster', 'username'],
  ['--password-file <file>', 'file with its password', 'cluster', 'password_file'],
  ['--ca-dir <dir>', 'directory of the CA that certificates are signed with', 'api', 'ca_dir'],
  ['--bootstrap-token-file <file>', 'token that agents show to get certificates', 'api', 'bootstrap_token_file'],
  ['--api-listen <addr>', 'where the certificate API listens', 'api', 'listen'],
  ['--health-listen <addr>', 'where /healthz, /readyz and /metrics are served', 'health', 'listen'],
  ['--log-format <format>', 'json or pretty', 'log', 'format'],
  ['--log-level <level>', 'debug, info, warn or error', 'log', 'level'],
] as const;

/** Settings from the command line, without the program's name. Undefined where only help was asked for. */
export async function readSettings(args: readonly string[]): Promise<ControllerSettings | undefined> {
  const command = new Command('photoncloud-controller')
    .description('Places services on nodes, rolls out revisions, and signs certificates for agents.')
    .version(version, '--version')
    .option('--config <file>', 'TOML file')
    .option('--state-dir <dir>', 'where it keeps what must outlive it')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  for (const [flag, description] of flags) command.option(flag, description);
  try {
    command.parse(args, { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode === 0) return undefined;
    throw new PhotonError('invalid_argument', thrown.message.replace(/^error: /, ''), {
      next: 'photoncloud-controller --help lists the flags',
    });
  }
  const given = command.opts<Record<string, string | undefined>>();
  const table = given['config'] === undefined ? {} : await readTable(given['config']);
  overlay(table, given);
  checkConfig(table, given['config'] ?? 'the command line', validate);
  return table as unknown as ControllerSettings;
}

function overlay(table: Record<string, unknown>, given: Readonly<Record<string, string | undefined>>): void {
  if (given['stateDir'] !== undefined) table['state_dir'] = given['stateDir'];
  for (const [flag, , section, key] of flags) {
    const name = (flag.split(' ')[0] ?? '').slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const value = given[name];
    if (value === undefined) continue;
    const before = table[section];
    const fields = typeof before === 'object' && before !== null ? (before as Record<string, unknown>) : {};
    fields[key] = key === 'endpoints' ? value.split(',').map((part) => part.trim()) : value;
    table[section] = fields;
  }
}
