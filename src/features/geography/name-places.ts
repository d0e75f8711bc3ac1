import { sql, type SQLWrapper } from 'drizzle-orm';

const fields = sql.raw(`array['nationalityId', 'countryId', 'stateId', 'lgaId']`);
// Ids of the three are unlike each other: NG, NG-KW, NG-KW-offa.
const named = (end: 'from' | 'to') =>
  sql.raw(`coalesce(
    (select to_jsonb(name) from countries where id = value->>'${end}'),
    (select to_jsonb(name) from states where id = value->>'${end}'),
    (select to_jsonb(name) from lgas where id = value->>'${end}'),
    value->'${end}')`);

/** The details of an audit entry, whose changes of places say 'Kwara' where they keep 'NG-KW'. */
export const placesNamed = (details: SQLWrapper) => sql<Record<string, unknown>>`
  case when ${details}->'changes' ?| ${fields} then
    jsonb_set(${details}, '{changes}', ${details}->'changes' || (
      select jsonb_object_agg(key, jsonb_build_object('from', ${named('from')}, 'to', ${named('to')}))
      from jsonb_each(${details}->'changes') where key = any (${fields})))
  else ${details} end`;
