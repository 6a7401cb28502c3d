import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { demoAppPath } from '../e2e/harness/images.ts';
import { freePort, waitFor } from '../e2e/harness/scratch.ts';
import type { ProcessSpec, UnitSpec } from '../src/loop/ports.ts';
import type { PhotonError } from '../src/model/errors.ts';
import { engineConformance } from './engine.conformance.ts';
import { isAlive, processesWith } from './proc.ts';
import { createProcessEngine } from './process-engine.ts';
import { createProcessStarter } from './process-starter.ts';
import { starterConformance } from './starter.conformance.ts';

const root = process.getuid?.() === 0;
let dataDir: string;

before(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'photoncloud-process-'));
});
after(async () => {
  const starter = createProcessStarter({ dataDir });
  for (const { name } of await starter.list()) {
    await starter.stop(name, 'SIGKILL', 0);
    await starter.remove(name);
  }
  rmSync(dataDir, { recursive: true });
});

const starter = () => createProcessStarter({ dataDir });
const shell = (name: string, script: string): ProcessSpec => ({ name, command: '/bin/sh', args: ['-c', script], env: {} });
const engine = (nodeId: string) => createProcessEngine({ clusterId: 'pt', nodeId, dataDir, starter: starter() });

function fetchText(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/', agent: false, timeout: 5_000 }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

async function appSpec(nodeId: string, instance: string): Promise<UnitSpec> {
  return {
    labels: { cluster: 'pt', node: nodeId, service: 'web', instance, revision: 'r1' },
    command: [process.execPath],
    args: [demoAppPath],
    env: {},
    secretFiles: [],
    volumes: [],
    publish: { addr: '127.0.0.1', port: await freePort(), containerPort: 8080 },
    stopSignal: 'SIGTERM',
    sandbox: { capAdd: [], noNewPrivileges: true, pidsLimit: 64, readOnlyRoot: false },
  };
}

/** Whether a descriptor is passed on to children: it is opened without O_CLOEXEC. */
function inheritable(fd: string): boolean {
  try {
    const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & 0o2_000_000) === 0;
  } catch {
    return false;
  }
}

starterConformance('on this machine', () => ({
  starter,
  spec: (name) => ({ name, command: 'sleep', args: ['600'], env: {} }),
  until: async (what, condition) => void (await waitFor(what, condition)),
  finish: (work) => work,
  crash: (_name, pid) => void process.kill(pid, 'SIGKILL'),
}));

engineConformance('process', () => ({
  engine,
  spec: appSpec,
  occupy: async ({ publish }) => {
    const server = createServer().listen(publish?.port, publish?.addr);
    await new Promise((resolve) => server.once('listening', resolve));
    return () => new Promise((resolve) => server.close(() => resolve()));
  },
  until: async (what, condition) => void (await waitFor(what, condition)),
  finish: (work) => work,
  answering: async ({ publish }) => void (await waitFor('the app to answer', () => fetchText(publish?.port ?? 0))),
  crash: (unit) => {
    process.kill(unit.pid ?? 0, 'SIGKILL');
    return Promise.resolve();
  },
  deaf: (spec) => ({ ...spec, env: { IGNORE_SIGTERM: 'true' } }),
}));

