// PEM as RFC 7468 writes it. Guarantees: text outside the blocks, unknown labels and bad base64 are refused, so what was signed is what was read.
import { malformed } from './der.ts';

const block = /^-----BEGIN ([A-Z0-9 ]+)-----\r?\n([A-Za-z0-9+/=\r\n]*?)\r?\n?-----END \1-----[ \t]*\r?\n?/;

/** The DER of each block; all must have the label. */
export function readPem(pem: string, label: string): Buffer[] {
  const blocks: Buffer[] = [];
  let rest = pem.trimStart();
  while (rest !== '') {
    const found = block.exec(rest);
    if (!found) throw malformed(`not PEM: expected -----BEGIN ${label}-----`);
    if (found[1] !== label) throw malformed(`the PEM holds a ${found[1]}, expected a ${label}`);
    const base64 = (found[2] ?? '').replace(/[\r\n]/g, '');
    const der = Buffer.from(base64, 'base64');
    if (der.length === 0 || der.toString('base64') !== base64) throw malformed(`the PEM of a ${label} is not base64`);
    blocks.push(der);
    rest = rest.slice(found[0].length).trimStart();
  }
  return blocks;
}

export function writePem(der: Uint8Array, label: string): string {
  const base64 = Buffer.from(der).toString('base64');
  return `-----BEGIN ${label}-----\n${base64.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END ${label}-----\n`;
}
