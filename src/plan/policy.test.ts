import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Environment, MTLSPolicy } from '../model/generated.ts';
import { type Caller, type PolicyQuery, type Transport, admits, anonymousOpenings, describeRule, dialOf, resolvePolicy } from './policy.ts';

let made = 0;
function policy(
  source: string,
  target: string,
  mode: MTLSPolicy['mode'],
  mtlsRequired: boolean,
  rest: Partial<MTLSPolicy> = {},
): MTLSPolicy {
  const policy_id = `p${++made}`;
  return { policy_id, environment: 'dev', source_service: source, target_service: target, mode, mtls_required: mtlsRequired, ...rest };
}

function query(policies: MTLSPolicy[], rest: Partial<PolicyQuery> = {}): PolicyQuery {
  return { environment: 'dev', policies, source: 'a', target: 't', targetService: {}, ...rest };
}

describe('resolvePolicy: the table', () => {
  const anonymousToo: Transport[] = ['mtls', 'plain', 'tls'];
  const rows: [MTLSPolicy['mode'], boolean, Transport, Transport[], Transport[]][] = [
    ['strict', true, 'mtls', ['mtls'], ['mtls']],
    ['strict', false, 'tls', ['mtls', 'tls'], ['mtls', 'tls']],
    ['permissive', true, 'mtls', anonymousToo, ['mtls', 'tls']],
    ['permissive', false, 'tls', anonymousToo, ['mtls', 'tls']],
    ['disabled', true, 'plain', anonymousToo, anonymousToo],
    ['disabled', false, 'plain', anonymousToo, anonymousToo],
  ];
  for (const [mode, required, speaks, open, guarded] of rows) {
    for (const environment of ['dev', 'test', 'stg', 'prod'] as const) {
      it(`${mode} + ${required} in ${environment}`, () => {
        const found = resolvePolicy(query([policy('a', 't', mode, required, { environment })], { environment }));
        assert.equal(found.speaks, speaks);
        assert.deepEqual([...found.accepts].sort(), environment === 'dev' || environment === 'test' ? open : guarded);
      });
    }
  }
});

describe('resolvePolicy: which policy governs', () => {
  const exact = policy('a', 't', 'strict', true, { updated_at: '2020-01-01T00:00:00Z' });
  const anySource = policy('*', 't', 'permissive', true, { updated_at: '2026-01-01T00:00:00Z' });
  const anyTarget = policy('a', '*', 'permissive', false, { updated_at: '2027-01-01T00:00:00Z' });
  const any = policy('*', '*', 'disabled', false, { updated_at: '2028-01-01T00:00:00Z' });
  const ranked = [exact, anySource, anyTarget, any];

  it('exact pair, then any source, then any target, then any pair, whatever their age', () => {
    for (const at of ranked.keys()) {
      const rule = resolvePolicy(query(ranked.slice(at).reverse())).rule;
      assert.deepEqual(rule.from === 'policy' && rule.policyId, ranked[at]?.policy_id);
    }
  });

  it('within a rank the newest instant, also across zones, then the policy_id; one without a time is the oldest', () => {
    const newest = policy('a', 't', 'strict', true, { policy_id: 'zz', updated_at: '2026-06-01T10:00:00+02:00' });
    const older = policy('a', 't', 'disabled', true, { policy_id: 'aa', updated_at: '2026-06-01T07:59:59Z' });
    const same = policy('a', 't', 'permissive', true, { policy_id: 'zy', updated_at: '2026-06-01T08:00:00.000Z' });
    const timeless = policy('a', 't', 'disabled', true, { policy_id: '0' });
    assert.equal(resolvePolicy(query([timeless, older, newest])).mode, 'strict');
    assert.equal(resolvePolicy(query([newest, same])).mode, 'permissive');
    assert.equal(resolvePolicy(query([timeless, older])).rule.from === 'policy', true);
    assert.deepEqual(resolvePolicy(query([timeless, older])).rule, { from: 'policy', policyId: 'aa', source: 'a', target: 't' });
  });

  it('policies of another environment do not count', () => {
    const found = resolvePolicy(query([policy('a', 't', 'strict', true, { environment: 'prod' })]));
    assert.deepEqual([found.mode, found.rule.from], ['disabled', 'environment']);
  });

  it('without a policy: the flag of the target or the environment says whether mTLS is required', () => {
    const expected: [Environment, boolean | undefined, Transport, string][] = [
      ['dev', undefined, 'plain', 'environment'],
      ['test', false, 'plain', 'environment'],
      ['dev', true, 'mtls', 'service_flag'],
      ['prod', false, 'mtls', 'environment'],
      ['stg', undefined, 'mtls', 'environment'],
    ];
    for (const [environment, flag, speaks, from] of expected) {
      const targetService = flag === undefined ? {} : { mtls_required: flag };
      const found = resolvePolicy(query([], { environment, targetService }));
      assert.deepEqual([found.speaks, found.rule.from], [speaks, from], `${environment} ${flag}`);
    }
    assert.equal(resolvePolicy(query([], { targetService: 'unknown' })).speaks, 'mtls');
  });

  it('settings: forced, then configured, then policy, then the default mode, then the environment', () => {
    const strict = [policy('*', 't', 'strict', true)];
    const settings = { forceDisabled: false, config: 'auto', fallback: 'auto' } as const;
    const from = (rest: Partial<PolicyQuery>, policies = strict) => describeRule(resolvePolicy(query(policies, rest)).rule);
    assert.equal(from({ settings: { ...settings, forceDisabled: true, config: 'mtls' } }), 'MTLS_FORCE_DISABLED');
    assert.equal(from({ settings: { ...settings, config: 'tls' } }), 'the configured mode tls');
    assert.match(from({ settings: { ...settings, fallback: 'plain' } }), /^policy p\d+ \(\* → t\)$/);
    assert.equal(from({ settings: { ...settings, fallback: 'mtls' } }, []), 'the default mode mtls');
    assert.equal(
      from({ settings: { ...settings, fallback: 'plain' }, targetService: { mtls_required: true } }, []),
      "the target's own mtls_required",
    );
    assert.equal(from({ settings }, []), 'the default of environment dev');
  });
});

