// What an agent touches outside itself, real or simulated.
import type {
  CaddyAdmin,
  Clock,
  Engine,
  Files,
  Log,
  Prober,
  ProcessStarter,
  Random,
  SidecarAdmin,
  Signer,
  Store,
} from '../src/loop/ports.ts';

/** What the machine says of itself. */
export interface MachineFacts {
  machineId: string;
  bootId: string;
  hostname: string;
  cpuMillicores: number;
  memoryBytes: number;
}

export interface AgentPorts {
  store: Store;
  clock: Clock;
  random: Random;
  log: Log;
  files: Files;
  facts: MachineFacts;
  /** Version of the program. */
  version: string;
  /** Absent: the driver is not enabled. */
  docker?: Engine;
  process?: Engine;
  /** For the sidecar and a managed Caddy. */
  processes: ProcessStarter;
  prober: Prober;
  /** Absent only where the mesh is off. */
  signer?: Signer;
  /** Absent where caddy.mode is off. */
  caddy?: CaddyAdmin;
  sidecar: (socketPath: string) => SidecarAdmin;
  /** Environment of the sidecar and of Caddy. */
  environment: Record<string, string>;
}
