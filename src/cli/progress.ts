// Whether a service has become what was written: the judgement behind --wait. Pure.
import { desiredOf } from '../model/defaults.ts';
import type { ServiceInstance, ServiceStatus } from '../model/generated.ts';

export interface Target {
  service: string;
  /** mod_revision of the write that is waited for. */
  modRevision: number;
}

export interface Observed {
  /** mod_revision of the Service now; undefined where it is gone. */
  service: number | undefined;
  /** A job has nothing to become: it is there once the controller has seen it. */
  isJob?: boolean;
  status: ServiceStatus | undefined;
  instances: readonly ServiceInstance[];
  /** Instance records that can't be read: they are there, whatever they are. */
  unreadable: number;
}

export interface Progress {
  state: 'waiting' | 'done' | 'failed';
  /** One line without the service's name. */
  text: string;
}

/** How far the service is. Nothing counts before the controller has seen the write. */
export function progressOf(target: Target, observed: Observed): Progress {
  const { status, instances } = observed;
  if (observed.service === undefined) return { state: 'failed', text: 'was deleted meanwhile' };
  if (!status || status.observed_mod_revision < target.modRevision) return { state: 'waiting', text: 'not yet seen by a controller' };
  if (observed.isJob) return { state: 'done', text: 'seen by a controller' };
  const others = instances.filter((one) => isOther(one, status));
  const counts = `${status.ready}/${status.desired} ready, ${status.updated} updated${others.length > 0 ? `, ${others.length} of others left` : ''}`;
  const why = reasonOf(status, instances);
  const { rollout } = status;
  if (rollout?.state === 'failed' || rollout?.state === 'rolled_back') {
    return {
      state: 'failed',
      text: `${counts}: rollout ${rollout.state.replace('_', ' ')}${rollout.message ? `: ${rollout.message}` : ''}${why && `; ${why}`}`,
    };
  }
  const complete = status.ready >= status.desired && status.updated === status.desired && others.length === 0 && observed.unreadable === 0;
  if (complete && rollout?.state !== 'progressing') return { state: 'done', text: counts };
  return { state: 'waiting', text: `${counts}${why && `: ${why}`}` };
}

/** Instances of former revisions, and those that are on their way out. Unmanaged services have no revision. */
function isOther(instance: ServiceInstance, status: ServiceStatus): boolean {
  if (desiredOf(instance) !== 'running') return true;
  return status.revision !== undefined && instance.revision !== undefined && instance.revision !== status.revision;
}

function reasonOf(status: ServiceStatus, instances: readonly ServiceInstance[]): string {
  const [condition] = status.conditions;
  if (condition) return `${condition.type}: ${condition.message}`;
  const [blocked] = status.blocked;
  if (blocked) return `${blocked.slot === undefined ? '' : `slot ${blocked.slot}: `}${blocked.reason}: ${blocked.message}`;
  const reason = instances.find((one) => one.state !== 'ready' && one.reason)?.reason;
  return reason ?? '';
}
