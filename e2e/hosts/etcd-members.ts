// An etcd of three members, each in a container of its own with its own address on the tests' network.
// The address belongs to a second container, which only waits: it stays when the member is killed, and resets its connections, as a
// machine does whose etcd has died.
// Guarantees: when startMembers() resolves all three are healthy and one leads; a member that was killed and started again has its
// data and its address. What a crashed run left goes with its engine, or, on a foreign engine, with the next startMembers().
// The caller owes a stop(), before the network is removed.
import { randomBytes } from 'node:crypto';
import { run } from '../harness/cluster.ts';
import { ensureEtcdImage, etcdImage } from '../harness/images.ts';
import { startTimeOf, waitFor } from '../harness/scratch.ts';
import type { Net } from './net.ts';

const label = 'photoncloud.etcd-of';
const members = [1, 2, 3] as const;
const clientPort = 2379;
const peerPort = 2380;

export interface EtcdMembers {
  readonly endpoints: string[];
  /** Addresses of the members. */
  readonly addresses: string[];
  /** SIGKILL to the member that leads; answers its number once another one leads. */
  killLeader(): Promise<number>;
  /** Starts a killed member again; resolves when it is healthy. */
  restart(member: number): Promise<void>;
  stop(): Promise<void>;
}

/** `lastByte`: of the first member's address; the others follow. */
export async function startMembers(engine: { socketPath: string }, net: Net, lastByte = 201): Promise<EtcdMembers> {
  await ensureEtcdImage(engine);
  const docker = async (...args: string[]): Promise<string> => {
    const out = await run('docker', ['-H', `unix://${engine.socketPath}`, ...args]);
    if (out.code !== 0) throw new Error(`docker ${args.join(' ')}: exit ${out.code}: ${out.stderr}`);
    return out.stdout.trim();
  };
  await removeOrphans(docker);
  const trio = new Members(docker, net, lastByte);
  try {
    await trio.start();
  } catch (error) {
    await trio.stop();
    throw error;
  }
  return trio;
}

type DockerCommand = (...args: string[]) => Promise<string>;

interface Status {
  Status: { header: { member_id: number }; leader: number };
}

class Members implements EtcdMembers {
  readonly endpoints: string[];
  readonly addresses: string[];
  readonly #docker: DockerCommand;
  readonly #net: Net;
  readonly #lastByte: number;
  readonly #id = randomBytes(4).toString('hex');

  constructor(docker: DockerCommand, net: Net, lastByte: number) {
    this.#docker = docker;
    this.#net = net;
    this.#lastByte = lastByte;
    this.addresses = members.map((member) => net.address(lastByte + member - 1));
    this.endpoints = this.addresses.map((address) => `http://${address}:${clientPort}`);
  }

  async start(): Promise<void> {
    const owner = `${process.pid} ${startTimeOf(process.pid)}`;
    for (const member of members) {
      const [name, machine] = [this.#name(member), this.#machine(member)];
      const flags = ['run', '-d', '--label', `${label}=${owner}`];
      await this.#docker(...flags, '--network', 'none', '--name', machine, '--entrypoint', '/busybox', etcdImage, 'sleep', '86400');
      const pid = Number(await this.#docker('inspect', '--format', '{{.State.Pid}}', machine));
      await this.#net.plug(pid, this.#lastByte + member - 1);
      await this.#docker(...flags, '--network', `container:${machine}`, '--name', name, etcdImage, ...this.#arguments(member));
    }
    await waitFor('three healthy etcd members and a leader', async () => {
      for (const member of members) await this.#healthy(member);
      return this.#leader();
    });
  }

  async killLeader(): Promise<number> {
    const leader = await waitFor('an etcd leader', () => this.#leader());
    await this.#docker('kill', '--signal', 'KILL', this.#name(leader));
    await waitFor('another etcd leader', async () => {
      const now = await this.#leader();
      return now !== undefined && now !== leader;
    });
    return leader;
  }

  async restart(member: number): Promise<void> {
    await this.#docker('start', this.#name(member));
    await waitFor(`etcd member ${member} to be healthy`, () => this.#healthy(member));
  }

  async stop(): Promise<void> {
    const all = members.flatMap((member) => [this.#name(member), this.#machine(member)]);
    await this.#docker('rm', '-f', '-v', ...all).catch(() => undefined);
  }

  #name(member: number): string {
    return `photoncloud-etcd-${this.#id}-${member}`;
  }

  #machine(member: number): string {
    return `${this.#name(member)}-machine`;
  }

  #address(member: number): string {
    return this.#net.address(this.#lastByte + member - 1);
  }

  #arguments(member: number): string[] {
    const client = `http://${this.#address(member)}:${clientPort}`;
    const peer = (of: number): string => `http://${this.#address(of)}:${peerPort}`;
    const flags = {
      name: `m${member}`,
      'data-dir': '/data',
      'log-level': 'warn',
      logger: 'zap',
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer(member),
      'initial-advertise-peer-urls': peer(member),
      'initial-cluster': members.map((of) => `m${of}=${peer(of)}`).join(','),
      'initial-cluster-token': this.#id,
      // Twice the default: two cores for everything.
      'heartbeat-interval': 200,
      'election-timeout': 2000,
    };
    return Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`);
  }

  async #healthy(member: number): Promise<boolean> {
    const answer = await fetch(`http://${this.#address(member)}:${clientPort}/health`, { signal: AbortSignal.timeout(2_000) });
    const text = await answer.text();
    if (!text.includes('"true"')) throw new Error(`etcd member ${member}: ${text}`);
    return true;
  }

  /** Who leads, as those say that answer; undefined where none does. */
  async #leader(): Promise<number | undefined> {
    const statuses = await Promise.all(members.map((member) => this.#status(member)));
    const leads = statuses.findIndex((status) => status !== undefined && status.Status.leader === status.Status.header.member_id);
    return leads < 0 ? undefined : leads + 1;
  }

  async #status(member: number): Promise<Status | undefined> {
    const endpoint = `http://${this.#address(member)}:${clientPort}`;
    const out = await run(
      'etcdctl',
      ['--endpoints', endpoint, '--command-timeout=1s', '--dial-timeout=1s', 'endpoint', 'status', '-w', 'json'],
      {
        env: { ETCDCTL_API: '3' },
      },
    );
    return out.code === 0 ? (JSON.parse(out.stdout) as Status[])[0] : undefined;
  }
}

/** Removes members whose owner is dead. */
async function removeOrphans(docker: DockerCommand): Promise<void> {
  const listed = await docker('ps', '-a', '--filter', `label=${label}`, '--format', `{{.ID}} {{.Label "${label}"}}`);
  for (const line of listed.split('\n').filter(Boolean)) {
    const [id = '', pid = '', startTime] = line.split(' ');
    if (startTimeOf(Number(pid)) !== startTime) await docker('rm', '-f', '-v', id);
  }
}
