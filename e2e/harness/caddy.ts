// A real Caddy without any configuration but its admin address, as somebody else's would be.
// Guarantees: when startCaddy resolves the admin API answers; what its owner's crash leaves behind, the next scratch removes.
// The caller owes a stop().
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { createScratch, freePort, type Program, startProgram, waitFor } from './scratch.ts';

export interface RunningCaddy {
  /** `http://127.0.0.1:PORT` */
  readonly admin: string;
  readonly pid: number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Kills it where it runs, and starts it with nothing configured: what it was told through the admin API is gone. */
  restartEmpty(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCaddy(): Promise<RunningCaddy> {
  const scratch = await createScratch('caddy');
  const port = await freePort();
  const admin = `http://127.0.0.1:${port}`;
  const config = join(scratch.dir, 'start.json');
  writeFileSync(config, JSON.stringify({ admin: { listen: `127.0.0.1:${port}`, config: { persist: false } } }));
  const begin = async (): Promise<Program> => {
    const program = startProgram(scratch, {
      name: 'caddy',
      command: 'caddy',
      args: ['run', '--config', config],
      env: { HOME: scratch.dir, XDG_DATA_HOME: join(scratch.dir, 'data'), XDG_CONFIG_HOME: join(scratch.dir, 'config') },
      logFile: join(scratch.dir, 'caddy.log'),
    });
    await waitFor('Caddy to answer', () => {
      if (!program.running()) throw new Error(`Caddy ended: ${program.log().slice(-2_000)}`);
      return answers(`${admin}/config/`);
    });
    return program;
  };
  let program = await begin().catch(async (error: unknown) => {
    await scratch.close();
    throw error;
  });
  return {
    admin,
    get pid() {
      return program.pid;
    },
    kill: async () => void (await program.stop('SIGKILL')),
    restartEmpty: async () => {
      await program.stop('SIGKILL');
      program = await begin();
    },
    stop: () => scratch.close(),
  };
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
