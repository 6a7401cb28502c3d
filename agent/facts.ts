// What the machine says of itself: ids, name, size.
// Guarantees: two agents on one machine get the same facts; a machine without /etc/machine-id gets one of its boot,
// which is then good for this boot only.
import { readFile } from 'node:fs/promises';
import { availableParallelism, hostname, totalmem } from 'node:os';
import type { MachineFacts } from './ports.ts';

async function firstLine(path: string): Promise<string | undefined> {
  try {
    const [line = ''] = (await readFile(path, 'utf8')).split('\n');
    return line.trim() || undefined;
  } catch {
    return undefined;
  }
}

export async function machineFacts(): Promise<MachineFacts> {
  const bootId = (await firstLine('/proc/sys/kernel/random/boot_id')) ?? 'unknown';
  const machineId = (await firstLine('/etc/machine-id')) ?? (await firstLine('/var/lib/dbus/machine-id')) ?? `boot-${bootId}`;
  return {
    machineId: machineId.slice(0, 64),
    bootId,
    hostname: hostname().toLowerCase(),
    cpuMillicores: availableParallelism() * 1000,
    memoryBytes: totalmem(),
  };
}
