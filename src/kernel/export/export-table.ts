import type { FileHandle } from 'node:fs/promises';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import { record } from '../audit.ts';
import { render, rows, type Tx } from '../database.ts';
import type { ExportColumn, TableFormat } from './columns.ts';
import { openNameless, writeRows } from './made-file.ts';

/** A table that leaves the house. */
export interface ExportedTable {
  /** Names the sheet, and the file: 'Audit log', audit-log-…. */
  title: string;
  /** '40 students', for the audit log. */
  counted: (rows: number) => string;
  action: string;
  /** What narrowed it, for the audit log. */
  filter: object;
  /** All institutions whose rows it may hold: each gets an entry in its log. */
  institutionIds: number[];
  columns: ExportColumn[];
  /** `select institution_id as "institutionId", … as cells`: see cellsOf. */
  rows: SQL;
}

export interface MadeFile {
  file: FileHandle;
  size: number;
}

/** The cells of a row as one JSON text, which PostgreSQL makes faster than a driver could take it apart. */
export const cellsOf = (cells: SQLWrapper[]): SQL => sql`json_build_array(${sql.join(cells, sql`, `)})::text as cells`;

/**
 * Makes the whole file in a snapshot and writes it down in the same transaction. It goes to disk first and to the person
 * after: a slow phone then holds no connection and keeps no old row from being vacuumed, what goes wrong is told on a
 * page, the log knows the number of rows, and nobody takes half a file for a whole one.
 */
export async function exportTable(
  tx: Tx,
  actor: Actor,
  table: ExportedTable,
  { format, folder, signal }: { format: TableFormat; folder: string; signal: AbortSignal },
): Promise<MadeFile> {
  const counts = new Map(table.institutionIds.map((id) => [id, 0]));
  async function* batches() {
    for await (const batch of inBatches(tx, table.rows)) {
      signal.throwIfAborted();
      for (const { institutionId } of batch) counts.set(institutionId, counts.get(institutionId)! + 1);
      yield batch.map(({ cells }) => cells);
    }
  }
  const file = await openNameless(folder);
  try {
    await writeRows({ fd: file.fd, title: table.title, format, columns: table.columns }, batches(), signal);
    for (const [institutionId, count] of counts) {
      await record(tx, actor, table.action, {
        institutionId,
        summary: `exported ${table.counted(count)} to ${format.toUpperCase()}`,
        details: { rows: count, columns: table.columns.map(({ header }) => header), filter: table.filter },
      });
    }
    return { file, size: (await file.stat()).size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

interface ExportedRow {
  institutionId: number;
  cells: string;
}

/** The rows of a query, a thousand at a time; the next thousand are on their way while one is worked on. */
async function* inBatches(tx: Tx, query: SQL): AsyncGenerator<ExportedRow[]> {
  const { sql: text, params } = render(query);
  const next = () => {
    const fetched = rows<ExportedRow>(tx, { text: 'fetch 1000 from exported' }, []);
    // One that nobody waits for any more may fail.
    fetched.catch(() => {});
    return fetched;
  };
  // All rows are wanted, not the first few; and whoever goes away leaves no statement behind for long.
  const settings = sql`select set_config('cursor_tuple_fraction', '1', true), set_config('statement_timeout', '30s', true)`;
  const [, , first] = await Promise.all([
    tx.execute(settings),
    rows(tx, { text: `declare exported no scroll cursor for ${text}` }, params),
    next(),
  ]);
  for (let batch = first; batch.length > 0;) {
    const following = next();
    yield batch;
    batch = await following;
  }
}
