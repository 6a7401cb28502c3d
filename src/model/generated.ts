// Generated from schemas/ by `make generate`. Do not edit.

/**
 * A DNS label: it becomes a key segment, a container name, a host name and a SPIFFE path segment.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "dns_label".
 */
export type DnsLabel = string;
/**
 * A node id: DNS labels joined by dots, 63 characters at most.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "node_id".
 */
export type NodeId = string;
/**
 * The first 16 hex digits of the digest of run, ports, protocol and resources.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "revision_id".
 */
export type RevisionId = string;
/**
 * A TCP port.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "port".
 */
export type Port = number;
/**
 * An IPv4 or IPv6 address, without port or zone.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "ip".
 */
export type Ip = string;
/**
 * A run of a job: a DNS label.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "run_id".
 */
export type RunId = string;
/**
 * A SHA-256 in lower-case hex.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "sha256".
 */
export type Sha256 = string;
/**
 * The environment of the cluster; it chooses the mesh defaults.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "environment".
 */
export type Environment = 'dev' | 'stg' | 'prod' | 'test';
/**
 * A host name, lower case.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "hostname".
 */
export type Hostname = string;
/**
 * RFC 3339 date and time with zone.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "timestamp".
 */
export type Timestamp = string;
/**
 * A revision of the store.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "mod_revision".
 */
export type ModRevision = number;

export interface Records {
  Assignment?: Assignment;
  CertificateAuthorities?: CertificateAuthorities;
  CertificateBinding?: CertificateBinding;
  ClusterMeta?: ClusterMeta;
  Event?: Event;
  IngressTable?: IngressTable;
  IssuedCertificate?: IssuedCertificate;
  JobOutput?: JobOutput;
  JobRun?: JobRun;
  Liveness?: Liveness;
  MTLSPolicy?: MTLSPolicy;
  Node?: Node;
  RevokedCertificate?: RevokedCertificate;
  ServiceInstance?: ServiceInstance;
  ServiceRevision?: ServiceRevision;
  ServiceStatus?: ServiceStatus;
  Service?: Service;
}
/**
 * All that an agent needs to run one instance, resolved: key `assignments/{node_id}/{service}/{instance_id}`. Written and deleted in one transaction with its instance.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "Assignment".
 */
export interface Assignment {
  instance_id: DnsLabel;
  service: DnsLabel;
  node_id: NodeId;
  /**
   * Slot of the service.
   */
  slot?: number;
  revision?: RevisionId;
  /**
   * False: somebody else starts the app; the agent gives it a sidecar and a probe.
   */
  managed: boolean;
  /**
   * The controller's wish.
   */
  desired: 'running' | 'draining' | 'stopped';
  /**
   * When its instance's record, deleted by hand, was written again; another instance takes its place as `update` allows.
   */
  restored_at?: string;
  /**
   * Until when connections may stay open, by the controller's clock; the agent counts `drain_s` from when it learnt of it.
   */
  drain_deadline?: string;
  /**
   * Seconds that a draining instance may keep its connections.
   */
  drain_s?: number;
  run?: Run;
  /**
   * Repository digest to run, where one is recorded.
   */
  image_digest?: string;
  resources?: Resources;
  health: Health;
  /**
   * Protocol of the service.
   */
  protocol?: 'http' | 'grpc' | 'tcp';
  /**
   * Where the app is. Absent for a mesh-only assignment.
   */
  app?: {
    /**
     * Where the app listens on the node.
     */
    addr: string;
    port: Port;
    /**
     * A TCP port.
     */
    container_port: number;
  };
  /**
   * The sidecar.
   */
  mesh: {
    /**
     * Whether a sidecar is wanted.
     */
    mode: 'agent' | 'none';
    /**
     * Where the sidecar accepts calls of other nodes.
     */
    bind?: {
      addr: Ip;
      port: Port;
    };
    /**
     * A TCP port.
     */
    control?: number;
    /**
     * Fixed local ports.
     *
     * @maxItems 10000
     *
     * Items: A fixed local port.
     */
    upstreams?: {
      service: DnsLabel;
      bind: Port;
    }[];
  };
  pre_stop?: PreStop;
  /**
   * Seconds without the store after which the agent stops the instance by itself; absent: never.
   */
  stop_after_s?: number;
  job?: JobTask;
}
/**
 * What runs and how.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "run".
 */
