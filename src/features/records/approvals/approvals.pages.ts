import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { pastApprovals, WaitingApproval } from './approvals.queries.ts';

export interface ApprovalsProps extends PropsOfList<typeof pastApprovals> {
  waiting: WaitingApproval[];
  /** Whether there are more than shown. */
  isCut: boolean;
}
export const approvalsPage = page<ApprovalsProps>('approvals/approvals');
