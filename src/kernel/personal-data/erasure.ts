import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import type { Files } from '../files.ts';
import { byOwner } from './named-by.ts';
import type { PersonalTable } from './personal-data.ts';
import type { PersonKind } from './person-kind.ts';

/**
 * What an erasure does with the rows of the person: deletes them, sets columns to values that name nobody, keeps them for
 * the reason given, or runs a function of the feature.
 */
export type Erase =
  | 'delete'
  | { set: Record<string, SQL | string | null | object> }
  | { keep: string }
  | ((erasure: Erasure) => Promise<void>);

/** How one of the person's records names and reaches the person. */
export interface Bearer {
  surname: string;
  firstName: string;
  middleName: string | null;
  sortName: string;
  phone: string | null;
  mobile: string | null;
  email: string | null;
}

/** An erasure under way, with all that features need to find their rows. */
export interface Erasure {
  tx: Tx;
  files: Files;
  institutionId: number;
  kind: PersonKind;
  /** The record and those that were merged into it. */
  ids: readonly number[];
  bearers: readonly Bearer[];
  /** The names as sentences and lists write them, and the e-mail addresses. */
  names: readonly string[];
  /** Telephone numbers and e-mail addresses of the records. */
  contacts: readonly string[];
  /** Admission or employee numbers, which files know the person by. */
  numbers: readonly string[];
  found: ErasureFindings;
}

/** What features find on their way, for those that come after them. */
export interface ErasureFindings {
  /** Files to delete unless the photo of somebody else is among them. */
  fileIds: number[];
  /** Stored files whose rows are gone already; they are removed from the disk after the commit. */
  storedFiles: string[];
  /** Accounts that the person used before. */
  formerAccounts: number[];
  /** Accounts that no longer belong to this institution, and those of them that were erased everywhere. */
  leftAccounts: number[];
  erasedAccounts: number[];
  accountContacts: string[];
  /** Telephone numbers and e-mail addresses of the family, who may have been sent messages about the person. */
  familyContacts: string[];
  /** Children whose next of kin the person may have been. */
  children: number[];
  /** Messages to the person, and imports whose file was named after the person. */
  messages: number[];
  imports: number[];
  /** How the subjects of notifications about the person begin. */
  noticeSubjects: string[];
}

/** The condition for the rows of a table that name the person. */
export const rowsOf = ({ institutionId, kind, ids }: Erasure, table?: Pick<PersonalTable, 'namedBy'>): SQL =>
  sql`institution_id = ${institutionId} and ${(table?.namedBy ?? byOwner)(kind.entity, ids)}`;

/** The telephone numbers and e-mail addresses of the records and of erased accounts. */
export const allContacts = ({ contacts, found }: Erasure): string[] => [
  ...new Set([...contacts, ...found.accountContacts]),
];

/** The names as a pattern of whole words: Ada Obi is not Ada Obiora. */
export const namePatterns = ({ names }: Erasure): string[] =>
  names.map((name) => `(^|[^[:alnum:]])${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}([^[:alnum:]]|$)`);

export const withoutNulls = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);
