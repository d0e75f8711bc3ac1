import { sql, type SQL } from 'drizzle-orm';
import { render, query, type Database, type Tx } from '../database.ts';

interface ExportedRow {
  institutionId: number;
  id?: number;
  cells: string;
}

/** The rows of a query in batches of a thousand; the next batch loads while one is processed. */
export async function* inBatches(
  tx: Tx,
  statement: SQL,
  { watch, inJob }: { watch: (pid: number) => void; inJob: boolean },
): AsyncGenerator<ExportedRow[]> {
  const { text, values } = render(statement);
  const next = () => {
    const fetched = query<ExportedRow>(tx, { text: 'fetch 1000 from exported', values: [] });
    // Avoids an unhandled rejection when nobody awaits it any more.
    fetched.catch(() => {});
    return fetched;
  };
  // Plans for all rows rather than the first few, and limits every statement's time, whatever happens to this process.
  const settings = `select pg_backend_pid() as pid, set_config('cursor_tuple_fraction', '1', true),
    set_config('statement_timeout', '${inJob ? '10min' : '30s'}', true)`;
  const set = query<{ pid: number }>(tx, { text: settings, values: [] });
  const declared = query(tx, { text: `declare exported no scroll cursor for ${text}`, values });
  const first = next();
  await Promise.all([set.then(([server]) => watch(server!.pid)), declared]);
  for (let batch = await first; batch.length > 0;) {
    const following = next();
    yield batch;
    batch = await following;
  }
}

/** Cancels the statement when its result is no longer needed. */
export function endOnAbort(pid: number, database: Database, signal: AbortSignal, made: AbortSignal): void {
  const end = () => {
    const ended = sql`select pg_cancel_backend(pid) from pg_stat_activity
      where pid = ${pid} and state = 'active' and query ~ '^(declare|fetch 1000 from) exported'`;
    // Without a connection to cancel it, the statement's own timeout applies.
    database.anonymous((tx) => tx.execute(ended)).catch(() => {});
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true, signal: made });
}
