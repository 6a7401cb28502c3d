// The sidecar's files and processes: what each service's configuration says, and the next steps towards it. Pure.
// Guarantees: a configuration is written only with a valid certificate; one is removed only when the store is obeyed and
// nothing of the service is left here; a renewal that fails leaves the certificate in use; a service whose record is
// broken keeps its file; a certificate is asked for only where the store has an assignment that wants one.
import { stringify } from 'smol-toml';
import { sha256Hex } from '../../model/digest.ts';
import type { Blocked } from '../plan.ts';
import { isEnding, isLeaving, phaseOf, type Steps, type Work } from './instance.ts';
import { listens } from './job.ts';
import { controlAddress, driverOf, hostPort, localAddress, meshWanted, networkOf } from './local.ts';
import { meshKey, meshProcessOf, type NodeAction, type NodeSnapshot } from './snapshot.ts';

/** A sidecar that serves something else than what is on disk is told so after this. */
const reloadAfterMs = 3000;

interface MeshWork {
  work: Work;
  draining: boolean;
}

/** Instances by service that the sidecar has to know: those wanted, and those that still drain or stop. */
function meshWork(snapshot: NodeSnapshot, work: readonly Work[]): Map<string, MeshWork[]> {
  const services = new Map<string, MeshWork[]>();
  for (const one of work) {
    if (!meshWanted(snapshot, one.assignment) || phaseOf(one, snapshot.monotonicMs) === 'gone') continue;
    const { service } = one.assignment;
    const list = services.get(service) ?? [];
    list.push({ work: one, draining: isEnding(one) });
    services.set(service, list);
  }
  return services;
}

function instanceTable({ work, draining }: MeshWork): object[] {
  const { app, mesh, instance_id } = work.assignment;
  if (!app || !mesh.bind || !listens(work.assignment)) return [];
  return [{ id: instance_id, app_addr: hostPort(app.addr, app.port), mesh_bind_addr: hostPort(mesh.bind.addr, mesh.bind.port), draining }];
}

function upstreamTables(list: readonly MeshWork[], address: string): object[] {
  const binds = new Map<string, number>();
  for (const { work } of list) for (const upstream of work.assignment.mesh.upstreams ?? []) binds.set(upstream.service, upstream.bind);
  return [...binds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([service, port]) => ({ service, bind: hostPort(address, port) }));
}

/** Text of a service's configuration, or undefined while an address or the certificate is missing. */
function configText(snapshot: NodeSnapshot, service: string, list: readonly MeshWork[]): string | undefined {
  const address = localAddress(snapshot, service);
  const certificate = snapshot.mesh.certificates.get(service);
  if (address === undefined || !certificate || certificate.state === 'expired') return undefined;
  const control = controlAddress(snapshot, service);
  const network = list.some(({ work }) => driverOf(work.assignment) === 'docker') ? networkOf(snapshot, service) : undefined;
  const upstream = upstreamTables(list, address);
  const instance = list.flatMap(instanceTable);
  const protocol = list.find(({ work }) => work.assignment.protocol !== undefined)?.work.assignment.protocol;
  return `${stringify({
    service: {
      name: service,
      ...(protocol !== undefined && { protocol }),
      ...(control !== undefined && { control_addr: control }),
      ...(network && { control_allow: [network.subnet] }),
    },
    ...(instance.length > 0 && { instance }),
    ...(upstream.length > 0 && { upstream }),
    cluster: { cluster_id: snapshot.clusterId, environment: snapshot.environment, node_id: snapshot.nodeId, ...snapshot.mesh.store },
    mtls: { mode: 'auto', ca_cert_path: snapshot.mesh.bundleFile, cert_path: certificate.certFile, key_path: certificate.keyFile },
  })}\n`;
}

/** Bridges that are wanted: one for each service with a container here. */
export function planNetworks(snapshot: NodeSnapshot, work: readonly Work[]): Steps {
  const steps: Steps = { actions: [], blocked: [] };
  // Unknown units may be on a bridge: an engine that could not be asked keeps all of them.
  if (snapshot.obedience !== 'obeyed' || !snapshot.networks.known || !snapshot.engines.docker?.known) return steps;
  const docker = work.filter((one) => driverOf(one.assignment) === 'docker');
  const wanted = new Set<string>();
  for (const one of docker) if (!isLeaving(one) || phaseOf(one, snapshot.monotonicMs) !== 'gone') wanted.add(one.assignment.service);
  const known = new Set(snapshot.networks.value.map((network) => network.service));
  const missing = new Set(docker.filter((one) => !isLeaving(one)).map((one) => one.assignment.service));
  for (const service of missing) {
    if (!known.has(service))
      steps.actions.push({ kind: 'ensure_network', key: `network/${service}`, service, reason: 'a container of it is wanted here' });
  }
  const broken = new Set([...snapshot.broken].map((name) => name.split('/')[0]));
  for (const network of [...snapshot.networks.value].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { service, name } = network;
    if (wanted.has(service) || broken.has(service)) continue;
    // The sidecar's ports on the gateway go first.
    if (snapshot.mesh.files.get(service)?.includes(`"${network.gateway}:`)) continue;
    steps.actions.push({ kind: 'remove_network', key: `network/${service}`, service, network: name, reason: 'nothing of it is left here' });
  }
  return steps;
}

