// Subnets for the bridges of services, out of a configured pool. Pure arithmetic on IPv4.
import { createHash } from 'node:crypto';
import { PhotonError } from '../src/model/errors.ts';

export interface Subnet {
  /** First address, as a number. */
  base: number;
  prefix: number;
}

const sizeOf = (prefix: number): number => 2 ** (32 - prefix);

function addressNumber(text: string): number | undefined {
  const parts = text.split('.').map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function addressText(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

/** The IPv4 subnet that a CIDR names, or undefined: the host bits are cleared. */
export function parseSubnet(cidr: string): Subnet | undefined {
  const [address, length] = cidr.split('/');
  const number = addressNumber(address ?? '');
  const prefix = Number(length);
  if (number === undefined || !Number.isInteger(prefix) || prefix < 0 || prefix > 32) return undefined;
  return { base: number - (number % sizeOf(prefix)), prefix };
}

export function overlaps(a: Subnet, b: Subnet): boolean {
  return a.base < b.base + sizeOf(b.prefix) && b.base < a.base + sizeOf(a.prefix);
}

export function subnetText(subnet: Subnet): string {
  return `${addressText(subnet.base)}/${subnet.prefix}`;
}

/** The bridge's own address: the first host of the subnet. */
export function gatewayOf(subnet: Subnet): string {
  return addressText(subnet.base + 1);
}

/** The pool and the length of each subnet in it, checked. */
export function parsePool(pool: string, prefix: number): Subnet {
  const found = parseSubnet(pool);
  if (!found) {
    throw new PhotonError('invalid_config', `${pool} is not an IPv4 CIDR`, {
      where: 'docker.network_pool',
      expected: 'such as 10.210.0.0/16',
    });
  }
  if (!Number.isInteger(prefix) || prefix < found.prefix || prefix > 29) {
    throw new PhotonError('invalid_config', `/${prefix} does not fit into ${pool}`, {
      where: 'docker.network_prefix',
      expected: `${found.prefix} to 29`,
    });
  }
  return found;
}

/**
 * Subnets of the pool that overlap nothing in use, beginning at a place that depends on `seed`: several agents on one
 * machine then seldom try for the same one.
 */
export function* freeSubnets(pool: Subnet, prefix: number, used: readonly Subnet[], seed: string): Generator<Subnet> {
  const count = 2 ** (prefix - pool.prefix);
  const start = createHash('sha256').update(seed).digest().readUInt32BE(0) % count;
  for (let step = 0; step < count; step++) {
    const candidate = { base: pool.base + ((start + step) % count) * sizeOf(prefix), prefix };
    if (!used.some((other) => overlaps(candidate, other))) yield candidate;
  }
}
