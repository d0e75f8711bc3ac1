import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { render, type Tx, query } from '#kernel/database.ts';

const fields = sql.raw(`array['nationalityId', 'countryId', 'stateId', 'lgaId']`);
// The three kinds of ids have different formats: NG, NG-KW, NG-KW-offa.
const named = (end: 'from' | 'to') =>
  sql.raw(`coalesce(
    (select to_jsonb(name) from countries where id = value->>'${end}'),
    (select to_jsonb(name) from states where id = value->>'${end}'),
    (select to_jsonb(name) from lgas where id = value->>'${end}'),
    value->'${end}')`);

/** An object with the changes under its key, with places named; empty if no place changed. */
const namedAs = (key: 'changes' | 'private', changes: SQL, within?: SQL) => {
  const all = sql`jsonb_build_object(${sql.raw(`'${key}'`)}, ${changes} || (
    select jsonb_object_agg(key, jsonb_build_object('from', ${named('from')}, 'to', ${named('to')}))
    from jsonb_each(${changes}) where key = any (${fields})))`;
  const whole = within ? sql`jsonb_build_object('restricted', ${within} || ${all})` : all;
  return sql`case when ${changes} ?| ${fields} then ${whole} else '{}' end`;
};

/** An audit entry's details, with place ids such as 'NG-KW' replaced by names such as 'Kwara'. */
export const placesNamed = (details: SQLWrapper) => sql<Record<string, unknown>>`${details}
  || ${namedAs('changes', sql`(${details}->'changes')`)}
  || ${namedAs('private', sql`(${details}#>'{restricted,private}')`, sql`(${details}->'restricted')`)}`;

/** The name of a country, state or LGA: 'Kwara' for 'NG-KW'; other values are returned unchanged. */
export async function nameOfPlace(tx: Tx, id: unknown): Promise<string> {
  if (typeof id !== 'string') return '';
  const rows = await query<{ name: string }>(tx, render)`select name from countries where id = ${id}
    union all select name from states where id = ${id} union all select name from lgas where id = ${id} limit 1`;
  return rows[0]?.name ?? id;
}
