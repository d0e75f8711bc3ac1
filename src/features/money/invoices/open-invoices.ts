import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { isOneOf, query, type Tx } from '#kernel/database.ts';

/** An invoice with something left to pay. */
export const OpenInvoice = z.object({
  id: z.number(),
  studentId: z.number(),
  number: z.number(),
  title: z.string(),
  feeId: z.number().nullable(),
  total: z.number(),
  /** What is left to pay. */
  open: z.number(),
  /** What payments and credit notes cover, in the order of the instalments. */
  settled: z.number(),
  dues: z.array(
    z.object({
      dueOn: z.string(),
      amount: z.number(),
    }),
  ),
});
export type OpenInvoice = z.infer<typeof OpenInvoice>;

/** The columns of open invoices, the oldest first; `where` narrows `i`. */
export const openInvoiceColumns = sql`i.id, i.student_id as "studentId", i.number, i.title, i.fee_id as "feeId", i.total,
  i.open, i.settled + i.credited as settled,
  (select jsonb_agg(jsonb_build_object('dueOn', d.due_on, 'amount', d.amount) order by d.position)
    from invoice_dues d where d.institution_id = i.institution_id and d.invoice_id = i.id) as dues`;

/** The open invoices of students, locked by id. The students are locked before. */
export async function lockOpenInvoices(tx: Tx, institutionId: number, studentIds: number[]): Promise<OpenInvoice[]> {
  return query(
    tx,
    sql`
    select ${openInvoiceColumns} from invoices i
    where i.institution_id = ${institutionId} and ${isOneOf(sql`i.student_id`, studentIds)}
      and i.open > 0
    order by i.id for no key update of i`,
    OpenInvoice,
  );
}
