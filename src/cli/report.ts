// What became of writes, and what would become of them, for people and for programs.
import type { Context } from './context.ts';
import { describeDifference } from './difference.ts';
import type { Preview } from './preview.ts';
import { renderData } from './records.ts';
import { paint, type Tone, visible } from './table.ts';
import { type Change, describeWritten, type Written, writtenData } from './write.ts';

/** One line a record on stdout, what went wrong on stderr; remarks on stderr. */
export function printWritten({ output, terminal }: Context, written: readonly Written[]): void {
  for (const { change } of written) printNotes(terminal.err, change);
  if (output === 'json' || output === 'yaml') terminal.out(renderData(output, written.map(writtenData)));
  const failures = new Map<string, string[]>();
  for (const one of written) {
    const line = `${visible(describeWritten(one))}\n`;
    if (one.status === 'failed')
      failures.set(one.error.explain(), [...(failures.get(one.error.explain()) ?? []), one.change.manifest.name]);
    else if (one.status === 'conflict') terminal.err(line);
    else if (output === 'table' || output === 'wide') terminal.out(line);
  }
  // A store that went away fails every record alike: told once.
  for (const [message, names] of failures) {
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    terminal.err(`not written: ${names.slice(0, 3).join(', ')}${more}: ${visible(message)}\n`);
  }
}

function printNotes(err: (text: string) => void, change: Change): void {
  for (const note of change.notes) err(`${change.manifest.name}: ${visible(note)}\n`);
}

const signOf = { create: '+', update: '~', unchanged: '=' } as const;
const toneOf = { create: 'good', update: 'warn', unchanged: 'dim' } as const satisfies Record<Change['verdict'], Tone>;
const shownActions = 200;

/** What would change, field by field, and what the controller would then do. */
export function printPreview(context: Context, changes: readonly Change[], preview: Preview): void {
  const { output, terminal } = context;
  for (const change of changes) printNotes(terminal.err, change);
  if (output === 'json' || output === 'yaml') {
    terminal.out(renderData(output, previewData(changes, preview)));
    return;
  }
  for (const { manifest, verdict, differences } of changes) {
    terminal.out(
      `${paint(`${signOf[verdict]} ${manifest.name}`, toneOf[verdict], terminal.colour)}${verdict === 'unchanged' ? ' unchanged' : ''}\n`,
    );
    for (const difference of differences) terminal.out(`    ${visible(describeDifference(difference))}\n`);
  }
  if (changes.every(({ verdict }) => verdict === 'unchanged')) return;
  terminal.out(`\n${preview.actions.length === 0 ? 'The controller would do nothing.' : 'The controller would then:'}\n`);
  for (const action of preview.actions.slice(0, shownActions)) {
    terminal.out(`  ${action.kind.padEnd(18)} ${visible(shortKey(context, action.key))}: ${visible(action.reason)}\n`);
  }
  if (preview.actions.length > shownActions) terminal.out(`  … and ${preview.actions.length - shownActions} more\n`);
  if (preview.rollout) terminal.out('  … and the rollout goes on as instances become ready\n');
  if (preview.blocked.length > 0) terminal.out('\nWhat would wait:\n');
  for (const one of preview.blocked) terminal.out(`  ${visible(shortKey(context, one.key))}: ${one.reason}: ${visible(one.message)}\n`);
  if (preview.dueAnyway > 0) terminal.out(`\n${preview.dueAnyway} actions are due without this change as well.\n`);
}

function previewData(changes: readonly Change[], preview: Preview): Record<string, unknown> {
  return {
    changes: changes.map(({ manifest, verdict, differences }) => ({
      kind: manifest.kind,
      id: manifest.ids.join('/'),
      key: manifest.key,
      action: verdict,
      differences,
    })),
    actions: preview.actions.map(({ kind, key, reason }) => ({ kind, key, reason })),
    blocked: preview.blocked.map(({ key, reason, message }) => ({ key, reason, message })),
    due_anyway: preview.dueAnyway,
    rollout: preview.rollout,
  };
}

function shortKey({ clusterId }: Context, key: string): string {
  const prefix = `photoncloud/clusters/${clusterId}/`;
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}
