// The node planner: everything that is decided on a node, each pass afresh. Pure.
// Guarantees: the same snapshot gives the same plan whatever the order of its parts; nothing unknown is deleted or
// stopped; applying a plan and planning again ends in an empty plan; an action of a key that is busy or waits is left out.
import { planCaddy } from './caddy.ts';
import { dueInMs, planInstance, type Steps, type Work, workOf } from './instance.ts';
import { planMesh, planNetworks, planSidecars } from './mesh.ts';
import { outageDueInMs } from './outage.ts';
import type { NodePlan, NodeSnapshot } from './snapshot.ts';

/** All next safe steps on this node. */
export function planNode(snapshot: NodeSnapshot, work: readonly Work[] = workOf(snapshot)): NodePlan {
  const parts: Steps[] = [
    planNetworks(snapshot, work),
    planMesh(snapshot, work),
    planSidecars(snapshot),
    ...work.map((one) => planInstance(snapshot, one)),
    planCaddy(snapshot),
  ];
  const plan: NodePlan = { actions: [], blocked: parts.flatMap((part) => part.blocked) };
  const waiting = new Set<string>();
  for (const action of parts.flatMap((part) => part.actions)) {
    const wait = snapshot.waits.get(action.key);
    if (snapshot.busy.has(action.key)) continue;
    if (!wait || wait.remainingMs <= 0) plan.actions.push(action);
    else if (!waiting.has(action.key)) {
      waiting.add(action.key);
      plan.blocked.push({ key: action.key, reason: wait.code, message: wait.message, retryAt: snapshot.nowMs + wait.remainingMs });
    }
  }
  return plan;
}

/** Milliseconds until time alone changes the plan, or undefined. */
export function planAgainInMs(snapshot: NodeSnapshot, work: readonly Work[]): number | undefined {
  const due = work
    .flatMap((one) => [dueInMs(one, snapshot.monotonicMs), outageDueInMs(snapshot, one.assignment)])
    .filter((ms) => ms !== undefined);
  for (const wait of snapshot.waits.values()) if (wait.remainingMs > 0) due.push(wait.remainingMs);
  const processes = snapshot.mesh.processes.known ? [...snapshot.mesh.processes.value.values()] : [];
  if (snapshot.caddy.process.known) processes.push(snapshot.caddy.process.value);
  for (const { retryAtMs } of processes)
    if (retryAtMs !== undefined && retryAtMs > snapshot.monotonicMs) due.push(retryAtMs - snapshot.monotonicMs);
  for (const sinceMs of [snapshot.mesh.pendingSinceMs, snapshot.caddy.pendingSinceMs]) {
    if (sinceMs !== undefined) due.push(askAgainInMs(snapshot.monotonicMs - sinceMs));
  }
  return due.length === 0 ? undefined : Math.min(...due);
}

/** Processes that were just started tell nobody when they are ready: they are asked often at first, then less. */
function askAgainInMs(waitedMs: number): number {
  return Math.min(5000, Math.max(50, waitedMs / 8));
}
