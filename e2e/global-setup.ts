// Runs once before all end-to-end tests (`node --test --test-global-setup`): our programs are built, as they are installed, and there
// is one Docker engine with its images for all of them.
// Each test file is a process of its own and finds the engine through DOCKER_HOST; one that is run alone starts its own.
import { join } from 'node:path';
import { buildPrograms } from '../build.ts';
import { type DockerEngineHandle, ensureDocker } from './harness/dockerd.ts';
import { ensureImages } from './harness/images.ts';

let engine: DockerEngineHandle | undefined;

export async function globalSetup(): Promise<void> {
  await buildPrograms(join(import.meta.dirname, '../dist'));
  engine = await ensureDocker();
  await ensureImages(engine);
  process.env['DOCKER_HOST'] = `unix://${engine.socketPath}`;
}

export async function globalTeardown(): Promise<void> {
  await engine?.stop();
}
