import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { CustomField } from '#kernel/contracts/custom-field.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import type { ChoosableColumn, ExportColumn, OfferedColumn } from '#kernel/export/columns.ts';
import { fieldGroups, groupsSeen, type FieldGroup, type GroupPermissions } from '#kernel/contracts/field-groups.ts';
import { list } from '#kernel/schemas.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { customCells } from './bulk-values.ts';
import { fieldsFor } from './custom-fields.queries.ts';

/** The columns of a query: built-in ones by name, custom fields as custom.12. */
export const wantedColumns = (keys: [string, ...string[]]) =>
  list(z.union([z.enum(keys), z.string().regex(/^custom\.\d{1,15}$/)]));

/** A list of people to export. */
export interface PeopleExport {
  entity: Entity;
  institutionIds: number[];
  /** The permission behind each restricted group. */
  groups: GroupPermissions;
  columns: Record<string, ChoosableColumn>;
}

/** The columns the actor can export, with custom fields in their own section. */
export async function offeredColumns(db: Db, actor: Actor, peopleExport: PeopleExport): Promise<OfferedColumn[]> {
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
export async function chosenColumns(
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
