// The ports: everything that a program touches outside itself. Each has a real and a simulated implementation
// that pass the same conformance suite. Nothing here runs; these are the shapes.
import type { Unit, UnitNetwork, UnitSpec } from '../plan/unit.ts';

// ---------------------------------------------------------------- time and chance

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Wall clock, milliseconds since 1970 UTC. Shown and recorded, never compared across machines. */
  now(): number;
  /** Milliseconds since an arbitrary start; never jumps. Durations are measured with this. */
  monotonic(): number;
  after(delayMs: number, run: () => void): Timer;
  /** Resolves after delayMs; rejects with PhotonError `aborted` when the signal fires. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** Lower-case hex of `bytes` random bytes. */
  hex(bytes: number): string;
}

// ---------------------------------------------------------------- store

export interface KeyValue {
  key: string;
  /** UTF-8; bytes that are not UTF-8 arrive as U+FFFD. */
  value: string;
  createRevision: number;
  modRevision: number;
  version: number;
  /** Lease id in decimal, '0' without one. */
  lease: string;
}

/** A condition of a transaction. modRevision or createRevision 0: the key is absent. */
export type Guard = { key: string; modRevision: number } | { key: string; createRevision: number } | { key: string; value: string };

export type Operation = { type: 'put'; key: string; value: string; lease?: string } | { type: 'delete'; key: string };

export interface TransactionResult {
  succeeded: boolean;
  /** Revision of the store after the transaction. */
  revision: number;
  /** Where it did not succeed: what stands at each guarded key now. */
  current: Map<string, KeyValue | undefined>;
}

export interface WatchEvent {
  type: 'put' | 'delete';
  key: string;
  /** For a delete: value '' and modRevision of the delete. */
  kv: KeyValue;
}

export interface WatchHandlers {
  /** All events of the revisions up to `revision`; never part of a revision. With no events it is progress. */
  onEvents(events: WatchEvent[], revision: number): void;
  /** The watch ended: 'compacted' wants a new list, 'lost' a new watch from the last revision seen, 'denied' is final until rights change. */
  onEnd(end: { reason: 'compacted' | 'lost' | 'denied'; message: string; compactRevision?: number }): void;
}

/**
 * An etcd-compatible store, over keys as they are spelled (no namespace). A prefix ends in a slash (all keys below it), is empty
 * (all keys), or is one whole key: `nodes/node-1` is not `nodes/node-10`. Calls have their own deadline and
 * fail with PhotonError store_*; reads and idempotent writes are retried inside while the deadline lasts.
 * A transaction is sent once: where its answer is lost it fails with store_timeout or store_unreachable and the caller re-reads.
 */
export interface Store {
  get(key: string): Promise<{ kv: KeyValue | undefined; revision: number }>;
  /** All keys below the prefix, paged inside, all at one revision; `revision` is that one. */
  list(prefix: string, options?: { keysOnly?: boolean; revision?: number }): Promise<{ kvs: KeyValue[]; revision: number }>;
  /** At most 128 guards and 128 operations, no key twice; larger is refused with too_large. */
  transact(guards: readonly Guard[], operations: readonly Operation[]): Promise<TransactionResult>;
  /** Events from `fromRevision` on, included. */
  watch(prefix: string, fromRevision: number, handlers: WatchHandlers): { cancel(): void };
  leaseGrant(ttlS: number): Promise<string>;
  /** Seconds left, or 0 where the lease is gone. */
  leaseKeepAlive(lease: string): Promise<number>;
  /** Seconds left and the keys bound to it, or undefined where the lease is gone. */
  leaseTimeToLive(lease: string): Promise<{ ttlS: number; keys: string[] } | undefined>;
  leaseRevoke(lease: string): Promise<void>;
  compact(revision: number): Promise<void>;
  close(): Promise<void>;
}

// ---------------------------------------------------------------- what runs on a node

export type { Unit, UnitLabels, UnitNetwork, UnitSpec, UnitState } from '../plan/unit.ts';

/**
 * Runs units: Docker, or processes. Every call may fail with PhotonError engine_*, image_missing, port_taken, disk_full, process_failed.
 * All are idempotent: creating what exists gives its id, stopping what is stopped and removing what is gone succeed.
 */
export interface Engine {
  readonly driver: 'docker' | 'process';
  /** Whether it can be reached at all, and what it warns of. */
  info(): Promise<{ version: string; liveRestore: boolean; warnings: string[] }>;
  /** Units with our cluster and node label, whatever their state. A failure is unknown, never empty. */
  list(): Promise<Unit[]>;
  /** Has the image locally afterwards, pulling when it must; resolves to its repository digest where it has one, else its id. */
  ensureImage(image: string, signal: AbortSignal): Promise<{ digest: string }>;
  create(spec: UnitSpec): Promise<string>;
  start(id: string): Promise<void>;
  /** Sends the stop signal, waits up to timeoutS, then kills. */
  stop(id: string, signal: string, timeoutS: number): Promise<void>;
  remove(id: string): Promise<void>;
  /** The end of what it wrote to standard output and standard error, in the order it was written; see `Output`. */
  output(id: string): Promise<Output>;
  /** The service's bridge, with a subnet from the pool; the process driver gives undefined. */
  ensureNetwork(service: string): Promise<UnitNetwork | undefined>;
  networks(): Promise<UnitNetwork[]>;
  removeNetwork(name: string): Promise<void>;
  /** Calls back when something may have changed; reconnects by itself. `instance` is absent where everything may have. */
  subscribe(onChange: (instance?: string) => void): { cancel(): void };
}

