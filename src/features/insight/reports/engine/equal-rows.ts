import { sql, type SQL } from 'drizzle-orm';
import { joinsFor, named, type Compiled } from './compile.ts';
import { firstOfKeys } from './sort-keys.ts';

/**
 * Rows that show the same are made one, each in its institution. Grouped by names: an expression with a value in it is
 * another one each time that it is written.
 */
export function equalRows({ usable, columns, group, sort, where, narrowing }: Compiled): SQL {
  const { subject } = usable;
  const shown = group ? [...columns, group] : columns;
  const all = named(
    'key',
    sort.map(({ by }) => by),
  );
  const values = named(
    'v',
    shown.map(({ value }) => value),
  );
  const keys = named(
    'k',
    sort.map((key, at) => firstOfKeys(key, sql.raw(`key${at}`))),
  );
  return sql`select * from (select institution_id, min(id) as id, ${sql.join(keys, sql`, `)}
    from (select ${subject.institutionId} as institution_id, ${subject.id} as id, ${sql.join([...all, ...values], sql`, `)}
      from ${subject.from} ${joinsFor(usable, [...narrowing, ...shown])} where ${where}) every
    group by ${sql.join([sql`institution_id`, ...shown.map((_, at) => sql.raw(`v${at}`))], sql`, `)}) distinct_rows`;
}
