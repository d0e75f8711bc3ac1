import { asc, desc, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { noDay } from '#kernel/list/cursor.ts';
import type { PeopleTable } from './list-filters.ts';
import type { ListParts } from './list-parts.ts';

/** Placeholders of the cursor in a statement. */
export const cursorPlace: Record<'key' | 'id', Placeholder> = {
  key: sql.placeholder('key'),
  id: sql.placeholder('id'),
};

/** The order in an address: `name`, or `-name` for descending. */
export function orderOf<Table extends PeopleTable>({ sorts }: Pick<ListParts<Table>, 'sorts'>, sort: string) {
  const column = sorts[sort.replace('-', '')]!;
  const isDown = sort.startsWith('-');
  const direction = isDown ? desc : asc;
  const key = (table: Table): SQL =>
    typeof column === 'string'
      ? sql`${table[column]}`
      : sql`coalesce(${table[column.day]}, ${sql.raw(`'${noDay}'`)}::date)`;
  return {
    isDown,
    key,
    way: isDown ? sql`desc` : sql`asc`,
    by: (table: Table) => sql`order by ${direction(key(table))}, ${direction(table.id)}`,
    columns: (table: Table) => [direction(key(table)), direction(table.id)],
    behind: (table: Table) =>
      isDown
        ? sql`(${key(table)}, ${table.id}) < (${cursorPlace.key}, ${cursorPlace.id})`
        : sql`(${key(table)}, ${table.id}) > (${cursorPlace.key}, ${cursorPlace.id})`,
  };
}
