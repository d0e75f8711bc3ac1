import { counterName, formatNumber, take, type NumberParts } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';

interface Numbering {
  institutionId: number;
  /** 'admission', 'employee' */
  counter: string;
  pattern: string;
  /** Numbers that the file itself brings. */
  taken: ReadonlySet<string>;
  /** Which of these numbers somebody has. */
  inUse: (numbers: string[]) => Promise<{ has(number: string): boolean }>;
}

/** The institution's next numbers for so many, by the year of each; a counter moves once a year. */
export async function giveNumbers(tx: Tx, numbering: Numbering, years: number[]): Promise<string[]> {
  const counts = Map.groupBy(years, (year) => year);
  const given = new Map<number, string[]>();
  for (const [year, { length }] of counts) given.set(year, await nextNumbers(tx, numbering, { year }, length));
  return years.map((year) => given.get(year)!.shift()!);
}

/** Numbers that were given by hand before, or stand in the file, are passed over. */
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
