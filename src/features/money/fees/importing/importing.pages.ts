import type { Notation } from '#kernel/notation.ts';
import { page } from '#web/page.ts';
import type { InstitutionChoice } from '../fees.pages.ts';

export interface FeeImportProps extends InstitutionChoice {
  places: { key: string; name: string }[];
  categories: { id: number; name: string }[];
  place: string;
  dueOn: string;
  category: number | null;
  /** As chosen; null as the file shows it. */
  notation: Notation | null;
}
export const feeImportPage = page<FeeImportProps>('fees/fee-import');
