// Caddy: its admin API, by Unix socket or TCP, and the process of a managed one.
// Guarantees: a write replaces exactly one path of the running configuration and makes what is missing above it;
// everything has a deadline; an answer is bounded.
import type { CaddyAdmin, Files, ProcessSpec } from '../src/loop/ports.ts';
import { PhotonError } from '../src/model/errors.ts';
import type { AgentConfig, AgentPaths } from './config.ts';
import { type Answer, exchange } from './exchange.ts';

const bounds = { timeoutMs: 10_000, largestAnswer: 64 * 1024 * 1024 };

/** `unix:PATH` or `http://host:port`. */
type Target = { socketPath: string } | { host: string; port: number };

function targetOf(admin: string): Target {
  if (admin.startsWith('unix:')) return { socketPath: admin.slice('unix:'.length) };
  const url = new URL(admin);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || '80') };
}

function send(target: Target, method: string, path: string, body?: string): Promise<Answer> {
  const headers: Record<string, string | number> = {};
  // Caddy refuses a Host that it does not expect; on a socket it expects none.
  if ('socketPath' in target) headers['host'] = '';
  if (body !== undefined) Object.assign(headers, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  return exchange({ ...target, method, path, headers, setHost: !('socketPath' in target) }, bounds, body);
}

/** Caddy's admin API at `unix:PATH` or `http://host:port`. */
export function createCaddyAdmin(admin: string): CaddyAdmin {
  const target = targetOf(admin);
  const ask = async (method: string, path: string, body?: string): Promise<Answer> => {
    try {
      return await send(target, method, path, body);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new PhotonError('caddy_unreachable', `Caddy's admin API does not answer: ${message}`, { where: admin, cause });
    }
  };
  const refused = (what: string, { status, text }: Answer): PhotonError =>
    new PhotonError('caddy_refused', `Caddy refused to ${what} (${status}): ${text.trim().slice(0, 1000)}`, {
      where: admin,
      next: 'What it served before, it serves on',
    });
  const exists = async (path: string): Promise<boolean> => {
    const answer = await ask('GET', `/config/${path}`);
    // A path whose parents are missing is answered with an error, one that is merely empty with null.
    return answer.status === 200 && answer.text.trim() !== 'null';
  };
  return {
    async config() {
      const answer = await ask('GET', '/config/');
      if (answer.status !== 200) throw refused('show its configuration', answer);
      try {
        return (JSON.parse(answer.text) as unknown) ?? undefined;
      } catch (cause) {
        throw new PhotonError('caddy_refused', 'what answers there is no admin API of Caddy', { where: admin, cause });
      }
    },
    async put(path, value) {
      // PUT makes parents and refuses what exists; PATCH replaces and refuses what is missing.
      const method = (await exists(path)) ? 'PATCH' : 'PUT';
      const answer = await ask(method, `/config/${path}`, JSON.stringify(value));
      if (answer.status !== 200) throw refused(`take ${path}`, answer);
    },
    async remove(path) {
      if (!(await exists(path))) return;
      const answer = await ask('DELETE', `/config/${path}`);
      if (answer.status !== 200) throw refused(`remove ${path}`, answer);
    },
  };
}

export const caddyProcess = 'caddy';

/** Where the admin API of the configured Caddy is. */
export function caddyAdminAddress(config: AgentConfig, paths: AgentPaths): string {
  return config.caddy.mode === 'managed' ? `unix:${paths.caddySocket}` : config.caddy.admin;
}

/** Writes the first configuration of a managed Caddy, which holds nothing but its admin socket, and answers its process. */
export async function managedCaddy(
  config: AgentConfig,
  paths: AgentPaths,
  files: Files,
  env: Record<string, string>,
): Promise<ProcessSpec> {
  const [program = '', ...first] = config.caddy.command;
  const start = `${paths.caddy}/start.json`;
  const admin = { listen: `unix/${paths.caddySocket}`, config: { persist: false } };
  await files.write(start, `${JSON.stringify({ admin })}\n`, 0o600);
  // A socket left by a killed one is not listened on any more, and would be in the way.
  await files.remove(paths.caddySocket);
  return {
    name: caddyProcess,
    command: program,
    args: [...first, 'run', '--config', start],
    env: { ...env, HOME: paths.caddy, XDG_DATA_HOME: `${paths.caddy}/data`, XDG_CONFIG_HOME: `${paths.caddy}/config` },
    cwd: paths.caddy,
  };
}
