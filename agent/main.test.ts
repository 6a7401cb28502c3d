// The program itself: its configuration, its exit codes, two of one node id, over a real etcd.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type RunningEtcd, startEtcd } from '../e2e/harness/etcd.ts';
import { waitFor } from '../e2e/harness/scratch.ts';
import { keyOf } from '../src/model/keys.ts';
import { createAuthorities } from '../src/pki/authority.ts';
import { createBootstrapToken, saveBootstrapToken } from '../src/pki/token.ts';
import { openEtcd } from '../src/store/etcd.ts';

const cluster = 'demo';
let directory = '';
let etcd: RunningEtcd;

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'photoncloud-agent-'));
  etcd = await startEtcd();
});
after(async () => {
  await etcd.stop();
  await rm(directory, { recursive: true });
});

function program(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, stderr, stdout }));
  return { child, ended, stderr: () => stderr };
}

async function configFile(name: string, more = ''): Promise<string> {
  const file = join(directory, `${name}.toml`);
  const text = `data_dir = "${join(directory, name)}"
[cluster]
cluster_id = "${cluster}"
endpoints = ["${etcd.endpoints[0]}"]
[node]
node_id = "node-1"
[docker]
enabled = false
[mesh]
enabled = false
[caddy]
mode = "off"
[health]
listen = "127.0.0.1:0"
${more}`;
  await writeFile(file, text);
  return file;
}

