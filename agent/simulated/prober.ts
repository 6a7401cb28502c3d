// Simulated probes: what listens on the simulated machine answers.
import type { Prober } from '../../src/loop/ports.ts';
import type { Life } from './gate.ts';
import type { SimulatedHost } from './host.ts';

export function createSimulatedProber(host: SimulatedHost, life: Life): Prober {
  return {
    probe: async (target) => {
      try {
        return await host.gate.pass(life, 'probe', 'timeout', () => {
          const holder = host.holderOf(target.addr, target.port);
          if (!holder) return { ok: false, reason: 'connection refused' } as const;
          const { instance } = holder;
          if (instance === undefined) return { ok: true } as const;
          const healthyAt = host.docker.healthyAt(instance) ?? host.processes.healthyAt(instance) ?? 0;
          if (host.unhealthy.has(instance) || host.clock.now() < healthyAt) {
            return { ok: false, reason: target.type === 'http' ? `GET ${target.path} answered 503` : 'the app says NOT_SERVING' } as const;
          }
          return { ok: true } as const;
        });
      } catch (error) {
        return { ok: false, reason: (error as Error).message };
      }
    },
    call: async (target) => {
      try {
        const answer = await host.gate.pass(life, 'probe.call', 'timeout', () => {
          const instance = host.holderOf(target.addr, target.port)?.instance;
          if (instance !== undefined) host.called.push(`${instance} ${target.path}`);
          return instance === undefined ? undefined : host.hook(instance);
        });
        if (!answer) return { ok: false, reason: 'connection refused' };
        if (answer.afterMs > 0) await host.clock.sleep(Math.min(answer.afterMs, target.timeoutMs));
        // An agent that has ended meanwhile hears nothing more.
        if (!life.alive) return await new Promise(() => undefined);
        if (answer.afterMs > target.timeoutMs) return { ok: false, reason: `no answer within ${target.timeoutMs} ms` };
        return answer.status < 400 ? { ok: true, status: answer.status } : { ok: false, reason: `it answered ${answer.status}` };
      } catch (error) {
        return { ok: false, reason: (error as Error).message };
      }
    },
  };
}
