import { and, getTableName, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { prepared, configure, filled, queryJson, type Db } from '#kernel/database.ts';
import type { Cursor } from '#kernel/list/cursor.ts';
import type { Patterns } from '../search-patterns.ts';
import {
  cursorPlace,
  figureOf,
  orderOf,
  type ListQuery,
  type ListParts,
  type FigureSort,
  figureOrder,
  type PeopleTable,
} from './list-order.ts';
import { Json } from '#kernel/database/json.ts';
import type { JsonOptions, JsonPage } from '#kernel/database/json-rows.ts';
import type { Statement } from '#kernel/database/statements.ts';

const unionOf = (parts: SQL[]): SQL =>
  sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  );

/** The columns of a row under their names. */
const cellsAs = (cells: Record<string, SQLWrapper>): SQL =>
  sql.join(
    Object.entries(cells).map(([name, cell]) => sql`${cell} as ${sql.identifier(name)}`),
    sql`, `,
  );

/** The columns of the page, from the rows `s`, with those that are looked up for the page alone. */
const shownColumns = (cells: object, lookups: Record<string, SQL> = {}): SQL => {
  const all = [...new Set([...Object.keys(cells), ...Object.keys(lookups)])].map(
    (name) => sql`${lookups[name] ?? sql`s.${sql.identifier(name)}`} as ${sql.identifier(name)}`,
  );
  return sql`${sql.join(all, sql`, `)}, s.sort_key as "sortKey", s.part as "part"`;
};

/** The statement of one page, with placeholders for search words and cursor. */
export function renderList<Table extends PeopleTable>(
  list: ListParts<Table>,
  asked: ListQuery,
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
  const firstFew = (most: SQL) => sql`(select * from ${table} where ${and(visible[0], here)} ${order.by(table)}
    limit ${most}) ${sql.identifier(getTableName(table))}`;
  return renderSearch({
    first: isPastNamed
      ? undefined
      : unionOf(named.institutionIds.map((id) => firstNamed(list, asked, { id, pattern: named.pattern, cursor }))),
    early: isWhole
      ? {
          sampled: (condition) => sql`select from ${firstFew(sampleSize)} where ${and(condition, others)}`,
          probed: (condition) => sql`${rows(firstFew(fewHundred), condition)} ${order.by(table)} limit ${onePage}`,
        }
      : undefined,
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
  { actor, filter, patterns: [word, ...more] }: ListQuery,
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
  asked: ListQuery,
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

/**
 * The statement of one page of a list sorted by a figure. People with a figure are read in the order of its own index,
 * and people without one only if those do not fill the page.
 */
function renderByFigure<Table extends PeopleTable>(
  list: ListParts<Table>,
  asked: ListQuery,
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

// Up to this many matches, sorting them all is quick; with more, walking in order fills a page soon.
const enough = 2000;
export const oneTooMany = sql.raw(String(enough + 1));
// Written as a literal: for a parameter the planner assumes a tenth of the rows, and plans again each time.
export const onePage = sql.raw('51');

// A word that a tenth of all rows contain fills a page from these, and few of them are read if it is more frequent.
const fewHundred = sql.raw('700');
// They are read only if the word is in at least two of the first of them: for most words that would be in vain.
const sampleSize = sql.raw('64');
const isFrequent = sql`(select count(*) from sampled) > 1`;

// One fixed plan for every word: planning again would take longer than most searches.
const byTrigrams = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };
const inOrder = { enable_bitmapscan: 'off' };

interface Early {
  /** The other matches among the first few rows, to see whether the word is frequent. */
  sampled: (condition: SQL) => SQL;
  /** If it is, a page of them among the first few hundred, in order. */
  probed: (condition: SQL) => SQL;
}

interface Ways {
  /** A page of the matches that come first, in order. */
  first?: SQL;
  early?: Early | undefined;
  /** All other matches in any order, up to one over the limit. */
  gathered: (condition: SQL) => SQL;
  /** The other matches, found by walking in list order. Without it, all are gathered. */
  walked?: (condition: SQL) => SQL;
  /** The page from both sources. */
  show: (source: SQL, condition?: SQL) => SQL;
}

/** The statements of a search, rendered; their placeholders are filled in each time. */
interface Search {
  found: Statement;
  many?: Statement;
}

export function renderSearch({ first, early, gathered, walked, show }: Ways): Search {
  const areMany = sql`current_setting('akada.many')::boolean`;
  const isOpen = first ? isShort('first') : sql`true`;
  const steps = [
    first && sql`first as materialized (${first})`,
    early && sql`sampled as materialized (${early.sampled(isOpen)})`,
    early && sql`probed as materialized (${early.probed(isFrequent)})`,
    sql`gathered as materialized (${gathered(early ? sql`${isOpen} and ${isShort('probed')}` : isOpen)})`,
    counted,
  ];
  const sources = [
    first && sql`select * from first`,
    early && sql`select * from probed where not ${isShort('probed')}`,
    sql`select * from gathered`,
  ];
  const few = joined(sources, sql` union all `);
  if (!walked) return { found: prepared(sql`with ${joined(steps.slice(0, -1), sql`, `)} ${show(sql`(${few}) s`)}`) };
  const others = walked(areMany);
  return {
    found: prepared(sql`with ${joined(steps, sql`, `)} ${show(sql`many left join (${few}) s on not are_many`)}`),
    many: prepared(show(first ? sql`((${first}) union all (${others})) s` : sql`(${others}) s`, areMany)),
  };
}

/**
 * A search with predictable cost. Under row-level security the planner can't estimate how often a word occurs, and
 * walking in order for a rare word reads the whole table. So rare words are gathered by trigrams and frequent words are
 * found by walking; the first statement decides, all in one round trip. Very common words fill a page from the first
 * few hundred rows, without the index.
 */
async function searchBothWays<Row>(
  db: Db,
  search: Search,
  values: Record<string, unknown>,
  options: JsonOptions,
): Promise<JsonPage<Row>> {
  const [, found, , many] = await Promise.all([
    configure(db, byTrigrams),
    queryJson<Row>(db, filled(search.found, values), options),
    search.many && configure(db, inOrder),
    search.many && queryJson<Row>(db, filled(search.many, values), options),
  ]);
  // No match, or too many to sort, is one row without a person, which is skipped.
  return many?.count ? many : found;
}

/** How a page is read: by a search, by a walk in order, or not at all if the user can see no one. */
export type Listing = Search | Statement | null;

const nobody: JsonPage<never> = { rows: new Json(Buffer.from('[]')), count: 0, isMore: false };

/** The page of a statement that was rendered once. Without values, the prepared message is sent again. */
export async function readListing<Row>(
  db: Db,
  listing: Listing,
  values: Record<string, unknown>,
  options: JsonOptions,
): Promise<JsonPage<Row>> {
  if (listing === null) return nobody;
  if ('found' in listing) return searchBothWays(db, listing, values, options);
  return queryJson(db, Object.keys(values).length ? filled(listing, values) : listing, options);
}

const counted = sql`many as materialized (
  select set_config('akada.many', (count(*) > ${sql.raw(String(enough))})::text, true)::boolean as are_many from gathered)`;

/** Whether a step found less than a page. */
const isShort = (step: 'first' | 'probed') => sql`(select count(*) from ${sql.raw(step)}) < ${onePage}`;

const joined = (parts: (SQL | undefined)[], separator: SQL) =>
  sql.join(
    parts.filter((part) => part !== undefined),
    separator,
  );
