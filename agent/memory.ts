// What an agent keeps on disk: who it is, which store it obeyed, what was wanted last.
// Guarantees: a file that can't be read as what it should be counts as missing, with a word in the log; only the identity
// must not be lost silently, as the node would look like another agent's.
import type { Files, Log, Random } from '../src/loop/ports.ts';
import { PhotonError } from '../src/model/errors.ts';
import type { ClusterMeta } from '../src/model/generated.ts';
import { validateRecord } from '../src/model/validate.ts';
import type { Wanted } from '../src/plan/node/memory.ts';
import type { StoreMemory } from '../src/plan/obey.ts';
import type { AgentPaths } from './config.ts';

interface KeptWanted {
  boot_id: string;
  wanted: Wanted;
}

async function readJson(files: Files, path: string, log: Log): Promise<unknown> {
  const text = await files.read(path);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    log.warn({ path }, 'a file of the agent is not JSON; it counts as missing');
    return undefined;
  }
}

interface Owner {
  clusterId: string;
  nodeId: string;
}

/**
 * The id of this agent, made at its first start. Throws `invalid_config` where the directory is another node's: with its
 * lease and its processes, two agents would keep each other's node alive and end each other's sidecar and Caddy.
 */
export async function agentUid(files: Files, paths: AgentPaths, random: Random, { clusterId, nodeId }: Owner): Promise<string> {
  const keep = (uid: string): Promise<void> =>
    files.write(paths.identity, `${JSON.stringify({ agent_uid: uid, cluster_id: clusterId, node_id: nodeId })}\n`, 0o600);
  const text = await files.read(paths.identity);
  if (text === undefined) {
    const made = random.hex(16);
    await keep(made);
    return made;
  }
  const broken = new PhotonError('internal', 'the identity of this agent is broken', {
    where: paths.identity,
    expected: 'JSON with agent_uid',
    next: 'Restore it, or remove it once no other agent of this node id runs',
  });
  let value: { agent_uid?: unknown; cluster_id?: unknown; node_id?: unknown } | null;
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    throw broken;
  }
  if (typeof value?.agent_uid !== 'string' || value.agent_uid === '') throw broken;
  // An earlier version did not say whose the directory is: it belongs to who uses it now.
  if (value.node_id === undefined && value.cluster_id === undefined) await keep(value.agent_uid);
  else if (value.node_id !== nodeId || value.cluster_id !== clusterId) {
    throw new PhotonError(
      'invalid_config',
      `data_dir belongs to node ${String(value.node_id)} of cluster ${String(value.cluster_id)}; this is node ${nodeId} of ${clusterId}`,
      {
        where: paths.identity,
        expected: 'a data_dir of its own for each node',
        next: 'Set node_id and cluster_id back, or name another data_dir',
      },
    );
  }
  return value.agent_uid;
}

/** What is known of the store that was obeyed last, and the cluster's record in it as it could be read last. */
export interface KnownStore {
  memory: StoreMemory;
  meta?: ClusterMeta;
}

export async function readKnownStore(files: Files, paths: AgentPaths, log: Log): Promise<KnownStore | undefined> {
  const value = (await readJson(files, paths.store, log)) as (Partial<StoreMemory> & { meta?: unknown }) | null | undefined;
  if (typeof value?.revision !== 'number' || typeof value.epoch !== 'number') return undefined;
  const memory = { revision: value.revision, epoch: value.epoch, ...(typeof value.uid === 'string' && { uid: value.uid }) };
  const meta = validateRecord('cluster', value.meta, { unknownFields: 'keep' });
  return { memory, ...(meta.ok && { meta: meta.record }) };
}

export function writeKnownStore(files: Files, paths: AgentPaths, { memory, meta }: KnownStore): Promise<void> {
  return files.write(paths.store, `${JSON.stringify({ ...memory, meta })}\n`, 0o600);
}

/** What was wanted last, and whether that was in this boot. */
export async function readWanted(
  files: Files,
  paths: AgentPaths,
  log: Log,
  bootId: string,
): Promise<{ wanted: Wanted; sameBoot: boolean } | undefined> {
  const value = (await readJson(files, paths.wanted, log)) as Partial<KeptWanted> | null | undefined;
  const wanted = value?.wanted as Partial<Wanted> | undefined;
  if (!wanted || !Array.isArray(wanted.assignments) || !Array.isArray(wanted.leaving) || !Array.isArray(wanted.broken)) return undefined;
  return { wanted: wanted as Wanted, sameBoot: value?.boot_id === bootId };
}

export function writeWanted(files: Files, paths: AgentPaths, bootId: string, wanted: Wanted): Promise<void> {
  return files.write(paths.wanted, `${JSON.stringify({ boot_id: bootId, wanted } satisfies KeptWanted)}\n`, 0o600);
}
