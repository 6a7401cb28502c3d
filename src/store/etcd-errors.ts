// What etcd and gRPC say, in the words of the error catalogue.
// Guarantees: every failure of a call becomes a PhotonError whose code tells the caller what to do.
import {
  EtcdAuthenticationFailedError,
  EtcdInvalidAuthTokenError,
  EtcdLeaseInvalidError,
  EtcdPermissionDeniedError,
  GRPCDeadlineExceededError,
  GRPCFailedPreconditionError,
  GRPCInvalidArgumentError,
  GRPCNotImplementedError,
  GRPCOutOfRangeError,
  GRPCResourceExhastedError,
  GRPCUnauthenticatedError,
} from 'etcd3';
import { type ErrorCode, PhotonError } from '../model/errors.ts';

interface Rule {
  kind: new (message: string) => Error;
  /** etcd's own words (api/v3rpc/rpctypes/error.go), where the kind alone does not tell. */
  text?: RegExp;
  code: ErrorCode;
  message: string;
  expected?: string;
  next?: string;
}

const full =
  "Make room: `etcdctl compact` the history, `etcdctl defrag` each member, then `etcdctl alarm disarm`; or raise etcd's --quota-backend-bytes";
const rights = 'Check the user, its password or certificate, and the role granted to it (`etcdctl user get`, `etcdctl role get`)';

/** The first that fits counts. */
const rules: readonly Rule[] = [
  {
    kind: GRPCResourceExhastedError,
    text: /space exceeded/,
    code: 'store_full',
    message: 'etcd is out of space and refuses writes',
    next: full,
  },
  {
    kind: GRPCResourceExhastedError,
    text: /larger than max/,
    code: 'too_large',
    message: 'the answer of etcd is larger than this program takes',
  },
  { kind: GRPCResourceExhastedError, code: 'store_timeout', message: 'etcd is overloaded and refused the request' },
  {
    kind: GRPCInvalidArgumentError,
    text: /too large|too many operations/,
    code: 'too_large',
    message: 'the request is larger than etcd takes',
  },
  {
    kind: GRPCInvalidArgumentError,
    text: /user name is empty/,
    code: 'store_denied',
    message: 'etcd wants a user, and none is configured',
    next: rights,
  },
  {
    kind: GRPCInvalidArgumentError,
    text: /revision of auth store is old/,
    code: 'store_timeout',
    message: 'rights in etcd changed during the request',
  },
  { kind: GRPCInvalidArgumentError, code: 'invalid_argument', message: 'etcd refused the request' },
  {
    kind: GRPCFailedPreconditionError,
    text: /authentication is not enabled/,
    code: 'store_denied',
    message: 'a user is configured, but etcd has authentication off',
    next: 'Remove the user from the configuration, or enable authentication in etcd',
  },
  { kind: GRPCOutOfRangeError, text: /future revision/, code: 'store_foreign', message: 'etcd is at a lower revision than was asked for' },
  { kind: GRPCOutOfRangeError, code: 'store_compacted', message: 'etcd has compacted the revision that was asked for' },
  { kind: EtcdLeaseInvalidError, code: 'lease_lost', message: 'the lease has expired or was revoked' },
  { kind: EtcdPermissionDeniedError, code: 'store_denied', message: 'etcd does not grant this', next: rights },
  { kind: EtcdAuthenticationFailedError, code: 'store_denied', message: 'etcd does not accept the user or the password', next: rights },
  { kind: EtcdInvalidAuthTokenError, code: 'store_timeout', message: 'the session with etcd ended and is renewed' },
  { kind: GRPCUnauthenticatedError, code: 'store_denied', message: 'etcd does not accept the credentials', next: rights },
  { kind: GRPCDeadlineExceededError, code: 'store_timeout', message: 'etcd did not answer in time' },
  {
    kind: GRPCNotImplementedError,
    code: 'unsupported',
    message: 'the store does not know this call',
    expected: 'etcd 3.4 or newer',
    next: "Check that the endpoint is etcd's own",
  },
];

/** What to look at where no connection comes about. The first that fits counts. */
const unreached: readonly [text: RegExp, next: string][] = [
  [/altname|does not match certificate/i, 'Reach etcd by a name or address that its certificate is for, or have that one issued for this'],
  [/certificate (has expired|is not yet valid)/i, "Renew etcd's certificate, or set this machine's clock right"],
  [
    /unable to (verify|get (local )?issuer)|self-signed|self signed|unknown issuer/i,
    "ca_file does not vouch for the certificate that etcd shows: name the CA that issued it; without ca_file only the system's CAs are trusted",
  ],
  [/alert/i, 'etcd refuses the client certificate, or the lack of one: check cert_file and key_file, and that etcd trusts their CA'],
  [/certificate|TLS|SSL|handshake/i, 'Check the scheme of the endpoint (http or https), ca_file, cert_file and key_file'],
  [/Name resolution/i, 'Check the name in the endpoint, and that this machine can resolve it'],
];

/** The words of gRPC, without what is about gRPC, Node.js and OpenSSL themselves. */
function plainWords(text: string): string {
  return text
    .replace(/^(\w+: )?\d+ [A-Z_]+: /, '')
    .replace(/^No connection established\. Last error: /, '')
    .replace(/^(Error: )+/, '')
    .replace(/\.? ?Resolution note: *$/, '')
    .replace(/; if the root CA is installed locally, try running Node\.js with --use-system-ca/, '')
    .replace(/[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]*):\S+:\d+:[^(\n]*/g, '$1')
    .replace(/^null$/, 'no connection came about')
    .replace(/\s*\(\d{4}-\d\d-\d\dT[^)]*\)/, '')
    .trim();
}

/** `what` names the call, `where` the key or the endpoint; `endpoint` is named where it is what does not answer. */
export function storeError(thrown: unknown, what: string, where: string, endpoint?: string): PhotonError {
  if (thrown instanceof PhotonError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const rule = rules.find((rule) => thrown instanceof rule.kind && (rule.text?.test(text) ?? true));
  const said = plainWords(text);
  if (rule) {
    return new PhotonError(rule.code, `${what}: ${rule.message} (${said})`, {
      where: rule.kind === GRPCDeadlineExceededError ? (endpoint ?? where) : where,
      cause: thrown,
      ...(rule.expected && { expected: rule.expected }),
      ...(rule.next && { next: rule.next }),
    });
  }
  const next = unreached.find(([pattern]) => pattern.test(said))?.[1];
  return new PhotonError('store_unreachable', `${what}: etcd can't be reached (${said})`, {
    where: endpoint ?? where,
    cause: thrown,
    next: next ?? 'Check that etcd runs there and that the endpoint is right, its scheme (http or https) too',
  });
}

/** Whether another try, on another endpoint perhaps, may succeed. */
export function isTransient(error: PhotonError): boolean {
  return error.code === 'store_unreachable' || error.code === 'store_timeout';
}
