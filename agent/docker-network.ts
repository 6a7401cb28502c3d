// The bridge of each service on this node.
// Guarantees: one network a service, cluster and node; its subnet lies in the pool and overlapped nothing that this host or
// engine had when it was made. Only networks with our labels are ever removed.
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type Docker from 'dockerode';
import { PhotonError } from '../src/model/errors.ts';
import type { UnitNetwork } from '../src/loop/ports.ts';
import { engineError, statusOf, wordsOf } from './docker-errors.ts';
import { labelNames, networkName } from './docker-spec.ts';
import { freeSubnets, gatewayOf, overlaps, parsePool, parseSubnet, type Subnet, subnetText } from './subnets.ts';

export interface NetworkOptions {
  clusterId: string;
  nodeId: string;
  networkPool: string;
  networkPrefix: number;
}

/** How many subnets are tried where the engine refuses one that looked free. */
const attempts = 64;

/** What the host already routes or has an address in. */
async function hostSubnets(): Promise<Subnet[]> {
  const found: Subnet[] = [];
  for (const addresses of Object.values(networkInterfaces())) {
    for (const address of addresses ?? []) {
      const subnet = address.family === 'IPv4' && address.cidr ? parseSubnet(address.cidr) : undefined;
      if (subnet) found.push(subnet);
    }
  }
  const routes = await readFile('/proc/net/route', 'utf8').catch(() => '');
  for (const line of routes.split('\n').slice(1)) {
    const [, destination, , , , , , mask] = line.split('\t');
    if (!destination || !mask) continue;
    const prefix = littleEndian(mask).toString(2).replaceAll('0', '').length;
    // The default route covers everything and reserves nothing.
    if (prefix > 0) found.push({ base: littleEndian(destination), prefix });
  }
  return found;
}

function littleEndian(hex: string): number {
  return Buffer.from(hex.padStart(8, '0'), 'hex').readUInt32LE(0);
}

type Listed = Docker.NetworkInspectInfo;

function subnetsOf(network: Listed): Subnet[] {
  return (network.IPAM?.Config ?? []).map((config) => parseSubnet(config.Subnet ?? '')).filter((subnet) => subnet !== undefined);
}

export class DockerNetworks {
  readonly #docker: Docker;
  readonly #options: NetworkOptions;
  readonly #pool: Subnet;
  readonly #making = new Map<string, Promise<UnitNetwork>>();

  constructor(docker: Docker, options: NetworkOptions) {
    this.#docker = docker;
    this.#options = options;
    this.#pool = parsePool(options.networkPool, options.networkPrefix);
  }

  /** One at a time a service: two calls at once give the same network. */
  ensure(service: string): Promise<UnitNetwork> {
    const running = this.#making.get(service);
    if (running) return running;
    const made = this.#ensure(service).finally(() => this.#making.delete(service));
    this.#making.set(service, made);
    return made;
  }

  async list(): Promise<UnitNetwork[]> {
    return (await this.#ours()).map((network) => this.#described(network)).filter((network) => network !== undefined);
  }

  async remove(name: string): Promise<void> {
    const found = (await this.#ours()).find((network) => network.Name === name);
    if (!found) return;
    try {
      await this.#docker.getNetwork(found.Id).remove();
    } catch (error) {
      if (statusOf(error) !== 404) throw engineError(error, `remove network ${name}`);
    }
  }

  async #ours(): Promise<Listed[]> {
    const { clusterId, nodeId } = this.#options;
    try {
      return await this.#docker.listNetworks({
        filters: { label: [`${labelNames.cluster}=${clusterId}`, `${labelNames.node}=${nodeId}`] },
      });
    } catch (error) {
      throw engineError(error, 'list the networks');
    }
  }

  #described(network: Listed): UnitNetwork | undefined {
    const [config] = network.IPAM?.Config ?? [];
    const service = network.Labels?.[labelNames.service];
    if (!config?.Subnet || !service) return undefined;
    const subnet = parseSubnet(config.Subnet);
    const gateway = config.Gateway ?? (subnet ? gatewayOf(subnet) : undefined);
    return gateway ? { name: network.Name, service, subnet: config.Subnet, gateway } : undefined;
  }

  async #existing(name: string): Promise<UnitNetwork | undefined> {
    const found = (await this.#ours()).find((network) => network.Name === name);
    return found && this.#described(found);
  }

  async #ensure(service: string): Promise<UnitNetwork> {
    const { clusterId, nodeId, networkPrefix } = this.#options;
    const name = networkName(clusterId, nodeId, service);
    const existing = await this.#existing(name);
    if (existing) return existing;
    const used = await hostSubnets();
    try {
      for (const network of await this.#docker.listNetworks()) used.push(...subnetsOf(network));
    } catch (error) {
      throw engineError(error, 'list the networks');
    }
    // Routes that cover the whole pool, such as a VPN's 10.0.0.0/8, would leave nothing: they are a way elsewhere, not a use.
    const taken = used.filter((subnet) => subnet.prefix > this.#pool.prefix || !overlaps(subnet, this.#pool));
    let tried = 0;
    for (const subnet of freeSubnets(this.#pool, networkPrefix, taken, name)) {
      if (tried++ === attempts) break;
      const made = await this.#create(name, service, subnet);
      if (made) return made;
    }
    throw new PhotonError('engine_failed', `no free subnet of /${networkPrefix} is left for service ${service}`, {
      where: `docker.network_pool ${this.#options.networkPool}`,
      next: 'Widen docker.network_pool or raise docker.network_prefix in the agent configuration',
    });
  }

  /** Undefined where the engine says that the subnet is in use after all: another agent on it was faster. */
  async #create(name: string, service: string, subnet: Subnet): Promise<UnitNetwork | undefined> {
    const { clusterId, nodeId } = this.#options;
    const gateway = gatewayOf(subnet);
    try {
      await this.#docker.createNetwork({
        Name: name,
        CheckDuplicate: true,
        Driver: 'bridge',
        IPAM: { Driver: 'default', Config: [{ Subnet: subnetText(subnet), Gateway: gateway }] },
        Labels: { [labelNames.cluster]: clusterId, [labelNames.node]: nodeId, [labelNames.service]: service },
      });
      return { name, service, subnet: subnetText(subnet), gateway };
    } catch (error) {
      if (/overlap|conflicts with network|already in use/i.test(wordsOf(error))) return undefined;
      const standing = statusOf(error) === 409 ? await this.#existing(name) : undefined;
      if (standing) return standing;
      throw engineError(error, `create network ${name}`);
    }
  }
}
