import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { ledgerEntries, ledgerLines } from '#features/money/ledger/ledger.schema.ts';
import { post } from '#features/money/ledger/post.ts';
import { refuseReconciled } from '../reconciliation/refuse-reconciled.ts';
import { bankLinePayments, bankLines } from './bank.schema.ts';
import { partOf } from './clear-lines.ts';
import { matchLines } from './match-lines.ts';
import { lockLines, type LockedLine } from './take-lines.ts';

/** A locked line is open again, with a proposal if there is one. */
export async function openAgain(tx: Tx, { institutionId, id, statementId }: LockedLine): Promise<void> {
  await refuseReconciled(tx, institutionId, id);
  await tx
    .update(bankLines)
    .set({
      state: 'open',
      paymentId: null,
      studentId: null,
      strength: null,
      reason: null,
      remark: null,
      postingAccountId: null,
      settledAt: null,
      settledBy: null,
      turn: sql`${bankLines.turn} + 1`,
    })
    .where(and(eq(bankLines.institutionId, institutionId), eq(bankLines.id, id)));
  await matchLines(tx, institutionId, statementId!, id);
}

/** Takes back what a locked line posted, by a reversing entry, and frees its payments for other lines. */
export async function takeBack(tx: Tx, actor: Actor, line: LockedLine, day: Day): Promise<void> {
  const { institutionId, id } = line;
  const posted = await tx
    .select({ id: ledgerEntries.id, to: ledgerLines.ledgerAccountId, amount: ledgerLines.amount })
    .from(ledgerEntries)
    .innerJoin(
      ledgerLines,
      and(eq(ledgerLines.institutionId, ledgerEntries.institutionId), eq(ledgerLines.entryId, ledgerEntries.id)),
    )
    .where(
      and(
        eq(ledgerEntries.institutionId, institutionId),
        eq(ledgerEntries.source, 'deposit'),
        eq(ledgerEntries.sourceId, id),
        eq(ledgerEntries.part, partOf(line)),
      ),
    )
    .orderBy(ledgerLines.position);
  await post(tx, actor, institutionId, [
    {
      day,
      source: 'deposit',
      sourceId: id,
      part: `${partOf(line)} undone`,
      reversesId: posted[0]!.id,
      description: 'Line of a bank statement undone',
      lines: posted.map(({ to, amount }) => ({ to: to!, amount: -amount })),
    },
  ]);
  await tx
    .delete(bankLinePayments)
    .where(and(eq(bankLinePayments.institutionId, institutionId), eq(bankLinePayments.lineId, id)));
  await openAgain(tx, line);
}

/** A payment is reversed: the line that showed it is open again. The payment is locked by the caller. */
export async function openLineOf(
  tx: Tx,
  actor: Actor,
  { institutionId, id }: { institutionId: number; id: number },
  day: Day,
): Promise<void> {
  const [seen] = await tx
    .select({ lineId: bankLinePayments.lineId })
    .from(bankLinePayments)
    .where(and(eq(bankLinePayments.institutionId, institutionId), eq(bankLinePayments.paymentId, id)));
  if (!seen) return;
  const [line] = await lockLines(tx, institutionId, [seen.lineId!]);
  // Another payment of the same lump may just have been reversed.
  if (line!.state !== 'open') await takeBack(tx, actor, line!, day);
}
