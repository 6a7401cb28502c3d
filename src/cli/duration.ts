// Durations as people write and read them.
import { PhotonError } from '../model/errors.ts';

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of `90s`, `2m`, `1h30m`, `500ms`; a bare number is seconds. */
export function parseDuration(text: string, where: string): number {
  const refuse = (): never => {
    throw new PhotonError('invalid_argument', `${JSON.stringify(text)} is no duration`, { where, expected: 'such as 90s, 2m or 1h30m' });
  };
  if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return Number(text) * 1000;
  if (!/^([0-9]+(\.[0-9]+)?(ms|s|m|h|d))+$/.test(text)) return refuse();
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)/g)) total += Number(amount) * (units[unit ?? ''] ?? 0);
  return Number.isFinite(total) && total <= 365 * 86_400_000 ? total : refuse();
}

/** An age for a table: `12s`, `3m`, `5h`, `2d`; a time ahead of this clock is `0s`. */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
