import { sql } from 'drizzle-orm';
import { firstOf } from '#kernel/database/bounded.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { Actor } from '#kernel/actor.ts';
import { eq } from 'drizzle-orm';
import { ledgerBooks, ledgerClosings } from '#features/money/ledger/ledger.schema.ts';

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
    query<{ closed: Day | null }>(
      db,
      sql`select closed_through::text as closed from ledger_books where institution_id = ${institutionId}`,
    ),
    query<Closing>(
      db,
      sql`select c.id, c.closed_through::text as "closedThrough", c.previous::text, c.reason, c.left_open as "leftOpen",
        to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, a.name as by, y.name as "approvedBy"
      from ledger_closings c left join accounts a on a.id = c.account_id left join accounts y on y.id = c.approved_by
      where c.institution_id = ${institutionId} order by c.id desc limit ${closingsShown + 1}`,
    ),
  ]);
  return { closedThrough: books[0]!.closed, closings: firstOf(closings, closingsShown) };
}

/** Two years of months. */
const closingsShown = 24;

/** Until when the books are closed. They are locked against every entry that is being posted. */
export async function lockBooks(tx: Tx, institutionId: number): Promise<Day | null> {
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
