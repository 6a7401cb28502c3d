// How long the instances of a lost node are waited for, where their service asks for longer than the cluster does; and what an
// agent without the store does with them meanwhile.
// Guarantees: counts from when the loss was recorded on the node, so that another leader does not begin anew; a service that is
// content with the cluster's grace is not held.
import { drainOf, runOf } from '../../model/defaults.ts';
import type { Service } from '../../model/generated.ts';
import { parseTimestamp } from '../../model/time.ts';
import type { NodeView } from './nodes.ts';

/** Until when (wall clock, ms) what stands on a failed node is not replaced; undefined: it may be now. */
export function heldUntilMs(service: Service | undefined, node: NodeView, nowMs: number): number | undefined {
  const afterS = service?.disconnect?.replace_after_s;
  if (afterS === undefined || node.health !== 'failed' || !node.entry) return undefined;
  const lost = (node.entry.record.conditions ?? []).find(({ type }) => type === 'node_lost');
  const sinceMs = lost && parseTimestamp(lost.since);
  const untilMs = (sinceMs ?? nowMs) + 1000 * afterS;
  return untilMs > nowMs ? untilMs : undefined;
}

/**
 * Why two of an instance may run at once though its service has the agent stop it: the stop has to be over when another one may be
 * started. What passes until the store counts the node as lost is not reckoned on: it is what clocks and calls may be late by.
 */
export function doublesWarning(service: Service, nodeGraceS: number): string | undefined {
  const { replace_after_s: replaceS, stop_after_s: stopS } = service.disconnect ?? {};
  const run = runOf(service);
  if (stopS === undefined || !run) return undefined;
  const replacedS = Math.max(replaceS ?? 0, nodeGraceS);
  const preStopS = service.pre_stop ? (service.pre_stop.timeout_s ?? 10) : 0;
  const overS = stopS + drainOf(service) + preStopS + run.stop_timeout_s;
  if (overS <= replacedS) return undefined;
  const parts = [`stop_after_s ${stopS}`, `drain_s ${drainOf(service)}`, ...(preStopS > 0 ? [`pre_stop ${preStopS}`] : [])];
  return `an instance on a node that is cut off may run for ${overS} s (${parts.join(' + ')} + stop_timeout_s ${run.stop_timeout_s}), and another takes its place after ${replacedS}: for a while there may be two. Raise disconnect.replace_after_s to ${overS} or more`;
}
