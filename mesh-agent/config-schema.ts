// What the file of a service may say, as a JSON Schema; config-validator.ts is made from it.
import { type ConfigSchema, listenAddress } from '../src/loop/config.ts';

const label = {
  type: 'string',
  pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$',
  maxLength: 63,
  description: 'small letters, digits and dashes between them',
} as const;
const text = { type: 'string', minLength: 1 } as const;
const cidr = { type: 'string', pattern: '^[0-9a-fA-F:.]+/[0-9]{1,3}$', description: 'a subnet such as 10.210.0.0/26' } as const;
const endpoint = { type: 'string', pattern: '^https?://[^/]+/?$', description: 'http://HOST:PORT or https://HOST:PORT' } as const;

function table(properties: Record<string, object>, required: readonly string[]): object {
  return { type: 'object', additionalProperties: false, properties, required };
}

export const schema: ConfigSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['service', 'cluster', 'mtls'],
  properties: {
    service: table(
      {
        name: label,
        protocol: { enum: ['http', 'grpc', 'tcp'], default: 'tcp' },
        control_addr: listenAddress,
        control_allow: { type: 'array', items: cidr, default: [] },
        app_addr: listenAddress,
        mesh_bind_addr: listenAddress,
      },
      ['name'],
    ),
    instance: {
      type: 'array',
      default: [],
      items: table({ id: label, app_addr: listenAddress, mesh_bind_addr: listenAddress, draining: { type: 'boolean', default: false } }, [
        'id',
        'app_addr',
        'mesh_bind_addr',
      ]),
    },
    upstream: { type: 'array', default: [], items: table({ service: label, bind: listenAddress }, ['service', 'bind']) },
    cluster: table(
      {
        cluster_id: label,
        environment: { enum: ['dev', 'stg', 'prod', 'test'] },
        node_id: text,
        chainfire_endpoint: {
          anyOf: [endpoint, { type: 'array', minItems: 1, items: endpoint }],
          description: `${endpoint.description}, or a list`,
        },
        ca_file: text,
        cert_file: text,
        key_file: text,
        username: text,
        password_file: text,
      },
      ['cluster_id', 'environment', 'chainfire_endpoint'],
    ),
    mtls: table(
      { mode: { enum: ['auto', 'mtls', 'tls', 'plain'], default: 'auto' }, ca_cert_path: text, cert_path: text, key_path: text },
      [],
    ),
  },
};
