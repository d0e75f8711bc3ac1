import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { isOneOf, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { files } from '#kernel/tables.ts';
import { exportFiles, exportProgress } from './exports.schema.ts';

/** Only the person who asked for a file knows of it, as long as they belong to the institution. */
export const isOwnExport = (actor: Actor, id: number): SQL =>
  and(
    eq(exportFiles.id, id),
    eq(exportFiles.accountId, actor.accountId ?? 0),
    isOneOf(
      exportFiles.institutionId,
      actor.institutions.map((institution) => institution.id),
    ),
  )!;

/** A file and how far it is. */
export async function findExport(db: Db, actor: Actor, id: number) {
  const { institutionId, kind, title, format, asked, state, rights, failure, finishedAt } = exportFiles;
  const [found] = await db
    .select({
      id: exportFiles.id,
      institutionId,
      kind,
      title,
      format,
      asked,
      state,
      rights,
      failure,
      finishedAt,
      storedAs: files.storedAs,
      size: files.size,
      fileName: files.name,
      done: sql<number>`coalesce(${exportProgress.doneCount}, 0)`,
      total: sql<number | null>`coalesce(${exportFiles.rowCount}, ${exportProgress.rowCount})`,
    })
    .from(exportFiles)
    .leftJoin(
      exportProgress,
      and(eq(exportProgress.institutionId, exportFiles.institutionId), eq(exportProgress.exportFileId, exportFiles.id)),
    )
    .leftJoin(files, and(eq(files.institutionId, exportFiles.institutionId), eq(files.id, exportFiles.fileId)))
    .where(isOwnExport(actor, id));
  if (!found) throw new NotFound('file');
  return found;
}
