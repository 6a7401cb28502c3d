// The error catalogue: every failure that an operator or a program may have to act on has a code here.
// Guarantees: a code has exactly one class and one exit code. Callers match on `code` or `class`, never on text.

/** What a program may do about an error: try again, re-read and re-decide, refuse the input, or give up. */
export type ErrorClass = 'retryable' | 'conflict' | 'invalid' | 'terminal';

const catalogue = {
  invalid_record: 'invalid',
  invalid_argument: 'invalid',
  invalid_config: 'invalid',
  too_large: 'invalid',
  unsupported: 'invalid',
  not_found: 'terminal',
  already_exists: 'conflict',
  conflict: 'conflict',
  fenced: 'conflict',
  store_unreachable: 'retryable',
  store_timeout: 'retryable',
  store_full: 'retryable',
  store_denied: 'terminal',
  store_compacted: 'retryable',
  store_foreign: 'terminal',
  lease_lost: 'retryable',
  identity_taken: 'conflict',
  engine_unreachable: 'retryable',
  engine_failed: 'retryable',
  image_missing: 'retryable',
  port_taken: 'retryable',
  disk_full: 'retryable',
  process_failed: 'retryable',
  caddy_unreachable: 'retryable',
  caddy_refused: 'retryable',
  api_unreachable: 'retryable',
  api_denied: 'terminal',
  certificate_invalid: 'terminal',
  mesh_unknown_service: 'terminal',
  mesh_no_endpoint: 'retryable',
  mesh_denied: 'terminal',
  mesh_upstream_failed: 'retryable',
  timeout: 'retryable',
  aborted: 'terminal',
  internal: 'terminal',
} as const satisfies Record<string, ErrorClass>;

export type ErrorCode = keyof typeof catalogue;

/** Exit codes of every program: 0 done, 1 failed, 2 usage or invalid input, 3 timed out waiting, 4 conflict. */
export const exitCodes = { done: 0, failed: 1, invalid: 2, timedOut: 3, conflict: 4 } as const;

export interface ErrorDetails {
  /** Where: a file, a key, an address, a JSON path. */
  where?: string;
  /** What was expected there. */
  expected?: string;
  /** What the operator does next. */
  next?: string;
  cause?: unknown;
}

/** A failure with a code of the catalogue, in words for the operator. */
export class PhotonError extends Error {
  override readonly name = 'PhotonError';
  readonly code: ErrorCode;
  readonly where: string | undefined;
  readonly expected: string | undefined;
  readonly next: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.where = details.where;
    this.expected = details.expected;
    this.next = details.next;
  }

  get class(): ErrorClass {
    return catalogue[this.code];
  }

  get exitCode(): number {
    if (this.code === 'timeout') return exitCodes.timedOut;
    if (this.class === 'invalid') return exitCodes.invalid;
    if (this.class === 'conflict') return exitCodes.conflict;
    return exitCodes.failed;
  }

  /** One line for people: what happened, where, what was expected, what to do next. */
  explain(): string {
    const where = this.where ? `${this.where}: ` : '';
    const expected = this.expected ? `; expected ${this.expected}` : '';
    const next = this.next ? `. ${this.next}` : '';
    // The words of others may end in a full stop.
    const message = expected || next ? this.message.replace(/\.$/, '') : this.message;
    return `${where}${message}${expected}${next}`;
  }
}

/** Any thrown value as a PhotonError; what is not one becomes `internal`. */
export function asPhotonError(thrown: unknown): PhotonError {
  if (thrown instanceof PhotonError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new PhotonError('internal', message, { cause: thrown });
}
