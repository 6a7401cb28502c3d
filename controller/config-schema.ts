// What controller.toml and the flags over it may say, as a JSON Schema; config-validator.ts is made from it.
import { clusterSection, type ConfigSchema, healthSection, listenAddress, logSection } from '../src/loop/config.ts';

export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['cluster'],
  properties: {
    state_dir: { type: 'string', minLength: 1 },
    cluster: clusterSection,
    api: {
      type: 'object',
      additionalProperties: false,
      required: ['ca_dir', 'bootstrap_token_file'],
      properties: {
        ca_dir: { type: 'string', minLength: 1 },
        bootstrap_token_file: { type: 'string', minLength: 1 },
        listen: { ...listenAddress, default: ':8443' },
        names: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 253 }, default: [] },
        leaf_days: { type: 'number', exclusiveMinimum: 0, maximum: 3650, default: 90 },
      },
    },
    election: {
      type: 'object',
      additionalProperties: false,
      default: {},
      properties: {
        // How long a leader that was killed is still thought to lead.
        lease_s: { type: 'integer', minimum: 2, maximum: 300, default: 15 },
      },
    },
    health: healthSection('127.0.0.1:9100'),
    log: logSection,
  },
} as const satisfies ConfigSchema;
