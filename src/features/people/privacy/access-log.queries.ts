import { accountNameOf } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { choicesShown, type Choice, type Choices } from '#kernel/choices.ts';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { query, render, type Db } from '#kernel/database.ts';
import { readLog } from '#features/records/people/people.schema.ts';
import { matches, patternsOf } from '#features/records/people/search-patterns.ts';
import { wordsIn } from '#features/records/people/search-words.ts';
import { readerName } from './access-log.list.ts';

/**
 * Everybody in the log of these institutions, under the latest name. Each reader is found by one step along the index
 * after the one before, however many entries each has.
 */
const readersIn = (institutionIds: number[]) => sql`
  with recursive readers as (
    select place.id as institution_id, (select min(l.account_id) from read_log l where l.institution_id = place.id) as account_id
    from unnest(${sql.param(institutionIds)}::int[]) place (id)
    union all
    select r.institution_id, (select min(l.account_id) from read_log l
      where l.institution_id = r.institution_id and l.account_id > r.account_id)
    from readers r where r.account_id is not null)
  select distinct on (r.account_id) r.account_id as id, ${accountNameOf(sql`l.person`, sql`(select username from accounts where id = r.account_id)`)} as name
  from readers r
  cross join lateral (select id, person from read_log l where l.institution_id = r.institution_id and l.account_id = r.account_id
    order by l.id desc limit 1) l
  where r.account_id is not null
  order by r.account_id, l.id desc`;

/** Readers whose name or username contains every word typed, by name. */
export async function readerChoices(
  db: Db,
  { institutionIds, q }: { institutionIds: number[]; q: string },
): Promise<Choices> {
  const holdsAll = patternsOf(wordsIn(q)).map((pattern) => matches(sql`akada_searchable(name)`, pattern));
  const { rows, isMore } = await bounded(choicesShown, async (limit) => {
    const found = await query<{
      id: number;
      name: string;
    }>(
      db,
      render(sql`select id, name from (${readersIn(institutionIds)}) readers
      where ${and(sql`true`, ...holdsAll)} order by akada_searchable(name), id limit ${limit}`),
    );
    return found;
  });
  return { choices: rows.map(({ id: reader, name }) => ({ value: String(reader), label: name })), isMore };
}

/** The user in an address, with their latest name; null for a user who is not in the log. */
export async function findReader(db: Db, institutionIds: number[], reader: number): Promise<Choice | null> {
  const [row] = await db
    .select({ name: readerName })
    .from(readLog)
    .where(and(inArray(readLog.institutionId, institutionIds), eq(readLog.accountId, reader)))
    .orderBy(desc(readLog.id))
    .limit(1);
  return row ? { value: String(reader), label: row.name } : null;
}
