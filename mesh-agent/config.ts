// One service's configuration file: read, checked, addresses parsed.
// Guarantees: what is returned can be listened on and connected to as far as a text can tell; `digest` is the SHA-256 of the file's bytes.
import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { parseConfig } from '../src/loop/config.ts';
import { PhotonError } from '../src/model/errors.ts';
import type { Environment, Service } from '../src/model/generated.ts';
import type { MeshMode } from '../src/plan/policy.ts';
import { validate } from './config-validator.ts';

export interface Address {
  host: string;
  port: number;
}

export interface InstanceConfig {
  id: string;
  /** Where the app listens. */
  app: Address;
  /** Where the mesh accepts calls for it. */
  bind: Address;
  draining: boolean;
}

export interface UpstreamConfig {
  service: string;
  bind: Address;
}

export interface ClusterConfig {
  cluster_id: string;
  environment: Environment;
  node_id?: string;
  chainfire_endpoint: string[];
  ca_file?: string;
  cert_file?: string;
  key_file?: string;
  username?: string;
  password_file?: string;
}

export interface ServiceConfig {
  file: string;
  /** SHA-256 of the file, lower-case hex. */
  digest: string;
  name: string;
  /** Decides whether connections to the app are read as HTTP/1 or passed on as bytes. */
  protocol: Service['protocol'];
  control: Address | undefined;
  /** CIDR subnets that may use the control port and the fixed upstream ports, besides loopback and the app's addresses. */
  allow: string[];
  instances: InstanceConfig[];
  upstreams: UpstreamConfig[];
  cluster: ClusterConfig;
  mode: MeshMode;
  /** Absent where the mode is plain. */
  identity: IdentityFiles | undefined;
}

export interface IdentityFiles {
  bundle: string;
  cert: string;
  key: string;
}

/** The shape that the schema lets through. */
interface ConfigFile {
  service: {
    name: string;
    protocol: Service['protocol'];
    control_addr?: string;
    control_allow: string[];
    app_addr?: string;
    mesh_bind_addr?: string;
  };
  instance: { id: string; app_addr: string; mesh_bind_addr: string; draining: boolean }[];
  upstream: { service: string; bind: string }[];
  cluster: Omit<ClusterConfig, 'chainfire_endpoint'> & { chainfire_endpoint: string | string[] };
  mtls: { mode: MeshMode; ca_cert_path?: string; cert_path?: string; key_path?: string };
}

/** Throws PhotonError `invalid_config`. */
export function parseServiceConfig(content: string, file: string): ServiceConfig {
  const found = parseConfig(content, file, validate) as ConfigFile;
  const { service, cluster, mtls } = found;
  const single = instanceOfSingleForm(found, file);
  const config: ServiceConfig = {
    file,
    digest: createHash('sha256').update(content).digest('hex'),
    name: service.name,
    protocol: service.protocol,
    control: service.control_addr === undefined ? undefined : addressOf(service.control_addr, file, '$.service.control_addr'),
    allow: service.control_allow.map((subnet, at) => checkSubnet(subnet, file, `$.service.control_allow[${at}]`)),
    instances: [...single, ...found.instance].map((one, at) => ({
      id: one.id,
      app: addressOf(one.app_addr, file, `$.instance[${at}].app_addr`),
      bind: addressOf(one.mesh_bind_addr, file, `$.instance[${at}].mesh_bind_addr`),
      draining: one.draining,
    })),
    upstreams: found.upstream.map((one, at) => ({ service: one.service, bind: addressOf(one.bind, file, `$.upstream[${at}].bind`) })),
    cluster: { ...cluster, chainfire_endpoint: [cluster.chainfire_endpoint].flat() },
    mode: mtls.mode,
    identity: identityOf(mtls, file),
  };
  checkListeners(config);
  return config;
}

/** `app_addr` and `mesh_bind_addr` in `[service]` are one instance that bears the service's name. */
function instanceOfSingleForm({ service }: ConfigFile, file: string): ConfigFile['instance'] {
  const { app_addr, mesh_bind_addr } = service;
  if (app_addr === undefined && mesh_bind_addr === undefined) return [];
  if (app_addr === undefined || mesh_bind_addr === undefined) {
    throw refused(file, '$.service', 'app_addr and mesh_bind_addr come together', 'both, or [[instance]] tables');
  }
  return [{ id: service.name, app_addr, mesh_bind_addr, draining: false }];
}

function identityOf(mtls: ConfigFile['mtls'], file: string): IdentityFiles | undefined {
  const { ca_cert_path: bundle, cert_path: cert, key_path: key } = mtls;
  if (bundle !== undefined && cert !== undefined && key !== undefined) return { bundle, cert, key };
  if (mtls.mode === 'plain' && bundle === undefined && cert === undefined && key === undefined) return undefined;
  throw refused(file, '$.mtls', `mode ${mtls.mode} needs an identity`, 'ca_cert_path, cert_path and key_path');
}

/** `host:port` with an IP address and a port that is not 0. */
function addressOf(value: string, file: string, path: string): Address {
  const at = value.lastIndexOf(':');
  const host = value.slice(0, at).replace(/^\[|\]$/g, '');
  const port = Number(value.slice(at + 1));
  if ((!isIPv4(host) && !isIPv6(host)) || port < 1 || port > 65_535) {
    throw refused(file, path, `found ${JSON.stringify(value)}`, 'an IP address and a port, such as 10.0.0.1:20002');
  }
  return { host, port };
}

function checkSubnet(value: string, file: string, path: string): string {
  const [host = '', prefix = ''] = value.split('/');
  const limit = isIPv4(host) ? 32 : isIPv6(host) ? 128 : -1;
  if (Number(prefix) > limit) throw refused(file, path, `found ${JSON.stringify(value)}`, 'a subnet such as 10.210.0.0/26');
  return value;
}

function checkListeners(config: ServiceConfig): void {
  const seen = new Map<string, string>();
  const claim = (address: Address | undefined, path: string): void => {
    if (!address) return;
    const key = formatAddress(address);
    const other = seen.get(key);
    if (other !== undefined) throw refused(config.file, path, `${key} is taken by ${other}`, 'an address of its own for each listener');
    seen.set(key, path);
  };
  claim(config.control, '$.service.control_addr');
  for (const [at, one] of config.instances.entries()) claim(one.bind, `$.instance[${at}].mesh_bind_addr`);
  for (const [at, one] of config.upstreams.entries()) claim(one.bind, `$.upstream[${at}].bind`);
  const ids = new Set(config.instances.map(({ id }) => id));
  if (ids.size < config.instances.length)
    throw refused(config.file, '$.instance', 'two instances have one id', 'an id of its own for each');
}

export function formatAddress({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function refused(file: string, path: string, message: string, expected: string): PhotonError {
  return new PhotonError('invalid_config', `${path}: ${message}`, { where: file, expected });
}
