import type { ImportAction } from './import-actions.ts';
import type { AlikeChoice } from './engine/plan.ts';
import type { ImportHead } from './imports.pages.ts';
import type { ImportProblemGroup } from './imports.queries.ts';
import type { Amounts } from './imports.schema.ts';
import type { Verdict } from './work/judge-rows.ts';
import type { PreviewRow } from './work/preview.ts';

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
