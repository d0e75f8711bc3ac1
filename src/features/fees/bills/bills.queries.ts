import { and, eq, inArray, sql } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { files } from '#kernel/tables.ts';
import { billFiles } from './bills.schema.ts';

/** A file of bills and how far it is. */
export async function billFileRow(db: Db, actor: Actor, id: number) {
  const [row] = await db
    .select({
      id: billFiles.id,
      state: billFiles.state,
      done: billFiles.doneCount,
      total: sql<number>`cardinality(${billFiles.invoiceIds})`,
      failure: billFiles.failure,
      storedAs: files.storedAs,
      size: files.size,
    })
    .from(billFiles)
    .leftJoin(files, and(eq(files.institutionId, billFiles.institutionId), eq(files.id, billFiles.fileId)))
    .where(and(eq(billFiles.id, id), inArray(billFiles.institutionId, institutionsWhere(actor, 'fees.view'))));
  if (!row) throw new NotFound('file');
  return row;
}
export type BillFileRow = Omit<Awaited<ReturnType<typeof billFileRow>>, 'storedAs' | 'size'>;
