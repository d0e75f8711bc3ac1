import { asc, desc, sql, type Placeholder, type SQL, type SQLWrapper, and, or, eq, gte, lte } from 'drizzle-orm';
import { noDay, type SortKey } from '#kernel/list/cursor.ts';
import type { PgTable, AnyPgColumn } from 'drizzle-orm/pg-core';
import { type Actor, institutionsWhere } from '#kernel/actor.ts';
import type { Patterns } from '../search-patterns.ts';
import { isOneOf } from '#kernel/database.ts';
import { z } from 'zod';
import type { RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import { filterBy, type Filter } from '#kernel/list/filters.ts';
import { choice, day, queryParam } from '#kernel/schemas.ts';
import { genders } from '../genders.ts';
import type { Entity } from '../people.schema.ts';
import type { Permission } from '#kernel/permissions.ts';
import { expiryWarningDays } from '#kernel/dates.ts';
import { expiryOptions } from '../documents/expiry-options.ts';

/** Placeholders of the cursor in a statement. */
export const cursorPlace: Record<'key' | 'id', Placeholder> = {
  key: sql.placeholder('key'),
  id: sql.placeholder('id'),
};

type Sorts<Table extends PeopleTable> = Pick<ListParts<Table>, 'sorts'>;
const sortOf = <Table extends PeopleTable>({ sorts }: Sorts<Table>, sort: string) => sorts[sort.replace('-', '')]!;

/** The figure that an address sorts by, if it does. */
export function figureOf<Table extends PeopleTable>(list: Sorts<Table>, sort: string): FigureSort | null {
  const found = sortOf(list, sort);
  return typeof found === 'object' && 'figures' in found ? found : null;
}

/** What the cursor of an order holds. */
export function sortKeyOf<Table extends PeopleTable>(list: Sorts<Table>, sort: string): SortKey {
  const figure = figureOf(list, sort);
  if (figure) return `${figure.type}?`;
  return typeof sortOf(list, sort) === 'object' ? 'day' : 'text';
}

const directionOf = (sort: string) => {
  const isDown = sort.startsWith('-');
  return { isDown, way: isDown ? sql`desc` : sql`asc` };
};

/** The order in an address by a column of the table: `name`, or `-name` for descending. */
export function orderOf<Table extends PeopleTable>(list: Sorts<Table>, sort: string) {
  const column = sortOf(list, sort) as Exclude<ListParts<Table>['sorts'][string], FigureSort>;
  const { isDown, way } = directionOf(sort);
  const direction = isDown ? desc : asc;
  const key = (table: Table): SQL =>
    typeof column === 'string'
      ? sql`${table[column]}`
      : sql`coalesce(${table[column.day]}, ${sql.raw(`'${noDay}'`)}::date)`;
  return {
    isDown,
    key,
    way,
    by: (table: Table) => sql`order by ${direction(key(table))}, ${direction(table.id)}`,
    columns: (table: Table) => [direction(key(table)), direction(table.id)],
    behind: (table: Table) =>
      isDown
        ? sql`(${key(table)}, ${table.id}) < (${cursorPlace.key}, ${cursorPlace.id})`
        : sql`(${key(table)}, ${table.id}) > (${cursorPlace.key}, ${cursorPlace.id})`,
  };
}

/** A sort by figures kept beside the people, such as a CGPA. People without one come last in both directions. */
export interface FigureSort {
  /** A query of institution_id, person_id and key, with at most one row for each person. */
  figures: SQL;
  /** The type of the key. */
  type: 'numeric' | 'int' | 'text';
  needs: Needs;
}

/** The filter of an address, with its search words as patterns. */
export interface ListQuery {
  actor: Actor;
  filter: { institution_id?: number | undefined; sort: string } & Record<string, unknown>;
  patterns: Patterns[];
}

/** The parts of a list's statements. */
export interface ListParts<Table extends PeopleTable> {
  table: Table;
  /** The same rows through a view in which LIKE can use its index: docs/decisions/0004-search.md. */
  findable: Table;
  /** The distinct first words of names, to show matches at the start of a name first. */
  names?: PgTable;
  /** Filters after which a search among all names doesn't pay. */
  narrow?: readonly string[];
  /** The table is small enough for a search to read all matches. */
  areFew?: boolean;
  /** A date column is sorted with rows without a date first. */
  sorts: Record<string, Extract<keyof Table, string> | { day: Extract<keyof Table, string> } | FigureSort>;
  /** The columns of a row by their names. */
  cells: (table: Table) => Record<string, SQLWrapper>;
  /** Values looked up only for the rows of the page, from its row `s`. */
  lookups?: (asked: ListQuery, isAcross: boolean) => Record<string, SQL>;
  /** The rows that the user can see, one condition for each institution, each read in order from its index. */
  visible: (actor: Actor, table: Table, wanted?: number) => SQL[];
  /** The institutions in view if all people of each are visible; otherwise null. */
  seenWhole: (actor: Actor, wanted?: number) => number[] | null;
  /** The rows that match. */
  matching: (table: Table, asked: ListQuery) => SQL[];
}

interface Person {
  institutionId: SQLWrapper;
  id: SQLWrapper;
}

/**
 * Conditions and order of a list sorted by a figure: first the people with one (part 0), then the others (part 1).
 * Every look from one table into the other is for one row (`offset 0`, a value): as joins they would be planned by
 * statistics that a new school does not have.
 */
export function figureOrder({ figures, type, needs }: FigureSort, actor: Actor, sort: string) {
  const { isDown, way } = directionOf(sort);
  const after = isDown ? sql`<` : sql`>`;
  // Of institutions where the actor may not see the figures, nobody has one.
  const source = sql`(select * from (${figures}) f where ${isOneOf(sql`f.institution_id`, institutionsWhere(actor, needs.permission))}) f`;
  const keyOf = (table: Person) =>
    sql`(select f.key from ${source} where f.institution_id = ${table.institutionId} and f.person_id = ${table.id})`;
  const idBehind = (table: Person) => sql`${table.id} ${after} ${cursorPlace.id}`;
  return {
    way,
    keyOf,
    idBehind,
    noKey: sql`null::${sql.raw(type)}`,
    /** The figures in order, from the cursor on. */
    walked: (isBehind: boolean) => sql`(select * from ${source}
      where ${isBehind ? sql`(f.key, f.person_id) ${after} (${cursorPlace.key}, ${cursorPlace.id})` : sql`true`}
      order by f.key ${way}, f.person_id ${way}) f`,
    byFigure: sql`order by f.key ${way}, f.person_id ${way}`,
    /** Behind the cursor, with the person's figure as `f`. */
    behind: (table: Person, part: number) =>
      part === 1
        ? and(sql`f.key is null`, idBehind(table))
        : or(sql`f.key is null`, sql`(f.key, ${table.id}) ${after} (${cursorPlace.key}, ${cursorPlace.id})`),
    byId: (table: Person) => sql`order by ${table.id} ${way}`,
    /** For readers of the whole list. */
    columns: (table: Person): SQL[] => [sql`${keyOf(table)} ${way} nulls last`, sql`${table.id} ${way}`],
  };
}

/** The order of a whole list, for readers of more than a page. */
export function wholeOrder<Table extends PeopleTable>(
  list: Pick<ListParts<Table>, 'sorts'>,
  actor: Actor,
  { sort, table }: { sort: string; table: Table },
): SQL[] {
  const figure = figureOf(list, sort);
  return figure ? figureOrder(figure, actor, sort).columns(table) : orderOf(list, sort).columns(table);
}

/** Filters people with documents that expire soon or have expired. Only for users who can see documents. */
const expiryFilter = queryParam(choice(expiryOptions));
type ExpiryFilter = z.infer<typeof expiryFilter>;

/** People whose documents expire within the warning period, or have expired, by the institution's time zone. */
function expiryCondition(
  entity: Entity,
  table: { institutionId: SQLWrapper; id: SQLWrapper },
  wanted: ExpiryFilter,
): SQL | undefined {
  if (!wanted) return undefined;
  const today = sql`(now() at time zone i.time_zone)::date`;
  const days =
    wanted === 'expired'
      ? sql`d.expires_on < ${today}`
      : sql`d.expires_on between ${today} and ${today} + ${sql.raw(String(expiryWarningDays))}`;
  return sql`(${table.institutionId}, ${table.id}) in (
    select d.institution_id, d.${sql.raw(`${entity}_id`)} from documents d join institutions i on i.id = d.institution_id
    where ${days} and d.removed_at is null and d.${sql.raw(`${entity}_id`)} is not null)`;
}

/** What sorting or filtering by a figure requires, because it reveals the figure. */
export interface Needs {
  permission: Permission;
  /** "You don't have permission to see …". */
  subject: string;
}

/** Columns of every table of people.  */
export type PeopleTable = PgTable &
  Record<'institutionId' | 'id' | 'sortName' | 'searchText' | 'mergedIntoId' | 'photoId', AnyPgColumn>;

/** A filter by restricted data reveals its values, so it needs the permission and is logged. */
export interface Restriction {
  group: RestrictedGroup;
  /** "You don't have permission to see …". */
  subject: string;
  /** The text in the access log. */
  note: (value: never) => string;
  /** Hidden from readers of the audit log. */
  isSecret?: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any
export type PeopleFilters<Table> = Record<string, Filter<Table, any> & { restriction?: Restriction; needs?: Needs }>;

const word = z.string().trim().max(80);
const columnOf = (table: unknown, name: string) => (table as Record<string, AnyPgColumn>)[name]!;

/** Filters that differ only by column. */
export const filtersOf = <Table extends PeopleTable>() => {
  type Column = Extract<keyof Table, string>;
  return {
    by: <Type extends z.ZodType>(type: Type, where: Filter<Table, Type>['where']) => filterBy<Type, Table>(type, where),
    word: (name: Column) => filterBy<typeof word, Table>(word, (value, table) => eq(columnOf(table, name), value)),
    from: (name: Column) => filterBy<typeof day, Table>(day, (value, table) => gte(columnOf(table, name), value)),
    until: (name: Column) => filterBy<typeof day, Table>(day, (value, table) => lte(columnOf(table, name), value)),
    gender: filterBy(choice(genders), (value, table: Table) => eq(columnOf(table, 'gender'), value)),
    papers: (entity: Entity) => ({
      type: expiryFilter,
      where: (value: NonNullable<ExpiryFilter>, table: Table): SQL | undefined => expiryCondition(entity, table, value),
      restriction: {
        group: 'private' as const,
        subject: 'documents',
        note: (value: NonNullable<ExpiryFilter>) => `Documents ${expiryNotes[value]}`,
      },
    }),
  };
};

const expiryNotes = { expiring: 'expire soon', expired: 'have expired' };
