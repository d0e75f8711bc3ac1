import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { query, type Tx } from '../database.ts';

const column = (key: string) => sql.identifier(key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const list = (parts: SQL[]) => sql.join(parts, sql`, `);

type Row<Table extends PgTable> = Partial<Table['$inferInsert']>;

interface Besides<Table extends PgTable> {
  /** Columns that SQL gives to every row. */
  set?: { [Column in keyof Row<Table>]?: SQL };
  /** What rows `r` have besides, by its type, and what is joined to them by it. */
  keys?: Record<string, string>;
  join?: SQL;
}

/**
 * The statement that inserts rows as one parameter: with separate values, building it takes longer than running it. There
 * is at least one row, and all have the same columns.
 */
export function insertOf<Table extends PgTable>(
  table: Table,
  rows: readonly Row<Table>[],
  { set = {}, keys: others = {}, join = sql`` }: Besides<Table> = {},
): SQL {
  const columns = getTableColumns(table) as Record<string, { getSQLType(): string }>;
  const keys = Object.keys(rows[0] ?? {});
  if (keys.length === 0) throw new Error('There are no rows to insert.');
  if (rows.some((row) => Object.keys(row).length !== keys.length || keys.some((key) => !(key in row))))
    throw new Error('Rows that are inserted together name the same columns.');
  const typeOf = (key: string) => others[key] ?? columns[key]!.getSQLType();
  const types = keys.map((key) => sql`${sql.identifier(key)} ${sql.raw(typeOf(key))}`);
  const values: [string, SQL][] = [
    ...keys.filter((key) => key in columns).map((key) => [key, sql`r.${sql.identifier(key)}`] as [string, SQL]),
    ...(Object.entries(set) as [string, SQL][]),
  ];
  const numbered = rows.map((row, at) => ({ ...row, at }));
  return sql`insert into ${table} (${list(values.map(([key]) => sql`${column(key)}`))})
    select ${list(values.map(([, value]) => value))}
    from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as r("at" int, ${list(types)}) ${join} order by r.at`;
}

/** Inserts thousands of rows. Returns ids, if the table has them, in the order of the rows. */
export async function insertMany<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<number[]> {
  if (Object.keys(rows[0] ?? {}).length === 0) return [];
  const hasId = 'id' in getTableColumns(table);
  const made = await query<{ id: number }>(tx, sql`${insertOf(table, rows)} ${hasId ? sql`returning id` : sql``}`);
  // Ids are assigned in the order of the rows.
  return made.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
}
