import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/**
 * For work on many rows that the same transaction has just written: the planner has no statistics of them, takes them for
 * one row each, and would compare all with all. Joins by hash do not depend on that.
 */
export async function joiningByHash<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const set = (value: 'on' | 'off') => tx.execute(sql`select set_config('enable_nestloop', ${value}, true)`);
  await set('off');
  const result = await work();
  await set('on');
  return result;
}
