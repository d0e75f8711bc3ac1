import { sql, type SQL } from 'drizzle-orm';
import type { CompiledGraph, Dimension } from './compile-graph.ts';

/** The key of days in no term. */
export const outsideTerms = 'outside';

/** Its values have codes of their own. */
export const hasCode = ({ type, code, value }: Dimension['field']) => type === 'choice' && code !== value;
/** Values of a choice may be ordered by something else; others are ordered by themselves. */
export const ordersItself = ({ type, hasOwnOrder }: Dimension['field']) => type === 'choice' && hasOwnOrder;

/** What makes values the same: their key `k`, form `v`, code `c` and order `o`, and the days `f` to `t` of a term. */
export function keyOf({ field, step }: Dimension, at: number): SQL {
  const [v, c, o] = ['v', 'c', 'o'].map((letter) => sql.raw(`every.${letter}${at}`)) as [SQL, SQL, SQL];
  const term = (column: string) => sql.raw(`term${at}.${column}`);
  const as = (key: SQL, order: SQL, more: { form?: SQL; code?: SQL; from?: SQL; to?: SQL } = {}) => {
    const { form = key, code = sql`null::text`, from = sql`null::date`, to = sql`null::date` } = more;
    const [k, w, x, y, f, t] = ['k', 'v', 'c', 'o', 'f', 't'].map((letter) => sql.raw(`${letter}${at}`));
    return sql`${key} as ${k}, ${form} as ${w}, ${code} as ${x}, ${order} as ${y}, ${from} as ${f}, ${to} as ${t}`;
  };
  switch (field.type) {
    case 'text':
    case 'photo':
      return as(sql`akada_searchable(${v})`, sql`lower(${v}) collate "C"`, { form: v });
    case 'choice': {
      const order = ordersItself(field)
        ? field.orderAs === 'text'
          ? sql`${o} collate "C"`
          : o
        : sql`lower(${v}) collate "C"`;
      return as(v, order, { code: hasCode(field) ? sql`${c}::text` : v });
    }
    case 'number':
    case 'money':
      return as(sql`trim_scale(${v}::numeric)::text`, sql`${v}::numeric`);
    case 'yesNo':
      return as(sql`coalesce(${v}, false)::text`, sql`(not coalesce(${v}, false))::int`);
    case 'day':
      if (step !== 'term')
        return as(
          sql`date_trunc('${sql.raw(step!)}', ${v})::date::text`,
          sql`date_trunc('${sql.raw(step!)}', ${v})::date`,
        );
      return as(
        sql`case when ${v} is not null then coalesce(${term('id')}::text, '${sql.raw(outsideTerms)}') end`,
        sql`${term('starts_on')}`,
        { form: term('label'), from: term('starts_on'), to: term('ends_on') },
      );
  }
}

/** The term of each day, by the institution's calendar. */
export const termsOf =
  ({ usable }: CompiledGraph) =>
  ({ step }: Dimension, at: number): SQL => {
    if (step !== 'term') return sql``;
    const name = sql.raw(`term${at}`);
    return sql`left join lateral (select t.id, t.starts_on, t.ends_on, t.name || ', ' || y.name as label
      from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where t.institution_id = any(${sql.param(usable.institutionIds)}::int[])
        and ${sql.raw(`every.v${at}`)} between t.starts_on and t.ends_on
      order by t.starts_on, t.id limit 1) ${name} on true`;
  };
