import type { FileHandle } from 'node:fs/promises';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import { recordMany } from '../audit.ts';
import { type Database, type Tx } from '../database.ts';
import type { RestrictedGroup } from '../contracts/field-groups.ts';
import type { Cell, ExportColumn, TableFormat } from './columns.ts';
import { openNameless, writeRows } from './made-file.ts';
import type { ExportSums } from './with-sums.ts';
import { inBatches, endOnAbort } from './in-batches.ts';
import { drawInTurn } from '../pdf/render-pdf.ts';

/** A table to export as a file. */
export interface ExportedTable {
  /** Names the sheet, and the file: 'Audit log', audit-log-…. */
  title: string;
  /** '40 students', for the audit log. */
  counted: (rows: number) => string;
  action: string;
  /** The filters, for the audit log. */
  filter: object;
  /** All institutions whose rows it may contain: each gets an audit entry. */
  institutionIds: number[];
  columns: ExportColumn[];
  /** The record that the whole file is about, for the audit log. */
  subject?: { type: string; id: number };
  /** The people in the rows, if each row has an `id`: for a search with few results, the entry is linked to them. */
  of?: string;
  /** `select institution_id as "institutionId", … as cells`: see cellsOf. */
  rows: SQL;
  /** Rows of sums in CSV and XLSX. */
  sums?: ExportSums;
  /** Where thumbnails are stored, for a file with photos. */
  photoFolder?: string;
  /** Brings the thumbnails of some rows there, before they are written. */
  bring?: (cells: string[]) => Promise<unknown>;
  /** How it is drawn as a PDF: a layout module that takes rows (`isStreamed`), and its data. */
  pdf?: { layout: URL; data: object };
}

/** The rows of a table that was computed, in their order. */
export const computedRows = (institutionId: number, rows: Cell[][]): SQL =>
  sql`select ${institutionId}::int as "institutionId", r.value::text as cells
    from json_array_elements(${JSON.stringify(rows)}::json) with ordinality r order by r.ordinality`;

/**
 * The most people an entry is linked to. A search with more results, or none, is not linked and its words are not
 * stored.
 */
const mostLinked = 20;

interface Making {
  format: TableFormat;
  folder: string;
  /** A second connection, to cancel the current statement when the signal is aborted. */
  database: Database;
  signal: AbortSignal;
  /** Nobody waits at a page: statements may take longer, and a PDF is drawn beside those that people wait for. */
  inJob?: boolean;
  /** How many rows are written. */
  onRows?: (count: number) => void;
}

export interface MadeFile {
  file: FileHandle;
  size: number;
  rows: number;
}

/** The cells of a row as one JSON text, which PostgreSQL builds faster than a driver could parse the row. */
export const cellsOf = (cells: SQLWrapper[]): SQL => sql`json_build_array(${sql.join(cells, sql`, `)})::text as cells`;

/** A column of a file with the expression of its cells. */
type CellColumn = [column: ExportColumn, cell: SQLWrapper];

const cellsAs =
  (kind: ExportColumn['kind']) =>
  (header: string, width: number, cell: SQLWrapper): CellColumn => [{ header, kind, width }, cell];
export const textCells = cellsAs('text');
export const numberCells = cellsAs('number');
export const dayCells = cellsAs('day');

/** The columns of a file and the cells of its rows, from a list that says both at once. */
export const columnsAndCells = (all: CellColumn[]) => ({
  columns: all.map(([column]) => column),
  cells: cellsOf(all.map(([, cell]) => cell)),
});

/** The label of a code. */
export const labelled = (code: SQLWrapper, labels: Readonly<Record<string, string>>): SQL =>
  sql`(${JSON.stringify(labels)}::jsonb ->> ${code})`;

/**
 * Writes the whole file from a snapshot and records it in the same transaction. The file is complete on disk before it
 * is sent: a slow phone holds no connection and blocks no vacuum, errors are shown on a page, the log has the number of
 * rows, and nobody mistakes half a file for all of it.
 */
