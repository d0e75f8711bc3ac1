import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import type { Day } from '#kernel/dates.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { applyCredit } from '#features/money/payments/settling/apply-credit.ts';
import { openingBalances } from './openings.schema.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { receiveUnnumbered } from '#features/money/payments/receive-payment.ts';

export interface Opening {
  studentId: number;
  /** Owed above zero, credit below; not zero. */
  amount: number;
  /** The day that it is of, and when what is owed is due. */
  day: Day;
  dueOn: Day;
  note: string | null;
}

/**
 * Brings what students owe or have in credit into the books, against the opening balances. Each student has one at most:
 * the caller has locked the students and left out those with `openingsOf`. Credit pays what is open today.
 */
export async function openBalances(
  tx: Tx,
  actor: Actor,
  { institutionId, importId }: { institutionId: number; importId: number },
  openings: Opening[],
  today: Day,
): Promise<void> {
  if (openings.length === 0) return;
  const rows = await query<{ id: number }>(
    tx,
    render(sql`select id from ledger_accounts where institution_id = ${institutionId} and role = 'opening'`),
  );
  const ledgerAccountId = Number(rows[0]!.id);
  const ids = openings.map(({ studentId }) => studentId);
  await tx.execute(sql`update opening_balances o set undone_at = now() where o.institution_id = ${institutionId}
    and o.student_id = any (${sql.param(ids)}::bigint[]) and o.undone_at is null and not (${isInForce})`);
  const owed = openings.filter(({ amount }) => amount > 0);
  const invoiceIds = await issueInvoices(
    tx,
    actor,
    institutionId,
    owed.map(({ studentId, amount, day, dueOn, note }) => ({
      studentId,
      kind: 'opening',
      title: 'Opening balance',
      issuedOn: day,
      lines: [{ name: ['Opening balance', note].filter(Boolean).join(': ').slice(0, 160), amount, ledgerAccountId }],
      dues: [{ dueOn, amount }],
    })),
    today,
  );
  const credits = openings.filter(({ amount }) => amount < 0);
  const paymentIds = await receiveUnnumbered(
    tx,
    actor,
    institutionId,
    credits.map(({ studentId, amount, day, note }) => ({
      channel: 'opening',
      amount: -amount,
      day,
      note,
      shares: [{ studentId, amount: -amount, allocations: [] }],
    })),
  );
  await applyCredit(
    tx,
    actor,
    institutionId,
    credits.map(({ studentId }) => studentId),
    today,
  );
  const base = { institutionId, importId };
  await insertMany(tx, openingBalances, [
    ...owed.map(({ studentId, amount }, at) => ({
      ...base,
      studentId,
      amount,
      invoiceId: invoiceIds[at]!,
      paymentId: null,
    })),
    ...credits.map(({ studentId, amount }, at) => ({
      ...base,
      studentId,
      amount,
      invoiceId: null,
      paymentId: paymentIds[at]!,
    })),
  ]);
}

/** Whether opening balance `o` still counts: its invoice is not cancelled, its credit not reversed. */
const isInForce = sql`not exists (select from invoices i where (i.institution_id, i.id) = (o.institution_id, o.invoice_id)
    and i.cancelled_at is not null)
  and not exists (select from payments p where (p.institution_id, p.id) = (o.institution_id, o.payment_id)
    and p.status = 'reversed')`;

/** The opening balances that students have, by student. */
export async function openingsOf(
  tx: Tx,
  institutionId: number,
  studentIds: number[],
): Promise<Map<number, { amount: number; day: Day; invoice: number | null }>> {
  if (studentIds.length === 0) return new Map();
  const rows = await query<{ studentId: number; amount: number; day: Day; invoice: number | null }>(
    tx,
    render(sql`
    select o.student_id as "studentId", o.amount, coalesce(i.issued_on, p.day)::text as day, i.number as invoice
    from opening_balances o
    left join invoices i on (i.institution_id, i.id) = (o.institution_id, o.invoice_id)
    left join payments p on (p.institution_id, p.id) = (o.institution_id, o.payment_id)
    where o.institution_id = ${institutionId} and o.student_id = any (${sql.param(studentIds)}::bigint[])
      and o.undone_at is null and ${isInForce}`),
  );
  return new Map(rows.map(({ studentId, ...opening }) => [Number(studentId), opening]));
}

/** The opening balance of a merged record is the kept one's, unless that has its own: a student has one. */
export async function mergeOpenings({ institutionId, keptId, otherId, journal }: RunningMerge): Promise<void> {
  await journal.run(
    'opening_balances',
    sql`update opening_balances o set student_id = ${keptId}
      where o.institution_id = ${institutionId} and o.student_id = ${otherId} and not exists (
        select from opening_balances k where k.institution_id = o.institution_id and k.student_id = ${keptId}
          and k.undone_at is null)`,
  );
}
