import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

export const unionOf = (parts: SQL[]): SQL =>
  sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  );

/** The columns of a row under their names. */
export const cellsAs = (cells: Record<string, SQLWrapper>): SQL =>
  sql.join(
    Object.entries(cells).map(([name, cell]) => sql`${cell} as ${sql.identifier(name)}`),
    sql`, `,
  );

/** The columns of the page, from the rows `s`, with those that are looked up for the page alone. */
export const shownColumns = (cells: object, lookups: Record<string, SQL> = {}): SQL => {
  const all = [...new Set([...Object.keys(cells), ...Object.keys(lookups)])].map(
    (name) => sql`${lookups[name] ?? sql`s.${sql.identifier(name)}`} as ${sql.identifier(name)}`,
  );
  return sql`${sql.join(all, sql`, `)}, s.sort_key as "sortKey", s.part as "part"`;
};
