// Containers and processes of ours: what is asked of an engine, and what it shows. Plain data.

export type Driver = 'docker' | 'process';

/** States of a unit, as the engine tells them. */
export type UnitState = 'created' | 'running' | 'exited';

/** Labels by which a unit is known as ours. Only units with our cluster and node are ever touched. */
export interface UnitLabels {
  cluster: string;
  node: string;
  service: string;
  instance: string;
  revision: string;
}

/** A container or process of ours, as observed. */
export interface Unit {
  /** Container id, or `pid:starttime` of a process. */
  id: string;
  labels: UnitLabels;
  state: UnitState;
  /** When it started last, ms since 1970 by the engine's clock; absent where it never did. */
  startedAt?: number;
  /** When it ended last, likewise; absent where nobody knows. */
  endedAt?: number;
  exitCode?: number;
  oomKilled?: boolean;
  /** What the engine said when it failed to start. */
  error?: string;
  pid?: number;
}

/** What a unit is made from: all resolved, nothing left to decide. */
export interface UnitSpec {
  labels: UnitLabels;
  image?: string;
  command?: string[];
  args?: string[];
  env: Record<string, string>;
  envFile?: string;
  secretFiles: { source: string; target: string }[];
  user?: string;
  volumes: { source: string; target: string; readOnly: boolean }[];
  /** Where the app is reached on the node. */
  publish?: { addr: string; port: number; containerPort: number };
  /** Network made by ensureNetwork; docker only. */
  network?: string;
  cpuMillicores?: number;
  memoryBytes?: number;
  stopSignal: string;
  /** It is started once: how it ends is to be known to an agent that comes after, too. */
  once?: boolean;
  sandbox: { capAdd: string[]; noNewPrivileges: boolean; pidsLimit: number; readOnlyRoot: boolean };
}

export interface UnitNetwork {
  name: string;
  service: string;
  /** CIDR. */
  subnet: string;
  gateway: string;
}
