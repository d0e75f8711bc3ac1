import { page } from '#web/page.ts';
import type { InstitutionChoice } from '../fees.pages.ts';
import type { FeeDetails } from '../setup/fee.queries.ts';
import type { Adjustment } from './adjusted.ts';
import type { Place } from './place.ts';

export interface FeeDuplicateProps {
  fee: FeeDetails;
  currency: string;
  classes: { id: number; name: string; program: string; title: string; isTaken: boolean }[];
}
export const feeDuplicatePage = page<FeeDuplicateProps>('fees/fee-duplicate');

/** A fee and what its copy would be. */
export interface CopyPreview {
  id: number;
  title: string;
  audience: FeeDetails['audience'];
  particulars: { name: string; isOptional: boolean; before: number; after: number }[];
  before: number;
  after: number;
  dates: { before: string; after: string }[];
  /** The target has a fee of this title. */
  isThere: boolean;
}

export interface FeeCopyProps extends InstitutionChoice {
  places: Pick<Place, 'key' | 'name' | 'fees' | 'isClosed'>[];
  from: string;
  to: string;
  adjustment: Adjustment;
  rows: CopyPreview[];
}
export const feeCopyPage = page<FeeCopyProps>('fees/fee-copy');
