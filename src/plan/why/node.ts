// Why a node is as it is.
import { desiredOf } from '../../model/defaults.ts';
import { holderOf, leftOnNodes } from '../cluster/drain.ts';
import type { NodeView } from '../cluster/nodes.ts';
import { notActive } from './placement.ts';
import { failsAt, nodeSteps } from './instance.ts';
import { followPlan, type Why } from './parts.ts';

const mostLeft = 12;

export function explainNode(why: Why, id: string): boolean {
  const { answer, context, tables } = why;
  const broken = context.invalid.nodes.get(id);
  const entry = tables.nodes.get(id);
  if (!entry && !broken) return false;
  const view = context.nodes.get(id);
  const here = instancesOn(why, id);
  answer.wanted.push(broken ? 'unknown: its record is broken' : wantedOf(view));
  answer.is.push(stateLine(view, here.length));
  if (broken) {
    const [problem] = broken.problems;
    why.block(
      `node ${id}`,
      'invalid_record',
      `its record can't be read: ${problem?.path ?? '$'} ${problem?.message ?? ''}; nothing on it is changed`,
      {
        do: `mend it: photoncloud-ctl edit node ${id}`,
      },
    );
  }
  if (context.invalid.liveness.has(id))
    why.block(`node ${id}`, 'invalid_record', 'its liveness record is broken: nobody knows whether its agent lives', {
      do: 'nothing: a living agent puts its own back; without one it is replaced when an agent starts',
    });
  blockHealth(why, view);
  for (const { type, message, since } of entry?.record.conditions ?? []) {
    if (type === 'node_lost' || type === 'draining' || type === 'mass_loss') continue;
    why.block(`node ${id}`, type, message, { since });
  }
  if (view.intent === 'cordoned')
    why.block('new work', 'cordoned', 'its operator cordoned it: what runs on it runs on, nothing new is placed', { do: uncordonText(id) });
  if (view.intent === 'draining') blockDrain(why, view);
  followPlan(why, (key) => key.endsWith(`nodes/${id}`) || key.includes(`/assignments/${id}/`) || here.some(({ key: own }) => own === key));
  const at = failsAt(why, id);
  if (at !== undefined && here.length === 0) why.follow(`node ${id} counts as failed, unless its agent is back`, at);
  for (const { record } of here) nodeSteps(why, record);
  return true;
}

function instancesOn({ tables }: Why, id: string) {
  return [...tables.instances.values()]
    .flatMap((row) => [...row.values()])
    .filter(({ record }) => record.node_id === id)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function wantedOf({ intent }: NodeView): string {
  if (intent === 'draining') return 'it is to be emptied, replacements first';
  return intent === 'cordoned' ? 'it keeps what it has and takes nothing new' : 'it takes work';
}

function stateLine(view: NodeView, instances: number): string {
  const alive = view.health === 'alive' ? 'its agent is alive' : notActive(view);
  return `${view.state}; ${alive}; ${instances} ${instances === 1 ? 'instance' : 'instances'} on it`;
}

function uncordonText(id: string): string {
  return `photoncloud-ctl uncordon ${id}`;
}

function blockHealth(why: Why, view: NodeView): void {
  const { nodes } = why.context;
  const what = `node ${view.id}`;
  const conditions = view.entry?.record.conditions ?? [];
  const since = (type: string): string | undefined => conditions.find((condition) => condition.type === type)?.since;
  if (view.health === 'new') why.block(what, 'no_agent', 'no agent ever came for it');
  else if (view.health === 'lost')
    why.block(what, 'node_lost', "its agent's lease is gone", { since: since('node_lost'), retryAt: failsAt(why, view.id) });
  else if (view.health === 'failed')
    why.block(what, 'node_failed', 'its agent did not come back within the grace; what can move went elsewhere', {
      since: since('node_lost'),
    });
  else if (view.health === 'doubt' && nodes.massLoss)
    why.block(what, 'mass_loss', `${nodes.lostCount} nodes lost their agents at once: nothing is marked or moved`, {
      since: since('mass_loss'),
    });
  else if (view.health === 'doubt') why.block(what, 'node_doubt', 'its agent is not seen, and nothing may be concluded yet');
}

/** What is left on a node that is to be emptied, and what holds it. */
function blockDrain(why: Why, view: NodeView): void {
  const { answer, tables } = why;
  const left = leftOnNodes(tables, new Set([view.id])).get(view.id) ?? [];
  const since = (view.entry?.record.conditions ?? []).find(({ type }) => type === 'draining')?.since;
  if (left.length === 0) {
    answer.is.push('drained: nothing is left on it; it may be taken away');
    return;
  }
  for (const one of left.slice(0, mostLeft)) {
    const holder = holderOf(tables, one);
    const code = /^([a-z_]+): /.exec(holder)?.[1];
    const ending = one.record !== undefined && desiredOf(one.record) !== 'running';
    why.block(one.instance, code ?? 'draining', `still on it: ${holder}`, {
      since,
      ...(code === undefined && {
        do: ending
          ? 'nothing: it ends by itself'
          : `see photoncloud-ctl why service/${one.service}; ${uncordonText(view.id)} ends the drain`,
      }),
    });
  }
  if (left.length > mostLeft) answer.is.push(`${left.length} are left on it`);
  why.follow('the drain is done', 'when nothing is left on it');
}
