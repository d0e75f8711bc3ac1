import { provideBilled, type BillingOfFees } from '#features/money/fees/billing-of-fees.ts';
import type { Feature } from '#web/feature.ts';
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
import { and, eq, inArray, sql } from 'drizzle-orm';
import { render, query } from '#kernel/database.ts';
import { invoices } from '#features/money/invoices/invoices.schema.ts';

/** What is billed of fees. */
const billedByInvoices: BillingOfFees = {
  async isBilled(tx, { institutionId, id }) {
    const rows = await query<{ isUsed: boolean; hasRuns: boolean }>(tx, render)`
      select exists (select from invoices where institution_id = ${institutionId} and fee_id = ${id}) as "isUsed",
        exists (select from fee_runs where institution_id = ${institutionId} and fee_id = ${id}) as "hasRuns"`;
    return rows[0]!.isUsed || rows[0]!.hasRuns;
  },
  async billedItem(tx, institutionId, particularIds) {
    const [used] = await tx
      .select({ id: invoices.particularId })
      .from(invoices)
      .where(and(eq(invoices.institutionId, institutionId), inArray(invoices.particularId, particularIds)))
      .limit(1);
    return used?.id ?? undefined;
  },
  sumsOf: (fee) => sql`(select jsonb_build_object('count', count(*), 'total', coalesce(sum(i.total), 0),
      'credited', coalesce(sum(i.credited), 0), 'settled', coalesce(sum(i.settled), 0))
    from invoices i where (i.institution_id, i.fee_id) = ${fee} and i.cancelled_at is null)`,
  countOf: (fee) => sql`(select count(*)::int from invoices i where (i.institution_id, i.fee_id) = ${fee}
    and i.kind = 'fee' and i.cancelled_at is null)`,
};

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
