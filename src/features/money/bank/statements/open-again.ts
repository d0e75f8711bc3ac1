import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { ledgerEntries, ledgerLines } from '#features/money/ledger/ledger.schema.ts';
import { post } from '#features/money/ledger/post.ts';
import { bankLinePayments, bankLines } from '../bank.schema.ts';
import { partOf } from './clear-lines.ts';
import { matchLines } from './match-lines.ts';
import { lockLines, type LockedLine } from './take-lines.ts';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay, type Day } from '#kernel/dates.ts';
import { Conflict } from '#kernel/errors.ts';

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

/** A line that was settled when its account was reconciled stays so until two people reopen the reconciliation. */
async function refuseReconciled(tx: Tx, institutionId: number, lineId: number): Promise<void> {
  // Closing holds the account until its commit.
  await tx.execute(sql`select from bank_accounts a where a.institution_id = ${institutionId}
    and a.id = (select l.bank_account_id from bank_lines l where l.institution_id = ${institutionId} and l.id = ${lineId}) for share`);
  const [closed] = await query<{ through: string }>(
    tx,
    sql`select r.through::text as through from bank_lines l
      join reconciliations r on (r.institution_id, r.bank_account_id) = (l.institution_id, l.bank_account_id)
      where l.institution_id = ${institutionId} and l.id = ${lineId} and r.reopened_at is null
        and l.day <= r.through and l.settled_at <= r.closed_at
      order by r.through limit 1`,
  );
  if (closed)
    throw new Conflict(
      `This line of the bank is reconciled until ${formatDay(closed.through)}. Reopen the reconciliation of its account first.`,
    );
}
