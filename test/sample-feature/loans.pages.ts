import type { OpenedValues } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { loanList } from './loans.list.ts';

interface Loan {
  id: number;
  title: string;
  dueOn: string;
  returnedOn: string | null;
}

export const loanListPage = page<PropsOfList<typeof loanList> & { can: { edit: boolean } }>('loans/loan-list');
export const loanForm = page<{ loan: Loan | null; opened?: OpenedValues }>('loans/loan-form');
