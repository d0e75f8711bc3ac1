import { ownFamily } from '#kernel/own-family/own-family.ts';
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { Tx } from '#kernel/database.ts';
import { countOf } from '#ui/format.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import { lockOpenInvoices, type OpenInvoice } from '#features/money/invoices/open-invoices.ts';
import { payments } from '#features/money/payments/payments.schema.ts';
import type { Share } from '#features/money/payments/receive-payment.ts';
import { shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { bankLines } from '../bank.schema.ts';
import { matchToPayments, receiveLine } from './clear-lines.ts';
import { lockStatement } from './read-statement.ts';
import { canBeSeen, clearPending, lockStudentsOfPending } from '../cheques/pending-cheques.ts';
import { lockLines, seenPayments, type LockedLine, findDuplicates } from './take-lines.ts';

/** Lines after this one: a statement is confirmed in short steps, so that no cashier waits for a receipt number. */
export const ConfirmStrong = z.object({ after: z.coerce.number().int().min(0).default(0) });
const linesAtOnce = 40;

/** Confirms the next strong proposals of a statement. */
export async function confirmStrong(
  tx: Tx,
  actor: Actor,
  statementId: number,
  { after }: z.infer<typeof ConfirmStrong>,
) {
  const { institutionId, fileName } = await lockStatement(tx, actor, statementId);
  const family = await ownFamily(tx, actor.accountId, institutionId);
  const { rows: wanted, isMore } = await nextStrong(tx, institutionId, statementId, after);
  const ids = (key: 'studentId' | 'paymentId') => [...new Set(wanted.flatMap((line) => line[key] ?? []))];
  const studentIds = ids('studentId');
  await lockStudentsOfPending(tx, institutionId, ids('paymentId'), studentIds);
  if (studentIds.length) await lockStudents(tx, actor, studentIds);
  const known = await lockPayments(tx, institutionId, ids('paymentId'));
  const lines = (
    await lockLines(
      tx,
      institutionId,
      wanted.map(({ id }) => id),
    )
  ).filter((line) => isUnchanged(line, wanted) && !family.students.has(Number(line.studentId)));
  const day = await dayInBooks(tx, institutionId);
  const matched = lines.flatMap((line) => {
    const payment = known.find(({ id, amount }) => id === line.paymentId && amount === line.amount);
    return payment ? [{ line, payment, day: day(line.day) }] : [];
  });
  await matchToPayments(tx, actor, institutionId, await clearPending(tx, actor, matched));
  const open = studentIds.length ? await lockOpenInvoices(tx, institutionId, studentIds) : [];
  const ofStudents = lines.filter(({ studentId }) => studentId !== null);
  const twins = await findDuplicates(tx, institutionId, ofStudents);
  const received = ofStudents.filter(({ id }) => !twins.has(id));
  for (const line of received) {
    const share = shareOldestFirst(line.studentId!, line.amount, open);
    settle(open, share);
    await receiveLine(tx, actor, line, [share], day(line.day));
  }
  const confirmed = matched.length + received.length;
  if (confirmed)
    await record(tx, actor, 'payments.confirmLines', {
      institutionId,
      subject: { type: 'bankStatement', id: statementId },
      summary: `confirmed ${countOf(confirmed, 'line')} of the bank statement ${fileName}`,
      details: { matched: matched.map(({ line }) => line.id), received: received.map(({ id }) => id) },
    });
  return {
    confirmed,
    /** Whose proposal has changed since. */
    skipped: wanted.length - confirmed,
    /** Where the next step goes on; null at the end. */
    after: isMore ? wanted.at(-1)!.id : null,
  };
}

export type ConfirmedStep = Awaited<ReturnType<typeof confirmStrong>>;

const nextStrong = (tx: Tx, institutionId: number, statementId: number, after: number) =>
  bounded(linesAtOnce, (limit) =>
    tx
      .select({ id: bankLines.id, studentId: bankLines.studentId, paymentId: bankLines.paymentId })
      .from(bankLines)
      .where(
        and(
          eq(bankLines.institutionId, institutionId),
          eq(bankLines.statementId, statementId),
          eq(bankLines.state, 'open'),
          eq(bankLines.strength, 'strong'),
          gt(bankLines.id, after),
        ),
      )
      .orderBy(asc(bankLines.id))
      .limit(limit),
  );

async function lockPayments(tx: Tx, institutionId: number, paymentIds: number[]) {
  if (paymentIds.length === 0) return [];
  const rows = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.institutionId, institutionId), inArray(payments.id, paymentIds)))
    .orderBy(asc(payments.id))
    .for('no key update');
  const seen = await seenPayments(tx, institutionId, paymentIds);
  return rows.filter((payment) => canBeSeen(payment) && !seen.has(payment.id));
}

const isUnchanged = (line: LockedLine, wanted: { id: number; studentId: number | null; paymentId: number | null }[]) =>
  line.state === 'open' &&
  wanted.some(
    ({ id, studentId, paymentId }) => id === line.id && studentId === line.studentId && paymentId === line.paymentId,
  );

/** What a payment of this step leaves open for the next one of the same student. */
function settle(open: OpenInvoice[], { allocations }: Share): void {
  for (const { invoiceId, amount } of allocations) {
    const invoice = open.find(({ id }) => id === invoiceId)!;
    invoice.open -= amount;
    invoice.settled += amount;
  }
}
