// Resident memory of each program in a small running cluster: three nodes, two services, six instances. A bare Node.js
// process of the same version is the peer. Each figure is the median of readings a second apart, once the cluster has stood still for a while.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { startCluster } from '../e2e/harness/cluster.ts';
import { demoAppPath } from '../e2e/harness/images.ts';
import { processesNaming } from '../e2e/harness/scratch.ts';
import { type Figure, median } from './report.ts';

// What the start left behind is collected by then.
const settleMs = 45_000;
const samples = 15;

/** Resident set of a process in MiB. */
function residentMiB(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  if (!line?.[1]) throw new Error(`no VmRSS of ${pid}`);
  return Number(line[1]) / 1024;
}

async function sampled(pid: number): Promise<number> {
  const found: number[] = [];
  for (let at = 0; at < samples; at++) {
    found.push(residentMiB(pid));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return median(found);
}

async function bareNode(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  try {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return await sampled(child.pid ?? 0);
  } finally {
    child.kill();
  }
}

export async function memory(): Promise<Figure[]> {
  const bare = await bareNode();
  const cluster = await startCluster({ name: 'memory', nodes: 3, caddy: false });
  try {
    const nodes = cluster.agents.map((agent) =>
      JSON.stringify({ kind: 'Node', node_id: agent.nodeId, ip: agent.ip, app_addr: agent.ip, roles: ['worker'] }),
    );
    const services = ['front', 'back'].map((name) =>
      JSON.stringify({
        kind: 'Service',
        name,
        protocol: 'http',
        ports: { http: 8080 },
        replicas: 3,
        run: { driver: 'process', command: [process.execPath, demoAppPath] },
      }),
    );
    const out = await cluster.ctl(['apply', '-f', '-', '--wait=60s'], [...nodes, ...services].join('\n---\n'));
    if (out.code !== 0) throw new Error(out.stderr);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const agent = cluster.agents[0];
    const controller = cluster.controllers[0];
    const mesh = processesNaming(`${agent?.dataDir}`).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('photoncloud-mesh-agent'),
    );
    if (!agent || !controller || !mesh) throw new Error('a program is missing');
    const figure = (name: string, value: number, limit: number): Figure => ({
      name,
      value,
      unit: 'MiB',
      peer: 'bare node',
      peerValue: bare,
      compared: 'value',
      target: { at_most: limit },
    });
    return [
      figure('RSS agent', await sampled(agent.program.pid), 110),
      figure('RSS mesh agent', await sampled(mesh), 95),
      figure('RSS controller', await sampled(controller.program.pid), 150),
    ];
  } finally {
    await cluster.stop();
  }
}
