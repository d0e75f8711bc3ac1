import { and, getTableColumns, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { institutionsInView, type Actor, membershipIn } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import type { ExportColumn, ChoosableColumn, OfferedColumn } from '#kernel/export/columns.ts';
import { cellsOf, type ExportedTable } from '#kernel/export/export-table.ts';
import { institutions } from '#kernel/identity.schema.ts';
import type { Permission } from '#kernel/permissions.ts';
import { ofAddress } from '#features/records/people/list/people-list.ts';
import { personCells, personJoins } from '#features/records/people/person-cells.ts';
import type { CustomField } from '#kernel/contracts/custom-field.ts';
import { fieldGroups, groupsSeen, type FieldGroup, type GroupPermissions } from '#kernel/contracts/field-groups.ts';
import { list } from '#kernel/schemas.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { customCells } from './bulk-values.ts';
import { fieldsFor } from './custom-fields.queries.ts';

/** The columns of a query: built-in ones by name, custom fields as custom.12. */
const wantedColumns = (keys: [string, ...string[]]) =>
  list(z.union([z.enum(keys), z.string().regex(/^custom\.\d{1,16}$/)]));

/** A list of people to export. */
interface PeopleExport {
  entity: Entity;
  institutionIds: number[];
  /** The permission behind each restricted group. */
  groups: GroupPermissions;
  columns: Record<string, ChoosableColumn>;
}

/** The columns the actor can export, with custom fields in their own section. */
async function offeredColumns(db: Db, actor: Actor, peopleExport: PeopleExport): Promise<OfferedColumn[]> {
  const own = await customFieldsIn(db, actor, peopleExport);
  return [
    ...Object.entries(peopleExport.columns)
      .filter(([, { group }]) => institutionsWithAccess(actor, peopleExport, group).length > 0)
      .map(([key, column]) => ({ key, label: column.header, section: column.section, isUsual: isUsual(column) })),
    ...own.map(({ id, label, group }) => ({
      key: `custom.${id}`,
      label,
      section: 'Custom fields',
      isUsual: !isRestricted(group),
    })),
  ];
}

/**
 * The requested columns, or the default ones, with their cells. Columns of groups without access are refused; if only
 * some institutions give access, cells of the others are empty.
 */
async function chosenColumns(
  db: Db,
  actor: Actor,
  peopleExport: PeopleExport,
  wanted: string[],
  table: { institutionId: SQLWrapper; id: SQLWrapper },
  cells: Record<string, SQLWrapper>,
): Promise<{ keys: string[]; columns: ExportColumn[]; cells: SQLWrapper[] }> {
  const { columns, entity } = peopleExport;
  const own = await customFieldsIn(db, actor, peopleExport);
  const known = new Set([...Object.keys(columns), ...own.map(({ id }) => `custom.${id}`)]);
  const unknown = wanted.find((key) => !known.has(key));
  if (unknown) await refuseUnknown(db, peopleExport, unknown);
  const isWanted = (key: string, isDefault: boolean) => (wanted.length ? wanted.includes(key) : isDefault);
  const keys = Object.keys(columns).filter((key) => {
    const { group } = columns[key]!;
    const isSeen = institutionsWithAccess(actor, peopleExport, group).length > 0;
    if (!isSeen && wanted.includes(key)) throw new NotAllowed();
    return isSeen && isWanted(key, isUsual(columns[key]!));
  });
  const chosen = keys.map((key) => ({
    column: columns[key]! as ExportColumn,
    cell: restrictCell(cells[key]!, actor, peopleExport, columns[key]!.group, table.institutionId),
  }));
  const chosenOwn = own.filter(({ id, group }) => isWanted(`custom.${id}`, !isRestricted(group)));
  const ofOwn = customCells(chosenOwn, entity, table).map(({ column, cell }, at) => ({
    column: { ...column, institutionId: chosenOwn[at]!.institutionId },
    cell: restrictCell(cell, actor, peopleExport, chosenOwn[at]!.group, table.institutionId),
  }));
  return {
    keys,
    columns: withUniqueHeaders([...chosen, ...ofOwn].map(({ column }) => column)),
    cells: [...chosen, ...ofOwn].map(({ cell }) => cell),
  };
}

const isRestricted = (group: FieldGroup | undefined): group is Exclude<FieldGroup, 'general'> =>
  group !== undefined && group !== 'general';

/** Whether a column is exported by default: never health, religion or private data. */
const isUsual = ({ isExtra = false, group }: ChoosableColumn): boolean => !isExtra && !isRestricted(group);

/** The exported institutions where the actor has access to a group. */
const institutionsWithAccess = (
  actor: Actor,
  { institutionIds, groups }: PeopleExport,
  group: FieldGroup | undefined,
) =>
  isRestricted(group)
    ? institutionIds.filter((id) => membershipIn(actor, id)?.permissions.has(groups[group]))
    : institutionIds;

function restrictCell(
  cell: SQLWrapper,
  actor: Actor,
  peopleExport: PeopleExport,
  group: FieldGroup | undefined,
  institutionId: SQLWrapper,
): SQLWrapper {
  const seen = institutionsWithAccess(actor, peopleExport, group);
  if (seen.length === peopleExport.institutionIds.length) return cell;
  return sql`case when ${inArray(institutionId as SQL, seen)} then ${cell} end`;
}

async function customFieldsIn(
  db: Db,
  actor: Actor,
  { institutionIds, entity, groups }: PeopleExport,
): Promise<(CustomField & { institutionId: number })[]> {
  const found = await Promise.all(
    institutionIds.map(async (institutionId) => {
      const fields = await fieldsFor(db, institutionId, entity, groupsSeen(actor, institutionId, groups));
      return fields.map((field) => ({ ...field, institutionId }));
    }),
  );
  return found.flat();
}

async function refuseUnknown(db: Db, { institutionIds, entity }: PeopleExport, key: string): Promise<never> {
  const all = await Promise.all(institutionIds.map((id) => fieldsFor(db, id, entity, fieldGroups)));
  if (all.flat().some(({ id }) => `custom.${id}` === key)) throw new NotAllowed();
  throw new ValidationError('columns', 'One of the columns no longer exists. Reload the page and choose again.');
}

/** Makes headings unique: a custom field can have the same name as a column. */
function withUniqueHeaders(columns: ExportColumn[]): ExportColumn[] {
  const taken = new Set<string>();
  const squeezed = (text: string) =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '') || text;
  return columns.map((column) => {
    const tries = [column.header, `${column.header} (custom field)`];
    let header = tries.find((heading) => !taken.has(squeezed(heading)));
    for (let at = 2; !header; at += 1)
      if (!taken.has(squeezed(`${column.header} (custom field ${at})`)))
        header = `${column.header} (custom field ${at})`;
    taken.add(squeezed(header));
    return { ...column, header };
  });
}

/** A kind of people that can be exported. */
interface ExportedKind extends Omit<PeopleExport, 'institutionIds'> {
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
async function exportPeople(db: Db, actor: Actor, kind: ExportedKind, people: ExportedRows): Promise<ExportedTable> {
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
