// Who may call whom, and how: the one place that resolves mTLS policy, for callers, callees and photoncloud-ctl.
// Guarantees: the answer depends only on the arguments, never on the order of the policies; and a target accepts whatever
// the outbound side of any caller chooses, as long as both resolve from the same records and neither overrides its mode.
// The caller owes valid records; a Service that can't be read is passed as 'unknown', never as undefined.
import type { Environment, MTLSPolicy, Service } from '../model/generated.ts';
import { parseTimestamp } from '../model/time.ts';

/** How a connection is made: with both certificates, with the callee's only, or without TLS. */
export type Transport = 'mtls' | 'tls' | 'plain';

/** What a sidecar's configuration may say; 'auto' leaves it to policy. */
export type MeshMode = 'auto' | Transport;

/** Stands for any service in a policy, and for callers without an identity in a query. */
export const anyService = '*';

/** What overrides or fills in for policy, in the sidecar of the side that asks. */
export interface ModeSettings {
  /** MTLS_FORCE_DISABLED=true. */
  forceDisabled: boolean;
  /** `mode` of the configuration file. */
  config: MeshMode;
  /** `--default-mode`: stands before the environment's default, behind policy and the service's own flag. */
  fallback: MeshMode;
}

/** The target's own record: undefined where there is none, 'unknown' where there is one that can't be read. */
export type PolicyTarget = Pick<Service, 'mtls_required' | 'mesh_mode'> | 'unknown' | undefined;

export interface PolicyQuery {
  environment: Environment;
  policies: readonly MTLSPolicy[];
  /** Service that calls, or `*` for a caller without an identity. */
  source: string;
  target: string;
  targetService: PolicyTarget;
  settings?: ModeSettings;
}

/** Where an answer came from. */
export type PolicyRule =
  | { from: 'forced' }
  | { from: 'config'; mode: Transport }
  | { from: 'policy'; policyId: string; source: string; target: string }
  | { from: 'service_flag' }
  | { from: 'service_unknown' }
  | { from: 'default_mode'; mode: Transport }
  | { from: 'environment'; environment: Environment };

export interface Resolution {
  mode: MTLSPolicy['mode'];
  mtlsRequired: boolean;
  /** What the caller speaks to an instance that has a mesh port. */
  speaks: Transport;
  /** What the callee lets in on this row. */
  accepts: readonly Transport[];
  rule: PolicyRule;
}

type Row = Pick<Resolution, 'mode' | 'mtlsRequired'>;

const rowOfMode = {
  mtls: { mode: 'strict', mtlsRequired: true },
  tls: { mode: 'strict', mtlsRequired: false },
  plain: { mode: 'disabled', mtlsRequired: false },
} as const satisfies Record<Transport, Row>;

const requiredByEnvironment = { dev: false, test: false, stg: true, prod: true } as const satisfies Record<Environment, boolean>;

/** Resolves a pair. With `source` `*` it is the row that binds callers without an identity. */
export function resolvePolicy(query: PolicyQuery): Resolution {
  const { environment, targetService, settings } = query;
  if (settings?.forceDisabled) return fill(rowOfMode.plain, environment, { from: 'forced' });
  if (settings && settings.config !== 'auto')
    return fill(rowOfMode[settings.config], environment, { from: 'config', mode: settings.config });
  const policy = governing(query);
  if (policy) {
    const rule: PolicyRule = { from: 'policy', policyId: policy.policy_id, source: policy.source_service, target: policy.target_service };
    return fill({ mode: policy.mode, mtlsRequired: policy.mtls_required }, environment, rule);
  }
  if (targetService === 'unknown') return fill(rowOfMode.mtls, environment, { from: 'service_unknown' });
  if (targetService?.mtls_required) return fill(rowOfMode.mtls, environment, { from: 'service_flag' });
  if (settings && settings.fallback !== 'auto') {
    return fill(rowOfMode[settings.fallback], environment, { from: 'default_mode', mode: settings.fallback });
  }
  return fill(requiredByEnvironment[environment] ? rowOfMode.mtls : rowOfMode.plain, environment, { from: 'environment', environment });
}

/** Who knocks at a target, as the handshake showed it. */
export type Caller = { transport: 'mtls'; source: string } | { transport: 'tls' | 'plain' };

/** Whether a target lets a caller in, and the rule that says so (or, where none does, the row for callers of any kind). */
export function admits(query: Omit<PolicyQuery, 'source'>, caller: Caller): { admitted: boolean; rule: PolicyRule } {
  const sources = caller.transport === 'mtls' ? [caller.source] : [anyService, ...namedSources(query)];
  const rows = sources.map((source) => resolvePolicy({ ...query, source }));
  const found = rows.find((row) => row.accepts.includes(caller.transport));
  // The list of rows is never empty: it starts with the caller's own, or with that of `*`.
  return { admitted: found !== undefined, rule: (found ?? rows[0] ?? resolvePolicy({ ...query, source: anyService })).rule };
}

/** A pair whose policy lets callers without an identity into the target, though the row for `*` would not. */
export interface AnonymousOpening {
  source: string;
  target: string;
  transports: Transport[];
  rule: PolicyRule;
}

