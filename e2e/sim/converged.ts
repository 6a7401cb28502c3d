// What must come true once nothing goes wrong any more. Each answer says what is not so yet.
import { parseKey, keyOf } from '../../src/model/keys.ts';
import { revisionOf } from '../../src/model/digest.ts';
import type { Assignment, Service } from '../../src/model/generated.ts';
import { reservedService } from '../../src/model/rules.ts';
import type { History } from './history.ts';
import { missingOfJobs } from './jobs.ts';
import { ownUnits } from './machines.ts';
import type { Scene } from './operations.ts';
import { clusterId, type SimulatedNode } from './world.ts';

const key = (...args: [Parameters<typeof keyOf>[1], ...string[]]): string => keyOf(clusterId, ...args);

/** What is missing to a cluster that is as its operator wants it; nothing where it is. */
export function missing(scene: Scene): string[] {
  const { history, operator, world } = scene;
  const found: string[] = [];
  for (const service of operator.services.values()) found.push(...(service.run ? ofService(history, service) : ofLegacy(history, service)));
  found.push(...missingOfJobs(scene), ...leftovers(scene));
  for (const node of world.nodes) found.push(...ofNode(history, node), ...ofUnits(history, node), ...ofMesh(history, node));
  found.push(...ofRoutes(scene));
  return found;
}

function ofService(history: History, service: Service): string[] {
  const found: string[] = [];
  const wanted = service.replicas ?? 1;
  const revision = revisionOf(service);
  const instances = history.instancesOf(service.name).map(({ record }) => record);
  for (const record of instances) {
    if (record.state !== 'ready' || (record.desired ?? 'running') !== 'running')
      found.push(`${record.instance_id} on ${record.node_id} is ${record.desired} ${record.state}: ${record.reason}`);
    if (record.revision !== revision) found.push(`${record.instance_id} is of revision ${record.revision}, wanted is ${revision}`);
    if (!history.assignmentOf(record)) found.push(`${record.instance_id} has no assignment`);
  }
  if (instances.length !== wanted) found.push(`${service.name} has ${instances.length} instances of ${wanted}`);
  if (new Set(instances.map(({ slot }) => slot)).size !== instances.length) found.push(`${service.name} has two instances in one slot`);
  const status = history.record('service-status', key('service-status', service.name));
  const written = history.standing.get(key('service', service.name))?.modRevision;
  if (status?.observed_mod_revision !== written) found.push(`the status of ${service.name} is of another record`);
  if (status?.ready !== wanted || status.updated !== wanted) found.push(`the status of ${service.name} says ${status?.ready} ready`);
  if (status?.rollout?.state !== 'complete') found.push(`the rollout of ${service.name} is ${status?.rollout?.state}`);
  if (status?.blocked.length !== 0) found.push(`the status of ${service.name} says blocked: ${JSON.stringify(status?.blocked)}`);
  return found;
}

function ofLegacy(history: History, service: Service): string[] {
  const [instance, ...more] = history.instancesOf(service.name).map(({ record }) => record);
  if (!instance || more.length > 0) return [`${service.name} has not one instance`];
  const assignment = history.assignmentOf(instance);
  if (!assignment || assignment.managed) return [`${instance.instance_id} has no assignment of an unmanaged app`];
  return instance.state === 'ready' ? [] : [`${instance.instance_id} is ${instance.state}: ${instance.reason}`];
}

/** What stands in the store for services that are not wanted, or for nobody. */
function leftovers({ history, operator }: Scene): string[] {
  const found: string[] = [];
  for (const [name, { parsed }] of history.standing) {
    if (parsed && !parsed.ok) found.push(`${name} is broken`);
    const parsedKey = parseKey(clusterId, name);
    if (!parsedKey) continue;
    const { kind, ids } = parsedKey;
    const service = kind === 'service' ? ids['name'] : ids['service'];
    if (service !== undefined && service !== reservedService && !operator.services.has(service) && !operator.jobs.has(service))
      found.push(`${name} is left over`);
    if (kind !== 'assignment' || service === reservedService) continue;
    const instance = history.record('instance', key('instance', service ?? '', ids['instance_id'] ?? ''));
    if (instance?.node_id !== ids['node_id']) found.push(`${name} has no instance`);
  }
  return found;
}

function ofNode(history: History, { id, run }: SimulatedNode): string[] {
  const record = history.node(id);
  const found: string[] = [];
  if (record?.state !== 'active') found.push(`${id} is ${record?.state}`);
  if (history.isAbsent(id)) found.push(`${id} has no session`);
  for (const { type, message } of record?.conditions ?? []) found.push(`${id} has the condition ${type}: ${message}`);
  const unready = run ? run.agent.unready() : 'its agent does not run';
  if (unready !== undefined) found.push(`${id}: ${unready}`);
  return found;
}

