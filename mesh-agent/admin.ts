// The admin socket: HTTP over a unix socket, for the node agent and for people with curl.
// Guarantees: the socket is its owner's alone (0600); a socket left behind by a dead process is replaced, that of a living one is not.
import { chmod, unlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { startListening } from '../src/loop/listen.ts';
import { PhotonError } from '../src/model/errors.ts';

export interface AdminAnswers {
  services(): object;
  connections(service: string | undefined, instance: string | undefined): object | undefined;
  endpoints(service: string): object | undefined;
  policies(): object;
  reload(): Promise<object>;
}

/** Serves on a path. Throws PhotonError `port_taken` where another process serves there. */
export async function serveAdmin(path: string, answers: AdminAnswers): Promise<{ close(): Promise<void> }> {
  await removeStale(path);
  const server = createServer({ headersTimeout: 5000, requestTimeout: 30_000, keepAliveTimeout: 5000 }, (req, res) => {
    answer(req, answers).then(
      ({ status, body }) => send(res, status, body),
      (thrown: unknown) => send(res, 500, { code: 'internal', message: thrown instanceof Error ? thrown.message : String(thrown) }),
    );
  });
  await startListening(server, { path }, { where: path, expected: 'a path in a directory that is there and writable' });
  await chmod(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(req: IncomingMessage, answers: AdminAnswers): Promise<{ status: number; body: object }> {
  const url = new URL(req.url ?? '/', 'http://admin');
  const parameter = (name: string): string | undefined => url.searchParams.get(name) ?? undefined;
  const found = (body: object | undefined): { status: number; body: object } =>
    body ? { status: 200, body } : { status: 404, body: { code: 'not_found', message: 'there is nothing of that name here' } };
  switch (`${req.method} ${url.pathname}`) {
    case 'GET /services':
      return found(answers.services());
    case 'GET /connections':
      return found(answers.connections(parameter('service'), parameter('instance')));
    case 'GET /endpoints':
      return found(answers.endpoints(parameter('service') ?? ''));
    case 'GET /policies':
      return found(answers.policies());
    case 'POST /reload':
      return found(await answers.reload());
    default:
      return { status: 404, body: { code: 'not_found', message: 'known: GET /services /connections /endpoints /policies, POST /reload' } };
  }
}

function send(res: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body)}\n`;
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}

async function removeStale(path: string): Promise<void> {
  const alive = await new Promise<boolean>((resolve) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
  if (alive) {
    throw new PhotonError('port_taken', 'another mesh agent serves on this admin socket', {
      where: path,
      next: 'End it first, or give this one another --admin',
    });
  }
  await unlink(path).catch(() => undefined);
}
