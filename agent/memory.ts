// What an agent keeps on disk: who it is, which store it obeyed, what was wanted last.
// Guarantees: a file that can't be read as what it should be counts as missing, with a word in the log; only the identity
// must not be lost silently, as the node would look like another agent's.
import type { Files, Log, Random } from '../src/loop/ports.ts';
import { PhotonError } from '../src/model/errors.ts';
import type { Wanted } from '../src/plan/node-memory.ts';
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

/** The id of this agent, made at its first start. */
export async function agentUid(files: Files, paths: AgentPaths, random: Random): Promise<string> {
  const text = await files.read(paths.identity);
  if (text === undefined) {
    const made = random.hex(16);
    await files.write(paths.identity, `${JSON.stringify({ agent_uid: made })}\n`, 0o600);
    return made;
  }
  const broken = new PhotonError('internal', 'the identity of this agent is broken', {
    where: paths.identity,
    expected: 'JSON with agent_uid',
    next: 'Restore it, or remove it once no other agent of this node id runs',
  });
  let value: { agent_uid?: unknown } | null;
  try {
    value = JSON.parse(text) as { agent_uid?: unknown } | null;
  } catch {
    throw broken;
  }
  if (typeof value?.agent_uid !== 'string' || value.agent_uid === '') throw broken;
  return value.agent_uid;
}

export async function readStoreMemory(files: Files, paths: AgentPaths, log: Log): Promise<StoreMemory | undefined> {
  const value = (await readJson(files, paths.store, log)) as Partial<StoreMemory> | null | undefined;
  if (typeof value?.revision !== 'number' || typeof value.epoch !== 'number') return undefined;
  return { revision: value.revision, epoch: value.epoch, ...(typeof value.uid === 'string' && { uid: value.uid }) };
}

export function writeStoreMemory(files: Files, paths: AgentPaths, memory: StoreMemory): Promise<void> {
  return files.write(paths.store, `${JSON.stringify(memory)}\n`, 0o600);
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
