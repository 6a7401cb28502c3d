// A simulated sidecar: it serves what its configuration directory holds, as long as its process runs. Told to be deaf, it serves
// what it was last told to read.
import { createHash } from 'node:crypto';
import type { ObservedProcess, SidecarAdmin } from '../../src/loop/ports.ts';
import type { Life } from './gate.ts';
import type { SimulatedHost } from './host.ts';

export type Served = NonNullable<Awaited<ReturnType<SidecarAdmin['services']>>>;

export function createSimulatedSidecarAdmin(host: SimulatedHost, life: Life, socketPath: string): SidecarAdmin {
  const process = (): ObservedProcess | undefined => host.processes.all().find(({ spec }) => spec.args.includes(`unix:${socketPath}`));
  const ask = async <T>(effect: (running: ObservedProcess) => T): Promise<T | undefined> => {
    try {
      return await host.gate.pass(life, 'sidecar', 'timeout', () => {
        const running = process();
        return running && effect(running);
      });
    } catch {
      return undefined;
    }
  };
  return {
    inboundConnections: (service, instanceId) => ask(() => host.connections.get(`${service}/${instanceId}`) ?? 0),
    services: () => ask((running) => (host.deaf ? (host.deaf.serves.get(running.name) ?? []) : served(host, running))),
    reload: async () => {
      await ask((running) => {
        if (host.deaf && host.deaf.misses-- <= 0) host.deaf.serves.set(running.name, served(host, running));
      });
    },
  };
}

function served(host: SimulatedHost, { spec }: ObservedProcess): Served {
  const config = spec.args[spec.args.indexOf('--config') + 1] ?? '';
  const paths = config.endsWith('.toml') ? [config] : host.files.list(config).map((name) => `${config}/${name}`);
  const found: Served = [];
  for (const path of paths) {
    const text = host.files.read(path);
    if (text === undefined || !path.endsWith('.toml')) continue;
    const certificate = /^cert_path\s*=\s*"(.*)"/m.exec(text)?.[1];
    found.push({
      service: path.slice(path.lastIndexOf('/') + 1, -'.toml'.length),
      configDigest: createHash('sha256').update(text).digest('hex'),
      // A certificate lies in a directory that is named by its fingerprint.
      fingerprintSha256: certificate?.split('/').at(-2) ?? '',
      problems: [],
    });
  }
  return found;
}
