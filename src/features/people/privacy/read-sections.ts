import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import type { Words } from '#kernel/contracts/terminology.ts';
import { withheld, type DataSection, type SectionSubject } from '#kernel/personal-data/data-section.ts';
import type { PersonalDataRegistry } from '#kernel/personal-data/personal-data.ts';
import type { Entity } from '#features/records/people/people.schema.ts';

/** Details of the log are objects; all else is one value. */
export type DataValue = string | number | boolean | null | object;

export interface SectionOfData {
  title: string;
  rows: Record<string, DataValue>[];
}

/** An institution's own clock and words, and whether the reader learns the account behind a name. */
export interface SectionReader {
  institutionId: number;
  timeZone: string;
  words: Words;
  withAccounts: boolean;
}

/** All personal data of one person, section by section, in words. */
export async function readSections(
  tx: Tx,
  personalData: PersonalDataRegistry,
  entity: Entity,
  personId: number,
  reader: SectionReader,
): Promise<SectionOfData[]> {
  const { timeZone, words, ...more } = reader;
  const before = await query<{ zone: string }>(
    tx,
    render(sql`select current_setting('TimeZone') as zone, set_config('TimeZone', ${timeZone}, true)`),
  );
  const read: SectionOfData[] = [];
  for (const section of sectionsOf(personalData, entity))
    read.push({
      title: typeof section.title === 'string' ? section.title : section.title(words),
      rows: await readRows(tx, section, { entity, personId, words, ...more }),
    });
  await tx.execute(sql`select set_config('TimeZone', ${before[0]!.zone}, true)`);
  return read;
}

/** In their order; those of the same order as the features come. */
const sectionsOf = (personalData: PersonalDataRegistry, entity: Entity): DataSection[] =>
  personalData
    .tablesOf(entity)
    .flatMap(({ section }) => ('rows' in section ? [section] : []))
    .toSorted((one, other) => one.order - other.order);

async function readRows(tx: Tx, { rows, codes = {} }: DataSection, subject: SectionSubject) {
  const answer = await query<SectionOfData['rows'][number]>(tx, render(rows(subject)));
  for (const row of answer)
    for (const [column, wordsOf] of Object.entries(codes))
      if (typeof row[column] === 'string' && row[column] !== withheld) row[column] = wordsOf(row[column]);
  return answer;
}
