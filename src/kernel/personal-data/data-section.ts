import { sql, type SQL } from 'drizzle-orm';
import { accountNameOf } from '../account-name.ts';
import type { Words } from '../contracts/terminology.ts';
import type { Entity } from './entity.ts';

/** One section in an export of a person's data. */
export interface DataSection {
  title: string | ((words: Words) => string);
  /** Its place: 10 the record, 20 to 90 a feature's own, 100 to 110 papers, 120 to 130 the account, 140 to 190 logs. */
  order: number;
  /** The rows that name the person, each column under the heading that readers see. */
  rows: (subject: SectionSubject) => SQL;
  /** Columns that hold a code of ours, with the words for it. */
  codes?: Record<string, (code: string) => string>;
}

/** Whose data is read. Times are in the institution's time zone already. */
export interface SectionSubject {
  institutionId: number;
  entity: Entity;
  personId: number;
  words: Words;
  /** Staff read which account is behind a name; the person and the family read the name alone. */
  withAccounts: boolean;
}

/** Replaces what the export leaves out on purpose; a value that is merely unknown is null. */
export const withheld = 'Withheld';

/** A moment as 2026-11-20 08:05. */
export const momentText = (column: string) => sql.raw(`to_char(${column}, 'YYYY-MM-DD HH24:MI')`);

/** Who did something, from accounts `a`. */
export const personText = (name: SQL, withAccounts: boolean) =>
  accountNameOf(name, withAccounts ? sql`a.username` : sql`null::text`);

/** A heading in the institution's words. */
export const heading = (word: string) => sql.identifier(word);
