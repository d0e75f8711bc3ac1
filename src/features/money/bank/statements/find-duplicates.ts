import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import { isShownOn } from './days-apart.ts';
import { squeezed } from './narration-pieces.ts';
import { documentNumber } from '#features/money/invoices/document-numbers.ts';

/**
 * Recorded payments that a line may be the same as, by line: of the same amount, and with the same reference or of the
 * same student within days. A cashier may have recorded them after the proposals were made.
 */
export async function findDuplicates(
  tx: Tx,
  institutionId: number,
  lines: { id: number; studentId: number | null }[],
): Promise<Map<number, string>> {
  const rows = await query<{ id: number; name: string }>(
    tx,
    render(sql`
    select distinct on (l.id) l.id, case p.status when 'pending' then 'A cheque that waits' || coalesce(', ' || p.reference, '')
      else coalesce(${documentNumber('RCT', sql`p.receipt_number`)}, 'payment ' || p.payment_id) end as name
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) w (id bigint, "studentId" bigint)
    join bank_lines l on l.institution_id = ${institutionId} and l.id = w.id
    join payments_unseen_at_bank p on p.institution_id = ${institutionId} and p.day between l.day - 60 and l.day + 60
      and p.amount = l.amount
    where (ltrim(${squeezed(sql`p.reference`)}, '0') = ltrim(${squeezed(sql`l.reference`)}, '0')
        or ${isShownOn(sql`l.day`)} and exists (select from payment_shares h where h.institution_id = ${institutionId}
          and h.payment_id = p.payment_id and h.student_id = w."studentId" and h.amount > 0))
    order by l.id, p.payment_id`),
  );
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}
