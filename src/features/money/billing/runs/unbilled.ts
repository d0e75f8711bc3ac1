import { sql, type SQL } from 'drizzle-orm';
import type { FoundFee } from './find-fee.ts';
import { audienceOf } from '#features/money/fees/audience/audience.ts';

type Fee = Pick<FoundFee, 'institutionId' | 'id' | 'sessionId'>;

/** The students a fee is for, with whether each has its bill, or had one that was cancelled. */
export const audienceWithBills = (fee: Fee): SQL => sql`
  select a."studentId", a."batchId", a."classId",
    coalesce(i."isBilled", false) as "isBilled", i."isBilled" is false as "wasCancelled"
  from (${audienceOf(fee)}) a
  left join (
    select student_id, bool_or(cancelled_at is null) as "isBilled" from invoices
    where institution_id = ${fee.institutionId} and fee_id = ${fee.id} and kind = 'fee' group by 1) i
    on i.student_id = a."studentId"`;

/** Invoices of the fee, its optional items and corrections, of students who are not among those it is for any more. */
export const billedOutside = (fee: Fee): SQL => sql`
  select i.id as "invoiceId", i.student_id as "studentId", i.number, i.total, i.settled, i.credited from invoices i
  where i.institution_id = ${fee.institutionId} and i.fee_id = ${fee.id} and i.kind in ('fee', 'item', 'correction')
    and i.cancelled_at is null and i.student_id not in (select a."studentId" from (${audienceOf(fee)}) a)`;
