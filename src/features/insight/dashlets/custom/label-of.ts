import { sql, type SQL } from 'drizzle-orm';

/** The label of a value in SQL; 'Not recorded' without one. Both come from our own lists, never from a request. */
export const labelOf = (value: SQL, labels: Readonly<Record<string, string>>): SQL =>
  sql`case ${value} ${sql.join(
    Object.entries(labels).map(([key, label]) => sql`when ${key} then ${label}::text`),
    sql` `,
  )} else 'Not recorded' end`;