export interface Run {
  /**
   * How the instance is run.
   */
  driver?: 'docker' | 'process';
  /**
   * Image reference; driver docker only.
   */
  image?: string;
  /**
   * Replaces the entrypoint of the image; for a process the program and its first arguments.
   *
   * @minItems 1
   * @maxItems 64
   */
  command?: string[];
  /**
   * Arguments after the command.
   *
   * @maxItems 256
   */
  args?: string[];
  /**
   * Environment. Never secrets: whoever reads the store reads this.
   */
  env?: {
    [k: string]: string;
  };
  /**
   * Absolute path on the node of a file of KEY=VALUE lines, mode 0600. Only the path is in the digest.
   */
  env_file?: string;
  /**
   * Node-local files mounted read-only. Only the paths are in the digest.
   *
   * @maxItems 32
   *
   * Items: One secret file.
   */
  secret_files?: {
    /**
     * Absolute path on the node, mode 0600.
     */
    source: string;
    /**
     * Absolute path inside the container.
     */
    target: string;
  }[];
  /**
   * User or uid[:gid] to run as.
   */
  user?: string;
  /**
   * Local volumes. An instance that has one is not moved when its node is lost.
   *
   * @maxItems 32
   *
   * Items: One local volume.
   */
  volumes?: {
    /**
     * Absolute path on the node, or the name of a local volume.
     */
    source: string;
    /**
     * Absolute path inside the container.
     */
    target: string;
    /**
     * Mount read-only.
     */
    read_only?: boolean;
  }[];
  /**
   * A fixed port on the node's app_addr instead of an allocated one.
   */
  host_port?: number;
  /**
   * Signal that asks the app to stop.
   */
  stop_signal?: 'SIGTERM' | 'SIGINT' | 'SIGQUIT' | 'SIGHUP' | 'SIGUSR1' | 'SIGUSR2';
  /**
   * Seconds between the stop signal and SIGKILL.
   */
  stop_timeout_s?: number;
  /**
   * Relaxes or tightens the default sandbox (driver docker).
   */
  sandbox?: {
    /**
     * Capabilities given back; all are dropped by default.
     *
     * @maxItems 41
     *
     * Items: Capability without the CAP_ prefix.
     */
    cap_add?: string[];
    /**
     * Forbid gaining privileges.
     */
    no_new_privileges?: boolean;
    /**
     * Processes and threads at most.
     */
    pids_limit?: number;
    /**
     * Root file system read-only.
     */
    read_only_root?: boolean;
  };
}
/**
 * Resources: for an instance its limit and what placement counts, for a node its capacity.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "resources".
 */
export interface Resources {
  /**
   * CPU in thousandths of a core.
   */
  cpu_millicores?: number;
  /**
   * Memory in bytes.
   */
  memory_bytes?: number;
}
/**
 * How readiness is probed.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "health".
 */
export interface Health {
  /**
   * Kind of probe; the probe is made from outside. Default: http where the protocol is http, grpc where grpc, else tcp.
   */
  type?: 'http' | 'tcp' | 'grpc' | 'none';
  /**
   * Path of an http probe (any status 200–399 passes); service name of a grpc probe.
   */
  path?: string;
  /**
   * Seconds between probes.
   */
  interval_s?: number;
  /**
   * Seconds until a probe fails.
   */
  timeout_s?: number;
  /**
   * Passes in a row until ready.
   */
  healthy_after?: number;
  /**
   * Failures in a row until unhealthy.
   */
  unhealthy_after?: number;
  /**
   * Seconds after start during which failures do not count and probes run up to ten times as often.
   */
  start_period_s?: number;
  /**
   * Seconds unhealthy after which the instance is restarted; absent: never. Counts from when it was last ready, or from the end of its start period.
   */
  restart_after_s?: number;
}
/**
 * What is called before an instance is stopped, once its connections have drained.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "pre_stop".
 */
