import { and, eq, inArray, or } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { files } from '#kernel/tables.ts';
import { seeingResults } from '../term-results/find-sheet.ts';
import { cardFiles } from './card-files.schema.ts';

/** A file of report cards and how far it is: the own ones, and all for people who see all marks. */
export async function cardFileRow(db: Db, actor: Actor, id: number) {
  const [row] = await db
    .select({
      id: cardFiles.id,
      state: cardFiles.state,
      done: cardFiles.doneCount,
      total: cardFiles.cardCount,
      failure: cardFiles.failure,
      storedAs: files.storedAs,
      size: files.size,
    })
    .from(cardFiles)
    .leftJoin(files, and(eq(files.institutionId, cardFiles.institutionId), eq(files.id, cardFiles.fileId)))
    .where(
      and(
        eq(cardFiles.id, id),
        inArray(cardFiles.institutionId, institutionsWhere(actor, ...seeingResults)),
        or(
          eq(cardFiles.accountId, actor.accountId ?? 0),
          inArray(cardFiles.institutionId, institutionsWhere(actor, 'marks.view')),
        ),
      ),
    );
  if (!row) throw new NotFound('file');
  return row;
}
export type CardFileRow = Omit<Awaited<ReturnType<typeof cardFileRow>>, 'storedAs' | 'size'>;
