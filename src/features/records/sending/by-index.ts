import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';

/**
 * For the rest of the transaction rows are found by index alone, in its order if that is wanted. A message to 50,000 was
 * queued seconds ago, so the planner knows nothing of it and would read all of it for each batch.
 */
export const byIndex = (tx: Tx, { isOrdered = false } = {}): Promise<unknown> =>
  query(
    tx,
    sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('enable_sort', ${isOrdered ? 'off' : 'on'}, true)`,
  );

/**
 * Rows for `jsonb_to_recordset` with a column `one`. The condition `one = 1` holds for all of them, but the planner takes
 * it for a rare one: it then begins with these few rows, and looks each up in the large table.
 */
export const fewRows = (rows: readonly object[]): string => JSON.stringify(rows.map((row) => ({ ...row, one: 1 })));
