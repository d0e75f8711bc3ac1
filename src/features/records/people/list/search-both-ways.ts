import { sql, type SQL } from 'drizzle-orm';
import { configure, filled, queryJson, prepared, type Db } from '#kernel/database.ts';
import { Json } from '#kernel/database/json.ts';
import type { JsonOptions, JsonPage } from '#kernel/database/json-rows.ts';
import type { Statement } from '#kernel/database/statements.ts';

// Up to this many matches, sorting them all is quick; with more, walking in order fills a page soon.
const enough = 2000;
export const oneTooMany = sql.raw(String(enough + 1));
// Written as a literal: for a parameter the planner assumes a tenth of the rows, and plans again each time.
export const onePage = sql.raw('51');

// A word that a tenth of all rows contain fills a page from these, and few of them are read if it is more frequent.
export const fewHundred = sql.raw('700');

// One fixed plan for every word: planning again would take longer than most searches.
const byTrigrams = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };
const inOrder = { enable_bitmapscan: 'off' };

interface Ways {
  /** A page of the matches that come first, in order. */
  first?: SQL;
  /** A page of the other matches among the first few hundred rows, in order. */
  probed?: (condition: SQL) => SQL;
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

export function renderSearch({ first, probed, gathered, walked, show }: Ways): Search {
  const areMany = sql`current_setting('akada.many')::boolean`;
  const isOpen = first ? isShort('first') : sql`true`;
  const steps = [
    first && sql`first as materialized (${first})`,
    probed && sql`probed as materialized (${probed(isOpen)})`,
    sql`gathered as materialized (${gathered(probed ? sql`${isOpen} and ${isShort('probed')}` : isOpen)})`,
    counted,
  ];
  const sources = [
    first && sql`select * from first`,
    probed && sql`select * from probed where not ${isShort('probed')}`,
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
