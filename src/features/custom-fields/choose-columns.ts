import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { CustomField } from '#kernel/custom-field.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, Refused } from '#kernel/errors.ts';
import type { ChoosableColumn, ExportColumn, OfferedColumn } from '#kernel/export/columns.ts';
import { fieldGroups, groupsSeen, type FieldGroup, type GroupPermissions } from '#kernel/field-groups.ts';
import { list } from '#kernel/schemas.ts';
import type { Entity } from '#features/people/people.schema.ts';
import { customCells } from './bulk-values.ts';
import { fieldsFor } from './custom-fields.queries.ts';

/** The columns of an address: those of the record by name, own fields as custom.12. */
export const wantedColumns = (keys: [string, ...string[]]) =>
  list(z.union([z.enum(keys), z.string().regex(/^custom\.\d{1,15}$/)]));

/** People of a kind as a table that somebody takes out of the house. */
export interface Takeaway {
  entity: Entity;
  institutionIds: number[];
  /** The permission behind each restricted group. */
  groups: GroupPermissions;
  columns: Record<string, ChoosableColumn>;
}

/** What of all columns the person may take along; own fields under their own heading. */
export async function offeredColumns(db: Db, actor: Actor, takeaway: Takeaway): Promise<OfferedColumn[]> {
  const own = await ownFieldsIn(db, actor, takeaway);
  return [
    ...Object.entries(takeaway.columns)
      .filter(([, { group }]) => seeing(actor, takeaway, group).length > 0)
      .map(([key, column]) => ({ key, label: column.header, section: column.section, isUsual: isUsual(column) })),
    ...own.map(({ id, label, group }) => ({
      ...{ key: `custom.${id}`, label, section: 'Own fields', isUsual: !isRestricted(group) },
    })),
  ];
}

/**
 * The columns asked for, or the usual ones, each with its cell. A column of a group that the person sees nowhere is
 * refused; where it is seen in some institutions only, it is empty for the others.
 */
export async function chosenColumns(
  db: Db,
  actor: Actor,
  takeaway: Takeaway,
  wanted: string[],
  table: { institutionId: SQLWrapper; id: SQLWrapper },
  cells: Record<string, SQLWrapper>,
): Promise<{ keys: string[]; columns: ExportColumn[]; cells: SQLWrapper[] }> {
  const { columns, entity } = takeaway;
  const own = await ownFieldsIn(db, actor, takeaway);
  const known = new Set([...Object.keys(columns), ...own.map(({ id }) => `custom.${id}`)]);
  const stranger = wanted.find((key) => !known.has(key));
  if (stranger) await refuseNonMember(db, takeaway, stranger);
  const isWanted = (key: string, isDefault: boolean) => (wanted.length ? wanted.includes(key) : isDefault);
  const keys = Object.keys(columns).filter((key) => {
    const { group } = columns[key]!;
    const isSeen = seeing(actor, takeaway, group).length > 0;
    if (!isSeen && wanted.includes(key)) throw new NotAllowed();
    return isSeen && isWanted(key, isUsual(columns[key]!));
  });
  const chosen = keys.map((key) => ({
    column: columns[key]! as ExportColumn,
    cell: whereSeen(cells[key]!, actor, takeaway, columns[key]!.group, table.institutionId),
  }));
  const mine = own.filter(({ id, group }) => isWanted(`custom.${id}`, !isRestricted(group)));
  const ofOwn = customCells(mine, entity, table).map(({ column, cell }, at) => ({
    column,
    cell: whereSeen(cell, actor, takeaway, mine[at]!.group, table.institutionId),
  }));
  return {
    keys,
    columns: apart([...chosen, ...ofOwn].map(({ column }) => column)),
    cells: [...chosen, ...ofOwn].map(({ cell }) => cell),
  };
}

const isRestricted = (group: FieldGroup | undefined): group is Exclude<FieldGroup, 'general'> =>
  group !== undefined && group !== 'general';

/** What is in a file when nobody chooses: never health, religion or private data. */
const isUsual = ({ isExtra = false, group }: ChoosableColumn): boolean => !isExtra && !isRestricted(group);

/** The institutions of the table in which the person may see a group. */
const seeing = (actor: Actor, { institutionIds, groups }: Takeaway, group: FieldGroup | undefined) =>
  isRestricted(group)
    ? institutionIds.filter((id) => membershipIn(actor, id)?.permissions.has(groups[group]))
    : institutionIds;

function whereSeen(
  cell: SQLWrapper,
  actor: Actor,
  takeaway: Takeaway,
  group: FieldGroup | undefined,
  institutionId: SQLWrapper,
): SQLWrapper {
  const seen = seeing(actor, takeaway, group);
  if (seen.length === takeaway.institutionIds.length) return cell;
  return sql`case when ${inArray(institutionId as SQL, seen)} then ${cell} end`;
}

async function ownFieldsIn(db: Db, actor: Actor, { institutionIds, entity, groups }: Takeaway): Promise<CustomField[]> {
  const found = await Promise.all(institutionIds.map((id) => fieldsFor(db, id, entity, groupsSeen(actor, id, groups))));
  return found.flat();
}

async function refuseNonMember(db: Db, { institutionIds, entity }: Takeaway, key: string): Promise<never> {
  const all = await Promise.all(institutionIds.map((id) => fieldsFor(db, id, entity, fieldGroups)));
  if (all.flat().some(({ id }) => `custom.${id}` === key)) throw new NotAllowed();
  throw new Refused('columns', 'One of the columns is no longer there. Load the list again and choose anew.');
}

/** An own field may be called like a column of the record: a heading stands for one column. */
function apart(columns: ExportColumn[]): ExportColumn[] {
  const taken = new Set<string>();
  const squeezed = (text: string) =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '') || text;
  return columns.map((column) => {
    const tries = [column.header, `${column.header} (own field)`];
    let header = tries.find((one) => !taken.has(squeezed(one)));
    for (let at = 2; !header; at += 1)
      if (!taken.has(squeezed(`${column.header} (own field ${at})`))) header = `${column.header} (own field ${at})`;
    taken.add(squeezed(header));
    return { ...column, header };
  });
}
