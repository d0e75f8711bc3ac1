import { and, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import type { Permission } from '#kernel/permissions.ts';
import { institutions } from '#features/institutions/institutions.schema.ts';
import { personJoins } from '#features/people/person-cells.ts';
import { chosenColumns, offeredColumns, type Takeaway } from './choose-columns.ts';

/** People of a kind as a file. */
export interface ExportedKind extends Omit<Takeaway, 'institutionIds'> {
  permission: Permission;
  /** Every way of seeing them in a list. */
  seeing: readonly Permission[];
  words: { title: string; one: string; many: string };
}

interface PeopleList {
  filter: { institution_id?: number };
  /** What the address names, or none for the usual ones. */
  columns: string[];
  table: Parameters<typeof personJoins>[0];
  /** The rows that the person may know exist, and those of the filter. */
  where: (SQL | undefined)[];
  orderBy: SQL[];
  cells: Record<string, SQLWrapper>;
  /** What cells of the kind's own need beside those of every person. */
  joins?: (keys: readonly string[]) => SQL;
}

function takeaway(actor: Actor, kind: ExportedKind, wanted: number | undefined): Takeaway {
  const institutionIds = institutionsInView(actor, wanted, kind.permission);
  if (institutionIds.length === 0) throw new NotAllowed();
  return { ...kind, institutionIds };
}

/** What of them the person may take along. */
export const columnsFor = (db: Db, actor: Actor, kind: ExportedKind, institutionId?: number) =>
  offeredColumns(db, actor, takeaway(actor, kind, institutionId));

/** All of a list that the person may take out of the house. */
export async function exportPeople(
  db: Db,
  actor: Actor,
  kind: ExportedKind,
  people: PeopleList,
): Promise<ExportedTable> {
  const { filter, table, joins = () => sql`` } = people;
  const taken = takeaway(actor, kind, filter.institution_id);
  const { institutionIds } = taken;
  const chosen = await chosenColumns(db, actor, taken, people.columns, table, people.cells);
  // A column by which files of several institutions tell whose they are.
  const [before, beforeCells] = institutionIds.length > 1 ? [[institution], [institutions.name]] : [[], []];
  return {
    title: kind.words.title,
    counted: (rows) => (rows === 1 ? `1 ${kind.words.one}` : `${rows} ${kind.words.many}`),
    action: kind.permission,
    filter,
    institutionIds,
    columns: [...before, ...chosen.columns],
    of: kind.words.one.toLowerCase(),
    rows: sql`select ${table.institutionId} as "institutionId", ${table.id} as id, ${cellsOf([...beforeCells, ...chosen.cells])}
      from ${table}
      ${personJoins(table, chosen.keys)}
      ${joins(chosen.keys)}
      where ${and(inArray(table.institutionId, institutionIds), ...people.where)}
      order by ${sql.join(people.orderBy, sql`, `)}`,
  };
}

/** Whether a list in view may be exported: all of it, or what is of some institutions. */
export function mayExportPeople(
  actor: Actor,
  { permission, seeing }: ExportedKind,
  wanted?: number,
): 'all' | 'some' | false {
  const exported = institutionsInView(actor, wanted, permission).length;
  return exported > 0 && (exported < institutionsInView(actor, wanted, ...seeing).length ? 'some' : 'all');
}

const institution: ExportColumn = { header: 'Institution', kind: 'text', width: 28 };
