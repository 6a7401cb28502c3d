// Tells from the first bytes of a connection what is spoken on it. Nothing is consumed: what was read is put back.
// Guarantees: bytes may arrive one at a time; the whole wait is bounded, however the bytes drip; a stream that ends or fails early
// gives what is known of it.
import type { Duplex } from 'node:stream';

/**
 * tls: a TLS record. h2c: the preface of HTTP/2 in the clear. http1: a method's letters. opaque: anything else.
 * silent: nothing came in time (a protocol where the server speaks first). closed: the stream ended before it said anything.
 */
export type Spoken = 'tls' | 'h2c' | 'http1' | 'opaque' | 'silent' | 'closed';

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const tlsHandshake = 0x16;

/** What the bytes say, or undefined while they may still become either. Letters of a token (RFC 9110 §5.6.2) may be a method. */
export function classify(bytes: Uint8Array): Exclude<Spoken, 'silent' | 'closed'> | undefined {
  const [first] = bytes;
  if (first === undefined) return undefined;
  if (first === tlsHandshake) return 'tls';
  const length = Math.min(bytes.length, preface.length);
  if (preface.subarray(0, length).equals(bytes.subarray(0, length))) return length === preface.length ? 'h2c' : undefined;
  for (const byte of bytes.subarray(0, 32)) {
    if (byte === 0x20) return 'http1';
    if (!isMethodByte(byte)) return 'opaque';
  }
  return bytes.length < 32 ? undefined : 'opaque';
}

function isMethodByte(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x2d || byte === 0x5f;
}

/** Never rejects. The stream is left paused, with all its bytes. */
export function detect(stream: Duplex, timeoutMs: number): Promise<Spoken> {
  return new Promise((resolve) => {
    let seen = 0;
    const finish = (spoken: Spoken): void => {
      clearTimeout(timer);
      stream.removeListener('readable', onReadable);
      stream.removeListener('end', onGone);
      stream.removeListener('error', onGone);
      stream.removeListener('close', onGone);
      stream.pause();
      resolve(spoken);
    };
    const onReadable = (): void => {
      // Putting bytes back raises the event again: only more of them are news.
      if (seen > 0 && stream.readableLength <= seen) return;
      const bytes = stream.read() as Buffer | null;
      if (bytes === null) return;
      // Put back at once: a stream that still holds bytes can't end under our hands.
      stream.unshift(bytes);
      seen = bytes.length;
      const spoken = classify(bytes);
      if (spoken) finish(spoken);
    };
    const onGone = (): void => finish('closed');
    // Bytes that could still become HTTP when the time is up are passed on as they are.
    const timer = setTimeout(() => finish(seen > 0 ? 'opaque' : 'silent'), timeoutMs);
    stream.on('readable', onReadable);
    stream.once('end', onGone);
    stream.once('error', onGone);
    stream.once('close', onGone);
  });
}
