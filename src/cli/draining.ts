// Whether a node is drained: the judgement behind node drain --wait. Pure.
// Guarantees: done only when a controller has seen the wish and says that nothing is left, and the records that this looks at say
// so too: an instance that still drains, or that can't be read, is left.
import { intentOf, nodeStateOf } from '../model/defaults.ts';
import { holderOf, type LeftOver, leftOnNodes } from '../plan/cluster/drain.ts';
import type { ClusterTables } from '../plan/cluster/snapshot.ts';
import type { Progress } from './progress.ts';
import { count } from './table.ts';

const shown = 3;

export function drainProgress(tables: ClusterTables, nodeId: string, nodeKey: string): Progress {
  const node = tables.nodes.get(nodeId)?.record;
  if (!node && tables.invalid.has(nodeKey))
    return { state: 'waiting', text: 'its record is broken: nothing is changed until it is mended' };
  if (!node) return { state: 'failed', text: 'was deleted meanwhile' };
  const left = leftOnNodes(tables, new Set([nodeId])).get(nodeId) ?? [];
  if (intentOf(node) !== 'draining' && nodeStateOf(node) !== 'draining')
    return { state: 'failed', text: `is not to be drained any more: its intent is ${intentOf(node)}; ${leftText(tables, left)}` };
  const condition = (node.conditions ?? []).find(({ type }) => type === 'draining');
  if (!condition) return { state: 'waiting', text: `not yet seen by a controller; ${leftText(tables, left)}` };
  // Nobody there does what is asked: the controller replaces what it has once it counts as failed.
  const away = (node.conditions ?? []).some(({ type }) => type === 'node_lost') ? '; its agent is away' : '';
  if (left.length > 0) return { state: 'waiting', text: `${leftText(tables, left)}${away}` };
  if (condition.reason !== 'done') return { state: 'waiting', text: 'nothing is left; the controller has yet to say so' };
  return { state: 'done', text: 'drained: nothing is left on it' };
}

function leftText(tables: ClusterTables, left: readonly LeftOver[]): string {
  if (left.length === 0) return 'nothing is left';
  // Those that end by themselves last: what holds the others is what an operator wants to know.
  const held = left.map((one) => ({ name: `${one.service}/${one.instance}`, why: holderOf(tables, one) }));
  held.sort((a, b) => Number(a.why.startsWith('draining')) - Number(b.why.startsWith('draining')));
  const told = held.slice(0, shown).map(({ name, why }) => `${name}: ${why}`);
  const more = held.length > shown ? `; and ${held.length - shown} more` : '';
  return `${count(left.length, 'instance')} left: ${told.join('; ')}${more}`;
}
