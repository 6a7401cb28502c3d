// Timestamps of records: RFC 3339, written in UTC with milliseconds and `Z`.
// Guarantees: parseTimestamp(timestamp(ms)) is ms. Reads no clock and needs none.

const dayMs = 86_400_000;

/** RFC 3339 text of milliseconds since 1970, for the years 0 to 9999. */
export function timestamp(ms: number): string {
  const days = Math.floor(ms / dayMs);
  const rest = Math.floor(ms) - days * dayMs;
  const { year, month, day } = civil(days);
  const hour = Math.floor(rest / 3_600_000);
  const minute = Math.floor(rest / 60_000) % 60;
  const second = Math.floor(rest / 1000) % 60;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}.${pad(rest % 1000, 3)}Z`;
}

const pattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** Milliseconds since 1970 of an RFC 3339 time with zone, or undefined where it is none (also 30 February). A leap second counts as the next second. */
export function parseTimestamp(text: string): number | undefined {
  const found = pattern.exec(text);
  if (!found) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [number, number, number, number, number, number];
  const offsetHour = Number(found[9] ?? 0);
  const offsetMinute = Number(found[10] ?? 0);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;
  const fraction = Math.floor(Number(`0.${found[7] ?? '0'}`) * 1000 + 1e-6);
  const offset = (found[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return daysFrom(year, month, day) * dayMs + (hour * 60 + minute - offset) * 60_000 + second * 1000 + fraction;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

// Proleptic Gregorian calendar counted in eras of 400 years that start on 1 March
// (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
function daysFrom(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civil(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}
