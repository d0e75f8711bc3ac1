import type { FileHandle } from 'node:fs/promises';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import { recordMany } from '../audit.ts';
import { type Database, type Tx } from '../database.ts';
import type { RestrictedGroup } from '../contracts/field-groups.ts';
import type { ExportColumn, TableFormat } from './columns.ts';
import { openNameless, writeRows } from './made-file.ts';
import { inBatches, endOnAbort } from './in-batches.ts';

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
  /** Whom the rows are about, when each has an `id`: of a search that finds few, the entry is linked to those it found. */
  of?: string;
  /** `select institution_id as "institutionId", … as cells`: see cellsOf. */
  rows: SQL;
}

/** So many people a search names; one that finds more, or none, is not linked to anybody and leaves no words. */
const mostLinked = 20;

interface Making {
  format: TableFormat;
  folder: string;
  /** Another connection, to end what this one is at when the signal is aborted. */
  database: Database;
  signal: AbortSignal;
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
  { format, folder, database, signal }: Making,
): Promise<MadeFile> {
  const made = new AbortController();
  const counts = new Map(table.institutionIds.map((id) => [id, 0]));
  const found: { institutionId: number; id: number }[] = [];
  const { q: words, ...narrowed } = table.filter as { q?: string };
  async function* batches() {
    for await (const batch of inBatches(tx, table.rows, (pid) => endOnAbort(pid, database, signal, made.signal))) {
      signal.throwIfAborted();
      for (const { institutionId, id } of batch) {
        const count = counts.get(institutionId)! + 1;
        counts.set(institutionId, count);
        if (words && table.of && id && count <= mostLinked) found.push({ institutionId, id });
      }
      yield batch.map(({ cells }) => cells);
    }
  }
  const file = await openNameless(folder);
  try {
    await writeRows({ fd: file.fd, title: table.title, format, columns: table.columns }, batches(), signal);
    const entries = [...counts].map(([institutionId, count]) => {
      const linked = count <= mostLinked ? found.filter((one) => one.institutionId === institutionId) : [];
      const columns = table.columns.filter((column) => (column.institutionId ?? institutionId) === institutionId);
      return {
        institutionId,
        summary: `exported ${table.counted(count)} to ${format.toUpperCase()}`,
        details: {
          rows: count,
          columns: columns.map(({ header }) => header),
          ...restrictedIn(columns),
          // What was searched for may be anybody's name: it is kept where it goes with the people it found.
          filter: linked.length ? table.filter : { ...narrowed, ...(words && { q: 'not shown' }) },
        },
        mentions: linked.map(({ id }) => ({ of: table.of!, id, details: [['filter', 'q']] })),
      };
    });
    await recordMany(tx, actor, table.action, entries);
    return { file, size: (await file.stat()).size };
  } catch (error) {
    await file.close();
    throw error;
  } finally {
    // From here on the connection is somebody else's.
    made.abort();
  }
}

/**
 * Which of the columns hold health, religion or private data: an export has this one entry for all its people, in place
 * of a line each in the log of reading.
 */
function restrictedIn(columns: ExportColumn[]): { restrictedColumns?: Partial<Record<RestrictedGroup, string[]>> } {
  const restrictedColumns: Partial<Record<RestrictedGroup, string[]>> = {};
  for (const { header, group } of columns) if (group) (restrictedColumns[group] ??= []).push(header);
  return Object.keys(restrictedColumns).length ? { restrictedColumns } : {};
}
