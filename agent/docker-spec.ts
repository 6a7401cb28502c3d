// UnitSpec → the body of Docker's create call, and names. Pure, but for what the caller read from files.
// Guarantees: what is not asked for by a named field is denied: capabilities, new privileges, processes, memory, swap.
import { createHash } from 'node:crypto';
import type { UnitLabels, UnitSpec } from '../src/loop/ports.ts';
import type { ContainerCreateOptions, MountSettings } from 'dockerode';

export const labelNames = {
  cluster: 'photoncloud.cluster',
  node: 'photoncloud.node',
  service: 'photoncloud.service',
  instance: 'photoncloud.instance',
  revision: 'photoncloud.revision',
} as const satisfies Record<keyof UnitLabels, string>;

/** Container names have no limit of their own, but they become host names (63). */
const longestName = 63;
const nanoCpusPerMillicore = 1_000_000;
/** The engine refuses less than a hundredth of a CPU. */
const leastMillicores = 10;
const tmpfsBytes = 67_108_864;

function shortened(name: string, limit: number): string {
  if (name.length <= limit) return name;
  return `${name.slice(0, limit - 17)}-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

export function containerName(cluster: string, instance: string): string {
  return shortened(`pc-${cluster}-${instance}`, longestName);
}

/** Carries cluster, node and service: two agents on one engine never share a network. Ids hold no `_`, so no two triples meet. */
export function networkName(cluster: string, node: string, service: string): string {
  return shortened(`pc_${cluster}_${node}_${service}`, 120);
}

export function labelsOf(labels: Record<string, string> | undefined): UnitLabels {
  const of = (name: keyof UnitLabels): string => labels?.[labelNames[name]] ?? '';
  return { cluster: of('cluster'), node: of('node'), service: of('service'), instance: of('instance'), revision: of('revision') };
}

function mount(source: string, target: string, readOnly: boolean): MountSettings {
  return { Type: source.startsWith('/') ? 'bind' : 'volume', Source: source, Target: target, ReadOnly: readOnly };
}

/** The engine refuses more CPUs than it has: such a limit limits nothing. */
function nanoCpus(millicores: number, cpus: number): number {
  return Math.max(leastMillicores, Math.min(millicores, cpus * 1_000)) * nanoCpusPerMillicore;
}

/** `cpus`: how many the engine has. */
export function containerBody(spec: UnitSpec, secretEnv: Record<string, string>, cpus: number): ContainerCreateOptions {
  const { publish, network, sandbox } = spec;
  const port = publish ? `${publish.containerPort}/tcp` : undefined;
  const labels = Object.fromEntries(Object.entries(labelNames).map(([key, name]) => [name, spec.labels[key as keyof UnitLabels]]));
  return {
    Image: spec.image ?? '',
    Hostname: shortened(spec.labels.instance, longestName),
    Labels: labels,
    Env: Object.entries({ ...spec.env, ...secretEnv }).map(([key, value]) => `${key}=${value}`),
    StopSignal: spec.stopSignal,
    ...(spec.command ? { Entrypoint: spec.command } : {}),
    // An empty list would take the image's own arguments away.
    ...(spec.args?.length ? { Cmd: spec.args } : {}),
    ...(spec.user ? { User: spec.user } : {}),
    ...(port ? { ExposedPorts: { [port]: {} } } : {}),
    HostConfig: {
      // Restarts are ours: a restart by the engine would go past health, back-off and the controller's wish.
      RestartPolicy: { Name: 'no' },
      CapDrop: ['ALL'],
      CapAdd: sandbox.capAdd,
      SecurityOpt: sandbox.noNewPrivileges ? ['no-new-privileges'] : [],
      PidsLimit: sandbox.pidsLimit,
      ReadonlyRootfs: sandbox.readOnlyRoot,
      ...(sandbox.readOnlyRoot ? { Tmpfs: { '/tmp': `rw,nosuid,nodev,size=${tmpfsBytes},mode=1777` } } : {}),
      Mounts: [
        ...spec.volumes.map((volume) => mount(volume.source, volume.target, volume.readOnly)),
        ...spec.secretFiles.map((file) => mount(file.source, file.target, true)),
      ],
      ...(spec.cpuMillicores === undefined ? {} : { NanoCpus: nanoCpus(spec.cpuMillicores, cpus) }),
      // The same limit for memory and memory + swap: without it a container may swap as much again.
      ...(spec.memoryBytes === undefined ? {} : { Memory: spec.memoryBytes, MemorySwap: spec.memoryBytes }),
      ...(port && publish ? { PortBindings: { [port]: [{ HostIp: publish.addr, HostPort: String(publish.port) }] } } : {}),
      ...(network ? { NetworkMode: network } : {}),
    },
    ...(network ? { NetworkingConfig: { EndpointsConfig: { [network]: { Aliases: [spec.labels.instance] } } } } : {}),
  };
}