export interface PreStop {
  /**
   * Path that is called with POST on the app itself; any answer ends the wait.
   */
  path: string;
  /**
   * Seconds that the call may take; the stop follows in any case.
   */
  timeout_s?: number;
}
/**
 * The task that it runs: started once, never again.
 */
export interface JobTask {
  run_id: RunId;
  /**
   * Number of the task within its run, from 0.
   */
  index: number;
  /**
   * Which attempt it is, from 1.
   */
  attempt: number;
}
/**
 * CA ids, fingerprints and states: key `mtls/ca`. Never PEM.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "CertificateAuthorities".
 */
export interface CertificateAuthorities {
  /**
   * The CAs that the cluster knows.
   *
   * @maxItems 16
   *
   * Items: One CA.
   */
  authorities: {
    /**
     * First 16 hex digits of the SHA-256 of the CA's public key.
     */
    ca_id: string;
    fingerprint_sha256: Sha256;
    /**
     * State.
     */
    state: 'published' | 'signing' | 'retired';
    /**
     * Expiry.
     */
    not_after: string;
    /**
     * Since when in this state.
     */
    since: string;
  }[];
}
/**
 * The latest certificate of a service or node: key `mtls/certs/services/{service}` or `mtls/certs/nodes/{node_id}`. No key and no PEM.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "CertificateBinding".
 */
export interface CertificateBinding {
  /**
   * SPIFFE id.
   */
  subject: string;
  /**
   * Id of the issuing CA.
   */
  ca_id: string;
  /**
   * notAfter.
   */
  expires_at: string;
  /**
   * When it was issued.
   */
  last_rotated_at: string;
  fingerprint_sha256: Sha256;
}
/**
 * The cluster itself: key `meta`. Written once by the operator; the controller adds `uid` where it is missing.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "ClusterMeta".
 */
export interface ClusterMeta {
  cluster_id: DnsLabel;
  environment: Environment;
  /**
   * When the cluster was made.
   */
  created_at: string;
  /**
   * Random, made once; a store with another uid is a foreign store.
   */
  uid?: string;
  /**
   * Raised by an import that rewinds the store on purpose.
   */
  epoch?: number;
  /**
   * Timings of the cluster.
   */
  timings?: {
    /**
     * Life of an agent's lease, seconds.
     */
    lease_s?: number;
    /**
     * Seconds from the loss of the lease until the node is failed.
     */
    node_grace_s?: number;
    /**
     * Seconds between heartbeats of a node.
     */
    heartbeat_s?: number;
    /**
     * Seconds that an event is kept after it was last met; up to a quarter more.
     */
    events_ttl_s?: number;
  };
}
/**
 * Something that happened, kept for a while: key `events/{kind}/{id}/{reason}`; bound to a lease. The same again is counted, not written beside it.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "Event".
 */
export interface Event {
  /**
   * Kind of the subject.
   */
  kind: 'cluster' | 'node' | 'service' | 'instance' | 'job-run' | 'policy';
  /**
   * Id of the subject; of a job-run `SERVICE.RUN`.
   */
  id: string;
  /**
   * A DNS label: it becomes a key segment, a container name, a host name and a SPIFFE path segment.
   */
  service?: string;
  /**
   * Code in snake_case.
   */
  reason: string;
  /**
   * For the operator.
   */
  message: string;
  /**
   * What led to it.
   */
  cause?: string;
  /**
   * How often.
   */
  count: number;
  /**
   * First time.
   */
  first_at: string;
  /**
   * Last time.
   */
  last_at: string;
  /**
   * The program that wrote it.
   */
  by?: string;
}
/**
 * Routes of a node with the role ingress: key `ingress/{node_id}`.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "IngressTable".
 */
