import type { Reading } from './engine/legacy-encodings.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import type { NotationEvidence } from '#kernel/notation.ts';
import { page } from '#web/page.ts';
import type { ImportKind } from './kinds/kind-labels.ts';
import type { AlikeChoice, Options, FileDates } from './engine/plan.ts';
import type { ImportMode, ImportState } from './import-state.ts';
import type { ImportAction } from './import-actions.ts';
import type { Amounts } from './imports.schema.ts';
import type { Verdict } from './work/judge-rows.ts';
import type { PreviewRow, LeftRow } from './work/preview.ts';
import type { importListOf, ImportProblemGroup } from './imports.jobs.ts';
import type { UndoResult } from './kinds/kind.ts';

interface ImportListProps extends PropsOfList<ReturnType<typeof importListOf>> {
  /** Of one kind of people only. */
  kind: ImportKind | null;
  /** Kinds that the user can import. */
  mayImport: ImportKind[];
}
export const importList = page<ImportListProps>('imports/import-list');

interface ImportNewProps {
  kind: ImportKind;
  institutions: { id: number; name: string }[];
  institutionId: number | null;
}
export const importNew = page<ImportNewProps>('imports/import-new');

/** What every step of an import shows. */
export interface ImportHead {
  id: number;
  fileName: string;
  kind: ImportKind;
  institutionId: number;
  institution: string;
  state: ImportState;
  rowCount: number;
  /** The version of the plan, sent back with the form to detect changes by others. */
  seen: string;
}

export interface ImportColumnsProps {
  import: ImportHead;
  columns: {
    header: string;
    samples: string[];
    /** Its values are hidden: passwords, and fields the user has no access to. */
    isWithheld: boolean;
    field: string | null;
    note: string | null;
    /** The date order, if the column has numeric dates. */
    dates: { order: 'dmy' | 'mdy'; isGuess: boolean; contradicting: number } | null;
    /** What its cells show of the decimal separator. */
    amounts: NotationEvidence | null;
  }[];
  fields: {
    value: string;
    label: string;
    isDay?: boolean;
    /** Its values are amounts or other decimals. */
    isDecimal?: boolean;
    isOwn?: boolean;
    note?: string;
    /** All rows can have the same value. */
    canBeSame?: boolean;
    /** Its values, if they are few. */
    choices?: string[];
  }[];
  /** Whether the day or the month comes first in its dates, and what shows it. */
  dates: FileDates | null;
  currency: string;
  /** The first day of the current term, or of a session without terms. */
  termBegins: string | null;
  options: Options;
  /** Notes on the file that its columns do not show. */
  notes: string[];
  /** Why this may be the wrong file. */
  doubt: string | null;
  /** The file has no headings. */
  isUnnamed: boolean;
  /** How the file reads in each encoding, where it does not show which it has. */
  readings: Reading[] | null;
  failure: string | null;
  /** An earlier import of the same content. */
  repeats: { id: number; person: string | null; at: string; state: ImportState; imported: number } | null;
}
export const importColumns = page<ImportColumnsProps>('imports/import-columns');

export interface ImportProgressProps {
  import: ImportHead & { done: number };
  /** Another import of the institution is running; this one starts after it. */
  isWaiting: boolean;
}
export const importProgress = page<ImportProgressProps>('imports/import-progress');

/** What the third step shows. */
export interface ImportCheckedProps {
  import: ImportHead & {
    good: number;
    bad: number;
    skipped: number;
    /** A second person approves it, because it contains credit; and whether that is waiting. */
    asksFirst: boolean;
    isAsked: boolean;
  };
  /** Equal problems as one, with how they can be corrected here. */
  problems: (ImportProblemGroup & {
    /** The field, if equal values mean the same in every row. */
    field: string | null;
    isEditable: boolean;
  })[];
  /** How many rows there are of each kind; none for files that were checked earlier. */
  counts: Partial<Record<Verdict['kind'], number>>;
  /** The first rows as they will be saved. */
  preview: { columns: { label: string; isDay: boolean }[]; rows: PreviewRow[] };
  /** Values that are read as another one. */
  replaced: { field: string; label: string; value: string; means: string; count: number }[];
  /** What can be chosen in fields with few values. */
  choices: Record<string, string[]>;
  can: {
    /** Fields whose lists the user can add to. */
    addTo: string[];
    /** The classes that the user can add a batch to. */
    classes: { id: number; name: string }[];
  };
  /** There are more problems; the problems file has all of them. */
  moreProblems: boolean;
  /** The first few values that the import adds to each list. */
  newWords: { field: string; label: string; count: number; words: string[] }[];
  /** What opening balances sum to. */
  amounts: (Amounts & { currency: string }) | null;
  /** How decimals are read, if a cell of the file shows it. */
  notation: { isComma: boolean; value: string; row: number; read: string | null; contradicting: number } | null;
  /** Required custom fields that the file does not fill in for everyone. */
  lacking: { label: string; count: number }[];
  /** Possible duplicates. */
  alike: {
    count: number;
    choice: AlikeChoice;
    /** The first of them. */
    rows: { row: number; message: string; personId: number; choice: AlikeChoice | null }[];
  };
  /** What is skipped for lack of a permission. */
  leftOut: Partial<Record<ImportAction, number>>;
  failure: string | null;
}
export const importChecked = page<ImportCheckedProps>('imports/import-checked');

export interface ImportEndProps {
  import: ImportHead & { imported: number; bad: number; mode: ImportMode | null };
  /** What was not imported: problems, skipped rows, and rows that are none of the list. */
  left: {
    problems: Pick<ImportProblemGroup, 'message' | 'count' | 'rows'>[];
    rows: LeftRow[];
    count: number;
    notes: string[];
  };
  failure: string | null;
  mayCheckAgain: boolean;
  /** When the undo period ends. */
  undoableUntil: string | null;
  undone: { at: string; result: UndoResult } | null;
  /** When the file is or was deleted. */
  file: { goesOn: string; isGone: boolean; wasErased: boolean };
}
export const importEnd = page<ImportEndProps>('imports/import-end');

interface PhotosProps {
  people: 'students' | 'employees';
  /** Photos added after this time are replaced only after asking. */
  openedAt: string;
  /** The institution in view, if only one. */
  institutionId: number | null;
  institutions: { id: number; name: string }[];
}
export const photos = page<PhotosProps>('imports/photos');
