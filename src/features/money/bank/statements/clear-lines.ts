import { and, asc, eq, inArray, isNotNull, sql, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, render, query, hasKey } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { decimal } from '#kernel/money.ts';
import { countOf } from '#ui/format.ts';
import { dayInBooks } from '#features/money/ledger/day-in-books.ts';
import { post, type Entry, type Line } from '#features/money/ledger/post.ts';
import { bankLines, bankLinePayments } from '../bank.schema.ts';
import { lockStatement } from './read-statement.ts';
import { lockLines, type LockedLine, settleLine } from './take-lines.ts';
import { documentRoles, type AccountRole } from '#features/money/ledger/chart.ts';
import { ledgerAccounts, ledgerEntries, ledgerLines } from '#features/money/ledger/ledger.schema.ts';
import { type Day, formatDay } from '#kernel/dates.ts';
import { receivePayment, type Share } from '#features/money/payments/receive-payment.ts';
import type { Channel } from '#features/money/ledger/channels.ts';
import { matchLines } from './match-lines.ts';

/** The sum that the page showed: what was proposed since is not posted unseen. */
export const PostProposed = z.object({ total: z.coerce.number().int().min(1) });

/** Posts all lines of a statement with a proposed account, such as the bank's charges. Returns what was done. */
export async function postProposed(tx: Tx, actor: Actor, statementId: number, { total }: z.infer<typeof PostProposed>) {
  const { institutionId, fileName } = await lockStatement(tx, actor, statementId);
  const wanted = await tx
    .select({ id: bankLines.id })
    .from(bankLines)
    .where(
      and(
        eq(bankLines.institutionId, institutionId),
        eq(bankLines.statementId, statementId),
        eq(bankLines.state, 'open'),
        isNotNull(bankLines.postingAccountId),
      ),
    )
    .orderBy(asc(bankLines.id));
  const ids = wanted.map(({ id }) => id);
  const locked = ids.length > 0 ? await lockLines(tx, institutionId, ids) : [];
  const lines = locked.filter(
    ({ state, amount, postingAccountId }) => state === 'open' && amount < 0 && postingAccountId !== null,
  );
  const sum = lines.reduce((all, { amount }) => all - amount, 0);
  if (sum !== total)
    throw new Conflict(`The lines to post now total ${decimal(sum)}. Reload the page and review them again.`);
  const names = new Map<number, string>();
  for (const line of lines) {
    const accountId = line.postingAccountId!;
    if (!names.has(accountId)) names.set(accountId, (await findOtherAccount(tx, line, accountId)).name);
  }
  const day = await dayInBooks(tx, institutionId);
  const description = 'Paid by the bank account';
  await post(
    tx,
    actor,
    institutionId,
    lines.map((line) => clearing(line, line.postingAccountId!, { day: day(line.day), description })),
  );
  await tx
    .update(bankLines)
    .set({ state: 'posted', remark: sql`${bankLines.reason}`, settledAt: sql`now()`, settledBy: actor.accountId })
    .where(
      and(
        eq(bankLines.institutionId, institutionId),
        inArray(
          bankLines.id,
          lines.map(({ id }) => id),
        ),
      ),
    );
  const done = `${countOf(lines.length, 'line')} of ${decimal(sum)}`;
  await record(tx, actor, 'payments.postLines', {
    institutionId,
    subject: { type: 'bankStatement', id: statementId },
    summary: `posted ${done} of the bank statement ${fileName}`,
    details: { lines: lines.map(({ id }) => id), accounts: [...names.values()] },
  });
  return `${done} posted to ${[...names.values()].join(', ')}.`;
}

/** Whether money that is no fee can be posted to an account. */
export const isForOthers = (role: AccountRole | null): boolean => role === null || !documentRoles.includes(role);

