import { sql, type SQL } from 'drizzle-orm';
import { configure, filled, jsonRows, prepared, type Db } from '#kernel/database.ts';
import { Json, type JsonOptions, type JsonPage } from '#kernel/database/json-rows.ts';
import type { Statement } from '#kernel/database/pipeline.ts';

// Up to here, reading all that match and sorting it is quick; beyond, a page is soon full when one walks in order.
const enough = 2000;
export const oneTooMany = sql.raw(String(enough + 1));
// Written out: for a parameter the planner expects a tenth of the school, and plans anew each time.
export const onePage = sql.raw('51');

// A word that a tenth of them bear fills a page out of these.
export const fewHundred = sql.raw('500');

// The way is given, so that one plan is good for every word: planning anew would take longer than most searches.
const byTrigrams = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };
const inOrder = { enable_bitmapscan: 'off' };

interface Ways {
  /** A page of those who come before all others, in order; none when nobody does. */
  first?: SQL;
  /** A page of the others out of the first few hundred students, in order; none when that would be no page of all. */
  probed?: (condition: SQL) => SQL;
  /** The others who match, in any order, up to one too many. */
  gathered: (condition: SQL) => SQL;
  /** The others, found by walking in the order of the list; without it all are gathered. */
  walked?: (condition: SQL) => SQL;
  /** The page out of both. */
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
 * A search whose cost does not depend on luck. Under row-level security the planner knows nothing of how often a word
 * occurs, and walking in order for what nobody is called reads the whole school. So the rare is gathered by its
 * trigrams and the frequent is walked to; the first statement decides, and all travels in one round trip. What nearly
 * everybody bears fills its page at the first look, before an index lists the whole school.
 */
async function searchBothWays<Row>(
  db: Db,
  search: Search,
  values: Record<string, unknown>,
  options: JsonOptions,
): Promise<JsonPage<Row>> {
  const [, found, , many] = await Promise.all([
    configure(db, byTrigrams),
    jsonRows<Row>(db, filled(search.found, values), options),
    search.many && configure(db, inOrder),
    search.many && jsonRows<Row>(db, filled(search.many, values), options),
  ]);
  // Nobody, or too many to sort, is one row without a person, which is not written.
  return many?.count ? many : found;
}

/** How a page of a list is asked for: by a search, by a walk in its order, or not at all by who sees nobody. */
export type Listing = Search | Statement | null;

const nobody: JsonPage<never> = { rows: new Json(Buffer.from('[]')), count: 0, isMore: false };

/** The page of a listing that was rendered once; without values the walk's own message is sent again. */
export async function readListing<Row>(
  db: Db,
  listing: Listing,
  values: Record<string, unknown>,
  options: JsonOptions,
): Promise<JsonPage<Row>> {
  if (listing === null) return nobody;
  if ('found' in listing) return searchBothWays(db, listing, values, options);
  return jsonRows(db, Object.keys(values).length ? filled(listing, values) : listing, options);
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
