import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { BillingPreview } from './preview.queries.ts';
import type { Proposals } from './proposals.queries.ts';
import type { runList, RunRow } from './runs.list.ts';

/** What billing one or several fees would do. */
export const billFeesPage = page<{ previews: BillingPreview[] }>('billing/bill-fees');
export const runListPage = page<PropsOfList<typeof runList>>('billing/run-list');
export const runPage = page<{ run: RunRow; can: { bill: boolean } }>('billing/run');
/** Students to bill or to credit since a fee was billed. */
export const proposalsPage = page<Proposals>('billing/proposals');
