import { sql, type SQL } from 'drizzle-orm';
import type { Cell } from '#features/money/fees/items/delete-choices.ts';

export type { Cell };

/** A chosen item with the invoice that bills it. */
export interface BilledItem extends Cell {
  invoiceId: number;
  number: number;
}

/**
 * The items of fees that valid invoices charge: as lines of the fee's invoice, or by themselves. What a credit note
 * took back is not billed any more. `where` narrows the invoices `i`.
 */
export const billedItems = (institutionId: number, where: SQL): SQL => sql`
  select i.student_id as "studentId", l.particular_id as "particularId", i.id as "invoiceId", i.number
  from invoices i join invoice_lines l on (l.institution_id, l.invoice_id) = (i.institution_id, i.id)
  where i.institution_id = ${institutionId} and i.kind in ('fee', 'item') and i.cancelled_at is null and ${where}
    and l.particular_id is not null
    and not exists (select from credit_notes c where c.institution_id = i.institution_id and c.invoice_id = i.id
      and c.particular_id = l.particular_id)`;

/** Choices of students who have the fee's invoice already, but without them. */
export const unbilledItems = (institutionId: number, feeId: number): SQL => sql`
  select c.student_id as "studentId", p.id as "particularId", p.name, p.amount
  from fee_particulars p join fee_choices c on (c.institution_id, c.particular_id) = (p.institution_id, p.id)
  where p.institution_id = ${institutionId} and p.fee_id = ${feeId} and p.is_optional
    and exists (select from invoices i where i.institution_id = ${institutionId} and i.student_id = c.student_id
      and i.fee_id = ${feeId} and i.kind = 'fee' and i.cancelled_at is null)
    and not exists (select from (${billedItems(institutionId, sql`i.fee_id = ${feeId}`)}) b
      where b."studentId" = c.student_id and b."particularId" = p.id)`;
