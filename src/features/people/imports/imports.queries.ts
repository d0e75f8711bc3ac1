import { accountNameOf } from '#kernel/account-name.ts';
import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { files } from '#kernel/tables.ts';
import type { ImportKind } from './kinds/kind-words.ts';
import { visibleTo } from './imports.policy.ts';
import { importProblems, imports } from './imports.schema.ts';

export const ofFile = and(eq(files.institutionId, imports.institutionId), eq(files.id, imports.fileId));

export const fileName = sql<string>`coalesce(${files.name}, ${imports.fileName})`;

/** Past imports, the latest first: all that the person may import, or of one kind. */
export const importListOf = (kind?: ImportKind) =>
  declareList({
    id: imports.id,
    visible: (actor, wanted) => [{ where: visibleTo(actor, wanted, kind) }],
    filters: {},
    select: (db) =>
      db
        .select({
          id: imports.id,
          institutionId: imports.institutionId,
          kind: imports.kind,
          state: imports.state,
          fileName,
          rowCount: imports.rowCount,
          importedCount: imports.importedCount,
          badCount: imports.badCount,
          createdAt: sql<string>`to_char(${imports.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
          person: sql<string | null>`${accountNameOf(accounts.name, accounts.username)}`,
        })
        .from(imports)
        .leftJoin(files, ofFile)
        .leftJoin(accounts, eq(accounts.id, imports.accountId)),
  });

/** Reads one import with its settings, or throws NotFound. */
export async function findImport(db: Db, actor: Actor, id: number) {
  const [row] = await db
    .select({ import: imports, fileName, storedAs: files.storedAs })
    .from(imports)
    .leftJoin(files, ofFile)
    .where(and(visibleTo(actor), eq(imports.id, id)));
  if (!row) throw new NotFound('import');
  return { ...row.import, fileName: row.fileName, storedAs: row.storedAs };
}
export type FoundImport = Awaited<ReturnType<typeof findImport>>;

/** Problems in file order, after the given one. */
export const listProblems = (
  db: Db,
  actor: Actor,
  importId: number,
  limit: number,
  after?: { rowNumber: number; id: number },
) =>
  db
    .select({
      id: importProblems.id,
      rowNumber: importProblems.rowNumber,
      columnName: importProblems.columnName,
      value: importProblems.value,
      message: importProblems.message,
    })
    .from(importProblems)
    .innerJoin(
      imports,
      and(eq(imports.institutionId, importProblems.institutionId), eq(imports.id, importProblems.importId)),
    )
    .where(and(visibleTo(actor), eq(imports.id, importId), isNull(importProblems.alikeId), after && behind(after)))
    .orderBy(asc(importProblems.rowNumber), asc(importProblems.id))
    .limit(limit);
export type ImportProblem = Awaited<ReturnType<typeof listProblems>>[number];

const shownRowsOfGroup = 20;

/** Equal problems as one, with the first rows that have it; in file order. */
export const listProblemGroups = (db: Db, actor: Actor, importId: number, limit: number) =>
  db
    .select({
      rowNumber: sql<number>`min(${importProblems.rowNumber})`.mapWith(Number),
      columnName: importProblems.columnName,
      value: importProblems.value,
      message: importProblems.message,
      count: sql<number>`count(*)`.mapWith(Number),
      rows: sql<
        { row: number; who: string | null }[]
      >`to_json((array_agg(json_build_object('row', ${importProblems.rowNumber}, 'who', ${importProblems.who})
        order by ${importProblems.rowNumber}))[1:${sql.raw(String(shownRowsOfGroup))}])`,
    })
    .from(importProblems)
    .innerJoin(
      imports,
      and(eq(imports.institutionId, importProblems.institutionId), eq(imports.id, importProblems.importId)),
    )
    .where(and(visibleTo(actor), eq(imports.id, importId), isNull(importProblems.alikeId)))
    .groupBy(importProblems.columnName, importProblems.value, importProblems.message)
    .orderBy(sql`min(${importProblems.rowNumber})`, sql`min(${importProblems.id})`)
    .limit(limit);
export type ImportProblemGroup = Awaited<ReturnType<typeof listProblemGroups>>[number];

/** Possible duplicates in file order. */
export const listAlike = (db: Db, actor: Actor, importId: number, limit: number) =>
  db
    .select({
      row: importProblems.rowNumber,
      message: importProblems.message,
      /** The id of the record, or 0 for an earlier row of the file. */
      personId: sql<number>`${importProblems.alikeId}`.mapWith(Number),
    })
    .from(importProblems)
    .innerJoin(
      imports,
      and(eq(imports.institutionId, importProblems.institutionId), eq(imports.id, importProblems.importId)),
    )
    .where(and(visibleTo(actor), eq(imports.id, importId), isNotNull(importProblems.alikeId)))
    .orderBy(asc(importProblems.rowNumber))
    .limit(limit);

/** Whether this import is waiting for another import of the institution. */
export const isWaiting = async (db: Db, { institutionId, id }: Pick<FoundImport, 'institutionId' | 'id'>) =>
  (await db.$count(
    imports,
    and(
      eq(imports.institutionId, institutionId),
      ne(imports.id, id),
      sql`(${imports.state} = 'checking' and ${imports.checkedCount} > 0 or ${imports.state} = 'running' and ${imports.doneCount} > 0 or ${imports.state} = 'undoing')`,
    ),
  )) > 0;

const behind = ({ rowNumber, id }: { rowNumber: number; id: number }) =>
  or(gt(importProblems.rowNumber, rowNumber), and(eq(importProblems.rowNumber, rowNumber), gt(importProblems.id, id)));
