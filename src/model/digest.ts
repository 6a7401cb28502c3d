// Canonical JSON and digests.
// Guarantees: values that are equal as JSON have one canonical text, whatever the order of their keys.
import { createHash } from 'node:crypto';
import { resolveRun } from './defaults.ts';
import type { Service } from './generated.ts';

/** JSON with keys in one order and without spaces; what JSON drops (undefined) is dropped. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    const source = part as Record<string, unknown>;
    // Without a prototype, so that a key named __proto__ is a key.
    const sorted: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(source).sort()) sorted[key] = source[key];
    return sorted;
  });
}

/** SHA-256 of UTF-8 text in lower-case hex. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/**
 * The revision of a managed service: 16 hex digits over run, ports, protocol, resources and restart, undefined where it is
 * unmanaged. Defaults count the same left out or spelled out; order counts only in `command` and `args`. Of env_file
 * and secret_files only the paths count. Fields that this version does not know don't count.
 */
export function revisionOf(service: Pick<Service, 'run' | 'ports' | 'protocol' | 'resources' | 'restart'>): string | undefined {
  if (!service.run) return undefined;
  const run = resolveRun(service.run);
  const { http, grpc, tcp } = service.ports;
  const { cpu_millicores, memory_bytes } = service.resources ?? {};
  const spec = {
    run: {
      ...run,
      secret_files: byTarget(run.secret_files),
      volumes: byTarget(run.volumes),
      sandbox: { ...run.sandbox, cap_add: [...new Set(run.sandbox.cap_add)].sort() },
    },
    ports: { http, grpc, tcp },
    protocol: service.protocol,
    resources: { cpu_millicores, memory_bytes },
    // Left out where it was never raised.
    restart: service.restart || undefined,
  };
  return sha256Hex(canonicalJson(spec)).slice(0, 16);
}

function byTarget<T extends { target: string }>(mounts: readonly T[]): T[] {
  return [...mounts].sort((a, b) => (a.target < b.target ? -1 : a.target > b.target ? 1 : 0));
}
