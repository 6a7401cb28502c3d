// What stands for machines in the tests: network namespaces on a network of the tests' own, each with a Docker engine of its own, and an
// agent, a mesh agent and a Caddy inside; beside them an etcd of three members and two controllers, on this machine's address.
// Guarantees: every host can be cut off, slowed down and killed without the others; stop() leaves nothing behind.
// The caller owes a stop().
import { type Cluster, type Place, startCluster } from '../harness/cluster.ts';
import { type DockerEngineHandle, startPrivateDocker } from '../harness/dockerd.ts';
import { ensureBenchImage } from '../harness/images.ts';
import { type EtcdMembers, startMembers } from './etcd-members.ts';
import { createNet, entering, type HostNet, type Net } from './net.ts';

export interface Host extends Place {
  readonly net: HostNet;
  readonly docker: DockerEngineHandle;
  /** Every process of it at once by SIGKILL, containers too; with `silent` its network ends with it, as when the power fails. */
  crash(silent?: boolean): Promise<void>;
}

export interface HostsScene {
  cluster: Cluster;
  store: EtcdMembers;
  hosts: Host[];
  /** This machine's address on their network. */
  gateway: string;
  stop(): Promise<void>;
}

export interface HostsOptions {
  name: string;
  hosts: number;
  timings: { lease_s: number; node_grace_s: number; heartbeat_s: number };
}

/** `engine` runs the etcd members. The hosts' engines have `benchImage`. */
export async function startHosts(engine: DockerEngineHandle, options: HostsOptions): Promise<HostsScene> {
  const steps: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of steps.reverse().splice(0)) await step();
  };
  try {
    const net = await createNet();
    steps.push(() => net.remove());
    const engines: DockerEngineHandle[] = [];
    steps.push(async () => void (await Promise.all(engines.map((one) => one.stop()))));
    // All of them have ended, well or badly, before anything is taken down again.
    const started = await Promise.allSettled(
      Array.from({ length: options.hosts }, (_, at) => startHost(net, at + 1, (one) => engines.push(one))),
    );
    const hosts = started.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    const store = await startMembers(engine, net);
    steps.push(() => store.stop());
    const cluster = await startCluster({
      name: options.name,
      nodes: options.hosts,
      controllers: 2,
      timings: options.timings,
      places: hosts,
      endpoints: store.endpoints,
      controllerAddress: net.gateway,
    });
    steps.push(() => cluster.stop());
    return { cluster, store, hosts, gateway: net.gateway, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startHost(network: Net, number: number, started: (engine: DockerEngineHandle) => void): Promise<Host> {
  const net = await network.addHost(`host${number}`, 10 + number);
  const enter = entering(net.netns);
  const docker = await startPrivateDocker({ enter });
  started(docker);
  await ensureBenchImage(docker);
  return {
    ip: net.ip,
    enter,
    net,
    docker,
    crash: async (silent = false) => {
      if (silent) await net.cut();
      await Promise.all([docker.crash(), net.kill()]);
    },
  };
}
