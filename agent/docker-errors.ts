// What the engine's failures mean, as errors of the catalogue with the engine's own words in them.
import { PhotonError, type ErrorCode } from '../src/model/errors.ts';

interface EngineFailure {
  statusCode?: number;
  code?: string;
  message?: string;
  json?: unknown;
}

export function statusOf(thrown: unknown): number | undefined {
  return (thrown as EngineFailure | undefined)?.statusCode;
}

/** The engine's own words, without the client's wrapping. */
export function wordsOf(thrown: unknown): string {
  const failure = thrown as EngineFailure;
  const json = failure.json as { message?: unknown } | undefined;
  if (json && typeof json === 'object' && typeof json.message === 'string') return json.message.trim();
  return (failure.message ?? String(thrown)).trim();
}

/** Words of the engine → code; the first that fits. */
const meanings: readonly [RegExp, ErrorCode, string][] = [
  [/port is already allocated|address already in use/i, 'port_taken', 'Free the port or let another be allocated'],
  [/no space left on device|disk quota exceeded/i, 'disk_full', 'Make room on the disk of the Docker data directory'],
  [
    /no such image|manifest (for .*)?(unknown|not found)|pull access denied|repository .* not found/i,
    'image_missing',
    'Check the image name',
  ],
  [
    /OCI runtime|executable file not found|exec format error|permission denied: unknown/i,
    'process_failed',
    'Check command, user and image',
  ],
  [
    /no available IPv4 addresses/i,
    'engine_failed',
    'The subnet of the service on this node is full: bound placement.max_per_node, or lower docker.network_prefix in the agent configuration, which holds for networks made from then on',
  ],
  [/bind source path does not exist|invalid mount|invalid volume/i, 'process_failed', 'Check the volumes'],
];

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'EACCES',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** A thrown value of the Docker client as a PhotonError; `doing` completes "could not …". */
export function engineError(thrown: unknown, doing: string): PhotonError {
  if (thrown instanceof PhotonError) return thrown;
  const words = wordsOf(thrown);
  const failure = thrown as EngineFailure;
  if (failure.statusCode === undefined) {
    const known = failure.code !== undefined && unreachable.has(failure.code);
    return new PhotonError(known ? 'engine_unreachable' : 'engine_failed', `could not ${doing}: ${words}`, {
      cause: thrown,
      ...(known ? { next: 'Check that Docker runs and that the agent may use its socket' } : {}),
    });
  }
  for (const [pattern, code, next] of meanings) {
    if (pattern.test(words)) return new PhotonError(code, `could not ${doing}: ${words}`, { cause: thrown, next });
  }
  return new PhotonError('engine_failed', `could not ${doing}: ${words}`, { cause: thrown });
}
