import { and, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import { isOneOf } from '#kernel/database.ts';
import type { PeopleTable } from './list-filters.ts';
import { cursorPlace, directionOf, figureOf, orderOf } from './list-order.ts';
import type { ListParts, FigureSort } from './list-parts.ts';

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
