// Listening, with failures in words.
// Guarantees: an address that can't be had is `port_taken`; once it listens, accepting that fails for want of descriptors
// ends nothing: the next connection may succeed.
import type { ListenOptions, Server } from 'node:net';
import { type ErrorDetails, PhotonError } from '../model/errors.ts';

/** `told` is what the operator reads where it fails: which address, and what to do. */
export function startListening(server: Server, at: ListenOptions, told: ErrorDetails): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (cause: NodeJS.ErrnoException): void =>
      reject(new PhotonError('port_taken', `can't listen (${cause.code ?? cause.message})`, { ...told, cause }));
    server.once('error', failed);
    server.listen(at, () => {
      server.removeListener('error', failed);
      server.on('error', () => undefined);
      resolve();
    });
  });
}
