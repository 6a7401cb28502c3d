// init: the cluster's record, its authorities and its bootstrap token. Once; nothing is ever written over.
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { stringify } from 'smol-toml';
import { encodeRecord } from '../../model/entry.ts';
import { exitCodes, PhotonError } from '../../model/errors.ts';
import type { ClusterMeta } from '../../model/generated.ts';
import { keyOf } from '../../model/keys.ts';
import { describeProblem } from '../../model/problem.ts';
import { timestamp } from '../../model/time.ts';
import { validateRecord } from '../../model/validate.ts';
import { authorityFiles, createAuthorities, saveAuthorities } from '../../pki/authority.ts';
import { createBootstrapToken, saveBootstrapToken } from '../../pki/token.ts';
import type { Context } from '../context.ts';
import { renderData } from '../records.ts';

export interface InitOptions {
  environment: string;
  caDir: string;
  /** Where to write a configuration file for ctl. */
  writeConfig?: string;
}

export async function init(context: Context, options: InitOptions): Promise<number> {
  const { store, clusterId, clock, terminal } = context;
  const now = clock.now();
  const meta = { cluster_id: clusterId, environment: options.environment, created_at: timestamp(now), uid: randomUUID(), epoch: 0 };
  const checked = validateRecord('cluster', meta, { unknownFields: 'refuse' });
  if (!checked.ok)
    throw new PhotonError('invalid_argument', checked.problems.map(describeProblem).join('; '), { where: '--cluster and --environment' });
  const caDir = resolve(options.caDir);
  await refuseToOverwrite(context, caDir, options.writeConfig);
  // The authorities come first: a cluster whose record stands always has them.
  await saveAuthorities(caDir, createAuthorities({ clusterId, now }));
  const token = join(caDir, authorityFiles.bootstrapToken);
  await saveBootstrapToken(token, createBootstrapToken());
  const key = keyOf(clusterId, 'cluster');
  try {
    await createMeta(context, key, checked.record);
  } catch (thrown) {
    // Whether the record stands is not known after a lost answer: then the authorities must stay.
    const { kv } = await store.get(key).catch(() => ({ kv: undefined }));
    const lost = thrown instanceof PhotonError && thrown.class === 'retryable';
    if (kv || !lost) await removeAuthorities(caDir);
    throw lost && !kv
      ? new PhotonError(thrown.code, thrown.message, {
          where: context.endpoints.join(', '),
          next: `The CA in ${caDir} was made; remove it before init is run again`,
          cause: thrown,
        })
      : thrown;
  }
  if (options.writeConfig !== undefined) await saveConfig(context, options.writeConfig);
  if (context.output === 'json' || context.output === 'yaml') {
    terminal.out(renderData(context.output, { kind: 'ClusterMeta', ...checked.record, ca_dir: caDir, bootstrap_token_file: token }));
    return exitCodes.done;
  }
  terminal.out(`cluster ${clusterId} (${options.environment}) created, uid ${checked.record.uid}\n`);
  terminal.out(`  authorities      ${caDir}\n`);
  terminal.out(`  bootstrap token  ${token}\n`);
  if (options.writeConfig !== undefined) terminal.out(`  configuration    ${options.writeConfig}\n`);
  terminal.out(`Keep ${join(caDir, authorityFiles.rootKey)} offline; agents need ${authorityFiles.rootCert} and the token.\n`);
  return exitCodes.done;
}

async function refuseToOverwrite({ store, clusterId, endpoints }: Context, caDir: string, config: string | undefined): Promise<void> {
  const { kv } = await store.get(keyOf(clusterId, 'cluster'));
  if (kv)
    throw new PhotonError('already_exists', `cluster ${clusterId} exists already`, {
      where: endpoints.join(', '),
      next: 'Use it as it is; init never overwrites',
    });
  const files = [...Object.values(authorityFiles).map((name) => join(caDir, name)), ...(config === undefined ? [] : [config])];
  for (const file of files) {
    if (await stat(file).catch(() => undefined))
      throw new PhotonError('already_exists', 'the file is there already; init never overwrites', {
        where: file,
        next: 'Name another place, or remove it',
      });
  }
}

async function createMeta({ store, clusterId, endpoints }: Context, key: string, meta: ClusterMeta): Promise<void> {
  const value = encodeRecord(meta);
  const conflict = (): PhotonError =>
    new PhotonError('already_exists', `cluster ${clusterId} was created meanwhile by another`, { where: endpoints.join(', ') });
  try {
    const { succeeded, current } = await store.transact([{ key, modRevision: 0 }], [{ type: 'put', key, value }]);
    if (!succeeded && current.get(key)?.value !== value) throw conflict();
  } catch (thrown) {
    if (!(thrown instanceof PhotonError) || thrown.class !== 'retryable') throw thrown;
    const { kv } = await store.get(key).catch(() => ({ kv: undefined }));
    if (!kv) throw thrown;
    if (kv.value !== value) throw conflict();
  }
}

async function removeAuthorities(caDir: string): Promise<void> {
  for (const name of Object.values(authorityFiles)) await rm(join(caDir, name), { force: true });
}

async function saveConfig({ clusterId, endpoints }: Context, file: string): Promise<void> {
  await mkdir(dirname(resolve(file)), { recursive: true });
  await writeFile(file, stringify({ cluster: { cluster_id: clusterId, endpoints: [...endpoints] } }), { flag: 'wx', mode: 0o600 });
}
