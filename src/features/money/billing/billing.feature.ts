import { provideBilled } from '#features/money/fees/billed.ts';
import type { Feature } from '#web/feature.ts';
import { billedByInvoices } from './billed.queries.ts';
import { billingTours } from './billing.tour.ts';
import { correctApproval } from './corrections/correct-invoices.ts';
import { correctionRoutes } from './corrections/corrections.routes.ts';
import { undoCorrectionApproval } from './corrections/undo-correction.ts';
import { chargeFinesNightly } from './fines/charge-fines.job.ts';
import { itemRoutes } from './items/items.routes.ts';
import { creditTickedApproval } from './runs/act-on-proposals.ts';
import { billFee } from './runs/bill.job.ts';
import { billingRoutes } from './runs/billing.routes.ts';
import { proposalRoutes } from './runs/proposals.routes.ts';

provideBilled(billedByInvoices);

/** Fees become invoices: runs, optional items, fines, and corrections of what was billed. */
export const billingFeature = {
  name: 'billing',
  routes: [itemRoutes, billingRoutes, proposalRoutes, correctionRoutes],
  jobs: [billFee, chargeFinesNightly],
  approvals: [creditTickedApproval, correctApproval, undoCorrectionApproval],
  tours: billingTours,
  menu: [
    {
      section: 'fees',
      group: 'billing',
      place: 52,
      label: 'Runs',
      href: '/fee-runs',
      may: ['fees.view'],
      also: 'billing runs bill a class',
    },
  ],
  demo: async () => (await import('./load.demo.ts')).steps,
} satisfies Feature;
