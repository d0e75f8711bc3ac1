import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { openDues } from '#features/money/invoices/dues/allocate.ts';
import { fineSoFar } from './fines.ts';
import { issueInvoices, totalOf, type InvoiceDraft } from '#features/money/invoices/issue-invoices.ts';
import type { FineRule } from '#features/money/fees/fees.ts';

interface LateInvoice {
  id: number;
  studentId: number;
  title: string;
  sessionId: number | null;
  termId: number | null;
  batchId: number | null;
  fineRule: FineRule;
  open: number;
  settled: number;
  dues: { dueOn: Day; amount: number }[];
  /** Fines charged before, cancelled and waived ones included: they don't come back. */
  charged: { fineFor: string; total: number }[];
}

/** Students with an invoice that may be fined on a day. Records that were erased are left alone. */
export async function studentsToFine(tx: Tx, institutionId: number, today: Day): Promise<number[]> {
  const rows = await query<{ id: number }>(tx, render)`
    select distinct i.student_id as id from invoices i
    join students s on s.institution_id = i.institution_id and s.id = i.student_id
    where i.institution_id = ${institutionId} and i.fine_rule is not null and i.open > 0
      and s.anonymised_at is null and s.status <> 'deceased'
      and exists (select from invoice_dues d where d.institution_id = i.institution_id and d.invoice_id = i.id
        and d.due_on + (i.fine_rule ->> 'graceDays')::int < ${today}::date)
    order by 1`;
  return rows.map(({ id }) => id);
}

/** Charges students what late payment costs as of a day, less what was charged before. Returns the invoices' ids. */
export async function chargeFines(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  studentIds: number[],
  today: Day,
): Promise<number[]> {
  await tx.execute(sql`select 1 from students where institution_id = ${institutionId}
    and id = any (${sql.param(studentIds)}::bigint[]) order by id for no key update`);
  const late = await lateInvoices(tx, institutionId, studentIds);
  const rows = await query<{ id: number }>(tx, render)`
    select id from ledger_accounts where institution_id = ${institutionId} and role = 'fine'`;
  const drafts = late.flatMap((invoice) => finesFor(invoice, rows[0]!.id, today));
  const ids = await issueInvoices(tx, actor, institutionId, drafts);
  if (ids.length > 0)
    await record(tx, actor, 'fees.chargeFines', {
      institutionId,
      summary: `charged ${ids.length === 1 ? '1 fine' : `${ids.length} fines`} for late payment`,
      details: { invoices: ids, total: drafts.reduce((sum, draft) => sum + totalOf(draft), 0), day: today },
    });
  return ids;
}

/** Read after the students are locked, so that two runs at once see each other's fines. */
async function lateInvoices(tx: Tx, institutionId: number, studentIds: number[]): Promise<LateInvoice[]> {
  const rows = await query<LateInvoice>(tx, render)`
    select i.id, i.student_id as "studentId", i.title, i.session_id as "sessionId", i.term_id as "termId",
      i.batch_id as "batchId", i.fine_rule as "fineRule", i.open,
      i.settled + i.credited as settled,
      (select jsonb_agg(jsonb_build_object('dueOn', d.due_on, 'amount', d.amount) order by d.position)
        from invoice_dues d where d.institution_id = i.institution_id and d.invoice_id = i.id) as dues,
      (select coalesce(jsonb_agg(jsonb_build_object('fineFor', f.fine_for, 'total', f.total)), '[]')
        from invoices f where f.institution_id = i.institution_id and f.parent_id = i.id and f.kind = 'fine') as charged
    from invoices i
    where i.institution_id = ${institutionId} and i.student_id = any (${sql.param(studentIds)}::bigint[])
      and i.fine_rule is not null and i.open > 0
    order by i.id for no key update of i`;
  return rows;
}

/**
 * The fines of one invoice that are due today: one for each late instalment, or one for each day of it. A run that was
 * missed is made up for by the next one.
 */
function finesFor(invoice: LateInvoice, ledgerAccountId: number, today: Day): InvoiceDraft[] {
  const { fineRule: rule } = invoice;
  return openDues(invoice).flatMap(({ dueOn, open }, at) => {
    const instalment = `instalment ${at + 1}`;
    const before = invoice.charged.filter(({ fineFor }) => fineFor.split(',', 1)[0] === instalment);
    const isDaily = rule.how === 'daily';
    if (before.length > 0 && !isDaily) return [];
    const amount = fineSoFar(rule, open, dueOn, today) - before.reduce((sum, { total }) => sum + total, 0);
    if (amount <= 0) return [];
    const { id, studentId, sessionId, termId, batchId } = invoice;
    return {
      studentId,
      kind: 'fine' as const,
      title: titleOf(invoice.title, dueOn),
      issuedOn: today,
      sessionId,
      termId,
      batchId,
      parentId: id,
      fineFor: isDaily ? `${instalment}, ${today}` : instalment,
      lines: [{ name: 'Fine for late payment', amount, ledgerAccountId }],
      dues: [{ dueOn: today, amount }],
    };
  });
}

/** Fits the column, whatever the invoice is called. */
const titleOf = (title: string, dueOn: Day) => `Fine for late payment: ${title.slice(0, 100)}, due ${formatDay(dueOn)}`;
