import { counterName, formatNumber, take, type NumberParts } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';

interface Numbering {
  institutionId: number;
  /** 'admission', 'employee' */
  counter: string;
  pattern: string;
  /** Numbers given in the file. */
  taken: ReadonlySet<string>;
  /** Which of these numbers are taken. */
  inUse: (numbers: string[]) => Promise<{ has(number: string): boolean }>;
}

/** Assigns the institution's next numbers, by year; each year's counter is updated once. */
export async function assignNumbers(tx: Tx, numbering: Numbering, years: number[]): Promise<string[]> {
  const counts = Map.groupBy(years, (year) => year);
  const given = new Map<number, string[]>();
  for (const [year, { length }] of counts) given.set(year, await nextNumbers(tx, numbering, { year }, length));
  return years.map((year) => given.get(year)!.shift()!);
}

/** Skips numbers that are taken or appear in the file. */
async function nextNumbers(
  tx: Tx,
  { institutionId, counter, pattern, taken, inUse }: Numbering,
  parts: NumberParts,
  count: number,
): Promise<string[]> {
  const numbers: string[] = [];
  while (numbers.length < count) {
    const wanted = count - numbers.length;
    const first = await take(tx, institutionId, counterName(counter, pattern, parts), wanted);
    const next = Array.from({ length: wanted }, (_, at) => formatNumber(pattern, parts, first + at));
    const used = await inUse(next);
    numbers.push(...next.filter((number) => !used.has(number) && !taken.has(number)));
  }
  return numbers;
}