export interface IngressTable {
  /**
   * Raised with each change; agents report the one they applied.
   */
  revision: number;
  /**
   * Where Caddy listens; empty: as the agent's configuration says.
   *
   * @maxItems 16
   *
   * Items: host:port or :port.
   */
  listen: string[];
  /**
   * Routes, the most specific first.
   *
   * @maxItems 100000
   *
   * Items: One route.
   */
  routes: {
    /**
     * Stable id, used as Caddy's @id.
     */
    id: string;
    host: Hostname;
    /**
     * Path prefix.
     */
    path: string;
    service: DnsLabel;
    /**
     * host:port of the local mesh agent for this service.
     */
    upstream_addr: string;
    /**
     * create revision of the Service; the older keeps a contested route.
     */
    created_revision: number;
  }[];
}
/**
 * What was issued to whom: key `mtls/issued/{service}/{node_id}`.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "IssuedCertificate".
 */
export interface IssuedCertificate {
  /**
   * SPIFFE id.
   */
  subject: string;
  node_id: NodeId;
  /**
   * Id of the issuing CA.
   */
  ca_id: string;
  /**
   * Hex.
   */
  serial: string;
  /**
   * notBefore.
   */
  not_before: string;
  /**
   * notAfter.
   */
  expires_at: string;
  fingerprint_sha256: Sha256;
}
/**
 * The end of what a task of a run wrote: key `joboutput/{service}/{run_id}/{task}`; written by the agent, deleted with its run by the controller.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "JobOutput".
 */
export interface JobOutput {
  service: DnsLabel;
  run_id: RunId;
  /**
   * Index of the task, in digits.
   */
  task: string;
  node_id: NodeId;
  instance_id: DnsLabel;
  /**
   * Which attempt it is of, from 1.
   */
  attempt?: number;
  /**
   * The last lines of standard output and standard error, in the order they were written; what is no UTF-8 is replaced.
   */
  text: string;
  /**
   * Earlier lines are left out.
   */
  cut?: boolean;
  /**
   * By the agent's clock.
   */
  written_at: string;
}
/**
 * One run of a job: key `jobs/{service}/{run_id}`. Created by the operator (`job run`) or, on schedule, by the controller, which then keeps it; the operator sets `desired`.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "JobRun".
 */
export interface JobRun {
  service: DnsLabel;
  run_id: RunId;
  /**
   * Who asked for it.
   */
  trigger: 'operator' | 'schedule';
  /**
   * The time of the schedule that it is for.
   */
  scheduled_at?: string;
  /**
   * When it was asked for.
   */
  created_at: string;
  /**
   * The operator's wish.
   */
  desired?: 'running' | 'stopped';
  /**
   * How far it is. pending: nothing was started yet.
   */
  state?: 'pending' | 'running' | 'succeeded' | 'failed' | 'stopped';
  /**
   * Why it is ended before its tasks have: the operator stopped it, its deadline passed, a task failed for good, the next run of its schedule replaces it.
   */
  ending?: 'stopped' | 'deadline' | 'task_failed' | 'replaced';
  revision?: RevisionId;
  /**
   * When its first task was started.
   */
  started_at?: string;
  /**
   * When it fails unless it has ended; counted from when the controller took it up.
   */
  deadline?: string;
  /**
   * When its last task ended.
   */
  ended_at?: string;
  /**
   * 0 where every task succeeded, else that of the task that failed for good; absent where none is known, and where it was stopped or its deadline passed.
   */
  exit_code?: number;
  /**
   * Why it failed or waits, for the operator.
   */
  message?: string;
  /**
   * Its tasks, by index.
   *
   * @maxItems 1000
   *
   * Items: A task.
   */
  tasks?: {
    /**
     * Number of the task, from 0.
     */
    index: number;
    /**
     * How far it is.
     */
    state: 'pending' | 'running' | 'succeeded' | 'failed' | 'stopped';
    /**
     * Attempts so far.
     */
    attempts: number;
    /**
     * A DNS label: it becomes a key segment, a container name, a host name and a SPIFFE path segment.
     */
    instance_id?: string;
    /**
     * A node id: DNS labels joined by dots, 63 characters at most.
     */
    node_id?: string;
    /**
     * Of its last attempt.
     */
    exit_code?: number;
    /**
     * Why its last attempt failed: code, then text.
     */
    reason?: string;
    /**
     * When it is tried again.
     */
    retry_at?: string;
  }[];
}
/**
 * Proof that a node's agent lives: key `liveness/{node_id}`, bound to the agent's lease, created and never overwritten.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "Liveness".
 */
