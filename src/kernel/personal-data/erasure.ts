import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import type { Files } from '../files.ts';
import { byOwner, type NamedBy } from './named-by.ts';
import type { PersonKind } from './person-kind.ts';

/**
 * What an erasure does with the person's rows: deletes them, clears columns, keeps them for the given reason, or runs a
 * function of the feature.
 */
export type Erase =
  | 'delete'
  | { set: Record<string, SQL | string | null | object> }
  | { keep: string }
  | ((erasure: Erasure) => Promise<void>);

/** The names and contacts of one of the person's records. */
export interface Bearer {
  surname: string;
  firstName: string;
  middleName: string | null;
  sortName: string;
  phone: string | null;
  mobile: string | null;
  email: string | null;
}

/** An erasure in progress, with what features need to find their rows. */
export interface Erasure {
  tx: Tx;
  files: Files;
  institutionId: number;
  kind: PersonKind;
  /** The record and those merged into it. */
  ids: readonly number[];
  bearers: readonly Bearer[];
  /** The names as written in sentences and lists, and the e-mail addresses. */
  names: readonly string[];
  /** Telephone numbers and e-mail addresses of the records. */
  contacts: readonly string[];
  /** Admission or employee numbers, which files use for the person. */
  numbers: readonly string[];
  found: ErasureFindings;
}

/** What features find, for those that run later. */
export interface ErasureFindings {
  /** Files to delete unless they contain someone else's photo. */
  fileIds: number[];
  /** Stored files whose rows are already deleted; removed from disk after the commit. */
  storedFiles: string[];
  /** Accounts that the person used before. */
  formerAccounts: number[];
  /** Accounts that no longer belong to this institution, and which of them were erased completely. */
  leftAccounts: number[];
  erasedAccounts: number[];
  accountContacts: string[];
  /** Phone numbers and e-mail addresses of the family, who may have received messages about the person. */
  familyContacts: string[];
  /** Children who may have had the person as next of kin. */
  children: number[];
  /** Messages to the person, and imports with a file named after the person. */
  messages: number[];
  imports: number[];
  /** Prefixes of the subjects of notifications about the person. */
  noticeSubjects: string[];
}

/** The condition for the rows of a table that name the person. */
export const rowsOf = ({ institutionId, kind, ids }: Erasure, table?: { namedBy?: NamedBy }): SQL =>
  sql`institution_id = ${institutionId} and ${(table?.namedBy ?? byOwner)(kind.entity, ids)}`;

/** The telephone numbers and e-mail addresses of the records and of erased accounts. */
export const allContacts = ({ contacts, found }: Erasure): string[] => [
  ...new Set([...contacts, ...found.accountContacts]),
];

/** The names as a whole-word pattern: Ada Obi does not match Ada Obiora. */
export const namePatterns = ({ names }: Erasure): string[] =>
  names.map((name) => `(^|[^[:alnum:]])${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}([^[:alnum:]]|$)`);

export const withoutNulls = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);
