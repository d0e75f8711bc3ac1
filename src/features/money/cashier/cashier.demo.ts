import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { query, render, type Tx } from '#kernel/database.ts';
import type { Chance } from '#features/records/geography/chance.demo.ts';
import { openInvoiceColumns, type OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import type { PastPayment } from '#features/money/payments/insert-payment.ts';
import { receivePayments } from '#features/money/payments/receive-payments.demo.ts';
import { shareOldestFirst } from '#features/money/payments/share-plan.ts';
import type { DemoInstitution } from '#web/feature.ts';
import { insertCashierDays } from './days.demo.ts';
import { amountsPaid, channelUsed, workingDays, type Bursary } from './habits.demo.ts';
import { insertOddPayments } from './odd-payments.demo.ts';

/** The last day of the demonstration. */
export const lastDay = '2026-11-20';

/** A term of payments at the counter, with the days of the cashier. */
export async function insertPayments(tx: Tx, institution: DemoInstitution, chance: Chance): Promise<void> {
  const { id: institutionId, sessions } = institution;
  const bursary = await findBursary(tx, institutionId);
  const invoices = await openInvoices(tx, institutionId);
  const payers = await payersOf(tx, institutionId);
  const days = workingDays(sessions.at(-1)!.startsOn, lastDay);
  const taken = invoices.flatMap((invoice) =>
    amountsPaid(chance, invoice).map((amount, at) => {
      const day = days[Math.min(days.length - 2, Math.floor(days.length * (0.1 + at * 0.4 + chance.below(45) / 100)))]!;
      const minutes = chance.between(8 * 60, 15 * 60);
      return {
        ...channelUsed(chance),
        amount,
        day,
        receivedAt: new Date(Date.parse(`${day}T00:00:00+01:00`) + minutes * 60_000),
        payerName: payers.get(invoice.studentId) ?? null,
        accountId: bursary.cashierId,
        invoice,
      };
    }),
  );
  const inOrder = taken.toSorted((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime());
  const dayIds = await insertCashierDays(tx, {
    institutionId,
    bursary,
    days,
    taken: inOrder,
    isCounted: institution.key === 'school',
  });
  const planned = inOrder.map(({ invoice, ...payment }): PastPayment => {
    const share = shareOldestFirst(invoice.studentId, payment.amount, [invoice]);
    for (const { amount } of share.allocations) {
      invoice.open -= amount;
      invoice.settled += amount;
    }
    return { ...payment, cashierDayId: dayIds.get(payment.day)!, shares: [share] };
  });
  const actor = systemActor(institutionId, 'Demonstration', bursary.cashierId);
  await receivePayments(tx, actor, institutionId, planned);
  const unpaid = invoices.filter(({ open, settled }) => open > 0 && settled === 0);
  await insertOddPayments(tx, { institutionId, bursary, unpaid });
}

async function findBursary(tx: Tx, institutionId: number): Promise<Bursary> {
  const rows = await query<{ id: number }>(
    tx,
    render(sql`
    select m.account_id as id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and r.key in ('cashier', 'bursar', 'principal', 'registrar', 'teacher')
    order by array_position(array['cashier', 'bursar', 'principal', 'registrar', 'teacher'], r.key), m.account_id limit 2`),
  );
  const [cashier, other] = rows;
  const bursars = await query<{ id: number }>(
    tx,
    render(sql`
    select m.account_id as id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and r.key = 'bursar' order by m.account_id limit 1`),
  );
  return { cashierId: Number(cashier!.id), bursarId: Number(bursars[0]?.id ?? other!.id) };
}

async function openInvoices(tx: Tx, institutionId: number): Promise<OpenInvoice[]> {
  const rows = await query<OpenInvoice>(
    tx,
    render(sql`
    select ${openInvoiceColumns} from invoices i where i.institution_id = ${institutionId} and i.total > 0 order by i.id`),
  );
  return rows;
}

/** The guardian who pays, by student. */
async function payersOf(tx: Tx, institutionId: number): Promise<Map<number, string>> {
  const rows = await query<{ id: number; name: string }>(
    tx,
    render(sql`
    select distinct on (l.student_id) l.student_id as id, g.first_name || ' ' || g.surname as name
    from student_guardians l join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id)
    where l.institution_id = ${institutionId} order by l.student_id, l.pays_fees desc, l.position`),
  );
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}
