import type { FieldGroup } from '../contracts/field-groups.ts';
import type { Merge } from './merge-rule.ts';

export type Row = Record<string, unknown>;
/** The record that is kept, or the one that is merged into it. */
export type Side = 'kept' | 'other';

/** Columns of a record that are chosen together: a state without its country would be nonsense. */
export interface MergeField {
  key: string;
  label: string;
  /** As the database names them. */
  columns: readonly string[];
  group: FieldGroup;
  /** For the preview, where the columns alone do not tell. */
  words?: (merge: Merge) => Promise<Record<Side, string>>;
}

export const isEmpty = ({ columns }: MergeField, row: Row) => columns.every((column) => row[column] === null);
export const isSame = ({ columns }: MergeField, a: Row, b: Row) => columns.every((column) => a[column] === b[column]);

/**
 * The value of the kept record wins, unless it is empty, or unless the kept record's employee has left and the other one
 * works here. A choice goes first.
 */
export const winnerOf = (field: MergeField, kept: Row, other: Row, chosen?: Side): Side =>
  chosen ?? ((isEmpty(field, kept) && !isEmpty(field, other)) || worksHere(field, kept, other) ? 'other' : 'kept');

const worksHere = ({ columns }: MergeField, kept: Row, other: Row) =>
  columns.includes('left_on') && kept.left_on !== null && other.left_on === null;