export async function exportTable(
  tx: Tx,
  actor: Actor,
  table: ExportedTable,
  { format, folder, database, signal, inJob = false, onRows }: Making,
): Promise<MadeFile> {
  const made = new AbortController();
  const counts = new Map(table.institutionIds.map((id) => [id, 0]));
  const found: { institutionId: number; id: number }[] = [];
  const { q: words, ...narrowed } = table.filter as { q?: string };
  let written = 0;
  async function* batches() {
    const watch = (pid: number) => endOnAbort(pid, database, signal, made.signal);
    for await (const batch of inBatches(tx, table.rows, { watch, inJob })) {
      signal.throwIfAborted();
      for (const { institutionId, id } of batch) {
        const count = counts.get(institutionId)! + 1;
        counts.set(institutionId, count);
        if (words && table.of && id && count <= mostLinked) found.push({ institutionId, id });
      }
      const rows = batch.map(({ cells }) => cells);
      await table.bring?.(rows);
      yield rows;
      onRows?.((written += batch.length));
    }
  }
  const file = await openNameless(folder);
  try {
    if (format === 'pdf') await writePdf(file, table.pdf!, batches(), { signal, inJob });
    else {
      const { title, columns, sums, photoFolder } = table;
      const order = { fd: file.fd, title, format, columns, ...(sums && { sums }), ...(photoFolder && { photoFolder }) };
      await writeRows(order, batches(), signal);
    }
    const entries = [...counts].map(([institutionId, count]) => {
      const linked = count <= mostLinked ? found.filter((person) => person.institutionId === institutionId) : [];
      const columns = table.columns.filter((column) => (column.institutionId ?? institutionId) === institutionId);
      return {
        institutionId,
        ...(table.subject && { subject: table.subject }),
        summary: `exported ${table.counted(count)} to ${format.toUpperCase()}`,
        details: {
          rows: count,
          columns: columns.map(({ header }) => header),
          ...restrictedIn(columns),
          // A search may contain a person's name, so it is stored only if it is erased with the people it found.
          filter: linked.length ? table.filter : { ...narrowed, ...(words && { q: 'not shown' }) },
        },
        mentions: linked.map(({ id }) => ({ of: table.of!, id, details: [['filter', 'q']] })),
      };
    });
    await recordMany(tx, actor, table.action, entries);
    return { file, size: (await file.stat()).size, rows: written };
  } catch (error) {
    await file.close();
    throw error;
  } finally {
    // From here on the connection serves others.
    made.abort();
  }
}

/**
 * Which columns contain health, religion or private data: an export writes one access entry for all its people instead
 * of one each.
 */
function restrictedIn(columns: ExportColumn[]): { restrictedColumns?: Partial<Record<RestrictedGroup, string[]>> } {
  const restrictedColumns: Partial<Record<RestrictedGroup, string[]>> = {};
  for (const { header, group } of columns) if (group) (restrictedColumns[group] ??= []).push(header);
  return Object.keys(restrictedColumns).length ? { restrictedColumns } : {};
}

const longestInJob = 40 * 60_000;

/** Writes a PDF of any length, drawn by a streamed layout in another process, into an open file. */
async function writePdf(
  file: FileHandle,
  { layout, data }: { layout: URL; data: object },
  batches: AsyncGenerator<string[]>,
  { signal, inJob }: { signal: AbortSignal; inJob: boolean },
): Promise<void> {
  const next = async () => {
    const { value, done } = await batches.next();
    return done ? null : `[${value.join(',')}]`;
  };
  const options = { signal, inJob, ...(inJob && { longest: longestInJob }) };
  try {
    const end = await drawInTurn(layout, data, options, { next, take: (part) => file.write(part) });
    await file.write(end);
  } finally {
    await batches.return(undefined);
  }
}
