// What ctl's configuration file may say, as a JSON Schema; config-validator.ts is made from it.
import { clusterSection, type ConfigSchema } from '../loop/config.ts';

const { required: _required, ...openSection } = clusterSection;
export const schema: ConfigSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { cluster: { ...openSection, default: {} } },
};
