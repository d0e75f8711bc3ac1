import { asc, desc, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { noDay, type SortKey } from '#kernel/list/cursor.ts';
import type { PeopleTable } from './list-filters.ts';
import type { ListParts, FigureSort } from './list-parts.ts';

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

export const directionOf = (sort: string) => {
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
