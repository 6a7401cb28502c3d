// Makes the validators of records and configurations from their schemas, by ajv; with --check it only compares.
// Compiled ahead, they cost a program no ajv at its start: that was half of the time to start, and 6 MiB.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { _ } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { formats } from '../src/model/formats.ts';

const root = join(import.meta.dirname, '..');
/** Where the schema of each configuration is exported as `schema`. */
const configs = ['agent', 'controller', 'mesh-agent', 'src/cli'];

/** What ajv's code needs at run time, and how a module of ours imports it. */
const runtime: Record<string, { call: string; from: string; import: string }> = {
  ucs2length: { call: 'require("ajv/dist/runtime/ucs2length").default', from: 'ajv/dist/runtime/ucs2length.js', import: 'ucs2length' },
  equal: { call: 'require("ajv/dist/runtime/equal").default', from: 'ajv/dist/runtime/equal.js', import: 'equal' },
};

/** The source of a module with one validator for each of `names`: exported name → id of its schema. */
function moduleOf(schemas: readonly object[], names: Record<string, string>, formatsFrom: string, options: Options): string {
  const ajv = new Ajv2020({
    allErrors: true,
    // Gives each error the schema and the value that it is about.
    verbose: true,
    strict: true,
    ...options,
    formats,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  for (const schema of schemas) ajv.addSchema(schema);
  let code = standalone.default(ajv, names).replace('"use strict";', '');
  code = code.replaceAll(/export const (\w+) = (\w+);/g, 'export const $1: ValidateFunction = $2 as never;');
  const imports = ["import type { ValidateFunction } from 'ajv';"];
  for (const { call, from, import: name } of Object.values(runtime)) {
    if (!code.includes(call)) continue;
    code = code.replaceAll(call, `${name}.default`);
    imports.push(`import ${name} from '${from}';`);
  }
  if (/\bformats[.[]/.test(code)) imports.push(`import { formats } from '${formatsFrom}';`);
  if (code.includes('require(')) throw new Error(`ajv's code wants what is not imported: ${/.*require\(.*/.exec(code)?.[0]}`);
  return [
    '// @ts-nocheck -- ajv writes no types.',
    '// Generated from the schemas by `make generate`. Do not edit.',
    ...imports,
    code,
  ].join('\n');
}

function withoutExamples(file: string): { $id: string } {
  const { examples: _examples, ...schema } = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as {
    $id: string;
    examples?: unknown;
  };
  return schema;
}

function recordsModule(): string {
  const schemas = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map(withoutExamples);
  const names = schemas.map(({ $id }): [string, string] => [$id.replace('.json', '').replaceAll('-', '_'), $id]);
  return moduleOf(schemas, Object.fromEntries(names.filter(([name]) => name !== 'common')), './formats.ts', {});
}

async function configModule(dir: string): Promise<string> {
  const { schema } = (await import(join(root, dir, 'config-schema.ts'))) as { schema: object };
  return moduleOf([{ ...schema, $id: 'config' }], { validate: 'config' }, '', { useDefaults: true, allowUnionTypes: true });
}

const modules: [file: string, source: string][] = [['src/model/validators.ts', recordsModule()]];
for (const dir of configs) modules.push([`${dir}/config-validator.ts`, await configModule(dir)]);
for (const [name, source] of modules) {
  const file = join(root, name);
  if (!process.argv.includes('--check')) writeFileSync(file, source);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== source) {
    process.stderr.write(`${name} is not what the schemas give: run \`make generate\`\n`);
    process.exitCode = 1;
  }
}