/** An account in use that money of a line can be posted to, other than the bank's own. */
export async function findOtherAccount(
  tx: Tx,
  line: Pick<LockedLine, 'institutionId' | 'ledgerAccountId'>,
  accountId: number,
) {
  const [account] = await tx
    .select({ id: ledgerAccounts.id, name: ledgerAccounts.name, role: ledgerAccounts.role })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.institutionId, line.institutionId),
        eq(ledgerAccounts.id, accountId),
        isNull(ledgerAccounts.archivedAt),
      ),
    );
  if (!account || account.id === line.ledgerAccountId || !isForOthers(account.role))
    throw new ValidationError('ledger_account_id', 'Choose another account, such as bank charges or other income.');
  return account;
}

type Told = Pick<Entry, 'day' | 'description'>;

/** The part of the ledger's source that posts a line. It is another one after each undoing. */
const partOf = ({ turn }: Pick<LockedLine, 'turn'>) => (turn === 1 ? 'bank_line' : `bank_line ${turn}`);

/** The entry that moves a line's money between the bank's account and another one. */
export const clearing = (line: LockedLine, against: Line['to'], told: Told): Entry =>
  clearingOf(line, [{ to: against, amount: -line.amount }], told);

/** The same against several accounts, whose lines sum to the line's amount below zero. */
export const clearingOf = (line: LockedLine, against: Line[], told: Told): Entry => ({
  ...told,
  source: 'deposit',
  sourceId: line.id,
  part: partOf(line),
  lines: [{ to: line.ledgerAccountId!, amount: line.amount }, ...against],
});

interface SeenPayment {
  id: number;
  channel: Channel;
}

/** Marks payments as seen at the bank and posts their clearing, in one entry each. */
export async function matchToPayments(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  seen: { line: LockedLine; payment: SeenPayment; day: Day }[],
): Promise<void> {
  const entries = seen.map(({ line, payment, day }) =>
    clearing(line, channelAccount(payment.channel), { day, description: 'Payment seen at the bank' }),
  );
  await post(tx, actor, institutionId, entries);
  for (const { line, payment } of seen) await settleLine(tx, actor, line, { state: 'matched', payments: [payment.id] });
}

/**
 * Records a line as a payment by transfer and posts its clearing; without shares it waits in suspense. Students and
 * invoices are locked by the caller, as is the line.
 */
export async function receiveLine(tx: Tx, actor: Actor, line: LockedLine, shares: Share[], day: Day) {
  const { institutionId, amount, reference, bank } = line;
  const payment = await receivePayment(tx, actor, institutionId, {
    channel: 'transfer',
    provider: bank,
    reference,
    amount,
    day,
    shares,
    referenceAgain: reference === null ? 0 : await timesUsed(tx, institutionId, bank, reference),
    note: line.narration?.slice(0, 300) ?? null,
  });
  await post(tx, actor, institutionId, [clearing(line, 'transfer', { day, description: 'Payment seen at the bank' })]);
  await settleLine(tx, actor, line, {
    state: shares.length > 0 ? 'received' : 'suspense',
    payments: [payment.id],
    studentId: shares.length === 1 ? shares[0]!.studentId : null,
  });
  return payment;
}

/** Banks print one reference on several lines; each line is still a payment of its own. */
async function timesUsed(tx: Tx, institutionId: number, bank: string, reference: string): Promise<number> {
  const rows = await query<{ next: number }>(tx, render)`
    select akada_times_used(${institutionId}::int, ${bank}, ${reference}) as next`;
  return rows[0]!.next;
}

/** The account whose money becomes money at the bank. Waivers and opening credits never do. */
export function channelAccount(channel: Channel): Line['to'] {
  if (channel === 'waiver' || channel === 'opening')
    throw new Error(`A payment by ${channel} never goes through the bank.`);
  return channel;
}

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
    .where(hasKey(bankLines, institutionId, id));
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
  const [closed] = await query<{ through: string }>(tx)`select r.through::text as through from bank_lines l
    join reconciliations r on (r.institution_id, r.bank_account_id) = (l.institution_id, l.bank_account_id)
    where l.institution_id = ${institutionId} and l.id = ${lineId} and r.reopened_at is null
      and l.day <= r.through and l.settled_at <= r.closed_at
    order by r.through limit 1`;
  if (closed)
    throw new Conflict(
      `This bank line is reconciled up to ${formatDay(closed.through)}. Reopen the reconciliation of its account first.`,
    );
}
