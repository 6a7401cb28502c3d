// The frame ends its process, so each case is a process of its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

const main = JSON.stringify(new URL('./main.ts', import.meta.url).href);
const errors = JSON.stringify(new URL('../model/errors.ts', import.meta.url).href);

function program(run: string) {
  const code = `import { runMain } from ${main}; import { PhotonError } from ${errors}; await runMain({ name: 'prog', graceMs: 300, run: ${run} });`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ready = once(child.stdout, 'data');
  const ended = once(child, 'close').then(([status]) => ({ status: status as number, stderr }));
  return { child, ready, ended };
}

test('exit codes and last words', async () => {
  const table: [string, number, RegExp][] = [
    ['async () => undefined', 0, /^$/],
    ['async () => 3', 3, /^$/],
    ["async () => { throw new PhotonError('invalid_config', 'bad', { where: 'x.toml' }) }", 2, /^prog: x\.toml: bad\n$/],
    ["async () => { throw new PhotonError('identity_taken', 'two agents') }", 4, /^prog: two agents\n$/],
    ["async () => { throw new PhotonError('timeout', 'late') }", 3, /^prog: late\n$/],
    ["async () => { process.emitWarning('old', 'DeprecationWarning'); await new Promise((r) => setTimeout(r, 50)) }", 0, /^$/],
    ["async () => { throw new TypeError('oops') }", 1, /^prog: oops\nTypeError: oops\n/],
    [
      "async () => { void Promise.reject(new PhotonError('conflict', 'lost')); await new Promise((r) => setTimeout(r, 60000)) }",
      4,
      /^prog: lost\n$/,
    ],
  ];
  await Promise.all(
    table.map(async ([run, status, words]) => {
      const found = await program(run).ended;
      assert.equal(found.status, status, run);
      assert.match(found.stderr, words);
    }),
  );
});

const say = "process.stdout.write('up');";

test('the first signal asks, and a run that ends is done', async () => {
  const { child, ready, ended } = program(
    `async (signal) => { ${say} await new Promise((r) => signal.addEventListener('abort', r)); setTimeout(() => {}, 60000) }`,
  );
  await ready;
  child.kill('SIGTERM');
  assert.deepEqual(await ended, { status: 0, stderr: '' });
});

test('a run that was aborted while it waited is done', async () => {
  const { child, ready, ended } = program(
    `async (signal) => { ${say} await new Promise((_, j) => signal.addEventListener('abort', () => j(new PhotonError('aborted', 'x')))) }`,
  );
  await ready;
  child.kill('SIGINT');
  assert.deepEqual(await ended, { status: 0, stderr: '' });
});

test('a run that does not end in time is ended', async () => {
  const { child, ready, ended } = program(`async () => { ${say} await new Promise((r) => setTimeout(r, 60000)) }`);
  await ready;
  child.kill('SIGTERM');
  const { status, stderr } = await ended;
  assert.equal(status, 1);
  assert.match(stderr, /not done in time after SIGTERM/);
});
