// The schemas of schemas/, and the check of each kind, made at its first use.
// Guarantees: all faults at once, with the schema they come from; `unknown` lists fields that the schema does not know apart from them.
import assignment from '../../schemas/assignment.json' with { type: 'json' };
import ca from '../../schemas/ca.json' with { type: 'json' };
import certificateBinding from '../../schemas/certificate-binding.json' with { type: 'json' };
import clusterMeta from '../../schemas/cluster-meta.json' with { type: 'json' };
import common from '../../schemas/common.json' with { type: 'json' };
import event from '../../schemas/event.json' with { type: 'json' };
import ingressTable from '../../schemas/ingress-table.json' with { type: 'json' };
import issuedCertificate from '../../schemas/issued-certificate.json' with { type: 'json' };
import liveness from '../../schemas/liveness.json' with { type: 'json' };
import mtlsPolicy from '../../schemas/mtls-policy.json' with { type: 'json' };
import node from '../../schemas/node.json' with { type: 'json' };
import revokedCertificate from '../../schemas/revoked-certificate.json' with { type: 'json' };
import serviceInstance from '../../schemas/service-instance.json' with { type: 'json' };
import serviceRevision from '../../schemas/service-revision.json' with { type: 'json' };
import serviceStatus from '../../schemas/service-status.json' with { type: 'json' };
import service from '../../schemas/service.json' with { type: 'json' };
import { isIp } from './address.ts';
import { compileSchema, type Schema, type SchemaFault } from './json-schema.ts';
import { type Kind, kinds } from './kinds.ts';
import { parseTimestamp } from './time.ts';

type SchemaFile = (typeof kinds)[Kind]['schema'];

const files: Record<SchemaFile, unknown> = {
  assignment,
  ca,
  'certificate-binding': certificateBinding,
  'cluster-meta': clusterMeta,
  event,
  'ingress-table': ingressTable,
  'issued-certificate': issuedCertificate,
  liveness,
  'mtls-policy': mtlsPolicy,
  node,
  'revoked-certificate': revokedCertificate,
  'service-instance': serviceInstance,
  'service-revision': serviceRevision,
  'service-status': serviceStatus,
  service,
};

/** The schema of a kind. */
export function schemaOf(kind: Kind): Schema {
  return files[kinds[kind].schema] as Schema;
}

const shared = common as unknown as Schema;

function referred(ref: string): Schema | undefined {
  return shared.$defs?.[ref.slice(ref.lastIndexOf('/') + 1)];
}

/** The schema itself, or the one that its `$ref` names; what stands beside the `$ref` wins. */
export function resolveSchema(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const target = referred(schema.$ref);
  const { $ref: _ref, ...beside } = schema;
  return target ? { ...resolveSchema(target), ...beside } : beside;
}

const formats = { ip: isIp, 'date-time': (text: string) => parseTimestamp(text) !== undefined };
const compiled = new Map<SchemaFile, (value: unknown) => SchemaFault[]>();

function checkOf(file: SchemaFile): (value: unknown) => SchemaFault[] {
  let check = compiled.get(file);
  if (!check) {
    check = compileSchema(files[file] as Schema, { refer: referred, formats });
    compiled.set(file, check);
  }
  return check;
}

/** What the schema of the kind says against a value: faults, and fields that it does not know. */
export function checkSchema(kind: Kind, value: unknown): { faults: SchemaFault[]; unknown: SchemaFault[] } {
  const faults: SchemaFault[] = [];
  const unknown: SchemaFault[] = [];
  for (const fault of checkOf(kinds[kind].schema)(value)) (fault.keyword === 'additionalProperties' ? unknown : faults).push(fault);
  return { faults, unknown };
}