test('bad input: exit code 2, with file, path and what is allowed', async () => {
  const bad = await configFile('bad', '[proces]\nenabled = true\n');
  const table: [string[], RegExp][] = [
    [[], /--config <file>' not specified/],
    [['--config', bad, '--log-level', 'loud'], /'loud' is invalid\. Allowed choices are debug, info, warn, error\. See --help/],
    [['--config', bad, 'junk'], /got 1: junk\. See --help/],
    [['--config', bad], /bad\.toml: \$\.proces: unknown key; did you mean process\?/],
    [['--config', join(directory, 'none.toml')], /none\.toml: can't be read \(ENOENT\)/],
  ];
  for (const [args, words] of table) {
    const { status, stderr } = await program(...args).ended;
    assert.equal(status, 2);
    assert.match(stderr, words);
  }
});

test('files of the controller that can not be used are named with their setting at the start, exit code 2', async () => {
  const file = (name: string): string => join(directory, name);
  const { root } = createAuthorities({ clusterId: cluster, now: Date.now() });
  await writeFile(file('root.crt'), root.certPem);
  await writeFile(file('empty'), '', { mode: 0o600 });
  await saveBootstrapToken(file('token'), createBootstrapToken());
  await writeFile(file('open-token'), createBootstrapToken(), { mode: 0o644 });
  const table: [ca: string, token: string, words: RegExp][] = [
    ['none', 'token', /^photoncloud-agent: \S+none: \$\.controller\.ca_file can't be read \(ENOENT\)\. Copy root\.crt/],
    ['token', 'token', /token: \$\.controller\.ca_file holds no certificate in PEM/],
    ['.', 'token', /\$\.controller\.ca_file can't be read \(EISDIR\)/],
    ['root.crt', 'none', /none: \$\.controller\.bootstrap_token_file can't be read: ENOENT\. Copy bootstrap\.token/],
    ['root.crt', 'empty', /empty: \$\.controller\.bootstrap_token_file holds no bootstrap token; expected one line/],
    ['root.crt', 'open-token', /\$\.controller\.bootstrap_token_file others than its owner may use this secret.*chmod 600/],
  ];
  const section = (ca: string, token: string): string =>
    `[controller]\napi = "https://127.0.0.1:1"\nca_file = "${file(ca)}"\nbootstrap_token_file = "${file(token)}"\n`;
  for (const [at, [ca, token, words]] of table.entries()) {
    const { status, stderr } = await program('--config', await configFile(`files-${at}`, section(ca, token))).ended;
    assert.equal(status, 2, stderr);
    assert.match(stderr, words);
  }
  // One that runs is not ended by their loss.
  const running = program('--config', await configFile('files', section('root.crt', 'token')));
  await waitFor('the start', () => /started; reading the store/.exec(running.stderr()) ?? undefined, 20_000);
  await rm(file('root.crt'));
  await rm(file('token'));
  running.child.kill('SIGTERM');
  assert.equal((await running.ended).status, 0);
});

test('a wrong endpoint is told within seconds, with what is tried and why it does not answer', async () => {
  const config = await configFile('astray');
  await writeFile(config, (await readFile(config, 'utf8')).replace(/endpoints = .*/, 'endpoints = ["http://127.0.0.1:1"]'));
  const { child, stderr, ended } = program('--config', config);
  const line = await waitFor('the word', () => /^.*has not answered for 2 s.*$/m.exec(stderr())?.[0], 20_000);
  assert.match(line, /"endpoints":\["http:\/\/127\.0\.0\.1:1"\].*etcd can't be reached \(connect ECONNREFUSED 127\.0\.0\.1:1\)/);
  assert.match(stderr(), /"endpoints":\["http:\/\/127\.0\.0\.1:1"\].*started; reading the store/);
  child.kill('SIGTERM');
  assert.equal((await ended).status, 0);
});

test('a data_dir of another node is refused with exit code 2, and one that does not say whose it is is taken', async () => {
  const file = join(directory, 'moved', 'state', 'identity.json');
  await mkdir(join(directory, 'moved', 'state'), { recursive: true });
  const config = await configFile('moved');
  await writeFile(file, JSON.stringify({ agent_uid: 'u', cluster_id: cluster, node_id: 'node-2' }));
  const { status, stderr } = await program('--config', config).ended;
  assert.equal(status, 2);
  assert.match(stderr, /identity\.json: data_dir belongs to node node-2 of cluster demo; this is node node-1 of demo/);
  await writeFile(file, JSON.stringify({ agent_uid: 'u' }));
  const taken = program('--config', config);
  const owner = async () => (JSON.parse(await readFile(file, 'utf8')) as { node_id?: string }).node_id;
  await waitFor('the directory to be taken', async () => ((await owner()) === 'node-1' ? true : undefined), 20_000);
  taken.child.kill('SIGTERM');
  assert.equal((await taken.ended).status, 0);
});

test('--help and --version', async () => {
  assert.match((await program('--help').ended).stdout, /node-agent\.toml/);
  assert.match((await program('--version').ended).stdout, /^\d+\.\d+\.\d+\n$/);
});

test('health, a second agent of the id refused with exit code 4, SIGTERM leaves the lease', async () => {
  const store = openEtcd({ endpoints: etcd.endpoints });
  const liveness = keyOf(cluster, 'liveness', 'node-1');
  const put = (key: string, value: object) => store.transact([], [{ type: 'put', key, value: JSON.stringify(value) }]);
  const first = program('--config', await configFile('first'));
  try {
    const port = await waitFor('the health port', () => /"port":(\d+)/.exec(first.stderr())?.[1], 20_000);
    const ask = async (path: string): Promise<[number, string]> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return [response.status, await response.text()];
    };
    assert.equal((await ask('/healthz'))[0], 200);
    await waitFor(
      'the refusal of a store without meta',
      async () => (/no meta record/.test((await ask('/readyz'))[1]) ? true : undefined),
      20_000,
    );
    await put(keyOf(cluster, 'cluster'), { cluster_id: cluster, environment: 'dev', created_at: '2026-01-01T00:00:00Z' });
    await put(keyOf(cluster, 'node', 'node-1'), { node_id: 'node-1', ip: '127.0.0.1' });
    await waitFor('readiness', async () => ((await ask('/readyz'))[0] === 200 ? true : undefined), 20_000);
    assert.match((await ask('/metrics'))[1], /photoncloud_agent_store\{state="obeyed"\} 1/);
    const second = await program('--config', await configFile('second')).ended;
    assert.equal(second.status, 4);
    const { kv } = await store.get(liveness);
    const { agent_uid: uid } = JSON.parse(kv?.value ?? '{}');
    assert.match(
      second.stderr,
      new RegExp(`photoncloud-agent: ${liveness}: this node id is held by agent ${uid} on machine .*; this is agent`),
    );
    first.child.kill('SIGTERM');
    assert.equal((await first.ended).status, 0);
    assert.equal((await store.get(liveness)).kv?.lease, kv?.lease);
    const third = program('--config', join(directory, 'first.toml'));
    const session = async (): Promise<true | undefined> => ((await store.get(liveness)).kv?.value === kv?.value ? undefined : true);
    await waitFor('the next run to take over', session, 20_000);
    const { kv: taken } = await store.get(liveness);
    assert.deepEqual([taken?.lease, taken?.createRevision], [kv?.lease, kv?.createRevision]);
    third.child.kill('SIGTERM');
    assert.equal((await third.ended).status, 0);
  } finally {
    first.child.kill('SIGKILL');
    await store.close();
  }
});
