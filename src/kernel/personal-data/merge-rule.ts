import type { Actor } from '../actor.ts';
import type { Day } from '../dates.ts';
import type { Tx } from '../database.ts';
import type { FieldGroup } from '../contracts/field-groups.ts';
import type { MergeJournal, TouchedRow, UndoRule } from './merge-journal.ts';
import type { MergedRecords, Row, Side } from './merge-fields.ts';
import type { PersonKind } from './person-kind.ts';

/** What a merge does with the rows that name the merged record. */
export type MergeRule =
  /** Moves them to the kept record. Of two rows that agree in the columns of `same`, one is deleted. */
  | ({ how: 'move'; same?: readonly string[] } & MovedRows)
  /** A function of the feature, which writes through the journal. */
  | ({ how: 'combine'; run: (merge: RunningMerge) => Promise<void> } & MovedRows)
  /**
   * The record itself: its columns are chosen field by field. `check` runs after everything is written and can refuse.
   */
  | { how: 'record'; undo: UndoRule; check?: (merge: Merge) => Promise<void> }
  /** Leaves them with the merged record, which points to the kept one, for the given reason. */
  | { how: 'leave'; why: string }
  /** Refuses to merge a record with such rows. The message says what to do instead. */
  | { how: 'refuse'; message: string };

interface MovedRows {
  /** In the preview: '1 document', '2 documents'. */
  one: string;
  many: string;
  undo?: Partial<UndoRule>;
  /** Sentences for the preview: what happens if both records have a value. */
  conflicts?: (merge: Merge) => Promise<string[]>;
  /** Additional fields to choose from. */
  fields?: (merge: Merge) => Promise<MergePreviewField[]>;
  /** The preview counts the rows although there are fields to choose from. */
  isCounted?: true;
  /** What somebody who approves moves of money has to agree to; null if nothing. It can refuse. */
  moneyToApprove?: (merge: Merge) => Promise<string | null>;
  /** Columns of the record that `run` sets, for the message of a refused unmerge. */
  sets?: Record<string, string>;
  /** Locks what the rows need, before the people are locked. */
  beforeUndo?: (tx: Tx, institutionId: number, rows: TouchedRow[]) => Promise<void>;
  /** Updates what follows from the rows, once an unmerge has restored them. */
  afterUndo?: (tx: Tx, institutionId: number, personIds: number[]) => Promise<void>;
  /** Takes back what `run` stored under `moved`, which is in no journal. */
  moveBack?: (unmerge: Unmerge, moved: unknown) => Promise<void>;
}

/** The records, with who merges them and when. */
export interface Merge extends MergedRecords {
  actor: Actor;
  kind: PersonKind;
  today: Day;
}

/** A merge in progress. */
export interface RunningMerge extends Merge {
  journal: MergeJournal;
  /** Columns of both records to set at the end. */
  changes: Record<Side, Row>;
  /** By table: what `moveBack` needs, as JSON. */
  moved: Record<string, unknown>;
}

/** An unmerge: both records are locked. */
export type Unmerge = Pick<Merge, 'tx' | 'actor' | 'institutionId' | 'today' | 'keptId' | 'otherId'>;

/** A field of both records, with its values as text. */
export interface MergePreviewField {
  key: string;
  label: string;
  group: FieldGroup;
  kept: string | null;
  other: string | null;
  keptPhoto?: string;
  otherPhoto?: string;
  /** Which record's value wins by default. */
  winner: Side;
  isSame: boolean;
}

/** The rule for unmerging, derived from the merge rule. */
export function undoRuleOf(rule: MergeRule): UndoRule | null {
  if (rule.how === 'leave' || rule.how === 'refuse') return null;
  if (rule.how === 'record') return rule.undo;
  const by = rule.how === 'combine' || rule.same ? 'rows' : 'columns';
  return { keys: ['id'], by, words: `the ${rule.many}`, ...rule.undo };
}
