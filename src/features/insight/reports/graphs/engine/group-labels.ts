import { addDays } from '#kernel/dates.ts';
import { dateText, money } from '#ui/format.ts';
import type { Dimension } from './compile-graph.ts';
import { outsideTerms } from './group-keys.ts';
import { weekOf } from './graph-words.ts';
import type { Head } from './graph-statement.ts';

/** The words of a group, as a graph shows them. */
export function labelOf({ field, step }: Dimension, { key, label }: Head, currency: string): string {
  if (key === null) return 'None';
  if (step === 'term') return key === outsideTerms ? 'Outside terms' : label!;
  if (step) return dayLabel(key, step);
  if (field.type === 'money') return money(Number(key), currency);
  if (field.type === 'yesNo') return key === 'true' ? 'Yes' : 'No';
  return (field.type === 'text' || field.type === 'choice' ? label : key)?.trim() || 'Blank';
}

const dayLabel = (key: string, step: 'day' | 'week' | 'month') => {
  const day = dateText(key);
  if (step === 'month') return day.replace(/^\d+ /, '');
  return step === 'week' ? `${weekOf}${day}` : day;
};

/** The last day of what begins on a day. */
export const lastDayOf = (from: string, step: 'day' | 'week' | 'month') => addDays(nextOf(from, step), -1);

/** The day, week or month after another. */
function nextOf(from: string, step: 'day' | 'week' | 'month'): string {
  if (step !== 'month') return addDays(from, step === 'week' ? 7 : 1);
  const [year, month] = from.split('-').map(Number) as [number, number];
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
}

/** Longer gaps are left out: the first of the years since 1970 tells nothing. */
const longestSeries = 120;

/** Days, weeks or months with those between in which there was nothing, so that a line shows it. */
export function withGaps({ step }: Dimension, heads: Head[]): Head[] {
  if (!step || step === 'term') return heads;
  const known = new Map(heads.flatMap((head) => (head.key === null ? [] : [[head.key, head] as const])));
  const keys = [...known.keys()];
  const filled: Head[] = [];
  for (let key = keys[0]; key !== undefined && key <= keys.at(-1)!; key = nextOf(key, step)) {
    filled.push(known.get(key) ?? { key, label: null, codes: [], from: null, to: null });
    if (filled.length > longestSeries) return heads;
  }
  return [...filled, ...heads.filter((head) => head.key === null)];
}

/** Whether days, weeks or months are missing between some that follow one another in a graph. */
export function skipsDates({ step }: Dimension, heads: readonly (Head | null)[]): boolean {
  if (!step || step === 'term') return false;
  const keys = heads.flatMap((head) => head?.key ?? []);
  return keys.some((key, at) => at > 0 && nextOf(keys[at - 1]!, step) !== key);
}
