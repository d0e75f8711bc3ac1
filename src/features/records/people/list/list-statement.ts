import { and, getTableName, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { prepared } from '#kernel/database.ts';
import type { Cursor } from '#kernel/list/cursor.ts';
import type { Patterns } from '../search-patterns.ts';
import type { PeopleTable } from './list-filters.ts';
import { renderByFigure } from './figure-listing.ts';
import { cursorPlace, figureOf, orderOf } from './list-order.ts';
import type { Asked, ListParts } from './list-parts.ts';
import { cellsAs, shownColumns, unionOf } from './list-sql.ts';
import { fewHundred, onePage, oneTooMany, renderSearch, type Listing } from './search-both-ways.ts';

/** The statement of one page, with placeholders for search words and cursor. */
export function renderList<Table extends PeopleTable>(
  list: ListParts<Table>,
  asked: Asked,
  cursor: Cursor | null,
): Listing {
  const figure = figureOf(list, asked.filter.sort);
  if (figure) return renderByFigure(list, asked, { figure, cursor });
  const { actor, filter, patterns } = asked;
  const table = patterns.length ? list.findable : list.table;
  const visible = list.visible(actor, table, filter.institution_id);
  if (visible.length === 0) return null;
  const order = orderOf(list, filter.sort);
  const named = namesSought(list, asked);
  const isPastNamed = named === null || cursor?.part === 1;
  const here = isPastNamed && cursor ? order.behind(table) : undefined;
  const others = and(
    ...list.matching(table, asked),
    named ? sql`split_part(${table.sortName}, ' ', 1) not like ${named.pattern}` : undefined,
  );
  const rows = (source: SQLWrapper, ...where: (SQL | undefined)[]) =>
    sql`select ${columnsOf(list.cells(table), order.key(table), 1)} from ${source} where ${and(...where, others)}`;
  const each = (part: (mine: SQL) => SQL) => unionOf(visible.map(part));
  const walked = (condition?: SQL) =>
    each((mine) => sql`${rows(table, condition, mine, here)} ${order.by(table)} limit ${onePage}`);
  const shown = shownColumns(list.cells(table), list.lookups?.(asked, visible.length > 1));
  const show = (source: SQL, condition = sql`true`) =>
    sql`select ${shown} from ${source} where ${condition}
      order by ${isPastNamed ? sql`` : sql`s.part, `}s.sort_key ${order.way}, s.id ${order.way} limit ${onePage}`;
  if (patterns.length === 0) return prepared(show(sql`(${walked()}) s`));
  // With several institutions or partial visibility, the first few hundred rows may not contain the first page.
  const isWhole = visible.length === 1 && list.seenWhole(actor, filter.institution_id) !== null;
  const firstFew = sql`(select * from ${table} where ${and(visible[0], here)} ${order.by(table)} limit ${fewHundred})
    ${sql.identifier(getTableName(table))}`;
  return renderSearch({
    first: isPastNamed
      ? undefined
      : unionOf(named.institutionIds.map((id) => firstNamed(list, asked, { id, pattern: named.pattern, cursor }))),
    probed: isWhole ? (condition) => sql`${rows(firstFew, condition)} ${order.by(table)} limit ${onePage}` : undefined,
    gathered: (condition) =>
      each((mine) => sql`${rows(table, condition, mine, here)} ${list.areFew ? sql`` : sql`limit ${oneTooMany}`}`),
    walked: list.areFew ? undefined : walked,
    show,
  });
}

const columnsOf = (cells: Record<string, SQLWrapper>, key: SQLWrapper, part: 0 | 1) =>
  sql`${cellsAs(cells)}, ${key} as sort_key, ${sql.raw(String(part))} as part`;

/** A single word in a list sorted by name is first looked up among names. */
function namesSought<Table extends PeopleTable>(
  { names, narrow = [], seenWhole }: ListParts<Table>,
  { actor, filter, patterns: [word, ...more] }: Asked,
) {
  if (!names || !word || more.length || narrow.some((key) => filter[key]) || !filter.sort.endsWith('name')) return null;
  const institutionIds = seenWhole(actor, filter.institution_id);
  return institutionIds && { institutionIds, pattern: word.likes[0]! };
}

/**
 * People whose name starts with a matching word: the words in order, each followed by its people, who are adjacent in
 * the alphabet. Reads only one page, however many people have the name.
 */
function firstNamed<Table extends PeopleTable>(
  list: ListParts<Table>,
  asked: Asked,
  { id, pattern, cursor }: { id: number; pattern: Patterns['likes'][number]; cursor: Cursor | null },
): SQL {
  const { table } = list;
  const order = orderOf(list, asked.filter.sort);
  const from = cursor ? sql`split_part(${cursorPlace.key}, ' ', 1)` : undefined;
  const behindWord = from && (order.isDown ? sql`word <= ${from}` : sql`word >= ${from}`);
  const condition = and(
    sql`institution_id = n.institution_id and sort_name >= n.word || ' ' and sort_name < n.word || '!'`,
    sql`merged_into_id is null`,
    ...list.matching(table, { ...asked, patterns: [] }),
    cursor ? order.behind(table) : undefined,
  );
  const alias = sql.identifier(getTableName(table));
  return sql`select ${columnsOf(list.cells(table), table.sortName, 0)}
    from (select institution_id, word from ${list.names!}
      where ${and(sql`institution_id = ${id} and word like ${pattern}`, behindWord)} order by word ${order.way}) n
    cross join lateral (select * from ${table} where ${condition} ${order.by(table)} limit ${onePage}) ${alias}
    limit ${onePage}`;
}
