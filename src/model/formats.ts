// Formats of text that the schemas name and a pattern can't say.
import { isIp } from './address.ts';
import { parseTimestamp } from './time.ts';

export const formats = {
  ip: isIp,
  'date-time': (text: string): boolean => parseTimestamp(text) !== undefined,
} as const;
