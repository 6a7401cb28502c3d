// The agent's own part of its configuration file: the controllers that sign for it.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { PhotonError } from '../src/model/errors.ts';
import { type AgentConfig, readAgentConfig } from './config.ts';

let directory = '';

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'photoncloud-config-'));
});
after(() => rm(directory, { recursive: true }));

async function read(controller: string): Promise<AgentConfig> {
  const file = join(directory, 'agent.toml');
  await writeFile(
    file,
    `data_dir = "/data"
[cluster]
cluster_id = "demo"
endpoints = ["http://127.0.0.1:2379"]
[node]
node_id = "node-1"
${controller}`,
  );
  return readAgentConfig(file);
}

const section = (api: string): string => `[controller]\napi = ${api}\nca_file = "/ca.crt"\nbootstrap_token_file = "/token"\n`;

test('controller.api is one controller, or several in the order in which they are asked', async () => {
  assert.equal((await read(section('"https://one:7443"'))).controller?.api, 'https://one:7443');
  const several = ['https://two:7443', 'https://one:7443'];
  assert.deepEqual((await read(section(JSON.stringify(several)))).controller?.api, several);
});

test('controller.api that is no https address, or none, is refused with its path', async () => {
  for (const api of ['"http://one:7443"', '[]', '["https://one:7443", "two:7443"]', '7']) {
    await assert.rejects(read(section(api)), (error: PhotonError) => {
      assert.equal(error.code, 'invalid_config', api);
      assert.match(error.explain(), /agent\.toml: \$\.controller\.api/, api);
      return true;
    });
  }
});

test('a mesh without a controller to sign for it is refused', async () => {
  await assert.rejects(read(''), (error: PhotonError) => /\$\.controller: .*mesh\.enabled/.test(error.explain()));
  assert.equal((await read('[mesh]\nenabled = false\n')).controller, undefined);
});
