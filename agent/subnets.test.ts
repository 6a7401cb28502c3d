import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { freeSubnets, gatewayOf, overlaps, parsePool, parseSubnet, type Subnet, subnetText } from './subnets.ts';

const all = (pool: Subnet, prefix: number, used: Subnet[], seed = 's') => [...freeSubnets(pool, prefix, used, seed)];

describe('subnets', () => {
  it('gives every free subnet of the pool once, and none that is in use', () => {
    const pool = parsePool('10.210.0.0/24', 28);
    const inUse = fc.array(fc.record({ host: fc.nat(255), prefix: fc.integer({ min: 22, max: 32 }) }), { maxLength: 6 });
    fc.assert(
      fc.property(inUse, fc.string(), (taken, seed) => {
        const used = taken.map(({ host, prefix }) => parseSubnet(`10.210.0.${host}/${prefix}`)).filter((subnet) => subnet !== undefined);
        const found = all(pool, 28, used, seed);
        assert.ok(found.every((subnet) => overlaps(subnet, pool) && !used.some((other) => overlaps(other, subnet))));
        assert.equal(new Set(found.map(subnetText)).size, found.length);
        const blocked = all(pool, 28, []).filter((subnet) => used.some((other) => overlaps(other, subnet)));
        assert.equal(found.length + blocked.length, 16);
      }),
    );
  });

  it('begins elsewhere for another seed, at the same place for the same', () => {
    const pool = parsePool('10.210.0.0/16', 26);
    const first = (seed: string) => subnetText(all(pool, 26, [], seed)[0] ?? pool);
    assert.equal(first('a'), first('a'));
    assert.ok(new Set(['a', 'b', 'c', 'd', 'e'].map(first)).size > 2);
  });

  it('reads and writes CIDRs', () => {
    assert.equal(subnetText(parseSubnet('192.168.7.9/20') ?? { base: 0, prefix: 0 }), '192.168.0.0/20');
    assert.equal(gatewayOf(parseSubnet('10.0.0.64/26') ?? { base: 0, prefix: 0 }), '10.0.0.65');
    assert.equal(parseSubnet('fd00::/64'), undefined);
    assert.equal(parseSubnet('10.0.0.256/24'), undefined);
    assert.throws(() => parsePool('nonsense', 26), /not an IPv4 CIDR/);
    assert.throws(() => parsePool('10.0.0.0/24', 30), /does not fit/);
    assert.throws(() => parsePool('10.0.0.0/24', 16), /does not fit/);
  });
});
