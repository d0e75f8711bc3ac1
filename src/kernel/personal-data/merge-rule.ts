import type { Day } from '../dates.ts';
import type { Tx } from '../database.ts';
import type { FieldGroup } from '../contracts/field-groups.ts';
import type { MergeJournal, TouchedRow } from './merge-journal.ts';
import type { Row, Side } from './merge-fields.ts';
import type { PersonKind } from './person-kind.ts';

/** What a merge does with the rows that name the record which is merged. */
export type MergeRule =
  /** They become rows of the kept record. Of two that agree in the columns of `same`, one is deleted. */
  | ({ how: 'move'; same?: readonly string[] } & MovedRows)
  /** A function of the feature decides; it writes through the journal. */
  | ({ how: 'combine'; run: (merge: RunningMerge) => Promise<void> } & MovedRows)
  /** The record itself: its columns are chosen field by field. `check` refuses what may not be, once all is written. */
  | { how: 'record'; undo: UndoRule; check?: (merge: Merge) => Promise<void> }
  /** They stay with the merged record, which the kept one leads to, for the reason given. */
  | { how: 'leave'; why: string }
  /** A record with such rows is not merged. The message tells what to do instead. */
  | { how: 'refuse'; message: string };

interface MovedRows {
  /** In the preview: '1 document', '2 documents'. */
  one: string;
  many: string;
  undo?: Partial<UndoRule>;
  /** Sentences for the preview: what is decided where both records hold something. */
  conflicts?: (merge: Merge) => Promise<string[]>;
  /** Fields to choose from, beside those of the record. */
  fields?: (merge: Merge) => Promise<MergePreviewField[]>;
  /** Columns of the record that `run` sets, as a refused unmerge names them. */
  sets?: Record<string, string>;
  /** Locks what the rows need back, before the people are locked. */
  beforeUndo?: (tx: Tx, institutionId: number, rows: TouchedRow[]) => Promise<void>;
}

/** How an unmerge puts the rows of a table back. */
export interface UndoRule {
  /** The primary key without the institution. */
  keys: readonly string[];
  /**
   * 'rows': takes the rows out and puts the old ones in, so none may have changed since. 'columns': puts back the columns
   * that the merge changed; later changes of other columns stay.
   */
  by: 'rows' | 'columns';
  /** What a refusal calls them: 'the documents'. */
  words: string;
  /** Numbers with more digits than JavaScript holds. */
  longNumbers?: readonly string[];
}

/** Two records of one person, locked. */
export interface Merge {
  tx: Tx;
  kind: PersonKind;
  institutionId: number;
  today: Day;
  keptId: number;
  otherId: number;
  kept: Row;
  other: Row;
  /** Whose value was chosen, by the key of the field. */
  take: Record<string, Side>;
}

/** A merge that writes. */
export interface RunningMerge extends Merge {
  journal: MergeJournal;
  /** Columns of the two records to be set at the end. */
  changes: Record<Side, Row>;
}

/** A field in which the two records differ or agree, in words. */
export interface MergePreviewField {
  key: string;
  label: string;
  group: FieldGroup;
  kept: string | null;
  other: string | null;
  keptPhoto?: string;
  otherPhoto?: string;
  /** Whose value wins unless somebody chooses. */
  winner: Side;
  isSame: boolean;
}

/** The rule for unmerging, completed from what the merge does. */
export function undoRuleOf(rule: MergeRule): UndoRule | null {
  if (rule.how === 'leave' || rule.how === 'refuse') return null;
  if (rule.how === 'record') return rule.undo;
  const by = rule.how === 'combine' || rule.same ? 'rows' : 'columns';
  return { keys: ['id'], by, words: `the ${rule.many}`, ...rule.undo };
}
