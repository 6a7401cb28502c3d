// The schemas of schemas/, and their validators as ajv made them.
// Guarantees: errors are ajv's own, all of them, with the schema they come from; `unknown` lists fields that the
// schema does not know apart from the faults.
import type { ErrorObject, ValidateFunction } from 'ajv';
import assignment from '../../schemas/assignment.json' with { type: 'json' };
import ca from '../../schemas/ca.json' with { type: 'json' };
import certificateBinding from '../../schemas/certificate-binding.json' with { type: 'json' };
import clusterMeta from '../../schemas/cluster-meta.json' with { type: 'json' };
import common from '../../schemas/common.json' with { type: 'json' };
import event from '../../schemas/event.json' with { type: 'json' };
import ingressTable from '../../schemas/ingress-table.json' with { type: 'json' };
import issuedCertificate from '../../schemas/issued-certificate.json' with { type: 'json' };
import jobOutput from '../../schemas/job-output.json' with { type: 'json' };
import jobRun from '../../schemas/job-run.json' with { type: 'json' };
import liveness from '../../schemas/liveness.json' with { type: 'json' };
import mtlsPolicy from '../../schemas/mtls-policy.json' with { type: 'json' };
import node from '../../schemas/node.json' with { type: 'json' };
import revokedCertificate from '../../schemas/revoked-certificate.json' with { type: 'json' };
import serviceInstance from '../../schemas/service-instance.json' with { type: 'json' };
import serviceRevision from '../../schemas/service-revision.json' with { type: 'json' };
import serviceStatus from '../../schemas/service-status.json' with { type: 'json' };
import service from '../../schemas/service.json' with { type: 'json' };
import { type Kind, kinds } from './kinds.ts';
import * as validators from './validators.ts';

/** A JSON Schema as far as this code reads it. */
export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  required?: string[];
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minItems?: number;
  maxProperties?: number;
  default?: unknown;
  examples?: unknown[];
  $defs?: Record<string, Schema>;
}

type SchemaFile = (typeof kinds)[Kind]['schema'];

const files: Record<SchemaFile, unknown> = {
  assignment,
  ca,
  'certificate-binding': certificateBinding,
  'cluster-meta': clusterMeta,
  event,
  'ingress-table': ingressTable,
  'issued-certificate': issuedCertificate,
  'job-output': jobOutput,
  'job-run': jobRun,
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

/** The schema itself, or the one that its `$ref` names; what stands beside the `$ref` wins. */
export function resolveSchema(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const target = shared.$defs?.[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
  const { $ref: _ref, ...beside } = schema;
  return target ? { ...resolveSchema(target), ...beside } : beside;
}

const byName: Readonly<Record<string, ValidateFunction>> = validators;

/** What the schema of the kind says against a value: faults, and fields that it does not know. */
export function checkSchema(kind: Kind, value: unknown): { faults: ErrorObject[]; unknown: ErrorObject[] } {
  // Named by the schema's file; a name in JavaScript has no dashes.
  const validator = byName[kinds[kind].schema.replaceAll('-', '_')];
  if (!validator) throw new TypeError(`no validator was made for ${kind}`);
  if (validator(value)) return { faults: [], unknown: [] };
  const faults: ErrorObject[] = [];
  const unknown: ErrorObject[] = [];
  for (const error of validator.errors ?? []) (error.keyword === 'additionalProperties' ? unknown : faults).push(error);
  return { faults, unknown };
}
