// A simulated certificate API: real certificates of an authority in memory, behind the gate.
// Its keys are random: a simulation may not depend on the bytes of a certificate.
import type { Signer } from '../../src/loop/ports.ts';
import { PhotonError } from '../../src/model/errors.ts';
import { type Authorities, createAuthorities } from '../../src/pki/authority.ts';
import { readCsr } from '../../src/pki/csr.ts';
import { issueLeaf } from '../../src/pki/issue.ts';
import type { Life } from './gate.ts';
import type { SimulatedHost } from './host.ts';

export class SimulatedAuthority {
  readonly #clusterId: string;
  readonly #authorities: Authorities;
  /** Whether a service is assigned to a node: only then it gets a certificate there. */
  isAssigned: (service: string, nodeId: string) => boolean = () => true;

  constructor(clusterId: string, nowMs: number) {
    this.#clusterId = clusterId;
    this.#authorities = createAuthorities({ clusterId, now: nowMs });
  }

  signer(host: SimulatedHost, life: Life): Signer {
    const { issuing, root } = this.#authorities;
    const clusterId = this.#clusterId;
    return {
      sign: ({ kind, service, nodeId, csrPem }) =>
        host.gate.pass(life, 'signer.sign', 'api_unreachable', () => {
          const name = kind === 'service' ? (service ?? '') : nodeId;
          if (kind === 'service' && !this.isAssigned(name, nodeId))
            throw new PhotonError('api_denied', `the service ${name} has no assignment on the node ${nodeId}`);
          const { publicKey } = readCsr(csrPem);
          const { certPem } = issueLeaf(issuing, { identity: { clusterId, kind, name }, publicKey, now: host.clock.now() });
          return { certPem, chainPem: issuing.certPem, bundlePem: root.certPem };
        }),
    };
  }
}
