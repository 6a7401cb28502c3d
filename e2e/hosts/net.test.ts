// The network of the tests is itself tested: what its faults do, that they end, and that nothing of it stays behind.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { run } from '../harness/cluster.ts';
import { waitFor } from '../harness/scratch.ts';
import { createNet, entering, type HostNet, type Net } from './net.ts';

let net: Net;
let one: HostNet;
let other: HostNet;

before(async () => {
  net = await createNet();
  [one, other] = [await net.addHost('one', 11), await net.addHost('other', 12)];
});

after(() => net?.remove());

/** Round trips of `count` packets that came back, ms. */
async function ping(from: HostNet, to: string, count = 3): Promise<number[]> {
  const [enter, where] = entering(from.netns);
  const out = await run(enter, [where, 'busybox', 'ping', '-i', '0.1', '-c', String(count), '-W', '1', to]);
  return [...out.stdout.matchAll(/time=([0-9.]+) ms/g)].map((match) => Number(match[1]));
}

/** At once or within a few seconds: neighbours have to be found again. */
function reaches(from: HostNet, to: string): Promise<unknown> {
  return waitFor(`${from.ip} to reach ${to}`, async () => (await ping(from, to, 1)).length === 1, 10_000);
}

const unreachable = async (from: HostNet, to: string): Promise<boolean> => (await ping(from, to, 2)).length === 0;

test('hosts reach each other and this machine; a cut, a drop of some addresses and their end do what they say', async () => {
  await reaches(one, other.ip);
  await reaches(one, net.gateway);
  await one.cutFrom(net.gateway);
  assert.ok(await unreachable(one, net.gateway));
  await reaches(one, other.ip);
  await one.cut();
  assert.ok(await unreachable(one, other.ip));
  await reaches(other, net.gateway);
  await one.heal();
  await reaches(one, net.gateway);
  await reaches(one, other.ip);
});

test('a worse cable delays and loses, in both directions, until it is healed', async () => {
  await one.worsen({ delayMs: 50, jitterMs: 20, lossPercent: 0 });
  await reaches(one, other.ip);
  const slow = await ping(one, other.ip);
  assert.equal(slow.length, 3);
  assert.ok(
    slow.every((ms) => ms >= 100 && ms < 1_000),
    `there and back: ${slow.join(', ')} ms`,
  );
  await one.heal();
  await one.worsen({ delayMs: 0, jitterMs: 0, lossPercent: 50 });
  const got = await ping(other, one.ip, 40);
  assert.ok(got.length > 0 && got.length < 30, `${got.length} of 40 came back where one in four should`);
  await one.heal();
  await reaches(one, other.ip);
  const good = await ping(one, other.ip);
  assert.ok(good.length === 3 && good.every((ms) => ms < 100), `${good.join(', ')} ms`);
});

test('what a killed run left is removed by the next', async () => {
  const script = `import { createNet } from ${JSON.stringify(join(import.meta.dirname, 'net.ts'))};
    const net = await createNet();
    await net.addHost('left', 13);
    process.stdout.write(net.switchNs);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const left = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString()));
    child.once('exit', () => reject(new Error('it ended before it had made a network')));
  });
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));
  assert.ok(existsSync(left) && existsSync(`${left}-left`), 'it left something');
  await (await createNet()).remove();
  const [directory, name] = [join(left, '..'), left.slice(left.lastIndexOf('/') + 1)];
  assert.deepEqual(
    readdirSync(directory).filter((entry) => entry.startsWith(name)),
    [],
  );
  assert.equal(networkInterfaces()[name], undefined, 'its interface is gone');
  assert.ok(existsSync(one.netns), 'ours stands');
});
