import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { type Tx, query, hasKey } from '#kernel/database.ts';
import { formatDay, addDays, today, type Day } from '#kernel/dates.ts';
import { Conflict } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import {
  findReconciliation,
  lastClosed,
  lockAccount,
  accountToReconcile,
  reconciliationsOf,
  sharesLedger,
} from './reconcile.ts';
import { reconciliationNotes, reconciliations } from './reconciliation.schema.ts';
import { adjustedBalance, bookBalanceOf, itemsOf, movedOf, unseenOf } from './figures.ts';

export const ReopenReconciliation = z.object({ reason: line(300, 'The reason') });

export const reopenReconciliationApproval = approvalKind({
  kind: 'payments.reopenReconciliation',
  label: 'Reopened reconciliation',
  permission: 'payments.approve',
  payload: ReopenReconciliation.extend({ reconciliationId: z.number() }),
  async act(tx, asker, { reconciliationId, reason }, { decider }) {
    const { institutionId, bankAccountId, name, through } = await lockReopenable(tx, asker, reconciliationId);
    await tx
      .update(reconciliations)
      .set({
        reopenedAt: sql`now()`,
        reopenedBy: asker.accountId,
        reopenApprovedBy: decider.accountId,
        reopenReason: reason,
      })
      .where(hasKey(reconciliations, institutionId, reconciliationId));
    await tx
      .update(reconciliationNotes)
      .set({ reconciliationId: null })
      .where(
        and(
          eq(reconciliationNotes.institutionId, institutionId),
          eq(reconciliationNotes.reconciliationId, reconciliationId),
        ),
      );
    await record(tx, asker, 'payments.reopenReconciliation', {
      institutionId,
      subject: { type: 'bankAccount', id: bankAccountId },
      summary: `reopened the reconciliation of ${name} up to ${formatDay(through)}`,
      details: { reason, approvedBy: decider.name },
    });
    return { message: `The reconciliation up to ${formatDay(through)} is open again.` };
  },
  details: (_reader, { reason }) => [['Reason', reason]],
});

/** Asks a second person to reopen the last reconciliation of an account. */
export async function reopenReconciliation(
  tx: Tx,
  actor: Actor,
  reconciliationId: number,
  { reason }: z.infer<typeof ReopenReconciliation>,
): Promise<Requested> {
  const { institutionId, name, through } = await lockReopenable(tx, actor, reconciliationId);
  return requestApproval(tx, actor, reopenReconciliationApproval, {
    institutionId,
    subject: { type: 'reconciliation', id: reconciliationId },
    payload: { reconciliationId, reason },
    summary: `reopen the reconciliation of ${name} up to ${formatDay(through)}`,
  });
}

async function lockReopenable(tx: Tx, actor: Actor, reconciliationId: number) {
  const found = await findReconciliation(tx, actor, reconciliationId);
  const account = await lockAccount(tx, actor, found.bankAccountId!);
  const last = await lastClosed(tx, account);
  if (last?.id !== reconciliationId)
    throw new Conflict('Only the last closed reconciliation of an account can be reopened. Reload the page.');
  return {
    institutionId: account.institutionId,
    bankAccountId: account.id,
    name: account.name,
    through: found.through,
  };
}

/** What an account has in the books and on its statement until a day, and what was closed before. */
export async function reconciliationDesk(tx: Tx, actor: Actor, bankAccountId: number, wanted: Day | undefined) {
  const account = await accountToReconcile(tx, actor, bankAccountId);
  const { institutionId, name, bank, number } = account;
  const { currency, timeZone } = membershipIn(actor, institutionId)!;
  const now = today(timeZone);
  const last = await lastClosed(tx, account);
  const through = wanted ?? dayToClose(now, last?.through ?? null);
  const [items, bookBalance, moved, unseen] = [
    await itemsOf(tx, account, through),
    await bookBalanceOf(tx, account, through),
    await movedOf(tx, account, last?.through ?? null, through),
    await unseenOf(tx, institutionId, through),
  ];
  return {
    account: { id: account.id, institutionId, name, bank, number },
    currency,
    today: now,
    through,
    last,
    bookBalance,
    adjusted: adjustedBalance(bookBalance, items),
    /** What the statement must say, if the balance of the last time and all lines are there. */
    expected: last ? last.statementBalance + moved : null,
    items,
    unseen,
    shared: await sharesLedger(tx, account),
    closed: await reconciliationsOf(tx, account),
  };
}
export type ReconciliationDesk = Awaited<ReturnType<typeof reconciliationDesk>>;

/** The end of last month, or yesterday if that is closed. */
function dayToClose(now: Day, last: Day | null): Day {
  const month = addDays(`${now.slice(0, 7)}-01`, -1);
  return last && month <= last ? addDays(now, -1) : month;
}

/** A closed reconciliation as it was, and what has changed in its days since. */
export async function closedReconciliation(tx: Tx, actor: Actor, reconciliationId: number) {
  const { figures, ...row } = await findReconciliation(tx, actor, reconciliationId);
  const account = await accountToReconcile(tx, actor, row.bankAccountId!);
  const { institutionId, through } = row;
  const last = await lastClosed(tx, account);
  const people = await query<{ id: number; name: string }>(tx)`
    select id::bigint as id, name from accounts where id in (${row.closedBy}, ${row.reopenedBy}, ${row.reopenApprovedBy})`;
  const nameOf = (id: number | null) => people.find((one) => one.id === id)?.name ?? null;
  const before = await previousDay(tx, row.bankAccountId!, institutionId, through);
  return {
    id: row.id,
    account: { id: account.id, institutionId, name: account.name, bank: account.bank, number: account.number },
    currency: membershipIn(actor, institutionId)!.currency,
    through,
    statementBalance: row.statementBalance,
    bookBalance: row.bookBalance,
    adjusted: adjustedBalance(row.bookBalance, figures.items),
    items: figures.items,
    unseen: figures.unseen,
    closedAt: row.closedAt,
    closedBy: nameOf(row.closedBy),
    reopened: row.reopenedAt && {
      at: row.reopenedAt,
      by: nameOf(row.reopenedBy),
      approvedBy: nameOf(row.reopenApprovedBy),
      reason: row.reopenReason,
    },
    /** Differences from the figures as they were. */
    since: {
      books: (await bookBalanceOf(tx, account, through)) - row.bookBalance,
      lines: (await movedOf(tx, account, before, through)) - figures.moved,
    },
    can: { reopen: last?.id === row.id },
  };
}
export type ClosedReconciliation = Awaited<ReturnType<typeof closedReconciliation>>;

async function previousDay(tx: Tx, bankAccountId: number, institutionId: number, through: Day): Promise<Day | null> {
  const [row] = await query<{ through: Day | null }>(tx)`
    select max(through)::text as through from reconciliations where institution_id = ${institutionId}
    and bank_account_id = ${bankAccountId} and through < ${through} and reopened_at is null`;
  return row!.through;
}
