import { page } from '#web/page.ts';
import type { ImportKind } from './kinds/kind-words.ts';
import type { Act } from './import-acts.ts';
import type { UndoResult } from './plan-undo.ts';
import type { AlikeChoice, Options } from './engine/plan.ts';
import type { ImportMode, ImportState } from './import-state.ts';
import type { ImportProblem, ImportSummary } from './imports.queries.ts';

export interface ImportListProps {
  rows: (Omit<ImportSummary, 'createdAt'> & { createdAt: string })[];
  /** Address of the next page. */
  next: string | null;
  /** Of one kind of people only. */
  kind: ImportKind | null;
  /** Kinds that the person may import. */
  mayImport: ImportKind[];
}
export const importList = page<ImportListProps>('imports/import-list');

export interface ImportNewProps {
  kind: ImportKind;
  institutions: { id: number; name: string }[];
  institutionId: number | null;
}
export const importNew = page<ImportNewProps>('imports/import-new');

/** What every step of an import shows of it. */
export interface ImportHead {
  id: number;
  fileName: string;
  kind: ImportKind;
  institutionId: number;
  institution: string;
  state: ImportState;
  rowCount: number;
  /** Goes back with the form: by it a plan that somebody else has changed meanwhile is seen. */
  seen: string;
}

export interface ImportColumnsProps {
  import: ImportHead;
  columns: {
    header: string;
    samples: string[];
    /** Its values are not shown: passwords, and what the person may not see. */
    isWithheld: boolean;
    field: string | null;
    note: string | null;
    /** How the column's dates are read, when it holds any that are written in numbers. */
    dates: { order: 'dmy' | 'mdy'; isGuess: boolean; contradicting: number } | null;
  }[];
  fields: { value: string; label: string; isDay?: boolean; isOwn?: boolean; note?: string }[];
  options: Options;
  /** What of the file is not seen by looking at its columns. */
  notes: string[];
  /** Why the file may be another one than was meant. */
  doubt: string | null;
  failure: string | null;
  /** The same content was uploaded before. */
  repeats: { id: number; person: string | null; at: string; state: ImportState; imported: number } | null;
}
export const importColumns = page<ImportColumnsProps>('imports/import-columns');

export interface ImportProgressProps {
  import: ImportHead & { done: number };
  /** Another import of the institution is at work; this one comes after it. */
  isWaiting: boolean;
}
export const importProgress = page<ImportProgressProps>('imports/import-progress');

export interface ImportCheckedProps {
  import: ImportHead & { good: number; bad: number; skipped: number };
  problems: ImportProblem[];
  /** There are more than these; the file has all. */
  moreProblems: boolean;
  /** What the import adds to the lists, the first few words of each. */
  newWords: { label: string; count: number; words: string[] }[];
  /** Own fields that a form requires and the file does not give everybody. */
  lacking: { label: string; count: number }[];
  /** Rows that look like somebody who is here already. */
  alike: {
    count: number;
    choice: AlikeChoice;
    /** The first ones. */
    rows: { row: number; message: string; personId: number; choice: AlikeChoice | null }[];
  };
  /** What is left out because the person may not do it. */
  leftOut: Partial<Record<Act, number>>;
  failure: string | null;
}
export const importChecked = page<ImportCheckedProps>('imports/import-checked');

export interface ImportEndProps {
  import: ImportHead & { imported: number; bad: number; mode: ImportMode | null };
  failure: string | null;
  mayCheckAgain: boolean;
  /** Until when the import can be undone. */
  undoableUntil: string | null;
  undone: { at: string; result: UndoResult } | null;
  /** When the file goes, or went. */
  file: { goesOn: string; isGone: boolean; wasErased: boolean };
}
export const importEnd = page<ImportEndProps>('imports/import-end');

export interface PhotosProps {
  people: 'students' | 'employees';
  /** Photos that came later are not replaced unasked. */
  openedAt: string;
  /** The one in view, if it is one. */
  institutionId: number | null;
  institutions: { id: number; name: string }[];
}
export const photos = page<PhotosProps>('imports/photos');
