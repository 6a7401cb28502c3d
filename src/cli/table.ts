// Tables for people: columns aligned, states coloured on a terminal.
import { styleText } from 'node:util';

export type Tone = 'good' | 'warn' | 'bad' | 'dim';

/** Text of a cell; control characters are made visible, so that a record can't move the cursor. */
export interface Cell {
  text: string;
  tone?: Tone;
}

const colours = { good: 'green', warn: 'yellow', bad: 'red', dim: 'gray' } as const;

/** The same text with control characters spelled as escapes. */
export function visible(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Text cut to a width, with a mark where something is missing. */
export function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
}

/** `1 instance`, `2 instances`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

export function paint(text: string, tone: Tone | undefined, colour: boolean): string {
  return colour && tone ? styleText(colours[tone], text, { validateStream: false }) : text;
}

/**
 * Lines of a table; a header alone is still a table. `widths` are the least widths of the columns, and grow with what is
 * shown: who prints row by row keeps them from call to call.
 */
export function renderTable(header: readonly string[], rows: readonly (readonly Cell[])[], colour: boolean, widths: number[] = []): string {
  const shown = rows.map((row) => row.map((cell) => ({ ...cell, text: visible(cell.text) || '-' })));
  for (const [at, name] of header.entries())
    widths[at] = Math.max(widths[at] ?? 0, name.length, ...shown.map((row) => row[at]?.text.length ?? 0));
  const pad = (cell: Cell, at: number): string => (at === header.length - 1 ? '' : ' '.repeat((widths[at] ?? 0) - cell.text.length + 3));
  const line = (cells: readonly Cell[]): string => cells.map((cell, at) => paint(cell.text, cell.tone, colour) + pad(cell, at)).join('');
  return [line(header.map((text) => ({ text }))), ...shown.map(line)].map((text) => `${text.trimEnd()}\n`).join('');
}
