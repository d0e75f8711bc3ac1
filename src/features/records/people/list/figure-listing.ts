import { and, getTableName, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { prepared } from '#kernel/database.ts';
import type { Cursor } from '#kernel/list/cursor.ts';
import { figureOrder } from './figure-order.ts';
import type { PeopleTable } from './list-filters.ts';
import type { Asked, ListParts, FigureSort } from './list-parts.ts';
import { cellsAs, shownColumns, unionOf } from './list-sql.ts';
import { onePage, oneTooMany, renderSearch, type Listing } from './search-both-ways.ts';

/**
 * The statement of one page of a list sorted by a figure. People with a figure are read in the order of its own index,
 * and people without one only if those do not fill the page.
 */
export function renderByFigure<Table extends PeopleTable>(
  list: ListParts<Table>,
  asked: Asked,
  { figure, cursor }: { figure: FigureSort; cursor: Cursor | null },
): Listing {
  const { actor, filter, patterns } = asked;
  const table = patterns.length ? list.findable : list.table;
  const visible = list.visible(actor, table, filter.institution_id);
  if (visible.length === 0) return null;
  const order = figureOrder(figure, actor, filter.sort);
  const matching = and(...list.matching(table, asked));
  const columns = (key: SQLWrapper, part: SQL) =>
    sql`${cellsAs(list.cells(table))}, ${key} as sort_key, ${part} as part`;
  const each = (part: (mine: SQL) => SQL) => unionOf(visible.map(part));
  const alias = sql.identifier(getTableName(table));
  const isRest = cursor?.part === 1;

  const ranked = (condition?: SQL) =>
    each((mine) => {
      const one = sql`${table.institutionId} = f.institution_id and ${table.id} = f.person_id`;
      return sql`select ${columns(sql`f.key`, sql`0`)} from ${order.walked(cursor !== null)} cross join lateral
        (select * from ${table} where ${and(one, mine, matching)} offset 0) ${alias}
        where ${condition ?? sql`true`} ${order.byFigure} limit ${onePage}`;
    });
  const unranked = (condition?: SQL) =>
    each((mine) => {
      const here = and(condition, mine, isRest ? order.idBehind(table) : undefined, matching);
      return sql`select ${columns(order.noKey, sql`1`)} from ${table} where ${here} and ${order.keyOf(table)} is null
        ${order.byId(table)} limit ${onePage}`;
    });
  const walked = (condition?: SQL) =>
    isRest
      ? unranked(condition)
      : sql`with ranked as materialized (${ranked(condition)}) select * from ranked union all
        (${unranked(and(condition, sql`(select count(*) from ranked) < ${onePage}`))})`;
  const gathered = (condition: SQL) =>
    each((mine) => {
      const here = and(condition, mine, cursor ? order.behind(table, cursor.part) : undefined, matching);
      return sql`select ${columns(sql`f.key`, sql`(f.key is null)::int`)} from ${table}
        cross join lateral (select ${order.keyOf(table)} as key offset 0) f
        where ${here} ${list.areFew ? sql`` : sql`limit ${oneTooMany}`}`;
    });

  const shown = shownColumns(list.cells(table), list.lookups?.(asked, visible.length > 1));
  const show = (source: SQL, condition = sql`true`) =>
    sql`select ${shown} from ${source} where ${condition}
      order by s.part, s.sort_key ${order.way}, s.id ${order.way} limit ${onePage}`;
  if (patterns.length === 0) return prepared(show(sql`(${walked()}) s`));
  return renderSearch({ gathered, walked: list.areFew ? undefined : walked, show });
}
