// Records as they stand in a cluster's etcd, read through its own HTTP gateway and by nothing of ours.
// Waits look ten times a second: a process for each look would take the machine from the programs under test.
interface Of {
  clusterId: string;
  endpoints: readonly string[];
}

/** As the gateway spells it: bytes in base64, 64-bit numbers as text. */
interface Answer {
  header: { revision: string };
  kvs?: { key: string; value?: string }[];
}

export const key = (cluster: { clusterId: string }, path: string): string => `photoncloud/clusters/${cluster.clusterId}/${path}`;
export const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
const encoded = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

/** What stands below a path: full text by path relative to the cluster. */
export async function readStore(cluster: Of, path: string): Promise<{ revision: number; records: Map<string, string> }> {
  const from = key(cluster, path);
  // The first key behind all that begin so: the last character, which is ASCII in every path, one further.
  const end = from.slice(0, -1) + String.fromCharCode(from.charCodeAt(from.length - 1) + 1);
  const answer = await ask(cluster.endpoints, path, JSON.stringify({ key: encoded(from), range_end: encoded(end) }));
  const records = new Map((answer.kvs ?? []).map((kv) => [decoded(kv.key).slice(key(cluster, '').length), decoded(kv.value ?? '')]));
  return { revision: Number(answer.header.revision), records };
}

/** The answer of the first member that gives one. */
async function ask([endpoint = '', ...others]: readonly string[], path: string, body: string): Promise<Answer> {
  try {
    const response = await fetch(`${endpoint}/v3/kv/range`, { method: 'POST', body, signal: AbortSignal.timeout(10_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`reading ${path}: etcd answered ${response.status}: ${text}`);
    return JSON.parse(text) as Answer;
  } catch (error) {
    if (others.length === 0) throw error;
    return ask(others, path, body);
  }
}

/** One record, parsed; undefined where there is none. */
export async function readRecord<T = Record<string, unknown>>(cluster: Of, path: string): Promise<T | undefined> {
  const text = (await readStore(cluster, path)).records.get(path);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
