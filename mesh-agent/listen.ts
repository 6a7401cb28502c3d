// Listening and its end.
import type { Server } from 'node:net';
import { startListening } from '../src/loop/listen.ts';
import { type Address, formatAddress } from './config.ts';

/** Throws PhotonError `port_taken` where the address is in use or not there. */
export function listen(server: Server, { host, port }: Address): Promise<void> {
  return startListening(server, { host, port, exclusive: true }, { where: formatAddress({ host, port }) });
}

/** Resolves when the last connection is gone. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (server.listening) server.close(() => resolve());
    else resolve();
  });
}

const sweepMs = 50;

/** Waits for the last connection, closing those that wait for a request as they turn up, and cuts off what is left after drainMs. */
export async function drained(closed: Promise<void>, drainMs: number, open: { closeIdle: () => void; abort: () => void }): Promise<void> {
  open.closeIdle();
  const sweep = setInterval(open.closeIdle, sweepMs);
  const deadline = setTimeout(open.abort, drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
