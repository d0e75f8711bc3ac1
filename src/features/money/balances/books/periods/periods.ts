import { z } from 'zod';
import { allow, type Actor, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { formatDay, type Day, today } from '#kernel/dates.ts';
import { type Tx, type Db, query } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { id, line, optionalDay, day } from '#kernel/schemas.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { sql, eq } from 'drizzle-orm';
import { firstOf } from '#kernel/database/bounded.ts';
import { ledgerBooks, ledgerClosings } from '#features/money/ledger/ledger.schema.ts';
import { dayIn } from '#kernel/database/day-in.ts';

/** Until when the books stay closed; empty opens them all. */
export const ReopenPeriod = z.object({ institutionId: id, through: optionalDay, reason: line(300, 'The reason') });
type Reopen = z.infer<typeof ReopenPeriod>;

export const reopenApproval = approvalKind({
  kind: 'ledger.reopen',
  label: 'Reopened period',
  permission: 'ledger.approve',
  payload: ReopenPeriod.extend({ previous: z.string() }),
  async act(tx, asker, { previous, ...input }, { decider }) {
    const { institutionId, through, reason } = input;
    if ((await lockReopenable(tx, asker, input)) !== previous)
      throw new Conflict('The books have since been closed or reopened. Decline this, then request it again.');
    await moveClosing(tx, asker, institutionId, {
      closedThrough: through,
      previous,
      reason,
      approvedBy: decider.accountId,
    });
    await record(tx, asker, 'ledger.reopen', {
      institutionId,
      summary: `reopened the books ${since(through)}`,
      subject: { type: 'ledger', id: institutionId },
      details: { through, previous, reason, approvedBy: decider.name },
    });
    return { message: `The books are open again ${since(through)}.` };
  },
  details: (_reader, { previous, reason }) => [
    ['Closed up to', formatDay(previous)],
    ['Reason', reason],
  ],
});

const since = (through: Day | null) => (through ? `after ${formatDay(through)}` : 'from the beginning');

/** Asks a second person to reopen closed days. */
export async function reopenPeriod(tx: Tx, actor: Actor, input: Reopen): Promise<Requested> {
  const { institutionId, through } = input;
  const previous = await lockReopenable(tx, actor, input);
  return requestApproval(tx, actor, reopenApproval, {
    institutionId,
    subject: { type: 'ledger', id: institutionId },
    payload: { ...input, previous },
    about: 'reopen',
    summary: `reopen the books ${since(through)}`,
  });
}

async function lockReopenable(tx: Tx, actor: Actor, { institutionId, through }: Reopen): Promise<Day> {
  allow(actor, 'ledger.close', institutionId);
  const closed = await lockBooks(tx, institutionId);
  if (!closed) throw new Conflict('The books are not closed.');
  if (through && through >= closed)
    throw new ValidationError('through', `The books are closed up to ${formatDay(closed)}. Choose an earlier day.`);
  return closed;
}

export interface Closing extends Record<string, unknown> {
  id: number;
  closedThrough: Day | null;
  previous: Day | null;
  reason: string | null;
  leftOpen: Record<string, number>;
  at: string;
  by: string | null;
  approvedBy: string | null;
}

/** Until when the books are closed, and the latest changes of it. */
export async function booksState(db: Db, institutionId: number) {
  const [books, closings] = await Promise.all([
    query<{ closed: Day | null }>(db)`
      select closed_through::text as closed from ledger_books where institution_id = ${institutionId}`,
    query<Closing>(db)`
      select c.id, c.closed_through::text as "closedThrough", c.previous::text, c.reason, c.left_open as "leftOpen",
        to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, a.name as by, y.name as "approvedBy"
      from ledger_closings c left join accounts a on a.id = c.account_id left join accounts y on y.id = c.approved_by
      where c.institution_id = ${institutionId} order by c.id desc limit ${closingsShown + 1}`,
  ]);
  return { closedThrough: books[0]!.closed, closings: firstOf(closings, closingsShown) };
}

/** Two years of months. */
const closingsShown = 24;

/** Until when the books are closed. They are locked against every entry that is being posted. */
async function lockBooks(tx: Tx, institutionId: number): Promise<Day | null> {
  const [books] = await tx
    .select({ closedThrough: ledgerBooks.closedThrough })
    .from(ledgerBooks)
    .where(eq(ledgerBooks.institutionId, institutionId))
    .for('update');
  return books!.closedThrough;
}

type Change = Pick<
  typeof ledgerClosings.$inferInsert,
  'closedThrough' | 'previous' | 'reason' | 'leftOpen' | 'approvedBy'
>;

/** Moves the day until which the books are closed, and keeps a history of it. */
export async function moveClosing(tx: Tx, actor: Actor, institutionId: number, change: Change): Promise<void> {
  const { closedThrough } = change;
  await tx
    .update(ledgerBooks)
    .set({ closedThrough, closedAt: new Date(), closedBy: actor.accountId })
    .where(eq(ledgerBooks.institutionId, institutionId));
  await tx.insert(ledgerClosings).values({ institutionId, accountId: actor.accountId, ...change });
}

export const ClosePeriod = z.object({ institutionId: id, through: day });

/** Closes the books until the end of a day. Later corrections of what is before are posted on the day they are made. */
export async function closePeriod(
  tx: Tx,
  actor: Actor,
  { institutionId, through }: z.infer<typeof ClosePeriod>,
): Promise<void> {
  allow(actor, 'ledger.close', institutionId);
  const previous = await lockBooks(tx, institutionId);
  if (through >= today(membershipIn(actor, institutionId)!.timeZone))
    throw new ValidationError('through', 'Choose a day before today. Today’s payments are still being posted.');
  if (previous && through <= previous)
    throw new ValidationError(
      'through',
      `The books are already closed up to ${formatDay(previous)}. Choose a later day.`,
    );
  const open = await leftOpen(tx, institutionId, through);
  await moveClosing(tx, actor, institutionId, { closedThrough: through, previous, leftOpen: open });
  await record(tx, actor, 'ledger.close', {
    institutionId,
    summary: `closed the books up to ${formatDay(through)}`,
    subject: { type: 'ledger', id: institutionId },
    details: { through, previous, open },
  });
}

/** What is still open in a period that is to be closed, by kind. */
export interface LeftOpen extends Record<string, number> {
  uncounted: number;
  unapproved: number;
  cheques: number;
  unidentified: number;
  reviews: number;
  bankLines: number;
  /** Journal entries that wait for approval: they can't be posted once their day is closed. */
  entries: number;
}

export async function leftOpen(db: Db, institutionId: number, through: Day): Promise<LeftOpen> {
  const here = sql`institution_id = ${institutionId}`;
  const inPeriod = sql`${here} and day <= ${through}`;
  const count = (from: ReturnType<typeof sql>) => sql`(select count(*)::int from ${from})`;
  const [row] = await query<LeftOpen>(db)`select
    ${count(sql`cashier_days where ${inPeriod} and closed_at is null`)} as uncounted,
    ${count(sql`cashier_days where ${inPeriod} and closed_at is not null and approved_at is null`)} as unapproved,
    ${count(sql`payments where ${inPeriod} and status = 'pending' and channel = 'cheque'`)} as cheques,
    ${count(sql`payments where ${inPeriod} and in_suspense`)} as unidentified,
    ${count(sql`online_reviews where ${here} and state = 'open' and ${dayIn(institutionId, sql`created_at`)} <= ${through}`)} as reviews,
    ${count(sql`bank_lines where ${inPeriod} and state = 'open'`)} as "bankLines",
    ${count(sql`approvals where ${here} and kind = 'ledger.post' and outcome is null and expires_at > now()
      and payload ->> 'day' <= ${through}`)} as entries`;
  return row!;
}
