import { sql, type SQL } from 'drizzle-orm';
import { accountNameOf } from '../account-name.ts';
import type { Terminology } from '../contracts/terminology.ts';
import type { Entity } from './entity.ts';

/** One section in an export of a person's data. */
export interface DataSection {
  title: string | ((words: Terminology) => string);
  /**
   * Its place: 10 the record, 20 to 90 a feature's own, 100 to 110 documents, 120 to 130 the account, 140 to 190 logs.
   */
  order: number;
  /** The rows that name the person, each column under its heading in the export. */
  rows: (subject: SectionSubject) => SQL;
  /** Columns that contain a code, with the text for it. */
  codes?: Record<string, (code: string) => string>;
}

/** Whose data is exported. Times are already in the institution's time zone. */
export interface SectionSubject {
  institutionId: number;
  entity: Entity;
  personId: number;
  words: Terminology;
  /** Staff see the account behind a name; the person and the family see only the name. */
  withAccounts: boolean;
}

/** Replaces what the export omits on purpose; null means unknown. */
export const withheld = 'Withheld';

/** A time as 2026-11-20 08:05. */
export const momentText = (column: string) => sql.raw(`to_char(${column}, 'YYYY-MM-DD HH24:MI')`);

/** Who did something, from accounts `a`. */
export const personText = (name: SQL, withAccounts: boolean) =>
  accountNameOf(name, withAccounts ? sql`a.username` : sql`null::text`);

/** A heading in the institution's terms. */
export const heading = (word: string) => sql.identifier(word);
