// The kinds of record: one row a kind. Everything that treats kinds alike (keys, validation, ctl, docs) reads this table.
import type * as t from './generated.ts';

/** Record type by kind. The kind is what a manifest's `kind` and the command line say, in lower case. */
export interface RecordByKind {
  cluster: t.ClusterMeta;
  node: t.Node;
  liveness: t.Liveness;
  service: t.Service;
  'service-status': t.ServiceStatus;
  instance: t.ServiceInstance;
  assignment: t.Assignment;
  ingress: t.IngressTable;
  policy: t.MTLSPolicy;
  'service-certificate': t.CertificateBinding;
  'node-certificate': t.CertificateBinding;
  'issued-certificate': t.IssuedCertificate;
  'revoked-certificate': t.RevokedCertificate;
  ca: t.CertificateAuthorities;
  revision: t.ServiceRevision;
  event: t.Event;
  'job-run': t.JobRun;
  'job-output': t.JobOutput;
}
export type Kind = keyof RecordByKind;
export type AnyRecord = RecordByKind[Kind];

export interface KindInfo {
  /** Title of the schema, and what people call the record. */
  title: string;
  /** File name in schemas/, without `.json`. */
  schema: string;
  /** Path below the cluster's prefix; `{field}` stands for the record's field of that name. */
  path: string;
  aliases: readonly string[];
  /** Whether an operator writes records of this kind. */
  operator: boolean;
}

export const kinds = {
  cluster: { title: 'ClusterMeta', schema: 'cluster-meta', path: 'meta', aliases: ['clustermeta', 'meta'], operator: true },
  node: { title: 'Node', schema: 'node', path: 'nodes/{node_id}', aliases: ['nodes'], operator: true },
  liveness: { title: 'Liveness', schema: 'liveness', path: 'liveness/{node_id}', aliases: [], operator: false },
  service: { title: 'Service', schema: 'service', path: 'services/{name}', aliases: ['services', 'svc', 'job', 'jobs'], operator: true },
  'service-status': {
    title: 'ServiceStatus',
    schema: 'service-status',
    path: 'status/services/{service}',
    aliases: ['servicestatus', 'status'],
    operator: false,
  },
  instance: {
    title: 'ServiceInstance',
    schema: 'service-instance',
    path: 'instances/{service}/{instance_id}',
    aliases: ['serviceinstance', 'instances'],
    operator: true,
  },
  assignment: {
    title: 'Assignment',
    schema: 'assignment',
    path: 'assignments/{node_id}/{service}/{instance_id}',
    aliases: ['assignments'],
    operator: false,
  },
  ingress: { title: 'IngressTable', schema: 'ingress-table', path: 'ingress/{node_id}', aliases: ['ingresstable'], operator: false },
  policy: {
    title: 'MTLSPolicy',
    schema: 'mtls-policy',
    path: 'mtls/policies/{policy_id}',
    aliases: ['mtlspolicy', 'policies'],
    operator: true,
  },
  'service-certificate': {
    title: 'CertificateBinding',
    schema: 'certificate-binding',
    path: 'mtls/certs/services/{service}',
    aliases: [],
    operator: false,
  },
  'node-certificate': {
    title: 'CertificateBinding',
    schema: 'certificate-binding',
    path: 'mtls/certs/nodes/{node_id}',
    aliases: [],
    operator: false,
  },
  'issued-certificate': {
    title: 'IssuedCertificate',
    schema: 'issued-certificate',
    path: 'mtls/issued/{service}/{node_id}',
    aliases: ['issued'],
    operator: false,
  },
  'revoked-certificate': {
    title: 'RevokedCertificate',
    schema: 'revoked-certificate',
    path: 'mtls/revoked/{fingerprint_sha256}',
    aliases: ['revoked'],
    operator: false,
  },
  ca: { title: 'CertificateAuthorities', schema: 'ca', path: 'mtls/ca', aliases: [], operator: false },
  revision: {
    title: 'ServiceRevision',
    schema: 'service-revision',
    path: 'revisions/{service}/{revision}',
    aliases: ['servicerevision', 'revisions'],
    operator: false,
  },
  event: { title: 'Event', schema: 'event', path: 'events/{kind}/{id}/{reason}', aliases: ['events'], operator: false },
  'job-run': {
    title: 'JobRun',
    schema: 'job-run',
    path: 'jobs/{service}/{run_id}',
    aliases: ['jobrun', 'runs', 'job-runs'],
    operator: true,
  },
  'job-output': { title: 'JobOutput', schema: 'job-output', path: 'joboutput/{service}/{run_id}/{task}', aliases: [], operator: false },
} as const satisfies Record<Kind, KindInfo>;
