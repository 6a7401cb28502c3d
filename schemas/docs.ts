// Makes docs/records.md from the schemas beside this file; with --check it only compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Kind, type KindInfo, kinds } from '../src/model/kinds.ts';
import { resolveSchema, type Schema, schemaOf } from '../src/model/schema.ts';

const out = `${import.meta.dirname}/../docs/records.md`;

const formats: Record<string, string> = { 'date-time': 'date and time of RFC 3339', ip: 'IPv4 or IPv6 address' };

/** Type in words: `text`, `list of objects`, `one of a, b`. */
function typeOf(schema: Schema): string {
  if (schema.format !== undefined) return formats[schema.format] ?? schema.format;
  if (schema.enum) return `one of ${schema.enum.map((value) => `\`${String(value)}\``).join(', ')}`;
  if (schema.type === 'array') return `list of ${typeOf(resolveSchema(schema.items ?? {}))}`;
  if (schema.type === 'object') return schema.properties ? 'object' : 'object of text by name';
  const words: Record<string, string> = { string: 'text', integer: 'whole number', number: 'number', boolean: 'true or false' };
  return words[schema.type ?? ''] ?? 'any';
}

function limitsOf(schema: Schema): string {
  if (schema.format !== undefined) return '';
  const limits: string[] = [];
  const values = schema.type === 'object' ? (schema.additionalProperties as Schema | undefined) : undefined;
  const number = (value: number): string =>
    value === Number.MAX_SAFE_INTEGER ? '2^53 − 1' : value.toLocaleString('en').replaceAll(',', ' ');
  if (schema.minimum !== undefined || schema.maximum !== undefined)
    limits.push(`${number(schema.minimum ?? 0)} to ${number(schema.maximum ?? Infinity)}`);
  if (schema.maxLength !== undefined) limits.push(`at most ${number(schema.maxLength)} characters`);
  if (schema.maxItems !== undefined) limits.push(`at most ${number(schema.maxItems)} entries`);
  if (schema.maxProperties !== undefined) limits.push(`at most ${number(schema.maxProperties)} entries`);
  if (schema.propertyNames?.pattern) limits.push(`names \`${schema.propertyNames.pattern}\``);
  if (schema.pattern) limits.push(`\`${schema.pattern}\``);
  if (values?.maxLength !== undefined) limits.push(`each at most ${number(values.maxLength)} characters`);
  return limits.join('; ').replaceAll('|', '\\|');
}

function rowsOf(schema: Schema, prefix: string): string[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, raw]) => {
    const field = resolveSchema(raw);
    const items = field.items && resolveSchema(field.items);
    const path = `${prefix}${name}${field.type === 'array' && items?.type === 'object' ? '[]' : ''}`;
    const standard = field.default === undefined ? '' : `\`${JSON.stringify(field.default)}\``;
    const limits = items && items.type !== 'object' ? [limitsOf(field), limitsOf(items)].filter(Boolean).join('; each ') : limitsOf(field);
    const description = (field.description ?? '').replaceAll('|', '\\|');
    const row = `| \`${path}\` | ${typeOf(field)} | ${required.has(name) ? 'yes' : ''} | ${standard} | ${limits} | ${description} |`;
    return [row, ...rowsOf(items ?? field, `${path}.`)];
  });
}

function section(kind: Kind): string {
  const info: KindInfo = kinds[kind];
  const schema = schemaOf(kind);
  const names = [kind, ...info.aliases].map((name) => `\`${name}\``).join(', ');
  const lines = [
    `## ${info.title}${info.title === 'CertificateBinding' ? ` (${kind})` : ''}`,
    '',
    schema.description ?? '',
    '',
    `Key: \`photoncloud/clusters/{cluster_id}/${info.path}\`. On the command line: ${names}. ${info.operator ? 'Operators write it.' : 'Programs write it.'}`,
    '',
    '| field | type | required | default | limits | meaning |',
    '|---|---|---|---|---|---|',
    ...rowsOf(schema, ''),
  ];
  for (const example of schema.examples ?? []) lines.push('', '```json', JSON.stringify(example, null, 2), '```');
  return lines.join('\n');
}

const head = `# Records

<!-- Made from schemas/ by \`make generate\`. Do not edit. -->

Every record is one JSON object under one key of the store. The schemas in \`schemas/\` are the source: types are made from them, \`photoncloud-ctl\` and the programs check against them, and so is this page.

Beside the schema, a record has to keep these rules: its ids agree with its key; it is at most 1.4 MiB; a Service has the port of its protocol; driver docker wants an image, driver process a command and none of \`image\`, \`volumes\`, \`secret_files\`, \`sandbox\`; \`update\` leaves room to replace something; placement constraints are \`label==value\`, \`label!=value\` or \`label in (a, b)\`; no route, upstream, bind or mount stands twice; \`ingress\` is no name of a Service; \`port_range.from\` is not above \`port_range.to\`.

Unknown fields are refused by \`photoncloud-ctl\` and kept, and reported, by the programs.

## Manifests

\`photoncloud-ctl apply\` and \`diff\` read YAML or JSON, one document or many (in YAML separated by \`---\`, or as a list). A document is the record itself with one more field, its kind:

\`\`\`yaml
kind: Service
name: hello
protocol: http
ports: { http: 8080 }
run: { driver: docker, image: "example/hello:1" }
\`\`\`

\`get -o json\` and \`get -o yaml\` print such documents: the fields of the record, \`kind\`, and \`mod_revision\`, the revision of the store at which the record was written last. A document that carries \`mod_revision\` is refused with exit code 4 when somebody changed the operator's fields since. Of one record by its whole id \`get\` prints one object, else a list. What stands under a key without being a record is printed as \`{kind, key, invalid: true, problems, text, mod_revision}\`.

\`apply\` changes only what is the operator's: a node's \`state\`, \`last_heartbeat\`, \`machine_id\`, \`drivers\` and \`conditions\`, an instance's \`desired\`, \`slot\`, \`revision\`, \`pinned\`, \`mesh_port\`, \`local_ports\` and all that its agent observes, and the cluster's \`uid\` stay as they are. Of a node's \`intent\`, \`capacity\` and \`hostname\`, the cluster's \`timings\`, \`epoch\` and \`created_at\`, and an instance's \`registered_at\`, what a document does not name stays.
`;

const kindsInOrder = (Object.keys(kinds) as Kind[]).sort((a, b) => Number(kinds[b].operator) - Number(kinds[a].operator));
const page = `${[head.trimEnd(), ...kindsInOrder.map(section)].join('\n\n')}\n`;

if (process.argv.includes('--check')) {
  let found = '';
  try {
    found = readFileSync(out, 'utf8');
  } catch {
    // Missing is as stale as different.
  }
  if (found !== page) {
    process.stderr.write('docs/records.md is not what schemas/ give: run `make generate`\n');
    process.exit(1);
  }
} else {
  mkdirSync(`${import.meta.dirname}/../docs`, { recursive: true });
  writeFileSync(out, page);
}
