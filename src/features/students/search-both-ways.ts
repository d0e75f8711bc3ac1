import { sql, type SQL } from 'drizzle-orm';
import { configure, jsonRows, prepared, type Db } from '#kernel/database.ts';
import type { JsonOptions, JsonPage } from '#kernel/json-rows.ts';

// Up to here, reading all that match and sorting it is quick; beyond, a page is soon full when one walks in order.
const enough = 2000;
export const oneTooMany = sql.raw(String(enough + 1));
// Written out: for a parameter the planner expects a tenth of the school, and plans anew each time.
export const onePage = sql.raw('51');

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
  /** The others, found by walking in the order of the list. */
  walked: (condition: SQL) => SQL;
  /** The page out of both. */
  show: (source: SQL, condition?: SQL) => SQL;
}

/**
 * A search whose cost does not depend on luck. Under row-level security the planner knows nothing of how often a word
 * occurs, and walking in order for what nobody is called reads the whole school. So the rare is gathered by its
 * trigrams and the frequent is walked to; the first statement decides, and all travels in one round trip. What nearly
 * everybody bears fills its page at the first look, before an index lists the whole school.
 */
export async function searchBothWays<Row>(
  db: Db,
  { first, probed, gathered, walked, show }: Ways,
  options: JsonOptions,
): Promise<JsonPage<Row>> {
  const ask = (query: SQL) => jsonRows<Row>(db, prepared(query), options);
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
  const [, found, , many] = await Promise.all([
    configure(db, byTrigrams),
    ask(sql`with ${joined(steps, sql`, `)} ${show(sql`many left join (${few}) s on not are_many`)}`),
    configure(db, inOrder),
    ask(show(first ? sql`((${first}) union all (${walked(areMany)})) s` : sql`(${walked(areMany)}) s`, areMany)),
  ]);
  // Nobody, or too many to sort, is one row without a student, which is not written.
  return many.count ? many : found;
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
