import { provideAtBank } from '#features/money/payments/at-bank.ts';
import type { Feature } from '#web/feature.ts';
import { bankPersonalData } from './bank.personal-data.ts';
import { bankRoutes } from './bank.routes.ts';
import { bankTours } from './bank.tour.ts';
import { bankPendingTasks } from './bank.pending-tasks.ts';
import { chequeRoutes } from './cheques/cheques.routes.ts';
import { isOverdueAtBank } from './reconciliation/figures.ts';
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.ts';
import { reopenReconciliationApproval } from './reconciliation/reopen-reconciliation.ts';
import { openLineOf } from './statements/clear-lines.ts';
import { undoLineApproval } from './statements/ignore-line.ts';
import { suspenseRoutes } from './suspense/suspense.routes.ts';
import { isYes, type FilterOf, type MeaningsOf } from '#kernel/contracts/report-list.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { unidentifiedList } from './suspense/unidentified.list.ts';
import { bankAccountChange } from './accounts/bank-accounts.ts';

/** The list of unidentified payments as a report. */
const bankReports: ReportParts = {
  lists: [
    {
      name: 'unidentified',
      subject: 'payment',
      always: [isYes('is_unidentified')],
      filters: { channel: 'channel', age: { left: 'Age' } } satisfies MeaningsOf<FilterOf<typeof unidentifiedList>>,
      columns: {
        day: ['day'],
        amount: ['amount'],
        channel: ['channel', 'reference'],
        narration: ['payer'],
      },
      sorts: { '': ['day'] },
    },
  ],
};

provideAtBank({ isOverdueAtBank, openLineOf });

/** Statements of the bank, money in suspense, cheques and reconciliation. */
export const bankFeature = {
  name: 'bank',
  routes: [suspenseRoutes, chequeRoutes, bankRoutes, reconciliationRoutes],
  approvals: [undoLineApproval, bankAccountChange, reopenReconciliationApproval],
  tours: bankTours,
  menu: [
    {
      section: 'fees',
      group: 'payments',
      place: 65,
      label: 'To identify',
      href: '/unidentified-payments',
      may: ['payments.place'],
      also: 'unidentified payments suspense',
    },
    {
      section: 'fees',
      group: 'bank',
      place: 70,
      label: 'Statements',
      href: '/bank-statements',
      may: ['payments.place'],
      also: 'bank statements reconciliation',
    },
  ],
  personalData: bankPersonalData,
  reports: bankReports,
  pendingTasks: bankPendingTasks,
} satisfies Feature;