export interface Liveness {
  /**
   * Random per session; agent writes compare this key.
   */
  session: string;
  /**
   * Random, kept on the agent's disk.
   */
  agent_uid: string;
  /**
   * Of /etc/machine-id.
   */
  machine_id: string;
  /**
   * Of the kernel's boot_id.
   */
  boot_id: string;
  /**
   * Version of the agent.
   */
  version: string;
}
/**
 * Who may call whom and how: key `mtls/policies/{policy_id}`, written by the operator.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "MTLSPolicy".
 */
export interface MTLSPolicy {
  policy_id: DnsLabel;
  environment: Environment;
  /**
   * A service, or `*`.
   */
  source_service: string;
  /**
   * A service, or `*`.
   */
  target_service: string;
  /**
   * Callers must show a certificate.
   */
  mtls_required: boolean;
  /**
   * How strict.
   */
  mode: 'strict' | 'permissive' | 'disabled';
  /**
   * Within a rank the newest policy wins.
   */
  updated_at?: string;
}
/**
 * A machine: key `nodes/{node_id}`. Operator: spec and intent; controller: state; agent: last_heartbeat and observed facts.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "Node".
 */
export interface Node {
  node_id: NodeId;
  /**
   * An IPv4 or IPv6 address, without port or zone.
   */
  ip: string;
  /**
   * Host name.
   */
  hostname?: string;
  /**
   * Roles, for placement; `ingress` makes it serve routes.
   *
   * @maxItems 32
   */
  roles?: DnsLabel[];
  /**
   * The controller's view.
   */
  state?: 'pending' | 'provisioning' | 'active' | 'failed' | 'draining';
  labels?: Labels;
  /**
   * By the agent's clock; shown, never compared.
   */
  last_heartbeat?: string;
  /**
   * Of /etc/machine-id; ports are unique per machine.
   */
  machine_id?: string;
  /**
   * The operator's wish.
   */
  intent?: 'active' | 'cordoned' | 'draining';
  /**
   * An IPv4 or IPv6 address, without port or zone.
   */
  app_addr?: string;
  /**
   * Ports that may be allocated, both ends included; default 20000 to 29999.
   */
  port_range?: {
    from: Port;
    to: Port;
  };
  capacity?: Resources;
  /**
   * Drivers that this node's agent runs; absent while no agent has told.
   *
   * @maxItems 2
   */
  drivers?: ('docker' | 'process')[];
  /**
   * Revision of the ingress table that this node's Caddy runs; absent where none is applied.
   */
  ingress_revision?: number;
  /**
   * What is the case now.
   *
   * @maxItems 64
   */
  conditions?: Condition[];
}
/**
 * Labels by name. Names and values are kept exactly as written; control characters are refused.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "labels".
 */
export interface Labels {
  [k: string]: string;
}
/**
 * Something that is the case and that an operator should know. A condition that is not listed does not hold.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "condition".
 */
