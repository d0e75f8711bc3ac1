import type { Job } from '#kernel/jobs/jobs.ts';
import { checkRows } from './work/check-rows.job.ts';
import type { ImportServices } from './work/import-work.ts';
import { workInTurn } from './reader/read-table.ts';
import { runRows } from './work/run-rows.job.ts';
import { undoRows } from './work/undo-rows.job.ts';
import type { ImportJob, Kind, School } from './kinds/kind.ts';
import { accountNameOf } from '#kernel/account-name.ts';
import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { type Db, hasKey } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { declareList } from '#kernel/list/declare-list.ts';
import { files } from '#kernel/tables.ts';
import type { ImportKind } from './kinds/kind-labels.ts';
import { visibleTo } from './imports.policy.ts';
import { importProblems, imports } from './imports.schema.ts';
import type { FastifyRequest } from 'fastify';
import { groupsSeen } from '#kernel/contracts/field-groups.ts';
import { guessColumns } from './engine/guess.ts';
import { hiddenColumns } from './school/hidden-columns.ts';
import { type Field, listsOf } from './engine/field.ts';
import { mayUse } from './school/may-use.ts';
import { loadSchool } from './school/school.queries.ts';

type Work = typeof runRows;

/** A job that resumes after a crash and runs one at a time per institution. */
const importJob = (
  queue: 'imports.check' | 'imports.run' | 'imports.undo',
  work: Work,
): Job<ImportServices, ImportJob> => ({
  queue,
  concurrency: 2,
  work: (services, job, signal) => workInTurn(job.institutionId, signal, () => work(services, job, signal)),
});

export const importJobs = [
  importJob('imports.check', checkRows),
  importJob('imports.run', runRows),
  importJob('imports.undo', undoRows),
];

declare module '#kernel/jobs/queues.ts' {
  interface Queues {
    'imports.check': true;
    'imports.run': true;
    'imports.undo': true;
  }
}

export const ofFile = hasKey(files, imports.institutionId, imports.fileId);

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
    .innerJoin(imports, hasKey(imports, importProblems.institutionId, importProblems.importId))
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
    .innerJoin(imports, hasKey(imports, importProblems.institutionId, importProblems.importId))
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
    .innerJoin(imports, hasKey(imports, importProblems.institutionId, importProblems.importId))
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

/** Headings shown without values, also in the problems file. */
export async function hiddenFrom(request: FastifyRequest, found: FoundImport): Promise<Set<string>> {
  const { surroundings, roster } = await request.read((db) => loadSchool(db, found.institutionId, found.kind));
  const canImport = mayUse(request.actor, found.institutionId, roster);
  return hiddenColumns(found, guessColumns(found.format.columns, roster, surroundings, canImport), roster, canImport);
}

const hiddenMessage = 'This column has a problem. Ask a colleague with access to it to fix it.';

/** Problems in hidden columns are shown without the value. */
export const withoutHidden = (problems: ImportProblem[], hidden: Set<string>): ImportProblem[] =>
  problems.map((problem) =>
    problem.columnName !== null && hidden.has(problem.columnName)
      ? {
          ...problem,
          value: null,
          message: hiddenMessage,
        }
      : problem,
  );

/** Problems in hidden columns are one for each column, without values and rows. */
export function groupsWithoutHidden(groups: ImportProblemGroup[], hidden: Set<string>): ImportProblemGroup[] {
  const shown: ImportProblemGroup[] = [];
  for (const group of groups) {
    if (group.columnName === null || !hidden.has(group.columnName)) shown.push(group);
    else {
      const same = shown.find(({ columnName }) => columnName === group.columnName);
      if (same) same.count += group.count;
      else shown.push({ ...group, value: null, message: hiddenMessage, rows: [] });
    }
  }
  return shown;
}

/** Only users with access see labels of restricted fields. */
export function lackingFields(actor: Actor, found: FoundImport, { customFields, roster }: School) {
  const seen = groupsSeen(actor, found.institutionId, roster.groups);
  return customFields.flatMap(({ id, label, group }) => {
    const count = found.lacking[id];
    return count && seen.includes(group) ? [{ label, count }] : [];
  });
}

/** New list values under their field's label, for users with access to it: in a short file they would reveal whose they are. */
export function newWordsByField(newWords: FoundImport['newWords'], kind: Kind, canImport: (field: Field) => boolean) {
  return listsOf(kind).flatMap((list) => {
    const found = newWords[list];
    const [key, field] = Object.entries(kind.fields).find(([, one]) => one.list === list)!;
    return found && canImport(field) ? [{ field: key, label: field.label, ...found }] : [];
  });
}
