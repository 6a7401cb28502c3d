// Whose what stands under a node's liveness key is, and whether an agent may put its own there. Pure.
// Guarantees: the record of another living agent is never taken. Who lives holds a lease, and puts its record back as soon as it
// sees another in its place: what no living agent's lease holds, and what nobody has touched for a lease's time, is nobody's.
import type { Liveness } from '../model/generated.ts';

/** What is compared of a record; whatever else it says does not matter here. */
export type Holder = Pick<Liveness, 'session' | 'agent_uid' | 'machine_id'>;

/** What stands under the key. */
export interface Standing {
  /** Undefined: it can't be read. */
  holder: Holder | undefined;
  /** '0' without one. */
  lease: string;
  createRevision: number;
  /** Counts the writes since the key was made. */
  version: number;
  /** For how long this agent has seen just that there. */
  seenForMs: number;
}

export interface Claimant extends Holder {
  lease: string;
  leaseMs: number;
  /** What this run wrote there last. */
  wrote: { createRevision: number; version: number } | undefined;
}

export type Claim =
  /** It is ours already. */
  | { do: 'hold' }
  | { do: 'take' }
  /** Undefined: until the lease of who put it there ends. */
  | { do: 'wait'; leftMs: number | undefined }
  /** Another agent lives. */
  | { do: 'refuse' };

export function claimLiveness(self: Claimant, standing: Standing | undefined): Claim {
  if (!standing) return { do: 'take' };
  const { holder, lease } = standing;
  // A session is random: nobody else has ours, whatever lease a hand has put it under.
  if (holder?.session === self.session) return { do: lease === self.lease ? 'hold' : 'take' };
  // Once this run has held it, another session can only be a second process over the same data directory.
  const former = holder?.agent_uid === self.agent_uid && holder.machine_id === self.machine_id && !self.wrote;
  if (former) return { do: 'take' };
  if (holder && lease !== '0') return { do: 'refuse' };
  if (lease !== '0' && lease !== self.lease) return { do: 'wait', leftMs: undefined };
  // Nobody can have come between: it stands in the place of our own.
  const direct = self.wrote?.createRevision === standing.createRevision && standing.version === self.wrote.version + 1;
  const leftMs = self.leaseMs - standing.seenForMs;
  return direct || leftMs <= 0 ? { do: 'take' } : { do: 'wait', leftMs };
}
