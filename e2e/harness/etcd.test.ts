import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'node:test';
import { startEtcd } from './etcd.ts';

test('keeps its data over a kill and a restart, and removes it at the end', async () => {
  const etcd = await startEtcd();
  try {
    await etcd.etcdctl('put', 'a', '1');
    await etcd.kill();
    await etcd.restart();
    assert.equal(await etcd.etcdctl('get', 'a', '--print-value-only'), '1\n');
    etcd.pause();
    etcd.resume();
    assert.equal(await etcd.etcdctl('get', 'a', '--print-value-only'), '1\n');
  } finally {
    await etcd.stop();
  }
  assert.equal(existsSync(etcd.dataDir), false);
});

test('dies with the process that started it', async () => {
  const module = fileURLToPath(new URL('./etcd.ts', import.meta.url));
  const source = `const { startEtcd } = await import(${JSON.stringify(module)});
    const etcd = await startEtcd(); console.log(etcd.pid + ' ' + etcd.dataDir); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const [pid, dataDir] = line.toString().trim().split(' ') as [string, string];
  child.kill('SIGKILL');
  const deadline = performance.now() + 10_000;
  const alive = () =>
    promisify(execFile)('ps', ['-o', 'comm=', '-p', pid]).then(
      ({ stdout }) => stdout.includes('etcd'),
      () => false,
    );
  while ((existsSync(dataDir) || (await alive())) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(existsSync(dataDir), false);
  assert.equal(await alive(), false);
});
