// An application under load, the same in a container and as a process. With UPSTREAM it is the front: it passes every request on to
// that service through the mesh, and never tries twice. Without, it is the back:
//   GET /work      answers at once
//   POST /work     tells the collector the id in the body, so that what is done twice is seen, then answers it
//   GET /stream    100 numbered lines over `ms` milliseconds
//   POST /stream   reads to the end and answers how many bytes came, and their digest
// It exits at once on SIGTERM: whoever stops it has seen to it that nobody waits for an answer.
import { createHash } from 'node:crypto';
import { Agent, createServer, request } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';

const { env } = process;
const mesh = new URL(env.PHOTONCLOUD_MESH ?? 'http://127.0.0.1:1');
const agent = new Agent({ keepAlive: true });
const self = { service: env.PHOTONCLOUD_SERVICE, instance: env.PHOTONCLOUD_INSTANCE, version: env.VERSION ?? '1' };

function answer(res, status, body) {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ ...self, ...body }));
}

// ---------------------------------------------------------------- front

function pass(req, res) {
  const { connection: _, ...headers } = req.headers;
  const { hostname: host, port } = mesh;
  const path = `http://${env.UPSTREAM}${req.url}`;
  const up = request({ host, port, agent, method: req.method, path, headers: { ...headers, host: env.UPSTREAM } });
  up.on('response', (response) => {
    res.writeHead(response.statusCode ?? 502, { ...response.headers, 'x-front': self.instance });
    pipeline(response, res, () => undefined);
  });
  up.on('error', (error) => {
    if (res.headersSent) res.destroy();
    else answer(res, 502, { error: `${env.UPSTREAM} did not answer: ${error.message}` });
  });
  pipeline(req, up, () => undefined);
}

// ---------------------------------------------------------------- back

let collector;
/** Written before the answer: what is in the kernel's hands gets there, also where this process ends. */
function tell(id) {
  collector ??= connect({ host: env.COLLECTOR_HOST ?? mesh.hostname, port: Number(env.COLLECTOR_PORT) });
  return new Promise((resolve, reject) => collector.write(`${id}\n`, (error) => (error ? reject(error) : resolve())));
}

async function post(req, res) {
  let text = '';
  for await (const chunk of req.setEncoding('utf8')) text += chunk;
  const { id } = JSON.parse(text);
  await tell(id);
  answer(res, 200, { id });
}

async function upload(req, res) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of req) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  answer(res, 200, { bytes, sha256: hash.digest('hex') });
}

function download(res, ms) {
  res.writeHead(200, { 'content-type': 'text/plain' });
  const from = performance.now();
  let line = 0;
  // By the clock, also on a busy machine.
  const timer = setInterval(() => {
    for (; line < 100 && from + (line * ms) / 100 <= performance.now(); line++) res.write(`${line}\n`);
    if (line < 100) return;
    clearInterval(timer);
    res.end();
  }, ms / 100);
  res.on('close', () => clearInterval(timer));
}

async function serve(req, res) {
  const url = new URL(req.url ?? '/', 'http://app');
  if (url.pathname === '/healthz') answer(res, 200, {});
  else if (env.UPSTREAM) pass(req, res);
  else if (url.pathname === '/stream') await (req.method === 'POST' ? upload(req, res) : download(res, Number(url.searchParams.get('ms'))));
  else if (req.method === 'POST') await post(req, res);
  else answer(res, 200, { path: req.url });
}

const server = createServer((req, res) => {
  serve(req, res).catch((error) => (res.headersSent ? res.destroy() : answer(res, 500, { error: String(error) })));
});
server.listen(Number(env.PORT ?? 8080), env.HOST ?? '0.0.0.0');
process.on('SIGTERM', () => process.exit(0));
