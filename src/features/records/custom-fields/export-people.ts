import { and, getTableColumns, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { institutionsInView, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { ExportColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { institutions } from '#kernel/identity.schema.ts';
import type { Permission } from '#kernel/permissions.ts';
import { ofAddress } from '#features/records/people/list/address.ts';
import { personCells, personJoins } from '#features/records/people/person-cells.ts';
import { chosenColumns, offeredColumns, wantedColumns, type PeopleExport } from './choose-columns.ts';

/** A kind of people that can be exported. */
export interface ExportedKind extends Omit<PeopleExport, 'institutionIds'> {
  permission: Permission;
  /** The permissions to see them in a list. */
  seeing: readonly Permission[];
  words: { title: string; one: string; many: string };
}

interface ExportedRows {
  filter: { institution_id?: number };
  /** The requested columns; empty for the default ones. */
  columns: string[];
  table: Parameters<typeof personJoins>[0];
  /** The rows the actor can see, and the filter. */
  where: (SQL | undefined)[];
  orderBy: SQL[];
  cells: Record<string, SQLWrapper>;
  /** Additional joins for the kind's own columns. */
  joins?: (keys: readonly string[]) => SQL;
}

function peopleExport(actor: Actor, kind: ExportedKind, wanted: number | undefined): PeopleExport {
  const institutionIds = institutionsInView(actor, wanted, kind.permission);
  if (institutionIds.length === 0) throw new NotAllowed();
  return { ...kind, institutionIds };
}

/** The columns the actor can export. */
export const columnsFor = (db: Db, actor: Actor, kind: ExportedKind, institutionId?: number) =>
  offeredColumns(db, actor, peopleExport(actor, kind, institutionId));

/** Exports all rows of a list that the actor can export. */
export async function exportPeople(
  db: Db,
  actor: Actor,
  kind: ExportedKind,
  people: ExportedRows,
): Promise<ExportedTable> {
  const { filter, table, joins = () => sql`` } = people;
  const taken = peopleExport(actor, kind, filter.institution_id);
  const { institutionIds } = taken;
  const chosen = await chosenColumns(db, actor, taken, people.columns, table, people.cells);
  // Exports of several institutions have an institution column.
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

/** A list of people as `exportList` needs it. */
interface ExportableList<Table> extends Pick<ExportedKind, 'entity' | 'groups' | 'seeing'> {
  people: 'students' | 'employees' | 'guardians';
  Fields: z.ZodObject;
  allow(actor: Actor, filter: object): void;
  logged<Filter extends object>(filter: Filter): Filter;
  whole(actor: Actor, filter: object): { table: Table; where: SQL[]; orderBy: SQL[] };
}

interface ListExport<Table, Filter> extends Pick<ExportedKind, 'permission' | 'columns'> {
  /** Cells that are neither columns of the table nor the same for every person. */
  cells: (table: Table, asked: { actor: Actor; filter: Filter }) => Record<string, SQLWrapper>;
  joins?: (table: Table, asked: { actor: Actor; filter: Filter; keys: readonly string[] }) => SQL;
}

/** The export of a list: the list's own address with the columns wanted, and its rows under the same filter. */
export function exportList<Table extends Parameters<typeof personCells>[0] & PgTable, Filter extends object>(
  list: ExportableList<Table>,
  { permission, columns, cells, joins }: ListExport<Table, Filter>,
) {
  const { entity, people, groups, seeing } = list;
  const title = people.replace(/^./, (letter) => letter.toUpperCase());
  const kind: ExportedKind = {
    entity,
    groups,
    seeing,
    permission,
    columns,
    words: { title, one: entity, many: people },
  };
  const wantedKeys = wantedColumns(Object.keys(columns) as [string, ...string[]]);
  return {
    kind,
    Asked: ofAddress(list.Fields.omit({ after: true }).extend({ columns: wantedKeys })),
    async read(db: Db, actor: Actor, { columns: wanted, ...given }: { columns: string[] }): Promise<ExportedTable> {
      list.allow(actor, given);
      const { table, where, orderBy } = list.whole(actor, given);
      const filter = given as Filter;
      return exportPeople(db, actor, kind, {
        filter: list.logged(given),
        columns: wanted,
        table,
        where,
        orderBy,
        cells: { ...getTableColumns(table), ...personCells(table, list.people), ...cells(table, { actor, filter }) },
        joins: (keys) => joins?.(table, { actor, filter, keys }) ?? sql``,
      });
    },
  };
}

/** Whether the actor can export a list: all of it, or rows of some institutions only. */
export function mayExportPeople(
  actor: Actor,
  { permission, seeing }: Pick<ExportedKind, 'permission' | 'seeing'>,
  wanted?: number,
): 'all' | 'some' | false {
  const exported = institutionsInView(actor, wanted, permission).length;
  return exported > 0 && (exported < institutionsInView(actor, wanted, ...seeing).length ? 'some' : 'all');
}

const institution: ExportColumn = { header: 'Institution', kind: 'text', width: 28 };
