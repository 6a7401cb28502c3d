// What /metrics tells of a controller.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Controller, ControllerObserver } from './controller.ts';

export interface ControllerMetrics {
  observer: ControllerObserver;
  onCertificate: (outcome: string) => void;
  /** From here on each scrape asks this controller. */
  watch: (controller: Controller) => void;
}

export function createControllerMetrics(registry: Registry): ControllerMetrics {
  const registers = [registry];
  const passes = new Histogram({
    name: 'photoncloud_controller_pass_seconds',
    help: 'Duration of a pass, writes included.',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const plans = new Histogram({
    name: 'photoncloud_controller_plan_seconds',
    help: 'Duration of planning alone.',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const actions = new Counter({
    name: 'photoncloud_controller_actions_total',
    help: 'Actions by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const blocked = new Gauge({
    name: 'photoncloud_controller_blocked',
    help: 'What waits, by reason, at the last pass.',
    labelNames: ['reason'],
    registers,
  });
  const events = new Counter({
    name: 'photoncloud_controller_events_total',
    help: 'Events by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  const certificates = new Counter({
    name: 'photoncloud_controller_certificate_requests_total',
    help: 'Requests for certificates by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    observer: {
      onPass: ({ durationMs, planMs, blocked: waiting }) => {
        passes.observe(durationMs / 1000);
        plans.observe(planMs / 1000);
        blocked.reset();
        for (const { reason } of waiting) blocked.inc({ reason });
      },
      onOutcome: (action, status) => actions.inc({ kind: action.kind, outcome: status }),
      onEvents: (outcome, count) => events.inc({ outcome }, count),
    },
    onCertificate: (outcome) => certificates.inc({ outcome }),
    watch: (controller) => watch(registry, controller),
  };
}

function watch(registry: Registry, controller: Controller): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    const metric = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    });
    registry.registerMetric(metric);
  };
  gauge('photoncloud_controller_leader', '1 while this controller leads.', () => (controller.leads() ? 1 : 0));
  gauge('photoncloud_controller_store_revision', 'Revision of the store that is seen.', () => controller.revision);
  gauge('photoncloud_controller_invalid_records', 'Records in the store that are broken.', () => controller.invalidCount);
}
