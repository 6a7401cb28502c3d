// photoncloud-ctl as an operator runs it, against a real etcd: the whole command line in this process, and as a process of its own
// where the process is what is asked about (exit codes, signals, pipes, two that race).
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type RunningEtcd, startEtcd } from '../../e2e/harness/etcd.ts';
import { keyOf, leaderKey } from '../model/keys.ts';
import { runCommand } from './program.ts';

const main = new URL('main.ts', import.meta.url).pathname;
const limitMs = 30_000;

interface Output {
  code: number | null;
  out: string;
  err: string;
}

interface RunOptions {
  input?: string;
  env?: Record<string, string>;
}

let etcd: RunningEtcd;
let dir: string;
let clusters = 0;

before(async () => {
  etcd = await startEtcd();
  dir = mkdtempSync(join(tmpdir(), 'photoncloud-ctl-'));
});
after(async () => {
  await etcd.stop();
  rmSync(dir, { recursive: true });
});

/** ctl for a cluster of its own. */
class Ctl {
  readonly cluster = `c${++clusters}`;

  #env(env: Record<string, string> = {}): Record<string, string | undefined> {
    return {
      PATH: process.env['PATH'],
      HOME: dir,
      PHOTONCLOUD_ENDPOINTS: etcd.endpoints.join(','),
      PHOTONCLOUD_CLUSTER: this.cluster,
      ...env,
    };
  }

  /** In this process; what it has printed so far can be read while it runs. */
  begin(args: string[], { input = '', env }: RunOptions = {}): { printed: { out: string; err: string }; ended: Promise<Output> } {
    const printed = { out: '', err: '' };
    const ended = runCommand({
      args,
      env: this.#env(env),
      stdin: () => Promise.resolve(Buffer.from(input)),
      terminal: {
        out: (text) => void (printed.out += text),
        err: (text) => void (printed.err += text),
        interactive: false,
        colour: false,
        columns: 80,
      },
      signal: AbortSignal.timeout(limitMs),
    }).then((code) => ({ code, ...printed }));
    return { printed, ended };
  }

  run(args: string[], options?: RunOptions): Promise<Output> {
    return this.begin(args, options).ended;
  }

  start(args: string[], env?: Record<string, string>): ChildProcess {
    return spawn(process.execPath, [main, ...args], { env: { ...this.#env(env), NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } });
  }

  /** The same as a process of its own. */
  async process(args: string[], { input = '', env }: RunOptions = {}): Promise<Output> {
    const child = this.start(args, env);
    child.stdin?.end(input);
    return collect(child);
  }

  async ok(args: string[], input = ''): Promise<string> {
    const { code, out, err } = await this.run(args, { input });
    assert.equal(code, 0, `ctl ${args.join(' ')}: ${out}${err}`);
    return out;
  }

  async json(args: string[]): Promise<unknown> {
    return JSON.parse(await this.ok([...args, '-o', 'json']));
  }

  async init(): Promise<void> {
    await this.ok(['init', '--environment', 'dev', '--ca-dir', join(dir, this.cluster, 'ca')]);
  }

  key(kind: Parameters<typeof keyOf>[1], ...ids: string[]): string {
    return keyOf(this.cluster, kind, ...ids);
  }
}

function collect(child: ChildProcess): Promise<Output> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (err += data.toString()));
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, out, err });
    });
  });
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!holds()) {
    assert.ok(Date.now() < deadline, `${what}: not within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const service = { name: 'web', protocol: 'http', ports: { http: 8080 }, run: { image: 'x:1' }, replicas: 2 };
const manifest = JSON.stringify({ kind: 'Service', ...service });

describe('init', () => {
  test('makes record, authorities and token once, and never overwrites', async () => {
    const ctl = new Ctl();
    const ca = join(dir, 'init/ca');
    const config = join(dir, 'init/ctl.toml');
    const out = await ctl.ok(['init', '--environment', 'prod', '--ca-dir', ca, '--write-config', config]);
    assert.match(out, /cluster c\d+ \(prod\) created/);
    for (const file of ['root.key', 'issuing.key', 'bootstrap.token']) assert.equal(statSync(join(ca, file)).mode & 0o777, 0o600, file);
    const meta = (await ctl.json(['get', 'cluster'])) as Record<string, unknown>;
    assert.deepEqual([meta['cluster_id'], meta['environment'], typeof meta['uid']], [ctl.cluster, 'prod', 'string']);
    const token = readFileSync(join(ca, 'bootstrap.token'), 'utf8');
    const again = await ctl.run(['init', '--environment', 'dev', '--ca-dir', join(dir, 'init/other')]);
    assert.equal(again.code, 4);
    assert.match(again.err, /exists already/);
    assert.ok(!existsSync(join(dir, 'init/other')));
    const other = new Ctl();
    const sameDir = await other.run(['init', '--environment', 'dev', '--ca-dir', ca]);
    assert.equal(sameDir.code, 4);
    assert.match(sameDir.err, /root\.crt: the file is there already/);
    assert.equal(readFileSync(join(ca, 'bootstrap.token'), 'utf8'), token);
    assert.equal((await other.run(['get', 'cluster', '-o', 'json'])).code, 1);
    const fromConfig = await ctl.run(['get', 'cluster', '-o', 'json', '--config', config], {
      env: { PHOTONCLOUD_ENDPOINTS: '', PHOTONCLOUD_CLUSTER: '' },
    });
    assert.equal(fromConfig.code, 2, 'an empty variable is no setting that is left out');
    const child = spawn(process.execPath, [main, 'get', 'cluster', '-o', 'json', '--config', config], {
      env: { PATH: process.env['PATH'], HOME: dir },
    });
    assert.equal((JSON.parse((await collect(child)).out) as Record<string, unknown>)['uid'], meta['uid']);
  });

  test('two at once: one cluster, and the loser leaves no authorities behind', async () => {
    const ctl = new Ctl();
    const dirs = [join(dir, 'race/a'), join(dir, 'race/b')];
    const both = await Promise.all(dirs.map((ca) => ctl.process(['init', '--environment', 'dev', '--ca-dir', ca])));
    assert.deepEqual(
      both.map(({ code }) => code).sort((a, b) => (a ?? -1) - (b ?? -1)),
      [0, 4],
    );
    for (const [at, { code }] of both.entries()) assert.equal(existsSync(join(dirs[at] ?? '', 'root.key')), code === 0);
  });

  test('an environment that is none is refused', async () => {
    const ctl = new Ctl();
    const { code, err } = await ctl.run(['init', '--environment', 'production', '--ca-dir', join(dir, 'none')]);
    assert.equal(code, 2);
    assert.match(err, /\$\.environment must be one of dev, stg, prod, test; found "production"/);
    assert.ok(!existsSync(join(dir, 'none')));
  });
});

describe('records', () => {
  test('apply, get, diff, describe, delete', async () => {
    const ctl = new Ctl();
    await ctl.init();
    const files = join(dir, 'manifests');
    mkdirSync(join(files, 'sub'), { recursive: true });
    writeFileSync(join(files, 'a.json'), manifest);
    writeFileSync(
      join(files, 'sub/nodes.yaml'),
      'kind: Node\nnode_id: n1\nip: 10.0.0.1\nlabels: { zone: a }\n---\nkind: node\nnode_id: n2\nip: 10.0.0.2\n',
    );
    writeFileSync(join(files, 'README.md'), 'not a manifest');
    assert.equal(await ctl.ok(['apply', '-f', files]), 'service/web created\nnode/n1 created\nnode/n2 created\n');
    assert.equal(await ctl.ok(['apply', '-f', files]), 'service/web unchanged\nnode/n1 unchanged\nnode/n2 unchanged\n');
    const { mod_revision: revision, kind, ...record } = (await ctl.json(['get', 'service', 'web'])) as Record<string, unknown>;
    assert.deepEqual([kind, record], ['Service', service]);
    assert.ok(typeof revision === 'number' && revision > 0);
    assert.equal(((await ctl.json(['get', 'nodes'])) as unknown[]).length, 2);
    assert.match(await ctl.ok(['get', 'svc']), /^SERVICE +READY +UPDATED.*\nweb +\?\/2/);
    assert.match(await ctl.ok(['get', 'node', '-o', 'wide']), /n1 .*zone=a/);
    assert.equal((await ctl.run(['diff', '-f', files])).code, 0);
    const changed = await ctl.run(['diff', '-f', '-'], { input: manifest.replace('"replicas":2', '"replicas":3') });
    assert.equal(changed.code, 1);
    assert.match(changed.out, /~ service\/web\n {4}\$\.replicas: 2 → 3\n/);
    assert.match(await ctl.ok(['describe', 'service', 'web']), /service\/web[\s\S]*replicas: 2[\s\S]*Status:\n {2}ready \?\/2/);
    assert.equal(await ctl.ok(['delete', 'service', 'web']), 'service/web deleted\n');
    assert.equal((await ctl.run(['get', 'service', 'web'])).code, 1);
  });

  test('diff and --dry-run tell what the controller would do, and write nothing', async () => {
    const ctl = new Ctl();
    await ctl.init();
    const node = { kind: 'Node', node_id: 'n1', ip: '10.0.0.1', state: 'active' };
    await ctl.ok(['apply', '-f', '-'], JSON.stringify(node));
    const live = { session: 's', agent_uid: 'u', machine_id: 'm', boot_id: 'b', version: '1' };
    await etcd.etcdctl('put', ctl.key('liveness', 'n1'), JSON.stringify(live));
    const before = await etcd.etcdctl('get', '--prefix', `photoncloud/clusters/${ctl.cluster}/`, '-w', 'json');
    const dry = await ctl.ok(['apply', '--dry-run', '-f', '-'], manifest);
    assert.match(dry, /\+ service\/web/);
    assert.match(dry, /The controller would then:[\s\S]*instance_create +instances\/web\//);
    const diff = await ctl.run(['diff', '-f', '-', '-o', 'json'], { input: manifest });
    assert.equal(diff.code, 1);
    const { changes, actions } = JSON.parse(diff.out) as { changes: { action: string }[]; actions: { kind: string }[] };
    assert.deepEqual(
      changes.map(({ action }) => action),
      ['create'],
    );
    assert.equal(actions.filter(({ kind }) => kind === 'instance_create').length, 2);
    const kvsOf = (text: string): unknown => (JSON.parse(text) as { kvs: unknown }).kvs;
    assert.deepEqual(kvsOf(await etcd.etcdctl('get', '--prefix', `photoncloud/clusters/${ctl.cluster}/`, '-w', 'json')), kvsOf(before));
  });

  test('one bad document of fifty: exit code 2, told where, nothing written', async () => {
    const ctl = new Ctl();
    await ctl.init();
    const documents = Array.from(
      { length: 50 },
      (_, at) => `kind: Service\nname: s${at}\nprotocol: http\nports: { http: ${at === 49 ? 0 : 80} }\n`,
    );
    const { code, out, err } = await ctl.run(['apply', '-f', '-'], { input: documents.join('---\n') });
    assert.deepEqual([code, out], [2, '']);
    assert.match(
      err,
      /nothing was written\n {2}stdin:249: document 50, service\/s49: \$\.ports\.http must be between 1 and 65535; found 0/,
    );
    assert.deepEqual(await ctl.json(['get', 'service']), []);
  });

  test('a thousand documents are written, and none twice', async () => {
    const ctl = new Ctl();
    await ctl.init();
    const documents = Array.from({ length: 1000 }, (_, at) => ({ kind: 'Service', name: `s${at}`, protocol: 'http', ports: { http: 80 } }));
    const input = JSON.stringify(documents);
    // More than fits into the buffer of a pipe, in and out: nothing of it may be lost at the end of the process.
    const created = await ctl.process(['apply', '-f', '-'], { input });
    assert.deepEqual([created.code, created.err], [0, '']);
    assert.equal(created.out.split('\n').filter((line) => line.endsWith('created')).length, 1000);
    assert.equal((await ctl.ok(['apply', '-f', '-'], input)).split('\n').filter((line) => line.endsWith('unchanged')).length, 1000);
    assert.equal(((await ctl.json(['get', 'service'])) as unknown[]).length, 1000);
  });

  test('what stands broken in the store is shown as such, and stops nothing', async () => {
    const ctl = new Ctl();
    await ctl.init();
    await ctl.ok(['apply', '-f', '-'], manifest);
    await etcd.etcdctl('put', ctl.key('service', 'bad'), 'not { json');
    await etcd.etcdctl('put', ctl.key('node', 'typo'), '{"node_id":"typo","ip":"10.0.0.1","role":[]}');
    await etcd.etcdctl('put', `photoncloud/clusters/${ctl.cluster}/service/web`, '{}');
    assert.match(await ctl.ok(['get', 'service']), /bad .*INVALID: \$ is not JSON[\s\S]*web/);
    const listed = (await ctl.json(['get', 'service'])) as Record<string, unknown>[];
    assert.deepEqual(
      listed.map(({ name, invalid }) => name ?? invalid),
      [true, 'web'],
    );
    assert.match(await ctl.ok(['describe', 'service', 'bad']), /INVALID/);
    const shown = await ctl.ok(['status']);
    assert.match(shown, /service\/bad: invalid_record: \$ is not JSON/);
    assert.match(shown, /node\/typo: unknown_field: \$\.role; did you mean roles\?/);
    const { findings } = (await ctl.json(['status'])) as { findings: { about: string; reason: string }[] };
    assert.deepEqual(findings.map(({ about, reason }) => `${about} ${reason}`).sort(), [
      'node/typo unknown_field',
      `photoncloud/clusters/${ctl.cluster}/service/web unknown_key`,
      'service/bad invalid_record',
    ]);
    await ctl.ok(['apply', '-f', '-'], manifest.replace('"web"', '"bad"'));
    assert.equal(((await ctl.json(['get', 'service', 'bad'])) as Record<string, unknown>)['name'], 'bad');
  });

  test('a slip in --cluster, and a broken meta record, are told', async () => {
    const ctl = new Ctl();
    for (const args of [
      ['diff', '-f', '-'],
      ['apply', '-f', '-'],
    ]) {
      assert.match((await ctl.run(args, { input: manifest })).err, /has no meta record: nobody acts.*Check --cluster/);
    }
    assert.match(await ctl.ok(['status']), /has no meta record/);
    await ctl.init();
    assert.equal((await ctl.run(['apply', '-f', '-'], { input: manifest })).err, '');
    await etcd.etcdctl('put', keyOf(ctl.cluster, 'cluster'), 'zzz');
    assert.match(await ctl.ok(['status']), /has a broken meta record/);
  });

  test('a meta record that lost or changed its uid is told, with what to do, and a document can put it back', async () => {
    const ctl = new Ctl();
    await ctl.init();
    const key = keyOf(ctl.cluster, 'cluster');
    const { kind: _kind, mod_revision: _revision, ...meta } = (await ctl.json(['get', 'cluster'])) as Record<string, string>;
    const { uid, ...rest } = meta;
    const reasons = async (): Promise<string[]> =>
      ((await ctl.json(['status'])) as { findings: { reason: string }[] }).findings.map(({ reason }) => reason);
    assert.deepEqual(await reasons(), []);
    await etcd.etcdctl('put', key, JSON.stringify(rest));
    assert.match(await ctl.ok(['status']), new RegExp(`cluster: uid_lost: .*Put uid: ${uid} back, with photoncloud-ctl edit cluster`));
    await ctl.ok(['apply', '-f', '-'], JSON.stringify({ kind: 'Cluster', ...meta }));
    assert.equal(((await ctl.json(['get', 'cluster'])) as { uid: string }).uid, uid);
    assert.deepEqual(await reasons(), []);
    await etcd.etcdctl('put', key, JSON.stringify({ ...meta, uid: 'another-uid' }));
    assert.match(await ctl.ok(['status']), new RegExp(`uid_changed: .*from ${uid} to another-uid.*raise epoch above 0`));
    await etcd.etcdctl('put', key, JSON.stringify({ ...meta, uid: 'another-uid', epoch: 1 }));
    assert.deepEqual(await reasons(), []);
    // Written anew by hand: nothing tells what it was, but the controller that does not act.
    await etcd.etcdctl('del', key);
    await etcd.etcdctl('put', key, JSON.stringify(rest));
    assert.deepEqual(await reasons(), []);
    await etcd.etcdctl('put', leaderKey(ctl.cluster), 'controller:1');
    assert.match(await ctl.ok(['status']), /uid_missing: .*its log and \/readyz say which/);
  });

  test('a store that can not be reached: why, within the timeout', async () => {
    const ctl = new Ctl();
    const { code, err } = await ctl.run(['--endpoints', 'http://127.0.0.1:1', '--timeout', '3s', 'status']);
    assert.equal(code, 1);
    assert.match(err, /http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/);
  });

  test('put guards with --expect, and refuses kinds of others without --force', async () => {
    const ctl = new Ctl();
    await ctl.init();
    await ctl.ok(['put', 'service', 'web'], JSON.stringify(service));
    const { mod_revision: read } = (await ctl.json(['get', 'service', 'web'])) as { mod_revision: number };
    await ctl.ok(['put', 'service', '--expect', String(read)], JSON.stringify({ ...service, replicas: 3 }));
    const stale = await ctl.run(['put', 'service', '--expect', String(read)], { input: JSON.stringify({ ...service, replicas: 4 }) });
    assert.equal(stale.code, 4);
    assert.match(stale.err, /\$\.replicas: 2 → 3/);
    assert.equal(((await ctl.json(['get', 'service', 'web'])) as { replicas: number }).replicas, 3);
    const status = { observed_mod_revision: 1, desired: 0, ready: 0, updated: 0, blocked: [], conditions: [] };
    const foreign = await ctl.run(['put', 'status', 'web'], { input: JSON.stringify(status) });
    assert.equal(foreign.code, 2);
    assert.match(foreign.err, /is written by the controller.*--force/);
    await ctl.ok(['put', 'status', 'web', '--force'], JSON.stringify(status));
    const wrong = await ctl.run(['put', 'service', 'other'], { input: JSON.stringify(service) });
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /must agree with the record's key: "other"; found "web"/);
    assert.equal((await ctl.run(['put', 'service', '--expect', 'x'], { input: manifest })).code, 2);
  });

  test('several apply at once: each either wrote onto what it had read, or says what another wrote', async () => {
    const ctl = new Ctl();
    await ctl.init();
    await ctl.ok(['apply', '-f', '-'], manifest);
    const wanted = [3, 4, 5, 6];
    const all = await Promise.all(
      wanted.map((replicas) => ctl.run(['apply', '-f', '-'], { input: JSON.stringify({ kind: 'Service', ...service, replicas }) })),
    );
    const written = wanted.filter((_, at) => all[at]?.code === 0);
    for (const { code, err } of all) {
      assert.ok(code === 0 || code === 4, err);
      if (code === 4) assert.match(err, /was changed meanwhile.*\$\.replicas: \d → \d/);
    }
    const { replicas } = (await ctl.json(['get', 'service', 'web'])) as { replicas: number };
    assert.ok(written.includes(replicas), `${replicas} stands, ${written.join()} said that they wrote`);
    const history = await etcd.etcdctl('get', ctl.key('service', 'web'), '-w', 'json');
    const [kv] = (JSON.parse(history) as { kvs: { version: number }[] }).kvs;
    assert.equal(kv?.version, 1 + written.length, 'as many writes as say that they wrote');
  });

  test('edit: only what was edited is written; a broken edit is kept and refused', async () => {
    const ctl = new Ctl();
    await ctl.init();
    await ctl.ok(['apply', '-f', '-'], manifest);
    assert.equal((await ctl.run(['edit', 'service', 'web'], { env: { EDITOR: 'true' } })).out, 'service/web unchanged\n');
    const edited = await ctl.run(['edit', 'service', 'web'], { env: { EDITOR: "sed -i 's/replicas: 2/replicas: 5/'" } });
    assert.deepEqual([edited.code, edited.out], [0, 'service/web updated\n']);
    assert.equal(((await ctl.json(['get', 'service', 'web'])) as { replicas: number }).replicas, 5);
    const broken = await ctl.process(['edit', 'service', 'web'], {
      env: { EDITOR: "sed -i 's/replicas: 5/replicas: many/'", TMPDIR: dir },
    });
    assert.equal(broken.code, 2);
    assert.match(broken.err, /\$\.replicas must be a whole number; found the text "many"/);
    const [, kept = ''] = /kept in (\S+)/.exec(broken.err) ?? [];
    assert.match(readFileSync(kept, 'utf8'), /replicas: many/);
    const other = JSON.stringify({ ...service, replicas: 7 });
    const meanwhile = `sh -c 'ETCDCTL_API=3 etcdctl --endpoints ${etcd.endpoints[0]} put ${ctl.key('service', 'web')} "$(cat ${join(dir, 'other.json')})" && sed -i s/replicas:.5/replicas:\\ 6/ "$1"' sh`;
    writeFileSync(join(dir, 'other.json'), other);
    const conflict = await ctl.process(['edit', 'service', 'web'], { env: { EDITOR: meanwhile, TMPDIR: dir } });
    assert.equal(conflict.code, 4, conflict.err);
    assert.match(conflict.err, /\$\.replicas: 5 → 7/);
    assert.equal((await ctl.run(['edit', 'service', 'web'], { env: { EDITOR: 'false' } })).code, 1);
  });

  test('delete refuses what others own or stand on', async () => {
    const ctl = new Ctl();
    await ctl.init();
    await ctl.ok(['apply', '-f', '-'], 'kind: Node\nnode_id: n1\nip: 10.0.0.1\n');
    const assignment = {
      instance_id: 'a-0',
      service: 'a',
      node_id: 'n1',
      managed: false,
      desired: 'running',
      health: {},
      mesh: { mode: 'none' },
    };
    await etcd.etcdctl('put', ctl.key('assignment', 'n1', 'a', 'a-0'), JSON.stringify(assignment));
    const node = await ctl.run(['delete', 'node', 'n1']);
    assert.equal(node.code, 2);
    assert.match(node.err, /1 instance assigned to the node.*draining/);
    assert.equal((await ctl.run(['delete', 'assignment', 'n1/a/a-0'])).code, 2);
    assert.equal((await ctl.run(['delete', 'cluster'])).code, 2);
    await ctl.ok(['delete', 'assignment', 'n1/a/a-0', '--force']);
    await ctl.ok(['delete', 'node', 'n1']);
    const missing = await ctl.run(['delete', 'node', 'n1']);
    assert.equal(missing.code, 1);
    assert.match(missing.err, /there is no node\/n1/);
  });

  test('policy explain prints the rule, and warns of an opening to anonymous callers', async () => {
    const ctl = new Ctl();
    await ctl.init();
    await ctl.ok(['apply', '-f', '-'], manifest);
    const policy = (id: string, source: string, mode: string, required: boolean): string =>
      `kind: MTLSPolicy\npolicy_id: ${id}\nenvironment: dev\nsource_service: "${source}"\ntarget_service: web\nmtls_required: ${required}\nmode: ${mode}\n`;
    await ctl.ok(['apply', '-f', '-'], `${policy('all', '*', 'strict', true)}---\n${policy('open', 'legacy', 'disabled', false)}`);
    const strict = await ctl.run(['policy', 'explain', 'other', 'web']);
    assert.match(strict.out, /policy all \(\* → web\)[\s\S]*speaks mtls[\s\S]*accepts mtls/);
    assert.match(strict.err, /policy open \(legacy → web\) lets anonymous callers into web by plain/);
    const answer = (await ctl.json(['policy', 'explain', 'legacy', 'web'])) as Record<string, unknown>;
    assert.deepEqual([answer['mode'], answer['speaks']], ['disabled', 'plain']);
  });
});

describe('waiting and watching', () => {
  const revision = '0123456789abcdef';

  async function beController(ctl: Ctl, ready: number): Promise<void> {
    const { mod_revision: observed } = (await ctl.json(['get', 'service', 'web'])) as { mod_revision: number };
    const status = { observed_mod_revision: observed, revision, desired: 2, ready, updated: ready, blocked: [], conditions: [] };
    await ctl.ok(['put', 'status', 'web', '--force'], JSON.stringify(status));
  }

  test('--wait ends when the status of this very write says ready', async () => {
    const ctl = new Ctl();
    await ctl.init();
    await ctl.ok(['apply', '-f', '-'], manifest);
    await beController(ctl, 2);
    const { printed, ended } = ctl.begin(['apply', '-f', '-', '--wait=25s'], { input: manifest.replace('x:1', 'x:2') });
    await until('the old status does not count', () => printed.out.includes('not yet seen by a controller'));
    await beController(ctl, 1);
    await until('progress is told', () => printed.out.includes('1/2 ready'));
    await beController(ctl, 2);
    const { code, out } = await ended;
    assert.equal(code, 0);
    assert.match(
      out,
      /service\/web updated\nweb {2}not yet seen by a controller\nweb {2}1\/2 ready, 1 updated\nweb {2}2\/2 ready, 2 updated\n$/,
    );
  });

  test('--wait that is not fulfilled: exit code 3, and why', async () => {
    const ctl = new Ctl();
    await ctl.init();
    const { code, err } = await ctl.run(['apply', '-f', '-', '--wait=1s'], { input: manifest });
    assert.equal(code, 3);
    assert.match(err, /not done within 1s[\s\S]*no controller leads this cluster/);
  });

  test('delete --wait ends when the last instance is gone', async () => {
    const ctl = new Ctl();
    await ctl.init();
    await ctl.ok(['apply', '-f', '-'], manifest);
    const instance = { instance_id: 'web-0', service: 'web', node_id: 'n1', ip: '10.0.0.1', port: 1, state: 'ready' };
    await ctl.ok(['put', 'instance', 'web/web-0'], JSON.stringify(instance));
    const { printed, ended } = ctl.begin(['delete', 'service', 'web', '--wait=25s']);
    await until('it waits', () => printed.out.includes('1 instance left: 1 ready'));
    await etcd.etcdctl('del', ctl.key('instance', 'web', 'web-0'));
    const { code, out } = await ended;
    assert.equal(code, 0);
    assert.match(out, /web {2}gone\n$/);
  });

  test('watch prints what is there, then each change, and ends with 0 on SIGINT', async () => {
    const ctl = new Ctl();
    await ctl.init();
    await ctl.ok(['apply', '-f', '-'], manifest);
    const child = ctl.start(['watch', 'service', '-o', 'json']);
    let out = '';
    child.stdout?.on('data', (data: Buffer) => (out += data.toString()));
    const ended = collect(child);
    await until('what is there', () => out.includes('"present"'));
    await ctl.ok(['apply', '-f', '-'], manifest.replace('x:1', 'x:2'));
    await ctl.ok(['delete', 'service', 'web']);
    await until('the deletion', () => out.includes('"deleted"'));
    child.kill('SIGINT');
    assert.equal((await ended).code, 0);
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; id: string });
    assert.deepEqual(
      events.map(({ type, id }) => `${type} ${id}`),
      ['present web', 'changed web', 'deleted web'],
    );
  });
});

describe('usage', () => {
  test('wrong usage: exit code 2 with a hint', async () => {
    const ctl = new Ctl();
    for (const [args, wanted] of [
      [['gte', 'service'], /Did you mean get/],
      [['get', 'servicee'], /did you mean service/],
      [['get'], /missing required argument/],
      [['apply'], /required option/],
      [['get', 'service', '-o', 'xml'], /Allowed choices are table, wide, json, yaml/],
      [['get', 'service', '--endpoint', 'x'], /Did you mean --endpoints/],
      [['apply', '-f', '/no/such/file'], /\/no\/such\/file: can't be read \(ENOENT\)/],
      [['apply', '-f', '-', '--wait=soon'], /--wait: "soon" is no duration/],
    ] as const) {
      const { code, err } = await ctl.run([...args], { input: manifest });
      assert.equal(code, 2, `${args.join(' ')}: ${err}`);
      assert.match(err, wanted);
    }
  });

  test('a process tells the outcome by its exit code, what was asked for on stdout and what is wrong on stderr', async () => {
    const ctl = new Ctl();
    await ctl.init();
    for (const [args, code, out, err] of [
      [['--help'], 0, /Exit codes: 0 done, 1 failed/, /^$/],
      [['--version'], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
      [['get', 'service', '-o', 'json'], 0, /^\[\]\n$/, /^$/],
      [['diff', '-f', '-'], 1, /\+ service\/web/, /^$/],
      [['get', 'service', 'web'], 1, /^$/, /there is no service\/web/],
      [['gte', 'service'], 2, /^$/, /Did you mean get/],
      [['init', '--environment', 'dev', '--ca-dir', join(dir, 'another')], 4, /^$/, /exists already/],
    ] as const) {
      const ran = await ctl.process([...args], { input: manifest });
      assert.equal(ran.code, code, `${args.join(' ')}: ${ran.err}`);
      assert.match(ran.out, out);
      assert.match(ran.err, err);
    }
  });

  test('a reader that has seen enough is no failure', async () => {
    const ctl = new Ctl();
    const child = ctl.start(['--help']);
    child.stdin?.end();
    child.stdout?.destroy();
    const { code, err } = await collect(child);
    assert.deepEqual([code, err], [0, '']);
  });

  test('a store that is away: one error that names the endpoint, within the timeout', async () => {
    const ctl = new Ctl();
    const started = performance.now();
    const { code, err } = await ctl.process(['get', 'service', '--endpoints', 'http://127.0.0.1:1', '--timeout', '2s']);
    assert.equal(code, 1);
    assert.equal(err.trim().split('\n').length, 1, err);
    assert.match(err, /http:\/\/127\.0\.0\.1:1/);
    assert.ok(performance.now() - started < 15_000);
  });

  test('a store that stops answering: the same', async () => {
    const ctl = new Ctl();
    await ctl.init();
    etcd.pause();
    try {
      const { code, err } = await ctl.run(['apply', '-f', '-', '--timeout', '2s'], { input: manifest });
      assert.equal(code, 1);
      assert.match(err, new RegExp(`${etcd.endpoints[0]}.*did not answer`));
    } finally {
      etcd.resume();
    }
  });
});
