import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { allow, type Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotFound } from '#kernel/errors.ts';
import { bankAccounts, bankLines } from './bank.schema.ts';
import type { LineState } from './bank-words.ts';

export type LockedLine = Awaited<ReturnType<typeof lockLines>>[number];

/** What a line is before its lock, to lock what comes before it in the order of locks. */
export async function peekLine(tx: Tx, actor: Actor, lineId: number) {
  const [found] = await tx
    .select({
      institutionId: bankLines.institutionId,
      studentId: bankLines.studentId,
      paymentId: bankLines.paymentId,
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
      day: bankLines.day,
      amount: bankLines.amount,
      reference: bankLines.reference,
      narration: bankLines.narration,
      state: bankLines.state,
      paymentId: bankLines.paymentId,
      studentId: bankLines.studentId,
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
  paymentId?: number | null;
  studentId?: number | null;
  remark?: string | null;
}

/** Records what a locked line became. */
export const settleLine = (tx: Tx, actor: Actor, line: Pick<LockedLine, 'institutionId' | 'id'>, how: Settlement) =>
  tx
    .update(bankLines)
    .set({
      ...{ state: how.state, paymentId: how.paymentId ?? null, studentId: how.studentId ?? null },
      ...{ strength: null, remark: how.remark ?? null, settledAt: sql`now()`, settledBy: actor.accountId },
    })
    .where(and(eq(bankLines.institutionId, line.institutionId), eq(bankLines.id, line.id)));
