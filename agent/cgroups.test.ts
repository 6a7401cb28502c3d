import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Cgroups } from './cgroups.ts';

const roots: string[] = [];
after(() => {
  for (const root of roots) rmSync(root, { recursive: true });
});

/** A directory that looks like a cgroup mount; the kernel's part, the files in a new group, is played by the test. */
function layout(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'photoncloud-cgroup-'));
  roots.push(root);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

const text = (path: string) => readFileSync(path, 'utf8');
const limits = { cpuMillicores: 250, memoryBytes: 64 * 2 ** 20 };

describe('cgroups', () => {
  it('sets the limits of version 2 in one group, and switches controllers on', () => {
    const root = layout({
      'cgroup.controllers': 'cpu memory pids\n',
      'cgroup.subtree_control': 'cpu memory\n',
      'photoncloud/cgroup.subtree_control': '',
      'photoncloud/app/memory.swap.max': 'max',
      'photoncloud/app/memory.events': 'oom 2\noom_kill 1\n',
      'photoncloud/app/cgroup.procs': '12\n13\n',
    });
    const cgroups = new Cgroups(root);
    const group = join(root, 'photoncloud/app');
    assert.deepEqual(cgroups.prepare('app', limits), [join(group, 'cgroup.procs')]);
    assert.equal(text(join(group, 'cpu.max')), '25000 100000');
    assert.equal(text(join(group, 'memory.max')), '67108864');
    assert.equal(text(join(group, 'memory.swap.max')), '0');
    // What is on already is not written again.
    assert.equal(text(join(root, 'cgroup.subtree_control')), 'cpu memory\n');
    assert.equal(text(join(root, 'photoncloud/cgroup.subtree_control')), '+memory');
    assert.equal(cgroups.oomKilled('app'), true);
    assert.deepEqual(cgroups.members('app'), [12, 13]);
  });

  it('sets the limits of version 1 in a group for each controller', () => {
    const root = layout({
      'cpu,cpuacct/cgroup.procs': '',
      'memory/cgroup.procs': '',
      'memory/photoncloud/app/memory.memsw.limit_in_bytes': '1',
    });
    const cgroups = new Cgroups(root);
    const [cpu, memory] = [join(root, 'cpu,cpuacct/photoncloud/app'), join(root, 'memory/photoncloud/app')];
    assert.deepEqual(cgroups.prepare('app', limits), [join(cpu, 'cgroup.procs'), join(memory, 'cgroup.procs')]);
    assert.equal(text(join(cpu, 'cpu.cfs_period_us')), '100000');
    assert.equal(text(join(cpu, 'cpu.cfs_quota_us')), '25000');
    assert.equal(text(join(memory, 'memory.limit_in_bytes')), '67108864');
    assert.equal(text(join(memory, 'memory.memsw.limit_in_bytes')), '67108864');
    assert.equal(cgroups.oomKilled('app'), false);
  });

  it('makes no group where nothing is limited, and refuses where a limit can not be set', () => {
    const root = layout({ 'cpu/cgroup.procs': '' });
    const cgroups = new Cgroups(root);
    assert.deepEqual(cgroups.prepare('app', {}), []);
    assert.equal(existsSync(join(root, 'cpu/photoncloud')), false);
    assert.equal(cgroups.prepare('app', { cpuMillicores: 100 }).length, 1);
    assert.throws(() => cgroups.prepare('app', limits), /memory is not mounted/);
    assert.match(cgroups.problem() ?? '', /memory is not mounted/);
  });
});