export interface Condition {
  /**
   * What is the case, in snake_case: `mass_loss`, `invalid_record`, `unknown_field`, …
   */
  type: string;
  /**
   * A stable code for programs, in snake_case.
   */
  reason: string;
  /**
   * For the operator: what, where, what to do next.
   */
  message: string;
  since: Timestamp;
  /**
   * The store key concerned.
   */
  key?: string;
  /**
   * The JSON path concerned.
   */
  path?: string;
}
/**
 * A revoked certificate: key `mtls/revoked/{fingerprint}`.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "RevokedCertificate".
 */
export interface RevokedCertificate {
  fingerprint_sha256: Sha256;
  /**
   * SPIFFE id.
   */
  subject: string;
  /**
   * Why.
   */
  reason: string;
  /**
   * RFC 3339 date and time with zone.
   */
  revoked_at: string;
  /**
   * RFC 3339 date and time with zone.
   */
  until: string;
}
/**
 * One instance: key `instances/{service}/{instance_id}`. Created by controller or operator; the agent updates what it observes; the controller deletes.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "ServiceInstance".
 */
export interface ServiceInstance {
  instance_id: DnsLabel;
  service: DnsLabel;
  node_id: NodeId;
  /**
   * An IPv4 or IPv6 address, without port or zone.
   */
  ip: string;
  /**
   * A TCP port.
   */
  port: number;
  /**
   * A TCP port.
   */
  mesh_port?: number;
  /**
   * Observed by the agent.
   */
  state: 'starting' | 'ready' | 'unhealthy' | 'draining' | 'gone';
  /**
   * Version of the app, from the service's metadata.
   */
  version?: string;
  /**
   * RFC 3339 date and time with zone.
   */
  registered_at?: string;
  /**
   * RFC 3339 date and time with zone.
   */
  last_heartbeat?: string;
  /**
   * Slot of the service.
   */
  slot?: number;
  revision?: RevisionId;
  /**
   * The controller's wish.
   */
  desired?: 'running' | 'draining' | 'stopped';
  /**
   * Written by the operator for a managed service; counts towards its replicas and stays on its node.
   */
  pinned?: boolean;
  /**
   * Why it is in this state: code, then text.
   */
  reason?: string;
  /**
   * Restarts by the agent.
   */
  restarts?: number;
  /**
   * Repository digest of the image that it runs, where it has one.
   */
  image_digest?: string;
  /**
   * Id of the container or pid of the process.
   */
  container_id?: string;
  /**
   * The other ports that its assignment holds on the node; so that they are known while the assignment can't be read.
   */
  local_ports?: {
    /**
     * A TCP port.
     */
    control?: number;
    /**
     * Local ports for called services.
     *
     * @maxItems 256
     *
     * Items: One called service.
     */
    upstreams?: {
      service: DnsLabel;
      bind: Port;
    }[];
  };
  job?: JobTask1;
  /**
   * How its app ended last, where it did.
   */
  exit_code?: number;
  /**
   * RFC 3339 date and time with zone.
   */
  ended_at?: string;
}
/**
 * The task that it runs.
 */
export interface JobTask1 {
  run_id: RunId;
  /**
   * Number of the task within its run, from 0.
   */
  index: number;
  /**
   * Which attempt it is, from 1.
   */
  attempt: number;
}
/**
 * The run spec of a revision: key `revisions/{service}/{revision}`.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "ServiceRevision".
 */
export interface ServiceRevision {
  service: DnsLabel;
  revision: RevisionId;
  /**
   * RFC 3339 date and time with zone.
   */
  created_at: string;
  /**
   * Repository digest that all instances of the revision run.
   */
  image_digest?: string;
  /**
   * It was not ready by its deadline.
   */
  failed?: boolean;
  /**
   * What the revision is a digest of.
   */
  spec: {
    run: Run;
    /**
     * Ports of the app itself: in a container the container's. A process is told by PORT, allocated unless run.host_port fixes it, and HOST where to listen.
     */
    ports: {
      http?: Port;
      grpc?: Port;
      tcp?: Port;
    };
    /**
     * Protocol of the service.
     */
    protocol: 'http' | 'grpc' | 'tcp';
    resources?: Resources;
    /**
     * The service's restart counter when the revision was made.
     */
    restart?: number;
  };
  /**
   * Order in which the revisions were asked for; one that is asked for again gets a new one.
   */
  number?: number;
}
/**
 * What the controller makes of a service: key `status/services/{service}`.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "ServiceStatus".
 */
