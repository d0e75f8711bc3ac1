import { accountNameOf } from '#kernel/account-name.ts';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { imports, type ImportRow } from '../imports.schema.ts';

/** The latest import with the same content and kind of people, ignoring finished imports without results. */
export async function findSameFile(
  db: Db,
  institutionId: number,
  { id, kind, fileHash }: Pick<ImportRow, 'id' | 'kind' | 'fileHash'>,
) {
  const [row] = await db
    .select({
      id: imports.id,
      state: imports.state,
      imported: imports.importedCount,
      at: imports.createdAt,
      person: sql<string | null>`${accountNameOf(accounts.name, accounts.username)}`,
    })
    .from(imports)
    .leftJoin(accounts, eq(accounts.id, imports.accountId))
    .where(
      and(
        eq(imports.institutionId, institutionId),
        eq(imports.kind, kind),
        // Older imports have no hash and match nothing.
        eq(imports.fileHash, fileHash ?? ''),
        lt(imports.id, id),
        sql`(${imports.importedCount} > 0 or ${imports.state} in ('checking', 'checked', 'running')) and ${imports.undoneAt} is null`,
      ),
    )
    .orderBy(desc(imports.id))
    .limit(1);
  return row ?? null;
}
