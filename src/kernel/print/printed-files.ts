import { hasKey } from '#kernel/database.ts';
import { type SQL } from 'drizzle-orm';
import { integer, pgTable, text, type PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../database.ts';
import { NotFound } from '../errors.ts';
import { files, identity, institutionId, moment, rowId } from '../tables.ts';

/** Columns of a table of files with many pages, which a job draws. */
export const printedFileColumns = () => ({
  institutionId: institutionId(),
  id: identity(),
  state: text().$type<'queued' | 'running' | 'done' | 'failed'>().notNull().default('queued'),
  doneCount: integer().notNull().default(0),
  fileId: rowId(),
  failure: text(),
  accountId: rowId(),
  createdAt: moment().notNull().defaultNow(),
  finishedAt: moment(),
});

const shape = pgTable('printed_files', printedFileColumns());
/** The columns that all such tables have. */
export const asPrintedFiles = (table: PgTable) => table as typeof shape;

type PrintedFileState = (typeof shape.$inferSelect)['state'];

/** A file and how far it is, as its page shows it. */
export interface PrintedFile {
  id: number;
  state: PrintedFileState;
  done: number;
  total: number;
  failure: string | null;
}

/** The file among those that the condition lets the actor see. */
export async function findPrintedFile(
  db: Db,
  table: PgTable,
  { total, where }: { total: SQL; where: SQL | undefined },
) {
  const printed = asPrintedFiles(table);
  const [row] = await db
    .select({
      id: printed.id,
      state: printed.state,
      done: printed.doneCount,
      total: total as SQL<number>,
      failure: printed.failure,
      storedAs: files.storedAs,
      size: files.size,
    })
    .from(printed)
    .leftJoin(files, hasKey(files, printed.institutionId, printed.fileId))
    .where(where);
  if (!row) throw new NotFound('file');
  return row;
}