describe('processes', () => {
  it('keeps how one ended for the agent after, where that was asked for; a stop reaches the program itself', async () => {
    const first = starter();
    const script = 'trap "echo ending; exit 9" TERM; echo begun >&2; while :; do sleep 0.05; done';
    for (const [name, line] of [
      ['once-exit', 'echo hello; exit 7'],
      ['once-signal', 'kill -KILL $$'],
      ['once-stop', script],
    ] as const)
      await first.start({ ...shell(name, line), keepExit: true });
    const ended = async (name: string) => (await starter().list()).find((one) => one.name === name && one.state === 'exited');
    await waitFor('the program to have begun', async () => /begun/.test((await starter().output('once-stop')).text));
    // Another agent's starter: it is nobody's parent.
    await starter().stop('once-stop', 'SIGTERM', 10);
    for (const [name, code] of [
      ['once-exit', 7],
      ['once-signal', 137],
      ['once-stop', 9],
    ] as const) {
      await waitFor(`${name} to end`, async () => (await ended(name)) !== undefined);
      const found = await ended(name);
      assert.deepEqual([name, found?.exitCode], [name, code]);
      assert.ok(Math.abs((found?.endedAt ?? 0) - Date.now()) < 60_000);
    }
    assert.deepEqual(await starter().output('once-exit'), { text: 'hello\n', cut: false });
    assert.match((await starter().output('once-stop')).text, /^begun\n.*ending\n$/s);
    for (const name of ['once-exit', 'once-signal', 'once-stop']) await starter().remove(name);
    assert.deepEqual(
      readdirSync(join(dataDir, 'processes')).filter((file) => file.startsWith('once-')),
      [],
    );
  });

  it('outlives the agent that started it, in a session of its own, with none of its descriptors', async () => {
    // What the test runner itself was given and passes on to everybody is not the agent's.
    const inherited = readdirSync('/proc/self/fd').filter((fd) => Number(fd) > 2 && inheritable(fd));
    const script = join(dataDir, 'agent.ts');
    const module = join(import.meta.dirname, 'process-starter.ts');
    // The "agent" holds a listening socket and a file open while it starts the process, and is then killed.
    writeFileSync(
      script,
      `import { createServer } from 'node:net'; import { openSync } from 'node:fs'; import { createProcessStarter } from ${JSON.stringify(module)};
       openSync('/proc/version', 'r'); createServer().listen(0, async () => {
         const made = await createProcessStarter({ dataDir: ${JSON.stringify(dataDir)} }).start({ name: 'outlive', command: 'sleep', args: ['600'], env: { A: 'b' } });
         process.stdout.write(made.pid + ' '); setInterval(() => {}, 1000); });`,
    );
    const agent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    agent.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const pid = Number(await waitFor('the process', () => /^(\d+) /.exec(text)?.[1]));
    agent.kill('SIGKILL');
    await new Promise((resolve) => agent.once('close', resolve));
    const next = starter();
    const found = (await next.list()).find((process) => process.name === 'outlive');
    assert.deepEqual([found?.pid, found?.state, found?.spec.env], [pid, 'running', { A: 'b' }]);
    assert.deepEqual(
      readdirSync(`/proc/${pid}/fd`).filter((fd) => !inherited.includes(fd)),
      ['0', '1', '2'],
    );
    assert.equal(readlinkSync(`/proc/${pid}/fd/1`), join(dataDir, 'processes', 'outlive.log'));
    const session = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3];
    assert.equal(Number(session), pid);
    await next.stop('outlive', 'SIGTERM', 5);
    await next.remove('outlive');
  });

  it('finds the process of an agent that died between the fork and the record of it', async () => {
    const running = await starter().start(shell('torn', 'sleep 600'));
    const file = join(dataDir, 'processes', 'torn.json');
    const {
      pid: _pid,
      startTime: _startTime,
      startedAt: _startedAt,
      ...intent
    } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify(intent));
    const next = starter();
    const again = await next.start(shell('torn', 'sleep 600'));
    assert.deepEqual([again.pid, again.startTime], [running.pid, running.startTime]);
    assert.ok(Math.abs(again.startedAt - running.startedAt) < 2_000);
    await next.stop('torn', 'SIGKILL', 0);
    await next.remove('torn');
  });

  it('forgets an intent of which no process was born', async () => {
    mkdirSync(join(dataDir, 'processes'), { recursive: true });
    const file = join(dataDir, 'processes', 'unborn.json');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    writeFileSync(file, JSON.stringify({ name: 'unborn', token: 'none', spec: shell('unborn', ''), boot }));
    assert.equal(
      (await starter().list()).find((process) => process.name === 'unborn'),
      undefined,
    );
    assert.equal(existsSync(file), false);
  });

  it('never takes a process of another boot or another start time for its own', async () => {
    const running = await starter().start(shell('reused', 'sleep 600'));
    const file = join(dataDir, 'processes', 'reused.json');
    const state = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...state, startTime: '1', token: 'other' }));
    const next = starter();
    assert.equal((await next.list()).find((process) => process.name === 'reused')?.state, 'exited');
    await next.stop('reused', 'SIGKILL', 0);
    assert.ok(isAlive(running.pid, running.startTime));
    writeFileSync(file, JSON.stringify({ ...state, boot: 'another' }));
    await next.stop('reused', 'SIGKILL', 0);
    assert.ok(isAlive(running.pid, running.startTime));
    writeFileSync(file, JSON.stringify(state));
    await next.stop('reused', 'SIGKILL', 0);
    assert.equal(isAlive(running.pid, running.startTime), false);
    await next.remove('reused');
  });

  it('ends the whole family, also those that left the process group', async () => {
    const one = starter();
    await one.start(shell('family', 'setsid sleep 601 & sleep 602 & trap "" TERM; while :; do sleep 1; done'));
    const token = (JSON.parse(readFileSync(join(dataDir, 'processes', 'family.json'), 'utf8')) as { token: string }).token;
    await waitFor('the family', () => processesWith('PHOTONCLOUD_PROCESS', token).length >= 4);
    await one.stop('family', 'SIGTERM', 1);
    assert.deepEqual(processesWith('PHOTONCLOUD_PROCESS', token), []);
    await one.remove('family');
    assert.deepEqual(
      readdirSync(join(dataDir, 'processes')).filter((file) => file.startsWith('family')),
      [],
    );
  });

  it('keeps no secret on disk', async () => {
    const one = starter();
    const { pid } = await one.start(shell('secret', 'sleep 600'), { TOKEN: 'hush-hush' });
    assert.match(readFileSync(`/proc/${pid}/environ`, 'latin1'), /TOKEN=hush-hush/);
    assert.doesNotMatch(readFileSync(join(dataDir, 'processes', 'secret.json'), 'utf8'), /hush/);
    await one.stop('secret', 'SIGKILL', 0);
    await one.remove('secret');
  });

  it('enforces limits and the user from the first instruction, or refuses', async () => {
    const one = starter();
    if (!root) {
      // Nobody but root may set them: then nothing is started.
      await assert.rejects(one.start({ ...shell('limited', 'sleep 1'), memoryBytes: 1_000_000 }), /limits/);
      return;
    }
    const script = 'id -u; x=$(head -c 200000000 /dev/zero | tr "\\0" a); echo "${#x}"';
    await one.start({ ...shell('limited', script), memoryBytes: 32 * 2 ** 20, cpuMillicores: 500, uid: 65_534, gid: 65_534 });
    const exited = await waitFor('the limit to strike', async () =>
      (await one.list()).find((process) => process.name === 'limited' && process.state === 'exited'),
    );
    assert.equal(exited.oomKilled, true);
    const log = readFileSync(join(dataDir, 'processes', 'limited.log'), 'utf8');
    assert.match(log, /^65534\n/);
    assert.doesNotMatch(log, /200000000/);
    await one.remove('limited');
    const without = createProcessStarter({ dataDir, cgroupRoot: join(dataDir, 'no-cgroups') });
    assert.match(without.limitsProblem() ?? '', /no cgroup/);
    await assert.rejects(without.start({ ...shell('unlimited', 'sleep 1'), memoryBytes: 1_000_000 }), (error: PhotonError) => {
      assert.equal(error.code, 'process_failed');
      assert.match(error.explain(), /limits.*resources/);
      return true;
    });
    assert.equal(
      (await without.list()).find((process) => process.name === 'unlimited'),
      undefined,
    );
  });

  it('refuses what a plain process can not have', async () => {
    const spec = await appSpec('node-1', 'refused-1');
    const refusals: [Partial<UnitSpec>, RegExp][] = [
      [{ command: [] }, /run\.command/],
      [{ sandbox: { ...spec.sandbox, readOnlyRoot: true } }, /read_only_root/],
      [{ sandbox: { ...spec.sandbox, capAdd: ['NET_ADMIN'] } }, /cap_add/],
      [{ volumes: [{ source: '/a', target: '/b', readOnly: true }] }, /same path/],
    ];
    for (const [change, words] of refusals) {
      await assert.rejects(engine('node-1').create({ ...spec, ...change }), (error: PhotonError) => words.test(error.explain()));
    }
    const id = await engine('node-1').create({ ...spec, user: 'no-such-user' });
    await assert.rejects(engine('node-1').start(id), /no-such-user/);
    await engine('node-1').remove(id);
  });
});
