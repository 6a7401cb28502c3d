// The built programs, as they run on a node: from an empty directory, with nothing but Node.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { buildPrograms, type ProgramName, programs } from '../build.ts';
import { version } from '../src/loop/version.ts';
import { startEtcd } from './harness/etcd.ts';

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

describe('built programs', () => {
  let dist: string;
  let empty: string;

  before(async () => {
    dist = await mkdtemp(join(tmpdir(), 'photoncloud-dist-'));
    empty = await mkdtemp(join(tmpdir(), 'photoncloud-empty-'));
    await buildPrograms(dist);
  });
  after(() => Promise.all([dist, empty].map((dir) => rm(dir, { recursive: true, force: true }))));

  const run = (path: string, ...args: string[]): Promise<Ran> =>
    new Promise((resolve) => {
      // Nothing of the caller's environment but the node of the PATH, which `env` in the first line finds.
      const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: empty };
      execFile(path, args, { cwd: empty, env, timeout: 60_000 }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
      });
    });

  for (const name of Object.keys(programs) as ProgramName[]) {
    test(`${name}: --version and --help, and a mistake is exit code 2`, async () => {
      const path = join(dist, name);
      assert.equal((await stat(path)).mode & 0o777, 0o755);
      assert.match(await readFile(path, 'utf8'), /^#!\/usr\/bin\/env node\n/);
      assert.deepEqual(await run(path, '--version'), { code: 0, stdout: `${version}\n`, stderr: '' });
      const help = await run(path, '--help');
      assert.deepEqual([help.code, help.stderr], [0, '']);
      assert.match(help.stdout, new RegExp(`Usage: ${name} `));
      const wrong = await run(path, '--no-such-option');
      assert.equal(wrong.code, 2, wrong.stderr);
      assert.match(wrong.stderr, /no-such-option|--config/);
    });
  }

  test('a copy runs in a package of ES modules, in one of CommonJS, and in none', async () => {
    for (const type of ['module', 'commonjs', undefined]) {
      const dir = join(empty, String(type));
      await mkdir(dir);
      if (type) await writeFile(join(dir, 'package.json'), JSON.stringify({ type }));
      // CommonJS asked for by name is the one place where an ES module without an ending is not taken for one.
      const name = type === 'commonjs' ? 'photoncloud-ctl.mjs' : 'photoncloud-ctl';
      await copyFile(join(dist, 'photoncloud-ctl'), join(dir, name));
      assert.deepEqual(await run(join(dir, name), '--version'), { code: 0, stdout: `${version}\n`, stderr: '' }, String(type));
    }
  });

  test('nothing native and nothing of a remote shell is inside; the licences are beside', async () => {
    assert.deepEqual((await readdir(dist)).sort(), ['THIRD-PARTY-LICENSES.txt', ...Object.keys(programs)].sort());
    for (const name of Object.keys(programs))
      assert.doesNotMatch(await readFile(join(dist, name), 'latin1'), /require\([^)]*\.node["'`]|cpu-features|ssh-userauth/, name);
    const licences = await readFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['etcd3', 'pino', '@grpc/grpc-js', 'node-forge']) assert.match(licences, new RegExp(`^${name} \\d`, 'm'));
  });

  test('two builds give the same bytes', async () => {
    const again = join(empty, 'again');
    await buildPrograms(again, ['photoncloud-ctl']);
    assert.ok((await readFile(join(again, 'photoncloud-ctl'))).equals(await readFile(join(dist, 'photoncloud-ctl'))));
  });

  test('ctl reads and writes a real store', async () => {
    const etcd = await startEtcd();
    try {
      const ctl = (...args: string[]) =>
        run(join(dist, 'photoncloud-ctl'), '--endpoints', etcd.endpoints.join(','), '--cluster', 'demo', ...args);
      const manifest = join(empty, 'node.json');
      await writeFile(
        manifest,
        JSON.stringify({ kind: 'node', node_id: 'node-1', ip: '10.0.0.1', hostname: 'one', roles: ['worker'], labels: {} }),
      );
      const init = await ctl('init', '--environment', 'dev', '--ca-dir', join(empty, 'ca'));
      assert.equal(init.code, 0, init.stderr);
      const applied = await ctl('apply', '-f', manifest);
      assert.equal(applied.code, 0, applied.stderr);
      const got = await ctl('get', 'node', '-o', 'json');
      assert.equal(got.code, 0, got.stderr);
      assert.match(got.stdout, /"node_id": ?"node-1"/);
      const missing = await ctl('get', 'node', 'node-9');
      assert.equal(missing.code, 1);
      assert.match(missing.stderr, /node-9/);
    } finally {
      await etcd.stop();
    }
  });
});