/**
 * Pairs that open a target to anonymous callers: who comes without a certificate can't be told from the source that is allowed to.
 * Closing it takes a policy for the named source that is strict and requires mTLS.
 */
export function anonymousOpenings(query: Omit<PolicyQuery, 'source'>): AnonymousOpening[] {
  const closed = resolvePolicy({ ...query, source: anyService }).accepts;
  return namedSources(query).flatMap((source) => {
    const row = resolvePolicy({ ...query, source });
    const transports = row.accepts.filter((transport) => transport !== 'mtls' && !closed.includes(transport));
    return transports.length > 0 ? [{ source, target: query.target, transports, rule: row.rule }] : [];
  });
}

/** How to dial one endpoint of the target, or why it can't be dialled. `at` says which of its ports. */
export type Dial = { transport: Transport; at: 'mesh' | 'app' } | { refused: string };

/** Applies a resolution to one endpoint. A target outside the mesh is dialled plainly, unless the policy is strict. */
export function dialOf(resolution: Resolution, endpoint: { meshMode: 'agent' | 'none'; hasMeshPort: boolean }): Dial {
  if (endpoint.meshMode === 'agent' && endpoint.hasMeshPort) return { transport: resolution.speaks, at: 'mesh' };
  const because = endpoint.meshMode === 'none' ? 'the target has mesh_mode none' : 'the instance has no mesh_port';
  const strict = resolution.mode === 'strict';
  if (strict) return { refused: `${because}, and ${describeRule(resolution.rule)} wants ${resolution.speaks}` };
  if (endpoint.meshMode === 'agent' && resolution.speaks === 'mtls') {
    return { refused: `${because}, and ${describeRule(resolution.rule)} wants mtls` };
  }
  return { transport: 'plain', at: 'app' };
}

/** A rule in words for the operator. */
export function describeRule(rule: PolicyRule): string {
  switch (rule.from) {
    case 'forced':
      return 'MTLS_FORCE_DISABLED';
    case 'config':
      return `the configured mode ${rule.mode}`;
    case 'policy':
      return `policy ${rule.policyId} (${rule.source} → ${rule.target})`;
    case 'service_flag':
      return "the target's own mtls_required";
    case 'service_unknown':
      return 'the closed default for a target whose record can not be read';
    case 'default_mode':
      return `the default mode ${rule.mode}`;
    case 'environment':
      return `the default of environment ${rule.environment}`;
  }
}

/** Sources that a policy for the target names: they may be told to come without a certificate. */
function namedSources(query: Omit<PolicyQuery, 'source'>): string[] {
  const names = new Set<string>();
  for (const policy of query.policies) {
    if (policy.environment !== query.environment || policy.source_service === anyService) continue;
    if (policy.target_service === query.target || policy.target_service === anyService) names.add(policy.source_service);
  }
  return [...names].sort();
}

function governing(query: PolicyQuery): MTLSPolicy | undefined {
  let best: { policy: MTLSPolicy; rank: number; at: number } | undefined;
  for (const policy of query.policies) {
    const rank = rankOf(policy, query);
    if (rank === undefined) continue;
    const at = updatedAt(policy);
    if (!best || rank < best.rank || (rank === best.rank && newer(policy, at, best))) best = { policy, rank, at };
  }
  return best?.policy;
}

/** 0 exact pair, 1 `*` → target, 2 source → `*`, 3 `*` → `*`; undefined where the policy does not concern the pair. */
function rankOf(policy: MTLSPolicy, query: PolicyQuery): number | undefined {
  if (policy.environment !== query.environment) return undefined;
  const anySource = policy.source_service === anyService;
  const anyTarget = policy.target_service === anyService;
  if (!anySource && policy.source_service !== query.source) return undefined;
  if (!anyTarget && policy.target_service !== query.target) return undefined;
  return (anySource ? 1 : 0) + (anyTarget ? 2 : 0);
}

/** Within a rank: newest first, a policy without updated_at last, then the policy_id that sorts first. */
function newer(policy: MTLSPolicy, at: number, than: { policy: MTLSPolicy; at: number }): boolean {
  return at === than.at ? policy.policy_id < than.policy.policy_id : at > than.at;
}

function updatedAt(policy: MTLSPolicy): number {
  return policy.updated_at === undefined ? Number.NEGATIVE_INFINITY : (parseTimestamp(policy.updated_at) ?? Number.NEGATIVE_INFINITY);
}

function fill(row: Row, environment: Environment, rule: PolicyRule): Resolution {
  return { ...row, speaks: speaksOf(row), accepts: acceptsOf(row, environment), rule };
}

function speaksOf({ mode, mtlsRequired }: Row): Transport {
  if (mode === 'disabled') return 'plain';
  return mtlsRequired ? 'mtls' : 'tls';
}

function acceptsOf({ mode, mtlsRequired }: Row, environment: Environment): readonly Transport[] {
  switch (mode) {
    case 'strict':
      return mtlsRequired ? ['mtls'] : ['tls', 'mtls'];
    case 'permissive':
      return requiredByEnvironment[environment] ? ['mtls', 'tls'] : ['mtls', 'tls', 'plain'];
    case 'disabled':
      return ['plain', 'tls', 'mtls'];
  }
}
