// What node-agent.toml may say, as a JSON Schema; config-validator.ts is made from it.
import { clusterSection, type ConfigSchema, healthSection, listenAddress, logSection } from '../src/loop/config.ts';

const path = { type: 'string', pattern: '^/', description: 'a path that begins with /' } as const;
const command = { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } } as const;
const url = { type: 'string', pattern: '^https://[^/]+/?$', description: 'https://HOST:PORT' } as const;
/** One controller, or several that are asked in turn. */
const oneOrMore = {
  anyOf: [url, { type: 'array', minItems: 1, items: url }],
  description: 'https://HOST:PORT, or a list of them',
} as const;
const nodeId = {
  type: 'string',
  pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$',
  maxLength: 63,
  description: 'small letters, digits, and dots and dashes between them, such as node-1',
} as const;
const flag = { type: 'boolean', default: true } as const;

function section(properties: Record<string, object>, required?: readonly string[]) {
  return { type: 'object', additionalProperties: false, properties, ...(required ? { required } : { default: {} }) } as const;
}

/** Longest path of a Unix socket, less what is put below data_dir. */
const longestDataDir = 107 - '/mesh/admin-0123456789abcdef.sock'.length;

export const schema: ConfigSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['data_dir', 'cluster', 'node'],
  properties: {
    data_dir: { ...path, maxLength: longestDataDir },
    cluster: clusterSection,
    node: section({ node_id: nodeId }, ['node_id']),
    controller: section({ api: oneOrMore, ca_file: path, bootstrap_token_file: path }, ['api', 'ca_file', 'bootstrap_token_file']),
    docker: section({
      enabled: flag,
      socket: path,
      network_pool: {
        type: 'string',
        pattern: '^[0-9.]+/[0-9]+$',
        default: '10.210.0.0/16',
        description: 'a subnet such as 10.210.0.0/16',
      },
      network_prefix: { type: 'integer', minimum: 16, maximum: 30, default: 26 },
    }),
    process: section({ enabled: flag }),
    mesh: section({
      enabled: flag,
      command: { ...command, default: ['photoncloud-mesh-agent'] },
      isolation: { enum: ['node', 'service'], default: 'node' },
      default_mode: { enum: ['auto', 'mtls', 'tls', 'plain'], default: 'auto' },
      health_listen: { ...listenAddress, default: '127.0.0.1:0' },
    }),
    caddy: section({
      mode: { enum: ['managed', 'external', 'off'], default: 'managed' },
      command: { ...command, default: ['caddy'] },
      admin: {
        type: 'string',
        pattern: '^(https?://[^/]+|unix:/.+)$',
        default: 'http://127.0.0.1:2019',
        description: 'http://HOST:PORT or unix:/PATH',
      },
      listen: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', pattern: ':[0-9]{1,5}$', description: 'HOST:PORT or :PORT' },
        default: [':80'],
      },
    }),
    health: healthSection('127.0.0.1:9101'),
    log: logSection,
  },
};