describe('admits: callers without an identity', () => {
  const base = { environment: 'prod', target: 't', targetService: {} } as const;
  it('a strict pair binds only its source; closing the target takes any → target', () => {
    const pair = [policy('a', 't', 'strict', true)];
    assert.equal(admits({ ...query(pair), environment: 'dev' }, { transport: 'plain' }).admitted, true);
    const closed = [...pair, policy('*', 't', 'strict', true)];
    assert.equal(admits({ ...query(closed), environment: 'dev' }, { transport: 'plain' }).admitted, false);
    assert.equal(admits({ ...query(closed), environment: 'dev' }, { transport: 'tls' }).admitted, false);
    assert.equal(admits({ ...query(closed), environment: 'dev' }, { transport: 'mtls', source: 'b' }).admitted, true);
  });

  it('a pair that speaks without a certificate opens the target, and is warned of', () => {
    const policies = [
      policy('*', 't', 'strict', true, { environment: 'prod' }),
      policy('legacy', 't', 'disabled', false, { environment: 'prod', policy_id: 'legacy' }),
      policy('other', 'elsewhere', 'disabled', false, { environment: 'prod' }),
    ];
    const { admitted, rule } = admits({ ...base, policies }, { transport: 'plain' });
    assert.deepEqual([admitted, rule.from === 'policy' && rule.policyId], [true, 'legacy']);
    assert.deepEqual(
      anonymousOpenings({ ...base, policies }).map(({ source, transports }) => [source, [...transports].sort()]),
      [['legacy', ['plain', 'tls']]],
    );
    assert.deepEqual(anonymousOpenings({ ...base, policies: policies.slice(0, 1) }), []);
  });
});

describe('dialOf', () => {
  const resolved = (mode: MTLSPolicy['mode'], required: boolean) => resolvePolicy(query([policy('a', 't', mode, required)]));
  it('dials the mesh port as policy says', () => {
    assert.deepEqual(dialOf(resolved('strict', true), { meshMode: 'agent', hasMeshPort: true }), { transport: 'mtls', at: 'mesh' });
    assert.deepEqual(dialOf(resolved('disabled', true), { meshMode: 'agent', hasMeshPort: true }), { transport: 'plain', at: 'mesh' });
  });
  it('dials a target outside the mesh plainly, unless policy is strict', () => {
    for (const required of [true, false]) {
      assert.deepEqual(dialOf(resolved('permissive', required), { meshMode: 'none', hasMeshPort: false }), {
        transport: 'plain',
        at: 'app',
      });
      assert.ok('refused' in dialOf(resolved('strict', required), { meshMode: 'none', hasMeshPort: true }));
    }
  });
  it('never falls from mTLS to plain where an instance lacks its mesh port', () => {
    assert.ok('refused' in dialOf(resolved('permissive', true), { meshMode: 'agent', hasMeshPort: false }));
    assert.deepEqual(dialOf(resolved('permissive', false), { meshMode: 'agent', hasMeshPort: false }), { transport: 'plain', at: 'app' });
  });
});

// ---------------------------------------------------------------- properties

