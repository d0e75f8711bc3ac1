import type { FieldGroup } from '../contracts/field-groups.ts';
import type { Tx } from '../database.ts';

export type Row = Record<string, unknown>;
/** The record to keep, or the one merged into it. */
export type Side = 'kept' | 'other';

/** Two records of one person, locked. */
export interface MergedRecords {
  tx: Tx;
  institutionId: number;
  keptId: number;
  otherId: number;
  kept: Row;
  other: Row;
  /** Which record's value was chosen, by field. */
  take: Record<string, Side>;
}

/** Columns that are chosen together: a state without its country would make no sense. */
export interface MergeField {
  key: string;
  label: string;
  /** Column names in the database. */
  columns: readonly string[];
  group: FieldGroup;
  /** For the preview, if the columns themselves are not readable. */
  words?: (merge: MergedRecords) => Promise<Record<Side, string>>;
}

export const isEmpty = ({ columns }: MergeField, row: Row) => columns.every((column) => row[column] === null);
export const isSame = ({ columns }: MergeField, a: Row, b: Row) => columns.every((column) => a[column] === b[column]);

/**
 * The kept record's value wins unless it is empty, or unless the kept employee has left and the other one works here.
 * The user's choice overrides this.
 */
export const winnerOf = (field: MergeField, kept: Row, other: Row, chosen?: Side): Side =>
  chosen ?? ((isEmpty(field, kept) && !isEmpty(field, other)) || worksHere(field, kept, other) ? 'other' : 'kept');

const worksHere = ({ columns }: MergeField, kept: Row, other: Row) =>
  columns.includes('left_on') && kept.left_on !== null && other.left_on === null;
