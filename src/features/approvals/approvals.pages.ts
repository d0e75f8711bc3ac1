import { page } from '#web/page.ts';
import type { PastApproval, WaitingApproval } from './approvals.queries.ts';

export const approvalsPage = page<{
  waiting: WaitingApproval[];
  /** There are more than are shown. */
  isCut: boolean;
  rows: PastApproval[];
  next: string | null;
}>('approvals/approvals');
