import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { outputBytes, outputOf, outputOfFile, withoutHeads } from './output-text.ts';

test('short output is whole, long output is its end from a whole line on', () => {
  assert.deepEqual(outputOf(Buffer.from('one\ntwo'), false), { text: 'one\ntwo', cut: false });
  const long = outputOf(Buffer.from(`${'x'.repeat(99)}\n`.repeat(1000)), false);
  assert.ok(long.cut && long.text.length <= outputBytes && long.text.length > outputBytes - 100);
  assert.match(long.text, /^x{99}\n/);
  const line = outputOf(Buffer.from('y'.repeat(100_000)), false);
  assert.deepEqual([line.text.length, line.cut], [outputBytes, true]);
});

test('what is no UTF-8 is replaced, and never makes more than fits', () => {
  assert.equal(outputOf(Buffer.from([0x61, 0xff, 0x62]), false).text, 'a\uFFFDb');
  assert.ok(outputOf(Buffer.alloc(200_000, 0xff), false).text.length <= outputBytes);
});

test('the end of a file, and of none', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'photoncloud-output-'));
  await writeFile(join(dir, 'log'), 'line\n'.repeat(50_000));
  const { text, cut } = await outputOfFile(join(dir, 'log'));
  assert.deepEqual([text.startsWith('line\n'), cut, text.length > outputBytes - 10], [true, true, true]);
  assert.deepEqual(await outputOfFile(join(dir, 'missing')), { text: '', cut: false });
  await rm(dir, { recursive: true });
});

test("docker's heads are taken off, of a stream that was cut too", () => {
  const piece = (stream: number, text: string): Buffer => {
    const head = Buffer.alloc(8);
    head[0] = stream;
    head.writeUInt32BE(text.length, 4);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  const all = Buffer.concat([piece(1, 'out\n'), piece(2, 'err\n')]);
  assert.equal(withoutHeads(all).toString(), 'out\nerr\n');
  assert.equal(withoutHeads(all.subarray(0, all.length - 2)).toString(), 'out\ner');
});