export interface ServiceStatus {
  /**
   * mod_revision of the Service this status is about.
   */
  observed_mod_revision: number;
  /**
   * The first 16 hex digits of the digest of run, ports, protocol and resources.
   */
  revision?: string;
  /**
   * Instances wanted.
   */
  desired: number;
  /**
   * Instances ready with desired running.
   */
  ready: number;
  /**
   * Instances of the wanted revision that are ready.
   */
  updated: number;
  /**
   * What waits, and why.
   *
   * @maxItems 200
   *
   * Items: Something that waits.
   */
  blocked: {
    /**
     * Slot.
     */
    slot?: number;
    /**
     * Code in snake_case.
     */
    reason: string;
    /**
     * For the operator.
     */
    message: string;
    /**
     * RFC 3339 date and time with zone.
     */
    since: string;
    /**
     * RFC 3339 date and time with zone.
     */
    retry_at?: string;
  }[];
  /**
   * What is the case now.
   *
   * @maxItems 64
   */
  conditions: Condition[];
  /**
   * The last rollout.
   */
  rollout?: {
    /**
     * State of the rollout.
     */
    state: 'progressing' | 'paused' | 'complete' | 'failed' | 'rolled_back';
    revision: RevisionId;
    from_revision?: RevisionId;
    /**
     * RFC 3339 date and time with zone.
     */
    since: string;
    /**
     * RFC 3339 date and time with zone.
     */
    deadline?: string;
    /**
     * For the operator.
     */
    message?: string;
  };
  /**
   * Repository digest that all instances of the revision run.
   */
  image_digest?: string;
  /**
   * RFC 3339 date and time with zone.
   */
  next_run_at?: string;
}
/**
 * What should run: key `services/{name}`, written by the operator. Without `run` it is unmanaged: somebody else starts it and the operator registers its instances.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "Service".
 */
