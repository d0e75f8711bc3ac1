import { page } from '#web/page.ts';
import type { ClosedReconciliation, ReconciliationDesk } from './reconciliation.queries.ts';
import type { Waits } from './waits.ts';

export const reconciliationPage = page<ReconciliationDesk>('bank/reconciliation');
export const reconciliationClosedPage = page<ClosedReconciliation>('bank/reconciliation-closed');
export const bankWaitsPage = page<{ institutionId: number; waits: Waits }>('bank/bank-waits');
