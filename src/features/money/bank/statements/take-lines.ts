import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { bankAccounts, bankLinePayments, bankLines } from '../bank.schema.ts';
import type { LineState } from '../bank-words.ts';

export type LockedLine = Awaited<ReturnType<typeof lockLines>>[number];

/** What a line is before its lock, to lock what comes before it in the order of locks. */
export async function peekLine(tx: Tx, actor: Actor, lineId: number) {
  const [found] = await tx
    .select({
      institutionId: bankLines.institutionId,
      studentId: bankLines.studentId,
      paymentId: bankLines.paymentId,
      state: bankLines.state,
    })
    .from(bankLines)
    .where(
      and(
        inArray(
          bankLines.institutionId,
          actor.institutions.map(({ id }) => id),
        ),
        eq(bankLines.id, lineId),
      ),
    );
  if (!found) throw new NotFound('line');
  allow(actor, 'payments.place', found.institutionId);
  return found;
}

/** Lines by id, locked after students, invoices and payments, with the account of their bank. */
export const lockLines = (tx: Tx, institutionId: number, lineIds: number[]) =>
  tx
    .select({
      institutionId: bankLines.institutionId,
      id: bankLines.id,
      statementId: bankLines.statementId,
      day: bankLines.day,
      amount: bankLines.amount,
      reference: bankLines.reference,
      narration: bankLines.narration,
      state: bankLines.state,
      paymentId: bankLines.paymentId,
      studentId: bankLines.studentId,
      postingAccountId: bankLines.postingAccountId,
      turn: bankLines.turn,
      bank: bankAccounts.bank,
      ledgerAccountId: bankAccounts.ledgerAccountId,
    })
    .from(bankLines)
    .innerJoin(
      bankAccounts,
      and(eq(bankAccounts.institutionId, bankLines.institutionId), eq(bankAccounts.id, bankLines.bankAccountId)),
    )
    .where(and(eq(bankLines.institutionId, institutionId), inArray(bankLines.id, lineIds)))
    .orderBy(asc(bankLines.id))
    .for('no key update', { of: bankLines });

/** An open line, locked: a second person who confirms it at the same time is refused. */
export async function lockOpenLine(tx: Tx, institutionId: number, lineId: number): Promise<LockedLine> {
  const [line] = await lockLines(tx, institutionId, [lineId]);
  if (!line) throw new NotFound('line');
  if (line.state !== 'open') throw new Conflict('Somebody else has just dealt with this line. Reload the page.');
  return line;
}

interface Settlement {
  state: Exclude<LineState, 'open'>;
  /** The payments that it is. */
  payments?: number[];
  studentId?: number | null;
  postingAccountId?: number | null;
  remark?: string | null;
}

/** Records what a locked line became. */
export async function settleLine(
  tx: Tx,
  actor: Actor,
  { institutionId, id: lineId }: Pick<LockedLine, 'institutionId' | 'id'>,
  { state, payments = [], studentId = null, postingAccountId = null, remark = null }: Settlement,
): Promise<void> {
  const paymentId = payments.length === 1 ? payments[0]! : null;
  await tx
    .update(bankLines)
    .set({
      state,
      paymentId,
      studentId,
      postingAccountId,
      remark,
      strength: null,
      settledAt: sql`now()`,
      settledBy: actor.accountId,
    })
    .where(and(eq(bankLines.institutionId, institutionId), eq(bankLines.id, lineId)));
  await insertMany(
    tx,
    bankLinePayments,
    payments.map((one) => ({ institutionId, paymentId: one, lineId })),
  );
}

/** Which of these payments a line has shown. Their rows are locked by the caller. */
export async function seenPayments(tx: Tx, institutionId: number, paymentIds: number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ paymentId: bankLinePayments.paymentId })
    .from(bankLinePayments)
    .where(and(eq(bankLinePayments.institutionId, institutionId), inArray(bankLinePayments.paymentId, paymentIds)));
  return new Set(rows.map(({ paymentId }) => paymentId!));
}
