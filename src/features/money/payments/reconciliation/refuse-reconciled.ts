import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { formatDay } from '#kernel/dates.ts';
import { Conflict } from '#kernel/errors.ts';

/** A line that was settled when its account was reconciled stays so until two people reopen the reconciliation. */
export async function refuseReconciled(tx: Tx, institutionId: number, lineId: number): Promise<void> {
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
