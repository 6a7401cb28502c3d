// Why each node will not do for one more instance of a service, in words.
import { appAddrOf, meshModeOf } from '../../model/defaults.ts';
import type { Node, Service } from '../../model/generated.ts';
import { specOf } from '../cluster/assignments.ts';
import type { NodeUse } from '../cluster/fleet.ts';
import { isPlaceable, type NodeView } from '../cluster/nodes.ts';
import { type PlacementFilter, Placer } from '../cluster/placement.ts';
import type { Why } from './parts.ts';

const mostNodes = 10;

/** One text a node that will not do: `node-2 is cordoned`. Nodes that would do are left out. */
export function whyNoNode(why: Why, service: Service): string[] {
  const { context } = why;
  const spec = specOf(service);
  if (!spec) return [];
  const placement = service.placement ?? {};
  const meshMode = meshModeOf(service);
  const hostPort = spec.run.host_port;
  const driver = spec.run.driver ?? 'docker';
  const fleet = context.fleet();
  const refusals = new Placer(fleet, service.name, placement, driver).refusals({
    service: service.name,
    slot: 0,
    placement,
    resources: spec.resources ?? {},
    hostPort,
    meshMode,
    ownPorts: (hostPort === undefined ? 1 : 0) + (meshMode === 'agent' ? 1 : 0),
    upstreams: service.upstreams ?? [],
    boundTo: undefined,
    replaces: [],
  });
  const texts: string[] = [];
  for (const [id, filter] of refusals) {
    const use = fleet.use(id);
    if (filter !== undefined && use) texts.push(`${id} ${textOf(filter, use, service)}`);
  }
  return texts.length > mostNodes ? [...texts.slice(0, mostNodes), `and ${texts.length - mostNodes} more nodes will not do`] : texts;
}

function textOf(filter: PlacementFilter, use: NodeUse, service: Service): string {
  const { node, view } = use;
  const { placement = {}, run, resources } = service;
  switch (filter) {
    case 'active':
      return notActive(view);
    case 'driver':
      return `does not run the driver ${run?.driver ?? 'docker'}`;
    case 'bound':
      return 'does not hold its data';
    case 'roles':
      return `lacks the role ${(placement.roles ?? []).filter((role) => !node.roles?.includes(role)).join(' and ')}`;
    case 'constraints':
      return `does not meet ${(placement.constraints ?? []).join(' and ')}: its labels are ${labelsOf(node)}`;
    case 'ports':
      return run?.host_port === undefined
        ? 'has no free port for it'
        : `has port ${run.host_port} of ${portAddress(use, service)} in use, or no free port beside it`;
    case 'resources':
      return resourcesText(use, resources ?? {});
    case 'max_per_node':
      return `has ${use.byService.get(service.name) ?? 0} of it already; max_per_node is ${placement.max_per_node}`;
  }
}

function portAddress(use: NodeUse, service: Service): string {
  return meshModeOf(service) === 'none' ? use.node.ip : appAddrOf(use.node);
}

function labelsOf({ labels = {} }: Node): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return all.length === 0 ? 'none' : all.join(', ');
}

function resourcesText({ cpu, memory, node }: NodeUse, wanted: NonNullable<Service['resources']>): string {
  const { cpu_millicores: allCpu, memory_bytes: allMemory } = node.capacity ?? {};
  const lacks: string[] = [];
  if (allCpu !== undefined && wanted.cpu_millicores !== undefined && cpu + wanted.cpu_millicores > allCpu)
    lacks.push(`${allCpu - cpu} of ${allCpu} millicores free, ${wanted.cpu_millicores} wanted`);
  if (allMemory !== undefined && wanted.memory_bytes !== undefined && memory + wanted.memory_bytes > allMemory)
    lacks.push(`${mib(allMemory - memory)} of ${mib(allMemory)} MiB free, ${mib(wanted.memory_bytes)} wanted`);
  return `has too little room: ${lacks.join('; ')}`;
}

function mib(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}

/** Why a node takes no new work. */
export function notActive(view: NodeView): string {
  if (view.health === 'new') return 'has no agent yet';
  if (view.health === 'lost') return 'is lost: its agent lost its lease';
  if (view.health === 'failed') return 'is failed';
  if (view.health === 'doubt') return 'is in doubt: its agent is not seen';
  if (view.health === 'unknown') return 'is unknown: its record or its liveness is broken';
  if (view.intent !== 'active') return view.intent === 'draining' ? 'is being drained' : 'is cordoned';
  return isPlaceable(view) ? 'takes work' : 'has a full disk';
}