function assignmentsOn(history: History, nodeId: string): Assignment[] {
  return [...history.records('assignment')].map(({ record }) => record).filter((record) => record.node_id === nodeId);
}

/** Units on the engines are the assignments, exactly. */
function ofUnits(history: History, node: SimulatedNode): string[] {
  const found: string[] = [];
  const managed = assignmentsOn(history, node.id).filter(({ managed, run }) => managed && run);
  const isProcess = ({ run }: Assignment): boolean => run?.driver === 'process';
  const units = ownUnits(node);
  const running = new Map(units.map((unit) => [unit.labels.instance, unit]));
  for (const assignment of managed.filter((one) => !isProcess(one))) {
    const unit = running.get(assignment.instance_id);
    running.delete(assignment.instance_id);
    if (unit?.state !== 'running') found.push(`${node.id}: ${assignment.instance_id} is assigned and ${unit?.state ?? 'not there'}`);
    else if (unit.labels.revision !== assignment.revision) found.push(`${node.id}: ${assignment.instance_id} is of another revision`);
  }
  for (const id of running.keys()) found.push(`${node.id}: container of ${id} is an orphan`);
  const wanted = managed.filter(isProcess).map((one) => one.instance_id);
  const processes = node.host.processes.all().flatMap(({ name }) => (name.startsWith('app-') ? [name.slice(4)] : []));
  const stored = node.host.files.list(`/data/${node.id}/units`).map((name) => name.replace(/\.json$/, ''));
  for (const [what, list] of [
    ['processes', processes],
    ['stored units', stored],
  ] as const) {
    if ([...list].sort().join() !== [...wanted].sort().join())
      found.push(`${node.id}: ${what} are ${list.join()}, wanted are ${wanted.join()}`);
  }
  return found;
}

/** The sidecar knows what is here, and nothing else. */
function ofMesh(history: History, node: SimulatedNode): string[] {
  const services = new Set(
    assignmentsOn(history, node.id)
      .filter(({ mesh }) => mesh.mode === 'agent')
      .map(({ service }) => service),
  );
  const wanted = [...services].sort().join();
  const files = node.host.files.list(`/data/${node.id}/mtls-agent.d`).filter((name) => name.endsWith('.toml'));
  const configured = files.map((name) => name.replace(/\.toml$/, '')).join();
  const certified = node.host.files.list(`/data/${node.id}/mesh/certs`).join();
  const found: string[] = [];
  if (configured !== wanted) found.push(`${node.id}: the sidecar knows ${configured}, here are ${wanted}`);
  if (certified !== wanted) found.push(`${node.id}: certificates of ${certified}, here are ${wanted}`);
  if (wanted !== '' && !node.host.processes.running('mesh-agent')) found.push(`${node.id}: the sidecar does not run`);
  return found;
}

interface CaddyRoute {
  match?: { host: string[]; path?: string[] }[];
  handle: { upstreams?: { dial: string }[] }[];
}

/** Each route that a service asks for is in the table and in Caddy, and no other. */
function ofRoutes({ history, operator, world }: Scene): string[] {
  const found: string[] = [];
  const claimed = [...operator.services.values()].flatMap(({ name, routes }) =>
    (routes ?? []).map(({ host, path }) => ({ name, place: `${host} ${path ?? '/'}` })),
  );
  const wanted = claimed.map(({ name, place }) => `${place} ${name}`).sort();
  for (const node of world.nodes.filter(({ roles }) => roles.includes('ingress'))) {
    const table = history.record('ingress', key('ingress', node.id));
    const routes = table?.routes ?? [];
    const published = routes.map(({ host, path, service }) => `${host} ${path} ${service}`).sort();
    if (published.join('; ') !== wanted.join('; '))
      found.push(`${node.id} routes ${published.join('; ')}; wanted are ${wanted.join('; ')}`);
    if (!table) continue;
    if (history.node(node.id)?.ingress_revision !== table.revision) found.push(`${node.id} has not told that it applied its routes`);
    const config = node.host.caddy.config() as { apps?: { http?: { servers?: { photoncloud?: { routes: CaddyRoute[] } } } } } | undefined;
    const served = config?.apps?.http?.servers?.photoncloud?.routes ?? [];
    const dialled = served.flatMap(({ match, handle }) => (match ? [`${match[0]?.host[0]} ${handle[0]?.upstreams?.[0]?.dial}`] : []));
    const asked = routes.map(({ host, upstream_addr }) => `${host} ${upstream_addr}`);
    if (dialled.join('; ') !== asked.join('; '))
      found.push(`Caddy of ${node.id} serves ${dialled.join('; ')}; its table says ${asked.join('; ')}`);
  }
  return found;
}
