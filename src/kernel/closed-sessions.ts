import { sql } from 'drizzle-orm';
import { query } from './database/query.ts';
import type { Tx } from './database/transaction.ts';

/** The refusal of writes into a closed session, of verbs that check it and of the database. */
export const closedSessionMessage = (name: string) => `${name} is closed and read-only. Reopen the session to edit it.`;

/** What may write a closed session's rows: an approved correction, what is done to a person's record, made-up data. */
type DespiteClosed = 'correction' | 'merge' | 'erasure' | 'demonstration';

/** The writes of `work` may touch closed sessions, which the database refuses otherwise (decision 0081). */
export async function despiteClosed<T>(tx: Tx, why: DespiteClosed, work: () => Promise<T>): Promise<T> {
  const [{ was } = { was: null }] = await query<{ was: string | null }>(
    tx,
    sql`select current_setting('akada.despite_closed', true) as was, set_config('akada.despite_closed', ${why}, true)`,
  );
  const done = await work();
  await setDespite(tx, was ?? '');
  return done;
}

/** The same for the rest of a transaction that makes data up. */
export const allowClosed = (tx: Tx, why: 'demonstration') => setDespite(tx, why);

const setDespite = (tx: Tx, why: string) => tx.execute(sql`select set_config('akada.despite_closed', ${why}, true)`);
