import { counterName, formatNumber, take, type NumberParts } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { StudentRecord } from './engine/record.ts';
import { findByNumber } from './school.queries.ts';

interface Numbering {
  institutionId: number;
  pattern: string;
  today: Day;
  /** Numbers that the file itself brings. */
  taken: ReadonlySet<string>;
}

/** Gives each student without an admission number the institution's next one; the counter moves once a year of admission. */
export async function giveNumbers(tx: Tx, numbering: Numbering, records: StudentRecord[]) {
  const yearOf = (record: StudentRecord) => Number((record.admissionDate ?? numbering.today).slice(0, 4));
  const without = Map.groupBy(
    records.filter((record) => !record.admissionNumber),
    yearOf,
  );
  const given = new Map<StudentRecord, string>();
  for (const [year, mine] of without) {
    const numbers = await nextNumbers(tx, numbering, { year }, mine.length);
    mine.forEach((record, at) => given.set(record, numbers[at]!));
  }
  return records.map((record) => ({ ...record, admissionNumber: record.admissionNumber ?? given.get(record)! }));
}

/** Numbers that were given by hand before, or stand in the file, are passed over. */
async function nextNumbers(
  tx: Tx,
  { institutionId, pattern, taken }: Numbering,
  parts: NumberParts,
  count: number,
): Promise<string[]> {
  const numbers: string[] = [];
  while (numbers.length < count) {
    const wanted = count - numbers.length;
    const first = await take(tx, institutionId, counterName('admission', pattern, parts), wanted);
    const next = Array.from({ length: wanted }, (_, at) => formatNumber(pattern, parts, first + at));
    const inUse = await findByNumber(tx, institutionId, next);
    numbers.push(...next.filter((number) => !inUse.has(number) && !taken.has(number)));
  }
  return numbers;
}
