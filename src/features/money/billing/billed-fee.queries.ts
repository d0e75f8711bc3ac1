import { sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { InstalmentRule } from '#features/money/fees/amounts/instalments.ts';
import type { FineRule } from '#features/money/fees/fees.ts';
import { batchInSession } from '#features/money/fees/audience/audience.ts';

export interface Particular {
  id: number;
  name: string;
  categoryId: number;
  ledgerAccountId: number;
  amount: number;
  isOptional: boolean;
}

export interface BilledFee {
  institutionId: number;
  id: number;
  sessionId: number;
  termId: number | null;
  title: string;
  fineRule: FineRule | null;
  particulars: Particular[];
  instalments: InstalmentRule[];
  /** The accounts that discounts are posted to. */
  accounts: { discount: number; scholarship: number };
}

/** What a fee's bills are made of, in one query. */
export async function billedFee(db: Db, institutionId: number, feeId: number): Promise<BilledFee> {
  const rows = await query<BilledFee>(
    db,
    render(sql`
    select f.institution_id as "institutionId", f.id, f.session_id as "sessionId", f.term_id as "termId", f.title,
      case when f.fine_how is not null then jsonb_strip_nulls(jsonb_build_object(
        'how', f.fine_how, 'amount', f.fine_amount, 'percent', f.fine_percent)) || jsonb_build_object(
        'graceDays', coalesce(f.fine_grace_days, 0), 'cap', f.fine_cap) end as "fineRule",
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'categoryId', p.category_id,
          'ledgerAccountId', c.ledger_account_id, 'amount', p.amount, 'isOptional', p.is_optional)
          order by p.position, p.id), '[]')
        from fee_particulars p join fee_categories c on (c.institution_id, c.id) = (p.institution_id, p.category_id)
        where p.institution_id = f.institution_id and p.fee_id = f.id) as particulars,
      (select coalesce(jsonb_agg(jsonb_build_object('dueOn', i.due_on, 'percent', i.percent, 'amount', i.amount)
          order by i.position), '[]')
        from fee_instalments i where i.institution_id = f.institution_id and i.fee_id = f.id) as instalments,
      (select jsonb_object_agg(a.role, a.id) from ledger_accounts a
        where a.institution_id = f.institution_id and a.role in ('discount', 'scholarship')) as accounts
    from fees f where f.institution_id = ${institutionId} and f.id = ${feeId}`),
  );
  if (!rows[0]) throw new NotFound('fee');
  return rows[0];
}

/** The optional particulars of each student, without those that were billed on their own. */
export async function choicesOf(db: Db, institutionId: number, feeId: number, studentIds: number[]) {
  const rows = await query<{ studentId: number; ids: number[] }>(
    db,
    render(sql`
    select c.student_id as "studentId", array_agg(p.id order by p.position, p.id) as ids
    from fee_particulars p
    join fee_choices c on (c.institution_id, c.particular_id) = (p.institution_id, p.id)
    where p.institution_id = ${institutionId} and p.fee_id = ${feeId} and p.is_optional
      and c.student_id = any (${sql.param(studentIds)}::bigint[])
      and not exists (select from invoices i where i.institution_id = ${institutionId} and i.student_id = c.student_id
        and i.fee_id = ${feeId} and i.particular_id = p.id and i.kind = 'item' and i.cancelled_at is null)
    group by c.student_id`),
  );
  return new Map(rows.map(({ studentId, ids }) => [studentId, ids.map(Number)]));
}

/** The batch of each student in the fee's session, for the printed bill. */
export async function batchesOf(db: Db, institutionId: number, feeId: number, studentIds: number[]) {
  const session = sql`(select session_id from fees where institution_id = ${institutionId} and id = ${feeId})`;
  const rows = await query<{ id: number; batchId: number }>(
    db,
    render(sql`
    select s.id, b.id as "batchId" from students s ${batchInSession(institutionId, session)}
    where s.institution_id = ${institutionId} and s.id = any (${sql.param(studentIds)}::bigint[]) and b.id is not null`),
  );
  return new Map(rows.map(({ id, batchId }) => [id, batchId]));
}
