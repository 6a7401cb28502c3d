// What the controller can do, as a table of data. Each action is one group of writes: all of it happens or none.
import type { AnyRecord } from '../../model/kinds.ts';
import type { Action } from '../plan.ts';

/** Every kind of action, with what it does in words for the operator. Their order is the order they are shown in. */
export const clusterActionKinds = {
  cluster_uid: 'give the cluster its uid',
  node_update: 'update a node: state, intent, conditions',
  instances_lost: 'mark the instances of a lost node',
  revision_record: 'record the run spec of a revision',
  job_schedule: 'begin a run that the schedule asks for',
  job_advance: 'take a run of a job further: start its tasks, note their ends',
  instance_create: 'start an instance',
  instance_adopt: 'take over an instance that was written by hand',
  instance_restore: 'write the record of an instance again that was deleted by hand',
  instance_drain: 'drain and stop an instance',
  instance_delete: 'delete an instance that is gone',
  instance_ports: 'note the local ports of an instance in its record',
  assignment_write: 'write what an agent needs to run an instance',
  assignment_delete: 'delete an assignment that belongs to nothing',
  ingress_write: 'publish the routes of an ingress node',
  ingress_delete: 'delete the routes of a node that serves none',
  job_forget: 'forget a run of a job and its output',
  revision_delete: 'forget a former revision',
  certificate_delete: 'forget the certificates of a service that is gone',
  status_write: 'report what became of a service',
  status_delete: 'delete the status of a service that is gone',
} as const satisfies Record<string, string>;

export type ClusterActionKind = keyof typeof clusterActionKinds;

/** One record to write, or to delete where `record` is absent. */
export interface RecordWrite {
  key: string;
  record?: AnyRecord;
  /** mod_revision that the decision was made on; 0 where the key was absent. */
  expect: number;
}

/** `key` is that of the record that the action is about; the records of `writes` change together. */
export interface ClusterAction extends Action<ClusterActionKind> {
  writes: RecordWrite[];
  /** Keys that are only compared: what else the decision rests on. 0: absent. */
  guards: { key: string; modRevision: number }[];
}
