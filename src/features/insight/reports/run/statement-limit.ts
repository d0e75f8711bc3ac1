import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { databaseError } from '#kernel/errors.ts';

/** The longest statement of a report on a page, in milliseconds; files have more time. */
export const longestStatement = 4000;

/** The result, or null if a statement ran too long and was stopped. The transaction goes on either way. */
export async function unlessStopped<T>(tx: Tx, work: () => Promise<T>, most = longestStatement): Promise<T | null> {
  await tx.execute(sql`savepoint before_report`);
  await tx.execute(sql`select set_config('statement_timeout', ${String(most)}, true)`);
  try {
    const result = await work();
    await tx.execute(sql`rollback to savepoint before_report`);
    return result;
  } catch (error) {
    if (databaseError(error)?.code !== '57014') throw error;
    await tx.execute(sql`rollback to savepoint before_report`);
    return null;
  }
}
