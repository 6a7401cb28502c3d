import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PhotonError } from '../model/errors.ts';
import { clusterSection, type ConfigSchema, healthSection, listenAddress, logSection, parseConfig, readConfig } from './config.ts';

const schema: ConfigSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['cluster'],
  properties: {
    cluster: clusterSection,
    log: logSection,
    health: healthSection('127.0.0.1:9101'),
    listen: listenAddress,
    choice: { anyOf: [{ const: 'a' }, { type: 'string', pattern: '^b' }], description: 'a or b' },
  },
};
const validate = new Ajv2020({ allErrors: true, useDefaults: true, allowUnionTypes: true, verbose: true }).compile(schema);
const good = '[cluster]\ncluster_id = "demo"\nendpoints = ["http://127.0.0.1:2379"]\n';

function refusal(text: string): string {
  try {
    parseConfig(text, 'a.toml', validate);
  } catch (thrown) {
    assert.ok(thrown instanceof PhotonError);
    assert.equal(thrown.code, 'invalid_config');
    assert.equal(thrown.exitCode, 2);
    return thrown.explain();
  }
  return assert.fail('it was taken');
}

test('defaults are filled in, whole sections too', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(parseConfig(good, 'a.toml', validate))), {
    cluster: { cluster_id: 'demo', endpoints: ['http://127.0.0.1:2379'] },
    log: { level: 'info', format: 'json' },
    health: { listen: '127.0.0.1:9101' },
  });
});

test('each problem is named with file, path, what was found and what is allowed', () => {
  const table: [string, RegExp][] = [
    [
      '[cluster]\ncluster_id = "demo"\nendpoint = ["http://a:1"]',
      /^a\.toml: \$\.cluster\.endpoints: missing\n {2}\$\.cluster\.endpoint: unknown key; did you mean endpoints\?$/,
    ],
    [`${good}[log]\nlevel = "loud"`, /\$\.log\.level: found "loud", allowed: debug, info, warn, error/],
    [`${good}zzzzzz = 1`, /\$\.cluster\.zzzzzz: unknown key; known here: cluster_id, /],
    [`[cluster]\ncluster_id = "Demo"\nendpoints = ["http://a:1"]`, /\$\.cluster\.cluster_id: found "Demo", expected small letters, digits/],
    [
      `[cluster]\ncluster_id = "demo"\nendpoints = ["a:1"]`,
      /endpoints\[0\]: found "a:1", expected http:\/\/HOST:PORT or https:\/\/HOST:PORT$/,
    ],
    [`[cluster]\ncluster_id = "demo"\nendpoints = ["http://a"]`, /found "http:\/\/a", expected http:\/\/HOST:PORT/],
    [`choice = 3\n${good}`, /^a\.toml: \$\.choice: found 3, expected a or b$/],
    [`listen = "80"\n${good}`, /\$\.listen: found "80", expected HOST:PORT/],
    ['[cluster\n', /^a\.toml:1:\d+: /],
    ['', /\$\.cluster: missing/],
  ];
  for (const [text, wanted] of table) assert.match(refusal(text), wanted);
});

test('addresses to listen on', () => {
  for (const listen of [':80', '127.0.0.1:0', '[::1]:9101', 'localhost:1'])
    parseConfig(`listen = "${listen}"\n${good}`, 'a.toml', validate);
  for (const listen of ['80', '::1:80', '1.2.3.4:', '[::1]']) refusal(`listen = "${listen}"\n${good}`);
});

test('a file that is missing is refused with its name', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'photoncloud-config-'));
  try {
    const file = join(directory, 'agent.toml');
    await assert.rejects(
      readConfig(file, validate),
      (thrown) => thrown instanceof PhotonError && thrown.explain().startsWith(`${file}: can't be read (ENOENT)`),
    );
    await writeFile(file, good);
    assert.ok(await readConfig(file, validate));
  } finally {
    await rm(directory, { recursive: true });
  }
});
