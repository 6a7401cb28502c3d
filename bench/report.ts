// What a benchmark says: figures beside a peer or a limit of the same run, as a table and as JSON under bench/out/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** What it is compared with, by name: `raw docker`, `limit`. */
  peer: string;
  peerValue: number;
  /** What the target compares: the ratio to the peer, or the value itself. */
  compared: 'ratio' | 'value';
  target: { at_most: number } | { at_least: number };
}

interface Row {
  name: string;
  value: number;
  unit: string;
  peer: string;
  peer_value: number;
  ratio: number;
  target: string;
  met: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('median of nothing');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function rowOf(figure: Figure): Row {
  const ratio = figure.value / figure.peerValue;
  const compared = figure.compared === 'ratio' ? ratio : figure.value;
  const atMost = 'at_most' in figure.target;
  const limit = 'at_most' in figure.target ? figure.target.at_most : figure.target.at_least;
  const what = figure.compared === 'ratio' ? `${limit} × ${figure.peer}` : `${limit} ${figure.unit}`;
  return {
    name: figure.name,
    value: round(figure.value),
    unit: figure.unit,
    peer: figure.peer,
    peer_value: round(figure.peerValue),
    ratio: round(ratio),
    target: `${atMost ? '≤' : '≥'} ${what}`,
    met: atMost ? compared <= limit : compared >= limit,
  };
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

/** Prints the table and writes bench/out/{name}.json. */
export function report(name: string, figures: readonly Figure[]): void {
  const rows = figures.map(rowOf);
  const out = join(import.meta.dirname, 'out');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `${name}.json`), `${JSON.stringify(rows, null, 2)}\n`);
  const header = ['figure', 'value', 'peer', 'peer value', 'ratio', 'target', 'met'];
  const cells = rows.map((r) => [
    r.name,
    `${r.value} ${r.unit}`,
    r.peer,
    `${r.peer_value} ${r.unit}`,
    String(r.ratio),
    r.target,
    r.met ? 'yes' : 'NO',
  ]);
  const widths = header.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  process.stdout.write(`\n${name}\n`);
  for (const row of [header, ...cells]) process.stdout.write(`${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}\n`);
}
