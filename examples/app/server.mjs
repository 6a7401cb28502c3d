// The demo application: plain Node.js without dependencies, the same in a container and as a process.
//   GET /healthz   200, or 503 while it starts slowly (SLOW_START_MS) or is told to fail (FAIL_HEALTH=true)
//   GET /call      calls the service named by UPSTREAM through the mesh (PHOTONCLOUD_MESH) and nests its answer
//   anything else  who answers: {service, instance, node, version, path, peer?}
// `peer` is what the sidecar says of the caller in the header x-photoncloud-peer, where it says so.
// CRASH_AFTER_MS ends it with exit code 3 after that time; IGNORE_SIGTERM=true makes it deaf to SIGTERM;
// EXIT_CODE with CRASH_AFTER_MS chooses the code.
import { createServer, request } from 'node:http';

const env = process.env;
const port = Number(env.PORT ?? 8080);
const host = env.LISTEN_ADDR ?? '0.0.0.0';
const readyAt = performance.now() + Number(env.SLOW_START_MS ?? 0);
const upstreamTimeoutMs = 5_000;

function self(incoming) {
  const peer = incoming.headers['x-photoncloud-peer'];
  return {
    service: env.PHOTONCLOUD_SERVICE ?? 'unknown',
    instance: env.PHOTONCLOUD_INSTANCE ?? 'unknown',
    node: env.PHOTONCLOUD_NODE ?? 'unknown',
    version: env.VERSION ?? '1',
    path: incoming.url,
    ...(peer ? { peer } : {}),
  };
}

/** GET through the sidecar's control port, which is an HTTP proxy: the request line carries the whole URL. */
function callUpstream(name) {
  return new Promise((resolve, reject) => {
    if (!env.PHOTONCLOUD_MESH) {
      reject(new Error('PHOTONCLOUD_MESH is not set'));
      return;
    }
    const mesh = new URL(env.PHOTONCLOUD_MESH);
    const outgoing = request(
      {
        host: mesh.hostname,
        port: mesh.port,
        path: `http://${name}/call`,
        headers: { host: name },
        timeout: upstreamTimeoutMs,
        agent: false,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`${name} answered ${response.statusCode}: ${text.slice(0, 500)}`));
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`${name} did not answer within ${upstreamTimeoutMs} ms`)));
    outgoing.on('error', reject);
    outgoing.end();
  });
}

function answer(outgoing, status, body) {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(`${JSON.stringify(body)}\n`);
}

async function handle(incoming, outgoing) {
  const path = new URL(incoming.url ?? '/', 'http://app').pathname;
  if (path === '/healthz') {
    const failing = env.FAIL_HEALTH === 'true' || performance.now() < readyAt;
    answer(outgoing, failing ? 503 : 200, { ok: !failing });
  } else if (path === '/call' && env.UPSTREAM) {
    try {
      answer(outgoing, 200, { ...self(incoming), upstream: await callUpstream(env.UPSTREAM) });
    } catch (error) {
      answer(outgoing, 502, { ...self(incoming), error: String(error.message ?? error) });
    }
  } else answer(outgoing, 200, self(incoming));
}

const server = createServer((incoming, outgoing) => void handle(incoming, outgoing));
server.on('error', (error) => {
  process.stderr.write(`listen on ${host}:${port}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, host, () => process.stdout.write(`listening on ${host}:${port}\n`));

// As process 1 of a container nothing is the default: without this handler SIGTERM would be ignored.
process.on('SIGTERM', () => {
  if (env.IGNORE_SIGTERM === 'true') return;
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => process.exit(0), 2_000).unref();
});
if (env.CRASH_AFTER_MS) setTimeout(() => process.exit(Number(env.EXIT_CODE ?? 3)), Number(env.CRASH_AFTER_MS));