export interface Service {
  name: DnsLabel;
  /**
   * Ports of the app itself: in a container the container's. A process is told by PORT, allocated unless run.host_port fixes it, and HOST where to listen.
   */
  ports: {
    http?: Port;
    grpc?: Port;
    tcp?: Port;
  };
  /**
   * Protocol of the service.
   */
  protocol: 'http' | 'grpc' | 'tcp';
  /**
   * Callers must speak mTLS where no policy says otherwise.
   */
  mtls_required?: boolean;
  /**
   * Whether a sidecar stands beside each instance.
   */
  mesh_mode?: 'agent' | 'none';
  /**
   * Free text for people and tools; `version` is copied to the instances.
   */
  metadata?: {
    [k: string]: string;
  };
  /**
   * How many instances.
   */
  replicas?: number;
  run?: Run;
  resources?: Resources;
  /**
   * Where instances may be placed.
   */
  placement?: {
    /**
     * The node has all of these roles.
     *
     * @maxItems 32
     */
    roles?: DnsLabel[];
    /**
     * Each `label==value`, `label!=value` or `label in (a, b)`.
     *
     * @maxItems 32
     */
    constraints?: string[];
    /**
     * Spread over the values of this label.
     */
    spread?: string;
    /**
     * Instances of this service on one node at most.
     */
    max_per_node?: number;
  };
  health?: Health;
  /**
   * How a new revision replaces the old one.
   */
  update?: {
    /**
     * Whether the new instance starts before the old one stops. Default: start-first where ports and volumes allow.
     */
    order?: 'start-first' | 'stop-first';
    /**
     * How many fewer than replicas may be ready during a rollout. Default: 0 with start-first, 1 with stop-first.
     */
    max_unavailable?: number;
    /**
     * How many more than replicas may exist during a rollout.
     */
    max_surge?: number;
    /**
     * Seconds ready until an instance counts.
     */
    min_ready_s?: number;
    /**
     * Seconds until a revision that is not ready is stopped.
     */
    deadline_s?: number;
    /**
     * Bring back the former revision when the deadline passes.
     */
    auto_rollback?: boolean;
    /**
     * The rollout stands still: no instance is replaced by another revision until it is resumed; missing ones are made from the revision that runs.
     */
    paused?: boolean;
  };
  /**
   * Seconds that a draining instance may keep its connections.
   */
  drain_s?: number;
  /**
   * Public routes, served by nodes with the role ingress.
   *
   * @maxItems 64
   *
   * Items: A host and path.
   */
  routes?: {
    host: Hostname;
    /**
     * Path prefix.
     */
    path?: string;
  }[];
  /**
   * Services called through fixed local ports.
   *
   * @maxItems 64
   */
  upstreams?: Upstream[];
  /**
   * Whether instances run on, or to completion when a run of the job is asked for.
   */
  kind?: 'service' | 'job';
  /**
   * Raised to replace every instance without another change; part of the revision.
   */
  restart?: number;
  /**
   * No instance is started before each of these services has a ready instance (a job: before its last run succeeded).
   *
   * @maxItems 32
   */
  after?: DnsLabel[];
  pre_stop?: PreStop;
  /**
   * What is done while a node can not be reached.
   */
  disconnect?: {
    /**
     * Seconds after a node's lease is lost until its instances are replaced elsewhere. Default: the cluster's node_grace_s; less than that is not possible.
     */
    replace_after_s?: number;
    /**
     * Seconds without the store after which the agent stops the instances by itself; absent: never.
     */
    stop_after_s?: number;
  };
  /**
   * How a run of a job goes; kind job only.
   */
  job?: {
    /**
     * Tasks of a run, all at once; each has to succeed.
     */
    parallelism?: number;
    /**
     * Attempts of a task after its first. Whatever ends an attempt but exit code 0 counts, the loss of its node too.
     */
    retries?: number;
    /**
     * Seconds from its beginning until a run that has not ended fails and is stopped, time spent waiting for a node included; absent: none.
     */
    deadline_s?: number;
    /**
     * Ended runs that are remembered, each with up to 64 KiB of output a task.
     */
    keep?: number;
  };
  /**
   * When runs of a job begin by themselves; kind job only.
   */
  schedule?: {
    /**
     * Five fields: minute, hour, day of month, month, day of week; or @hourly, @daily, @weekly, @monthly, @yearly.
     */
    cron: string;
    /**
     * IANA name of the zone that the fields are read in.
     */
    time_zone?: string;
    /**
     * What happens where a run of the job is under way: allow both, forbid the new one (it begins within start_within_s after all, or is missed), replace the former, which is stopped first.
     */
    concurrency?: 'allow' | 'forbid' | 'replace';
    /**
     * No run begins by itself.
     */
    paused?: boolean;
    /**
     * A run that could not begin on time still begins within so many seconds, at least 10; else it is missed.
     */
    start_within_s?: number;
  };
}
/**
 * A service that this one calls through a fixed local port of its sidecar.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "upstream".
 */
export interface Upstream {
  service: DnsLabel;
  /**
   * A TCP port.
   */
  bind?: number;
}
/**
 * Which task of which run an instance is.
 *
 * This interface was referenced by `Records`'s JSON-Schema
 * via the `definition` "job_task".
 */
export interface JobTask2 {
  run_id: RunId;
  /**
   * Number of the task within its run, from 0.
   */
  index: number;
  /**
   * Which attempt it is, from 1.
   */
  attempt: number;
}
