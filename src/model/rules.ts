// What JSON Schema can't say: rules that bind several fields of one record. They are judged once the schema is content.
import { isUnspecified } from './address.ts';
import { parseConstraint } from './constraints.ts';
import { updateOf } from './defaults.ts';
import type { Assignment, IngressTable, Node, Run, Service } from './generated.ts';
import type { AnyRecord, Kind } from './kinds.ts';
import { childPath, type Problem, show } from './problem.ts';

/** The service name of the mesh on ingress nodes; no Service may have it. */
export const reservedService = 'ingress';

type Judge = (path: string, found: unknown, rule: string, message: string) => void;

/** Broken rules of a record that its schema accepts. */
export function checkRules(kind: Kind, record: AnyRecord): Problem[] {
  const problems: Problem[] = [];
  const judge: Judge = (path, found, rule, message) => problems.push({ path, found: show(found), rule, message });
  if (kind === 'service') checkService(record as Service, judge);
  else if (kind === 'node') checkNode(record as Node, judge);
  else if (kind === 'assignment') checkAssignment(record as Assignment, judge);
  else if (kind === 'ingress') checkIngress(record as IngressTable, judge);
  return problems;
}

function checkService(service: Service, judge: Judge): void {
  if (service.name === reservedService) {
    judge('$.name', service.name, 'reserved', `${reservedService} is the mesh's own service on ingress nodes; choose another name`);
  }
  checkJob(service, judge);
  if (service.kind !== 'job' && service.ports[service.protocol] === undefined) {
    judge(
      '$.ports',
      service.ports,
      'protocol_port',
      `must have the port of the protocol: ${service.protocol}; found ${show(service.ports)}`,
    );
  }
  const version = service.metadata?.['version'];
  if (version !== undefined && version.length > 128) {
    judge(
      '$.metadata.version',
      version,
      'maxLength',
      `is copied to the instances and must have at most 128 characters; found ${version.length}`,
    );
  }
  if (service.run) checkRun(service.run, service, judge);
  checkUpdate(service, judge);
  checkEnding(service, judge);
  checkHealth(service, judge);
  checkRoutes(service, judge);
  checkUpstreams(service, judge);
  for (const [at, text] of (service.placement?.constraints ?? []).entries()) {
    if (parseConstraint(text)) continue;
    judge(
      childPath('$.placement.constraints', at),
      text,
      'constraint',
      `must be label==value, label!=value or label in (a, b); found ${show(text)}`,
    );
  }
}

const serviceOnly = ['replicas', 'routes', 'update', 'health', 'disconnect', 'restart', 'pre_stop'] as const;

/** A job has no replicas, nobody calls it, and it is not replaced while it runs; a service has no runs. */
function checkJob(service: Service, judge: Judge): void {
  const isJob = service.kind === 'job';
  for (const field of isJob ? serviceOnly : (['job', 'schedule'] as const)) {
    if (service[field] === undefined) continue;
    const message = isJob ? 'is for services that run on; leave it out of a job' : 'is for jobs; leave it out or set kind to job';
    judge(`$.${field}`, service[field], isJob ? 'service_only' : 'job_only', message);
  }
  if (isJob && !service.run) judge('$.run', undefined, 'required', 'is missing: a job wants to know what to run');
  for (const [at, name] of (service.after ?? []).entries()) {
    if (name === service.name) judge(childPath('$.after', at), name, 'self', 'a service can not wait for itself');
  }
}

const dockerOnly = ['image', 'secret_files', 'volumes', 'sandbox'] as const;

function checkRun(run: Run, service: Service, judge: Judge): void {
  if (run.driver === 'process') {
    if (!run.command?.[0]) judge('$.run.command', run.command, 'required', 'must name the program to run: driver process wants a command');
    for (const field of dockerOnly) {
      if (run[field] !== undefined)
        judge(`$.run.${field}`, run[field], 'docker_only', 'is for driver docker only; leave it out or use driver docker');
    }
  } else if (run.image === undefined) {
    judge('$.run.image', undefined, 'required', 'is missing: driver docker wants an image');
  }
  for (const [at, volume] of (run.volumes ?? []).entries()) {
    if (/^(\/.*|[a-zA-Z0-9][a-zA-Z0-9_.-]*)$/s.test(volume.source)) continue;
    judge(
      `$.run.volumes[${at}].source`,
      volume.source,
      'pattern',
      `must be an absolute path or the name of a volume; found ${show(volume.source)}`,
    );
  }
  const mounts = [...(run.volumes ?? []).entries()].map(([at, { target }]) => ({ path: `$.run.volumes[${at}].target`, target }));
  for (const [at, { target }] of (run.secret_files ?? []).entries()) mounts.push({ path: `$.run.secret_files[${at}].target`, target });
  refuseTwice(mounts, ({ target }) => target, judge, 'is mounted twice');
  checkEnv(run, service, judge);
}

/** What the agent sets in an app's environment can't be set by hand as well, unless it is the same. */
function checkEnv(run: Run, service: Service, judge: Judge): void {
  for (const [name, value] of Object.entries(run.env ?? {})) {
    const path = `$.run.env.${name}`;
    if (name.startsWith('PHOTONCLOUD_')) judge(path, value, 'reserved', 'is set by the agent; choose another name');
    if (name !== 'PORT') continue;
    const port = run.driver === 'process' ? run.host_port : service.ports[service.protocol];
    if (value !== String(port)) judge(path, value, 'reserved', 'is set by the agent to the port that the app listens on; leave it out');
  }
}