/** The last lines that something wrote, at most 64 KiB of them; what is no UTF-8 is replaced. `cut`: earlier lines are left out. */
export interface Output {
  text: string;
  cut: boolean;
}

/** Starts and finds detached processes of ours (the sidecar, a managed Caddy, the process driver's apps). */
export interface ProcessSpec {
  /** Unique on the node: names the state and the log file. */
  name: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
  uid?: number;
  gid?: number;
  labels?: Record<string, string>;
  cpuMillicores?: number;
  memoryBytes?: number;
  /** Its exit code is known to a starter that comes after as well. */
  keepExit?: boolean;
}

export interface ObservedProcess {
  name: string;
  pid: number;
  /** Start time as the kernel tells it; with the pid it names a process for good. */
  startTime: string;
  state: 'running' | 'exited';
  startedAt: number;
  /** When it ended, ms since 1970; absent where nobody knows. */
  endedAt?: number;
  /** Known only while the agent that started it lives, unless `keepExit` asked for it. */
  exitCode?: number;
  oomKilled?: boolean;
  spec: ProcessSpec;
}

export interface ProcessStarter {
  list(): Promise<ObservedProcess[]>;
  /** `secretEnv` goes into the environment too, and is kept nowhere. A running process of that name is left as it is. */
  start(spec: ProcessSpec, secretEnv?: Record<string, string>): Promise<ObservedProcess>;
  signal(name: string, signal: string): Promise<void>;
  /** Signal, wait, SIGKILL, wait. */
  stop(name: string, signal: string, timeoutS: number): Promise<void>;
  /** The end of its log. */
  output(name: string): Promise<Output>;
  /** Forgets an exited process and removes its state. */
  remove(name: string): Promise<void>;
  subscribe(onChange: (name: string) => void): { cancel(): void };
}

// ---------------------------------------------------------------- around a unit

export interface ProbeTarget {
  type: 'http' | 'tcp' | 'grpc';
  addr: string;
  port: number;
  path: string;
  timeoutMs: number;
}

export interface Prober {
  /** Never rejects: a failure is an answer, with its reason in words. */
  probe(target: ProbeTarget): Promise<{ ok: true } | { ok: false; reason: string }>;
  /** POST to an app over HTTP. Never rejects; a status of 400 and above is a failure too. */
  call(target: Omit<ProbeTarget, 'type'>): Promise<{ ok: true; status: number } | { ok: false; reason: string }>;
}

/** The admin API of one Caddy. `config` is the whole running configuration, or undefined where Caddy has none. */
export interface CaddyAdmin {
  config(): Promise<unknown>;
  /** Replaces the value at a config path (`apps/http/servers/photoncloud`), making its parents. Atomic; every write reloads Caddy once. */
  put(path: string, value: unknown): Promise<void>;
  remove(path: string): Promise<void>;
}

/** Small files that a program keeps: state over restarts, sidecar configuration, keys. Paths are absolute. */
export interface Files {
  read(path: string): Promise<string | undefined>;
  /** Atomic: a temporary file, fsync, rename. */
  write(path: string, content: string, mode: number): Promise<void>;
  /** Removes a file, or a directory with all that is in it. */
  remove(path: string): Promise<void>;
  /** Names in a directory; none where it is missing. */
  list(path: string): Promise<string[]>;
}

/** The sidecar's own admin answers, asked over its local admin socket. */
export interface SidecarAdmin {
  /** Open inbound connections of an instance, at least 1 while more may come; undefined where the sidecar can't be asked. */
  inboundConnections(service: string, instanceId: string): Promise<number | undefined>;
  /** Services that it serves now, with the digest of the configuration and the fingerprint of the certificate in use. */
  services(): Promise<{ service: string; configDigest: string; fingerprintSha256: string; problems: string[] }[] | undefined>;
  /** Has it read its configuration again, certificates included; resolves when that took effect. */
  reload(): Promise<void>;
}

/** Signs certificates: the controller's API as an agent sees it. */
export interface Signer {
  /** csr: PEM. Answers the leaf and chain and the trust bundle, in PEM. */
  sign(request: {
    kind: 'node' | 'service';
    service?: string;
    nodeId: string;
    csrPem: string;
  }): Promise<{ certPem: string; chainPem: string; bundlePem: string }>;
}

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}
