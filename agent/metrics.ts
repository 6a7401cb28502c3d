// Numbers of an agent for Prometheus.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Work } from '../src/plan/node/instance.ts';
import type { NodeAction, NodePlan, NodeSnapshot, Obedience } from '../src/plan/node/snapshot.ts';
import type { EventOutcome } from '../src/store/events.ts';

export interface AgentMetrics {
  pass(done: { durationMs: number; failed: boolean }): void;
  action(action: NodeAction, ok: boolean, durationMs: number): void;
  events(outcome: EventOutcome, count: number): void;
  look(snapshot: NodeSnapshot, plan: NodePlan, work: readonly Work[]): void;
}

const obediences: Obedience[] = ['obeyed', 'frozen', 'waiting'];

export function createAgentMetrics(registry: Registry): AgentMetrics {
  const registers = [registry];
  const passes = new Histogram({
    name: 'photoncloud_agent_pass_seconds',
    help: 'Duration of a pass.',
    labelNames: ['result'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const actions = new Histogram({
    name: 'photoncloud_agent_action_seconds',
    help: 'Duration of an action.',
    labelNames: ['kind', 'result'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 30, 120],
    registers,
  });
  const store = new Gauge({
    name: 'photoncloud_agent_store',
    help: '1 for how the store is followed now.',
    labelNames: ['state'],
    registers,
  });
  const units = new Gauge({
    name: 'photoncloud_agent_units',
    help: 'Containers and processes of ours by state.',
    labelNames: ['state'],
    registers,
  });
  const blocked = new Gauge({ name: 'photoncloud_agent_blocked', help: 'What waits, by reason.', labelNames: ['reason'], registers });
  const restarts = new Counter({ name: 'photoncloud_agent_restarts_total', help: 'Crashed apps started again.', registers });
  const events = new Counter({
    name: 'photoncloud_agent_events_total',
    help: 'Events by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    pass: ({ durationMs, failed }) => passes.observe({ result: failed ? 'failed' : 'ok' }, durationMs / 1000),
    action: (action, ok, durationMs) => {
      actions.observe({ kind: action.kind, result: ok ? 'ok' : 'failed' }, durationMs / 1000);
      if (ok && action.kind === 'start_unit' && action.restart) restarts.inc();
    },
    events: (outcome, count) => events.inc({ outcome }, count),
    look: (snapshot, plan, work) => {
      for (const state of obediences) store.set({ state }, state === snapshot.obedience ? 1 : 0);
      units.reset();
      for (const one of work) units.inc({ state: one.unit.known ? (one.unit.value?.state ?? 'absent') : 'unknown' });
      blocked.reset();
      for (const one of plan.blocked) blocked.inc({ reason: one.reason });
    },
  };
}
