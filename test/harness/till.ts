import { sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import { today } from '#kernel/dates.ts';
import type { Tx } from '#kernel/database.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import type { Browser, startSchool } from './app.ts';

type World = Awaited<ReturnType<typeof startSchool>>;

/** A school's window: bills for its students, and what a cashier sends. */
export function openTill(world: World, house: 'ilorin' | 'offa' = 'ilorin') {
  const { id: institutionId } = world.school[house];
  const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([institutionId], act);
  const day = today('Africa/Lagos');

  return {
    institutionId,
    day,
    work,

    /** An invoice with one due; returns its id. */
    bill: (studentId: number, amount: number, { title = 'Tuition', dueOn = day, feeId = null as number | null } = {}) =>
      work(async (tx) => {
        const { rows } = await tx.execute<{ id: number }>(
          sql`select id from ledger_accounts where institution_id = ${institutionId} and name = 'Tuition'`,
        );
        const [id] = await issueInvoices(tx, systemActor(institutionId, 'Test'), institutionId, [
          {
            studentId,
            kind: feeId ? ('fee' as const) : ('single' as const),
            title,
            issuedOn: day,
            feeId,
            lines: [{ name: title, amount, ledgerAccountId: Number(rows[0]!.id) }],
            dues: [{ dueOn, amount }],
          },
        ]);
        return id!;
      }),

    /** A fee without particulars, for filters. */
    fee: (title: string) =>
      work(async (tx) => {
        const { rows } = await tx.execute<{ id: number }>(sql`
          insert into fees (institution_id, category_id, session_id, title)
          select ${institutionId}, (select min(id) from fee_categories where institution_id = ${institutionId}),
            (select id from academic_sessions where institution_id = ${institutionId} and is_current), ${title} returning id`);
        return Number(rows[0]!.id);
      }),

    balance: (studentId: number) =>
      work(async (tx) => {
        const { rows } = await tx.execute<{ owed: number; credit: number }>(
          sql`select owed, credit from student_balances where student_id = ${studentId}`,
        );
        return rows[0] ?? { owed: 0, credit: 0 };
      }),

    /** The balance of each ledger account that has one, by name. */
    books: () =>
      work(async (tx) => {
        const { rows } = await tx.execute<{ name: string; amount: number }>(sql`
          select a.name, sum(l.amount)::bigint as amount from ledger_lines l
          join ledger_accounts a on (a.institution_id, a.id) = (l.institution_id, l.ledger_account_id)
          group by a.name having sum(l.amount) <> 0 order by a.name`);
        return Object.fromEntries(rows.map(({ name, amount }) => [name, Number(amount)]));
      }),

    openDay: (browser: Browser, float = 0) =>
      browser.post('/cashier-days', { institutionId: String(institutionId), opening_float: String(float) }),

    /** Takes a payment for one student: `parts` are amounts by invoice, with what is open there. */
    pay: (
      browser: Browser,
      studentId: number,
      amount: number,
      parts: [invoiceId: number, amount: number, open?: number][] = [],
      more: object = {},
    ) =>
      browser.post('/payments', {
        student_id: studentId,
        shares: [
          {
            student_id: studentId,
            amount,
            allocations: parts.map(([invoice_id, part, open = part]) => ({ invoice_id, amount: part, open })),
          },
        ],
        channel: 'cash',
        ...more,
      }),
  };
}
