import { and, eq, inArray, sql } from 'drizzle-orm';
import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict } from '#kernel/errors.ts';
import { lockInvoice } from '#features/money/invoices/credit-invoice.ts';
import { lockWithStudents } from '#features/money/payments/corrections/corrections.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import { students } from '#features/people/students/students.schema.ts';

/** What an act is done with; the numbers choose among what is there. */
export interface Choice {
  who: number;
  other: number;
  which: number;
  amount: number;
}

export interface Desk {
  tx: Tx;
  institutionId: number;
  studentIds: number[];
}

export const actorOf = ({ institutionId }: Desk) => systemActor(institutionId, 'Bursary');
export const pick = <Item>(items: Item[], at: number): Item | undefined => items[at % Math.max(items.length, 1)];

export const lock = ({ tx, institutionId }: Desk, ids: number[]) =>
  tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.institutionId, institutionId), inArray(students.id, [...new Set(ids)])))
    .orderBy(students.id)
    .for('no key update');

/** An invoice of the student, locked with its student; null if there is none. */
export async function anInvoice(desk: Desk, { who, which }: Choice) {
  const studentId = pick(desk.studentIds, who)!;
  await lock(desk, [studentId]);
  const { rows } = await desk.tx.execute<{ id: number }>(
    sql`select id from invoices where student_id = ${studentId} and cancelled_at is null order by id`,
  );
  const found = pick(rows, which);
  return found ? ((await lockInvoice(desk.tx, desk.institutionId, Number(found.id))) ?? null) : null;
}

/** A payment in that state, locked after all its students and `more`; null if there is none or it changed meanwhile. */
export async function aPayment(
  { tx, institutionId }: Desk,
  { which }: Choice,
  where: ReturnType<typeof sql>,
  more: number[] = [],
) {
  const stored = tx.select({ id: payments.id }).from(payments).where(where).orderBy(payments.id);
  const found = pick(await stored, which);
  if (!found) return null;
  const locked = await lockWithStudents(tx, institutionId, found.id, more).catch((error: unknown) => {
    if (error instanceof Conflict) return null;
    throw error;
  });
  const still = (await stored).some(({ id }) => id === found.id);
  return locked && still ? locked.payment : null;
}

/** Charges with a discount, in two instalments. */
export function feesOf(accounts: { tuition: number; levies: number; discount: number }, which: number, amount: number) {
  const discount = Math.floor((amount * (which % 4)) / 3);
  const lines = [
    { name: 'Tuition', amount, ledgerAccountId: Number(accounts.tuition) },
    { name: 'Levy', amount: which + 1, ledgerAccountId: Number(accounts.levies) },
    { name: 'Discount', amount: -discount, ledgerAccountId: Number(accounts.discount) },
  ].filter((line) => line.amount !== 0);
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const half = Math.floor(total / 2);
  const dues = [
    { dueOn: `2026-1${which % 3}-01`, amount: half },
    { dueOn: '2027-01-10', amount: total - half },
  ];
  return { lines, dues };
}

/** The levy of an invoice, as the item that a credit note is about. */
export async function levyOf({ tx }: Desk, invoiceId: number) {
  const { rows } = await tx.execute<{ to: number; amount: number }>(sql`
    select ledger_account_id as "to", amount from invoice_lines where invoice_id = ${invoiceId} and name = 'Levy'`);
  return rows.map(({ to, amount }) => ({ to: Number(to), amount: Number(amount) }));
}
