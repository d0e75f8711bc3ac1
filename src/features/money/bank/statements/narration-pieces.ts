import { sql, type SQL } from 'drizzle-orm';

/** 'INV-000 123' and 'inv000123' are the same. */
export const squeezed = (text: SQL) => sql`(case when ${text} ~ '^[A-Za-z0-9]+$' then lower(${text})
  else regexp_replace(akada_searchable(${text}), '[^a-z0-9]', '', 'g') end)`;

/** The most parts of a narration that are looked at, and of which a number may consist: SCH / 2026 / JSS / 1 / A / 014. */
const mostRuns = 40;
const longestNumber = 6;

/**
 * What a number could be in the text of each open line with money in: `line`, its `run`s of letters or digits, and each
 * `piece` of some runs in a row, without what separates them. So separators, spaces and capitals don't count.
 */
export const lines = (institutionId: number, statementId: number, lineId?: number) => sql`
  line as materialized (
    select id, day, amount, reference, akada_searchable(concat_ws(' ', reference, narration)) as text
    from bank_lines where institution_id = ${institutionId} and statement_id = ${statementId} and state = 'open' and amount > 0
      ${lineId === undefined ? sql`` : sql`and id = ${lineId}`})`;

export const pieces = sql`
  run as materialized (
    select l.id, r.at::int as at, r.part[1] as part
    from line l cross join lateral regexp_matches(l.text, '[a-z]+|[0-9]+', 'g') with ordinality r (part, at)
    where r.at <= ${mostRuns}),
  runs as materialized (select id, array_agg(part order by at) as parts from run group by id),
  piece as materialized (
    select id, word, ltrim(word, '0') as bare from (
      select r.id, array_to_string(s.parts[r.at : r.at + span.length - 1], '') as word
      from run r join runs s on s.id = r.id
      cross join generate_series(1, ${longestNumber}) span (length)
      where r.at + span.length - 1 <= cardinality(s.parts)
      union all
      -- Mixed references have more parts than a number.
      select l.id, t.part[1] from line l cross join lateral regexp_matches(l.text, '[a-z0-9]{10,}', 'g') t (part)
      union all
      select id, ${squeezed(sql`reference`)} from line) w
    where length(word) between 4 and 60 and word ~ '[0-9]')`;
