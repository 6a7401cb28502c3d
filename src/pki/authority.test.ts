import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { SimulatedClock } from '../loop/clock.ts';
import type { PhotonError } from '../model/errors.ts';
import { createAuthorities, loadAuthorities, saveAuthorities } from './authority.ts';
import { fingerprintSha256 } from './certificate.ts';
import { generateKey } from './keys.ts';
import { BootstrapTokenFile, createBootstrapToken, readBootstrapToken, saveBootstrapToken } from './token.ts';

const dirs: string[] = [];
after(() => Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true }))));

async function temporary(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'photoncloud-ca-'));
  dirs.push(dir);
  return dir;
}

const authorities = createAuthorities({ clusterId: 'demo', now: Date.now() });
const others = createAuthorities({ clusterId: 'demo', now: Date.now() });

async function saved(): Promise<string> {
  const dir = join(await temporary(), 'ca');
  await saveAuthorities(dir, authorities);
  return dir;
}

/** A refusal that names the file and tells no secret. */
const refusal = (where: string, words: RegExp) => (error: PhotonError) => {
  assert.equal(error.code, 'invalid_config');
  assert.equal(error.exitCode, 2);
  assert.ok(error.where?.endsWith(where), error.where);
  assert.match(error.explain(), words);
  assert.doesNotMatch(error.explain(), /BEGIN|MIG/);
  return true;
};

describe('a CA directory', () => {
  test('is written with closed keys, and reads back', async () => {
    const dir = await saved();
    assert.deepEqual((await readdir(dir)).sort(), ['issuing.crt', 'issuing.key', 'root.crt', 'root.key']);
    for (const name of ['root.key', 'issuing.key']) assert.equal((await stat(join(dir, name))).mode & 0o777, 0o600, name);
    assert.equal((await stat(dir)).mode & 0o777, 0o700);
    const read = await loadAuthorities(dir);
    assert.equal(read.clusterId, 'demo');
    assert.equal(fingerprintSha256(read.root.certPem), fingerprintSha256(authorities.root.certPem));
    assert.equal(read.issuing.caId, authorities.issuing.caId);
    assert.ok(read.issuing.key.equals(authorities.issuing.key) && read.root.key?.equals(authorities.root.key));
  });

  test('is never written over', async () => {
    const dir = await saved();
    await rm(join(dir, 'root.crt'));
    await assert.rejects(saveAuthorities(dir, others), { code: 'already_exists' });
    assert.deepEqual((await readdir(dir)).sort(), ['issuing.crt', 'issuing.key', 'root.key']);
    await assert.rejects(saveBootstrapToken(join(dir, 'issuing.key'), createBootstrapToken()), { code: 'already_exists' });
  });

  test('works with the root key taken offline', async () => {
    const dir = await saved();
    await rm(join(dir, 'root.key'));
    const read = await loadAuthorities(dir);
    assert.equal(read.root.key, undefined);
    assert.equal(read.issuing.caId, authorities.issuing.caId);
  });

  const faults: [name: string, where: string, words: RegExp, how: (dir: string) => Promise<void>][] = [
    ['a key that the group may read', 'issuing.key', /mode is 0640.*0600.*chmod 600/, (dir) => chmod(join(dir, 'issuing.key'), 0o640)],
    ['a root key that the world may read', 'root.key', /mode is 0604.*0600/, (dir) => chmod(join(dir, 'root.key'), 0o604)],
    ['no certificate', 'root.crt', /ENOENT/, (dir) => rm(join(dir, 'root.crt'))],
    ['no key', 'issuing.key', /ENOENT/, (dir) => rm(join(dir, 'issuing.key'))],
    ['an empty certificate', 'issuing.crt', /no certificate/, (dir) => writeFile(join(dir, 'issuing.crt'), '')],
    [
      'a key where a certificate should be',
      'root.crt',
      /PRIVATE KEY/,
      async (dir) => writeFile(join(dir, 'root.crt'), await readFile(join(dir, 'root.key'))),
    ],
    [
      'a certificate where a key should be',
      'issuing.key',
      /not a private key/,
      async (dir) => writeFile(join(dir, 'issuing.key'), await readFile(join(dir, 'root.crt'))),
    ],
    [
      'the key of another',
      'issuing.key',
      /not the key of the certificate/,
      (dir) => writeFile(join(dir, 'issuing.key'), generateKey().privateKeyPem),
    ],
    ['a huge key', 'issuing.key', /9000 bytes/, (dir) => writeFile(join(dir, 'issuing.key'), 'x'.repeat(9000))],
    [
      'an issuing CA of another root',
      'issuing.crt',
      /not issued by root.crt/,
      (dir) => writeFile(join(dir, 'issuing.crt'), others.issuing.certPem),
    ],
    ['an issuing CA as root', 'root.crt', /not signed by itself/, (dir) => writeFile(join(dir, 'root.crt'), authorities.issuing.certPem)],
    ['two certificates', 'root.crt', /exactly one/, (dir) => writeFile(join(dir, 'root.crt'), authorities.root.certPem.repeat(2))],
  ];
  for (const [name, where, words, how] of faults) {
    test(`is refused with ${name}`, async () => {
      const dir = await saved();
      await how(dir);
      await assert.rejects(loadAuthorities(dir), refusal(where, words));
    });
  }
});

describe('the bootstrap token', () => {
  test('is long, random, closed, and reads back', async () => {
    const path = join(await temporary(), 'token');
    const token = createBootstrapToken();
    assert.match(token, /^[A-Za-z0-9_-]{43}$/);
    assert.notEqual(createBootstrapToken(), token);
    await saveBootstrapToken(path, token);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.equal(await readBootstrapToken(path), token);
  });

  test('is refused where others may read it, where it is short, or where it is more than a line', async () => {
    const path = join(await temporary(), 'token');
    await saveBootstrapToken(path, createBootstrapToken());
    await chmod(path, 0o644);
    await assert.rejects(readBootstrapToken(path), refusal('token', /0644/));
    // On the machine of an agent there is no CA directory that could be restored.
    await assert.rejects(readBootstrapToken(`${path}.none`), refusal('token.none', /ENOENT.*Copy bootstrap\.token/));
    await chmod(path, 0o600);
    for (const content of ['', 'short', `${createBootstrapToken()}\n${createBootstrapToken()}`, 'x'.repeat(5000)]) {
      await writeFile(path, content);
      await assert.rejects(readBootstrapToken(path), { code: 'invalid_config' });
    }
  });

  test('of a replaced file is the token a few seconds later; without a file nobody has it', async () => {
    const path = join(await temporary(), 'token');
    const [first, second] = [createBootstrapToken(), createBootstrapToken()];
    await saveBootstrapToken(path, first);
    const clock = new SimulatedClock();
    const file = new BootstrapTokenFile(path, clock);
    assert.deepEqual([await file.matches(first), await file.matches(second), await file.matches('')], [true, false, false]);
    await writeFile(path, second);
    await clock.advance(5000);
    assert.deepEqual([await file.matches(first), await file.matches(second)], [false, true]);
    await rm(path);
    await clock.advance(5000);
    await assert.rejects(file.matches(second), { code: 'invalid_config' });
  });
});
