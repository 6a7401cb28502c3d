// What the mesh agent counts.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface MeshMetrics {
  inboundConnections: Counter<'service' | 'transport'>;
  inboundOpen: Gauge<'service'>;
  refusals: Counter<'service' | 'reason'>;
  handshakes: Counter<'service' | 'side' | 'result'>;
  bytes: Counter<'service' | 'side' | 'direction'>;
  requests: Counter<'service' | 'target' | 'code'>;
  requestSeconds: Histogram<'service' | 'target'>;
  retries: Counter<'service' | 'target'>;
  certificateExpiry: Gauge<'service'>;
  problems: Gauge<'service'>;
}

export function createMeshMetrics(registry: Registry): MeshMetrics {
  const registers = [registry];
  const name = (suffix: string): string => `photoncloud_mesh_${suffix}`;
  return {
    inboundConnections: new Counter({
      name: name('inbound_connections_total'),
      help: 'Connections let in, by what they speak',
      labelNames: ['service', 'transport'],
      registers,
    }),
    inboundOpen: new Gauge({ name: name('inbound_open'), help: 'Connections open now', labelNames: ['service'], registers }),
    refusals: new Counter({
      name: name('refusals_total'),
      help: 'Connections refused, by reason',
      labelNames: ['service', 'reason'],
      registers,
    }),
    handshakes: new Counter({
      name: name('handshakes_total'),
      help: 'TLS handshakes, as server (inbound) or client (outbound)',
      labelNames: ['service', 'side', 'result'],
      registers,
    }),
    bytes: new Counter({
      name: name('spliced_bytes_total'),
      help: 'Bytes passed on spliced connections',
      labelNames: ['service', 'side', 'direction'],
      registers,
    }),
    requests: new Counter({
      name: name('requests_total'),
      help: 'Calls made by the service, by status or failure',
      labelNames: ['service', 'target', 'code'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: name('request_seconds'),
      help: 'Seconds until the head of the answer',
      labelNames: ['service', 'target'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers,
    }),
    retries: new Counter({ name: name('retries_total'), help: 'Calls tried again', labelNames: ['service', 'target'], registers }),
    certificateExpiry: new Gauge({
      name: name('certificate_expiry_seconds'),
      help: 'notAfter of the certificate in use, seconds since 1970',
      labelNames: ['service'],
      registers,
    }),
    problems: new Gauge({ name: name('problems'), help: 'Problems of the configuration in use', labelNames: ['service'], registers }),
  };
}
