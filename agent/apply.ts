// What each action does. One handler a kind; a missing one does not compile.
// Guarantees: each may be run again after a crash anywhere within it; none decides anything.
import type { Handlers } from '../src/loop/executor.ts';
import type { CaddyAdmin, Engine } from '../src/loop/ports.ts';
import { PhotonError } from '../src/model/errors.ts';
import { caddyServerPath } from '../src/plan/node/caddy.ts';
import type { NodeAction } from '../src/plan/node/snapshot.ts';
import type { Driver } from '../src/plan/unit.ts';
import { caddyProcess, managedCaddy } from './caddy.ts';
import type { AgentConfig, AgentPaths } from './config.ts';
import type { Hooks } from './hooks.ts';
import type { TaskOutputs } from './outputs.ts';
import type { AgentPorts } from './ports.ts';
import { adminSocket, type MeshStore, sidecarProcess } from './sidecar.ts';

export interface ApplyContext {
  ports: AgentPorts;
  config: AgentConfig;
  paths: AgentPaths;
  mesh: MeshStore;
  /** Image reference → repository digest or id, for images made sure of. */
  images: Map<string, string>;
  /** `service/instance` → id of the unit that was created last. */
  created: Map<string, string>;
  /** `service/instance` → restarts made by this run. */
  restarts: Map<string, number>;
  hooks: Hooks;
  outputs: TaskOutputs;
}

const processStopS = 10;

type UnitActions =
  | 'ensure_network'
  | 'remove_network'
  | 'ensure_image'
  | 'create_unit'
  | 'start_unit'
  | 'pre_stop'
  | 'stop_unit'
  | 'remove_unit';

export function createHandlers(context: ApplyContext): Handlers<NodeAction> {
  return { ...unitHandlers(context), ...otherHandlers(context) };
}

function unitHandlers({ ports, images, created, restarts, hooks }: ApplyContext): Pick<Handlers<NodeAction>, UnitActions> {
  const engine = (driver: Driver): Engine => {
    const found = ports[driver];
    if (found) return found;
    throw new PhotonError('engine_failed', `the driver ${driver} is not enabled on this node`, { next: `Set ${driver}.enabled` });
  };
  return {
    ensure_network: async ({ service }) => {
      await engine('docker').ensureNetwork(service);
    },
    remove_network: ({ network }) => engine('docker').removeNetwork(network),
    ensure_image: async ({ driver, image }, signal) => {
      images.set(image, (await engine(driver).ensureImage(image, signal)).digest);
    },
    create_unit: async ({ driver, spec, service, instance }) => {
      try {
        created.set(`${service}/${instance}`, await engine(driver).create(spec));
      } catch (thrown) {
        // It was removed behind our back: the next attempt pulls it again.
        if (thrown instanceof PhotonError && thrown.code === 'image_missing' && spec.image !== undefined) images.delete(spec.image);
        throw thrown;
      }
    },
    start_unit: async ({ driver, unit, service, instance, restart }) => {
      const name = `${service}/${instance}`;
      const id = unit ?? created.get(name);
      if (id === undefined) throw new PhotonError('internal', `nothing was created to be started for ${name}`);
      await engine(driver).start(id);
      if (restart) restarts.set(name, (restarts.get(name) ?? 0) + 1);
    },
    pre_stop: ({ service, instance, unit, target }) => Promise.resolve(hooks.begin(`${service}/${instance}`, unit, target)),
    stop_unit: ({ driver, unit, signal, timeoutS }) => engine(driver).stop(unit, signal, timeoutS),
    remove_unit: async ({ driver, unit, service, instance }) => {
      await engine(driver).remove(unit);
      created.delete(`${service}/${instance}`);
    },
  };
}

function otherHandlers({ ports, config, paths, mesh }: ApplyContext): Omit<Handlers<NodeAction>, UnitActions> {
  const sidecarOf = (service: string) => ports.sidecar(adminSocket(config, paths, service));
  // Where the sidecar runs it is told at once, and not waited for; where it does not, it reads its files when it starts.
  // What is lost here the planner sees: the sidecar says what it serves.
  const tell = (service: string): void =>
    void sidecarOf(service)
      .reload()
      .catch(() => undefined);
  return {
    issue_certificate: ({ service }) => {
      if (ports.signer) return mesh.issue(service, config.node.node_id, ports.signer);
      throw new PhotonError('api_unreachable', 'no controller is configured to sign certificates', { next: 'Set [controller]' });
    },
    write_mesh_config: async ({ service, content }) => {
      await mesh.writeConfig(service, content);
      tell(service);
    },
    remove_mesh_config: async ({ service }) => {
      await mesh.removeService(service);
      if (config.mesh.isolation === 'node') tell(service);
    },
    reload_sidecar: ({ service }) => sidecarOf(service).reload(),
    prune_certificates: ({ service, directories }) => mesh.prune(service, directories),
    start_sidecar: async ({ service }) => {
      await mesh.prepare();
      await startProcess(ports, sidecarProcess(config, paths, service, ports.environment));
    },
    stop_sidecar: ({ process }) => endProcess(ports, process),
    start_caddy: async () => startProcess(ports, await managedCaddy(config, paths, ports.files, ports.environment)),
    stop_caddy: () => endProcess(ports, caddyProcess),
    put_routes: ({ server }) => caddyOf(ports).put(caddyServerPath, server),
    remove_routes: () => caddyOf(ports).remove(caddyServerPath),
  };
}

function caddyOf(ports: AgentPorts): CaddyAdmin {
  if (ports.caddy) return ports.caddy;
  throw new PhotonError('caddy_unreachable', 'no Caddy is configured', { next: 'Set caddy.mode' });
}

async function startProcess(ports: AgentPorts, spec: Parameters<AgentPorts['processes']['start']>[0]): Promise<void> {
  const former = (await ports.processes.list()).find((process) => process.name === spec.name);
  if (former?.state === 'running') return;
  if (former) await ports.processes.remove(spec.name);
  await ports.processes.start(spec);
}

async function endProcess(ports: AgentPorts, name: string): Promise<void> {
  await ports.processes.stop(name, 'SIGTERM', processStopS);
  await ports.processes.remove(name);
}
