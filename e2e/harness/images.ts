// Images for tests and the demo, built on the spot: there may be no registry to pull from.
// Guarantees: after ensureImages() the engine has `photoncloud/demo-app:1` and `:2` (the demo app on this Node.js binary and the
// shared libraries it needs, nothing else) and `benchImage` (a static busybox that answers /healthz on port 8080). What is
// there with the same content is not built again.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Docker from 'dockerode';

const run = promisify(execFile);
const digestLabel = 'photoncloud.content';

/** The demo app on this machine, to run as a process: `node demoAppPath`. */
export const demoAppPath = join(import.meta.dirname, '../../examples/app/server.mjs');
export const demoImages = ['photoncloud/demo-app:1', 'photoncloud/demo-app:2'] as const;
export const benchImage = 'photoncloud/bench-app:1';
/** This machine's etcd, and a busybox. */
export const etcdImage = 'photoncloud/etcd:1';

interface Image {
  name: string;
  dockerfile: string;
  /** Lays the build context into a directory. */
  context(dir: string): Promise<void>;
  /** What the content depends on. */
  digest: string;
}

export async function ensureImages(engine: { socketPath: string }): Promise<void> {
  const docker = new Docker({ socketPath: engine.socketPath, version: 'v1.41' });
  for (const image of images()) {
    if ((await builtDigest(docker, image.name)) !== image.digest) await build(docker, image);
  }
}

/** `benchImage` alone: it is small. */
export async function ensureBenchImage(engine: { socketPath: string }): Promise<void> {
  const image = images().find(({ name }) => name === benchImage);
  const docker = new Docker({ socketPath: engine.socketPath, version: 'v1.41' });
  if (image && (await builtDigest(docker, image.name)) !== image.digest) await build(docker, image);
}

export async function ensureEtcdImage(engine: { socketPath: string }): Promise<void> {
  const docker = new Docker({ socketPath: engine.socketPath, version: 'v1.41' });
  const { stdout: version } = await run('etcd', ['--version']);
  const image: Image = {
    name: etcdImage,
    digest: createHash('sha256').update(version).digest('hex'),
    dockerfile: 'FROM scratch\nCOPY root /\nENTRYPOINT ["/etcd"]\n',
    context: async (dir) => {
      await busyboxRoot(dir);
      await copyProgram((await run('/bin/sh', ['-c', 'command -v etcd'])).stdout.trim(), join(dir, 'root'), 'etcd');
    },
  };
  if ((await builtDigest(docker, image.name)) !== image.digest) await build(docker, image);
}

function images(): Image[] {
  const app = createHash('sha256').update(`${process.version} ${process.arch} `).update(readFileSync(demoAppPath)).digest('hex');
  const versions = demoImages.map((name, at): Image => {
    const version = String(at + 1);
    const first = at === 0;
    return {
      name,
      digest: `${app}-${version}`,
      // The second is the first with another version: built on top of it, it shares the large layer.
      dockerfile: first
        ? 'FROM scratch\nCOPY root /\nENV VERSION=1\nENTRYPOINT ["/node","/app/server.mjs"]\n'
        : `FROM ${demoImages[0]}\nENV VERSION=${version}\n`,
      context: first ? nodeRoot : () => Promise.resolve(),
    };
  });
  const bench: Image = {
    name: benchImage,
    digest: 'busybox-1',
    dockerfile: 'FROM scratch\nCOPY root /\nCMD ["/busybox","httpd","-f","-p","8080","-h","/www"]\n',
    context: busyboxRoot,
  };
  return [...versions, bench];
}

async function builtDigest(docker: Docker, name: string): Promise<string | undefined> {
  try {
    const found = await docker.getImage(name).inspect();
    return found.Config.Labels?.[digestLabel];
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return undefined;
    throw error;
  }
}

/** A root file system of Node.js, its shared libraries at the paths where its loader looks for them, and the app. */
async function nodeRoot(dir: string): Promise<void> {
  const root = join(dir, 'root');
  mkdirSync(join(root, 'app'), { recursive: true });
  mkdirSync(join(root, 'tmp'), { mode: 0o1777 });
  await copyProgram(process.execPath, root, 'node');
  copyFileSync(demoAppPath, join(root, 'app/server.mjs'));
}

/** A program and, where it is linked dynamically, its libraries. */
async function copyProgram(path: string, root: string, name: string): Promise<void> {
  const program = realpathSync(path);
  copyFileSync(program, join(root, name));
  const { stdout } = await run('ldd', [program]).catch(() => ({ stdout: '' }));
  for (const match of stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)) {
    const library = match[1] ?? '';
    mkdirSync(join(root, dirname(library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
}

async function busyboxRoot(dir: string): Promise<void> {
  const { stdout } = await run('/bin/sh', ['-c', 'command -v busybox']);
  mkdirSync(join(dir, 'root/www'), { recursive: true });
  mkdirSync(join(dir, 'root/tmp'), { mode: 0o1777 });
  copyFileSync(realpathSync(stdout.trim()), join(dir, 'root/busybox'));
  writeFileSync(join(dir, 'root/www/healthz'), 'ok\n');
}

async function build(docker: Docker, image: Image): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'photoncloud-image-'));
  try {
    writeFileSync(join(dir, 'Dockerfile'), `${image.dockerfile}LABEL ${digestLabel}=${image.digest}\n`);
    await image.context(dir);
    const tar = spawn('tar', ['-C', dir, '-c', '--owner=0', '--group=0', '-f', '-', '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const stream = await docker.buildImage(tar.stdout, { t: image.name });
    await finished(stream, image.name);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  if ((await builtDigest(docker, image.name)) !== image.digest) throw new Error(`building ${image.name} left no such image`);
}

/** A failed build is answered 200, with the failure as a line of the stream. */
async function finished(stream: NodeJS.ReadableStream, name: string): Promise<void> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  const failure = text.split('\n').find((line) => line.includes('"error"'));
  if (failure) throw new Error(`building ${name}: ${failure}`);
}
