import type { BoundedList } from '#kernel/database/bounded.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { AccountHead, AccountLine } from './accounts/account-lines.queries.ts';
import type { AccountRow } from './accounts/accounts.queries.ts';
import type { Account } from './accounts/change-accounts.ts';
import type { EntryProps } from './journal/entry.queries.ts';
import type { PostableAccount } from './manual/manual-approval.ts';
import type { journal } from './journal/journal.list.ts';
import type { Closing, LeftOpen } from './periods/periods.ts';

export const journalPage = page<
  PropsOfList<typeof journal> & {
    /** The account of the filter. */
    accounts?: { id: number; name: string }[];
    can: { export: boolean; edit: boolean };
  }
>('balances/journal');

export const entryPage = page<{ entry: EntryProps; can: { reverse: boolean } }>('balances/entry');

export const reverseEntryPage = page<{ entry: EntryProps }>('balances/entry-reverse');

interface Books {
  institutionId: number;
  institutions: { id: number; name: string }[];
  currency: string;
}

export const entryFormPage = page<Books & { accounts: PostableAccount[]; today: string; closedThrough: string | null }>(
  'balances/entry-form',
);

export const accountsPage = page<Books & { rows: AccountRow[]; can: { edit: boolean } }>('balances/accounts');

export const accountFormPage = page<
  Omit<Books, 'currency'> & { account: Account | null; opened?: OpenedValues | undefined }
>('balances/account-form');

export const accountPage = page<{
  account: AccountHead;
  can: { edit: boolean };
  rows: (AccountLine & { institutionId: number })[];
  next: string | null;
  filter: { from?: string | undefined; to?: string | undefined };
}>('balances/account');

export const trialBalancePage = page<Books & { asOf: string; rows: AccountRow[] }>('balances/trial-balance');

export const periodsPage = page<
  Omit<Books, 'currency'> & {
    today: string;
    closedThrough: string | null;
    closings: BoundedList<Closing>;
    /** The day to close until, with what is open before its end; null if yesterday is closed. */
    through: string | null;
    open: LeftOpen | null;
    /** Sums that differ from their rows. */
    differences?: number;
    can: { close: boolean };
  }
>('balances/periods');

export const reopenPage = page<{ institutionId: number; closedThrough: string | null }>('balances/period-reopen');
