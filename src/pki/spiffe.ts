// SPIFFE ids of the cluster's identities: `spiffe://photoncloud/{cluster_id}/service/{name}` and `…/node/{node_id}`.
// Guarantees: `parseSpiffeId(spiffeId(x))` gives x back, and nothing else parses to it: there is one spelling of an identity, so
// comparing texts is comparing identities. Stricter than SPIFFE-ID §2: names are DNS labels (node ids: labels joined by dots), lower case.
import { PhotonError } from '../model/errors.ts';

export const trustDomain = 'photoncloud';

export interface SpiffeIdentity {
  clusterId: string;
  kind: 'service' | 'node';
  /** Name of the service, or id of the node. */
  name: string;
}

export type SpiffeRefusal = 'not_a_spiffe_id' | 'wrong_trust_domain' | 'malformed_spiffe_id';

export type ParsedSpiffeId = { ok: true; identity: SpiffeIdentity } | { ok: false; reason: SpiffeRefusal; message: string };

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const dottedLabels = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const maxName = 63;

/** The identity as a SPIFFE id. Throws `invalid_argument` where a part can't be in one. */
export function spiffeId(identity: SpiffeIdentity): string {
  const problem = problemOf(identity);
  if (problem !== undefined) throw new PhotonError('invalid_argument', `no SPIFFE id can be made: ${problem}`);
  return `spiffe://${trustDomain}/${identity.clusterId}/${identity.kind}/${identity.name}`;
}

/** Reads a SPIFFE id of this system, of any cluster. */
export function parseSpiffeId(text: string): ParsedSpiffeId {
  // SPIFFE-ID §2.3: 2048 bytes at most.
  if (text.length > 2048 || !text.startsWith('spiffe://'))
    return { ok: false, reason: 'not_a_spiffe_id', message: `${quote(text)} is not a SPIFFE id` };
  const rest = text.slice('spiffe://'.length);
  const slash = rest.indexOf('/');
  const domain = slash < 0 ? rest : rest.slice(0, slash);
  if (domain !== trustDomain) {
    return {
      ok: false,
      reason: 'wrong_trust_domain',
      message: `${quote(text)} is of the trust domain ${quote(domain)}, not ${trustDomain}`,
    };
  }
  const [clusterId = '', kind = '', name = '', ...more] = slash < 0 ? [] : rest.slice(slash + 1).split('/');
  const identity = { clusterId, kind, name } as SpiffeIdentity;
  const problem = more.length > 0 ? 'it has more than three path segments' : problemOf(identity);
  if (problem !== undefined)
    return { ok: false, reason: 'malformed_spiffe_id', message: `${quote(text)} is not an id of this system: ${problem}` };
  return { ok: true, identity };
}

function problemOf({ clusterId, kind, name }: SpiffeIdentity): string | undefined {
  if (!named(label, clusterId)) return `the cluster ${quote(clusterId)} is not a DNS label`;
  if (kind !== 'service' && kind !== 'node') return `the kind ${quote(kind)} is neither service nor node`;
  if (kind === 'service' && !named(label, name)) return `the service ${quote(name)} is not a DNS label`;
  if (kind === 'node' && !named(dottedLabels, name)) return `the node ${quote(name)} is not made of DNS labels`;
  return undefined;
}

function named(pattern: RegExp, value: string): boolean {
  return value.length <= maxName && pattern.test(value);
}

/** Foreign text for a log: escaped and short. */
function quote(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
