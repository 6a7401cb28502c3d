// Makes src/model/generated.ts from the schemas beside this file; with --check it only compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const here = import.meta.dirname;
const out = `${here}/../src/model/generated.ts`;
const names = readdirSync(here)
  .filter((f) => f.endsWith('.json') && f !== 'common.json')
  .sort();

const { $defs: shared } = JSON.parse(readFileSync(`${here}/common.json`, 'utf8'));
const definitions: Record<string, unknown> = { ...shared };
const properties: Record<string, unknown> = {};
for (const name of names) {
  const schema = JSON.parse(readFileSync(`${here}/${name}`, 'utf8'));
  const { $schema: _s, $id: _i, examples: _e, ...rest } = schema;
  definitions[rest.title] = rest;
  properties[rest.title] = { $ref: `#/$defs/${rest.title}` };
}
const local = JSON.parse(JSON.stringify(definitions).replaceAll('common.json#/', '#/'));
const source = await compile(
  {
    title: 'Records',
    type: 'object',
    additionalProperties: false,
    properties: JSON.parse(JSON.stringify(properties)),
    $defs: local,
  } as never,
  'Records',
  {
    bannerComment: '// Generated from schemas/ by `make generate`. Do not edit.',
    style: { singleQuote: true, printWidth: 120 },
    ignoreMinAndMaxItems: true,
    strictIndexSignatures: false,
    unreachableDefinitions: true,
  },
);
if (process.argv.includes('--check')) {
  const found = readFileSync(out, 'utf8');
  if (found !== source) {
    process.stderr.write('src/model/generated.ts is not what schemas/ give: run `make generate`\n');
    process.exit(1);
  }
} else {
  writeFileSync(out, source);
}
