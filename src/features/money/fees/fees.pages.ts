import type { OpenedValues } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { CategoryRow, IncomeAccount } from './categories/categories.ts';
import type { FeeChoices } from './setup/end-fee.ts';
import type { FeeDetails } from './setup/fee.queries.ts';
import type { FeeListChoices } from './setup/list-choices.queries.ts';
import type { feeList } from './setup/fees.list.ts';

export interface InstitutionChoice {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
}

interface FeeListProps extends PropsOfList<typeof feeList> {
  choices: FeeListChoices;
  can: { edit: boolean; bill: boolean };
}
export const feeListPage = page<FeeListProps>('fees/fee-list');

interface FeeFormProps extends InstitutionChoice {
  fee: FeeDetails | null;
  opened?: OpenedValues;
  choices: FeeChoices;
  today: string;
}
export const feeFormPage = page<FeeFormProps>('fees/fee-form');

interface FeePageProps {
  fee: FeeDetails;
  currency: string;
  /** Deferred: students that it is for. */
  students?: number;
  can: { edit: boolean; bill: boolean };
}
export const feePage = page<FeePageProps>('fees/fee');

interface CategoryListProps {
  rows: CategoryRow[];
  can: { edit: boolean };
}
export const categoryListPage = page<CategoryListProps>('fees/category-list');

interface CategoryFormProps extends InstitutionChoice {
  category: { id: number; name: string; account: string; accountCode: string; ledgerAccountId: number } | null;
  accounts: IncomeAccount[];
  opened?: OpenedValues;
}
export const categoryFormPage = page<CategoryFormProps>('fees/category-form');
