// The end of what an app wrote, as text for a record.
// Guarantees: at most 64 KiB; whole lines where there are any; what is no UTF-8 is replaced.
import { open } from 'node:fs/promises';
import type { Output } from '../src/loop/ports.ts';

export const outputBytes = 65_536;

/** `earlier`: something was left out before these bytes already. */
export function outputOf(bytes: Buffer, earlier: boolean): Output {
  const cut = earlier || bytes.length > outputBytes;
  let from = Math.max(0, bytes.length - outputBytes);
  const newline = cut ? bytes.indexOf(0x0a, from) : -1;
  if (newline >= 0 && newline < bytes.length - 1) from = newline + 1;
  // A character that was cut in two is replaced by one that is longer.
  let text = bytes.toString('utf8', from);
  if (text.length > outputBytes) text = text.slice(-outputBytes);
  return { text, cut };
}

/** The end of a file; an empty one where it is missing. */
export async function outputOfFile(path: string): Promise<Output> {
  let file;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { text: '', cut: false };
    throw error;
  }
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - outputBytes);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - from), position: from });
    return outputOf(buffer.subarray(0, bytesRead), from > 0);
  } finally {
    await file.close();
  }
}

/** Docker's stream of a container without a terminal: each piece has a head of 8 bytes, of which the last four are its length. */
export function withoutHeads(stream: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 8 <= stream.length; ) {
    const end = at + 8 + stream.readUInt32BE(at + 4);
    pieces.push(stream.subarray(at + 8, Math.min(end, stream.length)));
    at = end;
  }
  return Buffer.concat(pieces);
}
