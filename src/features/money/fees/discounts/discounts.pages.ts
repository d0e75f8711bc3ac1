import type { Opened } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { InstitutionChoice } from '../fees.pages.ts';
import type { discountList } from './discounts.list.ts';
import type { Receiver } from './receivers.queries.ts';
import type { SchemeDetails } from './scheme.queries.ts';

export interface DiscountListProps extends PropsOfList<typeof discountList> {
  can: { edit: boolean };
}
export const discountListPage = page<DiscountListProps>('fees/discount-list');

interface Named {
  id: number;
  name: string;
}

export interface DiscountFormProps extends InstitutionChoice {
  scheme: SchemeDetails | null;
  opened?: Opened;
  feeCategories: Named[];
  studentCategories: Named[];
}
export const discountFormPage = page<DiscountFormProps>('fees/discount-form');

export interface DiscountProps {
  scheme: SchemeDetails;
  currency: string;
  /** Deferred: the students who get it today. */
  receivers?: { total: number; rows: Receiver[] };
  can: { edit: boolean };
}
export const discountPage = page<DiscountProps>('fees/discount');