/** Certificates, configuration files and reloads, by service. */
export function planMesh(snapshot: NodeSnapshot, work: readonly Work[]): Steps {
  const steps: Steps = { actions: [], blocked: [] };
  if (!snapshot.mesh.enabled || snapshot.obedience === 'waiting') return steps;
  const services = meshWork(snapshot, work);
  for (const [service, list] of services) {
    steps.actions.push(...stepsOfService(snapshot, service, list, steps.blocked));
  }
  const broken = new Set([...snapshot.broken].map((name) => name.split('/')[0]));
  const unknown = new Set(work.filter((one) => phaseOf(one, snapshot.monotonicMs) === 'unknown').map((one) => one.assignment.service));
  const { files, certificates, formerCertificates } = snapshot.mesh;
  // One that was never completed is among the former ones, and its key is on disk.
  for (const service of [...new Set([...files.keys(), ...certificates.keys(), ...formerCertificates.keys()])].sort()) {
    if (services.has(service) || broken.has(service) || unknown.has(service) || snapshot.obedience !== 'obeyed') continue;
    steps.actions.push({ kind: 'remove_mesh_config', key: meshKey(service), service, reason: 'nothing of it is left here' });
  }
  return steps;
}

/** Whether a certificate is to be asked for: it is given only to a service that is assigned here, and what only ends does without a first one. */
function isCertificateDue(snapshot: NodeSnapshot, service: string, list: readonly MeshWork[]): boolean {
  const certificate = snapshot.mesh.certificates.get(service);
  if (certificate?.state === 'good' || list.every(({ work }) => work.origin === 'leaving')) return false;
  return certificate !== undefined || list.some(({ draining }) => !draining);
}

function stepsOfService(snapshot: NodeSnapshot, service: string, list: readonly MeshWork[], blocked: Blocked[]): NodeAction[] {
  const { mesh } = snapshot;
  const key = meshKey(service);
  const actions: NodeAction[] = [];
  const certificate = mesh.certificates.get(service);
  if (isCertificateDue(snapshot, service, list)) {
    const reason = certificate
      ? `its certificate ${certificate.state === 'expired' ? 'has expired' : 'is due for renewal'}`
      : 'it has no certificate here';
    actions.push({ kind: 'issue_certificate', key, service, reason });
  }
  // What stands is served until the new one is there; the next pass writes it in.
  if (!certificate || certificate.state === 'expired') return actions;
  const onDisk = mesh.files.get(service);
  // Who ends because the store is away is to get no new calls, which is nothing that the store has to say.
  const ours = snapshot.obedience === 'obeyed' || list.some(({ work }) => work.outage === 'stop');
  const wanted = ours ? configText(snapshot, service, list) : onDisk;
  if (wanted === undefined) {
    if (onDisk === undefined)
      blocked.push({ key, reason: 'network_pending', message: `the address of ${service} on this node is not known yet` });
    return actions;
  }
  if (wanted !== onDisk) {
    actions.unshift({
      kind: 'write_mesh_config',
      key,
      service,
      content: wanted,
      reason: onDisk === undefined ? 'it has none' : 'it has changed',
    });
    return actions;
  }
  const served = mesh.served.get(service);
  // It was told when the file was written, and watches its directory: this is for where that was lost.
  const patient = snapshot.monotonicMs - (mesh.pendingSinceMs ?? snapshot.monotonicMs) >= reloadAfterMs;
  if (patient && mesh.asked.has(service) && served?.configDigest !== sha256Hex(onDisk)) {
    actions.push({
      kind: 'reload_sidecar',
      key,
      service,
      reason: served ? 'it serves a former configuration' : 'it does not serve it yet',
    });
  }
  const former = mesh.formerCertificates.get(service) ?? [];
  if (former.length > 0 && certificate && served?.fingerprintSha256 === certificate.fingerprint) {
    actions.push({ kind: 'prune_certificates', key, service, directories: [...former], reason: 'the sidecar uses a newer one' });
  }
  return actions;
}

/** Sidecar processes: one per node, or one per service. */
export function planSidecars(snapshot: NodeSnapshot): Steps {
  const { mesh } = snapshot;
  const steps: Steps = { actions: [], blocked: [] };
  if (!mesh.enabled || snapshot.obedience === 'waiting') return steps;
  if (!mesh.processes.known) {
    steps.blocked.push({ key: 'process/mesh-agent', reason: 'processes_unknown', message: mesh.processes.reason });
    return steps;
  }
  const wanted = new Map([...mesh.files.keys()].sort().map((service) => [meshProcessOf(mesh.isolation, service), service]));
  // The one of the node runs from the start: a process takes longer to come up than a container.
  if (mesh.isolation === 'node') wanted.set(meshProcessOf('node', ''), '');
  for (const [process, service] of wanted) {
    const view = mesh.processes.value.get(process);
    const key = `process/${process}`;
    if (view?.state === 'running') continue;
    const remainingMs = (view?.retryAtMs ?? 0) - snapshot.monotonicMs;
    if (remainingMs > 0) {
      steps.blocked.push({
        key,
        reason: 'crashed',
        message: 'the sidecar ended; it is started again',
        retryAt: snapshot.nowMs + remainingMs,
      });
      continue;
    }
    const reason = view?.state === 'exited' ? 'it ended' : 'it is to serve the services here';
    steps.actions.push({ kind: 'start_sidecar', key, process, ...(mesh.isolation === 'service' && { service }), reason });
  }
  if (snapshot.obedience !== 'obeyed') return steps;
  for (const [process, view] of [...mesh.processes.value].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (wanted.has(process) || view.state === 'absent') continue;
    steps.actions.push({ kind: 'stop_sidecar', key: `process/${process}`, process, reason: 'no service needs it' });
  }
  return steps;
}
