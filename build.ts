// Makes the programs in dist/: single files that run where there is nothing but Node 24.
// Guarantees: no file but the program itself is read for its code; nothing native is inside; the same sources give the same bytes.
// They are ES modules, in syntax that Node recognizes in a file without an ending wherever the file lies.
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

const root = import.meta.dirname;

/** Name of the executable by its main module. */
export const programs = {
  'photoncloud-ctl': 'src/cli/main.ts',
  'photoncloud-controller': 'controller/main.ts',
  'photoncloud-agent': 'agent/main.ts',
  'photoncloud-mesh-agent': 'mesh-agent/main.ts',
} as const;
export type ProgramName = keyof typeof programs;

/** CommonJS parts ask for node's modules through `require`, which an ES module must make itself. */
const requireOfBundle =
  "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);";

/** Programs that run on every node, beside the work of others: their memory counts. */
const onEveryNode: ReadonlySet<ProgramName> = new Set(['photoncloud-agent', 'photoncloud-mesh-agent']);

/**
 * Loading makes garbage once, for which V8 lets the young generation grow to its maximum; it would stay so, unused, for good (7 MB
 * of a sidecar). It may grow under load, once that is over.
 */
const smallYoungGeneration =
  "{const v8=process.getBuiltinModule('v8');v8.setFlagsFromString('--semi-space-growth-factor=1');setTimeout(()=>v8.setFlagsFromString('--semi-space-growth-factor=2'),5000).unref()}";

/** Builds the programs into a directory, replacing each file at once, so that one which runs is not disturbed. */
export async function buildPrograms(outDir: string, names = Object.keys(programs) as ProgramName[]): Promise<void> {
  await mkdir(outDir, { recursive: true });
  const metafiles = await Promise.all(names.map((name) => buildProgram(name, outDir)));
  await replaceFile(join(outDir, 'THIRD-PARTY-LICENSES.txt'), await licenses(metafiles), 0o644);
}

async function buildProgram(name: ProgramName, outDir: string): Promise<Metafile> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [programs[name]],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Shorter text is less memory in a process that lives for months; names are kept for stack traces and logs.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    legalComments: 'none',
    banner: { js: requireOfBundle + (onEveryNode.has(name) ? smallYoungGeneration : '') },
    plugins: [lazyBuiltins, ownVersion, embeddedProto, withoutRemoteShell],
    logLevel: 'warning',
  });
  const [output] = result.outputFiles;
  if (!output) throw new Error(`nothing was built for ${name}`);
  const code = output.text.replace(/^#!.*\n/, '');
  await replaceFile(join(outDir, name), `#!/usr/bin/env node\n${code}`, 0o755);
  return result.metafile;
}

async function replaceFile(path: string, content: string, mode: number): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  await writeFile(temporary, content);
  await chmod(temporary, mode);
  await rename(temporary, path);
}

// ---------------------------------------------------------------- what is changed on the way

/**
 * Node's own modules are taken as objects, not imported: an import reads every export, and one of node:http's is a getter that loads
 * a whole HTTP client, 4 MB of memory that no program of ours uses.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path }) =>
      isBuiltin(path) ? { path: path.replace(/^node:/, ''), namespace: 'builtin' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports=process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Of package.json only the version is embedded. */
const ownVersion: Plugin = {
  name: 'own-version',
  setup(build) {
    build.onLoad({ filter: /^.*\/package\.json$/ }, async ({ path }) => {
      if (path !== join(root, 'package.json')) return undefined;
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** etcd3 parses proto/rpc.proto from beside its own file at start. It gets the parsed result instead: no file, and a faster start. */
const embeddedProto: Plugin = {
  name: 'embedded-proto',
  setup(build) {
    build.onLoad({ filter: /\/etcd3\/lib\/connection-pool\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const call = /loadSync\)\(`\$\{__dirname\}\/\.\.\/proto\/rpc\.proto`,/;
      if (!call.test(source)) throw new Error(`${path} no longer loads its proto file in the way that build.ts replaces`);
      const json = protoAsJson(path, join(dirname(path), '../proto/rpc.proto'));
      return { contents: source.replace(call, () => `fromJSON)(${json},`), loader: 'js' };
    });
  },
};

/** The proto file as the JSON of protobufjs, parsed by the copy of protobufjs that will read it. */
function protoAsJson(importer: string, protoFile: string): string {
  const loader = createRequire(importer).resolve('@grpc/proto-loader');
  const protobuf = createRequire(loader)('protobufjs') as { Root: new () => ProtoRoot };
  const parsed = new protobuf.Root().loadSync(protoFile, { keepCase: true });
  return JSON.stringify(parsed.toJSON());
}

interface ProtoRoot {
  loadSync(file: string, options: { keepCase: boolean }): ProtoRoot;
  toJSON(): object;
}

/** Docker over ssh and BuildKit's own protocols are not used; what they need is native, or reads files beside its own. */
const withoutRemoteShell: Plugin = {
  name: 'without-remote-shell',
  setup(build) {
    const refusing = (what: string) => `throw new Error(${JSON.stringify(`${what} is not supported; use a socket or TCP`)});`;
    build.onLoad({ filter: /\/docker-modem\/lib\/ssh\.js$/ }, () => ({ contents: `module.exports=()=>{${refusing('Docker over ssh')}};` }));
    build.onLoad({ filter: /\/dockerode\/lib\/(session|buildkit)\.js$/ }, () => ({
      contents: `module.exports=()=>{${refusing('BuildKit')}};`,
    }));
  },
};

// ---------------------------------------------------------------- licences

/** The licence texts of all packages that are inside, as their licences ask. */
async function licenses(metafiles: Metafile[]): Promise<string> {
  const inside = new Set<string>();
  for (const metafile of metafiles) {
    for (const output of Object.values(metafile.outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
        const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
        if (found && bytesInOutput > 0) inside.add(found);
      }
    }
  }
  const texts = await Promise.all([...inside].sort().map((path) => licenseOf(join(root, path))));
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function licenseOf(packageDir: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as Record<string, unknown>;
  const file = (await readdir(packageDir)).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  const text = file ? await readFile(join(packageDir, file), 'utf8') : `Licence: ${String(license)}\n`;
  return `${String(name)} ${String(version)}\n\n${text}`;
}

if (import.meta.main) {
  const outDir = join(root, 'dist');
  // What former builds left and this one does not make must not be run by mistake. A build beside this one may be writing `.new`.
  for (const entry of await readdir(outDir).catch(() => [])) {
    if (!(entry in programs) && !entry.endsWith('.new')) await rm(join(outDir, entry), { recursive: true, force: true });
  }
  await buildPrograms(outDir);
  for (const name of Object.keys(programs)) {
    const { size } = await stat(join(outDir, name));
    process.stdout.write(`${relative(process.cwd(), join(outDir, name))}  ${Math.round(size / 1024)} KiB\n`);
  }
}
