// The load itself, in a thread of its own: what the tests do meanwhile must not hold it up.
// Guarantees: it is open-loop: requests set out by the clock, whether or not earlier ones were answered, and their time counts from
// when they were due; nothing is ever sent twice; every request ends, with the whole of what it asked for or as a failure that says why.
import { createHash, randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadOptions, Sent } from './load.ts';

const options = workerData as LoadOptions;
const answerWithinMs = options.answerWithinMs ?? 15_000;
const streamMs = 10_000;

const fresh = new Agent({ keepAlive: false });
const kept = new Agent({ keepAlive: true });
const sent: Sent[] = [];
const underWay = new Set<Promise<void>>();
const timers: NodeJS.Timeout[] = [];
const runId = randomBytes(4).toString('hex');
let nextId = 0;

interface Ask {
  method: 'GET' | 'POST';
  path: string;
  agent: Agent;
  withinMs: number;
  /** Sends the body, where there is one. */
  body?: (write: (chunk: string | Buffer) => void, end: () => void) => void;
}

function ask({ method, path, agent, withinMs, body }: Ask): Promise<{ text: string; reused: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = { host: options.hostHeader, ...(method === 'POST' && { 'content-type': 'application/octet-stream' }) };
    const req = request({ host: options.host, port: options.port, method, path, agent, headers });
    const timer = setTimeout(() => req.destroy(new Error(`no whole answer within ${withinMs} ms`)), withinMs);
    req.once('error', reject);
    req.once('close', () => clearTimeout(timer));
    req.once('response', (answer: IncomingMessage) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.once('error', (error) => reject(new Error(`the answer was cut off after ${text.length} bytes: ${error.message}`)));
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve({ text, reused: req.reusedSocket });
        else reject(new Error(`answered ${answer.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    if (body)
      body(
        (chunk) => void req.write(chunk),
        () => void req.end(),
      );
    else req.end();
  });
}

type Check = () => Promise<void>;

function get(agent: Agent): Check {
  const path = `/work?n=${nextId++}`;
  return async () => {
    const { text } = await ask({ method: 'GET', path, agent, withinMs: answerWithinMs });
    if ((JSON.parse(text) as { path?: string }).path !== path) throw new Error(`another answer: ${text}`);
  };
}

function post(agent: Agent, id: string): Check {
  return async () => {
    const body = JSON.stringify({ id });
    const { text } = await ask({
      method: 'POST',
      path: '/work',
      agent,
      withinMs: answerWithinMs,
      body: (write, end) => (write(body), end()),
    });
    if ((JSON.parse(text) as { id?: string }).id !== id) throw new Error(`another answer: ${text}`);
  };
}

function download(): Check {
  return async () => {
    const { text } = await ask({ method: 'GET', path: `/stream?ms=${streamMs}`, agent: fresh, withinMs: 3 * streamMs });
    const whole = Array.from({ length: 100 }, (_, at) => `${at}\n`).join('');
    if (text !== whole) throw new Error(`not whole or not in order: ${text.slice(0, 100)}… (${text.length} bytes)`);
  };
}

function upload(): Check {
  return async () => {
    const parts = Array.from({ length: 100 }, () => randomBytes(200));
    const hash = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
    // By the clock: what is late is caught up with, so that it lasts ten seconds on a busy machine too.
    const body = (write: (chunk: Buffer) => void, end: () => void): void => {
      const from = performance.now();
      let next = 0;
      const timer = setInterval(() => {
        for (; next < parts.length && from + (next * streamMs) / parts.length <= performance.now(); next++) write(parts[next] as Buffer);
        if (next < parts.length) return;
        clearInterval(timer);
        end();
      }, streamMs / parts.length);
    };
    const { text } = await ask({ method: 'POST', path: '/stream', agent: fresh, withinMs: 3 * streamMs, body });
    if ((JSON.parse(text) as { sha256?: string }).sha256 !== hash) throw new Error(`something else has arrived: ${text}`);
  };
}

async function outcome(kind: Sent['kind'], dueAt: number, check: Check, id: string | undefined): Promise<void> {
  const failure = await check().then(
    () => undefined,
    (error: Error) => error.message,
  );
  sent.push({ kind, dueAt, endedAt: Date.now(), ...(id !== undefined && { id }), ...(failure !== undefined && { failure }) });
}

function send(kind: Sent['kind'], dueAt: number, check: Check, id?: string): void {
  const ended = outcome(kind, dueAt, check, id);
  underWay.add(ended);
  void ended.finally(() => underWay.delete(ended));
}

/** Calls `run` every `everyMs` of the clock; what was late is caught up with. */
function steadily(everyMs: number, run: (turn: number, dueAt: number) => void): void {
  const from = Date.now();
  let turn = 0;
  timers.push(
    setInterval(
      () => {
        for (; from + turn * everyMs <= Date.now(); turn++) run(turn, from + turn * everyMs);
      },
      Math.min(everyMs, 10),
    ),
  );
}

function postOf(agent: Agent): { id: string; check: Check } {
  const id = `${runId}-${nextId++}`;
  return { id, check: post(agent, id) };
}

steadily(1000 / options.perSecond, (turn, dueAt) => {
  const agent = turn % 3 === 0 ? fresh : kept;
  if (turn % 10 < 6) return send('GET', dueAt, get(agent));
  const { id, check } = postOf(agent);
  send('POST', dueAt, check, id);
});

if (options.streamsPerSecond > 0) {
  steadily(1000 / options.streamsPerSecond, (turn, dueAt) => send('stream', dueAt, turn % 2 === 0 ? download() : upload()));
}

// Connections that live as long as the load, each with a request now and then, so that it is idle in between.
const held = Array.from({ length: options.held }, () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const original = agent.createConnection.bind(agent);
  const one = { agent, connections: 0 };
  agent.createConnection = (...args) => {
    one.connections++;
    return original(...args);
  };
  return one;
});
if (held.length > 0) {
  steadily(1000, (turn, dueAt) => {
    const { agent } = held[turn % held.length] ?? { agent: kept };
    if (turn % 2 === 0) return send('held', dueAt, get(agent));
    const { id, check } = postOf(agent);
    send('held', dueAt, check, id);
  });
}

parentPort?.postMessage('started');
parentPort?.once('message', () => {
  for (const timer of timers) clearInterval(timer);
  void (async () => {
    while (underWay.size > 0) await Promise.all(underWay);
    for (const agent of [fresh, kept, ...held.map((one) => one.agent)]) agent.destroy();
    parentPort?.postMessage({ sent, reconnected: held.filter(({ connections }) => connections > 1).length });
    parentPort?.close();
  })();
});
