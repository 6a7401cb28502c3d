// What may go wrong between a caller and its mesh agent: one row a code. The mesh agent answers with the status and the code
// (header `x-photoncloud-error`); the client turns the code into an error of the catalogue.
import type { ErrorCode } from '../model/errors.ts';

export const errorHeader = 'x-photoncloud-error';

interface MeshFailure {
  /** HTTP status of the answer. */
  status: number;
  /** What the client throws. */
  error: ErrorCode;
}

export const meshFailures = {
  bad_request: { status: 400, error: 'invalid_argument' },
  peer_refused: { status: 403, error: 'mesh_denied' },
  policy_refused: { status: 403, error: 'mesh_denied' },
  unknown_service: { status: 404, error: 'mesh_unknown_service' },
  app_unreachable: { status: 502, error: 'mesh_upstream_failed' },
  connect_failed: { status: 502, error: 'mesh_upstream_failed' },
  identity_mismatch: { status: 502, error: 'mesh_upstream_failed' },
  no_identity: { status: 502, error: 'mesh_upstream_failed' },
  upstream_failed: { status: 502, error: 'mesh_upstream_failed' },
  discovery_unavailable: { status: 503, error: 'mesh_no_endpoint' },
  no_endpoint: { status: 503, error: 'mesh_no_endpoint' },
  overloaded: { status: 503, error: 'mesh_no_endpoint' },
  timeout: { status: 504, error: 'timeout' },
} as const satisfies Record<string, MeshFailure>;

export type MeshFailureCode = keyof typeof meshFailures;

/** The row of a code as it came over the wire. */
export function meshFailureOf(code: string): MeshFailure | undefined {
  return Object.hasOwn(meshFailures, code) ? meshFailures[code as MeshFailureCode] : undefined;
}
