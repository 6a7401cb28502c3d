import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runOf, updateOf } from './defaults.ts';
import { canonicalJson, revisionOf, sha256Hex } from './digest.ts';
import type { Service } from './generated.ts';

const base: Service = {
  name: 'a',
  ports: { http: 8080 },
  protocol: 'http',
  run: { image: 'x:1', env: { B: '2', A: '1' }, volumes: [{ source: 'v', target: '/v' }] },
  resources: { memory_bytes: 16_777_216 },
};

/** The same value with the keys of all its objects in another order. */
function shuffled(value: unknown, pick: (max: number) => number): unknown {
  if (Array.isArray(value)) return value.map((part) => shuffled(part, pick));
  if (value === null || typeof value !== 'object') return value;
  const keys = Object.keys(value);
  const out: Record<string, unknown> = {};
  while (keys.length > 0) {
    const [key = ''] = keys.splice(pick(keys.length), 1);
    Object.defineProperty(out, key, {
      value: shuffled((value as Record<string, unknown>)[key], pick),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return out;
}

test('canonicalJson is one text for equal values, and JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.infiniteStream(fc.nat()), (value, numbers) => {
      const pick = (max: number): number => (numbers.next().value as number) % max;
      assert.equal(canonicalJson(shuffled(value, pick)), canonicalJson(value));
      assert.equal(JSON.stringify(JSON.parse(canonicalJson(value))).length, JSON.stringify(value).length);
      assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
    }),
  );
  assert.equal(canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2}}')), '{"__proto__":{"a":2,"b":1}}');
});

test('sha256Hex is that of FIPS 180', () => {
  assert.equal(sha256Hex('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a revision does not change with key order, defaults left out or spelled out, or unknown fields', () => {
  const wanted = revisionOf(base);
  assert.match(wanted ?? '', /^[0-9a-f]{16}$/);
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
      const pick = (max: number): number => (numbers.next().value as number) % max;
      assert.equal(revisionOf(shuffled(base, pick) as Service), wanted);
    }),
  );
  const spelled = runOf(base);
  assert.ok(spelled);
  assert.equal(revisionOf({ ...base, run: spelled }), wanted);
  assert.equal(revisionOf({ ...base, run: { ...base.run, future: 1 } as NonNullable<Service['run']> }), wanted);
  assert.equal(revisionOf({ ...base, run: { ...base.run, sandbox: {}, secret_files: [], args: [] } }), wanted);
});

test('a revision changes with everything that it is a digest of, and with nothing else', () => {
  const { run = {} } = base;
  const changes: Service[] = [
    { ...base, ports: { http: 8081 } },
    { ...base, ports: { http: 8080, grpc: 1 } },
    { ...base, resources: {} },
    { ...base, run: { ...run, image: 'x:2' } },
    { ...base, run: { ...run, command: ['a'] } },
    { ...base, run: { ...run, args: ['a'] } },
    { ...base, run: { ...run, env: { A: '1' } } },
    { ...base, run: { ...run, env_file: '/a' } },
    { ...base, run: { ...run, secret_files: [{ source: '/a', target: '/b' }] } },
    { ...base, run: { ...run, user: '1' } },
    { ...base, run: { ...run, volumes: [] } },
    { ...base, run: { ...run, host_port: 80 } },
    { ...base, run: { ...run, stop_signal: 'SIGINT' } },
    { ...base, run: { ...run, stop_timeout_s: 11 } },
    { ...base, run: { ...run, sandbox: { cap_add: ['NET_RAW'] } } },
  ];
  const digests = new Set([base, ...changes].map((service) => revisionOf(service)));
  assert.equal(digests.size, changes.length + 1);
  const same: Service = { ...base, replicas: 9, drain_s: 1, health: { path: '/x' }, routes: [{ host: 'h' }], placement: { roles: ['r'] } };
  assert.equal(revisionOf(same), revisionOf(base));
  const { run: _run, ...unmanaged } = base;
  assert.equal(revisionOf(unmanaged), undefined);
});

test('updateOf chooses stop-first where old and new exclude each other', () => {
  const orderOf = (part: Partial<Service>): string => updateOf({ ...part }).order;
  assert.equal(orderOf({}), 'start-first');
  assert.equal(orderOf({ run: { image: 'x', host_port: 80 } }), 'stop-first');
  assert.equal(orderOf({ run: { image: 'x', volumes: [{ source: 'v', target: '/v' }] } }), 'stop-first');
  assert.equal(orderOf({ run: { image: 'x', volumes: [{ source: 'v', target: '/v', read_only: true }] } }), 'start-first');
  assert.equal(orderOf({ update: { max_surge: 0 } }), 'stop-first');
  assert.equal(updateOf({ update: { max_surge: 0 } }).max_unavailable, 1);
  assert.equal(orderOf({ update: { order: 'start-first' }, run: { image: 'x', host_port: 80 } }), 'start-first');
});
