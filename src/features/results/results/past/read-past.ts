import { quote } from '#features/people/imports/engine/clean.ts';
import type { Read } from '#features/people/imports/engine/read-value.ts';

/** '2021/2022', '2021-22': a session and the year in which it began. */
export function readSession(value: string): Read<{ session: string; year: number }> {
  const [, first, last] = /^(\d{4})\s*[/–—-]\s*(\d{4}|\d{2})$/.exec(value) ?? [];
  const year = Number(first);
  const next = last?.length === 2 ? Math.trunc(year / 100) * 100 + Number(last) : Number(last);
  if (!first || (next !== year + 1 && !(last?.length === 2 && (next + 100) % 100 === (year + 1) % 100)))
    return { problem: `${quote(value)} is not a session. Use the form 2021/2022.` };
  if (year < 1950 || year > 2100) return { problem: `${quote(value)} is too far away. Check the year.` };
  return { ok: { session: `${year}/${year + 1}`, year } };
}

const words: [pattern: RegExp, position: number][] = [
  [/^(1|1st|first|harmattan|alpha)\b/i, 1],
  [/^(2|2nd|second|rain|omega)\b/i, 2],
  [/^(3|3rd|third|summer)\b/i, 3],
];
const ordinals = ['First', 'Second', 'Third'];

/** 'Second Semester', '2': the term as it is called, and its place in the session. */
export function readTerm(value: string): Read<{ term: string; position: number }> {
  const position = words.find(([pattern]) => pattern.test(value))?.[1];
  if (!position) return { problem: `${quote(value)} is not a term. Use First, Second or Third.` };
  const isBare = /^(\d(st|nd|rd)?|first|second|third)$/i.test(value);
  return { ok: { term: isBare ? `${ordinals[position - 1]} Term` : value.slice(0, 60), position } };
}

/** Codes are compared, so they are written in one way: 'mth101' and 'MTH  101' are the same course. */
export function readCode(value: string): Read<string> {
  const code = value
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/^([A-Z]{2,5})[ -]?(\d{3})$/, '$1 $2');
  return code.length <= 20
    ? { ok: code }
    : { problem: `${quote(value)} is too long for a code: 20 characters at most.` };
}

/** '64.5' as hundredths; nothing is rounded. */
export function readHundredths(value: string, what: string, most: number, places: 2 | 3 = 2): Read<number> {
  const [, whole, part = ''] = /^(\d{1,5})(?:[.,](\d{1,4}))?$/.exec(value) ?? [];
  if (whole === undefined) return { problem: `${quote(value)} is not a number. Use the form 64.5.` };
  if (/[1-9]/.test(part.slice(places)))
    return { problem: `${what} has ${places === 2 ? 'two' : 'three'} decimals at most: ${quote(value)}.` };
  const read = (Number(whole) * 1000 + Number(part.slice(0, 3).padEnd(3, '0'))) / 10;
  return read <= most ? { ok: read } : { problem: `${quote(value)} is too large. ${what} is at most ${most / 100}.` };
}

export function readWhole(value: string, what: string, most: number, least = 0): Read<number> {
  const read = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  return read >= least && read <= most
    ? { ok: read }
    : { problem: `${quote(value)} is not possible. ${what} is a whole number from ${least} to ${most}.` };
}
