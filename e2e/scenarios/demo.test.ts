// The demo as its first user meets it: a child process without a terminal.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../harness/cluster.ts';
import { processesNaming } from '../harness/scratch.ts';

const main = join(import.meta.dirname, '../demo/main.ts');
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('photoncloud-run-demo-'));

test('the demo passes every one of its checks, exits 0, and leaves nothing', { timeout: 300_000 }, async () => {
  const before = leftovers();
  const out = await run(process.execPath, [main]);
  assert.equal(out.code, 0, `${out.stdout}\n${out.stderr}`);
  assert.match(out.stdout, /The demo passed\./);
  assert.match(out.stdout, /spiffe:\/\/photoncloud\/demo-[0-9a-f]+\/service\/apigateway/, 'the peer, from the handshake');
  const left = leftovers().filter((name) => !before.includes(name));
  assert.deepEqual(left, [], 'no directory is left');
  // Another demo may run on this machine; its directory was there before.
  const others = (pid: number) => before.some((name) => readFileSync(`/proc/${pid}/environ`, 'latin1').includes(name));
  assert.deepEqual(
    processesNaming('photoncloud-run-demo-').filter((pid) => !others(pid)),
    [],
    'no process is left',
  );
});