const name = fc.constantFrom('a', 'b', 't', 'u');
const orAny = fc.constantFrom('*', 'a', 'b', 't', 'u');
const environment = fc.constantFrom<Environment[]>('dev', 'stg', 'prod', 'test');
const times = ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', '2026-01-02T00:00:00.5Z', '2025-12-31T23:59:59Z'];
const policies = fc
  .uniqueArray(
    fc.record(
      {
        policy_id: fc.constantFrom('p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'),
        environment,
        source_service: orAny,
        target_service: orAny,
        mtls_required: fc.boolean(),
        mode: fc.constantFrom<MTLSPolicy['mode'][]>('strict', 'permissive', 'disabled'),
        updated_at: fc.constantFrom(...times),
      },
      { requiredKeys: ['policy_id', 'environment', 'source_service', 'target_service', 'mtls_required', 'mode'] },
    ),
    { selector: (p) => p.policy_id, maxLength: 8 },
  )
  .map((found) => found as MTLSPolicy[]);
const targetService = fc.constantFrom<PolicyQuery['targetService'][]>(
  undefined,
  'unknown',
  {},
  { mtls_required: true },
  { mtls_required: false },
);
const queries: fc.Arbitrary<PolicyQuery> = fc.record({ environment, policies, source: name, target: name, targetService });

/** The same rules, written down once more as plainly as can be: filter, filter, sort, first. */
function oracle(q: PolicyQuery): Pick<ReturnType<typeof resolvePolicy>, 'mode' | 'mtlsRequired' | 'speaks'> & { accepts: string } {
  const mine = q.policies.filter((p) => p.environment === q.environment);
  const pairs = [
    [q.source, q.target],
    ['*', q.target],
    [q.source, '*'],
    ['*', '*'],
  ];
  const groups = pairs
    .map(([s, t]) => mine.filter((p) => p.source_service === s && p.target_service === t))
    .filter((group) => group.length > 0);
  const group = groups[0] ?? [];
  const instant = (p: MTLSPolicy) => (p.updated_at ? new Date(p.updated_at).getTime() : -1);
  const first = group.toSorted((x, y) => instant(y) - instant(x) || (x.policy_id < y.policy_id ? -1 : 1))[0];
  const guarded = q.environment === 'stg' || q.environment === 'prod';
  const flag = q.targetService === 'unknown' || q.targetService?.mtls_required === true;
  const { mode, mtls_required: required } =
    first ?? (flag || guarded ? { mode: 'strict', mtls_required: true } : { mode: 'disabled', mtls_required: false });
  const table: Record<string, [Transport, string]> = {
    'strict true': ['mtls', 'mtls'],
    'strict false': ['tls', 'mtls,tls'],
    'permissive true': ['mtls', guarded ? 'mtls,tls' : 'mtls,plain,tls'],
    'permissive false': ['tls', guarded ? 'mtls,tls' : 'mtls,plain,tls'],
    'disabled true': ['plain', 'mtls,plain,tls'],
    'disabled false': ['plain', 'mtls,plain,tls'],
  };
  const row = table[`${mode} ${required}`];
  assert.ok(row);
  return { mode, mtlsRequired: required, speaks: row[0], accepts: row[1] };
}

describe('policy laws', () => {
  it('agrees with a second, plain implementation, in any order of the policies', () => {
    fc.assert(
      fc.property(queries, fc.infiniteStream(fc.nat()), (q, shuffle) => {
        const expected = oracle(q);
        const shuffled = q.policies.map((p) => ({ p, at: shuffle.next().value ?? 0 })).toSorted((x, y) => x.at - y.at);
        for (const policies of [q.policies, shuffled.map(({ p }) => p)]) {
          const { rule, ...found } = resolvePolicy({ ...q, policies });
          assert.deepEqual({ ...found, accepts: [...found.accepts].sort().join() }, expected, describeRule(rule));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('a target accepts whatever the outbound side of a caller chooses', () => {
    fc.assert(
      fc.property(queries, (q) => {
        const { speaks } = resolvePolicy(q);
        const caller: Caller = speaks === 'mtls' ? { transport: 'mtls', source: q.source } : { transport: speaks };
        assert.ok(admits(q, caller).admitted, speaks);
      }),
      { numRuns: 2000 },
    );
  });

  it('in stg and prod a target without a disabled policy never accepts plaintext', () => {
    fc.assert(
      fc.property(queries, (q) => {
        const guarded = q.environment === 'stg' || q.environment === 'prod';
        const disabled = q.policies.some((p) => p.environment === q.environment && p.mode === 'disabled');
        fc.pre(guarded && !disabled);
        assert.equal(admits(q, { transport: 'plain' }).admitted, false);
        assert.notEqual(resolvePolicy(q).speaks, 'plain');
      }),
      { numRuns: 2000 },
    );
  });

  it('every opening that is warned of lets an anonymous caller in, and none is silent', () => {
    fc.assert(
      fc.property(queries, (q) => {
        const closed = resolvePolicy({ ...q, source: '*' }).accepts;
        const opened = new Set(anonymousOpenings(q).flatMap(({ transports }) => transports));
        for (const transport of ['tls', 'plain'] as const) {
          assert.equal(admits(q, { transport }).admitted, closed.includes(transport) || opened.has(transport));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
