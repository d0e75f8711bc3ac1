import { page } from '#web/page.ts';
import type { ClosedReconciliation, ReconciliationDesk } from './reconciliation.queries.ts';
import type { Waits } from './waits.ts';

export const reconciliationPage = page<ReconciliationDesk>('payments/reconciliation');
export const reconciliationClosedPage = page<ClosedReconciliation>('payments/reconciliation-closed');
export const bankWaitsPage = page<{ institutionId: number; waits: Waits }>('payments/bank-waits');
