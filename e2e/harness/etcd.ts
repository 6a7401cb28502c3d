// A real etcd of one member, on ports that were free and with its data in a temporary directory.
// Guarantees: when startEtcd resolves the store answers; when the process that called it ends, however it ends, a reaper process
// kills the etcd and removes the directory. The caller owes a stop().
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './scratch.ts';

const run = promisify(execFile);
const readyTimeoutMs = 30_000;

export interface EtcdOptions {
  /** Serve TLS with this certificate; with `clientCertificates` only to clients whose certificate the CA signed. Paths of PEM files. */
  tls?: { certFile: string; keyFile: string; caFile: string; clientCertificates: boolean };
  /** Further arguments of etcd, such as `--quota-backend-bytes=…`. */
  args?: readonly string[];
}

export interface RunningEtcd {
  /** `http://127.0.0.1:PORT`, or https. The same over restarts. */
  readonly endpoints: string[];
  /** `/health` and `/metrics` without TLS. */
  readonly metricsUrl: string;
  readonly dataDir: string;
  readonly pid: number;
  /** SIGTERM, then removes the data. */
  stop(): Promise<void>;
  /** SIGKILL; the data stays for a restart. */
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Starts it again over the same data and ports, killing it first where it still runs; ready when it resolves. */
  restart(): Promise<void>;
  /** Runs etcdctl against it; resolves to its stdout. */
  etcdctl(...args: string[]): Promise<string>;
}

/** Starts an etcd. Rejects with etcd's own last words where it does not come up. */
export async function startEtcd(options: EtcdOptions = {}): Promise<RunningEtcd> {
  const dataDir = await mkdtemp(join(tmpdir(), 'photoncloud-etcd-'));
  const reaper = startReaper(dataDir);
  let lastError: unknown;
  // A port that was free a moment ago may be taken when etcd binds it.
  for (let attempt = 0; attempt < 5; attempt++) {
    const etcd = new Etcd(options, dataDir, await freePorts(3), reaper);
    try {
      await etcd.start();
      return etcd;
    } catch (error) {
      lastError = error;
      await etcd.kill();
      if (!String(error).includes('address already in use')) break;
    }
  }
  await reaper.end();
  throw lastError;
}

class Etcd implements RunningEtcd {
  readonly endpoints: string[];
  readonly metricsUrl: string;
  readonly dataDir: string;
  readonly #options: EtcdOptions;
  readonly #peerUrl: string;
  readonly #reaper: Reaper;
  readonly #logFile: string;
  #child: ChildProcess | undefined;

  constructor(options: EtcdOptions, dataDir: string, ports: number[], reaper: Reaper) {
    const [client, peer, metrics] = ports;
    this.#options = options;
    this.dataDir = dataDir;
    this.#reaper = reaper;
    this.endpoints = [`${options.tls ? 'https' : 'http'}://127.0.0.1:${client}`];
    this.#peerUrl = `http://127.0.0.1:${peer}`;
    this.metricsUrl = `http://127.0.0.1:${metrics}`;
    this.#logFile = join(dataDir, 'etcd.log');
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('etcd is not running');
    return this.#child.pid;
  }

  async start(): Promise<void> {
    const log = openSync(this.#logFile, 'a');
    const child = spawn('etcd', this.#arguments(), { stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    this.#child = child;
    child.unref();
    child.on('error', () => {});
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
      this.#reaper.watch(undefined);
    });
    this.#reaper.watch(child.pid);
    await this.#ready(child);
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGCONT');
    await this.#end('SIGTERM');
    await this.#reaper.end();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  pause(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.pid, 'SIGCONT');
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  async etcdctl(...args: string[]): Promise<string> {
    const { tls } = this.#options;
    const security = tls ? ['--cacert', tls.caFile, '--cert', tls.certFile, '--key', tls.keyFile] : [];
    const { stdout } = await run('etcdctl', ['--endpoints', this.endpoints.join(','), ...security, ...args], {
      env: { ...process.env, ETCDCTL_API: '3' },
      maxBuffer: 256 * 1024 * 1024,
    });
    return stdout;
  }

  #arguments(): string[] {
    const { tls, args = [] } = this.#options;
    const client = this.endpoints.join(',');
    const flags = {
      name: 'test',
      'data-dir': join(this.dataDir, 'data'),
      logger: 'zap',
      'log-level': 'warn',
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-metrics-urls': this.metricsUrl,
      'listen-peer-urls': this.#peerUrl,
      'initial-advertise-peer-urls': this.#peerUrl,
      'initial-cluster': `test=${this.#peerUrl}`,
      ...(tls && { 'cert-file': tls.certFile, 'key-file': tls.keyFile, 'trusted-ca-file': tls.caFile }),
      ...(tls?.clientCertificates && { 'client-cert-auth': 'true' }),
    };
    return [...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`), ...args];
  }

  async #ready(child: ChildProcess): Promise<void> {
    const deadline = performance.now() + readyTimeoutMs;
    while (performance.now() < deadline) {
      if (child.pid === undefined) throw new Error('etcd is not installed: run `make setup`');
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`etcd ended at its start: ${await this.#lastWords()}`);
      const healthy = await fetch(`${this.metricsUrl}/health`, { signal: AbortSignal.timeout(1000) }).then(
        async (response) => response.ok && (await response.text()).includes('true'),
        () => false,
      );
      if (healthy) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`etcd did not answer within ${readyTimeoutMs} ms: ${await this.#lastWords()}`);
  }

  async #lastWords(): Promise<string> {
    const text = await readFile(this.#logFile, 'utf8').catch(() => '');
    return text.trimEnd().split('\n').slice(-5).join('\n');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.pid === undefined) return;
    child.ref();
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    child.kill(signal);
    await ended;
  }
}

interface Reaper {
  /** The etcd to kill when this process ends; undefined while there is none. */
  watch(pid: number | undefined): void;
  end(): Promise<void>;
}

/** A shell that waits for the end of its input, which comes when this process ends, then kills the last etcd it was told of. */
function startReaper(dataDir: string): Reaper {
  const script =
    'pid=0; while read -r line; do pid=$line; done; if [ "$pid" != 0 ]; then kill -9 "$pid"; sleep 0.2; fi 2>/dev/null; rm -rf "$1"';
  const child = spawn('sh', ['-c', script, 'reaper', dataDir], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  const input = child.stdin as typeof child.stdin & { unref(): void };
  input.unref();
  input.on('error', () => {});
  return {
    watch: (pid) => input.write(`${pid ?? 0}\n`),
    end: () =>
      new Promise((resolve) => {
        child.ref();
        child.once('exit', () => resolve());
        input.end();
      }),
  };
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