function checkUpdate(service: Service, judge: Judge): void {
  const { update } = service;
  if (!update) return;
  const { order, max_surge, max_unavailable, min_ready_s, deadline_s } = updateOf(service);
  if (update.max_surge === 0 && update.max_unavailable === 0) {
    judge('$.update', update, 'rollout', 'max_surge 0 and max_unavailable 0 together leave no room to replace anything; raise one of them');
  } else if (order === 'start-first' && max_surge === 0) {
    judge(
      '$.update.max_surge',
      max_surge,
      'rollout',
      'must be at least 1 with order start-first: the new instance starts beside the old one',
    );
  } else if (order === 'stop-first' && max_unavailable === 0) {
    const why = update.order ? 'with order stop-first' : 'where a fixed host port or a writable volume wants stop-first';
    judge(
      '$.update.max_unavailable',
      max_unavailable,
      'rollout',
      `must be at least 1 ${why}: the old instance stops before the new one is ready`,
    );
  }
  if (min_ready_s >= deadline_s) {
    judge(
      '$.update.min_ready_s',
      min_ready_s,
      'rollout',
      `must be less than deadline_s (${deadline_s}), else no rollout ends in time; found ${min_ready_s}`,
    );
  }
}

/** What an agent does by itself it can do only to what it runs. */
function checkEnding(service: Service, judge: Judge): void {
  const { after, disconnect, health, pre_stop, run, protocol } = service;
  const found = { $after: after, $disconnect: disconnect, $pre_stop: pre_stop, '$health.restart_after_s': health?.restart_after_s };
  for (const [path, value] of Object.entries(found)) {
    if (value === undefined || run) continue;
    judge(path.replace('$', '$.'), value, 'run', 'needs run: who starts the app must do that themselves; leave it out');
  }
  if (pre_stop && protocol !== 'http')
    judge('$.pre_stop', pre_stop, 'protocol', `is called over HTTP and needs protocol http; found ${protocol}`);
  if (health?.restart_after_s !== undefined && health.type === 'none')
    judge('$.health.restart_after_s', health.restart_after_s, 'probe', 'needs a probe; found type none');
}

function checkHealth(service: Service, judge: Judge): void {
  const { health } = service;
  if (health?.path === undefined) return;
  const type = health.type ?? service.protocol;
  if (type === 'http' && !health.path.startsWith('/')) {
    judge('$.health.path', health.path, 'pattern', `of an http probe must start with a slash; found ${show(health.path)}`);
  }
}

function checkRoutes(service: Service, judge: Judge): void {
  const routes = service.routes ?? [];
  if (routes.length > 0 && service.protocol === 'tcp') {
    judge('$.routes', routes, 'protocol', 'need protocol http or grpc; found tcp');
  }
  const claims = routes.map((route, at) => ({ path: `$.routes[${at}]`, claim: `${route.host}${route.path ?? '/'}` }));
  refuseTwice(claims, ({ claim }) => claim, judge, 'claims the same host and path');
}

function checkUpstreams(service: Service, judge: Judge): void {
  const upstreams = (service.upstreams ?? []).map((upstream, at) => ({ ...upstream, path: `$.upstreams[${at}]` }));
  if (upstreams.length > 0 && service.mesh_mode === 'none') {
    judge('$.upstreams', service.upstreams, 'mesh_mode', 'need the sidecar; found mesh_mode none');
  }
  refuseTwice(upstreams, (upstream) => upstream.service, judge, 'names the same service');
  refuseTwice(
    upstreams.filter(({ bind }) => bind !== undefined),
    ({ bind }) => String(bind),
    judge,
    'binds the same port',
  );
}

function refuseTwice<T extends { path: string }>(entries: readonly T[], nameOf: (entry: T) => string, judge: Judge, what: string): void {
  const seen = new Map<string, string>();
  for (const entry of entries) {
    const name = nameOf(entry);
    const first = seen.get(name);
    if (first === undefined) seen.set(name, entry.path);
    else judge(entry.path, name, 'unique', `${what} as ${first}: ${name}`);
  }
}

function checkNode(node: Node, judge: Judge): void {
  if (isUnspecified(node.ip)) judge('$.ip', node.ip, 'address', `must be an address that other nodes reach; found ${node.ip}`);
  const range = node.port_range;
  if (range && range.from > range.to) {
    judge('$.port_range', range, 'range', `from must not be above to; found ${range.from} to ${range.to}`);
  }
}

function checkAssignment(assignment: Assignment, judge: Judge): void {
  if (!assignment.managed) return;
  if (!assignment.run) judge('$.run', undefined, 'required', 'is missing: a managed assignment says what to run');
  if (!assignment.app) judge('$.app', undefined, 'required', 'is missing: a managed assignment says where its app listens');
}

function checkIngress(table: IngressTable, judge: Judge): void {
  const routes = table.routes.map((route, at) => ({ ...route, at: `$.routes[${at}]` }));
  refuseTwice(
    routes.map(({ at, id }) => ({ path: `${at}.id`, id })),
    ({ id }) => id,
    judge,
    'is the same id',
  );
  refuseTwice(
    routes.map(({ at, host, path }) => ({ path: at, claim: host + path })),
    ({ claim }) => claim,
    judge,
    'claims the same host and path',
  );
}
